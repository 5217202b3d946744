// @ts-check
/** A game that is offered to others: which, with what clock, and whether it counts. A challenge and a tournament ask it
 * alike. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { copyChoice } from '../copies.js';
import { offered, optionFields, segment } from '../newgame.js';
import { recall, remember } from '../settings.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('./told.js').Clock} Clock */

/** @typedef {{game: string, scenario: string, kind: string, bank: number, add: number, slow: string, rated: boolean, watch: boolean, options: Record<string, any>}} Chosen */

const BANKS = [5, 15, 30, 45, 60, 90, 120];
const ADDED = [0, 10, 30, 60, 120];
/** Clocks of correspondence: days a move, or a bank with hours for each move. @type {Record<string, Clock>} */
const SLOW = { 1: { days: 1 }, 3: { days: 3 }, 7: { days: 7 }, 14: { days: 14 }, bank: { bank: 5 * 86400, add: 12 * 3600 }, long: { bank: 14 * 86400, add: 24 * 3600 } };

/** @param {any} text @param {boolean} on @param {(on: boolean) => void} set @param {boolean} [disabled] */
export function switchRow(text, on, set, disabled = false) {
  const box = h('input', { type: 'checkbox', class: 'switch', role: 'switch', checked: on, disabled });
  box.addEventListener('change', () => set(box.checked));
  return h('label', { class: 'setting broad' }, h('span', null, text), box);
}

/** @param {string} name @param {{value: string, text: string}[]} choices @param {string} value @param {(value: string) => void} set */
export function pick(name, choices, value, set) {
  const select = h('select', { class: 'input' }, choices.map((one) => h('option', { value: one.value, selected: one.value === value }, one.text)));
  select.addEventListener('change', () => set(select.value));
  return h('label', { class: 'field-label' }, h('span', null, name), select);
}

export class GameForm {
  /** @param {GameInfo[]} games @param {string} name under which the last choice is kept @param {boolean} ratings @param {boolean} clocked a clock there must be @param {() => void} changed */
  constructor(games, name, ratings, clocked, changed) {
    this.games = games.filter((game) => game.ready && game.sides.length > 1);
    this.name = name;
    this.ratings = ratings;
    this.clocked = clocked;
    this.changed = changed;
    const [first] = this.games;
    /** @type {Chosen} */
    this.chosen = { game: first.slug, scenario: '', kind: 'live', bank: 30, add: 30, slow: '3', rated: ratings, watch: true, ...recall(`club.${name}`, {}), options: {} };
    if (!this.games.some((game) => game.slug === this.chosen.game)) this.chosen.game = first.slug;
    if (!ratings) this.chosen.rated = false;
    this.host = h('div', { class: 'new-game' });
    this.copies = this.copyOf();
  }

  get game() {
    return this.games.find((game) => game.slug === this.chosen.game) ?? this.games[0];
  }

  get scenario() {
    const found = offered(this.game).filter((one) => one.sides.length > 1);
    return found.find((one) => one.id === this.chosen.scenario) ?? found.find((one) => one.minutes) ?? found[0];
  }

  copyOf() {
    return copyChoice(this.game, null, () => this.scenario.id);
  }

  /** @returns {Clock} */
  get clock() {
    const { kind, bank, add, slow } = this.chosen;
    if (kind === 'none') return null;
    return kind === 'live' ? { bank: bank * 60, add } : SLOW[slow] ?? SLOW[3];
  }

  draw() {
    const { chosen } = this;
    const again = () => { this.draw(); this.changed(); };
    const scenarios = offered(this.game).filter((one) => one.sides.length > 1);
    const options = this.game.options.filter((option) => !option.scenarios?.length || option.scenarios.includes(this.scenario.id));
    const take = (/** @type {import('../types.js').GameOption} */ option, /** @type {any} */ value) => {
      if (JSON.stringify(value) === JSON.stringify(option.default)) delete chosen.options[option.id];
      else chosen.options[option.id] = value;
    };
    const kinds = [{ value: 'live', text: t('club.live'), hint: t('club.live-text') }, { value: 'slow', text: t('club.correspondence'), hint: t('club.slow-text') },
      ...(this.clocked || chosen.rated ? [] : [{ value: 'none', text: t('club.no-clock'), hint: t('club.no-clock-text') }])];
    if (!kinds.some((one) => one.value === chosen.kind)) chosen.kind = 'live';
    const opened = this.host.querySelector('.options')?.hasAttribute('open') ?? false;
    this.host.replaceChildren(
      h('div', { class: 'field-row' },
        pick(t('club.game'), this.games.map((game) => ({ value: game.slug, text: game.title })), this.game.slug, (value) => {
          Object.assign(chosen, { game: value, scenario: '', options: {} });
          this.copies = this.copyOf();
          again();
        }),
        pick(t('new.scenario'), scenarios.map((one) => ({ value: one.id, text: one.minutes ? t('club.short', { name: one.name, n: one.minutes }) : one.name })), this.scenario.id, (value) => {
          chosen.scenario = value;
          void this.copies.draw();
          again();
        })),
      h('p', { class: 'scenario-text small' }, this.scenario.text),
      segment(t('new.clock'), kinds, chosen.kind, (value) => { chosen.kind = value; again(); }),
      chosen.kind === 'live' ? h('div', { class: 'field-row' },
        pick(t('club.bank-name'), BANKS.map((n) => ({ value: String(n), text: t('club.min', { n }) })), String(chosen.bank), (value) => { chosen.bank = Number(value); this.changed(); }),
        pick(t('club.add-name'), ADDED.map((n) => ({ value: String(n), text: t('club.s', { n }) })), String(chosen.add), (value) => { chosen.add = Number(value); this.changed(); })) : '',
      chosen.kind === 'slow' ? pick(t('club.slow-name'), [...['1', '3', '7', '14'].map((n) => ({ value: n, text: t('new.days', { n: Number(n) }) })), { value: 'bank', text: t('club.bank-5') }, { value: 'long', text: t('club.bank-14') }], chosen.slow, (value) => { chosen.slow = value; this.changed(); }) : '',
      this.ratings ? switchRow([t('club.rated-game'), h('small', null, ` ${t('club.rated-text')}`)], chosen.rated, (on) => { chosen.rated = on; again(); }) : h('p', { class: 'small' }, t('club.no-ratings')),
      switchRow([t('club.watch-game'), h('small', null, ` ${t('club.watch-text')}`)], chosen.watch, (on) => { chosen.watch = on; }),
      h('details', { class: 'options', open: opened }, h('summary', null, t('new.options', { n: options.length })), this.copies.host, optionFields(options, chosen.options, take)));
    return this.host;
  }

  /** What the server is told. @param {Record<string, any>} [more] */
  async body(more = {}) {
    const { options, ...kept } = this.chosen;
    remember(`club.${this.name}`, { ...kept, scenario: this.scenario.id });
    const copy = await this.copies.id();
    return { game: this.game.slug, scenario: this.scenario.id, options, ...(copy ? { copy } : {}), clock: this.clock, rated: this.chosen.rated, watch: this.chosen.watch, ...more };
  }
}
