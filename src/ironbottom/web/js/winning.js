// @ts-check
/** How to win, in one minute: a few panels with pictures for a game and a side, before its first game and whenever one asks. */

import { dialog } from './dialog.js';
import { emblem, h, s } from './dom.js';
import { dress, guideAt, marked, openGuide, rulesLeave, rulesThere } from './guide.js';
import { t } from './i18n.js';
import { get } from './net.js';
import { drawing } from './settings.js';
import { drawFace, loadFaces, ratio } from './sprite.js';

/** @typedef {import('./types.js').Guide} Guide */
/** @typedef {import('./types.js').Board} Board */

/** How wide a piece of the board is shown, in the width of a piece there. */
const AROUND = 5;

/** A piece of the board around a place. @param {string} base @param {Board} board @param {string} id */
function place(base, board, id) {
  const space = board.spaces.find((one) => one.id === id);
  if (!space) return null;
  const wide = Math.min(board.width, board.piece * AROUND);
  const tall = Math.min(board.height, wide * 0.62);
  const x = Math.max(0, Math.min(board.width - wide, space.x - wide / 2));
  const y = Math.max(0, Math.min(board.height - tall, space.y - tall / 2));
  return h('figure', { class: 'win-place' }, s('svg', { viewBox: `${x} ${y} ${wide} ${tall}`, 'aria-hidden': 'true' },
    s('image', { href: `${base}/chart.${drawing()}.svg`, x: 0, y: 0, width: board.width, height: board.height })), h('figcaption', null, space.name));
}

/**
 * @param {{base: string, board: Board, guide: Guide, side: string, goals?: string[], rule?: string, start?: string, done?: () => void, slug?: string}} what `slug`: the game, where no table is open to show its rules
 */
function show({ base, board, guide, side, goals = guide.goals, rule, start, done, slug }) {
  const look = board.sides.find((one) => one.id === side);
  const picture = (/** @type {import('./types.js').Panel} */ panel) => h('div', { class: 'win-picture', 'aria-hidden': 'true' },
    panel.spaces.map((id) => place(base, board, id)), panel.faces.map((face) => h('span', { class: 'win-face', style: { width: `${(ratio(face) > 1.2 ? 3 : 3.8).toFixed(1)}rem` } }, drawFace(face, ''))));
  const go = h('button', { type: 'button', class: 'button primary', 'data-first': true }, start ?? t('close'));
  const body = h('div', { class: 'win-card' },
    h('section', { class: 'win-panel win-goals' }, h('h3', null, look ? emblem(look.style) : null, t('win.wins')), h('ul', null, goals.map((goal) => h('li', null, goal))), rule ? marked(`[${rule}]`) : null),
    (guide.wins[side] ?? []).map((panel) => h('section', { class: 'win-panel' }, picture(panel), h('h3', null, panel.title), h('p', null, marked(panel.text)))),
    h('div', { class: 'row-buttons sticky' }, go));
  dress(body);
  const box = dialog(t('win.title', { side: look?.name ?? side }), [body], { wide: true, name: 'winning', onclose: done });
  if (slug) rulesThere(box, slug);
  else rulesLeave(box);
  go.addEventListener('click', () => box.close());
  go.focus({ preventScroll: true });
  box.querySelector('.dialog-body')?.scrollTo(0, 0);
}

/** At the table, for the side that looks on. @param {import('./game.js').Game} game @param {{start?: string, done?: () => void}} [how] */
export function winningHere(game, how = {}) {
  const { message, data } = game;
  if (!message || !data || !game.guide) return;
  const side = game.guide.wins[message.seat] ? message.seat : Object.keys(game.guide.wins)[0];
  const { score } = message.picture;
  show({ base: game.base, board: data, guide: game.guide, side, goals: score?.wins, rule: score?.rule, ...how });
}

/** On the first page. @param {string} slug @param {string} scenario @param {string} side */
export async function winningOf(slug, scenario, side) {
  const base = `/g/${slug}/${scenario}`;
  const [board, guide] = await Promise.all([get(`${base}/board.json`), guideAt(base), loadFaces(`${base}/faces.svg`)]);
  openGuide(guide);
  show({ base, board, guide, side, slug });
}
