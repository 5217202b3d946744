"""Cases: positions with play, questions and expectation, in TOML files, one `[[case]]` each.

    [[case]]
    id = "2P-E07"                        # the dossier's id
    rules = ["2P-26"]                    # the statements that it tests
    text = "Recon cannot accompany an attack"
    position = { ... }                   # what `Game.place` reads
    play = [
      { by = "american", do = "take henderson_field inf4; go koli_point henderson_field", chance = ["draw inf2"] },
      { by = "american", refused = "take henderson_field recon", rule = "2P-26" },
    ]
    ask = [ { what = "distance tetere henderson_field", is = 2 } ]
    expect = { at.koli_point = ["inf4"], to_move = "american", view.japanese = { ... } }

`do` may hold several actions, with `;` between them. `chance` gives dice and draws in the order in which they are
asked for; where it gives none, a chance with one outcome alone falls by itself, and another waits (`to_move` is then
"chance"). `expect` compares only what it lists (`{}`: nothing is there): `to_move`, `waited_for`, `winner`, `reason`,
`legal` (all notations), `offered` and `not_offered` (some), `told.SIDE` (kinds of events that the side saw during the
play, in order; others in between are allowed), `untold.SIDE` (kinds that it did not see), `odds` (`{ "NOTATION" = {
"result text" = 0.375 } }`, with what the side remembers of the play), `remembered.SIDE` (what the page shows of that
memory, by space or piece), `view.SIDE` (the facts of that side's view), and any other key of `Game.facts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.action import Action, notation, parse
from ironbottom.kernel.data import read_toml
from ironbottom.kernel.errors import BadInput, IllegalAction, IronbottomError
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import CHANCE
from ironbottom.kernel.unwritten import caught_up
from ironbottom.kernel.value import Value, value

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

_KEYS = {"id", "rules", "text", "position", "play", "ask", "expect", "game"}


@value
class Outcome(Value):
    """How a case went: `wrong` is empty when it passed."""

    id: str
    text: str
    rules: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.wrong


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file. Raises BadInput, naming the case."""
    data = read_toml(path)
    cases = data.get("case")
    if not isinstance(cases, list) or not cases:
        raise BadInput(f"{path.name} holds no [[case]]")
    for number, case in enumerate(cases, 1):
        name = f"{path.name}, case {case.get('id', number)}"
        for key in case:
            if key not in _KEYS:
                raise BadInput(f"{name}: unknown key '{key}'; known: {', '.join(sorted(_KEYS))}")
        for key in ("id", "position"):
            if key not in case:
                raise BadInput(f"{name}: '{key}' is missing")
    return cases


