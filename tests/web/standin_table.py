"""The stand-in's table: it knows taking, going, ending and a fight."""

from __future__ import annotations

import asyncio
import copy
from typing import Any

from standin_boards import BOARDS, ISO, SIDES


class Table:
    """One table: a toy that moves pieces about."""

    def __init__(self, table: str, slug: str = "archies-war", hot: bool = True, title: str = "Archie's War") -> None:
        self.id, self.slug, self.hot, self.title = table, slug, hot, title
        self.board = BOARDS[slug]()
        self.places = {space["id"]: space for space in self.board["spaces"]}
        self.rev = 1
        """Grows with every act: what goes over the sockets is the whole message each time."""
        self.side = "american"
        self.turn = 4
        self.lines: list[dict[str, Any]] = []
        self.past: list[dict[str, Any]] = []
        self.future: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.notes: dict[str, str] = {}
        self.offers: list[dict[str, Any]] = []
        self.over: dict[str, Any] | None = None
        self.decided = ""
        self.dice: list[dict[str, Any]] = []
        self.history: list[list[dict[str, Any]]] = []
        self.shown: str | None = None
        self.reaction: dict[str, Any] | None = None
        self.orders: list[dict[str, Any]] = []
        self.sockets: set[asyncio.Queue[dict[str, Any]]] = set()
        self.ids: set[str] = set()
        self.pieces: list[dict[str, Any]] = []
        if slug == "hexes":
            for i, (place, side, arm) in enumerate(
                [
                    ("0302", "american", "infantry"),
                    ("0302", "american", "artillery"),
                    ("0302", "american", "engineer"),
                    ("0403", "american", "armour"),
                    ("0404", "american", "infantry"),
                    ("0804", "japanese", "infantry"),
                    ("0804", "japanese", "infantry"),
                    ("0903", "japanese", "artillery"),
                ]
            ):
                self.pieces.append(
                    {
                        "id": f"{side}:{arm}:{i}",
                        "place": place,
                        "side": side,
                        "face": f"{side}.{arm}",
                        "name": f"{i + 1}st {arm}",
                        "up": True,
                        "values": {"attack": 3, "move": 8},
                        "steps": {"now": 2 - i % 2, "of": 2},
                    }
                )
            self.pieces[1]["state"] = "moved"
            self.pieces[3]["state"] = "must"
            self.pieces[4]["state"] = "done"
            self.pieces[4]["badges"] = ["no supply"]
        else:
            for place, side, kind, count in [
                ("henderson_field", "american", "vandegrift", 1),
                ("henderson_field", "american", "inf5", 1),
                ("henderson_field", "american", "recon", 1),
                ("point_cruz", "american", "inf3", 1),
                ("point_cruz", "american", "barbed_wire", 1),
                ("bloody_ridge", "american", "inf4", 2),
                ("koli_point", "american", "inf2", 1),
                ("koli_point", "american", "air_support", 1),
                ("kakambona", "japanese", "inf5", 1),
                ("kakambona", "japanese", "inf2", 2),
                ("tetere", "japanese", "inf8", 1),
                ("tetere", "japanese", "inf3", 1),
                ("cape_esperance", "japanese", "resupply", 1),
                ("casualties.american", "american", "inf2", 2),
                ("casualties.japanese", "japanese", "inf3", 3),
            ]:
                for _ in range(count):
                    number = len(self.pieces)
                    if place in self.places:
                        self.pieces.append(
                            {
                                "id": f"{side}:{kind}:{number}",
                                "place": place,
                                "side": side,
                                "face": f"{side}.{kind}",
                                "name": kind.replace("_", " ").capitalize(),
                                "up": True,
                                "values": {"strength": int(kind[-1])} if kind[-1].isdigit() else {},
                                "state": "ready",
                            }
                        )
        self.tell("turn", f"Turn {self.turn} begins", mark="turn", rule="2P-16")
        self.tell(
            "reinforced",
            "The Americans receive 2 blocks at Henderson Field",
            side="american",
            spaces=["henderson_field"],
        )

    # --- what happened

    def tell(self, kind: str, text: str, **more: Any) -> None:
        self.lines.append(
            {
                "n": len(self.lines) + 1,
                "of": len(self.lines) + 1,
                "turn": f"Turn {self.turn}",
                "time": ISO,
                "kind": kind,
                "text": text,
                **more,
            }
        )
        self.history.append(copy.deepcopy(self.pieces))

    def save(self) -> dict[str, Any]:
        return copy.deepcopy(
            {
                "pieces": self.pieces,
                "lines": self.lines,
                "history": self.history,
                "side": self.side,
                "turn": self.turn,
                "dice": self.dice,
            }
        )

    def load(self, saved: dict[str, Any]) -> None:
        for key, value in copy.deepcopy(saved).items():
            setattr(self, key, value)

    # --- what may be done

    def taken(self) -> list[dict[str, Any]]:
        return [p for p in self.pieces if p.get("picked")]

    def reach(self) -> dict[str, int]:
        hand = self.taken()
        if not hand:
            return {}
        start, far = hand[0]["place"], 3 if self.slug == "hexes" else 5
        held = {p["place"] for p in self.pieces if p["side"] != self.side}
        found, edge = {start: 0}, [start]
        for step in range(1, far + 1):
            nearer, edge = edge, []
            for place in nearer:
                if place in held:
                    continue
                for link in self.places[place].get("links", []):
                    if link["to"] not in found:
                        found[link["to"]] = step
                        edge.append(link["to"])
        found.pop(start)
        return found

    def choices(self) -> list[dict[str, Any]]:
        out: list[dict[str, Any]] = []
        hand = self.taken()
        held = {p["place"] for p in self.pieces if p["side"] != self.side}
        for piece in self.pieces:
            if piece["side"] != self.side or piece["place"].startswith("casualties"):
                continue
            if piece.get("picked"):
                out.append(
                    {
                        "do": f"put {piece['id']}",
                        "label": f"Put {piece['name']} back",
                        "piece": piece["id"],
                        "retract": True,
                    }
                )
            elif piece.get("state") != "moved" and (not hand or hand[0]["place"] == piece["place"]):
                out.append(
                    {
                        "do": f"take {piece['id']}",
                        "label": f"Take {piece['name']}",
                        "piece": piece["id"],
                        "rule": "2P-17",
                    }
                )
        for place, cost in self.reach().items():
            name = self.places[place]["name"]
            if place in held:
                out.append(
                    {
                        "do": f"go {place}",
                        "label": f"Attack {name}",
                        "space": place,
                        "cost": "5 v ?",
                        "ends": "blocks are revealed",
                        "odds": True,
                        "rule": "2P-30",
                    }
                )
            else:
                out.append(
                    {
                        "do": f"go {place}",
                        "label": f"Move to {name}",
                        "space": place,
                        "cost": str(cost),
                        "rule": "2P-17",
                    }
                )
        if not hand:
            out.append({"do": "scout n={n}", "label": "Send scouts", "amount": {"low": 0, "high": 5, "step": 1}})
            out.append(
                {
                    "do": "end",
                    "label": "End your actions",
                    "ends": "the other side decides next",
                    "main": True,
                    "rule": "2P-16",
                }
            )
        return out

    def apply(self, do: str) -> str | None:
        if do not in [c["do"] for c in self.choices()] and not do.startswith("scout n="):
            return "That cannot be done now"
        verb, _, rest = do.partition(" ")
        self.past.append(self.save())
        self.future.clear()
        if verb in ("take", "put"):
            for piece in self.pieces:
                if piece["id"] == rest:
                    piece["picked"] = verb == "take"
        elif verb == "go":
            hand = self.taken()
            start = hand[0]["place"]
            enemies = [p for p in self.pieces if p["place"] == rest and p["side"] != self.side]
            who = SIDES[self.side]
            moved = {"start": start, "end": rest, "via": [], "count": len(hand), "side": self.side}
            for piece in hand:
                piece.update(place=rest, picked=False, state="moved")
            self.tell(
                "moved",
                f"The {who} move {len(hand)} from {self.places[start]['name']} to {self.places[rest]['name']}",
                side=self.side,
                rule="2P-17",
                spaces=[start, rest],
                motions=[moved],
            )
            if enemies:
                self.past.clear()
                self.dice = [
                    {"value": 4, "text": "Attack", "side": self.side, "hit": True},
                    {"value": 2, "text": "Defence", "side": enemies[0]["side"], "hit": False},
                ]
                lost = enemies[0]
                self.pieces.remove(lost)
                self.tell(
                    "combat",
                    f"The {who} win at {self.places[rest]['name']}: one block is lost",
                    side=self.side,
                    rule="2P-30",
                    spaces=[rest],
                    mark="battle",
                    dice=self.dice,
                    sums=[
                        {
                            "name": "Attack",
                            "side": self.side,
                            "terms": [
                                {"text": p["name"], "value": "+5", "rule": "2P-30", "side": self.side} for p in hand
                            ],
                            "total": str(5 * len(hand)),
                        },
                        {
                            "name": "Defence",
                            "side": lost["side"],
                            "terms": [
                                {"text": lost["name"], "value": "+2", "rule": "2P-30"},
                                {"text": "Beach", "value": "+2", "rule": "2P-30"},
                            ],
                            "total": "4",
                        },
                    ],
                    shown=[{"face": p["face"], "name": p["name"], "side": p["side"], "space": rest} for p in enemies],
                    motions=[{"start": rest, "end": rest, "via": [], "count": 1, "side": lost["side"], "gone": True}],
                )
                for enemy in enemies[1:]:
                    away = [
                        link["to"]
                        for link in self.places[rest]["links"]
                        if not any(p["place"] == link["to"] and p["side"] == self.side for p in self.pieces)
                    ]
                    if away:
                        enemy["place"] = away[0]
        elif verb == "scout":
            self.tell("scouted", f"The {SIDES[self.side]} send {rest[2:]} scouts", side=self.side)
        elif verb == "end":
            self.past.clear()
            self.tell("ended", f"The {SIDES[self.side]} end their actions", side=self.side, rule="2P-16")
            self.side = "japanese" if self.side == "american" else "american"
            for piece in self.pieces:
                if piece.get("state") == "moved":
                    piece["state"] = "ready"
            if self.side == "american":
                self.turn += 1
                self.tell("turn", f"Turn {self.turn} begins", mark="turn")
        return None

    # --- what a seat sees

    def picture(self, seat: str, pieces: list[dict[str, Any]]) -> dict[str, Any]:
        seen: list[dict[str, Any]] = []
        count: dict[str, int] = {}
        for piece in pieces:
            if self.slug == "hexes" or seat in (piece["side"], "truth") or self.over:
                seen.append(piece)
            else:
                count[piece["place"]] = count.get(piece["place"], 0) + 1
                seen.append(
                    {
                        "id": f"{piece['place']}:{count[piece['place']]}",
                        "place": piece["place"],
                        "side": piece["side"],
                        "face": f"{piece['side']}.back",
                        "name": f"A {piece['side'].capitalize()} block",
                    }
                )
        stages = [
            ("us_reinforce", "Reinforce", "Americans", "american"),
            ("us_action", "Actions", "Americans", "american"),
            ("jp_reinforce", "Reinforce", "Japanese", "japanese"),
            ("jp_action", "Actions", "Japanese", "japanese"),
            ("attrition", "Attrition", "End", ""),
            ("victory", "Victory", "End", ""),
        ]
        now = 1 if self.side == "american" else 3
        sequence = [
            {
                "id": i,
                "name": n,
                "group": g,
                "state": "done" if k < now else "now" if k == now else "skipped" if i == "attrition" else "next",
                "rule": "2P-16",
                **({"side": s} if s else {}),
            }
            for k, (i, n, g, s) in enumerate(stages)
        ]
        picture: dict[str, Any] = {
            "turn": f"Turn {self.turn}",
            "pieces": seen,
            "stores": [],
            "marks": [],
            "tracks": [],
            "calendars": [],
            "tables": [],
            "sheets": [],
            "sequence": sequence,
            "forces": [],
        }
        if self.slug == "archies-war":
            picture["stores"] = [
                {
                    "place": "pool.american",
                    "kind": "blocks",
                    "name": "Blocks to come",
                    "amount": 12,
                    "side": "american",
                },
                {
                    "place": "pool.japanese",
                    "kind": "blocks",
                    "name": "Blocks to come",
                    "amount": None,
                    "side": "japanese",
                },
            ]
            picture["stores"] = [s for s in picture["stores"] if s["place"] in self.places]
            picture["marks"] = [
                {"space": "point_cruz", "kind": "business", "text": "still to move"},
                {"space": "taivu_point", "kind": "control", "text": "Japanese anchor", "side": "japanese"},
                {"space": "henderson_field", "kind": "control", "text": "Held by the Americans", "side": "american"},
            ]
            picture["tracks"] = [
                {
                    "id": "turn",
                    "name": "Turn",
                    "cells": [str(i) for i in range(1, 11)],
                    "markers": [{"at": self.turn - 1, "name": f"Turn {self.turn}"}],
                    "notes": ["", "", "American reinforcements, attrition", "", "", "", "", "", "", ""],
                    "place": "turn",
                    "rule": "2P-16",
                },
                {
                    "id": "bombardment",
                    "name": "Bombardment of Henderson Field",
                    "cells": ["0", "1", "2", "3"],
                    "markers": [{"at": 1, "name": "One token", "side": "japanese"}],
                    "place": "bombardment",
                },
            ]
            picture["calendars"] = [
                {
                    "id": "arrivals",
                    "name": "Reinforcements",
                    "entries": [
                        {"when": "Turn 4", "text": "Two blocks for each side", "now": True},
                        {"when": "Turn 5", "text": "Two blocks for each side, attrition", "side": "american"},
                    ],
                }
            ]
            picture["tables"] = [
                {
                    "id": "banzai",
                    "name": "Banzai",
                    "columns": ["1", "2", "3", "4", "5", "6"],
                    "rows": [["0", "1", "1", "1", "2", "2"]],
                    "row": 0,
                    "column": 3,
                    "rule": "2P-30",
                }
            ]
            picture["forces"] = [
                {
                    "side": "american",
                    "group": "Casualties",
                    "text": "Infantry 2",
                    "count": 2,
                    "face": "american.inf2",
                },
                {"side": "american", "group": "On the map", "text": "Infantry", "count": 5},
                {"side": "japanese", "group": "Casualties", "text": "Blocks", "count": 3, "face": "japanese.back"},
                {"side": "japanese", "group": "To come", "text": "Blocks", "count": None},
            ]
            picture["sheets"] = (
                [
                    {
                        "id": "fight",
                        "kind": "battle",
                        "title": "Combat at Kakambona",
                        "rule": "2P-30",
                        "fields": [
                            {
                                "id": "loss",
                                "name": "Your loss",
                                "value": "not chosen",
                                "choices": ["scout n={n}"],
                                "note": "One block goes to the casualties",
                                "space": "kakambona",
                            }
                        ],
                        "totals": [
                            {"text": "Attack", "value": "9", "side": "american"},
                            {"text": "Defence", "value": "4", "side": "japanese"},
                        ],
                        "blocks": ["One block must be chosen as the loss"],
                        "dice": self.dice
                        or [
                            {"value": 4, "text": "Banzai", "side": "japanese", "hit": True},
                            {"value": 1, "text": "Banzai", "side": "japanese", "hit": False},
                        ],
                    }
                ]
                if self.dice or self.shown
                else []
            )
        if self.over:
            picture["ending"] = {"winners": self.over["winners"], "text": self.over["text"], "rule": "2P-16"}
        if self.decided:
            picture["decided"] = {"winners": ["japanese"], "text": self.decided, "rule": "2P-2"}
        return picture

    def seats(self) -> list[dict[str, Any]]:
        return [
            {
                "side": s,
                "name": "You" if s == "american" or self.hot else "Regular",
                "kind": "human" if s == "american" or self.hot else "bot",
                "you": s == "american" or self.hot,
                "taken": True,
                "ready": False,
            }
            for s in SIDES
        ]

    def message(self, seat: str | None, after: int = 0, at: int | None = None) -> dict[str, Any]:
        seat = seat or (self.side if self.hot else "american")
        curtain = (
            self.side if self.hot and at is None and seat in SIDES and seat != self.side and not self.over else None
        )
        mine = seat == self.side and not self.over
        hand = self.taken()
        text = (
            (
                f"Choose where the {len(hand)} in hand go, or take more"
                if hand
                else "Choose a block to move, a special block to use, or end your actions"
            )
            if mine
            else f"The {SIDES[self.side]} decide"
        )
        probe = {"space": "go {space}", "piece": "take {piece}"}
        prompt = {
            "text": text,
            "sides": [self.side],
            "mine": mine,
            "rule": "2P-16",
            "focus": ["henderson_field"] if self.slug == "archies-war" else [],
            **({"probe": probe} if mine else {}),
        }
        sure = len(self.past[0]["lines"]) if self.past else len(self.lines)
        lines = [x for x in self.lines if x["n"] > min(after, sure)]
        pieces = self.pieces if at is None else self.history[max(0, min(at, len(self.history)) - 1)]
        macros = []
        if mine and self.slug == "archies-war":
            for place in ("henderson_field", "bloody_ridge"):
                here = [
                    p
                    for p in self.pieces
                    if p["place"] == place and p["side"] == seat and p.get("state") != "moved" and not p.get("picked")
                ]
                if len(here) > 1 and (not hand or hand[0]["place"] == place):
                    macros.append(
                        {
                            "label": f"Take all {len(here)} at {self.places[place]['name']}",
                            "do": [f"take {p['id']}" for p in here],
                            "space": place,
                        }
                    )
        message = {
            "rev": self.rev,
            "id": self.id,
            "game": self.slug,
            "scenario": "standard",
            "title": self.title,
            "options": {},
            "seat": seat,
            "seats": self.seats(),
            "mode": "hot-seat" if self.hot else "computer",
            "n": len(self.lines),
            "sure": sure,
            "moves": len(self.lines),
            "picture": self.picture(seat, pieces),
            "prompt": prompt,
            "choices": self.choices() if mine and at is None else [],
            "macros": macros if at is None else [],
            "lines": lines,
            "draft": {"length": len(self.past) if mine else 0, "redo": len(self.future) if mine else 0},
            "offers": self.offers,
            "clock": None,
            "chat": self.chat,
            "said": len(self.chat),
            "notes": self.notes,
            "orders": self.orders,
            "over": self.over,
            "curtain": curtain,
            "thinking": [],
            "reaction": self.reaction,
            "waiting": [] if self.over else [self.side],
            "hints": False,
            "rematch": None,
            "report": False,
        }
        if curtain:
            message.update(picture=None, choices=[], macros=[], lines=[])
        return message

    def why(self, do: str) -> dict[str, Any]:
        if do in [c["do"] for c in self.choices()]:
            return {"text": None, "rule": None}
        if do.startswith("go "):
            return {
                "text": "No block is in hand"
                if not self.taken()
                else "Every way there passes a place that the enemy holds",
                "rule": "2P-21",
            }
        return {"text": "That block has moved already, or is not yours", "rule": "2P-17"}

    def odds(self) -> dict[str, Any]:
        return {
            "title": "Attack on Kakambona",
            "sums": [
                {
                    "name": "Attack",
                    "side": "american",
                    "terms": [
                        {"text": "Infantry 5", "value": "+5", "rule": "2P-30"},
                        {"text": "Air support", "value": "+5", "rule": "2P-31"},
                    ],
                    "total": "10",
                },
                {
                    "name": "Defence",
                    "side": "japanese",
                    "terms": [
                        {"text": "3 blocks unseen", "value": "6 to 13"},
                        {"text": "Beach", "value": "+2", "rule": "2P-30"},
                    ],
                    "total": "8 to 15",
                },
            ],
            "results": [
                {"text": "You win, they retreat", "p": 0.375, "good": "american"},
                {"text": "You win, all are lost", "p": 0.125, "good": "american"},
                {"text": "You go back", "p": 0.5, "good": "japanese"},
            ],
            "error": 0.012,
            "notes": ["Over every set of blocks that may stand there, given what you have seen"],
            "rule": "2P-30",
            "table": {
                "id": "t",
                "name": "Odds table",
                "columns": ["", "1–1", "2–1", "3–1"],
                "rows": [["1", "AE", "A1", "EX"], ["2", "A2", "EX", "DR"], ["3", "A1", "DR", "DE"]],
                "row": 1,
                "column": 3,
                "rule": "2P-30",
            },
        }

    def changed(self) -> None:
        self.rev += 1
        for queue in list(self.sockets):
            queue.put_nowait({"type": "message"})
