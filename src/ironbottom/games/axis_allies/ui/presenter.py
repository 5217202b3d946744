"""How the game looks to one viewer, all from that viewer's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ironbottom.games.axis_allies.rules.combat import PickZone
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    CATEGORIES,
    KIND,
    KINDS,
    SEAS,
    SIDES,
    SPACES,
    TOKENS,
    Printed,
)
from ironbottom.games.axis_allies.rules.regroup import Bought, Control, Repaired, Scoring, income
from ironbottom.games.axis_allies.rules.state import Campaign, everything
from ironbottom.games.axis_allies.rules.submarines import TorpedoDie
from ironbottom.games.axis_allies.ui import board, workshop
from ironbottom.games.axis_allies.ui.combat import battle_sheet
from ironbottom.games.axis_allies.ui.face import At
from ironbottom.games.axis_allies.ui.pieces import pieces
from ironbottom.games.axis_allies.ui.regroup import type_by_type
from ironbottom.games.axis_allies.ui.sequence import sequence_bar
from ironbottom.games.axis_allies.ui.texts import counted
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Macro, Presenter, Reader, face_of
from ironbottom.kernel.view import (
    Board,
    Ending,
    Force,
    MacroLook,
    Mark,
    Picture,
    Prompt,
    Route,
    Score,
    Sheet,
    Store,
    Table,
    Track,
)
from ironbottom.kernel.words import Words
from ironbottom.kernel.workshop import Plan

ON_PLACES = ("command_decision", "banzai_charge", "night_fighting")
"""O2..O4: the tokens that stay in force in a place for the turn."""


class CampaignPresenter(Presenter[Campaign]):
    """Board, picture and sheets."""

    follows = frozenset({"rolled", "hit", "fields_hit"})

    def together(self, seen: Sequence[Event], side: int) -> str:
        """R16, R19: a purchase is one, whatever was bought, and so are repairs."""
        many = [one for one in seen if isinstance(one, Bought | Repaired)]
        return type_by_type(many, Reader(self.game, side)) if many else ""

    @property
    def printed(self) -> Printed:
        return cast(Printed, self.game.plain)

    def board(self, scenario: str) -> Board:
        return board.board(cast(Printed, self.game.plain_of(scenario)))

    def chart(self, scenario: str, theme: str) -> str:
        return board.chart(cast(Printed, self.game.plain_of(scenario)), theme)

    def faces(self, scenario: str) -> str:
        return board.sprite_of_faces()

    def workshop(self, scenario: str, data: Mapping[str, Any]) -> Plan:
        return workshop.make(self.printed, data)

    def turn_label(self, view: Campaign) -> str:
        return self.words.say("picture.turn", turn=view.turn)

    def over(self, view: Campaign) -> str:
        if view.stack:
            return self.words.say("prompt.die" if isinstance(view.stack[-1], TorpedoDie) else "prompt.dice")
        return ending(view, self.words) if view.result else self.words.say("prompt.over")

    def wait(self, scene: At, what: str) -> str:
        """Who is waited for may be both sides, or one of them."""
        sides = self.game.waited_for(scene.v) or scene.movers
        return self.words.say("prompt.other", side=[SIDES[side] for side in sides], what=what)

    def prompt(self, scene: At) -> Prompt:
        made = super().prompt(scene)
        if not made["sides"]:
            made["rule"] = "C5" if scene.top is not None else "R32"
        return made

    def macro_look(self, scene: At, macro: Macro) -> MacroLook:
        args = dict(macro.args)
        if "kind" in args:
            args["kinds"] = self.words.say(f"plural.{args['kind']}")
        if cargo := args.get("cargo"):
            args["cargo"] = counted(self.words, {KIND[name]: cargo.count(name) for name in cargo})
        return super().macro_look(scene, macro.replace(args=tuple(args.items())))

    def sheets(self, scene: At) -> list[Sheet]:
        """The sheet of the moment: battle, purchase, loading, landing, plot; below it the last battle of the turn."""
        battle = scene.v.battle
        if battle is not None and not battle.over:
            return [battle_sheet(scene, face_of(type(scene.top)))]
        found = super().sheets(scene)
        if battle is not None and battle.shots and scene.v.stack:
            found.append(battle_sheet(scene, face_of(type(scene.top))))
        return found

    def score(self, scene: At) -> Score:
        """R30..R33, U6: the points of both sides, and what scores and wins."""
        v, say, p = scene.v, self.words.say, scene.v.printed
        wins = {"wins": p.victory, "fields": p.field_worth, "ships": max(p.capital)}
        return {
            "name": say("picture.points"), "rule": p.own_rule or "R32",
            "tallies": [{"side": name, "value": n, "goal": p.victory} for name, n in zip(SIDES, v.points, strict=True)],
            "wins": [
                *(say(f"score.{key}", n=n) for key, n in wins.items()),
                *([say("score.last", n=p.last)] if p.last else []),
            ],
        }

    def decided(self, view: Campaign) -> Ending | None:
        """R13, R20, R30, R32: after Combat no airfield is lost any more: whoever has the points then, and more than the
        other side can still build and repair for, has won."""
        steps = {type(step) for step in view.stack}
        if Scoring not in steps or Control in steps:
            return None
        for side, name in enumerate(SIDES):
            sure, most = sure_points(view, side), most_points(view, 1 - side)
            if sure >= view.printed.victory and sure > most:
                text = self.words.say("score.decided", side=name, n=sure, most=most)
                return {"winners": [name], "text": text, "rule": "R32"}
        return None

    def picture(self, scene: At) -> Picture:
        v, words = scene.v, self.words
        made: Picture = {
            "turn": self.turn_label(v),
            "pieces": pieces(scene),
            "stores": stores(v, words),
            "marks": marks(v, words),
            "tracks": tracks(v, words),
            "calendars": [],
            "tables": [box_table(v, words)],
            "sheets": self.sheets(scene),
            "sequence": sequence_bar(v, words),
            "forces": forces(v, words),
        }
        if ways := routes(v):
            made["routes"] = ways
        if v.result is not None:
            made["ending"] = {
                "winners": [SIDES[owner] for owner, points in enumerate(v.result.returns) if points > 0],
                "text": ending(v, words), "rule": "R32",
            }
        return made


def sure_points(v: Campaign, side: int) -> int:
    """R30: a side's points with those for the airfields that it has."""
    return v.points[side] + v.printed.field_worth * sum(row[2 * side] for row in v.airfields)


