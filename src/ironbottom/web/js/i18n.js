// @ts-check
/** All words of the page stand in `texts/<language>.json`; a text with a number has forms by the language's plural rules. */

/** @type {Record<string, string|Record<string, string>>} */
let texts = {};
let language = 'en';
let plural = new Intl.PluralRules('en');
/** What is said otherwise where one acts by touch. @type {[RegExp, string][]} */
let swaps = [];

/** Load the catalogue. @param {string} [wanted] */
export async function loadTexts(wanted = 'en') {
  const answer = await fetch(`/texts/${wanted}.json`);
  const { finger, ...words } = await answer.json();
  swaps = matchMedia('(pointer: coarse)').matches ? swapped(finger) : [];
  texts = JSON.parse(forFinger(JSON.stringify(words)));
  language = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/** Load the further texts of a part of the program. @param {string} part */
export async function loadMore(part) {
  const answer = await fetch(`/texts/${language}.${part}.json`);
  texts = { ...texts, ...await answer.json() };
}

/** A text that speaks of mouse and keys, for who has neither. @param {string} text */
export function forFinger(text) {
  return swaps.reduce((said, [mouse, tap]) => said.replace(mouse, tap), text);
}

/** What the catalogue says otherwise to who acts by touch, as whole words. @param {Record<string, string>} words @returns {[RegExp, string][]} */
function swapped(words) {
  return Object.entries(words).map(([mouse, tap]) => [new RegExp(`${/^\w/.test(mouse) ? '(?<![-\\w])' : ''}${mouse.replace(/[()]/g, '\\$&')}(?!\\w)`, 'g'), tap]);
}

/**
 * The text for a key, with `{name}` filled in; `n` chooses the plural form.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const found = texts[key];
  if (found === undefined) return key;
  let text;
  if (typeof found === 'string') text = found;
  else text = found[plural.select(Number(values.n))] ?? found.other ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => {
    if (!(name in values)) return all;
    const value = values[name];
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
}

/**
 * A share in whole per cents, near 0 and 1 in tenths. What is possible is never 0 %, what is open never 100 %.
 * @param {number} share
 */
export function percent(share) {
  const digits = (share > 0 && share < 0.01) || (share > 0.99 && share < 1) ? 1 : 0;
  const worded = (/** @type {number} */ x) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(x);
  if (share > 0 && share < 0.0005) return `< ${worded(0.001)}`;
  if (share > 0.9995 && share < 1) return `> ${worded(0.999)}`;
  return worded(share);
}

/**
 * Shares of one whole, rounded so that they add up to 100 %: in tenths where one of them is near 0 or 1.
 * @param {number[]} shares
 */
export function percents(shares) {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (Math.abs(whole - 1) > 1e-6) return shares.map(percent);
  const digits = shares.some((share) => (share > 0 && share < 0.01) || (share > 0.99 && share < 1)) ? 1 : 0;
  const unit = 100 * 10 ** digits;
  const floors = shares.map((share) => Math.floor(share * unit + 1e-9));
  const rest = shares.map((share, i) => share * unit - floors[i]);
  const order = shares.map((_, i) => i).sort((a, b) => rest[b] - rest[a]);
  for (let left = unit - floors.reduce((sum, n) => sum + n, 0), i = 0; left > 0; left -= 1, i += 1) floors[order[i]] += 1;
  // with the same remainder one is not rounded up and another down, though the sum be 99 or 101 then: equal chances are
  // told alike, and the faces of a die as everywhere else
  const up = shares.map((share, i) => floors[i] - share * unit > 0);
  if (rest.some((one, i) => rest.some((other, j) => Math.abs(one - other) < 1e-6 && up[i] !== up[j]))) shares.forEach((share, i) => (floors[i] = Math.round(share * unit)));
  const worded = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits });
  return floors.map((n, i) => (n === 0 && shares[i] > 0 ? `< ${worded.format(1 / unit)}` : worded.format(n / unit)));
}

/** @param {string} iso */
export function when(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const seconds = (time.getTime() - Date.now()) / 1000;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(0, 'minute');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (size < 86400 * 14) return relative.format(Math.round(seconds / 86400), 'day');
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);
}

/** What the server says in one line, where it stands alone. @param {unknown} said an error, or a text */
export function sentence(said) {
  const text = said instanceof Error ? said.message : typeof said === 'string' ? said : '';
  return text && text[0].toUpperCase() + text.slice(1) + (/[.!?…:]["”’)]?$/.test(text) ? '' : '.');
}

/** A day. @param {string} iso */
export function day(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(time);
}

/** A day and its time. @param {string} iso */
export function moment(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** @param {string} iso */
export function clockTime(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(time);
}

/** @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}
