"""How Regroup looks: building, purchases, repairs, deployment, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from ironbottom.games.axis_allies.rules.loading import LoadHand, Loading
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    CAR,
    CATEGORIES,
    HOME,
    KIND,
    KINDS,
    SEAS,
    SIDES,
    SPACE,
    SPACES,
    SUB,
)
from ironbottom.games.axis_allies.rules.regroup import (
    Bought,
    Build,
    Built,
    Buy,
    Captured,
    ControlTaken,
    Deploy,
    Deployed,
    DeployHand,
    Mended,
    Repair,
    Repaired,
    Scored,
    Unspent,
    Won,
    equals,
    income,
)
from ironbottom.games.axis_allies.rules.state import MOVED, Ship
from ironbottom.games.axis_allies.ui.face import At, Held, StepFace, Taking, by_default, moved, simply, told
from ironbottom.games.axis_allies.ui.pieces import YARD
from ironbottom.games.axis_allies.ui.texts import ship_text, ships_text, written
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Choice, Field, Line, Probe, Sheet, Term

PRICE_LIST = tuple(
    KIND[name] for name in ("INF", "ART", "AAG", "SUP", "TRN", "SUB", "DST", "CRU", "CAR", "BAT", "FTR", "BOM"))
"""R16: what can be bought: first what wins islands."""
DECK = 2
"""U5: so many fighters are aboard a carrier."""
ANY = 50
"""More room than this is a base's, which has room for any number."""

D = TypeVar("D", bound=Deploy | DeployHand)


def fitting(scene: At, *head: str) -> list[str]:
    """The choices that begin so, as sheets list them."""
    return [written(action) for action in scene.legal if action[: len(head)] == head]


# --- airfields, reinforcements, repairs, deployment ----------------------------------------------------------------


@face(Build)
class BuildFace(StepFace[Build]):
    """R13: airfields."""

    on_space = ("build",)
    probe: Probe = {"space": "build {space}"}  # noqa: RUF012

    def question(self, scene: At, step: Build) -> Ask:
        return self.asked(scene, step, supply=scene.words.say("count.SUP", n=scene.v.printed.build))

    def cost(self, scene: At, step: Build, action: Action) -> str:
        return str(scene.v.printed.build) if action[0] == "build" else ""

    def sheets(self, scene: At, step: Build) -> list[Sheet]:
        """R13, R14: the islands with own supply: how much lies there, and how many slots are empty."""
        if not scene.mine:
            return []
        v, words, fields = scene.v, scene.words, list[Field]()
        for i, slots in enumerate(v.printed.slots):
            land = SPACES[SEAS + i]
            supply, empty = v.supply(step.side, SEAS + i), slots - sum(v.airfields[i])
            if supply:
                fields.append({
                    "id": f"build.{land}", "name": words.name(land), "space": land,
                    "value": words.say("count.SUP", n=supply), "choices": fitting(scene, "build", land),
                    "note": words.say("sheet.slots" if empty else "sheet.no_slots", n=empty),
                })
        cost: Term = {"text": words.say("sheet.field_cost"), "value": words.say("count.SUP", n=v.printed.build),
                      "rule": "R13"}
        return [{"id": "build", "kind": "placing", "title": words.say("stage.R3"), "fields": fields, "rule": "R13",
                 "totals": [cost]}]


