"""The state of a campaign: whole numbers in tuples, and a few small values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ironbottom.games.solomons.rules.events import AirLost, GroundLost, Sunk, SupplyLost
from ironbottom.games.solomons.rules.printed import (
    FLEET,
    HENDERSON,
    JAPAN,
    KINDS,
    LAC,
    NAC,
    PORT,
    RAW,
    SCORES,
    SUNK,
    TRANSPORT,
    USA,
    Printed,
    fleets,
)
from ironbottom.kernel.knowledge import Hidden, Own, Public
from ironbottom.kernel.step import State
from ironbottom.kernel.value import Value, value

UNKNOWN = -9
"""In a view: a number that the side does not know."""
DEEDS = ("strikes", "bombardments", "fights", "crippled", "ground", "supply")
"""What a half is summed up by: attacks from the air, bombardments by guns, surface attacks, own ships crippled, points
landed."""
NO_DEEDS = ((0,) * len(DEEDS),) * 2

Stock = tuple[int, int, int, int]
"""Air points that are fresh, that fired as patrol, that flew an offensive mission, that were transferred."""
FRESH, FIRED, FLOWN, MOVED = range(4)
NONE: Stock = (0, 0, 0, 0)
NO_DRAFTS: tuple[tuple[Any, ...], tuple[Any, ...]] = ((), ())


@value
class Force(Value):
    """RS-022, RS-030: a task force. `pos`: a hex, PORT + base before it sails, or -1 for none; `way`: the entries still
    to come; `status`: 0 on its plot, 1 has executed its mission, 2 goes home, 3 aborted in port, 4 goes home when the
    segment is over, 5 likewise, and until then fights on the surface and does nothing else; `run`: 0, 1 for the Slot,
    10 + n for an Anti-Slot force that answers arrival n, 2 when it is under way; `stay`: segments in the hex."""

    pos: int = -1
    mission: int = 0
    run: int = 0
    way: tuple[int, ...] = ()
    status: int = 0
    stay: int = 0
    base: int = -1
    night: int = -1
    due: int = 0
    """Slot: the segment of its arrival in M."""

    @property
    def acts(self) -> bool:
        """A70: whether it may still carry out its mission in this segment."""
        return self.status in (0, 4)

    @property
    def fights(self) -> bool:
        """A70: whether it still fights on the surface as its mission says."""
        return self.status in (0, 4, 5)


NOBODY = Force()
NO_FORCES = (NOBODY,) * 6
UNSEEN = Force(pos=UNKNOWN)
NO_VIEW = (UNSEEN,) * 6


@value
class Sight(Value):
    """RS-171..RS-174: what was shown of a task force, and when. Public."""

    side: int
    force: int
    segment: int
    hex: int
    total: int
    capital: int
    transports: int
    night: int = -1
    """Where it was in the night before (Japanese)."""
    immune: bool = False
    """A28: on a Slot run that no aircraft from Henderson Field may attack."""
    decks: int = 0
    """Air points that it is known to have launched."""


@value
class Flight(Value):
    """One attack from the air. `parts` (which carrier, how many) is secret; the rest is public."""

    side: int
    origin: int
    """A hex, or PORT + base."""
    target: int
    """A task force of the enemy, or -1 for Guadalcanal."""
    where: int
    lac: int
    nac: int
    extended: bool = False
    counter: bool = False
    forces: tuple[int, ...] = ()
    done: bool = False
    owed: int = 0
    """RS-104: to be lost again on the way home."""
    parts: tuple[tuple[int, int, int, int], ...] = ()
    """(base, or 100 + carrier; kind; category; points)."""


@value
class Patrol(Value):
    """Combat air patrol in the air: secret. `force` -1 is area patrol over `hex`; `hex` -1 flies none, and lands on
    another deck than its own."""

    hex: int
    force: int
    parts: tuple[tuple[int, int, int, int], ...]
    fired: bool = False

    @property
    def points(self) -> int:
        return sum(part[3] for part in self.parts)


@value
class Layout(Value):
    """RS-098: how an attacked task force lies, for the rest of the segment. `groups` and `cover` are secret, `shown`
    (size, carrier, battleship, transport, revealed) is public."""

    side: int
    force: int
    shown: tuple[tuple[int, int, int, int, int], ...]
    groups: tuple[tuple[int, ...], ...] = ()
    cover: tuple[int, ...] = ()


@value
class Campaign(State):
    """A campaign: what all know, what each side keeps to itself (drafts, patrols, tracks), and what is known in part
    (`knowledge`)."""

    turn: Public[int] = 1
    half: Public[int] = 1
    segment: Public[int] = 0
    veiled: Public[bool] = False
    vp: Public[tuple[tuple[int, ...], ...]] = ((0,) * 12, (0,) * 12)
    holder: Public[int] = USA
    built: Public[bool] = False
    ground: Public[tuple[int, int]] = (0, 0)
    supply: Public[tuple[int, int]] = (0, 0)
    fed: Public[bool] = True
    hungry: Public[int] = 0
    landed: Public[int] = 0
    late: Public[int] = 0
    """RS-140: American points that landed after the garrison went hungry: its loss spares them."""
    sortie: Public[bool] = False
    scored: Public[tuple[tuple[int, int], ...]] = ()
    """Victory Points of both sides at the end of each Game-Turn so far."""
    began: Public[tuple[tuple[int, ...], ...]] = ((0,) * 12, (0,) * 12)
    """Victory Points by source when this half began."""
    deeds: Public[tuple[tuple[int, ...], ...]] = NO_DEEDS
    """What each side has done in this half, as all saw: DEEDS."""
    said: Public[tuple[int, int, int]] = (0, 0, 0)
    runs: Hidden[int] = 0
    ready: Public[tuple[bool, bool]] = (False, False)
    shown: Public[tuple[tuple[int, ...], ...]] = ((), ())
    """Task forces now on the map for all to see."""
    sights: Public[tuple[Sight, ...]] = ()
    seen: Public[tuple[int, ...]] = ()
    """Task force that each unit was last revealed in; -1."""
    met: Public[tuple[int, ...]] = ()
    """Task force that each unit was revealed in before the task forces were formed anew; -1. It sailed in this
    Game-Turn, and may have been exchanged unseen."""
    known: Public[tuple[tuple[int, ...], ...]] = ((), ())
    """Air points of a side as all know them: three kinds for each base, then the sum aboard its carriers."""
    offshore: Public[tuple[int, int]] = (0, 0)
    """Ground points of a side not on Guadalcanal."""
    attacked: Public[tuple[tuple[int, int], ...]] = ()
    """(target, attacker) task forces: attacks by carrier aircraft in this segment."""
    widows: Public[tuple[tuple[int, int, int], ...]] = ()
    """(side, carrier, hex): carriers lost since aircraft last landed."""
    fallen: Public[tuple[int, ...]] = ()
    """Carriers lost in this segment."""
    owing: Public[tuple[int, int]] = (0, 0)
    """Air points that bombardment takes from each side's base on Guadalcanal at the end."""
    at: Hidden[tuple[int, ...]] = ()
    due: Public[tuple[int, ...]] = ()
    dived: Public[tuple[int, ...]] = ()
    """For each unit: Game-Turns that a submarine has been deployed in a row; 100 more once it has attacked."""
    berth: Public[tuple[int, ...]] = ()
    """Where each unit was when the bases were last open."""
    flights: Hidden[tuple[Flight, ...]] = ()
    layouts: Hidden[tuple[Layout, ...]] = ()
    forces: Hidden[tuple[tuple[Force, ...], ...]] = (NO_FORCES, NO_FORCES)
    cargo: Hidden[tuple[int, ...]] = ()
    """For each unit: 10 for a ground point, 1 for a supply point."""
    decks: Hidden[tuple[Stock, ...]] = ()
    """For each unit: the trained air points aboard."""
    air: Hidden[tuple[tuple[Stock, Stock, Stock], ...]] = ()
    """For each base: LAC, trained NAC, untrained NAC."""
    depot: Hidden[tuple[int, int]] = (0, 0)
    """Ground points at Rabaul and at Espiritu Santo."""
    patrols: Own[tuple[tuple[Patrol, ...], ...]] = ((), ())
    usual: Own[tuple[tuple[tuple[str, int, int], ...], ...]] = ((), ())
    """The patrols that each side flew last, to be flown again at one stroke: cap or reserve, base or 10 + task force,
    points."""
    homeless: Own[tuple[tuple[tuple[int, int, int], ...], ...]] = ((), ())
    """(hex, points, what they flew) in the air without a deck."""
    drafts: Own[tuple[tuple[Any, ...], tuple[Any, ...]]] = NO_DRAFTS
    tracks: Own[tuple[tuple[tuple[int, ...], ...], ...]] = ((), ())
    """(task force, segment, place) of this Game-Turn."""
    emergency: Hidden[tuple[int, ...]] = ()
    """Destroyers that have carried Emergency cargo, and the half: unit * 10 + half."""

    often: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **State.often, "with_drafts": ("drafts",), "with_forces": ("forces",), "with_ready": ("ready",),
    }

    p: ClassVar[Printed] = State.setting  # type: ignore[assignment]
    """The printed game: another name of the field `setting`, read as fast."""

    @property
    def day(self) -> bool:
        """RS-002: odd segments are day."""
        return self.segment % 2 == 1

    def to_file(self, bare: bool = False) -> dict[str, Any]:
        """As any state's; what came later does not count in the fingerprints of stored records."""
        data = State.to_file(self, bare)
        return {key: item for key, item in data.items() if not (bare and key in ("late", "met"))}

    def fleet(self, side: int, n: int) -> tuple[int, ...]:
        """The units of a task force."""
        return fleets(self.p, self.at, side)[n]

    def with_drafts(self, drafts: tuple[tuple[Any, ...], tuple[Any, ...]]) -> Campaign:
        """The state with other drafts."""
        return self.replace(drafts=drafts)

    def with_forces(self, forces: tuple[tuple[Force, ...], ...]) -> Campaign:
        """The state with other task forces."""
        return self.replace(forces=forces)

    def with_ready(self, ready: tuple[bool, bool]) -> Campaign:
        """The state with others ready."""
        return self.replace(ready=ready)

    def set_force(self, side: int, n: int, force: Force) -> Campaign:
        """The state with another task force n."""
        own = self.forces[side]
        return self.with_forces(pair(self.forces, side, (*own[:n], force, *own[n + 1 :])))

    def draft(self, side: int, draft: tuple[Any, ...]) -> Campaign:
        """The state with what a side is writing."""
        return self.with_drafts(pair(self.drafts, side, draft))

    def blank(self) -> Campaign:
        """The state in which nothing is written."""
        return self if self.drafts == NO_DRAFTS else self.with_drafts(NO_DRAFTS)

    def move(self, units: tuple[int, ...], to: int) -> Campaign:
        """The state with units somewhere else."""
        at = list(self.at)
        for u in units:
            at[u] = to
        return self.replace(at=tuple(at))

    def score(self, side: int, what: str, points: int) -> Campaign:
        """RS-200: Victory Points of a side."""
        if not points:
            return self
        row = put(self.vp[side], SCORES.index(what), self.vp[side][SCORES.index(what)] + points)
        return self.replace(vp=put(self.vp, side, row))


