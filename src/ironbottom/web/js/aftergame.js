// @ts-check
/** After a game: the chance to win as a curve, what turned it, the luck of each side, and one's own mistakes to mend. */

import { analyse } from './analysis.js';
import { toast } from './dialog.js';
import { h, s } from './dom.js';
import { report } from './export.js';
import { number, percent, t } from './i18n.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {{n: number, by: string|null, turn: string, text: string, end: number, line: number, forced: boolean, sure: boolean, chosen?: number|null, truth: Record<string, number>, known: Record<string, number>}} Move */
/** @typedef {{n: number, by: string|null, turn: string, text: string, before: number, after: number, change: number}} Turn */
/** @typedef {{of: number, moves: Move[], turning: Turn[], luck: Record<string, {z: number, gain: number, events: number}>}} Report */

const WIDE = 330;
const HIGH = 150;
/** A move that lost its side so much of its chance is worth another look. */
const MISTAKE = 0.1;

export class AfterGame {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {Report|'asked'|null} */
  report = null;

  /** How much of it is worked out, if that is known. @type {number|null} */
  share = null;

  /** Whether the curve is drawn. */
  get drawn() {
    return Boolean(this.report) && this.report !== 'asked';
  }

  /** What stands below the result, and in a replay with where one is. */
  card() {
    const { game } = this;
    if (!game.message?.report) return null;
    if (this.report === 'asked') {
      return [h('p', { class: 'small', role: 'status' }, t('after.working')),
        h('div', { class: 'after-working' }, h('progress', { max: '1', 'aria-label': t('after.working'), ...(this.share === null ? {} : { value: String(this.share) }) }), this.share === null ? null : h('b', null, percent(this.share)))];
    }
    if (!this.report) {
      const go = h('button', { type: 'button', class: 'button', 'data-key': 'after' }, t('after.open'));
      go.addEventListener('click', () => void this.fetch());
      return h('div', { class: 'row-buttons' }, go);
    }
    return this.draw(this.report);
  }

