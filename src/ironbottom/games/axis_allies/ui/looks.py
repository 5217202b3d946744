"""How the game looks to one viewer: picture, prompt, choices, macros and log. All from that viewer's view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ironbottom.games.axis_allies.rules.advantages import RULE
from ironbottom.games.axis_allies.rules.battle_box import CATEGORY, Roll, power, severity
from ironbottom.games.axis_allies.rules.battle_box import Term as Term_
from ironbottom.games.axis_allies.rules.combat import (
    Aim,
    Guns,
    PickZone,
    land_terms,
    sea_terms,
)
from ironbottom.games.axis_allies.rules.hidden_movement import Plotting
from ironbottom.games.axis_allies.rules.loading import loads_at_base
from ironbottom.games.axis_allies.rules.movement import STEP, Flight, Fly, Hand, Sail, reach
from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    BOM,
    CAR,
    CATEGORIES,
    DST,
    FTR,
    GROUND,
    INF,
    KIND,
    KINDS,
    SEAS,
    SIDES,
    SPACE,
    SPACES,
    SUB,
    SUP,
    TOKENS,
    TRN,
)
from ironbottom.games.axis_allies.rules.regroup import Buy, Control, free_places, income, to_land
from ironbottom.games.axis_allies.rules.state import (
    AIMED,
    ARMOUR,
    DAMAGED,
    MOVED,
    SUNK,
    Campaign,
    Plot,
    Ship,
    everything,
    groups,
    word,
)
from ironbottom.games.axis_allies.rules.unloading import Ashore
from ironbottom.games.axis_allies.ui.board import field_spots, first_spot, flag_spot
from ironbottom.games.axis_allies.ui.odds import counted, sum_of
from ironbottom.games.axis_allies.ui.odds import odds as foretell
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.event import Event
from ironbottom.kernel.presenter import Macro
from ironbottom.kernel.step import DRAW
from ironbottom.kernel.view import (
    Choice,
    Die,
    Field,
    Force,
    Line,
    MacroLook,
    Mark,
    Motion,
    Picture,
    Piece,
    Probe,
    Prompt,
    Route,
    Sheet,
    Stage,
    Store,
    Sum,
    Table,
    Term,
    Track,
)
from ironbottom.kernel.words import Words

YARD = ("RAB_DMG", "NCA_DMG")
"""The damaged areas."""


PRICE_LIST = tuple(
    KIND[name] for name in ("INF", "ART", "AAG", "SUP", "TRN", "SUB", "DST", "CRU", "CAR", "BAT", "FTR", "BOM"))
"""R16: what can be bought: first what wins islands."""


def top_of(v: Campaign) -> Any:
    return v.stack[-1] if v.stack else None


def ship_text(words: Words, kind: int, cargo: Sequence[int], n: int = 1) -> str:
    """"2 transports with 1 infantry and 1 supply token each"."""
    text = words.say(f"count.{KINDS[kind]}", n=n)
    if not cargo:
        return text
    return words.say("ship.with" if n == 1 else "ship.with_each", ship=text, cargo=cargo_text(words, cargo))


def cargo_text(words: Words, cargo: Iterable[int]) -> str:
    """"2 infantry and 1 supply token"."""
    aboard = tuple(cargo)
    return counted(words, {item: aboard.count(item) for item in aboard})


def ships_text(words: Words, ship: Ship, n: int = 1) -> str:
    """A group of equal ships, with what is known of their state."""
    text = ship_text(words, ship[0], ship[1], n)
    if ship[2] & DAMAGED:
        return words.say("ship.damaged", ship=text)
    return words.say("ship.armour", ship=text) if ship[2] & ARMOUR else text


def one_ship(words: Words, ship: Ship) -> str:
    """A ship by itself, without a number before it."""
    name = words.name(KINDS[ship[0]])
    if ship[1]:
        name = words.say("ship.with", ship=name, cargo=cargo_text(words, ship[1]))
    if ship[2] & DAMAGED:
        return words.say("ship.damaged", ship=name)
    return words.say("ship.armour", ship=name) if ship[2] & ARMOUR else name


def written(words: Words, text: str, n: int = 1) -> str:
    """The words for the notation of a ship."""
    return ships_text(words, read_ship(text), n)


def read_ship(text: str) -> Ship:
    """The ship that a notation stands for."""
    body, _, mark = text.partition("@")
    kind, *cargo = body.split("+")
    return KIND[kind], tuple(KIND[item] for item in cargo), {"armour": ARMOUR, "damaged": DAMAGED}.get(mark, 0)


# --- pieces --------------------------------------------------------------------------------------------------------


class _Pieces:
    """The list of pieces as it grows; equal pieces of a place are numbered."""

    def __init__(self, v: Campaign, words: Words) -> None:
        self.v, self.words = v, words
        self.made: list[Piece] = []
        self.seen: dict[tuple[int, str, str], int] = {}

    def add(self, side: int, place: str, text: str, face: str, name: str) -> Piece:
        """One more piece."""
        key = (side, place, text)
        self.seen[key] = self.seen.get(key, 0) + 1
        piece: Piece = {
            "id": f"{SIDES[side]}:{place}:{text}:{self.seen[key]}", "place": place, "side": SIDES[side],
            "face": f"{SIDES[side]}.{face}", "name": name, "up": True,
        }
        self.made.append(piece)
        return piece

    def unit(self, side: int, place: str, kind: int) -> Piece:
        """A unit or token that is no ship."""
        name = KINDS[kind]
        piece = self.add(side, place, name, name, self.words.name(name))
        if kind != SUP:
            piece["values"] = self.values(kind)
        return piece

    def values(self, kind: int) -> dict[str, str | int]:
        power = self.v.printed.power
        return {self.words.name(CATEGORIES[i]): power[i][kind] for i in range(3)}

    def ship(self, side: int, zone: int, ship: Ship) -> Piece:
        """A ship with its cargo."""
        kind, cargo, marks = ship
        name = one_ship(self.words, (kind, cargo, marks))
        piece = self.add(side, SPACES[zone], word(ship), KINDS[kind], name)
        piece["values"] = self.values(kind)
        badges = []
        for mark, key in ((SUNK, "sunk"), (DAMAGED, "damaged"), (ARMOUR, "armour")):
            if marks & mark:
                badges.append(self.words.say(f"badge.{key}"))
        if badges:
            piece["badges"] = badges
        if marks >= AIMED:
            badges = [*badges, self.words.say("badge.fired")]
            if any(isinstance(step, Control) for step in self.v.stack):
                piece["state"] = "done"
        if badges:
            piece["values"][self.words.say("badge.state")] = ", ".join(badges)
        if cargo:
            piece["values"][self.words.say("badge.cargo")] = cargo_text(self.words, cargo)
        for number, item in enumerate(cargo, 1):
            self.made.append({
                "id": f"{piece['id']}:{KINDS[item]}:{number}", "place": piece["id"], "side": SIDES[side],
                "face": f"{SIDES[side]}.{KINDS[item]}", "name": self.words.name(KINDS[item]), "up": True,
            })
        return piece

    def pick_cargo(self, item: int) -> None:
        """The last ship's cargo of a kind is in hand, one of it."""
        name, at = self.words.name(KINDS[item]), len(self.made) - 1
        while self.made[at]["name"] != name or self.made[at].get("picked"):
            at -= 1
        self.made[at]["picked"] = True


