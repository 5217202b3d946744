"""The command `ironbottom`: one command, small verbs. `docs/command-line.md` describes them.

Each verb imports what it needs when it runs, so that `ironbottom games` starts at once. Errors are one clear line
on standard error and exit code 2; exit code 1 says that what was asked for does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ironbottom import __version__
from ironbottom.cli_blunders import blunder_options, confirm_book, for_one_thing, hunt_more, try_book
from ironbottom.cli_copies import copy_option, overlay_of, tell_sources
from ironbottom.cli_data import data_verbs, database_option, folder_named
from ironbottom.cli_examples import tell_examples
from ironbottom.cli_output import Progress, open_what_is_closed, refused, say_no_more
from ironbottom.cli_replay import stands, story
from ironbottom.cli_think import THINK, run_think, several_options, think_options
from ironbottom.kernel.data import read_text
from ironbottom.kernel.errors import BadInput, IronbottomError
from ironbottom.lab.command import NOT_SO, STOPPED, WELL, Parser, options_of, writable
from ironbottom.lab.command import complain as _complain
from ironbottom.lab.farm import farm_of, farm_options

if TYPE_CHECKING:
    from ironbottom.kernel.game import Game

LARGEST_RECORD = 20_000_000
THEMES = ("chart", "room")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the result is its exit code."""
    open_what_is_closed()
    try:
        _begins_with_a_verb(sys.argv[1:] if argv is None else argv)
        given = _parser().parse_args(argv)
        code: int = given.verb(given)
        sys.stdout.flush()
        return code
    except IronbottomError as error:
        return _complain(str(error))
    except BrokenPipeError:
        say_no_more()
        return WELL
    except KeyboardInterrupt:
        return 130
    except (OSError, UnicodeError) as error:
        return _complain(refused(error))
    except Exception as error:
        if os.environ.get("IRONBOTTOM_DEBUG"):
            raise
        return _complain(f"{type(error).__name__}: {error} (this is a mistake of the program; please report it)")


def _begins_with_a_verb(argv: Sequence[str]) -> None:
    """Raises BadInput for a command of the lab, and for an option before any verb."""
    from ironbottom.lab import COMMANDS

    if argv and argv[0] in COMMANDS:
        raise BadInput(f"'{argv[0]}' is a command of the lab: python -m ironbottom.lab.{argv[0]} --help")
    if argv and argv[0].startswith("--") and not any(one.startswith(argv[0]) for one in ("--help", "--version")):
        raise BadInput(f"'{argv[0]}' stands before a verb; of the server: ironbottom serve {' '.join(argv)}")


