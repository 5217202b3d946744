// @ts-check
/** The player's aid: all tables of a game on one page, to look at beside the board and to print. */

import { h, fill } from './dom.js';
import { t } from './i18n.js';
import { get } from './net.js';
import { drawTable } from './widgets.js';

/** @param {HTMLElement} host @param {string} slug @param {string} table the table that it is played at, "" for none */
export async function showAid(host, slug, table) {
  /** @type {{title: string, tables: import('./types.js').Table[]}} */
  const aid = await get(table ? `/api/tables/${encodeURIComponent(table)}/aid` : `/api/aid/${encodeURIComponent(slug)}`);
  const title = t('aid.title', { title: aid.title });
  document.title = title;
  const print = h('button', { type: 'button', class: 'button primary', 'data-key': 'print' }, t('aid.print'));
  print.addEventListener('click', () => window.print());
  fill(host, h('main', { class: 'aid' },
    h('header', null, h('h1', null, title), h('p', { class: 'small' }, t('aid.text')),
      h('p', { class: 'row-buttons' }, print, h('a', { class: 'button', href: table ? `/t/${encodeURIComponent(table)}` : '/' }, t(table ? 'aid.back' : 'table.home')))),
    aid.tables.length ? h('div', { class: 'aid-tables' }, aid.tables.map((one) => h('div', { class: 'aid-table' }, drawTable(one, '', undefined, false), one.note ? h('p', { class: 'small' }, one.note) : null))) : h('p', { class: 'hint' }, t('aid.none'))));
}
