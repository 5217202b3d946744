// @ts-check
/** What the rules say of some words: the statements in which all of them stand, and what the glossary answers, which
 * knows what other games call a thing. No DOM. */

import { t } from './i18n.js';

/** @typedef {import('./types.js').Entry} Entry */

/** Letters below which a word is still being typed: the glossary waits. */
const TYPED = 3;

/** So many answers of the glossary at most. */
const ANSWERS = 3;

/** What a word begins with in all its forms: stacking and stacks with stack. @param {string} word */
export function stem(word) {
  const end = /\d/.test(word) ? null : /(?:ings?|ies|ed|es|s)$/.exec(word);
  if (!end || end.index < TYPED) return word;
  const cut = word.slice(0, end.index);
  return /ing|ed/.test(end[0]) ? cut.replace(/([bdgmnpt])\1$/, '$1') : cut;
}

/** The words that are looked for, without those that say nothing where others do. @param {string} text */
export function wanted(text) {
  const words = text.toLowerCase().split(/\s+/).map((word) => word.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')).filter(Boolean);
  const idle = new Set(t('rules.idle').split(' '));
  const telling = words.filter((word) => !idle.has(word));
  return (telling.length ? telling : words).map(stem);
}

/** Whether a word of a text begins so; of a number, its digits. @param {string} text @param {string} word */
function begins(text, word) {
  const before = /^\d/.test(word) ? '(?<![\\d.])' : '(?<![\\p{L}\\d])';
  return new RegExp(before + word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'u').test(text);
}

/**
 * What is found: the rules that an answer cites, then those in which all words stand, or the most of them.
 * @template {{id: string, cited: string, book: string, chapter: string, text: string}} R
 * @param {R[]} rules @param {Entry[]} glossary @param {string} text @returns {{rules: R[], answers: Entry[]}}
 */
export function searched(rules, glossary, text) {
  const words = wanted(text);
  if (!words.length) return { rules, answers: [] };
  const known = (/** @type {string} */ said) => words.every((word) => begins(said, word));
  const answers = words.some((word) => word.length >= TYPED)
    ? glossary.filter(({ names, asked = [] }) => [...names, ...asked].some((name) => known(name.toLowerCase()))).slice(0, ANSWERS) : [];
  const cites = answers.flatMap((entry) => [...entry.text.matchAll(/\[([^\]\s]+)\]/g)].map((found) => found[1]));
  const hits = rules.map((rule) => {
    const said = `${rule.id} ${rule.cited} ${rule.book} ${rule.chapter} ${rule.text}`.toLowerCase();
    return words.filter((word) => begins(said, word)).length;
  });
  // where all words stand in no statement, most of them will do, unless there is an answer
  const enough = answers.length ? words.length : Math.max(1, ...hits);
  const cited = rules.filter((rule) => cites.includes(rule.id));
  return { answers, rules: [...cited, ...rules.filter((rule, i) => hits[i] >= enough && !cited.includes(rule))] };
}
