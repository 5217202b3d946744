// @ts-check
/** How the game stands, always in one place: beside the turn. It says why it has moved. */

import { emblem, fill, h } from './dom.js';
import { dialog } from './dialog.js';
import { number, t } from './i18n.js';
import { entriesOf } from './entries.js';
import { drawScore, ruleLink } from './widgets.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./types.js').Tally} Tally */

/** So long it says why it has moved, in milliseconds; as in story.css. */
const SAID = 5000;

/** A tally in a few words. @param {Tally} tally */
export const worded = (tally) => tally.text ?? (tally.goal && tally.value <= tally.goal ? t('score.of', { n: tally.value, goal: tally.goal }) : number(tally.value));

export class ScoreBox {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.host = h('button', { type: 'button', class: 'score-box', 'data-key': 'score', 'aria-haspopup': 'dialog' });
    this.host.addEventListener('click', () => this.open());
    /** What stood here last: whose view, and the values. @type {{seat: string, n: number, values: Map<string, number>}|null} */
    this.stood = null;
    /** The number of the line at which it moved last. */
    this.since = 0;
    /** By how much it moved, and why. @type {{side: string, by: number, why: string}[]} */
    this.moved = [];
    /** When it moved, in milliseconds of the page's clock. */
    this.at = -Infinity;
    /** Takes it away. */
    this.timer = 0;
    /** The story that told of it, 0 where none did. */
    this.told = 0;
  }

  /** What is shown next does not follow on what stood here. */
  forget() {
    this.stood = null;
    this.moved = [];
  }

  /** @param {Picture} picture @param {number} n the number of the line that it stands after */
  update(picture, n) {
    const { game } = this;
    const { score, decided } = picture;
    this.host.hidden = !score && !decided;
    if (this.host.hidden) return;
    const tallies = score?.tallies ?? [];
    // a count of turns or units says itself how it moves
    const values = new Map(tallies.filter((tally) => !tally.text).map((tally) => [tally.side, tally.value]));
    const seat = game.seat ?? '';
    const { stood } = this;
    if (stood && stood.seat === seat && stood.n <= n) {
      const changed = [...values].filter(([side, value]) => stood.values.has(side) && stood.values.get(side) !== value);
      if (changed.length) {
        // what moved it may have been told some lines before the board shows it
        // or, where the position is ahead of what is told, be told just after it
        const come = game.lines.filter((line) => line.n > this.since);
        const lines = come.some((line) => line.n <= n && line.points) ? come.filter((line) => line.n <= n) : come.filter((line) => line.n <= n || line.points || line.mark === 'end');
        this.since = n;
        this.at = performance.now();
        const told = game.story.on ? game.story.run : 0;
        // what one story tells one by one is one change: of two sides that pull at one number both may score in it
        const earlier = new Map((told && told === this.told ? this.moved : []).map((one) => [one.side, one]));
        this.told = told;
        this.moved = [...values].map(([side, value]) => {
          const was = earlier.get(side);
          const step = value - (stood.values.get(side) ?? value);
          const by = (was?.by ?? 0) + step;
          const why = was && step * by <= 0 ? was.why : this.why(lines, (one) => (by < 0 && score?.pull ? one !== side : one === side));
          return { side, by, why };
        }).filter((one) => one.by);
      } else if (n > stood.n + 12) this.moved = [];
    } else {
      this.moved = [];
      this.since = n;
    }
    this.stood = { seat, n, values };
    const style = (/** @type {string} */ side) => game.style(side);
    const words = tallies.map((tally) => `${game.sideName(tally.side)} ${worded(tally)}`).join(', ');
    this.host.setAttribute('aria-label', t('score.name', { name: score?.name ?? '', words }));
    this.host.classList.toggle('decided', Boolean(decided));
    const passed = performance.now() - this.at; // it is drawn anew while it says why
    const why = this.moved.length && this.moved[0].why && passed < SAID ? h('span', { class: 'score-why', role: 'status', style: { 'animation-delay': `-${Math.round(passed)}ms` } }, this.moved[0].why) : null;
    window.clearTimeout(this.timer);
    if (why) this.timer = window.setTimeout(() => why.remove(), SAID - passed);
    const most = Math.max(1, ...tallies.map((tally) => tally.goal ?? 0));
    fill(this.host,
      h('small', null, decided ? t('score.decided') : score?.name ?? ''),
      h('span', { class: 'tallies' }, tallies.map((tally) => {
        const by = this.moved.find((one) => one.side === tally.side)?.by ?? 0;
        return h('span', { class: `tally ${style(tally.side)} ${by ? 'moved' : ''}` }, emblem(style(tally.side)),
          h('b', { class: tally.text ? 'in-words' : '' }, tally.text ?? number(tally.value)), tally.text ? h('b', { class: 'in-short' }, number(tally.value)) : null,
          tally.goal ? h('small', { class: tally.text ? 'in-short' : '' }, `/ ${tally.goal}`) : null,
          by ? h('i', { class: by > 0 ? 'up' : 'down' }, by > 0 ? `+${by}` : `−${-by}`) : null,
          tally.goal ? h('span', { class: 'tally-bar', 'aria-hidden': 'true' }, h('span', { style: { width: `${Math.min(100, (100 * tally.value) / most)}%` } })) : null);
      })), why);
  }

  /** What moved a score: points of its side, or, where both pull at one, of the other.
   * @param {import('./types.js').LogLine[]} lines @param {(side: string|undefined) => boolean} whose */
  why(lines, whose) {
    const point = lines.findLast((line) => line.points?.some((one) => whose(one.side)));
    const words = point?.points?.findLast((one) => whose(one.side))?.text;
    if (point && words) return words;
    const entries = entriesOf(point ? [point] : lines);
    const told = entries.findLast((entry) => whose(entry.side) && !entry.heading) ?? entries.findLast((entry) => !entry.heading) ?? entries[entries.length - 1];
    return told?.text ?? '';
  }

  /** What it takes to win, and how the score went. */
  open() {
    const { game } = this;
    const picture = game.shownPicture;
    const score = picture?.score;
    if (!picture || (!score && !picture.decided)) return;
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    dialog(score?.name ?? t('score.decided'), [
      picture.decided ? h('p', { class: 'score-decided' }, h('b', null, picture.decided.text), ' ', ruleLink(picture.decided.rule)) : null,
      score ? h('ul', { class: 'score-tallies' }, score.tallies.map((tally) => h('li', { class: style(tally.side) }, emblem(style(tally.side)), h('span', null, game.sideName(tally.side)), h('b', null, worded(tally))))) : null,
      score?.wins.length ? [h('h3', null, t('score.wins')), h('ul', { class: 'score-wins' }, score.wins.map((text) => h('li', null, text)))] : null,
      score?.rule ? h('p', null, ruleLink(score.rule)) : null,
      score?.pull ? drawScore(score, picture.turn, game.told, style, (side) => game.sideName(side)) : null,
      this.moved.length ? [h('h3', null, t('score.last')), h('ul', null, this.moved.map((one) => h('li', null, `${game.sideName(one.side)} ${one.by > 0 ? '+' : '−'}${Math.abs(one.by)}: ${one.why}`)))] : null,
    ], { name: 'score' });
  }
}
