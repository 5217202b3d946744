"""8.1, 8.2: who must attack whom, and how the attacks of a phase are put together.

The attacking side assigns its units to enemy hexes one by one; an attack is a group in which every ground attacker is
next to every hex. A choice is offered only while everything that is still owed can be met (`Duty.can_be_met`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from ironbottom.games.first_blood.rules.air import fly, missions, why_no_flight, why_no_mission
from ironbottom.games.first_blood.rules.airfields import built_fields
from ironbottom.games.first_blood.rules.artillery import bombardable, in_range, may_support
from ironbottom.games.first_blood.rules.movement import entry_cost
from ironbottom.games.first_blood.rules.naval import may_shell_shore, ready_ships, shell_targets
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, Printed
from ironbottom.games.first_blood.rules.reinforcement import shut
from ironbottom.games.first_blood.rules.state import AT_SEA, Attack, Position, bit, piece_name, piece_number
from ironbottom.games.first_blood.rules.zones import front
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Decision, Refusal, refuse
from ironbottom.kernel.value import value


@value
class AttackDeclared(Event):
    """8.1b: an attack is declared; `support` are artillery and ships."""

    file_name = "attack_declared"
    side: int
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    support: tuple[str, ...]


class Duty:
    """What a side owes in a combat phase: the enemy hexes next to its units, and its units next to them.

    Masks have a bit for each of these hexes and units. `off` are units off the map that must attack, `may` those that
    may.
    """

    __slots__ = ("beside", "hex_bit", "hexes", "may", "off", "touched", "unit_bit", "units")

    def __init__(
        self, printed: Printed, at: tuple[int, ...], side: int, off: tuple[int, ...], may: tuple[int, ...]
    ) -> None:
        own, near = printed.own[side], printed.near
        held = {place for u, place in enumerate(at) if u not in own and place < printed.hexes}
        touching = [(u, [h for h in near[at[u]] if h in held]) for u in own if at[u] < printed.hexes]
        self.units = tuple(u for u, hexes in touching if hexes)
        self.hexes = tuple(sorted({h for _, hexes in touching for h in hexes}))
        self.unit_bit = {u: 1 << n for n, u in enumerate(self.units)}
        self.hex_bit = {h: 1 << n for n, h in enumerate(self.hexes)}
        self.touched = {u: sum(self.hex_bit[h] for h in hexes) for u, hexes in touching if hexes}
        """For each unit, the mask of the hexes that it touches."""
        self.beside = {
            h: sum(self.unit_bit[u] for u in self.units if self.touched[u] & self.hex_bit[h]) for h in self.hexes
        }
        """For each hex, the mask of the units that touch it."""
        self.off, self.may = off, may

    def open_units(self, s: Position) -> tuple[int, ...]:
        """8.2f: the units that still owe an attack."""
        busy = committed(s)
        return tuple(u for u in (*self.units, *self.off) if u not in busy)

    def open_hexes(self, s: Position) -> tuple[int, ...]:
        """8.2e: the enemy hexes that nobody attacks yet."""
        covered = {h for attack in s.attacks for h in attack.targets}
        return tuple(h for h in self.hexes if h not in covered)

    def can_be_met(self, s: Position, attacks: tuple[Attack, ...], guns: tuple[tuple[int, int], ...]) -> bool:
        """8.1a, 8.2e, 8.2f, 8.2g, 8.2h: whether all that is owed can still be met beside these attacks and
        bombardments.

        A free unit next to a free hex is no trouble: every bipartite graph without lonely vertices splits into stars,
        and a star is an attack. So only units without a free hex and hexes without a free unit must join attacks that
        are declared, each attack taking in either units or hexes.
        """
        free, open_ = (1 << len(self.units)) - 1, (1 << len(self.hexes)) - 1
        taken: list[tuple[int, int]] = []
        wide: set[int] = set()
        for attack in attacks:
            mask = targets = 0
            for u in attack.units:
                mask |= self.unit_bit.get(u, 0)
            for h in attack.targets:
                targets |= self.hex_bit.get(h, 0)
            taken.append((mask, targets))
            free &= ~mask
            open_ &= ~targets
            wide.update(attack.units)
            for u in attack.guns:
                free &= ~self.unit_bit.get(u, 0)
        for u, _ in guns:
            free &= ~self.unit_bit.get(u, 0)
        hosts_of_hexes = [
            self._hosts_of_hex(s, h, attacks, taken)
            for h in self.hexes
            if open_ & self.hex_bit[h] and not self.beside[h] & free
        ]
        if 0 in hosts_of_hexes:
            return False
        hosts_of_units = []
        for u in self.units:
            if free & self.unit_bit[u] and not self.touched[u] & open_ and not bombardable(s, u):
                hosts_of_units.append(self._hosts_of_unit(s, u, attacks, taken))
        for u in self.off:
            if u not in wide:
                hosts_of_units.append(self._hosts_off_map(s, u, attacks))
        if 0 in hosts_of_units:
            return False
        return not hosts_of_units or _apart(hosts_of_hexes, hosts_of_units, 0)

    def _hosts_of_hex(
        self, s: Position, h: int, attacks: tuple[Attack, ...], taken: list[tuple[int, int]]
    ) -> int:
        """The attacks, as a mask, that could take in a hex."""
        return sum(
            1 << n
            for n, (attack, (mask, _)) in enumerate(zip(attacks, taken, strict=True))
            if mask.bit_count() == len(attack.units) and not mask & ~self.beside[h] and guns_reach(s, attack, h)
        )

    def _hosts_of_unit(
        self, s: Position, u: int, attacks: tuple[Attack, ...], taken: list[tuple[int, int]]
    ) -> int:
        """The attacks, as a mask, that a unit could join, or support if it is artillery."""
        touched = self.touched[u]
        return sum(
            1 << n
            for n, (attack, (_, targets)) in enumerate(zip(attacks, taken, strict=True))
            if (targets and not targets & ~touched) or (s.setting.units[u].artillery and may_support(s, u, attack))
        )

    def _hosts_off_map(self, s: Position, u: int, attacks: tuple[Attack, ...]) -> int:
        """The attacks, as a mask, that a unit off the map could join; all bits if it finds a hex for itself."""
        arrows = s.setting.entries[s.at[u]]
        covered = {h for attack in attacks for h in attack.targets}
        if any(h not in covered for h in arrows):
            return -1
        return sum(
            1 << n for n, attack in enumerate(attacks) if len(attack.targets) == 1 and attack.targets[0] in arrows
        )


def _apart(hexes: list[int], units: list[int], chosen: int) -> bool:
    """Whether some attacks can take in all these hexes while others take in all these units."""
    for n, hosts in enumerate(hexes):
        if not hosts & chosen:
            rest = hosts
            while rest:
                one = rest & -rest
                if _apart(hexes[n + 1 :], units, chosen | one):
                    return True
                rest ^= one
            return False
    return all(hosts & ~chosen for hosts in units)


@lru_cache(maxsize=2048)
def _duty(printed: Printed, at: tuple[int, ...], side: int, off: tuple[int, ...], may: tuple[int, ...]) -> Duty:
    return Duty(printed, at, side, off, may)


def duty(s: Position, side: int) -> Duty:
    """8.1a, 8.1b, 8.2a, 8.2e, 8.2f: what a side owes in its combat phase, by where all units stand at its start."""
    off, may = off_map_attackers(s, side)
    return _duty(s.setting, s.at, side, off, may)


def off_map_attackers(s: Position, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """7.5a, 7.5.1b, 9.4.2a: the units off the map that must attack, and those that may.

    A Japanese unit whose box is shut in by Americans and that has no box left to go to must attack, or may if so
    agreed; if it changed its box in this turn it may, with the half of its factors that entering costs. Americans may
    when every hex of all their entry points is held by Japanese.
    """
    printed = s.setting
    if side == AMERICAN:
        waiting = [u for u in printed.own[side] if s.at[u] in printed.entry_sides]
        return (), tuple(waiting) if waiting and shut(s, side) else ()
    must: list[int] = []
    may: list[int] = []
    held = None
    for u in printed.own[side]:
        here = s.at[u]
        if here not in printed.next_boxes or s.new & bit(s, u):
            continue
        held = held or front(s, side).held
        seen = s.visited[u - printed.own[side].start]
        if all(held[h] for h in printed.entries[here]) and all(
            seen >> printed.boxes.index(box) & 1 for box in printed.next_boxes[here]
        ):
            if not s.acted & bit(s, u):
                (may if may_wait(s) else must).append(u)
            elif s.left[u] >= entry_cost(s, u):
                may.append(u)
    return tuple(must), tuple(may)


def why_not_out_of_box(s: Position, u: int) -> Refusal | None:
    """6.2b, 7.2b, 7.5.1b: why a unit does not attack out of its box, though the Americans hold every hex of it."""
    printed, here = s.setting, s.at[u]
    held, unit = front(s, JAPANESE).held, printed.units[u].name
    if not all(held[h] for h in printed.entries[here]):
        return None
    if s.new & bit(s, u):
        return refuse("7.2b", "refused.new_in_box", unit=unit)
    seen = s.visited[u - printed.own[JAPANESE].start]
    if not all(seen >> printed.boxes.index(box) & 1 for box in printed.next_boxes[here]):
        return refuse("7.5.1b", "refused.box_left", unit=unit)
    return refuse("6.2b", "refused.half_spent", unit=unit) if s.left[u] < entry_cost(s, u) else None


def may_wait(s: Position) -> bool:
    """6.3a, 7.5.1b: whether units that have no move out of their box may stay there without an attack."""
    return bool(s.setting.options["shut_boxes"] == "may_wait")


def committed(s: Position) -> set[int]:
    """8.2h, 9.4a: the units that take part in something already: each does so once."""
    busy = {u for attack in s.attacks for u in (*attack.units, *attack.guns)}
    return busy | {u for u, _ in s.guns}


def guns_reach(s: Position, attack: Attack, h: int) -> bool:
    """9.3a: whether the artillery that supports an attack reaches one more hex too, without being next to it."""
    return all(in_range(s, u, h) and h not in s.setting.near[s.at[u]] for u in attack.guns)


def from_off_map(s: Position, u: int) -> bool:
    """7.5a: whether a unit attacks from a box or an entry point."""
    return s.at[u] >= s.setting.hexes


@value
class Declare(Decision):
    """8.1a, 8.1b, 8.2e, 8.2f, 10.2a: the side whose phase it is declares its attacks, in any order; it is done when
    all that it owes is declared."""

    rule: ClassVar[str] = "8.2e"
    side: int
    hand: int = -1

    # -- what is offered --

    def legal(self, s: Position, side: int) -> tuple[Action, ...]:
        printed = s.setting
        if self.hand >= 0:
            return (*self.uses(s, self.hand), ("drop",))
        owed = duty(s, self.side)
        units, hexes = owed.open_units(s), owed.open_hexes(s)
        busy = committed(s)
        takes = [*units]
        if hexes:
            takes += [u for attack in s.attacks if self._wider(s, attack, hexes) for u in attack.units]
        takes += [u for u in owed.may if u not in busy and self.uses(s, u)]
        takes += [
            u
            for u in printed.own[self.side]
            if printed.units[u].artillery and s.at[u] < printed.hexes and u not in busy and u not in owed.unit_bit
            and self._gun_uses(s, u, first=True)
        ]  # fmt: skip
        if self.side == JAPANESE:
            takes += [AT_SEA + n for n in free_ships(s) if ship_uses(s, n)]
        offers: list[Action] = [("take", piece_name(printed, n)) for n in takes]
        if self.side == JAPANESE and at_any_time(s):
            offers += missions(s)
        if not units and not hexes:
            offers.append(("done",))
        pieces = [*sorted(busy), *(AT_SEA + n for n in busy_ships(s))]
        return (*offers, *(("recall", piece_name(printed, n)) for n in pieces))

    def uses(self, s: Position, n: int) -> tuple[Action, ...]:
        """7.5.2a, 8.2g, 8.2h, 9.4a: what the piece can be used for."""
        if n >= AT_SEA:
            return ship_uses(s, n - AT_SEA)
        own = next((attack for attack in s.attacks if n in attack.units), None)
        names = s.setting.names
        if own is not None:
            wider = self._wider(s, own, duty(s, self.side).open_hexes(s))
            return tuple(("attack", names[h]) for h in wider)
        return (*(("attack", names[h]) for h in self._own_targets(s, n)), *self._gun_uses(s, n))

    def _own_targets(self, s: Position, u: int) -> tuple[int, ...]:
        """7.5.2a, 8.2g: the hexes that a unit can attack by itself: those next to it, or those of its arrows."""
        printed, owed = s.setting, duty(s, self.side)
        if from_off_map(s, u):
            if u not in owed.off and u not in owed.may:
                return ()
            candidates = printed.entries[s.at[u]]
        else:
            candidates = tuple(h for h in printed.near[s.at[u]] if h in owed.hex_bit)
        found = []
        for h in candidates:
            attacks = self._joined(s, u, h)
            if attacks is not None and owed.can_be_met(s, attacks, s.guns):
                found.append(h)
        return tuple(found)

    def _joined(self, s: Position, u: int, h: int) -> tuple[Attack, ...] | None:
        """7.5d, 8.2g, 8.4b: the attacks after a unit has taken on a hex; None where it cannot.

        A unit joins an attack only if it is next to all its hexes; one from off the map only if it has a single one.
        American artillery at an entry point joins others, and never attacks alone.
        """
        printed, off = s.setting, from_off_map(s, u)
        for n, attack in enumerate(s.attacks):
            if h in attack.targets:
                near = printed.entries[s.at[u]] if off else printed.near[s.at[u]]
                if (off and len(attack.targets) > 1) or any(target not in near for target in attack.targets):
                    return None
                wider = attack.replace(units=tuple(sorted((*attack.units, u))))
                return (*s.attacks[:n], wider, *s.attacks[n + 1 :])
        if off and adds_nothing(s, u):
            return None
        return (*s.attacks, Attack((h,), (u,)))

    def _wider(self, s: Position, attack: Attack, hexes: tuple[int, ...]) -> tuple[int, ...]:
        """8.2g: the open hexes that an attack can take in."""
        if any(from_off_map(s, u) for u in attack.units):
            return ()
        owed, found = duty(s, self.side), []
        for h in hexes:
            if all(owed.touched[u] & owed.hex_bit[h] for u in attack.units) and guns_reach(s, attack, h):
                wider = attack.replace(targets=(*attack.targets, h))
                others = tuple(wider if one is attack else one for one in s.attacks)
                if owed.can_be_met(s, others, s.guns):
                    found.append(h)
        return tuple(found)

    def _gun_uses(self, s: Position, u: int, first: bool = False) -> tuple[Action, ...]:
        """9.0a, 9.3a, 9.4a, 9.5a, 9.5.1a: what a unit can bombard: attacks in range, and airfield hexes. With `first`
        the answer stops at the first one."""
        if not s.setting.units[u].artillery or from_off_map(s, u):
            return ()
        owed, names = duty(s, self.side), s.setting.names
        easy = u not in owed.unit_bit and not owed.open_hexes(s)
        found: list[Action] = []
        for n, attack in enumerate(s.attacks):
            if may_support(s, u, attack):
                wider = attack.replace(guns=tuple(sorted((*attack.guns, u))))
                others = (*s.attacks[:n], wider, *s.attacks[n + 1 :])
                if easy or owed.can_be_met(s, others, s.guns):
                    found += [("support", names[h]) for h in attack.targets]
                    if first:
                        return tuple(found)
        for here in bombardable(s, u):
            if easy or owed.can_be_met(s, s.attacks, (*s.guns, (u, here))):
                found.append(("bombard", names[here]))
        return tuple(found)

    # -- what follows --

    def take(self, s: Position, side: int, action: Action) -> Position:
        printed, verb = s.setting, action[0]
        if verb == "done":
            return announced(s, self.side)
        if verb == "drop":
            return s.push(Declare(self.side))
        if verb == "take":
            return s.push(Declare(self.side, piece_number(printed, action[1])))
        if verb == "recall":
            return recalled(s, piece_number(printed, action[1])).push(Declare(self.side))
        if verb == "fly":
            return fly(s.push(self), action[1], action[2])
        here, n = printed.number[action[1]], self.hand
        if n >= AT_SEA:
            s = assigned(s, n - AT_SEA, verb, here)
        elif verb == "bombard":
            s = s.replace(guns=(*s.guns, (n, here)))
        elif verb == "support":
            s = s.replace(attacks=tuple(self._supported(attack, here) for attack in s.attacks))
        elif any(n in attack.units for attack in s.attacks):
            s = s.replace(
                attacks=tuple(
                    attack.replace(targets=(*attack.targets, here)) if n in attack.units else attack
                    for attack in s.attacks
                )
            )
        else:
            attacks = self._joined(s, n, here)
            assert attacks is not None
            s = s.replace(attacks=attacks)
        return s.push(Declare(self.side))

    def _supported(self, attack: Attack, here: int) -> Attack:
        if here not in attack.targets:
            return attack
        return attack.replace(guns=tuple(sorted((*attack.guns, self.hand))))

    def retracts(self, action: Action) -> bool:
        return action[0] in ("drop", "recall")

    # -- why not --

    def why_not(self, s: Position, side: int, action: Action) -> Refusal:
        if action == ("done",):
            return self._why_not_done(s)
        if action[0] == "fly" and len(action) == 3:
            return self._why_not_flown(s, str(action[1]), str(action[2]))
        if action[0] == "take" and len(action) == 2:
            return self._why_not_taken(s, str(action[1]))
        if action[0] in ("attack", "support", "bombard") and len(action) == 2:
            here = s.setting.number.get(str(action[1]), -1)
            if self.hand < 0:
                return self._why_not_opened(s, here)
            if not 0 <= here < s.setting.hexes:
                if self.hand >= AT_SEA:
                    return refuse("10.2a", "refused.ship_supports")
                return refuse("6.0d" if here in s.setting.boxes else self.rule, "refused.no_target", place=action[1])
            if action[0] == "attack":
                return self._why_no_attack(s, here)
            if action[0] == "support":
                return self._why_no_support(s, here)
            return self._why_no_bombardment(s, here)
        return refuse(self.rule, "refused.not_now")

    def _why_not_opened(self, s: Position, here: int) -> Refusal:
        """8.1b, 8.2h: why a hex is not attacked, with nothing in hand."""
        owed, printed = duty(s, self.side), s.setting
        arrows = {h for u in (*owed.off, *owed.may) for h in printed.entries[s.at[u]]}
        if 0 <= here < printed.hexes and here not in owed.hexes and here not in arrows:
            return refuse("8.1b", "refused.no_enemy_there", hex=printed.names[here])
        if any(here in attack.targets for attack in s.attacks):
            return refuse("8.2h", "refused.hex_attacked_already", hex=s.setting.names[here])
        return refuse(self.rule, "refused.take_first")

    def _why_not_done(self, s: Position) -> Refusal:
        """8.2e, 8.2f: what is still owed."""
        if self.hand >= 0:
            return refuse(self.rule, "refused.hand_full")
        owed = duty(s, self.side)
        units = owed.open_units(s)
        if units and units[0] in owed.off:
            return refuse("7.5.1b", "refused.box_must_attack", unit=s.setting.units[units[0]].name)
        if units:
            return refuse("8.2f", "refused.must_attack", units=tuple(s.setting.units[u].name for u in units))
        return refuse("8.2e", "refused.must_be_attacked", hexes=tuple(s.setting.names[h] for h in owed.open_hexes(s)))

    def _why_not_flown(self, s: Position, name: str, target: str) -> Refusal:
        """13.3a, 13.3.3f: why no aircraft flies now, or not this one."""
        if self.side == AMERICAN:
            return refuse("13.3a", "refused.only_japan_flies")
        if self.hand >= 0:
            return refuse(self.rule, "refused.hand_full")
        return why_no_mission(s, name, target) if at_any_time(s) else refuse("13.3.3f", "refused.air_not_now")

    def _why_not_taken(self, s: Position, name: str) -> Refusal:
        """6.0d, 7.2b, 8.1b, 8.2e, 8.2h, 9.3a, 9.4a, 9.4.2a, 9.5a, 13.3.3d: the statement that keeps a piece out of
        it."""
        printed, n = s.setting, piece_number(s.setting, name)
        if self.hand >= 0:
            return refuse(self.rule, "refused.hand_full")
        if name in printed.plane_number:
            if self.side == JAPANESE and at_any_time(s):
                return why_no_flight(s, name)
            plane = printed.planes[printed.plane_number[name]]
            return refuse("13.3.3d" if plane.side == JAPANESE else "13.6a", "refused.air_not_now")
        if n < 0 or (n >= AT_SEA) > (self.side == JAPANESE) or (
            n < AT_SEA and printed.units[n].side != self.side
        ):
            return refuse(self.rule, "refused.not_yours", piece=name)
        if n >= AT_SEA:
            ready = n - AT_SEA in ready_ships(s)
            return refuse("10.5a" if ready else "10.1a", "refused.ship_busy" if ready else "refused.ship_not_there",
                          ship=name)  # fmt: skip
        if n in committed(s):
            barred = self._why_not_wider(s, n, duty(s, self.side).open_hexes(s))
            return barred or refuse("8.2h", "refused.attacks_already", unit=name)
        if from_off_map(s, n) and s.at[n] not in printed.entries:
            return refuse(self.rule, "refused.not_on_map", piece=name)
        if s.at[n] in printed.boxes and (barred := why_not_out_of_box(s, n)):
            return barred
        if from_off_map(s, n):
            if n in duty(s, self.side).may and adds_nothing(s, n):
                return refuse("7.5d", "refused.gun_alone", unit=name)
            if printed.units[n].artillery:
                return refuse("9.4.2a", "refused.off_map_gun", unit=name)
            return refuse("7.5a" if self.side == AMERICAN else "7.5.1b", "refused.off_map", unit=name)
        if printed.units[n].artillery and any(may_support(s, n, attack) for attack in s.attacks):
            return refuse("8.2e", "refused.leaves_duty", unit=name)
        if printed.units[n].artillery:
            key = "no_attack_in_range" if self.side == AMERICAN else "nothing_in_range"
            return refuse("9.5a", f"refused.{key}", unit=name)
        return refuse("8.1b", "refused.no_enemy_near", unit=name)

    def _why_not_wider(self, s: Position, u: int, hexes: tuple[int, ...]) -> Refusal | None:
        """8.2e, 9.3a, 9.4a: why the attack of a unit does not take in one of these open hexes, though all its attackers
        are next to it: the artillery that supports it, or what is still owed."""
        near, names, units = s.setting.near, s.setting.names, s.setting.units
        own = next((attack for attack in s.attacks if u in attack.units), None)
        if own is None or any(from_off_map(s, w) for w in own.units):
            return None
        for h in hexes:
            if all(h in near[s.at[w]] for w in own.units):
                for gun in own.guns:
                    if h in near[s.at[gun]] or not in_range(s, gun, h):
                        rule = "9.4a" if h in near[s.at[gun]] else "9.3a"
                        return refuse(rule, "refused.gun_bars", unit=units[gun].name, hex=names[h])
                return refuse("8.2e", "refused.leaves_duty", unit=units[u].name, hex=names[h])
        return None

    def _why_no_attack(self, s: Position, here: int) -> Refusal:
        """6.0d, 7.5.2a, 8.1b, 8.2f, 8.2g, 8.2h, 9.3a, 9.4a: the statement that forbids this attack."""
        printed, u, owed = s.setting, self.hand, duty(s, self.side)
        hexname = printed.names[here]
        if u >= AT_SEA:
            return refuse("10.2a", "refused.ship_supports")
        unit = printed.units[u].name
        off = from_off_map(s, u)
        if off and here not in printed.entries[s.at[u]]:
            return refuse("7.5.2a", "refused.no_arrow", place=printed.names[s.at[u]], hex=hexname)
        if not off and here not in printed.near[s.at[u]]:
            return refuse("8.2f", "refused.not_next_to", unit=unit, hex=hexname)
        if not off and here not in owed.hex_bit:
            return refuse("8.1b", "refused.no_enemy_there", hex=hexname)
        if any(u in attack.units and here in attack.targets for attack in s.attacks):
            return refuse("8.2h", "refused.attacks_already", unit=unit)
        attack = next((one for one in s.attacks if here in one.targets), None)
        mine = next((one for one in s.attacks if u in one.units), None)
        if mine is not None and attack is not None:
            return refuse("8.2h", "refused.hex_attacked_already", hex=hexname)
        if barred := self._why_not_wider(s, u, (here,)):
            return barred
        if mine is not None or (attack is not None and self._joined(s, u, here) is None):
            return refuse("8.2g", "refused.all_next_to_all", hex=hexname)
        if attack is None and off and adds_nothing(s, u):
            return refuse("7.5d", "refused.gun_alone", unit=unit)
        return refuse("8.2e", "refused.leaves_duty", unit=unit, hex=hexname)

    def _why_no_support(self, s: Position, here: int) -> Refusal:
        """9.1a, 9.3a, 9.4a, 9.5a, 10.1.2a, 10.4a, 12.6.1a: the statement that forbids this support; of an empty Strip
        hex that was never built, that it cannot be bombarded."""
        printed, n, hexname = s.setting, self.hand, s.setting.names[here]
        attack = next((one for one in s.attacks if here in one.targets), None)
        bombards = self.side == JAPANESE and (n >= AT_SEA or in_range(s, n, here))
        if bombards and unbuilt(s, here) and here not in s.at:
            return refuse("12.6.1a", "refused.not_built", hex=hexname)
        if n >= AT_SEA:
            if not may_shell_shore(s, n - AT_SEA):
                return refuse("10.1.2a", "refused.ship_reserve", ship=piece_name(printed, n))
            return refuse("10.4a", "refused.no_attack_there", hex=hexname)
        unit = printed.units[n]
        if not unit.artillery:
            return refuse("9.1a", "refused.no_artillery", unit=unit.name)
        if from_off_map(s, n):
            return refuse("9.4.2a", "refused.off_map_gun", unit=unit.name)
        if attack is None:
            return refuse("9.5a", "refused.no_attack_there", hex=hexname)
        if not in_range(s, n, here):
            return refuse("9.2a", "refused.out_of_range", unit=unit.name, hex=hexname,
                          n=printed.plan.distance(s.at[n], here) + 1, range=unit.reach)  # fmt: skip
        if not all(in_range(s, n, target) for target in attack.targets):
            return refuse("9.3a", "refused.not_all_in_range", unit=unit.name)
        if not may_support(s, n, attack):
            return refuse("9.4a", "refused.gun_next_to", unit=unit.name)
        return refuse("8.2e", "refused.leaves_duty", unit=unit.name, hex=hexname)

    def _why_no_bombardment(self, s: Position, here: int) -> Refusal:
        """9.2a, 9.5.1a, 10.3a, 12.6.1a: the statement that forbids this bombardment."""
        printed, n, hexname = s.setting, self.hand, s.setting.names[here]
        if n >= AT_SEA:
            if unbuilt(s, here):
                return refuse("12.6.1a", "refused.not_built", hex=hexname)
            return refuse("10.3a", "refused.no_airfield")
        unit = printed.units[n]
        if not unit.artillery:
            return refuse("9.1a", "refused.no_artillery", unit=unit.name)
        if from_off_map(s, n):
            return refuse("9.4.2a", "refused.off_map_gun", unit=unit.name)
        if printed.field_at[here] < 0:
            return refuse("9.5a", "refused.no_airfield")
        if self.side == AMERICAN:
            return refuse("9.5.1a", "refused.japanese_bombard")
        if here not in bombardable(s, n):
            if in_range(s, n, here):
                return refuse("9.5.1a", "refused.not_built", hex=hexname)
            return refuse("9.2a", "refused.out_of_range", unit=unit.name, hex=hexname,
                          n=printed.plan.distance(s.at[n], here) + 1, range=unit.reach)  # fmt: skip
        return refuse("8.2e", "refused.leaves_duty", unit=unit.name, hex=hexname)


def at_any_time(s: Position) -> bool:
    """10.2a, 10.3a, 13.3.3f: whether aircraft and ships act at any moment of the combat phase."""
    return bool(s.setting.options["air_and_ships"] == "any_time")


def ship_uses(s: Position, n: int) -> tuple[Action, ...]:
    """10.1.2a, 10.1.3a: what a ship can be used for."""
    names = s.setting.names
    shore = [("support", names[h]) for attack in s.attacks for h in attack.targets] if may_shell_shore(s, n) else []
    return (*shore, *(("bombard", names[here]) for here in shell_targets(s, n)))


def busy_ships(s: Position) -> tuple[int, ...]:
    """10.2a: the ships that have a mission and have not fired yet."""
    return (*(n for attack in s.attacks for n in attack.ships), *(n for n, _ in s.shelling))


def free_ships(s: Position) -> tuple[int, ...]:
    """10.2a: the ships that could be given a mission."""
    busy = busy_ships(s)
    return tuple(n for n in ready_ships(s) if n not in busy)


def assigned(s: Position, n: int, verb: str, here: int) -> Position:
    """10.3a, 10.4a: a ship is given its mission: to support the attack on a hex, or to bombard an airfield hex."""
    if verb == "bombard":
        return s.replace(shelling=(*s.shelling, (n, here)))
    return s.replace(
        attacks=tuple(
            attack.replace(ships=tuple(sorted((*attack.ships, n)))) if here in attack.targets else attack
            for attack in s.attacks
        )
    )


def unbuilt(s: Position, here: int) -> bool:
    """12.6.1a: whether a hex is one of the Fighter Strip that was never built."""
    return s.setting.field_at[here] >= 0 and here not in built_fields(s)


def adds_nothing(s: Position, u: int) -> bool:
    """7.5d: American artillery at an entry point adds no strength, but may be taken as a loss."""
    unit = s.setting.units[u]
    return unit.side == AMERICAN and unit.artillery and s.at[u] in s.setting.entry_sides


def recalled(s: Position, n: int) -> Position:
    """The declarations without a piece; an attack without ground attackers is none, and frees all that was in it."""
    if n >= AT_SEA:
        ship = n - AT_SEA
        s = s.replace(shelling=tuple(one for one in s.shelling if one[0] != ship))
        return s.replace(
            attacks=tuple(attack.replace(ships=tuple(m for m in attack.ships if m != ship)) for attack in s.attacks)
        )
    kept = [
        attack.replace(units=tuple(u for u in attack.units if u != n), guns=tuple(u for u in attack.guns if u != n))
        for attack in s.attacks
    ]
    return s.replace(
        attacks=tuple(attack for attack in kept if any(not adds_nothing(s, u) for u in attack.units)),
        guns=tuple(one for one in s.guns if one[0] != n),
    )


def announced(s: Position, side: int) -> Position:
    """8.1b: the declarations are fixed and told."""
    printed, names = s.setting, s.setting.names
    units, ships = printed.units, printed.ships
    return s.tell(*[
        AttackDeclared(
            side, tuple(names[h] for h in attack.targets), tuple(units[u].name for u in attack.units),
            (*(units[u].name for u in attack.guns), *(ships[n].name for n in attack.ships)),
        )
        for attack in s.attacks
    ])  # fmt: skip


def attack_on(s: Position, name: str) -> Attack:
    """The declared attack that a hex names."""
    here = s.setting.number[name]
    return next(attack for attack in s.attacks if here in attack.targets)