  async fetch() {
    const { game } = this;
    this.report = 'asked';
    this.share = null;
    game.panel?.drawNow();
    try {
      const heard = (/** @type {number|null} */ share) => {
        this.share = share;
        game.panel?.drawNow();
      };
      this.report = JSON.parse(await (await report(game.id, game.seat ?? '', 'json', heard)).text());
    } catch (problem) {
      this.report = null;
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
    game.panel?.drawNow();
  }

  /** @param {Report} found */
  draw(found) {
    const { game } = this;
    const sides = Object.keys(found.luck);
    const [first] = sides;
    const { moves } = found;
    const x = (/** @type {number} */ i) => ((moves[i].n - 1) / Math.max(1, found.of - 1)) * WIDE;
    const y = (/** @type {number} */ chance) => HIGH * (1 - chance);
    const path = (/** @type {(move: Move) => number} */ of) => `M${moves.map((move, i) => `${x(i).toFixed(1)} ${y(of(move)).toFixed(1)}`).join('L')}`;
    const at = game.replaying.on ? game.replaying.own(game.replaying.at) : 0;
    const past = moves.findLastIndex((move) => move.line <= at);
    const next = moves[past + 1];
    const here = !game.replaying.on ? null : past < 0 ? 0 : x(past) + (next && next.line > moves[past].line ? ((at - moves[past].line) / (next.line - moves[past].line)) * (x(past + 1) - x(past)) : 0);
    const lines = [h('li', { class: 'truth' }, t('after.truth')), ...sides.map((side, i) => h('li', { class: i ? 'dashed' : 'thin' }, t('after.known', { side: game.sideName(side) })))];
    const curve = s('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, 'aria-hidden': 'true' },
      s('path', { class: 'grid', d: `M0 0H${WIDE}M0 ${HIGH / 2}H${WIDE}M0 ${HIGH}H${WIDE}M0 0V${HIGH}` }),
      ...sides.map((side, i) => s('path', { class: i ? 'dashed' : 'thin', d: path((move) => (i ? 1 - move.known[side] : move.known[side])) })),
      s('path', { class: 'truth', d: path((move) => move.truth[first]) }), here === null ? null : s('path', { class: 'here', d: `M${here.toFixed(1)} 0V${HIGH}` }));
    const own = game.link.lines; // the moves are counted by one's own log
    const lineAt = (/** @type {number} */ n) => own.find((one) => one.n === n);
    const open = (/** @type {Move} */ move) => async () => {
      let n = Math.max(1, move.line);
      while (n > 1 && ['turn', 'phase'].includes(lineAt(n)?.mark ?? '')) n -= 1; // a move ends before what comes next is announced
      await game.replaying.open(n);
      if (move.by && move.by !== game.seat) await game.replaying.see(move.by); // as who made it saw it
    };
    const turns = found.turning.map((turn, i) => ({ ...turn, mark: i + 1, at: moves.findIndex((move) => move.n === turn.n) })).filter((turn) => turn.at >= 0);
    const told = (/** @type {Turn & {at: number}} */ turn) => { // whose move it was, his is the chance
      const by = turn.by ?? first;
      return t(turn.by ? 'after.turn' : 'after.turn-chance', { turn: turn.turn, side: game.sideName(by), before: percent(moves[turn.at - 1].truth[by]), after: percent(moves[turn.at].truth[by]) });
    };
    const dots = turns.map((turn) => {
      const dot = h('button', { type: 'button', class: 'curve-dot', 'aria-label': `${told(turn)}: ${turn.text}`, title: turn.text, 'data-key': `dot-${turn.n}`, style: { left: `${(x(turn.at) / WIDE) * 100}%`, top: `${(y(turn.after) / HIGH) * 100}%` } }, String(turn.mark));
      dot.addEventListener('click', open(moves[turn.at]));
      return dot;
    });
    const last = moves[moves.length - 1]; // the stroke that ended it is told, even if it turned nothing any more
    const middle = moves.findIndex((move) => move.n >= found.of / 2);
    const marked = [...new Set([0, middle, moves.length - 1])].map((i) => ({ n: moves[i].n, turn: lineAt(Math.max(1, moves[i].line))?.turn }));
    const apart = new Set(marked.map((one) => one.turn)).size === marked.length; // a short game is over within a turn or two
    const foot = marked.map(({ n, turn }) => h('span', null, (apart && turn) || t('after.move', { n })));
    const box = h('div', { class: 'curve-box' }, curve, dots);
    box.addEventListener('click', (event) => {
      if (event.target instanceof HTMLButtonElement) return;
      const { left, width } = box.getBoundingClientRect();
      const n = 1 + ((event.clientX - left) / width) * Math.max(1, found.of - 1);
      void game.replaying.open(Math.max(1, (moves.findLast((move) => move.n <= n) ?? moves[0]).line));
    });
    return h('section', { class: 'after' }, h('h3', null, t('after.title')),
      h('figure', { class: 'curve' }, h('figcaption', null, t('after.axis', { side: game.sideName(first) })),
        h('div', { class: 'curve-scale', 'aria-hidden': 'true' }, ['100%', '50%', '0%'].map((one) => h('span', null, one))),
        box, h('div', { class: 'curve-foot' }, foot), h('ul', { class: 'curve-key' }, lines)),
      h('h4', null, t('after.turning')), turns.length ? h('ol', { class: 'turning' }, turns.map((turn) => {
        const go = h('button', { type: 'button', class: 'link-button', 'data-key': `turn-${turn.n}` }, told(turn));
        go.addEventListener('click', open(moves[turn.at]));
        return h('li', null, go, h('p', { class: 'small' }, turn.text));
      })) : h('p', { class: 'small' }, t('after.even')),
      last.by && !turns.some((turn) => turn.n === last.n) ? h('p', { class: 'small' }, t('after.last', { turn: last.turn, side: game.sideName(last.by), text: last.text })) : null,
      h('h4', null, t('after.luck')), h('p', { class: 'small' }, t('after.luck-text')), h('ul', { class: 'luck' }, sides.map((side) => h('li', null, `${game.sideName(side)}: `, h('b', null, fortune(found.luck[side].z)), ' ', h('span', { class: 'small' }, t('after.z', { z: (found.luck[side].z > 0 ? '+' : '') + number(found.luck[side].z), n: found.luck[side].events }))))),
      this.mistakes(moves));
  }

  /** One's own moves that cost most, each with a board to find a better one. @param {Move[]} moves */
  mistakes(moves) {
    const { game } = this;
    const own = new Set(game.message?.seats.filter((seat) => seat.you).map((seat) => seat.side));
    const found = moves.flatMap((move, i) => {
      const before = moves[i - 1];
      if (before?.n !== move.n - 1 || !before.sure || !move.sure || move.forced || !move.by || !own.has(move.by)) return [];
      const left = move.chosen ?? move.known[move.by]; // what chance made of it is no mistake
      const cost = before.known[move.by] - left;
      return cost >= MISTAKE ? [{ move, before, left, cost, by: move.by }] : [];
    }).sort((a, b) => b.cost - a.cost).slice(0, 4);
    if (!own.size || !found.length) return null;
    return [h('h4', null, t('after.mistakes')), h('ul', { class: 'turning' }, found.map(({ move, before, left, by }) => {
      const go = h('button', { type: 'button', class: 'button small-button', 'data-key': `better-${move.n}` }, t('after.better'));
      go.addEventListener('click', () => {
        analyse(game.id, game.seat ?? '', before.line, t('after.task', { from: percent(before.known[by]), to: percent(left) }), before.end).catch((problem) => toast(problem.message, 'bad'));
      });
      return h('li', null, h('b', null, t('after.cost', { turn: move.turn, side: game.sideName(by), before: percent(before.known[by]), after: percent(left) })), h('p', { class: 'small' }, move.text), go);
    }))];
  }
}

/** Luck in words. @param {number} z in standard deviations */
function fortune(z) {
  const size = Math.abs(z) < 1 ? 'even' : Math.abs(z) < 2 ? 'some' : 'much';
  return t(size === 'even' ? 'luck.even' : `luck.${z > 0 ? 'good' : 'bad'}-${size}`);
}
