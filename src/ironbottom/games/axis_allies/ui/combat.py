"""How Combat looks: the zones to be fought over, what is declared, the battle sheet, and what the dice did."""

from __future__ import annotations

from typing import Any

from ironbottom.games.axis_allies.rules.advantages import RULE
from ironbottom.games.axis_allies.rules.battle_box import (
    CATEGORY,
    FieldsHit,
    Hit,
    Pick,
    Roll,
    Rolled,
    Term,
    power,
    severity,
)
from ironbottom.games.axis_allies.rules.casualties import CapitalSunk, FieldDamaged, Removed
from ironbottom.games.axis_allies.rules.combat import (
    TARGETS,
    Aim,
    FightBegan,
    FoughtAgain,
    Guns,
    NobodyFired,
    PickZone,
    air_terms,
    broadsides,
    gun_crews,
    has_air,
    land_terms,
    sea_terms,
)
from ironbottom.games.axis_allies.rules.pace import mixed_cargo
from ironbottom.games.axis_allies.rules.printed import (
    AIR,
    BOM,
    CATEGORIES,
    FTR,
    KIND,
    KINDS,
    LAND,
    SEA,
    SEAS,
    SIDES,
    SPACE,
    SPACES,
    Printed,
)
from ironbottom.games.axis_allies.rules.state import Campaign, most
from ironbottom.games.axis_allies.ui.face import (
    At,
    StepFace,
    T,
    alike,
    as_printed,
    by_default,
    listed,
    losses,
    moved,
    ship_choice,
    simply,
    told,
)
from ironbottom.games.axis_allies.ui.odds import Forecast, sum_of
from ironbottom.games.axis_allies.ui.pieces import YARD
from ironbottom.games.axis_allies.ui.texts import counted, located, struck_ship, written
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Die, Field, Line, Loss, Odds, Sheet, Struck, Sum
from ironbottom.kernel.words import Words


@face(PickZone)
class PickZoneFace(StepFace[PickZone]):
    """C1: the next zone."""

    def question(self, scene: At, step: PickZone) -> Ask:
        return self.asked(scene, step, f"PickZone_{step.category}", probe={"space": "fight {space}"},
                          focus=[SPACES[space] for space in step.spaces])

    def space(self, step: PickZone, action: Action) -> str:
        return str(action[1])

    def macros(self, scene: At, step: PickZone) -> tuple[Macro, ...]:
        """A fight with all that its chooser could declare first."""
        found = []
        for space in step.spaces:
            begun, *shots = by_default(scene, (Guns, Aim), ("fight", SPACES[space]))
            if shots:
                key = shots[0][3] if shots[0][0] == "aim" else "guns"
                args = (("at", located(scene.words, SPACES[space])),)
                found.append(Macro(f"macro.fight_{key}", (begun, *shots), args))
        return tuple(found)

    def has_odds(self, scene: At, step: PickZone, action: Action) -> bool:
        return True

    def odds(self, scene: At, step: PickZone, action: Action) -> Odds | None:
        if action[0] != "fight" or SPACE.get(action[1], -1) not in step.spaces:
            return None
        return zone_odds(scene.v, step.category, SPACE[action[1]], scene.words)


def zone_odds(v: Campaign, category: int, space: int, words: Words) -> Odds | None:
    """C1..C15: the whole fight in a zone, if all that may join does."""
    cast = Forecast(v, words, words.say(f"odds.title_zone_{category}", space=SPACES[space]), "C2")
    targets: list[str] = []
    for side in v.sides():
        enemy = 1 - side
        if category == AIR:
            if has_air(v, enemy, space):
                cast.add(side, "air", space, air_terms(v, side, space))
        elif category == SEA:
            if v.fleet(enemy, space):
                cast.add(side, "sea", space, sea_terms(v, side, space, gun_crews(v, side, space)))
        else:
            fighters, bombers, _, _ = v.planes(side, space)
            joining = [one for one in ((space, FTR, fighters), (space, BOM, bombers), *broadsides(v, side, space))
                       if one[2]]
            troops = bool(v.troops(enemy, space))
            aims = tuple((where, kind, 2 if troops else 3, n) for where, kind, n in joining
                         if v.printed.power[LAND][kind])
            if joining and (troops or v.sound(enemy, space)):
                targets.append("troops" if troops else "fields")
            if troops:
                cast.add(side, "troops", space, land_terms(v, side, space, aims, 2))
            elif v.sound(enemy, space):
                cast.add(side, "fields", space, land_terms(v, side, space, aims, 3))
    cast.repeats(category, space)
    if category == LAND:
        return cast.end(*(f"odds.land_{target}" for target in dict.fromkeys(targets)))
    return cast.end(*(("odds.ranged", cargo_note(v, space)) if category == SEA else ()))


