"""Whatever is thrown or drawn in a whole game has its card, for all who may know of it."""

from __future__ import annotations

from pathlib import Path

from ironbottom.games import load
from ironbottom.kernel.entries import Told, joins
from ironbottom.kernel.record import Move, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.unwritten import applied, caught_up

RECORD = Path(__file__).parents[2] / "records/solomons/campaign-marginal.jsonl"

def test_each_die_of_a_game_has_a_card_with_its_modifiers_and_their_rules() -> None:
    record = read_record(RECORD.read_text("utf-8"), load)
    game, s = record.game, record.start()
    thrown, won = set(), 0
    entries: dict[int, list[list[Told]]] = {viewer: [[]] for viewer in (0, 1, OBSERVER)}
    for entry in record.entries:
        if not isinstance(entry, Move):
            continue
        step = type(caught_up(game, s, entry.side, entry.action).stack[-1]).__name__
        s = applied(game, s, entry.side, entry.action)
        for viewer, groups in entries.items():
            seen = [Told(event, line) for event in game.news_for(s, viewer) if (line := game.line(event, viewer))]
            for one in seen:
                if groups[-1] and joins(groups[-1], one.line):
                    groups[-1].append(one)
                else:
                    groups.append([one])
            if viewer == OBSERVER:
                won += sum(point["n"] for one in seen for point in one.line.get("points", ()))
            if entry.side != CHANCE:
                continue
            if step == "Victim":  # who is drawn is named; the fight's card has it too
                assert seen[0].line["losses"]
                continue
            card = seen[0].line["card"]
            assert card["title"] != seen[0].line["text"]
            assert seen[0].line["kind"] == "torpedoed" or all(term["rule"] for term in card["modifiers"]), step
            thrown.add(step)
    assert {"CompletionDie", "SortieDie", "RepairDie", "FlakDie", "BombDie", "FightDie", "GunDie"} <= thrown
    assert won == sum(map(sum, s.vp)), "each point is told with its loss, those for the field with the end"
    for groups in entries.values():
        fights = [group for group in groups if any(one.line["kind"] == "fight_over" for one in group)]
        assert fights
        for group in fights:
            check_rounds(group)


def check_rounds(group: list[Told]) -> None:
    """One entry from the ships in line to the last that was hit, each of them named once in the rounds."""
    assert group[0].line["kind"] == "fight"
    assert all(side["terms"] for side in group[0].line["sums"])
    over = next(one.line for one in group if one.line["kind"] == "fight_over")
    named = sorted(loss["name"] for part in over["card"]["rounds"] for loss in part.get("losses", ()))
    lost = sorted(loss["name"] for one in group if one.line["kind"] in ("sunk", "crippled")
                  for loss in one.line["losses"])
    assert named == lost
    assert [part["side"] for part in over["card"]["rounds"]] == [group[0].line["side"], *{
        "japanese", "american"} - {group[0].line["side"]}]
