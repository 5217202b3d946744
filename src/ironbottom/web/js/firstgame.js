// @ts-check
/** The coach of the first game: each kind of question is explained once, when it first comes; before what cannot be
 * taken back he says where the search sees something far better. He is silent where another person plays. */

import { announce } from './dialog.js';
import { h } from './dom.js';
import { dress, marked } from './guide.js';
import { t } from './i18n.js';
import { post } from './net.js';
import { change, recall, remember, settings } from './settings.js';
import { winningHere } from './winning.js';

/** @typedef {import('./game.js').Game} Game */

export class FirstGame {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** The question that is explained on the page. */
    this.shown = '';
    /** The act that was asked about, and what is said of it. @type {{do: string, text: string}|null} */
    this.warned = null;
  }

  /** Whether he speaks at this table. */
  get speaks() {
    const { message } = this.game;
    if (!message?.picture || message.over || message.coach || message.seat === 'observer' || this.game.analysis.on || settings.coach === 'off') return false;
    if (message.seats.some((seat) => seat.kind === 'human' && !seat.you)) return false;
    return settings.coach === 'always' || !recall(`played.${message.game}`, false);
  }

  /** What is said of a kind of question to the side that looks on. @param {string|undefined} asks */
  said(asks) {
    const all = this.game.guide?.asks ?? {};
    return asks ? all[`${asks}.${this.game.seat}`] ?? all[asks] ?? null : null;
  }

  /** How to win, before one's first game of this game and side. It waits for nobody's clock. */
  greet() {
    const { message } = this.game;
    if (!message || !this.speaks || message.clock || this.game.past || document.querySelector('dialog[open]')) return;
    const key = `win.${message.game}.${message.scenario}.${message.seat}`;
    if (recall(key, false)) return;
    remember(key, true);
    winningHere(this.game, { start: t('win.start') });
  }

  /** Explain what is asked, if it is asked for the first time on this device. */
  tell() {
    const { game } = this;
    const { message } = game;
    if (message?.over && !message.coach && message.seats.some((seat) => seat.you)) remember(`played.${message.game}`, true);
    const asks = message?.prompt.mine && !game.past ? message.prompt.asks ?? '' : '';
    if (this.shown && this.shown !== asks) this.hush();
    const text = this.said(asks);
    if (!message || !text || !this.speaks || this.shown) return;
    const key = `coach.${message.game}.${message.scenario}.${message.seat}`;
    /** @type {string[]} */
    const told = recall(key, []);
    if (told.includes(asks)) return;
    remember(key, [...told, asks]);
    this.shown = asks;
    const got = h('button', { type: 'button', class: 'button small-button', 'data-key': 'coach-got' }, t('first.got'));
    got.addEventListener('click', () => this.hush());
    const off = h('button', { type: 'button', class: 'link-button small', 'data-key': 'coach-off' }, t('first.off'));
    off.addEventListener('click', () => {
      change({ coach: 'off' });
      this.hush();
    });
    const words = h('p', null, h('b', null, t('first.name')), ' ', marked(text));
    dress(words);
    game.notices.show('first', h('div', { class: 'first-words', role: 'note' }, words, h('div', { class: 'row-buttons' }, got, off)));
    announce(`${t('first.name')} ${text.replace(/\s*\[[^\]]+\]/g, '')}`);
  }

  hush() {
    this.shown = '';
    this.game.notices.show('first', null);
  }

  /** Something is to be confirmed: ask what the search thinks of it. Nothing waits for the answer. @param {string[]} actions */
  async weigh(actions) {
    const { game } = this;
    this.warned = null;
    if (!this.speaks || !actions.length) return;
    const act = actions.join(';');
    const stamp = game.message?.rev;
    try {
      const { text } = /** @type {import('./types.js').Warned} */ (await post(`/api/tables/${game.id}/warn`, { seat: game.seat, do: actions }));
      const { pending } = game.choosing;
      if (!text || stamp !== game.message?.rev || !pending || [pending.do].flat().join(';') !== act) return;
      this.warned = { do: act, text };
      game.drawTop();
      announce(text);
    } catch {
      // without an answer one plays as without him
    }
  }

  /** What he says of the act that is to be confirmed. @param {import('./types.js').Choice|import('./types.js').MacroLook} pending */
  line(pending) {
    if (this.warned?.do !== [pending.do].flat().join(';')) return null;
    return h('span', { class: 'first-warning' }, this.warned.text);
  }
}
