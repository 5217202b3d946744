// @ts-check
/** The panel of one thing: its look before and now, its data, where they come from, what depends on it. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { addition, form, removable, removal } from './form.js';
import { begins, pathOf } from './tree.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./page.js').Workshop} Workshop */

/** @param {Workshop} page */
export function lookPanel(page) {
  const { d: draft, thing, openKeys } = page;
  if (!thing && !openKeys) return beginning(page);
  /** @type {Keys[]} */
  const shown = openKeys ? [openKeys] : thing?.data ?? [];
  const title = openKeys ? draft.say(openKeys) : thing?.name ?? '';
  const main = shown[0] ?? [];
  const start = h('button', { type: 'button', class: 'link-button' }, t('ws.to-start'));
  start.addEventListener('click', () => page.pick(null));
  return [
    h('p', { class: 'small' }, start),
    h('h2', { class: 'ws-h' }, title),
    thing && !openKeys ? pictures(page) : null,
    shown.length ? shown.map((keys, i) => {
      const head = i && shown.length > 1 && ['table', 'rows'].includes(draft.kindAt(keys)?.k ?? '') ? h('h3', { class: 'ws-sub' }, draft.say(keys)) : null;
      const open = i > 0 && shown.length > 2;
      const body = [form(page.desk, keys), removable(draft, keys) && draft.get(keys) !== undefined ? h('p', { class: 'row-buttons' }, removal(page.desk, keys)) : null];
      return open ? h('details', { class: 'ws-more' }, h('summary', null, draft.say(keys)), body) : h('section', { class: 'ws-data' }, head, body);
    }) : h('p', { class: 'hint' }, t('ws.no-data')),
    quotes(page, shown),
    another(page, main),
    depends(page, main),
  ];
}

/** @param {Workshop} page */
function beginning(page) {
  const { d: draft } = page;
  const kinds = page.map?.plan.things.filter((thing) => thing.kind === 'counter') ?? [];
  return [h('h2', { class: 'ws-h' }, t('ws.welcome')), h('p', null, t('ws.welcome-text')),
    h('p', { class: 'small' }, t('ws.counts', { n: draft.differs.length })),
    kinds.length ? h('section', null, h('h3', { class: 'ws-sub' }, t('ws.counters')), h('ul', { class: 'counter-list' }, kinds.map((thing) => {
      const button = h('button', { type: 'button', class: `counter-button ${thing.data.some((keys) => draft.changed(keys)) ? 'changed' : ''}`, title: thing.name, 'aria-label': thing.name },
        thing.face ? h('img', { src: page.faces.url(thing.face), alt: '', loading: 'lazy' }) : h('span', { class: 'plain-face' }, thing.name));
      button.addEventListener('click', () => page.pick(thing));
      return h('li', null, button);
    }))) : null];
}

/** The thing as it is printed and as it is now. @param {Workshop} page */
function pictures(page) {
  const { thing, map, d: draft } = page;
  if (!thing || !map) return null;
  const changed = thing.data.slice(0, 1).some((keys) => draft.changed(keys)) || Object.values(thing.paint ?? {}).some((keys) => draft.changed(keys));
  if (thing.face) {
    const before = changed ? h('figure', null, h('img', { src: page.printed.url(thing.face, false), alt: t('ws.printed') }), h('figcaption', null, t('ws.printed'))) : null;
    return h('div', { class: 'ws-pictures' }, before, h('figure', null, h('img', { src: page.faces.url(thing.face), alt: changed ? t('ws.now') : thing.name }), changed ? h('figcaption', null, t('ws.now')) : null));
  }
  const box = map.box(thing);
  if (!box || !thing.data.length) return null;
  const side = Math.min(420, Math.max(120, (box[2] - box[0]) * 1.7, (box[3] - box[1]) * 1.7));
  const at = thing.line ? thing.at : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const crop = (/** @type {HTMLImageElement|null} */ image, /** @type {string} */ words) => {
    const canvas = h('canvas', { width: 240, height: 180, role: 'img', 'aria-label': words });
    const paint = () => canvas.getContext('2d')?.drawImage(/** @type {HTMLImageElement} */ (image), at[0] - side / 2, at[1] - side * 0.375, side, side * 0.75, 0, 0, 240, 180);
    if (image?.complete && image.naturalWidth) paint();
    else image?.addEventListener('load', paint, { once: true });
    return h('figure', null, canvas, changed ? h('figcaption', null, words) : null);
  };
  return h('div', { class: 'ws-pictures' }, changed ? crop(page.printedChart, t('ws.printed')) : null, crop(map.chart, changed ? t('ws.now') : thing.name));
}