# --- what may be said ------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ironbottom",
        description="Five board wargames about Guadalcanal on one table. Without a verb: start the server for this "
        "machine alone, with its data in your data folder, and open the browser.",
        epilog="Exit codes: 0 all is well, 1 what was asked for does not hold, 2 bad use or a mistake of the program, "
        "130 stopped by Ctrl-C.",
    )
    parser.add_argument("--version", action="version", version=f"ironbottom {__version__}")
    parser.set_defaults(verb=_play)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")

    serve = _verb(verbs, "serve", _serve, "start the server", "Start the server: for friends, or behind a web server.")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine alone)")
    serve.add_argument("--port", type=int, default=8042, help="the port (default 8042; 0: any free one)")
    _data_option(serve)
    serve.add_argument("--public-url", default="", metavar="URL", help="the address that invitation links begin with")
    serve.add_argument("--durability", choices=("full", "normal"), default="full",
                       help="full: a move survives a power cut; normal: the end of the program (default full)")
    database_option(serve)
    several_options(serve)
    serve.add_argument("--open", action="store_true", help="open the browser")

    data_verbs(partial(_verb, verbs), _data_option, lambda given: _data_folder(given.data))

    think_options(_verb(verbs, "think", run_think, "think for servers elsewhere", THINK))

    games = _verb(verbs, "games", _games, "list the games", "The games with their scenarios, sides and options.")
    _json_option(games)

    simulate = _verb(
        verbs, "simulate", _simulate, "let computer players play each other",
        "Play N pairs of games between two computer players: the two games of a pair share their seed, and the sides "
        "are swapped. A game for one side: N games of each player. The same seed gives the same games, in any number "
        "of processes.",
    )
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--bots", default="regular,random", metavar="A,B",
                          help="the players: random, recruit, regular (also called scripted), veteran, elite; adviser "
                          "gives the hints of the solitaire game, in others it is a long search; tree searches single "
                          "decisions; with dials as in veteran:steps=300:aggression=+1:caution=-1; default "
                          "regular,random")
    simulate.add_argument("-n", type=int, default=10, metavar="N", dest="pairs", help="how many pairs (default 10)")
    simulate.add_argument("--seed", default="1", metavar="S", help="any word or number (default 1)")
    _setting_options(simulate)
    simulate.add_argument("--budget", metavar="steps:N|s:T", help="thought for each turn, for players that search")
    farm_options(simulate)
    _json_option(simulate)
    simulate.add_argument("--report", type=Path, metavar="F.html", help="write a report to show")
    simulate.add_argument("--records", type=Path, metavar="DIR", help="keep the record of each game there, for replay")

    replay = _verb(verbs, "replay", _replay, "rebuild, check or draw a recorded game",
                   "Rebuild a recorded game, and say where it stands.")
    replay.add_argument("record", type=Path, metavar="RECORD")
    replay.add_argument("--at", type=int, metavar="N", help="the position after N entries (default: all)")
    replay.add_argument("--log", action="store_true",
                        help="tell what happened, act by act: all of it, or with --side what that side was told")
    replay.add_argument("--verify", action="store_true",
                        help="check every move against the rules and every roll against the seed; "
                             "exit code 1 for a record that does not hold or proves nothing")
    replay.add_argument("--key", metavar="HEX",
                        help="with --verify: the key of the server that must have signed the record")
    replay.add_argument("--report", type=Path, metavar="F.html",
                        help="write what decided the game: chances after each move, turning points, luck")
    replay.add_argument("--json", action="store_true",
                        help="print that report as JSON; with --at: what holds there; with --verify: what is wrong")
    copy_option(replay)
    _svg_options(replay, required=False)

    cases = _verb(verbs, "cases", _cases, "run case files", "Run case files: which pass, which fail and why.")
    cases.add_argument("files", nargs="+", type=Path, metavar="FILE")
    cases.add_argument("--game", metavar="GAME", help="the game (default: named in the case, or the file's folder)")
    copy_option(cases)
    _json_option(cases)

    blunders = _verb(verbs, "blunders", _blunders, "try a player on a game's book of blunders",
                     "Put a computer player into each position of a game's book of blunders, on several seeds: it "
                     "passes one if it falls for it on no more than one seed of twenty. Exit code 1 when it passes "
                     "less than is asked of it: nine positions of ten of the Regular, all of those that search.")
    blunder_options(blunders)
    _json_option(blunders)

    board = _verb(verbs, "board", _board, "draw a board", "Draw a game's board, alone or with a position on it.")
    board.add_argument("game", metavar="GAME")
    board.add_argument("--scenario", metavar="S", help="default: the first")
    board.add_argument("--position", type=Path, metavar="F", help="a position file (TOML)")
    copy_option(board)
    _svg_options(board, required=True)

    rules = _verb(
        verbs, "rules", _rules, "show the rules, and what cites them",
        "The statements of a game's rules in our words. With --coverage: which code and which cases cite each; a case "
        "counts only if a function that cites the statement ran in it.",
    )
    rules.add_argument("game", metavar="GAME", nargs="?", help="only --examples does without: all games")
    rules.add_argument("--examples", action="store_true",
                       help="how each statement is shown on a practice board; exit code 1 below 100 %%")
    rules.add_argument("number", nargs="?", metavar="N",
                       help="one statement, such as 2P-21, or those that begin so, such as 2P-")
    rules.add_argument("--coverage", action="store_true", help="what is cited; exit code 1 below 100 %%")
    rules.add_argument("--cases", type=Path, metavar="DIR", help="case files (default: tests/cases/GAME)")
    copy_option(rules)
    _json_option(rules)

    sources = _verb(verbs, "sources", _sources, "show where each datum comes from",
                    "Each datum of a game with its source: R rulebook, P public, K known, D reconstructed, O owner.")
    sources.add_argument("game", metavar="GAME")
    which = sources.add_mutually_exclusive_group()
    which.add_argument("--overlay", type=Path, metavar="F", help="corrections (default: those in your data folder)")
    copy_option(which)
    sources.add_argument("--unknown", action="store_true",
                         help="what nobody has seen printed, in groups, those first that move the game most")
    _json_option(sources)

    bench = _verb(verbs, "bench", _bench, "measure the speed of the games",
                  "Decisions and games per CPU second of random play (legal and apply, chance included, no views), "
                  "microseconds of each function, and the script's whole games per second.")
    bench.add_argument("game", nargs="?", metavar="GAME", help="default: all")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="T",
                       help="CPU seconds for a measurement; a scenario takes about eight of them (default 1)")
    copy_option(bench)
    _json_option(bench)
    return parser


