"""Hints over HTTP: from one's own view, only where nobody else plays or all agreed to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from ironbottom import games
from ironbottom.opponents import runner
from server.play import Browser


def test_a_hint_is_given_alone_and_refused_between_people_who_did_not_agree(run: Callable[..., Any]) -> None:
    base = run(thinker=partial(runner.think, games.load)).base
    ann = Browser(base, "Ann")
    key = ann.table(game="archies-war", scenario="solitaire", seats={"american": "me"})["id"]
    hint = ann.post(f"/api/tables/{key}/hint", seat="american")
    assert set(hint) == {"do", "text", "considered"}
    assert hint["considered"][0]["do"] == hint["do"]
    assert "%" in hint["text"]
    before = ann.look(key, "american")["n"]
    ann.post(f"/api/tables/{key}/do", seat="american", n=before, id="one", do=hint["do"])
    seats = {"american": "me", "japanese": "friend"}
    between = ann.table(game="archies-war", scenario="two-player", seats=seats)
    assert ann.refused(f"/api/tables/{between['id']}/hint", seat="american")[0] == 403
    agreed = ann.table(game="archies-war", scenario="two-player", seats=seats, hints=True)
    assert ann.refused(f"/api/tables/{agreed['id']}/hint", seat="american") == (
        400, "there is nothing for you to decide now"
    )
    Browser(base, "Ben").join(agreed["links"]["japanese"])
    ann.dice(agreed["id"])
    assert ann.post(f"/api/tables/{agreed['id']}/hint", seat="american")["do"]
    warning = ann.refused(f"/api/tables/{agreed['id']}/warn", seat="american", do=["end"])
    assert warning == (403, "the coach does not help between people")
    assert set(ann.post(f"/api/tables/{key}/warn", seat="american", do=["choose repair"])) == {"text"}
    advice = ann.refused(f"/api/tables/{agreed['id']}/advise", seat="american")
    assert advice == (403, "the coach does not help between people")
    said = ann.post(f"/api/tables/{key}/advise", seat="american")
    assert set(said) == {"do", "plan", "steps", "why", "good"}
    offered = {choice["do"] for choice in ann.look(key, "american")["choices"]}
    assert not said["do"] or {said["do"][0], re.sub(r"=\d+$", "={n}", said["do"][0])} & offered
    stranger = Browser(base)
    assert stranger.refused(f"/api/tables/{key}/advise", seat="american")[0] == 403
    assert stranger.refused(f"/api/tables/{key}/hint", seat="american")[0] == 403


def test_a_hint_that_fails_is_said_and_nothing_else(run: Callable[..., Any]) -> None:
    from server.play import crash

    ann = Browser(run(thinker=crash).base)
    key = ann.table(game="archies-war", scenario="solitaire", seats={"american": "me"})["id"]
    assert ann.refused(f"/api/tables/{key}/hint", seat="american")[0] == 400
