"""What is new in a message: the difference of two pieces of JSON, and its application.

A change is a list whose first item says of which kind it is:

    [0, value]                            the value instead of the old one
    [1, {key: change, ...}, [key, ...]]   a table: keys that changed or are new, and keys that are gone
    [2, [item, ...]]                      a list, put together of: n, the old item n; [n, m], the old items n to m;
                                          {"new": item}; {"of": n, "to": change}, the old item n changed

`web/js/delta.js` applies the same. An old value that is the same has no change at all (None); a number and a truth
value never stand for each other in messages.

>>> delta({"turn": 1, "pieces": [{"id": "a", "at": "x"}, {"id": "b", "at": "y"}, {"id": "c", "at": "y"}]},
...       {"turn": 1, "pieces": [{"id": "a", "at": "x"}, {"id": "b", "at": "z"}, {"id": "c", "at": "y"}]})
[1, {'pieces': [2, [0, {'of': 1, 'to': [1, {'at': [0, 'z']}, []]}, 2]]}, []]
"""

from __future__ import annotations

from typing import Any

import msgspec

REPLACED, TABLE, LIST = 0, 1, 2
FEW = 3
"""A list shorter than this is sent whole."""


def delta(old: Any, new: Any) -> list[Any] | None:
    """The change that makes `new` of `old`; None where they are equal."""
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        changes = {}
        for key, item in new.items():
            if key not in old:
                changes[key] = [REPLACED, item]
            elif (change := delta(old[key], item)) is not None:
                changes[key] = change
        return [TABLE, changes, [key for key in old if key not in new]]
    if isinstance(old, list) and isinstance(new, list) and len(old) >= FEW and new:
        return [LIST, _items(old, new)]
    return [REPLACED, new]


def _items(old: list[Any], new: list[Any]) -> list[Any]:
    head, tail, most = 0, 0, min(len(old), len(new))
    while head < most and old[head] == new[head]:
        head += 1
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    found: list[Any] = [] if head == 0 else [0] if head == 1 else [[0, head - 1]]
    found += _moved(old, new[head : len(new) - tail], head, len(old) - tail)
    first = len(old) - tail
    return found + ([] if tail == 0 else [first] if tail == 1 else [[first, len(old) - 1]])


def _moved(old: list[Any], new: list[Any], start: int, end: int) -> list[Any]:
    """Items that are put together of the old ones from `start` up to `end`."""
    where: dict[bytes, list[int]] = {}
    names: dict[Any, int] = {}
    for number in range(start, end):
        item = old[number]
        where.setdefault(_written(item), []).append(number)
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            names[item["id"]] = number
    found: list[Any] = []
    last: int | None = None  # the old number that the run at the end of `found` came to
    for item in new:
        numbers = where.get(_written(item))
        if numbers:
            number = last + 1 if last is not None and last + 1 in numbers else numbers[0]
            if last is not None and number == last + 1:
                run = found[-1]
                found[-1] = [run[0] if isinstance(run, list) else run, number]
            else:
                found.append(number)
            last = number
            continue
        last = None
        named = names.get(item["id"]) if isinstance(item, dict) and isinstance(item.get("id"), str) else None
        found.append({"new": item} if named is None else {"of": named, "to": delta(old[named], item)})
    return found


def _written(item: Any) -> bytes:
    return msgspec.json.encode(item)


def applied(change: list[Any] | None, old: Any) -> Any:
    """What the change makes of `old`, which stays as it is."""
    if change is None:
        return old
    if change[0] == REPLACED:
        return change[1]
    if change[0] == TABLE:
        made = {key: item for key, item in old.items() if key not in change[2]}
        for key, one in change[1].items():
            made[key] = applied(one, old.get(key))
        return made
    found: list[Any] = []
    for item in change[1]:
        if isinstance(item, list):
            found += old[item[0] : item[1] + 1]
        elif isinstance(item, dict):
            found.append(item["new"] if "new" in item else applied(item["to"], old[item["of"]]))
        else:
            found.append(old[item])
    return found
