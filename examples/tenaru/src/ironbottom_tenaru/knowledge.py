"""Who knows what: of the other side's blocks only where they stand, until they fight."""

import random
from typing import Any

from ironbottom.kernel.knowledge import Knowledge
from ironbottom_tenaru.rules import SIDES, Block, Position, ordered


class TenaruKnowledge(Knowledge[Position]):
    """T-2: a block's strength is its owner's secret as long as it stands upright."""

    state = Position

    def blocks(self, s: Position, side: int) -> tuple[Block, ...]:
        return ordered(Block(one.side, one.place, one.strength if one.up or one.side == side else 0, one.up)
                       for one in s.blocks)

    def determinize(self, view: Position, side: int, rng: random.Random, memory: Any = None) -> Position:
        left = [rng.sample(hidden, len(hidden)) for hidden in (unseen(view, owner) for owner in range(2))]
        return view.replace(blocks=ordered(
            one if one.strength else one.replace(strength=left[one.side].pop()) for one in view.blocks))


def unseen(view: Position, owner: int) -> list[int]:
    """The strengths of a side's blocks that this view does not know."""
    known = [block.strength for block in view.blocks if block.side == owner]
    return [strength for strength in view.setting.data["blocks"][SIDES[owner]] if strength not in known]
