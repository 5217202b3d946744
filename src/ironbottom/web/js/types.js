// @ts-check
// Written by tools/shapes.py from kernel/view.py and kernel/message.py: change those.
/**
 * @typedef {{id: string, name: string, style: 'us'|'jp'|'none'}} SideLook
 * @typedef {{to: string, kind: string}} Link
 * @typedef {{points?: number[][], r?: number, rect?: number[]}} Shape
 * @typedef {{id: string, name: string, kind: 'area'|'hex'|'box'|'cell', x: number, y: number, shape: Shape,
 *   row?: number, column?: number, arrange?: 'row'|'cluster'|'pile'|'ring', label?: number[], facts?: string[],
 *   links?: Link[]}} Space
 * @typedef {{width: number, height: number, view: number[], piece: number, sides: SideLook[], spaces: Space[],
 *   ruler?: string, names?: number[][]}} Board
 * @typedef {{text: string, spaces: string[], stop?: string, rule?: string}} Measure
 * @typedef {{now: number, of: number}} Steps
 * @typedef {{id: string, place: string, side: string, face: string, name: string, up?: boolean, lying?: boolean,
 *   values?: Record<string, string|number>, steps?: Steps, state?: 'ready'|'moved'|'done'|'must', picked?: boolean,
 *   faded?: boolean, stowed?: boolean, badges?: string[], note?: string, at?: number[], wide?: number,
 *   marker?: 'whole'|'part'}} Piece
 * @typedef {{place: string, kind: string, name: string, amount: number|null, side?: string, short?: string}} Store
 * @typedef {{space: string,
 *   kind: 'control'|'business'|'damage'|'destroyed'|'danger'|'sighted'|'fight'|'work'|'built'|'remembered',
 *   text: string, short?: string, side?: string, at?: number[]}} Mark
 * @typedef {{at: number, name: string, side?: string}} Marker
 * @typedef {{id: string, name: string, cells: string[], markers: Marker[], notes?: string[], place?: string,
 *   spaces?: string[], rule?: string}} Track
 * @typedef {{id: string, name: string, entries: CalendarEntry[]}} Calendar
 * @typedef {{when: string, text: string, side?: string, now?: boolean, effect?: string}} CalendarEntry
 * @typedef {{id: string, name: string, columns: string[], rows: string[][], row?: number, column?: number,
 *   dark?: number[], pieces?: string[], rule?: string, note?: string}} Table
 * @typedef {{text: string, value: string, rule?: string, side?: string}} Term
 * @typedef {{name: string, side?: string, terms: Term[], total: string, dice?: Die[]}} Sum
 * @typedef {{text: string, p: number, good?: string, came?: boolean}} Outcome
 * @typedef {{title: string, sums: Sum[], results: Outcome[], error: number, notes: string[], table?: Table,
 *   rule?: string}} Odds
 * @typedef {{id: string, face: string, name: string, text?: string, to: Record<string, string[]>}} Item
 * @typedef {{id: string, name: string, items: Item[], note?: string, side?: string}} Bin
 * @typedef {{id: string, name: string, value: string, choices: string[], note?: string, effect?: string,
 *   space?: string, spaces?: string[], pieces?: string[]}} Field
 * @typedef {{id: string, kind: 'battle'|'loading'|'purchase'|'plot'|'placing'|'decision', title: string,
 *   fields: Field[], rule?: string, totals?: Term[], sums?: Sum[], blocks?: string[], odds?: Odds, dice?: Die[],
 *   tables?: Table[], bins?: Bin[]}} Sheet
 * @typedef {{value: number, text: string, side?: string, hit?: boolean, slot?: string, result?: string}} Die
 * @typedef {{id: string, name: string, state: 'done'|'skipped'|'now'|'next', group?: string, side?: string,
 *   rule?: string}} Stage
 * @typedef {{side: string, group: string, text: string, count: number|null, face?: string}} Force
 * @typedef {{winners: string[], text: string, rule?: string}} Ending
 * @typedef {{spaces: string[], text?: string, side?: string}} Shade
 * @typedef {{id: string, name: string, shades: Shade[], far?: boolean}} Overlay
 * @typedef {{space: string, text: string}} Stop
 * @typedef {{id: string, side: string, stops: Stop[], past?: boolean, piece?: string, tag?: string,
 *   arrow?: boolean}} Route
 * @typedef {{side: string, value: number, goal?: number, text?: string}} Tally
 * @typedef {{value: number, sides: string[], turns: string[], goal?: number}} Pull
 * @typedef {{name: string, tallies: Tally[], wins: string[], rule?: string, pull?: Pull}} Score
 * @typedef {{turn: string, pieces: Piece[], stores: Store[], marks: Mark[], tracks: Track[], calendars: Calendar[],
 *   tables: Table[], sheets: Sheet[], sequence: Stage[], forces: Force[], ending?: Ending, overlays?: Overlay[],
 *   routes?: Route[], score?: Score, decided?: Ending}} Picture
 * @typedef {{lesson: string, title: string}} NextLesson
 * @typedef {{rule: string, case: string, kind: 'plays'|'forbids'|'describes', own: boolean,
 *   at?: string[][]}} ShownRule
 * @typedef {{lesson: string, title: string, step: number, steps: number, good: string, pages: string[],
 *   todo: string, astray: string, state: 'do'|'wait'|'astray'|'failed'|'done', do: string[], look: string[],
 *   carry: boolean, amounts?: Record<string, number>, next?: NextLesson, whole?: boolean,
 *   example?: ShownRule}} Coach
 * @typedef {{space?: string, piece?: string}} Probe
 * @typedef {{text: string, sides: string[], mine: boolean, asks?: string, stays?: boolean, rule?: string,
 *   probe?: Probe, focus?: string[]}} Prompt
 * @typedef {{low: number, high: number, step: number, now?: number, start?: number}} Amount
 * @typedef {{do: string, label: string, piece?: string, also?: string[], space?: string, cost?: string,
 *   ends?: string, retract?: boolean, aside?: boolean, main?: boolean, amount?: Amount, odds?: boolean,
 *   rule?: string}} Choice
 * @typedef {{label: string, do: string[], piece?: string, space?: string, cost?: string, way?: Stop[],
 *   aside?: boolean, ends?: string, odds?: boolean}} MacroLook
 * @typedef {{start: string, end: string, via: string[], count: number, side?: string, gone?: boolean}} Motion
 * @typedef {{name: string, side?: string, text?: string, steps?: number, face?: string}} Loss
 * @typedef {{side: string, n: number, text?: string, rule?: string}} Point
 * @typedef {{title: string, dice: Die[], side?: string, modifiers?: Term[], total?: string, result?: string,
 *   losses?: Loss[]}} Round
 * @typedef {{title: string, modifiers?: Term[], total?: string, result?: string, losses?: Loss[], follows?: string,
 *   rounds?: Round[], blank?: boolean}} Card
 * @typedef {{die: number, result: string}} Struck
 * @typedef {{kind: string, text: string, side?: string, rule?: string, spaces?: string[], motions?: Motion[],
 *   dice?: Die[], sums?: Sum[], shown?: Shown[], drawn?: number, points?: Point[], losses?: Loss[], struck?: Struck,
 *   card?: Card, effect?: string, mark?: 'turn'|'phase'|'battle'|'loss'|'end', stage?: string, march?: string,
 *   joins?: boolean, private?: boolean}} Words
 * @typedef {{kind: string, text: string, side?: string, rule?: string, spaces?: string[], motions?: Motion[],
 *   dice?: Die[], sums?: Sum[], shown?: Shown[], drawn?: number, points?: Point[], losses?: Loss[], struck?: Struck,
 *   card?: Card, effect?: string, mark?: 'turn'|'phase'|'battle'|'loss'|'end', stage?: string, march?: string,
 *   joins?: boolean, private?: boolean, turn?: string}} Line
 * @typedef {{face: string, name: string, side: string, space: string}} Shown
 * @typedef {{side: string, name: string, kind: 'human'|'bot', you: boolean, taken: boolean,
 *   ready?: boolean}} SeatInfo
 * @typedef {{kind: string, text: string, side?: string, rule?: string, spaces?: string[], motions?: Motion[],
 *   dice?: Die[], sums?: Sum[], shown?: Shown[], drawn?: number, points?: Point[], losses?: Loss[], struck?: Struck,
 *   card?: Card, effect?: string, mark?: 'turn'|'phase'|'battle'|'loss'|'end', stage?: string, march?: string,
 *   joins?: boolean, private?: boolean, n: number, of: number, whole?: string, turn: string, time: string,
 *   draft?: boolean}} LogLine
 * @typedef {{length: number, redo: number, more?: boolean}} DraftInfo
 * @typedef {{by: string, kind: 'draw'|'takeback'|'end'|'resign'|'rematch', same?: boolean,
 *   undoes?: string}} OfferInfo
 * @typedef {{n: number, by: string, text: string, time: string, muted?: boolean}} ChatLine
 * @typedef {{days: number, bank?: number, add?: number, left?: Record<string, number>,
 *   deadline: Record<string, string>, away?: Record<string, string>}} ClockInfo
 * @typedef {{step: string, do: string, text: string}} OrderInfo
 * @typedef {{step: string, default: string, text?: string, staff?: string}} Reaction
 * @typedef {{winners: string[], text: string, seed?: string, seed_hash?: string}} Over
 * @typedef {{text: string, rule: string|null}} Stopped
 * @typedef {{name: string}} Gone
 * @typedef {{seat: string, what: 'number'|'commitment'|'shown'}} Wanted
 * @typedef {{seed_hash: string, key: string|null, by: string, commitment: string, numbers: Record<string, string>,
 *   tries: number, wanted: Wanted|null}} Dice
 * @typedef {{rev: number, id: string, game: string, scenario: string, title: string, options: Record<string, any>,
 *   mode: string, seat: string, seats: SeatInfo[], n: number, sure: number, moves: number, picture: Picture,
 *   prompt: Prompt, choices: Choice[], macros: MacroLook[], lines: LogLine[], draft: DraftInfo, offers: OfferInfo[],
 *   clock: ClockInfo|null, chat: ChatLine[], said: number, notes: Record<string, string>, orders: OrderInfo[],
 *   reaction: Reaction|null, over: Over|null, dice: Dice|null, curtain: string|null, thinking: string[],
 *   waiting: string[], hints: boolean, rated?: boolean, takeback?: boolean, rematch: string|null, report: boolean,
 *   coach?: Coach, notice?: string, stopped?: Stopped, at?: number, maker?: string[], tournament?: string,
 *   counts?: boolean, watched?: boolean, made?: boolean, copy?: string, drawn?: string,
 *   asked?: Record<string, string>, sat?: Gone[]}} Message
 * @typedef {{rev: number, stopped?: Stopped, id?: string|null}} Receipt
 * @typedef {{type: 'message', seat: string, rev: number, since: number, change: any[]|null, lines: LogLine[],
 *   chat: ChatLine[], thinking: string[], own?: boolean}} Frame
 * @typedef {{n: number, turn: string, mark: string, text: string}} ReplayMark
 * @typedef {{text: string, n: number}} Act
 * @typedef {{plan: string, do: string[], acts: Act[], score: number|null, risk?: number, hope?: number,
 *   error?: number}} Considered
 * @typedef {{do: string[], text: string, considered: Considered[], chance?: Record<string, number>}} Hint
 * @typedef {{id: string, names: string[], asked?: string[], text: string}} Entry
 * @typedef {{title: string, text: string, faces: string[], spaces: string[]}} Panel
 * @typedef {{words: Entry[], see: Record<string, string>, goals: string[], wins: Record<string, Panel[]>,
 *   asks: Record<string, string>, cited: Record<string, string>}} Guide
 * @typedef {{text: string}} Warned
 * @typedef {{do: string[], plan: string, steps: string[], why: string, good: string[]}} Advised
 * @typedef {{value: any, text: string}} OptionChoice
 * @typedef {{id: string, scenarios: string[], name: string, text: string, rule: string|null, default: any,
 *   choices: OptionChoice[], excludes: string[], main?: boolean}} GameOption
 * @typedef {{id: string, name: string, text: string, sides: string[], minutes?: number, rule?: string,
 *   former?: boolean}} ScenarioInfo
 * @typedef {{id: string, name: string}} SideInfo
 * @typedef {{id: string, name: string}} StyleInfo
 * @typedef {{id: string, name: string, text: string, first: boolean, styles: StyleInfo[]}} BotInfo
 * @typedef {{id: string, scenario: string, side: string, title: string, text: string, minutes: number}} LessonInfo
 * @typedef {{text: string, url: string}} ToPrint
 * @typedef {{slug: string, title: string, ready: boolean, credit: string, print: ToPrint|null, workshop: boolean,
 *   scenarios: ScenarioInfo[], sides: SideInfo[], options: GameOption[], bots: BotInfo[],
 *   lessons: LessonInfo[]}} GameInfo
 * @typedef {{name: string, you: boolean}} SatInfo
 * @typedef {{clock: Record<string, number>|null, live: boolean, rated: boolean, tournament: string, begun: boolean,
 *   aborted: boolean}} MatchInfo
 * @typedef {{id: string, game: string, scenario: string, title: string, mode: string, seats: SeatInfo[],
 *   turn: string, yours: boolean, waiting: string[], over: Over|null, updated: string, number: number,
 *   leaving?: boolean, missing?: string|null, asked?: string|null, sat?: SatInfo[], match?: MatchInfo|null,
 *   due?: string|null, made?: boolean}} TableInfo
 * @typedef {{keys: string[], label: string, now: string|null, was: string|null, part: string}} DifferenceInfo
 * @typedef {{id: string, kind: 'own'|'printed'|'house'|'shipped', game: string, name: string, why: string,
 *   version: number, updated: string|null, first: boolean, proposed: string, current: boolean, differs: number,
 *   same: number, faults: number, worded: number}} CopyInfo
 * @typedef {{id: string, kind: 'own'|'printed'|'house'|'shipped', game: string, name: string, why: string,
 *   version: number, updated: string|null, first: boolean, proposed: string, current: boolean, differs: number,
 *   same: number, faults: number, worded: number, overlay: Record<string, any>, agrees: Record<string, any>,
 *   lines: string[], differences: DifferenceInfo[], words: Record<string, string>}} CopyWhole
 * @typedef {{id: string, label: string, part: string, total: number, same: number, corrected: number, open: number,
 *   shift: number|null, error: number|null, changed: number|null}} UnknownGroup
 * @typedef {{total: number, same: number, corrected: number, open: number, groups: UnknownGroup[]}} Unknown
 * @typedef {{keys: string[], label: string, value: string, says: string, source: string,
 *   state: 'open'|'same'|'corrected', now: string|null}} UnknownDatum
 * @typedef {{name: string, differs: number, differences: DifferenceInfo[]}} CopyTold
 * @typedef {{at: number, name: string}} TurnPart
 * @typedef {{id: string, chapter: string, book: string, cited: string, text: string, turn: TurnPart|null,
 *   example: 'plays'|'forbids'|'describes'|null}} Rule
 */
export {};
