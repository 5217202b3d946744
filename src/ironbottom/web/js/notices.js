// @ts-check
/** Lines under the prompt, and what has happened since one last looked. */

import { h, icon, ICONS } from './dom.js';
import { moment, t } from './i18n.js';
import { recall, remember } from './settings.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */

export class Notices {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {HTMLElement|null} */
  host = null;

  /** A line under the prompt. @param {string} kind @param {HTMLElement|null} content */
  show(kind, content) {
    if (!this.host) return;
    const old = this.host.querySelector(`[data-kind="${kind}"]`);
    if (!content) {
      old?.remove();
      return;
    }
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('close') }, icon(ICONS.close));
    const box = h('div', { class: `notice ${kind}`, 'data-kind': kind, role: kind === 'net' ? 'alert' : null }, content, kind === 'net' ? null : close);
    close.addEventListener('click', () => box.remove());
    if (old) old.replaceWith(box);
    else this.host.append(box);
  }

  seenKey() {
    return `seen.${this.game.id}.${this.game.seat}`;
  }

  sawAll() {
    if (document.hidden || this.game.hotseat.covered || !this.game.message?.picture) return;
    remember(this.seenKey(), this.game.message.n);
  }

  /** At the beginning: what has happened since one last looked. */
  greet() {
    const seen = Number(recall(this.seenKey(), 0));
    const last = this.game.lines.length ? this.game.lines[this.game.lines.length - 1].n : 0;
    const news = this.game.lines.filter((line) => line.n > seen && line.side !== this.game.seat);
    if (!seen || !news.length || last <= seen || this.game.startAt) return;
    const n = last - seen;
    const show = h('button', { type: 'button', class: 'button primary small-button' }, t('seen.show'));
    const skip = h('button', { type: 'button', class: 'button small-button' }, t('seen.skip'));
    this.show('seen', h('span', null, t('seen.text', { n }), ' ', show, ' ', skip));
    skip.addEventListener('click', () => this.show('seen', null));
    show.addEventListener('click', async () => {
      this.show('seen', null);
      await this.game.replaying.open(Math.max(1, seen));
      await this.game.replaying.bar?.play(last);
      if (this.game.replaying.on && this.game.replaying.bar?.at === last) await this.game.replaying.close();
    });
  }

  /** Whether my seat is asked for: any act answers that, this button too. @param {Message} message */
  showAsked(message) {
    const mine = message.seats.find((seat) => seat.you && message.asked?.[seat.side]);
    if (!mine) {
      this.show('asked', null);
      return;
    }
    const keep = h('button', { type: 'button', class: 'button primary', 'data-key': 'keep-seat' }, t('seat.keep'));
    keep.addEventListener('click', () => void this.game.send('keep'));
    this.show('asked', h('span', null, t('seat.wanted', { side: this.game.sideName(mine.side), time: moment(message.asked?.[mine.side] ?? '') }), ' ', keep));
  }

  /** The game that follows, once. @param {Message} message */
  showRematch(message) {
    if (!message.rematch || message.rematch === this.rematchTold) return;
    this.rematchTold = message.rematch;
    this.show('rematch', h('span', null, t('over.rematch-made'), ' ', h('a', { href: `/t/${message.rematch}` }, t('over.rematch-go'))));
  }

  rematchTold = '';
}
