// @ts-check
/** What the workshop talks of; the plan of a board is declared in `kernel/workshop.py`. */

/** @typedef {(string|number)[]} Keys the way to a datum: keys of tables, numbers of items and letters from 0 */
/** @typedef {{keys: Keys, value: any}} Edit what a datum becomes; undefined: it is taken away */
/**
 * @typedef {{k: string, says: string, low?: number, high?: number, unit?: string, longest?: number, form?: string,
 *   example?: string, value?: any, names?: string[], what?: string, to?: string[], also?: string[], length?: number,
 *   letters?: Record<string, string>, of?: any, least?: number, most?: number, different?: boolean, rising?: boolean,
 *   fields?: Record<string, number>, optional?: string[], part?: string, row?: number, keys?: number, grows?: string}} Kind
 */
/** @typedef {{points?: number[][], r?: number, rect?: number[]}} Outline */
/**
 * @typedef {{id: string, kind: string, name: string, at: number[], data: Keys[], shape?: Outline, like?: string,
 *   line?: number[][], paint?: Record<string, Keys>, ends?: string[], face?: string, side?: string}} Thing
 * @typedef {{way: 'pairs'|'rows'|'mutual'|'courses'|'both', keys: Keys, key?: string, value?: Record<string, any>, ends?: string, field?: string}} Joining
 * @typedef {{id: string, name: string, group: string, colour: string, layer?: string, value?: any,
 *   also?: Record<string, any>, joins?: Joining, parts?: boolean, fresh?: string,
 *   lays?: {keys: Keys, kind: string, field: string, called: string}}} Brush
 * @typedef {{id: string, name: string, face: string, side: string, keys?: Keys}} Stock
 * @typedef {{space: string, fields?: Record<string, any>, also?: Record<string, any>, list?: Keys, counts?: Record<string, Keys>,
 *   among?: {keys: Keys, value: string}, stock?: string, numbered?: {types: string[], counts: Keys, lines: Keys, place: string},
 *   side?: string, closed?: boolean}} Holder
 * @typedef {{width: number, height: number, view: number[], piece: number, sides: {id: string, name: string, style: string}[],
 *   outlines: Record<string, number[][]>, things: Thing[], brushes: Brush[], stock: Stock[], holders: Holder[]}} Plan
 */
/**
 * @typedef {{game: string, title: string, schema: {kinds: Kind[], tables: Record<string, number>}, additions: boolean,
 *   data: any, names: Record<string, string>, words: [Keys, string][], tags: Record<string, string>, parts: Record<string, string>,
 *   scenarios: {id: string, name: string, own: boolean}[], rules: {id: string, chapter: string, book: string, text: string}[],
 *   cards: {keys: string[], effects: string[]}|null}} Begun
 */
/** @typedef {{keys: Keys, was: any, is: any}} Change a datum that differs; undefined: it is not there */
/** @typedef {{text: string, keys: Keys}} Fault */

export {};
