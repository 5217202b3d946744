// @ts-check
/** What can be taken away: the record, the log, the position. */

import { dialog, toast } from './dialog.js';
import { h } from './dom.js';
import { asPng, logTable, logText, positionSvg, report, save, saveFrom } from './export.js';
import { t } from './i18n.js';

/** @typedef {import('./game.js').Game} Game */

/** The dialog with all of it. @param {Game} game */
export function openSave(game) {
  const { message, data } = game;
  if (!message || !data) return;
  const name = `${message.title} ${game.id.slice(0, 6)}`;
  const lines = game.truth ?? game.lines;
  const row = (/** @type {string} */ key, /** @type {() => void|Promise<void>} */ go) => {
    const button = h('button', { type: 'button', class: 'button', 'data-key': `save-${key}` }, t(`save.${key}`));
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        await go();
      } catch (problem) {
        toast(problem instanceof Error ? problem.message : '', 'bad');
      }
      button.disabled = false;
      button.textContent = t(`save.${key}`);
    });
    return h('li', null, button, h('p', { class: 'small' }, t(`save.${key}-text`)));
  };
  dialog(t('table.save'), [h('ul', { class: 'save-list' },
    ...(message.report ? ['html', 'json'].map((form) => row(`report-${form}`, async () => {
      const button = document.querySelector(`[data-key="save-report-${form}"]`);
      if (button) button.textContent = t('save.report-working');
      const data = await report(game.id, game.seat ?? '', form);
      save(`${name}.${form}`, data);
    })) : []),
    row('record', () => saveFrom(`/api/tables/${game.id}/record?seat=${game.seat ?? ''}`)),
    row('log', () => save(`${name}.txt`, new Blob([logText(lines)], { type: 'text/plain' }))),
    row('csv', () => save(`${name}.csv`, new Blob(['\ufeff', logTable(lines)], { type: 'text/csv' }))),
    row('svg', async () => save(`${name}.svg`, new Blob([await positionSvg(game)], { type: 'image/svg+xml' }))),
    row('png', async () => save(`${name}.png`, await asPng(await positionSvg(game), data.width, data.height))))], { wide: true });
}
