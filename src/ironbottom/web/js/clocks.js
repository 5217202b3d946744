// @ts-check
/** The time that the side which decides has left, at a table with a clock: it runs while one looks at it. */

import { toast } from './dialog.js';
import { emblem, h } from './dom.js';
import { moment, t } from './i18n.js';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left, in the two units that matter. @param {number} left in milliseconds */
export function inWords(left) {
  if (left <= 0) return t('clock.out');
  if (left >= DAY) return t('clock.days', { d: Math.floor(left / DAY), h: Math.floor((left % DAY) / HOUR) });
  if (left >= HOUR) return t('clock.hours', { h: Math.floor(left / HOUR), m: Math.floor((left % HOUR) / MINUTE) });
  return `${Math.floor(left / MINUTE)}:${String(Math.floor((left % MINUTE) / 1000)).padStart(2, '0')}`;
}

/** A clock that runs until then; it is short in the last of it. @param {string} end @param {number} short in milliseconds @param {boolean} [own] */
export function clockTo(end, short, own = false) {
  return h('span', { class: `plate-clock ${own ? 'own' : ''} ${Date.parse(end) - Date.now() < short ? 'short' : ''}`, role: 'timer', 'aria-label': t('clock.name'), 'data-end': end, 'data-short': short }, inWords(Date.parse(end) - Date.now()));
}

/** The clock of a side: it runs where the side is waited for; a bank is shown besides. @param {import('./types.js').Message} message @param {string} side */
export function clockOf(message, side) {
  const { clock } = message;
  if (!clock || message.over) return null;
  const away = clock.away?.[side];
  if (away && Date.parse(away) > Date.now()) return h('span', { class: 'plate-clock still' }, t('clock.away', { time: moment(away) }));
  const end = clock.deadline[side];
  if (end) return clockTo(end, clock.bank && clock.bank < DAY / 1000 ? MINUTE : HOUR, message.seats.some((seat) => seat.you && seat.side === side));
  const left = clock.left?.[side];
  return left === undefined ? null : h('span', { class: 'plate-clock still', 'aria-label': t('clock.name') }, inWords(left * 1000));
}

/** The clocks of all sides, where each has a bank. @param {import('./game.js').Game} game */
export function clocksOf(game) {
  const { message } = game;
  return message ? h('span', { class: 'plate-clocks' }, message.seats.map((seat) => h('span', { class: `plate-side ${message.waiting.includes(seat.side) ? 'runs' : ''}` }, emblem(game.style(seat.side)), clockOf(message, seat.side)))) : null;
}

/** Whether it has been said that one's own time is short. */
let hurried = false;

window.setInterval(() => {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.plate-clock[data-end]'))) {
    const left = Date.parse(clock.dataset.end ?? '') - Date.now();
    const words = inWords(left);
    if (clock.textContent !== words) clock.textContent = words;
    const short = left < Number(clock.dataset.short);
    clock.classList.toggle('short', short);
    if (!clock.classList.contains('own')) continue;
    if (short && !hurried && left > 0) toast(t('clock.short', { time: words }), 'bad');
    hurried = short;
  }
}, 1000);
