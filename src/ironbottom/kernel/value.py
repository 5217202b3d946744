"""Immutable values: the material of which states, steps, actions and events are made.

A value class lists its fields as annotations, like a dataclass; `@value` gives it slots, a constructor,
equality (same class, same fields), a hash, a readable repr, `replace(field=...)` and a file form.

>>> @value
... class Point(Value):
...     x: int
...     y: int = 0
>>> Point(1).replace(y=2)
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
from collections.abc import Iterable, Mapping
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
    file_name: ClassVar[str] = ""
    """What files (and the dice) call the class: its own name, unless it says otherwise because it was renamed."""
    file_fields: ClassVar[Mapping[str, str]] = {}
    """What files call a field, where that is not its name."""
    often: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Methods that `@value` makes beside `replace`, each for the fields that it changes, in this order: for what
    changes all the time in a class of many fields, in two thirds of the time."""

    def replace(self, **changes: Any) -> Self:
        """This value with some fields changed."""
        raise TypeError("only classes made by @value have fields")

    @classmethod
    def reads_as(cls) -> str:
        """What it is looked up by when a file is read."""
        return cls.file_name

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        """The file form of this value (`to_data`)."""
        called = self.file_fields
        data = {called.get(name, name): to_data(getattr(self, name), bare) for name in self.fields}
        return {"is": self.file_name, **data}

    @classmethod
    def from_file(cls, data: dict[str, Any]) -> Any:
        """The value whose fields, by the names that files have for them, are these. Raises BadInput."""
        names = {called: name for name, called in cls.file_fields.items()}
        given = {names.get(key, key): item for key, item in data.items()}
        for name in given:
            if name not in cls.fields:
                raise BadInput(f"{cls.file_name} has no field {name!r}")
        try:
            return cls(**given)
        except TypeError as error:
            raise BadInput(f"{cls.file_name}: {error}".replace("__init__() ", "")) from None


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
    often: Mapping[str, tuple[str, ...]] = getattr(cls, "often", {})
    quick = ""
    for method, changed in often.items():
        copies = "".join(f"\n    _new.{name} = {name if name in changed else f'self.{name}'}" for name in fields)
        quick += f"def {method}(self, {', '.join(changed)}):\n    _new = _blank(_cls){copies}\n    return _new\n"
    source = (
        f"def __init__(self{parameters}):{sets}\n"
        f"def replace(self{takes}):\n    _new = _blank(_cls){fills}\n    return _new\n"
        f"def __eq__(self, other):\n    return self is other or (other.__class__ is _cls and {same})\n"
        f"def __hash__(self):\n    return hash(({row}_name,))\n"
        f"def __reduce__(self):\n    return (_cls, ({row}))\n{quick}"
    )
    file_name = f"<value {cls.__module__}.{cls.__qualname__}>"
    linecache.cache[file_name] = (len(source), None, source.splitlines(True), file_name)
    space: dict[str, Any] = {"_defaults": defaults, "_KEEP": _KEEP, "_name": cls.__qualname__, "_blank": object.__new__}
    exec(compile(source, file_name, "exec"), space)

    def __repr__(self: Any) -> str:
        return f"{cls.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"

    for name in ("__init__", "replace", "__eq__", "__hash__", "__reduce__", *often):
        body[name] = space[name]
    body.setdefault("__repr__", __repr__)
    body["__slots__"] = tuple(name for name in own if name not in inherited)
    body["__match_args__"] = fields
    body["fields"] = fields
    body.setdefault("file_name", cls.__qualname__)
    body["_defaults"] = defaults
    made: Any = cast(Any, type(cls))(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    space["_cls"] = made
    return cast(type[T], made)


def to_data(item: Any, bare: bool = False) -> Any:
    """The file form of a value: plain lists, strings, numbers and `{"is": class, field: ...}`. A class may write and
    read its own (`to_file`, `from_file`), as events do; `bare` is handed to it."""
    if item is None or isinstance(item, (str, int, bool)):
        return item
    if isinstance(item, tuple):
        return [to_data(part, bare) for part in item]
    if isinstance(item, Value):
        return item.to_file(bare)
    if isinstance(item, Outside):
        return {"is": "Outside"}
    raise TypeError(f"{type(item).__name__} has no file form; use tuples, strings, integers and values")


def fingerprint(item: Any) -> str:
    """A digest of a value's file form: equal in every process, on every machine."""
    text = json.dumps(to_data(item, bare=True), ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def from_data(data: Any, types: Iterable[type[Value]], outside: Outside | None = None) -> Any:
    """The value with that file form; classes are looked up among `types` by what files call them, and `outside` is put
    where the file marks an object held by reference. Raises BadInput."""
    return _read({kind.reads_as(): kind for kind in types}, data, outside, 0)


def _read(known: dict[str, type[Value]], data: Any, outside: Outside | None, depth: int) -> Any:
    if depth > 40:
        raise BadInput("the data is nested too deeply: at most 40 levels")
    if data is None or isinstance(data, (str, bool, int)):
        return data
    if isinstance(data, list):
        return tuple([_read(known, part, outside, depth + 1) for part in data])
    if isinstance(data, dict):
        if data == {"is": "Outside"}:
            return outside
        name = str(data.get("is", ""))
        kind = known.get(f"{name} {data.get('kind')}") or known.get(name)
        if kind is None:
            raise BadInput(f"unknown kind of value {data.get('is')!r}")
        fields = {key: _read(known, part, outside, depth + 1) for key, part in data.items() if key != "is"}
        return kind.from_file(fields)
    raise BadInput(f"a {type(data).__name__} cannot stand in a value")


def hints(cls: type[Any]) -> dict[str, Any]:
    """The annotated types of a value class's fields."""
    known = get_type_hints(cls)
    return {name: known[name] for name in cls.fields}