def deed(s: Campaign, side: int, what: str, n: int = 1) -> Campaign:
    """The state in which a side has done something more in this half."""
    row = s.deeds[side]
    return s.replace(deeds=pair(s.deeds, side, put(row, DEEDS.index(what), row[DEEDS.index(what)] + n)))


def put(items: tuple[Any, ...], n: int, item: Any) -> tuple[Any, ...]:
    """The tuple with another n-th item."""
    return (*items[:n], item, *items[n + 1 :])


def pair(items: tuple[Any, ...], side: int, item: Any) -> tuple[Any, Any]:
    """The pair with another item for a side."""
    return (item, items[1]) if side == 0 else (items[0], item)


def points(s: Campaign, side: int) -> int:
    """RS-200: all Victory Points of a side."""
    return sum(s.vp[side])


def worth(s: Campaign, key: str) -> int:
    """A58: the Victory Points of a kind of loss."""
    return int(s.p.numbers["victory"][key])


def capitals(s: Campaign, units: tuple[int, ...]) -> int:
    """RS-004, RS-005: how many are capital ships: a counter of one capital ship is one."""
    return sum(s.p.capital[u] for u in units)


def has(s: Campaign, units: tuple[int, ...], kind: str) -> bool:
    """Whether a unit of that kind is among them."""
    return kind in [s.p.kind[u] for u in units]


