// @ts-check
/** The panel of tables: which there are, and one of them as a grid. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { pathOf } from './tree.js';
import { worded } from './draft.js';
import { grid, tables } from './grid.js';
import { quotes } from './look.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./page.js').Workshop} Workshop */

/** @type {{path: string, at: {row: number, column: number}}} what is open */
const open = { path: '', at: { row: 0, column: 0 } };

/** @param {Workshop} page */
export function tablesPanel(page) {
  const { d: draft } = page;
  const all = tables(draft);
  if (!all.some((keys) => pathOf(keys) === open.path)) open.path = pathOf(all.find((keys) => draft.kindAt(keys)?.part !== 'drawing' && ['tables', 'combat'].includes(String(keys[0]))) ?? all[0] ?? []);
  const said = all.map((keys) => draft.say(keys));
  const called = (/** @type {Keys} */ keys) => (said.filter((one) => one === draft.say(keys)).length > 1 ? keys.map(worded).join(' · ') : draft.say(keys));
  const stems = [...new Set(all.map((keys) => String(keys[0])))];
  const select = h('select', { class: 'input', 'aria-label': t('ws.table'), 'data-key': 'table-choice' }, stems.map((stem) => h('optgroup', { label: stem.replace(/_/g, ' ') }, all.filter((keys) => keys[0] === stem).map((keys) => {
    const path = pathOf(keys);
    return h('option', { value: path, selected: path === open.path }, `${called(keys)}${draft.changed(keys) ? ' •' : ''}`);
  }))));
  select.addEventListener('change', () => {
    open.path = select.value;
    open.at = { row: 0, column: 0 };
    page.draw();
  });
  const keys = /** @type {Keys} */ (JSON.parse(open.path || '[]'));
  const refocus = document.activeElement?.closest('.ws-grid') ?? null;
  const made = grid(page.desk, keys, open.at);
  if (refocus) queueMicrotask(() => { /** @type {HTMLElement|null} */ (made.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true }); });
  const more = h('button', { type: 'button', class: 'link-button' }, t('ws.as-form'));
  more.addEventListener('click', () => page.open(keys));
  return [h('label', { class: 'ws-choose' }, h('span', { class: 'small' }, t('ws.table')), select), h('p', { class: 'small' }, t('ws.grid-hint')), made, h('p', null, more), quotes(page, [keys])];
}
