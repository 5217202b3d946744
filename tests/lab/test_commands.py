"""The commands of the lab: what cannot be done is one line that says what would be right, before any work is done."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom import games, lab
from ironbottom.lab import balance, calibrate, decisions, ladder, learn, newcomer, screening, styles, yardstick

SLUG = "archies-war"
REFUSED: tuple[tuple[Callable[[list[str]], int], str, str], ...] = (
    *((one.main, "zzz", "there is no game 'zzz'")
      for one in (balance, calibrate, decisions, ladder, learn, newcomer, screening, styles, yardstick)),
    *((one.main, f"{SLUG} --xml", f"unrecognized arguments: --xml (see python -m {one.__name__} --help)")
      for one in (balance, calibrate, decisions, ladder, learn, newcomer, screening, styles, yardstick)),
    (balance.main, f"{SLUG} -n 0", "-n is a number from 1 on"),
    (decisions.main, f"{SLUG} --each 0", "--each is a number from 1 on"),
    (decisions.main, f"{SLUG} --player zz", "no bot 'zz'"),
    (decisions.main, f"{SLUG} --kind Lnd", "archies-war asks for no 'Lnd'; it asks for: Actions, "),
    (decisions.main, f"{SLUG} --copy zz", "has no copy 'zz'"),
    (learn.main, f"{SLUG} -n 0", "-n is a number from 10 on"),
    (learn.main, f"{SLUG} --bots zz -n 10", "no bot 'zz'"),
    (learn.main, f"{SLUG} --scenario zz", "no scenario 'zz'"),
    (newcomer.main, f"{SLUG} -n 0", "-n is a number from 1 on"),
    (newcomer.main, f"{SLUG} --copy zz", "has no copy 'zz'"),
    (screening.main, f"{SLUG} --games 0", "--games is a number from 1 on"),
    (yardstick.main, "solomons", "small enough to be solved"),
    (yardstick.main, f"{SLUG} --bots zz", "no bot 'zz'"),
    (yardstick.main, f"{SLUG} --rounds 0", "--rounds is a number from 1 on"),
    (ladder.main, f"{SLUG} --only zz", "invalid choice: 'zz'"),
    (ladder.main, f"{SLUG} --option a=1 --option a=2", "--option a is given twice"),
)  # fmt: skip


@pytest.mark.parametrize(("main", "words", "says"), REFUSED, ids=[f"{m.__module__} {w}" for m, w, _ in REFUSED])
def test_what_cannot_be_done_is_one_line(main: Any, words: str, says: str, capsys: Any) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("ironbottom: ")
    assert says in err


@pytest.mark.parametrize("main", [balance.main, calibrate.main, ladder.main])
def test_a_report_that_cannot_be_written_is_found_before_any_game(
    main: Any, capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_game(*given: Any) -> Any:
        raise AssertionError("a game was played")

    for one in (calibrate, ladder):
        monkeypatch.setattr(one, "play_fixture", no_game)
    monkeypatch.setattr(balance, "run", no_game)
    for report, says in ((tmp_path / "no" / "x.md", "No such file"), (tmp_path / "bare.md", "has no place for")):
        if report.parent.is_dir():
            report.write_text("nothing is marked", "utf-8")
        assert main([SLUG, "--into", str(report)]) == 2
        assert says in capsys.readouterr().err


def test_a_script_without_signs_is_not_learnt_from(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    script = games.load(SLUG).opponent
    assert script is not None
    monkeypatch.setattr(type(script), "names_signs", False)
    assert learn.main([SLUG]) == 2
    assert "names no signs" in capsys.readouterr().err


def test_what_is_learnt_is_written_only_where_one_says(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The weights that the computers play by are the game's own, and twenty games of somebody's trial no better."""
    monkeypatch.setattr(learn, "_positions", lambda piece: [(side, ((1.0, 0.5), float(side))) for side in (0, 1)])
    kept = (games.load(SLUG).folder / "weights.json").read_bytes()
    assert learn.main([SLUG, "-n", "20"]) == 0
    assert "nothing is written without --into" in capsys.readouterr().out
    assert learn.main([SLUG, "-n", "20", "--into", str(tmp_path / "w.json")]) == 0
    assert "20 games" in (tmp_path / "w.json").read_text("utf-8")
    assert (games.load(SLUG).folder / "weights.json").read_bytes() == kept
    assert screening.main([SLUG]) == 2
    assert "--into names the file" in capsys.readouterr().err


def test_what_is_learnt_from_copies_is_learnt_from_the_printed_game_as_well(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each player and each set some games are held back, so that the figures speak of all of them."""
    played = list[Any]()

    def positions(piece: Any) -> list[Any]:
        played.append(piece)
        return [(side, ((1.0, 0.5), float(side))) for side in (0, 1)]

    monkeypatch.setattr(learn, "_positions", positions)
    given = [SLUG, "-n", "40", "--bots", "regular,recruit", "--copy", "fair", "--into", str(tmp_path / "w.json")]
    assert learn.main(given) == 0
    assert "40 games of regular, recruit, as printed and fair" in (tmp_path / "w.json").read_text("utf-8")
    assert {(piece[1] is None, piece[4]) for piece in played[:2] + played[10:12]} == {
        (True, "regular"), (True, "recruit"), (False, "regular"), (False, "recruit"),
    }
    assert sum(piece[1] is None for piece in played) == 20
    assert learn.main([SLUG, "-n", "20", "--copy", "Nobody's"]) == 2
    assert "there are: Fair set-up" in capsys.readouterr().err


def test_the_commands_of_the_lab_are_listed() -> None:
    told = subprocess.run([sys.executable, "-m", "ironbottom.lab"], capture_output=True, text=True, check=True).stdout
    assert [name for name in lab.COMMANDS if f"python -m ironbottom.lab.{name}\n    " not in told] == []
