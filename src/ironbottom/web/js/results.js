// @ts-check
/** What came of the fights of this turn: it stays marked on the board where they were. */

import { entriesOf } from './entries.js';
import { fought } from './looking.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').LogLine} Line */

/**
 * What came of fights, by place, the last one first: those of the turn that is shown, and until one has acted in it
 * oneself those of the turn before.
 * @param {Game} game @returns {Map<string, string[]>}
 */
export function resultsOf(game) {
  const upto = game.replaying.on ? game.replaying.at : Infinity;
  const lines = game.told.filter((line) => line.n <= upto);
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const last = lines[lines.length - 1];
  if (!last) return found;
  const acted = lines.some((line) => line.turn === last.turn && line.side === game.seat && !line.mark);
  const before = acted ? undefined : lines.findLast((line) => line.turn !== last.turn)?.turn;
  const recent = lines.filter((line) => !line.draft && (line.turn === last.turn || line.turn === before));
  for (const entry of entriesOf(recent).reverse()) {
    const places = new Set(entry.lines.filter(fought).flatMap((line) => line.spaces ?? []));
    const cards = entry.lines.flatMap((line) => (line.card?.result && !line.card.blank ? [line.card.result] : []));
    const text = cards[cards.length - 1] ?? entry.text;
    for (const place of places) found.set(place, [...(found.get(place) ?? []), text]);
  }
  return found;
}
