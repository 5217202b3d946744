"""How a combat looks: the losses and retreats that it asks for, and what the log tells of it."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.archies_war.rules.combat import (
    AttackerLoss,
    DefenderLoss,
    Fought,
    Lost,
    NoRetreat,
    Repulsed,
    Retreat,
    Retreated,
    Rows,
    Stayed,
    StayOrReturn,
    WalkedIn,
    Went,
    WentBack,
    WireLost,
    refuges,
)
from ironbottom.games.archies_war.rules.printed import AMERICAN
from ironbottom.games.archies_war.rules.sequence import Actions
from ironbottom.games.archies_war.rules.state import Position, arrive, kinds, merged, pair, put
from ironbottom.games.archies_war.ui.ends import GAME, HAND, turn
from ironbottom.games.archies_war.ui.face import BlockFace, Question, T
from ironbottom.games.archies_war.ui.log import enemy, gone, missed, motion, revealed, worded
from ironbottom.games.archies_war.ui.odds import strength
from ironbottom.games.archies_war.ui.pieces import losable, show
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Field, Line, Probe, Sum, Term


class CombatFace(BlockFace[T]):
    """A decision while the blocks lie open: a field of the battle sheet."""

    key: ClassVar[str]
    asked: ClassVar[str] = ""
    """The key of the question, where it is not `key`."""
    probe: ClassVar[Probe]

    def question(self, v: Position, step: T) -> Question:
        place = v.setting.locations[step.place]
        return Question(self.asked or self.key, {"place": place}, self.probe, (place,))

    def field(self, scene: Scene[Position], step: T) -> Field:
        words = scene.words
        choices = [notation(action) for action in scene.legal]
        return {"id": self.key, "name": words.say(f"sheet.{self.key}"), "value": words.say("sheet.not_chosen"),
                "choices": choices}  # fmt: skip

    def why_final(self, scene: Scene[Position], step: T, action: Action) -> str | None:
        """2P-16: after the combat its side goes on with its actions, if the combat was not what ended them."""
        v = scene.v
        return None if isinstance(v.stack[-2], Actions) else turn(self.then(v, scene.side, action), scene.side)

    def then(self, v: Position, side: int, action: Action) -> Position:
        """How all stand after it, as far as the victory check asks."""
        return v


class LossFace(CombatFace[T]):
    """Which block is lost."""

    key = "loss"
    probe: ClassVar[Probe] = {"piece": "lose {piece}"}

    def choice(self, scene: Scene[Position], step: T, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say("choice.lose", block=action[1])
        show(made, losable(scene.v, scene.side, step, action[1]))


@face(AttackerLoss)
class AttackerLossFace(LossFace[AttackerLoss]):
    asked = "attacker_loss"

    def then(self, v: Position, side: int, action: Action) -> Position:
        """2P-39: the others go back to where they came from."""
        held, left = v.held, v.attackers[action[1] != "air_support" :]
        return v.replace(blocks=arrive(v, side, held.back, left)) if held is not None and left else v


@face(DefenderLoss)
class DefenderLossFace(LossFace[DefenderLoss]):
    asked = "defender_loss"

    def why_final(self, scene: Scene[Position], step: DefenderLoss, action: Action) -> str | None:
        """2P-37, 2P-38: unless the loser has his retreat to choose, it is the other side's turn to decide."""
        v, side = scene.v, scene.side
        left = [kind for kind in kinds(v.blocks[side][step.place]) if not v.setting.stays[side][kind]]
        survivors = len(left) - (v.setting.kind(side, action[1]) in left)
        open_to = refuges(v, side, step.place)
        if survivors and len(open_to) > 1:
            return None
        return fought_out(v, side, step.place, open_to[0] if survivors and open_to else -1)


