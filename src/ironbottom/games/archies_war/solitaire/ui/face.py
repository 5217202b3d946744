"""What the faces of the solitaire game's decisions have in common: all may read what is asked."""

from __future__ import annotations

from typing import Any, TypeVar

from ironbottom.games.archies_war.solitaire.rules.state import Solitaire
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Face, Scene
from ironbottom.kernel.view import Choice

T = TypeVar("T", bound=Any)


class SoloFace(Face[Solitaire, T]):
    """A decision of the one player."""

    def waiting(self, scene: Scene[Solitaire], step: T) -> str:
        return self.ask(scene, step).text


class BoxFace(SoloFace[T]):
    """A decision for one box of a side."""

    side: str
    verb: str
    """Its action, and the key of its question."""

    def focus(self, s: Solitaire, step: T) -> tuple[str, ...]:
        """The spaces to look at."""
        return ()

    def ask(self, scene: Scene[Solitaire], step: T) -> Ask:
        text = scene.words.say(f"solo.prompt.{self.verb}")
        return Ask(text, step.rule, {"space": f"{self.verb} {{space}}"}, self.focus(scene.v, step))

    def choice(self, scene: Scene[Solitaire], step: T, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say(f"solo.do.{self.verb}", box=action[1])
        made["space"] = f"{self.side}.{action[1]}"
