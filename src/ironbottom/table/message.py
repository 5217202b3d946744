"""What a seat gets: one message, a function of that seat's own view, its own log and what all may know.

`docs/protocol.md` says what stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.kernel.action import notation
from ironbottom.kernel.errors import BadInput
from ironbottom.kernel.presenter import Scene
from ironbottom.kernel.record import Move
from ironbottom.kernel.step import OBSERVER
from ironbottom.kernel.view import Picture, Prompt
from ironbottom.table.clocks import deadlines
from ironbottom.table.delta import delta
from ironbottom.table.log import TRUTH
from ironbottom.table.seats import HUMAN, Terms, told_apart
from ironbottom.table.table import ROUTINE, Offer, Table, iso
from ironbottom.table.takeback import last_batch, may_ask

MOST_SCENES = 40
"""So many positions are told at once."""

BLANK: Picture = {
    "turn": "", "pieces": [], "stores": [], "marks": [], "tracks": [], "calendars": [], "tables": [], "sheets": [],
    "sequence": [], "forces": [],
}  # fmt: skip


def viewer_name(table: Table[Any], viewer: int) -> str:
    """The name of a viewer in addresses and messages."""
    return "truth" if viewer == TRUTH else table.game.side_name(viewer)


def occasion(table: Table[Any], step: str) -> str:
    """What a standing order was left for, in the game's words; "" where it has none."""
    words, key = table.game.words, f"what.{step}"
    return words.say(key) if key in words else ""


def curtain(table: Table[Any], viewer: int) -> int | None:
    """Hot-seat: the side that is to take the page over, when this seat is not the one to look; None where nothing is
    hidden."""
    seat = table.seats.get(viewer)
    if seat is None or seat.player is None or table.over is not None or table.analysis:
        return None
    if not table.game.hides(table.header["options"]):
        return None
    waiting = table.waiting()
    if viewer in waiting:
        return None
    for side in waiting:
        other = table.seats.get(side)
        if other is not None and other.kind == HUMAN and other.player == seat.player:
            return side
    return None


def message(
    table: Table[Any], viewer: int, after: int = 0, player: str | None = None, said: int = 0
) -> dict[str, Any]:
    """The message to a viewer (a side, OBSERVER, or TRUTH after the end), with its lines after number `after` and the
    chat after number `said`.

    `player`: who looks, if it is not the seat's own player (after the end a seat may be looked at by others).
    """
    base = standing(table, viewer, player)
    base["lines"] = [] if base["curtain"] else lines_after(table, viewer, after)
    base["chat"] = chat_after(table, said)
    return base


def lines_after(table: Table[Any], viewer: int, after: int) -> list[dict[str, Any]]:
    """The lines after a number; those of a draft are always among them."""
    committed = table.seat_log(viewer).lines
    found = [line.line for line in committed[max(0, after) :]]
    draft = table.draft_lines(viewer)
    if draft:
        turn = table.log[-1].turn if table.log else ""
        found += [{**line.line, "turn": turn} for line in draft]
    return found


def chat_after(table: Table[Any], said: int) -> list[dict[str, Any]]:
    """What was said at the table after a number; the numbers of the chat have no gaps."""
    game = table.game
    first = table.chat[0].n if table.chat else 1
    return [
        {"n": one.n, "by": game.side_name(one.by), "text": one.text, "time": one.time}
        for one in table.chat[max(0, said + 1 - first) :]
    ]


