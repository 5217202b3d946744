"""What goes between page and server, declared once: the message of a table, the lists, what is asked and answered.

`tools/shapes.py` derives `web/js/types.js` and the shapes in `docs/protocol.md` from these classes and those of
`view.py`. All of it is JSON; sides are named by their ids, times are ISO 8601 in UTC.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ironbottom.kernel.view import Choice, Coach, MacroLook, Picture, Prompt, Words

# --- a table --------------------------------------------------------------------------------------------------------


class SeatInfo(TypedDict):
    """A seat, as all at the table know it. `you`: it is one of the reader's; `taken`: a person or a computer has it;
    `ready`: nobody waits for it."""

    side: str
    name: str
    kind: Literal["human", "bot"]
    you: bool
    taken: bool
    ready: NotRequired[bool]


class LogLine(Words):
    """A line of the log: its number for this seat, the turn (as in `Picture.turn`) and the time that it belongs to
    ("": nobody knows, as in a record that came in). `of`: the number of the first line of its entry; `whole`: what that
    entry says with this line, where it is not what its first line says. `draft`: it is of one's own moves that can
    still be undone."""

    n: int
    of: int
    whole: NotRequired[str]
    turn: str
    time: str
    draft: NotRequired[bool]


class DraftInfo(TypedDict):
    """One's own moves that can still be undone, and those that can be done again; `more`: on an analysis board what is
    in the log can be undone too, dice and all."""

    length: int
    redo: int
    more: NotRequired[bool]


class OfferInfo(TypedDict):
    """A proposal that waits for an answer; `same`: of a rematch in which everybody keeps his side; `undoes`: the first
    line of the reader's that a takeback would undo."""

    by: str
    kind: Literal["draw", "takeback", "end", "resign", "rematch"]
    same: NotRequired[bool]
    undoes: NotRequired[str]


class ChatLine(TypedDict):
    """A message of the chat; the numbers have no gaps. `muted`: its reader has blocked who said it, and is not told."""

    n: int
    by: str
    text: str
    time: str
    muted: NotRequired[bool]


class ClockInfo(TypedDict):
    """The agreed clock: `days` for a move (0: none), or a `bank` of seconds with `add` for each move; what is `left` in
    each bank when its side is next waited for, in seconds; until when each side that is waited for must have decided;
    and until when the player of a side is on leave."""

    days: int
    bank: NotRequired[int]
    add: NotRequired[int]
    left: NotRequired[dict[str, int]]
    deadline: dict[str, str]
    away: NotRequired[dict[str, str]]


class OrderInfo(TypedDict):
    """A standing order: at that step (or "routine") do this, or "default", or "staff"; `text`: what it was left for, in
    words."""

    step: str
    do: str
    text: str


class Reaction(TypedDict):
    """What is asked in the other side's turn: the step that a standing order can be left for, and what it would do by
    itself ("" where it would ask); `text`: what such steps are, in the game's words; `staff`: the step that can be
    left to the staff."""

    step: str
    default: str
    text: NotRequired[str]
    staff: NotRequired[str]


class Over(TypedDict):
    """How the game ended; the seed of the dice where the whole game was played here."""

    winners: list[str]
    text: str
    seed: NotRequired[str]
    seed_hash: NotRequired[str]


class Stopped(TypedDict):
    """Why the rest of the actions that were sent was not played."""

    text: str
    rule: str | None


class Gone(TypedDict):
    """Who lost a seat at this table by silence."""

    name: str


class Wanted(TypedDict):
    """What a page is to give for the dice, and for which of its seats: a number, its hash, or the number that it is
    committed to."""

    seat: str
    what: Literal["number", "commitment", "shown"]


class Dice(TypedDict):
    """What the dice are made of: the hash of the server's seed, the hash of the number to which the page of one side
    committed itself ("" for none), and the numbers that have been given. `tries`: how often they were begun; `key`:
    what the server will sign the record by; `wanted`: what this page is waited for."""

    seed_hash: str
    key: str | None
    by: str
    commitment: str
    numbers: dict[str, str]
    tries: int
    wanted: Wanted | None


