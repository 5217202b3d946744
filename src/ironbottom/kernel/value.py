"""Immutable values: the material of which states, steps, actions and events are made.

A value class lists its fields as annotations, like a dataclass; `@value` gives it slots, a constructor,
equality (same class, same fields), a hash, a readable repr, `but(field=...)` and a file form.

>>> @value
... class Point(Value):
...     x: int
...     y: int = 0
>>> Point(1).but(y=2)
Point(x=1, y=2)
>>> Point(1) == Point(1, 0)
True
>>> from_data(to_data(Point(3, 4)), types=[Point])
Point(x=3, y=4)

Nothing stops `p.x = 3` at run time (a guard in the constructor costs a sixth of all speed): mypy does,
and the tests hash every earlier state again after later play.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import linecache
from collections.abc import Iterable
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform, get_origin, get_type_hints

from ironbottom.kernel.errors import BadInput

_KEEP: Any = object()
_FEW = 20
"""A value with more fields is copied whole before a few are set: faster than to ask of each whether it changes."""
T = TypeVar("T")


class Value:
    """The base of all value classes: what mypy and readers see of the generated methods."""

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()

    def but(self, **changes: Any) -> Self:
        """This value with some fields changed."""
        raise TypeError("only classes made by @value have fields")


class Outside:
    """An object that values hold by reference; their file form only marks its place."""

    __slots__ = ()


def _is_class_var(hint: Any) -> bool:
    return hint is ClassVar or get_origin(hint) is ClassVar or str(hint).startswith(("ClassVar", "typing.ClassVar"))


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a value class of a class with annotated fields (inherited fields come first)."""
    own = [name for name, hint in inspect.get_annotations(cls).items() if not _is_class_var(hint)]
    inherited: tuple[str, ...] = getattr(cls, "fields", ())
    fields = inherited + tuple(name for name in own if name not in inherited)
    defaults = dict(getattr(cls, "_defaults", {}))
    body = {key: item for key, item in cls.__dict__.items() if key not in ("__dict__", "__weakref__")}
    for name in own:
        if name in body:
            defaults[name] = body.pop(name)
    parameters = "".join(f", {name}=_defaults[{name!r}]" if name in defaults else f", {name}" for name in fields)
    same = " and ".join(f"self.{name} == other.{name}" for name in fields) or "True"
    row = "".join(f"self.{name}, " for name in fields)
    sets = "".join(f"\n    self.{name} = {name}" for name in fields) or "\n    pass"
    if len(fields) <= _FEW:
        takes = "".join(f", {name}=_KEEP" for name in fields)
        fills = "".join(f"\n    _new.{name} = self.{name} if {name} is _KEEP else {name}" for name in fields)
    else:
        takes = ", **_changes"
        fills = "".join(f"\n    _new.{name} = self.{name}" for name in fields)
        fills += "\n    for _name in _changes:\n        setattr(_new, _name, _changes[_name])"
    source = (
        f"def __init__(self{parameters}):{sets}\n"
        f"def but(self{takes}):\n    _new = _blank(_cls){fills}\n    return _new\n"
        f"def __eq__(self, other):\n    return self is other or (other.__class__ is _cls and {same})\n"
        f"def __hash__(self):\n    return hash(({row}_name,))\n"
        f"def __reduce__(self):\n    return (_cls, ({row}))\n"
    )
    file_name = f"<value {cls.__module__}.{cls.__qualname__}>"
    linecache.cache[file_name] = (len(source), None, source.splitlines(True), file_name)
    space: dict[str, Any] = {"_defaults": defaults, "_KEEP": _KEEP, "_name": cls.__qualname__, "_blank": object.__new__}
    exec(compile(source, file_name, "exec"), space)

    def __repr__(self: Any) -> str:
        return f"{cls.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"

    for name in ("__init__", "but", "__eq__", "__hash__", "__reduce__"):
        body[name] = space[name]
    body.setdefault("__repr__", __repr__)
    body["__slots__"] = tuple(name for name in own if name not in inherited)
    body["__match_args__"] = fields
    body["fields"] = fields
    body["_defaults"] = defaults
    made: Any = cast(Any, type(cls))(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    space["_cls"] = made
    return cast(type[T], made)


def to_data(item: Any) -> Any:
    """The file form of a value: plain lists, strings, numbers and `{"is": class, field: ...}`."""
    if item is None or isinstance(item, (str, int, bool)):
        return item
    if isinstance(item, tuple):
        return [to_data(part) for part in item]
    if isinstance(item, Value):
        data = {name: to_data(getattr(item, name)) for name in item.fields}
        return {"is": type(item).__qualname__, **data}
    if isinstance(item, Outside):
        return {"is": "Outside"}
    raise TypeError(f"{type(item).__name__} has no file form; use tuples, strings, integers and values")


def fingerprint(item: Any) -> str:
    """A digest of a value's file form: equal in every process, on every machine."""
    text = json.dumps(to_data(item), ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def from_data(data: Any, types: Iterable[type[Value]], outside: Outside | None = None) -> Any:
    """The value with that file form; classes are looked up by name among `types`, and `outside` is put
    where the file marks an object held by reference. Raises BadInput."""
    return _read({kind.__qualname__: kind for kind in types}, data, outside, 0)


def _read(known: dict[str, type[Value]], data: Any, outside: Outside | None, depth: int) -> Any:
    if depth > 40:
        raise BadInput("the data is nested too deeply: at most 40 levels")
    if data is None or isinstance(data, (str, bool, int)):
        return data
    if isinstance(data, list):
        return tuple(_read(known, part, outside, depth + 1) for part in data)
    if isinstance(data, dict):
        if data == {"is": "Outside"}:
            return outside
        rest = dict(data)
        kind = known.get(str(rest.pop("is", "")))
        if kind is None:
            raise BadInput(f"unknown kind of value {data.get('is')!r}")
        unknown = [key for key in rest if key not in kind.fields]
        if unknown:
            raise BadInput(f"{kind.__qualname__} has no field {unknown[0]!r}")
        try:
            return cast(Any, kind)(**{key: _read(known, part, outside, depth + 1) for key, part in rest.items()})
        except TypeError as error:
            raise BadInput(f"{kind.__qualname__}: {error}".replace("__init__() ", "")) from None
    raise BadInput(f"a {type(data).__name__} cannot stand in a value")


def hints(cls: type[Any]) -> dict[str, Any]:
    """The annotated types of a value class's fields."""
    known = get_type_hints(cls)
    return {name: known[name] for name in cls.fields}
