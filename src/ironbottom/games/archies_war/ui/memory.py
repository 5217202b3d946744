"""What a side remembers of the enemy's blocks, as the page shows it: beside the blocks, and among the forces."""

from __future__ import annotations

from collections import Counter

from ironbottom.games.archies_war.facts import BOX, VANDEGRIFT, Loose
from ironbottom.games.archies_war.knowledge import Proven, unseen
from ironbottom.games.archies_war.memory import Memory
from ironbottom.games.archies_war.rules.combat import GENERAL
from ironbottom.games.archies_war.rules.printed import AMERICAN, SIDES, UNKNOWN, Printed, Stack
from ironbottom.games.archies_war.rules.state import Position, kinds
from ironbottom.kernel.value import Value, value
from ironbottom.kernel.view import Force, Mark
from ironbottom.kernel.words import Words


@value
class Recalled(Value):
    """What is remembered of a side's unseen blocks in a place: those known by type, how many others there are, whether
    these are surely not Vandegrift, and the turn in which they were shown (0: not known)."""

    setting: Printed
    owner: int
    region: str
    """A location, or BOX."""
    blocks: Stack
    others: int
    plain: bool
    turn: int
    loose: tuple[Loose, ...] = ()
    """Blocks that are here or elsewhere."""
    cornered: bool = False
    """Whether Vandegrift was not seen but can be nowhere else."""

    def _space(self, region: str) -> str:
        return f"{BOX}.{SIDES[self.owner]}" if region == BOX else region

    def names(self) -> list[str]:
        return [self.setting.types[self.owner][kind] for kind in self.blocks]

    def mark(self, words: Words) -> Mark:
        """Beside the blocks: in short their strengths, in words all of it."""
        parts = [self._short(kind, words) for kind in self.blocks] + ["?"] * self.others
        sentences = []
        if seen := self.names()[self.cornered :]:
            sentences.append(words.say("mark.seen_on" if self.turn else "mark.seen", n=self.turn, blocks=seen))
        if self.cornered:
            sentences.append(words.say("mark.cornered"))
        for places in dict.fromkeys(one.places for one in self.loose):
            blocks = [block for one in self.loose if one.places == places for block in one.blocks]
            elsewhere = [words.name(self._space(place)) for place in sorted(places - {self.region})]
            sentences.append(words.say("mark.perhaps", blocks=blocks, places=elsewhere))
        if self.plain and self.others:
            sentences.append(words.say("mark.not_general", n=self.others))
        short = " + ".join(parts) if self.blocks else words.say("mark.not_general_short")
        if self.loose and not self.blocks:
            kinds = [self.setting.kind(self.owner, block) for one in self.loose for block in one.blocks]
            short = " / ".join(f"{self._short(kind, words)}?" for kind in dict.fromkeys(kinds))
        return {"space": self._space(self.region), "kind": "remembered", "text": " ".join(sentences), "short": short,
                "side": SIDES[self.owner]}  # fmt: skip

    def _short(self, kind: int, words: Words) -> str:
        if kind < self.setting.infantry[self.owner] and not (self.owner == AMERICAN and kind == GENERAL):
            return str(self.setting.defence[self.owner][kind])
        return words.name(self.setting.types[self.owner][kind])

    def forces(self, words: Words) -> list[Force]:
        """Among the forces: a line for each type."""
        where = words.name(self._space(self.region))
        side = SIDES[self.owner]
        return [
            {"side": side, "group": words.say("forces.remembered"), "count": n, "face": f"{side}.{name}",
             "text": words.say("forces.at" if self.turn else "forces.there", block=name, place=where, turn=self.turn)}
            for name, n in Counter(self.names()).items()
        ]  # fmt: skip


def recalled(v: Position, side: int, memory: Memory | None, told: Position, proven: Proven) -> list[Recalled]:
    """What a side remembers of blocks that it does not see now, place by place; `told` and `proven` as `informed`
    gives them."""
    if memory is None or v.result is not None or side not in (0, 1):
        return []
    owner, setting, facts = 1 - side, v.setting, memory.facts
    wanted = owner == AMERICAN and GENERAL in unseen(told, owner)
    rows = [
        (name, kinds(v.blocks[owner][place]), kinds(told.blocks[owner][place]), facts.at(name), proven.plain[place])
        for place, name in enumerate(setting.locations)
    ]
    rows.append((BOX, v.lost[owner], told.lost[owner], facts.at(BOX), proven.plain[-2]))
    loose = facts.loose if proven.loose else ()
    found = []
    for place, before, now, group, few in rows:
        if before == now and not loose and not wanted:  # nothing is remembered that is not seen
            continue
        blocks = Counter(kind for kind in now if kind != UNKNOWN)
        blocks.subtract(kind for kind in before if kind != UNKNOWN)
        others = now.count(UNKNOWN)
        sure = wanted and 0 < others <= few
        perhaps = tuple(one for one in loose if place in one.places) if others else ()
        if any(blocks.values()) or perhaps or sure:
            more = tuple(sorted(blocks.elements()))
            cornered = owner == AMERICAN and GENERAL in more and VANDEGRIFT not in group.known
            found.append(Recalled(setting, owner, place, more, others, sure, group.turn, perhaps, cornered))
    return found
