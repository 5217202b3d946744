"""The computer player gets what a human in its seat gets, and nothing more: the honesty tests, for every game."""

from __future__ import annotations

import ast
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import ironbottom
from ironbottom.kernel.action import Action
from ironbottom.kernel.errors import SecretTouched
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.value import Outside, Value, fingerprint
from ironbottom.opponents import player, runner, worlds
from ironbottom.opponents.registry import PLAYERS
from ironbottom.opponents.worlds import searcher_of
from opponents.positions import NAMES, named, samples

SOURCES = Path(ironbottom.__file__).parent
FORBIDDEN = ("ironbottom.kernel.referee", "ironbottom.kernel.dice", "ironbottom.kernel.record", "ironbottom.server",
             "ironbottom.table", "ironbottom.lab", "secrets")


WITH_SEARCH = [name for name in NAMES if searcher_of(named(name)[0])]


def sides(game: Game[Any]) -> range:
    return range(len(game.sides))


# --- 1: a dealt world looks the same ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_dealt_world_has_the_view_that_it_was_dealt_from(name: str) -> None:
    check_deals(name, 30)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_dealt_world_has_the_view_that_it_was_dealt_from_often(name: str) -> None:
    check_deals(name, 3000)


def check_deals(name: str, count: int) -> None:
    for number, (game, s, _) in enumerate(samples(name, count)):
        for side in sides(game):
            view = game.view(s, side)
            dealt = game.determinize(view, side, random.Random(number))
            again = game.view(dealt, side).replace(news=())
            view = view.replace(news=())
            assert again == view
            assert fingerprint(again) == fingerprint(view)
            game.invariants(dealt)


# --- 2: equal views, equal everything ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_equal_views_give_equal_offers_and_equal_moves(name: str) -> None:
    check_moves(name, 12)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", NAMES)
def test_equal_views_give_equal_offers_and_equal_moves_often(name: str) -> None:
    check_moves(name, 200)


def check_moves(name: str, count: int) -> None:
    for number, (game, s, seen) in enumerate(samples(name, count, seed=2)):
        for side in game.to_move(s):
            view = game.view(s, side)
            other = game.determinize(view, side, random.Random(number + 1))
            assert game.legal(other, side) == game.legal(s, side) == game.legal(view, side)
            assert game.waited_for(other) == game.waited_for(s)
            if not game.legal(view, side):
                continue
            for bot in bots_of(game):
                moves = {think(game, game.view(world, side), side, seen[side], bot) for world in (s, other)}
                assert len(moves) == 1


def bots_of(game: Game[Any]) -> list[str]:
    return [*PLAYERS, "tree"] if game.opponent else ["random"]


def think(game: Game[Any], view: Any, side: int, events: list[Event], bot: str) -> tuple[Action, ...]:
    asked = runner.question(game, side, view, events, "steps:3")
    return runner.answer(player(bot), asked, 7).do


@pytest.mark.parametrize("name", WITH_SEARCH)
def test_the_worlds_that_a_search_imagines_have_its_view(name: str) -> None:
    """Also where its memory filled in what is hidden."""
    for number, (game, s, seen) in enumerate(samples(name, 20, seed=13)):
        script = searcher_of(game.of(s))
        assert script is not None
        for side in game.to_move(s):
            view = game.view(s, side)
            asked = runner.question(game, side, view, seen[side])
            for turn in range(3):
                world = worlds.determinize(game, script, asked, random.Random(number * 10 + turn))
                assert game.view(world, side).replace(news=()) == view.replace(news=())
                game.invariants(world)


# --- 3: poisoned truth --------------------------------------------------------------------------------------------


