// @ts-check
/** What a game is about, for who sits down at it: stands first in the panel, but below a sheet, on its first turn until it is put away. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { recall, remember } from './settings.js';
import { ruleLink } from './widgets.js';
import { winningHere } from './winning.js';

/** @typedef {import('./game.js').Game} Game */

/** @param {Game} game @param {import('./types.js').Picture} picture */
export function aim(game, picture) {
  const { message } = game;
  const { score } = picture;
  const key = `aim.${game.id}`;
  const began = game.lines.find((line) => line.turn)?.turn ?? picture.turn;
  if (!score?.wins.length || !message || message.over || message.coach || game.past || game.analysis.on || began !== picture.turn || recall(key, false)) return null;
  const close = h('button', { type: 'button', class: 'button small-button', 'data-key': 'aim-close' }, t('aim.close'));
  close.addEventListener('click', () => {
    remember(key, true);
    game.panel?.drawNow();
  });
  const more = game.guide ? h('button', { type: 'button', class: 'button small-button', 'data-key': 'win' }, t('win.open')) : null;
  more?.addEventListener('click', () => winningHere(game));
  return h('section', { class: 'card aim' }, h('h3', null, t('score.wins')), h('ul', { class: 'score-wins' }, score.wins.map((text) => h('li', null, text))), h('div', { class: 'row-buttons' }, more, close, ruleLink(score.rule)));
}
