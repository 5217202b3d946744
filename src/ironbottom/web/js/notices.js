// @ts-check
/** Lines under the prompt. */

import { h, icon, ICONS } from './dom.js';
import { moment, t } from './i18n.js';
import { clockTo } from './clocks.js';
import { presence } from './prompt.js';
import { ruleLink } from './widgets.js';
import { go } from './wire.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */

const DAY = 86_400;
/** After so long somebody is not just loading the page anew, in milliseconds. */
const ABSENT = 10_000;

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
      this.below();
      return;
    }
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('close') }, icon(ICONS.close));
    const box = h('div', { class: `notice ${kind}`, 'data-kind': kind, role: kind === 'net' ? 'alert' : null }, content, kind === 'net' ? null : close);
    close.addEventListener('click', () => {
      box.remove();
      this.below();
    });
    if (old) old.replaceWith(box);
    else this.host.append(box);
    this.below();
  }

  /** The card of a place at the board's head stands below the lines there, which name it. */
  below() {
    const { card } = this.game.pointing;
    if (this.host) card?.style.setProperty('--told', `${this.host.offsetHeight}px`);
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

  /** The game that follows, once: who has asked for it goes there, where the other is by now. @param {Message} message */
  showRematch(message) {
    const asked = this.rematchAsked;
    this.rematchAsked = Boolean(this.game.offers.standing('rematch', true));
    if (!message.rematch || message.rematch === this.rematchTold) return;
    this.rematchTold = message.rematch;
    if (asked) go(`/t/${message.rematch}`);
    else this.show('rematch', h('span', null, t('over.rematch-made'), ' ', h('a', { href: `/t/${message.rematch}` }, t('over.rematch-go'))));
  }

  rematchTold = '';

  /** Whether my own question for it stood in the message before. */
  rematchAsked = false;

  /** In a live game: that who is waited for has gone, and how long that may last. */
  showAbsent() {
    const { game } = this;
    const { message } = game;
    const live = message?.clock?.bank && message.clock.bank < DAY && !message.over && message.seats.some((one) => one.you);
    const gone = () => (live ? message.seats.find((one) => presence(game, one.side) === 'away' && message.clock?.deadline[one.side]) : undefined);
    window.clearTimeout(this.absent);
    const seat = gone();
    if (!seat) this.show('absent', null);
    else { // a page that is loaded anew is back at once
      this.absent = window.setTimeout(() => this.show('absent', h('span', null, t('net.absent', { name: seat.name || game.sideName(seat.side) }), ' ', clockTo(message?.clock?.deadline[seat.side] ?? '', 0))), ABSENT);
    }
  }

  absent = 0;

  /** What somebody has said that was not read yet: the last of it, until it is read or closed. @param {import('./types.js').ChatLine[]} unread */
  showSaid(unread) {
    const last = unread[unread.length - 1];
    if (!last) this.show('said', null);
    if (!last || last.n === this.saidTold) return;
    this.saidTold = last.n;
    const answer = h('button', { type: 'button', class: 'button small-button', 'data-key': 'said' }, t(this.game.message?.seat === 'observer' ? 'chat.read' : 'chat.answer'));
    answer.addEventListener('click', () => this.game.panel?.openChat());
    this.show('said', h('span', null, h('b', null, this.game.speaker(last.by)), ': ', h('q', { class: 'said-text' }, last.text), ' ', answer));
  }

  saidTold = 0;

  /** What is offered, where the panel that shows it is folded or shows something else. @param {Message} message */
  showOffers(message) {
    const own = new Set(message.seats.filter((seat) => seat.you).map((seat) => seat.side));
    const unseen = this.game.panel?.open() || message.seat === 'observer' ? [] : message.offers;
    const theirs = unseen.find((one) => !own.has(one.by));
    const offer = theirs ?? unseen[0];
    this.show('offered', !offer ? null : theirs ? this.game.offers.answers(offer) : this.game.offers.mine(offer));
  }

  /** That public facts have decided the game, once. @param {Message} message */
  showDecided(message) {
    const { decided } = message.picture;
    if (!decided || message.over || decided.text === this.decidedTold) return;
    this.decidedTold = decided.text;
    this.show('decided', h('span', null, h('b', null, t('score.decided')), ': ', decided.text, ' ', ruleLink(decided.rule)));
  }

  decidedTold = '';
}
