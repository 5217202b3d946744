"""An umpire who knows the printed board and the rulebook, but not our rules: he looks on at random games, writes down
what may be done before each action, and judges what is told of it."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import contract
import ironbottom.games.archies_war as package
from ironbottom.games.archies_war.game import make
from ironbottom.games.archies_war.rules.abilities import Assaulted, Hit, Spared, Used
from ironbottom.games.archies_war.rules.combat import (
    AttackerLoss,
    DefenderLoss,
    Fought,
    Lost,
    NoRetreat,
    Repulsed,
    Retreat,
    Retreated,
    StayOrReturn,
    WentBack,
)
from ironbottom.games.archies_war.rules.movement import Moved, TrailLoss, TrailLost
from ironbottom.games.archies_war.rules.reinforcement import Drawn, Land, Landed
from ironbottom.games.archies_war.rules.sequence import (
    Actions,
    Attrition,
    AttritionNamed,
    Bombarded,
    Ended,
    Over,
    TurnBegan,
)
from ironbottom.kernel.step import CHANCE

GAME = make()
DATA = tomllib.loads((Path(package.__file__).parent / "data/two_player.toml").read_text("utf-8"))
LINKS = {frozenset(link["ends"]): link["kind"] for link in DATA["links"].values()}
BEACHES = {name for name, row in DATA["locations"].items() if row["kind"] == "beach"}
ANCHORS = {name for name, row in DATA["locations"].items() if row["anchor"] == "japanese"}
FIELD = "henderson_field"
AROUND = {end for link in LINKS if FIELD in link for end in link} - {FIELD}
SIDES = ("american", "japanese")


def infantry(name: str) -> bool:
    return name == "vandegrift" or name.startswith("inf")


def strength(name: str, attacks: bool) -> int:
    if name.startswith("inf"):
        return int(name[3:])
    return 5 if name == ("air_support" if attacks else "barbed_wire") else 0


def ways(start: str, foes: set[str], limit: int, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way from a place that passes no enemy and no place twice."""
    path = path or (start,)
    for link in LINKS:
        if path[-1] in link:
            (to,) = link - {path[-1]}
            if to not in path:
                yield (*path, to)
                if to not in foes and len(path) < limit:
                    yield from ways(start, foes, limit, (*path, to))


def trail(path: tuple[str, ...]) -> bool:
    return any(LINKS[frozenset(link)] == "trail" for link in pairwise(path))


def goals(start: str, foes: set[str], hand: list[str], attacked: bool) -> set[tuple[str, str]]:
    """Where the blocks in hand may go, with the last place of each way."""
    found = set()
    for path in ways(start, foes, 4 if "vandegrift" in hand else 12):
        attack = path[-1] in foes
        fit = not attacked and all(map(infantry, hand)) and (len(hand) > 1 or not trail(path))
        if not attack or fit:
            found.add((path[-1], path[-2]))
    return found


