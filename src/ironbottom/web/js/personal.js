// @ts-check
/** The page of a personal link: who one would become on this device, and who one is now. Only the button does it. */

import { h } from './dom.js';
import { moment, t } from './i18n.js';
import { get, post } from './net.js';
import { toast } from './dialog.js';
import { at } from './wire.js';

/** @typedef {{name: string, games: number, until: string, now: null|{name: string, games: number}, same: boolean}} Personal */

/** @param {HTMLElement} host @param {string} secret */
export async function showPersonal(host, secret) {
  const home = (/** @type {string} */ word) => h('a', { class: 'button', href: '/' }, t(word));
  /** @type {Personal} */
  let link;
  try {
    link = await get(`/api/personal/${encodeURIComponent(secret)}`);
  } catch (problem) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('personal.void')), h('p', null, problem instanceof Error ? problem.message : ''), home('error.home')));
    return;
  }
  const { name, now } = link;
  document.title = `${t('personal.title', { name })} · ${t('app.name')}`;
  if (link.same) {
    host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('personal.same', { name })), h('p', null, t('personal.same-text')), home('error.home')));
    return;
  }
  const go = h('button', { type: 'button', class: 'button primary large' }, t('personal.go', { name }));
  go.addEventListener('click', async () => {
    go.disabled = true;
    try {
      await post('/api/personal', { secret });
      location.replace(at('/'));
    } catch (problem) {
      go.disabled = false;
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  });
  host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('personal.title', { name })),
    h('p', { class: 'lead' }, t('personal.text', { name, games: t('personal.games', { n: link.games }) })),
    h('p', null, now ? t('personal.now', { name: now.name, games: t('personal.games', { n: now.games }) }) : t('personal.nobody')),
    now?.games ? h('p', { class: 'warning' }, t('personal.lose', { name: now.name })) : null,
    h('p', { class: 'small' }, t('personal.until', { time: moment(link.until) })),
    h('div', { class: 'row-buttons' }, go, home('personal.no'))));
}
