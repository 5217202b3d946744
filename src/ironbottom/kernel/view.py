"""What a page gets: the schema of everything that the client draws; `shapes.py` has an example for each widget.

The client knows no game. A game tells it, for one viewer, where the pieces are (`Picture`), who must do what
(`Prompt`), what may be done (`Choice`), what happened (`Line`), and once for each scenario how the board is laid out
(`Board`). All of it is JSON. A picture is made from a *view* (what that viewer may know), never from the state.

Every `NotRequired` key has a sensible absence. A new widget is a new key here, declared for any game to use; a change
is tested against every game (`shapes.check`). Words in it are already in the viewer's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NotRequired, TypedDict

# --- the board: static, once for each scenario ---------------------------------------------------------------


class SideLook(TypedDict):
    """A side: `style` is how its pieces and plates are drawn."""

    id: str
    name: str
    style: Literal["us", "jp", "none"]


class Link(TypedDict):
    """A way from one space to another."""

    to: str
    kind: str


class Shape(TypedDict):
    """The outline of a space in board units: exactly one of the three keys."""

    points: NotRequired[list[list[float]]]
    r: NotRequired[float]
    rect: NotRequired[list[float]]


class Space(TypedDict):
    """A place: an area, a hex, a box (pool, casualties, port), or a cell of a track.

    `x`, `y`: where its pieces stand; `row`, `column`: its place in the grid that keyboard and screen reader use;
    `arrange`: how several pieces stand: a row, a cluster, a pile (counters of a hex), a ring (fleets of a zone).
    """

    id: str
    name: str
    kind: Literal["area", "hex", "box", "cell"]
    x: float
    y: float
    shape: Shape
    row: NotRequired[int]
    column: NotRequired[int]
    arrange: NotRequired[Literal["row", "cluster", "pile", "ring"]]
    label: NotRequired[list[float]]
    facts: NotRequired[list[str]]
    links: NotRequired[list[Link]]


class Board(TypedDict):
    """The geometry. The drawings are fetched by theme: `chart.<theme>.svg`, and `faces.svg` with a
    `<symbol id="face-<face>">` for each face. `view`: the rectangle to show at first; `piece`: how wide a piece is."""

    width: float
    height: float
    view: list[float]
    piece: float
    sides: list[SideLook]
    spaces: list[Space]
    ruler: NotRequired[str]
    """What the game can tell of two spaces ("Line of sight"), asked by pointing at the one and then at the other."""
    names: NotRequired[list[list[float]]]
    """Boxes (left, top, width, height) with names that are printed where pieces may stand: they keep clear of them as
    long as there is room."""


class Measure(TypedDict):
    """What the ruler tells of two spaces: a sentence, the spaces on the line between them, and the one where it is
    interrupted."""

    text: str
    spaces: list[str]
    stop: NotRequired[str]
    rule: NotRequired[str]


# --- the picture: what is where ------------------------------------------------------------------------------


class Steps(TypedDict):
    """Strength steps of a counter."""

    now: int
    of: int


class Piece(TypedDict):
    """A piece. `place` is a space, or the id of the piece that carries it.

    An unseen piece shows a back: its id is a place and an ordinal, in an order that depends on nothing secret.
    `state`: dimmed and notched when moved or done, a broken ring when it must still act; `badges`: short words
    ("no supply", "stealth"); `picked`: in hand, lifted; `faded`: where it was seen last, not where it is;
    `stowed`: not drawn on the piece that carries it, but named where that is; `note`: a sentence on it for its card
    ("Seen on turn 4: two cruisers"); `at`: the point of the sheet that is printed for it, for what does not line up
    with the other pieces of its place; `marker`: no unit, so that it is not counted: all units that it stands for are
    shown (`whole`), or they are not (`part`), and then nothing is added up where it lies.
    """

    id: str
    place: str
    side: str
    face: str
    name: str
    up: NotRequired[bool]
    lying: NotRequired[bool]
    values: NotRequired[dict[str, str | int]]
    steps: NotRequired[Steps]
    state: NotRequired[Literal["ready", "moved", "done", "must"]]
    picked: NotRequired[bool]
    faded: NotRequired[bool]
    stowed: NotRequired[bool]
    badges: NotRequired[list[str]]
    note: NotRequired[str]
    at: NotRequired[list[float]]
    wide: NotRequired[float]
    marker: NotRequired[Literal["whole", "part"]]


class Store(TypedDict):
    """An amount in a place: air points, supply, strength; null is unknown. `short`: its name where several stand in one
    box, or beside pieces."""

    place: str
    kind: str
    name: str
    amount: int | None
    side: NotRequired[str]
    short: NotRequired[str]


class Mark(TypedDict):
    """What a space shows besides its pieces: who controls it, that something is still to do there, damage, work under
    way or done, what the viewer remembers to have seen of the unseen pieces there. `short`: the text in a word or two,
    which stands on the board where there is room. `at`: the point of the sheet where the flag of a control mark stands,
    where the usual corner is taken."""

    space: str
    kind: Literal[
        "control", "business", "damage", "destroyed", "danger", "sighted", "fight", "work", "built", "remembered"
    ]
    text: str
    short: NotRequired[str]
    side: NotRequired[str]
    at: NotRequired[list[float]]


class Marker(TypedDict):
    """A marker on a track, standing on cell `at` (counted from 0)."""

    at: int
    name: str
    side: NotRequired[str]


class Track(TypedDict):
    """A row of cells. `place`: the track's cells are the board's spaces `<place>.<cell>`, and markers stand there
    too; `spaces`: the ids of those spaces in order, where the cells' names do not tell them apart."""

    id: str
    name: str
    cells: list[str]
    markers: list[Marker]
    notes: NotRequired[list[str]]
    place: NotRequired[str]
    spaces: NotRequired[list[str]]
    rule: NotRequired[str]