def standing(table: Table[Any], viewer: int, player: str | None = None) -> dict[str, Any]:
    """The message without its lines and the chat."""
    game = table.game
    log = table.seat_log(viewer)
    seat = table.seats.get(viewer)
    player = player if player is not None else seat.player if seat is not None else None
    own = seat is not None and seat.player == player
    draft = table.drafts.get(viewer) if own else None
    hidden = curtain(table, viewer)
    waiting = table.waiting()
    data: dict[str, Any] = {
        "game": game.slug,
        "scenario": table.scenario,
        "title": game.title,
        "options": table.header["options"],
        "seat": viewer_name(table, viewer),
        "seats": seats(table, player),
        "n": len(log.lines) + len(table.draft_lines(viewer)),
        "sure": len(log.lines),
        "moves": log.known,
        "waiting": [game.side_name(side) for side in waiting],
        "draft": {"length": len(draft.moves), "redo": len(draft.redo)}
        if draft and not hidden
        else {"length": 0, "redo": 0},
        "offers": [offer(table, one, viewer) for one in table.offers],
        "clock": clock(table),
        "hints": table.terms.hints,
        "rated": table.terms.rated,
        **counts(table, viewer),
        "takeback": own and hidden is None and not table.idle and not table.terms.rated and may_ask(table, viewer),
        "said": table.said,
        "notes": {} if hidden is not None or not own else dict(sorted(table.notes.get(viewer, {}).items())),
        "orders": []
        if hidden is not None or not own
        else [
            {"step": o.step, "do": o.do, "text": occasion(table, o.step)}
            for o in sorted(table.orders.get(viewer, {}).values(), key=lambda o: o.step)
        ],
        "reaction": None,
        "over": over(table),
        "dice": dice(table, player),
        "curtain": game.side_name(hidden) if hidden is not None else None,
        "choices": [],
        "macros": [],
    }
    if hidden is not None:
        data["picture"] = BLANK
        data["prompt"] = {"text": "", "sides": [game.side_name(side) for side in waiting], "mine": False}
        return data
    view = table.view(viewer)
    looker = OBSERVER if viewer == TRUTH else viewer
    scene = Scene(game, view, looker, table.memory(viewer), plays(table, viewer))
    presenter = game.of(view).presenter
    data["picture"] = shown(table, table.state, scene)
    data["prompt"] = prompt(table, scene)
    if own and table.analysis and last_batch(table) is not None:
        data["draft"]["more"] = True
    if viewer in table.seats and scene.plays and not table.over and not table.agreement:
        data["choices"] = [presenter.choice(scene, action) for action in scene.legal]
        data["macros"] = [
            presenter.macro_look(scene, macro)
            for macro in presenter.macros(scene)
            if not (macro.advice and table.terms.counts)
        ]
        if scene.legal:
            default = game.default(view, viewer)
            top = view.stack[-1]
            if default is not None or top.routine:
                step = ROUTINE if top.routine else top.file_name
                does = notation(default) if default is not None else ""
                data["reaction"] = {"step": step, "default": does}
                if text := occasion(table, step):
                    data["reaction"]["text"] = text
            if top.staffed and not table.terms.counts:
                data["reaction"] = {**(data["reaction"] or {"step": "", "default": ""}), "staff": top.file_name}
    if table.teacher is not None and table.teacher.shows_to(viewer):
        ended = table.over is not None
        data["coach"] = table.teacher.coach(view, viewer in waiting, ended, table.moves(viewer), at_one_click(data))
    return data


def plays(table: Table[Any], viewer: int) -> bool:
    """Whether a viewer may act: not who looks through the eyes of a computer that plays."""
    seat = table.seats.get(viewer)
    return seat is None or seat.kind == HUMAN or table.over is not None


def at_one_click(data: Mapping[str, Any]) -> list[list[str]]:
    """What the page offers at one click that is more than one choice: macros, and moves between boxes."""
    boxes = [box for sheet in data["picture"]["sheets"] for box in sheet.get("bins", ())]
    ways = [actions for box in boxes for item in box["items"] for actions in item["to"].values()]
    return [*(macro["do"] for macro in data["macros"]), *ways]


def shown(table: Table[Any], state: Any, scene: Scene[Any]) -> Picture:
    """The picture of a position: a viewer's own, but for what public facts have decided, which is the same for all."""
    made = table.game.of(scene.v).presenter.shown(scene)
    if state.result is None and (ending := table.game.decided(table.view_of(state, OBSERVER))) is not None:
        made["decided"] = ending
    if not scene.plays:  # nothing goes from box to box either
        for box in (box for sheet in made["sheets"] for box in sheet.get("bins", ())):
            box["items"] = [{**item, "to": {}} for item in box["items"]]
    return made


