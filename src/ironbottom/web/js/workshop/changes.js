// @ts-check
/** The panel of what differs from the printed game, in words. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { moved } from './setup.js';
import { changes, put, same, valueAt } from './tree.js';

/** @typedef {import('./page.js').Workshop} Workshop */

const MOST = 200;

/** What came to a list and what left it; both, where only their order differs. @param {import('./draft.js').Draft} draft @param {any[]} was @param {any[]} is */
function lists(draft, was, is) {
  const said = (/** @type {any[]} */ items) => items.map((item) => (Array.isArray(item) ? item.join('–') : draft.sayValue(item))).join(', ');
  const added = is.filter((item) => !was.some((one) => same(one, item)));
  const removed = was.filter((item) => !is.some((one) => same(one, item)));
  if (!added.length && !removed.length) return t('ws.change', { was: said(was), is: said(is) });
  return [added.length ? t('ws.change-more', { items: said(added) }) : '', removed.length ? t('ws.change-less', { items: said(removed) }) : ''].filter(Boolean).join('; ');
}

/**
 * What differs, as it is told: a piece that was moved is one thing, though two places tell of it.
 * @param {import('./types.js').Plan} plan @param {import('./draft.js').Draft} draft
 * @returns {{moves: import('./setup.js').Moved[], rest: import('./types.js').Change[]}}
 */
export function told(plan, draft) {
  const moves = moved(plan, draft.base, draft.data);
  let { data } = draft;
  for (const one of moves) for (const { keys, value } of one.back(data)) data = put(data, keys, value);
  return { moves, rest: moves.length ? changes(draft.base, data) : draft.differs };
}

/** @param {Workshop} page */
export function changesPanel(page) {
  const { d: draft, map } = page;
  const { moves, rest: list } = page.told;
  const named = (/** @type {string} */ space) => map?.things.get(space)?.name ?? space;
  const show = h('input', { type: 'checkbox', class: 'switch', checked: map?.showing });
  show.addEventListener('change', () => {
    if (map) map.showing = show.checked;
    page.mark();
  });
  return [h('h2', { class: 'ws-h' }, t('ws.counts', { n: list.length + moves.length })),
    h('label', { class: 'setting' }, h('span', null, t('ws.show-marks')), show),
    moves.length ? h('ul', { class: 'change-list' }, moves.slice(0, MOST).map((one) => {
      const go = h('button', { type: 'button', class: 'link-button change-name' }, one.name);
      go.addEventListener('click', () => {
        page.show('setup');
        page.pick(map?.things.get(one.is) ?? null);
      });
      const undo = h('button', { type: 'button', class: 'button small-button', 'aria-label': t('ws.put-back', { name: one.name }) }, t('ws.undo-one'));
      undo.addEventListener('click', () => draft.change(one.back(draft.data), one.name));
      return h('li', null, h('div', null, go, h('span', { class: 'change-words' }, t('ws.begins-instead', { is: named(one.is), was: named(one.was) }))), undo);
    })) : null,
    list.length ? h('ul', { class: 'change-list' }, list.slice(0, MOST).map(({ keys, was, is }) => {
      const name = draft.say(keys);
      const words = Array.isArray(was) && Array.isArray(is) ? lists(draft, was, is) : was === undefined ? t('ws.change-new', { is: draft.sayValue(is, keys) }) : is === undefined ? t('ws.change-gone') : t('ws.change', { was: draft.sayValue(was, keys), is: draft.sayValue(is, keys) });
      const go = h('button', { type: 'button', class: 'link-button change-name' }, name);
      go.addEventListener('click', () => page.open(is === undefined ? keys.slice(0, -1) : keys));
      const back = h('button', { type: 'button', class: 'button small-button', 'aria-label': t('ws.put-back', { name }) }, t('ws.undo-one'));
      back.addEventListener('click', () => draft.change([{ keys, value: valueAt(draft.base, keys) }], name));
      return h('li', null, h('div', null, go, h('span', { class: 'change-words' }, words)), back);
    })) : moves.length ? null : h('p', { class: 'hint' }, t('ws.no-changes')),
    list.length > MOST ? h('p', { class: 'small' }, t('ws.and-more', { n: list.length - MOST })) : null];
}
