// @ts-check
/** My next game: of those that wait for me the one that has waited longest. */

import { settleDice } from '../dice.js';
import { h } from '../dom.js';
import { loadMore, t } from '../i18n.js';
import { get, Live } from '../net.js';
import { notify } from '../signs.js';
import { sound } from '../sound.js';
import { go } from '../wire.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */

/** In this tab: a live game may come up at any moment. */
const AWAITED = 'ironbottom.awaited';

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
    expect(false);
    void settleDice(live.id).catch(() => null).then(() => go(`/t/${live.id}`));
    return [];
  }
  return fresh;
}

/** Whether a live game of mine may come up at any moment, for the other pages of this tab. @param {boolean} soon */
export function expect(soon) {
  try {
    if (soon) sessionStorage.setItem(AWAITED, 'yes');
    else sessionStorage.removeItem(AWAITED);
  } catch {
    // a browser that keeps nothing tells it in the lobby alone
  }
}

function awaited() {
  try {
    return sessionStorage.getItem(AWAITED) !== null;
  } catch {
    return false;
  }
}

/**
 * Where a live game may come up, the page of another table looks out for it: its clocks run while I look elsewhere.
 * @param {import('../game.js').Game} game @returns {() => void} to look no more
 */
export function lookOut(game) {
  if (game.closed || !awaited()) return () => {};
  const look = async () => {
    /** @type {TableInfo[]} */
    const tables = await get('/api/tables').catch(() => []);
    const found = tables.find((table) => table.match?.live && !table.match.begun && !table.over && table.id !== game.id);
    if (!found || live.closed) return;
    live.close();
    await loadMore('club').catch(() => null);
    const name = found.seats.find((seat) => !seat.you)?.name ?? '';
    game.notices.show('awaits', h('span', null, t('club.awaits', { name, title: found.title }), ' ', found.match?.tournament ? [t('club.awaits-limit'), ' '] : null, h('a', { class: 'button primary small-button', href: `/t/${found.id}` }, t('club.go'))));
    sound('turn');
    notify(found.title);
  };
  const live = new Live(() => '/api/live', () => void look(), () => {});
  void look();
  return () => live.close();
}
