// @ts-check
/** What the coach of the first game would do: one plan for this step, lit on the board and left to the player's hand.
 * He proposes unasked until a kind of question has gone well a few times, and again when it does not. */

import { counted } from './amount.js';
import { announce } from './dialog.js';
import { h } from './dom.js';
import { marked, toDo } from './guide.js';
import { t } from './i18n.js';
import { post } from './net.js';
import { inOneGo } from './offered.js';
import { recall, remember } from './settings.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Advised} Advised */
/** @typedef {import('./offered.js').Go} Go */

/** So often must a kind of question go well before he is silent there. */
const ENOUGH = 3;

const NOTHING = /** @type {Go} */ ({ do: [], taken: 0, amounts: {} });

export class Proposal {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** The position that he thought about. @type {number|undefined} */
    this.rev = undefined;
    /** What he would do there, null while he thinks. @type {Advised|null} */
    this.advice = null;
    /** What is still to be done of it. @type {string[]} */
    this.plan = [];
    /** Whether it is shown: unasked, or because he was asked. */
    this.shown = false;
    /** Whether he is asked, and has not answered. */
    this.asked = false;
    /** Whether he was asked, and knew nothing. */
    this.empty = false;
    /** What he points at, for one message. @type {{message: import('./types.js').Message|null, plan: string[], go: Go}} */
    this.found = { message: null, plan: [], go: NOTHING };
  }

  /** What he points at now, as the page offers it. @returns {Go} */
  get pointing() {
    const { message } = this.game;
    if (!this.shown || !message || !this.game.firstGame.speaks || this.game.past) return NOTHING;
    if (this.found.message !== message || this.found.plan !== this.plan) this.found = { message, plan: this.plan, go: inOneGo(message, this.plan) ?? NOTHING };
    return this.found.go;
  }

  /** @returns {Record<string, number>} how often each kind of question went well in a row */
  get well() {
    return recall(this.where, {});
  }

  get where() {
    const { message } = this.game;
    return `well.${message?.game}.${message?.seat}`;
  }

  /** Actions go to the table: the plan goes on with them, or was not taken. @param {string[]} actions */
  acted(actions) {
    const { advice, plan } = this;
    const asks = this.game.message?.prompt.asks ?? '';
    if (!advice?.do.length || !asks || this.onlyTaken(actions[0])) return;
    if (plan.length === advice.do.length) {
      const good = advice.good.includes(actions[0]) || advice.do.includes(actions[0]);
      remember(this.where, { ...this.well, [asks]: good ? (this.well[asks] ?? 0) + 1 : 0 });
    }
    this.game.firstGame.shown = ''; // what was asked has been heard
    const on = actions.every((action, i) => action === plan[i]);
    this.plan = on ? plan.slice(actions.length) : [];
    if (!this.plan.length) this.shown = false;
  }

  /** Whether this is what a plain click does with the piece that he points at, where what he means stands in its menu:
   * that is still to be done. @param {string} action */
  onlyTaken(action) {
    const meant = this.named();
    return Boolean(meant?.aside && meant.piece && this.game.message?.choices.some((one) => one.do === action && one.piece === meant.piece && !one.aside));
  }

  /** What comes next in his plan, as the page offers it. */
  named() {
    const { plan, game: { message } } = this;
    const go = message ? inOneGo(message, plan) : null;
    return message && go ? [...message.choices, ...message.macros].find((one) => go.do.includes([one.do].flat().join(';'))) : undefined;
  }

  /** A position is on the page: go on with the plan, or think of another. Resolves when he has thought. */
  async consider() {
    const { game } = this;
    const { message } = game;
    if (!message?.prompt.mine || game.past || !game.firstGame.warns) return this.drop();
    if (inOneGo(message, this.plan)) {
      this.draw();
      game.coach?.pointAgain(); // the board has gone where one acted
      return;
    }
    if (this.rev === message.rev && this.advice) return;
    this.drop();
    if (game.firstGame.only() || message.choices.length + message.macros.length === 0) return;
    await this.think();
    if (game.firstGame.speaks && (this.well[message.prompt.asks ?? ''] ?? 0) < ENOUGH) this.show();
  }

  /** What he would do on the board before this, in words; "" where that is as good, or not known. @param {string} action */
  before(action) {
    const { advice, plan } = this;
    const named = advice ? this.named() : undefined;
    const begun = plan.length < (advice?.do.length ?? 0);
    if (!advice || !named || plan[0] === action || (!begun && advice.good.includes(action))) return '';
    return named.piece || named.space ? (begun ? named.label : advice.steps[0] ?? advice.plan) : '';
  }

  /** Ask what he would do; nothing waits for the answer. */
  async think() {
    const { game } = this;
    const rev = game.message?.rev;
    this.rev = rev;
    try {
      const advice = /** @type {Advised} */ (await post(`/api/tables/${game.id}/advise`, { seat: game.seat }));
      if (rev !== game.message?.rev) return;
      this.advice = advice;
      this.plan = [...advice.do];
    } catch {
      // without him one plays as without him
    }
  }

  /** What would you do? */
  async ask() {
    const { game } = this;
    if (!game.asking.mayAsk || this.asked) return;
    const again = this.shown;
    this.asked = true;
    this.empty = false;
    game.drawTop();
    this.draw();
    if (!this.plan.length || !game.message || !inOneGo(game.message, this.plan)) await this.think();
    this.asked = false;
    if (this.plan.length) {
      this.show();
      if (again) game.coach?.repeat();
      return;
    }
    game.drawTop();
    this.empty = true;
    this.draw();
    announce(t('first.nothing'));
  }

  /** Say it, and light it. */
  show() {
    if (!this.plan.length) return;
    const before = this.shown;
    this.shown = true;
    this.draw();
    this.light();
    if (!before && this.advice) announce(`${t('first.name')} ${t('first.plan', { plan: this.advice.plan })}. ${this.advice.steps[0] ?? ''}. ${this.advice.why.replace(/\s*\[[^\]]+\]/g, '')}`);
  }

  light() {
    const { game } = this;
    game.drawTop();
    game.panel?.rise();
    game.panel?.drawNow();
    game.coach?.point();
    game.coach?.showSheet();
    game.drawBoard([], false);
  }

  drop() {
    const { shown } = this;
    this.empty = false;
    this.advice = null;
    this.plan = [];
    this.shown = false;
    if (!shown) return;
    this.draw();
    if (!this.game.asking.hint) this.game.board?.advise([]);
  }

  draw() {
    this.game.firstGame.draw();
  }

  /** His words: the plan and why; once it has begun, what comes next. */
  words() {
    const { advice, game } = this;
    if (!this.shown || !advice || !this.plan.length) return null;
    const begun = this.plan.length < advice.do.length;
    const next = ((begun || this.pointing.taken > 1) && this.next()) || advice.steps[0]; // one press may do several steps
    const { firstGame } = game;
    // where a plan has no reason of its own, what good players do at such a question is the reason
    const why = begun ? '' : advice.why || (firstGame.shown ? '' : firstGame.said(game.message?.prompt.asks) ?? '');
    return h('p', { class: 'first-plan' }, h('b', null, t('first.plan', { plan: advice.plan })), '. ', why ? h('span', { class: 'first-why' }, marked(why), ' ') : null,
      next ? h('span', { class: 'coach-todo' }, toDo(next)) : null);
  }

  /** What is pointed at, in words, with how many. */
  next() {
    const { coach } = this.game;
    const [choice] = coach?.named() ?? [];
    const n = choice ? coach?.wants(choice) ?? null : null;
    return choice && n !== null ? counted(choice, n) : choice?.label;
  }
}
