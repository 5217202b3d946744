// @ts-check
/** The table as it was: opening, showing a moment, closing. */

import { t } from './i18n.js';
import { get } from './net.js';
import { entriesOf } from './entries.js';
import { timeOf } from './pacing.js';
import { moves } from './settings.js';

/** @typedef {import('./game.js').Game} Game */

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

  /** @param {number|null} at */
  async open(at) {
    if (!this.game.message || !this.bar || !this.host || !this.game.lines.length) return;
    /** @type {import('./types.js').ReplayMark[]} */
    let marks = [];
    try {
      marks = await get(this.game.url({}, '/replay'));
    } catch {
      marks = this.game.lines.filter((line) => line.mark).map((line) => ({ n: line.n, turn: line.turn, mark: line.mark ?? '', text: line.text }));
    }
    this.on = true;
    this.game.choosing.pending = null;
    this.game.fan?.close();
    this.host.hidden = false;
    this.game.page?.classList.add('replaying');
    if (this.game.panel?.isSheet()) this.game.panel.setHeight('peek'); // else it lies over the board and the controls
    else if (this.game.panel) {
      this.tabBefore = this.game.panel.tab;
      this.game.panel.show('log', false);
    }
    this.game.panel?.drawNow();
    const last = this.game.lines[this.game.lines.length - 1].n;
    const sides = this.game.message.over ? [...this.game.message.seats.map((seat) => ({ id: seat.side, name: this.game.sideName(seat.side) })), { id: 'truth', name: t('replay.truth') }] : [];
    await this.bar.open(last, marks, at ?? last, sides, this.game.seat ?? '');
  }

  /** @param {number} n */
  async showAt(n) {
    const wait = ++this.wait;
    const message = await get(this.game.url({ after: Math.max(0, n - 1), at: n, ...(this.game.message?.over && this.bar?.seat ? { seat: this.bar.seat } : {}) }));
    if (wait !== this.wait || !this.on) return;
    const step = n === this.at + 1 || n === this.next(this.at).n;
    this.at = n;
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
  }

  /** The entry that a line stands in. @param {number} n */
  entryAt(n) {
    const line = this.game.lineAt(n);
    return line && entriesOf(this.game.lines.filter((one) => one.of === line.of))[0];
  }

  /** What is shown after line `at`, event by event, and for how long. @param {number} at */
  next(at) {
    const entry = this.entryAt(at + 1);
    return entry ? { n: entry.n, time: timeOf(entry, 'normal') } : { n: at + 1, time: 1100 };
  }

  async close() {
    if (!this.on) return;
    this.on = false;
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
  }
}
