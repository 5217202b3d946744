// @ts-check
/** A tournament is made by a form. */

import { h } from '../dom.js';
import { dialog, toast } from '../dialog.js';
import { t } from '../i18n.js';
import { post } from '../net.js';
import { segment } from '../newgame.js';
import { go } from '../wire.js';
import { GameForm, pick } from './form.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */

/** Times for a round in hours, for live games and for correspondence. */
const ROUND = { live: [1, 2, 4, 8, 24], slow: [7 * 24, 14 * 24, 30 * 24, 60 * 24, 90 * 24] };

/** @param {GameInfo[]} games @param {import('./lobby.js').Hall} hall */
export function tournamentDialog(games, hall) {
  const state = { name: '', kind: 'robin', games: 2, rounds: 5, hours: { live: 4, slow: 30 * 24 }, most: 8, begins: '' };
  const name = h('input', { class: 'input', maxlength: 60, required: true, placeholder: t('club.cup-name-hint'), 'data-first': true });
  const more = h('div', { class: 'new-game' });
  const start = h('button', { type: 'button', class: 'button primary large' }, t('club.make-tournament'));
  const form = new GameForm(games, 'tournament', hall.ratings, true, () => draw());
  const draw = () => {
    const pace = form.chosen.kind === 'live' ? 'live' : 'slow';
    const hours = (/** @type {number} */ n) => (n < 48 ? t('club.h', { n }) : t('club.d', { n: n / 24 }));
    const when = h('input', { class: 'input', type: 'datetime-local', value: state.begins });
    when.addEventListener('change', () => { state.begins = when.value; });
    more.replaceChildren(
      segment(t('club.kind'), ['robin', ...(hall.swiss ? ['swiss'] : []), 'knockout'].map((kind) => ({ value: kind, text: t(`club.kind-${kind}`), hint: t(`club.kind-${kind}-text`) })), state.kind, (value) => {
        state.kind = value;
        state.most = Math.min(state.most, value === 'robin' ? 16 : 128);
        draw();
      }, hall.swiss ? null : t('club.no-swiss')),
      h('div', { class: 'field-row' },
        pick(t('club.games'), [2, 1].map((n) => ({ value: String(n), text: t(`club.games-${n}`) })), String(state.games), (value) => { state.games = Number(value); }),
        pick(t('club.most'), [4, 6, 8, 12, 16, ...(state.kind === 'robin' ? [] : [32, 64, 128])].map((n) => ({ value: String(n), text: String(n) })), String(state.most), (value) => { state.most = Number(value); }),
        state.kind === 'swiss' ? pick(t('club.rounds'), [2, 3, 4, 5, 6, 7, 9].map((n) => ({ value: String(n), text: String(n) })), String(state.rounds), (value) => { state.rounds = Number(value); }) : ''),
      h('div', { class: 'field-row' },
        pick(t('club.hours'), ROUND[pace].map((n) => ({ value: String(n), text: hours(n) })), String(state.hours[pace]), (value) => { state.hours[pace] = Number(value); }),
        h('label', { class: 'field-label' }, h('span', null, t('club.begins-at')), when)),
      h('p', { class: 'small' }, t('club.cup-rules')));
  };
  form.draw();
  draw();
  dialog(t('club.new-tournament'), [h('label', { class: 'field-label' }, h('span', null, t('club.cup-name')), name), form.host, more, h('div', { class: 'row-buttons sticky' }, start)], { wide: true, name: 'offering' });
  start.addEventListener('click', async () => {
    start.disabled = true;
    try {
      const made = await post('/api/tournaments', await form.body({
        name: name.value, kind: state.kind, games: state.games, rounds: state.rounds, most: state.most,
        hours: state.hours[form.chosen.kind === 'live' ? 'live' : 'slow'], ...(state.begins ? { begins: new Date(state.begins).getTime() / 1000 } : {}) }));
      go(`/tournament/${made.id}`);
    } catch (problem) {
      start.disabled = false;
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  });
}
