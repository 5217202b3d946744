"""How the solitaire game looks: picture, prompt, choices and log. Nothing is hidden, so a view is the state."""

from __future__ import annotations

from functools import cache
from typing import Any

from ironbottom.games.archies_war.solitaire.rules import american, japanese
from ironbottom.games.archies_war.solitaire.rules.american import AirStrikes, ChooseAction, Reinforcements
from ironbottom.games.archies_war.solitaire.rules.attack import Term as StrengthTerm
from ironbottom.games.archies_war.solitaire.rules.attack import american_strength, japanese_strength, total
from ironbottom.games.archies_war.solitaire.rules.japanese import Loss
from ironbottom.games.archies_war.solitaire.rules.peril import peril, turn_risk
from ironbottom.games.archies_war.solitaire.rules.sequence import Rearrange
from ironbottom.games.archies_war.solitaire.rules.state import (
    AMERICAN_BOXES,
    FRONTS,
    JAPANESE_BOXES,
    Solitaire,
    air_support,
    printed,
)
from ironbottom.games.archies_war.solitaire.ui import board as board_solitaire
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.event import Plain
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import DECIDE
from ironbottom.kernel.view import (
    Calendar,
    Choice,
    Die,
    Field,
    Line,
    MacroLook,
    Mark,
    Odds,
    Outcome,
    Picture,
    Piece,
    Prompt,
    Sheet,
    Stage,
    Sum,
    Table,
    Term,
    Track,
)
from ironbottom.kernel.words import Words

US, JP = "american", "japanese"
BLOCKS = ((5, 4, 3, 2, 1), (8, 5, 4, 3, 2, 1))
"""The strengths of each side's blocks."""


