"""How the fight for the island looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ironbottom.games.solomons.rules.ground import (
    Assaulted,
    AttackChoice,
    BothChoose,
    Captured,
    Declined,
    EffectiveTold,
    GroundDie,
    GroundFought,
    defense,
    effective,
)
from ironbottom.games.solomons.rules.printed import HENDERSON, JAPAN, USA
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import carded, column, say, scored
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line, Odds, Sheet, Table
from ironbottom.kernel.words import Words


@face(AttackChoice, BothChoose)
class AssaultFace(CampaignFace[AttackChoice | BothChoose]):
    """Who may attack with what on the island."""

    stage = "ground"
    final: ClassVar[Mapping[str, str]] = {"attack": "ends.die"}
    fights = ("attack",)

    def sheet(self, form: Form, step: AttackChoice | BothChoose) -> Sheet:
        return form.of("battle", [], tables=[island(form.v, form.words)])

    def chances(self, chances: Chances, step: AttackChoice | BothChoose, action: Action) -> Odds:
        return chances.assault()


@face(GroundDie)
class GroundDieFace(CampaignFace[GroundDie]):
    stage = "ground"


def island(v: Campaign, words: Words) -> Table:
    """RS-138..RS-144: what both sides have on Guadalcanal."""
    rows = [
        [words.say("island.ground"), *(str(n) for n in v.ground)],
        [words.say("island.defense"), *(str(defense(v, side)) for side in (JAPAN, USA))],
        [words.say("island.effective"), *(str(effective(v, side)) for side in (JAPAN, USA))],
        [words.say("island.supply"), *(str(n) for n in v.supply)],
    ]
    field = sum(v.known[v.holder][HENDERSON * 3:HENDERSON * 3 + 3])
    rows.append([words.say("island.air"), *(str(field) if v.holder == side else "–" for side in (JAPAN, USA))])
    if not v.fed:
        rows.append([words.say("island.hungry"), "–", str(v.hungry + 1)])
    return {"id": "island", "name": words.say("island.title"), "rows": rows, "rule": "RS-142",
            "columns": ["", words.say("side.japanese"), words.say("side.american")]}


@line(Assaulted)
def assaulted(seen: Assaulted, reader: Reader) -> Line:
    return say(seen, reader, mark="battle")


@line(GroundFought)
def fought(seen: GroundFought, reader: Reader) -> Line:
    made = say(seen, reader, rule="RS-144")
    if not seen.column:  # told before it said so
        return carded(made, reader)
    return carded(made, reader, reader.modifier("assault", str(seen.attack), "RS-144"),
                  reader.modifier("most", str(seen.most), "RS-145"), total=column(reader, "ground", seen.column))


@line(Captured)
def captured(seen: Captured, reader: Reader) -> Line:
    return scored(say(seen, reader, mark="loss"), reader, seen.side, "supply", seen.supply,
                  reader.words.say("points.supply", n=seen.supply))


@line(EffectiveTold)
def effective_told(seen: EffectiveTold, reader: Reader) -> Line:
    words = reader.words
    told = [words.say("points.idle", n=n, why=words.say(f"idle.{why}")) if why else str(n)
            for n, why in zip((seen.japanese, seen.american), seen.why, strict=True)]
    return say(seen, reader, japanese=told[JAPAN], american=told[USA])


line(Declined)(say)
