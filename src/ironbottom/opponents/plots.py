"""Secret simultaneous plots: a table of both sides' plots, filled as long as the budget lasts.

Some plots of each side are played out against each other in dealt worlds; the plot is drawn from the mixture that
regret matching (`kernel/regret`) finds over the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ironbottom.kernel.regret import solve


def fill(
    worlds: int, rows: Callable[[], int], columns: Sequence[int], pay: Callable[[int, int, int], float],
    over: Callable[[], bool], grow: Callable[[Sequence[float], Sequence[Sequence[float]]], None] | None = None,
) -> tuple[list[float], list[list[list[float]]]]:
    """Our mixture over a table that is filled as long as the budget lasts, and the table itself.

    `pay(world, i, j)` plays our plot i against the other side's plot j of that world; cells are filled whole rows
    first, so that there is an answer at any time (a row that was not finished is left out). When the table is full,
    `grow` may add rows, given both mixtures, until it adds none or the budget is gone. `rows()` says how many there
    are now.
    """
    table: list[list[list[float]]] = [[] for _ in range(worlds)]

    def one_row() -> bool:
        i = len(table[0])
        found: list[list[float]] = []
        for world in range(worlds):
            row = []
            for j in range(columns[world]):
                if i and over():
                    return False
                row.append(pay(world, i, j))
            found.append(row)
        for world, row in enumerate(found):
            table[world].append(row)
        return True

    while True:
        while len(table[0]) < rows():
            if not one_row():
                return solve(table)[0], table
        ours, theirs = solve(table)
        if grow is None or over():
            return ours, table
        grow(ours, theirs)
        if len(table[0]) == rows():
            return ours, table
