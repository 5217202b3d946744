// @ts-check
/** What may be done at the table, by piece and place, and doing it: taking in hand, arming what cannot be taken back, confirming. */

import { askAmount } from './amount.js';
import { announce, closeMenu } from './dialog.js';
import { t } from './i18n.js';
import { onSheets } from './offered.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */
/** @typedef {import('./types.js').Message} Message */

export class Choosing {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {Map<string, Choice[]>} */
  byPiece = new Map();

  /** @type {Map<string, (Choice|Macro)[]>} */
  bySpace = new Map();

  /** @type {Map<string, Macro[]>} macros, and choices that stand aside */
  macrosAt = new Map();

  /** @type {Map<string, Macro[]>} what a piece does when it is dragged */
  macrosFrom = new Map();

  /** @type {Choice[]} */
  buttons = [];

  /** @type {Macro[]} */
  macroButtons = [];

  /** @type {string|null} piece chosen in the page, for choices that name both a piece and a place */
  selected = null;

  /** @type {Choice|Macro|null} something that cannot be taken back, waiting to be confirmed */
  pending = null;

  /** Amounts that stand in steppers and have not been sent, by choice. @type {Map<string, number>} */
  amounts = new Map();

  /** How many of those in hand go with the next click, where that was said; else all. @type {number|null} */
  many = null;

  /** @type {(() => void)|null} an amount that was changed a moment ago and has not been sent */
  unsent = null;

  /** Nothing outlives the message that it was chosen in but a piece in hand that can still go somewhere. @param {Message} message @param {boolean} own */
  renew(message, own) {
    this.amounts.clear();
    this.many = null;
    this.pending = null;
    if (this.selected && !message.picture?.pieces.some((piece) => piece.id === this.selected)) this.selected = null;
    if (this.selected && own && !message.choices.some((choice) => choice.space && choice.piece === this.selected)) this.selected = null;
    this.index();
  }

  /** Choices by what they are done with. */
  index() {
    const { message } = this.game;
    this.byPiece = new Map();
    this.bySpace = new Map();
    this.macrosAt = new Map();
    this.macrosFrom = new Map();
    this.buttons = [];
    this.macroButtons = [];
    if (!message?.picture) return;
    const pieces = new Set(message.picture.pieces.map((piece) => piece.id));
    const spaces = new Set(this.game.data?.spaces.map((space) => space.id));
    const add = (/** @type {Map<string, any[]>} */ map, /** @type {string} */ key, /** @type {any} */ value) => {
      const there = map.get(key);
      if (there) there.push(value);
      else map.set(key, [value]);
    };
    for (const choice of message.choices) {
      const piece = choice.piece && pieces.has(choice.piece) ? choice.piece : null;
      const space = choice.space && (!this.game.data || spaces.has(choice.space)) ? choice.space : null;
      if (piece && choice.aside) {
        add(this.macrosAt, piece, choice);
        continue;
      }
      if (!piece && space && choice.aside) {
        add(this.macrosAt, space, choice);
        continue;
      }
      for (const other of choice.also ?? []) if (pieces.has(other) && other !== piece) add(this.byPiece, other, choice);
      if (piece && space) {
        add(this.byPiece, piece, choice);
        if (this.selected && (this.selected === piece || choice.also?.includes(this.selected))) add(this.bySpace, space, choice);
      } else if (piece) add(this.byPiece, piece, choice);
      else if (space) add(this.bySpace, space, choice);
      else this.buttons.push(choice);
    }
    for (const macro of message.macros) {
      if (macro.space && macro.piece && spaces.has(macro.space) && pieces.has(macro.piece)) add(this.macrosFrom, macro.piece, macro);
      // a place farther off whose cost is told: the whole way to it with one click, like the next place
      else if (macro.space && spaces.has(macro.space)) add(macro.cost ? this.bySpace : this.macrosAt, macro.space, macro);
      else if (macro.piece && pieces.has(macro.piece)) add(this.macrosAt, macro.piece, macro);
      else this.macroButtons.push(macro);
    }
    // the way that the game names first stands first; what takes something back last; of the rest, those that are paid in
    // points, the cheapest of them before all
    const rank = (/** @type {Choice|Macro} */ one) => ('main' in one && one.main ? 0 : 'retract' in one && one.retract ? 2 : 1);
    for (const list of this.byPiece.values()) list.sort((a, b) => rank(a) - rank(b));
    for (const list of this.bySpace.values()) list.sort((a, b) => rank(a) - rank(b) || points(a) - points(b));
    const dragged = this.selected ? (this.macrosFrom.get(this.selected) ?? []) : [];
    if (dragged.length && !this.byPiece.has(/** @type {string} */ (this.selected))) this.bySpace = new Map();
    for (const space of new Set(dragged.map((macro) => /** @type {string} */ (macro.space)))) this.bySpace.set(space, dragged.filter((macro) => macro.space === space));
  }

