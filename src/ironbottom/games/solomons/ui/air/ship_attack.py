"""How attacks on ships look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ironbottom.games.solomons.rules.air.ship_attack import (
    Bombed,
    Division,
    FlakFired,
    Grouping,
    LaidOut,
    ShipAttack,
    best,
    least,
)
from ironbottom.games.solomons.rules.printed import BASES, LETTERS, PORT, SIDES
from ironbottom.games.solomons.rules.state import Campaign, Layout
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import carded, column, say, ship
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.games.solomons.ui.pieces import unit_name
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Odds, Probe, Sheet, Table, Term


@face(Grouping)
class GroupingFace(CampaignFace[Grouping]):
    in_sheet = True
    fights = ("cover",)

    def hand(self, v: Campaign, side: int, step: Grouping) -> int:
        return int(v.drafts[side][2]) if side == step.side and v.drafts[side] else -1

    def sheet(self, form: Form, step: Grouping) -> Sheet:
        """The ships under attack, in groups of up to four."""
        v, side, words = form.v, form.side, form.words
        made, cover, hand = step.part(v)
        offered = set(form.texts)
        placed = {u for group in made for u in group}
        most = int(v.p.numbers["task_forces"]["group"])
        goals = [f"group{g + 1}" for g, group in enumerate(made) if len(group) < most] + [f"group{len(made) + 1}"]
        loose = []
        for u in v.fleet(step.side, step.force):
            if u not in placed:
                name = v.p.ids[u]
                to = {goal: [f"take {name}", f"put {goal}"] for goal in goals} if f"take {name}" in offered else (
                    {goal: [f"put {goal}"] for goal in goals} if u == hand else {})
                loose.append(form.item(u, to))
        bins = [form.bin("loose", words.say("sheet.loose"), loose)] if loose else []
        for g in range(len(made) + bool(loose)):
            group = made[g] if g < len(made) else ()
            flak = sum(v.p.flak[u] for u in group)
            note = words.say("sheet.flak", n=flak, cover=cover[g] if g < len(cover) else 0) if group else ""
            bins.append(form.bin(f"group{g + 1}", words.say("name.group", n=g + 1), [form.item(u, {}) for u in group],
                                 note))
        assert side == step.side
        fields = [form.field(f"cover{g}", words.say("name.group", n=g + 1), "", form.starting(f"cover group{g + 1} "))
                  for g in range(len(made)) if form.starting(f"cover group{g + 1} ")]
        totals: list[Term] = []
        for f in v.flights:
            if f.side == 1 - side and f.target == step.force and not f.done:
                origin = words.name(BASES[f.origin - PORT]) if f.origin >= PORT else form.place(LETTERS[f.origin])
                totals.append({"text": words.say("sheet.attacker", origin=origin), "value": str(f.lac + f.nac),
                               "side": SIDES[1 - side]})
        if step.reserve(v):
            totals.append({"text": words.say("sheet.reserve_left"), "value": str(step.reserve(v) - sum(cover)),
                           "rule": "RS-093"})
        return form.of("battle", fields, bins=bins, totals=totals)

    def chances(self, chances: Chances, step: Grouping, action: Action) -> Odds:
        return chances.cover(step, action)


@face(Division)
class DivisionFace(CampaignFace[Division]):
    in_sheet = True
    fights = ("send",)

    def sheet(self, form: Form, step: Division) -> Sheet:
        """Points for each group."""
        sent = dict(form.v.drafts[form.side])
        table = groups_of(form, step.flight, "sent", {g: str(n) for g, n in sent.items()})
        left = points_of(form.v, step.flight) - sum(sent.values())
        return form.plain(tables=[table] if table else None, totals=[striking(form, step.flight, left)])

    def chances(self, chances: Chances, step: Division, action: Action) -> Odds | None:
        return chances.send(step, action)


@face(ShipAttack)
class ShipAttackFace(CampaignFace[ShipAttack]):
    probe: ClassVar[Probe] = {"piece": "bomb {piece} =1"}
    final: ClassVar[Mapping[str, str]] = {"bomb": "ends.die"}
    fights = ("bomb",)

    def choice(self, scene: Scene[Campaign], step: ShipAttack, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] == "bomb" and "amount" in made:  # more than three to one is wasted
            made["amount"]["start"] = min(made["amount"]["high"], best(scene.v.p, scene.v.p.index[action[1]]))

    def sheet(self, form: Form, step: ShipAttack) -> Sheet:
        """The ships of the revealed group, and the points against each."""
        p, words, fields = form.v.p, form.words, []
        for u in step.ships:
            need = least(p, u)
            note = words.say("sheet.too_few", n=need) if need > step.n else words.say("sheet.best_odds", n=best(p, u))
            fields.append(form.field(p.ids[u], unit_name(form.v, u), words.say("sheet.ship_defense", n=p.defense[u]),
                                     form.naming(p.ids[u]), note=note, pieces=[p.ids[u]]))
        layout = layout_at(form.v, step.flight)
        shown = layout.shown if layout is not None else ()
        table = groups_of(form, step.flight, "seen", {
            g: words.say("sheet.shown") for g, row in enumerate(shown) if row[4]})
        if table is not None:
            table["row"] = step.group
        return form.of("battle", fields, tables=[table] if table else None,
                       totals=[striking(form, step.flight, step.n)])

    def chances(self, chances: Chances, step: ShipAttack, action: Action) -> Odds:
        return chances.bomb(action)


def layout_at(v: Campaign, flight: int) -> Layout | None:
    """The groups of the task force that an attack has reached."""
    f = v.flights[flight]
    return next((lay for lay in v.layouts if lay.side == 1 - f.side and lay.force == f.target), None)


def points_of(v: Campaign, flight: int) -> int:
    """What is left of an attack."""
    return v.flights[flight].lac + v.flights[flight].nac


def told(form: Form, row: Sequence[int]) -> list[str]:
    """What is told of a group: whether it has carriers, battleships or battlecruisers, transports."""
    words = form.words
    cells = [words.say("yes" if flag else "no") for flag in row[1:4]]
    if row[2] and form.v.p.groups_by_kind:
        cells[1] = words.say("sheet.heavy." + ("bb", "bc", "both")[row[2] - 1])
    return cells


def groups_of(form: Form, flight: int, last: str, cells: Mapping[int, str]) -> Table | None:
    """The groups of the attacked task force, as both know them, with something in the last column."""
    words, layout = form.words, layout_at(form.v, flight)
    if layout is None:
        return None
    rows = [[str(g + 1), str(row[0]), *told(form, row), cells.get(g, "")]
            for g, row in enumerate(layout.shown)]
    columns = [words.say(f"sheet.column.{key}") for key in ("group", "ships", "cv", "bb", "tr", last)]
    return {"id": "groups", "name": words.say("sheet.groups"), "rows": rows, "rule": "RS-098", "columns": columns}


def striking(form: Form, flight: int, left: int) -> Term:
    """What an attack goes for, and the points that are left of it."""
    words, f = form.words, form.v.flights[flight]
    target = words.name("henderson") if f.target < 0 else words.say("name.enemy", n=f.target + 1)
    return {"text": words.say("sheet.striking", target=target, hex=LETTERS[f.where]), "value": str(left)}


@line(FlakFired)
def flak(seen: FlakFired, reader: Reader) -> Line:
    terms = [reader.modifier("flak", str(seen.strength - 2 * seen.cover), "RS-098")]
    if seen.cover:
        terms.append(reader.modifier("cover", f"2 × {seen.cover}", "RS-093"))
    made = say(seen, reader, key="" if seen.lost else "flak_die_none", rule="RS-098")
    return carded(made, reader, *terms, total=column(reader, "flak", seen.strength))


@line(Bombed)
def bombed(seen: Bombed, reader: Reader) -> Line:
    result = reader.words.say(f"bombed.{seen.result}")
    if not seen.defense:  # told before it said so
        return carded(say(seen, reader, rule="RS-098", unit=ship(reader, seen.unit), result=result), reader)
    odds = column(reader, "air_naval", 2 * seen.points // seen.defense)
    made = say(seen, reader, key="bomb_die_at", rule="RS-098", unit=ship(reader, seen.unit), result=result, odds=odds)
    return carded(made, reader, reader.modifier("bombs", str(seen.points), "RS-098"),
                  reader.modifier("ship", str(seen.defense), "RS-098"), total=odds)


line(LaidOut)(say)
