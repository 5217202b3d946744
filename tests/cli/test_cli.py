"""The command line: every verb, with good input and with bad."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cli.command import Ran, assert_bad
from ironbottom import cli, games
from ironbottom.kernel.dice import commitment, seed_hash
from ironbottom.kernel.errors import BadInput
from ironbottom.lab.match import Fixture, play_fixture
from ironbottom.server import store
from ironbottom.server.signing import Signer
from ironbottom.table.seats import Seat, Terms
from ironbottom.table.table import Table

SLUG = "archies-war"
GAME = games.load(SLUG)
SCENARIO = GAME.scenarios[0].id


VERBS = (
    "serve", "backup", "restore", "games", "simulate", "replay", "cases", "board", "rules", "sources", "bench",
)  # fmt: skip


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    path.write_text(play_fixture(Fixture(SLUG, SCENARIO, (), ("recruit", "random"), "cli", keep=True)).record, "utf-8")
    return path


# --- help, bad verbs -------------------------------------------------------------------------------


def test_help_names_every_verb(run: Any) -> None:
    ran = run("--help")
    assert ran.code == 0
    for verb in VERBS:
        assert f" {verb} " in ran.out
        assert run(verb, "--help").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["fly"],
        ["games", "--xml"],
        ["simulate"],
        ["replay"],
        ["cases"],
        ["board", SLUG],
        ["simulate", SLUG, "-n", "many"],
        ["serve", "--durability", "some"],
    ],
)
def test_bad_use_is_one_line(run: Any, words: list[str]) -> None:
    assert_bad(run(*words), "--help")


def test_a_verb_names_its_own_help(run: Any) -> None:
    assert_bad(run("serve", "--xml"), "see ironbottom serve --help")


def test_a_mistake_of_the_program_is_one_line_too(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(slug: str) -> Any:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(games, "load", broken)
    ran = run("games")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "ZeroDivisionError" in ran.err


def closed(words: str, output: str) -> tuple[int, str]:
    """The command with an output that the shell has closed or led elsewhere: its code, and what it says of it."""
    command = f'exec "{sys.executable}" -m ironbottom.cli {words} {output}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=100)
    return done.returncode, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_an_output_that_takes_nothing_is_no_mistake_of_the_program() -> None:
    assert closed("games", ">&-") == (0, "")
    assert closed("simulate chess", "2>&-") == (2, "")
    code, said = closed("games", ">/dev/full")
    assert (code, said.count("\n")) == (2, 1)
    assert "finds no room: No space left on device" in said
    assert "Errno" not in said


# --- games, rules, sources -------------------------------------------------------------------------


def test_games(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(games, "READY", games.READY[:-1])
        ran = run("games")
    assert ran.code == 0
    assert "in preparation" in ran.out
    rows = run("games", "--json").json
    assert [row["slug"] for row in rows] == list(games.TITLES)
    first = rows[0]
    assert first["ready"]
    assert first["sides"] == list(GAME.sides)
    assert first["scenarios"][0]["id"] == SCENARIO
    assert all({"id", "default", "choices", "rule", "text"} <= set(option) for option in first["options"])


def is_written(slug: str) -> bool:
    try:
        return bool(games.load(slug))
    except BadInput:
        return False


def test_rules(run: Any) -> None:
    ran = run("rules", SLUG)
    assert ran.code == 0
    rows = run("rules", SLUG, "--json").json
    assert len(rows) == len(GAME.statements)
    assert all({"id", "chapter", "book", "text", "code"} <= set(row) for row in rows)
    one = run("rules", SLUG, GAME.statements[0].id)
    assert GAME.statements[0].text in one.out
    assert_bad(run("rules", SLUG, "9-Z"), "9-Z")
    assert_bad(run("rules", "chess"), "chess")
    coming = next((slug for slug in games.TITLES if not is_written(slug)), None)
    if coming:
        assert_bad(run("rules", coming), "in preparation")


def test_coverage_counts_a_case_only_if_its_code_ran(run: Any, tmp_path: Path) -> None:
    """2P-21 is the loss on a trail: a case that cites it and never moves by trail does not cover it."""
    assert run("rules", SLUG, "--coverage", "--cases", tmp_path, "--json").json["covered"] == 0
    there = 'scenario = "two-player", turn = 4, step = "japanese-actions", japanese.west_jungle = ["inf5", "inf2"]'
    case = f'[[case]]\nid = "T"\nrules = ["2P-21"]\nposition = {{ {there} }}\n'
    path = tmp_path / "one.toml"

    def row(play: str) -> tuple[int, dict[str, Any]]:
        path.write_text(case + play, "utf-8")
        ran = run("rules", SLUG, "2P-21", "--coverage", "--cases", tmp_path, "--json")
        return ran.code, ran.json["rules"][0]

    code, idle = row("")
    assert (code, idle["covered"], idle["cases"], idle["idle"]) == (1, False, [], ["T"])
    assert idle["code"]
    march = "take west_jungle inf5; take west_jungle inf2; go bloody_ridge west_jungle"
    by = f'play = [ {{ by = "japanese", do = "{march}" }} ]'
    code, ran = row(by)
    assert (code, ran["covered"], ran["cases"], ran["idle"]) == (0, True, ["T"], [])
    code, failing = row(by.replace("go bloody", "go east_jungle bloody"))
    assert (code, failing["cases"], failing["idle"]) == (1, [], [])
    assert_bad(run("rules", SLUG, "--coverage", "--cases", tmp_path / "none"), "no folder")


def test_sources(run: Any, tmp_path: Path) -> None:
    ran = run("sources", SLUG)
    assert ran.code == 0
    rows = run("sources", SLUG, "--json").json
    assert len(rows) > 50
    assert all({"datum", "value", "source", "tag", "part", "kind"} == set(row) for row in rows)
    (inf5,) = (row for row in rows if row["datum"] == "two_player.units.american.inf5.attack")
    assert (inf5["part"], inf5["kind"]) == ("unit", "a number from 0 to 20 (strength)")
    assert "two_player.units.american.inf5.count = 2   [a number from 0 to 12 (blocks)]   D: " in ran.out
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[two_player]\nnothing = 3\n", "utf-8")
    assert_bad(run("sources", SLUG, "--overlay", wrong), "nothing")
    wrong.write_text('[two_player.locations.koli_point]\nanchor = "japan"\n', "utf-8")
    assert_bad(run("sources", SLUG, "--overlay", wrong), "did you mean 'japanese'?")
    assert_bad(run("sources", SLUG, "--overlay", tmp_path / "none.toml"), "no file")
    for bad in ("two_player = 3", "[two_player.units]\namerican = 3", "[two_player.units.american.inf5]\nattack = []",
                "[two_player.units.american.inf5]\nattack = 1979-05-27", "[two_player]\nsource = 3"):
        wrong.write_text(bad, "utf-8")
        assert_bad(run("sources", SLUG, "--overlay", wrong), "overlay")


COPY = """format = "ironbottom copy 1"
name = "2nd printing"
game = "archies-war"
[overlay.two_player.units.american.inf5]
attack = 6
count = 6
[overlay.two_player.units.japanese.inf4]
attack = 1
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(COPY, "utf-8")
    return file


