// @ts-check
/** The page of who owns the server: complaints, players, tables, challenges, tournaments, limits. It shows nothing of a table that its observers do not know. */

import { confirm, dialog, toast } from './dialog.js';
import { doing, listRow } from './doing.js';
import { h } from './dom.js';
import { list, loadMore, moment, number, sentence, t, when } from './i18n.js';
import { get, post, Refusal } from './net.js';
import { clockWords, gameName } from './club/told.js';
import { ALONE } from './wire.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {() => Promise<void>} Again draws what is shown anew */

/** So many rows of a list are shown at first. */
const FIRST = 12;

/** @param {HTMLElement} host */
export async function showOwner(host) {
  document.title = `${t('owner.title')} · ${t('app.name')}`;
  let overview;
  /** @type {GameInfo[]} */
  let games;
  try {
    [overview, games] = await Promise.all([get('/api/owner'), get('/api/games'), loadMore('club')]);
  } catch (problem) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('owner.title')), h('p', null, sentence(problem)),
      problem instanceof Refusal && problem.status === 403 && !ALONE ? h('p', null, t('owner.how'), ' ', h('code', null, 'ironbottom owner grant NAME')) : null, h('a', { class: 'button', href: '/' }, t('error.home'))));
    return;
  }
  const counts = h('nav', { class: 'owner-counts', 'aria-label': t('owner.title') });
  /** @type {Record<string, string>} */
  const where = { sessions: 'players', running: 'tables' };
  const count = (/** @type {Record<string, number>} */ found) => counts.replaceChildren(...Object.entries(found).map(([key, n]) => h('a', { href: `#${where[key] ?? key}` }, h('span', null, t(`owner.count-${key}`)), h('b', null, number(n)))));
  count(overview.counts);
  const complaints = h('section', { id: 'complaints', 'data-key': 'complaints' });
  /** @type {Again[]} */
  const lists = [];
  const again = async () => {
    await Promise.all([drawComplaints(complaints, again), ...lists.map((draw) => draw()), get('/api/owner').then((now) => count(now.counts))]);
  };
  const part = (/** @type {string} */ key, /** @type {(row: any) => HTMLElement} */ row) => {
    const { section, draw } = searched(key, row);
    lists.push(draw);
    return section;
  };
  host.replaceChildren(h('main', { class: 'owner-page' }, h('p', null, h('a', { href: '/' }, t('owner.back'))), h('h1', null, t('owner.title')), counts, complaints,
    part('players', (row) => playerRow(row, again)), part('tables', (row) => tableRow(row, games, again)),
    part('challenges', (row) => challengeRow(row, games, again)), part('tournaments', (row) => cupRow(row, games, again)), limits(overview)));
  await again();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** A list with a field to look for something in it. @param {string} key @param {(row: any) => HTMLElement} row */
function searched(key, row) {
  const field = h('input', { class: 'input', type: 'search', maxlength: 100, 'aria-label': `${t('owner.find')}: ${t(`owner.${key}`)}`, placeholder: t('owner.find') });
  const rows = h('ul', { class: 'copy-list' });
  const more = h('button', { type: 'button', class: 'link-button' });
  let asked = 0;
  let all = false;
  /** @type {any[]} */
  let found = [];
  const show = () => {
    const shown = all ? found : found.slice(0, FIRST);
    rows.replaceChildren(...(shown.length ? shown.map(row) : [h('li', { class: 'hint' }, t(field.value.trim() ? 'owner.none' : `owner.no-${key}`))]));
    more.hidden = shown.length === found.length;
    more.textContent = t('owner.more', { n: found.length - shown.length });
  };
  const draw = async () => {
    asked += 1;
    const mine = asked;
    const answer = await get(`/api/owner/${key}?find=${encodeURIComponent(field.value.trim())}`);
    if (mine !== asked) return;
    found = answer;
    show();
  };
  more.addEventListener('click', () => {
    all = true;
    show();
  });
  field.addEventListener('input', () => void draw());
  return { section: h('section', { id: key, 'data-key': key }, h('div', { class: 'owner-head' }, h('h2', null, t(`owner.${key}`)), field), rows, more), draw };
}

/** What is known of something, in one line. @param {any[]} parts */
const facts = (parts) => parts.filter(Boolean).flatMap((one, i) => (i ? [' · ', one] : [one]));

/** @param {{id: string, name: string}} who */
const person = (who) => h('a', { href: `/player/${encodeURIComponent(who.id)}` }, who.name || t('club.nobody'));

/** Ask, do it, and show all anew. @param {string} key @param {Record<string, any>} words @param {string} sure @param {string} path @param {Again} again */
function remover(key, words, sure, path, again) {
  return doing('owner.remove', async () => {
    if (!await confirm(t(`owner.remove-${key}`, words), sure, t('owner.remove-yes'))) return;
    try {
      await post(path);
      toast(t('owner.removed'));
    } finally {
      await again(); // somebody may have been quicker
    }
  });
}