@face(Retreat)
class RetreatFace(CombatFace[Retreat]):
    key = "retreat"
    probe: ClassVar[Probe] = {"space": "retreat {space}"}

    def choice(self, scene: Scene[Position], step: Retreat, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say("choice.retreat", place=action[1])
        made["space"] = action[1]

    def why_final(self, scene: Scene[Position], step: Retreat, action: Action) -> str:
        return fought_out(scene.v, scene.side, step.place, scene.v.setting.index[action[1]])


def fought_out(v: Position, side: int, place: int, refuge: int) -> str:
    """2P-1, 2P-2, 2P-3: what ends with the loser's last choice: the game, where the combat has ended the actions of its
    side; else it is another's turn to decide. `refuge`: where the survivors go, if there are any."""
    held, winner = v.held, 1 - side
    if held is None or isinstance(v.stack[-3], Actions):
        return HAND
    army = v.blocks[side]
    there = merged(army[refuge], army[place]) if refuge >= 0 else ()
    army = put(army, place, ())
    v = v.replace(blocks=pair(v.blocks, side, put(army, refuge, there) if refuge >= 0 else army))
    if winner == AMERICAN and held.amphibious and not v.blocks[side][held.back]:
        return HAND
    v = v.replace(blocks=arrive(v, winner, held.place, v.attackers))
    return GAME if turn(v, winner) == GAME else HAND


@face(StayOrReturn)
class StayOrReturnFace(CombatFace[StayOrReturn]):
    key = "stay"
    probe: ClassVar[Probe] = {}

    def question(self, v: Position, step: StayOrReturn) -> Question:
        asked = super().question(v, step)
        return asked._replace(args=asked.args | {"back": v.setting.locations[step.origin]})

    def choice(self, scene: Scene[Position], step: StayOrReturn, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say(f"choice.{action[0]}")


# --- the log -----------------------------------------------------------------------------------------------------


@line(Fought)
def fought(seen: Fought, reader: Reader) -> Line:
    """Both sums with every modifier, and all blocks that were shown."""
    words, side, foe = reader.words, seen.side, enemy(seen.side)
    name, amount, rule = seen.margin
    attack, defence, need = seen.sums
    won = seen.winner == side
    key = "combat" if won else "combat_lost"
    if seen.general:
        key, rule = "combat_general_wins" if won else "combat_general_holds", "2P-34"
    margin: Term = {"text": words.say(f"odds.{name}", n=amount), "value": f"+{amount}", "rule": seen.margin[2]}
    sums: list[Sum] = [
        {"name": words.say("odds.attack"), "side": side, "terms": _rows(seen.attack, side, reader),
         "total": str(attack)},
        {"name": words.say("odds.defence"), "side": foe, "terms": [*_rows(seen.defence, foe, reader), margin],
         "total": str(need)},
    ]  # fmt: skip
    made = worded(seen, reader, rule, [seen.place], key=key, foe=foe, sum=attack, against=defence, need=need)
    made["mark"] = "battle"
    made["sums"] = sums
    made["shown"] = [revealed(reader, side, block, seen.place) for block in seen.attackers]
    made["shown"] += [revealed(reader, foe, block, seen.place) for block in seen.defenders]
    return made


def _rows(rows: Rows, side: str, reader: Reader) -> list[Term]:
    return [
        {"text": reader.words.name(name), "value": strength(amount, rule, reader.words), "rule": rule, "side": side}
        for name, amount, rule in rows
    ]


@line(Lost, WireLost, NoRetreat)
def lost(seen: Lost | WireLost | NoRetreat, reader: Reader) -> Line:
    rule = "2P-37" if isinstance(seen, Lost) else "2P-48" if isinstance(seen, WireLost) else "2P-38"
    made = worded(seen, reader, rule, [seen.place], gone(seen.place, seen.get("n", 1), seen.side))
    made["mark"] = "loss"
    if known := missed(seen, reader):
        made["losses"] = known
    if isinstance(seen, WireLost):
        made["losses"] = [{"name": reader.words.name("barbed_wire"), "side": seen.side}] * seen.n
    return made


RULES = {Retreated: "2P-38", Repulsed: "2P-39", WentBack: "2P-45"}


@line(Went)
def went(seen: Went, reader: Reader) -> Line:
    way = motion(seen.start, seen.end, seen.n, seen.side)
    return worded(seen, reader, RULES[type(seen)], [seen.start, seen.end], way)


@line(Stayed, WalkedIn)
def told(seen: Stayed | WalkedIn, reader: Reader) -> Line:
    return worded(seen, reader, "2P-45" if isinstance(seen, Stayed) else "T-25", [seen.place])
