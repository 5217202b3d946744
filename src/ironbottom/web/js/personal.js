// @ts-check
/** The pages of personal links and of links in mails: who one would become on this device, and who one is now. Only the
 * button does it. */

import { h } from './dom.js';
import { moment, sentence, t } from './i18n.js';
import { get, post } from './net.js';
import { toast } from './dialog.js';
import { forgetKept } from './offline.js';
import { at } from './wire.js';

/** @typedef {{name: string, games: number, until: string, now: null|{name: string, games: number}, same: boolean}} Personal */

/** The button that does it. @param {string} words @param {string} path @param {string} secret */
function follow(words, path, secret) {
  const go = h('button', { type: 'button', class: 'button primary large' }, words);
  go.addEventListener('click', async () => {
    go.disabled = true;
    try {
      await post(path, { secret });
      await forgetKept();
      location.replace(at('/'));
    } catch (problem) {
      go.disabled = false;
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  });
  return go;
}

/** A link that was sent to an address. @param {HTMLElement} host @param {string} secret */
export async function showMailed(host, secret) {
  const home = (/** @type {string} */ word) => h('a', { class: 'button', href: '/' }, t(word));
  /** @type {Personal & {ties: boolean, address: string}} */
  let link;
  try {
    link = await get(`/api/mail/${encodeURIComponent(secret)}`);
  } catch (problem) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('mailed.void')), h('p', null, sentence(problem)), home('error.home')));
    return;
  }
  const { name, now, address } = link;
  const title = link.ties ? t('mailed.tie', { address, name }) : t('mailed.title', { name });
  document.title = `${title} · ${t('app.name')}`;
  host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, title),
    h('p', { class: 'lead' }, link.ties ? t('mailed.tie-text', { address }) : t('mailed.text', { address, name, games: t('personal.games', { n: link.games }) })),
    link.ties || link.same || !now ? null : h('p', null, t('personal.now', { name: now.name, games: t('personal.games', { n: now.games }) })),
    !link.ties && !link.same && now?.games ? h('p', { class: 'warning' }, t('mailed.lose', { name: now.name })) : null,
    h('p', { class: 'small' }, t('personal.until', { time: moment(link.until) })),
    h('div', { class: 'row-buttons' }, follow(t(link.ties ? 'mailed.tie-yes' : 'personal.go', { name }), '/api/mail/follow', secret), home('personal.no'))));
}

/** @param {HTMLElement} host @param {string} secret */
export async function showPersonal(host, secret) {
  const home = (/** @type {string} */ word) => h('a', { class: 'button', href: '/' }, t(word));
  /** @type {Personal} */
  let link;
  try {
    link = await get(`/api/personal/${encodeURIComponent(secret)}`);
  } catch (problem) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('personal.void')), h('p', null, sentence(problem)), home('error.home')));
    return;
  }
  const { name, now } = link;
  document.title = `${t('personal.title', { name })} · ${t('app.name')}`;
  if (link.same) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('personal.same', { name })), h('p', null, t('personal.same-text')), home('error.home')));
    return;
  }
  const go = follow(t('personal.go', { name }), '/api/personal', secret);
  host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('personal.title', { name })),
    h('p', { class: 'lead' }, t('personal.text', { name, games: t('personal.games', { n: link.games }) })),
    h('p', null, now ? t('personal.now', { name: now.name, games: t('personal.games', { n: now.games }) }) : t('personal.nobody')),
    now?.games ? h('p', { class: 'warning' }, t('personal.lose', { name: now.name })) : null,
    h('p', { class: 'small' }, t('personal.until', { time: moment(link.until) })),
    h('div', { class: 'row-buttons' }, go, home('personal.no'))));
}