def _verb(verbs: Any, name: str, run: Callable[[argparse.Namespace], int], short: str,
          long: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=short, description=long)
    parser.set_defaults(verb=run)
    return parser


def _json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def _data_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=folder_named, metavar="DIR", help="the data folder (default: your own)")


def _setting_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scenario", metavar="S", help="default: the first")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a ruling; may be repeated")
    copy_option(parser)


def _svg_options(parser: argparse.ArgumentParser, required: bool) -> None:
    parser.add_argument("--svg", type=Path, metavar="F", required=required, help="write the drawing there")
    parser.add_argument("--theme", choices=THEMES, help="chart: by day (default); room: by night")
    parser.add_argument("--side", metavar="SIDE", help="as that side (or observer) sees it; default: everything")


# --- the verbs -------------------------------------------------------------------------------------------------


def _play(given: argparse.Namespace) -> int:
    return _start(open_browser=True)


def _serve(given: argparse.Namespace) -> int:
    asked = ("host", "port", "public_url", "durability", "database", "announce", "metrics")
    settings = {name: getattr(given, name) for name in asked}
    if given.data is not None:
        settings["data"] = given.data
    return _start(open_browser=given.open, **settings)


def _start(*, open_browser: bool, **settings: Any) -> int:
    from ironbottom.server.app import serve
    from ironbottom.server.settings import Settings

    serve(Settings(**settings), open_browser=open_browser)
    return WELL


def _data_folder(given: Path | None) -> Path:
    if given is not None:
        return given
    from ironbottom.server.settings import Settings

    return Settings().data


