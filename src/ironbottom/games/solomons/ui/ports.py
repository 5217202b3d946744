"""How arrivals, repairs and full ports look."""

from __future__ import annotations

from typing import Any

from ironbottom.games.solomons.rules.events import Boarded, Returned
from ironbottom.games.solomons.rules.ports import (
    ApdCargo,
    Arrived,
    BroughtHome,
    Loaded,
    NavalAirPlaced,
    NavalArrivals,
    NotPlaced,
    Overfull,
    PointsArrived,
    Repairing,
    SentOn,
    ShipCrippled,
    ShortlandsOpened,
)
from ironbottom.games.solomons.rules.printed import BASES, HOME, JAPAN, RABAUL, data_of
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import alone, carded, gathered, holds, lost_ship, say, ship
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Line, Sheet, Term


@face(NavalArrivals)
class NavalArrivalsFace(CampaignFace[NavalArrivals]):
    stage = "reinforcement"

    def sheet(self, form: Form, step: NavalArrivals) -> Sheet:
        """Naval aircraft that come to one of two ports."""
        return form.of("placing", [form.field("naval", form.words.say("sheet.arriving"), "", form.texts)])


@face(ApdCargo)
class ApdCargoFace(CampaignFace[ApdCargo]):
    stage = "reinforcement"

    def label(self, scene: Scene[Campaign], step: ApdCargo, action: Action, args: dict[str, Any]) -> str:
        return super().label(scene, step, action, args | {"a1": scene.words.say(f"points.{action[1]}", n=1)})

    def sheet(self, form: Form, step: ApdCargo) -> Sheet:
        """What the fast transport carries."""
        return form.of("loading", [form.field("cargo", form.words.say("sheet.one_point"), "", form.texts)])


@face(Overfull)
class OverfullFace(CampaignFace[Overfull]):
    stage = "reinforcement"

    def why_final(self, scene: Scene[Campaign], step: Overfull, action: Action) -> str | None:
        """RS-014: when the last ship has gone on, the Game-Turn ends, and the plots of both sides are laid open. A last
        one that is left goes by itself."""
        after = scene.v if action == ("done",) else step.sent_on(scene.v, action[1])
        return None if len(step.legal(after, scene.side)) > 1 else "ends.reveal"

    def sheet(self, form: Form, step: Overfull) -> Sheet:
        """Ships at Rabaul, of which some go on."""
        v, words = form.v, form.words
        units = [u for u in v.p.of_side[JAPAN] if v.at[u] in (RABAUL, HOME + RABAUL)
                 and v.p.kind[u] not in ("TR", "SS")]
        guns: Term = {"text": words.say("sheet.at", place=words.name(BASES[RABAUL])), "value": words.say(
            "sheet.rabaul", n=len(units), guns=sum(v.p.bombardment[u] for u in units))}
        return form.of("placing", [form.field("on", words.say("sheet.to_truk"), "", form.texts)], totals=[guns])


@line(ShipCrippled)
def crippled(seen: ShipCrippled, reader: Reader) -> Line:
    made = say(seen, reader, mark="loss", unit=ship(reader, seen.unit))
    return made | {"losses": [lost_ship(reader, seen.side, seen.unit, "crippled")]}


@line(Repairing)
def repairing(seen: Repairing, reader: Reader) -> Line:
    turns = data_of(reader.game.correction)["params"]["time"]["turns"]
    made = say(seen, reader, key="repairing_long" if seen.turn > turns else "", rule="RS-135",
               unit=ship(reader, seen.unit))
    factor = data_of(reader.game.correction)["params"]["repair"]["factor"]
    return carded(made, reader, reader.modifier("repair", f"{factor} × {seen.die}", "RS-135"))


@line(Arrived)
def arrived(seen: Arrived, reader: Reader) -> Line:
    return say(seen, reader, units=gathered(reader, seen.units))


@line(PointsArrived)
def points_arrived(seen: PointsArrived, reader: Reader) -> Line:
    """Reinforcements: points and where they are."""
    words, found = reader.words, []
    for key in seen.fields:
        base, _, kind = key.rpartition("_")
        n = getattr(seen, key)
        if n and base == "us":
            found.append(words.say("points.american", what=words.say(f"points.{kind}", n=n)))
        elif n:
            place = words.name("espiritu_santo" if base == "es" else base)
            found.append(words.say("points.at", what=words.say(f"points.{kind}", n=n), place=place))
    return say(seen, reader, what=found)


@line(Loaded)
def loaded(seen: Loaded, reader: Reader) -> Line:
    return alone(say(seen, reader, unit=ship(reader, seen.unit)))


@line(Boarded, Returned)
def cargo(seen: Boarded | Returned, reader: Reader) -> Line:
    return alone(say(seen, reader, what=holds(reader, seen.holds)))


@line(SentOn)
def sent_on(seen: SentOn, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))


@line(NavalAirPlaced)
def naval_air(seen: NavalAirPlaced, reader: Reader) -> Line:
    key = "naval_air_australia" if not seen.es else "" if seen.australia else "naval_air_es"
    return say(seen, reader, key=key)


line(NotPlaced, ShortlandsOpened, BroughtHome)(say)