def test_every_verb_that_plays_or_shows_takes_a_copy(run: Any, copy: Path, tmp_path: Path) -> None:
    rows = {row["datum"]: row for row in run("sources", SLUG, "--copy", copy, "--json").json}
    attack = rows["two_player.units.american.inf5.attack"]
    assert (attack["value"], attack["tag"]) == (6, "O")
    plain, mine = tmp_path / "plain.svg", tmp_path / "mine.svg"
    position = tmp_path / "position.toml"
    position.write_text('[position]\nturn = 4\namerican = { henderson_field = ["inf5"] }\n', "utf-8")
    for svg, more in ((plain, ()), (mine, ("--copy", copy))):
        assert run("board", SLUG, "--svg", svg, "--position", position, *more).code == 0
    assert plain.read_text("utf-8") != mine.read_text("utf-8")
    assert run("rules", SLUG, "2P-1", "--copy", copy).code == 0
    case = tmp_path / "case.toml"
    case.write_text('[[case]]\nid = "x"\ngame = "archies-war"\nposition = { turn = 4 }\n', "utf-8")
    assert run("cases", case, "--copy", copy).code == 0
    told = [run("simulate", SLUG, "-n", 2, "--bots", "regular", "--json", *more).json["fingerprint"]
            for more in ((), ("--copy", copy))]  # fmt: skip
    assert told[0] != told[1]
    record = tmp_path / "game.jsonl"
    record.write_text(play_fixture(Fixture(SLUG, SCENARIO, (), ("random", "random"), "1", keep=True)).record, "utf-8")
    ran = run("replay", record, "--verify", "--copy", copy)
    assert (ran.code, "data differ" in ran.out) == (1, True)
    assert run("bench", SLUG, "--seconds", 0.001, "--copy", copy).code == 0
    assert_bad(run("bench", "--copy", copy), "name it")
    assert_bad(run("board", "solomons", "--svg", plain, "--copy", copy), "is a copy of archies-war, not of solomons")
    assert_bad(run("sources", SLUG, "--copy", copy, "--overlay", copy), "not allowed with")
    copy.write_text(COPY.replace("= 6", '= "six"'), "utf-8")
    assert_bad(run("simulate", SLUG, "--copy", copy), "attack")