def _games(given: argparse.Namespace) -> int:
    from ironbottom import games

    found: list[dict[str, Any]] = []
    for line in games.faults():
        print(f"ironbottom: {line}", file=sys.stderr)
    slugs = games.slugs()
    for slug, title in {**dict(zip(slugs, slugs, strict=True)), **games.TITLES}.items():
        if slug not in slugs:
            found.append({"slug": slug, "title": title, "ready": False, "scenarios": [], "sides": [], "options": []})
            continue
        game = games.load(slug)
        found.append({
            "slug": slug, "title": game.title, "ready": True, "credit": game.credit, "sides": list(game.sides),
            "scenarios": [
                {"id": one.id, "name": one.name, "text": one.text, "sides": [game.sides[side] for side in one.sides]}
                for one in game.scenarios
                if not one.former
            ],
            "options": [
                {
                    "id": option.id, "scenarios": list(option.scenarios), "default": option.default,
                    "choices": [{"value": value, "text": text} for value, text in option.choices],
                    "rule": option.rule, "name": option.name, "text": option.text, "excludes": list(option.excludes),
                }
                for option in game.options
                if not option.retired
            ],
        })  # fmt: skip
    if given.json:
        return _print_json(found)
    for row in found:
        print(f"{row['slug']:<17} {row['title']}" + ("" if row["ready"] else " (in preparation)"))
        for scenario in row["scenarios"]:
            print(f"    {scenario['id']:<14} {scenario['name']}: {', '.join(scenario['sides'])}")
            for option in row["options"]:
                if scenario["id"] in option["scenarios"]:
                    values = ", ".join(_option_text(choice["value"]) for choice in option["choices"])
                    print(f"        --option {option['id']}={_option_text(option['default'])}  of {values}")
    return WELL


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _simulate(given: argparse.Namespace) -> int:
    from ironbottom import games
    from ironbottom.lab import report, simulate

    overlay = _overlay(given, given.game)
    game = games.load(given.game, overlay)
    wanted = simulate.contest(
        game, [name for name in given.bots.split(",") if name], given.pairs, given.seed, scenario=given.scenario,
        options=options_of(given.option), budget=given.budget, overlay=overlay, keep=given.records is not None,
    )
    if given.report is not None:
        writable(given.report)
    if given.records is not None:
        given.records.mkdir(parents=True, exist_ok=True)
    with Progress("games") as progress:
        tally, whole = simulate.run_on(wanted, farm=farm_of(given), progress=progress, records=given.records)
    if not tally.games:
        raise KeyboardInterrupt
    data = tally.to_json()
    if given.report is not None:
        given.report.write_text(report.html(data), "utf-8")
    if given.json:
        _print_json(data)
    else:
        print(report.text(data))
    if len(tally.games) == whole:
        return WELL
    print(f"ironbottom: stopped after {len(tally.games)} of {whole} games", file=sys.stderr)
    return STOPPED


def _replay(given: argparse.Namespace) -> int:
    from ironbottom import games
    from ironbottom.kernel.cases import facts_of
    from ironbottom.kernel.record import read_record
    from ironbottom.kernel.step import OBSERVER
    from ironbottom.table.log import TRUTH

    def load(slug: str, overlay: Mapping[str, Any] | None) -> Game[Any]:
        return games.load(slug, overlay if given.copy is None else _overlay(given, slug))

    record = read_record(read_text(given.record, LARGEST_RECORD), load)
    game = record.game
    entries = len(record.entries)
    if given.at is not None and not 0 <= given.at <= entries:
        raise BadInput(f"--at is a number from 0 to {entries}, the entries of this record")
    if given.side is not None:
        game.side_of(given.side)
    _fits_together(given)
    wrong = _verified(record, given.key) if given.verify else []
    doubt = record.unproven() if given.verify and not wrong else ""
    told = [*wrong, *([f"not proven: {doubt}"] if doubt else [])]
    if told and given.json:
        _print_json({"verified": False, "wrong": wrong, "not_proven": doubt})
        return NOT_SO
    reported = given.report is not None or (given.json and given.at is None)
    if told and (reported or (wrong and given.svg is None and given.at is None)):
        print("\n".join(told))
        return NOT_SO
    if reported:
        if given.svg is not None:
            _draw_state(game, record.scenario, record.rebuild()[0], given)
        return _after_game(record, given)
    state, notice = record.rebuild(given.at)
    if given.svg is not None:
        _draw_state(game, record.scenario, state, given)
    side = OBSERVER if given.side is None else game.side_of(given.side)
    if given.json:
        seen = state if given.side is None else game.view(state, side)
        return _print_json({"entries": given.at, "of": entries, "facts": _said(_plain(facts_of(game, seen)))})
    played = game.scenario(record.scenario).name
    print(f"{game.title}, {played}: {entries if given.at is None else given.at} of {entries} entries")
    if name := record.header.get("copy"):
        print(f"played with the copy '{name}'")
    if notice:
        print(notice)
    if given.log:
        for line in story(record, given.at, TRUTH if given.side is None else side):
            print(line)
    print("\n".join(stands(record, state, given.at, side)))
    if given.verify and not wrong:
        print(_sound(record, not doubt))
    if told:
        print("\n".join(told))
    return NOT_SO if told else WELL


