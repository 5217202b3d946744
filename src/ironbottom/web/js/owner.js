// @ts-check
/** The page of who owns the server: complaints, players, tables, limits. It shows nothing of a table that its observers do not know. */

import { dialog } from './dialog.js';
import { doing, listRow } from './doing.js';
import { h } from './dom.js';
import { list, moment, number, sentence, t, when } from './i18n.js';
import { get, post, Refusal } from './net.js';
import { ALONE } from './wire.js';

/** @param {HTMLElement} host */
export async function showOwner(host) {
  document.title = `${t('owner.title')} · ${t('app.name')}`;
  let overview;
  /** @type {import('./types.js').GameInfo[]} */
  let games;
  try {
    [overview, games] = await Promise.all([get('/api/owner'), get('/api/games')]);
  } catch (problem) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('owner.title')), h('p', null, sentence(problem)),
      problem instanceof Refusal && problem.status === 403 && !ALONE ? h('p', null, t('owner.how'), ' ', h('code', null, 'ironbottom owner grant NAME')) : null, h('a', { class: 'button', href: '/' }, t('error.home'))));
    return;
  }
  const complaints = h('section', { 'data-key': 'complaints' });
  const players = h('section', { 'data-key': 'players' });
  const tables = h('section', { 'data-key': 'tables' });
  const counts = h('dl', { class: 'owner-counts' });
  const count = (/** @type {Record<string, number>} */ found) => counts.replaceChildren(...Object.entries(found).map(([key, n]) => h('div', null, h('dt', null, t(`owner.count-${key}`)), h('dd', null, number(n)))));
  count(overview.counts);
  host.replaceChildren(h('main', { class: 'owner-page' }, h('p', null, h('a', { href: '/' }, t('owner.back'))), h('h1', null, t('owner.title')), counts,
    complaints, players, tables, limits(overview)));
  const listPlayers = () => searched(players, 'owner.players', '/api/owner/players', (row, again) => playerRow(row, again));
  const draw = async () => {
    drawComplaints(complaints, await get('/api/owner/complaints'), async () => {
      await draw();
      listPlayers();
      count((await get('/api/owner')).counts);
    });
  };
  await draw();
  listPlayers();
  searched(tables, 'owner.tables', '/api/owner/tables', (row) => tableRow(row, games));
}

/** A list with a field to look for something in it. @param {HTMLElement} host @param {string} key @param {string} path @param {(row: any, again: () => void) => HTMLElement} row */
function searched(host, key, path, row) {
  const field = h('input', { class: 'input', type: 'search', maxlength: 100, 'aria-label': t('owner.find'), placeholder: t('owner.find') });
  const rows = h('ul', { class: 'copy-list' });
  let asked = 0;
  const load = async () => {
    asked += 1;
    const mine = asked;
    const found = await get(`${path}?find=${encodeURIComponent(field.value.trim())}`);
    if (mine === asked) rows.replaceChildren(...(found.length ? found.map((/** @type {any} */ one) => row(one, () => void load())) : [h('li', { class: 'hint' }, t('owner.none'))]));
  };
  field.addEventListener('input', () => void load());
  host.replaceChildren(h('div', { class: 'owner-head' }, h('h2', null, t(key)), field), rows);
  void load();
}

/** @param {any} row @param {() => void} again */
function playerRow(row, again) {
  const facts = [
    row.used ? t('account.used', { time: when(row.used) }) : t('owner.made', { time: when(row.created) }), t('personal.games', { n: row.games }),
    row.passkeys || row.address ? t('owner.account') : t('owner.guest'), row.owner ? t('owner.is-owner') : '', row.id,
  ].filter(Boolean).join(' · ');
  const act = row.owner ? null : row.suspended !== null
    ? doing('owner.release', async () => {
      await post('/api/owner/suspend', { player: row.id, on: false });
      again();
    })
    : doing('owner.suspend', async () => suspendDialog(row.id, row.name, again));
  const line = listRow(row.name, facts, act);
  if (row.suspended !== null) line.querySelector('.copy-words')?.append(h('p', { class: 'warning small' }, t('owner.suspended', { reason: row.suspended || t('owner.no-reason') })));
  return line;
}

/** @param {string} player @param {string} name @param {() => void} again */
function suspendDialog(player, name, again) {
  const reason = h('input', { class: 'input', maxlength: 200, 'aria-label': t('owner.reason'), placeholder: t('owner.reason'), 'data-first': true });
  const box = dialog(t('owner.suspend-title', { name }), [h('p', null, t('owner.suspend-text')), reason, h('div', { class: 'row-buttons' }, doing('cancel', async () => box.close(), ''), doing('owner.suspend', async () => {
    await post('/api/owner/suspend', { player, on: true, reason: reason.value });
    box.close();
    again();
  }, 'danger'))]);
}

/** @param {any} row @param {import('./types.js').GameInfo[]} games */
function tableRow(row, games) {
  const game = games.find((one) => one.slug === row.game); // a game may not be installed any more
  const named = (/** @type {{id: string, name: string}[]|undefined} */ some, /** @type {string} */ id) => some?.find((one) => one.id === id)?.name ?? id;
  const mode = t(`owner.mode-${row.mode}`) === `owner.mode-${row.mode}` ? row.mode : t(`owner.mode-${row.mode}`);
  const seats = row.seats.map((/** @type {any} */ seat) => `${named(game?.sides, seat.side)}: ${seat.name || t('owner.free')}`);
  return listRow(row.title, [named(game?.scenarios, row.scenario), mode, row.over ? t('home.over') : t('owner.entries', { n: row.number }), when(row.updated), list(seats), row.id].join(' · '));
}

/** @param {HTMLElement} host @param {any[]} found @param {() => Promise<void>} again */
function drawComplaints(host, found, again) {
  host.replaceChildren(h('h2', null, t('owner.complaints')), found.length ? h('ul', { class: 'copy-list' }, found.map((one) => h('li', { class: `copy-row complaint ${one.done ? 'done' : ''}` },
    h('div', { class: 'copy-words' }, h('b', null, t('owner.of', { by: one.by.name, about: one.about.name })), h('small', null, [one.title, moment(one.made), one.table].filter(Boolean).join(' · ')), h('p', null, one.text),
      one.said.length ? h('details', null, h('summary', null, t('owner.said', { n: one.said.length })), h('ol', { class: 'chat' }, one.said.map((/** @type {any} */ said) => h('li', null, h('b', null, said.by), ` ${said.text}`)))) : one.table ? h('p', { class: 'small' }, t('owner.said-nothing')) : null),
    one.done ? h('span', { class: 'small' }, t('owner.done', { time: when(one.done) })) : h('div', { class: 'complaint-acts' },
      doing('owner.see-to', async () => {
        await post(`/api/owner/complaints/${one.id}/done`);
        await again();
      }), one.suspended ? h('span', { class: 'small' }, t('owner.is-suspended')) : doing('owner.suspend', async () => suspendDialog(one.about.id, one.about.name, () => void again())))))) : h('p', { class: 'hint' }, t('owner.no-complaints')));
}

/** @param {any} overview */
function limits(overview) {
  return h('section', null, h('h2', null, t('owner.limits')), h('p', { class: 'small' }, t('owner.limits-text')),
    h('dl', { class: 'owner-limits' }, Object.entries(overview.limits).map(([key, n]) => h('div', null, h('dt', null, t(`owner.limit-${key}`)), h('dd', null, number(Number(n)))))),
    h('p', { class: 'small' }, t(overview.ways.mail ? 'owner.mail' : 'owner.no-mail')));
}
