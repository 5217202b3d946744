"""9.4: how the game stands, and when it is decided."""

from __future__ import annotations

from ironbottom.games.henderson_field.rules.declaration import Declare
from ironbottom.games.henderson_field.rules.printed import AMERICAN, JAPANESE, SIDES, UNSEEN
from ironbottom.games.henderson_field.rules.random_events import due_now
from ironbottom.games.henderson_field.rules.sequence import STAGES, stage_of
from ironbottom.games.henderson_field.rules.state import Position, at_hex
from ironbottom.games.henderson_field.ui.faces import Scenery
from ironbottom.kernel.view import Ending, Score
from ironbottom.kernel.words import Words


def score(scene: Scenery) -> Score:
    """R9.4: the points, which both sides pull at, and what wins."""
    v, words, p = scene.v, scene.words, scene.v.setting
    goal, last = p.limits["victory"], len(p.turns) - 1
    return {
        "name": words.say("store.points"),
        "tallies": [
            {"side": SIDES[side], "value": max(0, v.points if side == AMERICAN else -v.points), "goal": goal}
            for side in (AMERICAN, JAPANESE)
        ],
        "wins": [words.say("score.at_once", n=goal), words.say("score.field", n=last), words.say("score.last", n=last)],
        "rule": p.own_rule or "R9.4",
        "pull": {
            "value": v.points, "sides": list(SIDES), "goal": goal,
            "turns": [words.say("turn", n=n, date=turn.date) for n, turn in enumerate(p.turns) if n],
        },
    }  # fmt: skip


def decided(v: Position, words: Words) -> Ending | None:
    """R9.4: a side leads by so much that all that the other can still win in this turn leaves it enough at its end. In
    the last turn the field may outweigh an American lead."""
    last = v.turn + 1 >= len(v.setting.turns)
    for side, lead in ((AMERICAN, v.points), (JAPANESE, -v.points)):
        if stage_of(v) and lead - most(v, 1 - side) >= v.setting.limits["victory"] and not (last and side == AMERICAN):
            text = words.say("score.decided", side=SIDES[side], n=v.setting.limits["victory"])
            return {"winners": [SIDES[side]], "text": text[:1].upper() + text[1:], "rule": "R9.4"}
    return None


def most(v: Position, side: int) -> int:
    """R9.1, R9.2, R5.0b, R7.9: no side wins more points than these in what is left of the turn, whatever its enemy's
    hidden counters are."""
    p, points, now = v.setting, v.setting.points, STAGES.index(stage_of(v))
    if STAGES[now] == "end":
        return 0

    def comes(stage: str) -> bool:
        return now <= STAGES.index(stage)

    found = int(points["field"][SIDES[side]]) + at_risk(v, 1 - side) * int(points["factor"][SIDES[side]])
    if comes(f"{SIDES[side]}_landing"):
        found += len(p.villages) * int(points["village"])
    if comes(f"{SIDES[side]}_event") and p.turns[v.turn].event == side:
        cards = [p.cards[n] for n in v.deck] or p.cards.values()
        found += max(p.event_number["acclaim"] * (card[SIDES[side]] == "acclaim") for card in cards)
    if side == JAPANESE:
        found += int(points["guns"]) if comes("japanese_points") else 0
        black = sum(one.bar == "black" for one in p.units[AMERICAN])
        return found + (black * int(points["marine"]) if v.turn >= points["penalty_turn"] else 0)
    return found + (-(-p.limits["withdrawals"] // int(points["withdrawn"])) if comes("japanese_movement") else 0)


def at_risk(v: Position, side: int) -> int:
    """R2.2.1a: the factors that a side can still lose in this turn: all that are on the map or land; once the last
    assaults have been declared, those of the units that fight."""
    p, army = v.setting, v.armies[side]
    if stage_of(v) == "japanese_combat" and not any(isinstance(step, Declare) for step in v.stack):
        battles = (*v.battles, *((v.fight.battle,) if v.fight else ()))
        attackers = {i for battle in battles for i in (*battle.units, *battle.support)}
        if v.fight:
            attackers |= {*v.fight.attackers}
        defenders = {i for battle in battles for h in battle.hexes for i in at_hex(v, side, h)}
        hidden = sum(here in battle.hexes for battle in battles for here, _ in army.hidden)
        if not hidden:
            return sum(army.steps[i] for i in (attackers if side == JAPANESE else defenders) if army.at[i] < p.hexes)
    due = due_now(v, side)
    return sum(
        army.steps[i] or one.combat
        for i, one in enumerate(p.units[side])
        if army.at[i] < p.hexes or army.at[i] == UNSEEN or i in due
    )
