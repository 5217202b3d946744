// @ts-check
/** The odds of a choice: asked of the server once for a position, and shown of none but the choice in question. */

import { h } from './dom.js';
import { percents, t } from './i18n.js';
import { get } from './net.js';
import { fit } from './prompt.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */
/** @typedef {import('./types.js').Odds} Odds */
/** @typedef {import('./types.js').Outcome} Outcome */

/** So many results stand in the line of a question in full; of more, what they come to for each side. */
const MOST = 4;

export class OddsOf {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** What the server said, by the actions; "asked" until then. @type {Map<string, Odds|null|'asked'>} */
  known = new Map();

  /** What was pointed at last. @type {Choice|Macro|null} */
  pointed = null;

  /** Answers are good for one position. */
  forget() {
    this.known.clear();
    this.pointed = null;
  }

  /** The actions of a choice, an amount as it would be sent now. @param {Choice|Macro} choice */
  actions(choice) {
    if (Array.isArray(choice.do)) return choice.do.join(';');
    const { amount } = /** @type {Choice} */ (choice);
    return amount ? choice.do.replace('{n}', String(this.game.choosing.amounts.get(choice.do) ?? amount.now ?? amount.start ?? amount.low)) : choice.do;
  }

  /** The choice in question: what is to be confirmed, else what was pointed at, else the only button that risks anything. */
  get subject() {
    const { choosing } = this.game;
    if (choosing.pending) return choosing.pending;
    if (this.pointed) return this.pointed;
    const risky = choosing.buttons.filter((choice) => choice.odds);
    return risky.length === 1 ? risky[0] : null;
  }

  /** The odds of the choice in question, if it has any. @returns {Odds|'asked'|null} */
  get shown() {
    const { subject } = this;
    return subject?.odds ? (this.known.get(this.actions(subject)) ?? null) : null;
  }

  /** Whether who presses the button of a choice has been told its odds: pointing at it shows them, a finger points at nothing. @param {Choice|Macro} choice @param {Event} event */
  told(choice, event) {
    if (!choice.odds || !(event instanceof PointerEvent && event.pointerType === 'touch')) return true;
    const { subject, shown } = this;
    return shown !== null && shown !== 'asked' && subject !== null && this.actions(subject) === this.actions(choice);
  }

  /** This choice is pointed at. @param {Choice|Macro} choice */
  point(choice) {
    if (!choice.odds) return;
    this.pointed = choice;
    this.ask(80);
    if (!this.game.choosing.pending) this.draw();
  }

  /** The pointer has left this choice: its odds stand on only while it is in the panel, which tells them whole. @param {Choice|Macro} choice */
  leave(choice) {
    if (this.pointed !== choice || this.game.side?.matches(':hover')) return;
    this.pointed = null;
    this.draw();
  }

  /** Ask for the odds of the choice in question, after a while, in case one only passes over it. @param {number} [wait] in milliseconds */
  ask(wait = 0) {
    const { subject, game } = this;
    if (!subject?.odds || game.past) return;
    const actions = this.actions(subject);
    if (this.known.has(actions)) return;
    this.known.set(actions, 'asked');
    const stamp = game.message?.rev;
    // what is on its way may hand the screen over: then nothing more is asked from this seat
    const asked = async () => {
      if (wait) await new Promise((resolve) => window.setTimeout(resolve, wait));
      if (stamp !== game.message?.rev || game.link.busy || game.hotseat.covered) throw new Error('moved on');
      return get(game.url({ do: actions }, '/odds'));
    };
    asked().then((odds) => {
      if (stamp !== game.message?.rev) return;
      this.known.set(actions, odds);
      this.draw();
    }, () => { if (this.known.get(actions) === 'asked') this.known.delete(actions); });
  }

  draw() {
    const { game } = this;
    if (!game.panel || game.past) return;
    if (game.panel.tab !== 'now' && game.choosing.pending && !game.panel.isSheet()) game.panel.show('now', false);
    game.panel.drawOdds();
    game.top?.querySelector('.odds-line')?.replaceWith(this.line());
    if (game.top) fit(game.top);
    game.pointing.redraw();
  }

  /** The odds of the choice in question in one line: every result, or of many what they come to for each side. */
  line() {
    const odds = this.shown;
    const { game } = this;
    const line = h('span', { class: 'odds-line' });
    if (odds === 'asked') line.append(t('odds.fetch'));
    else if (odds) {
      if (!game.choosing.pending) line.append(h('span', null, `${this.subject?.label}:`)); // its button may stand in the panel, which shows something else
      const results = summed(odds.results);
      const shares = percents(results.map((one) => one.p));
      const words = (/** @type {Outcome} */ one) => one.text || (one.good ? t('odds.for', { side: game.sideName(one.good) }) : t('odds.neither'));
      line.append(...results.map((one, i) => h('span', { class: game.style(one.good) }, `${words(one)} `, h('b', null, shares[i]))));
    }
    return line;
  }
}

/** @param {Outcome[]} results @returns {Outcome[]} */
function summed(results) {
  const likely = results.filter((one) => one.p > 0);
  if (likely.length <= MOST || likely.every((one) => !one.good)) return likely;
  /** @type {Map<string|undefined, number>} */
  const sides = new Map();
  for (const one of likely) sides.set(one.good, (sides.get(one.good) ?? 0) + one.p);
  return [...sides].map(([good, p]) => ({ text: '', good, p }));
}
