"""8.1, 5.0b: how fire, bombardments and strikes look, and what may come of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import ClassVar

from ironbottom.games.henderson_field.rules.artillery import (
    Bombard,
    CounterFired,
    CounterResult,
    Fire,
    Fired,
    FireLoss,
    FireResult,
    ShipsRolled,
    Strike,
    Suppress,
    Uncovered,
    batteries,
    budget,
    fire_result,
)
from ironbottom.games.henderson_field.rules.printed import SIDES, Printed, distances
from ironbottom.games.henderson_field.rules.state import Position, at_hex, front, least_operational, undefended
from ironbottom.games.henderson_field.ui.faces import (
    HendersonFace,
    Scenery,
    States,
    labelled,
    offers,
    outcome,
    plainly,
    said,
    strongest_lose,
    supply_text,
)
from ironbottom.games.henderson_field.ui.strengths import DIE, crews, hidden_in, pool
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.presenter import Ask, Macro, Reader, face, line
from ironbottom.kernel.view import Choice, Field, Line, Mark, Odds, Outcome, Sheet, Table, Term
from ironbottom.kernel.words import Words


def strengths(v: Position, side: int, here: int) -> tuple[tuple[int, int, float], ...]:
    """R8.1.5, Q25: the strengths that a hex may have, with the steps that fire can take at most, and probabilities."""
    steps = [v.armies[side].steps[i] for i in at_hex(v, side, here)]
    slots = hidden_in(v, side, (here,))
    if not slots:
        return ((sum(steps), sum(steps) - len(steps), 1.0),)
    found: dict[int, float] = {}
    for (row,), share in crews(pool(v, side), slots, (here,)):
        total = sum(steps) + row[0] + row[1]
        found[total] = found.get(total, 0.0) + share
    count = len(steps) + len(slots)
    return tuple((total, total - count, share) for total, share in sorted(found.items()))


@lru_cache(maxsize=256)
def hits(faces: tuple[int, ...], dice: int) -> tuple[float, ...]:
    """R8.1.5: how probable each number of hits is, with so many dice whose faces hit so often."""
    total = [1.0]
    for _ in range(dice):
        more = [0.0] * (len(total) + max(faces))
        for n, share in enumerate(total):
            for one in faces:
                more[n + one] += share / len(faces)
        total = more
    return tuple(total)


def steps_lost(v: Position, side: int, here: int, dice: Iterable[tuple[int, float]]) -> dict[int, float]:
    """R8.1.5, Q25: how probable each number of steps is that a side loses there to so many dice, or to each number of
    them with its probability."""
    found: dict[int, float] = {}
    for number, chance in dice:
        for strength, most, share in strengths(v, side, here):
            faces = tuple(fire_result(v, die, strength) for die in range(1, DIE + 1))
            for n, part in enumerate(hits(faces, number)):
                found[min(n, max(0, most))] = found.get(min(n, max(0, most)), 0.0) + chance * share * part
    return {n: share for n, share in sorted(found.items()) if share > 0}


def harm_done(v: Position, dice: Iterable[tuple[int, float]]) -> dict[int, float]:
    """R8.1.6: how probable each fall of the airfield is."""
    p = v.setting
    faces = tuple(int(die >= p.harm) for die in range(1, DIE + 1))
    found: dict[int, float] = {}
    for number, chance in dice:
        for n, part in enumerate(hits(faces, number)):
            found[min(n, v.status)] = found.get(min(n, v.status), 0.0) + chance * part
    return {n: share for n, share in sorted(found.items()) if share > 0}


def fire_odds(v: Position, side: int, here: int, dice: int, words: Words) -> Odds:
    """R8.1.5, R8.1.6, Q25: what so many dice do to a hex."""
    return _shots(v, side, here, ((dice, 1.0),), dice, words)


def _shots(
    v: Position, side: int, here: int, dice: tuple[tuple[int, float], ...], number: int, words: Words
) -> Odds:
    p, foe = v.setting, 1 - side
    results: list[Outcome] = []
    for n, share in steps_lost(v, foe, here, dice).items():
        one: Outcome = {"text": words.say("odds.steps", n=n), "p": share}
        if n:
            one["good"] = SIDES[side]
        results.append(one)
    meets = strengths(v, foe, here)
    made: Odds = {
        "title": words.say("odds.fire_title", n=number, hex=p.names[here]), "sums": [], "results": results,
        "error": 0.0, "notes": [], "rule": "R8.1.5",
    }  # fmt: skip
    low, high = meets[0][0], meets[-1][0]
    notes = [words.say("odds.fire", n=low) if low == high else words.say("odds.fire_between", low=low, high=high)]
    if unseen := len(hidden_in(v, foe, (here,))):
        notes.append(words.say("row.unseen", n=unseen))
    if here == p.field:
        notes += _harm_notes(v, dice, words)
        made["table"] = _shares("airfield_falls", harm_done(v, dice), words)
    made["notes"] = notes
    return made


def _shares(key: str, found: Mapping[int, float], words: Words) -> Table:
    """How probable each number is, per cent."""
    cells = ["–" if share < 0.0005 else f"{100 * share:.1f}" for share in found.values()]
    what = words.say(f"odds.{key}")
    return {
        "id": key, "name": words.say("odds.shares", what=what), "columns": [what, *map(str, found)],
        "rows": [["%", *cells]],
    }  # fmt: skip


def _harm_notes(v: Position, dice: tuple[tuple[int, float], ...], words: Words) -> list[str]:
    """R8.1.6, Q5: the airfield's fall on the average, and how likely it falls out of use."""
    harm = harm_done(v, dice)
    notes = [words.say("odds.harm", n=f"{sum(n * share for n, share in harm.items()):.1f}")]
    spare = v.status - least_operational(v.setting)
    if spare >= 0 and (lost := sum(share for n, share in harm.items() if n > spare)) >= 0.0005:
        notes.append(words.say("odds.out_of_use", p=f"{100 * lost:.1f}"))
    return notes


