"""An owner's units, villages, roads and cards: what is added, removed and replaced is drawn, said and played."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import contract
import corrections
from ironbottom.kernel.game import Game

SLUG = "henderson-field"
CARDS = """
[cards.card]
removed = ["7"]
[cards.card.2]
american_number = 4
[cards.card.5]
american = "supplies"
american_number = 5
japanese = "no_event"
[cards.card.10]
american = "air_strike"
american_number = 4
japanese = "acclaim"
japanese_number = 3
"""


def copy(overlay: str) -> Game[Any]:
    return corrections.copy_of(SLUG, overlay)


def spaces(game: Game[Any]) -> dict[str, Any]:
    return {space["id"]: space for space in game.board("campaign")["spaces"]}


def test_units_more_and_less() -> None:
    game = copy('[units.unit]\nremoved = ["us-1-3"]\n[units.unit.us-9-1]\nside = "american"\nlabel = "9/1"\n'
                'type = "INF"\nsize = "II"\nbar = "black"\ncombat = 6\nmove = 10\narrival = 3\nhistory = "my copy"')
    p = game.setup("campaign", {}).setting
    assert "us-1-3" not in p.unit_number
    assert p.units[0][p.unit_number["us-9-1"][1]].arrival == 3
    assert game.words.name("us-9-1") == "9/1"
    assert "face-us-9-1.1" in game.faces("campaign")


def test_villages_roads_and_hexes() -> None:
    game = copy('[map.village]\nremoved = ["koli"]\n[map.village.lunga]\nhex = "5609"\nname = "Lunga"\n'
                '[map.roads.edges]\nremoved = [["0803", "0903"]]\nadded = [["0803", "0804"]]\n'
                '[map.ground.terrain]\n9.56 = "c"')
    found = spaces(game)
    assert "village" not in str(found["4605"]["facts"])
    assert "village" in str(found["5609"]["facts"])
    assert "clear" in str(found["5609"]["facts"])
    assert "road" in str(found["0804"]["facts"])
    assert game.words.name("5609") == "Lunga (5609)"
    assert len(game.setup("campaign", {}).villages) == 12


def test_supply_on_the_track_is_a_number_or_a_roll() -> None:
    game = copy('[turns.turn.3]\namerican = 7\n[turns.turn.1]\njapanese = "+"')
    turns = game.setup("campaign", {}).setting.turns
    assert turns[3].supply[0] == 7
    assert turns[1].supply == (12, turns[4].supply[1])


def test_cards_say_what_the_owners_say() -> None:
    game = copy(CARDS)
    assert game.words.say("card.air_strike").startswith("4 fire dice")
    assert game.words.say("card.supplies") == "5 supply for the side that drew the card."
    s = game.setup("campaign", {})
    assert s.deck == (1, 2, 3, 4, 5, 6, 8, 9, 10)
    assert s.setting.event_number["acclaim"] == 3
    drawn = [news for seed in range(3) for s in islice(contract.states(game, "campaign", {}, seed), 1500)
             for news in s.news if getattr(news, "file_name", "") == "card"]
    assert {"air_strike", "acclaim", "supplies", "no_event"} & {news.name for news in drawn}


def test_a_datum_is_corrected_in_one_place() -> None:
    game = copy("[setup.start]\nstatus = 18\n[tables.points]\npenalty_turn = 21")
    assert game.setup("campaign", {}).status == 18


def test_texts_have_the_numbers_of_the_data() -> None:
    game = copy("[tables.limits]\nstack = 4\nvictory = 50\nwithdrawals = 6\n[tables.field.reduce]\nstill = 8")
    assert game.words.say("refused.landing").endswith("four to a hex.")
    assert "more than 49" in game.words.say("ending.automatic", side="american", n=50)


@pytest.mark.parametrize(
    ("overlay", "line"),
    [
        ('[cards.card.10]\namerican = "supplies"\njapanese = "rain"', "american_number: supplies needs a number"),
        ('[cards.card.1]\njapanese = "malaria"', "'malaria' is not one of must_surface"),
        ('[cards.card.5]\namerican = "malaria"\namerican_number = 1', "malaria has the number"),
        ("[tables.field]\nstart = 18", "it is the status of setup.start.status, 20; correct that"),
        ("[turns.turns]\npenalty = 18", "it is the turn of tables.points.penalty_turn, 19; correct that"),
        ('[map.village.x]\nhex = "3507"\nname = "X"', "map.village.x.hex: kukum lies there too"),
        ('[map.roads.edges]\nadded = [["0803", "0805"]]', "0803 and 0805 do not touch"),
        ('[map.ground.terrain]\n8.37 = "s"', "map.ground.terrain.8.37: 's' is not one of ., c, j"),
        ('[turns.turn]\nremoved = ["26"]', "'26' cannot be removed; the entries of this table are given"),
    ],
)
def test_what_cannot_be_is_refused(overlay: str, line: str) -> None:
    assert line in corrections.told(SLUG, overlay)