class Poison:
    """What stands where a side may not look: whatever is done with it raises."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return Poison
        raise SecretTouched(name)

    def _touch(self, *_: object) -> Any:
        raise SecretTouched("a hidden value was used")

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __len__ = __iter__ = _touch  # type: ignore[assignment]
    __getitem__ = __contains__ = __index__ = __int__ = __add__ = __radd__ = __sub__ = __rsub__ = _touch
    __rshift__ = __lshift__ = __and__ = __or__ = __mul__ = __rmul__ = __reduce_ex__ = __repr__ = __str__ = _touch


POISON = Poison()


def poisoned(truth: Any, view: Any) -> Any:
    """The truth with everything poisoned in which the view differs from it."""
    if truth is view or truth == view:
        return truth
    if isinstance(truth, Value) and type(truth) is type(view):
        fields = {name: poisoned(getattr(truth, name), getattr(view, name)) for name in truth.fields}
        return truth.replace(**fields)
    if isinstance(truth, tuple) and isinstance(view, tuple) and len(truth) == len(view):
        return tuple(poisoned(one, other) for one, other in zip(truth, view, strict=True))
    return POISON


def test_poison_is_deadly() -> None:
    for touch in (lambda: POISON + 1, lambda: len(POISON), lambda: POISON == 1, lambda: POISON >> 2):  # type: ignore[arg-type,operator]
        with pytest.raises(SecretTouched):
            touch()
    assert poisoned((1, (2, 3)), (1, (2, 3))) == (1, (2, 3))
    assert poisoned((1, (2, 3)), (1, (2, -1)))[1][1] is POISON


@pytest.mark.parametrize("name", NAMES)
def test_what_a_side_is_offered_does_not_touch_what_is_hidden_from_it(name: str) -> None:
    check_offers(name, 20)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_side_is_offered_does_not_touch_what_is_hidden_from_it_often(name: str) -> None:
    check_offers(name, 400)


def check_offers(name: str, count: int) -> None:
    hidden = secrets = 0
    for game, s, _ in samples(name, count, seed=3):
        for side in game.to_move(s):
            view = game.view(s, side)
            state = poisoned(s.replace(news=()), view.replace(news=()))
            secrets += view.replace(news=()) != s.replace(news=())
            hidden += sum(item is POISON for item in reachable(state))
            assert game.to_move(state) == game.to_move(s)
            legal = game.legal(state, side)
            assert legal == game.legal(view, side)
            assert game.why_not(state, side, ("nonsense",)) is not None
            for action in legal[:5]:
                assert game.retracts(state, action) == game.retracts(view, action)
            assert game.default(state, side) == game.default(view, side)
    assert bool(hidden) == bool(secrets)


# --- 4: no generator in reach --------------------------------------------------------------------------------------


def reachable(root: Any) -> list[Any]:
    """All objects that hang on an object as data: containers, attributes and slots, not the program itself."""
    found: list[Any] = []
    known: set[int] = set()
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if type(item) is Poison:
            found.append(item)
            continue
        if id(item) in known or isinstance(item, (type, str, int, float)) or callable(item):
            continue
        known.add(id(item))
        found.append(item)
        if isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, (tuple, list, set, frozenset)):
            waiting += list(item)
        else:
            waiting += vars(item).values() if hasattr(item, "__dict__") else ()
            for cls in type(item).__mro__:
                slots = cls.__dict__.get("__slots__", ())
                for slot in (slots,) if isinstance(slots, str) else slots:
                    if hasattr(item, slot):
                        waiting.append(getattr(item, slot))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_neither_state_nor_question_holds_a_generator_a_seed_or_the_referee(name: str) -> None:
    for game, s, seen in samples(name, 6, seed=4):
        for side in game.to_move(s):
            view = game.view(s, side)
            asked = runner.question(game, side, view, seen[side]) if game.legal(view, side) else None
            for item in reachable((s, view, asked)):
                assert not isinstance(item, (random.Random, Referee, bytearray)), type(item)
                assert not isinstance(item, bytes) or len(item) > 64, "tables of a map are longer, seeds are not"
            known = {id(item) for item in reachable((view, asked))}
            assert id(s) not in known or s == view
            printed = reachable(view.setting)
            known = {id(item) for item in printed}
            for item in reachable(view):
                assert isinstance(item, (Value, tuple, type(None), Outside)) or id(item) in known or item in printed


@pytest.mark.parametrize("name", NAMES)
def test_a_view_goes_through_pickle(name: str) -> None:
    for game, s, _ in samples(name, 12, seed=5):
        for side in sides(game):
            view = game.view(s, side)
            assert pickle.loads(pickle.dumps(view)) == view


# --- the program itself -----------------------------------------------------------------------------------------


def bot_files() -> list[Path]:
    """All that thinks for a side; what is told of a game after its end may read records."""
    players = [path for path in sorted((SOURCES / "opponents").rglob("*.py")) if path.name != "after_game.py"]
    return players + sorted((SOURCES / "games").rglob("ai/*.py"))


@pytest.mark.parametrize("path", bot_files(), ids=lambda path: path.relative_to(SOURCES).as_posix())
def test_no_computer_player_imports_the_referee_the_dice_or_the_server(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            assert not name.startswith(FORBIDDEN), f"{path.name} imports {name}"
