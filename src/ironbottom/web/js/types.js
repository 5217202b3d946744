// @ts-check
/**
 * The shapes of messages, as `ironbottom/kernel/view.py` and `docs/protocol.md` declare them.
 *
 * @typedef {{id: string, name: string, style: 'us'|'jp'|'none'}} SideLook
 * @typedef {{to: string, kind: string}} Link
 * @typedef {{points?: number[][], r?: number, rect?: number[]}} Shape
 * @typedef {{id: string, name: string, kind: string, x: number, y: number, shape: Shape, row?: number, column?: number,
 *   arrange?: 'row'|'cluster'|'pile'|'ring', label?: number[], facts?: string[], links?: Link[]}} Space
 * @typedef {{width: number, height: number, view: number[], piece: number, sides: SideLook[], spaces: Space[], ruler?: string}} Board
 * @typedef {{text: string, spaces: string[], stop?: string, rule?: string}} Measure
 * @typedef {{name: string, value: number, sides: string[], turns: string[], goal?: number, rule?: string}} Score
 *
 * @typedef {{id: string, place: string, side: string, face: string, name: string, up?: boolean, lying?: boolean,
 *   values?: Record<string, string|number>, steps?: {now: number, of: number}, state?: 'ready'|'moved'|'done'|'must',
 *   picked?: boolean, faded?: boolean, stowed?: boolean, badges?: string[], note?: string, at?: number[]}} Piece
 * @typedef {{place: string, kind: string, name: string, amount: number|null, side?: string, short?: string}} Store
 * @typedef {{space: string, kind: string, text: string, side?: string, at?: number[]}} Mark
 * @typedef {{at: number, name: string, side?: string}} Marker
 * @typedef {{id: string, name: string, cells: string[], markers: Marker[], notes?: string[], place?: string, spaces?: string[], rule?: string}} Track
 * @typedef {{when: string, text: string, side?: string, now?: boolean}} CalendarEntry
 * @typedef {{id: string, name: string, entries: CalendarEntry[]}} Calendar
 * @typedef {{id: string, name: string, columns: string[], rows: string[][], row?: number, column?: number,
 *   dark?: number[], pieces?: string[], rule?: string}} Table
 * @typedef {{text: string, value: string, rule?: string, side?: string}} Term
 * @typedef {{name: string, side?: string, terms: Term[], total: string, dice?: Die[]}} Sum
 * @typedef {{text: string, p: number, good?: string, came?: boolean}} Outcome
 * @typedef {{title: string, sums: Sum[], results: Outcome[], error: number, notes: string[], table?: Table, rule?: string}} Odds
 * @typedef {{id: string, name: string, value: string, choices: string[], note?: string, space?: string, spaces?: string[], pieces?: string[]}} Field
 * @typedef {{id: string, face: string, name: string, text?: string, to: Record<string, string[]>}} Item
 * @typedef {{id: string, name: string, items: Item[], note?: string, side?: string}} Bin
 * @typedef {{value: number, text: string, side?: string, hit?: boolean, slot?: string, result?: string}} Die
 * @typedef {{id: string, kind: string, title: string, fields: Field[], rule?: string, totals?: Term[], sums?: Sum[], blocks?: string[], odds?: Odds, dice?: Die[],
 *   tables?: Table[], bins?: Bin[]}} Sheet
 * @typedef {{id: string, name: string, state: 'done'|'skipped'|'now'|'next', group?: string, side?: string, rule?: string}} Stage
 * @typedef {{side: string, group: string, text: string, count: number|null, face?: string}} Force
 * @typedef {{winners: string[], text: string, rule?: string}} Ending
 * @typedef {{spaces: string[], text?: string, side?: string}} Shade
 * @typedef {{id: string, name: string, shades: Shade[], far?: boolean}} Overlay
 * @typedef {{id: string, side: string, stops: {space: string, text: string}[], past?: boolean, piece?: string, arrow?: boolean}} Route
 * @typedef {{turn: string, pieces: Piece[], stores: Store[], marks: Mark[], tracks: Track[], calendars: Calendar[], tables: Table[],
 *   sheets: Sheet[], sequence: Stage[], forces: Force[], ending?: Ending, overlays?: Overlay[], routes?: Route[], score?: Score}} Picture
 *
 * @typedef {{text: string, sides: string[], mine: boolean, stays?: boolean, rule?: string, probe?: {space?: string, piece?: string}, focus?: string[]}} Prompt
 * @typedef {{do: string, label: string, piece?: string, also?: string[], space?: string, cost?: string, ends?: string|null, retract?: boolean, aside?: boolean, main?: boolean,
 *   amount?: {low: number, high: number, step: number, now?: number, start?: number}, odds?: boolean, rule?: string}} Choice
 * @typedef {{label: string, do: string[], piece?: string, space?: string, cost?: string, way?: {space: string, text: string}[], ends?: string|null, odds?: boolean}} Macro
 *
 * @typedef {{start: string, end: string, via: string[], count: number, side?: string, gone?: boolean}} Motion
 * @typedef {{face: string, name: string, side: string, space: string}} Shown
 * @typedef {{n: number, turn: string, time: string, kind: string, text: string, side?: string, rule?: string, spaces?: string[], motions?: Motion[],
 *   dice?: Die[], sums?: Sum[], shown?: Shown[], drawn?: number, score?: number, mark?: 'turn'|'battle'|'loss'|'end', private?: boolean, draft?: boolean}} Line
 *
 * @typedef {{lesson: string, title: string, step: number, steps: number, good: string, pages: string[], todo: string, astray: string,
 *   state: 'do'|'wait'|'astray'|'failed'|'done', do: string[], look: string[], next?: {lesson: string, title: string}}} Coach
 * @typedef {{id: string, scenario: string, title: string, text: string, minutes: number}} LessonInfo
 *
 * @typedef {{side: string, name: string, kind: 'human'|'bot', you: boolean, ready?: boolean, taken?: boolean}} Seat
 * @typedef {{by: string, kind: string}} Offer
 * @typedef {{n: number, by: string, text: string, time: string}} Chat
 * @typedef {{id: string, game: string, scenario: string, title: string, options: Record<string, any>, seat: string, seats: Seat[], n: number,
 *   moves: number, coach?: Coach, picture: Picture|null, prompt: Prompt, choices: Choice[], macros: Macro[], lines: Line[],
 *   draft: {length: number, redo: number}, offers: Offer[], clock: null|{deadline: Record<string, string>}, chat: Chat[], said: number,
 *   notes: Record<string, string>, orders: {step: string, do: string}[], over: null|{winners: string[], text: string, seed?: string, seed_hash?: string}, curtain: string|null,
 *   thinking: string[], sure?: number, mode?: string, waiting?: string[], hints?: boolean, rematch?: string|null, report?: boolean, notice?: string|null,
 *   reaction?: null|{step: string, default: string}, stopped?: null|{text: string, rule: string|null}}} Message
 *
 * @typedef {{do: string[], text: string, considered: {plan: string, do: string[], score: number|null}[]}} Hint
 * @typedef {{value: any, text: string}} OptionChoice
 * @typedef {{id: string, scenarios: string[], name: string, text: string, rule: string|null, default: any, choices: OptionChoice[], excludes: any, main?: boolean}} GameOption
 * @typedef {{id: string, name: string, text: string, sides: string[]}} Scenario
 * @typedef {{slug: string, title: string, ready: boolean, credit: string, scenarios: Scenario[], sides: {id: string, name: string}[],
 *   options: GameOption[], bots: {id: string, name: string, text: string, first: boolean}[], lessons: LessonInfo[]}} GameInfo
 * @typedef {{id: string, game: string, scenario: string, title: string, mode: string, seats: Seat[], turn: string, yours: boolean, waiting: string[],
 *   over: null|{winners: string[], text: string}, updated: string, number: number, leaving?: boolean, missing?: string|null}} TableInfo
 * @typedef {{id: string, chapter: string, book: string, text: string}} Rule
 * @typedef {{n: number, turn: string, mark: string, text: string}} ReplayMark
 */
export {};
