"""2.0: what the position has settled though the game goes on."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.airfields import built_fields
from ironbottom.games.first_blood.rules.combat import CombatDie, Fighting
from ironbottom.games.first_blood.rules.declaration import Declare
from ironbottom.games.first_blood.rules.printed import AMERICAN
from ironbottom.games.first_blood.rules.results import Lose, Retreat, Retreating, TakeLosses
from ironbottom.games.first_blood.rules.sequence import STAGES, stage_of
from ironbottom.games.first_blood.rules.state import Position, units_at
from ironbottom.games.first_blood.rules.victory import AMERICAN_WINS, JAPANESE_WINS, enough, survivors, wiped_out
from ironbottom.kernel.step import Result

NOBODY_ENTERS = STAGES.index("japanese_supply")
"""From this phase on no Japanese unit comes onto the map any more in its turn."""
NOBODY_ATTACKS = STAGES.index("american_engineer")
"""From this phase on no Japanese unit on the map is lost any more in its turn."""


def safe(s: Position) -> tuple[int, ...]:
    """The Japanese units on the map that nothing can befall in this turn any more."""
    stage = STAGES.index(stage_of(s))
    if stage >= NOBODY_ATTACKS:
        return survivors(s)
    fighting = any(isinstance(step, Fighting) and step.side == AMERICAN for step in s.stack)
    if not fighting or any(isinstance(step, Declare) for step in s.stack):
        return ()
    hexes = {h for attack in s.attacks for h in attack.targets}
    risk = set[int]()
    for step in s.stack:
        if isinstance(step, CombatDie):
            hexes |= set(step.attack.targets)
        elif isinstance(step, (TakeLosses, Lose, Retreating, Retreat)):
            risk |= set(step.units)
    risk |= {u for h in hexes for u in units_at(s, h)}
    return tuple(u for u in survivors(s) if u not in risk)


def decided(s: Position) -> Result | None:
    """2.0a, 2.0b, 2.0c, 12.6.2a, IB-1, IB-2: how the game must end, where nothing can change it any more."""
    if not s.turn or s.result is not None:
        return None
    last = s.turn >= s.setting.last
    if wiped_out(s):
        return Result(AMERICAN_WINS, ("cleared" if s.setting.enough == 1 else "too_few") if last else "wiped_out")
    kept, fields = safe(s), built_fields(s)
    if any(s.at[u] in fields for u in kept):
        return Result(JAPANESE_WINS, "airfield")
    book = s.setting.enough == 1
    if last and len(kept) >= enough(s):
        return Result(JAPANESE_WINS, "survivors" if book else "enough")
    stage = STAGES.index(stage_of(s))
    least = s.setting.enough - 1 if s.setting.costly and stage < NOBODY_ATTACKS else enough(s)
    gone = last and stage >= NOBODY_ENTERS and len(survivors(s)) < least
    return Result(AMERICAN_WINS, "cleared" if book else "too_few") if gone else None