/** @param {any} row @param {Again} again */
function playerRow(row, again) {
  const line = listRow(person(row), facts([
    row.used ? t('account.used', { time: when(row.used) }) : t('owner.made', { time: when(row.created) }), t('personal.games', { n: row.games }),
    row.passkeys || row.address ? t('owner.account') : t('owner.guest'), row.owner ? t('owner.is-owner') : '', row.id,
  ]), h('span', { class: 'row-acts' }, doing('owner.rename', async () => renameDialog(t('owner.rename-title', { name: row.name }), t('owner.rename-text'), row.name, 40, (name) => post('/api/owner/rename', { player: row.id, name }), again)),
    row.owner ? null : row.suspended !== null
      ? doing('owner.release', async () => {
        await post('/api/owner/suspend', { player: row.id, on: false });
        await again();
      })
      : doing('owner.suspend', async () => suspendDialog(row.id, row.name, again)),
    row.owner ? null : doing('owner.delete', async () => deleteDialog(row, again))));
  if (row.suspended !== null) line.querySelector('.copy-words')?.append(h('p', { class: 'warning small' }, t('owner.suspended', { reason: row.suspended || t('owner.no-reason') })));
  return line;
}

/** @param {string} title @param {string} text @param {string} name @param {number} most @param {(name: string) => Promise<any>} save @param {Again} again */
function renameDialog(title, text, name, most, save, again) {
  const field = h('input', { class: 'input', value: name, maxlength: most, 'aria-label': t('owner.rename'), 'data-first': true });
  const box = dialog(title, [h('p', null, text), field, h('div', { class: 'row-buttons' }, doing('cancel', async () => box.close(), ''), doing('save', async () => {
    await save(field.value);
    box.close();
    await again();
  }, 'primary'))]);
}

/** @param {{id: string, name: string}} row @param {Again} again */
function deleteDialog(row, again) {
  const field = h('input', { class: 'input', maxlength: 40, autocomplete: 'off', 'aria-label': t('owner.delete-type', { name: row.name }), 'data-first': true });
  const box = dialog(t('owner.delete-title', { name: row.name }), [h('p', null, t('owner.delete-text')), h('p', null, t('owner.delete-type', { name: row.name })), field, h('div', { class: 'row-buttons' }, doing('cancel', async () => box.close(), ''), doing('owner.delete-yes', async () => {
    await post('/api/owner/delete', { player: row.id, name: field.value });
    box.close();
    toast(t('owner.removed'));
    await again();
  }, 'danger'))]);
}

/** @param {string} player @param {string} name @param {Again} again */
function suspendDialog(player, name, again) {
  const reason = h('input', { class: 'input', maxlength: 200, 'aria-label': t('owner.reason'), placeholder: t('owner.reason'), 'data-first': true });
  const box = dialog(t('owner.suspend-title', { name }), [h('p', null, t('owner.suspend-text')), reason, h('div', { class: 'row-buttons' }, doing('cancel', async () => box.close(), ''), doing('owner.suspend', async () => {
    await post('/api/owner/suspend', { player, on: true, reason: reason.value });
    box.close();
    await again();
  }, 'danger'))]);
}

/** @param {any} row @param {GameInfo[]} games @param {Again} again */
function tableRow(row, games, again) {
  const { scenario, game } = gameName(games, row.game, row.scenario); // a game may not be installed any more
  const sideName = (/** @type {string} */ side) => game?.sides.find((one) => one.id === side)?.name ?? side;
  const mode = t(`owner.mode-${row.mode}`) === `owner.mode-${row.mode}` ? row.mode : t(`owner.mode-${row.mode}`);
  const seats = row.seats.map((/** @type {any} */ seat) => h('span', null, `${sideName(seat.side)}: `, seat.player && seat.name ? person({ id: seat.player, name: seat.name }) : seat.name || t('owner.free')));
  const state = row.over ?? (row.begun ? [row.turn || t('owner.first'), row.mode === 'analysis' ? '' : t('home.waiting', { side: list(row.waiting.map(sideName)) }), row.number ? t('owner.lines', { n: row.number }) : ''].filter(Boolean).join(' · ') : t('home.dice'));
  const what = [t('owner.game-gone'), row.over ? t(row.rated || row.tournament ? 'owner.game-result' : 'owner.game-over') : t('owner.game-played'), !row.over && row.rated ? t('owner.game-rated') : '', !row.over && row.tournament ? t('owner.game-cup') : ''];
  return listRow(row.open ? h('a', { href: `/t/${row.id}` }, row.title) : row.title, [
    h('span', { class: 'row-line' }, facts([scenario, mode, row.rated ? t('home.rated') : '', row.tournament ? h('a', { href: `/tournament/${row.tournament}` }, t('home.tournament')) : '', row.over ? t('home.over') : ''])),
    h('span', { class: 'row-line strong' }, state), h('span', { class: 'row-line' }, facts(seats)),
    h('span', { class: 'row-line' }, facts([when(row.updated), row.open ? '' : t('owner.closed'), row.id])),
  ], remover('game', { title: row.title }, what.filter(Boolean).join(' '), `/api/owner/tables/${row.id}/remove`, again));
}

