// @ts-check
/** Where the page has no server: all games in one file, to be kept elsewhere, and such a file brought back. */

import { confirm, dialog, toast } from './dialog.js';
import { h } from './dom.js';
import { saveFrom } from './export.js';
import { moment, t } from './i18n.js';
import { post, read } from './net.js';
import { ask } from './wire.js';

/** @param {() => Promise<any>} act */
async function tried(act) {
  try {
    await act();
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
  }
}

/** Save all, and say how to go on with it at a server. */
async function saveAll() {
  const { secret } = await post('/api/tab/link');
  await saveFrom('/api/tab/backup');
  dialog(t('keep.saved'), [h('p', null, t('keep.saved-text')), h('p', null, t('keep.at-server')),
    h('pre', { class: 'lines-to-type' }, `ironbottom restore FILE\nironbottom\nhttp://127.0.0.1:8042/me/${secret}`)]);
}

/** @param {File} file */
async function bring(file) {
  const { name: whose, games, last, here } = await read(await ask('/api/tab/backup/look', { method: 'POST', body: file }));
  const holds = t('keep.holds', { name: whose, games: t('personal.games', { n: games }) });
  const first = h('button', { type: 'button', class: 'link-button', 'data-key': 'keep.save-first' }, t('keep.save-first'));
  first.addEventListener('click', () => void tried(() => saveFrom('/api/tab/backup')));
  const told = [holds, last ? t('keep.last', { time: moment(last) }) : '', t(here ? 'keep.bring-text' : 'keep.bring-none', { n: here })];
  if (!await confirm(t('keep.bring'), told.filter(Boolean).join(' '), t('keep.bring-yes'), here ? [h('p', null, first)] : [])) return;
  const { name } = await read(await ask('/api/tab/backup/file', { method: 'POST', body: file }));
  toast(t('keep.brought', { name }));
  window.setTimeout(() => window.parent.location.reload(), 600);
}

/** The buttons of the first page. @returns {HTMLElement[]} */
export function keeping() {
  const pick = h('input', { type: 'file', class: 'unseen', accept: '.zip', 'aria-label': t('keep.bring'), tabindex: '-1' });
  pick.addEventListener('change', () => {
    const file = pick.files?.[0];
    pick.value = '';
    if (file) void tried(() => bring(file));
  });
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) => {
    const made = h('button', { type: 'button', class: 'link-button', 'data-key': key }, t(key));
    made.addEventListener('click', act);
    return made;
  };
  return [button('keep.save', () => void tried(saveAll)), button('keep.bring', () => pick.click()), pick,
    h('p', { class: 'small alone' }, t('keep.alone'))];
}
