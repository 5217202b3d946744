"""How the allocation of aircraft looks."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.games.solomons.rules.air.allocation import AirSheet, written
from ironbottom.games.solomons.rules.air.points import (
    ATTACKERS,
    DEFENDERS,
    GUADALCANAL,
    base_reach,
    count,
    decks,
    land_bases,
)
from ironbottom.games.solomons.rules.printed import BASES, FLEET, HENDERSON, KINDS, LETTERS, PORT, RABAUL, SIDES, USA
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.presenter import Macro, Scene, face
from ironbottom.kernel.view import Choice, Odds, Sheet, Term


@face(AirSheet)
class AirSheetFace(CampaignFace[AirSheet]):
    in_sheet = True
    idles = True
    fights = ("strike", "cap")

    def choice(self, scene: Scene[Campaign], step: AirSheet, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action == READY and not scene.v.drafts[scene.side] and any(text[0] == "strike" for text in scene.legal):
            del made["main"]  # to send nothing is no matter of course where something can be attacked

    def sheet(self, form: Form, step: AirSheet) -> Sheet:
        """Sources with what is ready and how far it reaches, and what has been allocated."""
        v, side, words, draft = form.v, form.side, form.words, written(form.v, form.side)
        fields = []
        for base in land_bases(v, side):
            actions = form.naming(BASES[base])
            for what in (0, 1):
                ready = count(v, base, what, ATTACKERS)
                strikes = [text for text in actions if text.startswith("strike") and text.split()[3] == KINDS[what]]
                if not ready:
                    continue
                sent = sum(row.points for row in draft if row.source == base and row.what == what)
                notes = [words.say("sheet.reach", hexes=", ".join(
                    LETTERS[h] for h in range(19) if base_reach(v.p, side, base, what, h) == 1))]
                if base == RABAUL and what == 0:
                    notes.append(words.say("sheet.extended"))
                if base == HENDERSON and side == USA:
                    notes.append(words.say("sheet.field_supply", supply=v.supply[USA]))
                if not strikes and not sent:
                    notes.append(words.say("sheet.no_target"))
                fields.append(form.field(
                    f"{BASES[base]}.{KINDS[what]}",
                    words.say("sheet.air_at", base=words.name(BASES[base]), kind=words.say(f"name.{KINDS[what]}")),
                    words.say("sheet.ready_air", n=ready - sent), strikes, note=" ".join(notes), space=BASES[base]))
            rest = [text for text in actions if not text.startswith("strike")]
            if rest:
                fields.append(form.field(BASES[base], words.say("sheet.patrol_of", base=words.name(BASES[base])), "",
                                         rest, space=BASES[base]))
        for n in range(6):
            tf = f"tf{n + 1}"
            force = v.forces[side][n]
            if not 0 <= force.pos < PORT or not decks(v, side, n, (0, 1, 2, 3)):
                continue
            hexes = ", ".join(LETTERS[h] for h in range(19) if v.p.dist[force.pos][h] <= 1)
            sent = sum(row.points for row in draft if row.source == FLEET + n)
            spent = words.say("sheet.spent") if not force.acts else words.say(
                "sheet.carrier_target.bombardment" if force.mission == 2 else "sheet.carrier_target.anti_ship")
            fields.append(form.field(
                tf, words.say("sheet.force_at", n=n + 1, place=form.place(LETTERS[force.pos])),
                words.say("sheet.ready_decks", n=max(0, decks(v, side, n, ATTACKERS) - sent), cap=max(
                    0, decks(v, side, n, DEFENDERS) - sent)),
                form.naming(tf), note=f"{words.say('sheet.reach', hexes=hexes)} {spent}",
                pieces=[f"{SIDES[side]}:{tf}"]))
        totals: list[Term] = [
            {"text": words.say(f"sheet.{row.verb}", source=source(form, row.source), target=target(form, row.target)),
             "value": str(row.points or "")} for row in draft]
        return form.of("plot", fields, totals=totals)

    def chances(self, chances: Chances, step: AirSheet, action: Action) -> Odds:
        return chances.strike(action) if action[0] == "strike" else chances.patrol(action)

    def strokes(self, scene: Scene[Campaign], step: AirSheet) -> Iterable[Macro]:
        """The patrols of the last time, with what is left of their points."""
        v, side, done = scene.v, scene.side, list[Action]()
        for verb, code, n in v.usual[side]:
            name = BASES[code] if code < FLEET else f"tf{code - FLEET + 1}"
            for action in step.writes(v, side):
                if action[:2] == (verb, name) and isinstance(action[2], Range):
                    done.append((verb, name, min(n, action[2].high)))
                    v = step.write(v, side, done[-1])
                    break
        return [Macro("macro.patrols", tuple(done))] if done else []


def source(form: Form, code: int) -> str:
    """A base or a task force in words."""
    return form.words.name(BASES[code]) if code < FLEET else form.words.say("name.force", n=code - FLEET + 1)


def target(form: Form, code: int) -> str:
    """Guadalcanal or an enemy task force in words."""
    return form.words.name("henderson") if code == GUADALCANAL else form.words.say("name.enemy", n=code + 1)
