// @ts-check
/** From what differs to an owner's file, in the form that docs/corrections.md tells. */

import { isRow, isTable, same, valueAt } from './tree.js';

/** @typedef {import('./types.js').Keys} Keys */

/**
 * A list as corrections: whole, or its cells by number, or items less and more.
 * @param {any[]} was @param {any[]} is @param {string} word
 */
function list(was, is, word) {
  if (was.length === is.length && was.every((item, i) => Array.isArray(item) === Array.isArray(is[i]) && isTable(item) === isTable(is[i]))) {
    /** @type {Record<string, any>} */
    const cells = {};
    is.forEach((item, i) => {
      const found = isRow(was[i], item) ? letters(was[i], item, word) : part(was[i], item, word);
      if (found !== undefined) cells[String(i + 1)] = found;
    });
    return JSON.stringify(cells).length + 20 < JSON.stringify(is).length ? { ...cells, source: word } : is;
  }
  const removed = was.filter((item) => !is.some((one) => same(one, item)));
  const added = is.filter((item) => !was.some((one) => same(one, item)));
  const made = [...was.filter((item) => !removed.includes(item)), ...added];
  const shorter = JSON.stringify({ removed, added }).length + 20 < JSON.stringify(is).length;
  if (!shorter || !same(made, is)) return is;
  return { ...(removed.length ? { removed } : {}), ...(added.length ? { added } : {}), source: word };
}

/** @param {string} was @param {string} is @param {string} word */
function letters(was, is, word) {
  if (was === is) return undefined;
  /** @type {Record<string, any>} */
  const found = {};
  for (let i = 0; i < is.length; i += 1) if (is[i] !== was[i]) found[String(i + 1)] = is[i];
  return { ...found, source: word };
}

/** @param {any} was @param {any} is @param {string} word @returns {any} undefined: nothing differs */
function part(was, is, word) {
  if (same(was, is)) return undefined;
  if (isTable(was) && isTable(is)) return table(was, is, word);
  if (Array.isArray(was) && Array.isArray(is)) return list(was, is, word);
  return is;
}

/** @param {Record<string, any>} was @param {Record<string, any>} is @param {string} word */
function table(was, is, word) {
  /** @type {Record<string, any>} */
  const found = {};
  const removed = Object.keys(was).filter((key) => key !== 'source' && !(key in is));
  if (removed.length) found.removed = removed;
  for (const [key, item] of Object.entries(is)) {
    if (key === 'source') continue;
    if (!(key in was)) found[key] = isTable(item) ? { ...item, source: word } : item;
    else {
      const differs = part(was[key], item, word);
      if (differs !== undefined) found[key] = differs;
    }
  }
  return { ...found, source: word };
}

/**
 * An owner's corrections: all that differs.
 * @param {any} was @param {any} is @param {string} word where the owner has it from
 */
export function overlayOf(was, is, word) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const stem of Object.keys(is)) {
    const differs = part(was[stem], is[stem], word);
    if (differs !== undefined) found[stem] = differs;
  }
  return found;
}

/** What the copy says too, as a tree of values; of a list the whole. @param {any} is @param {Keys[]} confirmed */
export function sameTree(is, confirmed) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const keys of confirmed) {
    const depth = keys.findIndex((key) => typeof key === 'number');
    const way = /** @type {string[]} */ (depth < 0 ? keys : keys.slice(0, depth));
    const value = valueAt(is, way);
    if (value === undefined) continue;
    let at = found;
    for (const key of way.slice(0, -1)) at = at[key] ??= {};
    at[way[way.length - 1]] = plain(value);
  }
  return found;
}

/** A value without sources. @param {any} item @returns {any} */
function plain(item) {
  return isTable(item) ? Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'source').map(([key, one]) => [key, plain(one)])) : item;
}

/** The ways to the values in such a tree. @param {any} tree @param {Keys} [keys] @returns {Keys[]} */
export function waysIn(tree, keys = []) {
  return isTable(tree) ? Object.entries(tree).filter(([key]) => key !== 'source').flatMap(([key, one]) => waysIn(one, [...keys, key])) : [keys];
}
