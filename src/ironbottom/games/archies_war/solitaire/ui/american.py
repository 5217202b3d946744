"""How the American actions look."""

from __future__ import annotations

from ironbottom.games.archies_war.solitaire.rules.american import (
    ACTIONS,
    AirStrikes,
    AmericanCalled,
    ArtilleryCame,
    ChooseAction,
    Chosen,
    FuelCame,
    Hunted,
    NothingToStrike,
    Raided,
    Reinforced,
    Reinforcements,
    Repaired,
    SeabeesCame,
    Struck,
)
from ironbottom.games.archies_war.solitaire.rules.peril import turn_risk
from ironbottom.games.archies_war.solitaire.rules.state import JAPANESE_BOXES, Solitaire
from ironbottom.games.archies_war.solitaire.ui.face import BoxFace, SoloFace
from ironbottom.games.archies_war.solitaire.ui.log import JP, US, called, carded, lost, worded
from ironbottom.kernel.action import Action
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Ask, Reader, Scene, face, line
from ironbottom.kernel.view import Choice, Line, Odds, Outcome

ACTION_RULES = {"patrol": "SR-51", "repair": "SR-52", "appeal_navy": "SR-53"}
"""The statement of each action that is not a raid."""


@face(ChooseAction)
class ChooseActionFace(SoloFace[ChooseAction]):
    def ask(self, scene: Scene[Solitaire], step: ChooseAction) -> Ask:
        return Ask(scene.words.say("solo.prompt.choose"), step.rule)

    def choice(self, scene: Scene[Solitaire], step: ChooseAction, action: Action, made: Choice) -> None:
        made["label"] = scene.words.say(f"solo.american_actions.{action[1]}")
        made["space"] = f"table.american_actions.{ACTIONS.index(action[1]) + 1}"
        made["rule"] = ACTION_RULES.get(action[1], "SR-50")
        made["odds"] = True

    def why_final(self, scene: Scene[Solitaire], step: ChooseAction, action: Action) -> str:
        return "ends.die"

    def odds(self, scene: Scene[Solitaire], step: ChooseAction, action: Action) -> Odds:
        """The chance of each way to lose in the rest of this turn."""
        say = scene.words.say
        risk = turn_risk(scene.v, action)
        results: list[Outcome] = [{"text": say("solo.odds.held"), "p": max(0.0, 1 - sum(risk.values())), "good": US}]
        results += [{"text": say(f"solo.odds.{key}"), "p": p, "good": JP} for key, p in risk.items()]
        title = say("solo.odds.turn", action=say(f"solo.american_actions.{action[1]}"))
        return {"title": title, "sums": [], "results": results, "error": 0.0, "notes": [say("solo.odds.note")],
                "rule": "SR-34"}  # fmt: skip


@face(AirStrikes)
class AirStrikesFace(BoxFace[AirStrikes]):
    side, verb = JP, "strike"

    def focus(self, s: Solitaire, step: AirStrikes) -> tuple[str, ...]:
        return tuple(f"{JP}.{box}" for box in JAPANESE_BOXES[:3])


@face(Reinforcements)
class ReinforcementsFace(BoxFace[Reinforcements]):
    side, verb = US, "reinforce"


# --- the log -----------------------------------------------------------------------------------------------------


RULES = {SeabeesCame: "SR-57", FuelCame: "SR-58", Reinforced: "SR-60", Struck: "SR-55"}


@line(*RULES)
def told(seen: Event, reader: Reader) -> Line:
    return worded(seen, reader, seen.get("by") or RULES[type(seen)], US, of=JP if isinstance(seen, Struck) else US)


@line(Raided)
def raided(seen: Raided, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-50", US, of=JP)
    return carded(made, "" if seen.n else reader.words.say("solo.card.raid"), losses=lost(reader, JP, seen.box, seen.n))


@line(NothingToStrike)
def nothing_to_strike(seen: NothingToStrike, reader: Reader) -> Line:
    return worded(seen, reader, "S-28", JP)


@line(Chosen)
def chosen(seen: Chosen, reader: Reader) -> Line:
    return called(seen, reader, "SR-5", US, "american_actions", seen.action)


@line(Hunted)
def hunted(seen: Hunted, reader: Reader) -> Line:
    made = worded(seen, reader, "SR-51", US, hit=seen.found)
    return carded(made, reader.words.say(f"solo.card.hunt.{'yes' if seen.found else 'no'}"),
                  [reader.modifier("solo.patrol", reader.words.say("solo.up_to_patrol"), "SR-51")],
                  losses=lost(reader, JP, "infiltration", int(seen.found)))


@line(Repaired)
def repaired(seen: Repaired, reader: Reader) -> Line:
    on = reader.words.say("solo.on", n=seen.highest)
    made = worded(seen, reader, "SR-52", US, hit=seen.done, on=on)
    return carded(made, reader.words.say(f"solo.card.repair.{'yes' if seen.done else 'no'}"),
                  [reader.modifier("solo.repair", on, "SR-52")])


@line(AmericanCalled)
def american_called(seen: AmericanCalled, reader: Reader) -> Line:
    return called(seen, reader, "SR-53", US, "american_events", seen.event)


@line(ArtilleryCame)
def artillery_came(seen: ArtilleryCame, reader: Reader) -> Line:
    return worded(seen, reader, "SR-59", US, "yes" if seen.again else "no")
