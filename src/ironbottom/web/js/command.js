// @ts-check
/** The command field: orders in the game's words, completed as one types, and a few questions. Their notation is taken too. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { announce } from './dialog.js';

/** @typedef {import('./game.js').Game} Game */

export class CommandField {
  /** @param {Game} game @param {HTMLElement} host */
  constructor(game, host) {
    this.game = game;
    this.input = h('input', { class: 'input', type: 'text', autocomplete: 'off', spellcheck: 'false', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'command-list', 'aria-label': t('command.name') });
    this.list = h('ul', { class: 'command-list', id: 'command-list', role: 'listbox', 'aria-label': t('command.name') });
    this.answer = h('p', { class: 'command-answer', role: 'status' });
    this.box = h('div', { class: 'command', hidden: true }, h('span', { class: 'command-sign', 'aria-hidden': 'true' }, '/'), this.input, this.answer, this.list);
    host.append(this.box);
    this.at = -1;
    /** @type {(import('./types.js').Choice|import('./types.js').MacroLook)[]} */
    this.found = [];
    this.input.addEventListener('input', () => this.complete());
    this.input.addEventListener('keydown', (event) => this.key(event));
    this.input.addEventListener('blur', () => window.setTimeout(() => { if (!this.box.contains(document.activeElement)) this.close(); }, 150));
  }

  open() {
    this.box.hidden = false;
    this.input.value = '';
    const example = this.all()[0]?.label ?? 'next';
    this.answer.textContent = t('command.hint', { example });
    this.complete();
    this.input.focus();
  }

  close() {
    if (this.box.hidden) return false;
    this.box.hidden = true;
    return true;
  }

  /** All that may be ordered, each label once: what is done with one act before what takes several. */
  all() {
    const { message } = this.game;
    return [...(message?.choices ?? []), ...(message?.macros ?? [])].filter((one, i, every) => every.findIndex((other) => other.label === one.label) === i);
  }

  /** Each word typed begins a word of the label, in any order; a number may be the amount. @param {string} typed */
  fitting(typed) {
    const words = plain(typed).split(/\s+/).filter(Boolean);
    const fits = (/** @type {import('./types.js').Choice|import('./types.js').MacroLook} */ one) => {
      const label = plain(one.label).split(/\s+/);
      return words.every((word) => label.some((part) => part.startsWith(word)) || ('amount' in one && one.amount && /^\d+$/.test(word)));
    };
    const first = plain(typed);
    return this.all().filter(fits).sort((a, b) => Number(plain(b.label).startsWith(first)) - Number(plain(a.label).startsWith(first)));
  }

  complete() {
    const typed = this.input.value.trim();
    this.found = typed ? this.fitting(typed).slice(0, 7) : this.all().slice(0, 5);
    this.at = -1;
    this.draw();
  }

  draw() {
    this.input.setAttribute('aria-expanded', String(this.found.length > 0));
    this.list.replaceChildren(...this.found.map((one, i) => {
      const item = h('li', { role: 'option', id: `command-${i}`, 'aria-selected': String(i === this.at), class: i === this.at ? 'on' : '' }, h('span', null, one.label), 'cost' in one && one.cost ? h('small', null, one.cost) : null);
      item.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        this.run(one.label);
      });
      return item;
    }));
    if (this.at >= 0) this.input.setAttribute('aria-activedescendant', `command-${this.at}`);
    else this.input.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Escape') {
      this.close();
      this.game.board?.setCursor(this.game.board.cursor);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const n = this.found.length;
      if (n) this.at = (this.at + (event.key === 'ArrowDown' ? 1 : n - 1) + (this.at < 0 && event.key === 'ArrowUp' ? 1 : 0)) % n;
      this.draw();
    } else if (event.key === 'Tab' && this.found.length && !event.shiftKey) {
      this.input.value = this.found[Math.max(0, this.at)].label;
      this.complete();
    } else if (event.key === 'Enter') {
      this.run(this.at >= 0 ? this.found[this.at].label : this.input.value.trim());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} text */
  run(text) {
    const { game } = this;
    const [verb, ...rest] = text.split(/\s+/);
    const name = rest.join(' ').toLowerCase();
    const say = (/** @type {string} */ words) => {
      this.answer.textContent = words;
      announce(words);
    };
    if (verb === 'next') {
      game.board?.next(1);
      return;
    }
    if (verb === 'legal') {
      say(game.choosing.legalText());
      return;
    }
    if (verb === 'where' || verb === 'look') {
      const space = [...(game.board?.spaces.values() ?? [])].find((one) => one.id.toLowerCase() === name || one.name.toLowerCase().startsWith(name));
      if (!space) return say(t('command.unknown'));
      if (verb === 'where') game.board?.setCursor(space.id);
      return say(game.board?.cells.get(space.id)?.getAttribute('aria-label') ?? space.name);
    }
    const choices = game.message?.choices ?? [];
    const fitting = this.fitting(text);
    const exact = choices.find((choice) => choice.do === text) ?? fitting.find((one) => plain(one.label) === plain(text)) ?? (fitting.length === 1 ? fitting[0] : undefined);
    if (exact) {
      const n = /(\d+)$/.exec(text)?.[1];
      const { amount } = /** @type {import('./types.js').Choice} */ (exact);
      this.input.value = '';
      this.close();
      if (amount && n && !Array.isArray(exact.do) && Number(n) >= amount.low && Number(n) <= amount.high) void game.act([exact.do.replace('{n}', n)]);
      else game.choosing.choose(exact, new Event('command'), false);
      return;
    }
    const amount = choices.find((choice) => choice.amount && new RegExp(`^${choice.do.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{n}', '\\d+')}$`).test(text));
    if (amount) {
      this.close();
      void game.act([text]);
      return;
    }
    say(fitting.length > 1 ? t('command.several', { n: fitting.length }) : t('command.unknown'));
  }
}

/** Letters and digits alone, small, without accents. @param {string} text */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
