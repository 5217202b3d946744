"""6.34, 7.0, 9.4: unloading at Guadalcanal."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.ground import Possession
from ironbottom.games.solomons.rules.missions import executed
from ironbottom.games.solomons.rules.naval_movement import transport_ready
from ironbottom.games.solomons.rules.printed import JAPAN, TRANSPORT, USA, M
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import Campaign, at_sea, deed, pair, put
from ironbottom.games.solomons.rules.surface import present
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value


def loaded(s: Campaign, side: int) -> list[int]:
    """RS-076, RS-078, RS-079, A73, A75: units in M that may land cargo now."""
    found = []
    for n in at_sea(s, side):
        force = s.forces[side][n]
        if force.pos != M or force.status in (2, 5):
            continue
        for u in s.fleet(side, n):
            if s.cargo[u] <= 0:
                continue
            kind = s.p.kind[u]
            if (kind == "TR" and transport_ready(force)) or kind == "APD" or (kind == "DD" and force.run == 1):
                found.append(u)
    return found


@value
class UnloadingOpens(Opening):
    """RS-076: section J by day, E by night."""

    def run(self, s: Campaign) -> Campaign:
        if not present(s, JAPAN) and not present(s, USA):
            return s.instead()
        return opened(s, Unloading())


@value
class Unloaded(Event):
    """RS-076: what a side has landed."""

    file_name: ClassVar[str] = "unloaded"
    side: int
    ground: int
    supply: int


@value
class Unloading(Sealed):
    """RS-035, RS-076..RS-079, RS-129, A51: What is landed of what may be landed. The draft: (unit, ground,
    supply)."""

    rule: ClassVar[str] = "RS-076"
    back: ClassVar[tuple[str, ...]] = ("reload",)
    routine: ClassVar[bool] = True
    staffed: ClassVar[bool] = True

    def sides(self, s: Campaign) -> tuple[int, ...]:
        return tuple(side for side in (JAPAN, USA) if present(s, side))

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = {row[0]: row for row in s.drafts[side]}
        found: list[Action] = []
        rest = False
        for u in loaded(s, side):
            _, g, y = draft.get(u, (u, 0, 0))
            ground, supply = s.cargo[u] // 10 - g, s.cargo[u] % 10 - y
            name = s.p.ids[u]
            if ground:
                found.append(("unload", name, "ground", up_to(ground)))
            if supply:
                found.append(("unload", name, "supply", up_to(supply)))
            rest = rest or bool(ground or supply)
            if u in draft:
                found.append(("reload", name))
        if rest:
            found.append(("everything",))
        return (*found, READY)

    def default(self, s: Campaign, side: int) -> Action | None:
        """What can be landed is asked for."""
        return None if loaded(s, side) else READY

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "unload" and len(action) > 1 and action[1] in s.p.index:
            u = s.p.index[action[1]]
            why = "refused.not_aboard" if u in loaded(s, side) else "refused.unload"
            return refuse({"DD": "RS-078", "APD": "RS-079"}.get(s.p.kind[u], "RS-076"), why)
        return refuse("RS-076", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        if action[0] == "everything":
            return s.draft(side, tuple((u, s.cargo[u] // 10, s.cargo[u] % 10) for u in loaded(s, side)))
        u = s.p.index[action[1]]
        draft = {row[0]: row for row in s.drafts[side]}
        _, ground, supply = draft.get(u, (u, 0, 0))
        if action[0] == "reload":
            draft.pop(u)
        elif action[2] == "ground":
            draft[u] = (u, ground + action[3], supply)
        else:
            draft[u] = (u, ground, supply + action[3])
        return s.draft(side, tuple(draft[key] for key in sorted(draft)))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            ground = sum(row[1] for row in s.drafts[side])
            supply = sum(row[2] for row in s.drafts[side])
            if not ground and not supply:
                continue
            for u, g, y in s.drafts[side]:
                s = s.replace(cargo=put(s.cargo, u, s.cargo[u] - 10 * g - y))
            s = s.replace(ground=pair(s.ground, side, s.ground[side] + ground),
                      supply=pair(s.supply, side, s.supply[side] + supply),
                      offshore=pair(s.offshore, side, s.offshore[side] - ground))
            if side == USA:
                s = s.replace(landed=s.landed + ground, late=s.late if s.fed else s.late + ground)
            s = deed(deed(s, side, "ground", ground), side, "supply", supply)
            s = s.tell(Unloaded(side=side, ground=ground, supply=supply))
            for n in at_sea(s, side):
                units = s.fleet(side, n)
                force = s.forces[side][n]
                if (force.mission == TRANSPORT and any(row[0] in units for row in s.drafts[side])
                        and not any(s.cargo[u] for u in units)):
                    s = executed(s, side, n)
        s = s.blank()
        # A51: whoever lands where nobody is left takes the site
        return s if s.ground[s.holder] else s.push(Possession())
