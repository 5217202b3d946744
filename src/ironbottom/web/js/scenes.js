// @ts-check
/** The positions of a story: fetched some at a time, and what lies between two of them. */

import { get } from './net.js';
import { applied } from './delta.js';
import { motionsOf } from './entries.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./types.js').Piece} Piece */

/** So many are asked for at once. */
const CHUNK = 24;

export class Scenes {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** By the number of the line. @type {Map<number, Picture>} */
  known = new Map();

  forget() {
    this.known.clear();
  }

  /** The picture after line `n`; those after `next` are fetched with it. @param {number} n @param {number[]} [next] @returns {Promise<Picture>} */
  async at(n, next = []) {
    const there = this.known.get(n);
    if (there) return there;
    const wanted = [n, ...next.filter((one) => one > n && !this.known.has(one))].slice(0, CHUNK);
    /** @type {{n: number, change: any[]|null}[]} */
    const told = await get(this.game.url({ at: wanted.join(',') }, '/story'));
    /** @type {any} */
    let last = null;
    for (const scene of told) {
      last = applied(scene.change, last);
      this.known.set(scene.n, last);
    }
    const found = this.known.get(n);
    if (!found) throw new Error('no such position');
    return found;
  }
}

/**
 * What is on the board when an entry has happened of several that the server tells at once: the pieces that it moved
 * stand where they go, all else is as before.
 * @param {Picture} before
 * @param {Picture} after
 * @param {Entry[]} entries
 * @returns {Picture}
 */
export function between(before, after, entries) {
  let pieces = before.pieces;
  const carried = (/** @type {Piece[]} */ all) => {
    const places = new Map(all.map((piece) => [piece.id, piece.place]));
    return (/** @type {Piece} */ piece) => {
      let at = piece.place;
      for (let i = 0; i < 8 && places.has(at); i += 1) at = /** @type {string} */ (places.get(at));
      return at;
    };
  };
  const goal = carried(after.pieces);
  for (const motion of entries.flatMap(motionsOf)) {
    const where = carried(pieces);
    const mine = (/** @type {Piece} */ piece) => !motion.side || piece.side === motion.side;
    const kept = new Map(after.pieces.map((piece) => [piece.id, piece]));
    if (motion.gone) {
      const gone = pieces.filter((piece) => mine(piece) && where(piece) === motion.start && !(kept.has(piece.id) && goal(/** @type {Piece} */ (kept.get(piece.id))) === motion.start)).slice(0, motion.count);
      pieces = pieces.filter((piece) => !gone.includes(piece));
      continue;
    }
    const known = new Map(pieces.map((piece) => [piece.id, piece]));
    const came = after.pieces.filter((piece) => {
      const was = known.get(piece.id);
      return mine(piece) && goal(piece) === motion.end && (!was || where(was) !== motion.end);
    }).slice(0, motion.count);
    const ids = new Set(came.map((piece) => piece.id));
    const nameless = came.filter((piece) => !known.has(piece.id)).length;
    // a back that comes somewhere is one that left elsewhere: its id is that of a place
    const left = new Set(pieces.filter((piece) => mine(piece) && where(piece) === motion.start && !kept.has(piece.id)).slice(0, nameless));
    pieces = [...pieces.filter((piece) => !ids.has(piece.id) && !left.has(piece)), ...came];
  }
  const told = entries.flatMap((entry) => entry.lines);
  const [last] = told.slice(-1);
  const stage = told.findLast((line) => line.stage)?.stage;
  const sequence = stage ? begun(before, after, stage) : before.sequence;
  const turn = last?.mark === 'turn' || stage ? last.turn : before.turn;
  return pieces === before.pieces && sequence === before.sequence && turn === before.turn ? before : { ...before, pieces, sequence, turn };
}

/** The sequence of play where a stage begins that neither position stands in. @param {Picture} before @param {Picture} after @param {string} id */
function begun(before, after, id) {
  const bar = [before, after].map((picture) => picture.sequence).find((stages) => stages.some((stage) => stage.id === id)) ?? before.sequence;
  const now = bar.findIndex((stage) => stage.id === id);
  /** @type {typeof bar} */
  const all = bar.map((stage, i) => ({ ...stage, state: i === now ? 'now' : i > now ? 'next' : stage.state === 'skipped' ? 'skipped' : 'done' }));
  return now < 0 ? bar : all;
}