/** Another entry like this one. @param {Workshop} page @param {Keys} keys */
function another(page, keys) {
  const { d: draft } = page;
  if (!removable(draft, keys)) return null;
  const table = keys.slice(0, -1);
  const kind = draft.kindAt(table);
  return kind ? h('details', { class: 'ws-more' }, h('summary', null, t('ws.another')), addition(page.desk, table, kind, String(keys[keys.length - 1]))) : null;
}

/** What one's own card says, for each effect that is shown. @param {Workshop} page @param {Keys[]} shown */
export function quotes(page, shown) {
  const { d: draft } = page;
  const { cards } = draft.begun;
  if (!cards) return null;
  /** @param {any} item @returns {any[]} */
  const names = (item) => (item && typeof item === 'object' ? Object.entries(item).flatMap(([key, one]) => [key, ...names(one)]) : [item]);
  const here = shown.filter((keys) => begins(keys, cards.keys)).flatMap((keys) => [keys[keys.length - 1], ...names(draft.get(keys))]);
  const effects = cards.effects.filter((effect) => here.includes(effect));
  return effects.length ? h('section', { class: 'ws-quotes' }, h('h3', { class: 'ws-sub' }, t('ws.card-words')), h('p', { class: 'small' }, t('ws.card-words-text')), effects.map((effect) => {
    const field = h('textarea', { class: 'input', rows: 3, maxlength: 500, 'data-key': `words.${effect}` }, draft.cardWords[effect] ?? '');
    field.addEventListener('change', () => draft.quote(effect, field.value));
    return h('label', null, h('span', { class: 'datum-name' }, draft.named(effect)), field);
  })) : null;
}

/** What depends on a datum: entries that name it, places where it is used, rules that stand behind it. @param {Workshop} page @param {Keys} keys */
function depends(page, keys) {
  const { d: draft } = page;
  if (!keys.length) return null;
  const users = draft.users(keys, page.thing?.kind === 'hex' ? page.thing.id : '');
  const rules = draft.rulesOf(keys);
  const source = draft.sourceOf(keys);
  const part = partOf(page, keys);
  const homes = [...new Map(users.map((one) => [pathOf(one), one])).values()];
  return h('section', { class: 'ws-depends' }, h('h3', { class: 'ws-sub' }, t('ws.depends')),
    h('dl', null, h('dt', null, t('ws.source')), h('dd', null, source.replace(/^O: R: my copy$/, t('ws.mine')) || '–'), part ? [h('dt', null, t('ws.part')), h('dd', null, part)] : null,
      homes.length ? [h('dt', null, t('ws.used', { n: homes.length })), h('dd', null, h('ul', { class: 'entry-list' }, homes.slice(0, 12).map((one) => {
        const button = h('button', { type: 'button', class: 'link-button' }, draft.say(one.filter((key, i) => typeof key === 'string' || i < one.length - 1)));
        button.addEventListener('click', () => page.open(one.slice(0, one.findIndex((key) => typeof key === 'number') < 0 ? one.length : one.findIndex((key) => typeof key === 'number'))));
        return h('li', null, button);
      }), homes.length > 12 ? h('li', { class: 'small' }, t('ws.and-more', { n: homes.length - 12 })) : null))] : null,
      rules.length ? [h('dt', null, t('ws.rules')), h('dd', null, rules.map((rule) => h('p', { class: 'small' }, h('b', null, rule.book), ` ${rule.text}`)))] : null));
}

/** Which part of the printed game it is. @param {Workshop} page @param {Keys} keys */
function partOf(page, keys) {
  const { d: draft } = page;
  for (let n = keys.length; n > 0; n -= 1) {
    const part = draft.kindAt(keys.slice(0, n))?.part;
    if (part) return draft.begun.parts[part] ?? part;
  }
  return begins(keys, ['board']) ? draft.begun.parts.drawing : '';
}