def cargo_note(v: Campaign, zone: int) -> str:
    """C10, O4: which of the ships with different cargo is counted as hit."""
    return "odds.cargo_night" if ("night_fighting", SPACES[zone]) in v.effects else "odds.cargo"


class DeclaringFace(StepFace[T]):
    """Ranged fire is declared, or a hit is placed, on the battle sheet."""

    main = True

    def attacks(self, v: Campaign, step: T) -> list[tuple[str, tuple[Term, ...]]]:
        """The attacks that are being declared, as they stand: target and sum."""
        return []

    def fields(self, scene: At, step: T) -> list[Field]:
        """What may still be chosen."""
        return []

    def label(self, scene: At, step: T, action: Action) -> str:
        if action[0] != "done":
            return super().label(scene, step, action)
        rolls = any(power(terms) for _, terms in self.attacks(scene.v, step))
        return scene.words.say("choice.done_roll" if rolls else "choice.hold_fire")


@face(Guns)
class GunsFace(DeclaringFace[Guns]):
    """C18: artillery at ships."""

    on_space = ("fire",)

    def question(self, scene: At, step: Guns) -> Ask:
        zone = SPACES[step.zone]
        return self.asked(scene, step, zone=zone, probe={"space": "fire {space} =1"}, focus=[zone])

    def attacks(self, v: Campaign, step: Guns) -> list[tuple[str, tuple[Term, ...]]]:
        return [("sea", sea_terms(v, step.side, step.zone, step.fired, step.again))]

    def has_odds(self, scene: At, step: Guns, action: Action) -> bool:
        return action[0] == "fire" or (action == ("done",) and bool(power(self.attacks(scene.v, step)[0][1])))

    def odds(self, scene: At, step: Guns, action: Action) -> Odds | None:
        if action[0] not in ("fire", "done"):
            return None
        fired = dict(step.fired)
        if action[0] == "fire":
            _, land, n = most(action)
            fired[SPACE[land]] = fired.get(SPACE[land], 0) + n
        v, side = scene.v, step.side
        cast = Forecast(v, scene.words, scene.words.say("odds.title_sea", space=SPACES[step.zone]), "C3")
        cast.add(side, "sea", step.zone, sea_terms(v, side, step.zone, tuple(sorted(fired.items())), step.again))
        cast.repeats(SEA, step.zone)
        return cast.end(*((cargo_note(v, step.zone),) if mixed_cargo(v.fleet(1 - side, step.zone)) else ()))

    def fields(self, scene: At, step: Guns) -> list[Field]:
        words, fired, found = scene.words, dict(step.fired), list[Field]()
        for land in dict.fromkeys([*fired, *(SPACE[action[1]] for action in scene.legal if action[0] == "fire")]):
            value = words.say("count.ART", n=fired[land]) if land in fired else words.say("sheet.not_declared")
            choices = [written(action) for action in scene.legal if action[1:2] == (SPACES[land],)]
            found.append({"id": f"guns.{SPACES[land]}", "name": words.say("sheet.guns", space=SPACES[land]),
                          "value": value, "choices": choices, "space": SPACES[land]})
        return found

    def macros(self, scene: At, step: Guns) -> tuple[Macro, ...]:
        shots = tuple(most(action) for action in scene.legal if action[0] == "fire")
        return (Macro("macro.fire_all", shots),) if len(shots) > 1 or (shots and shots[0][2] > 1) else ()


