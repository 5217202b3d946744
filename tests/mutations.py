"""What the tests of wrong rules share: whether a case notices one, and a rule that is wrong for a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest

from ironbottom.kernel.cases import run_case

CACHED = type(lru_cache(lambda: None))


def noticed(cases: Sequence[Any], game: Any) -> bool:
    """Whether some case fails: of the rule, not because its stand-in cannot be called."""
    outcomes = [run_case(game, case) for case in cases]
    broken = [word for outcome in outcomes for word in outcome.wrong if "TypeError" in word]
    assert not broken, broken[0]
    return not all(outcome.passed for outcome in outcomes)


@contextmanager
def flipped(patch: tuple[Any, str, Any], package: str) -> Iterator[None]:
    """The rule (module or class, name, stand-in) while the block runs. What the package's rules have worked out once
    was worked out by them as they are, or as they were: it is forgotten before and after."""
    caches = remembered(package)
    with pytest.MonkeyPatch.context() as patching:
        forget(caches)
        patching.setattr(*patch)
        try:
            yield
        finally:
            forget(caches)


def remembered(package: str) -> list[Any]:
    """What the rules of a game's package remember between calls; what is read from its data stays."""
    modules = [module for name, module in list(sys.modules.items())
               if name.startswith(f"{package}.rules.") and not name.endswith(".printed")]  # fmt: skip
    found = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, CACHED)}
    return list(found.values())


def forget(caches: Sequence[Any]) -> None:
    for cache in caches:
        cache.cache_clear()
