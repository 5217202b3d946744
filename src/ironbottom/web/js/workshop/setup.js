// @ts-check
/** The set-up: which pieces stand where by the data, and what the data become when one is put elsewhere. */

import { same, valueAt } from './tree.js';

/** @typedef {import('./types.js').Plan} Plan */
/** @typedef {import('./types.js').Holder} Holder */
/** @typedef {import('./types.js').Stock} Stock */
/** @typedef {import('./types.js').Edit} Edit */
/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {{stock: Stock, space: string, count: number}} Placed */
/** @typedef {{name: string, stock: Stock, was: string, is: string, back: (data: any) => Edit[]}} Moved a piece that stands elsewhere than as printed, and what puts it back */

/** @param {Holder} holder @param {Stock} stock @param {any} data */
function holds(holder, stock, data) {
  if (holder.list && !(valueAt(data, holder.list) ?? []).includes(stock.id)) return false;
  if (!holder.fields) return true;
  const row = valueAt(data, stock.keys ?? []);
  return row !== undefined && Object.entries(holder.fields).every(([key, value]) => (value === null ? row[key] === undefined : same(row[key], value)));
}

/** Where all pieces stand. @param {Plan} plan @param {any} data @returns {Placed[]} */
export function placed(plan, data) {
  /** @type {Placed[]} */
  const found = [];
  const single = plan.holders.filter((holder) => holder.fields || holder.list);
  for (const stock of plan.stock) {
    if (!stock.keys) continue;
    const home = single.find((holder) => holds(holder, stock, data));
    if (home) found.push({ stock, space: home.space, count: 1 });
  }
  for (const holder of plan.holders) {
    for (const [id, keys] of Object.entries(holder.counts ?? {})) {
      const count = valueAt(data, keys) ?? 0;
      const stock = plan.stock.find((one) => one.id === id);
      if (count && stock) found.push({ stock, space: holder.space, count });
    }
    for (const [id, count] of Object.entries(inLine(holder, data))) {
      const stock = plan.stock.find((one) => one.id === id);
      if (stock) found.push({ stock, space: holder.space, count });
    }
    if (holder.among && (valueAt(data, holder.among.keys) ?? []).includes(holder.among.value)) {
      const stock = plan.stock.find((one) => one.id === holder.stock);
      if (stock) found.push({ stock, space: holder.space, count: 1 });
    }
  }
  return found;
}

/**
 * Where each piece with a name of its own stands, by that name.
 * @typedef {{stock: Stock, space: string, list: Keys|undefined, holder: Holder}} Post
 * @param {Plan} plan @param {any} data @returns {Map<string, Post>}
 */
function posts(plan, data) {
  /** @type {Map<string, Post>} */
  const found = new Map();
  for (const { stock, space } of placed(plan, data)) {
    const holder = holderOf(plan, stock, space);
    if (stock.keys && holder) found.set(stock.id, { stock, space, list: holder.list, holder });
  }
  for (const holder of plan.holders) {
    const { numbered } = holder;
    if (!numbered) continue;
    const list = [...numbered.lines, numbered.place];
    for (const name of valueAt(data, list) ?? []) {
      const stock = plan.stock.find((one) => numbered.types.includes(one.id) && name.replace(/-\d+$/, '') === one.id);
      if (stock) found.set(name, { stock, space: holder.space, list, holder });
    }
  }
  return found;
}

/** The pieces that stand elsewhere than as printed. @param {Plan} plan @param {any} base @param {any} data @returns {Moved[]} */
export function moved(plan, base, data) {
  const before = posts(plan, base);
  return [...posts(plan, data)].flatMap(([name, is]) => {
    const was = before.get(name);
    return was && was.space !== is.space ? [{ name, stock: is.stock, was: was.space, is: is.space, back: (now) => back(name, was, is, base, now) }] : [];
  });
}

/** @param {string} name @param {Post} was @param {Post} is @param {any} base @param {any} data @returns {Edit[]} */
function back(name, was, is, base, data) {
  /** @type {Edit[]} */
  const edits = [];
  for (const [list, names] of [[is.list, (/** @type {string[]} */ there) => there.filter((one) => one !== name)], [was.list, (/** @type {string[]} */ there) => [...there, name]]]) {
    if (!list) continue;
    const { keys, value } = listed(data, /** @type {Keys} */ (list), /** @type {(names: string[]) => string[]} */ (names));
    const printed = valueAt(base, keys) ?? [];
    edits.push({ keys, value: value?.length === printed.length && printed.every((/** @type {string} */ one) => value.includes(one)) ? printed : value });
  }
  const { keys } = is.stock;
  const fields = keys ? Object.keys({ ...is.holder.fields, ...is.holder.also, ...was.holder.fields, ...was.holder.also }) : [];
  return [...edits, ...fields.map((key) => ({ keys: [...keys ?? [], key], value: valueAt(base, [...keys ?? [], key]) }))];
}

/** How many counters of each type stand in the line of a place. @param {Holder} holder @param {any} data @returns {Record<string, number>} */
function inLine(holder, data) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const name of (holder.numbered && valueAt(data, [...holder.numbered.lines, holder.numbered.place])) ?? []) {
    const [, type] = name.match(/^(.+)-\d+$/) ?? [];
    if (holder.numbered?.types.includes(type)) found[type] = (found[type] ?? 0) + 1;
  }
  return found;
}