def test_a_copy_is_found_by_its_name_in_the_data_folder(run: Any, data: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(cli, "_data_folder", lambda given: data)
    with store.connect(data / store.FILE) as connection:
        for player, name, attack in (("ann", "2nd printing", 6), ("ann", "two", 4), ("ben", "two", 3)):
            overlay = json.dumps({"two_player": {"units": {"american": {"inf5": {"attack": attack, "count": 6}}}}})
            connection.execute("INSERT OR IGNORE INTO players (id, name, created) VALUES (?, ?, '')", (player, player))
            columns = "id, player, game, name, version, data, overlay, same, updated"
            row = (player + name, player, SLUG, name, overlay)
            connection.execute(f"INSERT INTO copies ({columns}) VALUES (?, ?, ?, ?, 1, '', ?, '{{}}', 0)", row)
    rows = {row["datum"]: row for row in run("sources", SLUG, "--copy", "2nd printing", "--json").json}
    assert rows["two_player.units.american.inf5.attack"]["value"] == 6
    assert_bad(run("sources", SLUG, "--copy", "two"), "several players")
    assert_bad(run("sources", SLUG, "--copy", "2nd print"), "did you mean '2nd printing'?")
    told = run("sources", SLUG, "--unknown", "--copy", "2nd printing")
    assert "1 of " in told.out
    assert "1 corrected" in told.out
    assert "moves a game: by how much a side's share of the points" in told.out
    groups = run("sources", SLUG, "--unknown", "--json").json["groups"]
    assert groups[0]["shift"] > 0
    assert sum(len(group["items"]) for group in groups) == sum(group["open"] for group in groups)
    assert_bad(run("sources", "chess"), "chess")


# --- simulate, bench -------------------------------------------------------------------------------


def test_simulate(run: Any, tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    ran = run("simulate", SLUG, "--bots", "scripted,random", "-n", 2, "--seed", "x", "--report", page)
    assert ran.code == 0
    assert "4 games" in ran.out
    assert ran.err == ""
    assert page.read_text("utf-8").startswith("<!doctype html>")
    option = GAME.options[0]
    data = run(
        "simulate",
        SLUG,
        "--bots",
        "random",
        "-n",
        2,
        "--json",
        "--scenario",
        SCENARIO,
        "--budget",
        "steps:10",
        "--option",
        f"{option.id}={option.choices[-1][0]}",
    ).json
    for key in ("games", "wins", "score", "interval", "decisions", "cpu_s", "illegal", "fallbacks"):
        assert key in data
    assert data["options"][option.id] == option.choices[-1][0]
    assert set(data["wins"]) == set(GAME.sides)


@pytest.mark.parametrize(("words", "told"), [
    (["chess"], "chess"), ([SLUG, "--bots", "deep,random"], "deep"), ([SLUG, "-n", "0"], "pairs"),
    ([SLUG, "--jobs", "0"], "--jobs"), ([SLUG, "--scenario", "x"], "x"), ([SLUG, "--option", "x"], "name=value"),
    ([SLUG, "--option", "x=y"], "x"), ([SLUG, "--budget", "fast"], "budget"),
    ([SLUG, "--report", "/no/where/r.html"], "folder"),
])  # fmt: skip
def test_simulate_refuses(run: Any, words: list[str], told: str) -> None:
    assert_bad(run("simulate", *words), told)


def fresh(*words: object, **environment: str) -> Ran:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "ironbottom.cli", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=100)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_the_same_seed_gives_the_same_games_in_every_process() -> None:
    prints = set()
    for hashes, jobs in (("0", 1), ("1", 2), ("random", 1), ("random", 2)):
        ran = fresh(
            "simulate",
            SLUG,
            "--bots",
            "regular,recruit",
            "-n",
            2,
            "--seed",
            "d",
            "--jobs",
            jobs,
            "--json",
            PYTHONHASHSEED=hashes,
        )
        assert ran.code == 0, ran.err
        prints.add(ran.json["fingerprint"])
    assert len(prints) == 1


def test_a_fresh_process_complains_in_one_line() -> None:
    assert_bad(fresh("simulate", "chess"), "chess")


def test_bench(run: Any) -> None:
    ran = run("bench", SLUG, "--seconds", "0.01")
    assert ran.code == 0
    check_rows(run("bench", SLUG, "--seconds", "0.01", "--json").json, [SLUG])
    assert_bad(run("bench", "chess"), "chess")
    assert_bad(run("bench", SLUG, "--seconds", "0"), "--seconds")


@pytest.mark.soak
def test_bench_of_every_game(run: Any) -> None:
    check_rows(run("bench", "--seconds", "0.01", "--json").json, games.READY)


def check_rows(rows: list[dict[str, Any]], slugs: Sequence[str]) -> None:
    assert [(row["game"], row["scenario"]) for row in rows] == [
        (slug, scenario.id) for slug in slugs for scenario in games.load(slug).scenarios if not scenario.former
    ]
    for row in rows:
        for key in ("decisions_per_cpu_s", "games_per_cpu_s", "legal_us", "apply_us", "view_us"):
            assert row[key] > 0
        for key in ("deal_us", "picture_us", "odds_us", "rollouts_per_cpu_s"):
            assert key in row


# --- replay ----------------------------------------------------------------------------------------


def signed(record: Path, tmp_path: Path) -> tuple[Path, str]:
    """A game like the record's, played with numbers of two pages and signed: its file, and by which key."""
    signer = Signer(tmp_path)
    first, second = GAME.sides[:2]
    dice = {"by": first, "commitment": commitment("5" * 64), "numbers": {first: "5" * 64, second: "6" * 64}, "tries": 1}
    head = json.loads(record.read_text("utf-8").splitlines()[0]) | {"dice": dice, "signed_by": signer.public}
    seed = bytes(32)
    head["seed_hash"] = seed_hash(seed)
    seats = [Seat(side, player="ann") for side in range(2)]
    table = Table(GAME, head, seats, Terms(), seed)
    table.begin(0)
    table.resign(0, 0)
    made = table.record()
    signer.sign(made)
    path = tmp_path / "signed.jsonl"
    path.write_text(made.to_text(), "utf-8")
    return path, signer.public


def test_replay(run: Any, record: Path, tmp_path: Path) -> None:
    ran = run("replay", record)
    assert ran.code == 0
    assert "Archie's War, Two players: " in ran.out
    assert "win" in ran.out
    assert "Henderson Field: Americans (turn " in ran.out
    assert all(len(line) < 200 for line in ran.out.splitlines())
    unsigned = run("replay", record, "--verify")
    assert unsigned.code == 1
    assert "sound: every move is legal, every roll is the seed's\nnot proven: nobody has signed it" in unsigned.out
    path, signer = signed(record, tmp_path)
    verified = run("replay", path, "--verify")
    assert verified.code == 0
    assert "verified: every move is legal, every roll is the seed's and the numbers'" in verified.out
    assert f"signed by {signer}" in verified.out
    assert run("replay", path, "--verify", "--key", signer).code == 0
    other = run("replay", path, "--verify", "--key", "0" * 64)
    assert other.code == 1
    assert "it is not signed by 0000" in other.out
    drawing = tmp_path / "p.svg"
    assert run("replay", record, "--at", 30, "--svg", drawing, "--theme", "room").code == 0
    assert "<use" in drawing.read_text("utf-8")
    assert run("replay", record, "--at", 0).code == 0
    blind = tmp_path / "q.svg"
    assert run("replay", record, "--at", 30, "--svg", blind, "--side", GAME.sides[1]).code == 0
    assert blind.read_text("utf-8") != drawing.read_text("utf-8")


def test_games_of_computers_are_kept_and_told(run: Any, tmp_path: Path) -> None:
    """What a game of the lab was, move by move: all of it, and what a side was told."""
    assert run("simulate", SLUG, "-n", 1, "--bots", "regular,recruit", "--records", tmp_path / "games").code == 0
    first, second = sorted((tmp_path / "games").iterdir())
    assert (first.name, second.name) == (f"{SLUG}-0001.json", f"{SLUG}-0002.json")
    assert run("replay", first, "--verify").code == 1, "nobody has signed it"
    whole = run("replay", first, "--log")
    seen = run("replay", first, "--log", "--side", GAME.sides[1])
    assert whole.code == seen.code == 0
    assert "\nTurn 1\n" in whole.out
    assert len(whole.out.splitlines()) >= len(seen.out.splitlines()) > 20
    assert run("replay", first, "--log", "--at", 5).out in whole.out or whole.out.splitlines()[1] == "Turn 1"
    assert run("replay", first, "--log", "--json").code == 2


def test_a_march_is_told_in_one_line(run: Any, tmp_path: Path) -> None:
    """Hex by hex the first turn of Henderson Field would fill four screens; and no phase is named in which nothing
    happened."""
    played = run("simulate", "henderson-field", "-n", 1, "--bots", "recruit,recruit", "--records", tmp_path)
    assert played.code == 0
    lines = run("replay", tmp_path / "henderson-field-0001.json", "--log").out.splitlines()[1:]
    marches = [re.fullmatch(r" +(\d+)  (.+) goes from (.+) to (.+)\.", line) for line in lines]
    gone = [(found[1], found[2], found[3], found[4]) if found else None for found in marches]
    assert len([one for one in gone if one]) > 20
    assert not [
        (one, other) for one, other in pairwise(gone)
        if one and other and one[1] == other[1] and one[3] == other[2]
    ], "a march in two lines"
    bare = [line[8:] for line in lines]
    assert not [one for one, other in pairwise(bare) if {one, other} <= {"Supply", "Guerrillas", "Movement", "Landing"}]


def test_an_option_without_a_verb_is_told_where_it_belongs(run: Any) -> None:
    ran = run("--port", "8123")
    assert (ran.code, ran.out) == (2, "")
    assert "ironbottom serve --port 8123" in ran.err
    assert run("--version").out.startswith("ironbottom ")


def test_a_command_of_the_lab_is_pointed_to(run: Any) -> None:
    assert_bad(run("calibrate", SLUG), "python -m ironbottom.lab.calibrate")


def test_replay_finds_what_does_not_hold(run: Any, record: Path, tmp_path: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if '"do":"go' in line)
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([*lines[:at], lines[at].replace('"do":"go', '"do":"fly'), *lines[at + 1 :]]), "utf-8")
    ran = run("replay", forged, "--verify")
    assert ran.code == 1
    assert "line" in ran.out
    chances = [n for n, line in enumerate(lines) if '"chance"' in line]
    other = next(line for line in (lines[n] for n in chances) if line != lines[chances[0]])
    rolled = tmp_path / "rolled.jsonl"
    rolled.write_text("\n".join([*lines[: chances[0]], other, *lines[chances[0] + 1 :]]), "utf-8")
    assert run("replay", rolled, "--verify").code == 1
    assert "seed does not give" in run("replay", rolled, "--verify", "--json").json["wrong"][0]
    assert_bad(run("replay", forged), "fly")


