// @ts-check
/** The reader's settings, and the list of keys. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { dialog } from './dialog.js';
import { KEYS, keyOf } from './keys.js';
import { SPEEDS } from './pacing.js';
import { change, settings } from './settings.js';
import { noticesDialog } from './notifying.js';
import { askToNotify } from './signs.js';
import { ALONE } from './wire.js';

/** @param {string} name @param {string} value @param {string[][]} choices @param {(value: string) => void} set */
function choose(name, value, choices, set) {
  const select = h('select', { class: 'input' }, choices.map(([key, text]) => h('option', { value: key, selected: key === value }, text)));
  select.addEventListener('change', () => set(select.value));
  return h('label', { class: 'setting' }, h('span', null, name), select);
}

/** @param {string} name @param {number} value @param {number} low @param {number} high @param {number} step @param {(value: number) => void} set */
function slide(name, value, low, high, step, set) {
  const range = h('input', { type: 'range', class: 'scrub', min: low, max: high, step, value: String(value) });
  const out = h('output', null, `${value} %`);
  range.value = String(value);
  range.addEventListener('input', () => {
    out.textContent = `${range.value} %`;
    set(Number(range.value));
  });
  return h('label', { class: 'setting' }, h('span', null, name), h('span', { class: 'setting-range' }, range, out));
}

/** @param {string} name @param {boolean} on @param {(on: boolean) => void} set */
function tick(name, on, set) {
  const box = h('input', { type: 'checkbox', class: 'switch', role: 'switch', checked: on });
  box.addEventListener('change', () => set(box.checked));
  return h('label', { class: 'setting' }, h('span', null, name), box);
}

export function settingsDialog() {
  const away = h('button', { type: 'button', class: 'button', 'data-key': 'notices.open' }, t('notices.open'));
  away.addEventListener('click', () => {
    box.close();
    void noticesDialog();
  });
  const warn = h('p', { class: 'small', role: 'status' });
  const box = dialog(t('settings.title'), [
    choose(t('settings.theme'), settings.theme, ['system', 'chart', 'room', 'contrast', 'grey'].map((key) => [key, t(`settings.${key}`)]), (theme) => change({ theme })),
    slide(t('settings.text'), settings.text, 80, 200, 10, (text) => change({ text })),
    choose(t('settings.speed'), String(settings.speed), ['0', '0.5', '1', '2'].map((key) => [key, t(`settings.speed-${key}`)]), (speed) => change({ speed: Number(speed) })),
    choose(t('settings.story'), settings.story, [...Object.keys(SPEEDS), 'off'].map((key) => [key, t(`settings.story-${key}`)]), (story) => change({ story })),
    choose(t('settings.coach'), settings.coach, ['first', 'always', 'off'].map((key) => [key, t(`settings.coach-${key}`)]), (coach) => change({ coach: /** @type {'first'|'always'|'off'} */ (coach) })),
    choose(t('settings.face'), settings.face, ['full', 'words'].map((key) => [key, t(`settings.${key}`)]), (face) => change({ face })),
    tick(t('settings.names'), settings.names, (names) => change({ names })),
    tick(t('settings.follow'), settings.follow, (follow) => change({ follow })),
    tick(t('settings.edge'), settings.edge, (edge) => change({ edge })),
    tick(t('settings.sound'), settings.sound, (sound) => change({ sound })),
    slide(t('settings.volume'), settings.volume, 0, 100, 5, (volume) => change({ volume })),
    slide(t('settings.turn-volume'), settings.turnVolume, 0, 100, 5, (turnVolume) => change({ turnVolume })),
    tick(t('settings.notify'), settings.notify, async (notify) => {
      const allowed = notify ? await askToNotify() : false;
      change({ notify: allowed });
      warn.textContent = notify && !allowed ? t('settings.notify-no') : '';
    }),
    warn,
    ALONE ? null : h('div', { class: 'setting' }, h('span', null, t('notices.title')), away),
    h('details', null, h('summary', null, t('settings.keys')), keyList(true)),
  ], { name: 'settings' });
}

/** @param {boolean} editable */
function keyList(editable) {
  return h('ul', { class: 'key-list' }, Object.keys(KEYS).map((action) => {
    const key = h(editable ? 'button' : 'kbd', editable ? { type: 'button', class: 'key-button', 'aria-label': t('settings.key-set', { name: t(`key.${action}`) }) } : null, keyOf(action));
    if (editable) {
      key.addEventListener('click', () => {
        key.textContent = '…';
        key.addEventListener('keydown', (event) => {
          const press = /** @type {KeyboardEvent} */ (event);
          if (press.key === 'Tab' || press.key === 'Shift') return;
          press.preventDefault();
          press.stopPropagation();
          if (press.key !== 'Escape') change({ keys: { ...settings.keys, [action]: press.key } });
          key.textContent = keyOf(action);
        }, { once: true });
      });
    }
    return h('li', null, key, h('span', null, t(`key.${action}`)));
  }), editable ? h('li', null, reset()) : null);
}

function reset() {
  const button = h('button', { type: 'button', class: 'link-button' }, t('settings.reset'));
  button.addEventListener('click', () => change({ keys: {} }));
  return button;
}

export function helpDialog() {
  dialog(t('help.title'), [h('p', null, t('help.mouse')), keyList(false)], { wide: true });
}
