"""Catalogues of text: what is shown stands in `texts/<language>.toml`, never in code.

A text is a template with `{names}`; an argument that is an id is shown by its own text `name.<id>`. A text with `one`
and `other` is chosen by the argument `n`; where several numbers stand in a text, each chooses its words itself:
`{lost} {lost|point is|points are} lost`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

_FIELD = re.compile(r"\{([a-z_0-9]+)((?:\|[^|}]*){2})?\}")


class Words:
    """The texts of one game in one language; falls back on the texts given first."""

    def __init__(self, *catalogues: Mapping[str, Any]) -> None:
        self._texts: dict[str, Any] = {}
        for catalogue in catalogues:
            self._texts.update(_flat("", catalogue))

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def over(self, catalogue: Mapping[str, Any]) -> Words:
        """These texts, with those of a catalogue in their place."""
        return Words(self._texts, catalogue)

    def filled(self, **numbers: Any) -> Words:
        """These texts with these fields filled in for good, and the words that go with their numbers; all other fields
        stay."""

        def put(found: re.Match[str]) -> str:
            field, forms = found.group(1), found.group(2)
            if field not in numbers:
                return found.group(0)
            return forms.split("|")[1 if numbers[field] == 1 else 2] if forms else str(numbers[field])

        def fill(text: Any) -> Any:
            return {form: fill(one) for form, one in text.items()} if isinstance(text, dict) else _FIELD.sub(put, text)

        return Words({key: fill(text) for key, text in self._texts.items()})

    def keys(self) -> Iterable[str]:
        return self._texts.keys()

    def name(self, item: Any) -> str:
        """How an id is called, `name.<id>`; a list of ids is enumerated; anything else as it is."""
        if isinstance(item, (tuple, list)):
            names = [self.name(part) for part in item]
            return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "nothing"
        found = self._texts.get(f"name.{item}")
        return found if isinstance(found, str) else str(item)

    def say(self, key: str, /, **args: Any) -> str:
        """The text with its arguments; a missing key shows itself, so that a test finds it."""
        text = self._texts.get(key)
        if isinstance(text, dict):
            text = text["one"] if args.get("n") == 1 else text["other"]
        if text is None:
            return key
        pieces = _pieces(text)
        if len(pieces) == 1:
            return pieces[0]
        said = list(pieces)
        for place in range(1, len(pieces), 3):
            field, forms = pieces[place], pieces[place + 1]
            if field not in args:
                said[place] = f"{{{field}}}"
            else:
                said[place] = forms.split("|")[1 if args[field] == 1 else 2] if forms else self.name(args[field])
            said[place + 1] = ""
        return "".join(said)


SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """A number as prose has it: small ones in letters."""
    return SMALL[number] if 0 <= number < len(SMALL) else str(number)


def capital(text: str) -> str:
    """A sentence that may begin with a name: its first letter is a capital."""
    return text[:1].upper() + text[1:]


@cache
def _pieces(text: str) -> tuple[str, ...]:
    """A template taken apart: words, the name of a field and its two forms (or nothing) by turns."""
    return tuple(piece or "" for piece in _FIELD.split(text))


def _flat(prefix: str, table: Mapping[str, Any]) -> dict[str, Any]:
    texts: dict[str, Any] = {}
    for key, item in table.items():
        if isinstance(item, Mapping) and set(item) != {"one", "other"}:
            texts.update(_flat(f"{prefix}{key}.", item))
        else:
            texts[f"{prefix}{key}"] = item
    return texts


@lru_cache(maxsize=64)
def load_words(package: str, language: str = "en") -> Words:
    """The catalogue of a package, `<package>/texts/<language>.toml`, over the kernel's own, over English."""
    wanted = [("ironbottom.kernel", "en"), (package, "en"), ("ironbottom.kernel", language), (package, language)]
    return Words(*(part for where, tongue in dict.fromkeys(wanted) for part in _read(where, tongue)))


def _read(package: str, language: str) -> Iterable[Mapping[str, Any]]:
    """`en.toml`, and beside it `en.<part>.toml` for a part of a game that has its own."""
    folder = files(package) / "texts"
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name == f"{language}.toml" or (file.name.startswith(f"{language}.") and file.name.endswith(".toml")):
            yield tomllib.loads(file.read_text("utf-8"))