class Umpire:
    """What he has written down of the game so far."""

    def __init__(self) -> None:
        self.turn, self.tokens, self.side = 0, 0, 0
        self.scored = False
        self.actions, self.attacks, self.drawn = 0, 0, 0
        self.moved: Counter[tuple[str, str]] = Counter()
        """The blocks that have moved, by place and type."""
        self.gone: Counter[str] = Counter()
        """... by type, as told."""
        self.landed = self.back = ""

    def sequence(self, side: int) -> None:
        if side != self.side:
            assert self.actions <= 2
            self.begin(side)

    def begin(self, side: int) -> None:
        self.side, self.actions, self.attacks, self.drawn, self.hits = side, 0, 0, 0, 0
        self.landed = ""
        self.gone.clear()

    def offers(self, s: Any) -> None:
        """What a side may take up or do with what it has taken is what the rulebook lets it."""
        facts = GAME.facts(s)
        (side,) = GAME.to_move(s)
        name, foe = SIDES[side], SIDES[1 - side]
        foes = {place for place, stack in facts[foe].items() if stack}
        mine = {place: Counter(stack) for place, stack in facts[name].items()}
        legal = GAME.legal(s, side)
        free = {
            (place, kind): n - self.moved[place, kind]
            for place, stack in mine.items()
            for kind, n in stack.items()
            if n > self.moved[place, kind]
        }
        attacked = bool(self.attacks)
        if s.hand is None:
            movable = set()
            for place, kind in free:
                others = [k for (p, k), n in free.items() for _ in range(n) if p == place]
                others.remove(kind)
                pairs = [[kind], *([kind, other] for other in others)]
                if any(goals(place, foes, hand, attacked) for hand in pairs):
                    movable.add(("take", place, kind))
            assert {action for action in legal if action[0] == "take"} == movable
            assert {action[1:] for action in legal if action[0] == "use"} == set(self.usable(facts, foes))
            assert (("resolve",) in legal) == bool(facts["held"])
            assert ("end",) in legal
        elif s.hand.tool < 0:
            place = s.setting.locations[s.hand.origin]
            assert {action[1:] for action in legal if action[0] == "go"} == goals(place, foes, facts["hand"], attacked)
        else:
            ability = s.setting.types[side][s.hand.tool]
            offered = {action for action in legal if action[0] != "back"}
            assert offered == set(self.works(ability, facts, foes, s.setting.locations[s.hand.origin]))

    def choices(self, s: Any) -> None:
        """What is asked beside the actions."""
        facts, top = GAME.facts(s), s.stack[-1]
        (side,) = GAME.to_move(s)
        legal = set(GAME.legal(s, side))
        mine, theirs = facts[SIDES[side]], facts[SIDES[1 - side]]
        place = s.setting.locations[getattr(top, "place", 0)]
        if isinstance(top, Retreat):
            near = {to for link in LINKS if place in link for to in link - {place}}
            assert legal == {("retreat", to) for to in near if not theirs[to]}
        elif isinstance(top, DefenderLoss):
            assert legal == {("lose", kind) for kind in mine[place]}
        elif isinstance(top, AttackerLoss):
            assert legal == {("lose", kind) for kind in [*facts["attackers"], *["air_support"] * facts["air"]]}
        elif isinstance(top, TrailLoss):
            assert legal == {("lose", kind) for kind in facts["column"]}
        elif isinstance(top, StayOrReturn):
            assert side == 0
            assert legal == {("stay",), ("return",)}
        elif isinstance(top, Land):
            assert legal == {("land", to) for to in ANCHORS if not theirs[to]}
        elif isinstance(top, Attrition):
            assert legal == {("attrition", to) for to in theirs if theirs[to]}

    def usable(self, facts: Any, foes: set[str]) -> Iterator[tuple[str, str]]:
        """The special blocks that have something to do."""
        for place, stack in facts[SIDES[self.side]].items():
            for kind in set(stack):
                if kind == "air_support":
                    able = bool(facts["held"]) and not facts["air"]
                elif kind == "amphibious_assault":
                    able = not self.attacks and bool(foes & BEACHES) and bool(self.sailors(facts))
                elif kind == "major_bombardment" and self.attacks:
                    able = False
                else:
                    able = not infantry(kind) and any(self.works(kind, facts, foes, ""))
                if able:
                    yield kind, place

    def sailors(self, facts: Any) -> Counter[tuple[str, str]]:
        """Infantry that began the turn on a beach and has not moved."""
        name = SIDES[self.side]
        found: Counter[tuple[str, str]] = Counter()
        for place in BEACHES:
            here = Counter(facts[name][place])
            here -= Counter(facts["moved"][name][place]) + Counter(facts["resupplied"][name][place])
            found.update({(place, kind): n for kind, n in here.items() if kind.startswith("inf")})
        return found

    def works(self, ability: str, facts: Any, foes: set[str], origin: str) -> Iterator[tuple[str, ...]]:
        """What a special block in hand may be used for."""
        if ability == "resupply":
            entry = {FIELD} if self.side == 0 else {self.landed} if self.landed else ANCHORS
            yield from (("recall", kind, to) for kind in facts["lost"][SIDES[self.side]] for to in entry - foes)
        elif ability == "amphibious_assault":
            hand = facts["hand"]
            if hand:
                yield from (("assault", to) for to in foes & BEACHES)
            for (place, kind), n in self.sailors(facts).items():
                if len(hand) < 2 and n > hand.count(kind) * (place == origin) and (not hand or place == origin):
                    yield "take", place, kind
        else:
            reach = {"minor_bombardment": {FIELD}, "major_bombardment": AROUND | {FIELD}, "barbed_wire": set()}
            yield from (("on", to) for to in foes & reach.get(ability, foes) if ability != "air_support")

    def judge(self, before: Any, after: Any, event: Any) -> None:
        """One event, against the positions before and after the action."""
        facts = GAME.facts(before)
        if isinstance(event, TurnBegan):
            assert event.turn == self.turn + 1 <= 10
            if self.turn and self.turn not in (3, 5, 7, 9):
                self.check(after)
            self.turn = event.turn
            self.begin(0)
            self.scored = False
        elif isinstance(event, Drawn) and self.turn:
            self.sequence(SIDES.index(event.side))
            self.drawn += 1
            assert self.drawn <= 2
            assert event.side == "japanese" or self.turn >= 3
        elif isinstance(event, Landed):
            self.landed = event.place
            assert event.n == self.drawn == 2 or not GAME.facts(after)["pool_size"][event.side]
            assert event.place == FIELD if event.side == "american" else event.place in ANCHORS
            assert not facts[SIDES[1 - self.side]][event.place]
        elif isinstance(event, Moved):
            foes = {place for place, stack in facts[SIDES[1 - self.side]].items() if stack}
            assert not set(event.path[1:-1]) & foes
            assert event.attack == (event.path[-1] in foes)
            assert event.trail == trail(event.path)
            assert event.n == len(facts["hand"])
            self.actions += 1
            self.attacks += event.attack
            self.gone.update(facts["hand"])
            self.back = event.path[-2] if event.attack else self.back
        elif isinstance(event, Used):
            self.actions += 1
            self.attacks += event.block in ("amphibious_assault", "major_bombardment")
            assert event.block != "barbed_wire"
            self.gone[event.block] -= self.gone[event.block] > 0
        elif isinstance(event, Assaulted):
            assert {event.start, event.end} <= BEACHES
            assert 1 <= event.n <= 2
            assert all(kind.startswith("inf") for kind in facts["hand"])
            for kind, n in Counter(facts["hand"]).items():
                assert facts[event.side][event.start].count(kind) - self.moved[event.start, kind] >= n
            self.gone.update(facts["hand"])
            self.back = event.start
        elif isinstance(event, TrailLost | Lost):
            self.gone[event.block] -= event.side == SIDES[self.side] and self.gone[event.block] > 0
        elif isinstance(event, Fought):
            attack = sum(strength(kind, True) for kind in event.attackers)
            attack += 5 * any(row[0] == "air_support" for row in event.attack)
            defence = sum(strength(kind, False) for kind in event.defenders)
            need = defence + (2 if event.place in BEACHES else 1)
            americans = event.attackers if event.side == "american" else event.defenders
            wins = event.side if attack >= need else SIDES[1 - SIDES.index(event.side)]
            assert event.sums == (attack, defence, need)
            assert event.winner == ("american" if "vandegrift" in americans else wins)
            assert all(map(infantry, event.attackers))
        elif isinstance(event, Retreated):
            assert frozenset((event.start, event.end)) in LINKS
            assert not GAME.facts(after)[SIDES[1 - SIDES.index(event.side)]][event.end]
        elif isinstance(event, Repulsed | WentBack):
            assert event.end == self.back
        elif isinstance(event, NoRetreat):
            enemy = GAME.facts(after)[SIDES[1 - SIDES.index(event.side)]]
            assert all(enemy[to] for link in LINKS if event.place in link for to in link - {event.place})
        elif isinstance(event, Hit | Spared):
            assert facts[event.side][event.place]
            if isinstance(event, Spared) or event.cause == "minor_bombardment":
                assert event.place == FIELD
                assert isinstance(event, Spared) or event.block != "vandegrift"
            elif event.cause == "major_bombardment":
                assert event.place in AROUND | {FIELD}
            elif event.cause == "turn":
                self.hits += 1
                assert self.hits == 1
                assert event.side == "japanese"
        elif isinstance(event, AttritionNamed):
            assert self.turn in (3, 5, 7, 9)
            if isinstance(before.stack[-1], Attrition):
                self.check(before)
        elif isinstance(event, Ended):
            assert event.left == 2 - self.actions
        elif isinstance(event, Bombarded):
            self.tokens += 1
            self.scored = True
            assert event.tokens == self.tokens <= 3
        elif isinstance(event, Over):
            wanted = "bombardment" if self.tokens == 3 else "held"
            assert event.reason in ("henderson_field", wanted)
        assert self.actions <= 2
        assert self.attacks <= 1

    def check(self, s: Any) -> None:
        """Japanese have scored if they stand next to the field, and only then; on it they would have won."""
        japanese = GAME.facts(s)["japanese"]
        assert self.scored == any(japanese[place] for place in AROUND)
        assert not japanese[FIELD]

    def note(self, s: Any) -> None:
        """Where the blocks are that have moved, as many as he has seen moving and not lost since."""
        facts = GAME.facts(s)
        tired = facts["moved"][SIDES[self.side]]
        self.moved = Counter((place, kind) for place, stack in tired.items() for kind in stack)
        assert Counter(kind for stack in tired.values() for kind in stack) + Counter(facts["attackers"]) == +self.gone


