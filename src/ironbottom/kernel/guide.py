"""What tells a newcomer about a game beside its lessons, from its catalogue (`texts/<language>.guide.toml`).

    [guide.word.zoc]                     # the glossary; `ironbottom.kernel` has the words of all games
    names = "zone of control|zones of control"
    asked = "zoc"                        # what else it is searched by; no text is linked for it
    text = "The six hexes around a unit [8.2a]."

    [guide.see]                          # what there is to see, by its kind and what the picture calls it
    "value.combat" = "What the unit fights with [8.3a]."
    "mark.control" = "Who controls the place."
    "type.engineers" = "Builds airfields."   # of each piece in whose name the word stands

    [guide.win.american.1]               # how to win, panel by panel; `guide.win.SCENARIO.SIDE` before `guide.win.SIDE`
    title = "Hold on"
    text = "You win by time."
    show = "american.inf5 american.vandegrift @henderson_field"   # faces of pieces, and places of the board

    [guide.ask]                          # what is asked, by what files call the step, and what good players do there
    Actions = "Two actions a turn [2P-16]."
    "Actions.japanese" = "..."           # for one side

`[8.2a]` in a text is a statement of the rules, to be clicked. What wins is told by the score of the game's picture, in
the numbers of its data: no panel repeats it. All of it is the same for every viewer: a guide knows no position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ironbottom.kernel.message import Entry, Guide, Panel
from ironbottom.kernel.statements import citing
from ironbottom.kernel.step import Decision

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

NUMBERED = re.compile(r"\.| \d")
"""Where the name of one of several things of a sort goes on: "supply.american", "stealth 2"."""


def guide_of(game: Game[Any], scenario: str) -> Guide:
    """The guide of a scenario: its glossary, what there is to see, and for each side how to win and what is asked."""
    own, words = game.at(scenario), game.words
    sides = next(one.sides for one in game.scenarios if one.id == scenario)
    texts = {key.removeprefix("guide."): words.say(key) for key in words.keys() if key.startswith("guide.")}  # noqa: SIM118
    kinds = {kind.file_name for kind in own.types if issubclass(kind, Decision)}
    start = game.setup(scenario, {})
    goals = game.picture(game.view(start, sides[0]), sides[0]).get("score", {}).get("wins", [])
    return {
        "words": _glossary(texts),
        "see": {key.removeprefix("see."): text for key, text in texts.items() if key.startswith("see.")},
        "goals": list(goals),
        "wins": {game.side_name(side): _panels(texts, scenario, game.side_name(side)) for side in sides},
        "asks": {
            key.removeprefix("ask."): text for key, text in texts.items()
            if key.startswith("ask.") and key.split(".")[1] in kinds
        },
        "cited": citing(game.statements),
    }  # fmt: skip


def explained(guide: Guide, kind: str, name: str) -> str | None:
    """What a guide says of a thing of a picture: by what it is called, by the part of that before a point or a number,
    by what comes after the first point, or by its kind alone; None where it says nothing. The page looks it up the same
    way (`guide.js`)."""
    see = guide["see"]
    keys = (f"{kind}.{name}", f"{kind}.{NUMBERED.split(name)[0]}", f"{kind}.{name.partition('.')[2]}", kind)
    return next((see[key] for key in keys if key in see), None)


def types_of(guide: Guide, name: str) -> list[str]:
    """What a guide says of the types of a piece, by the words of its name, each once. The page looks them up the same
    way."""
    words = {key.removeprefix("type."): text for key, text in guide["see"].items() if key.startswith("type.")}
    found = [text for word, text in words.items() if re.search(rf"\b{re.escape(word)}\b", name, re.IGNORECASE)]
    return list(dict.fromkeys(found))


def texts_of(guide: Guide) -> Iterable[str]:
    """Every text of a guide that may cite a statement of the rules."""
    yield from (entry["text"] for entry in guide["words"])
    yield from guide["see"].values()
    yield from (panel["text"] for panels in guide["wins"].values() for panel in panels)
    yield from guide["asks"].values()


def _glossary(texts: dict[str, str]) -> list[Entry]:
    keys = sorted({key.split(".")[1] for key in texts if key.startswith("word.")})
    found: list[Entry] = [
        {"id": key, "names": texts[f"word.{key}.names"].split("|"), "text": texts[f"word.{key}.text"]} for key in keys
    ]
    for entry in found:
        if asked := texts.get(f"word.{entry['id']}.asked"):
            entry["asked"] = asked.split("|")
    return sorted(found, key=lambda entry: entry["names"][0].lower())


def _panels(texts: dict[str, str], scenario: str, side: str) -> list[Panel]:
    where = next((one for one in (f"win.{scenario}.{side}", f"win.{side}") if f"{one}.1.title" in texts), "")
    found: list[Panel] = []
    while where and f"{where}.{len(found) + 1}.title" in texts:
        here = f"{where}.{len(found) + 1}"
        show = texts.get(f"{here}.show", "").split()
        found.append({
            "title": texts[f"{here}.title"], "text": texts[f"{here}.text"],
            "faces": [one for one in show if not one.startswith("@")],
            "spaces": [one[1:] for one in show if one.startswith("@")],
        })  # fmt: skip
    return found
