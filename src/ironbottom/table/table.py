"""A game being played at a table: the referee, the seats, their drafts, and what happens beside the board.

    table = Table(game, header(...), seats, terms, seed)
    table.begin(now)
    table.do(side, [action, ...], now)      a side's moves; they stay its draft until something irreversible
    table.message(side, now)                what that seat gets to see (message.py)

A table does no I/O: what must be stored is collected in `table.changes`, and time is handed in. `now` is seconds since
the epoch, UTC.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from ironbottom.kernel.action import Action, notation, offered, parse, sole
from ironbottom.kernel.dice import key_of
from ironbottom.kernel.errors import BadInput, IllegalAction
from ironbottom.kernel.event import Event, event
from ironbottom.kernel.game import Game
from ironbottom.kernel.options import agreed
from ironbottom.kernel.record import Entry, Move, Record, Snapshot, TableAct, undone_to
from ironbottom.kernel.referee import Entry as Played
from ironbottom.kernel.referee import Referee
from ironbottom.kernel.step import CHANCE, OBSERVER, Decision, Refusal, State, refuse
from ironbottom.kernel.value import Value, fingerprint, value
from ironbottom.table import clocks, takeback
from ironbottom.table.agreement import Agreement
from ironbottom.table.changes import Changes, Said
from ironbottom.table.coach import teacher_of
from ironbottom.table.draft import Draft
from ironbottom.table.log import TABLE, TRUTH, Logged, SeatLine, SeatLog, remembered, table_words, told
from ironbottom.table.seats import BOT, HUMAN, Seat, Terms
from ironbottom.table.staff import staff_answer
from ironbottom.table.timeline import Timeline

S = TypeVar("S", bound=State)

REQUESTS_KEPT = 64
SNAPSHOT_EVERY = 64
MOST_AT_ONCE = 1000
"""Actions in one request: a movement of the largest army is some 500, step by step."""
MOST_IN_DRAFT = 2000
"""Moves of one draft, with those that take others back."""
ANALYSIS = "analysis"
"""What the header of an analysis board calls its seats."""
ROUTINE = "routine"
"""The standing order for all steps that mostly ask nothing."""
STAFF = "staff"
"""What a standing order does that leaves a step to the game's script."""
MOST_NOTES = 200
MOST_CHAT = 2000


@value
class Over(Value):
    """How the game ended: a number for each side, the reason's key, and the sentence for the page."""

    returns: tuple[int, ...]
    reason: str
    text: str


@value
class Offer(Value):
    """A proposal to the other side: "draw", "takeback" (undoing to entry `to`), "end", "resign" (of a computer that is
    beaten), and after the end "rematch" (`to` 1: everybody with the side that he has)."""

    by: int
    kind: str
    to: int = 0


@value
class Order(Value):
    """A standing order: at that step, do this ("default": what the step itself would do; "staff": what the script
    would)."""

    step: str
    do: str


