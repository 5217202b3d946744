// @ts-check
/** Buttons that do what may be refused, and rows of lists with such buttons. */

import { toast } from './dialog.js';
import { h } from './dom.js';
import { t } from './i18n.js';

/** Do something that may be refused, and say so. @param {HTMLButtonElement|null} button @param {() => Promise<any>} act */
export async function tried(button, act) {
  if (button) button.disabled = true;
  try {
    return await act();
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    return undefined;
  } finally {
    if (button) button.disabled = false;
  }
}

/** @param {string} key @param {(button: HTMLButtonElement) => Promise<any>} act @param {string} [kind] @param {Record<string, any>} [words] */
export function doing(key, act, kind = '', words = {}) {
  const button = h('button', { type: 'button', class: `button ${kind}`, 'data-key': key }, t(key, words));
  button.addEventListener('click', () => void tried(button, () => act(button)));
  return button;
}

/** A row of a list: what it is, more of it in small, what can be done with it. @param {any} title @param {any} more @param {...any} acts */
export function listRow(title, more, ...acts) {
  return h('li', { class: 'copy-row' }, h('span', { class: 'copy-words' }, h('b', null, title), h('small', null, more)), acts);
}
