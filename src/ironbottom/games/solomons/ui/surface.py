"""How surface combat looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ironbottom.games.solomons.rules.printed import LETTERS, SIDES, M, data_of
from ironbottom.games.solomons.rules.state import company
from ironbottom.games.solomons.rules.surface import (
    Alteration,
    FightBegan,
    FightOver,
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
from ironbottom.games.solomons.ui.log import carded, named_column, plain_name, say, ship, ships, yes
from ironbottom.games.solomons.ui.odds import Chances
from ironbottom.games.solomons.ui.pieces import fleet_note, place_of_force, remembered, sight_badge
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Reader, face, line
from ironbottom.kernel.view import Line, Odds, Round, Sheet, Sum, Term
from ironbottom.kernel.words import capital


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
                known = [form.item(u, {}) for u in company(v, foe, n)]
                note = sight_badge(sight, words) if sight else "" if known else words.say("sheet.unseen")
                bins.append(form.bin(f"theirs{n}", words.say("name.enemy", n=n + 1), known, note))
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
    """The ships in line, with what each adds to the attack or the defense."""
    made = say(seen, reader, mark="battle")
    if seen.attackers:
        made["spaces"] = [LETTERS[M]]
        made["sums"] = [in_line(reader, "attack", seen.side, seen.attackers, seen.attack),
                        in_line(reader, "defense", 1 - seen.side, seen.defenders, seen.defense)]
    return carded(made, reader, total=named_column(reader, "surface", seen.column))


def in_line(reader: Reader, key: str, side: int, units: tuple[str, ...], total: int) -> Sum:
    rows = data_of(reader.game.correction)["units"]
    named = reader.words.say(f"sheet.{key}", side=reader.words.say(f"side.{SIDES[side]}"))
    terms: list[Term] = [{"text": plain_name(reader, u), "value": str(rows[u][key])} for u in units]
    return {"name": named, "side": SIDES[side], "terms": terms, "total": str(total)}


@line(FightOver)
def over(seen: FightOver, reader: Reader) -> Line:
    """The fight in its rounds: the attacker fires, the other side fires back."""
    words = reader.words
    rounds: list[Round] = []
    told: list[str] = []
    for key, side, result in (("fires", seen.side, seen.defender), ("fires_back", 1 - seen.side, seen.attacker)):
        named, other = (words.say(f"side.{SIDES[one]}") for one in (side, 1 - side))
        hit = [(unit, back) for unit, owner, back in seen.losses if owner != side]
        losses = [reader.loss(1 - side, plain_name(reader, unit), fate(reader, back), f"{SIDES[1 - side]}.{unit}")
                  for unit, back in hit]
        made: Round = {"title": capital(words.say(f"round.{key}", side=named, other=other)), "dice": [],
                       "side": SIDES[side], "result": capital(words.say(f"result.{result}"))}
        rounds.append(made | {"losses": losses} if losses else made)
        fates = [words.say(f"round.{key}", what=units) for key, there in (("sunk", False), ("crippled", True))
                 if (units := [plain_name(reader, unit) for unit, back in hit if bool(back) == there])]
        told.append(capital(words.say("round.lost" if hit else "round.unhurt", side=other, what="; ".join(fates))))
    rounds[0]["total"] = named_column(reader, "surface", seen.column)
    return carded(say(seen, reader, first=told[0], then=told[1]), reader, rounds=rounds,
                  result=words.say("round.over"))


def fate(reader: Reader, back: int) -> str:
    """What became of a ship that was hit: it is back from repair in that Game-Turn, or sunk."""
    if not back:
        return reader.words.say("loss.sunk")
    long = back > data_of(reader.game.correction)["params"]["time"]["turns"]
    return reader.words.say("loss.crippled_long" if long else "loss.crippled_until", turn=back)


@line(Shielded)
def shielded(seen: Shielded, reader: Reader) -> Line:
    return say(seen, reader, units=ships(reader, seen.units), n=len(seen.units))


@line(Withdrew)
def withdrew(seen: Withdrew, reader: Reader) -> Line:
    return say(seen, reader, unit=ship(reader, seen.unit))


@line(FightResolved)
def resolved(seen: FightResolved, reader: Reader) -> Line:
    made = say(seen, reader, rule="RS-124", attacker=reader.words.say(f"result.{seen.attacker}"),
               defender=reader.words.say(f"result.{seen.defender}"))
    odds = reader.modifier("odds", named_column(reader, "surface", seen.column), "RS-124")
    drawn = any("half" in result for result in (seen.attacker, seen.defender))
    return carded(made, reader, odds, follows=reader.words.say("follows.drawn") if drawn else "")


@line(TieRolled)
def tie(seen: TieRolled, reader: Reader) -> Line:
    return carded(say(seen, reader, rule="A14"), reader, reader.modifier("odd", "1, 3, 5", "A14"))


line(NoFight)(say)
