"""A small stand-in for the server: the real page on messages made by hand, for the gallery and the tests of widgets.

It plays no game. Its table knows taking, going, ending and a fight, enough to move every widget of the page.

    python tests/web/standin.py [port]
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from standin_boards import BOARDS, ISO, RULES, SIDES, chart, faces
from standin_table import Table

WEB = Path(__file__).resolve().parents[2] / "src" / "ironbottom" / "web"
CSP = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


GUIDE: dict[str, Any] = {"words": [], "see": {}, "goals": [], "wins": {}, "asks": {}, "cited": {}}
"""The stand-in's games have nobody to teach."""


class Mock:
    """All the mock's tables, and the ASGI application."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.made = 0
        self.name = "Guest"
        self.add("demo", Table("demo"))
        self.add("hexes", Table("hexes", "hexes", hot=False, title="A hex game"))
        self.add("solo", Table("solo", "archies-war", hot=False))

    def add(self, key: str, table: Table) -> None:
        self.tables[key] = table

    def games(self) -> list[dict[str, Any]]:
        sides = [{"id": s, "name": n} for s, n in SIDES.items()]
        bots = [
            {"id": "random", "name": "Recruit", "text": "Plays any legal move.", "first": True, "styles": []},
            {"id": "scripted", "name": "Regular", "text": "Plays sound moves at once.", "first": False, "styles": []},
        ]
        options = [
            {
                "id": "beach_bonus",
                "scenarios": ["standard"],
                "name": "Beach bonus",
                "text": "How much more an attacker needs at a beach.",
                "rule": "2P-30",
                "default": 2,
                "choices": [{"value": 2, "text": "2 more"}, {"value": 1, "text": "1 more"}],
                "excludes": [],
            },
            {
                "id": "open_losses",
                "scenarios": ["standard"],
                "name": "Open losses",
                "text": "Both sides see which blocks are lost.",
                "rule": "2P-31",
                "default": False,
                "choices": [{"value": True, "text": "yes"}, {"value": False, "text": "no"}],
                "excludes": [],
            },
        ]
        ready = {
            "slug": "archies-war",
            "title": "Archie's War",
            "ready": True,
            "credit": "Worthington 2022",
            "scenarios": [
                {
                    "id": "standard",
                    "name": "The two-player game",
                    "text": "Ten turns: the Americans hold Henderson Field, the Japanese come for it.",
                    "sides": list(SIDES),
                }
            ],
            "sides": sides,
            "options": options,
            "bots": bots,
            "lessons": [],
        }
        others = [
            ("axis-allies", "Axis & Allies: Guadalcanal"),
            ("first-blood", "First Blood"),
            ("henderson-field", "Deluxe Guadalcanal: The Battle for Henderson Field"),
            ("solomons", "Solomons Campaign"),
        ]
        return [
            ready,
            *(
                {
                    "slug": s,
                    "title": t,
                    "ready": False,
                    "credit": "",
                    "scenarios": [],
                    "sides": sides,
                    "options": [],
                    "bots": [],
                    "lessons": [],
                }
                for s, t in others
            ),
        ]

    def list(self) -> list[dict[str, Any]]:
        return [
            {
                "id": key,
                "game": t.slug,
                "scenario": "standard",
                "title": t.title,
                "mode": "hot-seat" if t.hot else "computer",
                "seats": t.seats(),
                "turn": f"Turn {t.turn}",
                "yours": t.hot or t.side == "american",
                "waiting": [t.side],
                "over": t.over,
                "updated": ISO,
                "number": len(t.lines),
            }
            for key, t in self.tables.items()
        ]

    async def api(self, method: str, path: str, query: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
        parts = path.strip("/").split("/")
        if path == "/api/me":
            self.name = body.get("name", self.name)
            return 200, {"name": self.name, "id": "me", "local": True}
        if path == "/api/me/link":
            return 200, {"url": "http://127.0.0.1/me/secret"}
        if path == "/api/games":
            return 200, self.games()
        if path in ("/api/copies", "/api/challenges"):
            return 200, []
        if parts[1] == "modules":
            return 200, {}
        if path == "/api/tables" and method == "GET":
            return 200, [] if query.get("hidden") else self.list()
        if path == "/api/tables":
            self.made += 1
            key = f"new{self.made}"
            seats = body.get("seats", {})
            self.add(key, Table(key, body.get("game", "archies-war"), hot=all(v == "me" for v in seats.values())))
            base = "http://127.0.0.1:8000/join/"
            return 200, {
                "id": key,
                "links": {
                    **{s: f"{base}{s}secret" for s, v in seats.items() if v == "friend"},
                    "observer": base + "observersecret",
                },
                "local_only": True,
            }
        if parts[1] == "join":
            if method == "POST":
                return 200, {"id": "demo", "side": "japanese"}
            return 200, {
                "game": "archies-war",
                "title": "Archie's War",
                "scenario": "standard",
                "scenario_title": "The two-player game",
                "text": "Ten turns for Henderson Field.",
                "side": "japanese",
                "side_name": "Japanese",
                "by": "Archie",
                "options": [
                    {"name": "Beach bonus", "value": "2 more", "text": "How much more an attacker needs at a beach."}
                ],
                "clock": {"days": 3},
                "seats": [],
            }
        if parts[1] == "rules":
            return 200, RULES
        if parts[1] == "tables" and parts[2] in self.tables:
            table = self.tables[parts[2]]
            seat = query.get("seat") or body.get("seat")
            act = parts[3] if len(parts) > 3 else ""
            if not act:
                return 200, table.message(seat, int(query.get("after", 0)), int(query["at"]) if "at" in query else None)
            if act == "seen":
                return 200, {"n": None}
            if act == "why":
                return 200, table.why(query["do"])
            if act == "odds":
                return 200, table.odds()
            if act == "replay":
                return 200, [
                    {"n": x["n"], "turn": x["turn"], "mark": x["mark"], "text": x["text"]}
                    for x in table.lines
                    if "mark" in x
                ]
            if act == "do":
                if body["id"] not in table.ids:
                    table.ids.add(body["id"])
                    for do in body["do"]:
                        wrong = table.apply(do)
                        if wrong:
                            return 400, {"error": wrong, "rule": "2P-17"}
            elif act == "undo" and table.past:
                while table.past:
                    table.future.append(table.save())
                    table.load(table.past.pop())
                    if not body.get("all"):
                        break
            elif act == "redo" and table.future:
                table.past.append(table.save())
                table.load(table.future.pop())
            elif act == "chat":
                table.chat.append({"n": len(table.chat) + 1, "by": self.name, "text": body["text"], "time": ISO})
            elif act == "note":
                table.notes[body["place"]] = body["text"]
                if not body["text"]:
                    del table.notes[body["place"]]
            elif act == "offer":
                table.offers.append({"by": seat, "kind": body["kind"]})
            elif act == "answer":
                table.offers.clear()
            elif act == "resign":
                table.over = {
                    "winners": [s for s in SIDES if s != seat],
                    "text": f"The {SIDES[seat or 'american']} resign",
                }
                table.tell("resigned", table.over["text"], mark="end")
            elif act == "rematch":
                return 200, {"id": "demo", "rev": table.rev}
            elif act == "relink":
                return 200, {"url": "http://127.0.0.1:8000/join/anew"}
            table.changed()
            return 200, {"rev": table.rev}
        return 404, {"error": "There is no such thing", "rule": None}

    def file(self, path: str) -> tuple[str, bytes] | None:
        if path == "/tokens.css":
            from ironbottom.drawing.tokens import css

            return "text/css", css().encode()
        parts = path.strip("/").split("/")
        if parts[0] == "g" and len(parts) == 4 and parts[1] in BOARDS:
            if parts[3] == "board.json":
                return "application/json", json.dumps(BOARDS[parts[1]]()).encode()
            if parts[3] == "guide.json":
                return "application/json", json.dumps(GUIDE).encode()
            if parts[3] == "faces.svg":
                return "image/svg+xml", faces(parts[1]).encode()
            if parts[3].startswith(("chart.", "cover.")):
                return "image/svg+xml", chart(parts[1], parts[3].split(".")[1]).encode()
            return None
        if path == "/" or parts[0] in ("t", "join"):
            path = "/index.html"
        name = (WEB / path.lstrip("/")).resolve()
        if WEB in name.parents and name.is_file():
            return KINDS.get(name.suffix, "application/octet-stream"), name.read_bytes()
        return None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while True:
                event = await receive()
                await send({"type": event["type"] + ".complete"})
                if event["type"] == "lifespan.shutdown":
                    return
        path = scope["path"]
        query = {k: v[0] for k, v in parse_qs(scope["query_string"].decode()).items()}
        if scope["type"] == "websocket":
            await self.socket(path, query, receive, send)
            return
        body = b""
        while True:
            event = await receive()
            body += event.get("body", b"")
            if not event.get("more_body"):
                break
        if path.startswith("/api/"):
            status, answer = await self.api(scope["method"], path, query, json.loads(body) if body else {})
            kind, data = "application/json", json.dumps(answer).encode()
        else:
            found = self.file(path)
            status, (kind, data) = (200, found) if found else (404, ("text/plain", b"not found"))
        headers = [
            (b"content-type", kind.encode()),
            (b"cache-control", b"no-store"),
            (b"content-security-policy", CSP.encode()),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def socket(self, path: str, query: dict[str, str], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        table = self.tables.get(path.split("/")[3]) if path.startswith("/api/tables/") else None
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        if table:
            table.sockets.add(queue)
            if int(query["rev"]) != table.rev:
                queue.put_nowait({"type": "message"})

        async def pump() -> None:
            while True:
                await queue.get()
                assert table is not None
                message = table.message(query.get("seat"))
                await send({"type": "websocket.send", "text": json.dumps({"type": "message", **message})})

        task = asyncio.create_task(pump())
        try:
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            task.cancel()
            if table:
                table.sockets.discard(queue)


def main() -> None:
    import uvicorn

    uvicorn.run(Mock(), host="127.0.0.1", port=int(sys.argv[1]) if len(sys.argv) > 1 else 8765, log_level="warning")


if __name__ == "__main__":
    main()
