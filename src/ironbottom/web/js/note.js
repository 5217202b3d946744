// @ts-check
/** The dialog in which a note is written to a place. */

import { dialog } from './dialog.js';
import { h } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./game.js').Game} Game */

/** @param {Game} game @param {string} place */
export function writeNote(game, place) {
  const name = game.board?.spaces.get(place)?.name ?? place;
  const area = h('textarea', { class: 'input', rows: 3, maxlength: 500, 'aria-label': t('notes.ask', { place: name }), 'data-first': true });
  area.value = game.message?.notes[place] ?? '';
  const save = h('button', { type: 'submit', class: 'button primary' }, t('save'));
  const form = h('form', null, area, h('div', { class: 'row-buttons' }, save));
  const box = dialog(t('notes.ask', { place: name }), [form]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    box.close();
    void game.send('note', { place, text: area.value.trim() });
  });
  area.focus();
}
