"""How the Japanese actions and events look."""

from __future__ import annotations

from ironbottom.games.archies_war.solitaire.rules.american import AmericanAction
from ironbottom.games.archies_war.solitaire.rules.japanese import (
    AirRaided,
    GunsCame,
    Infiltrated,
    JapaneseCalled,
    JapaneseEventCalled,
    Loss,
    NavalVictory,
    NothingToLose,
    Paid,
    PatrolCut,
    Shelled,
    Stopped,
    VictoryFront,
)
from ironbottom.games.archies_war.solitaire.rules.state import AMERICAN_BOXES, Solitaire, option
from ironbottom.games.archies_war.solitaire.ui.face import BoxFace
from ironbottom.games.archies_war.solitaire.ui.log import JP, US, called, carded, worded
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Ask, Reader, Scene, face, line
from ironbottom.kernel.view import Line


@face(Loss)
class LossFace(BoxFace[Loss]):
    side, verb = US, "lose"

    def ask(self, scene: Scene[Solitaire], step: Loss) -> Ask:
        whole = step.cause == "fatigue" and option(scene.v, "fatigue") == "one_block"
        text = scene.words.say(f"solo.prompt.loss.{'fatigue_block' if whole else step.cause}", n=step.left)
        focus = tuple(f"{US}.{AMERICAN_BOXES[box]}" for box in step.payers(scene.v))
        return Ask(text, step.rule, {"space": "lose {space}"}, focus)

    def why_final(self, scene: Scene[Solitaire], step: Loss, action: Action) -> str | None:
        """The American action follows, and most of them roll a die."""
        return "ends.die" if isinstance(scene.v.stack[-2], AmericanAction) else None


# --- the log -----------------------------------------------------------------------------------------------------


RULES = {
    Stopped: "SR-51", Infiltrated: "SR-24", NothingToLose: "S-28", GunsCame: "SR-44", NavalVictory: "SR-42",
}  # fmt: skip


@line(*RULES)
def told(seen: Event, reader: Reader) -> Line:
    return worded(seen, reader, RULES[type(seen)], JP)


@line(Shelled, PatrolCut)
def by_damage(seen: Shelled | PatrolCut, reader: Reader) -> Line:
    """A die that the damage table reads as so many hits."""
    rule, key = ("SR-41", "shelled") if isinstance(seen, Shelled) else ("SR-45", "cut_off")
    hits = reader.words.say("solo.hits", n=seen.n)
    made = worded(seen, reader, rule, JP)
    return carded(made, reader.words.say(f"solo.card.{key}" if seen.n else f"solo.card.{key}_none", n=seen.n),
                  [reader.modifier("solo.damage", hits, rule, die=seen.die)])


@line(VictoryFront)
def victory_front(seen: VictoryFront, reader: Reader) -> Line:
    return worded(seen, reader, "S-04", JP, "front" if seen.front else "guns")


@line(JapaneseCalled)
def japanese_called(seen: JapaneseCalled, reader: Reader) -> Line:
    return called(seen, reader, "SR-20", JP, "japanese_actions", seen.action)


@line(JapaneseEventCalled)
def japanese_event_called(seen: JapaneseEventCalled, reader: Reader) -> Line:
    return called(seen, reader, "SR-26", JP, "japanese_events", seen.event)


@line(AirRaided)
def air_raided(seen: AirRaided, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-25", JP, hit=seen.hit)
    return carded(made, reader.words.say(f"solo.card.raiders.{'yes' if seen.hit else 'no'}"),
                  [reader.modifier("solo.air_support", seen.support, "SR-25")], seen.die + seen.support)


@line(Paid)
def paid(seen: Paid, reader: Reader) -> Line:
    rule = "SR-43" if seen.cause == "fatigue" else "SR-45"
    made = worded(seen, reader, rule, JP, seen.cause)
    made["mark"] = "loss"
    return made