def sink(s: Campaign, u: int) -> Campaign:
    """RS-136, A19: a ship is destroyed, with its cargo and the aircraft on its deck."""
    side, n = s.p.side[u], s.at[u] - FLEET
    pos = s.forces[side][n].pos if 0 <= n < 6 else -1
    s = _gone(s, u, SUNK).score(1 - side, s.p.worth[u], worth(s, s.p.worth[u]))
    s = s.tell(Sunk(unit=s.p.ids[u], side=side))
    s = drop_cargo(s, u, n)
    return clear_deck(s, u, s.p.deck_of_lost != "lands", pos) if s.p.deck[u] else s


def clear_deck(s: Campaign, u: int, lost: bool, hex_: int = -1) -> Campaign:
    """A10: the aircraft on the deck of a carrier that is hit, in a hex: lost, or in the air without a deck."""
    side = s.p.side[u]
    aboard = tuple((hex_, n, cat) for cat, n in enumerate(s.decks[u]) if n)
    s = s.replace(decks=put(s.decks, u, NONE))
    if lost or hex_ < 0:
        return lose_air(s, side, -1, (0, sum(n for _, n, _ in aboard)))
    return s.replace(homeless=pair(s.homeless, side, s.homeless[side] + aboard))


def _gone(s: Campaign, u: int, to: int) -> Campaign:
    """A unit leaves its task force for good; what was seen of the force is one less."""
    side, n = s.p.side[u], s.at[u] - FLEET
    hex_ = s.forces[side][n].pos if 0 <= n < 6 else -1
    s = unmet(s.replace(at=put(s.at, u, to)), u)
    if s.p.deck[u] and hex_ >= 0:
        s = s.replace(widows=(*s.widows, (side, u, hex_)), fallen=(*s.fallen, u))
    if 0 <= n < 6:
        s = fewer(s, u, side, n)
    return s


