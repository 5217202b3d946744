// @ts-check
/** A copy being worked on: the printed data, the data as they are now, what was done and can be undone. */

import { begins, changes, isTable, keysOf, pathOf, put, same, valueAt } from './tree.js';
import { overlayOf, sameTree, waysIn } from './overlay.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./types.js').Edit} Edit */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Begun} Begun */
/** @typedef {import('./types.js').Change} Change */
/** @typedef {import('./types.js').Thing} Thing */
/** @typedef {{label: string, data: any, confirmed: Keys[]}} Moment */

const MOST_STEPS = 500;
const MY_COPY = 'R: my copy';

export class Draft {
  /** @param {Begun} begun */
  constructor(begun) {
    this.begun = begun;
    this.base = begun.data;
    this.data = begun.data;
    /** @type {Keys[]} */
    this.confirmed = [];
    /** @type {Moment[]} */
    this.past = [];
    /** @type {Moment[]} */
    this.future = [];
    /** @type {Moment|null} where a stroke began */
    this.stroke = null;
    this.revision = 0;
    /** @type {Set<() => void>} */
    this.heard = new Set();
    /** @type {{revision: number, list: Change[]}} */
    this.known = { revision: -1, list: [] };
    /** @type {Map<string, string>} */
    this.words = new Map(begun.words.map(([keys, word]) => [pathOf(keys), word]));
    /** @type {Map<string, string>} names of data that a thing on the board is */
    this.called = new Map();
    /** What the cards say, by their effects: it is kept with the copy, and is none of the data. @type {Record<string, string>} */
    this.cardWords = {};
    /** @type {Map<string, string>} names of places by their ids */
    this.places = new Map();
  }

  /** Take up what is kept under a name. @param {any} data @param {any} agrees what the copy says too @param {Record<string, string>} cardWords */
  open(data, agrees, cardWords) {
    this.data = data;
    this.cardWords = cardWords;
    this.confirmed = waysIn(agrees);
    this.past = [];
    this.future = [];
    this.tell();
  }

  tell() {
    this.revision += 1;
    for (const call of this.heard) call();
  }

  /** @param {string} label @returns {Moment} */
  moment(label) {
    return { label, data: this.data, confirmed: this.confirmed };
  }

  /** Change data, as one step that can be undone. @param {Edit[]} edits @param {string} label */
  change(edits, label) {
    const before = this.stroke ?? this.moment(label);
    for (const { keys, value } of edits) this.data = put(this.data, keys, value);
    if (this.stroke) {
      this.revision += 1;
      return;
    }
    if (same(before.data, this.data)) return;
    this.keep(before);
    this.tell();
  }

  /** @param {Moment} before */
  keep(before) {
    this.past.push(before);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
  }

  /** Changes up to `lift` are one step. @param {string} label */
  press(label) {
    this.stroke = this.moment(label);
  }

  lift() {
    const before = this.stroke;
    this.stroke = null;
    if (!before || before.data === this.data || same(before.data, this.data)) return;
    this.keep(before);
    this.tell();
  }

  /** What a card says. @param {string} effect @param {string} text */
  quote(effect, text) {
    this.cardWords = { ...this.cardWords, [effect]: text };
    this.tell();
  }

  /** The copy says the same as the program, or that is taken back. @param {Keys} keys @param {boolean} yes @param {string} label */
  confirm(keys, yes, label) {
    this.keep(this.moment(label));
    const path = pathOf(keys);
    this.confirmed = this.confirmed.filter((one) => pathOf(one) !== path);
    if (yes) this.confirmed.push(keys);
    this.tell();
  }

  /** The copy says the same as the program in all of these. @param {Keys[]} ways @param {string} label */
  confirmAll(ways, label) {
    this.keep(this.moment(label));
    this.confirmed = [...this.confirmed, ...ways.filter((keys) => !this.isConfirmed(keys))];
    this.tell();
  }

  /** @param {Keys} keys */
  isConfirmed(keys) {
    return this.confirmed.some((one) => begins(keys, one));
  }

