// @ts-check
/** My next game: of those that wait for me the one that has waited longest. */

import { toast } from '../dialog.js';
import { settleDice } from '../dice.js';
import { h } from '../dom.js';
import { loadMore, t } from '../i18n.js';
import { get, Live, Refusal } from '../net.js';
import { notify } from '../signs.js';
import { sound } from '../sound.js';
import { go } from '../wire.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */

/** @typedef {{type: string, by?: string, title?: string, table?: string, tournament?: any, won?: boolean|null, name?: string, what?: string}} Told */

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

/**
 * What a page at a table is told that is not about it: somebody challenges me, declines, a live game of mine can begin,
 * one that was to begin is over, or the owner of the server has removed something of mine.
 * @param {import('../game.js').Game} game @param {Told} data
 */
export async function tellAtTable(game, data) {
  const gone = (data.type === 'forfeit' || data.type === 'removed') && data.table === game.id;
  if (gone) game.leaving(); // nothing is asked of a table that is gone
  await loadMore('club').catch(() => null);
  const { notices } = game;
  if (gone && data.type === 'removed') {
    game.close();
    game.host.replaceChildren(h('main', { class: 'plain-page', role: 'status' }, h('h1', null, t('club.removed-title')), h('p', null, removed(data)), h('a', { class: 'button primary', href: '/' }, t('error.home'))));
  } else if (gone) {
    game.close();
    game.host.replaceChildren(h('main', { class: 'plain-page', role: 'status' }, h('h1', null, t('club.forfeit-title')), h('p', null, forfeited(data)), h('a', { class: 'button primary', href: `/tournament/${data.tournament}` }, t('table.tournament'))));
  } else if (data.type === 'forfeit') {
    notices.show('awaits', null);
    notices.show('forfeit', h('span', null, forfeited(data), ' ', h('a', { class: 'button primary small-button', href: `/tournament/${data.tournament}` }, t('table.tournament'))));
  } else if (data.type === 'removed') notices.show('removed', h('span', null, removed(data)));
  else if (data.type === 'declined') notices.show('declined', h('span', null, t('club.declined', { name: data.by, title: data.title })));
  else if (data.type === 'challenged') notices.show('challenged', h('span', null, t('home.challenged', { name: data.by, title: data.title }), ' ', h('a', { class: 'button primary small-button', href: '/lobby' }, t('home.lobby'))));
  else if (data.table !== game.id) {
    notices.show('awaits', h('span', null, t('club.awaits', { name: data.by, title: data.title }), ' ', data.tournament ? [t('club.awaits-limit'), ' '] : null, h('a', { class: 'button primary small-button', href: `/t/${data.table}` }, t('club.go'))));
    sound('turn');
    notify(data.title ?? '');
  }
}

/** @param {Told} data */
function forfeited({ won, name }) {
  return t(won === null ? 'club.forfeit-none' : won ? 'club.forfeit-won' : 'club.forfeit-lost', { name });
}

/** @param {Told} data */
function removed({ what, name }) {
  return t(`club.removed-${what}`, { name });
}

/** The same at a page with lists, which shows by itself what can begin. @param {Told|null} data */
export async function tellInLists(data) {
  if (!data || !['forfeit', 'declined', 'removed'].includes(data.type)) return;
  await loadMore('club').catch(() => null);
  toast(data.type === 'forfeit' ? forfeited(data) : data.type === 'removed' ? removed(data) : t('club.declined', { name: data.by, title: data.title }));
}

/** A connection that does not come back may be that of a session which was ended: the page says so, and asks no more. @param {Live} live */
export async function stillKnown(live) {
  await get('/api/challenges').catch((problem) => { if (problem instanceof Refusal && problem.status === 401) live.close(); });
}

/** A page of the club sees to my games that come up: see `greet`. @param {() => void} [changed] */
export function attend(changed = () => {}) {
  /** @type {Set<string>|null} */
  let known = null;
  const look = async () => {
    /** @type {TableInfo[]|null} */
    const tables = await get('/api/tables').catch(() => null);
    if (!tables) return;
    known ??= new Set(tables.map((table) => table.id));
    greet(tables, known);
  };
  const live = new Live(() => '/api/live', (data) => {
    void tellInLists(data);
    if (data?.type === 'tables') void look();
    changed();
  }, (connected) => { if (!connected) void stillKnown(live); });
  void look();
  return live;
}