  /** The places that are lit: the cost that stands there, and what may be done. */
  litSpaces() {
    /** @type {Map<string, {cost: string, labels: string[], attack: boolean}>} */
    const lit = new Map();
    if (this.game.past) return lit;
    for (const [id, choices] of this.bySpace) lit.set(id, { cost: choices.every((choice) => choice.cost) ? (choices.find((choice) => /^\d/.test(choice.cost ?? '')) ?? choices[0]).cost ?? '' : '', labels: choices.map((choice) => choice.label), attack: choices.some((choice) => choice.ends) });
    return lit;
  }

  litPieces() {
    /** @type {Map<string, {labels: string[], retract: boolean}>} */
    const lit = new Map();
    if (this.game.past) return lit;
    for (const [id, macros] of this.macrosFrom) lit.set(id, { labels: macros.map((macro) => macro.label), retract: false });
    for (const [id, choices] of this.byPiece) lit.set(id, { labels: choices.map((choice) => choice.label), retract: choices.every((choice) => choice.retract) });
    return lit;
  }

  /**
   * Do something that may be done. What cannot be taken back is confirmed once: by the button that says so, or by the
   * question that follows a click on the board. An amount that the game proposes is taken as it stands, unless it is asked for.
   * @param {Choice|Macro} choice @param {Event} event @param {boolean} button @param {boolean} [asks]
   */
  choose(choice, event, button, asks = false) {
    closeMenu();
    if (this.unsent) {
      this.flush();
      void this.game.link.queue.then(() => this.choose(choice, event, button, asks));
      return;
    }
    const single = /** @type {Choice} */ (choice);
    if (single.amount) {
      const n = single.amount.low === single.amount.high ? single.amount.low : asks ? null : this.proposed(single);
      if (n === null) {
        askAmount(this.game, single);
        return;
      }
      const label = single.amount.low === single.amount.high ? single.label : t('amount.go', { label: single.label, n });
      choice = { ...single, label, amount: undefined, do: single.do.replace('{n}', String(n)) };
    }
    if (choice.ends && this.pending?.do !== choice.do && (this.game.firstGame.warning(choice) || !(button && this.game.odds.told(choice, event)))) {
      this.arm(choice);
      const at = single.space ?? single.piece;
      if (button && at) this.game.board?.goTo([at]);
      return;
    }
    if (!this.game.message?.prompt.stays || choice.piece !== this.selected) this.selected = null;
    void this.game.act(Array.isArray(choice.do) ? choice.do : [choice.do]);
  }

  /** The amount with which a choice is taken unless another is asked for: all that is meant, or as many as were said. @param {Choice} choice */
  proposed({ amount }) {
    if (!amount || amount.start === undefined || amount.now !== undefined) return null;
    return this.many === null ? amount.start : Math.max(amount.low, Math.min(amount.high, this.many));
  }

  /** What those in hand are counted by: the amount that all choices have which can be answered by a place or a button. @returns {NonNullable<Choice['amount']>|null} */
  counted() {
    const inSheets = onSheets(this.game.message?.picture ?? null);
    const found = [...this.bySpace.values()].flat().concat(this.buttons).flatMap((one) => ('amount' in one && one.amount && !inSheets.has(one.do) ? [one.amount] : []));
    const [first] = found;
    const alike = found.every(({ low, high, step, start, now }) => low === first.low && high === first.high && step === first.step && start === first.start && now === undefined);
    return first && alike && first.start !== undefined && first.low < first.high ? first : null;
  }

  /** @param {Choice|Macro} choice */
  arm(choice) {
    this.pending = choice;
    this.game.odds.ask();
    void this.game.firstGame.weigh(choice);
    this.game.drawTop();
    this.game.odds.draw();
    this.game.drawBoard([], false);
    const go = this.game.top?.querySelector('[data-key="confirm"]');
    if (go instanceof HTMLElement) go.focus();
    announce(`${choice.label}: ${choice.ends ?? ''}`);
  }

  disarm() {
    if (!this.pending) return false;
    this.pending = null;
    this.game.drawTop();
    this.game.odds.draw();
    this.game.drawBoard([], false);
    return true;
  }

  commit() {
    const choice = this.pending;
    if (!choice) return;
    this.pending = null;
    this.selected = null;
    void this.game.act(Array.isArray(choice.do) ? choice.do : [choice.do]);
  }

  flush() {
    const send = this.unsent;
    this.unsent = null;
    send?.();
  }

  /** @param {string|null} id */
  select(id) {
    this.selected = id;
    this.index();
    this.game.drawAll([], false);
    this.game.coach?.point();
  }

  legalText() {
    const choices = this.game.message?.choices ?? [];
    return t('command.legal', { n: choices.length, list: choices.slice(0, 12).map((choice) => choice.label).join('; ') });
  }
}

/** What a way costs, if it is told in points. @param {Choice|Macro} way */
function points(way) {
  return /^\d+$/.test(way.cost ?? '') ? Number(way.cost) : Infinity;
}