class Calendar(TypedDict):
    """What comes when: a line for each entry."""

    id: str
    name: str
    entries: list[CalendarEntry]


class CalendarEntry(TypedDict):
    """`now`: the turn that is being played; `effect`: as in `Words`."""

    when: str
    text: str
    side: NotRequired[str]
    now: NotRequired[bool]
    effect: NotRequired[str]


class Table(TypedDict):
    """A printed table; `row` and `column` (from 0) are lit, the columns of `dark` are nights. `pieces`: the piece that
    a click on each row takes up, or "". `note`: what stands below it on a player's aid."""

    id: str
    name: str
    columns: list[str]
    rows: list[list[str]]
    row: NotRequired[int]
    column: NotRequired[int]
    dark: NotRequired[list[int]]
    pieces: NotRequired[list[str]]
    rule: NotRequired[str]
    note: NotRequired[str]


class Term(TypedDict):
    """One line of a sum: a modifier with its words, value and statement."""

    text: str
    value: str
    rule: NotRequired[str]
    side: NotRequired[str]


class Sum(TypedDict):
    """A side's strength: lines and their total; on a sheet, the dice that it threw."""

    name: str
    side: NotRequired[str]
    terms: list[Term]
    total: str
    dice: NotRequired[list[Die]]


class Outcome(TypedDict):
    """A result with its probability (0 to 1); `good`: for whom, so that bars can be ordered and hatched."""

    text: str
    p: float
    good: NotRequired[str]
    came: NotRequired[bool]


class Odds(TypedDict):
    """A fight before it is committed. `error`: half-width of the 95 % interval when it was sampled, else 0."""

    title: str
    sums: list[Sum]
    results: list[Outcome]
    error: float
    notes: list[str]
    table: NotRequired[Table]
    rule: NotRequired[str]


class Item(TypedDict):
    """A piece in a bin: `to` holds, for each bin that it may go to, the actions that bring it there; `text`: its
    values in a word."""

    id: str
    face: str
    name: str
    text: NotRequired[str]
    to: dict[str, list[str]]


class Bin(TypedDict):
    """A box of a sheet into which pieces are sorted, by dragging or by clicking pieces and then the box: a port, a task
    force, a group. `note`: what it comes to."""

    id: str
    name: str
    items: list[Item]
    note: NotRequired[str]
    side: NotRequired[str]


class Field(TypedDict):
    """A line of a sheet: what it shows, and the choices that set it (by notation; of a macro its actions, joined by
    ";"). `effect`: as in `Words`."""

    id: str
    name: str
    value: str
    choices: list[str]
    note: NotRequired[str]
    effect: NotRequired[str]
    space: NotRequired[str]
    spaces: NotRequired[list[str]]
    """Further places that light up with it, and pieces."""
    pieces: NotRequired[list[str]]


