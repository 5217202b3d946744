"""Drafts, hand-over, sealed parts, table acts: played on a toy."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ironbottom.kernel.action import Action, notation, parse
from ironbottom.kernel.dice import seed_hash
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.record import Move, header, read_record
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.table.clocks import claim, deadlines
from ironbottom.table.log import TRUTH
from ironbottom.table.message import message, past
from ironbottom.table.restoring import restore
from ironbottom.table.seats import BOT, Seat, Terms
from ironbottom.table.table import Table
from table.skirmish import SKIRMISH, ToyState

RED, BLUE = 0, 1
SEED = bytes(range(32))
NOW = 1_800_000_000.0


def new_table(
    *, days: int = 0, seats: tuple[Seat, ...] | None = None, start: Any = None, scenario: str = "duel",
    terms: Terms | None = None,
) -> Table[ToyState]:
    seats = seats or (Seat(RED, name="Ann", player="ann"), Seat(BLUE, name="Ben", player="ben"))
    head = header(
        SKIRMISH, scenario, {}, seats={"red": "human", "blue": "human"}, seed_hash=seed_hash(SEED), started=""
    )
    table = Table(SKIRMISH, head, seats, terms or Terms(days), SEED, start=start)
    if start is None:
        table.begin(NOW)
    return table


def do(table: Table[Any], side: int, *texts: str, now: float = NOW) -> Any:
    return table.do(side, [parse(text) for text in texts], now)


def seal(table: Table[Any]) -> None:
    """Both sides pick their lowest card and are ready."""
    for side in (RED, BLUE):
        card = table.legal(side)[0]
        table.do(side, [card], NOW)
        do(table, side, "ready")


def marching(**kwargs: Any) -> Table[ToyState]:
    table = new_table(**kwargs)
    seal(table)
    assert table.to_move() == (RED,)
    return table


def text_of(table: Table[Any], viewer: int, after: int = 0) -> str:
    return json.dumps(message(table, viewer, after), sort_keys=True)


def test_a_draft_is_seen_by_its_owner_alone() -> None:
    table = marching()
    before = {viewer: text_of(table, viewer) for viewer in (RED, BLUE, OBSERVER)}
    logged = len(table.log)
    do(table, RED, "go hill")
    do(table, RED, "go hill")
    assert len(table.log) == logged
    assert text_of(table, RED) != before[RED]
    assert text_of(table, BLUE) == before[BLUE]
    assert text_of(table, OBSERVER) == before[OBSERVER]
    assert message(table, RED)["draft"] == {"length": 2, "redo": 0}
    assert [line["text"] for line in message(table, RED)["lines"] if "draft" in line] == ["went side=red to=hill"] * 2


def test_undo_and_redo_step_by_step() -> None:
    table = marching()
    texts = [text_of(table, RED)]
    for step in ("go hill", "mark", "go hill"):
        do(table, RED, step)
        texts.append(text_of(table, RED))
    for n in (2, 1, 0):
        table.undo(RED, NOW)
        assert message(table, RED)["n"] == json.loads(texts[n])["n"]
        assert message(table, RED)["picture"] == json.loads(texts[n])["picture"]
    with pytest.raises(IllegalAction):
        table.undo(RED, NOW)
    for n in (1, 2, 3):
        table.redo(RED, NOW)
        assert message(table, RED)["picture"] == json.loads(texts[n])["picture"]
    with pytest.raises(IllegalAction):
        table.redo(RED, NOW)
    table.undo(RED, NOW, all_of_it=True)
    assert message(table, RED)["draft"] == {"length": 0, "redo": 3}
    do(table, RED, "mark")
    assert message(table, RED)["draft"] == {"length": 1, "redo": 0}


def test_a_full_draft_is_said_and_ends_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironbottom.table.table.MOST_IN_DRAFT", 6)
    table = marching()
    refusal = do(table, RED, *["go hill", "go wood"] * 5)
    assert SKIRMISH.refusal(refusal).startswith("These are 6 moves that can still be taken back")
    with pytest.raises(IllegalAction, match="end them, or take some back"):
        do(table, RED, "go hill")
    assert message(table, RED)["draft"] == {"length": 6, "redo": 0}, "nothing is lost"
    table.undo(RED, NOW)
    do(table, RED, "mark")
    do(table, RED, "stop")
    assert table.to_move() == (BLUE,)
    sheet = new_table()
    do(sheet, RED, *[action for _ in range(3) for action in map(notation, (sheet.legal(RED)[0], sheet.legal(RED)[-1]))])
    with pytest.raises(IllegalAction, match="These are 6 moves"):
        sheet.do(RED, [sheet.legal(RED)[0]], NOW)
    for act in ("ready", "unready", "ready"):
        do(sheet, RED, act)
    assert sheet.waiting() == (BLUE,)


def test_what_is_irreversible_commits_the_draft_with_all_before_it() -> None:
    table = marching()
    logged = len(table.log)
    do(table, RED, "go hill", "mark", "roll")
    kinds = [(entry.entry.side, entry.entry.action[0]) for entry in table.log[logged:] if isinstance(entry.entry, Move)]
    assert kinds == [(RED, "go"), (RED, "mark"), (RED, "roll"), (CHANCE, "fell")]
    assert table.log[-2].ends == "ends.die"
    assert not table.drafts
    with pytest.raises(IllegalAction):
        table.undo(RED, NOW)


def test_several_actions_stop_at_a_commit_and_at_an_interruption() -> None:
    table = marching()
    do(table, RED, "roll", "go hill")
    assert table.state.scouts == (0, 0)
    assert message(table, RED)["draft"]["length"] == 0
    refusal = do(table, RED, "go hill", "go hill", "go hill")
    assert refusal is not None
    assert message(table, RED)["draft"]["length"] == 2


def test_illegal_actions_change_nothing() -> None:
    table = marching()
    before = text_of(table, RED)
    for side, text in ((RED, "go wood"), (RED, "fly"), (BLUE, "go hill"), (BLUE, "hold"), (RED, "ready")):
        with pytest.raises(IllegalAction):
            do(table, side, text)
    assert text_of(table, RED) == before
    assert table.changes.drafts == {RED, BLUE} or not table.drafts


def test_a_sealed_part_moves_nobody_s_number() -> None:
    table = new_table()
    numbers = [table.number(viewer) for viewer in (RED, BLUE, OBSERVER)]
    blue_before = text_of(table, BLUE)
    table.do(RED, [table.legal(RED)[0]], NOW)
    assert text_of(table, BLUE) == blue_before
    do(table, RED, "ready")
    told = message(table, BLUE)
    assert [seat["ready"] for seat in told["seats"]] == [True, False]
    assert {**told, "seats": 0, "waiting": 0} == {**json.loads(blue_before), "seats": 0, "waiting": 0}
    assert [table.number(viewer) for viewer in (RED, BLUE, OBSERVER)] == numbers
    assert table.waiting() == (BLUE,)
    do(table, RED, "unready")
    assert table.waiting() == (RED, BLUE)
    do(table, RED, "ready")
    table.undo(RED, NOW)
    assert table.waiting() == (RED, BLUE)
    do(table, RED, "ready")
    table.do(BLUE, [table.legal(BLUE)[0]], NOW)
    do(table, BLUE, "ready")
    assert table.to_move() == (RED,)


def test_the_order_of_sealing_leaves_no_trace() -> None:
    texts = []
    for order in ((RED, BLUE), (BLUE, RED)):
        table = new_table()
        for side in order:
            table.do(side, [table.legal(side)[0]], NOW)
            do(table, side, "ready")
        texts.append([text_of(table, viewer) for viewer in (RED, BLUE, OBSERVER)])
        sides = [
            entry.entry.side for entry in table.log if isinstance(entry.entry, Move) and entry.entry.side != CHANCE
        ]
        assert sides == sorted(sides)
    assert texts[0] == texts[1]


def play_on(table: Table[Any], rng: random.Random, steps: int = 1000, undo: float = 0.0) -> None:
    for _ in range(steps):
        waiting = table.waiting()
        if not waiting:
            return
        side = rng.choice(waiting)
        if table.drafts.get(side) and table.drafts[side].moves and rng.random() < undo:
            table.undo(side, NOW)
            if rng.random() < 0.5:
                table.redo(side, NOW)
            continue
        legal = [a for a in table.legal(side) if not table.game.retracts(table.view(side), a)]
        table.do(side, [rng.choice(legal)], NOW)


def test_whole_games_replay_from_their_log() -> None:
    for seed in range(30):
        table = new_table()
        play_on(table, random.Random(seed), undo=0.3)
        assert table.over is not None
        state = SKIRMISH.setup("duel")
        for entry in table.log:
            if isinstance(entry.entry, Move):
                state = SKIRMISH.apply(state, entry.entry.side, entry.entry.action)
        assert state == table.state
        again = new_table(start=SKIRMISH.setup("duel"))
        again.start = None
        assert restore(again, table.log) == ""
        for viewer in (RED, BLUE, OBSERVER, TRUTH):
            assert text_of(again, viewer) == text_of(table, viewer)
            numbers = [line["n"] for line in message(table, viewer)["lines"]]
            assert numbers == list(range(1, len(numbers) + 1))


def test_nothing_that_a_seat_gets_depends_on_what_it_may_not_know() -> None:
    """Positions that differ only in secrets give byte-identical messages, refusals and numbers."""
    rng = random.Random(5)
    compared = 0
    for seed in range(60):
        table = new_table()
        play_on(table, random.Random(seed), steps=rng.randrange(3, 25))
        if table.over is not None or table.drafts:
            continue
        for side in (RED, BLUE, OBSERVER):
            view = SKIRMISH.view(table.state, side)
            for _ in range(3):
                other = new_table(start=SKIRMISH.determinize(view, side, rng))
                same = new_table(start=table.state)
                assert text_of(other, side) == text_of(same, side)
                for text in ("go hill", "ready", "pick =1", "pick =6", "hold", "roll", "fly away", "pick =99"):
                    assert outcome(other, side, text) == outcome(same, side, text), (side, text)
                compared += 1
    assert compared > 100


def outcome(table: Table[Any], side: int, text: str) -> str:
    """What a seat is told when it tries something that resolves without a secret coming out."""
    if text in ("hold", "roll") or side == OBSERVER:
        view = SKIRMISH.view(table.state, side)
        refusal = SKIRMISH.why_not(view, side, parse(text))
        return "" if refusal is None else SKIRMISH.refusal(refusal)
    try:
        do(table, side, text)
    except IllegalAction as error:
        return f"{error} {error.rule}"
    return text_of(table, side)


def test_a_private_move_of_the_other_side_leaves_no_trace() -> None:
    """Red marks its map and stops, or stops at once: blue and observers get the same, to the byte."""
    texts = []
    for moves in (("stop",), ("mark", "mark", "stop")):
        table = marching()
        do(table, RED, *moves)
        texts.append([text_of(table, viewer) for viewer in (BLUE, OBSERVER)])
    assert texts[0] == texts[1]


def test_replay_shows_each_line_s_position_without_choices() -> None:
    table = marching()
    do(table, RED, "go hill", "roll")
    do(table, RED, "go hill")
    n = message(table, RED)["n"]
    assert past(table, RED, n)["picture"] == message(table, RED)["picture"]
    assert past(table, RED, n)["choices"] == []
    start = past(table, RED, 0)
    assert start["picture"]["turn"] == "Round 0"
    for number in range(n):
        assert past(table, RED, number)["at"] == number
    for number in (-1, n + 1):
        with pytest.raises(BadInput):
            past(table, RED, number)


def test_resign_ends_the_game_and_shows_everything() -> None:
    table = marching()
    do(table, RED, "mark")
    table.resign(BLUE, NOW)
    told = message(table, RED)
    assert told["over"]["winners"] == ["red"]
    assert told["over"]["seed"] == SEED.hex()
    assert told["choices"] == []
    assert told["lines"][-1]["mark"] == "end"
    for act in (lambda: table.resign(RED, NOW), lambda: do(table, RED, "stop"), lambda: table.undo(RED, NOW)):
        with pytest.raises(IllegalAction):
            act()


def test_a_draw_must_be_agreed() -> None:
    table = marching()
    table.offer(RED, "draw", NOW)
    assert message(table, BLUE)["offers"] == [{"by": "red", "kind": "draw"}]
    with pytest.raises(IllegalAction):
        table.answer(RED, "draw", True, NOW)
    table.answer(BLUE, "draw", False, NOW)
    assert message(table, BLUE)["offers"] == []
    table.offer(RED, "draw", NOW)
    table.answer(BLUE, "draw", True, NOW)
    assert table.over is not None
    assert table.over.returns == (0, 0)


def test_a_takeback_restores_the_turn_as_a_draft() -> None:
    table = marching()
    before = table.state
    do(table, RED, "go hill", "mark", "stop")
    drawn = table.referee.drawn
    assert table.waiting() == (BLUE,)
    assert [message(table, side)["takeback"] for side in (RED, BLUE)] == [True, False]
    marched = message(table, BLUE)["lines"][-3:]
    table.offer(RED, "takeback", NOW)
    assert message(table, BLUE)["offers"][0]["undoes"] in [line["text"] for line in marched]
    table.answer(BLUE, "takeback", True, NOW)
    assert table.state == before
    assert not message(table, RED)["takeback"]
    assert table.referee.drawn == drawn
    assert message(table, RED)["draft"]["length"] == 2
    assert "took back" in message(table, BLUE)["lines"][-1]["text"]
    do(table, RED, "stop")
    again = new_table(start=SKIRMISH.setup("duel"))
    again.start = None
    restore(again, table.log)
    assert again.state == table.state


def test_a_takeback_past_a_die_or_a_revelation_is_refused() -> None:
    table = marching()
    with pytest.raises(IllegalAction):
        table.offer(RED, "takeback", NOW)  # the cards were just sealed
    assert not message(table, RED)["takeback"]
    do(table, RED, "go hill", "roll")
    with pytest.raises(IllegalAction, match="die"):
        table.offer(RED, "takeback", NOW)
    assert not message(table, RED)["takeback"]
    do(table, RED, "stop")
    do(table, BLUE, "hold")
    with pytest.raises(IllegalAction, match="revealed"):
        table.offer(RED, "takeback", NOW)
    assert not message(table, RED)["takeback"]


def test_the_computer_takes_back_and_agrees_to_no_draw() -> None:
    table = marching(seats=(Seat(RED, name="Ann", player="ann"), Seat(BLUE, BOT, "Bot", bot="random")))
    do(table, RED, "go hill", "stop")
    with pytest.raises(IllegalAction):
        table.offer(RED, "draw", NOW)
    table.offer(RED, "takeback", NOW)
    assert table.to_move() == (RED,)


def test_time_can_be_claimed_by_the_rule_shown_at_the_start() -> None:
    table = marching(days=2)
    day = 86400.0
    assert message(table, BLUE)["clock"]["days"] == 2
    assert list(message(table, BLUE)["clock"]["deadline"]) == ["red"]
    do(table, RED, "roll", now=NOW + day)
    assert deadlines(table)[RED] == NOW + 2 * day
    for now in (NOW + day, NOW + 2 * day):
        with pytest.raises(IllegalAction):
            claim(table, BLUE, now)
    with pytest.raises(IllegalAction):
        claim(table, RED, NOW + 3 * day)
    claim(table, BLUE, NOW + 3 * day)
    assert table.over is not None
    assert table.over.returns == (-1, 1)
    with pytest.raises(IllegalAction):
        claim(marching(), BLUE, NOW + 100 * day)


def test_standing_orders_are_private_and_come_in_as_ordinary_actions() -> None:
    table = marching()
    texts = {viewer: text_of(table, viewer) for viewer in (RED, OBSERVER)}
    assert table.ordered() is None
    table.order(BLUE, "Answer", "hold")
    assert {viewer: text_of(table, viewer) for viewer in (RED, OBSERVER)} == texts
    assert message(table, BLUE)["orders"] == [{"step": "Answer", "do": "hold", "text": ""}]
    do(table, RED, "stop")
    assert message(table, BLUE)["reaction"] == {"step": "Answer", "default": "yield"}
    ordered = table.ordered()
    assert ordered == (BLUE, (("hold",),))
    table.order(BLUE, "Answer", "default")
    assert table.ordered() == (BLUE, (("yield",),))
    table.do(BLUE, list(ordered[1]), NOW)
    assert table.log[-1].entry == Move(BLUE, ("hold",))
    for step in ("March", "Nothing"):
        with pytest.raises(BadInput):
            table.order(BLUE, step, "default")
    table.order(BLUE, "Answer", None)
    assert message(table, BLUE)["orders"] == []


def test_notes_are_private_and_pinned_to_places() -> None:
    table = marching()
    before = text_of(table, BLUE)
    table.note(RED, "hill", "six here", ("wood", "hill"))
    assert message(table, RED)["notes"] == {"hill": "six here"}
    assert text_of(table, BLUE) == before
    table.note(RED, "hill", "", ("wood", "hill"))
    assert message(table, RED)["notes"] == {}
    for place, text in (("moon", "x"), ("hill", "x" * 501)):
        with pytest.raises(BadInput):
            table.note(RED, place, text, ("wood", "hill"))


def test_chat_reaches_all() -> None:
    table = marching()
    table.say(RED, " hello ", NOW)
    for viewer in (RED, BLUE, OBSERVER):
        assert [(said["by"], said["text"]) for said in message(table, viewer)["chat"]] == [("red", "hello")]
    for text in ("", "  ", "x" * 501):
        with pytest.raises(BadInput):
            table.say(RED, text, NOW)


def test_the_curtain_hides_everything_between_hot_seat_players() -> None:
    both = (Seat(RED, name="Ann", player="ann"), Seat(BLUE, name="Ben", player="ann"))
    table = marching(seats=both)
    table.note(BLUE, "hill", "secret", ("hill",))
    assert message(table, RED)["curtain"] is None
    hidden = message(table, BLUE)
    assert hidden["curtain"] == "red"
    assert hidden["picture"]["pieces"] == []
    assert hidden["lines"] == []
    assert hidden["notes"] == {}
    assert hidden["choices"] == []
    assert past(table, BLUE, 1)["picture"]["pieces"] == []
    do(table, RED, "stop")
    assert message(table, BLUE)["curtain"] is None
    assert message(table, RED)["curtain"] == "blue"
    table.resign(RED, NOW)
    assert message(table, RED)["curtain"] is None


def test_drafts_come_back_from_storage() -> None:
    table = marching()
    do(table, RED, "go hill", "go hill", "mark")
    table.undo(RED, NOW)
    draft = table.drafts[RED]
    again = new_table(start=SKIRMISH.setup("duel"))
    again.start = None
    moves: dict[int, tuple[list[Action], list[Action]]] = {RED: (draft.moves, draft.redo)}
    restore(again, table.log, drafts=moves)
    assert text_of(again, RED) == text_of(table, RED)
    again.redo(RED, NOW)
    assert again.drafts[RED].moves == [("go", "hill"), ("go", "hill"), ("mark",)]


def test_a_mended_rule_jumps_to_the_next_snapshot_or_goes_back_to_the_last_legal_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = marching()
    do(table, RED, "go hill", "go hill", "stop")
    bad = next(n for n, entry in enumerate(table.log) if entry.entry == Move(RED, ("go", "hill")))
    strict = type(SKIRMISH)()
    legal = strict.why_not
    from ironbottom.kernel.step import Refusal

    def no_hill(s: Any, side: int, action: Action) -> Refusal | None:
        return Refusal("T-9", "refused.not_now") if action == ("go", "hill") else legal(s, side, action)

    monkeypatch.setattr(strict, "why_not", no_hill)
    again = Table(strict, table.header, tuple(table.seats.values()), Terms(), SEED)
    snapshot = (len(table.log) - 1, table.timeline.at(len(table.log) - 1, table.log))
    assert restore(again, table.log, [snapshot], trusted=False) != ""
    assert again.state == table.state
    assert past(again, RED, again.number(RED) - 1)["picture"]
    later = Table(strict, table.header, tuple(table.seats.values()), Terms(), SEED)
    assert restore(later, table.log, trusted=False, now=NOW) != ""
    assert later.state == table.timeline.at(bad, table.log)
    assert len(later.log) == len(table.log) + 1
    do(later, RED, "stop")


def test_notation_of_all_offered_actions_is_accepted() -> None:
    table = marching()
    for action in table.legal(RED):
        assert parse(notation(action)) == action


def test_ready_taken_back_and_said_again_leaves_one_ready_in_the_log() -> None:
    table = new_table()
    for side in (BLUE, RED):
        table.do(side, [table.legal(side)[0]], NOW)
    do(table, BLUE, "ready")
    do(table, BLUE, "unready")
    do(table, RED, "ready")
    do(table, RED, "unready")
    assert table.waiting() == (RED, BLUE)
    assert message(table, RED)["draft"]["length"] == 1
    do(table, RED, "ready")
    do(table, BLUE, "ready")
    assert table.to_move() == (RED,)
    assert [e.entry.action for e in table.log if isinstance(e.entry, Move)].count(("ready",)) == 2


def test_the_record_of_an_analysis_board_holds_takebacks_and_all() -> None:
    middle = marching().state.replace(news=())
    both = (Seat(RED, name="Ann", player="ann"), Seat(BLUE, name="Ann", player="ann"))
    table = new_table(start=middle, seats=both)
    do(table, RED, "go hill", "stop")
    table.offer(RED, "takeback", NOW)
    do(table, RED, "mark", "stop")
    table.resign(RED, NOW)
    record = read_record(table.record().to_text(), lambda slug, overlay: SKIRMISH)
    assert record.rebuild() == (table.state.replace(news=record.rebuild()[0].news), "")
    assert record.verify() == []


def analysing(start: Any) -> Table[ToyState]:
    both = (Seat(RED, name="Ann", player="ann"), Seat(BLUE, name="Ann", player="ann"))
    kinds = dict.fromkeys(("red", "blue"), "analysis")
    head = header(SKIRMISH, "duel", {}, seats=kinds, seed_hash=seed_hash(SEED), started="")
    table = Table(SKIRMISH, head, both, Terms(), SEED, start=start)
    table.begin(NOW)
    return table


def test_an_analysis_board_undoes_dice_and_hides_nothing_from_its_owner() -> None:
    middle = marching().state.replace(news=())
    table = analysing(middle)
    assert table.analysis
    assert "more" not in message(table, RED)["draft"], "nothing has been done yet"
    do(table, RED, "go hill")
    do(table, RED, "roll")
    assert any(isinstance(logged.entry, Move) and logged.entry.side == CHANCE for logged in table.log)
    assert message(table, RED)["draft"] == {"length": 0, "redo": 0, "more": True}
    table.undo(RED, NOW)  # the die, and what threw it; what was done before stands in the draft
    assert message(table, RED)["draft"]["length"] == 1
    assert table.state == middle.replace(news=table.state.news)
    table.undo(RED, NOW)
    assert "more" not in message(table, RED)["draft"]
    with pytest.raises(IllegalAction):
        table.undo(RED, NOW)
    do(table, RED, "stop")
    assert table.waiting() == (BLUE,)
    assert message(table, RED)["curtain"] is None, "both hands are one's own"
    table.undo(BLUE, NOW)  # what the other side did last is taken back from here too
    assert table.waiting() == (RED,)
    record = read_record(table.record().to_text(), lambda slug, overlay: SKIRMISH)
    assert record.rebuild()[1] == ""


def test_a_game_that_counts_undoes_no_dice() -> None:
    table = marching()
    do(table, RED, "roll")
    assert "more" not in message(table, RED)["draft"]
    with pytest.raises(IllegalAction):
        table.undo(RED, NOW)
