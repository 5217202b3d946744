// @ts-check
/** What a brush does to the data: a datum of a thing is set, two things are joined or parted, something lies on one. */

import { same, valueAt } from './tree.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./types.js').Thing} Thing */
/** @typedef {import('./types.js').Brush} Brush */
/** @typedef {import('./types.js').Edit} Edit */
/** @typedef {import('./types.js').Joining} Joining */

/** `called`: the name of what is new. @param {Brush} brush @param {Thing} thing @param {any} data @param {string} called @returns {Edit[]} */
export function painted(brush, thing, data, called) {
  if (brush.lays) return laid(brush, thing, data, called);
  const keys = thing.paint?.[brush.layer ?? ''];
  if (!keys) return [];
  /** @type {Edit[]} */
  const edits = [{ keys, value: brush.value ?? undefined }];
  for (const [key, value] of Object.entries(brush.also ?? {})) {
    const way = [...keys.slice(0, -1), key];
    if (value !== null || valueAt(data, way) !== undefined) edits.push({ keys: way, value: value ?? undefined });
  }
  return edits.filter(({ keys: way, value }) => !same(valueAt(data, way), value));
}

/** Something is laid on a thing where nothing of its kind lies yet, or taken away. @param {Brush} brush @param {Thing} thing @param {any} data @param {string} called @returns {Edit[]} */
function laid(brush, thing, data, called) {
  const { keys, field, called: title } = /** @type {NonNullable<Brush['lays']>} */ (brush.lays);
  const table = valueAt(data, keys);
  const there = Object.keys(table).filter((key) => table[key]?.[field] === thing.id);
  if (brush.parts) return there.map((key) => ({ keys: [...keys, key], value: undefined }));
  return there.length ? [] : [{ keys: [...keys, free(called, table)], value: { [field]: thing.id, [title]: called } }];
}

/** A key made of a name, that no entry has. @param {string} name @param {any} table */
function free(name, table) {
  const key = name.normalize('NFKD').toLowerCase().replace(/[^a-z]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 17) || 'new';
  return [key, ...Array.from('bcdefghijklmnopqrstuvwxyz', (letter) => `${key}_${letter}`)].find((one) => !(one in table)) ?? key;
}

/** Whether a brush is for such a thing. @param {Brush} brush @param {Thing} thing */
export function takes(brush, thing) {
  if (brush.lays) return thing.kind === brush.lays.kind;
  if (brush.joins) return !thing.line && thing.kind !== 'counter' && Boolean(thing.data.length);
  return Boolean(thing.paint?.[brush.layer ?? '']);
}

/** Join two things, or part them. @param {Brush} brush @param {Thing} one @param {Thing} other @param {any} data @param {string} called @returns {Edit[]} */
export function joined(brush, one, other, data, called) {
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
  if (joins.way === 'courses') return brush.parts ? cut(joins.keys, table, a, b) : flowing(joins.keys, table, a, b, called);
  if (joins.way === 'both') return same([...table].sort(), [a, b].sort()) ? [] : [{ keys: joins.keys, value: [a, b] }];
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

/** The courses of a table: their keys, and what they run through. @param {any} table @returns {[string, string[]][]} */
function courses(table) {
  return Object.entries(table).filter((/** @type {[string, any]} */ [, course]) => Array.isArray(course));
}

/** Where two places follow each other in a course; -1: they do not. @param {string[]} course @param {string} a @param {string} b */
function step(course, a, b) {
  return course.findIndex((name, i) => i > 0 && ((name === a && course[i - 1] === b) || (name === b && course[i - 1] === a)));
}

/**
 * A course runs on from its end, two whose ends meet are one, and one that begins elsewhere is new.
 * @param {Keys} keys @param {any} table @param {string} a @param {string} b @param {string} called @returns {Edit[]}
 */
function flowing(keys, table, a, b, called) {
  const all = courses(table);
  if (all.some(([, course]) => step(course, a, b) > 0)) return [];
  const ending = (/** @type {string} */ name) => all.find(([, course]) => course[course.length - 1] === name) ?? all.find(([, course]) => course[0] === name);
  const [from, to] = [ending(a), ending(b)];
  const last = (/** @type {string[]} */ course, /** @type {string} */ name) => (course[course.length - 1] === name ? course : [...course].reverse());
  if (from && to && from[0] !== to[0] && !from[1].some((name) => to[1].includes(name))) {
    // the one that ends here, as courses are counted from the sea, goes on as the other
    const [lower, upper] = from[1][from[1].length - 1] === a ? [from, to] : [to, from];
    const [end, start] = lower === from ? [a, b] : [b, a];
    return [{ keys: [...keys, lower[0]], value: [...last(lower[1], end), ...last(upper[1], start).slice().reverse()] }, { keys: [...keys, upper[0]], value: undefined }];
  }
  const known = from && !from[1].includes(b) ? from : to && !to[1].includes(a) ? to : null;
  if (!known) return [{ keys: [...keys, free(called, table)], value: [a, b] }];
  const [end, more] = known === from ? [a, b] : [b, a];
  return [{ keys: [...keys, known[0]], value: known[1][known[1].length - 1] === end ? [...known[1], more] : [more, ...known[1]] }];
}

/** A course ends between two places; what lies above is a course of its own, where it is more than a place. @param {Keys} keys @param {any} table @param {string} a @param {string} b @returns {Edit[]} */
function cut(keys, table, a, b) {
  /** @type {Edit[]} */
  const edits = [];
  for (const [key, course] of courses(table)) {
    const at = step(course, a, b);
    if (at < 0) continue;
    const [below, above] = [course.slice(0, at), course.slice(at)].map((part) => (part.length > 1 ? part : undefined));
    edits.push({ keys: [...keys, key], value: below ?? above });
    if (below && above) edits.push({ keys: [...keys, free(key, table)], value: above });
  }
  return edits;
}
