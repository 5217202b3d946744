// @ts-check
/** What a brush does to the data: a datum of a thing is set, or two things are joined or parted. */

import { same, valueAt } from './tree.js';

/** @typedef {import('./types.js').Thing} Thing */
/** @typedef {import('./types.js').Brush} Brush */
/** @typedef {import('./types.js').Edit} Edit */
/** @typedef {import('./types.js').Joining} Joining */

/** @param {Brush} brush @param {Thing} thing @param {any} data @returns {Edit[]} */
export function painted(brush, thing, data) {
  const keys = thing.paint?.[brush.layer ?? ''];
  if (!keys) return [];
  /** @type {Edit[]} */
  const edits = [{ keys, value: brush.value }];
  for (const [key, value] of Object.entries(brush.also ?? {})) {
    const way = [...keys.slice(0, -1), key];
    if (value !== null || valueAt(data, way) !== undefined) edits.push({ keys: way, value: value ?? undefined });
  }
  return edits.filter(({ keys: way, value }) => !same(valueAt(data, way), value));
}

/** Whether a brush is for such a thing. @param {Brush} brush @param {Thing} thing */
export function takes(brush, thing) {
  if (brush.joins) return !thing.line && thing.kind !== 'counter' && Boolean(thing.data.length);
  return Boolean(thing.paint?.[brush.layer ?? '']);
}

/** Join two things, or part them. @param {Brush} brush @param {Thing} one @param {Thing} other @param {any} data @returns {Edit[]} */
export function joined(brush, one, other, data) {
  const joins = /** @type {Joining} */ (brush.joins);
  const table = valueAt(data, joins.keys);
  const a = one.id;
  const b = other.id;
  if (a === b || !takes(brush, one) || !takes(brush, other)) return [];
  if (joins.way === 'pairs') {
    const at = table.findIndex((/** @type {string[]} */ pair) => same([...pair].sort(), [a, b].sort()));
    if (brush.parts) return at < 0 ? [] : [{ keys: [...joins.keys, at], value: undefined }];
    return at < 0 ? [{ keys: joins.keys, value: [...table, [a, b]] }] : [];
  }
  if (joins.way === 'mutual') {
    return [[a, b], [b, a]].flatMap(([from, to]) => {
      const keys = [...joins.keys, from, joins.field ?? ''];
      const there = valueAt(data, keys) ?? [];
      if (brush.parts) return there.includes(to) ? [{ keys, value: there.filter((/** @type {string} */ name) => name !== to) }] : [];
      return there.includes(to) ? [] : [{ keys, value: [...there, to].sort() }];
    });
  }
  const names = [[a, b], [b, a]].map(([from, to]) => (joins.key ?? '').replace('{a}', from).replace('{b}', to));
  const known = names.find((name) => name in table);
  if (brush.parts) return known ? [{ keys: [...joins.keys, known], value: undefined }] : [];
  const ends = joins.ends ? { [joins.ends]: known ? table[known][joins.ends] : [a, b] } : {};
  const value = { ...(known ? table[known] : {}), ...ends, ...joins.value };
  return known && same(table[known], value) ? [] : [{ keys: [...joins.keys, known ?? names[0]], value }];
}