class Message(TypedDict):
    """What a seat gets of a table: a function of its own view, its own log and what all may know.

    `rev` is the revision of all but lines, chat and thinking: it grows when something in them changes for this seat.
    `lines` are those after the number that the page has (those of a draft always), `chat` what was said after the
    number that it has. `n`: the number of this seat's lines; of these `sure` are in the log for good; `moves`: how many
    entries of the log it may know of. `curtain`: hot-seat, who is to take the page over: picture, choices and lines
    are empty until then. `thinking`: the computers at work. `dice`: null where
    nobody was asked for a number. `at`: the line whose position this is, in replay. `copy`: the name of the owner's
    copy that is played with; `drawn`: where its board and pieces lie, if not at `/g/GAME/SCENARIO`. `rated`: it counts
    for the ratings; `takeback`: its last moves may be asked back; `tournament`: the id of the one that it belongs to;
    `watched`: whoever likes may look on; `made`: its reader let computers play each other here;
    `counts`: whether a rated game moves ratings, for both sides have decided something; not there where the viewer
    cannot know.
    """

    rev: int
    id: str
    game: str
    scenario: str
    title: str
    options: dict[str, Any]
    mode: str
    seat: str
    seats: list[SeatInfo]
    n: int
    sure: int
    moves: int
    picture: Picture
    prompt: Prompt
    choices: list[Choice]
    macros: list[MacroLook]
    lines: list[LogLine]
    draft: DraftInfo
    offers: list[OfferInfo]
    clock: ClockInfo | None
    chat: list[ChatLine]
    said: int
    notes: dict[str, str]
    orders: list[OrderInfo]
    reaction: Reaction | None
    over: Over | None
    dice: Dice | None
    curtain: str | None
    thinking: list[str]
    waiting: list[str]
    hints: bool
    rated: NotRequired[bool]
    takeback: NotRequired[bool]
    rematch: str | None
    report: bool
    coach: NotRequired[Coach]
    notice: NotRequired[str]
    stopped: NotRequired[Stopped]
    at: NotRequired[int]
    maker: NotRequired[list[str]]
    tournament: NotRequired[str]
    counts: NotRequired[bool]
    watched: NotRequired[bool]
    made: NotRequired[bool]
    copy: NotRequired[str]
    drawn: NotRequired[str]
    asked: NotRequired[dict[str, str]]
    sat: NotRequired[list[Gone]]


class Receipt(TypedDict):
    """The answer to an act: the revision that it came to for this seat, whose change goes over the socket; and why the
    rest of the actions was not played. `id`: the table that came of a rematch; null while the others are asked."""

    rev: int
    stopped: NotRequired[Stopped]
    id: NotRequired[str | None]


class Frame(TypedDict):
    """What is new for a seat, over the socket: how `change` makes revision `rev` of revision `since`, as
    `table/delta.py` tells; the lines and the chat after those that the page has. `own`: by an act of the page's player.
    A page that has another revision asks for the whole."""

    type: Literal["message"]
    seat: str
    rev: int
    since: int
    change: list[Any] | None
    lines: list[LogLine]
    chat: list[ChatLine]
    thinking: list[str]
    own: NotRequired[bool]


class ReplayMark(TypedDict):
    """A mark of the replay bar at a line of the log."""

    n: int
    turn: str
    mark: str
    text: str


class Act(TypedDict):
    """What so many actions of a plan come to together: a march is one act, with the taking up and the putting down."""

    text: str
    n: int


class Considered(TypedDict):
    """A plan that was thought of: in words, as actions, what these come to as far as that can be said before the dice
    fall, and its chance to win (null: it was not tried, or too little); `risk` and `hope`: that chance where things go
    badly, and well; `error`: by how much it may be wrong, as a standard error."""

    plan: str
    do: list[str]
    acts: list[Act]
    score: float | None
    risk: NotRequired[float]
    hope: NotRequired[float]
    error: NotRequired[float]