def most_points(v: Campaign, side: int) -> int:
    """R13, R14, R20: a side's points with all airfields that its supply could still build and repair, too."""
    more = 0
    for i, row in enumerate(v.airfields):
        supply = v.supply(side, SEAS + i)
        more += min(v.printed.slots[i] - sum(row), supply // v.printed.build)
        more += min(row[2 * side + 1], supply // v.printed.mend)
    return sure_points(v, side) + v.printed.field_worth * more


def ending(v: Campaign, words: Words) -> str:
    """R32, R33: who has won, by how many points to how many."""
    assert v.result is not None
    return words.say(f"ending.{v.result.reason}", axis=v.points[0], allies=v.points[1])


def routes(v: Campaign) -> list[Route]:
    """O11: the orders that the viewer has written, as courses."""
    found: list[Route] = []
    for owner, plot in enumerate(v.plots):
        for start, end in dict.fromkeys(order[:2] for order in plot.orders) if plot is not None else ():
            found.append({"id": f"{SIDES[owner]}.{SPACES[start]}.{SPACES[end]}", "side": SIDES[owner], "arrow": True,
                          "stops": [{"space": SPACES[start], "text": ""}, {"space": SPACES[end], "text": ""}]})
    return found


def stores(v: Campaign, words: Words) -> list[Store]:
    """R15: what each side has to spend on reinforcements; supply at the bases."""
    found: list[Store] = []
    for owner, name in enumerate(SIDES):
        base = SPACES[BASE[owner]]
        found.append({"place": base, "kind": "points", "name": words.say("picture.reinforcements"),
                      "amount": income(v, owner), "side": name})
    return found


def marks(v: Campaign, words: Words) -> list[Mark]:
    """Who controls each island; the tokens in force; where there is still to be fought, and where a fight goes on."""
    found: list[Mark] = []
    for i, owner in enumerate(v.control):
        text = words.say("mark.control", side=SIDES[owner])
        found.append({"space": SPACES[SEAS + i], "kind": "control", "text": text, "side": SIDES[owner],
                      "at": list(board.flag_spot(v.printed, SPACES[SEAS + i]))})
    for token, *place in v.effects:
        if token in ON_PLACES:
            text = words.say("mark.token_more" if place[1:] else "mark.token", token=token, more=place[-1])
            found.append({"space": place[0], "kind": "danger", "text": text})
    top = v.stack[-1] if v.stack else None
    if isinstance(top, PickZone):
        for space in top.spaces:
            found.append({"space": SPACES[space], "kind": "business", "text": words.say("mark.to_fight")})
    if v.battle is not None and not v.battle.over:
        found.append({"space": SPACES[v.battle.space], "kind": "fight", "text": words.say("mark.fight")})
    return found


def tracks(v: Campaign, words: Words) -> list[Track]:
    """R30..R33: the victory track; totals above its end stand on its last cell."""
    last = v.printed.victory
    return [{
        "id": "points", "name": words.say("picture.points"), "cells": [str(n) for n in range(last + 1)],
        "markers": [
            {"at": min(v.points[owner], last), "name": f"{words.name(name)}: {v.points[owner]}", "side": name}
            for owner, name in enumerate(SIDES)
        ],
        "place": "points", "rule": "R30",
    }]


def box_table(v: Campaign, words: Words) -> Table:
    """C6, C7: the neck of the battle box, slot by slot; the column of the attack that goes on is lit. Slots that strike
    the same in all three are told in one line."""
    boxes = v.printed.boxes
    alike: dict[tuple[str, ...], list[int]] = {}
    for slot, kinds in enumerate(zip(*boxes, strict=True), 1):
        alike.setdefault((str((slot - 1) % 6), *(words.name(KINDS[kind]) for kind in kinds)), []).append(slot)
    made: Table = {
        "id": "box", "name": words.say("picture.box"),
        "columns": [words.say("picture.slots"), *(words.name(name) for name in CATEGORIES)],
        "rows": [[", ".join(map(str, slots)), *names[1:]] for names, slots in alike.items()],
        "rule": "C7",
    }
    if v.battle is not None and not v.battle.over:
        made["column"] = 1 + v.battle.category
    return made


def forces(v: Campaign, words: Words) -> list[Force]:
    """What each side has on the board, in its damaged area, lost, and in tokens."""
    found: list[Force] = []
    for owner, name in enumerate(SIDES):
        rows = (
            ("on_board", [n - v.yard[owner][kind] for kind, n in enumerate(everything(v, owner))]),
            ("damaged_area", v.yard[owner]), ("lost", v.lost[owner]),
        )
        for group, counts in rows:
            for kind, n in enumerate(counts):
                if n:
                    found.append({"side": name, "group": words.say(f"picture.{group}"), "text":
                                  words.name(KINDS[kind]), "count": n, "face": f"{name}.{KINDS[kind]}"})
        for token, n in zip(TOKENS, v.tokens[owner], strict=True):
            if n:
                found.append({"side": name, "group": words.say("picture.tokens"), "text": words.name(token),
                              "count": n})
    return found
