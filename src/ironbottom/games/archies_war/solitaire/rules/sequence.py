"""SR-4, SR-60..SR-63, S-26: the sequence of play, from top to bottom."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.archies_war.solitaire.rules.american import AmericanAction, ChooseAction, Reinforced
from ironbottom.games.archies_war.solitaire.rules.japanese import JapaneseRoll
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN,
    AMERICAN_BOXES,
    FRONTS,
    JAPANESE_BOXES,
    Printed,
    Solitaire,
    americans,
    option,
    printed,
)
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, Result, refuse
from ironbottom.kernel.value import value


@value
class TurnBegan(Event):
    """SR-4: a turn begins."""

    file_name = "solo.turn"
    turn: int


@value
class Rearranged(Event):
    """SR-61: where the Marines stand now, by box."""

    file_name = "solo.rearranged"
    american: tuple[int, ...]


@value
class FieldLost(Event):
    """SR-62: the marker is off its track."""

    file_name = "solo.field_lost"


@value
class Relieved(Event):
    """SR-63: the last turn is over."""

    file_name = "solo.relieved"


def begin(setting: Printed) -> Solitaire:
    """SR-1, SR-2, SR-64, S-07, S-21: the set-up; with the prepared perimeter the Marines are distributed first."""
    start = setting.data["start"]
    s = Solitaire(
        setting, american=tuple(start["american"][box] for box in AMERICAN_BOXES),
        japanese=tuple(start["japanese"][box] for box in JAPANESE_BOXES), vandegrift=start["marker"]["vandegrift"],
        status=start["marker"]["status"],
    )
    first = (Rearrange(()), Turn()) if option(s, "setup_rearrangement") else (Turn(),)
    return s.push(*first)


@value
class Turn(Auto):
    """SR-4, S-26: choose an action, roll for the Japanese and carry theirs out, carry out yours, end phase."""

    def run(self, s: Solitaire) -> Solitaire:
        return s.tell(TurnBegan(s.turn)).push(
            ChooseAction(), JapaneseRoll(), AmericanAction(), Reinforcement(), Rearrange(()), Check()
        )


@value
class Reinforcement(Auto):
    """SR-60, S-17: on turns 3, 6, ... 18 one SV joins the reserves."""

    def run(self, s: Solitaire) -> Solitaire:
        turns = printed(s).data["turns"]
        if s.turn not in turns["reinforced"]:
            return s
        n = turns["reinforcement"]
        return americans(s, 3, n).tell(Reinforced(n, "reserves"))


@value
class Rearrange(Decision):
    """SR-61, S-22: the American SV may be distributed anew at will; the total stays.

    `hold FRONT =n` sets a front, from and to the reserves; `set_` are the fronts that have been set (setting one again
    only takes the earlier choice back).
    """

    set_: tuple[int, ...]
    rule: ClassVar[str] = "SR-61"
    side: ClassVar[int] = AMERICAN

    def legal(self, s: Solitaire, side: int) -> tuple[Action, ...]:
        holds = tuple(
            ("hold", FRONTS[front], Range(0, s.american[front] + s.american[3]))
            for front in range(3)
            if s.american[front] + s.american[3]
        )
        return (*holds, ("done",))

    def retracts(self, action: Action) -> bool:
        return action[0] == "hold" and FRONTS.index(action[1]) in self.set_

    def why_not(self, s: Solitaire, side: int, action: Action) -> Refusal:
        if len(action) == 3 and action[0] == "hold" and action[1] in FRONTS:
            front = FRONTS.index(action[1])
            return refuse("SR-61", "solo.refused.too_many", n=s.american[front] + s.american[3], box=action[1])
        return refuse("SR-61", "solo.refused.rearrange")

    def take(self, s: Solitaire, side: int, action: Action) -> Solitaire:
        if action[0] == "done":
            return s.tell(Rearranged(s.american)) if self.set_ else s
        front = FRONTS.index(action[1])
        change = action[2] - s.american[front]
        s = americans(americans(s, front, change), 3, -change)
        return s.push(Rearrange(tuple(sorted({*self.set_, front}))))


@value
class Check(Auto):
    """SR-62, SR-63: lost with the marker off the track; won at the end of turn 18."""

    def run(self, s: Solitaire) -> Solitaire:
        if s.status < 0:
            return s.tell(FieldLost()).end(Result((-1, 1), "lost_field"))
        if s.turn == printed(s).data["turns"]["number"]:
            return s.tell(Relieved()).end(Result((1, -1), "won"))
        return s.replace(turn=s.turn + 1, last=s.action, action="").push(Turn())