class Hint(TypedDict):
    """What a computer player would do in one's place, until something comes between; in words; and what it considered,
    best first. `chance`: on an analysis board, each side's chance to win: by the best line, where one was tried."""

    do: list[str]
    text: str
    considered: list[Considered]
    chance: NotRequired[dict[str, float]]


# --- what tells a newcomer about a game: static, once for each scenario -------------------------------------------


class Entry(TypedDict):
    """A word of the glossary, with its other forms, the plural for instance; `asked`: what else it is searched by, such
    as what other games call it."""

    id: str
    names: list[str]
    asked: NotRequired[list[str]]
    text: str


class Panel(TypedDict):
    """One picture of "how to win": faces of pieces and places of the board, and a few sentences about them."""

    title: str
    text: str
    faces: list[str]
    spaces: list[str]


class Guide(TypedDict):
    """The glossary; what there is to see, by kind and name ("value.combat", "mark.control"); what wins, in the numbers
    of the data; how each side wins; and what is said of each question when it first comes, by `Prompt.asks`, for one
    side by that with the side behind it ("Actions.japanese"). In texts `[2P-21]` is a rule; `cited` has the numbers and
    pages of the rulebook for those whose ids are ours alone."""

    words: list[Entry]
    see: dict[str, str]
    goals: list[str]
    wins: dict[str, list[Panel]]
    asks: dict[str, str]
    cited: dict[str, str]


class Warned(TypedDict):
    """What the coach of a first game says of an act before it is confirmed: "" where nothing is wrong with it."""

    text: str


class Advised(TypedDict):
    """What the coach of a first game would do in one's place: actions to be played until something comes between (none
    where there is nothing to choose); the plan, its first act (if any) and the reason, in words; `good`: first actions
    that are as good."""

    do: list[str]
    plan: str
    steps: list[str]
    why: str
    good: list[str]


# --- shelf and lobby ------------------------------------------------------------------------------------------------


class OptionChoice(TypedDict):
    """One value of an option, in words."""

    value: Any
    text: str


class GameOption(TypedDict):
    """An option of a new game; `main`: asked beside the scenario."""

    id: str
    scenarios: list[str]
    name: str
    text: str
    rule: str | None
    default: Any
    choices: list[OptionChoice]
    excludes: list[str]
    main: NotRequired[bool]


class ScenarioInfo(TypedDict):
    """A way to play a game, and the sides that need a player. A short one of ours takes so many `minutes`, and is won
    by a `rule` of ours; a `former` one is for games that have begun with it."""

    id: str
    name: str
    text: str
    sides: list[str]
    minutes: NotRequired[int]
    rule: NotRequired[str]
    former: NotRequired[bool]


class SideInfo(TypedDict):
    """A side of a game."""

    id: str
    name: str


class StyleInfo(TypedDict):
    """A style of a computer player: the id and the name of the player in that style."""

    id: str
    name: str


class BotInfo(TypedDict):
    """A computer player; `first`: whom a newcomer meets first; `styles`: in which it comes besides its own."""

    id: str
    name: str
    text: str
    first: bool
    styles: list[StyleInfo]


class LessonInfo(TypedDict):
    """A lesson; `scenario`: one of the book, also of a lesson that is a short game cut from it; `side`: who learns."""

    id: str
    scenario: str
    side: str
    title: str
    text: str
    minutes: int


class ToPrint(TypedDict):
    """Where anybody can get a copy of a game to print, in a sentence, and its address."""

    text: str
    url: str


class GameInfo(TypedDict):
    """A game on the shelf. `workshop`: its data can be corrected in the workshop."""

    slug: str
    title: str
    ready: bool
    credit: str
    print: ToPrint | None
    workshop: bool
    scenarios: list[ScenarioInfo]
    sides: list[SideInfo]
    options: list[GameOption]
    bots: list[BotInfo]
    lessons: list[LessonInfo]


class SatInfo(TypedDict):
    """Who lost a seat at a table by silence."""

    name: str
    you: bool


class MatchInfo(TypedDict):
    """What a table in the list has of the lobby or a tournament: its clock, whether it is `live` and `rated`, the id of
    its tournament ("" for none), whether its dice are made (`begun`), and whether it ended before both had decided
    something (`aborted`)."""

    clock: dict[str, int] | None
    live: bool
    rated: bool
    tournament: str
    begun: bool
    aborted: bool


