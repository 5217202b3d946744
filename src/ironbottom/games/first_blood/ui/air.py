"""How aircraft look: missions, losses and the American air phase."""

from __future__ import annotations

from ironbottom.games.first_blood.rules.air import (
    DEPLOY,
    LAND,
    LAUNCH,
    SHIFT,
    AirMoved,
    AirStep,
    Flown,
    LoseAir,
    NoRoom,
    SecondBomber,
    aloft,
    kinds_at,
)
from ironbottom.games.first_blood.rules.airfields import fighters_only, room_on
from ironbottom.games.first_blood.rules.printed import AMERICAN, JAPANESE, OPERATIVE
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui.face import StepFace, told
from ironbottom.kernel.action import Action, notation
from ironbottom.kernel.presenter import Ask, Macro, Scene, face, line
from ironbottom.kernel.view import Choice, Field, Sheet

PARTS = {LAND: ("land", "13.7a"), DEPLOY: ("deploy", "12.3a"), LAUNCH: ("launch", "13.7a"), SHIFT: ("shift", "SoP10a")}
"""The parts of the air phase: the key of its texts, and its statement."""


@face(LoseAir)
class LoseAirFace(StepFace[LoseAir]):
    what = "lose"
    flies = True

    def ask(self, scene: Scene[Position], step: LoseAir) -> Ask:
        where = scene.v.setting.names[step.place]
        text = scene.words.say("prompt.lose_air", place=where)
        return Ask(text, "8.10.1a", {"piece": "lose {piece}"}, (where,))

    def choice(self, scene: Scene[Position], step: LoseAir, action: Action, made: Choice) -> None:
        """One choice for all aircraft of a kind: they are alike."""
        v, words, name = scene.v, scene.words, str(action[1])
        a = v.setting.plane_number[name]
        kind = v.setting.planes[a].type
        if v.inverted >> a & 1:
            kind += f", {words.say('badge.inverted')}"
        made["label"], made["piece"] = words.say("choice.lose", piece=kind), name
        same = next(kind for kind in kinds_at(v, step.place) if kind[0] == a)
        if len(same) > 1:
            made["also"] = [v.setting.planes[other].name for other in same[1:]]


@face(SecondBomber)
class SecondBomberFace(StepFace[SecondBomber]):
    what = "second"
    flies = True

    def ask(self, scene: Scene[Position], step: SecondBomber) -> Ask:
        return Ask(scene.words.say("prompt.second"), "13.3.3a", {"piece": "with {piece}"})


@face(AirStep)
class AirStepFace(StepFace[AirStep]):
    what = "air"
    flies = True

    def ask(self, scene: Scene[Position], step: AirStep) -> Ask:
        v, (key, rule) = scene.v, PARTS[step.part]
        if step.part == LAND and not landing(v, step):
            key, rule = "withdraw", "12.3.1a"
        planes = tuple(v.setting.planes[a].name for a in aloft(v))
        fields = tuple(v.setting.names[h] for h in v.setting.fields)
        return Ask(scene.words.say(f"prompt.{key}", planes=planes), rule, {}, fields)

    def label(self, step: AirStep, verb: str) -> str:
        return f"done_{PARTS[step.part][0]}" if verb == "done" else verb

    def sheets(self, scene: Scene[Position], step: AirStep) -> list[Sheet]:
        """12.1a, 12.5a: what is on each airfield hex, and what may come to it."""
        v, words, printed = scene.v, scene.words, scene.v.setting
        legal = [notation(action) for action in scene.offered]
        fields: list[Field] = []
        for n, here in enumerate(printed.fields):
            if v.strips[n] == OPERATIVE:
                name = printed.names[here]
                value = f"{printed.air_limit - room_on(v, n)}/{printed.air_limit}"
                fields.append(
                    {"id": name, "name": words.say("sheet.bombardment", hex=name), "value": value, "space": name,
                     "choices": [text for text in legal if text.endswith(f" {name}")]}
                )  # fmt: skip
        return [
            {"id": "air", "kind": "placing", "title": words.say("sheet.air_land"), "fields": fields, "rule": "12.1a"}
        ]

    def macros(self, scene: Scene[Position], step: AirStep) -> tuple[Macro, ...]:
        """13.7a: everything lands: bombers first, and fighters on the strip, where only they may."""
        if step.part != LAND:
            return ()
        s, printed = scene.v, scene.v.setting
        actions: list[Action] = []

        def order(action: Action) -> tuple[bool, bool]:
            fighter = printed.planes[printed.plane_number[action[1]]].fighter
            return fighter, fighter and not fighters_only(s, printed.field_at[printed.number[action[2]]])

        while isinstance(step, AirStep) and landing(s, step):
            actions.append(min(step.legal(s, AMERICAN), key=order))
            s = step.take(s.replace(stack=s.stack[:-1]), AMERICAN, actions[-1])
            step = s.stack[-1]  # type: ignore[assignment]
        return (Macro("macro.land_all", tuple(actions)),) if len(actions) > 1 else ()


def landing(v: Position, step: AirStep) -> bool:
    """13.7a: whether something aloft can still land."""
    return step.part == LAND and step.legal(v, AMERICAN)[0][0] == "land"


line(Flown)(lambda seen, reader: told(seen, reader, "13.3.3f", seen.target, who=JAPANESE))
line(AirMoved)(lambda seen, reader: told(seen, reader, "13.7a", seen.place, key=f"air_{seen.how}", who=AMERICAN))
line(NoRoom)(lambda seen, reader: told(seen, reader, "12.3.1a", seen.place, who=AMERICAN))
