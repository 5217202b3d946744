"""How the turn of the solitaire game looks: the Marines distributed anew, and the end."""

from __future__ import annotations

from ironbottom.games.archies_war.solitaire.rules.attack import american_strength, japanese_strength
from ironbottom.games.archies_war.solitaire.rules.peril import peril
from ironbottom.games.archies_war.solitaire.rules.sequence import (
    Check,
    FieldLost,
    Rearrange,
    Rearranged,
    Relieved,
    TurnBegan,
)
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN_BOXES,
    BLOCKS,
    FRONTS,
    Solitaire,
    fewest_blocks,
    printed,
)
from ironbottom.games.archies_war.solitaire.ui.attack import sums
from ironbottom.games.archies_war.solitaire.ui.face import SoloFace
from ironbottom.games.archies_war.solitaire.ui.log import JP, US, worded
from ironbottom.kernel.action import Action, Range
from ironbottom.kernel.presenter import Ask, Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Field, Line, Odds, Outcome, Sheet, Sum, Term


@face(Rearrange)
class RearrangeFace(SoloFace[Rearrange]):
    def ask(self, scene: Scene[Solitaire], step: Rearrange) -> Ask:
        return Ask(scene.words.say(f"solo.prompt.rearrange{'' if in_turn(scene.v) else '_first'}"), step.rule)

    def choice(self, scene: Scene[Solitaire], step: Rearrange, action: Action, made: Choice) -> None:
        if action[0] == "done":
            label = scene.words.say("solo.done" if in_turn(scene.v) else "solo.begin")
            made["label"], made["main"], made["odds"] = label, True, True
            return
        _, box, amount = action
        made["label"] = scene.words.say("solo.hold", box=box)
        made["space"] = f"{US}.{box}"
        if isinstance(amount, Range):
            made["do"] = f"hold {box} =" + "{n}"
            now = scene.v.american[FRONTS.index(box)]
            made["amount"] = {"low": amount.low, "high": amount.high, "step": amount.step, "now": now}

    def sheets(self, scene: Scene[Solitaire], step: Rearrange) -> list[Sheet]:
        s, words = scene.v, scene.words
        risks = (0.0, 0.0, 0.0) if ending(s) else peril(s)
        fields: list[Field] = [
            {
                "id": name, "name": words.name(name), "value": str(s.american[front]),
                "choices": [f"hold {name} =" + "{n}"] if s.american[front] + s.american[3] else [],
                "note": words.say("solo.risk", p=percent(risks[front])), "space": f"{US}.{name}",
            }
            for front, name in enumerate(FRONTS)
        ]
        fields.append(
            {
                "id": "reserves", "name": words.name("reserves"), "value": str(s.american[3]), "choices": [],
                "note": words.say("solo.half", n=s.american[3] // 2), "space": f"{US}.reserves",
            }
        )
        totals: list[Term] = [
            {"text": words.say("solo.total"), "value": str(sum(s.american)), "side": US},
            {"text": words.say("solo.risk_all"), "value": percent(sum(risks)), "rule": "SR-34"},
        ]
        return [
            {"id": "rearrange", "kind": "placing", "title": words.say("solo.rearrange"), "fields": fields,
             "rule": "SR-61", "totals": totals, "blocks": []}
        ]  # fmt: skip

    def why_final(self, scene: Scene[Solitaire], step: Rearrange, action: Action) -> str | None:
        if action != ("done",):
            return None
        return "ends.game" if ending(scene.v) else "ends.turn"

    def odds(self, scene: Scene[Solitaire], step: Rearrange, action: Action) -> Odds | None:
        """The chance that a front falls next turn, as the Marines stand; where there is none, how this one ends."""
        if action != ("done",):
            return None
        s, words = scene.v, scene.words
        if end := ending(s):
            lost = end == "lost_field"
            sure: Outcome = {"text": words.say(f"solo.odds.{end}"), "p": 1.0, "good": JP if lost else US}
            return {"title": words.say("solo.odds.end"), "sums": [], "results": [sure], "error": 0.0, "notes": [],
                    "rule": "SR-62" if lost else "SR-63"}  # fmt: skip
        risks = peril(s)
        results: list[Outcome] = [{"text": words.say("solo.odds.held"), "p": 1 - sum(risks), "good": US}]
        results += [
            {"text": words.say("solo.odds.front", box=name), "p": p, "good": JP}
            for name, p in zip(FRONTS, risks, strict=True)
        ]
        shown: list[Sum] = [
            {**one, "name": f"{words.name(name)}: {one['name']}"}
            for front, name in enumerate(FRONTS)
            for one in sums(japanese_strength(s, front, 1), american_strength(s, front), words)
        ]
        return {"title": words.say("solo.odds.next"), "sums": shown, "results": results, "error": 0.0,
                "notes": [words.say("solo.odds.banzai")], "rule": "SR-34"}  # fmt: skip

    def macros(self, scene: Scene[Solitaire], step: Rearrange) -> tuple[Macro, ...]:
        """SR-61: a block dragged from box to box takes its strength along."""
        s = scene.v
        found: list[Macro] = []
        for start, box in enumerate(AMERICAN_BOXES):
            for number, n in enumerate(fewest_blocks(s.american[start], BLOCKS[0])):
                for goal, other in enumerate(AMERICAN_BOXES):
                    if goal == start:
                        continue
                    leave: Action = ("hold", box, s.american[start] - n)
                    enter: Action = ("hold", other, s.american[goal] + n)
                    actions = (leave,) if goal == 3 else (enter,) if start == 3 else (leave, enter)
                    args = (("n", n), ("box", box), ("goal", other))
                    found.append(Macro("solo.move", actions, args, f"{US}.{box}:{number}", f"{US}.{other}"))
        return tuple(found)


def ending(s: Solitaire) -> str:
    """SR-62, SR-63: how the game ends with this turn, "" if it goes on (the set-up is no turn)."""
    if not in_turn(s):
        return ""
    if s.status < 0:
        return "lost_field"
    return "held" if s.turn == printed(s).data["turns"]["number"] else ""


def in_turn(s: Solitaire) -> bool:
    """S-07: whether a turn ends with this, and not the set-up."""
    return isinstance(s.stack[-2], Check)


def percent(p: float) -> str:
    """A probability as the page shows it."""
    return "0 %" if p == 0 else "< 1 %" if p < 0.01 else f"{100 * p:.0f} %"


# --- the log -----------------------------------------------------------------------------------------------------


@line(TurnBegan)
def turn_began(seen: TurnBegan, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-4", "")
    made["mark"] = "turn"
    made["turn"] = reader.words.say("solo.turn", turn=seen.turn)
    return made


@line(Rearranged)
def rearranged(seen: Rearranged, reader: Reader) -> Line:
    name = reader.words.name
    where = tuple(f"{name(box)} {n}" for box, n in zip(AMERICAN_BOXES, seen.american, strict=True))
    return worded(seen, reader, "SR-61", US, where=where)


@line(FieldLost)
def field_lost(seen: FieldLost, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-62", JP)
    made["mark"] = "end"
    return made


@line(Relieved)
def relieved(seen: Relieved, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-63", "")
    made["mark"] = "end"
    return made