def prompt(table: Table[Any], scene: Scene[Any]) -> Prompt:
    """Who must do what."""
    if table.over is not None and table.state.result is None:
        return {"text": table.over.text, "sides": [], "mine": False}
    if table.agreement is not None:
        return _before(table)
    return table.game.of(scene.v).presenter.prompt(scene)


def _before(table: Table[Any]) -> Prompt:
    """What is waited for before the game begins."""
    waiting = table.waiting()
    free = [side for side in waiting if table.seats[side].player is None]
    sides = ", ".join(table.game.words.name(table.game.side_name(side)) for side in free)
    names = ", ".join(table.seats[side].name for side in waiting)
    key = "prompt.dice_limited" if table.terms.shows_up else "prompt.dice"
    text = table.words.say("prompt.join", sides=sides) if free else table.words.say(key, names=names)
    return {"text": text, "sides": [table.game.side_name(side) for side in waiting], "mine": False}


def dice(table: Table[Any], player: str | None) -> dict[str, Any] | None:
    """What the dice of a game are made of, so far; None where nobody was asked for a number."""
    name, open_ = table.game.side_name, table.agreement
    data: dict[str, Any] = {"seed_hash": table.header["seed_hash"], "key": table.header.get("signed_by")}
    if open_ is not None:
        wanted = open_.wanted(table.seats, player)
        numbers = {name(side): number for side, number in open_.numbers}
        data |= {"by": name(open_.by), "commitment": open_.commitment, "numbers": numbers, "tries": open_.tries}
        return data | {"wanted": None if wanted is None else {"seat": name(wanted[0]), "what": wanted[1]}}
    made = table.header.get("dice")
    return None if made is None else {**data, **made, "wanted": None}


def seats(table: Table[Any], player: str | None) -> list[dict[str, Any]]:
    """The seats, as all at the table know them; `you`: those of this player."""
    game = table.game
    waiting = table.waiting()
    names = told_apart([(seat.name, seat.player) for seat in table.seats.values()])
    return [
        {
            "side": game.side_name(seat.side),
            "name": name,
            "kind": seat.kind,
            "taken": seat.kind != HUMAN or seat.player is not None,
            "you": seat.kind == HUMAN and seat.player is not None and seat.player == player,
            "ready": seat.side not in waiting,
        }
        for seat, name in zip(table.seats.values(), names, strict=True)
    ]


def counts(table: Table[Any], viewer: int) -> dict[str, bool]:
    """Whether a rated game moves ratings, for both sides have decided something: what they had decided when all learnt
    something last, since what the other has decided in secret is not the viewer's to know; {} where he cannot know."""
    if not table.terms.rated:
        return {}
    lines = table.seat_log(OBSERVER).lines
    told = lines[-1].entry if lines else 0
    moves = [(one.entry.side, one.number) for one in table.log if isinstance(one.entry, Move)]
    decided = {side for side, number in moves if number <= told or side == viewer}
    if decided.issuperset(table.sides[:2]):
        return {"counts": True}
    return {"counts": False} if viewer in table.sides and viewer not in decided else {}


def offer(table: Table[Any], one: Offer, viewer: int) -> dict[str, Any]:
    """A proposal that waits for an answer; `undoes`: the first line of the viewer's that a takeback would undo."""
    data: dict[str, Any] = {"by": table.game.side_name(one.by), "kind": one.kind}
    if one.kind == "rematch" and one.to:
        data["same"] = True
    if one.kind == "takeback":
        undone = (line for line in table.seat_log(viewer).lines if line.entry > one.to)
        if (first := next(undone, None)) is not None:
            data["undoes"] = first.line["text"]
    return data


def agreed_clock(terms: Terms) -> dict[str, int] | None:
    """The clock that was agreed before the game."""
    if terms.bank:
        return {"bank": terms.bank, "add": terms.add}
    return {"days": terms.days} if terms.days else None