def unmet(s: Campaign, u: int) -> Campaign:
    """The state in which a unit is in no task force that was seen."""
    return s.replace(seen=put(s.seen, u, -1), met=put(s.met, u, -1) if s.met else ())


def company(s: Campaign, side: int, n: int) -> tuple[int, ...]:
    """RS-022, RS-098: the units that all have seen in a task force; where none have, those that were seen in it before
    the task forces were formed anew, as far as they fit what was told of it since."""
    found = tuple([u for u in s.p.of_side[side] if s.seen[u] == n])
    if found or not s.met:
        return found
    sight = next((x for x in reversed(s.sights) if x.side == side and x.force == n), None)
    was = tuple([u for u in s.p.of_side[side] if s.met[u] == n and s.seen[u] < 0])
    fits = sight is not None and len(was) <= sight.total and capitals(s, was) <= sight.capital and (
        sum([s.p.kind[u] == "TR" for u in was]) <= sight.transports) and (
        sight.total - len(was) >= sight.capital - capitals(s, was))
    return was if fits else ()


def fewer(s: Campaign, u: int, side: int, n: int) -> Campaign:
    """The latest sighting of a task force counts one unit less."""
    sights = list(s.sights)
    for i in range(len(sights) - 1, -1, -1):
        sight = sights[i]
        if sight.side == side and sight.force == n:
            sights[i] = sight.replace(
                total=max(0, sight.total - 1), capital=max(0, sight.capital - s.p.capital[u]),
                transports=max(0, sight.transports - (s.p.kind[u] == "TR")),
            )
            break
    return s.replace(sights=tuple(sights))


