"""What the tests of wrong rules share: whether a case notices one, and a rule that is wrong for a while."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from ironbottom.kernel.cases import run_case


def noticed(cases: Sequence[Any], game: Any) -> bool:
    """Whether some case fails: of the rule, not because its stand-in cannot be called."""
    outcomes = [run_case(game, case) for case in cases]
    broken = [word for outcome in outcomes for word in outcome.wrong if "TypeError" in word]
    assert not broken, broken[0]
    return not all(outcome.passed for outcome in outcomes)


@contextmanager
def flipped(patch: tuple[Any, str, Any], caches: Sequence[Any]) -> Iterator[None]:
    """The rule (module or class, name, stand-in) while the block runs. The caches hold what was worked out by the rules
    as they are, or as they were: they are emptied before and after."""
    with pytest.MonkeyPatch.context() as patching:
        forget(caches)
        patching.setattr(*patch)
        try:
            yield
        finally:
            forget(caches)


def forget(caches: Sequence[Any]) -> None:
    for cache in caches:
        cache.cache_clear()
