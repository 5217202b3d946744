"""8.2.1 to 8.2.4, 8.2.9, 8.2.10: how a battle looks while it is fought."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from ironbottom.games.henderson_field.rules.artillery import support_budget
from ironbottom.games.henderson_field.rules.assault import (
    Ambush,
    AmbushDie,
    AmbushRolled,
    AssaultDie,
    AssaultRolled,
    AttackedAgain,
    BanzaiChoice,
    CalledOff,
    Defend,
    OddsTold,
    Stand,
    Stood,
    Strain,
    Strained,
    Support,
    ambush_die,
)
from ironbottom.games.henderson_field.rules.printed import SIDES
from ironbottom.games.henderson_field.rules.results import DamageDie, StrainDie, fighters
from ironbottom.games.henderson_field.rules.state import Fight, Position, put
from ironbottom.games.henderson_field.rules.strengths import (
    attack_strength,
    column_of,
    defence_strength,
    fight_of,
    strain_points,
)
from ironbottom.games.henderson_field.ui.faces import Scenery, offers, outcome, plainly, said, supply_text
from ironbottom.games.henderson_field.ui.strengths import (
    FightFace,
    attack_sum,
    buyable,
    came_text,
    cell_text,
    defence_sum,
    fresh,
    hidden_in,
    odds_range,
    odds_word,
    terms,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.presenter import Ask, Reader, face, line
from ironbottom.kernel.view import Choice, Line, Odds, Sheet, Table, Term
from ironbottom.kernel.words import Words

T = TypeVar("T")
L = TypeVar("L", Support, Defend)


class BattleFace(FightFace[T]):
    """A face of a step in a battle, with its sheet."""

    def sheets(self, scene: Scenery, step: T) -> list[Sheet]:
        if scene.v.fight is None:
            return []
        made = sheet(scene.v, self.fought(scene.v, step), scene.words)
        made["totals"] += self.totals(scene, step, scene.v.fight)
        if scene.mine:
            self.complete(scene, step, made)
        return [made]

    def fought(self, v: Position, step: T) -> Fight:
        """The battle that the sheet shows."""
        return fight_of(v)

    def totals(self, scene: Scenery, step: T, fight: Fight) -> list[Term]:
        """What is told beside the odds: what a strain would bring."""
        v, fight = scene.v, self.fought(scene.v, step)
        d = defence_strength(v, fight)
        needed = strain_points(v, fight, d)
        if not needed or fight.strain or buyable(v, fight):
            return []
        strained = attack_strength(v, fight.replace(strain=needed))
        text = scene.words.say("sheet.strain", odds=odds_word(strained, d))
        return [{"text": text, "value": f"+{needed}", "rule": "R8.2.3"}]

    def complete(self, scene: Scenery, step: T, made: Sheet) -> None:
        """Add to the sheet what the side that decides needs."""

    def focus(self, v: Position) -> tuple[str, ...]:
        """Where the battle is fought."""
        return tuple(v.setting.names[h] for h in fight_of(v).battle.hexes)


def sheet(v: Position, fight: Fight, words: Words) -> Sheet:
    """R8.2.1.3: strengths line by line, and the odds."""
    return {
        "id": "fight", "kind": "battle", "fields": [], "rule": "R8.2.1.3",
        "title": words.say("sheet.battle", hexes=tuple(v.setting.names[h] for h in fight.battle.hexes)),
        "totals": [{"text": words.say("sheet.column"), "value": odds_range(v, fight, words), "rule": "R8.2.1.3"}],
        "sums": [attack_sum(v, fight, words), defence_sum(v, fight, words)],
    }  # fmt: skip


def foretold(scene: Scenery, made: Sheet, odds: Odds | None) -> None:
    """Put odds on a sheet that has the strengths already."""
    if odds is not None:
        odds["sums"] = []
        made["odds"] = odds


class LendFace(BattleFace[L]):
    """A battery spends supply on a battle."""

    key: ClassVar[str]

    def gun(self, v: Position, step: L) -> int:
        """The battery that is asked."""
        raise TypeError("a battery is asked")

    def ask(self, scene: Scenery, step: L) -> Ask:
        v, words, side, i = scene.v, scene.words, step.side, self.gun(scene.v, step)
        name, key, rule = v.setting.units[side][i].label, self.key, step.rule
        if scene.mine and not support_budget(v, side, i):
            silenced = v.doings[side].silenced >> i & 1
            key, rule = ("prompt.lend_silenced", "R8.1.8") if silenced else ("prompt.lend_fired", "R8.1.2")
        return Ask(words.say(key, unit=name, supply=supply_text(v, side, words)), rule, focus=self.focus(v))

    def choice(self, scene: Scenery, step: L, action: Action, made: Choice) -> None:
        """The amount that is offered first is the least that betters the odds."""
        super().choice(scene, step, action, made)
        bought = list(self.bought(scene.v, step, action).values())
        made["amount"]["start"] = bought[min(1, len(bought) - 1)]

    def complete(self, scene: Scenery, step: L, made: Sheet) -> None:
        """R8.2.4a, R8.2.4b: the battery, with the bargains that it can make."""
        v, words, side = scene.v, scene.words, step.side
        (action,) = step.legal(v, side)
        assert isinstance(action[2], Range)
        unit = v.setting.units[side][self.gun(v, step)]
        made["fields"].append(
            {"id": unit.name, "name": words.say("sheet.lend", unit=unit.label), "pieces": [unit.name],
             "choices": offers(v, step, side, "spend"), "note": self.bargains(scene, step, action),
             "value": words.say("sheet.of_supply", n=action[2].high)}
        )  # fmt: skip

    def bargains(self, scene: Scenery, step: L, action: Action) -> str:
        """What a battery can bring about, and for how much, and what the defender may still do about it."""
        v, words, found = scene.v, scene.words, self.bought(scene.v, step, action)
        note = ", ".join(words.say("sheet.bargain", n=n, odds=name) for name, n in found.items())
        answers = buyable(v, fight_of(v)) if step.side == fight_of(v).side else 0
        return f"{note}; {words.say('sheet.may_pay', n=answers)}" if answers else note

    def bought(self, v: Position, step: L, action: Action) -> dict[str, int]:
        """R8.2.1.3, R8.2.4a, R8.2.4b: the least supply for each of the odds that a battery can bring about."""
        most, found = action[2], dict[str, int]()
        assert isinstance(most, Range)
        for n in range(most.low, most.high + 1):
            fight = self.fight(v, step, (*action[:2], n))
            assert fight is not None
            found.setdefault(odds_word(attack_strength(v, fight), defence_strength(v, fight)), n)
        return found


@face(Support)
class SupportFace(LendFace[Support]):
    """R8.2.4b: supply for the attack."""

    key = "prompt.support"

    def gun(self, v: Position, step: Support) -> int:
        return fight_of(v).battle.support[step.number]

    def fight(self, v: Position, step: Support, action: Action) -> Fight | None:
        match action:
            case ("spend", _, int(points)):
                return fight_of(v).replace(paid=put(fight_of(v).paid, step.number, points))
        return None


@face(Defend)
class DefendFace(LendFace[Defend]):
    """R8.2.4a: supply for the defence."""

    key = "prompt.defend"

    def gun(self, v: Position, step: Defend) -> int:
        return step.gun

    def fight(self, v: Position, step: Defend, action: Action) -> Fight | None:
        match action:
            case ("spend", _, int(points)):
                return fight_of(v).replace(defended=(*fight_of(v).defended, (step.gun, points)))
        return None


@face(Ambush)
class AmbushFace(BattleFace[Ambush]):
    """R8.2.9: an ambush, or none."""

    final: ClassVar = {"ambush": "ends.die"}

    def ask(self, scene: Scenery, step: Ambush) -> Ask:
        return Ask(scene.words.say("prompt.ambush"), step.rule, focus=self.focus(scene.v))

    def fight(self, v: Position, step: Ambush, action: Action) -> Fight | None:
        return fight_of(v) if action in (("ambush",), ("pass",)) else None

    def complete(self, scene: Scenery, step: Ambush, made: Sheet) -> None:
        words = scene.words
        value = words.say("sheet.or_less", n=ambush_die(scene.v, fight_of(scene.v)))
        made["totals"].append({"text": words.say("sheet.ambush_on"), "value": value, "rule": "R8.2.9"})
        foretold(scene, made, self.odds(scene, step, ("ambush",)))


@face(Strain)
class StrainFace(BattleFace[Strain]):
    """R8.2.3: strain for the next odds, or not."""

    final: ClassVar = {"strain": "ends.die", "pass": "ends.die"}

    def ask(self, scene: Scenery, step: Strain) -> Ask:
        v, fight = scene.v, fight_of(scene.v)
        a, d = attack_strength(v, fight), defence_strength(v, fight)
        text = scene.words.say("prompt.strain", attack=a, defence=d, n=strain_points(v, fight, d))
        return Ask(text, step.rule, focus=self.focus(v))

    def fight(self, v: Position, step: Strain, action: Action) -> Fight | None:
        fight = fight_of(v)
        if action == ("pass",):
            return fight
        if action != ("strain",):
            return None
        return fight.replace(strain=strain_points(v, fight, defence_strength(v, fight)))

    def complete(self, scene: Scenery, step: Strain, made: Sheet) -> None:
        fight = fight_of(scene.v)
        if hidden_in(scene.v, 1 - fight.side, fight.battle.hexes):
            foretold(scene, made, self.odds(scene, step, ("pass",)))
        else:
            made["tables"] = [_both_ways(scene.v, fight, scene.words)]

    def column(self, v: Position, step: Strain) -> int:
        return next_column(v)


def next_column(v: Position) -> int:
    """R8.2.1.3: the column of the table for the battle that is being fought; -1 for none."""
    if v.fight is None:
        return -1
    column = column_of(v.setting, attack_strength(v, v.fight), defence_strength(v, v.fight))
    return column if 0 <= column < len(v.setting.table_columns) else -1


def _both_ways(v: Position, fight: Fight, words: Words) -> Table:
    """R8.2.3: what each face of the die gives without strain and with it."""
    p, a, d = v.setting, attack_strength(v, fight), defence_strength(v, fight)
    strained = attack_strength(v, fight.replace(strain=strain_points(v, fight, d)))

    def cell(attack: int, die: int) -> str:
        return cell_text(p, fight, column_of(p, attack, d), die, words)

    return {
        "id": "strain", "name": words.say("sheet.both_ways"), "rule": "R8.2.3",
        "columns": [
            words.say("table.die"), words.say("sheet.unstrained", odds=odds_word(a, d)),
            words.say("sheet.with_strain", odds=odds_word(strained, d)),
        ],
        "rows": [[str(die + 1), cell(a, die), cell(strained, die)] for die in range(6)],
    }  # fmt: skip


@face(Stand)
class StandFace(BattleFace[Stand]):
    """R8.2.10: Japanese attackers obey a retreat, or stand."""

    final: ClassVar = {"stand": "ends.hand", "obey": "ends.hand"}

    def ask(self, scene: Scenery, step: Stand) -> Ask:
        text = scene.words.say("prompt.stand", n=step.back, loss=step.loss, more=step.loss * 2 or 1)
        return Ask(text, step.rule, focus=self.focus(scene.v))

    def totals(self, scene: Scenery, step: Stand, fight: Fight) -> list[Term]:
        """R8.2.10, Q22: what a retreat costs, and what it costs to stand."""
        v, words = scene.v, scene.words
        more = step.loss * 2 or 1
        left = sum(v.armies[fight.side].steps[i] for i in fighters(v, fight.side)) - more
        again = words.say("sheet.left_again", n=left) if left > 0 else words.say("sheet.none_again")
        return [
            {"text": words.say("sheet.obey", back=step.back), "value": str(step.loss), "rule": "R8.2.1.4a"},
            {"text": words.say("sheet.stand", again=again), "value": str(more), "rule": "R8.2.10"},
        ]


@face(BanzaiChoice)
class BanzaiFace(BattleFace[BanzaiChoice]):
    """R8.2.10: a second attack, or none."""

    final: ClassVar = {"banzai": "ends.hand"}

    def ask(self, scene: Scenery, step: BanzaiChoice) -> Ask:
        return Ask(scene.words.say("prompt.banzai"), step.rule, {"piece": "leave {piece}"}, self.focus(scene.v))

    def fought(self, v: Position, step: BanzaiChoice) -> Fight:
        fight = fight_of(v)
        battle = fight.battle.replace(units=tuple(i for i in fight.battle.units if i not in step.out))
        return fresh(v, fight.side, battle).replace(again=True)

    def fight(self, v: Position, step: BanzaiChoice, action: Action) -> Fight | None:
        return self.fought(v, step) if action == ("banzai",) else None

    def complete(self, scene: Scenery, step: BanzaiChoice, made: Sheet) -> None:
        foretold(scene, made, self.odds(scene, step, ("banzai",)))


@face(AmbushDie, StrainDie, DamageDie)
class BattleDieFace(BattleFace[T]):
    """A die of the battle is about to fall."""


@face(AssaultDie)
class AssaultDieFace(BattleFace[AssaultDie]):
    """R8.2.1.3: the die of the assault is about to fall."""

    def column(self, v: Position, step: AssaultDie) -> int:
        return next_column(v)


line(CalledOff, Strained, Stood, AttackedAgain)(plainly)


@line(OddsTold)
def odds_told(seen: OddsTold, reader: Reader) -> Line:
    """R8.2.1.3, R8.2.4a, R8.2.4b: the odds, what they mean beyond the table, and the supply spent for them."""
    hexes = tuple(dict.fromkeys(here for here, _, _ in seen.shows))
    words, odds = reader.words, odds_word(seen.attack, seen.defence)
    made = said(seen, reader, "event.odds_at" if hexes else "", odds=odds, hexes=hexes)
    for n, key in ((seen.lent, "odds_lent"), (seen.defended, "odds_defended")):
        if n:
            made["text"] += " " + words.say(f"event.{key}", n=n)
    if seen.attackers:
        sides = (("attack", seen.attackers, seen.side), ("defence", seen.defenders, 1 - seen.side))
        totals = (seen.attack, seen.defence)
        made["sums"] = [
            {"name": words.say(f"odds.{name}"), "side": SIDES[side], "terms": terms(rows, words), "total": str(total)}
            for (name, rows, side), total in zip(sides, totals, strict=True)
        ]
        made["card"] = {"title": words.say("thrown.odds", place=hexes)}
    return made


@line(AmbushRolled)
def ambush_rolled(seen: AmbushRolled, reader: Reader) -> Line:
    return outcome(seen, reader, seen.won)


@line(AssaultRolled)
def assault_rolled(seen: AssaultRolled, reader: Reader) -> Line:
    cell = (seen.attacker_loss, seen.attacker_retreat, seen.advance, seen.defender_loss, seen.defender_retreat)
    made = said(seen, reader, mark="battle", result=came_text(cell, reader.words))
    modifiers = [reader.modifier("strained", seen.strain, "R8.2.3", n=seen.strain)] if seen.strain else []
    modifiers.append(reader.modifier("odds", seen.odds, "R8.2.1.3"))
    made["card"] = {"title": reader.words.say("thrown.assault_die", place=seen.hexes), "modifiers": modifiers}
    return made
