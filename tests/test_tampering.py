"""Records that were tampered with, each in one way: `replay --verify` finds all of them.

Some ways leave no trace in the lines themselves: other seats or another date in the first line; a game that is cut
before a decision and given up there by an added line; a takeback, or all lines of it, cut out; an option or a
correction of the data that makes no difference to these very lines; and, as the seed is known when a game is over,
another game written to the end with the dice of this seed, and any game at all written to a seed of the writer's own
whose hash he puts into the first line. These the signature of the server finds; and a record that nobody has signed is
called not proven.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.action import notation, parse
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.record import Move, Record, TableAct, read_record
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.value import fingerprint
from ironbottom.server import signing
from table.skirmish import SKIRMISH
from tampered import (
    OTHER,
    PLAYED,
    RED,
    RELEASED,
    ROOT,
    SEED,
    Lines,
    found,
    in_the_end,
    in_the_head,
    lines_of,
    read,
    sat_lines,
)


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_every_released_record_holds_and_nobody_has_signed_it(path: Path) -> None:
    record = read_record(path.read_text("utf-8"), load)
    assert record.verify() == []
    assert record.unproven().startswith("nobody has signed it")
    assert signing.wrong(record) == []


# --- a game of two bots: lines changed, cut, added ------------------------------------------------------------------


def at(lines: Lines, key: str, nth: int = 0) -> int:
    """The index of the nth line with that key."""
    return [n for n, line in enumerate(lines) if key in line][nth]


def other_die(lines: Lines) -> Lines:
    n = at(lines, "chance", 1)
    record = read(lines)
    can = record.game.chance(record.rebuild(n - 1)[0])
    lines[n] = {"chance": next(notation(one) for one, _ in can if notation(one) != lines[n]["chance"])}
    return lines


def impossible_die(lines: Lines) -> Lines:
    lines[at(lines, "chance", 1)] = {"chance": "draw vandegrift"}
    return lines


def other_move(lines: Lines) -> Lines:
    n = at(lines, "do", 6)
    record = read(lines)
    state = record.rebuild(n - 1)[0]
    side = record.game.side_of(lines[n]["by"])
    own = [notation(one) for one in record.game.legal(state, side)]
    lines[n]["do"] = next(one for one in own if one != lines[n]["do"])
    return lines


def other_side(lines: Lines) -> Lines:
    lines[at(lines, "do", 3)]["by"] = "japanese"
    return lines


def an_observer_plays(lines: Lines) -> Lines:
    lines[at(lines, "do", 3)]["by"] = "observer"
    return lines


def added_move(lines: Lines) -> Lines:
    n = at(lines, "do", 3)
    return [*lines[:n], lines[n], *lines[n:]]


def added_die(lines: Lines) -> Lines:
    n = at(lines, "chance", 3)
    return [*lines[:n], lines[n], *lines[n:]]


def swapped_dice(lines: Lines) -> Lines:
    n = at(lines, "chance", 1)
    return [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]


def cut_with_an_end(lines: Lines) -> Lines:
    """The last moves are cut away, and an end is written that fits the position."""
    record = read([*lines[:40]])
    end = {"returns": [0, 0], "reason": "", "fingerprint": fingerprint(record.rebuild()[0])}
    return [*lines[:40], {"end": {**lines[-1]["end"], **end}}]


def cut_with_the_old_end(lines: Lines) -> Lines:
    return [*lines[:-2], lines[-1]]


def goes_on_after_the_end(lines: Lines) -> Lines:
    return [*lines, lines[-2]]


def goes_on_after_the_last_move(lines: Lines) -> Lines:
    return [*lines[:-1], {"by": "japanese", "do": "end"}, lines[-1]]


def resigned_after_the_game(lines: Lines) -> Lines:
    end = {"returns": [-1, 1], "reason": "resign"}
    return [*lines[:-1], {"table": "resign", "by": "american"}, {"end": {**lines[-1]["end"], **end}}]


def resigned_in_the_middle(lines: Lines) -> Lines:
    return [*lines[:30], {"table": "resign", "by": "american"}, *lines[30:]]


def resigned_by_nobody(lines: Lines) -> Lines:
    end = {"returns": [1, 1], "reason": "resign"}
    return [*lines[:30], {"table": "resign", "by": "observer"}, {"end": {"seed": lines[-1]["end"]["seed"], **end}}]


def agreed_on_something(lines: Lines) -> Lines:
    return [*lines[:30], {"table": "agree", "by": "american", "kind": "takeback"}, *lines[30:]]


def paused_before_a_die(lines: Lines) -> Lines:
    n = at(lines, "chance", 3)
    return [*lines[:n], {"table": "pause", "by": "american"}, *lines[n:]]


def spliced(lines: Lines) -> Lines:
    """The first half of this game and the second of another, with its end."""
    return [*lines[:30], *lines_of(OTHER)[30:]]


def spliced_at_the_head(lines: Lines) -> Lines:
    """The other game's first line, so that its seed fits."""
    other = lines_of(OTHER)
    return [other[0], *lines[1:-1], other[-1]]


