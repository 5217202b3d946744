// @ts-check
/** What a game that counts brought, below its result: the ratings are asked for once. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { get } from '../net.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {{id: string, points: number, provisional: boolean, moved: number}} Brought */

/** @type {Map<string, Promise<Brought[]>>} */
const asked = new Map();

/** @param {Game} game */
export function brought(game) {
  const { message } = game;
  if (!message?.over || !(message.rated || message.tournament)) return null;
  const cup = message.tournament ? h('span', null, t('over.cup')) : '';
  const line = h('p', { class: 'brought', 'data-key': 'brought' }, cup);
  if (!message.rated) return line;
  if (!asked.has(game.id)) asked.set(game.id, get(`/api/results/${game.id}`));
  asked.get(game.id)?.then((sides) => {
    line.replaceChildren(cup, ' ', ...(sides.length ? sides.map((one, i) => h('span', null, message.seats[i]?.name ?? '', ' ', h('b', null, `${one.points}${one.provisional ? '?' : ''}`), ' ', h('span', { class: one.moved < 0 ? 'down' : 'up' }, `${one.moved < 0 ? '−' : '+'}${Math.abs(one.moved)}`))) : [t('over.not-counted')]));
  }, () => asked.delete(game.id));
  return line;
}
