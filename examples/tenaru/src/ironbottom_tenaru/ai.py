"""The computer player: its script."""

from ironbottom.kernel.opponent import Asked, Opponent, Plan, ranked, thought
from ironbottom_tenaru.knowledge import unseen
from ironbottom_tenaru.rules import JAPANESE, Defend, March, Place, Position

SCRIPT = Opponent[Position]()


@thought(Place, Defend)
def choose(step: Place | Defend, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The strong first, wherever that may be."""
    return ranked(Plan(action[0], (action,), asked.view.block(action[1]).strength + asked.rng.random())
                  for action in asked.legal)


@thought(March)
def march(step: March, asked: Asked[Position]) -> tuple[Plan, ...]:
    """The Japanese go for the battery; each side attacks what is likely to be weaker than its own block."""
    v, plans = asked.view, [Plan("stay", (("stay",),), 0.0)]
    for action in asked.legal[:-1]:
        block, there, guess = v.block(action[1]), v.at(1 - step.side, action[2]), unseen(v, 1 - step.side)
        score = v.entry(block.place)["way"] - v.entry(action[2])["way"] if step.side == JAPANESE else -1
        if there:
            score += 1 + block.strength - max(one.strength or sum(guess) / len(guess) for one in there)
        plans.append(Plan("attack" if there else "go", (action,), score + asked.rng.random() / 2))
    return ranked(plans)