def _fits_together(given: argparse.Namespace) -> None:
    """Raises BadInput for options of `replay` of which one would be passed over."""
    if given.key is not None and not given.verify:
        raise BadInput("--key is what --verify checks the signature by: give both")
    if given.key is not None and not re.fullmatch("[0-9a-fA-F]{64}", given.key):
        raise BadInput(f"--key is the key of a server, 64 digits from 0 to f, not '{given.key[:80]}'")
    if given.theme is not None and given.svg is None:
        raise BadInput("--theme is of the drawing: name its file by --svg")
    if given.log and (given.json or given.report is not None):
        raise BadInput("--log is told in lines: leave --json and --report out")
    if given.at is not None and given.report is not None:
        raise BadInput("--report is of the whole game: leave --at out")
    if given.side is not None and given.svg is None and (given.report or (given.json and given.at is None)):
        raise BadInput("--side is of one position or its drawing: the report shows all sides")


def _verified(record: Any, key: str | None) -> list[str]:
    from ironbottom.server import signing

    return [*record.verify(), *signing.wrong(record, key)]


def _sound(record: Any, proven: bool) -> str:
    """What holds of a record in which nothing is wrong."""
    seed = record.end is not None and record.end.get("seed") is not None
    rolls = ", every roll is the seed's" + (" and the numbers'" if record.numbers else "") if seed else ""
    lines = [f"{'verified' if proven else 'sound'}: every move is legal{rolls}"]
    if (tries := record.header.get("dice", {}).get("tries", 1)) > 1:
        lines.append(f"before anything fell, the dice were begun {tries} times")
    if proven:
        lines.append(f"signed by {record.header['signed_by']}")
    return "\n".join(lines)


def _after_game(record: Any, given: argparse.Namespace) -> int:
    from ironbottom.drawing import pages
    from ironbottom.opponents import after_game

    if given.report is not None:
        writable(given.report)
    with Progress("moves") as progress:
        data = after_game.story(record, progress=progress)
    if given.report is not None:
        given.report.write_text(pages.after_game(data), "utf-8")
    if given.json:
        return _print_json(data)
    print(f"written to {given.report}")
    for one in data["turning"]:
        change = f"{100 * one['before']:.0f} % to {100 * one['after']:.0f} % for the {data['called'][one['for']]}"
        print(f"  move {one['n']}: {change}: {one['text']}")
    if not data["turning"]:
        print("  no move changed the chance to win by much")
    luck = ", ".join(f"{data['called'][name]} {row['z']:+.2f}" for name, row in data["luck"].items())
    print(f"  luck in standard deviations: {luck}")
    return WELL


def _cases(given: argparse.Namespace) -> int:
    from ironbottom import games
    from ironbottom.kernel.cases import read_cases, run_case

    listed = [(path, case) for path in given.files for case in read_cases(path)]
    rows: list[dict[str, Any]] = []
    with Progress("cases") as progress:
        for path, case in listed:
            slug = given.game or case.get("game") or path.resolve().parent.name
            if slug not in games.slugs() and not given.game and "game" not in case:
                raise BadInput(f"{path.name}: say which game it is of, by --game, `game` in the case, or its folder")
            game = games.load(slug, _overlay(given, slug))
            outcome = run_case(game, case)
            if not case.keys() & {"play", "ask", "expect"}:
                print(f"ironbottom: {path.name}, case {outcome.id} expects nothing", file=sys.stderr)
            rows.append({
                "file": path.name, "id": outcome.id, "text": outcome.text, "rules": list(outcome.rules),
                "passed": outcome.passed, "wrong": list(outcome.wrong),
            })
            progress(len(rows), len(listed))
    failed = [row for row in rows if not row["passed"]]
    if given.json:
        _print_json(rows)
    else:
        for row in failed:
            print(f"FAIL {row['id']} ({row['file']}): {row['text']}")
            for line in row["wrong"]:
                print(f"     {line}")
        print(f"{len(rows) - len(failed)} of {len(rows)} cases pass")
    return NOT_SO if failed else WELL


