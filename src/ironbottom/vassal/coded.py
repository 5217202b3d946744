"""How VASSAL writes pieces into text: values with a separator between, each escaped by backslashes, level in level."""

from __future__ import annotations

DEEPEST = 200
"""Traits of one piece."""


def split(text: str, mark: str) -> list[str]:
    """The values of a text in which `mark` separates them and a backslash before it is part of the value. A value in
    single quotes stands for what is between these.

    >>> split("a;b\\\\;c;'d\\\\'", ";")
    ['a', 'b;c', 'd\\\\']
    """
    values, value, at = list[str](), list[str](), 0
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] == mark:
            value.append(mark)
            at += 2
        elif text[at] == mark:
            values.append("".join(value))
            value = []
            at += 1
        else:
            value.append(text[at])
            at += 1
    values.append("".join(value))
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in values]


def traits(text: str) -> list[str]:
    """The traits of a piece, the outermost first; the last one is the piece itself. Each trait is written before all
    that it is put on, which is one value and escaped as such.

    >>> traits("mark;Combat\\tprototype;US\\\\\\tpiece;;;a.png;1st")
    ['mark;Combat', 'prototype;US', 'piece;;;a.png;1st']
    """
    found: list[str] = []
    rest = text
    while len(found) < DEEPEST:
        first, *inner = split(rest, "\t")
        found.append(first)
        if not inner:
            break
        rest = "\t".join(inner)
    return found
