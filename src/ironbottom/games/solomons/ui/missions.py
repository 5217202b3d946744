"""How aborts and ways home look."""

from __future__ import annotations

from ironbottom.games.solomons.rules.events import Altered
from ironbottom.games.solomons.rules.missions import AbortAfterSubmarine, Orders, TurnedHome
from ironbottom.games.solomons.rules.printed import MISSIONS, SIDES
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import alone, say
from ironbottom.games.solomons.ui.picture import courses
from ironbottom.games.solomons.ui.pieces import on_board
from ironbottom.kernel.presenter import Ask, Reader, Scene, face, line
from ironbottom.kernel.view import Line, Sheet


@face(Orders)
class OrdersFace(CampaignFace[Orders]):
    in_sheet = True
    idles = True

    def sheet(self, form: Form, step: Orders) -> Sheet:
        """Ways home, and aborts."""
        v, side, words = form.v, form.side, form.words
        fields = []
        for n in range(6):
            tf = f"tf{n + 1}"
            actions = form.naming(tf)
            if not actions:
                continue
            force = v.forces[side][n]
            chosen = next((row for row in v.drafts[side] if row[0] == n), None)
            value = words.say(f"sheet.{chosen[3]}", base=words.name(chosen[1])) if chosen else words.say(
                "sheet.done_mission" if force.status == 1 else "sheet.under_way")
            fields.append(form.field(
                tf, words.say("sheet.force_mission", n=n + 1, mission=words.say(f"mission.{MISSIONS[force.mission]}")),
                value, actions, note=form.ships(n), pieces=[f"{SIDES[side]}:{tf}"]))
        chart = courses(v, side, words)
        return form.of("plot", fields, tables=[chart] if chart and fields else None)


@face(AbortAfterSubmarine)
class AbortAfterSubmarineFace(CampaignFace[AbortAfterSubmarine]):
    in_sheet = True
    idles = True

    def number(self, v: Campaign, step: AbortAfterSubmarine) -> int:
        return step.force + 1

    def ask(self, scene: Scene[Campaign], step: AbortAfterSubmarine) -> Ask:
        struck = f"{SIDES[step.side]}:tf{step.force + 1}"
        return super().ask(scene, step)._replace(focus=(struck,) if on_board(scene.v, struck) else ())

    def sheet(self, form: Form, step: AbortAfterSubmarine) -> Sheet:
        return form.of_forces()


@line(Altered)
def altered(seen: Altered, reader: Reader) -> Line:
    return alone(say(seen, reader, force=seen.force + 1))


@line(TurnedHome)
def turned_home(seen: TurnedHome, reader: Reader) -> Line:
    key = "turned_home_done" if seen.order == "home" else ""
    return alone(say(seen, reader, key=key, force=seen.force + 1))
