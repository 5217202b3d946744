// @ts-check
/** Questions to the server about what may be done: why not, the odds, a hint. */

import { announce } from './dialog.js';
import { h } from './dom.js';
import { percent, t } from './i18n.js';
import { get, post } from './net.js';
import { sound } from './sound.js';
import { ruleLink } from './widgets.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */
/** @typedef {import('./types.js').Odds} Odds */

export class Asking {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {Odds|null} */
  shownOdds = null;

  waitingOdds = false;

  /** The action whose odds are shown or awaited. */
  oddsFor = '';

  /** @type {Map<string, Odds|null>} */
  oddsKnown = new Map();

  /** @type {Map<string, {text: string|null, rule: string|null}>} */
  whyKnown = new Map();

  /** Answers are good for one position. */
  forget() {
    this.oddsKnown.clear();
    this.whyKnown.clear();
    this.shownOdds = null;
    this.waitingOdds = false;
    this.oddsFor = '';
    this.hint = null;
  }

  /** Why is that not lit? @param {'space'|'piece'} what @param {string} id @param {boolean} [quiet] */
  async askWhy(what, id, quiet = false) {
    const probe = this.game.message?.prompt.probe?.[what];
    const place = what === 'space' ? id : this.game.board?.root(this.game.board.pieces.get(id)?.place ?? '');
    if (!probe) {
      if (!quiet && this.game.message?.prompt.mine) this.game.notices.show('why', h('span', null, t('why.none')));
      return;
    }
    if (what === 'space' && probe.includes('{piece}') && !this.game.choosing.selected) {
      if (!quiet) this.game.notices.show('why', h('span', null, t('why.hand')));
      return;
    }
    const action = probe.replace(`{${what}}`, id).replace('{piece}', this.game.choosing.selected ?? '');
    let answer = this.whyKnown.get(action);
    if (!answer) {
      try {
        answer = /** @type {{text: string|null, rule: string|null}} */ (await get(this.game.url({ do: action }, '/why')));
        this.whyKnown.set(action, answer);
      } catch {
        return;
      }
    }
    if (quiet && this.game.pointing.hovered !== place) return;
    const name = place ? this.game.board?.spaces.get(place)?.name : '';
    const text = answer.text ?? (quiet ? null : t('why.none'));
    if (!text) return;
    if (!quiet) sound('no');
    this.game.notices.show('why', h('span', { class: quiet ? 'quiet' : '' }, name ? h('b', null, `${name}: `) : null, text, ' ', ruleLink(answer.rule)));
    if (!quiet) announce(text);
  }

  /** @param {Choice|Macro} choice @param {boolean} [keep] */
  askOdds(choice, keep = false) {
    const single = /** @type {Choice} */ (choice);
    if (!choice.odds || Array.isArray(choice.do)) return;
    const { amount } = single;
    const action = amount ? single.do.replace('{n}', String(this.game.choosing.amounts.get(single.do) ?? amount.now ?? amount.start ?? amount.low)) : single.do;
    if (this.oddsFor === action) {
      if (keep) this.oddsShown();
      return;
    }
    this.oddsFor = action;
    const known = this.oddsKnown.get(action);
    if (known !== undefined) {
      this.shownOdds = known;
      this.oddsShown();
      return;
    }
    this.shownOdds = null;
    this.waitingOdds = true;
    const stamp = this.game.message?.rev;
    // what is on its way may hand the screen over: then nothing more is asked from this seat
    const asked = async () => {
      if (!keep) await new Promise((resolve) => window.setTimeout(resolve, 80));
      if (stamp !== this.game.message?.rev || this.game.link.busy || this.game.hotseat.covered) throw new Error('moved on');
      return get(this.game.url({ do: action }, '/odds'));
    };
    asked().then((odds) => {
      if (stamp !== this.game.message?.rev) return;
      this.oddsKnown.set(action, odds);
      if (this.oddsFor !== action) return;
      this.shownOdds = odds;
      this.waitingOdds = false;
      this.oddsShown();
    }, () => { this.waitingOdds = false; });
  }

  oddsShown() {
    if (!this.game.panel || this.game.past) return;
    if (this.game.panel.tab === 'now') this.game.panel.drawNow();
    else if (this.game.choosing.pending && !this.game.panel.isSheet()) {
      this.game.panel.show('now', false);
      this.game.panel.drawNow();
    }
    if (this.game.choosing.pending && this.game.top) {
      const line = this.game.top.querySelector('.odds-line');
      if (line) line.replaceWith(this.oddsLine());
    }
    this.game.pointing.redraw();
  }

  /** @type {import('./types.js').Hint|'asked'|null} */
  hint = null;

  get mayAsk() {
    const { message } = this.game;
    if (!message || message.over || message.coach || this.game.past || !message.prompt.mine || message.seat === 'observer') return false;
    return message.hints !== false || !message.seats.some((seat) => seat.kind === 'human' && !seat.you);
  }

  /** What a computer player would do here. */
  async askHint() {
    if (!this.mayAsk || this.hint === 'asked') return;
    const stamp = this.game.message?.rev;
    this.hint = 'asked';
    this.game.drawTop();
    this.game.panel?.show('now');
    this.game.panel?.drawNow();
    announce(t('hint.thinking'));
    try {
      const hint = /** @type {import('./types.js').Hint} */ (await post(`/api/tables/${this.game.id}/hint`, { seat: this.game.seat }));
      if (stamp !== this.game.message?.rev) return;
      this.hint = hint;
      this.showAdvice(hint.do);
      announce(hint.text);
    } catch (problem) {
      if (stamp !== this.game.message?.rev) return;
      this.hint = null;
      this.game.refused(problem instanceof Error ? problem.message : '', null);
    }
    this.game.drawTop();
    this.game.panel?.drawNow();
  }

  /** Light up what these actions touch. @param {string[]} actions */
  showAdvice(actions) {
    const { board, message } = this.game;
    if (!board || !message) return;
    const ids = new Set(actions.flatMap((action) => action.split(' ')).filter((word) => board.spaces.has(word) || board.pieces.has(word)));
    for (const choice of message.choices) {
      if (choice.do !== actions[0]) continue;
      for (const id of [choice.piece, choice.space]) if (id) ids.add(id);
    }
    board.advise([...ids]);
    if (ids.size) board.goTo([...ids].slice(0, 1));
  }

  /** Actions in words: their labels where they may be done now, else with the names of places. @param {string[]} actions */
  inWords(actions) {
    return actions.map((action) => {
      const words = action.split(' ').map((word) => this.game.board?.spaces.get(word)?.name ?? word.replace(/_/g, ' ')).join(' ');
      return this.game.message?.choices.find((choice) => choice.do === action)?.label ?? words[0].toUpperCase() + words.slice(1);
    });
  }

  /** The odds in one line, beside the question. */
  oddsLine() {
    const odds = this.shownOdds;
    const likely = odds ? odds.results.filter((result) => result.p > 0) : [];
    const codes = likely.map((result) => /^(\w+): /.exec(result.text)?.[1]);
    // of many results the table's codes, if each has one: the panel has their words
    const short = likely.length > 3 && codes.every(Boolean);
    const results = short ? likely.map((result, n) => ({ ...result, text: codes[n] })) : likely.slice(0, 3);
    return h('span', { class: 'odds-line' }, results.map((result) => h('span', { class: this.game.style(result.good) }, `${result.text} `, h('b', null, percent(result.p)))));
  }
}
