"""Writes the wording of each game into `tests/words/<game>.txt`, to be read through whole: every event, prompt, choice,
refusal and forecast of the recorded games, each count at 0, 1, 2 and 5, each kind of name; then the texts that none of
these games came to, as they stand in the catalogue.

    python tools/words.py                  writes the files of all games: read the difference
    python tools/words.py archies-war      that of one game
    python tools/words.py --check          says which files are not what is made
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ironbottom.games import READY, load
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.cases import read_cases, run_case
from ironbottom.kernel.event import Event
from ironbottom.kernel.game import Game
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.unwritten import caught_up
from ironbottom.kernel.words import Words

ROOT = Path(__file__).parent.parent / "tests"
COUNTS = (0, 1, 2, 5)
NOT_COUNTED = {"die", "dice", "turn", "side", "row", "column", "day", "year", "hex", "result", "segment", "first",
               "last", "half", "force", "slot", "roll"}
"""Numbers that name something: no word agrees with them."""
KINDS = 5
"""So many kinds of name are shown for each place in a text."""
LOOKS = 8
"""So many positions of each kind of step are looked at whole, the first and then fewer and fewer; of the later
ones only the prompt."""
ALSO = {"text", "title", "name", "label", "slot", "result", "note", "value"}
SOURCES: Mapping[str, tuple[str, ...]] = {
    "archies-war": ("two-player-held", "two-player-henderson_field", "two-player-bombardment", "solitaire-won",
                    "solitaire-lost_overrun", "solitaire-lost_field"),
    "axis-allies": ("campaign-allies_points",),
    "first-blood": ("campaign-airfield", "campaign-wiped_out"),
    "henderson-field": ("campaign-automatic", "campaign-field"),
    "solomons": ("campaign-decisive",),
}
"""The recorded games that are read."""

PLAYED = ("henderson-field", "solomons")
"""The games of which the cases are read too, for what hardly ever comes up in a game."""


class Heard:
    """What was said, and by which texts; tells whether a wording showed anything new."""

    def __init__(self) -> None:
        self.said = set[tuple[Any, ...]]()
        self.keys = set[str]()
        self.names = defaultdict[tuple[str, str], set[str]](set)
        self.new = False
        self.counted = dict[tuple[str, str], tuple[Words, dict[str, Any]]]()

    def hear(self, words: Words, key: str, args: Mapping[str, Any]) -> None:
        self.keys.add(key)
        self._atom(key)
        for name, arg in args.items():
            if f"{{{name}" not in str(words._texts.get(key)) and name != "n":
                continue
            if type(arg) is int:
                if name not in NOT_COUNTED:
                    self._atom(key, name, arg if arg in (0, 1) else "many")
                    self.counted.setdefault((key, name), (words, dict(args)))
            elif isinstance(arg, (tuple, list)):
                self._atom(key, name, min(len(arg), 2))
            else:
                look = _looks(words.name(arg))
                kinds = self.names[key, name]
                if look not in kinds and len(kinds) < KINDS:
                    kinds.add(look)
                    self.new = True

    def _atom(self, *atom: Any) -> None:
        if atom not in self.said:
            self.said.add(atom)
            self.new = True

    def __enter__(self) -> Heard:
        self._say = Words.say
        say, hear = Words.say, self.hear

        def heard(words: Words, key: str, /, **args: Any) -> str:
            hear(words, key, args)
            return say(words, key, **args)

        Words.say = heard  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Words.say = self._say  # type: ignore[method-assign]


def _looks(name: str) -> str:
    """The kind of a name: of how many words, with figures or without."""
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d]+", "a", name))


class Reading:
    """The wording of a game, gathered."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.heard = Heard()
        self.lines = defaultdict[str, dict[str, None]](dict)
        self.shown = set[str]()
        self.looked = defaultdict[str, int](int)
        self.played = defaultdict[Any, list[Action]](list)

    def told(self, under: str, make: Callable[[], Any]) -> None:
        """Keep the texts of what is made, if anything in them was not heard before."""
        self.heard.new = False
        made = make()
        if made is not None and self.heard.new:
            for text in texts(made):
                if text not in self.shown:
                    self.shown.add(text)
                    self.lines[under][text] = None

    def event(self, seen: Event, viewer: int) -> None:
        under = f"log {seen.called()}"
        self.told(under, lambda: self.game.line(seen, viewer))

    def step(self, s: Any, side: int, action: Action, after: Any, rare: bool = False) -> None:
        """A position in which a thing was done, and what was told of it. `rare`: it is looked at whole, however many
        of its kind were."""
        if side != CHANCE:
            self.position(s, rare)
            self.play(action)
        for viewer in (*range(len(self.game.sides)), OBSERVER):
            for seen in self.game.news_for(after, viewer):
                self.event(seen, viewer)

    def case(self, case: Mapping[str, Any]) -> None:
        """A case, played."""
        game, apply = self.game, self.game.apply

        def listened(s: Any, side: int, action: Action) -> Any:
            after = apply(s, side, action)
            self.step(s, side, action, after, rare=True)
            return after

        game.apply = listened  # type: ignore[method-assign]
        try:
            run_case(game, case)
        finally:
            del game.apply

    def position(self, s: Any, always: bool = False) -> None:
        """What is asked, waited for, offered, foretold and refused here."""
        game = self.game
        movers = game.to_move(s)
        if not s.stack or CHANCE in movers:
            return
        step = s.stack[-1].file_name
        self.looked[step] += 1
        n = self.looked[step]
        if n > LOOKS and n & (n - 1) and not always:
            return
        for side in range(len(game.sides)):
            view = game.view(s, side)
            under = f"{'prompt' if side in movers else 'waiting'} {step}"
            self.told(under, lambda v=view, p=side: game.prompt(v, p))
        for side in movers:
            view = game.view(s, side)
            for action in one_of_each(game.legal(view, side)):
                self.told(f"choice {step}", lambda v=view, p=side, a=action: game.choice(v, p, a))
                self.told(f"odds {step}", lambda v=view, p=side, a=action: game.odds(v, p, a))
            for asked in self.asked(game.legal(view, side)):
                refusal = game.why_not(view, side, asked)
                if refusal is not None:
                    self.told("refused", lambda r=refusal: game.refusal(r))

    def asked(self, legal: Iterable[Action]) -> Iterator[Action]:
        """What was played elsewhere, and what is legal with another's argument."""
        for action in one_of_each(legal, 2):
            for other in self.played[action[0]]:
                yield other
                for at in range(1, min(len(action), len(other))):
                    yield (*action[:at], other[at], *action[at + 1 :])
            if len(action) > 1:
                plain = tuple(part.high if isinstance(part, Range) else part for part in action)
                yield (*plain[:-1], plain[-1] + 50 if type(plain[-1]) is int else "nowhere")

    def play(self, action: Action) -> None:
        kept = self.played[action[0]]
        if action not in kept:
            self.played[action[0]] = [*kept[-5:], action]

    def over(self, view: Any) -> None:
        self.told("over", lambda: self.game.prompt(view, 0))
        self.told("over", lambda: self.game.decided(view))

    def vary(self) -> None:
        """Each count of each text at 0, 1, 2 and 5, the others as they came; at 0 and 1 where no word agrees with it,
        which is where one is missed."""
        for (key, name), (words, args) in list(self.heard.counted.items()):
            under = f"counts {key.split('.')[0]}"
            text = str(words._texts.get(key))
            agrees = f"{{{name}|" in text or (name == "n" and "{'one'" in text)
            counts = COUNTS if agrees else COUNTS[:2]
            said = {words.say(key, **(args | {name: count})): None for count in counts}
            for text in said:
                if text not in self.shown and len(text.split()) > 1:
                    self.shown.add(text)
                    self.lines[under][f"{key}: {text}"] = None

    def unheard(self) -> None:
        """The texts that no game came to."""
        words = self.game.words
        for key in words._texts:
            group = key.removeprefix("solo.").split(".")[0]
            if key not in self.heard.keys and group in UNHEARD:
                text = words._texts[key]
                for form in text.values() if isinstance(text, dict) else (text,):
                    self.lines[f"not heard: {group}"][f"{key}: {form}"] = None