@face(Aim)
class AimFace(DeclaringFace[Aim]):
    """C20: aircraft and ships at land units and airfields."""

    on_space = ("aim",)

    def question(self, scene: At, step: Aim) -> Ask:
        land = SPACES[step.land]
        return self.asked(scene, step, land=land, probe={"piece": "aim {piece} troops =1"}, focus=[land])

    def label(self, scene: At, step: Aim, action: Action) -> str:
        if action[0] not in ("aim", "unaim"):
            return super().label(scene, step, action)
        verb, where, kind, target = action[:4]
        if verb == "unaim":
            return scene.words.say("choice.unaim", kind=kind, space=where, target=target)
        key = "aim_here" if SPACE[where] >= SEAS else "aim"
        return scene.words.say(f"choice.{key}_{target}", kind=kind, space=where)

    def attacks(self, v: Campaign, step: Aim) -> list[tuple[str, tuple[Term, ...]]]:
        found = [("fields", land_terms(v, step.side, step.land, step.aims, 3))]
        if v.troops(1 - step.side, step.land):
            found.insert(0, ("troops", land_terms(v, step.side, step.land, step.aims, 2, step.again)))
        return [(target, terms) for target, terms in found if terms]

    def has_odds(self, scene: At, step: Aim, action: Action) -> bool:
        return action[0] == "aim" or (action == ("done",) and bool(self.attacks(scene.v, step)))

    def odds(self, scene: At, step: Aim, action: Action) -> Odds | None:
        if action[0] not in ("aim", "done"):
            return None
        if action[0] == "aim":
            _, where, kind, target, n = most(action)
            step = step.replace(aims=(*step.aims, (SPACE[where], KIND[kind], TARGETS.index(target), n)))
        cast = Forecast(scene.v, scene.words, scene.words.say("odds.title_troops", space=SPACES[step.land]), "C20")
        for target, terms in self.attacks(scene.v, step):
            cast.add(step.side, target, step.land, terms)
        cast.repeats(LAND, step.land)
        return cast.end()

    def fields(self, scene: At, step: Aim) -> list[Field]:
        words, found = scene.words, list[Field]()
        keys = [(action[1], action[2]) for action in scene.legal if action[0] == "aim"]
        for where, kind in dict.fromkeys([*keys, *((SPACES[w], KINDS[k]) for w, k, _, _ in step.aims)]):
            aimed = [f"{words.name(TARGETS[t])}: {n}" for w, k, t, n in step.aims
                     if (SPACES[w], KINDS[k]) == (where, kind)]
            found.append({
                "id": f"aim.{where}.{kind}", "name": words.say("sheet.aims", units=words.name(kind), space=where),
                "value": ", ".join(aimed) or words.say("sheet.not_declared"), "space": where,
                "choices": [written(action) for action in scene.legal if action[1:3] == (where, kind)],
            })
        return found

    def macros(self, scene: At, step: Aim) -> tuple[Macro, ...]:
        found = []
        for target in ("troops", "fields"):
            aims = tuple(most(action) for action in scene.legal if action[0] == "aim" and action[3] == target)
            if len(aims) > 1 or (aims and aims[0][4] > 1):
                found.append(Macro(f"macro.all_{target}", aims))
        return tuple(found)


@face(Pick)
class PickFace(DeclaringFace[Pick]):
    """C10: which ship takes the hit."""

    def question(self, scene: At, step: Pick) -> Ask:
        return self.asked(scene, step, die=step.die, slot=step.slot + 1, kind=KINDS[step.unit],
                          probe={"piece": "lose {piece}"}, focus=[SPACES[step.zone]])

    def label(self, scene: At, step: Pick, action: Action) -> str:
        return ship_choice(scene, "lose", action[1])

    def pieces(self, scene: At, step: Pick, action: Action) -> list[str]:
        enemy = 1 - step.attacker
        return alike(scene.v.fleet(enemy, step.zone), action[1], SIDES[enemy], SPACES[step.zone], lost=True)

    def fields(self, scene: At, step: Pick) -> list[Field]:
        return [{"id": "pick", "name": scene.words.name(KINDS[step.unit]), "space": SPACES[step.zone],
                 "value": scene.words.say("sheet.not_chosen"), "choices": [written(do) for do in scene.legal]}]


# --- the battle sheet ----------------------------------------------------------------------------------------------