@cache
def fewest_blocks(strength: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """SR-3, S-20: the fewest blocks that make up a strength; the bank never runs out."""
    blocks: list[int] = []
    for n in values:
        while strength >= n:
            blocks.append(n)
            strength -= n
    return tuple(blocks)


def turn_label(s: Solitaire, words: Words) -> str:
    """The turn."""
    return words.say("solo.turn", turn=s.turn)


def picture(s: Solitaire, words: Words) -> Picture:
    """The whole board: blocks for strengths, both tracks, all tables with this turn's rows lit."""
    made: Picture = {
        "turn": turn_label(s, words),
        "pieces": _pieces(s, words),
        "stores": [],
        "marks": _marks(s, words),
        "tracks": _tracks(s, words),
        "calendars": [_calendar(s, words)],
        "tables": _tables(s, words),
        "sheets": _sheets(s, words),
        "sequence": _sequence(s, words),
        "forces": [],
    }
    if s.result is not None:
        won = s.result.returns[0] > 0
        rule = {"won": "SR-63", "lost_field": "SR-62", "lost_empty": "SR-30", "lost_overrun": "SR-34"}[s.result.reason]
        made["ending"] = {
            "winners": [US] if won else [],
            "text": words.say(f"solo.ending.{s.result.reason}"),
            "rule": rule,
        }
    return made


def _pieces(s: Solitaire, words: Words) -> list[Piece]:
    pieces: list[Piece] = []
    for side, boxes, row, values in (
        (US, AMERICAN_BOXES, s.american, BLOCKS[0]),
        (JP, JAPANESE_BOXES, s.japanese, BLOCKS[1]),
    ):
        for box, strength in zip(boxes, row, strict=True):
            for number, n in enumerate(fewest_blocks(strength, values)):
                pieces.append(
                    {
                        "id": f"{side}.{box}:{number}",
                        "place": f"{side}.{box}",
                        "side": side,
                        "face": f"{side}.inf{n}",
                        "name": words.say("solo.block", n=n),
                        "up": True,
                        "values": {"strength": n},
                    }
                )
    pieces.append(
        {
            "id": "vandegrift",
            "place": "vandegrift",
            "side": US,
            "face": "american.vandegrift",
            "name": words.say("solo.vandegrift", n=s.vandegrift),
            "up": True,
            "values": {"strength": f"+{s.vandegrift}"},
        }
    )
    return pieces


@cache
def _corner(row: str) -> list[float]:
    """Where a flag stands on a row of a table: at its right end, above the words."""
    x, y, w, _ = next(space["shape"]["rect"] for space in board_solitaire.board()["spaces"] if space["id"] == row)
    return [x + w - 14, y + 2]


def _marks(s: Solitaire, words: Words) -> list[Mark]:
    marks: list[Mark] = [
        {"space": f"table.{table}.{row}", "kind": "business", "text": words.say("solo.row_used")}
        for table, row in s.rolls
    ]
    if s.action:
        row = f"table.american_actions.{american.ACTIONS.index(s.action) + 1}"
        text = words.say("solo.chosen_now")
        marks.append({"space": row, "kind": "control", "text": text, "side": US, "at": _corner(row)})
    for front, name in enumerate(FRONTS):
        if s.american[front] == 0:
            marks.append({"space": f"american.{name}", "kind": "danger", "text": words.say("solo.empty_front")})
    if s.status < 0:
        marks.append({"space": "status.below", "kind": "danger", "text": words.say("solo.below")})
    for flag, space in ((s.seabees, "seabees"), (s.heavy, "heavy_artillery")):
        if flag:
            marks.append({"space": space, "kind": "control", "text": words.say(f"solo.{space}")})
    return marks


def _tracks(s: Solitaire, words: Words) -> list[Track]:
    turns = printed(s).data["turns"]
    track = printed(s).track
    return [
        {
            "id": "turn",
            "name": words.say("solo.track.turn"),
            "cells": [str(n) for n in range(1, turns["number"] + 1)],
            "markers": [{"at": s.turn - 1, "name": words.say("solo.turn", turn=s.turn)}],
            "notes": [
                words.say("solo.reinforced") if n in turns["reinforced"] else "" for n in range(1, turns["number"] + 1)
            ],
            "place": "turn",
            "rule": "SR-60",
        },
        {
            "id": "status",
            "name": words.say("solo.track.status"),
            "cells": [words.say("solo.track.below"), *map(str, track)],
            "markers": [{"at": max(s.status, -1) + 1, "name": words.say("solo.air_support", n=air_support(s))}],
            "place": "status",
            "spaces": ["status.below", *(f"status.{n}" for n in range(len(track)))],
            "rule": "SR-62",
        },
    ]


def _calendar(s: Solitaire, words: Words) -> Calendar:
    turns = printed(s).data["turns"]
    return {
        "id": "reinforcements",
        "name": words.say("solo.calendar"),
        "entries": [
            {
                "when": words.say("solo.turn", turn=n),
                "text": words.say("solo.reinforced"),
                "side": US,
                "now": n == s.turn,
            }
            for n in turns["reinforced"]
        ],
    }


_TABLES = (
    ("american_actions", american.ACTIONS, "SR-50"),
    ("american_events", american.EVENTS, "SR-53"),
    ("japanese_actions", japanese.ACTIONS, "SR-20"),
    ("japanese_events", japanese.EVENTS, "SR-26"),
)


def _tables(s: Solitaire, words: Words) -> list[Table]:
    used = dict(s.rolls)
    tables: list[Table] = []
    for key, rows, rule in _TABLES:
        table: Table = {
            "id": key,
            "name": words.say(f"solo.table.{key}"),
            "columns": [words.say("solo.die"), words.say(f"solo.column.{key}"), words.say("solo.column.effect")],
            "rows": [
                [str(n), words.say(f"solo.{key}.{row}"), words.say(f"solo.effect.{key}.{row}")]
                for n, row in enumerate(rows, 1)
            ],
            "rule": rule,
        }
        if key == "american_actions" and s.action:
            table["row"] = american.ACTIONS.index(s.action)
        elif key in used:
            table["row"] = used[key] - 1
        tables.append(table)
    for key, rule in (("damage", "S-02"), ("banzai", "SR-31")):
        row: Table = {
            "id": key,
            "name": words.say(f"solo.table.{key}"),
            "columns": [words.say("solo.die"), *map(str, range(1, 7))],
            "rows": [[words.say(f"solo.column.{key}"), *map(str, printed(s).data["tables"][key])]],
            "rule": rule,
        }
        if key in used:
            row["row"] = 0
            row["column"] = used[key]
        tables.append(row)
    return tables


def _sheets(s: Solitaire, words: Words) -> list[Sheet]:
    top = s.stack[-1] if s.stack else None
    if not isinstance(top, Rearrange):
        return []
    risks = peril(s)
    fields: list[Field] = []
    for front, name in enumerate(FRONTS):
        high = s.american[front] + s.american[3]
        fields.append(
            {
                "id": name,
                "name": words.name(name),
                "value": str(s.american[front]),
                "choices": [f"hold {name} =" + "{n}"] if high else [],
                "note": words.say("solo.risk", p=percent(risks[front])),
                "space": f"american.{name}",
            }
        )
    fields.append(
        {
            "id": "reserves",
            "name": words.name("reserves"),
            "value": str(s.american[3]),
            "choices": [],
            "note": words.say("solo.half", n=s.american[3] // 2),
            "space": "american.reserves",
        }
    )
    totals: list[Term] = [
        {"text": words.say("solo.total"), "value": str(sum(s.american)), "side": US},
        {"text": words.say("solo.risk_all"), "value": percent(sum(risks)), "rule": "SR-34"},
    ]
    return [
        {
            "id": "rearrange",
            "kind": "placing",
            "title": words.say("solo.rearrange"),
            "fields": fields,
            "rule": "SR-61",
            "totals": totals,
            "blocks": [],
        }
    ]


def percent(p: float) -> str:
    """A probability as the page shows it."""
    return "0 %" if p == 0 else "< 1 %" if p < 0.01 else f"{100 * p:.0f} %"


def _sequence(s: Solitaire, words: Words) -> list[Stage]:
    top = type(s.stack[-1]).__name__ if s.stack else ""
    at = {"ChooseAction": 0, "Rearrange": 4}.get(top)
    if at is None:
        pending = {type(step).__name__ for step in s.stack}
        at = 1 if "JapaneseRoll" in pending else 2 if "AmericanAction" in pending else 3 if pending else 5
    stages = ("choose", "roll", "japanese", "american", "end")
    return [
        {
            "id": key,
            "name": words.say(f"solo.stage.{key}"),
            "state": "done" if n < at else "now" if n == at else "next",
            "rule": rule,
        }
        for n, (key, rule) in enumerate(zip(stages, ("SR-5", "SR-20", "SR-21", "SR-50", "SR-61"), strict=True))
    ]


def prompt(s: Solitaire, side: int, words: Words) -> Prompt:
    """What the player must do, in a sentence."""
    if not s.stack:
        reason = s.result.reason if s.result else ""
        return {"text": words.say(f"solo.ending.{reason}"), "sides": [], "mine": False}
    top = s.stack[-1]
    key, args, probe = "dice", {}, {}
    focus: list[str] = []
    if isinstance(top, ChooseAction):
        key = "choose"
    elif isinstance(top, Loss):
        key, args, probe = f"loss.{top.cause}", {"n": top.left}, {"space": "lose {space}"}
        focus = [f"american.{AMERICAN_BOXES[box]}" for box in top.payers(s)]
    elif isinstance(top, AirStrikes):
        key, probe = "strike", {"space": "strike {space}"}
        focus = [f"japanese.{box}" for box in JAPANESE_BOXES[:3]]
    elif isinstance(top, Reinforcements):
        key, probe = "reinforce", {"space": "reinforce {space}"}
    elif isinstance(top, Rearrange):
        key = "rearrange"
    made: Prompt = {
        "text": words.say(f"solo.prompt.{key}", **args),
        "sides": [US] if top.kind == DECIDE else [],
        "mine": top.kind == DECIDE and side == 0,
        "rule": str(top.rule),
    }
    if probe:
        made["probe"] = probe  # type: ignore[typeddict-item]
    if focus:
        made["focus"] = focus
    return made


def choice(s: Solitaire, action: Action, ends: str | None, words: Words) -> Choice:
    """How an action is shown: its place, its name, and what it costs."""
    verb = action[0]
    made: Choice
    if verb == "choose":
        number = american.ACTIONS.index(action[1]) + 1
        made = {
            "do": notation(action),
            "label": words.say(f"solo.american_actions.{action[1]}"),
            "space": f"table.american_actions.{number}",
            "odds": True,
            "rule": {"patrol": "SR-51", "repair": "SR-52", "appeal_navy": "SR-53"}.get(action[1], "SR-50"),
        }
    elif verb == "hold":
        amount = action[2]
        made = {
            "do": f"hold {action[1]} =" + "{n}" if isinstance(amount, Range) else notation(action),
            "label": words.say("solo.hold", box=action[1]),
            "space": f"american.{action[1]}",
            "rule": "SR-61",
        }
        if isinstance(amount, Range):
            made["amount"] = {
                "low": amount.low,
                "high": amount.high,
                "step": amount.step,
                "now": s.american[FRONTS.index(action[1])],
            }
    elif verb == "done":
        made = {"do": "done", "label": words.say("solo.done"), "main": True, "odds": True, "rule": "SR-61"}
    else:
        owner = JP if verb == "strike" else US
        made = {
            "do": notation(action),
            "label": words.say(f"solo.do.{verb}", box=action[1]),
            "space": f"{owner}.{action[1]}",
            "rule": str(s.stack[-1].rule),
        }
    if ends:
        made["ends"] = ends
    return made


def macros(s: Solitaire) -> tuple[Macro, ...]:
    """SR-61: a block dragged from box to box takes its strength along."""
    if not s.stack or not isinstance(s.stack[-1], Rearrange):
        return ()
    found: list[Macro] = []
    for start, box in enumerate(AMERICAN_BOXES):
        for number, n in enumerate(fewest_blocks(s.american[start], BLOCKS[0])):
            for goal, other in enumerate(AMERICAN_BOXES):
                if goal == start:
                    continue
                leave: Action = ("hold", box, s.american[start] - n)
                enter: Action = ("hold", other, s.american[goal] + n)
                actions = (leave,) if goal == 3 else (enter,) if start == 3 else (leave, enter)
                args = (("n", n), ("box", box), ("goal", other))
                piece, space = f"american.{box}:{number}", f"american.{other}"
                found.append(Macro("solo.move", actions, args, piece, space))
    return tuple(found)


def macro_look(macro: Macro, words: Words) -> MacroLook:
    """How the move of a block is shown."""
    return {
        "label": words.say(macro.label, **dict(macro.args)),
        "do": [notation(action) for action in macro.actions],
        "piece": macro.piece,
        "space": macro.space,
    }


def sums(front: int, attack: tuple[StrengthTerm, ...], defence: tuple[StrengthTerm, ...], words: Words) -> list[Sum]:
    """Both strengths, line by line."""
    return [
        {
            "name": words.say(f"solo.sum.{side}"),
            "side": side,
            "terms": [
                {"text": words.say(f"solo.{term.text}"), "value": f"+{term.value}", "rule": term.rule} for term in terms
            ],
            "total": str(total(terms)),
        }
        for side, terms in ((JP, attack), (US, defence))
    ]


def odds(s: Solitaire, action: Action, words: Words) -> Odds | None:
    """The chance of each way to lose: this turn by the chosen action, or next turn as the Marines stand."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, ChooseAction) and action[0] == "choose":
        risk = turn_risk(s, action)
        title = words.say("solo.odds.turn", action=words.say(f"solo.american_actions.{action[1]}"))
        lost = [(key, risk[key]) for key in ("lost_empty", "lost_overrun", "lost_field")]
        results = [(words.say(f"solo.odds.{key}"), p) for key, p in lost]
        held = 1 - sum(p for _, p in results)
        notes = [words.say("solo.odds.note")]
        shown: list[Sum] = []
    elif isinstance(top, Rearrange) and action == ("done",):
        title = words.say("solo.odds.next")
        results = [(words.say("solo.odds.front", box=name), p) for name, p in zip(FRONTS, peril(s), strict=True)]
        held = 1 - sum(p for _, p in results)
        notes = [words.say("solo.odds.banzai")]
        shown = [
            {**one, "name": f"{words.name(name)}: {one['name']}"}
            for front, name in enumerate(FRONTS)
            for one in sums(front, japanese_strength(s, front, 1), american_strength(s, front), words)
        ]
    else:
        return None
    bars: list[Outcome] = [{"text": words.say("solo.odds.held"), "p": held, "good": US}]
    bars += [{"text": text, "p": p, "good": JP} for text, p in results]
    return {
        "title": title,
        "sums": shown,
        "results": bars,
        "error": 0.0,
        "notes": notes,
        "rule": "SR-34",
    }


_MARKS: dict[str, Any] = {
    "turn": "turn",
    "attacked": "battle",
    "overrun_empty": "battle",
    "lost": "loss",
    "field_lost": "end",
    "relieved": "end",
}
_RULES = {
    "turn": "SR-4",
    "chosen": "SR-5",
    "japanese_action": "SR-20",
    "japanese_event": "SR-26",
    "american_event": "SR-53",
    "attack_test": "SR-21",
    "japanese_reinforced": "SR-22",
    "bombarded": "SR-23",
    "overrun_empty": "SR-30",
    "mass_attack": "SR-46",
    "infiltration_stopped": "SR-51",
    "infiltrated": "SR-24",
    "air_raid": "SR-25",
    "shelled": "SR-41",
    "naval_victory": "SR-42",
    "victory_front": "S-04",
    "cut_off": "SR-45",
    "heavy_artillery": "SR-44",
    "raided": "SR-50",
    "hunted": "SR-51",
    "repaired": "SR-52",
    "seabees": "SR-57",
    "aviation_fuel": "SR-58",
    "artillery": "SR-59",
    "struck": "SR-55",
    "reinforced": "SR-60",
    "rearranged": "SR-61",
    "field_lost": "SR-62",
    "relieved": "SR-63",
    "nothing_to_lose": "S-28",
    "nothing_to_strike": "S-28",
}
_US_EVENTS = {
    "chosen",
    "raided",
    "hunted",
    "repaired",
    "american_event",
    "seabees",
    "aviation_fuel",
    "artillery",
    "struck",
    "reinforced",
    "rearranged",
}


def line(seen: Plain, words: Words) -> Line:
    """An event in words, with its die, the row that it used and why."""
    args = dict(seen.args)
    kind = seen.kind.removeprefix("solo.")
    variant = kind
    for flag in ("attacks", "hit", "done", "found", "again"):
        if flag in args:
            variant = f"{kind}.{'yes' if args[flag] else 'no'}"
    if kind == "attacked":
        variant = f"attacked.{args['result']}"
    if kind in ("japanese_action", "japanese_event", "american_event"):
        table = {"japanese_action": "japanese_actions", "japanese_event": "japanese_events"}.get(
            kind, "american_events"
        )
        row = args.get("action", args.get("event"))
        args = {**args, "row": words.say(f"solo.{table}.{row}"), "effect": words.say(f"solo.effect.{table}.{row}")}
    if kind == "chosen":
        args = {**args, "row": words.say(f"solo.american_actions.{args['action']}")}
    if kind == "attacked":
        args = {**args, "strength": total(args["attack"]), "against": total(args["defence"])}
    if kind == "rearranged":
        row = tuple(f"{words.name(box)} {n}" for box, n in zip(AMERICAN_BOXES, args["american"], strict=True))
        args = {**args, "where": row}
    if kind == "lost":
        variant = f"lost.{args['cause']}"
    plain = {key: item for key, item in args.items() if not isinstance(item, (bool, tuple)) or key == "where"}
    rule = _RULES.get(kind, "SR-43" if args.get("cause") == "fatigue" else "SR-45")
    if kind == "attacked":
        rule = {"overrun": "SR-34", "beaten": "SR-35", "held": "SR-36"}[args["result"]]
    made: Line = {
        "kind": seen.kind,
        "text": words.say(f"solo.log.{variant}", **plain),
        "side": US if kind in _US_EVENTS else JP,
        "rule": rule,
    }
    if kind in ("turn", "relieved"):
        del made["side"]
    if kind in _MARKS:
        made["mark"] = _MARKS[kind]
    spaces = [
        f"{'japanese' if kind in ('raided', 'struck') else 'american'}.{args[key]}"
        for key in ("front", "box")
        if key in args
    ]
    if spaces:
        made["spaces"] = spaces
    if args.get("die"):
        die: Die = {"value": args["die"], "text": made["text"], "side": made.get("side", JP)}
        hit = next((args[flag] for flag in ("attacks", "hit", "done", "found") if flag in args), None)
        if hit is not None:
            die["hit"] = hit
        made["dice"] = [die]
    if kind == "attacked":
        made["sums"] = sums(FRONTS.index(args["front"]), args["attack"], args["defence"], words)
    return made
