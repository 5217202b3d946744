// @ts-check
/** The page of an invitation: what one would accept. */

import { h } from './dom.js';
import { sentence, t } from './i18n.js';
import { inWords } from './clocks.js';
import { get, post, Unreached } from './net.js';
import { copyTold } from './copies.js';
import { toast } from './dialog.js';
import { settleDice } from './dice.js';
import { codeWords } from './seat.js';
import { drawing } from './settings.js';
import { ask, go } from './wire.js';

/** So often it is looked whether the server is there again, at most, in milliseconds. */
const AGAIN = 3000;

/** @param {string|null|undefined} rule */
export function ruleText(rule) {
  return rule ? h('span', { class: 'rule-text' }, rule) : null;
}

/** What cannot be shown, and the way home. @param {HTMLElement} host @param {unknown} problem @param {string} [title] */
export function showError(host, problem, title = t('error.load')) {
  if (problem instanceof Unreached) showUnreached(host);
  else host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, title), h('p', null, sentence(problem)), h('a', { class: 'button primary', href: '/' }, t('error.home'))));
}

/** A page that there is no way to now: it comes as soon as there is one. @param {HTMLElement} host */
export function showUnreached(host) {
  const again = h('button', { type: 'button', class: 'button primary', 'data-key': 'again' }, t('offline.again'));
  again.addEventListener('click', () => location.reload());
  const page = h('main', { class: 'plain-page' }, h('h1', null, t(navigator.onLine ? 'offline.server' : 'offline.title')), h('p', { role: 'status' }, t('offline.comes')), h('div', { class: 'row-buttons' }, again, location.pathname === '/' ? null : h('a', { class: 'button', href: '/' }, t('error.home'))));
  host.replaceChildren(page);
  const look = async () => {
    if (!page.isConnected) return;
    if (await ask('/healthz', {}).then((answer) => answer.ok, () => false)) location.reload();
    else window.setTimeout(look, AGAIN * (1 + Math.random())); // not all at once
  };
  window.setTimeout(look, AGAIN);
}