/** What holds a piece there. @param {Plan} plan @param {Stock} stock @param {string} space */
function holderOf(plan, stock, space) {
  return plan.holders.find((holder) => holder.space === space && (stock.keys ? Boolean(holder.fields || holder.list) : Boolean(holder.counts?.[stock.id] || holder.numbered?.types.includes(stock.id) || holder.stock === stock.id)));
}

/** Whether a piece may be put there, and what holds it then. @param {Plan} plan @param {Stock} stock @param {string} space */
export function room(plan, stock, space) {
  const holder = holderOf(plan, stock, space);
  return holder && !holder.closed && (holder.side ?? stock.side) === stock.side ? holder : undefined;
}

/**
 * One piece goes from a place to another; null is beside the board.
 * @param {Plan} plan @param {import('./draft.js').Draft} draft @param {Stock} stock @param {string|null} from @param {string|null} to @returns {Edit[]}
 */
export function move(plan, draft, stock, from, to) {
  const { data } = draft;
  if (from === to) return [];
  const old = from ? holderOf(plan, stock, from) : undefined;
  const next = to ? room(plan, stock, to) : undefined;
  if (to && !next) return [];
  if (!stock.keys) return counted(draft, stock, old, next);
  if (!next) return [];
  /** @type {Edit[]} */
  const edits = [];
  if (old?.list) edits.push(listed(data, old.list, (names) => names.filter((name) => name !== stock.id)));
  if (next.list) edits.push(listed(data, next.list, (names) => [...names, stock.id]));
  for (const [key, value] of Object.entries({ ...next.fields, ...next.also })) {
    const keys = [...stock.keys, key];
    const now = valueAt(data, keys);
    if (key in (next.also ?? {}) && now !== undefined) continue;
    if (value === null ? now !== undefined : !same(now, value)) edits.push({ keys, value: value ?? undefined });
  }
  return edits;
}

/** @param {any} data @param {import('./types.js').Keys} keys @param {(names: string[]) => string[]} change @returns {Edit} */
function listed(data, keys, change) {
  const made = change(valueAt(data, keys) ?? []);
  return { keys, value: made.length ? made : undefined };
}

/** @param {import('./draft.js').Draft} draft @param {Stock} stock @param {Holder|undefined} old @param {Holder|undefined} next @returns {Edit[]} */
function counted(draft, stock, old, next) {
  if (old?.among || next?.among) {
    const keys = (old ?? next)?.among?.keys ?? [];
    const names = draft.get(keys) ?? [];
    const [from, to] = [old?.among?.value, next?.among?.value];
    if (to !== undefined && names.includes(to)) return [];
    if (from === undefined) return [{ keys, value: [...names, to] }];
    return [{ keys, value: to === undefined ? names.filter((/** @type {string} */ name) => name !== from) : names.map((/** @type {string} */ name) => (name === from ? to : name)) }];
  }
  const edits = [{ holder: old, by: -1 }, { holder: next, by: 1 }].flatMap(({ holder, by }) => {
    const keys = holder?.counts?.[stock.id];
    return keys ? [number(draft, keys, (draft.get(keys) ?? 0) + by)] : [];
  });
  return [...edits, ...lined(draft, stock, old?.numbered, next?.numbered)];
}

/** A number of pieces; none needs no entry, where there need not be one. @param {import('./draft.js').Draft} draft @param {import('./types.js').Keys} keys @param {number} made @returns {Edit} */
function number(draft, keys, made) {
  const table = draft.kindAt(keys.slice(0, -1));
  const gone = made <= 0 && (table?.grows || table?.optional?.includes(String(keys[keys.length - 1])));
  return { keys, value: gone ? undefined : made };
}

/**
 * A counter comes into the line of a place, goes from it, or from one to another: those of a type are numbered from 1.
 * @param {import('./draft.js').Draft} draft @param {Stock} stock @param {Holder['numbered']} old @param {Holder['numbered']} next @returns {Edit[]}
 */
function lined(draft, stock, old, next) {
  const way = old ?? next;
  if (!way) return [];
  const counts = [...way.counts, stock.id];
  const before = draft.get(counts) ?? 0;
  const lines = /** @type {Record<string, string[]>} */ (Object.fromEntries(Object.entries(draft.get(way.lines) ?? {}).filter(([, names]) => Array.isArray(names))));
  const was = { ...lines };
  const name = (/** @type {number} */ n) => `${stock.id}-${n}`;
  const stands = (/** @type {number} */ n) => Object.values(lines).some((names) => names.includes(name(n)));
  let count = before;
  let piece = '';
  if (old) {
    const names = lines[old.place] ?? [];
    piece = [...names].reverse().find((one) => one.startsWith(`${stock.id}-`)) ?? '';
    lines[old.place] = names.filter((one) => one !== piece);
    if (!next) {
      // the last of them takes the number that is free
      for (const [place, there] of Object.entries(lines)) lines[place] = there.map((one) => (one === name(count) ? piece : one));
      count -= 1;
    }
  } else {
    let n = 1;
    while (stands(n)) n += 1;
    count = Math.max(count, n);
    piece = name(n);
  }
  if (next) lines[next.place] = [...(lines[next.place] ?? []), piece];
  const edits = Object.keys(lines).filter((place) => !same(lines[place], was[place]))
    .map((place) => ({ keys: [...way.lines, place], value: lines[place].length ? lines[place] : undefined }));
  return count === before ? edits : [...edits, number(draft, counts, count)];
}
