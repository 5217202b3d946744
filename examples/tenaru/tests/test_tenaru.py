"""What the tests demand of every game, and the cases of this one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import contract
from ironbottom.kernel.cases import read_cases, run_case
from ironbottom.kernel.data import load_data, unsourced
from ironbottom.kernel.game import Game
from ironbottom.kernel.presenter import faceless
from ironbottom.kernel.record import Move, Record, header
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.statements import citations
from ironbottom.kernel.step import CHANCE, OBSERVER
from ironbottom.kernel.value import fingerprint
from ironbottom.opponents.player import onward
from ironbottom.opponents.registry import player
from ironbottom.opponents.runner import answer, question
from ironbottom_tenaru.game import Tenaru
from ironbottom_tenaru.rules import AMERICAN, JAPANESE

GAME: Game[Any] = Tenaru()
CASES = read_cases(Path(__file__).with_name("cases.toml"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert run_case(GAME, case).wrong == ()


@pytest.mark.parametrize("seed", range(6))
def test_random_games(seed: int) -> None:
    contract.walk(GAME, "crossing", {"river": seed % 2 == 0}, seed)


def test_knowledge_looks_and_refusals() -> None:
    checks = (
        contract.check_knowledge,
        lambda game, s, rng: contract.check_looks(game, s),
        lambda game, s, rng: contract.check_refusals(game, s, rng, 4),
        lambda game, s, rng: whole(s),
    )
    for check in checks:
        assert contract.each(GAME, "crossing", range(4), lambda s, rng, check=check: check(GAME, s, rng), 0.4) > 20


def whole(s: Any) -> None:
    """No block is lost but to the box of the lost, none is doubled, and no place holds both sides."""
    for side, name in enumerate(GAME.sides):
        assert sorted(block.strength for block in s.blocks if block.side == side) == s.setting.data["blocks"][name]
    assert not any(s.at(AMERICAN, place) and s.at(JAPANESE, place) for place in s.setting.data["map"]["place"])


def test_every_step_has_a_face_and_every_event_a_line() -> None:
    assert faceless(GAME.types) == []


def test_every_statement_is_cited_by_code_and_by_a_case() -> None:
    ids = [statement.id for statement in GAME.statements]
    assert [key for key, places in citations(GAME.folder, ids).items() if not places] == []
    assert set(ids) == {rule for case in CASES for rule in case["rules"]}


def test_every_datum_has_a_source() -> None:
    assert unsourced(load_data(GAME.package)) == []


def test_what_a_side_has_not_seen_it_is_not_told() -> None:
    s = GAME.setup("crossing")
    s = GAME.apply(s, AMERICAN, ("place", "american.4", "gun_pits"))
    (told,) = s.news
    assert told.seen_by(AMERICAN).block == "american.4"
    for other in (JAPANESE, OBSERVER):
        assert told.seen_by(other).block is None
        assert {block.strength for block in GAME.view(s, other).blocks if block.side == AMERICAN} == {0}


def test_an_owner_may_correct_the_data() -> None:
    corrected = Tenaru({"blocks": {"turns": 2}})
    assert corrected.digest != GAME.digest
    s = corrected.setup("crossing")
    rng = random.Random(1)
    while corrected.to_move(s):
        s, _, _ = contract.step(corrected, s, rng)
    assert s.turn == 2


@pytest.mark.parametrize("seed", range(4))
def test_the_script_plays_a_game_whose_record_holds(seed: int) -> None:
    referee = Referee(GAME, GAME.setup("crossing"), bytes([seed]) * 32)
    entries, script = list(referee.begin()), player("regular")
    while sides := GAME.to_move(referee.state):
        asked = question(GAME, sides[0], GAME.view(referee.state, sides[0]), [])
        thought = answer(script, asked, len(entries))
        assert thought.considered
        assert thought.do[0] in onward(asked)
        entries += referee.play(sides[0], thought.do[0])
    head = header(GAME, "crossing", {"river": True}, seats={}, seed_hash=referee.seed_hash, started="2026-01-01")
    result = referee.state.result
    end = {"returns": list(result.returns), "reason": result.reason, "seed": referee.reveal_seed().hex(),
           "fingerprint": fingerprint(referee.state)}
    moves = [Move(entry.side, entry.action) for entry in entries]
    assert Record(GAME, head, moves, end).verify() == []
    assert any(move.side == CHANCE for move in moves)