UNHEARD = {"log", "line", "event", "prompt", "waiting", "choice", "refused", "odds", "die", "thrown", "points",
           "modifier", "card", "ending", "end", "over", "ends"}
"""The groups of texts that are shown as they stand where no game came to them."""


def one_of_each(actions: Iterable[Action], many: int = 4) -> list[Action]:
    """Some actions of each verb and length, the first and the last among them."""
    verbs = defaultdict[Any, list[Action]](list)
    for action in actions:
        verbs[action[0], len(action)].append(action)
    return [action for kept in verbs.values()
            for action in dict.fromkeys((*kept[: many - 1], kept[-1]))]


def texts(made: Any) -> Iterator[str]:
    """The sentences of a line, prompt, choice or odds; first that which leads."""
    if isinstance(made, str):
        yield made
        return
    for key, part in made.items():
        if isinstance(part, str) and key in ALSO and " " in part:
            yield part
        elif isinstance(part, dict):
            yield from texts(part)
        elif isinstance(part, list):
            for one in part:
                if isinstance(one, dict):
                    yield from texts(one)
                elif isinstance(one, str) and key == "notes":
                    yield one


def wording(slug: str) -> str:
    """The file of a game."""
    reading = Reading(load(slug))
    with reading.heard:
        for name in SOURCES[slug]:
            record = read_record((ROOT / "records" / slug / f"{name}.jsonl").read_text("utf-8"), load)
            reading.game = record.game
            s = record.start()
            for entry in record.entries:
                if not isinstance(entry, Move):
                    continue
                s = caught_up(record.game, s, entry.side, entry.action)
                after = record.game.apply(s, entry.side, entry.action)
                reading.step(s, entry.side, entry.action, after)
                s = after
            reading.over(record.game.view(s, 0))
        if slug in PLAYED:
            reading.game = load(slug)
            for path in sorted((ROOT / "cases" / slug).glob("*.toml")):
                for case in read_cases(path):
                    reading.case(case)
    reading.vary()
    reading.unheard()
    return "\n".join(f"== {under}\n" + "".join(f"{text}\n" for text in lines)
                     for under, lines in sorted(reading.lines.items()))


def main(games: list[str], check: bool) -> int:
    wrong = 0
    for slug in games or READY:
        path = ROOT / "words" / f"{slug}.txt"
        made = wording(slug)
        if check:
            if not path.exists() or path.read_text("utf-8") != made:
                print(f"{path} is not what is made: run python tools/words.py {slug}, and read what is different")
                wrong = 1
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made, "utf-8")
    return wrong


if __name__ == "__main__":
    named = sys.argv[1:]
    sys.exit(main([name for name in named if name != "--check"], "--check" in named))