  undo() {
    this.go(this.past, this.future);
  }

  redo() {
    this.go(this.future, this.past);
  }

  /** @param {Moment[]} from @param {Moment[]} to */
  go(from, to) {
    const step = from.pop();
    if (!step) return;
    to.push(this.moment(step.label));
    this.data = step.data;
    this.confirmed = step.confirmed;
    this.tell();
  }

  /** What differs from the printed game. @returns {Change[]} */
  get differs() {
    if (this.known.revision !== this.revision) this.known = { revision: this.revision, list: changes(this.base, this.data) };
    return this.known.list;
  }

  get overlay() {
    return overlayOf(this.base, this.data, MY_COPY);
  }

  /** What the copy says too, as it is kept. */
  get same() {
    return sameTree(this.base, this.confirmed.filter((keys) => !this.changed(keys)));
  }

  /** @param {Keys} keys @returns {any} */
  get(keys) {
    return valueAt(this.data, keys);
  }

  /** Whether anything at or under these keys differs. @param {Keys} keys */
  changed(keys) {
    return !same(valueAt(this.base, keys), valueAt(this.data, keys));
  }

  /** @param {number} number @returns {Kind} */
  kind(number) {
    return this.begun.schema.kinds[number];
  }

  /** What may stand there. @param {Keys} keys @returns {Kind|null} */
  kindAt(keys) {
    let at = this.kind(this.begun.schema.tables[keys[0]]);
    for (const key of keys.slice(1)) {
      if (!at) return null;
      if (at.k === 'table') at = this.kind(/** @type {any} */ (at.fields)[key]);
      else if (at.k === 'rows') at = this.kind(/** @type {number} */ (at.row));
      else if (at.k === 'many') at = this.kind(at.of);
      else if (at.k === 'tuple') at = this.kind(at.of[Number(key)]);
      else if (at.k === 'cells') at = { k: 'choice', says: at.says, names: Object.keys(at.letters ?? {}), letters: at.letters };
      else return null;
    }
    return at ?? null;
  }

  /** Where a datum comes from: its owner's word, its own or that of its table. @param {Keys} keys @returns {string} */
  sourceOf(keys) {
    if (this.changed(keys) || this.isConfirmed(keys)) return `O: ${MY_COPY}`;
    for (let n = keys.length; n >= 0; n -= 1) {
      const word = this.words.get(pathOf(keys.slice(0, n)));
      if (word) return word;
      const table = valueAt(this.base, keys.slice(0, n));
      if (isTable(table) && typeof table.source === 'string') return table.source;
    }
    return '';
  }

  /** Data that name this entry, or the place with that id of the board. @param {Keys} keys @param {string} [place] @returns {Keys[]} */
  users(keys, place = '') {
    const name = String(keys[keys.length - 1]);
    const home = pathOf(keys.slice(0, -1));
    /** @type {Keys[]} */
    const found = [];
    const look = (/** @type {Kind} */ kind, /** @type {any} */ item, /** @type {Keys} */ at) => {
      if (kind.k === 'reference') {
        if (item === name && pathOf(/** @type {string[]} */ (kind.to)) === home) found.push(at);
      } else if (kind.k === 'named') {
        if (place && item === place) found.push(at);
      } else if (kind.k === 'many' && Array.isArray(item)) item.forEach((one, i) => look(this.kind(kind.of), one, [...at, i]));
      else if (kind.k === 'tuple' && Array.isArray(item)) item.forEach((one, i) => look(this.kind(kind.of[i]), one, [...at, i]));
      else if (isTable(item)) {
        if (kind.k === 'rows' && name in item) {
          const word = this.kind(/** @type {number} */ (kind.keys));
          if (word.k === 'reference' && pathOf(/** @type {string[]} */ (word.to)) === home) found.push([...at, name]);
        }
        for (const [key, one] of Object.entries(item)) {
          const below = kind.k === 'table' ? kind.fields?.[key] : kind.row;
          if (key !== 'source' && below !== undefined) look(this.kind(below), one, [...at, key]);
        }
      }
    };
    for (const [stem, number] of Object.entries(this.begun.schema.tables)) look(this.kind(number), this.data[stem], [stem]);
    return found;
  }