def counter_odds(v: Position, side: int, here: int, dice: int, words: Words) -> Odds:
    """R8.1.8: how many batteries fall silent, if they are there."""
    needed = v.setting.limits["counter_battery"]
    shares = hits(tuple(int(die >= needed) for die in range(1, DIE + 1)), dice)
    results: list[Outcome] = []
    for n, share in enumerate(shares):
        one: Outcome = {"text": words.say("odds.silenced", n=n), "p": share}
        if n:
            one["good"] = SIDES[side]
        results.append(one)
    return {
        "title": words.say("odds.counter_title", n=dice, hex=v.setting.names[here]), "sums": [], "results": results,
        "error": 0.0, "notes": [words.say("odds.counter")], "rule": "R8.1.8",
    }  # fmt: skip


def bombardment(v: Position, side: int) -> tuple[tuple[int, float], ...]:
    """R8.1.7: how many dice may fall on the airfield, if the ships come."""
    number = int(v.setting.bombardment[side][v.setting.turns[v.turn].month])
    return tuple((n, share) for n, share in enumerate(hits((1, 2, 3, 4, 5, 6), number)) if share > 0)


def _bombard_odds(v: Position, side: int, words: Words) -> Odds:
    """R8.1.7, R8.1.6: whether the ships come, and what they do to the airfield."""
    p = v.setting
    comes = (DIE + 1 - int(p.tables["bombardment"]["needed"])) / DIE
    results: list[Outcome] = [{"text": words.say("odds.no_ships"), "p": 1 - comes}]
    for n, share in harm_done(v, bombardment(v, side)).items():
        one: Outcome = {"text": words.say("odds.ships" if n else "odds.ships_in_vain", n=n), "p": comes * share}
        # who stands beside a field that nobody holds down would harm what he is about to take
        if n and not undefended(v, side):
            one["good"] = SIDES[side]
        results.append(one)
    dice = ((0, 1 - comes), *((n, comes * share) for n, share in bombardment(v, side)))
    notes = _harm_notes(v, dice, words)
    made: Odds = {
        "title": words.say("odds.bombard_title"), "sums": [], "results": results, "error": 0.0, "notes": notes,
        "rule": "R8.1.7",
    }  # fmt: skip
    # the guns of who bombards may stand there alone
    victims = next((one for one in (1 - side, side) if front(v, one).count[p.field]), None)
    if victims is not None:
        made["table"] = _shares("lost_there", steps_lost(v, victims, p.field, dice), words)
    return made