@face(Buy)
class BuyFace(StepFace[Buy]):
    """R16: the purchase."""

    main = True

    def question(self, scene: At, step: Buy) -> Ask:
        return self.asked(scene, step, left=step.left)

    def label(self, scene: At, step: Buy, action: Action) -> str:
        if action[0] == "done":
            return scene.words.say("choice.done_wasting" if step.left else "choice.done", n=step.left)
        return scene.words.say("choice.buy" if action[0] == "buy" else f"choice.play_{action[1]}", item=action[1])

    def choice(self, scene: At, step: Buy, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if step.left and "main" in made:
            del made["main"]
        if "amount" in made:
            del made["amount"]["start"]
            made["amount"]["now"] = step.bought[KIND[action[1]]]

    def macros(self, scene: At, step: Buy) -> tuple[Macro, ...]:
        """R18: the base's ships are loaded too."""
        do = () if step.left else by_default(scene, (Loading, LoadHand), ("done",))
        return (Macro("macro.done_load", do),) if len(do) > 1 else ()

    def cost(self, scene: At, step: Buy, action: Action) -> str:
        return str(scene.v.printed.cost[KIND[action[1]]]) if action[0] == "buy" else ""

    def sheets(self, scene: At, step: Buy) -> list[Sheet]:
        """R15, R16: how many of each type, the points that are left; open to both sides."""
        v, words = scene.v, scene.words
        fields: list[Field] = [{
            "id": f"buy.{KINDS[kind]}", "name": words.name(KINDS[kind]), "value": str(step.bought[kind]),
            "choices": fitting(scene, "buy", KINDS[kind]), "note": _worth(scene, kind),
        } for kind in PRICE_LIST]
        totals: list[Term] = [
            {"text": words.say("sheet.points_all"), "value": str(income(v, step.side)), "rule": "R15"},
            {"text": words.say("sheet.points_left"), "value": str(step.left), "rule": "R16"},
        ]
        return [{"id": "purchase", "kind": "purchase", "title": words.say("sheet.purchase"), "fields": fields,
                 "rule": "R16", "totals": totals}]


def _worth(scene: At, kind: int) -> str:
    """R16, C3, M15: what a type costs, the dice that it adds to each kind of attack, and what it does beside."""
    p, say = scene.v.printed, scene.words.say
    parts = [say("sheet.cost", n=p.cost[kind])]
    dice = [say("sheet.dice_at", what=name, n=power[kind])
            for name, power in zip(CATEGORIES, p.power, strict=True) if power[kind]]
    if dice:
        parts.append(say("sheet.dice", dice=", ".join(dice)))
    if kind == SUB:
        parts.append(say("sheet.torpedoes"))
    if kind == CAR:
        parts.append(say("sheet.carries_fighters", n=DECK))
    elif p.room[kind]:
        parts.append(say("sheet.carries", n=p.room[kind]))
    return " · ".join(parts)


def supply_left(scene: At, side: int, rule: str) -> Term:
    """The supply at a side's base."""
    base = BASE[side]
    return {"text": scene.words.say("sheet.supply_left", space=SPACES[base]), "value": str(scene.v.supply(side, base)),
            "rule": rule}


@face(Repair)
class RepairFace(StepFace[Repair]):
    """R19, R20: ships and airfields."""

    on_space = ("mend",)
    probe: Probe = {"space": "mend {space} =1"}  # noqa: RUF012

    def label(self, scene: At, step: Repair, action: Action) -> str:
        if action[0] == "repair":
            return scene.words.say("choice.repair", item=action[1])
        return super().label(scene, step, action)

    def macros(self, scene: At, step: Repair) -> tuple[Macro, ...]:
        """R19, R20: all that the supply repairs."""
        do = by_default(scene, (Repair,))
        return (Macro("macro.repair_all", do),) if len(do) > 1 else ()

    def pieces(self, scene: At, step: Repair, action: Action) -> list[str]:
        if action[0] != "repair":
            return []
        n = scene.v.yard[step.side][KIND[action[1]]]
        return [f"{SIDES[step.side]}:{YARD[step.side]}:{action[1]}:{i}" for i in range(1, n + 1)]

    def sheets(self, scene: At, step: Repair) -> list[Sheet]:
        """R19, R20: what is damaged, what repairs it, and the supply for that."""
        if not scene.mine:
            return []
        v, words, side = scene.v, scene.words, step.side
        fields: list[Field] = [
            {"id": f"repair.{KINDS[kind]}", "name": words.say(f"count.{KINDS[kind]}", n=n), "value": "",
             "choices": fitting(scene, "repair", KINDS[kind])}
            for kind, n in enumerate(v.yard[side]) if n
        ]
        for i, row in enumerate(v.airfields):
            if n := row[2 * side + 1]:
                land, supply = SPACES[SEAS + i], words.say("count.SUP", n=v.supply(side, SEAS + i))
                fields.append({
                    "id": f"mend.{land}", "space": land, "value": "", "choices": fitting(scene, "mend", land),
                    "name": words.say("sheet.damaged_at", fields=words.say("count.field", n=n), space=land),
                    "note": words.say("sheet.supply_at", supply=supply, space=land),
                })
        return [{"id": "repair", "kind": "placing", "title": words.say("stage.R4b"), "fields": fields, "rule": "R19",
                 "totals": [supply_left(scene, side, "R19")]}]


class DeployingFace(Taking[D]):
    """R21: ships from the base."""

    def ship_state(self, step: D, ship: Ship) -> str | None:
        return "moved" if ship[2] & MOVED else None

    def sheets(self, scene: At, step: D) -> list[Sheet]:
        """R21: what each numbered zone costs, and the supply for it."""
        if not scene.mine:
            return []
        words, costs = scene.words, scene.v.printed.deploy[step.side]
        fields: list[Field] = [
            {"id": f"deploy.{SPACES[zone]}", "name": words.name(SPACES[zone]), "space": SPACES[zone],
             "value": words.say("sheet.each", supply=words.say("count.SUP", n=cost)),
             "choices": fitting(scene, "deploy", SPACES[zone])}
            for zone, cost in sorted(costs.items(), key=lambda entry: (entry[1], entry[0]))
        ]
        return [{"id": "deployment", "kind": "placing", "title": words.say("stage.R4c"), "fields": fields,
                 "rule": "R21", "totals": [supply_left(scene, step.side, "R21")]}]


@face(Deploy)
class DeployFace(DeployingFace[Deploy]):
    """R21: which ships."""


@face(DeployHand)
class DeployHandFace(DeployingFace[DeployHand]):
    """R21: where to."""

    on_space = ("deploy",)

    def question(self, scene: At, step: DeployHand) -> Ask:
        n = len(equals(scene.v, step.side, step.ship))
        return self.asked(scene, step, ships=ships_text(scene.words, step.ship, n),
                          n=scene.v.supply(step.side, BASE[step.side]), probe={"space": "deploy {space} =1"})

    def cost(self, scene: At, step: DeployHand, action: Action) -> str:
        return str(scene.v.printed.deploy[step.side][SPACE[action[1]]]) if action[0] == "deploy" else ""

    def held(self, step: DeployHand) -> Held:
        return Held(step.side, HOME[step.side], step.ship)


# --- the log -------------------------------------------------------------------------------------------------------


@line(Captured)
def captured(seen: Captured, reader: Reader) -> Line:
    say = reader.words.say
    what = [say(f"count.{name}", n=n) for name, n in (("field", seen.airfields), ("SUP", seen.supply)) if n]
    return told(seen, reader, "R5", what=what)


@line(Deployed)
def deployed(seen: Deployed, reader: Reader) -> Line:
    made = told(seen, reader, "R21", ships=ship_text(reader.words, seen.kind, seen.cargo, seen.n))
    return moved(made, SPACES[HOME[seen.side]], seen.zone, seen.n)


@line(Scored)
def scored(seen: Scored, reader: Reader) -> Line:
    made = told(seen, reader, "R30", n=reader.words.say("count.point", n=seen.n))
    made["points"] = [reader.point(seen.side, seen.n, "fields", "R30")]
    return made


@line(ControlTaken)
def control(seen: ControlTaken, reader: Reader) -> Line:
    less, more = sorted((seen.axis, seen.allies))
    return told(seen, reader, "R4", more=more, less=less)


@line(Won)
def won(seen: Won, reader: Reader) -> Line:
    less, more = sorted((seen.axis, seen.allies))
    made = told(seen, reader, "R32", more=more, less=less)
    made["mark"] = "end"
    return made


def type_by_type(seen: Sequence[Bought | Repaired], reader: Reader) -> str:
    """R16, R19: all that a side bought or repaired, one type after the other."""
    counts: Counter[int] = Counter()
    for one in seen:
        counts[one.kind] += one.n
    units = [reader.words.say(f"count.{KINDS[kind]}", n=n) for kind, n in counts.items()]
    return told(seen[0], reader, "", units=units)["text"]


simply("R13", Built)
simply("R16", Bought, Unspent)
simply("R19", Repaired)
simply("R20", Mended)
