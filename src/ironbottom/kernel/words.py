"""Catalogues of text: what is shown stands in `texts/<language>.toml`, never in code.

A text is a template with `{names}`; an argument that is an id is shown by its own text `name.<id>`. A text with `one`
and `other` is chosen by the argument `n`; where several numbers stand in a text, each chooses its words itself:
`{lost} {lost|point is|points are} lost`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

_FIELD = re.compile(r"\{([a-z_0-9]+)((?:\|[^|}]*){2})?\}")
Field = tuple[str, str, tuple[str, ...] | None]
"""What stands before a field of a template, its name, and its two forms if it chooses words."""


class Words:
    """The texts of one game in one language; falls back on the texts given first."""

    def __init__(self, *catalogues: Mapping[str, Any]) -> None:
        self._texts: dict[str, Any] = {}
        for catalogue in catalogues:
            self._texts.update(_flat("", catalogue))
        self._names = {
            key.removeprefix("name."): text
            for key, text in self._texts.items()
            if key.startswith("name.") and isinstance(text, str)
        }
        self._apart: dict[str, Any] = {}
        """The templates that have been said, taken apart."""

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
        if isinstance(item, str):
            return self._names.get(item, item)
        if isinstance(item, (tuple, list)):
            names = [self.name(part) for part in item]
            return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "nothing"
        return self._names.get(str(item), str(item))

    def bare(self, item: str) -> str:
        """How an id is called, without the article that some names bring: to stand after one, or in a table."""
        return self.name(item).removeprefix("the ")

    def _template(self, key: str) -> Any:
        if key not in self._texts:
            return key
        text = self._texts[key]
        if isinstance(text, dict):
            return {form: _taken_apart(one) for form, one in text.items()}
        return _taken_apart(text)

    def say(self, key: str, /, **args: Any) -> str:
        """The text with its arguments; a missing key shows itself, so that a test finds it."""
        apart = self._apart.get(key)
        if apart is None:
            apart = self._apart[key] = self._template(key)
        if isinstance(apart, dict):
            apart = apart["one" if args.get("n") == 1 else "other"]
        if isinstance(apart, str):
            return apart
        fields: tuple[Field, ...] = apart[0]
        said = ""
        for lead, field, forms in fields:
            if field not in args:
                said += f"{lead}{{{field}}}"
            else:
                item = args[field]
                said += lead + (self.name(item) if forms is None else forms[item != 1])
        return said + str(apart[1])


SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """A number as prose has it: small ones in letters."""
    return SMALL[number] if 0 <= number < len(SMALL) else str(number)


def capital(text: str) -> str:
    """A sentence that may begin with a name: its first letter is a capital."""
    return text[:1].upper() + text[1:]


def _taken_apart(text: str) -> str | tuple[tuple[Field, ...], str]:
    """A template as it is filled in: a text without fields as it is; else its fields and what follows the last."""
    parts = _FIELD.split(text)
    if len(parts) == 1:
        return text
    fields = tuple(
        (parts[at], parts[at + 1], tuple(parts[at + 2].split("|")[1:]) if parts[at + 2] else None)
        for at in range(0, len(parts) - 1, 3)
    )
    return fields, parts[-1]


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