class Sheet(TypedDict):
    """The sheet of the moment. Fields may be filled in any order; `blocks` says what still stands in the way of being
    done; `sums` are attacks one after the other, each with its dice."""

    id: str
    kind: Literal["battle", "loading", "purchase", "plot", "placing", "decision"]
    title: str
    fields: list[Field]
    rule: NotRequired[str]
    totals: NotRequired[list[Term]]
    sums: NotRequired[list[Sum]]
    blocks: NotRequired[list[str]]
    odds: NotRequired[Odds]
    dice: NotRequired[list[Die]]
    tables: NotRequired[list[Table]]
    bins: NotRequired[list[Bin]]


class Die(TypedDict):
    """A die that fell: its number, whose it is, what it was for, and whether it hit; `slot`: the slot that it fell
    into, in a word or two; `result`: what came of it."""

    value: int
    text: str
    side: NotRequired[str]
    hit: NotRequired[bool]
    slot: NotRequired[str]
    result: NotRequired[str]


class Stage(TypedDict):
    """A step in the sequence of play, for the bar at the bottom."""

    id: str
    name: str
    state: Literal["done", "skipped", "now", "next"]
    group: NotRequired[str]
    side: NotRequired[str]
    rule: NotRequired[str]


class Force(TypedDict):
    """A line of the forces panel: how many of what, where."""

    side: str
    group: str
    text: str
    count: int | None
    face: NotRequired[str]


class Ending(TypedDict):
    """How the game ended: the winners' ids (none: drawn) and why."""

    winners: list[str]
    text: str
    rule: NotRequired[str]


class Shade(TypedDict):
    """Spaces that an overlay colours, in a side's colour or in ink, each with the same short word."""

    spaces: list[str]
    text: NotRequired[str]
    side: NotRequired[str]


class Overlay(TypedDict):
    """What the reader may lay over the board: zones of control, supply, range, visibility. `far`: it lies there by
    itself while the board is seen from so far that pieces are dots."""

    id: str
    name: str
    shades: list[Shade]
    far: NotRequired[bool]


def shaded(spaces: Iterable[tuple[str, str, str]]) -> list[Shade]:
    """Spaces as (id, side's id or "", word or ""), those alike named together, which keeps messages short."""
    alike = dict[tuple[str, str], list[str]]()
    for space, side, text in spaces:
        alike.setdefault((side, text), []).append(space)
    found = list[Shade]()
    for (side, text), ids in alike.items():
        shade: Shade = {"spaces": ids}
        if text:
            shade["text"] = text
        if side:
            shade["side"] = side
        found.append(shade)
    return found


class Stop(TypedDict):
    """A place on a route and what is written there: when it is reached, or was; what it has cost."""

    space: str
    text: str


class Route(TypedDict):
    """A course on the board, from stop to stop. `past`: where it was seen, dashed; `piece`: whose it is; `tag`: that in
    a letter or two; `arrow`: an order to go from one place to the next, drawn between them with a head."""

    id: str
    side: str
    stops: list[Stop]
    past: NotRequired[bool]
    piece: NotRequired[str]
    tag: NotRequired[str]
    arrow: NotRequired[bool]


class Tally(TypedDict):
    """What a side has of what wins, out of `goal`; `text`: in a few words, where the number alone does not say it
    ("turn 4 of 10")."""

    side: str
    value: int
    goal: NotRequired[int]
    text: NotRequired[str]


class Pull(TypedDict):
    """One number that both sides pull at: above 0 the first side's, below 0 the second's; with `goal` either of them
    wins. The page draws its way over `turns` (as in `Picture.turn`) from the points of the log."""

    value: int
    sides: list[str]
    turns: list[str]
    goal: NotRequired[int]


class Score(TypedDict):
    """How the game stands, always in the same place of the page. `wins`: what it takes to win, a sentence for each way;
    `pull`: where there is one number for both sides."""

    name: str
    tallies: list[Tally]
    wins: list[str]
    rule: NotRequired[str]
    pull: NotRequired[Pull]