/** @param {HTMLElement} host @param {string} secret */
export async function showJoin(host, secret) {
  /** @type {any} */
  let offer;
  /** @type {import('./types.js').GameInfo|undefined} */
  let game;
  try {
    offer = await get(`/api/join/${encodeURIComponent(secret)}`);
    game = (await get('/api/games')).find((/** @type {import('./types.js').GameInfo} */ one) => one.slug === offer.game);
  } catch (problem) {
    showError(host, problem);
    return;
  }
  const watch = !offer.side || offer.side === 'observer';
  // who has no name of his own yet would be called by a number at the table
  const unnamed = !watch && !new URLSearchParams(location.search).has('own') && /^Player \d{4}$/.test(await get('/api/me').then((me) => me.name, () => ''));
  const called = unnamed ? h('input', { class: 'input', maxlength: 40, 'aria-label': t('join.name'), 'data-key': 'join-name' }) : null;
  const accept = h('button', { type: 'button', class: 'button primary large' }, watch ? t('join.accept-watch') : t('join.accept'));
  accept.addEventListener('click', async () => {
    try {
      const name = called?.value.trim();
      if (name) await post('/api/me', { name });
      const answer = await post('/api/join', { secret });
      const table = `/t/${answer.id}?seat=${encodeURIComponent(answer.side ?? 'observer')}`;
      await settleDice(answer.id).catch(() => null); // the table's page does it too
      if (answer.code) taken(host, table, answer.code);
      else go(table);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  });
  const options = Array.isArray(offer.options) ? offer.options : Object.entries(offer.options ?? {}).map(([name, value]) => ({ name, value: String(value), text: '' }));
  const clock = offer.clock?.days ? t('new.days', { n: offer.clock.days }) : offer.clock ? t('clock.bank', { bank: inWords(offer.clock.bank * 1000), add: inWords(offer.clock.add * 1000) }) : null;
  const name = game?.sides.find((one) => one.id === offer.side)?.name ?? (offer.side_name ?? offer.side ?? '').replace(/^the /, '');
  const scenario = game?.scenarios.find((one) => one.id === offer.scenario);
  const host_ = (offer.seats ?? []).find((/** @type {any} */ seat) => seat.taken && seat.name && seat.side !== offer.side && seat.kind !== 'bot');
  const by = offer.by ?? host_?.name;
  const worth = (/** @type {any} */ option) => {
    const known = game?.options.find((one) => one.id === option.id)?.choices?.find((one) => JSON.stringify(one.value) === JSON.stringify(option.value));
    return known?.text ?? String(option.value);
  };
  // who has typed its recovery code is no guest, and asks nobody
  const own = !watch && new URLSearchParams(location.search).has('own');
  const heading = own ? t('recover.back') : t('join.title', { title: offer.title ?? offer.game });
  document.title = `${heading} · ${t('app.name')}`;
  const told = (/** @type {any[]} */ some) => h('ul', { class: 'option-list' }, some.map((/** @type {{name: string, value: string, text: string, rule?: string}} */ option) => h('li', null, h('b', null, option.name, ': ', worth(option)), option.text ? h('span', { class: 'small' }, ` ${option.text} `) : null, ruleText(option.rule))));
  const usual = (/** @type {any} */ option) => {
    const known = game?.options.find((one) => one.id === option.id);
    return known !== undefined && known.choices.find((one) => JSON.stringify(one.value) === JSON.stringify(known.default))?.text === option.value;
  };
  const changed = options.filter((/** @type {any} */ option) => !usual(option));
  const rest = options.filter(usual);
  host.replaceChildren(h('main', { class: 'join' },
    h('div', { class: 'card-frame join-art' }, h('img', { class: 'card-art', alt: '', src: `/g/${offer.game}/${offer.scenario}/cover.${drawing()}` })),
    h('div', { class: 'join-words' }, h('h1', null, heading),
      h('p', { class: 'lead' }, own ? t('recover.seat', { side: name }) : [by ? `${t('join.by', { name: by })} ` : '', watch ? t('join.watch') : t('join.seat', { side: name })]),
      h('p', null, h('b', null, offer.scenario_title ?? scenario?.name ?? offer.scenario), ' ', offer.text ?? scenario?.text ?? ''),
      own || watch ? null : h('p', null, clock ? t('join.clock', { clock }) : t('join.no-clock')),
      offer.rated || own ? null : h('p', null, t(offer.hints ? 'join.hints' : 'join.no-hints')),
      offer.holder ? h('p', { class: 'warning' }, own ? t('recover.over') : t('join.over', { name: offer.holder })) : null,
      changed.length && !own ? [h('h2', null, t('join.options')), told(changed)] : null,
      called ? h('label', { class: 'name-label' }, h('span', null, t('join.name')), called) : null,
      h('div', { class: 'row-buttons' }, accept, h('a', { class: 'button', href: '/' }, t('join.decline'))),
      offer.copy ? h('section', null, h('h2', null, t('copies.menu')), copyTold(offer.game, offer.copy, `/api/join/${encodeURIComponent(secret)}/compare`)) : null,
      rest.length ? h('details', { class: 'join-options' }, h('summary', null, t('join.rulings', { n: rest.length })), told(rest)) : options.length ? null : h('p', { class: 'hint' }, t('join.standard')))));
  accept.focus({ preventScroll: true }); // what is agreed to is read first
}

/** The seat is taken: its recovery code is shown this once. @param {HTMLElement} host @param {string} table @param {string} code */
function taken(host, table, code) {
  const go = h('a', { class: 'button primary large', href: table }, t('invite.go'));
  host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('code.taken')), codeWords(code), h('div', { class: 'row-buttons' }, go)));
  go.focus();
}