@face(Fire)
class FireFace(HendersonFace[Fire]):
    """R8.1a: a side fires mission after mission."""

    final: ClassVar = {"fire": "ends.die"}
    rules: ClassVar = {"counter": "R8.1.8"}
    main = ("fire", "pass")

    def ask(self, scene: Scenery, step: Fire) -> Ask:
        v, words, side, doing = scene.v, scene.words, step.side, scene.v.doings[step.side]
        supply = supply_text(v, side, words)
        if doing.target < 0:
            return Ask(words.say("prompt.fire", supply=supply), step.rule, {"space": "attack {space}"})
        name, used = v.setting.names[doing.target], sum(n for _, n in doing.mission)
        key = "prompt.counter_guns" if doing.counter_battery else "prompt.fire_guns"
        rule = "R8.1.8" if doing.counter_battery else step.rule
        return Ask(words.say(key, hex=name, n=used, supply=supply), rule, focus=(name,))

    def choice(self, scene: Scenery, step: Fire, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action == ("pass",) and not any(scene.v.doings[step.side].fired):
            labelled(scene, made, "hold_fire")
        elif action[0] == "gun":
            made["piece"] = action[1]
        elif action[0] == "counter" and (idle := _no_gun(scene.v, 1 - step.side, scene.v.setting.number[action[1]])):
            del made["space"]
            made |= {"piece": idle, "aside": True}

    def sheets(self, scene: Scenery, step: Fire) -> list[Sheet]:
        return [_sheet(scene.v, step, scene.words)] if scene.mine else []

    def odds(self, scene: Scenery, step: Fire, action: Action) -> Odds | None:
        doing = scene.v.doings[step.side]
        if action != ("fire",) or not doing.mission:
            return None
        make = counter_odds if doing.counter_battery else fire_odds
        return make(scene.v, step.side, doing.target, sum(n for _, n in doing.mission), scene.words)

    def macros(self, scene: Scenery, step: Fire) -> tuple[Macro, ...]:
        return _all_guns(scene.v, step) if scene.v.doings[step.side].target >= 0 else ()

    def states(self, v: Position, step: Fire) -> States:
        side, army = step.side, v.armies[step.side]
        able = {*batteries(v, side, False), *batteries(v, side, True)}
        return {
            (side, i): "ready" if i in able else "done" for i in v.setting.guns[side] if army.at[i] < v.setting.hexes
        }

    def marks(self, scene: Scenery, step: Fire) -> list[Mark]:
        target = scene.v.doings[step.side].target
        if target < 0:
            return []
        return [{"space": scene.v.setting.names[target], "kind": "sighted", "text": scene.words.say("mark.aim")}]


def _sheet(v: Position, step: Fire, words: Words) -> Sheet:
    """R8.1.2, R8.1.3: the batteries with what they can still fire; with a target, the mission and its odds."""
    p, side, doing = v.setting, step.side, v.doings[step.side]
    totals: list[Term] = [
        {"text": words.say("sheet.supply"), "value": supply_text(v, side, words), "side": SIDES[side], "rule": "R8.1.2"}
    ]
    fields: list[Field] = []
    if doing.target < 0:
        able = sorted({*batteries(v, side, False), *batteries(v, side, True)})
        for i in able:
            unit = p.units[side][i]
            left = max(0, budget(v, side, i, False))
            fields.append(
                {"id": unit.name, "name": words.say("sheet.battery", unit=unit.label, n=unit.reach),
                 "value": words.say("sheet.points", n=left), "choices": [], "space": p.names[v.armies[side].at[i]],
                 "pieces": [unit.name],
                 "note": words.say("sheet.counter_points", n=max(0, budget(v, side, i, True)))}
            )  # fmt: skip
        made: Sheet = {
            "id": "fire", "kind": "decision", "title": words.say("sheet.fire"), "fields": fields, "totals": totals,
            "rule": "R8.1a",
        }  # fmt: skip
        if not able:
            made["blocks"] = [words.say("refused.no_battery")]
        return made
    strength, unseen = _known(v, 1 - side, doing.target)
    seen = f"{strength}+" if unseen else str(strength)
    totals.append({"text": words.say("sheet.strength"), "value": seen, "rule": "R8.1.5"})
    guns = {text.split()[1]: text for text in offers(v, step, side, "gun")}
    paid = dict(doing.mission)
    for i in dict.fromkeys((*paid, *(p.unit_number[name][1] for name in guns))):
        unit = p.units[side][i]
        away = distances(p, doing.target)[v.armies[side].at[i]]
        fields.append(
            {"id": unit.name, "name": words.say("sheet.at_range", unit=unit.label, n=away, reach=unit.reach),
             "value": words.say("sheet.dice", n=paid.get(i, 0)),
             "choices": [guns[unit.name]] if unit.name in guns else [],
             "space": p.names[v.armies[side].at[i]], "pieces": [unit.name]}
        )  # fmt: skip
    key = "sheet.counter_at" if doing.counter_battery else "sheet.fire_at"
    made = {
        "id": "fire", "kind": "decision", "title": words.say(key, hex=p.names[doing.target]), "fields": fields,
        "totals": totals, "rule": "R8.1.8" if doing.counter_battery else "R8.1.5",
    }  # fmt: skip
    dice = sum(n for _, n in doing.mission)
    if dice:
        make = counter_odds if doing.counter_battery else fire_odds
        made["odds"] = make(v, side, doing.target, dice, words)
    else:
        made["blocks"] = [words.say("sheet.no_gun")]
    return made


def _known(v: Position, side: int, here: int) -> tuple[int, int]:
    """The strength that is seen in a hex, and the counters there that are hidden."""
    return sum(v.armies[side].steps[i] for i in at_hex(v, side, here)), len(hidden_in(v, side, (here,)))


def _no_gun(v: Position, side: int, here: int) -> str:
    """R8.1.8: a counter of a hex in which, for all to see, there is no battery; else ""."""
    units = [v.setting.units[side][i] for i in at_hex(v, side, here)]
    if any(unit.gun for unit in units) or any(place == here for place, _ in v.armies[side].hidden):
        return ""
    return units[0].name


def _all_guns(v: Position, top: Fire) -> tuple[Macro, ...]:
    """R8.1.2: every battery in range with all that it has, as far as supply goes."""
    actions: list[Action] = []
    plain, s = v.replace(stack=v.stack[:-1]), v
    while True:
        offer = next((action for action in top.legal(s, top.side) if action[0] == "gun"), None)
        if offer is None:
            break
        most = offer[2]
        assert isinstance(most, Range)
        action = (offer[0], offer[1], most.high)
        actions.append(action)
        s = top.take(plain.replace(doings=s.doings), top.side, action)
    total = sum(n for _, n in s.doings[top.side].mission)
    return (Macro("macro.all_guns", tuple(actions), (("n", total),)),) if len(actions) > 1 else ()


@face(FireLoss)
class FireLossFace(HendersonFace[FireLoss]):
    """R8.1.5: the owner shares out what fire has taken."""

    cost = "−1"

    def ask(self, scene: Scenery, step: FireLoss) -> Ask:
        name = scene.v.setting.names[step.hex]
        text = scene.words.say("prompt.fire_loss", hex=name, n=step.steps)
        return Ask(text, step.rule, {"piece": "lose {piece}"}, (name,))

    def macros(self, scene: Scenery, step: FireLoss) -> tuple[Macro, ...]:
        return strongest_lose(scene.v, step.side, at_hex(scene.v, step.side, step.hex), step.steps, 1)


@face(Suppress)
class SuppressFace(HendersonFace[Suppress]):
    """R8.1.8: the owner names the batteries that fall silent."""

    def ask(self, scene: Scenery, step: Suppress) -> Ask:
        name = scene.v.setting.names[step.hex]
        text = scene.words.say("prompt.suppress", hex=name, n=step.hits)
        return Ask(text, step.rule, {"piece": "mute {piece}"}, (name,))


@face(Bombard)
class BombardFace(HendersonFace[Bombard]):
    """R8.1.7: a naval bombardment, or none."""

    final: ClassVar = {"bombard": "ends.die"}

    def ask(self, scene: Scenery, step: Bombard) -> Ask:
        return Ask(scene.words.say("prompt.bombard"), step.rule)

    def sheets(self, scene: Scenery, step: Bombard) -> list[Sheet]:
        return [_ships(scene.v, step.side, scene.words)] if scene.mine else []

    def odds(self, scene: Scenery, step: Bombard, action: Action) -> Odds | None:
        return _bombard_odds(scene.v, step.side, scene.words) if action == ("bombard",) else None


def _ships(v: Position, side: int, words: Words) -> Sheet:
    """R8.1.7: whether the ships come, and what they may do to the airfield."""
    p = v.setting
    number = int(p.bombardment[side][p.turns[v.turn].month])
    totals: list[Term] = [
        {"text": words.say("sheet.ships"), "value": words.say("sheet.or_more", n=p.tables["bombardment"]["needed"])},
        {"text": words.say("sheet.ship_dice"), "value": words.say("sheet.die_sum", n=number)},
        {"text": words.say("sheet.status"), "value": str(v.status), "rule": "R7.11a"},
    ]
    return {
        "id": "bombardment", "kind": "battle", "title": words.say("odds.bombard_title"), "fields": [], "totals": totals,
        "odds": _bombard_odds(v, side, words), "rule": "R8.1.7",
    }  # fmt: skip


@face(Strike)
class StrikeFace(HendersonFace[Strike]):
    """R5.0b: the target of a strike."""

    final: ClassVar = {"strike": "ends.die"}

    def ask(self, scene: Scenery, step: Strike) -> Ask:
        text = scene.words.say("prompt.strike_ships" if step.coastal else "prompt.strike_planes", n=step.dice)
        return Ask(text, step.rule, {"space": "strike {space}"})

    def odds(self, scene: Scenery, step: Strike, action: Action) -> Odds | None:
        number = scene.v.setting.number
        if action[0] != "strike" or len(action) != 2 or action[1] not in number:
            return None
        dice = ((step.dice, 1.0),) if step.dice else tuple((n, 1 / DIE) for n in range(1, DIE + 1))
        return _shots(scene.v, step.side, number[action[1]], dice, step.dice, scene.words)


line(CounterFired, Uncovered)(plainly)


@line(Fired)
def fired(seen: Fired, reader: Reader) -> Line:
    return said(seen, reader, "" if seen.strength else "event.fire_empty")


@line(CounterResult)
def silenced(seen: CounterResult, reader: Reader) -> Line:
    """R8.1.8: its owner reads what it has silenced; so do all where no battery can lie hidden."""
    if not seen.n:
        return said(seen, reader, "event.counter_in_vain")
    if seen.silent is None:
        return said(seen, reader)
    return said(seen, reader, "event.counter_silenced" if seen.silent else "event.counter_none_left",
                n=seen.silent or seen.n)


@line(FireResult)
def fire_fell(seen: FireResult, reader: Reader) -> Line:
    made = said(seen, reader, "" if seen.n else "event.fire_in_vain", mark="battle")
    if seen.harm:
        made["text"] += " " + reader.words.say("event.field_harmed", n=seen.harm, status=seen.status)
    modifiers = [reader.modifier("strength", str(seen.strength), "R8.1.5")]
    p = reader.game.plain
    assert isinstance(p, Printed)
    if seen.hex == p.names[p.field]:
        modifiers.append(reader.modifier("field", f"−{seen.harm}" if seen.harm else "0", "R8.1.6", n=p.harm))
    made["card"] = {"title": reader.thrown(made), "modifiers": modifiers}
    return made


@line(ShipsRolled)
def ships_rolled(seen: ShipsRolled, reader: Reader) -> Line:
    return outcome(seen, reader, seen.die >= seen.needed)
