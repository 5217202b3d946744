"""The games in OpenSpiel.

    import pyspiel
    from ironbottom.research import openspiel
    openspiel.register()
    game = pyspiel.load_game("ironbottom_first_blood(scenario=first-turns,infantry_repair=true)")

Every game is sequential: where both sides write in secret at once, one writes after the other without seeing what the
first has written, which is the same game (the form that OpenSpiel itself turns simultaneous games into for most of its
algorithms), while joint actions of sheets of different length would need a filling that the game does not know.
`str(state)` and the state itself hold the truth, as OpenSpiel wants it; what players are given (`*_string`, `*_tensor`)
is made from what they know alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ironbottom import games
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.data import read_toml
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.game import Game
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.lab.bench import LONGEST
from ironbottom.research.play import Play, Table
from ironbottom.research.wanted import missing

try:
    import numpy as np
    import pyspiel

    from ironbottom.research.features import DIGEST, LENGTH, Features, digest_bits
except ImportError as error:
    raise missing(error) from None

MOST_OUTCOMES = 512
"""What one die or one draw may give, at most."""
MOST_CHOICES = 8 * LONGEST
"""Choices and outcomes of a whole game, at most: far above what any game needs."""

Parameters = dict[str, Any]
Sampler = Callable[[], float]


def name_of(slug: str) -> str:
    """What OpenSpiel calls a game.

    >>> name_of("first-blood")
    'ironbottom_first_blood'
    """
    return "ironbottom_" + slug.replace("-", "_")


def register() -> tuple[str, ...]:
    """Make all games known to `pyspiel.load_game`; their names. Those that are known already stay as they are."""
    known = set(pyspiel.registered_names())
    names = []
    for slug in games.slugs():
        names.append(name_of(slug))
        if names[-1] not in known:
            pyspiel.register_game(_type(games.load(slug)), _maker(slug))
    return tuple(names)


def of(game: Game[Any], scenario: str = "", options: Mapping[str, Any] | None = None, length: int = LENGTH) -> Any:
    """The pyspiel game of one of our own with corrections of any kind, without registering it. Raises BadInput."""
    return IronbottomGame(Table(game, scenario, options), {}, length)


def _maker(slug: str) -> type[IronbottomGame]:
    """The class that OpenSpiel makes a game with: it keeps it until the process ends, as it keeps its own."""

    class Registered(IronbottomGame):
        def __init__(self, given: Parameters | None = None) -> None:
            super().__init__(*_read(slug, given or {}))

    return Registered


def _read(slug: str, given: Parameters) -> tuple[Table, Parameters, int]:
    """The table that OpenSpiel's parameters mean, those that differ from what is usual, and the length of a tensor.
    Raises BadInput."""
    game = games.load(slug)
    usual = _parameters(game)
    chosen = {key: item for key, item in given.items() if usual.get(key) != item}
    length = int(chosen.get("features", LENGTH))
    path = str(chosen.get("corrections", ""))
    if length < 1:
        raise BadInput(f"features is the length of a tensor, at least 1, not {length}")
    if path:
        game = games.load(slug, read_toml(Path(path)))
    options = {key: _option(game, key, item) for key, item in chosen.items() if key not in OWN}
    return Table(game, str(chosen.get("scenario", "")), options), chosen, length


OWN = ("scenario", "corrections", "features")
"""The parameters that are no options of a game."""


def _parameters(game: Game[Any]) -> Parameters:
    """The parameters of a game as they are where nothing is said: its first scenario as printed."""
    options = {one.id: _plain(one.default) for one in game.options}
    return {"scenario": game.scenarios[0].id, "corrections": "", "features": LENGTH, **options}


def _plain(item: Any) -> Any:
    """An option's value for OpenSpiel: a list is written with colons, for commas part the parameters there."""
    return ":".join(map(str, item)) if isinstance(item, tuple) else item


def _option(game: Game[Any], key: str, given: Any) -> Any:
    """The value of an option that OpenSpiel calls so."""
    option = next((one for one in game.options if one.id == key), None)
    known = {_plain(choice): choice for choice, _ in option.choices} if option is not None else {}
    return known.get(given, given)


def _type(game: Game[Any]) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    return _made_type(game, _parameters(game), {len(scenario.sides) for scenario in game.scenarios})


def _made_type(game: Game[Any], parameters: Parameters, players: set[int]) -> Any:
    kind = pyspiel.GameType
    alone = players == {1}
    return kind(
        short_name=name_of(game.slug),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if alone else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class IronbottomGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of a game, with its options."""

    def __init__(self, table: Table, parameters: Parameters, length: int) -> None:
        self.table = table
        self.features = Features(length)
        players = len(table.players)
        kind = _made_type(table.game, parameters, {players})
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.vocabulary),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=MOST_CHOICES,
        )
        super().__init__(kind, info, parameters)

    def new_initial_state(self, *given: Any) -> IronbottomState:
        """Where the game begins."""
        return IronbottomState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        """Writes what a player knows: with perfect recall all that it has seen and done, else its view."""
        if parameters:
            raise BadInput(f"an observer takes no parameters, not {', '.join(parameters)}")
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class IronbottomState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: IronbottomGame) -> None:
        super().__init__(game)
        self.play: Play = game.table.first

    def current_player(self) -> int:
        player = self.play.player
        if player is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.choices)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of what may fall, with their probabilities."""
        weights = [weight for _, weight in self.play.outcomes()]
        whole = sum(weights)
        return [(number, weight / whole) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return notation(self.play.outcomes()[action][0])
        return self.play.table.vocabulary.text(action)

    def is_terminal(self) -> bool:
        return self.play.side is None

    def returns(self) -> list[float]:
        return list(self.play.returns())

    def __str__(self) -> str:
        return self.play.whole()

    def resample_from_infostate(self, player: int, sampler: Sampler) -> IronbottomState:
        """A state that the player cannot tell from this one, drawn from what it knows alone. Its history is empty: the
        true one would tell what it cannot know."""
        made: IronbottomState = self.get_game().new_initial_state()
        rng = random.Random(int(sampler() * 2**53))
        made.play = self.play.dealt(self.play.table.players[player], rng)
        return made

    def apply_whole(self, action: Action) -> None:
        """Apply a whole action of a side, or what falls, as the choices that it is made of. Raises IllegalAction."""
        for choice in self.play.path(action):
            self.apply_action(choice)


class Observer:
    """What a player knows, as a string and as a tensor (OpenSpiel's observer)."""

    def __init__(self, game: IronbottomGame, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadInput("no observer is given what all players know together: that is the state itself")
        self._alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind.perfect_recall
        self._features = game.features
        length = game.features.length
        self.tensor = np.zeros(length + (DIGEST if self._recall else 0), np.float32)
        self.dict = {"known": self.tensor[:length]}
        if self._recall:
            self.dict["past"] = self.tensor[length:]

    def _side(self, state: IronbottomState, player: int) -> int:
        return state.play.table.players[player] if self._alone else OBSERVER

    def set_from(self, state: IronbottomState, player: int) -> None:
        """Write what the player knows into the tensor."""
        side = self._side(state, player)
        self.tensor.fill(0)
        self._features.write(state.play, side, self.dict["known"])
        if self._recall:
            self.dict["past"][:] = digest_bits(state.play, side)

    def string_from(self, state: IronbottomState, player: int) -> str:
        """What the player knows, in words."""
        return state.play.text(self._side(state, player), self._recall)