  /** The rules that stand behind a datum, by the numbers in its source. @param {Keys} keys */
  rulesOf(keys) {
    const printed = this.begun.rules;
    const numbers = new Set(this.sourceOf(keys).match(/\b\d+(?:\.\d+)*[a-z]?\b|\bstep \d\b/g) ?? []);
    return printed.filter((rule) => (rule.book.match(/\b\d+(?:\.\d+)*[a-z]?\b|\bstep \d\b/g) ?? []).some((one) => numbers.has(one))).slice(0, 4);
  }

  /** What things on the board are which data. @param {Thing[]} things */
  name(things) {
    this.called.clear();
    this.places = new Map(things.filter((thing) => !thing.line && thing.kind !== 'counter').map((thing) => [thing.id, thing.name]));
    /** @type {Map<string, number>} */
    const shared = new Map();
    for (const thing of things) if (thing.data[0]) shared.set(pathOf(thing.data[0]), (shared.get(pathOf(thing.data[0])) ?? 0) + 1);
    for (const thing of things) {
      const whole = thing.data[0];
      if (whole && shared.get(pathOf(whole)) === 1) this.called.set(pathOf(whole), thing.name);
      for (const [layer, keys] of Object.entries(thing.paint ?? {})) if (!begins(keys, whole ?? ['']) || whole.length === keys.length) this.called.set(pathOf(keys), `${thing.name}: ${layer}`);
    }
  }

  /** A datum in words. @param {Keys} keys @returns {string} */
  say(keys) {
    for (let n = keys.length; n > 1; n -= 1) {
      const name = this.called.get(pathOf(keys.slice(0, n)));
      if (name) return [name, ...keys.slice(n).map((key) => worded(key))].join(': ');
    }
    const words = keys.map((key, i) => {
      const entry = valueAt(this.data, keys.slice(0, i + 1)) ?? valueAt(this.base, keys.slice(0, i + 1));
      const named = isTable(entry) ? entry.label ?? entry.title ?? entry.name : undefined;
      return typeof named === 'string' && i > 1 ? `${named} (${key})` : (i > 0 && this.places.get(String(key))) || worded(key);
    });
    return words.filter((word, i) => i === 0 || typeof keys[i] === 'number' || !words[i - 1].toLowerCase().startsWith(word.toLowerCase())).join(' · ');
  }

  /** A name that the data choose among, as the game calls it. @param {string} name */
  named(name) {
    return this.begun.names[name] ?? worded(name);
  }

  /** A value in words. @param {any} value @param {Keys} [keys] @returns {string} */
  sayValue(value, keys) {
    if (value === undefined) return '–';
    const kind = keys ? this.kindAt(keys) : null;
    if (kind?.letters?.[value]) return kind.letters[value];
    if (value === true || value === false) return value ? 'yes' : 'no';
    if (Array.isArray(value)) return value.length > 8 ? `${value.slice(0, 8).map((one) => this.sayValue(one)).join(', ')} … (${value.length})` : value.map((one) => this.sayValue(one)).join(', ') || '–';
    if (isTable(value)) return Object.entries(value).filter(([key]) => key !== 'source').map(([key, one]) => `${worded(key)} ${this.sayValue(one)}`).join(', ') || '–';
    if (kind?.k === 'reference') return this.places.get(String(value)) ?? worded(String(value));
    return kind?.k === 'choice' ? this.named(String(value)) : String(value);
  }

  /** A line of the checks, with the datum that it names. @param {string} line */
  fault(line) {
    const path = line.split(': ', 1)[0];
    const keys = keysOf(this.data, path);
    return { text: line, keys };
  }
}

/** @param {string|number} key */
export function worded(key) {
  return typeof key === 'number' ? String(key + 1) : key.replace(/_/g, ' ');
}