def end_of_another(lines: Lines) -> Lines:
    return [*lines[:-1], lines_of(OTHER)[-1]]


def other_seed(lines: Lines) -> Lines:
    """Another seed, with its hash in the first line."""
    lines[0]["seed_hash"] = seed_hash(SEED)
    lines[-1]["end"]["seed"] = SEED.hex()
    return lines


WEAKER = {"two_player": {"margin": {"beach": {"needs": 3}}, "units": {"american": {"air_support": {"attack": 4}}}}}


def other_overlay(lines: Lines) -> Lines:
    lines[0]["overlay"] = WEAKER
    return lines


def false_snapshot(lines: Lines) -> Lines:
    """The position of four lines before."""
    record = read(lines)
    held = record.game.to_file(record.rebuild(26)[0])
    return [*lines[:31], {"snapshot": held}, *lines[31:]]


def undone_draw(lines: Lines) -> Lines:
    n = at(lines, "chance", 0)
    return [*lines[: n + 1], {"table": "undo", "by": "american", "to": n - 1}, *lines[n:]]


def undone_turn(lines: Lines) -> Lines:
    """A side's actions of before a draw are taken back, and done once more with the same draw."""
    n = at(lines, "chance", 3)
    first = n - 4
    return [*lines[: n + 1], {"table": "undo", "by": "american", "to": first - 1}, *lines[first:]]


def undone_before_the_draw(lines: Lines) -> Lines:
    """The last action, which ends the turn so that blocks are drawn, is taken back before they are."""
    n = at(lines, "chance", 3)
    return [*lines[:n], {"table": "undo", "by": "american", "to": n - 2}, *lines[n - 1 :]]


def undone_by_the_other(lines: Lines) -> Lines:
    n = at(lines, "do", 3)
    return [*lines[: n + 1], {"table": "undo", "by": "japanese", "to": n - 1}, *lines[n:]]


def undone_nothing(lines: Lines) -> Lines:
    n = at(lines, "do", 3)
    return [*lines[: n + 1], {"table": "undo", "by": "american", "to": n}, *lines[n + 1 :]]


def undone_twice(lines: Lines) -> Lines:
    """A second undo goes past the first."""
    n = at(lines, "do", 4)
    undo = {"table": "undo", "by": "american"}
    return [*lines[: n + 1], {**undo, "to": n - 1}, {**undo, "to": n - 2}, *lines[n - 1 :]]


def undone_illegal_move(lines: Lines) -> Lines:
    n = at(lines, "do", 3)
    mad = {"by": "american", "do": "set nowhere"}
    return [*lines[:n], mad, {"table": "undo", "by": "american", "to": n - 1}, *lines[n:]]


def undone_to_come(lines: Lines) -> Lines:
    return [*lines[:20], {"table": "undo", "by": "american", "to": 50}, *lines[20:]]


def an_unknown_act(lines: Lines) -> Lines:
    return [*lines[:20], {"table": "reroll", "by": "american"}, *lines[20:]]


