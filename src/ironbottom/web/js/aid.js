// @ts-check
/** The player's aid: all tables of a game on one page, to look at beside the board and to print. */

import { h, fill } from './dom.js';
import { t } from './i18n.js';
import { get } from './net.js';
import { citation, citeBy, drawTable } from './widgets.js';

/** The widest table that goes into one of two columns on paper, in rem. */
const COLUMN = 24;

/** A table that is wider than a column stands across all, as the columns are on the screen and as they are on paper. @param {HTMLElement[]} boxes */
function spread(boxes) {
  if (matchMedia('print').matches) return; // the letters are smaller there
  const paper = COLUMN * parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const box of boxes) box.classList.remove('wide');
  const widths = boxes.map((box) => {
    const table = /** @type {HTMLElement} */ (box.querySelector('table'));
    table.style.width = 'min-content';
    const width = table.offsetWidth;
    table.style.width = '';
    return [width, Math.max(paper, box.clientWidth)];
  });
  boxes.forEach((box, i) => {
    box.classList.toggle('wide', widths[i][0] > widths[i][1]);
    box.classList.toggle('wide-on-paper', widths[i][0] > paper);
  });
}

/** @param {HTMLElement} host @param {string} slug @param {string} table the table that it is played at, "" for none */
export async function showAid(host, slug, table) {
  /** @type {{title: string, tables: import('./types.js').Table[], cited: Record<string, string>}} */
  const aid = await get(table ? `/api/tables/${encodeURIComponent(table)}/aid` : `/api/aid/${encodeURIComponent(slug)}`);
  citeBy(aid.cited); // nothing can be clicked on paper: the rulebook's own numbers lead further there than ours
  const title = t('aid.title', { title: aid.title });
  document.title = title;
  const print = h('button', { type: 'button', class: 'button primary', 'data-key': 'print' }, t('aid.print'));
  print.addEventListener('click', () => window.print());
  fill(host, h('main', { class: 'aid' },
    h('header', null, h('h1', null, title), h('p', { class: 'small' }, t('aid.text')),
      h('p', { class: 'row-buttons' }, print, h('a', { class: 'button', href: table ? `/t/${encodeURIComponent(table)}` : '/' }, t(table ? 'aid.back' : 'table.home')))),
    aid.tables.length ? h('div', { class: 'aid-tables' }, aid.tables.map((one) => h('div', { class: 'aid-table' }, drawTable(one, '', undefined, false), one.note ? h('p', { class: 'small' }, one.note.replace(/\[([^\]\s]+)\]/g, (_, rule) => `(${citation(rule)})`)) : null))) : h('p', { class: 'hint' }, t('aid.none'))));
  const boxes = /** @type {HTMLElement[]} */ ([...host.querySelectorAll('.aid-table')]);
  new ResizeObserver(() => spread(boxes)).observe(/** @type {HTMLElement} */ (host.querySelector('.aid')));
}