def _blunders(given: argparse.Namespace) -> int:
    for_one_thing(given)
    if given.hunt is not None:
        hunt_more(given, Progress("decisions"), options_of(given.option))
        return WELL
    if given.confirm is not None:
        return WELL if confirm_book(given) else NOT_SO
    return WELL if try_book(given, Progress("positions"), _print_json) else NOT_SO


def _board(given: argparse.Namespace) -> int:
    from ironbottom import games

    game = games.load(given.game, _overlay(given, given.game))
    scenario = _scenario(game, given.scenario)
    if given.side is not None:
        game.side_of(given.side)
    if given.position is None:
        from ironbottom.lab.drawn import draw

        _write(given.svg, draw(game, scenario, None, given.theme or THEMES[0]))
        return WELL
    from ironbottom.kernel.data import read_toml

    data = read_toml(given.position)
    position = data.get("position", data)
    if not isinstance(position, dict):
        raise BadInput(f"{given.position.name}: 'position' is a table")
    _draw_state(game, scenario, game.place(position), given)
    return WELL


def _draw_state(game: Game[Any], scenario: str, state: Any, given: argparse.Namespace) -> None:
    from ironbottom.kernel.step import OBSERVER
    from ironbottom.lab.drawn import draw

    side = OBSERVER if given.side is None else game.side_of(given.side)
    view = state if given.side is None else game.view(state, side)
    _write(given.svg, draw(game, scenario, game.picture(view, side), given.theme or THEMES[0]))


def _rules(given: argparse.Namespace) -> int:
    from ironbottom import games
    from ironbottom.kernel.schema import close

    if given.examples:
        if given.coverage or given.cases or given.number:
            raise BadInput("--examples is of all statements: leave --coverage, --cases and N out")
        return tell_examples(given)
    if given.cases is not None and not given.coverage:
        raise BadInput("--cases is where --coverage looks: give both")
    if given.game is None:
        raise BadInput("name a game")
    game = games.load(given.game, _overlay(given, given.game))
    number = (given.number or "").lower()
    wanted = [s for s in game.statements if number in ("", s.id.lower())]
    wanted = wanted or [s for s in game.statements if s.id.lower().startswith(number)]
    if not wanted:
        near = close(given.number.upper(), [s.id for s in game.statements])
        raise BadInput(f"{game.slug} has no statement '{given.number}'{near}")
    if given.coverage:
        return _coverage(given, game, {statement.id for statement in wanted})
    if given.json:
        from ironbottom.lab.coverage import citing

        code: dict[str, list[str]] = {}
        for source in citing(game.package):
            for key in source.ids:
                code.setdefault(key, []).append(f"{source.file}:{source.name}")
        return _print_json([
            {"id": s.id, "chapter": s.chapter, "book": s.book, "text": s.text, "code": code.get(s.id, [])}
            for s in wanted
        ])
    chapter = ""
    for statement in wanted:
        if statement.chapter != chapter:
            print(f"{'' if not chapter else chr(10)}{statement.chapter}")
            chapter = statement.chapter
        print(f"  {statement.id:<8} {statement.text} [{statement.book}]")
    return WELL


