// @ts-check
/** The time that the side which decides has left, at a table with a clock: it runs while one looks at it. */

import { h } from './dom.js';
import { t } from './i18n.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left, in the two units that matter. @param {number} left in milliseconds */
export function inWords(left) {
  if (left <= 0) return t('clock.out');
  if (left >= DAY) return t('clock.days', { d: Math.floor(left / DAY), h: Math.floor((left % DAY) / HOUR) });
  if (left >= HOUR) return t('clock.hours', { h: Math.floor(left / HOUR), m: Math.floor((left % HOUR) / MINUTE) });
  return `${Math.floor(left / MINUTE)}:${String(Math.floor((left % MINUTE) / 1000)).padStart(2, '0')}`;
}

/** The clock of a side, where one runs. @param {import('./types.js').Message} message @param {string} side */
export function clockOf(message, side) {
  const end = message.clock?.deadline[side];
  if (!end) return null;
  return h('span', { class: 'plate-clock', role: 'timer', 'aria-label': t('clock.name'), 'data-end': end }, inWords(Date.parse(end) - Date.now()));
}

window.setInterval(() => {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.plate-clock'))) {
    const left = Date.parse(clock.dataset.end ?? '') - Date.now();
    const words = inWords(left);
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle('short', left < HOUR);
  }
}, 1000);