def test_replay_says_what_is_not_proven(run: Any, record: Path, tmp_path: Path) -> None:
    """A game that goes on, or a record without its seed: all of it may fit, and it proves nothing."""
    lines = record.read_text("utf-8").splitlines()
    path = tmp_path / "p.jsonl"
    end = json.loads(lines[-1])
    del end["end"]["seed"]
    for made, said in ((lines[:9], "the game is not over"), (lines[:-1], "its last line, with the result and the seed"),
                       ([*lines[:-1], json.dumps(end)], "its end holds no seed")):
        path.write_text("\n".join(made), "utf-8")
        ran = run("replay", path, "--verify")
        assert ran.code == 1
        assert f"not proven: {said}" in ran.out
        assert "verified" not in ran.out
        assert run("replay", path).code == 0
        ran = run("replay", path, "--verify", "--json")
        assert ran.code == 1
        assert ran.json["not_proven"].startswith(said)
        assert (ran.json["verified"], ran.json["wrong"]) == (False, [])


def test_replay_refuses(run: Any, record: Path, tmp_path: Path) -> None:
    assert_bad(run("replay", tmp_path / "none.jsonl"), "no file")
    assert_bad(run("replay", record, "--at", 100_000), "--at")
    assert_bad(run("replay", record, "--at", -1), "--at")
    assert_bad(run("replay", record, "--svg", tmp_path / "no" / "p.svg"), "folder")
    assert_bad(run("replay", record, "--svg", tmp_path / "p.svg", "--side", "green"), "green")
    assert_bad(run("replay", tmp_path), f"{tmp_path} cannot be read: Is a directory")
    noise = tmp_path / "noise"
    noise.write_bytes(b"\xa1\xff")
    assert_bad(run("replay", noise), "it is no text in UTF-8")
    if Path("/proc/self").exists():  # a folder in which nobody can write
        assert_bad(run("replay", record, "--report", "/proc/x.html"), "/proc/x.html cannot be written: No such file")
    for number, text in enumerate(
        (
            b"",
            b"[]",
            b"nonsense",
            b'{"format": "other"}',
            b"\xff\xfe\x00",
            b"[" * 100_000,
            b'{"format": "ironbottom record 1"}',
        )
    ):
        path = tmp_path / f"bad{number}.jsonl"
        path.write_bytes(text)
        assert_bad(run("replay", path))


