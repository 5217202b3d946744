"""How loading looks: the ship in hand, what is aboard, and what may be taken from where."""

from __future__ import annotations

from typing import TypeVar

from ironbottom.games.axis_allies.rules.loading import Loaded, LoadHand, Loading, PutBack, loads_at_base
from ironbottom.games.axis_allies.rules.movement import Hand
from ironbottom.games.axis_allies.rules.printed import (
    CAR,
    DST,
    FTR,
    GROUND,
    INF,
    KIND,
    KINDS,
    SIDES,
    SPACE,
    SPACES,
    SUP,
    TRN,
)
from ironbottom.games.axis_allies.rules.state import MOVED, Campaign, Ship
from ironbottom.games.axis_allies.ui.face import At, Held, StepFace, Taking, by_default, moved, told
from ironbottom.games.axis_allies.ui.texts import cargo_text, counted, one_ship, ships_text, written
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Field, Line, Sheet, Term

T = TypeVar("T", bound=Hand | LoadHand)


class LoadsFace(StepFace[T]):
    """A ship in hand that takes cargo aboard."""

    def label(self, scene: At, step: T, action: Action) -> str:
        verb, *args = action
        if verb in ("load", "put_back"):
            return scene.words.say(f"choice.{verb}", item=args[1], space=args[0])
        return super().label(scene, step, action)

    def pieces(self, scene: At, step: T, action: Action) -> list[str]:
        if action[0] != "load":
            return []
        v, side, (_, place, kind) = scene.v, scene.side, action
        space = SPACE[place]
        n = sum(v.planes(side, space)[::2]) if kind == "FTR" else v.ground(side, space)[KIND[kind] - INF]
        return [f"{SIDES[side]}:{place}:{kind}:{i}" for i in range(1, n + 1)]

    def space(self, step: T, action: Action) -> str:
        return SPACES[step.zone] if action[0] == "stay" else super().space(step, action)


@face(Loading)
class LoadingFace(Taking[Loading]):
    """O11, R18: ships to be loaded."""

    def question(self, scene: At, step: Loading) -> Ask:
        if step.where != "base":
            return self.asked(scene, step, "Loading_all", rule="M8")
        return self.asked(scene, step)

    def macros(self, scene: At, step: Loading) -> tuple[Macro, ...]:
        """R18: all ships of the base, one after the other."""
        do = by_default(scene, (Loading, LoadHand))
        return (Macro("macro.load_ships", do),) if len(do) > 1 else ()

    def ship_state(self, step: Loading, ship: Ship) -> str | None:
        return "moved" if ship[2] & MOVED else None


@face(LoadHand)
class LoadHandFace(LoadsFace[LoadHand]):
    """R18, U2: the ship in hand."""

    def question(self, scene: At, step: LoadHand) -> Ask:
        zone, n = SPACES[step.zone], scene.v.fleet(step.side, step.zone).count(step.ship)
        return self.asked(scene, step, "LoadHand_deck" if step.ship[0] == CAR else "", zone=zone, focus=[zone],
                          ships=ships_text(scene.words, step.ship, n), probe={"piece": "load {piece}"})

    def label(self, scene: At, step: LoadHand, action: Action) -> str:
        if action[0] == "stay":
            return scene.words.say("choice.stay_loaded")
        return super().label(scene, step, action)

    def held(self, step: LoadHand) -> Held:
        return Held(step.side, step.zone, step.ship)

    def ship_state(self, step: LoadHand, ship: Ship) -> str | None:
        return "moved" if ship[2] & MOVED else None

    def sheets(self, scene: At, step: LoadHand) -> list[Sheet]:
        return [loading_sheet(scene, step)] if scene.mine else []

    def macros(self, scene: At, step: LoadHand) -> tuple[Macro, ...]:
        return filling(scene.v, step)


def loading_sheet(scene: At, step: Hand | LoadHand) -> Sheet:
    """U2, U5, M8: the ship in hand, what is aboard, and what may be taken from where."""
    v, words, side, legal, ship = scene.v, scene.words, scene.side, scene.legal, step.ship
    room = 2 if ship[0] == CAR else v.printed.room[ship[0]]
    zone = SPACES[step.zone]
    fields: list[Field] = [{
        "id": "aboard", "name": words.say("sheet.aboard"), "space": zone,
        "choices": [written(action) for action in legal if action[0] in ("put_back", "aboard")],
        "value": cargo_text(words, ship[1]) if ship[1] else words.say("sheet.empty"),
    }]
    for land in dict.fromkeys(action[1] for action in legal if action[0] == "load"):
        counts = {kind: n for kind, n in zip(GROUND, v.ground(side, SPACE[land]), strict=True) if n}
        if ship[0] == CAR:
            counts = {FTR: sum(v.planes(side, SPACE[land])[::2])}
        fields.append({"id": f"from.{land}", "name": words.name(land), "value": counted(words, counts), "space": land,
                       "choices": [written(action) for action in legal if action[:2] == ("load", land)]})
    totals: list[Term] = [{"text": words.say("sheet.room"), "value": f"{room - len(ship[1])} / {room}", "rule": "U2"}]
    title = words.say("sheet.loading", ship=one_ship(words, (ship[0], (), 0)), zone=zone)
    return {"id": "loading", "kind": "loading", "title": title, "fields": fields, "rule": "M8", "totals": totals}


def filling(v: Campaign, step: Hand | LoadHand) -> tuple[Macro, ...]:
    """The loads that fill a ship, from where most lies: infantry, then supply, artillery, guns; or supply alone."""
    if step.ship[0] not in (TRN, DST):
        return ()
    stock = {
        (land, kind): n for land in v.printed.shores[step.zone]
        for kind, n in zip(GROUND, v.ground(step.side, land), strict=True) if n
    }
    at_base = isinstance(step, LoadHand) and step.where == "base"
    able = loads_at_base(v, step.side, step.ship) if at_base else tuple(stock)
    order = sorted(able, key=lambda entry: ((INF, INF + 1, SUP, INF + 2).index(entry[1]), -stock.get(entry, 0)))
    room = v.printed.room[step.ship[0]] - len(step.ship[1])
    found: dict[tuple[Action, ...], None] = {}
    for kinds in (order, [entry for entry in order if entry[1] == SUP]):
        loads: list[Action] = []
        for land, kind in kinds:
            loads += [("load", SPACES[land], KINDS[kind])] * min(stock.get((land, kind), 0), room - len(loads))
        if loads[1:]:
            found[tuple(loads)] = None
    return tuple(Macro("macro.load_all", loads, (("cargo", tuple(load[2] for load in loads)),)) for loads in found)


@line(Loaded)
def loaded(seen: Loaded, reader: Reader) -> Line:
    rule = "R18" if seen.kind == FTR else "M8"
    return moved(told(seen, reader, rule, ship=KINDS[seen.ship]), seen.land, seen.zone, 1)


@line(PutBack)
def put_back(seen: PutBack, reader: Reader) -> Line:
    return told(seen, reader, "R18" if seen.kind == FTR else "M8")
