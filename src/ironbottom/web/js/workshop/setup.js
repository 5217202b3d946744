// @ts-check
/** The set-up: which pieces stand where by the data, and what the data become when one is put elsewhere. */

import { same, valueAt } from './tree.js';

/** @typedef {import('./types.js').Plan} Plan */
/** @typedef {import('./types.js').Holder} Holder */
/** @typedef {import('./types.js').Stock} Stock */
/** @typedef {import('./types.js').Edit} Edit */
/** @typedef {{stock: Stock, space: string, count: number}} Placed */

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
    if (holder.among && (valueAt(data, holder.among.keys) ?? []).includes(holder.among.value)) {
      const stock = plan.stock.find((one) => one.id === holder.stock);
      if (stock) found.push({ stock, space: holder.space, count: 1 });
    }
  }
  return found;
}

/** Whether a piece may stand there. @param {Plan} plan @param {Stock} stock @param {string} space */
export function room(plan, stock, space) {
  return plan.holders.find((holder) => holder.space === space && (stock.keys ? Boolean(holder.fields || holder.list) : Boolean(holder.counts?.[stock.id] || holder.stock === stock.id)));
}

/**
 * One piece goes from a place to another; null is beside the board.
 * @param {Plan} plan @param {import('./draft.js').Draft} draft @param {Stock} stock @param {string|null} from @param {string|null} to @returns {Edit[]}
 */
export function move(plan, draft, stock, from, to) {
  const { data } = draft;
  if (from === to) return [];
  const old = from ? room(plan, stock, from) : undefined;
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
  return [{ holder: old, by: -1 }, { holder: next, by: 1 }].flatMap(({ holder, by }) => {
    const keys = holder?.counts?.[stock.id];
    if (!keys) return [];
    const made = (draft.get(keys) ?? 0) + by;
    const gone = made <= 0 && draft.kindAt(keys.slice(0, -1))?.optional?.includes(String(keys[keys.length - 1]));
    return [{ keys, value: gone ? undefined : made }];
  });
}
