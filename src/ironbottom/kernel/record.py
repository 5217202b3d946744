"""Records: a whole game as JSON Lines, from which every position can be rebuilt exactly, on any machine.

    {"format": "ironbottom record 1", "game": ..., "rules_version": ..., "scenario": ..., "options": {...},
     "digest": ..., "overlay": {...} | null, "seats": {...}, "seed_hash": ..., "started": ...,
     "dice": {"by": "american", "commitment": ..., "numbers": {"american": ..., "japanese": ...}, "tries": 1},
     "signed_by": ...}
    {"by": "american", "do": "take henderson_field inf5"}
    {"chance": "draw inf4"}
    {"table": "resign", "by": "japanese"}
    {"snapshot": {...}}                             the state in its file form, after the lines above
    {"end": {"returns": [1, -1], "reason": "...", "seed": "...", "fingerprint": "...", "signature": "..."}}

`copy`, where there is one, is the name of the owner's copy of the game; `overlay` holds what differs in it. `dice` says
what the key of all results is made of beside the seed (`dice.py`): the pages' numbers, and the hash that the page of
one side had committed itself to before it knew the others'. `signature` is of the chain of all lines, by the key
`signed_by` of the server that the game was played at. Games of before there were any hold neither.

A record that goes on after a mended rule keeps its snapshots: `rebuild` goes on from the last legal one and says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from ironbottom.kernel.action import Action, notation, parse
from ironbottom.kernel.copies import COPY, LONGEST_NAME, as_released
from ironbottom.kernel.data import load_data
from ironbottom.kernel.dice import NUMBER, commitment, is_number, key_of, pick, seed_hash
from ironbottom.kernel.errors import BadInput, IllegalAction, UnknownGame
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import agreed, choose
from ironbottom.kernel.referee import follow, replay
from ironbottom.kernel.schema import short
from ironbottom.kernel.step import CHANCE, State
from ironbottom.kernel.unwritten import caught_up
from ironbottom.kernel.value import Value, fingerprint, value

S = TypeVar("S", bound=State)

RECORD = "ironbottom record "
FORMAT = f"{RECORD}1"
LARGEST = 20_000_000
LONGEST = 200_000

TABLE_ACTS = ("resign", "agree", "timeout", "pause", "resume", "undo")
"""What happens at the table and not on the board. `agree` and the like carry their arguments as further keys."""


@value
class Move(Value):
    """A line that plays: a side's action or a chance result."""

    side: int
    action: Action


@value
class TableAct(Value):
    """A line about the table: `act` is one of TABLE_ACTS; `args` are (key, value) pairs, such as `("to", 12)` for
    an undo."""

    act: str
    by: int
    args: tuple[tuple[str, Any], ...] = ()


@value
class Snapshot(Value):
    """A line that holds the state so far, as JSON text."""

    state: str


Entry = Move | TableAct | Snapshot


def undone_to(entry: Entry) -> int | None:
    """After how many entries the game goes on from an undo; None for all other entries. Raises BadInput for an undo
    that does not say so."""
    if not isinstance(entry, TableAct) or entry.act != "undo":
        return None
    to = dict(entry.args).get("to")
    if type(to) is not int or to < 0:
        raise BadInput("an undo goes back to the number of an earlier line")
    return to


REVERSIBLE = ("", "ends.turn", "ends.hand")
"""How moves may have ended that a takeback may cross: nothing was thrown, drawn or revealed."""

HEADER = {
    "game": str, "rules_version": int, "scenario": str, "options": dict, "digest": str, "seats": dict, "seed_hash": str,
    "started": str,
}  # fmt: skip
"""What the first line of every record holds, and of which kind it is; `overlay` may be null."""
ALSO = ("format", "overlay", "copy", "package", "dice", "signed_by")
"""What else may stand there."""
DICE = {"by": str, "commitment": str, "numbers": dict, "tries": int}
"""What `dice` holds; `commitment` is empty where one page alone gave a number."""
PACKAGE = {"name": str, "version": str, "title": str}
"""What `package` holds in the first line of a game that another package brought; it stands in no other."""
KINDS = {str: "text", int: "number", dict: "table"}