class TableInfo(TypedDict):
    """A table in one's list. `leaving`: one wants it deleted; `asked`: one's seat may be given away from then on;
    `missing`: what to say where the program of its game is not installed; `due`: until when the next must have decided,
    where there is a clock; `made`: one let computers play each other there."""

    id: str
    game: str
    scenario: str
    title: str
    mode: str
    seats: list[SeatInfo]
    turn: str
    yours: bool
    waiting: list[str]
    over: Over | None
    updated: str
    number: int
    leaving: NotRequired[bool]
    missing: NotRequired[str | None]
    asked: NotRequired[str | None]
    sat: NotRequired[list[SatInfo]]
    match: NotRequired[MatchInfo | None]
    due: NotRequired[str | None]
    made: NotRequired[bool]


class DifferenceInfo(TypedDict):
    """A datum, or a table of data, that two copies of a game say otherwise: the keys that lead to it, what it is
    called, its values in words in the one and the other (null: it is not there), and its part in the printed game."""

    keys: list[str]
    label: str
    now: str | None
    was: str | None
    part: str


class CopyInfo(TypedDict):
    """A copy of a game that may be chosen. `first`: the one of a new game for which none is named; `proposed`: the
    scenario for whose new games the page proposes it; `current`: it was written beside the data of today; `differs`:
    how many data differ from the printed ones, `same`: how many it says to be the same, `faults`: how many lines the
    game's schema has against it (no game may begin with it then); `worded`: of how many effects of cards it has its
    owner's words."""

    id: str
    kind: Literal["own", "printed", "house", "shipped"]
    game: str
    name: str
    why: str
    version: int
    updated: str | None
    first: bool
    proposed: str
    current: bool
    differs: int
    same: int
    faults: int
    worded: int


class CopyWhole(CopyInfo):
    """A copy with all that it says: `overlay`, where it differs; `agrees`, where it says the same, and what; `lines`:
    its faults, a line each; `differences`: the first 300; `words`: what its cards say, by their effects, told to its
    owner alone."""

    overlay: dict[str, Any]
    agrees: dict[str, Any]
    lines: list[str]
    differences: list[DifferenceInfo]
    words: dict[str, str]


class UnknownGroup(TypedDict):
    """Reconstructed data that would be looked up alike, and what a copy says of them. `shift`: how far changing all of
    them moved a side's share of the points in games between scripts, with its standard error; `changed`: the share of
    games of the same dice that another side won; null where nobody has measured it, or no rule asks for them."""

    id: str
    label: str
    part: str
    total: int
    same: int
    corrected: int
    open: int
    shift: float | None
    error: float | None
    changed: float | None


class Unknown(TypedDict):
    """What nobody has seen printed of a game, those groups first that move it most, and how much of it a copy has
    confirmed."""

    total: int
    same: int
    corrected: int
    open: int
    groups: list[UnknownGroup]


class UnknownDatum(TypedDict):
    """A reconstructed datum: what it is, its value, what it may be and where it comes from, and what a copy says of it
    (`now`: its value there, where it is corrected)."""

    keys: list[str]
    label: str
    value: str
    says: str
    source: str
    state: Literal["open", "same", "corrected"]
    now: str | None


class CopyTold(TypedDict):
    """The copy that a table is played with: its name ("": this server's own), and what differs from the printed game;
    the first 300."""

    name: str
    differs: int
    differences: list[DifferenceInfo]


class TurnPart(TypedDict):
    """A part of the turn: its number in the order of play, and its name."""

    at: int
    name: str


class Rule(TypedDict):
    """A statement of the rules in our words, with the paragraph of the rulebook that it comes from. `cited`: the number
    it is shown under; `turn`: where in the turn it is wanted, null where it always holds; `example`: how "Show me"
    shows it, null where nothing does."""

    id: str
    chapter: str
    book: str
    cited: str
    text: str
    turn: TurnPart | None
    example: Literal["plays", "forbids", "describes"] | None
