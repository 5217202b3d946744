"""Actions as rows of small numbers, for whoever wants numbers: an action is chosen word by word.

    go koli_point henderson_field      three choices: the verb, then a place, then another one
    strike rabaul american:tf2 lac =3  five words, of which `american:tf2` is two choices

Every choice is a *mark* of one list, the same for the whole game: a verb, a piece, a place or another name, an amount.
The list stands in the game's folder (`vocabulary.txt`, a word a line, its line its number) as it was released: words
are added at its end, none is moved or taken out, so a mark means the same for ever. A word with joints (`.`, `:`, `+`,
`@`) is a mark for each part, so that ways and loads need no word of their own. What is in no list (a piece of an
owner's correction, a game of another package that brings none, an amount above 99) is spelled, letter by letter, so
that there is a row for each action of each game, and no two actions share one.

>>> words = Vocabulary(("go", "tf1", "rabaul", "truk", ".truk"))
>>> words.row(("go", "tf1", "rabaul.truk"))
(173, 174, 175, 177)
>>> words.action((173, 174, 175, 177))
('go', 'tf1', 'rabaul.truk')
>>> words.action(words.row(("go", "tf7", 1942)))
('go', 'tf7', 1942)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeAlias

from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.errors import BadInput

FILE = "vocabulary.txt"
"""In a game's folder: a word a line, in the order of their marks; lines that begin with `# ` are for readers."""

