// @ts-check
/** The dialog that asks for an amount. */

import { dialog } from './dialog.js';
import { h, icon, ICONS } from './dom.js';
import { number, t } from './i18n.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */

/** A choice with so many: in all, where the amount that stands is set. @param {Choice|import('./types.js').MacroLook} choice @param {number} n */
export function counted(choice, n) {
  return t('amount' in choice && choice.amount?.now !== undefined ? 'amount.go-all' : 'amount.go', { label: choice.label, n });
}

/** @param {Game} game @param {Choice} choice */
export function askAmount(game, choice) {
  const { low, high, step, now, start } = /** @type {NonNullable<Choice['amount']>} */ (choice.amount);
  const wanted = game.coach?.wants(choice) ?? null; // by the coach of a lesson
  let n = wanted ?? now ?? start ?? low;
  const range = h('input', { type: 'range', class: 'scrub', min: low, max: high, step, value: String(n), 'aria-label': choice.label, 'data-first': true });
  const go = h('button', { type: 'button', class: `button primary ${choice.ends ? 'ends' : ''}` });
  const show = () => {
    range.value = String(n);
    go.classList.toggle('advised', n === wanted);
    go.replaceChildren(t('amount.go', { label: choice.label, n }), ...(choice.ends ? [h('small', { class: 'ends-note' }, t('prompt.ends'))] : []));
  };
  const by = (/** @type {number} */ d, /** @type {string} */ name, /** @type {string} */ d2) => {
    const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': t(name) }, icon(d2));
    button.addEventListener('click', () => {
      n = Math.max(low, Math.min(high, n + d * step));
      show();
    });
    return button;
  };
  range.addEventListener('input', () => {
    n = Number(range.value);
    show();
  });
  const box = dialog(choice.label, [h('div', { class: 'amount' }, by(-1, 'amount.less', ICONS.minus), range, by(1, 'amount.more', ICONS.plus), h('span', { class: 'amount-range' }, `${number(low)}–${number(high)}`)), h('div', { class: 'row-buttons' }, go)]);
  go.addEventListener('click', () => {
    box.close();
    void game.act([choice.do.replace('{n}', String(n))]);
  });
  show();
  range.focus();
}
