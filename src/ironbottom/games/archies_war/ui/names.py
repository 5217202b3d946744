"""The texts with the numbers of an owner's copy: infantry by its strength, the tables of the solitaire game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ironbottom.games.archies_war.rules.printed import SIDES, printed_data
from ironbottom.games.archies_war.solitaire.rules import state as solitaire
from ironbottom.kernel.words import Words, in_words, load_words


@lru_cache(maxsize=16)
def words_of(package: str, correction: str) -> Words:
    """The texts, in which each number is the one that is played by."""
    alone, units = solitaire.printed_data(correction), printed_data(correction)["units"]
    words = load_words(package).filled(
        **alone["rolls"], artillery=alone["vandegrift"]["artillery"], front_sv=alone["front"]["reinforcement"],
        naval_sv=alone["naval_victory"]["reserves"], ridge_test=alone["bloody_ridge"]["test"],
        marines=alone["turns"]["reinforcement"], **_effects(alone["effects"]),
    )  # fmt: skip
    named: dict[str, str] = {}
    for name in dict.fromkeys(name for side in SIDES for name in units[side] if f"inf{name[3:]}" == name):
        numbers = []
        for side in SIDES:
            if row := units[side].get(name):
                attack, defence = row["attack"], row["defence"]
                numbers.append(str(attack) if attack == defence else f"{attack}-{defence}")
        if any(number != name[3:] for number in numbers) or f"name.{name}" not in words:
            key = "one" if len(set(numbers)) == 1 else "two"
            named[name] = words.say(f"infantry.{key}", american=numbers[0], japanese=numbers[-1])
    return words.over({"name": named}) if named else words


def _effects(numbers: Mapping[str, int]) -> dict[str, Any]:
    """What the lines of the solitaire tables do, in words."""

    def boxes(what: str) -> str:
        return "one box" if numbers[what] == 1 else f"{in_words(numbers[what])} boxes"

    return {
        "repair_boxes": boxes("repair"), "fuel_boxes": boxes("aviation_fuel"), "raid_boxes": boxes("air_raid"),
        "strike_sv": numbers["air_strikes"], "landed_sv": numbers["reinforcements"],
        "slipped": f"{numbers['infiltration']} infiltrator{'s' * (numbers['infiltration'] != 1)}",
        "fatigue_points": numbers["fatigue"],
        "fatigue_sv": "a unit" if numbers["fatigue"] == 1 else f"{numbers['fatigue']} SV",
    }  # fmt: skip
