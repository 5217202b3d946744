"""How the declarations of attacks look."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.air import missions
from ironbottom.games.first_blood.rules.declaration import AttackDeclared, Declare, attack_on, committed, duty
from ironbottom.games.first_blood.rules.printed import JAPANESE, SIDES
from ironbottom.games.first_blood.rules.proposal import proposal
from ironbottom.games.first_blood.rules.state import AT_SEA, Attack, Position, piece_name, units_at
from ironbottom.games.first_blood.rules.strength import strength
from ironbottom.games.first_blood.ui.face import Deed, StepFace, ended, told
from ironbottom.games.first_blood.ui.odds import attack_odds, chances
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Ask, Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Field, Line, Mark, Odds, Overlay, Sheet, shaded
from ironbottom.kernel.words import Words

MOST_NAMED = 6
"""How much of what is still owed the prompt names; the sheet names it all."""


@face(Declare)
class DeclareFace(StepFace[Declare]):
    what = "declare"
    labels: ClassVar[dict[str, str]] = {"done": "done_declare"}
    last = ("done", "fly")
    goes = "attack"

    def hand(self, step: Declare) -> int:
        return step.hand

    def ask(self, scene: Scene[Position], step: Declare) -> Ask:
        """8.2e, 8.2f: the sentence of the declarations."""
        v, words, printed = scene.v, scene.words, scene.v.setting
        if step.hand >= 0:
            return self._ask_use(scene, step)
        owed = duty(v, step.side)
        units, hexes = owed.open_units(v), owed.open_hexes(v)
        focus = tuple(printed.names[h] for h in hexes)
        if units or hexes:
            names = (*(printed.units[u].name for u in units), *focus)
            still = words.say("prompt.owed_many", units=len(units), n=len(hexes)) if len(names) > MOST_NAMED else ""
            text = words.say("prompt.declare_open", owed=still or names)
            return Ask(text, "8.2e", {"piece": "take {piece}"}, focus)
        if outside := _left_outside(v, step.side):
            text = words.say("prompt.declare_off_map", units=tuple(printed.units[u].name for u in outside))
            focus = tuple(dict.fromkeys(printed.names[v.at[u]] for u in outside))
            return Ask(text, "7.5.3b", {"piece": "take {piece}"}, focus)
        flying = any(action[0] == "fly" for action in scene.offered)
        if step.side == JAPANESE and not owed.units:
            key = "declare_free_now" if flying else "declare_free_later" if missions(v) else "declare_free"
            return Ask(words.say(f"prompt.{key}"), "9.5.1a", {"piece": "take {piece}"})
        key = "declare_done_now" if flying else f"declare_done_{SIDES[step.side]}"
        return Ask(words.say(f"prompt.{key}"), "8.2e", {"piece": "take {piece}"})

    def _ask_use(self, scene: Scene[Position], step: Declare) -> Ask:
        """8.2f, 8.2g, 10.2a: what the piece in hand is to do."""
        v, words, name = scene.v, scene.words, piece_name(scene.v.setting, step.hand)
        uses = {action[0] for action in step.uses(v, step.hand)}
        if step.hand >= AT_SEA:
            key = "declare_bombard" if uses == {"bombard"} else "declare_ship"
            return Ask(words.say(f"prompt.{key}", unit=name), "10.2a", {"space": "support {space}"})
        if any(step.hand in attack.units for attack in v.attacks):
            return Ask(words.say("prompt.declare_wider", unit=name), "8.2g", {"space": "attack {space}"})
        key = "declare_use" if uses == {"attack"} else "declare_bombard" if uses == {"bombard"} else "declare_gun"
        return Ask(words.say(f"prompt.{key}", unit=name), "8.2f", {"space": "attack {space}"})

    def choice(self, scene: Scene[Position], step: Declare, action: Action, made: Choice) -> None:
        super().choice(scene, step, action, made)
        if action[0] in ("attack", "support"):
            made["odds"] = True

    def odds(self, scene: Scene[Position], step: Declare, action: Action) -> Odds | None:
        if action[0] not in ("attack", "support") or action not in scene.legal:
            return None
        then = step.take(scene.v.replace(stack=scene.v.stack[:-1]), step.side, action)
        return attack_odds(then, step.side, attack_on(then, action[1]), scene.words)

    def sheets(self, scene: Scene[Position], step: Declare) -> list[Sheet]:
        """8.2e, 8.2f: what is declared, and what is still owed."""
        v, words, printed = scene.v, scene.words, scene.v.setting
        legal = [notation(action) for action in scene.offered]
        fields = [
            attack_field(
                v, step.side, attack,
                [f"recall {name}" for name in _takers(v, attack) if f"recall {name}" in legal],
                words,
            )
            for attack in v.attacks
        ]  # fmt: skip
        fields += shot_fields(v, "recall", legal, words)
        owed = duty(v, step.side)
        units = tuple(printed.units[u].name for u in owed.open_units(v))
        hexes = tuple(printed.names[h] for h in owed.open_hexes(v))
        outside = tuple(printed.units[u].name for u in _left_outside(v, step.side))
        blocks = [words.say("sheet.owes", units=units)] if units else []
        blocks += [words.say("sheet.owed", hexes=hexes)] if hexes else []
        blocks += [words.say("sheet.outside", units=outside)] if outside else []
        made: Sheet = {
            "id": "declare", "kind": "battle", "title": words.say("sheet.declare"), "fields": fields, "blocks": blocks,
            "rule": "8.2e",
        }  # fmt: skip
        return [with_odds(made, v, step.side, words)]

    def deeds(self, v: Position, step: Declare) -> dict[int, Deed]:
        owed, busy = duty(v, step.side), committed(v)
        found: dict[int, Deed] = dict.fromkeys((*owed.units, *owed.off), "must")
        return found | dict.fromkeys(busy, "done")

    def marks(self, scene: Scene[Position], step: Declare) -> list[Mark]:
        """8.2e: the hexes that must still be attacked."""
        v, text = scene.v, scene.words.say("mark.owed")
        return [
            {"space": v.setting.names[h], "kind": "business", "text": text, "side": SIDES[step.side]}
            for h in duty(v, step.side).open_hexes(v)
        ]

    def overlays(self, scene: Scene[Position], step: Declare) -> list[Overlay]:
        return [duty_overlay(scene, step.side)]

    def macros(self, scene: Scene[Position], step: Declare) -> tuple[Macro, ...]:
        """8.2e, 8.2f: a valid set of attacks for what is still owed; with one attack and nothing else to put in order,
        or with bombardments alone, the end of the declarations and these in one."""
        if step.hand >= 0:
            return ()
        if ("done",) in scene.legal:
            return _confirm_and_begin(scene)
        actions = proposal(scene.v, step.side)
        whole = (Macro("macro.attacks", actions, advice=True),) if actions else ()
        return (*whole, *(one for h in duty(scene.v, step.side).hexes if (one := _all_against(scene, step, h))))


def _confirm_and_begin(scene: Scene[Position]) -> tuple[Macro, ...]:
    """8.10i, 10.3a: the end of the declarations with what there is no order to think of: a lone fight; bombardments,
    as far as the American does not come between them to choose what he loses."""
    then = scene.game.apply(scene.v, scene.side, ("done",))
    follows = scene.game.legal(then, scene.side)
    if len(follows) == 1 and follows[0][0] == "fight":
        return (Macro("macro.fight", (("done",), *follows), (("ends", "ends.die"),)),)
    if any(action[0] == "fight" for action in follows):
        return ()
    shots = list[Action]()
    for action in follows:
        if action[0] == "bombard" and action in scene.game.legal(then, scene.side):
            shots.append(action)
            then = scene.game.apply(then, scene.side, action)
    return (Macro("macro.fire", (("done",), *shots), (("ends", ended(scene, then)),)),) if shots else ()


def _all_against(scene: Scene[Position], step: Declare, h: int) -> Macro | None:
    """8.2f: all that stand beside an enemy hex, have no attack yet and are not needed elsewhere attack it, at these
    odds."""
    s, printed, owed, actions = scene.v, scene.v.setting, duty(scene.v, step.side), list[Action]()
    attack = ("attack", printed.names[h])
    # who can attack nothing else first: then the others are not bound to two hexes at once
    for u in sorted(owed.open_units(s), key=lambda u: owed.touched.get(u, 0).bit_count()):
        if owed.touched.get(u, 0) & owed.hex_bit[h] and attack in step.uses(s, u):
            actions += [("take", printed.units[u].name), attack]
            s = scene.game.apply(scene.game.apply(s, step.side, actions[-2]), step.side, attack)
    if not actions:
        return None
    known = strength(s, step.side, attack_on(s, printed.names[h]))
    args = (("n", len(actions) // 2), ("cost", known.label))
    return Macro("macro.attack_all", tuple(actions), args, space=printed.names[h])


def duty_overlay(scene: Scene[Position], side: int) -> Overlay:
    """8.2e: what must be attacked as the units stand, with its factors."""
    v, printed = scene.v, scene.v.setting
    owed = duty(v, side).hexes
    factors = [sum(printed.units[u].combat for u in units_at(v, h)) for h in owed]
    shades = shaded((printed.names[h], SIDES[side], str(n)) for h, n in zip(owed, factors, strict=True))
    return {"id": "duty", "name": scene.words.say("overlay.duty"), "shades": shades}


def _left_outside(v: Position, side: int) -> tuple[int, ...]:
    """6.4.1a, 7.5a: the units at entry points that may attack their way in, have no attack yet, and are else lost."""
    busy = committed(v)
    return tuple(u for u in duty(v, side).may if v.at[u] in v.setting.points and u not in busy)


def _takers(v: Position, attack: Attack) -> list[str]:
    """All that takes part in an attack: its units, its artillery, its ships."""
    units, ships = v.setting.units, v.setting.ships
    return [units[u].name for u in (*attack.units, *attack.guns)] + [ships[n].name for n in attack.ships]


def attack_field(v: Position, side: int, attack: Attack, choices: list[str], words: Words) -> Field:
    """8.4a, 8.5a, 8.8a: a declared attack on a sheet: who takes part, its strength, its odds and its modifiers, and the
    chances of its results."""
    known, names = strength(v, side, attack), tuple(v.setting.names[h] for h in attack.targets)
    takers, ground = _takers(v, attack), len(attack.units)
    note = words.say("sheet.by", units=tuple(takers[:ground]))
    if takers[ground:]:
        note += "; " + words.say("sheet.support", units=tuple(takers[ground:]))
    note += ". " + chances(v, known, words)
    shift = f", {known.die:+d}" if known.die else ""
    return {
        "id": names[0], "name": words.say("sheet.attack", hexes=names), "choices": choices, "space": names[0],
        "value": f"{known.attack}:{known.defence} = {known.label}{shift}", "note": note,
        "spaces": list(names[1:]), "pieces": takers,
    }  # fmt: skip


def with_odds(made: Sheet, v: Position, side: int, words: Words) -> Sheet:
    """8.8a: the sheet with the odds of the attack, where there is but one: those of several would be too long."""
    if len(v.attacks) == 1:
        made["odds"] = attack_odds(v, side, v.attacks[0], words)
    return made


def shot_fields(v: Position, verb: str, legal: list[str], words: Words) -> list[Field]:
    """9.5.1a, 10.3a: the bombardments of airfields that are declared, each with its choice."""
    printed = v.setting
    shots = [(printed.units[u].name, here) for u, here in v.guns]
    shots += [(printed.ships[n].name, here) for n, here in v.shelling]
    return [
        {"id": f"fire-{name}", "name": words.say("sheet.bombardment", hex=printed.names[here]), "value": name,
         "choices": [f"{verb} {name}"] if f"{verb} {name}" in legal else [], "space": printed.names[here],
         "pieces": [name]}
        for name, here in shots
    ]  # fmt: skip


@line(AttackDeclared)
def attack_declared(seen: AttackDeclared, reader: Reader) -> Line:
    key = "attack_supported" if seen.support else "attack_declared"
    return told(seen, reader, "8.2e", *seen.hexes, key=key)
