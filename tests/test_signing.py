"""Records that a server has signed: what was tampered with in them, and left no trace in the lines, is found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom.kernel.dice import commitment, key_of, seed_hash
from ironbottom.kernel.record import Move, Record
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.value import fingerprint
from ironbottom.server import signing
from ironbottom.server.signing import Signer
from table.skirmish import SKIRMISH
from tampered import (
    SEED,
    Lines,
    found,
    in_the_end,
    in_the_head,
    read,
    sat,
    sat_lines,
)

ANN, BEN = "a" * 64, "b" * 64
DICE = {"by": "red", "commitment": commitment(ANN), "tries": 1, "numbers": {"red": ANN, "blue": BEN}}


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer(tmp_path_factory.mktemp("server"))


@pytest.fixture
def signed(signer: Signer) -> Lines:
    return sign(sat(json.dumps({"dice": DICE, "signed_by": signer.public})), signer)


def sign(text: str, signer: Signer) -> Lines:
    record = read([json.loads(line) for line in text.splitlines()])
    record.read = None
    signer.sign(record)
    return [json.loads(line) for line in record.to_text().splitlines()]


def undone(lines: Lines) -> tuple[int, int]:
    """The index of the first takeback, and of the first line that it took back."""
    n = next(i for i, line in enumerate(lines) if line.get("table") == "undo")
    return n, lines[n]["to"] + 1


def without_a_takeback(lines: Lines) -> Lines:
    """The moves and the undo are cut out, as if there had been none; later undos count fewer lines."""
    n, first = undone(lines)
    rest = [{**line, "to": line["to"] - (n + 1 - first)} if "to" in line else line for line in lines[n + 1 :]]
    return [*lines[:first], *rest]


def without_what_was_taken_back(lines: Lines) -> Lines:
    n, first = undone(lines)
    marked = next(i for i in range(first, n) if lines[i].get("do") == "mark")
    rest = [{**line, "to": line["to"] - 1} if "to" in line and line["to"] >= marked else line for line in lines]
    return [*rest[:marked], *rest[marked + 1 :]]


def given_up_early(lines: Lines) -> Lines:
    """Cut before a decision, and an end with the true seed that fits."""
    n = next(i for i, line in enumerate(lines) if line.get("do") == "roll")
    state, _ = read(lines[:n]).rebuild()
    end = {"returns": [1, -1], "reason": "resign", "fingerprint": fingerprint(state)}
    return [*lines[:n], {"table": "resign", "by": "blue"}, {"end": {**lines[-1]["end"], **end}}]


def played_on_otherwise(lines: Lines) -> Lines:
    """Another game to the end, with the true dice: who knows the seed writes the luckiest."""
    n = next(i for i, line in enumerate(lines) if line.get("do") == "roll")
    record = read(lines)
    fell = sum("chance" in line for line in lines[:n])
    state = record.rebuild(n - 1)[0]
    referee = Referee(SKIRMISH, state, key_of(SEED, record.numbers), fell)
    rng = random.Random(4)
    entries = record.entries[: n - 1]
    while sides := SKIRMISH.waited_for(referee.state):
        own = [one for one in SKIRMISH.legal(referee.state, sides[0]) if one[0] != "unready"]
        entries.extend(Move(entry.side, entry.action) for entry in referee.play(sides[0], rng.choice(own)))
    result = referee.state.result
    assert result is not None
    end = {"returns": list(result.returns), "reason": result.reason, "fingerprint": fingerprint(referee.state)}
    made = Record(SKIRMISH, record.header, entries, {**lines[-1]["end"], **end})
    return [json.loads(line) for line in made.to_text().splitlines()]


def paused(lines: Lines) -> Lines:
    n = next(i for i, line in enumerate(lines) if line.get("do") == "roll")
    rest = [{**line, "to": line["to"] + 1} if "to" in line and line["to"] >= n else line for line in lines[n:]]
    return [*lines[:n], {"table": "pause", "by": "red"}, *rest]


def dice_with(**changed: Any) -> Callable[[Lines], Lines]:
    return in_the_head(dice=DICE | changed)


def other_seats(lines: Lines) -> Lines:
    return in_the_head(seats={"red": "bot:elite", "blue": "human"})(lines)


def another_signature(lines: Lines) -> Lines:
    lines[-1]["end"]["signature"] = lines[-1]["end"]["signature"][::-1]
    return lines


def a_seed_of_his_own(lines: Lines) -> Lines:
    lines[0]["seed_hash"], lines[-1]["end"]["seed"] = seed_hash(bytes(32)), bytes(32).hex()
    return lines


def no_signature(lines: Lines) -> Lines:
    del lines[-1]["end"]["signature"]
    return lines


def no_key(lines: Lines) -> Lines:
    del lines[0]["signed_by"]
    return lines


UNSEEN: list[Callable[[Lines], Lines]] = [
    without_a_takeback, without_what_was_taken_back, given_up_early, played_on_otherwise, paused, other_seats,
    in_the_head(started="1942-08-08T00:00:00Z"), in_the_head(overlay={}),
]  # fmt: skip
"""What fits in itself: the signature alone finds it."""
SEEN: list[tuple[Callable[[Lines], Lines], str]] = [
    (in_the_head(signed_by="0" * 64), "signature"),
    (in_the_head(signed_by="00"), "'signed_by' is a key"),
    (in_the_end(signature="00" * 64), "signature"),
    (in_the_end(signature="no hex"), "signature"),
    (in_the_end(signature=7), "signature"),
    (another_signature, "signature"),
    (dice_with(commitment="0" * 64), "not the one that was committed to"),
    (dice_with(numbers={"red": BEN, "blue": ANN}), "not the one that was committed to"),
    (dice_with(numbers={"red": ANN, "blue": "c" * 64}), "the seed does not give"),
    (dice_with(numbers={"red": ANN}), "the seed does not give"),
    (dice_with(numbers={"blue": BEN}), "'dice' has a number"),
    (dice_with(numbers={"red": ANN, "blue": BEN, "green": BEN}), "'dice' has a number"),
    (dice_with(commitment=""), "'dice' has a number"),
    (dice_with(by="blue"), "not the one that was committed to"),
    (dice_with(tries=0), "'dice' has a number"),
    (dice_with(tries=2), "signature"),
    (dice_with(numbers=None), "'dice' is a table"),
    (in_the_head(dice=None), "'dice' is a table"),
    (a_seed_of_his_own, "the seed does not give"),
]


def told(lines: Lines) -> str:
    """What is said of a signed record."""
    said = found(lines)
    if not said:
        record = read(lines)
        said = "\n".join([*signing.wrong(record), record.unproven()]).strip()
    return said


def test_a_signed_record_is_proven(signed: Lines) -> None:
    assert told(signed) == ""
    assert told([dict(reversed(line.items())) for line in signed]) == "", "the order of keys says nothing"


@pytest.mark.parametrize("tamper", UNSEEN, ids=lambda tamper: tamper.__name__)
def test_what_fits_in_itself_is_found_by_its_signature(signed: Lines, tamper: Callable[[Lines], Lines]) -> None:
    lines = tamper(signed)
    assert found(lines) == ""
    assert told(lines).startswith("the signature is not of these lines")


@pytest.mark.parametrize(("tamper", "said"), SEEN, ids=[f"{n}-{tamper.__name__}" for n, (tamper, _) in enumerate(SEEN)])
def test_a_tampering_with_dice_or_signature_is_found(
    signed: Lines, tamper: Callable[[Lines], Lines], said: str
) -> None:
    assert said in told(tamper(signed)) or said in found(tamper(signed))


@pytest.mark.parametrize("tamper", [no_signature, no_key, lambda lines: no_key(no_signature(lines))])
def test_a_record_whose_signature_was_cut_off_is_not_proven(signed: Lines, tamper: Callable[[Lines], Lines]) -> None:
    assert "nobody has signed it" in told(tamper(signed))


def test_a_record_that_another_has_signed_says_so(signed: Lines, signer: Signer, tmp_path: Path) -> None:
    """Who writes a game anew signs it himself: it holds, and it is told by whom it is signed."""
    other = Signer(tmp_path)
    forged = played_on_otherwise(signed)
    forged[0]["signed_by"] = other.public
    again = sign("\n".join(map(json.dumps, no_signature(forged))), other)
    assert told(again) == ""
    assert signing.wrong(read(again), signer.public) == [f"it is not signed by {signer.public}, but by {other.public}"]
    assert signing.wrong(read(signed), signer.public.upper()) == []
    assert signing.wrong(read(sat_lines()), signer.public) == [f"it is not signed by {signer.public}, but by nobody"]


def test_two_games_of_one_server_cannot_be_spliced(signed: Lines, signer: Signer) -> None:
    """With the same seed and the same beginning, so that all of it fits."""
    other = sign("\n".join(map(json.dumps, no_signature(played_on_otherwise(signed)))), signer)
    assert told(other) == ""
    assert told([*signed[:1], *other[1:-1], signed[-1]])
    assert told([*signed[:-1], other[-1]])
    swapped = {**other[-1]["end"], "signature": signed[-1]["end"]["signature"]}
    assert "signature" in told([*other[:-1], {"end": swapped}])


def test_no_line_of_a_signed_record_can_be_cut_out_doubled_or_moved(signed: Lines) -> None:
    for n in range(1, len(signed) - 1):
        assert told([*signed[:n], *signed[n + 1 :]])
        assert told([*signed[:n], signed[n], *signed[n:]])
        if signed[n] != signed[n + 1]:
            assert told([*signed[:n], signed[n + 1], signed[n], *signed[n + 2 :]])
