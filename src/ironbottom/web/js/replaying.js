// @ts-check
/** The table as it was: opening, showing a moment, closing. */

import { toast } from './dialog.js';
import { t } from './i18n.js';
import { get } from './net.js';
import { entryAt } from './entries.js';
import { timeOf } from './pacing.js';
import { moves } from './settings.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').LogLine} Line */

/**
 * The number of a line in the log of another seat: the same where both were told of all, each in its words, else as much has
 * happened that all were told.
 * @param {Line[]} from @param {Line[]} to @param {number} n
 */
function moment(from, to, n) {
  if (from.length === to.length) return n;
  const told = from.filter((line) => line.n <= n && !line.private).length;
  return to.filter((line) => !line.private)[told - 1]?.n ?? 1;
}

export class Replaying {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  on = false;

  /** The line after which the table is shown. */
  at = 0;

  /** @type {import('./types.js').Picture|null} */
  picture = null;

  /** @type {import('./replay.js').ReplayBar|null} */
  bar = null;

  /** @type {HTMLElement|null} */
  host = null;

  /** How many moments were asked for: an answer that was overtaken is not shown. */
  wait = 0;

  tabBefore = '';

  /** What is told of the seat that it is seen by, where that is not one's own. @type {Line[]|null} */
  lines = null;

  /** @param {number|null} at */
  async open(at) {
    const { game } = this;
    if (!game.message || !this.bar || !this.host || !game.lines.length) return;
    if (game.link.kept) { // the moments are the server's
      toast(t('offline.wait'));
      return;
    }
    game.match.rest();
    const anew = !this.on;
    this.on = true;
    if (this.lines) game.panel?.log.forget();
    this.lines = null;
    game.choosing.pending = null;
    game.fan?.close();
    game.story.summary.close(); // it tells of now
    game.pointing.look(null); // what could be done there now is not what could be done then
    this.host.hidden = false;
    game.page?.classList.add('replaying');
    game.coach?.draw(); // he has nothing to say of what is gone by
    if (game.panel?.isSheet()) game.panel.setHeight('peek'); // else it lies over the board and the controls
    else if (game.panel && anew) {
      this.tabBefore = game.panel.tab;
      game.panel.show(game.afterGame.drawn ? 'now' : 'log', false); // the curve says where one is
    }
    game.panel?.drawNow();
    await this.begin(at, game.seat ?? '');
  }

  /** Show a moment of what a seat has seen. @param {number|null} at @param {string} seat */
  async begin(at, seat) {
    const { game } = this;
    if (!game.message || !this.bar) return;
    /** @type {import('./types.js').ReplayMark[]} */
    const marks = game.lines.filter((line) => line.mark).map((line) => ({ n: line.n, turn: line.turn, mark: line.mark ?? '', text: line.text }));
    const last = game.lines[game.lines.length - 1].n;
    const sides = game.message.over ? [...game.message.seats.map((one) => ({ id: one.side, name: game.sideName(one.side) })), { id: 'truth', name: t('replay.truth') }] : [];
    // The bar is there at once, so that a key pressed meanwhile steps from where one stands; the server's marks come after it.
    const shown = this.bar.open(last, marks, at ?? last, sides, seat);
    const all = await get(game.url({ seat }, '/replay')).catch(() => marks);
    if (this.on && this.bar.marks === marks) this.bar.mark(all);
    await shown;
  }

  /** The same moment as another seat has seen it, with what it was told. @param {string} seat */
  async see(seat) {
    const { game } = this;
    const before = game.lines;
    const lines = seat === game.seat ? null : (await get(game.url({ seat, after: 0 }))).lines;
    if (!this.on) return;
    this.lines = lines;
    game.panel?.log.forget();
    game.panel?.log.update(game.told);
    await this.begin(moment(before, game.lines, this.at), seat);
  }

  /** The number that a moment has in one's own log. @param {number} n */
  own(n) {
    return this.lines ? moment(this.lines, this.game.link.lines, n) : n;
  }

  /** @param {number} n */
  async showAt(n) {
    const wait = ++this.wait;
    const message = await get(this.game.url({ after: Math.max(0, n - 1), at: n, ...(this.game.message?.over && this.bar?.seat ? { seat: this.bar.seat } : {}) }));
    if (wait !== this.wait || !this.on) return;
    const step = n === this.at + 1 || n === this.next(this.at).n;
    this.at = n;
    if (!step) this.game.score.forget();
    this.picture = message.picture;
    const line = this.game.lineAt(n);
    this.game.drawBoard(line ? [line] : [], step && moves());
    if (line?.spaces?.length) {
      this.game.board?.locate(line.spaces);
      this.game.board?.goTo(line.spaces);
    } else this.game.board?.locate([]);
    this.game.drawTop();
    this.game.drawBottom();
    const entry = this.entryAt(n);
    if (entry?.card && entry.card.n <= n) this.game.cards?.show(entry, step);
    else this.game.cards?.close();
    this.game.panel?.log.list.querySelectorAll('.line.at').forEach((one) => one.classList.remove('at'));
    const item = this.game.panel?.log.reach(n);
    item?.classList.add('at');
    item?.scrollIntoView({ block: 'nearest' });
    if (this.game.panel?.tab === 'forces') this.game.panel.drawForces();
    if (this.game.panel?.tab === 'now') this.game.panel.drawNow();
  }

  /** The entry that a line stands in. @param {number} n */
  entryAt(n) {
    return entryAt(this.game.lines, n);
  }

  /** What is shown after line `at`, event by event, and for how long. @param {number} at */
  next(at) {
    const entry = this.entryAt(at + 1);
    return entry ? { n: entry.n, time: timeOf(entry, 'normal') } : { n: at + 1, time: 1100 };
  }

  async close() {
    if (!this.on) return;
    this.on = false;
    this.game.score.forget(); // what lies between is no news
    if (this.lines) this.game.panel?.log.forget();
    this.lines = null;
    this.game.cards?.close();
    this.picture = null;
    if (this.host) this.host.hidden = true;
    this.game.page?.classList.remove('replaying');
    this.game.board?.locate([]);
    this.game.panel?.log.list.querySelectorAll('.line.at').forEach((one) => one.classList.remove('at'));
    if (this.game.panel && this.tabBefore) this.game.panel.show(this.tabBefore, false);
    this.tabBefore = '';
    if (location.search.includes('at=')) history.replaceState(null, '', location.pathname);
    this.game.drawAll([], false);
    void this.game.match.ask();
  }
}