class Play:
    """A position with what was told since, and the chance results still to come."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game = game
        self.state = state
        self.start = self.state
        self.news: list[Event] = []
        self.coming: list[Action] = []
        self.wrong: list[str] = []

    def do(self, entry: Mapping[str, Any]) -> None:
        """Play one entry of `play`."""
        known = {"by", "do", "refused", "rule", "chance"}
        for key in entry:
            if key not in known:
                raise BadInput(f"play: unknown key '{key}'; known: {', '.join(sorted(known))}")
        self.coming = [parse(text) for text in entry.get("chance", ())]
        self._settle()
        if "do" in entry:
            for text in str(entry["do"]).split(";"):
                if text.strip():
                    self.act(self._by(entry), parse(text))
        if "refused" in entry:
            *before, last = [text for text in str(entry["refused"]).split(";") if text.strip()]
            for text in before:
                self.act(self._by(entry), parse(text))
            self._refused(self._by(entry), parse(last), entry.get("rule"))
        if self.coming:
            raise BadInput(f"chance '{notation(self.coming[0])}' was given but not asked for")

    def _by(self, entry: Mapping[str, Any]) -> int:
        if "by" in entry:
            return self.game.side_of(entry["by"])
        sides = self.game.to_move(self.state)
        if len(sides) != 1 or sides[0] == CHANCE:
            raise BadInput("'by' is missing, and not one side alone is to move")
        return sides[0]

    def act(self, side: int, action: Action) -> None:
        """Play an action, and what falls by itself after it. Raises IllegalAction."""
        self.state = caught_up(self.game, self.state, side, action)
        refusal = self.game.why_not(self.state, side, action)
        if refusal is not None:
            raise IllegalAction(f"'{notation(action)}' was refused: {self.game.refusal(refusal)}", refusal.rule)
        self._apply(side, action)
        self._settle()

    def _apply(self, side: int, action: Action) -> None:
        self.state = self.game.apply(self.state, side, action)
        self.news += self.state.news

    def _refused(self, side: int, action: Action, rule: str | None) -> None:
        refusal = self.game.why_not(self.state, side, action)
        if refusal is None:
            self.wrong.append(f"'{notation(action)}' should have been refused")
        elif rule is not None and refusal.rule != rule:
            self.wrong.append(f"'{notation(action)}' was refused by {refusal.rule}, not {rule}")

    def memory(self, side: int) -> Any:
        """What a side remembers of the play."""
        seen = [event for told in self.news if (event := told.seen_by(side)) is not None]
        return self.game.recall(self.start, side, seen)

    def fall(self, outcome: Action) -> None:
        """Take one chance result. Raises BadInput for one that cannot fall."""
        self.coming = [outcome]
        self._settle()
        if self.coming:
            raise BadInput(f"chance '{notation(outcome)}' was given but not asked for")

    def _settle(self) -> None:
        while self.game.to_move(self.state) == (CHANCE,):
            outcomes = [outcome for outcome, _ in self.game.chance(self.state)]
            if self.coming:
                outcome = self.coming.pop(0)
                if outcome not in outcomes:
                    allowed = ", ".join(map(notation, outcomes))
                    raise BadInput(f"chance cannot give '{notation(outcome)}' here, only {allowed}")
            elif len(outcomes) == 1:
                outcome = outcomes[0]
            else:
                return
            self._apply(CHANCE, outcome)


def run_case(game: Game[Any], case: Mapping[str, Any]) -> Outcome:
    """Play a case and compare; a mistake in the case itself is told as what is wrong."""
    known = {statement.id for statement in game.statements}
    wrong = [f"{game.slug} has no statement '{key}'" for key in case.get("rules", ()) if key not in known]
    try:
        play = Play(game, game.place(case["position"]))
        for entry in case.get("play", ()):
            play.do(entry)
        wrong += play.wrong
        for question in case.get("ask", ()):
            answer = _plain(game.ask(play.state, tuple(str(question["what"]).split())))
            if answer != question["is"]:
                wrong.append(f"{question['what']}: {answer!r}, not {question['is']!r}")
        wrong += _compare(play, case.get("expect", {}))
    except IronbottomError as error:
        wrong.append(str(error))
    except Exception as error:
        # whatever breaks on one case, the others of the file are still told
        wrong.append(f"the case cannot be played: {type(error).__name__}: {error}")
    return Outcome(str(case["id"]), str(case.get("text", "")), tuple(case.get("rules", ())), tuple(wrong))


def facts_of(game: Game[Any], s: Any) -> dict[str, Any]:
    """What can be compared of a state or view: the game's own facts, who is to move, and how it ended."""
    return {
        **{key: _plain(item) for key, item in game.facts(s).items()},
        "to_move": [game.side_name(side) for side in game.to_move(s)],
        "waited_for": [game.side_name(side) for side in game.waited_for(s)],
        "reason": s.result.reason if s.result else None,
        "winner": [game.sides[side] for side, points in enumerate(game.returns(s)) if points > 0],
    }


