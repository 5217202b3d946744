"""The sheets of the moment and the tables beside them: composition, courses, aircraft, strikes, surface actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ironbottom.games.solomons.rules.air.allocation import AirSheet
from ironbottom.games.solomons.rules.air.attack import NextStrike
from ironbottom.games.solomons.rules.air.counter_attack import CounterAttack
from ironbottom.games.solomons.rules.air.ground_attack import LoseAtBase
from ironbottom.games.solomons.rules.air.landing import Alight
from ironbottom.games.solomons.rules.air.losses import LoseAircraft
from ironbottom.games.solomons.rules.air.points import (
    ATTACKERS,
    DEFENDERS,
    base_reach,
    count,
    decks,
    land_bases,
)
from ironbottom.games.solomons.rules.air.ship_attack import Division, Grouping, ShipAttack, best, group_flags, least
from ironbottom.games.solomons.rules.air.transfers import Transfers, place_of
from ironbottom.games.solomons.rules.deployment import Allocation, InitialPlacement, PreliminarySetUp
from ironbottom.games.solomons.rules.ground import AttackChoice, BothChoose, defense, effective
from ironbottom.games.solomons.rules.intelligence import FROM_TRUK, SAYS, Announcement
from ironbottom.games.solomons.rules.missions import AbortAfterSubmarine, Orders
from ironbottom.games.solomons.rules.plotting import Plotting
from ironbottom.games.solomons.rules.ports import ApdCargo, NavalArrivals, Overfull
from ironbottom.games.solomons.rules.printed import (
    BASES,
    BEACH,
    FLEET,
    HENDERSON,
    HOME,
    JAPAN,
    KINDS,
    LETTERS,
    MISSIONS,
    PORT,
    PORTS,
    RABAUL,
    RAW,
    SCORES,
    SIDES,
    USA,
    M,
    place_name,
)
from ironbottom.games.solomons.rules.state import UNKNOWN, Campaign, points
from ironbottom.games.solomons.rules.surface import Alteration, Shield, TargetChoice, Withdrawal, groups, strength
from ironbottom.games.solomons.rules.training import Training, training_return
from ironbottom.games.solomons.rules.unloading import Unloading
from ironbottom.kernel.action import Action, Range, notation
from ironbottom.kernel.view import Bin, Field, Item, Sheet, Table, Term
from ironbottom.kernel.words import Words


def unit_name(v: Campaign, u: int) -> str:
    """A ship by its name and designation."""
    key = v.p.ids[u]
    return f"{v.p.data['units'][key]['name']} ({key[2:]})"


def load_of(v: Campaign, u: int, words: Words) -> str:
    """What a ship carries: aircraft, ground points, supply."""
    parts = []
    if v.p.deck[u] and v.decks[u][0] != UNKNOWN:
        parts.append(words.say("load.air", n=sum(v.decks[u]), most=v.p.deck[u]))
    if v.cargo[u] >= 10:
        parts.append(words.say("load.ground", n=v.cargo[u] // 10))
    if v.cargo[u] > 0 and v.cargo[u] % 10:
        parts.append(words.say("load.supply", n=v.cargo[u] % 10))
    return ", ".join(parts)


def fleet_note(v: Campaign, units: Iterable[int], words: Words) -> str:
    """What some ships come to."""
    units = tuple(units)
    if not units:
        return ""
    attack, whole = strength(v, units)
    guns = sum(v.p.bombardment[u] for u in units if not v.p.deck[u])
    return words.say("sheet.fleet", n=len(units), attack=attack, defense=whole, guns=guns)


def action_text(action: Action) -> str:
    """An action as its choice names it: a range of numbers as a gap."""
    return " ".join("={n}" if isinstance(part, Range) else notation((part,)) for part in action)


class Maker:
    """Makes the sheet of one step for one side."""

    def __init__(self, game: Any, v: Campaign, side: int) -> None:
        self.game, self.v, self.side = game, v, side
        self.words: Words = game.words
        self.top: Any = v.stack[-1]
        self.legal: tuple[Action, ...] = game.legal(v, side)
        self.texts = [action_text(action) for action in self.legal]

    def sheet(self) -> Sheet | None:
        """The sheet, or None where the board and the buttons say it all."""
        make = SHEETS.get(type(self.top))
        made = make(self) if make is not None else None
        if made is None or not (made["fields"] or made.get("bins") or made.get("tables")):
            return None
        return made

    def of(self, kind: str, fields: list[Field], **more: Any) -> Sheet:
        """A sheet of that kind."""
        name = type(self.top).__name__
        made: Sheet = {"id": name.lower(), "kind": kind, "title": self.words.say(f"sheet.title.{name}"),  # type: ignore[typeddict-item]
                       "fields": fields, "rule": self.top.rule}
        for key, item in more.items():
            if item:
                made[key] = item  # type: ignore[literal-required]
        if "ready" not in self.texts and "unready" not in self.texts and isinstance(
                self.top, (Plotting, Allocation, InitialPlacement)):
            made["blocks"] = [self.block()]
        return made

    def block(self) -> str:
        """What must still be done before the side can be ready."""
        v, words = self.v, self.words
        if isinstance(self.top, InitialPlacement):
            return words.say("blocks.aboard", n=self.top.left(v))
        if isinstance(self.top, Allocation) and any(v.at[u] == BEACH for u in v.p.of_side[self.side]):
            return words.say("blocks.beach")
        return words.say("blocks.promise")

    def field(self, key: str, name: str, value: str, actions: Iterable[str], **more: Any) -> Field:
        """A line of the sheet."""
        made: Field = {"id": key, "name": name, "value": value, "choices": list(actions)}
        for word, item in more.items():
            if item:
                made[word] = item  # type: ignore[literal-required]
        return made

    def starting(self, *starts: str) -> list[str]:
        """The legal actions that begin so."""
        return [text for text in self.texts if text.startswith(starts)]

    def naming(self, word: str) -> list[str]:
        """The legal actions whose first word after the verb is that."""
        return [text for text in self.texts if text.split()[1:2] == [word]]

    def keys(self) -> list[str]:
        """The first words after the verbs, in order."""
        found: dict[str, None] = {}
        for text in self.texts:
            for word in text.split()[1:2]:
                found[word] = None
        return list(found)

    def name(self, word: str) -> str:
        """A word of an action in words."""
        v = self.v
        if word in v.p.index:
            return unit_name(v, v.p.index[word])
        if word[:2] == "tf" and word[2:].isdigit():
            return self.words.say("name.force", n=word[2:])
        for stem in ("group", "strike"):
            if word.startswith(stem):
                return self.words.say(f"name.{stem}", n=word[len(stem):])
        return self.words.say("name.enemy", n=word[-1]) if ":" in word else self.words.name(word)

    def plain(self, kind: str = "battle", **more: Any) -> Sheet:
        """A line for each thing that may be acted on."""
        return self.of(kind, [self.field(key, self.name(key), "", self.naming(key)) for key in self.keys()], **more)

    # -- ships into boxes --

    def item(self, u: int, to: dict[str, list[str]]) -> Item:
        p = self.v.p
        made: Item = {"id": p.ids[u], "face": f"{SIDES[p.side[u]]}.{p.ids[u]}", "name": unit_name(self.v, u), "to": to}
        text = load_of(self.v, u, self.words)
        if text:
            made["text"] = text
        return made

    def bin(self, key: str, name: str, items: list[Item], note: str = "") -> Bin:
        made: Bin = {"id": key, "name": name, "items": items, "side": SIDES[self.side]}
        if note:
            made["note"] = note
        return made

    def allocation(self) -> Sheet:
        """The composition board: ports and hexes above, task forces below."""
        v, side, top, words = self.v, self.side, self.top, self.words
        p = v.p
        hand = v.drafts[side][0] if v.drafts[side] else -1
        offered = set(self.texts)
        homes: dict[str, list[int]] = {}
        for u in p.of_side[side]:
            if p.kind[u] != "SS" and (0 <= v.at[u] <= 3 or v.at[u] == BEACH):
                homes.setdefault(LETTERS[M] if v.at[u] == BEACH else BASES[v.at[u]], []).append(u)
        for u in p.of_side[side]:
            if FLEET <= v.at[u] < FLEET + 6 and f"dismiss {p.ids[u]}" in offered:
                homes.setdefault(LETTERS[M] if v.berth[u] == BEACH else BASES[v.berth[u]], [])
        goals = self.goals()
        names = {f"tf{n + 1}": n for n in range(6)}
        bins = []
        for key, units in homes.items():
            items = []
            for u in units:
                to: dict[str, list[str]] = {}
                if u == hand:
                    to = {goal: [f"join {goal}"] for goal in goals[u] if goal in names}
                elif f"take {p.ids[u]}" in offered:
                    to = {goal: [f"take {p.ids[u]}", f"join {goal}"] for goal in goals[u] if goal in names}
                items.append(self.item(u, to))
            bins.append(self.bin(key, words.say("sheet.at", place=self.place(key)), items, fleet_note(v, units, words)))
        opened = False
        for name, n in names.items():
            force = v.forces[side][n]
            if force.pos < 0:
                if opened:
                    continue
                opened = True
                bins.append(self.bin(name, words.say("sheet.new_force", n=n + 1), []))
                continue
            items = []
            for u in v.fleet(side, n):
                to = {}
                if f"dismiss {p.ids[u]}" in offered:
                    back = LETTERS[M] if v.berth[u] == BEACH else BASES[v.berth[u]]
                    to[back] = [f"dismiss {p.ids[u]}"]
                    for goal, k in names.items():
                        if k != n and v.forces[side][k].pos in (force.pos, -1):
                            to[goal] = [f"dismiss {p.ids[u]}", f"take {p.ids[u]}", f"join {goal}"]
                elif f"take {p.ids[u]}" in offered:
                    to = {goal: [f"take {p.ids[u]}", f"join {goal}"] for goal in goals[u] if goal in names}
                items.append(self.item(u, to))
            where = words.say("sheet.force_at", n=n + 1, place=self.place(place_name(force.pos)))
            bins.append(self.bin(name, where, items, fleet_note(v, v.fleet(side, n), words)))
        assert isinstance(top, Allocation)
        return self.of("placing", [], bins=bins)

    def goals(self) -> dict[int, list[str]]:
        """For each ship where it may go, were it in hand."""
        v, side, top = self.v, self.side, self.top
        found: dict[int, list[str]] = {}
        hand, done = v.drafts[side] or (-1, ())
        for u in v.p.of_side[side]:
            if u == hand or (hand < 0 and f"take {v.p.ids[u]}" in self.texts):
                held = v.draft(side, (u, done))
                found[u] = top.places(held, side, u)
        return found

    def place(self, key: str) -> str:
        """A hex or base by name."""
        return self.words.say("sheet.hex", hex=key) if key in LETTERS else self.words.name(key)

    def set_up(self) -> Sheet:
        """Ships of the two ports."""
        v, side, words = self.v, self.side, self.words
        moved = v.drafts[side]
        offered = set(self.texts)
        held: dict[int, list[Item]] = {base: [] for base in PORTS[side]}
        units: dict[int, list[int]] = {base: [] for base in PORTS[side]}
        for u in self.top.movable(v, side):
            name = v.p.ids[u]
            here = next(b for b in PORTS[side] if (b == v.at[u]) != (u in moved))
            other = next(b for b in PORTS[side] if b != here)
            action = f"leave {name}" if u in moved else f"station {name} {BASES[other]}"
            held[here].append(self.item(u, {BASES[other]: [action]} if action in offered else {}))
            units[here].append(u)
        bins = []
        for base in PORTS[side]:
            note = fleet_note(v, units[base], words)
            if base == RABAUL:
                load = [u for u in units[base] if v.p.kind[u] != "TR"]
                note = words.say("sheet.rabaul", n=len(load), guns=sum(v.p.bombardment[u] for u in load))
            bins.append(self.bin(BASES[base], words.name(BASES[base]), held[base], note))
        return self.of("placing", [], bins=bins)

    def initial(self) -> Sheet:
        """Aircraft on the carriers, or the transport without supply."""
        v, side = self.v, self.side
        if side == USA:
            return self.of("loading", [self.field("empty", self.words.say("sheet.empty"), "", self.texts[:-1])])
        aboard = dict(v.drafts[JAPAN])
        fields = [self.field(v.p.ids[u], unit_name(v, u),
                             self.words.say("sheet.aboard", n=aboard.get(u, 0), most=v.p.deck[u]),
                             self.naming(v.p.ids[u]), pieces=[v.p.ids[u]]) for u in self.top.carriers(v)]
        left: Term = {"text": self.words.say("sheet.left"), "value": str(self.top.left(v))}
        return self.of("loading", fields, totals=[left])

    # -- courses --

    def plotting(self) -> Sheet:
        """Missions, courses and cargo."""
        v, side, words = self.v, self.side, self.words
        fields = []
        macros = macro_keys(self.game, v, side)
        for n in range(6):
            force = v.forces[side][n]
            if force.pos < 0:
                continue
            tf = f"tf{n + 1}"
            actions = [text for text in self.naming(tf) if not text.startswith("plot ")]
            run = words.say("badge.run") if force.run in (1, 2) else words.say("badge.answer") if force.run else ""
            name = words.say("sheet.force_mission", n=n + 1, mission=words.say(f"mission.{MISSIONS[force.mission]}"))
            fields.append(self.field(
                tf, name, run, actions[:3] + macros.get(f"{SIDES[side]}:{tf}", []) + actions[3:],
                note=words.say("sheet.ships_task", ships=self.ships(n), task=self.task(n)),
                pieces=[f"{SIDES[side]}:{tf}"]))
        for key in self.keys():
            u = v.p.index.get(key)
            actions = [text for text in self.naming(key) if not text.startswith("dive ")]
            if u is not None and actions:
                load = load_of(v, u, words) if v.p.cargo[u] else ""
                fields.append(self.field(key, unit_name(v, u), load, actions, pieces=[key]))
        chart = courses(v, side, words)
        totals: list[Term] = []
        if any(text.startswith("load ") for text in self.texts) and v.depot[side] != UNKNOWN:
            totals.append({"text": words.say("sheet.depot", base=words.name(BASES[0 if side == JAPAN else 2])),
                           "value": str(v.depot[side]), "rule": "RS-075"})
        return self.of("plot", fields, tables=[chart] if chart else None, totals=totals)

    def orders(self) -> Sheet:
        """Ways home, and aborts."""
        v, side, words = self.v, self.side, self.words
        fields = []
        for n in range(6):
            tf = f"tf{n + 1}"
            actions = self.naming(tf)
            if not actions:
                continue
            force = v.forces[side][n]
            chosen = next((row for row in v.drafts[side] if row[0] == n), None)
            value = words.say(f"sheet.{chosen[3]}", base=words.name(chosen[1])) if chosen else words.say(
                "sheet.done_mission" if force.status == 1 else "sheet.under_way")
            fields.append(self.field(
                tf, words.say("sheet.force_mission", n=n + 1, mission=words.say(f"mission.{MISSIONS[force.mission]}")),
                value, actions, note=self.ships(n), pieces=[f"{SIDES[side]}:{tf}"]))
        chart = courses(v, side, words)
        return self.of("plot", fields, tables=[chart] if chart and fields else None)

    def announcement(self) -> Sheet:
        """What is said of each kind of sortie."""
        draft = self.v.drafts[JAPAN] or (-1, -1, -1)
        fields = [self.field(key, self.words.say(f"sheet.say.{key}"),
                             self.words.say(f"say.{names[draft[k]]}") if draft[k] >= 0 else self.words.say("say.none"),
                             self.naming(key),
                             note="" if self.v.sortie or k != FROM_TRUK else self.words.say("refused.no_sortie"))
                  for k, (key, names) in enumerate(SAYS)]
        return self.of("plot", fields)

    # -- aircraft --

    def air(self) -> Sheet:
        """Sources with what is ready and how far it reaches, and what has been allocated."""
        v, side, words = self.v, self.side, self.words
        fields = []
        for base in land_bases(v, side):
            actions = self.naming(BASES[base])
            for what in (0, 1):
                ready = count(v, base, what, ATTACKERS)
                strikes = [text for text in actions if text.startswith("strike") and text.split()[3] == KINDS[what]]
                if not ready:
                    continue
                sent = sum(row[4] for row in v.drafts[side] if row[1] == base and row[3] == what)
                notes = [words.say("sheet.reach", hexes=", ".join(
                    LETTERS[h] for h in range(19) if base_reach(v.p, side, base, what, h) == 1))]
                if base == RABAUL and what == 0:
                    notes.append(words.say("sheet.extended"))
                if base == HENDERSON and side == USA:
                    notes.append(words.say("sheet.field_supply", supply=v.supply[USA]))
                if not strikes and not sent:
                    notes.append(words.say("sheet.no_target"))
                fields.append(self.field(
                    f"{BASES[base]}.{KINDS[what]}",
                    words.say("sheet.air_at", base=words.name(BASES[base]), kind=words.say(f"name.{KINDS[what]}")),
                    words.say("sheet.ready_air", n=ready - sent), strikes, note=" ".join(notes), space=BASES[base]))
            rest = [text for text in actions if not text.startswith("strike")]
            if rest:
                fields.append(self.field(BASES[base], words.say("sheet.patrol_of", base=words.name(BASES[base])), "",
                                         rest, space=BASES[base]))
        for n in range(6):
            tf = f"tf{n + 1}"
            force = v.forces[side][n]
            if not 0 <= force.pos < PORT or not decks(v, side, n, (0, 1, 2, 3)):
                continue
            hexes = ", ".join(LETTERS[h] for h in range(19) if v.p.dist[force.pos][h] <= 1)
            sent = sum(row[4] for row in v.drafts[side] if row[1] == FLEET + n)
            spent = words.say("sheet.spent") if not force.acts else words.say(
                "sheet.carrier_target.bombardment" if force.mission == 2 else "sheet.carrier_target.anti_ship")
            fields.append(self.field(
                tf, words.say("sheet.force_at", n=n + 1, place=self.place(LETTERS[force.pos])),
                words.say("sheet.ready_decks", n=max(0, decks(v, side, n, ATTACKERS) - sent), cap=max(
                    0, decks(v, side, n, DEFENDERS) - sent)),
                self.naming(tf), note=f"{words.say('sheet.reach', hexes=hexes)} {spent}",
                pieces=[f"{SIDES[side]}:{tf}"]))
        totals: list[Term] = [
            {"text": words.say(f"sheet.{row[0]}", source=self.source(row[1]), target=self.target(row[2])),
             "value": str(row[4] or "")} for row in v.drafts[side]]
        return self.of("plot", fields, totals=totals)

    def source(self, code: int) -> str:
        return self.words.name(BASES[code]) if code < FLEET else self.words.say("name.force", n=code - FLEET + 1)

    def target(self, code: int) -> str:
        return self.words.name("henderson") if code == -1 else self.words.say("name.enemy", n=code + 1)

    def transfers(self) -> Sheet:
        """From each place to the others."""
        v, side, words = self.v, self.side, self.words
        rows: dict[tuple[str, str], list[str]] = {}
        for text in self.texts:
            if text.startswith("transfer "):
                _, start, _, kind, _ = text.split()
                rows.setdefault((start, kind), []).append(text)
        fields = []
        for (start, kind), actions in rows.items():
            place, what = place_of(v, start), KINDS.index(kind)
            left = self.top.fresh(v, place, what) - sum(
                n for begin, _, sort, n in v.drafts[side] if (begin, sort) == (place, what))
            note = words.say("sheet.transfer_supply", supply=v.supply[USA]) if (place, side) == (HENDERSON, USA) else ""
            fields.append(self.field(
                f"{start}.{kind}", words.say("sheet.air_at", base=self.name(start), kind=words.say(f"name.{kind}")),
                words.say("sheet.ready_air", n=left), actions, note=note))
        totals: list[Term] = [
            {"text": words.say("sheet.transfer", what=words.say(f"name.{KINDS[kind]}"), start=self.room_name(start),
                               end=self.room_name(end)), "value": str(n)} for start, end, kind, n in v.drafts[side]]
        return self.of("plot", fields, totals=totals)

    def room_name(self, place: int) -> str:
        return self.words.name(BASES[place]) if place < 100 else unit_name(self.v, place - 100)

    # -- strikes --

    def groups(self) -> Table | None:
        """The groups of the attacked task force, as both know them."""
        v, words, top = self.v, self.words, self.top
        yes, no = words.say("yes"), words.say("no")
        f = v.flights[top.flight]
        layout = next((lay for lay in v.layouts if lay.side == 1 - f.side and lay.force == f.target), None)
        if layout is None:
            return None
        sent = dict(v.drafts[self.side]) if isinstance(top, Division) else {}
        rows = []
        for g, row in enumerate(layout.shown):
            flags = [yes if flag else no for flag in row[1:4]]
            rows.append([str(g + 1), str(row[0]), *flags,
                         str(sent.get(g, "")) if isinstance(top, Division) else words.say("sheet.shown") if row[4]
                         else ""])
        last = "sent" if isinstance(top, Division) else "seen"
        columns = [words.say(f"sheet.column.{key}") for key in ("group", "ships", "cv", "bb", "tr", last)]
        made: Table = {"id": "groups", "name": words.say("sheet.groups"), "rows": rows, "rule": "RS-098",
                       "columns": columns}
        if isinstance(top, ShipAttack):
            made["row"] = top.group
        return made

    def strike_totals(self) -> list[Term]:
        v, words = self.v, self.words
        f = v.flights[self.top.flight]
        sent = sum(n for _, n in v.drafts[self.side]) if isinstance(self.top, Division) else 0
        left = self.top.n if isinstance(self.top, ShipAttack) else f.lac + f.nac - sent
        target = words.name("henderson") if f.target < 0 else words.say("name.enemy", n=f.target + 1)
        return [{"text": words.say("sheet.striking", target=target, hex=LETTERS[f.where]), "value": str(left)}]

    def division(self) -> Sheet:
        """Points for each group."""
        table = self.groups()
        return self.plain(tables=[table] if table else None, totals=self.strike_totals())

    def grouping(self) -> Sheet:
        """The ships under attack, in groups of up to four."""
        v, side, words, top = self.v, self.side, self.words, self.top
        made, cover, hand = top.part(v)
        offered = set(self.texts)
        placed = {u for group in made for u in group}
        most = int(v.p.numbers["task_forces"]["group"])
        goals = [f"group{g + 1}" for g, group in enumerate(made) if len(group) < most] + [f"group{len(made) + 1}"]
        loose = []
        for u in v.fleet(top.side, top.force):
            if u not in placed:
                name = v.p.ids[u]
                to = {goal: [f"take {name}", f"put {goal}"] for goal in goals} if f"take {name}" in offered else (
                    {goal: [f"put {goal}"] for goal in goals} if u == hand else {})
                loose.append(self.item(u, to))
        bins = [self.bin("loose", words.say("sheet.loose"), loose)] if loose else []
        for g in range(len(made) + bool(loose)):
            group = made[g] if g < len(made) else ()
            flak = sum(v.p.flak[u] for u in group)
            note = words.say("sheet.flak", n=flak, cover=cover[g] if g < len(cover) else 0) if group else ""
            bins.append(self.bin(f"group{g + 1}", words.say("name.group", n=g + 1), [self.item(u, {}) for u in group],
                                 note))
        assert side == top.side
        fields = [self.field(f"cover{g}", words.say("name.group", n=g + 1), "", self.starting(f"cover group{g + 1} "))
                  for g in range(len(made)) if self.starting(f"cover group{g + 1} ")]
        totals: list[Term] = []
        for f in v.flights:
            if f.side == 1 - side and f.target == top.force and not f.done:
                origin = words.name(BASES[f.origin - PORT]) if f.origin >= PORT else self.place(LETTERS[f.origin])
                totals.append({"text": words.say("sheet.attacker", origin=origin), "value": str(f.lac + f.nac),
                               "side": SIDES[1 - side]})
        if top.reserve(v):
            totals.append({"text": words.say("sheet.reserve_left"), "value": str(top.reserve(v) - sum(cover)),
                           "rule": "RS-093"})
        return self.of("battle", fields, bins=bins, totals=totals)

    def ship_attack(self) -> Sheet:
        """The ships of the revealed group, and the points against each."""
        table, p, words = self.groups(), self.v.p, self.words
        fields = []
        for u in self.top.ships:
            need = least(p, u)
            note = words.say("sheet.too_few", n=need) if need > self.top.n else words.say(
                "sheet.best_odds", n=best(p, u))
            fields.append(self.field(p.ids[u], unit_name(self.v, u), words.say("sheet.ship_defense", n=p.defense[u]),
                                     self.naming(p.ids[u]), note=note, pieces=[p.ids[u]]))
        return self.of("battle", fields, tables=[table] if table else None, totals=self.strike_totals())

    def flight_name(self, i: int) -> str:
        """A strike by where it comes from and what it goes for."""
        words, f = self.words, self.v.flights[i]
        origin = words.name(BASES[f.origin - PORT]) if f.origin >= PORT else self.place(LETTERS[f.origin])
        target = words.name("guadalcanal") if f.target < 0 else words.say("name.enemy", n=f.target + 1)
        return words.say("sheet.flight", n=f.lac + f.nac, origin=origin, target=target, hex=LETTERS[f.where])

    def next_strike(self) -> Sheet:
        """The attacks in the air, one of which comes next."""
        return self.of("battle", [self.field(key, self.flight_name(int(key[6:]) - 1), "", self.naming(key))
                                  for key in self.keys()])

    def losses(self) -> Sheet:
        """Which points are lost."""
        top, words = self.top, self.words
        lost: Term = {"text": words.say("sheet.to_lose"), "value": str(top.n), "rule": top.rule}
        if isinstance(top, LoseAtBase):
            there = {kind: count(self.v, HENDERSON, what, (0, 1, 2, 3)) for what, kind in enumerate(KINDS[:2])}
            return self.of("battle", [
                self.field(key, self.name(key), words.say("sheet.on_field", n=there[key]), self.naming(key))
                for key in self.keys()], totals=[lost])
        have = {name: n for name, (_, n) in top.stocks(self.v).items()}
        fields = [self.field(key, self.name(key), words.say("sheet.in_attack", n=have[key]), self.naming(key))
                  for key in self.keys()]
        return self.of("battle", fields,
                       totals=[{"text": self.flight_name(top.flight), "value": ""}, lost])

    def alight(self) -> Sheet:
        """Aircraft in the air that have no deck left, and where there is room."""
        words, pool = self.words, self.top.first(self.v)
        totals: list[Term] = []
        if pool is not None:
            totals.append({"text": words.say("sheet.homeless", hex=LETTERS[pool[0]]), "value": str(pool[1])})
        return self.plain(totals=totals)

    def counter(self) -> Sheet:
        """The carrier forces that attacked, and what is on deck."""
        v, words, top = self.v, self.words, self.top
        at = {str(sight.force + 1): LETTERS[sight.hex] for sight in v.sights if sight.side != self.side}
        fields = [self.field(key, self.name(key), words.say("sheet.hex", hex=at[key[-1]]), self.naming(key),
                             pieces=[key]) for key in self.keys()]
        on_deck: Term = {"text": words.say("sheet.on_deck", n=top.force + 1), "value": str(top.retained(v))}
        return self.of("battle", fields, totals=[on_deck])

    def arrivals(self) -> Sheet:
        """Naval aircraft that come to one of two ports."""
        return self.of("loading", [self.field("naval", self.words.say("sheet.arriving"), "", self.texts)])

    def training(self) -> Sheet:
        """Carriers in port: what is aboard, when they would be back; the untrained aircraft beside them."""
        v, side, words = self.v, self.side, self.words
        draft = dict(v.drafts[side])
        back = training_return(v.p, side, v.turn)
        fields = []
        for key in self.keys():
            u = v.p.index[key]
            value = words.say("sheet.trains", n=draft[u], turn=back) if u in draft else words.say(
                "sheet.aboard", n=sum(v.decks[u]), most=v.p.deck[u])
            fields.append(self.field(key, unit_name(v, u), value, self.naming(key), pieces=[key],
                                     note="" if u in draft else words.say("sheet.back", turn=back)))
        totals: list[Term] = []
        for base in PORTS[side]:
            raw = sum(v.air[base][RAW]) - sum(n for u, n in draft.items() if v.at[u] == base)
            if raw:
                totals.append({"text": words.say("sheet.untrained", base=words.name(BASES[base])), "value": str(raw)})
        return self.of("loading", fields, totals=totals)

    def unloading(self) -> Sheet:
        """What stays aboard of each ship's cargo, and what is to be landed."""
        v, side, words = self.v, self.side, self.words
        draft = {row[0]: row for row in v.drafts[side]}
        fields = []
        for key in self.keys():
            u = v.p.index[key]
            _, ground, supply = draft.get(u, (u, 0, 0))
            left = [words.say(f"points.{kind}", n=n) for kind, n in (
                ("ground", v.cargo[u] // 10 - ground), ("supply", v.cargo[u] % 10 - supply)) if n]
            fields.append(self.field(key, unit_name(v, u), words.say("sheet.in_hold", what=left), self.naming(key),
                                     pieces=[key]))
        totals: list[Term] = [
            {"text": words.say("sheet.to_land", what=words.name(kind)), "value": str(n), "rule": "RS-077"}
            for i, kind in ((1, "ground"), (2, "supply")) if (n := sum(row[i] for row in v.drafts[side]))]
        return self.of("loading", fields, totals=totals)

    def of_force(self, kind: str) -> Sheet:
        """A line for each task force that may do something, with its mission and ships."""
        v, side, words = self.v, self.side, self.words
        fields = []
        for key in self.keys():
            n = int(key[2:]) - 1
            mission = words.say(f"mission.{MISSIONS[v.forces[side][n].mission]}")
            fields.append(self.field(
                key, words.say("sheet.force_mission", n=n + 1, mission=mission), "", self.naming(key),
                note=self.ships(n), pieces=[f"{SIDES[side]}:{key}"]))
        return self.of(kind, fields)

    def ships(self, n: int) -> str:
        """The ships of an own task force, and what they come to."""
        units = self.v.fleet(self.side, n)
        return self.words.say("sheet.ships", ships=", ".join(self.v.p.ids[u][2:] for u in units),
                              sums=fleet_note(self.v, units, self.words))

    def task(self, n: int) -> str:
        """RS-068: when an own task force has executed its mission."""
        v, force = self.v, self.v.forces[self.side][n]
        carriers = any(v.p.deck[u] for u in v.fleet(self.side, n))
        return self.words.say(f"task.{MISSIONS[force.mission]}{'_carriers' if carriers else ''}")

    def apd(self) -> Sheet:
        """What the fast transport carries."""
        return self.of("loading", [self.field("cargo", self.words.say("sheet.one_point"), "", self.texts)])

    def overfull(self) -> Sheet:
        """Ships at Rabaul, of which some go on."""
        v, words = self.v, self.words
        units = [u for u in v.p.of_side[JAPAN] if v.at[u] in (RABAUL, HOME + RABAUL)
                 and v.p.kind[u] not in ("TR", "SS")]
        guns: Term = {"text": words.say("sheet.at", place=words.name(BASES[RABAUL])), "value": words.say(
            "sheet.rabaul", n=len(units), guns=sum(v.p.bombardment[u] for u in units))}
        return self.of("placing", [self.field("on", words.say("sheet.to_truk"), "", self.texts)], totals=[guns])

    # -- surface action and the island --

    def versus(self, mine: tuple[int, ...], theirs: tuple[int, ...], attacker: int) -> list[Term]:
        words = self.words
        return [{"text": words.say("sheet.attack", side=words.say(f"side.{SIDES[attacker]}")),
                 "value": str(strength(self.v, mine)[0]), "side": SIDES[attacker], "rule": "RS-124"},
                {"text": words.say("sheet.defense", side=words.say(f"side.{SIDES[1 - attacker]}")),
                 "value": str(strength(self.v, theirs)[1]), "side": SIDES[1 - attacker], "rule": "RS-124"}]

    def shield(self) -> Sheet:
        """The main attack and those that turn against another force."""
        v, words, top = self.v, self.words, self.top
        offered = set(self.texts)
        items = [self.item(u, {"away": [f"detach {v.p.ids[u]}"]} if f"detach {v.p.ids[u]}" in offered else {})
                 for u in top.mine]
        away = [self.item(u, {"main": [f"rejoin {v.p.ids[u]}"]} if f"rejoin {v.p.ids[u]}" in offered else {})
                for u in top.away]
        against = words.say(f"sort.{top.sort}")
        bins = [self.bin("main", words.say("sheet.main_attack", sort=against), items, fleet_note(v, top.mine, words))]
        if top.second:
            bins.append(self.bin("away", words.say("sheet.main_attack", sort=words.say(f"sort.{top.second}")), away,
                                 fleet_note(v, top.away, words)))
        theirs = self.bin("theirs", words.say("sheet.enemy_force", sort=against),
                          [self.item(u, {}) for u in top.theirs], fleet_note(v, top.theirs, words))
        theirs["side"] = SIDES[1 - top.side]
        others = self.starting("shield ")
        fields = [self.field("shield", words.say("sheet.shield"), "", others)] if others else []
        return self.of("battle", fields, bins=[*bins, theirs], totals=self.versus(top.mine, top.theirs, top.side))

    def targets(self) -> Sheet:
        """The enemy forces in M, of which one is attacked."""
        v, words = self.v, self.words
        mine = groups(v, self.side).get("anti_ship", ())
        own: Term = {"text": words.say("sheet.attack", side=words.say(f"side.{SIDES[self.side]}")),
                     "value": str(strength(v, mine)[0]), "rule": "RS-125"}
        return self.of("battle", [self.field(key, words.say("sheet.may_attack", sort=words.say(f"sort.{key}")), "",
                                             self.naming(key)) for key in self.keys()], totals=[own])

    def withdrawal(self) -> Sheet:
        """Units that are taken out of a fight."""
        v, words, top = self.v, self.words, self.top
        bins = [self.bin("in", words.say("sheet.fighting"), [self.item(u, {}) for u in top.mine],
                         fleet_note(v, top.mine, words))]
        fields = [self.field("withdraw", words.say("sheet.out"), "", self.texts)]
        return self.of("battle", fields, bins=bins, totals=self.versus(top.foes, top.mine, 1 - top.side))

    def assault(self) -> Sheet:
        """Who may attack with what on the island."""
        return self.of("battle", [], tables=[island(self.v, self.words)])


def macro_keys(game: Any, v: Campaign, side: int) -> dict[str, list[str]]:
    """The macros of each piece, as a field names them."""
    found: dict[str, list[str]] = {}
    for macro in game.macros(v, side):
        if macro.piece and not macro.space:
            found.setdefault(macro.piece, []).append(";".join(notation(action) for action in macro.actions))
    return found


SHEETS: dict[type, Callable[[Maker], Sheet | None]] = {
    InitialPlacement: Maker.initial, PreliminarySetUp: Maker.set_up, Allocation: Maker.allocation,
    Plotting: Maker.plotting, Orders: Maker.orders, Announcement: Maker.announcement, AirSheet: Maker.air,
    Transfers: Maker.transfers, Division: Maker.division, Grouping: Maker.grouping, ShipAttack: Maker.ship_attack,
    Shield: Maker.shield, Withdrawal: Maker.withdrawal, AttackChoice: Maker.assault, BothChoose: Maker.assault,
    LoseAircraft: Maker.losses, LoseAtBase: Maker.losses, Alight: Maker.alight, NextStrike: Maker.next_strike,
    CounterAttack: Maker.counter, Alteration: lambda maker: maker.of_force("battle"), TargetChoice: Maker.targets,
    AbortAfterSubmarine: lambda maker: maker.of_force("battle"), Training: Maker.training,
    Unloading: Maker.unloading, NavalArrivals: Maker.arrivals, ApdCargo: Maker.apd,
    Overfull: Maker.overfull,
}


# --- tables ---------------------------------------------------------------------------------------------------------


def courses(v: Campaign, side: int, words: Words) -> Table | None:
    """RS-060: the fourteen segments of a side's task forces: where they were and where they will be."""
    if side < 0:
        return None
    rows, pieces = [], []
    for n, force in enumerate(v.forces[side]):
        if force.pos < 0:
            continue
        cells = [""] * 14
        stops = [-1] * 14
        for number, segment, place in v.tracks[side]:
            if number == n:
                stops[segment - 1] = place
        for k, place in enumerate(force.way):
            if v.segment + k < 14:
                stops[v.segment + k] = place
        for k, place in enumerate(stops):
            if place >= 0:
                cells[k] = "·" if place >= PORT and k and stops[k - 1] == place else short(place, words)
        rows.append([words.say("sheet.row", n=n + 1), *cells])
        pieces.append(f"{SIDES[side]}:tf{n + 1}")
    if not rows:
        return None
    made: Table = {"id": "courses", "name": words.say("sheet.courses"), "rows": rows, "rule": "RS-060",
                   "columns": [words.say("sheet.column.force"), *(str(n) for n in range(1, 15))],
                   "dark": list(range(2, 15, 2)), "pieces": pieces}
    if v.segment:
        made["column"] = v.segment
    return made


def short(place: int, words: Words) -> str:
    """A hex by its letter, a base by a few letters."""
    return LETTERS[place] if place < PORT else words.say(f"short.{BASES[place - PORT]}")


def island(v: Campaign, words: Words) -> Table:
    """RS-138..RS-144: what both sides have on Guadalcanal."""
    rows = [
        [words.say("island.ground"), *(str(n) for n in v.ground)],
        [words.say("island.defense"), *(str(defense(v, side)) for side in (JAPAN, USA))],
        [words.say("island.effective"), *(str(effective(v, side)) for side in (JAPAN, USA))],
        [words.say("island.supply"), *(str(n) for n in v.supply)],
    ]
    field = sum(v.known[v.holder][HENDERSON * 3:HENDERSON * 3 + 3])
    rows.append([words.say("island.air"), *(str(field) if v.holder == side else "–" for side in (JAPAN, USA))])
    if not v.fed:
        rows.append([words.say("island.hungry"), "–", str(v.hungry + 1)])
    return {"id": "island", "name": words.say("island.title"), "rows": rows, "rule": "RS-142",
            "columns": ["", words.say("side.japanese"), words.say("side.american")]}


def balance(v: Campaign, words: Words) -> list[Table]:
    """RS-200: Victory Points by what they were given for, and by Game-Turn."""
    columns = [words.say("score.source"), words.say("side.japanese"), words.say("side.american")]
    rows = [[words.say(f"score.{key}"), str(v.vp[0][k]), str(v.vp[1][k])] for k, key in enumerate(SCORES)
            if v.vp[0][k] or v.vp[1][k]]
    total = [points(v, 0), points(v, 1)]
    rows.append([words.say("score.total"), str(total[0]), str(total[1])])
    made: list[Table] = [{"id": "vp", "name": words.say("score.title"), "columns": columns, "rows": rows,
                          "rule": "RS-200"}]
    if v.scored:
        marks = [(0, 0), *v.scored]
        turns = [[words.say("score.turn", n=n), *(f"+{now[k] - was[k]}" for k in (0, 1))]
                 for n, (was, now) in enumerate(zip(marks, [*v.scored, total][: v.turn], strict=False), 1)]
        made.append({"id": "vp-turns", "name": words.say("score.by_turn"), "rule": "RS-200", "rows": turns,
                     "columns": [words.say("track.turn"), *columns[1:]]})
    return made


def group_words(v: Campaign, group: tuple[int, ...], words: Words) -> list[str]:
    """What is told of a group: yes or no for carriers, battleships, transports."""
    return [words.say("yes" if flag else "no") for flag in group_flags(v.p, group)]

