// @ts-check
/** The coach of the first game: each kind of question is explained once, when it first comes; he says what he would do
 * (`proposal.js`); before what cannot be taken back he says where the search sees something far better. He is silent
 * where another person plays. */

import { counted } from './amount.js';
import { announce } from './dialog.js';
import { h, icon, ICONS } from './dom.js';
import { marked } from './guide.js';
import { t } from './i18n.js';
import { looksOn } from './match.js';
import { post } from './net.js';
import { Proposal } from './proposal.js';
import { change, recall, remember, settings } from './settings.js';
import { winningHere } from './winning.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */

export class FirstGame {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** The question that is explained on the page. */
    this.shown = '';
    this.proposal = new Proposal(game);
    /** What was said of the acts of one position, "" where nothing. @type {{rev: number|undefined, texts: Map<string, string>}} */
    this.weighed = { rev: undefined, texts: new Map() };
  }

  /** Whether he speaks at this table. */
  get speaks() {
    const { message } = this.game;
    if (!message?.picture || message.over || message.coach || message.rated || looksOn(message) || this.game.analysis.on || settings.coach === 'off') return false;
    if (message.seats.some((seat) => seat.kind === 'human' && !seat.you)) return false;
    return settings.coach === 'always' || !recall(`played.${message.game}`, false);
  }

  /** Whether he says something before what cannot be taken back: also in a lesson of a whole game, where another coach speaks. */
  get warns() {
    const { message, analysis } = this.game;
    return this.speaks || Boolean(message?.picture && !message.over && message.coach?.whole && message.seat !== 'observer' && !analysis.on && settings.coach !== 'off');
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
    const seen = `win.${message.game}.${message.scenario}.${message.seat}`;
    if (recall(seen, false)) return;
    remember(seen, true);
    winningHere(this.game, { start: t('win.start') });
  }

  /** Explain what is asked, if it is asked for the first time on this device; think about what to do. */
  tell() {
    const { game } = this;
    const { message } = game;
    if (message?.over && !message.coach && message.seats.some((seat) => seat.you)) remember(`played.${message.game}`, true);
    const asks = message?.prompt.mine && !game.past ? message.prompt.asks ?? '' : '';
    if (this.shown && this.shown !== asks) this.shown = '';
    if (message && this.said(asks) && this.speaks && !this.shown) {
      const where = `coach.${message.game}.${message.scenario}.${message.seat}`;
      /** @type {string[]} */
      const told = recall(where, []);
      if (!told.includes(asks)) {
        remember(where, [...told, asks]);
        this.shown = asks;
        announce(`${t('first.name')} ${this.said(asks)?.replace(/\s*\[[^\]]+\]/g, '')}`);
      }
    }
    this.draw();
    void this.proposal.consider().then(() => this.foresee());
  }

  /** He says what he has to say now. */
  draw() {
    this.game.coach?.draw();
  }

  /** What is asked, and what he would do; that all goes well, where there is nothing to say. @returns {{words: HTMLElement[], buttons: HTMLElement[]}} */
  told() {
    const { game } = this;
    const text = this.shown && !game.past ? this.said(this.shown) : null;
    const plan = game.past ? null : this.proposal.words();
    const words = [...(text ? [h('p', { class: 'first-asked' }, marked(text), ' ')] : []), ...(plan ? [plan] : [])];
    const only = plan ? '' : this.only();
    if (only || !words.length) words.push(h('p', { class: 'first-quiet' }, only || this.quiet(), only || !this.asks ? null : icon(ICONS.bulb)));
    const buttons = [];
    if (plan) {
      const longer = h('button', { type: 'button', class: 'button small-button quiet', 'data-key': 'coach-longer' }, t('first.longer'));
      longer.addEventListener('click', () => void game.asking.askHint());
      buttons.push(longer);
    }
    const off = h('button', { type: 'button', class: 'button small-button quiet', 'data-key': 'coach-off' }, t('first.off'));
    off.addEventListener('click', () => change({ coach: 'off' }));
    return { words, buttons: [...buttons, off] };
  }

  /** Whether he can be asked what he would do; on a phone nothing but a bulb stands on the button for it. */
  get asks() {
    const { proposal } = this;
    return !proposal.asked && !proposal.empty && this.game.message?.prompt.mine && !this.game.past;
  }

  /** What stands where he has nothing to say. */
  quiet() {
    const { proposal } = this;
    return t(proposal.asked ? 'first.thinking' : proposal.empty ? 'first.nothing' : this.asks ? 'first.quiet' : 'first.watch');
  }

  /** That there is nothing to choose, and what alone can be done; "" where there is, be it to end the step or to change
   * what was done in it. */
  only() {
    const { message, past } = this.game;
    const onward = message?.prompt.mine && !past ? [...message.choices.filter((choice) => !choice.retract), ...message.macros] : [];
    if (onward.length !== 1) return '';
    const [only] = onward;
    const amount = 'amount' in only ? only.amount : null;
    const back = (only.ends || ('main' in only && only.main)) && message?.choices.some((choice) => choice.retract);
    return back || (amount && amount.low !== amount.high) ? '' : t('first.only', { label: amount ? counted(only, amount.low) : only.label });
  }

  /** He speaks no more: what he said and pointed at goes. */
  silence() {
    this.shown = '';
    if (this.proposal.shown) {
      this.proposal.drop();
      this.proposal.light();
    }
    this.draw();
  }

  /** What is in question is pointed at, or to be confirmed: ask what the search thinks of it. Nothing waits for the answer.
   * @param {Choice|Macro} choice */
  async weigh(choice) {
    const { game } = this;
    if (!choice.ends || /** @type {Choice} */ (choice).amount || !this.warns || game.past || !game.message?.prompt.mine) return;
    const rev = game.message?.rev;
    if (rev !== this.weighed.rev) this.weighed = { rev, texts: new Map() };
    const { texts } = this.weighed;
    const act = key(choice);
    if (texts.has(act)) return;
    texts.set(act, '');
    try {
      const { text } = /** @type {import('./types.js').Warned} */ (await post(`/api/tables/${game.id}/warn`, { seat: game.seat, do: [choice.do].flat() }));
      texts.set(act, text);
      const { pending } = game.choosing;
      if (!text || rev !== game.message?.rev || !pending || key(pending) !== act) return;
      game.drawTop();
      announce(text);
    } catch {
      // without an answer one plays as without him
    }
  }

  /** What stands ready is weighed before it is pressed, once for a position. */
  foresee() {
    const main = this.game.choosing.buttons.find((choice) => choice.main && choice.ends);
    if (main) void this.weigh(main);
  }

  /** What he has to say of an act, if it came in time; such an act is to be confirmed. @param {Choice|Macro} choice */
  warning(choice) {
    if (!this.warns) return '';
    return (this.weighed.rev === this.game.message?.rev && this.weighed.texts.get(key(choice))) || this.given(choice);
  }

  /** What is given up by a button that ends a step, where he would still do something on the board in it: no search over
   * a whole game sees so much in one step of it. @param {Choice|Macro} choice */
  given(choice) {
    const { game, proposal } = this;
    const single = /** @type {Choice} */ (choice);
    if (!choice.ends || choice.odds || choice.piece || choice.space || single.amount || Array.isArray(choice.do)) return '';
    // orders that all write at once are one's own once they are begun: he would always write others
    if (game.message && game.message.prompt.sides.length > 1 && game.message.draft.length > game.stage.draft) return '';
    const plan = proposal.before(choice.do);
    if (!plan) return '';
    const { byPiece, macrosFrom } = game.choosing;
    const free = new Set([...macrosFrom.keys(), ...[...byPiece].filter(([, choices]) => !choices.every((one) => one.retract)).map(([id]) => id)]);
    const own = game.message?.picture?.pieces.filter((piece) => piece.side === game.seat && free.has(piece.id)).length ?? 0;
    return [t('first.before', { plan }), own > 1 ? t('first.left', { n: own }) : ''].filter(Boolean).join(' ');
  }

  /** The same, in the line of what is to be confirmed. @param {Choice|Macro} pending */
  line(pending) {
    const text = this.warning(pending);
    return text ? h('span', { class: 'first-warning' }, text) : null;
  }
}

/** @param {Choice|Macro} choice */
const key = (choice) => [choice.do].flat().join(';');
