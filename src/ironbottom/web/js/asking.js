// @ts-check
/** Questions to the server about what may be done: why not, and for a hint. */

import { announce, toast } from './dialog.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { looksOn } from './match.js';
import { get, post } from './net.js';
import { sound } from './sound.js';
import { ruleLink } from './widgets.js';
import { wrongLink } from './wrong.js';

/** @typedef {import('./game.js').Game} Game */

export class Asking {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {Map<string, {text: string|null, rule: string|null}>} */
  whyKnown = new Map();

  /** Of which place it was said unasked why not. @type {string|null} */
  whyOf = null;

  /** Answers are good for one position. */
  forget() {
    this.whyKnown.clear();
    this.hint = null;
  }

  /** Whether a place asks for something in hand: of what is selected, or of what the step takes first. */
  get wantsHand() {
    const probe = this.game.message?.prompt.probe;
    return probe?.space ? probe.space.includes('{piece}') && !this.game.choosing.selected : Boolean(probe?.piece?.startsWith('take '));
  }

  /** Why not here, where that can be asked? @param {string} place */
  async askPlace(place) {
    if (this.game.message?.prompt.probe?.space && !this.wantsHand) await this.askWhy('space', place);
  }

  /** Something else is done or looked at: what was refused before is not spoken of now. @param {string} [place] what is looked at */
  hush(place = undefined) {
    if (place !== undefined && (!this.whyOf || this.whyOf === place)) return;
    this.whyOf = null;
    this.game.notices.show('why', null);
  }

  /** Why is that not lit? @param {'space'|'piece'} what @param {string} id @param {boolean} [quiet] */
  async askWhy(what, id, quiet = false) {
    const probes = this.game.message?.prompt.probe;
    const place = what === 'space' ? id : this.game.board?.root(this.game.board.pieces.get(id)?.place ?? '');
    if (what === 'piece' && !probes?.piece && probes?.space && place) { // places are asked for: where it stands
      await this.askWhy('space', place, quiet);
      return;
    }
    const probe = probes?.[what];
    const hand = what === 'space' && this.wantsHand;
    if (!probe || hand) {
      if (!quiet && this.game.message?.prompt.mine) this.game.notices.show('why', h('span', null, t(hand ? 'why.hand' : 'why.none')));
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
    this.whyOf = quiet ? place ?? null : null;
    this.game.notices.show('why', h('span', { class: quiet ? 'quiet' : '' }, name ? h('b', null, `${name}: `) : null, text, ' ', ruleLink(answer.rule), quiet ? null : wrongLink(this.game, text, answer.rule, action)));
    if (!quiet) announce(text);
  }

  /** @type {import('./types.js').Hint|'asked'|null} */
  hint = null;

  /** Whether hints are given at this table. */
  get allowed() {
    const { message } = this.game;
    if (!message || message.over || message.coach || looksOn(message) || this.game.analysis.on) return false;
    return !message.rated && (message.hints !== false || !message.seats.some((seat) => seat.kind === 'human' && !seat.you));
  }

  /** Whether a hint may be asked for now. */
  get mayAsk() {
    return this.allowed && !this.game.past && this.game.message?.prompt.mine === true;
  }

  /** What would you do? The coach of a first game answers, else a computer player. */
  async ask() {
    if (this.game.firstGame.speaks) await this.game.firstGame.proposal.ask();
    else await this.askHint();
  }

  /** What a computer player would do here, thought over. */
  async askHint() {
    const { message } = this.game;
    if (message?.rated && !message.over && message.seat !== 'observer') toast(t('table.rated-text'));
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
}
