// @ts-check
/** What tells a newcomer about a game: its glossary, whose words are linked where they are read, and what things mean. */

import { h, icon, ICONS } from './dom.js';
import { forFinger, t } from './i18n.js';
import { dialog } from './dialog.js';
import { get } from './net.js';
import { citeBy, ruleLink } from './widgets.js';

/** @typedef {import('./types.js').Guide} Guide */
/** @typedef {import('./types.js').Entry} Entry */

/** @type {Map<string, Promise<Guide>>} by where the scenario's drawings lie */
const fetched = new Map();

/** @type {Guide|null} that of the table that is open */
let known = null;

/** @type {Map<string, Entry>} its words, by each of their forms */
let entries = new Map();

/** @type {RegExp|null} */
let forms = null;

/** @param {string} base @returns {Promise<Guide>} */
export function guideAt(base) {
  const there = fetched.get(base);
  if (there) return there;
  const asked = /** @type {Promise<Guide>} */ (get(`${base}/guide.json`));
  fetched.set(base, asked);
  asked.catch(() => fetched.delete(base));
  return asked;
}

/** @type {Map<string, Promise<import('./types.js').Rule[]>>} by game */
const rulebooks = new Map();

/** The statements of a game's rules. @param {string} slug @returns {Promise<import('./types.js').Rule[]>} */
function rulesOf(slug) {
  const there = rulebooks.get(slug);
  if (there) return there;
  const asked = /** @type {Promise<import('./types.js').Rule[]>} */ (get(`/api/rules/${slug}`));
  rulebooks.set(slug, asked);
  asked.catch(() => rulebooks.delete(slug));
  return asked;
}

/** The words of this guide are linked from now on. @param {Guide} guide */
export function openGuide(guide) {
  known = guide;
  citeBy(guide.cited);
  entries = new Map(guide.words.flatMap((entry) => entry.names.map((name) => [name.toLowerCase(), entry])));
  const longest = [...entries.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  forms = longest.length ? new RegExp(`(?<![\\w-])(?:${longest.join('|')})(?![\\w-])`, 'gi') : null;
}

/** The guide of the table that is open. */
export const guideHere = () => known;

/** A text with its rules, [2P-21], to be clicked; what is put after one stays with it. @param {string} text */
export function marked(text) {
  return forFinger(text).split(/(\[[^\]\s]+\][.,;:!?)]*)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const [rule, after] = part.slice(1).split(']');
    return h('span', { class: 'cited' }, ruleLink(rule), after);
  });
}

/** What is to be done, behind an arrow that stays with its first word. @param {string} text */
export function toDo(text) {
  const said = forFinger(text);
  const [first] = /^\S*/.exec(said) ?? [''];
  return [h('span', { class: 'word-stop' }, icon(ICONS.play), first), ...marked(said.slice(first.length))];
}

/** What a thing of a picture is: by what it is called, by the part of that before a point or a number, by what comes after the first point, or by its kind. @param {string} kind @param {string} name */
export function explained(kind, name) {
  const see = known?.see ?? {};
  const parts = name.split(/\.| \d/);
  return see[`${kind}.${name}`] ?? see[`${kind}.${parts[0]}`] ?? see[`${kind}.${name.split('.').slice(1).join('.')}`] ?? see[kind] ?? null;
}

/** What is said of the types of a piece, by the words of its name, each once. @param {string} name */
export function typesOf(name) {
  const found = Object.entries(known?.see ?? {}).filter(([key]) => key.startsWith('type.') && new RegExp(`\\b${key.slice(5)}\\b`, 'i').test(name));
  return [...new Set(found.map(([, text]) => text))];
}

/** The entry of a word, whatever its form. @param {string} word */
export const entryOf = (word) => entries.get(word.toLowerCase()) ?? null;

const NOT_IN = 'button, a, input, select, textarea, label, summary, table, .bin, [role="button"]';

