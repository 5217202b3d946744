"""The pieces on the board, each for itself."""

from __future__ import annotations

from typing import Any

from ironbottom.games.axis_allies.rules.printed import (
    BASE,
    CAR,
    CATEGORIES,
    FTR,
    GROUND,
    KINDS,
    SEAS,
    SIDES,
    SPACES,
    SUP,
)
from ironbottom.games.axis_allies.rules.regroup import Control
from ironbottom.games.axis_allies.rules.state import AIMED, ARMOUR, DAMAGED, SUNK, Campaign, Ship, word
from ironbottom.games.axis_allies.ui.board import field_spots, first_spot
from ironbottom.games.axis_allies.ui.face import At, Held, StepFace
from ironbottom.games.axis_allies.ui.texts import cargo_text, one_ship
from ironbottom.kernel.presenter import face_of
from ironbottom.kernel.step import side_of
from ironbottom.kernel.view import Piece
from ironbottom.kernel.words import Words

YARD = ("RAB_DMG", "NCA_DMG")
"""The damaged areas."""
ASHORE = 0.78
"""How wide what is no ship is drawn beside ships."""
MARKER = 0.62
"""And what lies on a spot of its own."""


class Pieces:
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
        piece["wide"] = ASHORE
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


def pieces(scene: At) -> list[Piece]:
    """G6, G10: everything on the board, each piece for itself."""
    v, words, step = scene.v, scene.words, scene.top
    made = Pieces(v, words)
    face = face_of(type(step))
    shown = face if isinstance(face, StepFace) else StepFace[Any]()
    held = shown.held(step)
    for owner in (0, 1):
        for zone in range(SEAS):
            _ships(made, owner, zone, shown, step, held)
        for space in range(21):
            _others(made, owner, space, shown, step, held)
        for kind, n in enumerate(v.yard[owner]):
            for _ in range(n):
                made.add(owner, YARD[owner], KINDS[kind], KINDS[kind],
                         words.say("ship.damaged", ship=words.name(KINDS[kind])))
    for i, row in enumerate(v.airfields):
        spots = iter(field_spots(v.printed, SPACES[SEAS + i]))
        for owner in (0, 1):
            for damaged in (0, 1):
                for _ in range(row[2 * owner + damaged]):
                    face_name = "field_damaged" if damaged else "field"
                    name = words.say("picture.airfield_damaged" if damaged else "picture.airfield")
                    piece = made.add(owner, SPACES[SEAS + i], face_name, face_name, name)
                    if spot := next(spots, None):
                        piece["at"], piece["wide"] = list(spot), MARKER
                    if damaged:
                        piece["badges"] = [words.say("badge.damaged")]
    token = made.add(v.first, SPACES[BASE[v.first]], "first", "first", words.say("mark.first", side=SIDES[v.first]))
    token["wide"] = MARKER
    token["marker"] = "whole"
    token["at"] = list(first_spot(v.printed, v.first))
    return made.made


def _ships(made: Pieces, owner: int, zone: int, shown: StepFace[Any], step: Any, held: Held | None) -> None:
    """The ships of a zone; where a side plots, as its orders have them."""
    v, plot = made.v, made.v.plots[owner]
    if plot is not None:
        fleet, hand = plot.fleets[zone], plot.hand
        held = Held(owner, hand[0], hand[1]) if hand else None
    else:
        fleet = v.fleet(owner, zone)
    here = held is not None and (held.side, held.space) == (owner, zone)
    for ship in fleet:
        piece = made.ship(owner, zone, ship)
        if here and held is not None and held.ship == ship:
            if held.kind >= 0:
                made.pick_cargo(held.kind)
            else:
                piece["picked"] = True
        elif side_of(step) == owner and (state := shown.ship_state(step, ship)):
            piece["state"] = state  # type: ignore[typeddict-item]
        if here and held is not None and held.decks and ship[0] == CAR:
            for _ in ship[1]:
                made.pick_cargo(FTR)
    for start, end, ship in plot.orders if plot is not None else ():
        if start == zone:
            piece = made.ship(owner, zone, ship)
            piece["state"] = "moved"
            piece["badges"] = ["→ " + SPACES[end]]


def _others(made: Pieces, owner: int, space: int, shown: StepFace[Any], step: Any, held: Held | None) -> None:
    """Aircraft, troops and supply of a space."""
    v, place = made.v, SPACES[space]
    fighters, bombers, fighters_done, bombers_done = v.planes(owner, space)
    battle = v.battle
    marked = battle.marked[owner] if battle is not None and battle.space == space and not battle.over else ()
    lifted = held.kind if held is not None and held.ship is None and held[:2] == (owner, space) else -1
    for kind, n, done in ((FTR, fighters, fighters_done), (FTR + 1, bombers, bombers_done)):
        for number in range(n + done):
            piece = made.unit(owner, place, kind)
            if marked and number < marked[kind]:
                piece["badges"] = [made.words.say("badge.sunk")]
            elif kind == lifted and number < n:
                piece["picked"] = True
            elif side_of(step) == owner and (state := shown.plane_state(step, kind, number >= n)):
                piece["state"] = state  # type: ignore[typeddict-item]
    if space >= SEAS:
        for kind, n in zip(GROUND, v.ground(owner, space), strict=True):
            for number in range(n):
                piece = made.unit(owner, place, kind)
                if marked and number < marked[kind]:
                    piece["badges"] = [made.words.say("badge.sunk")]