class Record(Generic[S]):
    """A game's record. `header` is a plain table; `entries` are in order; `end` is None while the game runs."""

    def __init__(self, game: Game[S], header: Mapping[str, Any], entries: Sequence[Entry] = (),
                 end: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.header = dict(header)
        self.header["options"] = agreed(game.options, self.scenario, header["options"])
        self.entries = list(entries)
        self.end = dict(end) if end is not None else None
        self.read: bytes | None = None
        """The chain of its lines as they stood in the file that it was read from."""

    @property
    def chain(self) -> bytes:
        """What a signature is of: all lines, each bound to those before it."""
        return self.read if self.read is not None else chain(self._lines())

    @property
    def numbers(self) -> dict[str, str]:
        """The pages' numbers that the key of the dice is made of, by side."""
        return dict(self.header.get("dice", {}).get("numbers", {}))

    @property
    def scenario(self) -> str:
        return str(self.header["scenario"])

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.header["options"])

    def moves(self, upto: int | None = None) -> list[tuple[int, Action]]:
        """The moves that count, after undos, among the first `upto` entries."""
        kept: list[tuple[int, Action]] = []
        lengths = [0]
        for entry in self.entries[: len(self.entries) if upto is None else upto]:
            if isinstance(entry, Move):
                kept.append((entry.side, entry.action))
            elif (to := undone_to(entry)) is not None:
                if to >= len(lengths):
                    raise BadInput("an undo goes back to the number of an earlier line")
                del kept[lengths[to]:]
            lengths.append(len(kept))
        return kept

    def start(self) -> S:
        """The first state: the scenario's, or that of a snapshot in the first line."""
        first = self.game.setup(self.scenario, self.options)
        if self.entries and isinstance(self.entries[0], Snapshot):
            return self.game.from_file(json.loads(self.entries[0].state), first.setting)
        return first

    def rebuild(self, upto: int | None = None) -> tuple[S, str]:
        """The state after the first `upto` entries (all of them by default), and a notice ("" when all was replayed).

        Where today's rules refuse a move of an older record, the position comes from its last snapshot, and the
        notice says so.
        """
        try:
            return replay(self.game, self.start(), self.moves(upto)), ""
        except IllegalAction as error:
            entries = self.entries[: len(self.entries) if upto is None else upto]
            for number in range(len(entries) - 1, -1, -1):
                entry = entries[number]
                if isinstance(entry, Snapshot):
                    setting = self.start().setting
                    s = self.game.from_file(json.loads(entry.state), setting)
                    rest = [(e.side, e.action) for e in entries[number + 1:] if isinstance(e, Move)]
                    try:
                        s = replay(self.game, s, rest)
                        return s, f"a rule has been mended since: shown from the position after line {number} ({error})"
                    except IllegalAction:
                        continue
            raise

    def result(self) -> tuple[tuple[int, ...], str]:
        """Returns and reason at the end, by the board or by the table; zeros and "" while it runs."""
        state, _ = self.rebuild()
        if state.result is not None:
            return state.result.returns, state.result.reason
        for entry in reversed(self.entries):
            if isinstance(entry, TableAct) and entry.act in ("resign", "timeout"):
                sides = range(len(self.game.sides))
                return tuple(-1 if side == entry.by else 1 for side in sides), entry.act
            if isinstance(entry, TableAct) and entry.act == "agree" and dict(entry.args).get("kind") == "draw":
                return (0,) * len(self.game.sides), "agree"
        return (0,) * len(self.game.sides), ""

    def verify(self) -> list[str]:
        """What is wrong with the record: moves, dice against the seed, undos, the end. Empty when all holds.

        Every line is checked where it stands, those that were taken back later too. Lines are counted as in the file,
        whose first is the header. What follows a line that no table would have written is not looked at. A record of
        an earlier version of the rules holds as far as no mended rule forbids a line of it.
        """
        wrong: list[str] = []
        if self.header.get("digest") != self.game.digest:
            wrong.append("the game's data differ from those that this record was played with")
        version, newest = int(self.header["rules_version"]), self.game.rules_version
        if not 1 <= version <= newest:
            wrong.append(f"played with rules version {version}; this program knows 1 to {newest}")
        mended = f" (played under rules version {version}; rules have been mended since)" if version < newest else ""
        key = self._key(wrong)
        state, drawn, over = self.start(), 0, False
        since = _Since(self.game)
        for number, entry in enumerate(self.entries, 1):
            before = state
            try:
                if over:
                    raise IllegalAction("the game was over before it")
                if isinstance(entry, Move):
                    before = caught_up(self.game, state, entry.side, entry.action)
                    state = follow(self.game, state, entry.side, entry.action)
                elif isinstance(entry, Snapshot):
                    state = self._same(state, entry)
                elif (to := undone_to(entry)) is not None:
                    state = since.back(to, entry.by, state)
                else:
                    over = self._ends(entry, state)
            except IllegalAction as error:
                wrong.append(f"line {number + 1}: {error}{mended}")
                return wrong
            if isinstance(entry, Move) and entry.side == CHANCE:
                if key is not None:
                    purpose = before.stack[-1].file_name
                    if pick(key, drawn, purpose, self.game.chance(before)) != entry.action:
                        wrong.append(f"line {number + 1}: the seed does not give '{notation(entry.action)}'")
                drawn += 1
            if isinstance(entry, Move) and entry.side != CHANCE:
                since.add(entry, before, state)
            else:
                since = _Since(self.game, number)
        if self.end is not None:
            returns, reason = self.result()
            told = self.end.get("returns"), self.end.get("reason")
            if state.result is None and not over:
                wrong.append("the end stands before the game is over")
            elif told != (list(returns), reason):
                wrong.append(f"the end should be {list(returns)} ({reason}), not {told[0]} ({told[1]}){mended}")
            if self.end.get("fingerprint") not in (None, fingerprint(state)):
                wrong.append(f"the final position differs from the fingerprint{mended}")
        return wrong

    def unproven(self) -> str:
        """Why the record proves nothing about its dice, however well all of it fits; "" where it proves them."""
        if any(isinstance(entry, Snapshot) for entry in self.entries):
            return "it begins with a position of its own (of an analysis or a lesson), not with its scenario"
        if self.end is None:
            if self.result()[1]:
                return "its last line, with the result and the seed, is missing"
            return "the game is not over, and its seed is shown only then"
        if self.end.get("seed") is None:
            return "its end holds no seed, so that its dice cannot be checked"
        if not self.header.get("signed_by") or not self.end.get("signature"):
            return "nobody has signed it: whoever wrote it may have written it anew from its first line"
        return ""

    def _same(self, state: S, entry: Snapshot) -> S:
        """The state, if that is what the snapshot holds. Raises IllegalAction."""
        held = self.game.from_file(json.loads(entry.state), state.setting)
        if held.replace(news=()) != state.replace(news=()):
            raise IllegalAction("the snapshot is not the position that the lines before it lead to")
        return state

    def _ends(self, entry: TableAct, state: S) -> bool:
        """Whether the act ends the game. Raises IllegalAction for what no table writes."""
        sides = next(one.sides for one in self.game.scenarios if one.id == self.scenario)
        if entry.by not in sides:
            raise IllegalAction(f"'{entry.act}' is by one of the sides that play")
        if entry.act == "agree" and dict(entry.args).get("kind") not in ("draw", "end"):
            raise IllegalAction("an agreement is on a 'draw' or an 'end'")
        over = entry.act in ("resign", "agree", "timeout")
        if state.result is not None or (not over and self.game.to_move(state) == (CHANCE,)):
            raise IllegalAction(f"no table writes '{entry.act}' here")
        return over

    def _key(self, wrong: list[str]) -> bytes | None:
        """What the dice were drawn with; None where the seed is not told."""
        dice = self.header.get("dice")
        if dice is not None and dice["commitment"] and commitment(dice["numbers"][dice["by"]]) != dice["commitment"]:
            wrong.append(f"the number of {dice['by']} is not the one that was committed to")
        text = (self.end or {}).get("seed")
        if text is None:
            return None
        seed = bytes.fromhex(text)
        if seed_hash(seed) != self.header.get("seed_hash"):
            wrong.append("the seed does not have the hash of the first line")
        return key_of(seed, self.numbers)

    def to_text(self) -> str:
        """The record as JSON Lines."""
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in self._lines())

    def _lines(self) -> Iterable[dict[str, Any]]:
        yield self.header
        for entry in self.entries:
            yield entry_to_line(self.game, entry)
        if self.end is not None:
            yield {"end": self.end}