def _compare(play: Play, expect: Mapping[str, Any]) -> list[str]:
    game, state = play.game, play.state
    wrong: list[str] = []
    facts = facts_of(game, state)
    for key, item in expect.items():
        if key in ("to_move", "waited_for", "winner") and isinstance(item, str):
            wrong += differ(key, facts[key], [item] if item else [])
        elif key in ("legal", "offered", "not_offered"):
            wrong += _legal(play, key, item)
        elif key == "view":
            for name, wanted in item.items():
                side = game.side_of(name)
                wrong += differ(f"view.{name}", _plain(game.facts(game.view(state, side))), wanted)
        elif key in ("told", "untold"):
            for name, kinds in item.items():
                wrong += _told(play, key, name, kinds)
        elif key == "odds":
            for text, wanted in item.items():
                wrong += _odds(play, text, wanted)
        elif key == "remembered":
            for name, wanted in item.items():
                wrong += _remembered(play, name, wanted)
        elif key not in facts:
            wrong.append(f"{key}: the game tells no such fact; it tells {', '.join(sorted(facts))}")
        else:
            wrong += differ(key, facts[key], item)
    return wrong


def _legal(play: Play, key: str, wanted: Iterable[str]) -> list[str]:
    sides = [side for side in play.game.to_move(play.state) if side != CHANCE]
    legal = [notation(action) for side in sides for action in play.game.legal(play.state, side)]
    if key == "legal":
        return differ(key, sorted(legal), sorted(wanted))
    if key == "offered":
        return [f"'{text}' is not offered, only {', '.join(legal)}" for text in wanted if text not in legal]
    return [f"'{text}' is offered" for text in wanted if text in legal]


def _told(play: Play, key: str, name: str, kinds: Iterable[str]) -> list[str]:
    side = play.game.side_of(name)
    seen = [event.called() for event in play.news if event.seen_by(side) is not None]
    if key == "untold":
        return [f"{name} was told '{kind}'" for kind in kinds if kind in seen]
    at = 0
    for kind in kinds:
        if kind not in seen[at:]:
            return [f"{name} was not told '{kind}' in that order, but {', '.join(seen) or 'nothing'}"]
        at = seen.index(kind, at) + 1
    return []


def _odds(play: Play, text: str, wanted: Mapping[str, float]) -> list[str]:
    side = play.game.to_move(play.state)[0]
    odds = play.game.odds(play.game.view(play.state, side), side, parse(text), play.memory(side))
    found = {result["text"]: round(result["p"], 4) for result in odds["results"]} if odds else {}
    return differ(f"odds of {text}", found, {key: round(p, 4) for key, p in wanted.items()})


def _remembered(play: Play, name: str, wanted: Mapping[str, str]) -> list[str]:
    side = play.game.side_of(name)
    picture = play.game.picture(play.game.view(play.state, side), side, play.memory(side))
    found = {mark["space"]: mark["text"] for mark in picture["marks"] if mark["kind"] == "remembered"}
    found |= {piece["id"]: piece["note"] for piece in picture["pieces"] if "note" in piece}
    return [] if found == wanted else [f"remembered.{name}: {found!r}, not {wanted!r}"]


def _plain(item: Any) -> Any:
    if isinstance(item, (tuple, list)):
        return [_plain(part) for part in item]
    if isinstance(item, Mapping):
        return {key: _plain(part) for key, part in item.items()}
    return item


def differ(where: str, found: Any, wanted: Any) -> list[str]:
    """What of `wanted` does not stand in `found`; tables are compared by the listed keys, an empty one as a whole.

    >>> differ("lost", {"INF": 1, "DST": 2}, {"INF": 1})
    []
    >>> differ("lost", {"INF": 1}, {})
    ["lost: {'INF': 1}, not {}"]
    """
    if wanted and isinstance(wanted, Mapping) and isinstance(found, Mapping):
        wrong = []
        for key, item in wanted.items():
            if key not in found and item not in ([], {}, None, 0):
                wrong.append(f"{where}.{key}: nothing there, not {item!r}")
            elif key in found:
                wrong += differ(f"{where}.{key}", found[key], item)
        return wrong
    return [] if found == wanted else [f"{where}: {found!r}, not {wanted!r}"]
