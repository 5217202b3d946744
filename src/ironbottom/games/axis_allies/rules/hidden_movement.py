"""O11: Hidden Movement: both sides write the moves of their ships in secret; they are shown and made at once.

What a side has written is its plot: a field of the state of which each side sees its own alone.
"""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.loading import LoadBegins, LoadEnds, spread, spreads
from ironbottom.games.axis_allies.rules.movement import KindStep, Sailed, why_not_sail
from ironbottom.games.axis_allies.rules.printed import CAR, SEAS, SPACE, SPACES, SUB
from ironbottom.games.axis_allies.rules.state import (
    MOVED,
    Campaign,
    Fleet,
    Plot,
    groups,
    kind_of,
    minus,
    plus,
    put,
    upto,
    word,
)
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Auto, Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class LoadAll(Auto):
    """O11: step 1: the first player loads his transports and destroyers, then the other."""

    def run(self, s: Campaign) -> Campaign:
        one, other = s.sides()
        return s.push(LoadBegins(one, "all"), LoadBegins(other, "all"), LoadEnds(one))


@value
class Orders(Auto):
    """O11: step 2: both sides with ships write their orders."""

    def run(self, s: Campaign) -> Campaign:
        plots = tuple(Plot(s.ships[side * SEAS : side * SEAS + SEAS]) if any_ship(s, side) else None for side in (0, 1))
        if plots == (None, None):
            return s
        return s.replace(plots=plots, ready=(plots[0] is None, plots[1] is None)).push(Plotting())


def any_ship(s: Campaign, side: int) -> bool:
    return any(s.ships[side * SEAS : side * SEAS + SEAS])


@value
class Plotting(Decision):
    """O11, M1, M4, M13: the plot: ships of a zone are taken in hand and given a destination; others stay. Ready can
    be taken back until the other side is ready too."""

    rule = "O11"
    sealed = True

    def asks(self, s: Campaign) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if any_ship(s, side))

    def waits_for(self, s: Campaign) -> tuple[int, ...]:
        return tuple(side for side in (0, 1) if not s.ready[side])

    def legal(self, s: Campaign, side: int) -> tuple[Action, ...]:
        if s.ready[side]:
            return (("reopen",),)
        plot = own(s, side)
        if plot.hand:
            return self._hand(s, plot)
        actions: list[Action] = [
            ("take", SPACES[zone], word(ship))
            for zone in range(SEAS) if plot.fleets[zone] for ship, _ in groups(plot.fleets[zone])
        ]
        actions.append(("ready",))
        actions += [
            ("recall", SPACES[start], SPACES[end], word(ship)) for start, end, ship in dict.fromkeys(plot.orders)
        ]
        return tuple(actions)

    def _hand(self, s: Campaign, plot: Plot) -> tuple[Action, ...]:
        zone, ship, was_spread = plot.hand
        fleet = plot.fleets[zone]
        actions: list[Action] = []
        if ship[0] == CAR and not was_spread:
            actions += [("aboard", number) for number in spreads(fleet, ship)]
        n = upto(fleet.count(ship))
        actions += [("go", SPACES[near], n) for near in s.printed.neighbours[zone]]
        actions.append(("drop",))
        return tuple(actions)

    def retracts(self, action: Action) -> bool:
        return action[0] in ("drop", "recall", "reopen")

    def take(self, s: Campaign, side: int, action: Action) -> Campaign:
        verb = action[0]
        if verb in ("ready", "reopen"):
            s = s.replace(ready=put(s.ready, side, verb == "ready"))
            return reveal(s) if all(s.ready) else s.push(self)
        plot = own(s, side)
        if verb == "take":
            zone = SPACE[action[1]]
            ship = next(one for one, _ in groups(plot.fleets[zone]) if word(one) == action[2])
            plot = plot.replace(hand=(zone, ship, False))
        elif verb == "drop":
            plot = plot.replace(hand=())
        elif verb == "aboard":
            zone, ship, _ = plot.hand
            fleet, ship = spread(plot.fleets[zone], ship, action[1])
            plot = plot.replace(fleets=put(plot.fleets, zone, fleet), hand=(zone, ship, True))
        elif verb == "go":
            zone, ship, _ = plot.hand
            end, n = SPACE[action[1]], action[2]
            fleets = put(plot.fleets, zone, minus(plot.fleets[zone], ship, n))
            plot = Plot(fleets, tuple(sorted((*plot.orders, *(((zone, end, ship),) * n)))))
        else:
            start, end = SPACE[action[1]], SPACE[action[2]]
            order = next(one for one in plot.orders if one[:2] == (start, end) and word(one[2]) == action[3])
            left = list(plot.orders)
            left.remove(order)
            fleets = put(plot.fleets, start, plus(plot.fleets[start], order[2]))
            plot = plot.replace(fleets=fleets, orders=tuple(left))
        return s.replace(plots=put(s.plots, side, plot)).push(self)

    def why_not(self, s: Campaign, side: int, action: Action) -> Refusal:
        if s.ready[side]:
            return refuse("O11", "refused.sealed")
        plot = own(s, side)
        if plot.hand:
            if action[0] == "load" and plot.hand[1][0] != CAR:
                return refuse("O11", "refused.load_before_orders")
            return why_not_sail(s, side, plot.hand[0], plot.hand[1], action)
        if action[0] == "take" and len(action) == 3 and action[1] in SPACE and SPACE[action[1]] < SEAS:
            kind = kind_of(action[2])
            if any(start == SPACE[action[1]] and ship[0] == kind for start, _, ship in plot.orders):
                return refuse("M1", "refused.has_order")
            return refuse("M1", "refused.no_such_ship", zone=action[1])
        return refuse("O11", "refused.plot")


def own(s: Campaign, side: int) -> Plot:
    plot = s.plots[side]
    if plot is None:
        raise LookupError("this side writes no plot")
    return plot


@value
class Revealed(Event):
    """O11: the orders of both sides are shown."""

    file_name = "revealed"


def reveal(s: Campaign) -> Campaign:
    """O11, M5: all orders are shown and carried out at once; fleets that cross do not meet."""
    ships: list[Fleet] = []
    told = []
    for side in (0, 1):
        plot = s.plots[side]
        if plot is None:
            ships += [()] * SEAS
            continue
        fleets = list(plot.fleets)
        for _, end, ship in plot.orders:
            kind, cargo, marks = ship
            fleets[end] = plus(fleets[end], (kind, cargo, marks | MOVED))
        ships += fleets
        for start, end, ship in dict.fromkeys(plot.orders):
            n = plot.orders.count((start, end, ship))
            told.append(Sailed(side, ship[0], ship[1], n, SPACES[start], SPACES[end]))
    s = s.replace(ships=tuple(ships), plots=(None, None), ready=(True, True))
    return s.tell(Revealed(), *told)


@value
class Attacks(Auto):
    """O11: step 3: submarines attack without moving further: in hidden movement they moved with the other ships."""

    def run(self, s: Campaign) -> Campaign:
        return s.replace(ships=tuple(tuple(sorted((k, c, m & ~MOVED) for k, c, m in fleet)) for fleet in s.ships)).push(
            KindStep(SUB, False)
        )
