"""Actions and chance outcomes: a verb and its arguments, as a plain tuple, and their notation.

An action is `("go", "koli_point", "henderson_field")`; an argument is a name (a piece, a space), a number, or,
in a *template* that a step offers, a `Range` of numbers. Tuples are the fastest value Python has; the verb in
front keeps two kinds with equal arguments apart.

>>> notation(("spend", "henderson", 3))
'spend henderson =3'
>>> parse("spend henderson =3")
('spend', 'henderson', 3)
>>> notation(("spend", "henderson", Range(0, 4)))
'spend henderson =0..4'
>>> offered((("spend", "henderson", Range(0, 4)),), ("spend", "henderson", 3))
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.value import Value, value

Action: TypeAlias = tuple[Any, ...]
"""A verb (str) and its arguments (str, int; in a template also Range)."""

_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:@#+/-]*\Z")
_NUMBER = re.compile(r"=(-?\d{1,9})\Z")


@value
class Range(Value):
    """Any number from `low` to `high` (both included) in steps of `step`: one offered action for an amount."""

    low: int
    high: int
    step: int = 1

    def holds(self, number: object) -> bool:
        return (
            type(number) is int and self.low <= number <= self.high and (number - self.low) % self.step == 0
        )


@lru_cache(maxsize=1024)
def up_to(most: int) -> Range:
    """Any number from 1 to `most`: the same value each time, for offers are made again and again."""
    return Range(1, most)


def notation(action: Action) -> str:
    """The action in one readable line; `parse` reads it back. Names stand as they are, numbers as `=3`, and the amounts
    of a template as `=0..4`, which is for reading alone."""
    return " ".join(map(_write, action))


def _write(part: Any) -> str:
    if isinstance(part, Range):
        return f"={part.low}..{part.high}" + (f"/{part.step}" if part.step != 1 else "")
    return part if isinstance(part, str) else f"={part}"


def parse(text: str) -> Action:
    """The action that a notation stands for, as it can be played: each amount is one number. Raises BadInput for what
    is no notation, and for a template."""
    parts = text.split() if len(text) <= 2000 else []
    if not parts:
        raise BadInput("an action is a verb and its arguments, such as 'go koli_point'")
    return tuple(_read(part) for part in parts)


def _read(part: str) -> str | int:
    if found := _NUMBER.match(part):
        return int(found[1])
    if _WORD.match(part):
        return part
    if part.startswith("=") and ".." in part:
        raise BadInput(f"'{part[:40]}' is a range; an action names one amount, such as =3")
    raise BadInput(f"'{part[:40]}' is neither a name nor a number such as =3")


def matches(template: Action, action: Action) -> bool:
    """Whether an action is an instance of an offered template; a template is none of itself."""
    if template == action:
        return not any(isinstance(part, Range) for part in action)
    return (
        len(template) == len(action)
        and any(isinstance(part, Range) for part in template)
        and all(
            part.holds(given) if isinstance(part, Range) else part == given
            for part, given in zip(template, action, strict=True)
        )
    )


def sole(legal: Sequence[Action]) -> Action | None:
    """The one action that is offered, where there is no other, nor another amount.

    >>> sole((("spend", "henderson", Range(0, 0)),)), sole((("spend", "henderson", Range(0, 4)),)), sole((("pass",),))
    (('spend', 'henderson', 0), None, ('pass',))
    """
    if len(legal) != 1:
        return None
    action = tuple(part.low if isinstance(part, Range) and part.low == part.high else part for part in legal[0])
    return None if any(isinstance(part, Range) for part in action) else action


def offered(legal: Collection[Action], action: Action) -> bool:
    """Whether the action is among the legal ones, or an instance of a template among them."""
    if Range in map(type, action):
        return False
    return action in legal or any(matches(template, action) for template in legal if Range in map(type, template))