def iso(now: float) -> str:
    """A time as the page gets it."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{int(now * 1000) % 1000:03d}Z"


class Table(Generic[S]):
    """One game in play."""

    def __init__(
        self,
        game: Game[S],
        header: Mapping[str, Any],
        seats: Sequence[Seat],
        terms: Terms,
        seed: bytes,
        *,
        start: S | None = None,
    ) -> None:
        self.game = game
        self.header = dict(header)
        self.scenario = str(header["scenario"])
        self.header["options"] = agreed(game.options, self.scenario, header["options"])
        self.seats = {seat.side: seat for seat in seats}
        self.terms = terms
        self.words = table_words()
        self.sides = tuple(sorted(self.seats))
        first: S = start if start is not None else game.setup(self.scenario, self.header["options"])
        self.start = start
        self.teacher = teacher_of(game, self.header, first)
        """Of a table that was made for a lesson, or to show a rule."""
        self.seed = seed
        self.agreement: Agreement | None = None
        """Of a game that has not begun: how far its dice are made."""
        self.referee: Referee[S] = self.refereed(first, 0)
        self.timeline = Timeline(game, first)
        self.log: list[Logged] = []
        self.drafts: dict[int, Draft] = {}
        self.offers: list[Offer] = []
        self.chat: list[Said] = []
        self.notes: dict[int, dict[str, str]] = {side: {} for side in self.sides}
        self.orders: dict[int, dict[str, Order]] = {side: {} for side in self.sides}
        self.requests: dict[int, list[str]] = {side: [] for side in self.sides}
        self.since: dict[int, float] = {}
        """Since when each side has been waited for; what is left in its bank then; the leave of its player."""
        self.left: dict[int, float] = dict.fromkeys(self.sides, float(terms.bank))
        self.away: dict[int, tuple[clocks.Span, ...]] = {}
        self.over: Over | None = None
        self.sealed_record = True
        """Whether the whole record was played here, under this seed."""
        self.foreign_end: dict[str, Any] | None = None
        """The last line of an imported record."""
        self.changes = Changes()
        self._logs: dict[int, SeatLog] = {}
        self._views: dict[int, tuple[S, S]] = {}
        """For each viewer the position that was looked at last, and what he may know of it."""

    # -- the position --

    @property
    def state(self) -> S:
        """The committed position."""
        return self.referee.state

    def refereed(self, state: S, drawn: int) -> Referee[S]:
        """The referee of this game at a position, after so many results of chance."""
        return Referee(self.game, state, key_of(self.seed, self.header.get("dice", {}).get("numbers", {})), drawn)

    @property
    def sealed(self) -> bool:
        """Whether the sides write in secret now."""
        stack = self.state.stack
        return bool(stack) and stack[-1].sealed

    def tip(self, side: int) -> S:
        """The position as a side has it before it: with its draft."""
        draft = self.drafts.get(side)
        state: S = draft.tip if draft is not None else self.state
        return state

    @property
    def analysis(self) -> bool:
        """Whether this is an analysis board, where nothing counts and all can be taken back."""
        return all(kind == ANALYSIS for kind in self.header["seats"].values())

    def view(self, viewer: int) -> S:
        """What a viewer may know now; after the end, everything."""
        return self.view_of(self.tip(viewer), viewer)

    def view_of(self, state: S, viewer: int) -> S:
        """What a viewer may know of a position of this game."""
        if viewer == TRUTH or (self.over is not None and state is self.state):
            return state
        known = self._views.get(viewer)
        if known is None or known[0] is not state:
            known = self._views[viewer] = state, self.game.view(state, viewer)
        return known[1]

    def to_move(self) -> tuple[int, ...]:
        """The sides that may act now."""
        return () if self.over or self.agreement else self.game.to_move(self.state)

    def waiting(self) -> tuple[int, ...]:
        """The sides that are waited for: those to move that are not ready; before the game those whose pages give what
        the dice are made of."""
        if self.over:
            return ()
        if self.agreement is not None:
            return self.agreement.waiting(self.seats)
        if self.sealed:
            return tuple(side for side in self.game.to_move(self.state) if side in self.game.waited_for(self.tip(side)))
        return self.game.waited_for(self.state)

    def legal(self, side: int) -> tuple[Action, ...]:
        """What a side may do now, as its view has it."""
        return () if self.over or self.agreement else self.game.legal(self.view(side), side)

    def odds(self, side: int, actions: Sequence[Action]) -> Any:
        """What may come of the last of these actions, if those before it, none of which shows or throws anything, are
        done first; None where nothing is at stake."""
        if self.idle:
            return None
        state, view = self.tip(side), self.view(side)
        for action in actions[:-1]:
            if self.game.why_not(view, side, action) is not None or self.game.why_final(view, side, action):
                return None
            state = self.game.apply(state, side, action)
            view = self.view_of(state, side)
        if self.game.why_not(view, side, actions[-1]) is not None:
            return None
        return self.game.odds(view, side, actions[-1], self.memory(side))

    # -- play --

    def begin(self, now: float) -> None:
        """Resolve what chance decides before the first decision: the dice are made."""
        self.referee = self.refereed(self.state, 0)
        self.referee.coming = list(self.teacher.opening) if self.teacher is not None else []
        self.append(_logged(self.referee.begin()), "", now)

    def do(self, side: int, actions: Sequence[Action], now: float) -> Refusal | None:
        """Play a side's actions in order, as far as they are legal and nothing irreversible happens in between.

        Raises IllegalAction, changing nothing, if not even the first is legal; otherwise the refusal of the first
        that was not played is the result.
        """
        self._running()
        clocks.check(self, side, now)
        step = self._step_of_lesson()
        if not 1 <= len(actions) <= MOST_AT_ONCE:
            raise BadInput(f"1 to {MOST_AT_ONCE} actions can be played at once")
        for number, action in enumerate(actions):
            refusal = self._refusal(side, action)
            if refusal is not None:
                if number == 0:
                    raise IllegalAction(self.game.refusal(refusal), refusal.rule)
                return refusal
            draft = self.draft_of(side)
            committed = self._step(side, action, now)
            draft.redo.clear()
            if committed:
                break
        clocks.reopened(self, now)
        if self.teacher is not None and self._step_of_lesson() != step:  # an order lasts for one step
            self.order(self.teacher.learner, ROUTINE, None)
        return None

    def _step_of_lesson(self) -> int:
        """The number of the step that a lesson is at."""
        return 0 if self.teacher is None else self.teacher.step(self.moves)

    def _refusal(self, side: int, action: Action) -> Refusal | None:
        """Why a side may not do this now: judged by the truth, worded by what the side knows."""
        if self.referee.allows(side, action, self.tip(side)):
            return self._not_in_lesson(side, action) or self._full(side, action)
        return self.game.why_not(self.view(side), side, action) or refuse("", "refused.not_now")

    def _full(self, side: int, action: Action) -> Refusal | None:
        """Why a legal action does not go into a draft that is full: it would not end it."""
        draft = self.drafts.get(side)
        if draft is None or len(draft.moves) < MOST_IN_DRAFT or side not in self.waiting():
            return None
        return None if self.shows(side, (action,)) else refuse("", "refused.draft_full", most=MOST_IN_DRAFT)

    def _not_in_lesson(self, side: int, action: Action) -> Refusal | None:
        """Why a legal action is not played in a lesson."""
        if self.teacher is None:
            return None
        return self.teacher.refusal(side, action, self.tip(side), self.moves(side))

    def moves(self, side: int) -> list[tuple[int, Action]]:
        """All moves that count, chance among them, with those of a side's draft; on a board where all is in one hand
        those of all."""
        drafts = {by: draft for by, draft in self.drafts.items() if by == side or self.analysis}
        played = Record(self.game, self.header, [logged.entry for logged in self.log])
        return [*played.moves(), *((by, action) for by, draft in drafts.items() for action in draft.moves)]

    def shows(self, side: int, actions: Sequence[Action]) -> bool:
        """Whether others would see anything of these actions: they end the side's draft, or it would be ready then."""
        tip = self.tip(side)
        for action in actions:
            if not self.referee.allows(side, action, tip):
                return False
            ends = self.game.why_final(self.game.view(tip, side), side, action)
            tip = self.game.apply(tip, side, action)
            ready = side not in self.game.waited_for(tip)
            if ready if self.sealed else (ends is not None or not self._still(side, tip)):
                return True
        return False

    def _still(self, side: int, after: S) -> bool:
        """Whether one side was asked, and goes on being asked."""
        return self.game.to_move(after) == (side,) == self.game.to_move(self.state)

    def _step(self, side: int, action: Action, now: float) -> bool:
        """Put one legal action on the side's draft, and commit it if the action ends it. True if it was committed."""
        draft = self.draft_of(side)
        ends = self.game.why_final(self.view(side), side, action)
        after = self.game.apply(draft.tip, side, action)
        draft.push(action, after)
        self.changes.drafts.add(side)
        if self.sealed:
            draft.unseal(lambda state: side in self.game.waited_for(state))
            closed = after.stack[-1:] != self.state.stack[-1:]  # one side alone was asked, and is ready
            if self.waiting() and not closed:
                return False
            self._commit(self.game.to_move(self.state), "ends.reveal", now)
            return True
        if ends is None and self._still(side, after):
            return False
        self._commit((side,), ends or ("ends.hand" if after.stack else "ends.game"), now)
        return True

    def draft_of(self, side: int) -> Draft:
        """A side's draft, begun if there is none."""
        draft = self.drafts.get(side)
        if draft is None:
            draft = self.drafts[side] = Draft(self.state)
        return draft

    def _commit(self, sides: Iterable[int], ends: str, now: float) -> None:
        """The drafts of these sides, in this order, enter the log, with the chance that follows."""
        played: list[Played] = []
        for side in sides:
            draft = self.drafts.get(side)
            if draft is None or not draft.moves:
                continue
            if draft.states[0] is self.state:  # nothing was played since: what was applied at entry stands
                played += self.referee.adopt(side, draft.moves, draft.states)
            else:
                played += [entry for action in draft.moves for entry in self.referee.play(side, action)]
        self.append(_logged(played), ends, now)

    def append(
        self, entries: Sequence[tuple[Entry, tuple[Event, ...], S]], ends: str, now: float, time: str | None = None
    ) -> None:
        """Entries, each with its events and the state after it, stand in the log from now on; all drafts end. `time`:
        when they were made, if not now; "": nobody knows."""
        batch = len(self.log) + 1
        moves = [n for n, (e, _, _) in enumerate(entries) if isinstance(e, Move) and e.side != CHANCE]
        last_move = moves[-1] if moves else -1
        turn = self.log[-1].turn if self.log else ""
        stamp = iso(now) if time is None else time
        for index, (entry, news, state) in enumerate(entries):
            number = len(self.log) + 1
            logged = Logged(number, entry, news, batch, ends if index == last_move else "", "", stamp)
            if not self.log or index == len(entries) - 1 or self._turns(news):
                turn = self.turn_of(state)
            logged = logged.replace(turn=turn)
            self.log.append(logged)
            self.timeline.keep(number, state)
            self.changes.entries.append(logged)
            if number % SNAPSHOT_EVERY == 0:
                self.changes.snapshot = (number, state)
        self.changes.drafts |= set(self.drafts)
        self.drafts.clear()
        if self.offers:
            self.offers.clear()
            self.changes.offers = True
        self.judge()
        clocks.turned(self, now)

    def _turns(self, news: Sequence[Event]) -> bool:
        """Whether these events begin a turn."""
        return any(one.line.get("mark") == "turn" for one in told(self.game, news, OBSERVER))

    def turn_of(self, state: S) -> str:
        """What the page calls this moment of the game, as everybody may know it."""
        return self.game.turn_label(self.view_of(state, OBSERVER))

    def judge(self) -> None:
        """See whether the game is over by the board."""
        result = self.state.result
        if result is not None and self.over is None:
            picture = self.game.picture(self.state, OBSERVER)
            text = picture["ending"]["text"] if "ending" in picture else self.game.words.say(result.reason)
            self.finish(result.returns, result.reason, text)

    def undo(self, side: int, now: float, all_of_it: bool = False, steps: int = 1) -> None:
        """Take back the last move of a side's draft, or several, or all of it."""
        self._running()
        clocks.check(self, side, now)
        draft = self.drafts.get(side)
        if draft is None or not draft.moves:
            if not self.analysis:
                raise IllegalAction(self.words.say("refused.nothing_to_undo"))
            takeback.undo_dice(self, now)
            return
        while draft.moves and (all_of_it or steps > 0):
            draft.undo()
            steps -= 1
        self.changes.drafts.add(side)
        clocks.reopened(self, now)

    def redo(self, side: int, now: float, steps: int = 1) -> None:
        """Do again what was undone last, or several moves of it."""
        self._running()
        clocks.check(self, side, now)
        draft = self.drafts.get(side)
        if draft is None or not draft.redo:
            raise IllegalAction(self.words.say("refused.nothing_to_redo"))
        committed = False
        while draft.redo and steps > 0 and not committed:
            refusal = self._refusal(side, draft.redo[-1])
            if refusal is not None:
                raise IllegalAction(self.game.refusal(refusal), refusal.rule)
            committed = self._step(side, draft.redo[-1], now)
            draft.redo.pop()
            steps -= 1
        clocks.reopened(self, now)

    @property
    def idle(self) -> str:
        """Why nobody can play now, in words; "" while the game runs."""
        if self.over is not None:
            return self.words.say("refused.over")
        return self.words.say("refused.not_begun") if self.agreement is not None else ""

    def _running(self) -> None:
        if self.idle:
            raise IllegalAction(self.idle)

    # -- requests --

    def asked_before(self, side: int, request: str) -> bool:
        """Whether a request with this id was carried out already."""
        return request in self.requests[side]

    def remember(self, side: int, request: str) -> None:
        """The request has been carried out: it will not be again."""
        known = self.requests[side]
        known.append(request)
        del known[:-REQUESTS_KEPT]
        self.changes.requests.append((side, request))

    # -- what happens beside the board --

    def enter(self, act: str, by: int, args: tuple[tuple[str, Any], ...], kind: str, now: float) -> None:
        """An act of the table enters the log; `kind`: what its line is made of."""
        told = event(TABLE + kind, by=self.game.side_name(by))
        self.append([(TableAct(act, by, args), (told,), self.state)], "", now)

    def finish(self, returns: tuple[int, ...], reason: str, text: str) -> None:
        """The game is over."""
        self.over = Over(returns, reason, text)
        self.since = {}
        self.changes.snapshot = (len(self.log), self.state)

    def lost(self, loser: int) -> tuple[int, ...]:
        """The result where a side has lost."""
        return tuple(-1 if side == loser else 1 for side in range(len(self.game.sides)))

    def called(self, key: str, side: int) -> str:
        """A sentence about a side."""
        return self.words.say(key, by=self.game.words.bare(self.game.side_name(side)))

    def resign(self, side: int, now: float) -> None:
        """A side gives up."""
        self._running()
        self.enter("resign", side, (), "resign", now)
        self.finish(self.lost(side), "resign", self.called("over.resign", side))

    def offer(self, side: int, kind: str, now: float) -> None:
        """Propose a draw, a takeback or an end without result; one's own other seat and the computer answer at once."""
        self._running()
        if kind not in ("draw", "takeback", "end"):
            raise BadInput(self.words.say("refused.bad_kind"))
        if kind == "takeback" and self.terms.rated:
            raise IllegalAction(self.words.say("refused.rated"))
        to = takeback.reach(self, side) if kind == "takeback" else 0
        others = [seat for seat in self.seats.values() if seat.side != side]
        asked = [
            seat
            for seat in others
            if seat.kind == HUMAN and (seat.player is None or seat.player != self.seats[side].player)
        ]
        if not asked:
            if kind == "draw" and others and all(seat.kind == BOT for seat in others):
                raise IllegalAction(self.words.say("refused.bot_draw"))
            self._agree(Offer(side, kind, to), side, now)
            return
        self._propose(Offer(side, kind, to))

    def _propose(self, offer: Offer) -> None:
        if offer in self.offers:
            return
        others = [o for o in self.offers if (o.by, o.kind) != (offer.by, offer.kind)]
        self.offers = sorted([*others, offer], key=lambda o: (o.by, o.kind))
        self.changes.offers = True

    def give_in(self, side: int) -> None:
        """A computer that is beaten offers to resign; a person may play on."""
        others = [seat for seat in self.seats.values() if seat.side != side]
        if self.over is None and self.teacher is None and any(seat.kind == HUMAN for seat in others):
            self._propose(Offer(side, "resign"))

    def rematch(self, side: int, same: bool = False) -> bool:
        """Propose another game, with the sides swapped or the `same`, or agree to one. Whether it is to be set up: at
        once where no other person sits at this table, else when one has asked and the other agrees."""
        if self.over is None:
            raise IllegalAction(self.words.say("refused.rematch_running"))
        agreed = self.agreed(side)
        if not agreed:
            self._propose(Offer(side, "rematch", int(same)))
        return agreed

    def same_sides(self, side: int, same: bool) -> bool:
        """Whether the next game is to have the same sides: as the other side has asked for it, else as this one."""
        asked = [o.to for o in self.offers if o.kind == "rematch" and o.by != side]
        return bool(asked[0]) if asked else same

    def agreed(self, side: int) -> bool:
        """Whether nobody need be asked before another game is set up: who else sits here has asked for it."""
        mine = self.seats[side].player
        others = [s for s, seat in self.seats.items() if seat.player is not None and seat.player != mine]
        return not others or any(o.kind == "rematch" and o.by in others for o in self.offers)

    def answer(self, side: int, kind: str, yes: bool, now: float) -> None:
        """Accept or decline what the other side proposed; saying no to one's own withdraws it. A rematch that is
        accepted is another table: `rematch` says that it is to be set up."""
        if kind != "rematch":
            self._running()
        found = [o for o in self.offers if o.kind == kind and (o.by != side or not yes)]
        if not found:
            raise IllegalAction(self.words.say("refused.no_offer"))
        if not yes:
            self.offers.remove(found[0])
            self.changes.offers = True
        elif kind != "rematch":
            self._agree(found[0], side, now)

    def _agree(self, offer: Offer, by: int, now: float) -> None:
        if offer.kind == "takeback":
            takeback.take_back(self, offer.by, offer.to, now)
            return
        if offer.kind == "resign":
            self.resign(offer.by, now)
            return
        self.enter("agree", by, (("kind", offer.kind),), f"agree_{offer.kind}", now)
        drawn = offer.kind == "draw"
        text = self.words.say("over.agree" if drawn else "over.end")
        self.finish((0,) * len(self.game.sides), "agree" if drawn else "", text)

    @property
    def said(self) -> int:
        """The number of the last message of the chat."""
        return self.chat[-1].n if self.chat else 0

    def say(self, side: int, text: str, now: float) -> None:
        """A message to the others at the table."""
        text = text.strip()
        if not 1 <= len(text) <= 500:
            raise BadInput(self.words.say("refused.chat_long"))
        said = Said(self.said + 1, side, text, iso(now))
        self.chat.append(said)
        del self.chat[:-MOST_CHAT]
        self.changes.chat.append(said)

    def note(self, side: int, place: str, text: str, places: Iterable[str]) -> None:
        """Pin a private note to a place of the board; an empty text takes it off."""
        if place not in places:
            raise BadInput(self.words.say("refused.no_note_place"))
        if len(text) > 500:
            raise BadInput(self.words.say("refused.note_long"))
        if text.strip():
            self.notes[side][place] = text
        else:
            self.notes[side].pop(place, None)
        if len(self.notes[side]) > MOST_NOTES:
            del self.notes[side][place]
            raise BadInput(f"at most {MOST_NOTES} notes")
        self.changes.notes.add((side, place))

    # -- standing orders --

    def reactions(self) -> dict[str, type[Decision]]:
        """The steps for which a standing order may be left, by name."""
        return {
            kind.file_name: kind
            for kind in self.game.types
            if issubclass(kind, Decision) and kind.default is not Decision.default
        }

    def order(self, side: int, step: str, do: str | None) -> None:
        """Leave a standing order for a reaction or for all routine steps, or (None) withdraw it."""
        reactions = self.reactions()
        staffed = any(kind.file_name == step for kind in self.game.types if issubclass(kind, Decision) and kind.staffed)
        may = step in reactions or (step == ROUTINE and any(kind.routine for kind in reactions.values()))
        if do == STAFF and self.terms.counts:
            raise BadInput(self.words.say("refused.counts"))
        if not (staffed if do == STAFF else may or do is None):
            raise BadInput(self.words.say("refused.order_step"))
        if do is None:
            self.orders[side].pop(step, None)
        else:
            if do not in ("default", STAFF):
                do = notation(parse(do))
            self.orders[side][step] = Order(step, do)
        self.changes.orders.add(side)

    def carry_on(self, side: int) -> None:
        """Leave the order for routine steps, in a game that has such steps."""
        if any(kind.routine for kind in self.reactions().values()):
            self.order(side, ROUTINE, "default")

    def ordered(self) -> tuple[int, tuple[Action, ...]] | None:
        """The side whose standing order applies now, or that has one thing alone to do, and what it does; from its
        view and memory alone. Who lets the table carry on, or plays where no other person does, is not asked either
        what has one answer, which other steps ask to keep a secret."""
        if self.agreement is not None:
            return None
        people = sum(seat.kind == HUMAN for seat in self.seats.values())
        alone = people == 1 and self.teacher is None and not self.analysis
        for side in self.waiting():
            draft = self.drafts.get(side)
            if side not in self.orders or (draft is not None and draft.moves):
                continue
            view = self.view(side)
            top = view.stack[-1]
            told: tuple[Action, ...] | None = None
            order, carries_on = self.orders[side].get(top.file_name), ROUTINE in self.orders[side]
            if order is None and isinstance(top, Decision) and top.routine:
                order = self.orders[side].get(ROUTINE)
            if order is None:
                person = side in self.seats and self.seats[side].kind == HUMAN
                if person and isinstance(top, Decision) and (top.starts_itself or carries_on or alone):
                    legal = self.game.legal(view, side)
                    only = sole(legal)
                    if only is not None and not self.game.retracts(view, only):
                        told = (only,)
            elif order.do == STAFF:
                told = None if self.terms.counts else staff_answer(self.game, self.tip(side), side, self.memory(side))
            else:
                action = self.game.default(view, side) if order.do == "default" else parse(order.do)
                if action is not None and offered(self.game.legal(view, side), action):
                    told = (action,)
            if told is not None and (self.teacher is None or self.teacher.carries(side, told, self.moves(side))):
                return side, told
        return None

    # -- what a seat reads --

    def seat_log(self, viewer: int) -> SeatLog:
        """The committed lines of a viewer."""
        log = self._logs.get(viewer)
        if log is None:
            log = self._logs[viewer] = SeatLog(self.game, viewer, self.timeline.start)
        log.extend(self.log)
        return log

    def memory(self, viewer: int) -> Any:
        """What a viewer remembers of all that it has seen, its own draft included."""
        memory = self.seat_log(viewer).memory
        draft = self.drafts.get(viewer)
        for state in draft.states[1:] if draft is not None else ():
            memory = remembered(self.game, state, memory, state.news, viewer)
        return memory

    def draft_lines(self, side: int) -> list[SeatLine]:
        """The lines of a side's draft, numbered on; a sealed part has none."""
        draft = self.drafts.get(side)
        if draft is None or not draft.moves or self.sealed or side not in self.seats:
            return []
        return self.seat_log(side).drafted(draft.states[1:])

    def number(self, viewer: int) -> int:
        """How many lines a viewer has, its draft's among them."""
        return len(self.seat_log(viewer).lines) + len(self.draft_lines(viewer))

    # -- coming and going --

    def record(self) -> Record[S]:
        """The whole record, with its end and seed once it is over. It holds every secret."""
        entries = [logged.entry for logged in self.log]
        if self.start is not None:
            start = json.dumps(self.game.to_file(self.start), separators=(",", ":"))
            entries = [Snapshot(start), *(_one_line_later(entry) for entry in entries)]
        end = self.foreign_end
        if end is None and self.over is not None:
            end = {"returns": list(self.over.returns), "reason": self.over.reason}
            end["fingerprint"] = fingerprint(self.state)
            if self.sealed_record:
                end["seed"] = self.seed.hex()
        return Record(self.game, self.header, entries, end)


def _logged(played: Iterable[Played]) -> list[tuple[Entry, tuple[Event, ...], Any]]:
    """What the referee accepted, as it enters the log."""
    return [(Move(one.side, one.action), one.news, one.state) for one in played]


def _one_line_later(entry: Entry) -> Entry:
    """An entry of a record that begins with a position: an undo counts that line too."""
    if isinstance(entry, TableAct) and undone_to(entry) is not None:
        return entry.replace(args=tuple((key, item + 1 if key == "to" else item) for key, item in entry.args))
    return entry