TAMPERINGS: list[tuple[Callable[[Lines], Lines], str]] = [
    (other_die, "the seed does not give"),
    (impossible_die, "chance cannot give"),
    (other_move, "line"),
    (other_side, "line"),
    (an_observer_plays, "line"),
    (added_move, "line"),
    (added_die, "line"),
    (swapped_dice, "the seed does not give"),
    (cut_with_an_end, "before the game is over"),
    (cut_with_the_old_end, "before the game is over"),
    (goes_on_after_the_end, "nothing may follow the end"),
    (goes_on_after_the_last_move, "line"),
    (resigned_after_the_game, "no table writes 'resign' here"),
    (resigned_in_the_middle, "the game was over before it"),
    (resigned_by_nobody, "one of the sides that play"),
    (agreed_on_something, "an agreement is on"),
    (paused_before_a_die, "no table writes 'pause' here"),
    (spliced, "the seed does not have the hash"),
    (spliced_at_the_head, "the seed does not give"),
    (end_of_another, "the seed does not have the hash"),
    (in_the_end(returns=[-1, 1]), "the end should be"),
    (in_the_end(reason="landing"), "the end should be"),
    (in_the_end(fingerprint="0" * 32), "fingerprint"),
    (in_the_end(seed="00" * 32), "hash of the first line"),
    (in_the_end(seed="no hex"), "hex"),
    (in_the_head(seed_hash="0" * 64), "hash of the first line"),
    (in_the_head(rules_version=0), "rules version"),
    (in_the_head(digest="0" * 32), "the game's data differ"),
    (in_the_head(options={"anchors": "five"}), "line"),
    (in_the_head(scenario="solitaire"), "line"),
    (in_the_head(game="axis-allies"), "two-player"),
    (other_seed, "the seed does not give"),
    (other_overlay, "the game's data differ"),
    (false_snapshot, "the snapshot is not the position"),
    (undone_draw, "past a result of chance"),
    (undone_turn, "past a result of chance"),
    (undone_before_the_draw, "past a result of chance"),
    (undone_by_the_other, "of the side that takes back"),
    (undone_nothing, "of the side that takes back"),
    (undone_twice, "past an act of the table"),
    (undone_illegal_move, "'set nowhere'"),
    (undone_to_come, "an undo goes back to"),
    (an_unknown_act, "a table act is one of"),
]


NAMES = [f"{number}-{tamper.__name__}" for number, (tamper, _) in enumerate(TAMPERINGS)]


@pytest.mark.parametrize(("tamper", "said"), TAMPERINGS, ids=NAMES)
def test_a_tampering_is_found(tamper: Callable[[Lines], Lines], said: str) -> None:
    assert found(lines_of(PLAYED)) == ""
    assert said in found(tamper(lines_of(PLAYED)))


def test_no_line_can_be_cut_out() -> None:
    """But for one: a battle that nobody calls for is fought at the end of the turn all the same."""
    lines = lines_of(PLAYED)
    unseen = [n for n in range(1, len(lines) - 1) if not found([*lines[:n], *lines[n + 1 :]])]
    assert [lines[n].get("do") for n in unseen] == ["resolve"]


def test_a_range_in_place_of_a_number_is_found() -> None:
    lines = lines_of(ROOT / "records" / "solomons" / "campaign-draw.jsonl")
    record = read(lines)
    carry = next(n for n, line in enumerate(lines) if str(line.get("do")).startswith("carry"))
    offered = record.game.legal(record.rebuild(carry - 1)[0], record.game.side_of(lines[carry]["by"]))
    lines[carry]["do"] = next(notation(one) for one in offered if ".." in notation(one))
    assert "is a range" in found(lines)


@pytest.mark.parametrize("name", ["hidden", "tokens"])
def test_other_options_are_found(name: str) -> None:
    lines = lines_of(ROOT / "games" / "axis_allies" / "records" / f"{name}.jsonl")
    assert found(lines) == ""
    lines[0]["options"] = {}
    assert "line" in found(lines)


@pytest.mark.parametrize("key", ["rules_version", "digest", "started"])
@pytest.mark.parametrize("instead", [None, [], {}])
def test_a_first_line_without_a_key_is_refused(key: str, instead: Any) -> None:
    lines = lines_of(PLAYED)
    lines[0][key] = instead
    with pytest.raises(BadInput, match=f"line 1: '{key}' is missing"):
        read(lines)
    del lines[0][key]
    with pytest.raises(BadInput, match=f"line 1: '{key}' is missing"):
        read(lines)


# --- a game at a table: takebacks that were agreed to, and dice thrown until they please ----------------------------


def test_takebacks_that_a_table_allowed_are_in_order() -> None:
    assert sum(line.get("table") == "undo" for line in sat_lines()) == 6
    record = read(sat_lines())
    assert record.verify() == []
    assert record.unproven().startswith("nobody has signed it")


