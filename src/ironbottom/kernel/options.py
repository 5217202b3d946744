"""A game's options: optional rules and the switches of its rulings, from its `options.toml`.

Options are agreed to by accepting the invitation that shows them, and stand in the record's header.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.value import Value, value


@value
class Option(Value):
    """One switch. `choices` are (value, text) pairs, the texts in the game's words; `excludes` are `id=value`
    settings that cannot stand beside a choice other than the default; `main`: the page asks it before the game, beside
    the scenario, while the others are folded; `before`: of an option that came later, the one value that older games
    were played with; `retired`: older games hold it, and new ones are not asked."""

    id: str
    scenarios: tuple[str, ...]
    default: Any
    choices: tuple[tuple[Any, str], ...]
    rule: str
    name: str
    text: str
    excludes: tuple[str, ...] = ()
    main: bool = False
    before: tuple[Any, ...] = ()
    retired: bool = False


def read_options(data: Mapping[str, Any]) -> tuple[Option, ...]:
    """The options of a parsed `options.toml`: a table for each id, with scenarios, default, choices, rule, name,
    text; `excludes`, `main`, `before` and `retired` where they apply. A choice's text may be "name: explanation"."""
    found = []
    for key, entry in data.items():
        try:
            choices = tuple((_value(choice["value"]), str(choice["text"])) for choice in entry["choices"])
            option = Option(
                key,
                tuple(entry["scenarios"]),
                _value(entry["default"]),
                choices,
                str(entry["rule"]),
                str(entry["name"]),
                str(entry["text"]),
                tuple(entry.get("excludes", ())),
                bool(entry.get("main", False)),
                (_value(entry["before"]),) if "before" in entry else (),
                bool(entry.get("retired", False)),
            )
        except (KeyError, TypeError) as error:
            raise BadInput(f"options.toml, [{key}]: {error} is missing or of the wrong kind") from None
        if option.default not in [choice for choice, _ in choices]:
            raise BadInput(f"options.toml, [{key}]: the default is none of the choices")
        if option.before and option.before[0] not in [choice for choice, _ in choices]:
            raise BadInput(f"options.toml, [{key}]: 'before' is none of the choices")
        found.append(option)
    return tuple(found)


def _value(item: Any) -> Any:
    return tuple(_value(part) for part in item) if isinstance(item, list) else item


def agreed(options: tuple[Option, ...], scenario: str, stored: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a stored game was played with: one that came later has the value it names for older games."""
    later = {option.id: option.before[0] for option in options if option.before and scenario in option.scenarios}
    return {**later, **stored}


def choose(options: tuple[Option, ...], scenario: str, given: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """All options of the scenario with the given choices or their defaults, in the file's order. Raises BadInput."""
    known = {option.id: option for option in options if scenario in option.scenarios}
    for key in given:
        if key not in known:
            raise BadInput(f"there is no option '{key}' here; there are: {', '.join(known) or 'none'}")
    chosen = []
    for option in known.values():
        wanted = option.default
        if option.id in given:
            text = given[option.id]
            for choice, _ in option.choices:
                if (type(choice) is type(text) and choice == text) or (isinstance(text, str) and _text(choice) == text):
                    wanted = choice
                    break
                if isinstance(text, list) and choice == _value(text):
                    wanted = choice
                    break
            else:
                allowed = ", ".join(_text(choice) for choice, _ in option.choices)
                raise BadInput(f"option '{option.id}' is one of {allowed}, not '{text}'")
        chosen.append((option.id, wanted))
    settled = dict(chosen)
    for option in known.values():
        if settled[option.id] != option.default:
            for other in option.excludes:
                key, _, text = other.partition("=")
                if _text(settled.get(key)) == text:
                    raise BadInput(f"option '{option.id}' cannot stand beside {other}")
    return tuple(chosen)


def _text(item: Any) -> str:
    if isinstance(item, bool):
        return "true" if item else "false"
    return ",".join(map(str, item)) if isinstance(item, tuple) else str(item)