/** Link the words of the glossary in a text that is shown, each where it stands first. @param {Element|null|undefined} host @param {string} [but] a word that is explained here */
export function dress(host, but = '') {
  if (!host || !forms) return;
  const seen = new Set([but]);
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT, (node) => (node.parentElement?.closest(NOT_IN) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const node of texts) {
    const text = node.data;
    /** @type {(Node|string)[]} */
    const parts = [];
    let from = 0;
    for (const found of text.matchAll(forms)) {
      const entry = entryOf(found[0]);
      if (!entry || seen.has(entry.id)) continue;
      seen.add(entry.id);
      const word = h('button', { type: 'button', class: 'word-link', 'data-word': entry.id, 'data-key': `word-${entry.id}`, 'aria-haspopup': 'dialog' }, found[0]);
      const end = found.index + found[0].length;
      const [stop] = /^[.,;:!?)]*/.exec(text.slice(end)) ?? [''];
      parts.push(text.slice(from, found.index), stop ? h('span', { class: 'word-stop' }, word, stop) : word); // a full stop does not begin a line
      from = end + stop.length;
    }
    if (parts.length) node.replaceWith(...parts, text.slice(from));
  }
}

/** @type {HTMLElement|null} */
let open = null;

/** @type {Element|null} */
let before = null;

function closeWord() {
  if (!open) return;
  const held = open.contains(document.activeElement);
  open.remove();
  open = null;
  if (held && before instanceof HTMLElement && before.isConnected) before.focus();
}

/** What a word means, beside it; Escape or a click elsewhere closes it. @param {Entry} entry @param {Element} at */
function openWord(entry, at) {
  closeWord();
  before = at;
  const close = h('button', { type: 'button', class: 'button small-button' }, t('close'));
  const text = h('p', null, marked(entry.text));
  const box = h('div', { class: 'word-box', role: 'dialog', 'aria-label': entry.names[0], tabindex: '-1' }, h('b', null, entry.names[0]), text, close);
  dress(text, entry.id);
  close.addEventListener('click', closeWord);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    closeWord();
  });
  (at.closest('dialog') ?? document.body).append(box);
  open = box;
  const word = at.getBoundingClientRect();
  const below = word.bottom + 6 + box.offsetHeight < innerHeight;
  box.style.left = `${Math.max(8, Math.min(innerWidth - box.offsetWidth - 8, word.left))}px`;
  box.style.top = `${Math.max(8, below ? word.bottom + 6 : word.top - box.offsetHeight - 6)}px`;
  box.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const word = target?.closest('[data-word]');
  const entry = word && known?.words.find((one) => one.id === word.getAttribute('data-word'));
  if (word && entry) openWord(entry, word);
  else if (open && target && (!open.contains(target) || target.closest('[data-rule]'))) closeWord();
});

/** All words of the glossary. */
export function glossaryDialog() {
  const list = h('dl', { class: 'glossary' }, (known?.words ?? []).map((entry) => [h('dt', null, entry.names[0]), h('dd', null, marked(entry.text))]));
  const field = h('input', { type: 'search', class: 'input', 'aria-label': t('guide.search'), placeholder: t('guide.search') });
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    for (const name of list.querySelectorAll('dt')) {
      const text = /** @type {HTMLElement} */ (name.nextElementSibling);
      name.hidden = text.hidden = !`${name.textContent} ${text.textContent}`.toLowerCase().includes(wanted);
    }
  });
  rulesLeave(dialog(t('guide.glossary'), [field, list], { wide: true, name: 'glossary-box' }));
  field.focus();
}

/** A dialog away from a table: a click on a rule shows it there, in words. @param {HTMLDialogElement} box @param {string} slug */
export function rulesThere(box, slug) {
  box.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-rule]') : null;
    if (!link) return;
    const rules = await rulesOf(slug).catch(() => []);
    const rule = rules.find((one) => one.id === link.getAttribute('data-rule'));
    if (rule && box.open) openWord({ id: rule.id, names: [`${rule.cited} · ${rule.chapter}`], text: rule.text }, link);
  });
  return box;
}

/** A dialog that is closed by a click on a rule, which the panel then shows. @param {HTMLDialogElement} box */
export function rulesLeave(box) {
  box.addEventListener('click', (event) => { if (event.target instanceof Element && event.target.closest('[data-rule]')) box.close(); });
  return box;
}