def pieces(v: Campaign, side: int, words: Words) -> list[Piece]:
    """G6, G10: everything on the board, each piece for itself."""
    made = _Pieces(v, words)
    top = top_of(v)
    for owner in (0, 1):
        plot = v.plots[owner]
        for zone in range(SEAS):
            fleet = plot.fleets[zone] if plot is not None else v.fleet(owner, zone)
            held = in_hand(v, owner, zone, top, plot)
            for ship in fleet:
                piece = made.ship(owner, zone, ship)
                if held is not None and ship == held[0] and held[1]:
                    if isinstance(top, Ashore):
                        made.pick_cargo(top.unit)
                    else:
                        piece["picked"] = True
                    held[1] -= 1
                elif state := ship_state(v, owner, ship, top):
                    piece["state"] = state
                if isinstance(top, Flight) and (top.side, top.unit, top.space) == (owner, FTR, zone) and ship[0] == CAR:
                    for _ in ship[1]:
                        made.pick_cargo(FTR)
            for start, end, ship in plot.orders if plot is not None else ():
                if start == zone:
                    piece = made.ship(owner, zone, ship)
                    piece["state"] = "moved"
                    piece["badges"] = ["→ " + SPACES[end]]
        for space in range(21):
            _others(made, v, owner, space, top)
        for kind, n in enumerate(v.yard[owner]):
            for _ in range(n):
                made.add(owner, YARD[owner], KINDS[kind], KINDS[kind],
                         words.say("ship.damaged", ship=words.name(KINDS[kind])))
    for i, row in enumerate(v.airfields):
        spots = field_spots(SPACES[SEAS + i])
        for owner in (0, 1):
            for damaged in (0, 1):
                for _ in range(row[2 * owner + damaged]):
                    face = "field_damaged" if damaged else "field"
                    name = words.say("picture.airfield_damaged" if damaged else "picture.airfield")
                    piece = made.add(owner, SPACES[SEAS + i], face, face, name)
                    if spot := next(spots, None):
                        piece["at"] = list(spot)
                    if damaged:
                        piece["badges"] = [words.say("badge.damaged")]
    token = made.add(v.first, SPACES[BASE[v.first]], "first", "first", words.say("mark.first", side=SIDES[v.first]))
    token["at"] = list(first_spot(v.first))
    return made.made


def in_hand(v: Campaign, owner: int, zone: int, top: Any, plot: Plot | None) -> list[Any] | None:
    """The ship in hand in a zone, and how many of them, if any."""
    if plot is not None and plot.hand:
        return [plot.hand[1], plot.fleets[zone].count(plot.hand[1])] if plot.hand[0] == zone else None
    if getattr(top, "side", -1) == owner and getattr(top, "ship", None) is not None:
        where = getattr(top, "zone", None)
        if where == zone or (where is None and SPACES[zone] in ("L", "M") and zone == _home(owner)):
            return [top.ship, 99] if top.kind != DRAW else None
    return None


def _home(side: int) -> int:
    return SPACE["L"] if side == 0 else SPACE["M"]


def ship_state(v: Campaign, owner: int, ship: Ship, top: Any) -> Any:
    """Ready or moved, in a step in which it matters."""
    if isinstance(top, (Sail, Hand)) and top.side == owner:
        if ship[2] & MOVED:
            return "moved"
        return "ready" if ship[0] == top.unit else None
    if type(top).__name__ in ("Loading", "LoadHand", "Deploy", "DeployHand") and top.side == owner and ship[2] & MOVED:
        return "moved"
    return None


def _others(made: _Pieces, v: Campaign, owner: int, space: int, top: Any) -> None:
    """Aircraft, troops and supply of a space."""
    place = SPACES[space]
    fighters, bombers, fighters_done, bombers_done = v.planes(owner, space)
    battle = v.battle
    marked = battle.marked[owner] if battle is not None and battle.space == space and not battle.over else ()
    flying = isinstance(top, Fly) and top.side == owner
    for kind, n, done in ((FTR, fighters, fighters_done), (BOM, bombers, bombers_done)):
        for number in range(n + done):
            piece = made.unit(owner, place, kind)
            if marked and number < marked[kind]:
                piece["badges"] = [made.words.say("badge.sunk")]
            elif getattr(top, "unit", -1) == kind and getattr(top, "space", -1) == space and top.side == owner:
                if number < n:
                    piece["picked"] = True
            elif flying and kind == top.unit:
                piece["state"] = "ready" if number < n else "moved"
    if space >= SEAS:
        for kind, n in zip(GROUND, v.ground(owner, space), strict=True):
            for number in range(n):
                piece = made.unit(owner, place, kind)
                if marked and number < marked[kind]:
                    piece["badges"] = [made.words.say("badge.sunk")]


# --- the picture ---------------------------------------------------------------------------------------------------


def turn_label(v: Campaign, words: Words) -> str:
    """The turn."""
    return words.say("picture.turn", turn=v.turn)


