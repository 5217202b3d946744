// @ts-check
/** The keys of the game page, listed by `?`, and each to be changed in the settings. */

import { settings } from './settings.js';

/** Name of an action: its key, unless the reader chose another. */
export const KEYS = {
  next: 'n', previous: 'N', board: 'b', prompt: 'p', undo: 'u', redo: 'y', overlays: 'o', rules: 'r', log: 'l', sheet: 's', forces: 'f', notes: 'm',
  in: '+', out: '-', fit: '0', whole: '9', hint: 'h', hide: 'x', replay: 'v', command: '/', help: '?', legal: 'a', what: 'w', win: 'g', focus: 'c', battle: 'k', ruler: 'd', confirm: 'Enter', cancel: 'Escape', back: '[', on: ']', nextgame: 'j',
};

/** @param {string} action */
export function keyOf(action) {
  return settings.keys[action] ?? KEYS[/** @type {keyof typeof KEYS} */ (action)] ?? '';
}

/** The action that a key stands for. @param {KeyboardEvent} event */
export function actionOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') return event.shiftKey ? 'redo' : 'undo';
    return null;
  }
  const key = event.key === '=' ? '+' : event.key;
  for (const action of Object.keys(KEYS)) {
    if (keyOf(action) === key) return action;
  }
  return null;
}
