"""The game as one object: its four parts tied together, and its set-up."""

from ironbottom.kernel.game import Game, Scenario
from ironbottom.kernel.printed import Printed
from ironbottom.kernel.step import Result, Setting, step_types
from ironbottom_tenaru import rules
from ironbottom_tenaru.ai import SCRIPT
from ironbottom_tenaru.knowledge import TenaruKnowledge
from ironbottom_tenaru.rules import AMERICAN, JAPANESE, SIDES, Block, Place, Position, Turn, ordered
from ironbottom_tenaru.ui import TenaruPresenter


class Tenaru(Game[Position]):
    """A night attack over a small river."""

    slug, package, title = "tenaru", "ironbottom_tenaru", "The Tenaru"
    credit = "A small game of our own: the example of how a game is made"
    sides = SIDES
    scenarios = (Scenario("crossing", "The crossing", "Five blocks against four, over a river.", (0, 1)),)
    types = (*step_types(rules), Result)
    printed, shown, knowledge, opponent = Printed, TenaruPresenter, TenaruKnowledge(), SCRIPT

    def begin(self, scenario: str, setting: Setting) -> Position:
        s = Position(setting)  # type: ignore[arg-type]
        printed = s.setting.data["blocks"]
        blocks = (Block(side, f"camp.{name}", n) for side, name in enumerate(SIDES) for n in printed[name])
        return s.replace(blocks=ordered(blocks)).push(Place(AMERICAN), Place(JAPANESE), Turn())
