"""What may come of an attack, before it is made: the exact distribution, with every factor and modifier and its
rule."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.games.first_blood.rules.printed import SIDES, Printed
from ironbottom.games.first_blood.rules.results import refuges
from ironbottom.games.first_blood.rules.state import Attack, Position, units_at
from ironbottom.games.first_blood.rules.strength import BELOW, DIE, Strength, Terms, result_of, strength, terms
from ironbottom.kernel.view import Odds, Outcome, Sum, Table, Term
from ironbottom.kernel.words import Words

BELOW_RESULT = "below"


def distribution(v: Position, known: Strength) -> dict[str, int]:
    """8.6a, 8.8a: how many of the six faces give each result, best for the attacker last."""
    if known.column == BELOW:
        return {BELOW_RESULT: DIE}
    found: dict[str, int] = {}
    for die in range(1, DIE + 1):
        code = result_of(v, known, die).code
        found[code] = found.get(code, 0) + 1
    return found


def chances(v: Position, known: Strength, words: Words) -> str:
    """8.6a, 8.8a: the results of an attack with their chances, in a line: "A1 33%, DR 67%"."""
    if known.column == BELOW:
        return words.say("result.below", low=v.setting.columns[0])
    codes = distribution(v, known).items()
    found = ", ".join(words.say("sheet.chance", code=code, percent=round(100 * n / DIE)) for code, n in codes)
    return words.say("sheet.chances", chances=found)


def result_text(printed: Printed, code: str, words: Words) -> str:
    """8.10a to 8.10f: what a result means; in pieces where an owner corrected it."""
    if code not in printed.other_effects:
        return words.say(f"result.{code}", low=printed.columns[0])
    effect, parts = printed.effects[code], list[str]()
    for side in ("attacker", "defender"):
        loss = getattr(effect, f"{side}_loss")
        if loss:
            parts.append(words.say(f"result.{side}_lost" if loss < 0 else f"result.{side}_loss", n=loss))
        if getattr(effect, f"{side}_retreat"):
            parts.append(words.say(f"result.{side}_retreat"))
    parts += [words.say("result.advance")] if effect.advance else []
    return words.say("result.corrected", code=code, parts=", ".join(parts) or words.name(()))


def sums(printed: Printed, lines: Terms, side: int, words: Words) -> list[Sum]:
    """8.4a, 8.5a, 8.7.5b, 9.6a: attack, defence and die, line by line."""
    groups: dict[str, list[Term]] = {"attack": [], "defence": [], "die": []}
    totals = dict.fromkeys(groups, 0)
    for group, key, name, amount, rule, count in lines:
        found = f"odds.{key}" if f"odds.{key}" in words else f"modifier.{key}"
        text = words.say(
            found, unit=name, units=name, hex=name, n=count, limit=printed.gun_limit, top=printed.columns[-1]
        )
        groups[group].append({"text": text, "value": f"{amount:+d}", "rule": rule})
        totals[group] += amount
    return [
        {"name": words.say("odds.attack"), "side": SIDES[side], "terms": groups["attack"],
         "total": str(totals["attack"])},
        {"name": words.say("odds.defence"), "side": SIDES[1 - side], "terms": groups["defence"],
         "total": str(totals["defence"])},
        {"name": words.say("odds.die"), "terms": groups["die"], "total": f"{totals['die']:+d}"},
    ]  # fmt: skip


def crt(v: Position, side: int, words: Words, column: int = BELOW, row: int = 0) -> Table:
    """8.9a: the results table of a side, with the column (and row) that apply lit."""
    printed = v.setting
    made: Table = {
        "id": f"crt.{SIDES[side]}",
        "name": words.say(f"table.{SIDES[side]}"),
        "columns": list(printed.columns),
        "rows": [list(cells) for cells in printed.tables[side]],
        "rule": "8.9a",
    }
    if column != BELOW:
        made["column"] = column
    if row:
        made["row"] = row - 1
    return made


def no_way_out(v: Position, side: int, units: Iterable[int]) -> bool:
    """8.11a: whether none of these units of a side has a hex to retreat to: a retreat is then their loss."""
    return not any(refuges(v, side, u) for u in units)


def before_the_die(v: Position, side: int, attack: Attack, without: int = -1) -> Position:
    """8.6a: the position in which the die of an attack falls: those of other attacks who are lost before it bar no
    retreat any more. `without`: a unit that is lost besides."""
    gone = {without}
    if v.setting.options["hopeless_attacks"] == "first":
        for one in v.attacks:
            if one.targets != attack.targets and strength(v, side, one).column == BELOW:
                gone.update(one.units)
    lost = v.setting.number["lost"]
    return v.replace(at=tuple(lost if u in gone else place for u, place in enumerate(v.at)))


def shut_in(v: Position, side: int, attack: Attack) -> set[str]:
    """8.11a, 7.5.3b: the results in which everybody who would retreat is lost, because nobody has a hex to go to."""
    defenders = [u for h in attack.targets for u in units_at(v, h)]
    then, found = before_the_die(v, side, attack), set[str]()
    if no_way_out(then, side, attack.units):
        found |= {code for code, loss in (("A1", 1), ("A2", 2)) if len(attack.units) > loss}
    if no_way_out(then, 1 - side, defenders):
        found |= {"DR", "D1"} if len(defenders) > 1 else {"DR"}
        if len(defenders) > 1 and all(
            no_way_out(before_the_die(v, side, attack, u), 1 - side, defenders) for u in attack.units
        ):
            found.add("EX")
    return found - v.setting.other_effects


def attack_odds(v: Position, side: int, attack: Attack, words: Words) -> Odds:
    """8.4a, 8.6a, 8.6b, 8.7.5b, 8.8a: the exact odds of an attack."""
    known = strength(v, side, attack)
    key, low = "odds.note" if known.column != BELOW else "odds.note_low", v.setting.columns[0]
    note = words.say(key, attack=known.attack, defence=known.defence, odds=known.label, low=low)
    results: list[Outcome] = []
    shut = shut_in(v, side, attack)
    for code, count in distribution(v, known).items():
        text = words.say(f"result.{code}_shut") if code in shut else result_text(v.setting, code, words)
        one: Outcome = {"text": text, "p": count / DIE}
        if code != "EX":
            one["good"] = SIDES[side if code in ("DR", "D1", "DE") else 1 - side]
        results.append(one)
    return {
        "title": words.say("odds.title", hexes=tuple(v.setting.names[h] for h in attack.targets)),
        "sums": sums(v.setting, terms(v, attack, known), side, words),
        "results": results,
        "error": 0.0,
        "notes": [note],
        "table": crt(v, side, words, known.column),
        "rule": "8.6a" if known.column == BELOW else "8.9a",
    }