def test_a_file_that_is_too_large_is_refused_unread(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(cli.LARGEST_RECORD + 1)
    assert_bad(run("replay", path), "larger")
    assert_bad(run("cases", path), "larger")
    assert_bad(run("board", SLUG, "--position", path, "--svg", tmp_path / "p.svg"), "larger")


# --- cases, board ----------------------------------------------------------------------------------


def test_cases(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / SLUG
    folder.mkdir()
    head = f'[[case]]\nid = "A"\ntext = "one"\nposition = {POSITION}\n'
    good = folder / "good.toml"
    good.write_text(head, "utf-8")
    ran = run("cases", good)
    assert (ran.code, ran.out) == (0, "1 of 1 cases pass\n")
    bad = folder / "bad.toml"
    bad.write_text(head + 'expect = { winner = "nobody" }\n', "utf-8")
    ran = run("cases", good, bad)
    assert ran.code == 1
    assert "FAIL A (bad.toml): one" in ran.out
    assert "winner" in ran.out
    rows = run("cases", good, bad, "--json").json
    assert [(row["file"], row["passed"]) for row in rows] == [("good.toml", True), ("bad.toml", False)]
    elsewhere = tmp_path / "free.toml"
    elsewhere.write_text(head, "utf-8")
    assert run("cases", "--game", SLUG, elsewhere).code == 0
    assert_bad(run("cases", elsewhere), "free.toml: say which game it is of, by --game")
    assert run("cases", good).err == "ironbottom: good.toml, case A expects nothing\n"
    bad.write_text(head + 'rules = ["NOPE"]\nexpect = { turn = 4 }\n', "utf-8")
    ran = run("cases", bad)
    assert (ran.code, ran.err) == (1, "")
    assert "archies-war has no statement 'NOPE'" in ran.out
    for text in ("", "x = ", "[[case]]\n", '[[case]]\nid = "A"\n', "[[case]]\nnonsense = 3\n"):
        elsewhere.write_text(text, "utf-8")
        assert_bad(run("cases", "--game", SLUG, elsewhere), "free.toml")


POSITION = '{ scenario = "two-player", turn = 4, step = "japanese-actions", american = { henderson_field = ["inf4"] } }'


def test_board(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "b.svg"
    assert run("board", SLUG, "--svg", path).code == 0
    bare = path.read_text("utf-8")
    position = tmp_path / "p.toml"
    position.write_text(f"position = {POSITION}\n", "utf-8")
    assert run("board", SLUG, "--position", position, "--svg", path, "--scenario", SCENARIO).code == 0
    assert len(path.read_text("utf-8")) > len(bare)
    assert_bad(run("board", "chess", "--svg", path), "chess")
    assert_bad(run("board", SLUG, "--scenario", "x", "--svg", path), "scenario")
    assert_bad(run("board", SLUG, "--svg", tmp_path / "no" / "b.svg"), "no such folder")
    assert_bad(run("board", SLUG, "--svg", tmp_path), "it is a folder")
    assert_bad(run("board", SLUG, "--svg", path, "--side", "green"), "green")
    position.write_text("position = 3\n", "utf-8")
    assert_bad(run("board", SLUG, "--position", position, "--svg", path))
    position.write_text('step = "japanese-actions"\n[american]\nnowhere = ["inf4"]\n', "utf-8")
    assert_bad(run("board", SLUG, "--position", position, "--svg", path))