def battle_sheet(scene: Scene[Campaign], found: Any) -> Sheet:
    """C2..C13: the attacks so far: their sums, the dice in the order of the slots, what each hit did, what is to be
    chosen. `found` is the face of the step that waits, if it has one."""
    v, words, step = scene.v, scene.words, scene.top
    battle = v.battle
    assert battle is not None
    title = words.say(f"sheet.battle_{CATEGORIES[battle.category]}", space=SPACES[battle.space])
    made: Sheet = {"id": "battle", "kind": "battle", "title": title, "fields": [], "rule": "C2"}
    sums: list[Sum] = []
    for shot in battle.shots:
        sums.append(sum_of(words, shot.side, shot.target, shot.terms, battle.space))
        fallen = step.dice if isinstance(step, Roll) and shot is battle.shots[-1] else shot.dice
        if fallen:
            struck = {slot: (kind, result) for slot, kind, result in shot.hits}
            sums[-1]["dice"] = [thrown(v, shot.side, shot.target, slot, die, struck.get(slot), words)
                                for slot, die in enumerate(fallen)]
    if isinstance(found, DeclaringFace):
        sums += [sum_of(words, step.side, target, terms, battle.space) for target, terms in found.attacks(v, step)]
        if step.side == scene.side:
            odds = found.odds(scene, step, ("done",))
            if odds is not None:  # its sums stand above already
                made["odds"] = {**odds, "sums": []}
            made["fields"] = found.fields(scene, step)
    if sums:
        made["sums"] = sums
    return made


def thrown(
    v: Campaign, side: int, target: str, slot: int, die: int, struck: tuple[int, str] | None, words: Words
) -> Die:
    """C7: one die in the neck of the box: its slot, and what it struck."""
    battle = v.battle
    assert battle is not None
    made: Die = {"value": die, "text": words.say("sheet.slot", slot=slot + 1), "side": SIDES[side]}
    if target == "fields":
        made["hit"] = die in v.printed.hits
    else:
        kind = v.printed.boxes[CATEGORY[target]][slot % 12]
        made["hit"] = bool(severity(v, side, target, battle.space, die))
        made["text"] = words.say("sheet.slot_kind", slot=slot + 1, kind=KINDS[kind])
    made["slot"] = slot_name(v.printed, words, target, slot)
    if struck is not None:
        wanted = v.printed.boxes[CATEGORY[target]][slot % 12]
        made["result"] = struck_text(words, wanted, *struck)
    return made


def struck_text(words: Words, wanted: int, kind: int, result: str) -> str:
    """C7, C8: what a hit did, in a word or two: on the type of its slot, or on another."""
    if kind < 0:
        return words.say("struck.nobody")
    return words.say(f"struck.{'own' if kind == wanted else 'other'}_{result}", kind=KINDS[kind])


# --- the log -------------------------------------------------------------------------------------------------------


FAVOURED = {"night_fighting": 2, "banzai_charge": 3}
"""O3, O4: the die that a token makes better."""


@line(FightBegan)
def fight(seen: FightBegan, reader: Reader) -> Line:
    made = told(seen, reader, "C1", f"fight_{seen.category}")
    made["mark"] = "battle"
    return made


@line(Rolled)
def rolled(seen: Rolled, reader: Reader) -> Line:
    words, n = reader.words, len(seen.dice)
    who = words.say("log.who", who=[firing(words, term, seen.space) for term in seen.terms]) if seen.terms else ""
    made = told(seen, reader, "C5", f"rolled_{seen.target}", n=words.say("count.dice", n=n), who=who)
    printed, hits = as_printed(reader), seen.hits or as_printed(reader).hits
    slots = words.say("sheet.slot_range", n=n)
    if seen.terms:
        made["sums"] = [sum_of(words, seen.side, seen.target, seen.terms, SPACE[seen.space])]
    made["dice"] = [{"value": die, "text": slots, "side": made["side"], "hit": die in hits,
                     "slot": slot_name(printed, words, seen.target, slot)} for slot, die in enumerate(seen.dice)]
    n_hit = sum(die in hits for die in seen.dice)
    modifiers = [reader.modifier("hits", listed(hits), "C5")]
    if seen.target == "fields":
        modifiers.append(reader.modifier("fields", printed.field_hits, "C22"))
    modifiers += [reader.modifier(token, str(FAVOURED[token]), RULE[token]) for token in seen.tokens]
    made["card"] = {
        "title": words.say(f"sheet.target_{seen.target}", side=made["side"]),
        "modifiers": modifiers,
        "result": words.say("card.hits" if n_hit else "card.no_hits", n=n_hit),
    }
    return made


