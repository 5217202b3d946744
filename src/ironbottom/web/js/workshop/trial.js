// @ts-check
/** The panel that tries a copy out: random games, and how even it is between two scripts. */

import { h, fill } from '../dom.js';
import { t } from '../i18n.js';
import { get, post } from '../net.js';
import { toast } from '../dialog.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {{bot: string, done: number, of: number, over: boolean, fault: string, wins: Record<string, number>, drawn: number, reasons: Record<string, number>, refused: number, decisions: number}} Told */

/** @type {{told: Told|null, timer: number}} what runs, or ran last */
const running = { told: null, timer: 0 };

/** @param {Workshop} page */
export function trialPanel(page) {
  const box = h('div', { class: 'trial', 'aria-live': 'polite' });
  const begin = async (/** @type {string} */ bot, /** @type {number} */ games) => {
    try {
      running.told = await post('/api/workshop/try', { game: page.slug, scenario: page.scenario, overlay: page.d.overlay, bot, games });
      watch();
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  };
  const draw = () => {
    const busy = running.told !== null && !running.told.over;
    const random = h('button', { type: 'button', class: 'button', disabled: busy || page.faultList.length > 0, 'data-key': 'try-random' }, t('ws.try-random', { n: 10 }));
    random.addEventListener('click', () => void begin('random', 10));
    const even = h('button', { type: 'button', class: 'button', disabled: busy || page.faultList.length > 0, 'data-key': 'try-even' }, t('ws.try-even', { n: 40 }));
    even.addEventListener('click', () => void begin('regular', 40));
    const stop = busy ? h('button', { type: 'button', class: 'button danger', 'data-key': 'try-stop' }, t('ws.try-stop')) : null;
    stop?.addEventListener('click', async () => {
      window.clearTimeout(running.timer);
      await post('/api/workshop/stop').catch(() => {});
      if (running.told) running.told.over = true;
      draw();
    });
    fill(box, h('div', { class: 'row-buttons' }, random, even, stop), page.faultList.length ? h('p', { class: 'fault-line' }, t('ws.try-faults')) : null, running.told ? result(page, running.told) : null);
  };
  const watch = () => {
    window.clearTimeout(running.timer);
    if (box.isConnected || !running.told?.done) draw();
    if (running.told && !running.told.over) {
      running.timer = window.setTimeout(async () => {
        running.told = await get('/api/workshop/try').catch(() => running.told);
        watch();
      }, 700);
    }
  };
  draw();
  if (running.told && !running.told.over) watch();
  return [h('h2', { class: 'ws-h' }, t('ws.try')), h('p', null, t('ws.try-text')), box];
}

/** @param {Workshop} page @param {Told} told */
function result(page, told) {
  const sides = page.map?.plan.sides ?? [];
  const name = (/** @type {string} */ id) => sides.find((side) => side.id === id)?.name ?? id;
  const wins = Object.entries(told.wins);
  return h('div', { class: 'trial-result' },
    h('p', null, h('b', null, t('ws.tried', { n: told.done, of: told.of })), told.over && !told.fault && !told.refused && told.done === told.of ? ` ${t('ws.tried-well')}` : ''),
    h('progress', { max: told.of, value: told.done, 'aria-label': t('ws.try') }),
    told.fault ? h('p', { class: 'fault-line' }, told.fault) : null,
    told.refused ? h('p', { class: 'fault-line' }, t('ws.tried-refused', { n: told.refused })) : null,
    told.done ? h('dl', null, wins.map(([side, n]) => [h('dt', null, wins.length > 1 ? t('ws.won-by', { side: name(side) }) : t('ws.won')), h('dd', null, String(n))]), told.drawn ? [h('dt', null, t('ws.drawn')), h('dd', null, String(told.drawn))] : null,
      h('dt', null, t('ws.decisions')), h('dd', null, String(told.decisions))) : null,
    told.done ? h('ul', { class: 'small' }, Object.entries(told.reasons).sort((a, b) => b[1] - a[1]).slice(0, 5).map(([reason, n]) => h('li', null, t('ws.ended', { n, way: reason })))) : null);
}
