// @ts-check
/** My next game: of those that wait for me the one that has waited longest. */

import { settleDice } from '../dice.js';
import { get } from '../net.js';
import { go } from '../wire.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */

/** @param {TableInfo[]} tables @param {string} [but] the table that I am at */
export function nextOf(tables, but = '') {
  return tables.filter((table) => table.yours && !table.over && table.mode !== 'analysis' && table.id !== but).sort((a, b) => a.updated.localeCompare(b.updated))[0] ?? null;
}

/** Go there; where none waits, to the list. @param {string} [but] */
export async function nextTable(but = '') {
  const next = nextOf(await get('/api/tables'), but);
  go(next ? `/t/${next.id}` : '/');
}

/**
 * See to games that have come of a challenge or a tournament: this page gives what their dice are made of, and a live game
 * that has just come up is opened. The result: what has come up and is not live.
 * @param {TableInfo[]} tables @param {Set<string>} known the tables that were there before
 */
export function greet(tables, known) {
  const fresh = tables.filter((table) => table.match && !table.over && !known.has(table.id));
  for (const table of tables) {
    known.add(table.id);
    if (table.match && !table.match.begun && !table.over && table.yours) void settleDice(table.id).catch(() => null);
  }
  const live = fresh.find((table) => table.match?.live);
  if (live) {
    void settleDice(live.id).catch(() => null).then(() => go(`/t/${live.id}`));
    return [];
  }
  return fresh;
}