def picture(v: Campaign, side: int, words: Words) -> Picture:
    """All that a viewer may know, as the page shows it."""
    made: Picture = {
        "turn": turn_label(v, words),
        "pieces": pieces(v, side, words),
        "stores": stores(v, words),
        "marks": marks(v, words),
        "tracks": tracks(v, words),
        "calendars": [],
        "tables": [box_table(v, words)],
        "sheets": sheets(v, side, words),
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
    """Who controls each island; where there is still to be fought, and where a fight goes on."""
    found: list[Mark] = []
    for i, owner in enumerate(v.control):
        text = words.say("mark.control", side=SIDES[owner])
        found.append({"space": SPACES[SEAS + i], "kind": "control", "text": text, "side": SIDES[owner],
                      "at": list(flag_spot(SPACES[SEAS + i]))})
    top = top_of(v)
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


GROUPS = {"M": "movement", "H": "movement", "C": "combat", "R": "regroup"}
STAGE_RULES = {
    "M1": "M8", "M2": "M7", "M3": "M13", "M4": "M7", "M5": "M10", "M6": "M14", "M7": "M20", "M8": "M20", "H1": "O11",
    "H2": "O11", "H3": "O11", "H4": "M20", "H5": "M20", "C0": "O2", "C1": "C17", "C2": "C18", "C3": "C19", "C4": "C20",
    "R1": "R4", "R2": "R7", "R3": "R13", "R4a": "R15", "R4b": "R19", "R4c": "R21", "R5": "R30",
}
BY_CLASS = {
    "Torpedo": "M6", "TorpedoDie": "M6", "Orders": "H2", "Plotting": "H2", "CommandDecisions": "C0",
    "UnloadBegins": "C3", "Unload": "C3", "Ashore": "C3", "Landing": "R2", "Land": "R2", "LandHand": "R2",
    "Building": "R3", "Build": "R3", "Reinforce": "R4a", "Buy": "R4a", "Repairs": "R4b", "Repairing": "R4b",
    "Repair": "R4b", "Deployment": "R4c", "Deploy": "R4c", "DeployHand": "R4c", "Scoring": "R5", "Control": "R1",
}
TOKEN_STAGE = {"command_decision": "C0", "quick_drop": "C0", "night_fighting": "C2", "pt_boats": "C2",
               "amphibious_assault": "C4", "banzai_charge": "C4"}


def stage_of(v: Campaign) -> str:
    """G3: the step of the sequence that goes on: the first on the stack that says so."""
    hidden = {"M6": "H3", "M7": "H4", "M8": "H5"} if v.printed.hidden else {}
    for number in range(len(v.stack) - 1, -1, -1):
        step: Any = v.stack[number]
        name = type(step).__name__
        if name in ("KindStep", "Begin", "Sail", "Hand", "Fly", "Flight"):
            found = STEP[step.unit]
            return hidden.get(found, found)
        if name in ("Zones", "PickZone"):
            return f"C{(1, 2, 4)[step.category]}"
        if name in ("TokenStep", "PlayToken"):
            return TOKEN_STAGE[step.token]
        if name in ("Loading", "LoadHand", "LoadBegins"):
            if step.where != "base":
                return "H1"
            left = sum(type(one).__name__ == "Repairs" for one in v.stack[:number])
            return "R4a" if left == 2 or (left == 1 and step.side == v.first) else "R4b"
        if name in BY_CLASS:
            return hidden.get(BY_CLASS[name], BY_CLASS[name])
    return ""


def sequence_bar(v: Campaign, words: Words) -> list[Stage]:
    """G3, M7, C1, R22: the turn, and where in it we are."""
    movement = [f"H{n}" for n in range(1, 6)] if v.printed.hidden else [f"M{n}" for n in range(1, 9)]
    decisions = ["C0"] if any(map(any, v.printed.tokens)) else []
    ids = [*movement, *decisions, "C1", "C2", "C3", "C4", "R1", "R2", "R3", "R4a", "R4b", "R4c", "R5"]
    now = stage_of(v)
    place = ids.index(now) if now in ids else len(ids)
    mover = getattr(top_of(v), "side", None)
    found: list[Stage] = []
    for number, key in enumerate(ids):
        state: Any = "done" if number < place or not v.stack else "now" if number == place else "next"
        stage: Stage = {"id": key, "name": words.say(f"stage.{key}"), "state": state,
                        "group": words.say(f"stage.{GROUPS[key[0]]}"), "rule": STAGE_RULES[key]}
        if state == "now" and mover is not None:
            stage["side"] = SIDES[mover]
        found.append(stage)
    return found


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


# --- sheets --------------------------------------------------------------------------------------------------------


def sheets(v: Campaign, side: int, words: Words) -> list[Sheet]:
    """The sheet of the moment: battle, purchase, loading, landing, plot; below it the last battle of the turn."""
    if v.battle is not None and not v.battle.over:
        return [battle_sheet(v, side, words)]
    now = sheet_of_step(v, side, words)
    found = [now] if now is not None else []
    if v.battle is not None and v.battle.shots and v.stack:
        found.append(battle_sheet(v, side, words))
    return found


def sheet_of_step(v: Campaign, side: int, words: Words) -> Sheet | None:
    """What the decision of the moment is made on, apart from battles."""
    top = top_of(v)
    if isinstance(top, Buy):
        return purchase_sheet(v, side, top, words)
    if isinstance(top, Plotting):
        return plot_sheet(v, side, top, words) if side >= 0 and v.plots[side] is not None else None
    if getattr(top, "side", -1) != side:
        return None
    name = type(top).__name__
    if name == "PlayToken":
        return token_sheet(v, side, top, words)
    if name in ("Land", "LandHand"):
        return landing_sheet(v, side, words)
    if name == "Build":
        return building_sheet(v, side, top, words)
    if name == "Repair":
        return repair_sheet(v, side, top, words)
    if name in ("Deploy", "DeployHand"):
        return deployment_sheet(v, side, top, words)
    if name in ("Hand", "LoadHand") and top.ship[0] in (TRN, DST, CAR):
        return loading_sheet(v, side, top, words)
    return None


def battle_sheet(v: Campaign, side: int, words: Words) -> Sheet:
    """C2..C13: the attacks so far: their sums, the dice in the order of the slots, what each hit did, what is to be
    chosen."""
    battle = v.battle
    assert battle is not None
    top = top_of(v)
    space = SPACES[battle.space]
    title = words.say(f"sheet.battle_{CATEGORIES[battle.category]}", space=space)
    made: Sheet = {"id": "battle", "kind": "battle", "title": title, "fields": [], "rule": "C2"}
    sums: list[Sum] = []
    for shot in battle.shots:
        made_of = sum_of(v, words, shot.side, shot.target, shot.terms, battle.space)
        fallen = top.dice if isinstance(top, Roll) and shot is battle.shots[-1] else shot.dice
        if fallen:
            struck = {slot: (kind, result) for slot, kind, result in shot.hits}
            made_of["dice"] = [thrown(v, shot.side, shot.target, slot, die, struck.get(slot), words)
                               for slot, die in enumerate(fallen)]
        sums.append(made_of)
    sums += [sum_of(v, words, top.side, target, terms, battle.space) for target, terms in preparing(v, top)]
    if sums:
        made["sums"] = sums
    if getattr(top, "side", -1) == side:
        foretold = foretell(v, side, ("done",), words)
        if foretold is not None:  # its sums stand above already
            made["odds"] = {**foretold, "sums": []}
        made["fields"] += _declared(v, side, top, words)
    return made


def thrown(
    v: Campaign, side: int, target: str, slot: int, die: int, struck: tuple[int, str] | None, words: Words
) -> Die:
    """C7: one die in the neck of the box: its slot, and what it struck."""
    battle = v.battle
    assert battle is not None
    made: Die = {"value": die, "text": words.say("sheet.slot", slot=slot + 1), "side": SIDES[side]}
    if target == "fields":
        made["hit"] = die in v.printed.hits
        made["slot"] = str(slot + 1)
    else:
        kind = v.printed.boxes[CATEGORY[target]][slot % 12]
        made["hit"] = bool(severity(v, side, target, battle.space, die))
        made["text"] = words.say("sheet.slot_kind", slot=slot + 1, kind=KINDS[kind])
        made["slot"] = words.say("sheet.slot_short", slot=slot + 1, kind=KINDS[kind])
    if struck is not None:
        own = target == "fields" or struck[0] == v.printed.boxes[CATEGORY[target]][slot % 12]
        result = "nobody" if struck[0] < 0 else f"{'own' if own else 'other'}_{struck[1]}"
        made["result"] = words.say(f"struck.{result}", kind=KINDS[max(struck[0], 0)])
    return made


def preparing(v: Campaign, top: Any) -> list[tuple[str, tuple[Term_, ...]]]:
    """C3, C18, C20: the attacks that are being declared, as they stand: target and sum."""
    if isinstance(top, Guns):
        return [("sea", sea_terms(v, top.side, top.zone, top.fired, top.again))]
    if isinstance(top, Aim):
        found = [("fields", land_terms(v, top.side, top.land, top.aims, 3))]
        if v.troops(1 - top.side, top.land):
            found.insert(0, ("troops", land_terms(v, top.side, top.land, top.aims, 2, top.again)))
        return [(target, terms) for target, terms in found if terms]
    return []


def _declared(v: Campaign, side: int, top: Any, words: Words) -> list[Field]:
    """C10, C18, C21: what may still be chosen, as fields of the battle sheet."""
    fields: list[Field] = []
    if isinstance(top, Guns):
        fired = dict(top.fired)
        for land in dict.fromkeys([*fired, *(SPACE[a[1]] for a in top.legal(v, side) if a[0] == "fire")]):
            value = words.say("count.ART", n=fired[land]) if land in fired else words.say("sheet.not_declared")
            choices = [written_do(a) for a in top.legal(v, side) if len(a) > 1 and a[1] == SPACES[land]]
            fields.append({"id": f"guns.{SPACES[land]}", "name": words.say("sheet.guns", space=SPACES[land]),
                           "value": value, "choices": choices, "space": SPACES[land]})
    elif isinstance(top, Aim):
        legal = top.legal(v, side)
        keys = dict.fromkeys([(a[1], a[2]) for a in legal if a[0] == "aim"]
                             + [(SPACES[w], KINDS[k]) for w, k, _, _ in top.aims])
        for where, kind in keys:
            told = [f"{words.name(('air', 'sea', 'troops', 'fields')[t])}: {n}" for w, k, t, n in top.aims
                    if (SPACES[w], KINDS[k]) == (where, kind)]
            fields.append({
                "id": f"aim.{where}.{kind}", "name": words.say("sheet.aims", units=words.name(kind), space=where),
                "value": ", ".join(told) or words.say("sheet.not_declared"), "space": where,
                "choices": [written_do(a) for a in legal if a[1:3] == (where, kind)],
            })
    elif type(top).__name__ == "Pick":
        fields.append({"id": "pick", "name": words.name(KINDS[top.unit]), "value": words.say("sheet.not_chosen"),
                       "choices": [written_do(a) for a in top.legal(v, side)], "space": SPACES[top.zone]})
    return fields


def purchase_sheet(v: Campaign, side: int, top: Buy, words: Words) -> Sheet:
    """R15, R16: how many of each type, the points that are left."""
    legal = [written_do(action) for action in top.legal(v, side)] if top.side == side else []
    fields: list[Field] = []
    for kind in PRICE_LIST:
        cost, name = v.printed.cost[kind], KINDS[kind]
        fields.append({
            "id": f"buy.{name}", "name": words.name(name), "value": str(top.bought[kind]),
            "choices": [do for do in legal if do.split()[:2] == ["buy", name]],
            "note": words.say("sheet.cost", n=cost),
        })
    totals: list[Term] = [
        {"text": words.say("sheet.points_all"), "value": str(income(v, top.side)), "rule": "R15"},
        {"text": words.say("sheet.points_left"), "value": str(top.left), "rule": "R16"},
    ]
    return {"id": "purchase", "kind": "purchase", "title": words.say("sheet.purchase"), "fields": fields,
            "rule": "R16", "totals": totals}


def loading_sheet(v: Campaign, side: int, top: Any, words: Words) -> Sheet:
    """U2, U5, M8: the ship in hand, what is aboard, and what may be taken from where."""
    legal = top.legal(v, side)
    ship = top.ship
    room = 2 if ship[0] == CAR else v.printed.room[ship[0]]
    zone = SPACES[top.zone]
    fields: list[Field] = [{
        "id": "aboard", "name": words.say("sheet.aboard"), "space": zone, "choices":
        [written_do(a) for a in legal if a[0] in ("put_back", "aboard")],
        "value": cargo_text(words, ship[1]) if ship[1] else words.say("sheet.empty"),
    }]
    for land in dict.fromkeys(a[1] for a in legal if a[0] == "load"):
        counts = {kind: n for kind, n in zip(GROUND, v.ground(side, SPACE[land]), strict=True) if n}
        if ship[0] == CAR:
            counts = {FTR: sum(v.planes(side, SPACE[land])[::2])}
        fields.append({"id": f"from.{land}", "name": words.name(land), "value": counted(words, counts), "space": land,
                       "choices": [written_do(a) for a in legal if a[0] == "load" and a[1] == land]})
    totals: list[Term] = [{"text": words.say("sheet.room"), "value": f"{room - len(ship[1])} / {room}", "rule": "U2"}]
    title = words.say("sheet.loading", ship=one_ship(words, (ship[0], (), 0)), zone=zone)
    return {"id": "loading", "kind": "loading", "title": title, "fields": fields, "rule": "M8",
            "totals": totals}


def landing_sheet(v: Campaign, side: int, words: Words) -> Sheet:
    """R7..R10: who must land, who is stranded and why, the room at each place, and how many can land at all."""
    fields: list[Field] = []
    rooms: dict[int, int] = {}
    flying = to_land(v, side)
    for space, kind, n in flying:
        places = free_places(v, side, kind, space)
        rooms.update(places)
        field: Field = {
            "id": f"fly.{SPACES[space]}.{KINDS[kind]}", "space": SPACES[space], "choices": [],
            "name": words.say("sheet.flying", units=words.say(f"count.{KINDS[kind]}", n=n), space=SPACES[space]),
            "value": words.say("sheet.must_land" if places else "sheet.stranded"),
        }
        if not places:
            field["note"] = why_stranded(v, side, kind, space, words)
        fields.append(field)
    for place, room in sorted(rooms.items()):
        value = words.say("sheet.unlimited") if room > 50 else words.say("sheet.free", n=room)
        fields.append({"id": f"place.{SPACES[place]}", "name": words.say("sheet.room_at", space=SPACES[place]),
                       "value": value, "choices": [], "space": SPACES[place]})
    made: Sheet = {"id": "landing", "kind": "placing", "title": words.say("sheet.landing"), "fields": fields,
                   "rule": "R7"}
    lost = sum(n for _, _, n in flying) - most_landed(v, side)
    if lost:
        made["blocks"] = [words.say("sheet.too_few", n=lost)]
    return made


def why_stranded(v: Campaign, side: int, kind: int, space: int, words: Words) -> str:
    """R7..R10: what keeps aircraft from landing: what is in reach is full, damaged, or not there."""
    steps = reach(v, side, kind)
    near = (space, *v.printed.air_reach[steps][space])
    rows = [(end, v.airfields[end - SEAS]) for end in near if SEAS <= end < BASE[0]]
    full = [SPACES[end] for end, row in rows if row[2 * side]]
    if kind == FTR:
        full += [SPACES[end] for end in near if end < SEAS and any(ship[0] == CAR for ship in v.fleet(side, end))]
    if full:
        return words.say("sheet.all_full", steps=steps, places=full)
    broken = [SPACES[end] for end, row in rows if row[2 * side + 1]]
    if broken:
        return words.say("sheet.all_damaged", steps=steps, places=broken)
    return words.say("sheet.no_place", steps=steps)


def most_landed(v: Campaign, side: int) -> int:
    """R9, R10: how many aircraft can land at most, whatever the order."""
    rooms: dict[int, int] = {}
    reachable: list[tuple[int, ...]] = []
    for space, kind, n in to_land(v, side):
        places = free_places(v, side, kind, space)
        rooms.update(places)
        reachable += [tuple(place for place, _ in places)] * n
    landed: dict[int, list[int]] = {place: [] for place in rooms}

    def place_for(plane: int, seen: set[int]) -> bool:
        for place in reachable[plane]:
            if place in seen:
                continue
            seen.add(place)
            if len(landed[place]) < rooms[place]:
                landed[place].append(plane)
                return True
            for at, other in enumerate(landed[place]):
                if place_for(other, seen):
                    landed[place][at] = plane
                    return True
        return False

    return sum(place_for(plane, set()) for plane in range(len(reachable)))


def building_sheet(v: Campaign, side: int, top: Any, words: Words) -> Sheet:
    """R13, R14: the islands with own supply: how much lies there, and how many slots are empty."""
    legal = [written_do(action) for action in top.legal(v, side)]
    fields: list[Field] = []
    for i, slots in enumerate(v.printed.slots):
        land = SEAS + i
        supply, empty = v.supply(side, land), slots - sum(v.airfields[i])
        if supply:
            fields.append({
                "id": f"build.{SPACES[land]}", "name": words.name(SPACES[land]), "space": SPACES[land],
                "value": words.say("count.SUP", n=supply),
                "note": words.say("sheet.slots" if empty else "sheet.no_slots", n=empty),
                "choices": [do for do in legal if do == f"build {SPACES[land]}"],
            })
    cost: Term = {"text": words.say("sheet.field_cost"), "value": words.say("count.SUP", n=v.printed.build),
                  "rule": "R13"}
    return {"id": "build", "kind": "placing", "title": words.say("stage.R3"), "fields": fields, "rule": "R13",
            "totals": [cost]}


def repair_sheet(v: Campaign, side: int, top: Any, words: Words) -> Sheet:
    """R19, R20: what is damaged, what repairs it, and the supply for that."""
    legal = top.legal(v, side)
    fields: list[Field] = []
    for kind, n in enumerate(v.yard[side]):
        if n:
            fields.append({"id": f"repair.{KINDS[kind]}", "name": words.say(f"count.{KINDS[kind]}", n=n), "value": "",
                           "choices": [written_do(a) for a in legal if a[:2] == ("repair", KINDS[kind])]})
    for i, row in enumerate(v.airfields):
        if row[2 * side + 1]:
            land = SEAS + i
            fields.append({
                "id": f"mend.{SPACES[land]}", "space": SPACES[land], "value": "",
                "name": words.say("sheet.damaged_at", fields=words.say("count.field", n=row[2 * side + 1]),
                                  space=SPACES[land]),
                "note": words.say("sheet.supply_at", supply=words.say("count.SUP", n=v.supply(side, land)),
                                  space=SPACES[land]),
                "choices": [written_do(a) for a in legal if a[:2] == ("mend", SPACES[land])],
            })
    base = BASE[side]
    left: Term = {"text": words.say("sheet.supply_left", space=SPACES[base]), "value": str(v.supply(side, base)),
                  "rule": "R19"}
    return {"id": "repair", "kind": "placing", "title": words.say("stage.R4b"), "fields": fields, "rule": "R19",
            "totals": [left]}


def deployment_sheet(v: Campaign, side: int, top: Any, words: Words) -> Sheet:
    """R21: what each numbered zone costs, and the supply for it; the ships that wait, or the one in hand."""
    legal = top.legal(v, side)
    base = BASE[side]
    fields: list[Field] = []
    for zone, cost in sorted(v.printed.deploy[side].items(), key=lambda entry: (entry[1], entry[0])):
        fields.append({"id": f"deploy.{SPACES[zone]}", "name": words.name(SPACES[zone]), "space": SPACES[zone],
                       "value": words.say("sheet.each", supply=words.say("count.SUP", n=cost)),
                       "choices": [written_do(a) for a in legal if a[:2] == ("deploy", SPACES[zone])]})
    left: Term = {"text": words.say("sheet.supply_left", space=SPACES[base]), "value": str(v.supply(side, base)),
                  "rule": "R21"}
    return {"id": "deployment", "kind": "placing", "title": words.say("stage.R4c"), "fields": fields, "rule": "R21",
            "totals": [left]}


def plot_sheet(v: Campaign, side: int, top: Plotting, words: Words) -> Sheet:
    """O11: one's own orders."""
    plot = v.plots[side]
    assert plot is not None
    legal = {written_do(action) for action in top.legal(v, side)}
    fields: list[Field] = []
    for start, end in dict.fromkeys(order[:2] for order in plot.orders):
        ships = [ship for *way, ship in plot.orders if tuple(way) == (start, end)]
        kinds = tuple(dict.fromkeys(ships))
        recalls = [written_do(("recall", SPACES[start], SPACES[end], word(ship))) for ship in kinds]
        fields.append({"id": f"order{len(fields)}", "space": SPACES[end],
                       "value": words.name([ships_text(words, ship, ships.count(ship)) for ship in kinds]),
                       "name": words.say("sheet.order", space=SPACES[start], end=SPACES[end]),
                       "choices": [do for do in recalls if do in legal]})
    groups_go: dict[str, list[str]] = {}
    for macro in macros(v, side, top.legal(v, side)):
        groups_go.setdefault(str(macro.actions[0][1]), []).append(";".join(map(notation, macro.actions)))
    for zone, fleet in enumerate(plot.fleets):
        if fleet:
            types = [ship[0] for ship in fleet]
            fields.append({"id": f"fleet.{SPACES[zone]}", "name": words.name(SPACES[zone]), "space": SPACES[zone],
                           "value": counted(words, {kind: types.count(kind) for kind in types}),
                           "choices": groups_go.get(SPACES[zone], [])})
    return {"id": "plot", "kind": "plot", "title": words.say("sheet.plot"), "fields": fields, "rule": "O11"}


def token_sheet(v: Campaign, side: int, top: Any, words: Words) -> Sheet:
    """O2..O5, O8, O9: where a token may be played, place by place."""
    offers: dict[str, list[str]] = {}
    for action in top.legal(v, side):
        if action[0] == "play":
            offers.setdefault(action[2], []).append(written_do(action))
    fields: list[Field] = [{"id": "what", "name": words.say(f"token.{top.token}"), "value": "", "choices": []}]
    fields += [
        {"id": f"token.{place}", "name": words.name(place), "value": "", "choices": choices, "space": place}
        for place, choices in offers.items()
    ]
    left: Term = {"text": words.say("sheet.tokens_left"), "value": str(v.tokens[side][TOKENS.index(top.token)]),
                  "rule": "O1"}
    return {"id": "token", "kind": "placing", "title": words.name(top.token), "fields": fields, "totals": [left],
            "rule": RULE[top.token]}


# --- the prompt ----------------------------------------------------------------------------------------------------


def prompt(v: Campaign, side: int, words: Words, asked: tuple[int, ...], waited: tuple[int, ...]) -> Prompt:
    """Who must do what, in a sentence."""
    top = top_of(v)
    if top is None:
        reason = v.result.reason if v.result else ""
        text = ending(v, words) if reason else words.say("prompt.over")
        return {"text": text, "sides": [], "mine": False, "rule": "R32"}
    if top.kind == DRAW:
        key = "prompt.die" if type(top).__name__ == "TorpedoDie" else "prompt.dice"
        return {"text": words.say(key), "sides": [], "mine": False, "rule": "C5"}
    name = type(top).__name__
    mine = side in asked
    if not mine:
        what = words.say(f"what.{name}")
        return {"text": words.say("prompt.other", side=[SIDES[one] for one in waited or asked], what=what),
                "sides": [SIDES[one] for one in asked], "mine": False, "rule": top.rule}
    key, args, probe, focus = question(v, side, top, words)
    made: Prompt = {"text": words.say(f"prompt.{key}", **args), "sides": [SIDES[one] for one in asked], "mine": True,
                    "rule": "M8" if key == "Loading_all" else top.rule}
    if probe:
        made["probe"] = probe
    if focus:
        made["focus"] = focus
    return made


def question(v: Campaign, side: int, top: Any, words: Words) -> tuple[str, dict[str, Any], Probe, list[str]]:
    """The text's key and arguments, how the page asks "why not", and where to look."""
    name = type(top).__name__
    take: Probe = {"piece": "take {piece}"}
    go: Probe = {"space": "go {space} =1", "piece": "load {piece}"}
    if name in ("Sail", "Fly"):
        focus = list(dict.fromkeys(a[1] for a in top.legal(v, side) if a[0] == "take"))
        kinds = words.say(f"plural.{KINDS[top.unit]}")
        return ("Sail_still" if name == "Sail" and not top.moving else name), {"kinds": kinds}, take, focus
    if name in ("Hand", "LoadHand", "DeployHand"):
        alone = name == "Hand" and top.ship[0] == SUB
        n = 1 if alone else v.fleet(side, getattr(top, "zone", _home(side))).count(top.ship)
        args: dict[str, Any] = {"ships": ships_text(words, top.ship, n), "zone": SPACES[getattr(top, "zone", 0)]}
        if name == "DeployHand":
            return name, {**args, "n": v.supply(side, BASE[side])}, {"space": "deploy {space} =1"}, []
        if name == "Hand":
            key = "Hand_load" if top.ship[0] in (TRN, DST) else "Hand_sub" if top.ship[0] == SUB else name
            return key, args, go, [args["zone"]]
        key = "LoadHand_deck" if top.ship[0] == CAR else name
        return key, args, {"piece": "load {piece}"}, [args["zone"]]
    if name == "Plotting":
        plot = v.plots[side]
        if v.ready[side] or plot is None:
            return "Plotting_ready", {}, {}, []
        if plot.hand:
            zone, ship, _ = plot.hand
            text = ships_text(words, ship, plot.fleets[zone].count(ship))
            return "Plotting_hand", {"ships": text, "zone": SPACES[zone]}, go, [SPACES[zone]]
        return name, {}, take, []
    if name == "PickZone":
        return f"PickZone_{top.category}", {}, {"space": "fight {space}"}, [SPACES[space] for space in top.spaces]
    simple: dict[str, tuple[dict[str, Any], Probe]] = {
        "NextHeldBack": ({}, {}), "Unload": ({}, take), "Land": ({}, take), "Loading": ({}, take),
        "Build": ({}, {"space": "build {space}"}), "Repair": ({}, {"space": "mend {space} =1"}), "Deploy": ({}, take),
    }
    if name in simple:
        key = "Loading_all" if name == "Loading" and top.where != "base" else name
        return key, simple[name][0], simple[name][1], []
    if name in ("Flight", "LandHand"):
        verb = "go" if name == "Flight" else "land"
        where = SPACES[top.space]
        args = {"kinds": words.say(f"plural.{KINDS[top.unit]}"), "space": where}
        return name, args, {"space": f"{verb} {{space}} =1"}, [where]
    if name == "Torpedo":
        return name, {"zone": SPACES[top.zone]}, {"piece": "torpedo {piece}"}, [SPACES[top.zone]]
    if name == "Guns":
        return name, {"zone": SPACES[top.zone]}, {"space": "fire {space} =1"}, [SPACES[top.zone]]
    if name == "Aim":
        return name, {"land": SPACES[top.land]}, {"piece": "aim {piece} troops =1"}, [SPACES[top.land]]
    if name == "Pick":
        args = {"die": top.die, "slot": top.slot + 1, "kind": KINDS[top.unit]}
        return name, args, {"piece": "lose {piece}"}, [SPACES[top.zone]]
    if name == "Ashore":
        args = {"kind": KINDS[top.unit], "zone": SPACES[top.zone]}
        return name, args, {"space": "ashore {space} =1"}, [SPACES[top.zone]]
    if name == "Buy":
        return name, {"left": top.left}, {}, []
    if name == "PlayToken":
        return name, {"token": top.token}, {"space": f"play {top.token} {{space}}"}, []
    return name, {}, {}, []


def spelled(action: Action) -> Action:
    """An action in which a piece of the page stands (`axis:H:TRN+INF:1`), as the rules write it."""
    verb = action[0]
    if len(action) < 2 or not isinstance(action[1], str) or action[1].count(":") < 3:
        return action
    parts = action[1].split(":")
    place, text = parts[1], parts[2]
    if verb == "take" and len(parts) > 5:
        return (verb, place, text, parts[4], *action[2:])
    if verb in ("lose", "torpedo"):
        return (verb, text, *action[2:])
    return (verb, place, text, *action[2:])


# --- choices -------------------------------------------------------------------------------------------------------


def amount_of(action: Action) -> Range | None:
    return next((part for part in action if isinstance(part, Range)), None)


def written_do(action: Action) -> str:
    """The notation of an action as choices and sheets have it: `={n}` where an amount goes."""
    amount = amount_of(action)
    text = notation(action)
    return text if amount is None else text.replace(notation((amount,)), "={n}")


def choice(v: Campaign, side: int, action: Action, words: Words, ends: str | None, has_odds: bool) -> Choice:
    """How an action is shown: on which piece or space, with which words."""
    top = top_of(v)
    made: Choice = {"do": written_do(action), "label": "", "rule": top.rule}
    amount = amount_of(action)
    if amount is not None:
        made["amount"] = {"low": amount.low, "high": amount.high, "step": amount.step}
        if isinstance(top, Buy):
            made["amount"]["now"] = top.bought[KIND[action[1]]]
        else:  # mostly all of them
            made["amount"]["start"] = amount.high
    if ends is not None:
        made["ends"] = words.say(ends)
    if top.retracts(action):
        made["retract"] = True
    if has_odds:
        made["odds"] = True
    made["label"] = label(v, side, top, action, words)
    found = pieces_of(v, side, top, action)
    if found:
        made["piece"] = found[0]
        if found[1:]:
            made["also"] = found[1:]
    space = space_of(top, action)
    if space and not found:
        made["space"] = space
    if cost := cost_of(v, side, top, action, words):
        made["cost"] = cost
    if action[0] in ("done", "ready") and type(top).__name__ in ("Guns", "Aim", "Buy"):
        made["main"] = True
    return made


def label(v: Campaign, side: int, top: Any, action: Action, words: Words) -> str:
    """The words of an action."""
    verb, args = action[0], action[1:]
    say = words.say
    name = type(top).__name__
    if verb == "take":
        if len(args) == 3:
            return say("choice.take_cargo", item=args[2], ship=one_ship(words, read_ship(args[1])), space=args[0])
        n = 1 if args[1] == "SUB" and name == "Sail" else max(1, len(pieces_of(v, side, top, action)))
        return say("choice.take", what=written(words, args[1], n), space=args[0])
    if verb in ("go", "ashore", "deploy", "fight", "build", "fire", "cease", "mend"):
        key = "fly" if verb == "go" and name == "Flight" else verb
        return say(f"choice.{key}", space=args[0])
    if verb == "land":
        return say("choice.land_deck" if SPACE[args[0]] < SEAS else "choice.land", space=args[0])
    if verb == "stay":
        return say("choice.stay_loaded" if name == "LoadHand" else "choice.stay")
    if verb in ("load", "put_back"):
        return say(f"choice.{verb}", item=args[1], space=args[0])
    if verb == "aboard":
        return say("choice.aboard", n=args[0])
    if verb == "done":
        if name in ("Guns", "Aim") and not any(power(terms) for _, terms in preparing(v, top)):
            return say("choice.hold_fire")
        if name == "Sail" and top.unit == SUB:
            return say("choice.done_sub")
        if name == "Unload":
            return say("choice.done_unload")
        key = "done_roll" if name in ("Guns", "Aim") else "done_stay" if name in ("Sail", "Fly") else "done"
        return say(f"choice.{key}")
    if verb == "play":
        if len(args) == 1:
            return say(f"choice.play_{args[0]}")
        more = args[2] if len(args) > 2 else ""
        return say("choice.play_more" if more else "choice.play", token=args[0], place=args[1], more=more)
    if verb == "now":
        return say("choice.now", kinds=say(f"plural.{args[0]}").capitalize())
    if verb in ("torpedo", "lose"):
        return say(f"choice.{verb}", ship=one_ship(words, read_ship(args[0])))
    if verb == "aim":
        key = "aim_here" if SPACE[args[0]] >= SEAS else "aim"
        return say(f"choice.{key}_{args[2]}", kind=args[1], space=args[0])
    if verb == "unaim":
        return say("choice.unaim", kind=args[1], space=args[0], target=args[2])
    if verb in ("buy", "repair"):
        return say(f"choice.{verb}", item=args[0])
    if verb == "recall":
        return say("choice.recall", ship=one_ship(words, read_ship(args[2])))
    return say(f"choice.{verb}")


def pieces_of(v: Campaign, side: int, top: Any, action: Action) -> list[str]:
    """The pieces by which an action is done: the first, and those alike."""
    verb, args = action[0], action[1:]
    name = SIDES[side]
    if verb == "take":
        place, text = args[0], args[1]
        zone = SPACE[place]
        if len(args) == 3:
            n = v.fleet(side, zone).count(next((s for s in v.fleet(side, zone) if word(s) == text), (0, (), 0)))
            at = [KINDS[item] for item in read_ship(text)[1]].index(args[2]) + 1
            return [f"{name}:{place}:{text}:{i}:{args[2]}:{at}" for i in range(1, n + 1)]
        if text in ("FTR", "BOM"):
            planes = v.planes(side, zone)
            loose = [f"{name}:{place}:{text}:{i}" for i in range(1, planes[KIND[text] - FTR] + 1)]
            if text == "FTR" and zone < SEAS:
                for ship, n in groups(v.fleet(side, zone)):
                    if ship[0] == CAR:
                        loose += [f"{name}:{place}:{word(ship)}:{i}:FTR:{j}" for i in range(1, n + 1)
                                  for j in range(1, len(ship[1]) + 1)]
            return loose
        plot = v.plots[side]
        fleet = plot.fleets[zone] if plot is not None else v.fleet(side, zone)
        return alike(fleet, text, name, place)
    if verb in ("torpedo", "lose"):
        owner = 1 - side if verb == "torpedo" else 1 - top.attacker
        zone = top.zone
        return alike(v.fleet(owner, zone), args[0], SIDES[owner], SPACES[zone], lost=True)
    if verb == "load":
        place, kind = args
        n = sum(v.planes(side, SPACE[place])[::2]) if kind == "FTR" else v.ground(side, SPACE[place])[KIND[kind] - INF]
        return [f"{name}:{place}:{kind}:{i}" for i in range(1, n + 1)]
    if verb == "repair":
        return [f"{name}:{YARD[side]}:{args[0]}:{i}" for i in range(1, v.yard[side][KIND[args[0]]] + 1)]
    return []


def alike(fleet: tuple[Ship, ...], text: str, side: str, place: str, lost: bool = False) -> list[str]:
    """The ids of the ships of a fleet with that notation which may be chosen."""
    found, number = [], 0
    for ship in fleet:
        if word(ship) == text:
            number += 1
            if not ship[2] & (SUNK if lost else SUNK | MOVED):
                found.append(f"{side}:{place}:{text}:{number}")
    return found


def space_of(top: Any, action: Action) -> str:
    """The space by which an action is done."""
    verb, args = action[0], action[1:]
    if verb in ("go", "ashore", "deploy", "fight", "build", "fire", "land", "mend"):
        return str(args[0])
    if verb == "stay":
        return str(SPACES[top.zone])
    if verb == "play" and len(args) == 2:
        return str(args[1])
    if verb == "aim":
        return str(args[0])
    return ""


def cost_of(v: Campaign, side: int, top: Any, action: Action, words: Words) -> str:
    """What stands on the target of an action."""
    verb, args = action[0], action[1:]
    if verb == "deploy":
        return str(v.printed.deploy[side][SPACE[args[0]]])
    if verb == "build":
        return str(v.printed.build)
    if verb == "buy":
        return str(v.printed.cost[KIND[args[0]]])
    if verb == "land":
        room = dict(free_places(v, side, top.unit, top.space))[SPACE[args[0]]]
        return "" if room > 50 else words.say("sheet.free", n=room)
    if verb == "go" and type(top).__name__ == "Flight":
        steps = next(n for n in range(7) if SPACE[args[0]] in v.printed.air_reach[n][top.space])
        return str(steps)
    return ""


# --- macros --------------------------------------------------------------------------------------------------------


def macros(v: Campaign, side: int, legal: tuple[Action, ...]) -> tuple[Macro, ...]:
    """Load all, send all there, put all ashore, land all, all guns, all at one target, as many as possible."""
    top = top_of(v)
    name = type(top).__name__
    found: list[Macro] = []
    if name == "Sail" and top.moving and top.unit != SUB:
        for zone in range(SEAS):
            here = groups(v.fleet(side, zone))
            ready = [(ship, n) for ship, n in here if ship[0] == top.unit and not ship[2] & MOVED]
            if sum(n for _, n in ready) < 2:
                continue
            for near in v.printed.neighbours[zone]:
                steps: list[Action] = []
                for ship, n in ready:
                    steps += [("take", SPACES[zone], word(ship)), ("go", SPACES[near], n)]
                found.append(Macro("macro.all_go", tuple(steps), (("kind", KINDS[top.unit]), ("start", SPACES[zone]),
                                                                  ("space", SPACES[near])), space=SPACES[near]))
        found += _same(v, side, top.unit)
    elif name == "Plotting" and (plot := v.plots[side]) is not None and not plot.hand and not v.ready[side]:
        for zone, fleet in enumerate(plot.fleets):
            if len(fleet) < 2:
                continue
            for near in v.printed.neighbours[zone]:
                orders: list[Action] = []
                for ship, n in groups(fleet):
                    orders += [("take", SPACES[zone], word(ship)), ("go", SPACES[near], n)]
                found.append(Macro("macro.fleet_go", tuple(orders), (("space", SPACES[near]),)))
    elif name in ("Hand", "LoadHand") and top.ship[0] in (TRN, DST):
        loads = _filling(v, side, top)
        if len(loads) > 1:
            found.append(Macro("macro.load_all", loads, (("cargo", tuple(load[2] for load in loads)),)))
    elif name == "Unload":
        found += _unloading(v, side, legal)
    elif name == "Land":
        found += _landing(v, side)
    elif name == "Guns":
        shots = tuple(("fire", a[1], _most(a[2])) for a in legal if a[0] == "fire")
        if len(shots) > 1 or (shots and shots[0][2] > 1):
            found.append(Macro("macro.fire_all", shots))
    elif name == "Aim":
        for target in ("troops", "fields"):
            aims = tuple((*a[:4], _most(a[4])) for a in legal if a[0] == "aim" and a[3] == target)
            if len(aims) > 1 or (aims and aims[0][4] > 1):
                found.append(Macro(f"macro.all_{target}", aims))
    return tuple(found)


def _same(v: Campaign, side: int, kind: int) -> list[Macro]:
    """One more ship the way that the last one went."""
    for seen in v.news:
        if seen.called() == "sailed" and seen.get("side") == side and seen.get("kind") == kind:
            start, end = seen.get("start"), seen.get("end")
            for ship, _ in groups(v.fleet(side, SPACE[start])):
                if ship[0] == kind and not ship[2] & MOVED:
                    do = (("take", start, word(ship)), ("go", end, 1))
                    return [Macro("macro.same", do, (("start", start), ("space", end)), space=end)]
    return []


def _most(amount: Any) -> int:
    return int(amount.high if isinstance(amount, Range) else amount)


def _filling(v: Campaign, side: int, top: Any) -> tuple[Action, ...]:
    """The loads that fill a ship: infantry first, then artillery, supply, guns; from where most lies."""
    stock = {
        (land, kind): n for land in v.printed.shores[top.zone]
        for kind, n in zip(GROUND, v.ground(side, land), strict=True) if n
    }
    able = loads_at_base(v, side, top.ship) if getattr(top, "where", "") == "base" else tuple(stock)
    order = sorted(able, key=lambda entry: ((INF, INF + 1, SUP, INF + 2).index(entry[1]), -stock.get(entry, 0)))
    loads: list[Action] = []
    room = v.printed.room[top.ship[0]] - len(top.ship[1])
    for land, kind in order:
        for _ in range(stock.get((land, kind), 0)):
            if len(loads) < room:
                loads.append(("load", SPACES[land], KINDS[kind]))
    return tuple(loads)


def _unloading(v: Campaign, side: int, legal: tuple[Action, ...]) -> list[Macro]:
    """Everything from the ships of a zone onto one island."""
    found = []
    top: Any = top_of(v)
    for place in dict.fromkeys(a[1] for a in legal if a[0] == "take"):
        zone = SPACE[place]
        lands = (top.land,) if top.land >= 0 else tuple(
            land for land in v.printed.shores[zone] if v.printed.landings or land != BASE[1 - side])
        for land in lands:
            steps: list[Action] = []
            fleet = dict(groups(v.fleet(side, zone)))
            loaded = [ship for ship in fleet if ship[0] in (DST, TRN) and ship[1]]
            while loaded:
                ship = max(loaded, key=lambda one: (len(one[1]), one))
                n, cargo = fleet.pop(ship), list(ship[1])
                steps += [("take", place, word(ship), KINDS[cargo[0]]), ("ashore", SPACES[land], n)]
                after = (ship[0], tuple(cargo[1:]), ship[2])
                fleet[after] = fleet.get(after, 0) + n
                loaded = [one for one in fleet if one[0] in (DST, TRN) and one[1]]
            if len(steps) > 2:
                found.append(Macro("macro.unload_all", tuple(steps), (("zone", place), ("land", SPACES[land])),
                                   space=SPACES[land]))
    return found


def _landing(v: Campaign, side: int) -> list[Macro]:
    """R7, A6: each aircraft at the nearest place with room, those with the fewest places first."""
    steps: list[Action] = []
    taken: dict[int, int] = {}
    waiting = sorted(
        ((len(places), space, kind, n, places) for space, kind, n in to_land(v, side)
         if (places := free_places(v, side, kind, space))),
    )
    for _, space, kind, n, places in waiting:
        for place, room in places:
            here = min(n, room - taken.get(place, 0))
            if here > 0:
                taken[place] = taken.get(place, 0) + here
                steps += [("take", SPACES[space], KINDS[kind]), ("land", SPACES[place], here)]
                n -= here
            if not n:
                break
    return [Macro("macro.land_near", tuple(steps))] if len(steps) > 2 else []


def macro_look(macro: Macro, words: Words) -> MacroLook:
    """How a macro is shown."""
    args = dict(macro.args)
    if "kind" in args:
        args["kinds"] = words.say(f"plural.{args['kind']}")
    if "cargo" in args:
        args["cargo"] = counted(words, {KIND[name]: args["cargo"].count(name) for name in args["cargo"]})
    made: MacroLook = {"label": words.say(macro.label, **args), "do": [notation(a) for a in macro.actions]}
    if macro.space:
        made["space"] = macro.space
    return made


# --- the log -------------------------------------------------------------------------------------------------------

RULES = {
    "turn": "R35", "sailed": "M1", "loaded": "M8", "put_back": "M8", "flew": "M20", "torpedo": "M15", "fight": "C1",
    "again": "O2", "rolled": "C5", "hit": "C7", "fields_hit": "C22", "removed": "C2", "capital_sunk": "U6",
    "field_damaged": "C22", "ashore": "C19", "control": "R4", "captured": "R5", "touched_down": "R7",
    "stranded": "R10", "built": "R13", "bought": "R16", "unspent": "R16", "repaired": "R19", "mended": "R20",
    "deployed": "R21", "scored": "R30", "won": "R32", "token": "O1", "released": "O10", "revealed": "O11",
}
MARKED: dict[str, Any] = {"turn": "turn", "fight": "battle", "removed": "loss", "stranded": "loss", "won": "end"}


def line(seen: Event, words: Words) -> Line | None:
    """An event in the game's words."""
    kind = seen.called()
    if f"log.{kind}" not in words:
        return None
    args: dict[str, Any] = {seen.file_fields.get(name, name): getattr(seen, name) for name in seen.fields
                            if getattr(seen, name) is not None}
    made: Line = {"kind": kind, "text": "", "rule": RULES[kind]}
    owner = args.get("side")
    if owner is not None:
        args["side"] = made["side"] = SIDES[owner]
    unit = args.get("kind")
    if isinstance(unit, int):
        args["kind"] = KINDS[unit] if unit >= 0 else ""
        args["kinds"] = words.say(f"plural.{args['kind']}")
        args["units"] = words.say(f"count.{KINDS[unit]}", n=args.get("n", 1)) if unit >= 0 else ""
        if "cargo" in args and "n" in args:
            args["ships"] = ship_text(words, unit, args["cargo"], args["n"])
    if isinstance(args.get("ship"), int):
        args["ship"] = KINDS[args["ship"]]
    made["text"] = words.say(_key(kind, args, words), **args)
    spaces = [args[name] for name in ("space", "zone", "land", "start", "end") if args.get(name) in SPACE]
    if spaces:
        made["spaces"] = list(dict.fromkeys(spaces))
    if kind in MARKED:
        made["mark"] = MARKED[kind]
    if motions := _motions(kind, args):
        made["motions"] = motions
    if kind == "rolled":
        slots = words.say("sheet.slot_range", n=len(args["dice"]))
        hits = args["hits"] or (1, 2)
        made["dice"] = [{"value": die, "text": slots, "side": args["side"], "hit": die in hits} for die in args["dice"]]
    elif kind == "torpedo":
        made["dice"] = [{"value": args["die"], "text": words.say("sheet.slot", slot=1), "side": args["side"],
                         "hit": args["die"] <= 2}]
    return made


def _key(kind: str, args: dict[str, Any], words: Words) -> str:
    """The text of an event, and the arguments that it needs."""
    if kind == "rolled":
        args["n"] = words.say("count.dice", n=len(args["dice"]))
    elif kind == "touched_down" and args["start"] == args["end"]:
        return "log.touched_down_here"
    elif kind == "hit" and args["result"] == "lost":
        return "log.hit_lost"
    elif kind == "fields_hit":
        args["hits"] = words.say("count.hits", n=args["hits"])
        args["n"] = words.say("count.field", n=args["n"])
    elif kind == "captured":
        parts = [words.say("count.field", n=args["fields"])] if args["fields"] else []
        args["what"] = parts + ([words.say("count.SUP", n=args["supply"])] if args["supply"] else [])
    elif kind == "removed":
        gone, hurt = ({k: row.count(k) for k in row} for row in (args["destroyed"], args["damaged"]))
        args["what"], args["more"] = counted(words, gone or hurt), counted(words, hurt)
        return "log.removed_both" if gone and hurt else "log.removed" if gone else "log.removed_damaged"
    elif kind == "token":
        if args.get("space"):
            return "log.token_on"
        return "log.token_kind" if "kind" in args else "log.token"
    elif kind == "scored":
        args["n"] = words.say("count.point", n=args["n"])
    return f"log.{kind}"


def _motions(kind: str, args: dict[str, Any]) -> list[Motion]:
    """What moves on the board."""
    side = args.get("side", "")
    if kind in ("sailed", "flew", "touched_down"):
        return [{"start": args["start"], "end": args["end"], "via": [], "count": args["n"], "side": side}]
    if kind == "ashore":
        return [{"start": args["zone"], "end": args["land"], "via": [], "count": args["n"], "side": side}]
    if kind == "loaded":
        return [{"start": args["land"], "end": args["zone"], "via": [], "count": 1, "side": side}]
    if kind == "deployed":
        home = "L" if side == SIDES[0] else "M"
        return [{"start": home, "end": args["zone"], "via": [], "count": args["n"], "side": side}]
    if kind == "removed":
        yard = YARD[SIDES.index(side)]
        found: list[Motion] = []
        if args["destroyed"]:
            found.append({"start": args["space"], "end": yard, "via": [], "count": len(args["destroyed"]), "side": side,
                          "gone": True})
        if args["damaged"]:
            found.append({"start": args["space"], "end": yard, "via": [], "count": len(args["damaged"]), "side": side})
        return found
    if kind == "stranded":
        where = args["space"]
        return [{"start": where, "end": where, "via": [], "count": args["n"], "side": side, "gone": True}]
    return []