class Picture(TypedDict):
    """All that a viewer may know, as the page shows it. `decided`: public facts have decided the game, though it goes
    on; all are told so in the same words."""

    turn: str
    pieces: list[Piece]
    stores: list[Store]
    marks: list[Mark]
    tracks: list[Track]
    calendars: list[Calendar]
    tables: list[Table]
    sheets: list[Sheet]
    sequence: list[Stage]
    forces: list[Force]
    ending: NotRequired[Ending]
    overlays: NotRequired[list[Overlay]]
    routes: NotRequired[list[Route]]
    score: NotRequired[Score]
    decided: NotRequired[Ending]


class NextLesson(TypedDict):
    """The lesson that follows."""

    lesson: str
    title: str


class ShownRule(TypedDict):
    """Which example a practice board shows: of which rule, by which case, how; `own`: one plays on as one likes; `at`:
    where each page of the coach's words is on the board."""

    rule: str
    case: str
    kind: Literal["plays", "forbids", "describes"]
    own: bool
    at: NotRequired[list[list[str]]]


class Coach(TypedDict):
    """What the coach of a lesson says. `good`: praise for the step before; `pages`: what is explained, one after the
    other; `todo`: what to do then; `astray`: what to say of a move that is to be taken back; `do`: the choices (as in
    `Choice.do`), macros and moves between boxes (their actions with ; between them) and `look`: the places that are
    pointed at; `amounts`: how many, by choice; `carry`: so is the standing order for what is routine. In texts
    `[2P-21]` is a rule. `state`: "do" something, "wait" for the others, "astray", "failed" (the game ended before; a
    `whole` game was lost), "done". A practice board has an `example` instead of a lesson."""

    lesson: str
    title: str
    step: int
    steps: int
    good: str
    pages: list[str]
    todo: str
    astray: str
    state: Literal["do", "wait", "astray", "failed", "done"]
    do: list[str]
    look: list[str]
    carry: bool
    amounts: NotRequired[dict[str, int]]
    next: NotRequired[NextLesson]
    whole: NotRequired[bool]
    example: NotRequired[ShownRule]


# --- the prompt and what may be done --------------------------------------------------------------------------


class Probe(TypedDict):
    """How the page asks "why not here?": an action with `{space}` or `{piece}` in it. A click or a hover on a
    place that is not lit fills it in and asks the engine; in `space`, `{piece}` is the piece in hand."""

    space: NotRequired[str]
    piece: NotRequired[str]


class Prompt(TypedDict):
    """Who must do what, as a sentence. `sides` may act; `mine`: the viewer is one of them; `stays`: a piece that was
    taken up stays in hand while it can go on; `asks`: what kind of question it is, by what files call its step."""

    text: str
    sides: list[str]
    mine: bool
    asks: NotRequired[str]
    stays: NotRequired[bool]
    rule: NotRequired[str]
    probe: NotRequired[Probe]
    focus: NotRequired[list[str]]


class Amount(TypedDict):
    """The range of an amount; `do` of the choice holds `{n}` where the number goes, written `={n}`.

    `now`: the amount that stands; the page then sets each new one at once, without a button to say so; `start`: the
    amount that is offered first."""

    low: int
    high: int
    step: int
    now: NotRequired[int]
    start: NotRequired[int]


class Choice(TypedDict):
    """An action that may be sent now. `do` is its notation.

    `piece`: it is done by clicking that piece, or one of `also`, which are alike; `space`: by clicking that space;
    neither: a button; `aside`: it stands in the menu of the piece or space, a plain click does another. A choice with a
    piece or space also has a `label`, which is its accessible name and its name in menus. `ends`: why it cannot be
    taken
    back ("the die falls", "blocks are revealed"), null while it can; `retract`: it takes an earlier choice back.
    `cost`: shown on the target ("2", "loses 1"). `main`: the answer that the page offers first. `odds`: the engine can
    tell the odds of it.
    """

    do: str
    label: str
    piece: NotRequired[str]
    also: NotRequired[list[str]]
    space: NotRequired[str]
    cost: NotRequired[str]
    ends: NotRequired[str]
    retract: NotRequired[bool]
    aside: NotRequired[bool]
    main: NotRequired[bool]
    amount: NotRequired[Amount]
    odds: NotRequired[bool]
    rule: NotRequired[str]


