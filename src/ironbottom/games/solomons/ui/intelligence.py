"""How announcements and sightings look."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ironbottom.games.solomons.ai.script import best
from ironbottom.games.solomons.rules.intelligence import (
    FROM_TRUK,
    SAYS,
    Announced,
    Announcement,
    Present,
    Sighted,
    SubmarineShown,
)
from ironbottom.games.solomons.rules.printed import BASES, JAPAN, LETTERS, PORT
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import amounts, say, ship
from ironbottom.kernel.action import Action
from ironbottom.kernel.opponent import Asked
from ironbottom.kernel.presenter import Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Line, Sheet


@face(Announcement)
class AnnouncementFace(CampaignFace[Announcement]):
    stage = "announce"
    in_sheet = True
    final: ClassVar[Mapping[str, str]] = {"announce": "ends.reveal"}

    def label(self, scene: Scene[Campaign], step: Announcement, action: Action, args: dict[str, Any]) -> str:
        return scene.words.say(f"say.{action[2]}") if action[0] == "say" else super().label(scene, step, action, args)

    def sheet(self, form: Form, step: Announcement) -> Sheet:
        """What is said of each kind of sortie."""
        draft = form.v.drafts[JAPAN] or (-1, -1, -1)
        fields = [form.field(key, form.words.say(f"sheet.say.{key}"),
                             form.words.say(f"say.{names[draft[k]]}") if draft[k] >= 0 else form.words.say("say.none"),
                             form.naming(key),
                             note="" if form.v.sortie or k != FROM_TRUK else form.words.say("refused.no_sortie"))
                  for k, (key, names) in enumerate(SAYS)]
        return form.of("plot", fields)

    def strokes(self, scene: Scene[Campaign], step: Announcement) -> Iterable[Macro]:
        """What the script would announce, of each sort of sortie."""
        v, side, done = scene.v, scene.side, list[Action]()
        while not v.drafts[side] or done:
            action = best(Asked(v, side, scene.game.legal(v, side), None, random.Random(0))).do[0]
            if action[0] != "say":
                break
            done.append(action)
            v = scene.game.apply(v, side, action)
        done += [("say", key, "none") for key, _ in SAYS if done and key not in [action[1] for action in done]]
        return [Macro("macro.proposal", tuple(done), advice=True)] if done else []


@line(Announced)
def announced(seen: Announced, reader: Reader) -> Line:
    words = reader.words
    return say(seen, reader, rule="RS-170", slot=words.say(f"say.{seen.slot}"), rabaul=words.say(f"say.{seen.rabaul}"),
               truk=words.say(f"say.{seen.truk}"))


@line(Sighted)
def sighted(seen: Sighted, reader: Reader) -> Line:
    """RS-171: how many units, what is told of them, and where they were by night."""
    words = reader.words
    units = words.say("points.units", n=seen.total)
    told = amounts(words, capital=seen.capital, transports=seen.transports)
    night = "" if seen.night < 0 else LETTERS[seen.night] if seen.night < PORT else words.name(BASES[seen.night - PORT])
    key = "sighted_same" if seen.night == seen.hex else "sighted_night" if night else ""
    return say(seen, reader, key=key, rule="RS-171",
               force=seen.force + 1, night=night,
               what=words.say("points.among", units=units, what=told) if told else units)


@line(Present)
def present(seen: Present, reader: Reader) -> Line:
    return say(seen, reader, rule="RS-173")


@line(SubmarineShown)
def submarine(seen: SubmarineShown, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))
