"""The solitaire game once more, as plain numbers: whole games played out by the script, hundreds in a tenth of a
second, for the adviser.

The rules are those of `japanese`, `american`, `attack` and `sequence`; a test plays both side by side with the same
dice, under every ruling, and compares every turn.
"""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.games.archies_war.solitaire.ai.script import RESERVES_WEIGH, stand, wishes
from ironbottom.games.archies_war.solitaire.rules.state import (
    BLOCKS,
    INFILTRATION,
    RESERVES,
    Printed,
    Solitaire,
    fewest_blocks,
    printed,
)

Roll = Callable[[], int]


class Run:
    """A game under way."""

    __slots__ = ("american", "board", "foe", "heavy", "last", "lost", "seabees", "status", "turn", "vandegrift")

    def __init__(self, s: Solitaire) -> None:
        self.board: Printed = printed(s)
        self.american = list(s.american)
        self.foe = list(s.japanese)
        self.vandegrift = s.vandegrift
        self.status = s.status
        self.seabees, self.heavy = s.seabees, s.heavy
        self.turn, self.last = s.turn, s.last
        self.lost = ""

    def air(self) -> int:
        return self.board.track[self.status] if self.status >= 0 else 0

    def damaged(self, boxes: int) -> None:
        self.status -= boxes
        if self.status < -1 and self.board.options["below_track"] == "one_box_below_zero":
            self.status = -1

    def hit(self, box: int, n: int) -> None:
        self.foe[box] = max(0, self.foe[box] - n)

    def turn_on(self, action: str, roll: Roll) -> bool:
        """SR-4: one turn, the Marines distributed by the script at its end. False when the game is over (`lost` says
        why, or is "" when it is won)."""
        data = self.board.data
        called = roll()
        if called <= 3:
            self.front(called - 1, roll)
        elif called == 4:
            if action != "patrol":
                self.foe[INFILTRATION] += 1
        elif called == 5:
            if roll() + self.air() <= data["rolls"]["air_raid"]:
                self.damaged(1)
        else:
            self.event(roll)
        if self.lost:
            return False
        self.act(action, called, roll)
        turns = data["turns"]
        if self.turn in turns["reinforced"]:
            self.american[3] += turns["reinforcement"]
        self.american = list(stand(self.board, sum(self.american), tuple(self.foe), self.vandegrift + self.air())[0])
        if self.status < 0:
            self.lost = "lost_field"
            return False
        if self.turn == turns["number"]:
            return False
        self.turn += 1
        self.last = action
        return True

    def front(self, front: int, roll: Roll) -> None:
        """SR-20..SR-22, S-03: a front is called: test, then attack, or reinforcement and bombardment."""
        data = self.board.data
        when = self.board.options["front_reinforcement"]
        amount = data["front"]["reinforcement"]
        if when == "before_the_attack_roll":
            self.foe[front] += amount
        if roll() - (data["bloody_ridge"]["test"] if front == RESERVES else 0) <= self.foe[front]:
            self.attack(front, roll)
            if when == "always_after" and not self.lost:
                self.foe[front] += amount
            return
        if when != "before_the_attack_roll":
            self.foe[front] += amount
        self.bombard(roll)

    def bombard(self, roll: Roll) -> None:
        """SR-23."""
        if roll() <= self.board.data["rolls"]["bombardment_heavy" if self.heavy else "bombardment"]:
            self.damaged(1)

    def attack(self, front: int, roll: Roll) -> None:
        """SR-30..SR-36."""
        if not self.american[front]:
            self.lost = "lost_empty"
            return
        data, foe = self.board.data, self.foe
        joined = front == RESERVES or self.board.options["infiltrators_on_the_coast"]
        strength = foe[front] + data["tables"]["banzai"][roll() - 1] + (foe[INFILTRATION] if joined else 0)
        strength += data["bloody_ridge"]["bonus"] if front == RESERVES else foe[RESERVES] // 2
        defence = self.american[front] + self.vandegrift + self.american[3] // 2 + self.air()
        if strength >= 2 * defence:
            self.lost = "lost_overrun"
        elif strength > defence:
            self.american[front] -= 1
        else:
            self.hit(front if foe[front] or not joined else INFILTRATION, 1)

    def event(self, roll: Roll) -> None:
        """SR-26, SR-41..SR-46."""
        data, options = self.board.data, self.board.options
        called = roll()
        if called == 1:
            self.shell(roll)
        elif called == 2:
            self.foe[RESERVES] += data["naval_victory"]["reserves"]
            extra = options["naval_victory_extra"]
            if extra == "navy_event":
                self.shell(roll)
            elif extra != "none":
                front = (roll() - 1) // 2
                if front == RESERVES and extra == "front_or_bombardment":
                    self.bombard(roll)
                else:
                    self.front(front, roll)
        elif called == 3:
            self.tire()
        elif called == 4:
            self.heavy = True
            self.bombard(roll)
        elif called == 5:
            self.lose(data["tables"]["damage"][roll() - 1])
        else:
            most = max(self.foe[:INFILTRATION])
            fronts = [front for front in range(3) if self.foe[front] == most]
            fewest = min(self.american[front] for front in fronts)
            fronts = [front for front in fronts if self.american[front] == fewest]
            self.attack(fronts[(roll() - 1) * len(fronts) // 6] if len(fronts) > 1 else fronts[0], roll)

    def shell(self, roll: Roll) -> None:
        """SR-41."""
        self.damaged(self.board.data["tables"]["damage"][roll() - 1])

    def tire(self) -> None:
        """SR-43, S-13: Fatigue, where most Marines stand."""
        box = max(range(4), key=lambda at: self.american[at])
        block = self.board.options["fatigue"] == "one_block" and self.american[box]
        self.american[box] -= fewest_blocks(self.american[box], BLOCKS[0])[-1] if block else min(1, self.american[box])

    def lose(self, n: int) -> None:
        """SR-45, S-23: the loss is taken where most Marines stand."""
        n = min(n, sum(self.american))
        while n:
            able = [box for box in range(4) if self.american[box] >= n]
            able = able or [box for box in range(4) if self.american[box]]
            box = max(able, key=lambda at: self.american[at])
            paid = min(n, self.american[box])
            self.american[box] -= paid
            n -= paid

    def act(self, action: str, called: int, roll: Roll) -> None:
        """SR-50..SR-53."""
        data, foe = self.board.data, self.foe
        if action == "patrol":
            if called != 4 and foe[INFILTRATION] and roll() <= data["rolls"]["patrol"]:
                self.hit(INFILTRATION, 1)
        elif action == "repair":
            self.repair(roll)
        elif action == "appeal_navy":
            self.appeal(roll)
        else:
            box = 0 if action == "raid_point_cruz" else 1 if action == "raid_koli_point" else RESERVES
            die = roll()
            raw = box == 0 and self.board.options["raids"] == "point_cruz_by_the_die"
            self.hit(box, die if raw else data["tables"]["damage"][die - 1])

    def repair(self, roll: Roll) -> None:
        """SR-52, SR-57."""
        if roll() <= self.board.data["rolls"]["repair_seabees" if self.seabees else "repair"]:
            self.improved()

    def improved(self) -> None:
        self.status = min(self.status + 1, len(self.board.track) - 1)

    def appeal(self, roll: Roll) -> None:
        """SR-53..SR-59."""
        called = roll()
        if called == 1:
            ruling = self.board.options["american_event_1"]
            if ruling == "american_reserves_plus_1":
                self.american[3] += 1
            elif ruling == "japanese_reserves_minus_1":
                self.hit(RESERVES, 1)
        elif called == 2:
            sizes = [n * (RESERVES_WEIGH if box == RESERVES else 1.0) for box, n in enumerate(self.foe[:INFILTRATION])]
            if any(sizes):
                self.hit(max(range(INFILTRATION), key=lambda box: sizes[box]), 1)
        elif called == 3:
            self.american[3] += 1
        elif called == 4:
            self.seabees = True
            self.repair(roll)
        elif called == 5:
            self.improved()
        else:
            self.vandegrift = self.board.data["vandegrift"]["artillery"]

    def choice(self) -> str:
        """SR-5: what the script would do."""
        air = self.air()
        ranked = wishes(
            self.board, tuple(self.american), tuple(self.foe), self.vandegrift + air, self.status, self.vandegrift,
            self.seabees,
        )
        for action, _ in ranked:
            if action != self.last or (action == "repair" and air == 0):
                return action
        raise ValueError("there is always an action that is allowed")

    def to_end(self, dice: Callable[[int], Roll]) -> bool:
        """Play to the end by the script, each turn with its own dice: whether it is won."""
        while self.turn_on(self.choice(), dice(self.turn)):
            pass
        return not self.lost
