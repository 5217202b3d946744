"""How the advantage tokens look."""

from __future__ import annotations

from ironbottom.games.axis_allies.rules.advantages import RULE, PlayToken, assault_terms
from ironbottom.games.axis_allies.rules.printed import SEAS, SPACE, SPACES, TOKEN
from ironbottom.games.axis_allies.rules.state import TokenPlayed
from ironbottom.games.axis_allies.ui.face import At, StepFace, told
from ironbottom.games.axis_allies.ui.odds import Forecast
from ironbottom.games.axis_allies.ui.texts import written
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Ask, Reader, face, line
from ironbottom.kernel.view import Field, Line, Odds, Sheet, Term


@face(PlayToken)
class PlayTokenFace(StepFace[PlayToken]):
    """O1: whether and where."""

    def question(self, scene: At, step: PlayToken) -> Ask:
        return self.asked(scene, step, token=step.token, probe={"space": f"play {step.token} {{space}}"})

    def label(self, scene: At, step: PlayToken, action: Action) -> str:
        if action[0] == "pass":
            return scene.words.say("choice.pass")
        _, token, place, *more = action
        if more:
            return scene.words.say("choice.play_more", token=token, place=place, more=more[0])
        return scene.words.say("choice.play", token=token, place=place, more="")

    def has_odds(self, scene: At, step: PlayToken, action: Action) -> bool:
        return action[:2] == ("play", "amphibious_assault")

    def odds(self, scene: At, step: PlayToken, action: Action) -> Odds | None:
        """O8: what the extra attack may cost the enemy."""
        land = SPACE.get(action[2], -1) if len(action) == 3 else -1
        if action[:2] != ("play", "amphibious_assault") or land < SEAS:
            return None
        cast = Forecast(scene.v, scene.words, scene.words.say("odds.title_troops", space=SPACES[land]), "O8")
        cast.add(step.side, "troops", land, assault_terms(scene.v, land))
        return cast.end()

    def space(self, step: PlayToken, action: Action) -> str:
        return str(action[2]) if len(action) == 3 else ""

    def sheets(self, scene: At, step: PlayToken) -> list[Sheet]:
        """O2..O5, O8, O9: where a token may be played, place by place."""
        if not scene.mine:
            return []
        words, offers = scene.words, dict[str, list[str]]()
        for action in scene.legal:
            if action[0] == "play":
                offers.setdefault(action[2], []).append(written(action))
        fields: list[Field] = [
            {"id": "what", "name": words.say(f"token.{step.token}"), "value": "", "choices": [], "effect": step.token}
        ]
        fields += [
            {"id": f"token.{place}", "name": words.name(place), "value": "", "choices": choices, "space": place}
            for place, choices in offers.items()
        ]
        left: Term = {"text": words.say("sheet.tokens_left"), "rule": "O1",
                      "value": str(scene.v.tokens[step.side][TOKEN[step.token]])}
        return [{"id": "token", "kind": "placing", "title": words.name(step.token), "fields": fields,
                 "totals": [left], "rule": RULE[step.token]}]


@line(TokenPlayed)
def token(seen: TokenPlayed, reader: Reader) -> Line:
    key = "token_kind" if seen.kind is not None else "token_on" if seen.space else "token"
    key = "token_more" if seen.more else key
    made = told(seen, reader, RULE.get(seen.token, "O1"), key)
    made["effect"] = seen.token
    return made