class MacroLook(TypedDict):
    """Several actions under one name ("take all", "go there with all"); offered on a place or as a button. With a piece
    and a space: offered by dragging that piece there, or by clicking the one and then the other. `way`: the places that
    a piece goes through, with what it has cost by then, drawn while the place is pointed at. `aside`: it stands in the
    piece's menu, and is never done by a plain click, though it were all."""

    label: str
    do: list[str]
    piece: NotRequired[str]
    space: NotRequired[str]
    cost: NotRequired[str]
    way: NotRequired[list[Stop]]
    aside: NotRequired[bool]
    ends: NotRequired[str]
    odds: NotRequired[bool]


# --- the log --------------------------------------------------------------------------------------------------


class Motion(TypedDict):
    """Pieces that went from a place over others to one, for the animation; `gone`: they left play."""

    start: str
    end: str
    via: list[str]
    count: int
    side: NotRequired[str]
    gone: NotRequired[bool]


class Loss(TypedDict):
    """What was lost, by name; `text`: how much of it, or what became of it; `steps`: how many, where they add up."""

    name: str
    side: NotRequired[str]
    text: NotRequired[str]
    steps: NotRequired[int]
    face: NotRequired[str]


class Point(TypedDict):
    """Points that a side won (or lost, below 0), and for what."""

    side: str
    n: int
    text: NotRequired[str]
    rule: NotRequired[str]


class Round(TypedDict):
    """One part of a long fight: who attacks whom, the dice, what came of it."""

    title: str
    dice: list[Die]
    side: NotRequired[str]
    modifiers: NotRequired[list[Term]]
    total: NotRequired[str]
    result: NotRequired[str]
    losses: NotRequired[list[Loss]]


class Card(TypedDict):
    """The card of a die, a draw or a fight; its dice, sums, faces and points are those of its line.

    `title`: what it was thrown for; `modifiers`: what was added to the dice or to the column, each with its statement;
    `total`: what that came to; `result`: in words, where the line does not say it; `losses`: by name; `follows`: what
    comes of it next; `rounds`: the parts of a long fight; `blank`: it was drawn in secret, and the viewer sees a back.
    """

    title: str
    modifiers: NotRequired[list[Term]]
    total: NotRequired[str]
    result: NotRequired[str]
    losses: NotRequired[list[Loss]]
    follows: NotRequired[str]
    rounds: NotRequired[list[Round]]
    blank: NotRequired[bool]


class Struck(TypedDict):
    """What came of a die of a fight: the how-manieth of its throw it is, from 1, and what it did, in a word or two."""

    die: int
    result: str


class Words(TypedDict):
    """What a line of the log says. `mark` puts it on the replay bar, or makes it the heading of a phase; `stage`:
    the stage of the sequence of play that it begins; `shown`: pieces that it revealed, by face; `drawn`: how many the
    side drew from a pool or a deck; `points`: who won how many by it; `losses`: what was lost by it, where it has no
    card; `struck`: what came of one of the dice that the card before it shows; `effect`: the effect of the card, token
    or event that it names openly, beside which a page puts what its reader's copy says of it.

    Lines stand in entries: `march`: whose way it is a step of (steps of one way are one entry); `joins`: whether it
    belongs to the entry of the line before it, where the game knows better than `kernel.entries`."""

    kind: str
    text: str
    side: NotRequired[str]
    rule: NotRequired[str]
    spaces: NotRequired[list[str]]
    motions: NotRequired[list[Motion]]
    dice: NotRequired[list[Die]]
    sums: NotRequired[list[Sum]]
    shown: NotRequired[list[Shown]]
    drawn: NotRequired[int]
    points: NotRequired[list[Point]]
    losses: NotRequired[list[Loss]]
    struck: NotRequired[Struck]
    card: NotRequired[Card]
    effect: NotRequired[str]
    mark: NotRequired[Literal["turn", "phase", "battle", "loss", "end"]]
    stage: NotRequired[str]
    march: NotRequired[str]
    joins: NotRequired[bool]
    private: NotRequired[bool]


class Line(Words):
    """An event in the game's words. `turn`: what the page calls the moment from this line on, where one step can reach
    into several."""

    turn: NotRequired[str]


class Shown(TypedDict):
    """A face that an event revealed, and where."""

    face: str
    name: str
    side: str
    space: str
