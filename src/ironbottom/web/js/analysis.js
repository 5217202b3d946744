// @ts-check
/** The analysis board: it looks like one, leads back to the game, weighs each position and shows the best lines. */

import { h, icon, ICONS } from './dom.js';
import { percents, t } from './i18n.js';
import { post } from './net.js';
import { recall, remember } from './settings.js';
import { go } from './wire.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Hint} Hint */

/** @typedef {{game: string, at: number|null, task?: string, rule?: string}} Origin where an analysis or practice board came from, and what is to be found on it */

/** @param {string} id @param {Origin} origin */
export function setOrigin(id, origin) {
  remember(`origin.${id}`, origin);
}

/**
 * A board of one's own from a position of a table: as it is, or after a line of the log, or after an entry of the record of
 * a game that is over.
 * @param {string} id @param {string} seat @param {number|null} at @param {string} [task] @param {number} [end]
 */
export async function analyse(id, seat, at, task, end) {
  const answer = await post(`/api/tables/${id}/analysis`, { seat, ...(end !== undefined ? { end } : at === null ? {} : { at }) });
  setOrigin(answer.id, { game: id, at, task });
  go(`/t/${answer.id}`);
}

export class Analysis {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  get on() {
    return this.game.message?.mode === 'analysis';
  }

  /** Whether each position is weighed by itself. */
  weighing = recall('weigh', true) === true;

  /** What was found, and of which position. @type {Hint|null} */
  found = null;

  rev = -1;

  timer = 0;

  /** Whether a question is on its way: one is answered at a time. */
  asked = false;

  /** Where one came from, and what the way back is called. */
  get home() {
    /** @type {Origin|null} */
    const origin = recall(`origin.${this.game.id}`, null);
    return { origin, way: origin ? `/t/${origin.game}${this.back(origin)}` : '/', words: t(origin ? 'analysis.back' : 'table.home') };
  }

  /** Where in the game one was: at a moment, and from a practice board at its rule. @param {Origin} origin */
  back(origin) {
    const at = [origin.at ? `at=${origin.at}` : '', origin.rule && this.game.message?.mode === 'practice' ? `rule=${encodeURIComponent(origin.rule)}` : ''].filter(Boolean);
    return at.length ? `?${at.join('&')}` : '';
  }

  /** The ribbon over the board, and the way back. */
  dress() {
    const { game } = this;
    const shown = game.message?.mode === 'practice';
    if (!(this.on || shown) || !game.page || !game.boardHost) return;
    game.page.classList.add('analysis');
    game.page.classList.toggle('practice', shown);
    if (game.boardHost.querySelector('.ribbon')) return;
    const { origin, way, words } = this.home;
    const back = h('a', { class: 'button primary small-button', 'data-key': 'way-back', href: way }, icon(ICONS.undo), words);
    if (shown) {
      back.addEventListener('click', (event) => {
        event.preventDefault();
        void game.coach?.leave(way);
      });
    }
    game.boardHost.append(h('div', { class: 'ribbon', role: 'note' }, h('b', null, t(shown ? 'practice.name' : 'analysis.name')), h('span', null, shown ? t('practice.text') : origin?.task ?? t(game.message?.hints === false ? 'analysis.rehearsal' : 'analysis.text')), back));
  }

  /** A position is shown: weigh it, unless it was. */
  weigh() {
    const { game } = this;
    window.clearTimeout(this.timer);
    if (!this.on || !this.weighing || this.rev === game.message?.rev) return;
    this.found = null;
    if (!this.may) return;
    this.timer = window.setTimeout(() => void this.ask(), 400);
  }

  get may() {
    const { message } = this.game;
    return this.on && message?.hints !== false && !message?.over && message?.prompt.mine === true;
  }

  async ask() {
    const { game } = this;
    if (this.asked || !this.may) return;
    const rev = game.message?.rev ?? 0;
    this.asked = true;
    try {
      const found = await post(`/api/tables/${game.id}/hint`, { seat: game.seat });
      if (rev === game.message?.rev) {
        this.found = found;
        this.rev = rev;
        game.panel?.drawNow();
      }
    } catch {
      // a position that cannot be weighed is shown as it is
      this.rev = rev;
    }
    this.asked = false;
    if (rev !== game.message?.rev && !game.closed) this.weigh();
  }

  /** The chance of each side, and the best lines: what stands first in the panel. */
  card() {
    const { game, found } = this;
    if (!this.on || game.past || game.message?.hints === false) return null;
    const toggle = h('input', { type: 'checkbox', class: 'switch', role: 'switch', checked: this.weighing, 'data-key': 'weigh' });
    toggle.addEventListener('change', () => {
      this.weighing = toggle.checked;
      remember('weigh', this.weighing);
      this.found = null;
      this.rev = -1;
      this.weigh();
      game.panel?.drawNow();
    });
    const sides = Object.keys(found?.chance ?? {});
    const whole = sides.reduce((sum, side) => sum + (found?.chance?.[side] ?? 0), 0) || 1;
    const shares = percents(sides.map((side) => (found?.chance?.[side] ?? 0) / whole));
    const bar = sides.length ? h('div', { class: 'odds-bar', role: 'img', 'aria-label': sides.map((side, i) => `${game.sideName(side)} ${shares[i]}`).join(', ') }, sides.map((side, i) => h('span', { class: `part ${game.style(side)}`, style: { 'flex-grow': String(Math.max(0.02, found?.chance?.[side] ?? 0)) } }, (found?.chance?.[side] ?? 0) / whole > 0.3 ? `${game.sideName(side)} ${shares[i]}` : ''))) : null;
    const lines = (found?.considered ?? []).slice(0, 4).map((one) => {
      const go = h('button', { type: 'button', class: 'button field-choice', 'data-key': `line-${one.do.join(';')}` }, h('span', null, one.steps.slice(0, 3).join(', ') || one.plan, one.plan.includes(one.steps[0]) || !one.steps.length ? null : h('small', { class: 'line-steps' }, one.plan)), one.score === null ? null : h('b', null, percents([one.score, 1 - one.score])[0]));
      go.addEventListener('click', () => void game.act(one.do));
      go.addEventListener('pointerenter', () => game.asking.showAdvice(one.do));
      go.addEventListener('pointerleave', () => game.board?.advise([]));
      return h('li', null, go);
    });
    return h('section', { class: 'card analysis-card' }, h('label', { class: 'setting' }, h('h3', null, t('analysis.weigh')), toggle),
      this.weighing && !found && this.may && this.rev !== game.message?.rev ? h('p', { class: 'small', role: 'status' }, t('analysis.weighing')) : null,
      bar, lines.length ? [h('h4', null, t('analysis.lines')), h('ul', { class: 'best-lines' }, lines)] : null);
  }
}
