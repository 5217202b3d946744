// @ts-check
/** The panel of what nobody knows but an owner: how much is confirmed, and the rest by how far it moves the game. */

import { h } from '../dom.js';
import { number, percent, t } from '../i18n.js';
import { get } from '../net.js';
import { toast } from '../dialog.js';
import { keysOf } from './tree.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {import('../types.js').Unknown} Unknown */
/** @typedef {import('../types.js').UnknownGroup} UnknownGroup */
/** @typedef {import('../types.js').UnknownDatum} UnknownDatum */

/** @type {{revision: number, game: string, asking: boolean, whole: Unknown|null, group: string, data: UnknownDatum[]}} what was asked last */
const asked = { revision: -1, game: '', asking: false, whole: null, group: '', data: [] };

/** @param {Workshop} page */
async function ask(page) {
  if (asked.asking) return;
  asked.asking = true;
  try {
    await page.keeper?.save();
    const { revision } = page.d;
    const base = `/api/copies/${encodeURIComponent(page.keeper?.id || `printed:${page.slug}`)}/unknown`;
    const [whole, data] = await Promise.all([get(base), asked.group ? get(`${base}?group=${encodeURIComponent(asked.group)}`) : []]);
    Object.assign(asked, { whole, data, revision, game: page.slug });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    asked.revision = page.d.revision;
  }
  asked.asking = false;
  if (page.tab === 'unknown') page.draw();
}

/** @param {Workshop} page */
export function unknownPanel(page) {
  if (asked.game !== page.slug) Object.assign(asked, { whole: null, group: '', data: [] });
  if (asked.revision !== page.d.revision || asked.game !== page.slug || !asked.whole) void ask(page);
  const { whole } = asked;
  const head = h('h2', { class: 'ws-h' }, t('ws.unknown'));
  if (!whole) return [head, h('p', { class: 'hint' }, t('ws.counting'))];
  const sure = whole.same + whole.corrected;
  const most = Math.max(0.01, ...whole.groups.map((group) => group.shift ?? 0));
  return [head, h('p', null, t('ws.unknown-text', { n: number(sure), of: number(whole.total), share: percent(sure / Math.max(1, whole.total)) })),
    h('div', { class: 'known-bar', role: 'img', 'aria-label': percent(sure / Math.max(1, whole.total)) },
      [['O', whole.corrected], ['R', whole.same], ['D', whole.open]].map(([letter, n]) => (n ? h('span', { class: `bar-${letter}`, style: { 'flex-grow': n } }) : null))),
    h('ul', { class: 'known-key' }, h('li', null, t('ws.known-corrected', { n: whole.corrected })), h('li', null, t('ws.known-same', { n: whole.same })), h('li', null, t('ws.known-open', { n: whole.open }))),
    h('p', { class: 'small' }, t('ws.unknown-order')),
    h('ul', { class: 'gap-list' }, whole.groups.map((group) => row(page, group, most)))];
}

/** @param {Workshop} page @param {UnknownGroup} group @param {number} most */
function row(page, group, most) {
  const { d: draft } = page;
  const open = asked.group === group.id;
  const head = h('button', { type: 'button', class: 'gap-head', 'aria-expanded': String(open), 'data-key': `gap-${group.id}` },
    h('span', { class: 'gap-name' }, group.label), h('span', { class: 'small' }, group.open ? t('ws.gap-open', { n: group.open }) : t('ws.gap-done')),
    group.shift === null ? null : h('span', { class: 'gap-weight', title: t('ws.gap-shift', { shift: percent(group.shift) }) }, h('i', { style: { width: `${Math.max(4, (100 * group.shift) / most)}%` } })));
  head.addEventListener('click', () => {
    asked.group = open ? '' : group.id;
    asked.data = [];
    if (asked.group) asked.revision = -1;
    page.draw();
  });
  if (!open) return h('li', null, head);
  const left = asked.data.filter((datum) => datum.state === 'open');
  const all = left.length > 1 ? h('button', { type: 'button', class: 'button small-button' }, t('ws.same-all', { n: left.length })) : null;
  all?.addEventListener('click', () => draft.confirmAll(left.map((datum) => datum.keys), group.label));
  return h('li', { class: 'open' }, head, all, h('ul', { class: 'change-list' }, asked.data.map((datum) => {
    const go = h('button', { type: 'button', class: 'link-button change-name' }, datum.label);
    go.addEventListener('click', () => page.open(datum.keys.length ? datum.keys : keysOf(draft.data, datum.label)));
    const same = datum.state === 'open' ? h('button', { type: 'button', class: 'button small-button', 'aria-label': t('ws.same-of', { name: datum.label }) }, t('ws.same')) : h('span', { class: `tag tag-${datum.state === 'same' ? 'R' : 'O'}` }, t(`ws.state-${datum.state}`));
    if (datum.state === 'open') same.addEventListener('click', () => draft.confirm(datum.keys, true, datum.label));
    return h('li', null, h('div', null, go, h('span', { class: 'change-words' }, datum.now ?? datum.value)), same);
  })));
}