def clock(table: Table[Any]) -> dict[str, Any] | None:
    """The agreed clock, what is left in the banks, and until when each side must have decided; `away`: until when the
    player of a side is on leave, as far as his clock minds it."""
    agreed = agreed_clock(table.terms)
    if agreed is None:
        return None
    name, ends = table.game.side_name, deadlines(table)
    if table.agreement is not None and table.terms.shows_up:
        ends = table.agreement.due(table.seats)
    data: dict[str, Any] = {"days": 0, **agreed, "deadline": {name(side): iso(end) for side, end in ends.items()}}
    if table.terms.bank:
        data["left"] = {name(side): round(table.left[side]) for side in table.sides}
    if table.away and not table.terms.live:
        data["away"] = {name(side): iso(max(until for _, until in spans)) for side, spans in table.away.items()}
    return data


def over(table: Table[Any]) -> dict[str, Any] | None:
    """How the game ended."""
    if table.over is None:
        return None
    winners = [table.game.side_name(side) for side, points in enumerate(table.over.returns) if points > 0]
    data: dict[str, Any] = {"winners": winners, "text": table.over.text}
    if table.sealed_record:
        data["seed"] = table.seed.hex()
        data["seed_hash"] = table.header["seed_hash"]
    return data


def scenes(table: Table[Any], viewer: int, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The pictures after those lines of a viewer, in their order: the first whole, each other as the change from the
    one before (`table/delta.py`)."""
    if len(numbers) > MOST_SCENES:
        raise BadInput(f"at most {MOST_SCENES} positions are told at once")
    if curtain(table, viewer) is not None:
        return []
    made, before = list[dict[str, Any]](), None
    for number in numbers:
        picture = picture_at(table, viewer, number)
        made.append({"n": number, "change": delta(before, picture)})
        before = picture
    return made


def picture_at(table: Table[Any], viewer: int, number: int) -> Picture:
    """The picture after a viewer's line of that number. Raises BadInput where there is no such line."""
    log = table.seat_log(viewer)
    draft = table.draft_lines(viewer)
    if not 0 <= number <= len(log.lines) + len(draft):
        raise BadInput(table.words.say("refused.no_line"))
    if number > len(log.lines):
        state = table.drafts[viewer].states[-draft[number - len(log.lines) - 1].entry]
    elif number == len(log.lines) and not draft:
        state = table.state
    else:
        state = table.timeline.at(log.entry_of(number), table.log)
    view = table.view_of(state, viewer)
    looker = OBSERVER if viewer == TRUTH else viewer
    memory = log.memory_at(log.entry_of(min(number, len(log.lines))))
    return shown(table, state, Scene(table.game, view, looker, memory, plays(table, viewer)))


def past(table: Table[Any], viewer: int, number: int, player: str | None = None) -> dict[str, Any]:
    """The message of a position gone by, after the viewer's line `number`, with nothing to do in it."""
    picture = picture_at(table, viewer, number)
    data = {**standing(table, viewer, player), "lines": [], "chat": []}
    if data["curtain"] is not None:
        return data
    data["picture"] = picture
    data["prompt"] = {"text": "", "sides": [], "mine": False}
    data["at"] = number
    data["choices"], data["macros"], data["reaction"] = [], [], None
    return data


def marks(table: Table[Any], viewer: int) -> list[dict[str, Any]]:
    """The marks of the replay bar: turns, battles, losses, the end."""
    if curtain(table, viewer) is not None:
        return []
    return [
        {"n": line.n, "turn": line.line["turn"], "mark": line.line["mark"], "text": line.line["text"]}
        for line in table.seat_log(viewer).lines
        if line.line.get("mark", "phase") != "phase"
    ]


def seat_export(table: Table[Any], viewer: int, started: str) -> list[dict[str, Any]]:
    """What a seat may take away from a running game: header, its events, its last view. To look at, not to resume."""
    head = {
        "format": "ironbottom seat 1",
        "game": table.game.slug,
        "rules_version": table.header["rules_version"],
        "scenario": table.scenario,
        "options": table.header["options"],
        "digest": table.header["digest"],
        "seat": viewer_name(table, viewer),
        "seed_hash": table.header["seed_hash"],
        "started": started,
    }
    if curtain(table, viewer) is not None:
        return [head]
    lines = [{"line": line} for line in lines_after(table, viewer, 0)]
    return [head, *lines, {"view": table.game.to_file(table.view(viewer))}]
