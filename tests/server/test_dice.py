"""How the dice of a table are made over HTTP, and what its record proves afterwards."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from ironbottom.games import load
from ironbottom.kernel.dice import commitment, key_of, pick, seed_hash
from ironbottom.kernel.record import Record, read_record
from ironbottom.kernel.step import CHANCE
from ironbottom.server import signing
from ironbottom.server.players import DAY
from ironbottom.server.signing import FILE, Signer
from server.play import Browser, heard, invited, live, seal, stored
from table.skirmish import SKIRMISH, make

ONE, TWO = "1" * 64, "2" * 64


def read(text: str) -> Record[Any]:
    return read_record(text, lambda slug, overlay: make(overlay) if slug == "skirmish" else load(slug, overlay))


def record_of(browser: Browser, key: str) -> Record[Any]:
    return read(browser.http.get(f"/api/tables/{key}/record").text)


def made(base: str) -> tuple[Browser, Browser, str, Any]:
    """A table with its friend, whose dice nobody has given anything for."""
    red, blue = Browser(base, "Ann"), Browser(base, "Ben")
    seats = {"red": "me", "blue": "friend"}
    told = red.post("/api/tables", game="skirmish", scenario="duel", seats=seats)
    return red, blue, told["id"], told["links"]["blue"]


def give(who: Browser, key: str, seat: str, **what: str) -> Any:
    return who.act(key, seat, "dice", **what)


def refused(who: Browser, key: str, seat: str, **what: Any) -> str:
    status, error = who.refused(f"/api/tables/{key}/dice", seat=seat, **what)
    assert status == 400
    return error


def test_nothing_falls_before_all_pages_have_given_their_numbers(run: Callable[..., Any]) -> None:
    running = run()
    red, blue, key, link = made(running.base)
    store = running.server.store
    dice = red.look(key, "red")["dice"]
    assert dice["wanted"] == {"seat": "red", "what": "commitment"}
    assert (dice["commitment"], dice["numbers"], dice["tries"]) == ("", {}, 1)
    ((seed,),) = stored(store, "SELECT seed FROM tables WHERE id = ?", (key,))
    assert dice["seed_hash"] == seed_hash(seed)
    assert seed.hex() not in json.dumps(red.look(key, "red"))
    assert "No number for the dice is wanted" in refused(red, key, "red", number=ONE)
    assert give(red, key, "red", commitment=commitment(ONE))["dice"]["wanted"] is None
    shown = blue.get(f"/api/join/{link.rpartition('/')[2]}")["dice"]
    assert (shown["seed_hash"], shown["commitment"]) == (dice["seed_hash"], commitment(ONE))
    assert "No number for the dice is wanted" in refused(red, key, "red", number=ONE), "nobody else has joined"
    blue.post("/api/join", secret=link.rpartition("/")[2])
    for who, seat in ((red, "red"), (blue, "blue")):
        told = who.look(key, seat)
        assert (told["choices"], told["lines"], told["waiting"]) == ([], [], ["blue"])
        assert "look" in told["prompt"]["text"]
        for act, body in (("do", {"n": 0, "id": "a", "do": ["ready"]}), ("resign", {}), ("offer", {"kind": "draw"})):
            assert "has not begun" in who.refused(f"/api/tables/{key}/{act}", seat=seat, **body)[1]
        assert who.refused(f"/api/tables/{key}/analysis", seat=seat)[0] in (400, 403)
    assert "No number for the dice is wanted" in refused(red, key, "red", number=ONE), "the other number comes first"
    assert "commits to a number first" in refused(blue, key, "blue", commitment=commitment(TWO))
    assert give(blue, key, "blue", number=TWO)["waiting"] == ["red"]
    assert "No number for the dice is wanted" in refused(blue, key, "blue", number=ONE), "a number is given once"
    assert refused(red, key, "red", number=TWO) == "This is not the number that your page committed to."
    assert stored(store, "SELECT * FROM entries WHERE game_table = ?", (key,)) == []
    begun = give(red, key, "red", number=ONE)
    assert begun["lines"]
    given = {"commitment": commitment(ONE), "numbers": {"red": ONE, "blue": TWO}, "wanted": None}
    assert begun["dice"] == dice | given
    assert blue.look(key, "blue")["choices"]
    assert "have been made already" in refused(red, key, "red", number=ONE)
    assert "have been made already" in refused(red, key, "red", commitment=commitment(TWO))


def test_every_result_follows_from_the_seed_and_all_numbers(base: str) -> None:
    red, blue, key, _ = invited(base)
    blue.act(key, "blue", "resign")
    record = record_of(red, key)
    assert (record.verify(), record.unproven(), signing.wrong(record)) == ([], "", [])
    assert record.end is not None
    seed, numbers = bytes.fromhex(record.end["seed"]), record.numbers
    assert set(numbers) == {"red", "blue"}
    first = SKIRMISH.setup("duel", record.options)
    fell = [entry.action for entry in record.entries if getattr(entry, "side", None) == CHANCE]
    assert fell[0] == pick(key_of(seed, numbers), 0, first.stack[-1].file_name, SKIRMISH.chance(first))
    keys = {key_of(seed, {**numbers, side: ONE}) for side in numbers} | {key_of(seed, numbers), seed}
    assert len(keys) == 4, "each number makes other dice"


@pytest.mark.parametrize("seats", [{"red": "me", "blue": "me"}, {"red": "bot:random", "blue": "me"}])
def test_one_page_alone_gives_its_number_at_once(base: str, seats: dict[str, str]) -> None:
    ann = Browser(base)
    key = ann.post("/api/tables", game="skirmish", scenario="duel", seats=seats)["id"]
    told = ann.get(f"/api/tables/{key}")
    mine = "red" if seats["red"] == "me" else "blue"
    assert told["dice"]["wanted"] == {"seat": mine, "what": "number"}
    assert told["lines"] == []
    assert give(ann, key, mine, number=ONE)["dice"]["numbers"] == {mine: ONE}
    assert ann.look(key, mine)["lines"]


def test_a_lost_number_makes_everything_begin_anew(run: Callable[..., Any]) -> None:
    """And the record tells how often: who has a look at all numbers and begins again is seen."""
    running = run()
    red, blue, key, link = made(running.base)
    give(red, key, "red", commitment=commitment(ONE))
    blue.join(link)
    before = red.look(key, "red")["dice"]
    running.stop()
    running = run()  # what was given is kept
    red, blue = Browser.known(running.base, red), Browser.known(running.base, blue)
    assert red.look(key, "red")["dice"] == before
    with live(blue, running.base, f"/api/tables/{key}/live?seat=blue&rev=0") as socket:
        heard(socket, 5)
        after = give(red, key, "red", commitment=commitment(TWO))["dice"]
        assert "numbers" in heard(socket, 5), "the other page hears of it"
    assert (after["tries"], after["numbers"], after["commitment"]) == (2, {}, commitment(TWO))
    assert after["seed_hash"] != before["seed_hash"]
    assert "No number for the dice is wanted" in refused(red, key, "red", number=TWO)
    blue.dice(key)
    give(red, key, "red", number=TWO)
    red.act(key, "red", "resign")
    record = record_of(blue, key)
    assert record.header["dice"]["tries"] == 2
    assert record.header["seed_hash"] == after["seed_hash"]
    assert (record.verify(), record.unproven()) == ([], "")


def test_who_takes_a_seat_before_the_game_gives_his_own_number(base: str) -> None:
    red, blue, key, link = made(base)
    give(red, key, "red", commitment=commitment(ONE))
    blue.join(link)
    passed = blue.post(f"/api/tables/{key}/relink", side="blue")["url"]
    carl = Browser(base, "Carl")
    carl.post("/api/join", secret=passed.rpartition("/")[2])
    assert red.look(key, "red")["dice"]["numbers"] == {}
    carl.dice(key)
    mine = red.post(f"/api/tables/{key}/relink", side="red")["url"]
    dora = Browser(base, "Dora")
    dora.post("/api/join", secret=mine.rpartition("/")[2])
    dice = dora.look(key, "red")["dice"]
    assert (dice["wanted"], dice["numbers"], dice["tries"]) == ({"seat": "red", "what": "commitment"}, {}, 2)
    for who in (dora, carl, dora):
        who.dice(key)
    assert carl.look(key, "blue")["choices"]


def test_another_game_has_dice_of_its_own(base: str) -> None:
    red, blue, key, _ = invited(base)
    first = red.look(key, "red")["dice"]
    red.act(key, "red", "resign")
    red.post(f"/api/tables/{key}/rematch", seat="red")
    again = blue.post(f"/api/tables/{key}/rematch", seat="blue")["id"]
    dice = blue.look(again, "red")["dice"]
    assert dice["wanted"] == {"seat": "red", "what": "commitment"}, "who agrees has made the table"
    assert dice["seed_hash"] != first["seed_hash"]
    for who in (blue, red, blue):
        who.dice(again)
    dice = blue.look(again, "red")["dice"]
    assert not set(dice["numbers"].values()) & set(first["numbers"].values())
    assert blue.look(again, "red")["choices"]


@pytest.mark.parametrize("what", [
    {}, {"number": ONE, "commitment": ONE}, {"number": ""}, {"number": "z" * 64}, {"number": ONE.upper() + "0"},
    {"number": ONE + "\n"}, {"commitment": "x"}, {"commitment": ONE * 2},
])  # fmt: skip
def test_what_is_no_number_is_refused(base: str, what: dict[str, str]) -> None:
    ann = Browser(base)
    key = ann.post("/api/tables", game="skirmish", scenario="duel", seats={"red": "me", "blue": "me"})["id"]
    before = ann.look(key, "red")
    refused(ann, key, "red", **what)
    assert ann.look(key, "red") == before
    assert Browser(base).refused(f"/api/tables/{key}/dice", seat="red", number=ONE)[0] == 403


def test_no_takeback_throws_again(base: str) -> None:
    """What is taken back is moves without a die; the next die is the one that would have fallen anyway."""
    red, blue, key, _ = invited(base)
    seal(red, blue, key)
    other = red.post("/api/tables", game="skirmish", scenario="duel", seats={"red": "me", "blue": "me"})["id"]
    red.do(key, "red", "roll")
    assert "cannot be taken back" in red.refused(f"/api/tables/{key}/offer", seat="red", kind="takeback")[1]
    assert red.refused(f"/api/tables/{key}/undo", seat="red")[0] == 400
    red.do(key, "red", "go hill", "stop")
    for _ in range(2):
        red.act(key, "red", "offer", kind="takeback")
        blue.act(key, "blue", "answer", kind="takeback", yes=True)
        red.do(key, "red", "mark", "stop")
    blue.do(key, "blue", "hold")
    red.act(key, "red", "resign")
    record = record_of(red, key)
    assert (record.verify(), record.unproven()) == ([], "")
    assert sum(getattr(entry, "act", "") == "undo" for entry in record.entries) == 2
    assert red.look(other, "red")["lines"] == [], "another table's dice are its own"


def test_a_clock_that_jumps_harms_nobody(run: Callable[..., Any]) -> None:
    """Ten years on, and twenty back: play goes on, nothing is lost, and only a clock that was agreed to feels it."""
    running = run()
    red, blue, key, _ = invited(running.base, clock={"days": 3})
    tables, real = running.server.tables, running.server.tables.clock
    seal(red, blue, key)
    for years in (10, -20, 0, 0.001, -0.5):
        tables.clock = lambda years=years: real() + years * 365 * DAY
        n = red.look(key, "red")["n"]
        with live(blue, running.base, f"/api/tables/{key}/live?seat=blue") as socket:
            heard(socket, 5)
            red.act(key, "red", "chat", text=f"{years}")
            assert str(years) in heard(socket, 5)
        assert red.do(key, "red", "mark")["n"] == n + 1
        assert red.look(key, "red")["clock"]["deadline"]
        if years <= 0:
            assert blue.refused(f"/api/tables/{key}/claim-time", seat="blue")[1] == "Their time has not run out."
        link = blue.post("/api/me/link")
        assert link["url"]
        assert link["qr"].startswith("data:image/svg+xml"), "for the camera of the other device"
    before = red.look(key, "red")
    running.stop()
    running = run()
    running.server.tables.clock = lambda: 0.0
    red = Browser.known(running.base, red)
    after = red.look(key, "red")
    assert {**after, "rev": 0, "clock": 0} == {**before, "rev": 0, "clock": 0}
    was, now = (datetime.fromisoformat(one["clock"]["deadline"]["red"]) for one in (before, after))
    assert 0 <= (now - was).total_seconds() < 60, "no more than the time while no server stood is given back"
    red.do(key, "red", "stop")
    with live(red, running.base, f"/api/tables/{key}/live?seat=red&rev={before['rev']}") as socket:
        assert '"change"' not in heard(socket, 5), "a page whose revision is of before gets the whole"


# --- what a server signs ----------------------------------------------------------------------------------------------


def test_a_record_is_signed_by_the_server_that_it_was_played_at(run: Callable[..., Any], tmp_path: Path) -> None:
    running = run()
    red, blue, key, _ = invited(running.base)
    shown = blue.look(key, "blue")["dice"]["key"]
    red.act(key, "red", "resign")
    text = blue.http.get(f"/api/tables/{key}/record").text
    record = read(text)
    assert record.header["signed_by"] == shown == Signer(tmp_path / "data").public
    assert signing.wrong(record, shown) == []
    assert "not signed by" in signing.wrong(record, "0" * 64)[0]
    assert text == red.http.get(f"/api/tables/{key}/record").text
    assert (tmp_path / "data" / FILE).stat().st_mode & 0o077 == 0
    other = run(data=tmp_path / "other")
    eve = Browser(other.base)
    taken = eve.post("/api/tables", **{"import": text})["id"]
    assert eve.http.get(f"/api/tables/{taken}/record").text == text, "what another has signed stays as it is"
    forged = text.replace('"started":"20', '"started":"19')
    taken = eve.post("/api/tables", **{"import": forged})["id"]
    again = record_of(eve, taken)
    assert "signed it" in again.unproven()
    assert signing.wrong(again) == []


def test_what_proves_nothing_is_not_signed(run: Callable[..., Any]) -> None:
    """An analysis, a record that came in and was played on, a game that began before there was a key."""
    running = run()
    red, _, key, _ = invited(running.base)
    red.act(key, "red", "resign")
    board = red.post(f"/api/tables/{key}/analysis", seat="red", at=0)["id"]
    red.act(board, "red", "resign")
    assert "signature" not in red.http.get(f"/api/tables/{board}/record").text
    assert record_of(red, board).unproven()
    lines = red.http.get(f"/api/tables/{key}/record").text.splitlines()
    taken = red.post("/api/tables", **{"import": "\n".join(lines[:-2])})["id"]
    red.act(taken, "blue", "resign")
    assert "no seed" in record_of(red, taken).unproven()
    room = running.server.tables.rooms[key]
    del room.table.header["signed_by"]
    assert "signed it" in record_of(red, key).unproven()


def test_a_record_that_came_in_is_never_signed(run: Callable[..., Any]) -> None:
    """Whoever writes a game himself can write this server's key into it, and leave the signature out."""
    red, _, key, _ = invited(run().base)
    red.act(key, "red", "resign")
    text = red.http.get(f"/api/tables/{key}/record").text
    *lines, last = text.splitlines()
    end = json.loads(last)
    del end["end"]["signature"]
    forged = "\n".join([*lines, json.dumps(end)]).replace('"started":"20', '"started":"19')
    taken = red.post("/api/tables", **{"import": forged})["id"]
    assert record_of(red, taken).header["signed_by"] == red.look(key, "red")["dice"]["key"]
    assert "signed it" in record_of(red, taken).unproven()
    taken = red.post("/api/tables", **{"import": text})["id"]
    assert red.http.get(f"/api/tables/{taken}/record").text == text, "what was signed when it was played stays so"


def test_a_key_that_cannot_be_read_is_said(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no key\n")
    with pytest.raises(Exception, match=r"signing\.key cannot be used"):
        Signer(tmp_path)
    (tmp_path / FILE).unlink()
    assert Signer(tmp_path).public == Signer(tmp_path).public != Signer(_folder(tmp_path)).public


def _folder(tmp_path: Path) -> Path:
    path = tmp_path / secrets.token_hex(4)
    path.mkdir()
    return path