def rerolled(wish: int, *, between: tuple[str, ...] = ()) -> Lines:
    """A whole game in which the first die shows `wish`, by the true seed: as often as it takes, a throw is undone and
    thrown again, after the moves `between`. All that follows fits: dice, position, end."""
    lines = sat_lines()
    n = next(i for i, line in enumerate(lines) if line.get("do") == "roll")
    record = read(lines)
    head, entries = record.header, record.entries[:n - 1]
    referee = Referee(SKIRMISH, record.rebuild(n - 1)[0], SEED, drawn=6)

    def play(text: str) -> None:
        side = SKIRMISH.to_move(referee.state)[0]
        entries.extend(Move(entry.side, entry.action) for entry in referee.play(side, parse(text)))

    start, to = referee.state, len(entries)
    while True:
        play("roll")
        if entries[-1].action == ("fell", wish):  # type: ignore[union-attr]
            break
        entries.append(TableAct("undo", RED, (("to", to),)))
        referee = Referee(SKIRMISH, start, SEED, referee.drawn)
        for text in between:
            play(text)
    rng = random.Random(1)
    while sides := SKIRMISH.waited_for(referee.state):
        own = [one for one in SKIRMISH.legal(referee.state, sides[0]) if one[0] != "unready"]
        entries.extend(Move(entry.side, entry.action) for entry in referee.play(sides[0], rng.choice(own)))
    result = referee.state.result
    assert result is not None
    end = {"returns": list(result.returns), "reason": result.reason, "seed": SEED.hex()}
    made = Record(SKIRMISH, head, entries, {**end, "fingerprint": fingerprint(referee.state)})
    return [json.loads(line) for line in made.to_text().splitlines()]


def test_a_die_thrown_until_it_pleases_is_found() -> None:
    fell = [found(rerolled(wish)) for wish in range(1, 7)]
    assert fell.count("") == 1, "the throw that was honest"
    assert all(not said or "past a result of chance" in said for said in fell)
    fell = [found(rerolled(wish, between=("mark",))) for wish in range(1, 7)]
    assert fell.count("") == 1
    assert all(not said or "past a result of chance" in said for said in fell)


def test_moves_between_an_undo_and_a_throw_are_found() -> None:
    """What was thrown for is taken back before the die is written, something else is done, and then the die falls."""
    lines = sat_lines()
    n = next(i for i, line in enumerate(lines) if line.get("do") == "roll")
    undo = {"table": "undo", "by": "red", "to": n - 1}
    assert "past a result of chance" in found([*lines[: n + 1], undo, {"by": "red", "do": "mark"}, *lines[n:]])
    assert "chance cannot give" in found([*lines[:n], lines[n + 1], *lines[n:]])


def test_an_undo_past_what_was_shown_is_found() -> None:
    """The cards of both are on the table: nobody picks another, and nobody answers again who has seen them."""
    lines = sat_lines()
    shown = next(i for i, line in enumerate(lines) if line.get("do") == "go hill")
    picked = next(i for i, line in enumerate(lines) if str(line.get("do")).startswith("pick"))
    undo = {"table": "undo", "by": "red", "to": picked - 1}
    assert "past what the other side has seen" in found([*lines[: picked + 4], undo, *lines[picked:]])
    assert "the undo" in found([*lines[: shown + 1], undo, *lines[picked:]])
    held = next(i for i, line in enumerate(lines) if line.get("do") == "hold")
    undo = {"table": "undo", "by": "blue", "to": held - 1}
    assert "past what the other side has seen" in found([*lines[: held + 1], undo, *lines[held:]])


# --- records that prove nothing -------------------------------------------------------------------------------------


def test_a_record_that_proves_nothing_says_so() -> None:
    lines = sat_lines()
    running = read(lines[:3])
    assert running.verify() == []
    assert "not over" in running.unproven()
    cut = read(lines[:-1])
    assert cut.verify() == []
    assert "its last line" in cut.unproven()
    del lines[-1]["end"]["seed"]
    bare = read(lines)
    assert bare.verify() == []
    assert "no seed" in bare.unproven()


def test_a_position_of_its_own_proves_nothing() -> None:
    """Of an analysis and a lesson the seed may stand there: where the game came from is not proven."""
    game = load("archies-war")
    lines = lines_of(PLAYED)
    start = {"snapshot": game.to_file(game.setup("two-player"))}
    record = read([lines[0], start, *lines[1:]])
    assert record.verify() == []
    assert "a position of its own" in record.unproven()


def test_verifying_survives_anything() -> None:
    """Lines made of pieces of others: each record is read and verified, or refused in one line."""
    rng = random.Random(7)
    lines = sat_lines()
    texts = [str(item) for line in lines for item in line.values()] + ["go hill =1..2", "roll", "", "fell =7"]
    for _ in range(400):
        made = sat_lines()
        for _ in range(rng.randint(1, 3)):
            n = rng.randrange(1, len(made))
            key = rng.choice(["do", "chance", "by", "to", "table", "kind", "end", "snapshot"])
            made[n] = {**made[n], key: rng.choice([*texts, rng.randrange(60), None])}
        said = found(made)
        assert "\n\n" not in said
        assert said or read(made).moves() == read(sat_lines()).moves()
