// @ts-check
/** Values in a tree of tables, lists and rows of letters: read, changed without touching what was there, compared. */

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./types.js').Change} Change */

/** @param {any} item @returns {item is Record<string, any>} */
export function isTable(item) {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** @param {any} data @param {Keys} keys @returns {any} undefined where nothing stands */
export function valueAt(data, keys) {
  let at = data;
  for (const key of keys) {
    if (at === undefined || at === null) return undefined;
    at = typeof at === 'string' ? at.charAt(Number(key)) || undefined : at[key];
  }
  return at;
}

/**
 * The tree with another value there; what lies on the way is made, undefined takes the datum away.
 * @param {any} data @param {Keys} keys @param {any} value @returns {any}
 */
export function put(data, keys, value) {
  if (!keys.length) return value;
  const [key, ...rest] = keys;
  if (typeof data === 'string') return data.slice(0, Number(key)) + value + data.slice(Number(key) + 1);
  if (Array.isArray(data)) {
    const list = [...data];
    if (value === undefined && !rest.length) list.splice(Number(key), 1);
    else list[Number(key)] = put(list[Number(key)], rest, value);
    return list;
  }
  const table = { ...(data ?? {}) };
  if (value === undefined && !rest.length) delete table[key];
  else table[key] = put(table[key], rest, value);
  return table;
}

/** @param {any} one @param {any} other @returns {boolean} */
export function same(one, other) {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
}

/** Whether these are rows of a grid, a letter for each cell. @param {any} was @param {any} is */
export function isRow(was, is) {
  return typeof was === 'string' && typeof is === 'string' && was.length === is.length && was.length > 20 && !/\s/.test(was + is);
}

/** @param {string} was @param {string} is @param {Keys} keys @returns {Change[]} */
function letters(was, is, keys) {
  return [...is].flatMap((letter, i) => (letter === was[i] ? [] : [{ keys: [...keys, i], was: was[i], is: letter }]));
}

/**
 * What differs: values, letters of rows, cells of lists of one length, entries that are there no more or new.
 * @param {any} was @param {any} is @param {Keys} [keys] @returns {Change[]}
 */
export function changes(was, is, keys = []) {
  if (same(was, is)) return [];
  if (isTable(was) && isTable(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => key !== 'source');
    return names.flatMap((key) => changes(was[key], is[key], [...keys, key]));
  }
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length && was.every((item, i) => typeof item === typeof is[i])) {
    const apart = is.flatMap((item, i) => (isRow(was[i], item) ? letters(was[i], item, [...keys, i]) : changes(was[i], item, [...keys, i])));
    if (apart.length <= Math.max(2, is.length / 2) || was.some((item) => typeof item === 'object' || String(item).length > 20)) return apart;
  }
  return [{ keys, was, is }];
}

/** The keys as one text, for maps. @param {Keys} keys */
export function pathOf(keys) {
  return JSON.stringify(keys);
}

/** Whether the one way begins with the other. @param {Keys} keys @param {Keys} start */
export function begins(keys, start) {
  return start.length <= keys.length && start.every((key, i) => String(key) === String(keys[i]));
}

/**
 * The keys that a dotted path means, as far as it leads: keys hold dots too. Numbers count from 1, as people count.
 * @param {any} data @param {string} path @returns {Keys}
 */
export function keysOf(data, path) {
  /** @type {Keys} */
  const found = [];
  let at = data;
  let rest = path;
  while (rest) {
    if (isTable(at)) {
      const here = rest;
      const key = Object.keys(at).filter((name) => here === name || here.startsWith(`${name}.`)).sort((a, b) => b.length - a.length)[0];
      if (key === undefined) break;
      found.push(key);
      at = at[key];
      rest = rest.slice(key.length + 1);
    } else if ((Array.isArray(at) || typeof at === 'string') && /^\d+/.test(rest)) {
      const [number] = /** @type {RegExpMatchArray} */ (rest.match(/^\d+/));
      found.push(Number(number) - 1);
      at = valueAt(at, [Number(number) - 1]);
      rest = rest.slice(number.length + 1);
    } else break;
  }
  return found;
}