def hold_rows(s: Campaign, units: Iterable[int]) -> tuple[tuple[str, int, int], ...]:
    """What some ships carry, for the log: ship, ground points, Supply Points."""
    return tuple((s.p.ids[u], s.cargo[u] // 10, s.cargo[u] % 10) for u in units)


def drop_cargo(s: Campaign, u: int, n: int) -> Campaign:
    """RS-068, A19, A43: the cargo of a hit ship of task force n is lost; a Transport force that has none left has
    executed its mission."""
    load = s.cargo[u]
    if load <= 0:
        return s
    side = s.p.side[u]
    s = s.replace(cargo=put(s.cargo, u, 0))
    ground, supply = load // 10, load % 10
    if ground:
        s = lose_ground(s.replace(offshore=pair(s.offshore, side, s.offshore[side] - ground)), side, ground, "cargo")
    if supply:
        s = s.score(1 - side, "supply", supply * worth(s, "supply"))
        s = s.tell(SupplyLost(side=side, n=supply, cause="cargo"))
    if 0 <= n < 6 and s.forces[side][n].mission == TRANSPORT and not any(s.cargo[v] for v in s.fleet(side, n)):
        force = s.forces[side][n]
        s = s if force.status else s.set_force(side, n, force.replace(status=1))
    return s


def lose_ground(s: Campaign, side: int, n: int, cause: str) -> Campaign:
    """RS-200: ground points of a side are destroyed: the score and the news; the caller takes them away."""
    each = worth(s, "japanese_ground" if side == JAPAN else "american_ground")
    return s.score(1 - side, "ground", n * each).tell(GroundLost(side=side, n=n, cause=cause))


def lose_air(s: Campaign, side: int, base: int, lost: tuple[int, int]) -> Campaign:
    """RS-200, A19: so many LAC and NAC of a side are destroyed: the score, the news and what all know; the caller takes
    them away. `base` -1: from carriers. Told once for each of the two, whatever stocks they came from (A40)."""
    for what, n in enumerate(lost):
        if n:
            name = KINDS[what]
            s = s.score(1 - side, name, n * worth(s, name)).tell(AirLost(side=side, n=n, what=name))
            s = known_less(s, side, base, what, n)
    return s


def known_less(s: Campaign, side: int, base: int, what: int, n: int) -> Campaign:
    """What all know of a side's air points, n LAC (0) or NAC (1) less: at the base first, else where there are some.
    Nobody is told which naval aircraft were trained: those of the base that are not go first, as they fly first."""
    row = list(s.known[side])
    if what == LAC:
        order = [b * 3 for b in (base, *range(6)) if b >= 0]
    else:
        order = [base * 3 + RAW, base * 3 + NAC] if base >= 0 else []
        order += [18, *[b * 3 + NAC for b in range(6)], *[b * 3 + RAW for b in range(6)]]
    for slot in order:
        taken = min(n, row[slot])
        row[slot] -= taken
        n -= taken
        if not n:
            break
    return s.replace(known=pair(s.known, side, tuple(row)))


def survey(s: Campaign) -> Campaign:
    """A45: what all know of air points and bases, from open bases."""
    known = []
    for side in (JAPAN, USA):
        row: list[int] = []
        for base in range(6):
            mine = owner_of(s, base) == side
            row += [sum(stock) if mine else 0 for stock in s.air[base]]
        row.append(sum([sum(s.decks[u]) for u in s.p.carriers[side]]))
        known.append(tuple(row))
    off = (off_island(s, JAPAN), off_island(s, USA))
    return s.replace(known=tuple(known), offshore=off, berth=s.at)


def off_island(s: Campaign, side: int) -> int:
    """Ground points of a side in its depot and aboard."""
    return s.depot[side] + sum([s.cargo[u] // 10 for u in s.p.of_side[side]])


def owner_of(s: Campaign, base: int) -> int:
    """A76: whose a base is."""
    if base == HENDERSON:
        return s.holder
    return JAPAN if base in (0, 1, 5) else USA


def is_open(s: Campaign, base: int) -> bool:
    """RS-083: whether a base can hold aircraft now."""
    if base == HENDERSON:
        return s.built
    return s.turn >= s.p.opens if base == 5 else True


def open_bases(s: Campaign, side: int) -> list[int]:
    """A76, RS-083: the bases of a side that can hold aircraft now."""
    return [base for base in range(6) if owner_of(s, base) == side and is_open(s, base)]


def base_room(s: Campaign, base: int) -> int:
    """RS-084: how many more air points a base can take."""
    limit = s.p.room[base]
    if not limit:
        return 999
    return max(0, limit - sum([sum(stock) for stock in s.air[base]]))


def at_sea(s: Campaign, side: int) -> list[int]:
    """The task forces of a side that are on the map."""
    return [n for n, force in enumerate(s.forces[side]) if 0 <= force.pos < PORT]
