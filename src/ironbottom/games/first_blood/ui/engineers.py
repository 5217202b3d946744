"""How the work of the engineers looks."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.first_blood.rules.engineers import Operative, Work, Worked, WorkLost
from ironbottom.games.first_blood.rules.printed import DAMAGED, OPERATIVE, STATUS
from ironbottom.games.first_blood.rules.state import Position
from ironbottom.games.first_blood.ui.face import StepFace, told
from ironbottom.kernel.action import notation
from ironbottom.kernel.presenter import Ask, Scene, face, line
from ironbottom.kernel.view import Field, Sheet


@face(Work)
class WorkFace(StepFace[Work]):
    what = "work"
    labels: ClassVar[dict[str, str]] = {"done": "done_work"}

    def ask(self, scene: Scene[Position], step: Work) -> Ask:
        printed = scene.v.setting
        focus = tuple(printed.names[h] for h in printed.fields)
        key = "work_in_a_row" if printed.options["idle_work"] == "lost" else "work"
        return Ask(scene.words.say(f"prompt.{key}"), "11.3a", {"space": "work {space}"}, focus)

    def sheets(self, scene: Scene[Position], step: Work) -> list[Sheet]:
        """11.2a, 11.2b, 11.2c: what is to be done on the airfield hexes, and how far it is."""
        v, words = scene.v, scene.words
        legal = [notation(action) for action in scene.offered]
        fields: list[Field] = []
        for n, here in enumerate(v.setting.fields):
            name = v.setting.names[here]
            field: Field = {
                "id": name, "name": words.say("sheet.bombardment", hex=name), "value": words.name(STATUS[v.strips[n]]),
                "space": name, "choices": [f"work {name}"] if f"work {name}" in legal else [],
            }  # fmt: skip
            if v.strips[n] != OPERATIVE:
                worked, left = step.done >> n & 1, 1 if v.strips[n] == DAMAGED or v.work[n] else 2
                key = "sheet.worked" if worked else "sheet.work_left" if field["choices"] else "sheet.no_work"
                field["note"] = words.say(key, n=left)
            fields.append(field)
        return [
            {"id": "work", "kind": "placing", "title": words.say("sheet.work"), "fields": fields, "rule": "11.2a"}
        ]


line(Worked)(lambda seen, reader: told(seen, reader, "11.2b", seen.hex))
line(WorkLost)(lambda seen, reader: told(seen, reader, "11.4b", seen.hex))
line(Operative)(lambda seen, reader: told(seen, reader, "11.2a", seen.hex))