END = 0
"""The action ends here, though it might go on (`done`, where there is `done rabaul` too); and the end of a spelled
part."""
SPELL = 1
"""A part follows letter by letter, until END."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:@#+/-="
"""What words are made of (`kernel/action.py`), in the order of their marks; an amount is spelled with = before it."""
AMOUNTS = 100
"""The amounts from 0 on that have a mark of their own."""
_FIRST_LETTER = 2
_FIRST_AMOUNT = _FIRST_LETTER + len(LETTERS)
FIRST_WORD = _FIRST_AMOUNT + AMOUNTS
"""The mark of the first word of a list: all before it are the same for every game."""

_JOINTS = ".:+@"
_PART = re.compile(r"[.:+@]?[^.:+@]+|[.:+@]")

Row: TypeAlias = tuple[int, ...]
Part: TypeAlias = int | range
"""A mark; or, in the row of a template, the marks of its amounts."""
Offer: TypeAlias = tuple[Part, ...]
"""The row of an offered action."""


class Vocabulary:
    """The marks of a game."""

    def __init__(self, words: Sequence[str]) -> None:
        """The marks of these words, in this order. Raises BadInput for a word that is none, or stands there twice."""
        self.words = tuple(words)
        self._marks: dict[str, int] = {}
        for mark, word in enumerate(self.words, FIRST_WORD):
            if _PART.fullmatch(word) is None or not set(word) <= set(LETTERS) - {"="}:
                raise BadInput(f"{FILE}: '{word}' is no part of a word")
            if self._marks.setdefault(word, mark) != mark:
                raise BadInput(f"{FILE}: '{word}' stands there twice")
        self._offers: dict[Action, tuple[Offer, ...]] = {}

    def __len__(self) -> int:
        """How many marks there are: every mark is below it."""
        return FIRST_WORD + len(self.words)

    def row(self, action: Action) -> Row:
        """The marks of an action, without END; each amount is one number."""
        return tuple(mark for word in action for mark in self._of(word))

    def action(self, row: Iterable[int]) -> Action:
        """The action that a row stands for. Raises BadInput for a row that is none."""
        action: list[Any] = []
        spelled: list[str] | None = None
        for mark in row:
            if spelled is not None:
                if mark == END:
                    _add(action, "".join(spelled))
                    spelled = None
                elif _FIRST_LETTER <= mark < _FIRST_AMOUNT:
                    spelled.append(LETTERS[mark - _FIRST_LETTER])
                else:
                    raise BadInput("a letter was expected")
            elif mark == SPELL:
                spelled = []
            elif mark == END:
                break
            elif _FIRST_AMOUNT <= mark < FIRST_WORD:
                action.append(mark - _FIRST_AMOUNT)
            elif FIRST_WORD <= mark < len(self):
                _add(action, self.words[mark - FIRST_WORD])
            else:
                raise BadInput(f"{mark} is no mark of a word")
        if spelled is not None or not action or not isinstance(action[0], str):
            raise BadInput("this row is no action")
        return tuple(action)

    def text(self, mark: int) -> str:
        """A mark in words."""
        if mark == END:
            return "end"
        if mark == SPELL:
            return "spell"
        if _FIRST_LETTER <= mark < _FIRST_AMOUNT:
            return f"letter {LETTERS[mark - _FIRST_LETTER]}"
        if _FIRST_AMOUNT <= mark < FIRST_WORD:
            return f"={mark - _FIRST_AMOUNT}"
        if FIRST_WORD <= mark < len(self):
            return self.words[mark - FIRST_WORD]
        raise BadInput(f"there are marks from 0 to {len(self) - 1}, not {mark}")

    def offers(self, legal: Iterable[Action]) -> tuple[Offer, ...]:
        """The rows of what is offered; a template keeps the marks of its amounts together."""
        found: list[Offer] = []
        known = self._offers
        for action in legal:
            rows = known.get(action)
            if rows is None:
                if len(known) > 100_000:
                    known.clear()
                rows = known[action] = self._offered(action)
            found += rows
        return tuple(found)

    def unknown(self, action: Action) -> tuple[str, ...]:
        """The parts of an action that have no mark and are spelled."""
        words = [word for word in action if isinstance(word, str)]
        return tuple(part for word in words for part in _PART.findall(word) if part not in self._marks)

    def _offered(self, action: Action) -> tuple[Offer, ...]:
        rows: list[Offer] = [()]
        for word in action:
            if not isinstance(word, Range):
                rows = [(*row, *self._of(word)) for row in rows]
            elif word.low >= 0 and word.high < AMOUNTS:
                marks = range(_FIRST_AMOUNT + word.low, _FIRST_AMOUNT + word.high + 1, word.step)
                rows = [(*row, marks) for row in rows]
            else:
                numbers = range(word.low, word.high + 1, word.step)
                rows = [(*row, *self._of(number)) for row in rows for number in numbers]
        return tuple(rows)

    def _of(self, word: str | int) -> list[int]:
        if not isinstance(word, str):
            return [_FIRST_AMOUNT + word] if 0 <= word < AMOUNTS else _spelled(f"={word}")
        known = self._marks
        marks: list[int] = []
        for part in _PART.findall(word):
            mark = known.get(part)
            marks += _spelled(part) if mark is None else [mark]
        return marks


def _spelled(part: str) -> list[int]:
    return [SPELL, *(_FIRST_LETTER + LETTERS.index(letter) for letter in part), END]


def _add(action: list[Any], part: str) -> None:
    """Put a part to the action: a word of its own, or, after a joint, to the word before it."""
    if part[:1] == "=":
        action.append(int(part[1:]))
    elif part[:1] in _JOINTS and part and action and isinstance(action[-1], str):
        action[-1] += part
    else:
        action.append(part)


def choices(offers: Iterable[Offer], at: int) -> tuple[int, ...]:
    """What may be chosen as the mark of that place, where all before it are chosen: in order, without duplicates."""
    found: set[int] = set()
    for row in offers:
        if len(row) == at:
            found.add(END)
        elif isinstance(part := row[at], int):
            found.add(part)
        else:
            found.update(part)
    return tuple(sorted(found))


def narrowed(offers: Iterable[Offer], at: int, mark: int) -> tuple[Offer, ...]:
    """What is still open after that choice."""
    return tuple([
        row for row in offers
        if (mark == END if len(row) == at else (part := row[at]) == mark or (isinstance(part, range) and mark in part))
    ])  # fmt: skip


@lru_cache(maxsize=64)
def vocabulary(package: str) -> Vocabulary:
    """The marks of a game by the package that holds it; where it brings no list, all of its words are spelled."""
    file = files(package) / FILE
    text = file.read_text("utf-8") if file.is_file() else ""
    return Vocabulary(tuple(line for line in text.splitlines() if line and not line.startswith("# ")))