def slot_name(printed: Printed, words: Words, target: str, slot: int) -> str:
    """C6, C7: a slot of the neck and the type that it strikes; against airfields its number alone."""
    if target == "fields":
        return str(slot + 1)
    kind = KINDS[printed.boxes[CATEGORY[target]][slot % 12]]
    return words.say("sheet.slot_short", slot=slot + 1, kind=words.say("sheet.slot_gun") if kind == "AAG" else kind)


def firing(words: Words, term: Term, space: str) -> str:
    """C3, C4: what fired, and from where, if not from the space of the fight."""
    where, kind, n, _ = term
    units = words.say(f"count.{KINDS[kind]}", n=n)
    if SPACES[where] == space:
        return units
    return words.say("sheet.from", units=units, at=located(words, SPACES[where]))


@line(Hit)
def hit(seen: Hit, reader: Reader) -> Line:
    """C7, C8: the slot, what was struck and why that."""
    words, printed = reader.words, as_printed(reader)
    roll, at = divmod(seen.slot - 1, len(printed.boxes[SEA]))
    slot = words.say("sheet.slot_again" if roll else "sheet.slot_first", slot=at + 1, roll=roll + 1)
    if seen.result == "lost":
        struck: Struck = {"die": seen.slot, "result": struck_text(words, -1, -1, "")}
        return {**told(seen, reader, "C8", "hit_lost", slot=slot), "joins": True, "struck": struck}
    wanted = printed.boxes[SEA if seen.kind < FTR else AIR if seen.kind <= BOM else LAND][at]
    own = wanted == seen.kind
    made = told(seen, reader, "C7" if own else "C8", "hit_own" if own else "hit_other", slot=slot,
                wanted=KINDS[wanted], **struck_ship(words, seen.side, seen.result, seen.cargo))
    made["joins"] = True
    made["struck"] = {"die": seen.slot, "result": struck_text(words, wanted, seen.kind, seen.result)}
    if seen.cargo:
        made["losses"] = losses(reader, 1 - seen.side, seen.cargo, "aboard")
    return made


@line(FieldsHit)
def fields_hit(seen: FieldsHit, reader: Reader) -> Line:
    words, each = reader.words, as_printed(reader).field_hits
    made = told(seen, reader, "C22", hits=words.say("count.hits", n=seen.hits), each=each, n_n=seen.n or 1,
                n=words.say("count.field" if seen.n else "count.no_field", n=seen.n))
    made["joins"] = True
    return made


@line(Removed)
def removed(seen: Removed, reader: Reader) -> Line:
    gone, hurt = ({kind: row.count(kind) for kind in row} for row in (seen.destroyed, seen.damaged))
    key = "removed_both" if gone and hurt else "removed" if gone else "removed_damaged"
    words = reader.words
    made = told(seen, reader, seen.by or "C2", key, what=counted(words, gone or hurt), more=counted(words, hurt),
                at=located(words, seen.space), n=len(seen.damaged))
    made["mark"] = "loss"
    made["joins"] = True
    made["losses"] = [*losses(reader, seen.side, seen.destroyed), *losses(reader, seen.side, seen.damaged, "damaged")]
    if gone:
        moved(made, seen.space, YARD[seen.side], len(seen.destroyed), gone=True)
    if hurt:
        moved(made, seen.space, YARD[seen.side], len(seen.damaged))
    return made


@line(FieldDamaged)
def field_damaged(seen: FieldDamaged, reader: Reader) -> Line:
    made = told(seen, reader, "C22")
    field: Loss = reader.loss(seen.side, reader.words.say("count.field", n=seen.n), reader.words.say("card.damaged"))
    made["joins"] = True
    made["losses"] = [field]
    return made


simply("O2", FoughtAgain)


@line(NobodyFired)
def nobody_fired(seen: NobodyFired, reader: Reader) -> Line:
    return {**told(seen, reader, "C18" if seen.category == "sea" else "C26"), "joins": True}


@line(CapitalSunk)
def capital_sunk(seen: CapitalSunk, reader: Reader) -> Line:
    n = as_printed(reader).capital[seen.kind]
    made = told(seen, reader, "U6", n=n)
    made["points"] = [reader.point(seen.side, n, "capital", "U6", kind=KINDS[seen.kind])]
    return made
