"""What the faces of the two-player game's decisions have in common: the question, and the battle sheet beside it."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from ironbottom.games.archies_war.knowledge import informed
from ironbottom.games.archies_war.rules.combat import attack_parts, defence_parts, margin
from ironbottom.games.archies_war.rules.printed import SIDES, UNKNOWN
from ironbottom.games.archies_war.rules.sequence import active
from ironbottom.games.archies_war.rules.state import Battle, Held, Position
from ironbottom.games.archies_war.ui.odds import fight, planned, terms
from ironbottom.kernel.presenter import Ask, Face, Scene
from ironbottom.kernel.view import Field, Probe, Sheet, Term
from ironbottom.kernel.words import Words

T = TypeVar("T", bound=Any)


class Question(NamedTuple):
    """What is asked: the key of its text (`prompt.<key>`, for those who wait `prompt.other_<key>`) and what fills it
    in; how the page asks "why not here?", and where to look."""

    key: str
    args: dict[str, Any] = {}  # noqa: RUF012
    probe: Probe = {}  # noqa: RUF012
    focus: tuple[str, ...] = ()


class BlockFace(Face[Position, T]):
    """A decision of one side about its blocks."""

    def question(self, v: Position, step: T) -> Question:
        raise TypeError(f"{type(self).__name__} does not say what is asked")

    def rule(self, v: Position, step: T) -> str:
        """The statement shown beside the question."""
        return str(step.rule)

    def ask(self, scene: Scene[Position], step: T) -> Ask:
        asked = self.question(scene.v, step)
        text = scene.words.say(f"prompt.{asked.key}", side=SIDES[step.side], **asked.args)
        return Ask(text, self.rule(scene.v, step), asked.probe, asked.focus)

    def waiting(self, scene: Scene[Position], step: T) -> str:
        asked = self.question(scene.v, step)
        return scene.words.say(f"prompt.other_{asked.key}", side=SIDES[step.side], **asked.args)

    def field(self, scene: Scene[Position], step: T) -> Field | None:
        """What is decided on the battle sheet while the blocks lie open, if anything is."""
        return None

    def sheets(self, scene: Scene[Position], step: T) -> list[Sheet]:
        """The battle sheet: before the combat what is known and the odds, in it the sums and the loser's choices."""
        v, words = scene.v, scene.words
        if v.battle is not None:
            sheet = _fought(v, v.battle, words)
            if (field := self.field(scene, step)) is not None:
                sheet["fields"] = [field]
                sheet["blocks"] = [words.say(f"sheet.must_{field['id']}", side=SIDES[step.side])]
            return [sheet]
        return [_declared(v, v.held, scene)] if v.held is not None else []


def _fought(v: Position, battle: Battle, words: Words) -> Sheet:
    """2P-30..2P-34: both sums of a combat, line by line."""
    side, foe = battle.side, 1 - battle.side
    need = margin(v.setting, battle.place)
    totals: list[Term] = [
        *terms(attack_parts(v.setting, side, battle.attackers, battle.air), words, side),
        _total(words, "sheet.attack", battle.attack, SIDES[side]),
        *terms(defence_parts(v.setting, foe, battle.defenders), words, foe),
        {"text": words.say(f"odds.{need.name}", n=need.amount), "value": f"+{need.amount}", "rule": need.rule},
        _total(words, "sheet.need", battle.need, SIDES[foe]),
    ]
    title = words.say("sheet.combat", place=v.setting.locations[battle.place])
    rule = "2P-34" if battle.general else need.rule
    return {"id": "battle", "kind": "battle", "title": title, "fields": [], "rule": rule, "totals": totals,
            "blocks": []}  # fmt: skip


def _declared(v: Position, held: Held, scene: Scene[Position]) -> Sheet:
    """2P-27: an attack that is declared; who attacks sees its strength and its odds."""
    side, words = active(v), scene.words
    sheet: Sheet = {
        "id": "battle", "kind": "battle", "title": words.say("sheet.held", place=v.setting.locations[held.place]),
        "fields": [], "rule": "2P-27", "blocks": [words.say("sheet.held_back", side=SIDES[side])],
    }  # fmt: skip
    if UNKNOWN not in v.attackers:
        parts = attack_parts(v.setting, side, v.attackers, held.air)
        total = sum(part.amount for part in parts)
        sheet["totals"] = [*terms(parts, words, side), _total(words, "sheet.attack", total, SIDES[side])]
        if scene.side == side and (plan := planned(v, side, ("resolve",))) is not None:
            v, proven = informed(v, side, scene.memory)
            sheet["odds"] = fight(v, side, plan, words, proven)
    return sheet


def _total(words: Words, key: str, amount: int, side: str) -> Term:
    return {"text": words.say(key), "value": str(amount), "side": side}
