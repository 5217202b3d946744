"""How surface combat looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ironbottom.games.solomons.rules.printed import LETTERS, SIDES, M
from ironbottom.games.solomons.rules.state import company
from ironbottom.games.solomons.rules.surface import (
    Alteration,
    FightBegan,
    FightResolved,
    ForcesTold,
    NoFight,
    Shield,
    Shielded,
    Stated,
    TargetChoice,
    TieRolled,
    Withdrawal,
    Withdrew,
    groups,
    strength,
)
from ironbottom.games.solomons.ui.face import CampaignFace, Form
from ironbottom.games.solomons.ui.log import say, ship, ships, yes
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.games.solomons.ui.pieces import fleet_note, place_of_force, remembered, sight_badge
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line, Odds, Sheet, Term


@face(Alteration)
class AlterationFace(CampaignFace[Alteration]):
    final: ClassVar[Mapping[str, str]] = {"hold": "ends.reveal"}

    def sheet(self, form: Form, step: Alteration) -> Sheet:
        return form.of_forces()


@face(TargetChoice)
class TargetChoiceFace(CampaignFace[TargetChoice]):
    final: ClassVar[Mapping[str, str]] = {"attack": "ends.die"}
    fights = ("attack",)

    def sheet(self, form: Form, step: TargetChoice) -> Sheet:
        """The enemy forces in M, of which one is attacked."""
        v, words = form.v, form.words
        mine = groups(v, form.side).get("anti_ship", ())
        own: Term = {"text": words.say("sheet.attack", side=words.say(f"side.{SIDES[form.side]}")),
                     "value": str(strength(v, mine)[0]), "rule": "RS-125"}
        foe = 1 - form.side
        bins = [form.bin("mine", words.say("sheet.fighting"), [form.item(u, {}) for u in mine],
                         fleet_note(v, mine, words))]
        for n in v.shown[foe]:
            sight = remembered(v, foe, n)
            if place_of_force(v, foe, n) == LETTERS[M]:
                bins.append(form.bin(f"theirs{n}", words.say("name.enemy", n=n + 1), [
                    form.item(u, {}) for u in company(v, foe, n)], sight_badge(sight, words) if sight else ""))
                bins[-1]["side"] = SIDES[foe]
        return form.of("battle", [form.field(key, words.say("sheet.may_attack", sort=words.say(f"sort.{key}")), "",
                                             form.naming(key)) for key in form.things()], bins=bins, totals=[own])

    def chances(self, chances: Chances, step: TargetChoice, action: Action) -> Odds | None:
        return chances.target(action)


@face(Shield)
class ShieldFace(CampaignFace[Shield]):
    final: ClassVar[Mapping[str, str]] = {"fight": "ends.die"}
    fights = ("fight",)

    def sheet(self, form: Form, step: Shield) -> Sheet:
        """The main attack and those that turn against another force."""
        v, words = form.v, form.words
        offered = set(form.texts)
        items = [form.item(u, {"away": [f"detach {v.p.ids[u]}"]} if f"detach {v.p.ids[u]}" in offered else {})
                 for u in step.mine]
        away = [form.item(u, {"main": [f"rejoin {v.p.ids[u]}"]} if f"rejoin {v.p.ids[u]}" in offered else {})
                for u in step.away]
        against = words.say(f"sort.{step.sort}")
        bins = [form.bin("main", words.say("sheet.main_attack", sort=against), items, fleet_note(v, step.mine, words))]
        if step.second:
            bins.append(form.bin("away", words.say("sheet.main_attack", sort=words.say(f"sort.{step.second}")), away,
                                 fleet_note(v, step.away, words)))
        theirs = form.bin("theirs", words.say("sheet.enemy_force", sort=against),
                          [form.item(u, {}) for u in step.theirs], fleet_note(v, step.theirs, words))
        theirs["side"] = SIDES[1 - step.side]
        others = form.starting("shield ")
        fields = [form.field("shield", words.say("sheet.shield"), "", others)] if others else []
        return form.of("battle", fields, bins=[*bins, theirs], totals=versus(form, step.mine, step.theirs, step.side))

    def chances(self, chances: Chances, step: Shield, action: Action) -> Odds:
        return chances.shield(step)


@face(Withdrawal)
class WithdrawalFace(CampaignFace[Withdrawal]):
    final: ClassVar[Mapping[str, str]] = {"withdraw": "ends.die"}
    fights = ("withdraw",)

    def sheet(self, form: Form, step: Withdrawal) -> Sheet:
        """Units that are taken out of a fight."""
        v, words = form.v, form.words
        bins = [form.bin("in", words.say("sheet.fighting"), [form.item(u, {}) for u in step.mine],
                         fleet_note(v, step.mine, words))]
        fields = [form.field("withdraw", words.say("sheet.out"), "", form.texts)]
        return form.of("battle", fields, bins=bins, totals=versus(form, step.foes, step.mine, 1 - step.side))

    def chances(self, chances: Chances, step: Withdrawal, action: Action) -> Odds:
        return chances.withdraw(step, action)


def versus(form: Form, mine: tuple[int, ...], theirs: tuple[int, ...], attacker: int) -> list[Term]:
    words = form.words
    return [{"text": words.say("sheet.attack", side=words.say(f"side.{SIDES[attacker]}")),
             "value": str(strength(form.v, mine)[0]), "side": SIDES[attacker], "rule": "RS-124"},
            {"text": words.say("sheet.defense", side=words.say(f"side.{SIDES[1 - attacker]}")),
             "value": str(strength(form.v, theirs)[1]), "side": SIDES[1 - attacker], "rule": "RS-124"}]


@line(Stated)
def stated(seen: Stated, reader: Reader) -> Line:
    return say(seen, reader, japanese=yes(reader, seen.japanese), american=yes(reader, seen.american))


@line(ForcesTold)
def forces(seen: ForcesTold, reader: Reader) -> Line:
    return say(seen, reader, sorts=[reader.words.say(f"sort.{sort}") for sort in seen.sorts])


@line(FightBegan)
def fight(seen: FightBegan, reader: Reader) -> Line:
    return say(seen, reader, mark="battle")


@line(Shielded)
def shielded(seen: Shielded, reader: Reader) -> Line:
    return say(seen, reader, units=ships(reader, seen.units), n=len(seen.units))


@line(Withdrew)
def withdrew(seen: Withdrew, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))


@line(FightResolved)
def resolved(seen: FightResolved, reader: Reader) -> Line:
    return say(seen, reader, rule="RS-124", attacker=reader.words.say(f"result.{seen.attacker}"),
               defender=reader.words.say(f"result.{seen.defender}"))


line(TieRolled, NoFight)(say)