def chain(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """The hash of all lines, each with that of the lines before it. The signature is no part of what it signs."""
    known = b"ironbottom record"
    for line in lines:
        if isinstance(end := line.get("end"), dict):
            line = {"end": {key: item for key, item in end.items() if key != "signature"}}
        text = json.dumps(line, sort_keys=True, separators=(",", ":"))
        known = hashlib.sha256(known + text.encode()).digest()
    return known


class _Since(Generic[S]):
    """The moves since the last line that no undo crosses: a result of chance, an act of the table, the start."""

    def __init__(self, game: Game[S], first: int = 0) -> None:
        self.game = game
        self.first = first
        """How many entries stand before the moves."""
        self.moves: list[tuple[Move, S, S]] = []

    def add(self, move: Move, before: S, after: S) -> None:
        self.moves.append((move, before, after))

    def back(self, to: int, by: int, state: S) -> S:
        """The position that a side's undo goes back to. Raises IllegalAction where a table refuses the takeback: past
        chance or a revelation, or when the side has made no move to take back."""
        if to < self.first or self.game.to_move(state) == (CHANCE,):
            raise IllegalAction("the undo goes past a result of chance, or past an act of the table")
        crossed = self.moves[to - self.first :]
        sides = [move.side for move, _, _ in crossed]
        own = sides.count(by)
        if not own or sides[:own] != [by] * own:
            raise IllegalAction("the undo does not begin at the last moves of the side that takes back")
        if to < self.first + self._shown():
            raise IllegalAction("the undo goes past what the other side has seen")
        return crossed[0][1]

    def _shown(self) -> int:
        """How many of the moves stand for good: up to the last that threw, drew or revealed something."""
        shown, drafting = 0, False
        for number, (move, before, after) in enumerate(self.moves, 1):
            if not drafting and before.stack[-1].sealed:
                shown = number
                continue
            ends = self.game.why_final(self.game.view(before, move.side), move.side, move.action)
            if (ends or "") not in REVERSIBLE:
                shown = number
            drafting = ends is None and self.game.to_move(after) == (move.side,) == self.game.to_move(before)
        return shown


def header(game: Game[Any], scenario: str, options: Mapping[str, Any], *, seats: Mapping[str, str],
           seed_hash: str, started: str, overlay: Mapping[str, Any] | None = None,
           copy: str = "") -> dict[str, Any]:
    """The first line of a record; it holds every option of its scenario. Raises BadInput for a choice there is not."""
    name, version = game.origin
    package = {"package": {"name": name, "version": version, "title": game.title}} if name else {}
    chosen = dict(choose(game.options, scenario, options))
    return {
        "format": FORMAT, "game": game.slug, "rules_version": game.rules_version, "scenario": scenario,
        "options": chosen, "digest": game.digest, "overlay": overlay, "seats": dict(seats),
        "seed_hash": seed_hash, "started": started, **({"copy": copy} if copy else {}), **package,
    }


def known(head: Mapping[str, Any]) -> dict[str, Any]:
    """A first line without the keys that no record needs: a table would take them for its own, such as a lesson's."""
    return {key: item for key, item in head.items() if key in (*ALSO, *HEADER)}


def missing(head: Mapping[str, Any]) -> str:
    """What is said of a record or table whose game no package here has, by its first line."""
    package = head.get("package")
    if not isinstance(package, Mapping) or not all(isinstance(package.get(key), str) for key in PACKAGE):
        return f"the program of this game is not installed: {head.get('game')}"
    return f"the program of this game is not installed: {package['name']} {package['version']}"


def entry_to_line(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """An entry as it stands in the file."""
    if isinstance(entry, Move):
        if entry.side == CHANCE:
            return {"chance": notation(entry.action)}
        return {"by": game.side_name(entry.side), "do": notation(entry.action)}
    if isinstance(entry, TableAct):
        return {"table": entry.act, "by": game.side_name(entry.by), **dict(entry.args)}
    return {"snapshot": json.loads(entry.state)}


def line_to_entry(game: Game[Any], line: Mapping[str, Any]) -> Entry:
    """The entry of a parsed line. Raises BadInput."""
    if "chance" in line:
        return Move(CHANCE, parse(_text(line, "chance")))
    if "do" in line:
        return Move(game.side_of(_text(line, "by")), parse(_text(line, "do")))
    if "table" in line:
        if line["table"] not in TABLE_ACTS:
            raise BadInput(f"a table act is one of {', '.join(TABLE_ACTS)}")
        args = tuple((key, item) for key, item in line.items() if key not in ("table", "by"))
        if any(not isinstance(item, (str, int)) for _, item in args):
            raise BadInput("the arguments of a table act are texts and numbers")
        return TableAct(line["table"], game.side_of(_text(line, "by")), args)
    if "snapshot" in line:
        return Snapshot(json.dumps(line["snapshot"], separators=(",", ":")))
    raise BadInput("a line has 'do', 'chance', 'table', 'snapshot' or 'end'")


def _text(line: Mapping[str, Any], key: str) -> str:
    item = line.get(key)
    if not isinstance(item, str):
        raise BadInput(f"'{key}' should be a text")
    return item


def read_lines(text: str) -> Iterable[tuple[int, dict[str, Any]]]:
    """The parsed lines with their numbers, bounded in size. Raises BadInput."""
    if len(text) > LARGEST:
        raise BadInput(f"the record is larger than {LARGEST} characters")
    lines = text.splitlines()
    if len(lines) > LONGEST:
        raise BadInput(f"the record has more than {LONGEST} lines")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            if number == 1:
                of_copy = "; a copy of a game is brought in under its copies" if COPY in line else ""
                raise BadInput(f"this is no record of a game{of_copy}") from None
            if number == len(lines):
                raise BadInput(f"this record ends in the middle, in line {number}") from None
            raise BadInput(f"line {number} cannot be read: it is not JSON") from None
        if not isinstance(data, dict):
            raise BadInput(f"line {number}: a table was expected")
        yield number, data


def read_record(text: str, load: Any) -> Record[Any]:
    """The record in a text; `load(slug, overlay)` gives the game. Raises BadInput, naming the line."""
    if not text.strip():
        raise BadInput("this file is empty")
    found = iter(read_lines(text))
    _, head = next(found, (0, {}))
    if str(head.get("format")).startswith(RECORD) and head["format"] != FORMAT:
        raise BadInput(f"this record was written by another version of this program: {short(head['format'])}")
    if head.get("format") != FORMAT:
        raise BadInput(f"this is no record: its first line should say \"format\": \"{FORMAT}\"")
    for key, kind in HEADER.items():
        if not isinstance(head.get(key), kind):
            raise BadInput(f"line 1: '{key}' is missing, or is no {KINDS[kind]}")
    if "package" in head and (not isinstance(head["package"], dict) or not all(
        isinstance(head["package"].get(key), kind) for key, kind in PACKAGE.items()
    )):
        raise BadInput(f"line 1: 'package' is a table with {', '.join(PACKAGE)}, each a text")
    overlay = head.get("overlay")
    if overlay is not None and not isinstance(overlay, dict):
        raise BadInput("line 1: 'overlay' is a table or null")
    if "copy" in head and (not isinstance(head["copy"], str) or len(head["copy"]) > LONGEST_NAME):
        raise BadInput(f"line 1: 'copy' is a name of at most {LONGEST_NAME} characters")
    try:
        game: Game[Any] = load(head["game"], overlay)
        game = as_released(load, game, head["digest"], overlay)
    except UnknownGame as error:
        raise BadInput(f"line 1: {missing(head) if 'package' in head else error}") from None
    if "dice" in head:
        _check_dice(head["dice"], game.sides)
    if "signed_by" in head and not is_number(head["signed_by"]):
        raise BadInput("line 1: 'signed_by' is a key, in hex")
    record = Record(game, known(head))
    lines = [head]
    try:
        record.start()
    except (ArithmeticError, LookupError, TypeError, ValueError):
        if overlay:  # nobody checks a record's corrections while they can be played
            load_data(game.package, overlay, strict=True)
        raise
    for number, line in found:
        lines.append(line)
        if record.end is not None:
            raise BadInput(f"line {number}: nothing may follow the end")
        try:
            if "end" in line:
                record.end = _read_end(line["end"])
            else:
                record.entries.append(line_to_entry(game, line))
        except BadInput as error:
            raise BadInput(f"line {number}: {error}") from None
    record.moves()
    record.read = chain(lines)
    return record


def _check_dice(dice: Any, sides: Sequence[str]) -> None:
    """Raise BadInput unless the first line's `dice` is what a table writes there."""
    if not isinstance(dice, dict) or any(type(dice.get(key)) is not kind for key, kind in DICE.items()):
        raise BadInput(f"line 1: 'dice' is a table with {', '.join(DICE)}")
    numbers = dice["numbers"]
    good = dice["by"] in numbers and set(numbers) <= set(sides) and all(map(is_number, numbers.values()))
    bound = NUMBER.fullmatch(dice["commitment"]) or (not dice["commitment"] and len(numbers) == 1)
    if not good or not bound or dice["tries"] < 1:
        raise BadInput("line 1: 'dice' has a number of 32 bytes in hex for each side whose page gave one")


def _read_end(end: Any) -> dict[str, Any]:
    if not isinstance(end, dict) or not isinstance(end.get("returns"), list) or not isinstance(end.get("reason"), str):
        raise BadInput("an end has 'returns' and 'reason'")
    if end.get("seed") is not None:
        try:
            bytes.fromhex(end["seed"])
        except (TypeError, ValueError):
            raise BadInput("the seed is written in hex") from None
    if not isinstance(end.get("signature", ""), str):
        raise BadInput("the signature is written in hex")
    return end
