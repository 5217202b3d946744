"""How the placements and the allocation look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from ironbottom.games.solomons.rules.deployment import (
    Allocation,
    InitialPlacement,
    Placed,
    PreliminarySetUp,
    Stationed,
    rabaul_load,
    stands,
)
from ironbottom.games.solomons.rules.printed import (
    BACK,
    BASES,
    BEACH,
    FLEET,
    JAPAN,
    LETTERS,
    OUT,
    PORTS,
    RABAUL,
    SCHOOL,
    TRUK,
    USA,
    M,
    place_name,
)
from ironbottom.games.solomons.rules.sealed import READY
from ironbottom.games.solomons.rules.state import Campaign
from ironbottom.games.solomons.ui.face import CampaignFace, Form, owes, play, proposal
from ironbottom.games.solomons.ui.log import gathered, say
from ironbottom.games.solomons.ui.pieces import fleet_note, unit_name
from ironbottom.kernel.action import Action
from ironbottom.kernel.presenter import Macro, Reader, Scene, face, line
from ironbottom.kernel.view import Item, Line, Probe, Sheet, Term
from ironbottom.kernel.words import Words


@face(InitialPlacement)
class InitialPlacementFace(CampaignFace[InitialPlacement]):
    stage = "setup"

    def prompt_key(self, scene: Scene[Campaign], step: InitialPlacement) -> str:
        done = scene.side == JAPAN and not step.left(scene.v)
        return "prompt.InitialPlacement_done" if done else super().prompt_key(scene, step)

    def sheet(self, form: Form, step: InitialPlacement) -> Sheet:
        """Aircraft on the carriers, or the transport without supply."""
        v, side = form.v, form.side
        if side == USA:
            return form.of("loading", [form.field("empty", form.words.say("sheet.empty"), "", form.texts[:-1])])
        aboard = dict(v.drafts[JAPAN])
        fields = [form.field(v.p.ids[u], unit_name(v, u),
                             form.words.say("sheet.aboard", n=aboard.get(u, 0), most=v.p.deck[u]),
                             form.naming(v.p.ids[u]), pieces=[v.p.ids[u]]) for u in step.carriers(v)]
        left: Term = {"text": form.words.say("sheet.left"), "value": str(step.left(v))}
        blocks = [form.words.say("blocks.aboard", n=step.left(v))] if form.stuck else []
        return form.of("loading", fields, totals=[left], blocks=blocks)

    def strokes(self, scene: Scene[Campaign], step: InitialPlacement) -> Iterable[Macro]:
        return proposal(scene)


@face(PreliminarySetUp)
class PreliminarySetUpFace(CampaignFace[PreliminarySetUp]):
    stage = "setup"
    probe: ClassVar[Probe] = {"piece": "station {piece} rabaul"}

    def sheet(self, form: Form, step: PreliminarySetUp) -> Sheet:
        """Ships of the two ports."""
        v, side, words = form.v, form.side, form.words
        moved = v.drafts[side]
        offered = set(form.texts)
        held: dict[int, list[Item]] = {base: [] for base in PORTS[side]}
        units: dict[int, list[int]] = {base: [] for base in PORTS[side]}
        for u in step.movable(v, side):
            name = v.p.ids[u]
            here = next(b for b in PORTS[side] if (b == stands(v, u)) != (u in moved))
            other = next(b for b in PORTS[side] if b != here)
            action = f"leave {name}" if u in moved else f"station {name} {BASES[other]}"
            held[here].append(form.item(u, {BASES[other]: [action]} if action in offered else {}))
            units[here].append(u)
        bins = []
        for base in PORTS[side]:
            note = fleet_note(v, units[base], words)
            if base == RABAUL:
                load = [u for u in units[base] if v.p.kind[u] != "TR"]
                note = words.say("sheet.rabaul", n=len(load), guns=sum(v.p.bombardment[u] for u in load))
                if back := coming(v):
                    number, guns, _ = rabaul_load(v, back)
                    note = words.say("sheet.rabaul_back", now=note, n=number, guns=guns)
            bins.append(form.bin(BASES[base], words.name(BASES[base]), held[base], note))
        return form.of("placing", [], bins=bins)

    def strokes(self, scene: Scene[Campaign], step: PreliminarySetUp) -> Iterable[Macro]:
        return proposal(scene)


def coming(v: Campaign) -> list[int]:
    """RS-014, RS-190: the ships that count at Rabaul and come there in this Game-Turn, after the set-up."""
    p = v.p
    return [u for u in p.of_side[JAPAN] if p.kind[u] not in ("TR", "SS") and (
        (stands(v, u) in (BACK + RABAUL, SCHOOL + RABAUL) and v.due[u] <= v.turn)
        or (v.at[u] == OUT and 1 < p.turn[u] == v.turn and not p.arms[u] and p.place[u] == BASES[RABAUL]))]


@face(Allocation)
class AllocationFace(CampaignFace[Allocation]):
    stage = "allocate"
    probe: ClassVar[Probe] = {"piece": "take {piece}"}

    def hand(self, v: Campaign, side: int, step: Allocation) -> int:
        return int(v.drafts[side][0]) if side >= 0 and v.drafts[side] else -1

    def settled(self, v: Campaign, side: int, step: Allocation) -> tuple[int, ...]:
        return tuple(u for u in v.drafts[side][1] if v.at[u] < FLEET) if side >= 0 and v.drafts[side] else ()

    def label(self, scene: Scene[Campaign], step: Allocation, action: Action, args: dict[str, Any]) -> str:
        stays = action == ("join", "stay")
        return scene.words.say("choice.stay") if stays else super().label(scene, step, action, args)

    def prompt_key(self, scene: Scene[Campaign], step: Allocation) -> str:
        if self.hand(scene.v, scene.side, step) >= 0:
            return "prompt.Allocation_hand"
        return "prompt.Allocation_owed" if owes(scene) else super().prompt_key(scene, step)

    def sheet(self, form: Form, step: Allocation) -> Sheet:
        """The composition board: ports and hexes above, task forces below."""
        v, side, words = form.v, form.side, form.words
        p = v.p
        hand, stays = v.drafts[side] or (-1, ())
        offered = set(form.texts)
        homes: dict[str, list[int]] = {}
        for u in p.of_side[side]:
            if p.kind[u] != "SS" and (0 <= v.at[u] <= 3 or v.at[u] == BEACH):
                homes.setdefault(LETTERS[M] if v.at[u] == BEACH else BASES[v.at[u]], []).append(u)
        for u in p.of_side[side]:
            if FLEET <= v.at[u] < FLEET + 6 and f"dismiss {p.ids[u]}" in offered:
                homes.setdefault(LETTERS[M] if v.berth[u] == BEACH else BASES[v.berth[u]], [])
        goals = may_go(form, step)
        names = {f"tf{n + 1}": n for n in range(6)}
        bins = []
        for key, units in homes.items():
            items = []
            for u in units:
                to: dict[str, list[str]] = {}
                if held_back(v, side, key):
                    pass
                elif u == hand:
                    to = {goal: [f"join {goal}"] for goal in goals[u] if goal in names}
                elif f"take {p.ids[u]}" in offered:
                    to = {goal: [f"take {p.ids[u]}", f"join {goal}"] for goal in goals[u] if goal in names}
                elif f"dismiss {p.ids[u]}" in offered:
                    to = {goal: [f"dismiss {p.ids[u]}", f"take {p.ids[u]}", f"join {goal}"] for goal in goals[u]
                          if goal in names}
                items.append(form.item(u, to))
                if u in stays:
                    items[-1]["text"] = ", ".join(filter(None, (items[-1].get("text"), words.say("sheet.stays"))))
            note = kept_in(v, words) if held_back(v, side, key) else fleet_note(v, units, words)
            bins.append(form.bin(key, words.say("sheet.at", place=form.place(key)), items, note))
        opened = False
        for name, n in names.items():
            force = v.forces[side][n]
            if force.pos < 0:
                if opened:
                    continue
                opened = True
                bins.append(form.bin(name, words.say("sheet.new_force", n=n + 1), []))
                continue
            items = []
            for u in v.fleet(side, n):
                to = {}
                if u == hand:
                    to = {goal: [f"join {goal}"] for goal in goals[u] if goal in names}
                elif f"dismiss {p.ids[u]}" in offered:
                    back = LETTERS[M] if v.berth[u] == BEACH else BASES[v.berth[u]]
                    to[back] = [f"dismiss {p.ids[u]}"]
                    for goal, k in names.items():
                        if k != n and v.forces[side][k].pos in (force.pos, -1):
                            to[goal] = [f"dismiss {p.ids[u]}", f"take {p.ids[u]}", f"join {goal}"]
                elif f"take {p.ids[u]}" in offered:
                    to = {goal: [f"take {p.ids[u]}", f"join {goal}"] for goal in goals[u] if goal in names}
                items.append(form.item(u, to))
            where = words.say("sheet.force_at", n=n + 1, place=form.place(place_name(force.pos)))
            bins.append(form.bin(name, where, items, fleet_note(v, v.fleet(side, n), words)))
        waits = any(v.at[u] == BEACH for u in p.of_side[side])
        blocks = [words.say("blocks.beach" if waits else "blocks.promise")] if form.stuck else []
        return form.of("placing", [], bins=bins, blocks=blocks)

    def strokes(self, scene: Scene[Campaign], step: Allocation) -> Iterable[Macro]:
        """What the script would form, unless some is formed: of the ships that are left it would form others. And all
        ships of a sort as one task force."""
        made = scene.v.drafts[scene.side] and READY in scene.legal
        return (*(() if made else proposal(scene)), *_fleets(scene.v, scene.side, step))


def held_back(v: Campaign, side: int, base: str) -> bool:
    """RS-180: whether ships there cannot sail in this Game-Turn, so that a task force of them is not proposed."""
    return side == JAPAN and base == BASES[TRUK] and not v.sortie


def kept_in(v: Campaign, words: Words) -> str:
    """RS-069, RS-180: why ships at Truk cannot sail; before Game-Turn 2 no die is thrown for them."""
    return words.say("sheet.no_sortie" if v.turn > 1 else "sheet.no_sortie_first")


def may_go(form: Form, step: Allocation) -> dict[int, list[str]]:
    """For each ship where it may go, were it in hand."""
    v, side = form.v, form.side
    found: dict[int, list[str]] = {}
    hand, done = v.drafts[side] or (-1, ())
    for u in v.p.of_side[side]:
        if u == hand or (hand < 0 and (f"take {v.p.ids[u]}" in form.texts or (
                not FLEET <= v.at[u] < FLEET + 6 and f"dismiss {v.p.ids[u]}" in form.texts))):
            held = v.draft(side, (u, tuple(other for other in done if other != u)))
            found[u] = step.places(held, side, u)
    return found


def _fleets(v: Campaign, side: int, step: Allocation) -> list[Macro]:
    hand, done = v.drafts[side] or (-1, ())
    if hand >= 0:
        return []
    free = next((n for n in range(6) if v.forces[side][n].pos < 0), None)
    if free is None:
        return []
    found = []
    for base in PORTS[side]:
        if held_back(v, side, BASES[base]):
            continue
        for sort in ("CV", "TR"):
            units = [u for u in v.p.of_side[side] if v.at[u] == base and u not in done and v.p.kind[u] == sort]
            actions: list[Action] = []
            for u in units:
                actions += [("take", v.p.ids[u]), ("join", f"tf{free + 1}")]
            actions = play(v, side, step, actions)
            if len(actions) > 3 and len(actions) % 2 == 0:
                found.append(Macro(f"macro.all_{sort.lower()}", tuple(actions), (("base", BASES[base]),), "",
                                   BASES[base]))
    return found


@line(Stationed)
def stationed(seen: Stationed, reader: Reader) -> Line:
    return say(seen, reader, units=gathered(reader, seen.units), base=BASES[seen.base])


line(Placed)(say)