def step(s: Any, rng: random.Random, eager: bool) -> Any:
    """A random action; an eager player fills his stacks and attacks more often than by chance alone."""
    if eager and isinstance(s.stack[-1], Actions) and rng.random() < 0.6:
        (side,) = GAME.to_move(s)
        foes = {place for place, stack in GAME.facts(s)[SIDES[1 - side]].items() if stack}
        legal = GAME.legal(s, side)
        fights = [action for action in legal if action[0] == "go" and action[1] in foes]
        more = [action for action in legal if action[0] == "take" and action[2].startswith(("inf", "vandegrift"))]
        if wanted := more if more and (not fights or rng.random() < 0.6) else fights:
            return GAME.apply(s, side, rng.choice(wanted))
    return contract.step(GAME, s, rng)[0]


def crowded(rng: random.Random) -> dict[str, Any]:
    """A position with most blocks on the board, so that much is fought over."""
    position: dict[str, Any] = {"turn": rng.randint(1, 9), "step": "american-actions", "american": {}, "japanese": {}}
    places = rng.sample(sorted(DATA["locations"]), 10)
    places.remove(FIELD) if FIELD in places else places.pop()
    for side, here in (("american", [FIELD, *places[:4]]), ("japanese", places[4:])):
        for kind, row in DATA["units"][side].items():
            for _ in range(row["count"]):
                if rng.random() < 0.5:
                    position[side].setdefault(rng.choice(here), []).append(kind)
    return position


@pytest.mark.parametrize("seed", range(16))
def test_the_umpire_agrees(seed: int) -> None:
    rng = random.Random(seed)
    s, umpire = GAME.setup("two-player"), Umpire()
    if seed % 2:
        position = crowded(rng)
        s, umpire.turn = GAME.place(position), position["turn"]
    seen: set[str] = set()
    while GAME.to_move(s):
        if isinstance(s.stack[-1], Actions):
            umpire.sequence(GAME.to_move(s)[0])
            umpire.note(s)
            umpire.offers(s)
        elif GAME.to_move(s) != (CHANCE,):
            umpire.choices(s)
        before = s
        s = step(s, rng, eager=seed % 4 > 1)
        for event in s.news:
            umpire.judge(before, s, event)
            seen.add(type(event).__name__)
    assert s.result is not None
    assert {"Moved", "Over"} <= seen