/** @param {any} row @param {GameInfo[]} games @param {Again} again */
function challengeRow(row, games, again) {
  const { title, scenario } = gameName(games, row.game, row.scenario);
  return listRow(h('span', null, person(row.by), `: ${title}`), [
    h('span', { class: 'row-line' }, facts([scenario, clockWords(row.clock), row.rated ? t('home.rated') : '', row.invited.length ? h('span', null, t('owner.for'), ' ', row.invited.map((/** @type {any} */ who, /** @type {number} */ i) => [i ? ', ' : '', person(who)])) : ''])),
    h('span', { class: 'row-line' }, facts([t('owner.since', { time: when(row.created) }), t('owner.until', { time: moment(row.until) }), row.listed ? '' : t('owner.unlisted')])),
  ], remover('challenge', { name: row.by.name }, t('owner.challenge-gone'), `/api/owner/challenges/${row.id}/remove`, again));
}

/** @param {any} row @param {GameInfo[]} games @param {Again} again */
function cupRow(row, games, again) {
  const { title, scenario } = gameName(games, row.game, row.scenario);
  const state = row.state === 'running' ? t('owner.cup-running', { n: row.round, of: row.rounds }) : t(`owner.cup-${row.state}`);
  const what = [t('owner.cup-gone'), row.playing ? t('owner.cup-playing', { n: row.playing }) : '', row.ahead ? t('owner.cup-ahead', { n: row.ahead }) : '', row.state === 'entry' ? '' : t('owner.cup-results')];
  return listRow(h('a', { href: `/tournament/${row.id}` }, row.name), [
    h('span', { class: 'row-line' }, facts([title, scenario, clockWords(row.clock), row.rated ? t('home.rated') : '', h('span', null, t('owner.by'), ' ', person(row.by))])),
    h('span', { class: 'row-line' }, facts([state, t('owner.entered', { n: row.players, most: row.most }), t('owner.since', { time: when(row.created) })])),
  ], h('span', { class: 'row-acts' }, doing('owner.rename', async () => renameDialog(t('owner.rename-cup', { name: row.name }), t('owner.rename-cup-text'), row.name, 60, (name) => post(`/api/owner/tournaments/${row.id}/name`, { name }), again)),
    remover('tournament', { name: row.name }, what.filter(Boolean).join(' '), `/api/owner/tournaments/${row.id}/remove`, again)));
}

/** @param {HTMLElement} host @param {Again} again */
async function drawComplaints(host, again) {
  /** @type {any[]} */
  const found = await get('/api/owner/complaints');
  host.replaceChildren(h('h2', null, t('owner.complaints')), found.length ? h('ul', { class: 'copy-list' }, found.map((one) => h('li', { class: `copy-row complaint ${one.done ? 'done' : ''}` },
    h('div', { class: 'copy-words' }, h('b', null, t('owner.of', { by: one.by.name, about: one.about.name })), h('small', null, [one.title, moment(one.made), one.table].filter(Boolean).join(' · ')), h('p', null, one.text),
      one.said.length ? h('details', null, h('summary', null, t('owner.said', { n: one.said.length })), h('ol', { class: 'chat' }, one.said.map((/** @type {any} */ said) => h('li', null, h('b', null, said.by), ` ${said.text}`)))) : one.table ? h('p', { class: 'small' }, t('owner.said-nothing')) : null),
    one.done ? h('span', { class: 'small' }, t('owner.done', { time: when(one.done) })) : h('div', { class: 'complaint-acts' },
      doing('owner.see-to', async () => {
        await post(`/api/owner/complaints/${one.id}/done`);
        await again();
      }), one.suspended ? h('span', { class: 'small' }, t('owner.is-suspended')) : doing('owner.suspend', async () => suspendDialog(one.about.id, one.about.name, again)))))) : h('p', { class: 'hint' }, t('owner.no-complaints')));
}

/** @param {any} overview */
function limits(overview) {
  return h('section', null, h('h2', null, t('owner.limits')), h('p', { class: 'small' }, t('owner.limits-text')),
    h('dl', { class: 'owner-limits' }, Object.entries(overview.limits).map(([key, n]) => h('div', null, h('dt', null, t(`owner.limit-${key}`)), h('dd', null, number(Number(n)))))),
    h('p', { class: 'small' }, t(overview.ways.mail ? 'owner.mail' : 'owner.no-mail')));
}
