"""6.21, 10.4: training of carrier air groups."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.games.solomons.rules.printed import JAPAN, PORTS, RAW, SCHOOL, TRUK, USA
from ironbottom.games.solomons.rules.sealed import READY, Opening, Sealed, opened
from ironbottom.games.solomons.rules.state import FRESH, Campaign, put, survey
from ironbottom.kernel.action import Action, up_to
from ironbottom.kernel.event import Event
from ironbottom.kernel.step import Refusal, refuse
from ironbottom.kernel.value import value


def training_return(p: object, side: int, turn: int) -> int:
    """RS-045, RS-046: the Game-Turn in which a carrier in training is back."""
    return turn + int(p.numbers["training"]["japanese" if side == JAPAN else "american"])  # type: ignore[attr-defined]


@value
class TrainingOpens(Opening):
    """RS-049: the training segment of Plot Phase 1."""

    def run(self, s: Campaign) -> Campaign:
        return opened(s, *([Training()] if Training().sides(s) else []))


@value
class Trained(Event):
    """RS-045: a carrier takes untrained aircraft aboard."""

    file_name: ClassVar[str] = "training"
    side: int
    unit: str
    n: int
    turn: int


@value
class Training(Sealed):
    """RS-045..RS-049, RS-150, A63: Carriers in port take untrained naval aircraft aboard. The draft: (carrier,
    points)."""

    rule: ClassVar[str] = "RS-049"
    back: ClassVar[tuple[str, ...]] = ("dismiss",)
    routine: ClassVar[bool] = True
    staffed: ClassVar[bool] = True

    def sides(self, s: Campaign) -> tuple[int, ...]:
        """Those with a carrier in a port where untrained aircraft are, as all see."""
        return tuple(
            side for side in (JAPAN, USA)
            if any(s.at[u] in PORTS[side] and any(s.air[s.at[u]][RAW]) for u in s.p.carriers[side])
        )

    def default(self, s: Campaign, side: int) -> Action | None:
        """Where nothing can be trained nothing is asked."""
        return READY if self.writes(s, side) == (READY,) else None

    def writes(self, s: Campaign, side: int) -> tuple[Action, ...]:
        draft = dict(s.drafts[side])
        found: list[Action] = []
        for u in s.p.carriers[side]:
            if s.at[u] not in PORTS[side] or (side == JAPAN and s.at[u] != TRUK):
                continue
            if u in draft:
                found.append(("dismiss", s.p.ids[u]))
                continue
            base = s.at[u]
            raw = sum(s.air[base][RAW]) - sum(n for v, n in draft.items() if s.at[v] == base)
            room = min(raw, s.p.deck[u] - sum(s.decks[u]))
            if room > 0:
                found.append(("train", s.p.ids[u], up_to(room)))
        return (*found, READY)

    def refusal(self, s: Campaign, side: int, action: Action) -> Refusal:
        if action[0] == "train" and len(action) == 3 and action[1] in s.p.index:
            u = s.p.index[action[1]]
            if s.at[u] not in PORTS[side]:
                return refuse("RS-048", "refused.not_in_port")
            if any(row[0] == u for row in s.drafts[side]):
                return refuse("RS-049", "refused.written")
            if s.p.deck[u] and int(action[2]) <= s.p.deck[u] - sum(s.decks[u]):
                return refuse("RS-045" if side == JAPAN else "RS-046", "refused.no_raw")
            if s.p.deck[u]:
                return refuse("RS-047", "refused.deck_full")
        return refuse("RS-049", "refused.not_now")

    def write(self, s: Campaign, side: int, action: Action) -> Campaign:
        u = s.p.index[action[1]]
        if action[0] == "train":
            return s.draft(side, (*s.drafts[side], (u, action[2])))
        return s.draft(side, tuple(row for row in s.drafts[side] if row[0] != u))

    def close(self, s: Campaign) -> Campaign:
        for side in (JAPAN, USA):
            back = training_return(s.p, side, s.turn)
            for u, n in s.drafts[side]:
                base = s.at[u]
                raw = s.air[base][RAW]
                s = s.replace(
                    air=put(s.air, base, put(s.air[base], RAW, (raw[FRESH] - n, *raw[1:]))),
                    decks=put(s.decks, u, (s.decks[u][FRESH] + n, *s.decks[u][1:])),
                    at=put(s.at, u, SCHOOL + base), due=put(s.due, u, back),
                )
                s = s.tell(Trained(side=side, unit=s.p.ids[u], n=n, turn=back))
        return survey(s.replace(drafts=((), ())))

