"""An owner's blocks, links, locations and tables: what is added, removed and replaced is drawn, said and played."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import contract
import corrections
from ironbottom.kernel.game import Game

SLUG = "archies-war"


def copy(overlay: str) -> Game[Any]:
    return corrections.copy_of(SLUG, overlay, 80)


def test_another_type_of_infantry_has_a_name_and_a_face() -> None:
    game = copy("[two_player.units.american.inf6]\ncount = 2\ninfantry = true\nattack = 6\ndefence = 5")
    assert game.words.name("inf6") == "Infantry 6-5"
    assert 'id="face-american.inf6"' in game.faces("two-player")
    blocks = {name for s in islice(contract.states(game, "two-player", {}, 3), 300) for name in seen(game, s)}
    assert "Infantry 6-5" in blocks


def seen(game: Game[Any], s: Any) -> set[str]:
    """What the Americans' own pieces are called."""
    return {piece["name"] for piece in game.picture(game.view(s, 0), 0)["pieces"] if piece["side"] == "american"}


def test_a_type_of_block_may_be_missing() -> None:
    game = copy('[two_player.units.american]\nremoved = ["air_support", "recon"]\n'
                '[two_player.units.japanese]\nremoved = ["inf5"]')
    last, _ = contract.play(game, "two-player", {}, 5)
    assert last.result is not None


def test_links_are_drawn_as_they_are_played() -> None:
    game = copy('[two_player.links]\nremoved = ["bloody_ridge--east_jungle"]\n'
                '[two_player.links.east_jungle--koli_point]\nends = ["east_jungle", "koli_point"]\nkind = "trail"')
    places = {space["id"]: {link["to"] for link in space["links"]} for space in game.board("two-player")["spaces"]}
    assert places["east_jungle"] == {"tetere", "koli_point"}
    assert "east_jungle" not in places["bloody_ridge"]


def test_a_location_more_stands_on_the_board() -> None:
    place = "[board.places.doma_cove]\nname = 'Doma Cove'\nrow = 9\ncolumn = 9\nat = [300, 300]\nr = 40\n"
    place += "label = [300, 250]\nalign = 'middle'\n"
    new = "[two_player.locations.doma_cove]\nkind = 'beach'\nanchor = 'none'\n"
    link = "[two_player.links.doma_cove--kokumbona]\nends = ['doma_cove', 'kokumbona']\nkind = 'trail'\n"
    game = copy(place + new + link)
    spaces = {space["id"]: space for space in game.board("two-player")["spaces"]}
    assert spaces["doma_cove"]["links"] == [{"to": "kokumbona", "kind": "trail"}]
    assert "board.places: doma_cove is missing" in corrections.told(SLUG, new + link)
    assert "no link leads to doma_cove" in corrections.told(SLUG, new + place)


def test_the_solitaire_tables_and_the_track_are_those_of_the_data() -> None:
    game = copy("[solitaire.status]\ntrack = [0, 1, 2, 4]\n[solitaire.events.japanese]\n1 = 'fatigue'\n"
                "[solitaire.effects]\nreinforcements = 2\nfatigue = 3")
    cells = [space["name"] for space in game.board("solitaire")["spaces"] if space["id"].startswith("status.")]
    assert len(cells) == 5
    assert "4" in cells[-1]
    s = game.setup("solitaire", {})
    assert s.setting.track == (0, 1, 2, 4)
    assert game.setup("solitaire", {"henderson_track": [0, 0, 1, 2, 3]}).setting.track == (0, 0, 1, 2, 3)
    tables = {table["id"]: table["rows"] for table in game.picture(game.view(s, 0), 0)["tables"]}
    assert tables["japanese_events"][0] == ["1", "Fatigue", "You lose 3 SV of your choice"]
    assert tables["american_events"][2][2] == "2 Marine SV anywhere"


@pytest.mark.parametrize(
    ("overlay", "line"),
    [
        ('[two_player.units.american]\nremoved = ["vandegrift"]', "count: there is one Vandegrift"),
        ("[two_player.units.japanese.recon]\ncount = 1\nattack = 0\ndefence = 0", "no two_player.units.japanese.recon"),
        ("[two_player.units.american.inf6]\ncount = 1\nattack = 6\ndefence = 6", "inf6.infantry: true was expected"),
        ('[two_player.links]\nremoved = ["henderson_field--koli_point", "koli_point--tetere"]', "no link leads"),
        ("[solitaire.start.marker]\nstatus = 9", "box 9 is not on a track of 8 boxes"),
        ("[solitaire.events.american]\n2 = 'air_strike'", "did you mean 'air_strikes'?"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(overlay: str, line: str) -> None:
    assert line in corrections.told(SLUG, overlay)


def test_a_second_resupply_of_a_turn_enters_at_the_anchor_of_the_first() -> None:
    """2P-14: the printed blocks have one Resupply, an owner's may have more."""
    game = copy("[two_player.units.japanese.resupply]\ncount = 2")
    s = game.place(
        {
            "turn": 6,
            "step": "japanese-actions",
            "japanese": {"kakambona": ["resupply", "resupply"]},
            "casualties": {"japanese": ["inf8", "inf5"]},
            "american": {"henderson_field": ["inf2"]},
        }
    )
    for text in ("use resupply kakambona", "recall inf8 taivu_point", "use resupply kakambona"):
        s = game.apply(s, 1, tuple(text.split()))
    assert ("recall", "inf5", "taivu_point") in game.legal(s, 1)
    refusal = game.why_not(s, 1, ("recall", "inf5", "cape_esperance"))
    assert refusal is not None
    assert refusal.rule == "2P-14"
