// @ts-check
/** Several players at one screen: the curtain between them, and the turn to the seat that is waited for. */

import { drawCurtain } from './curtain.js';
import { closeMenu } from './dialog.js';
import { drawnAt, get } from './net.js';
import { setTurnSign } from './signs.js';
import { go } from './wire.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */

export class HotSeat {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  covered = false;

  /** What came of the last act of the seat before, not shown yet. @type {import('./types.js').LogLine[]} */
  passed = [];

  /** Cover everything: the board leaves the page. @param {Message} message */
  async cover(message) {
    const side = /** @type {string} */ (message.curtain);
    if (!this.game.data) this.game.data = await get(`${drawnAt(message)}/board.json`);
    this.covered = true;
    this.game.replaying.on = false;
    this.game.before = null;
    this.game.choosing.pending = null;
    this.game.choosing.selected = null;
    this.game.asking.forget();
    closeMenu();
    document.querySelectorAll('dialog').forEach((box) => box.close());
    this.game.story.stop();
    this.game.cards = null;
    this.game.board?.close();
    this.game.board = null;
    this.game.panel = null;
    this.game.fan = null;
    this.game.replaying.bar?.stop();
    this.game.replaying.bar = null;
    document.getElementById('announce')?.replaceChildren();
    setTurnSign(message.title, false);
    drawCurtain(this.game.host, { name: this.game.sideName(side), style: this.game.style(side) }, () => void this.uncover(side), () => { go('/'); });
  }

  /** Where nothing is hidden, the page turns by itself to that one of my seats that is waited for. @param {Message} message @param {import('./types.js').LogLine[]} fresh */
  turned(message, fresh) {
    const waiting = message.over ? [] : (message.waiting ?? []);
    const next = waiting.includes(message.seat) ? undefined : message.seats.find((seat) => seat.you && waiting.includes(seat.side));
    if (!next || !message.seats.some((seat) => seat.you && seat.side === message.seat)) return false;
    this.passed.push(...fresh);
    void this.game.link.look(next.side);
    return true;
  }

  /** @param {string} side */
  async uncover(side) {
    await this.game.link.look(side, true);
    const first = this.game.top?.querySelector('.answers .button') ?? this.game.board?.cells.get(this.game.board.cursor);
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }
}