def _coverage(given: argparse.Namespace, game: Game[Any], ids: set[str]) -> int:
    from ironbottom.kernel.examples import case_files
    from ironbottom.lab.coverage import cover

    if given.cases is not None and not given.cases.is_dir():
        raise BadInput(f"there is no folder {given.cases}")
    rows, failing = cover(game, case_files(game.slug, game.package, given.cases))
    rows = [row for row in rows if row.id in ids]
    held = sum(row.holds for row in rows)
    percent = 100.0 * held / len(rows) if rows else 0.0
    if given.json:
        _print_json({
            "game": game.slug, "coverage": round(percent, 2), "statements": len(rows), "covered": held,
            "failing": failing,
            "rules": [
                {"id": row.id, "chapter": row.chapter, "covered": row.holds, "code": list(row.code),
                 "cases": list(row.cases), "idle": list(row.idle)}
                for row in rows
            ],
        })  # fmt: skip
    else:
        for row in rows:
            if not row.holds:
                lacks = [] if row.code else ["no code cites it"]
                if not row.cases:
                    idle = f"; cited by {', '.join(row.idle)}, where its code did not run" if row.idle else ""
                    lacks.append(f"no case covers it{idle}")
                print(f"{row.id}: {', '.join(lacks)}")
            elif given.number is not None:
                print(f"{row.id}: {', '.join(row.code)}; cases {', '.join(row.cases)}")
        if failing:
            print(f"{len(failing)} cases fail and cover nothing: {', '.join(failing[:5])}{', …' * (len(failing) > 5)}")
        print(f"{held} of {len(rows)} statements covered: {percent:.1f} %")
    return WELL if held == len(rows) and rows else NOT_SO


def _sources(given: argparse.Namespace) -> int:
    tell_sources(given, partial(_data_folder, None))
    return WELL


def _overlay(given: argparse.Namespace, slug: str) -> dict[str, Any] | None:
    """The corrections of the copy that was asked for."""
    return overlay_of(given.copy, slug, partial(_data_folder, None))


def _bench(given: argparse.Namespace) -> int:
    from ironbottom import games
    from ironbottom.lab.bench import measure

    if not 0.001 <= given.seconds <= 60:
        raise BadInput("--seconds is a number from 0.001 to 60")
    if given.copy is not None and given.game is None:
        raise BadInput("--copy is of one game: name it")
    loaded = [games.load(slug, _overlay(given, slug)) for slug in ([given.game] if given.game else games.READY)]
    listed = [(game, scenario.id) for game in loaded for scenario in game.scenarios if not scenario.former]
    rows: list[dict[str, Any]] = []
    with Progress("scenarios") as progress:
        for game, scenario in listed:
            rows.append(measure(game, scenario, given.seconds))
            progress(len(rows), len(listed))
    if given.json:
        return _print_json(rows)
    for row in rows:
        print(f"{row['game']}, {row['scenario']}")
        for key, item in row.items():
            if key not in ("game", "scenario") and item is not None:
                print(f"  {key:<26} {item:,.2f}")
    return WELL


# --- small tools -----------------------------------------------------------------------------------------------


def _scenario(game: Game[Any], wanted: str | None) -> str:
    known = [scenario.id for scenario in game.scenarios]
    if wanted is not None and wanted not in known:
        raise BadInput(f"{game.slug} has no scenario '{wanted}'; it has {', '.join(known)}")
    return wanted or known[0]


def _write(path: Path, text: str) -> None:
    writable(path)
    path.write_text(text, "utf-8")


def _plain(item: Any) -> Any:
    if isinstance(item, (tuple, list)):
        return [_plain(part) for part in item]
    if isinstance(item, Mapping):
        return {str(key): _plain(part) for key, part in item.items()}
    return item if isinstance(item, (str, int, float, bool)) or item is None else str(item)


def _said(item: Any) -> Any:
    """Tables without their empty entries."""
    if not isinstance(item, dict):
        return item
    kept = {key: _said(part) for key, part in item.items()}
    return {key: part for key, part in kept.items() if part not in ("", [], {}, None)}


def _print_json(data: Any) -> int:
    for line in _lines(data):
        print(line)
    return WELL


def _lines(data: Any) -> Iterator[str]:
    yield json.dumps(data, indent=1, ensure_ascii=False, default=list)


if __name__ == "__main__":
    sys.exit(main())
