// @ts-check
/** The replay bar: scrubber with marks, step by event or turn, speed. */

import { h, icon, ICONS } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./types.js').ReplayMark} ReplayMark */

const SPEEDS = [0.5, 1, 2, 4];

export class ReplayBar {
  /**
   * @param {HTMLElement} host
   * @param {{go: (n: number) => Promise<void>, close: () => void, share: (n: number) => void, see: (seat: string) => Promise<void>,
   *   next: (n: number) => {n: number, time: number}}} on `next`: where the event after a line ends, and how long it is looked at
   */
  constructor(host, on) {
    this.on = on;
    this.last = 0;
    this.at = 0;
    this.speed = 1;
    this.playing = false;
    this.until = 0;
    /** @type {ReplayMark[]} */
    this.marks = [];
    const b = (/** @type {string} */ d, /** @type {string} */ name, /** @type {() => void} */ go) => {
      const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': t(name), 'data-tip': t(name) }, icon(d));
      button.addEventListener('click', go);
      return button;
    };
    this.range = h('input', { type: 'range', class: 'scrub', min: 1, max: 1, step: 1, 'aria-label': t('replay.scrub') });
    this.range.addEventListener('input', () => {
      this.stop();
      void this.go(Number(this.range.value));
    });
    this.dots = h('div', { class: 'scrub-marks', 'aria-hidden': 'true' });
    this.label = h('span', { class: 'replay-label' });
    this.playButton = b(ICONS.play, 'replay.play', () => (this.playing ? this.stop() : this.play(this.last)));
    this.speedButton = h('button', { type: 'button', class: 'button small-button', 'aria-label': t('replay.speed') }, '1×');
    this.speedButton.addEventListener('click', () => {
      this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
      this.speedButton.textContent = `${this.speed === 0.5 ? '½' : this.speed}×`;
    });
    this.seat = '';
    this.seats = h('select', { class: 'input replay-seat', 'aria-label': t('replay.seat'), hidden: true });
    this.seats.addEventListener('change', () => {
      this.stop();
      void this.on.see(this.seats.value);
    });
    const share = h('button', { type: 'button', class: 'button small-button' }, t('replay.share'));
    share.addEventListener('click', () => this.on.share(this.at));
    const close = h('button', { type: 'button', class: 'button primary small-button' }, t('replay.now'));
    close.addEventListener('click', () => this.close());
    this.bar = h('div', { class: 'replay', role: 'group', 'aria-label': t('replay.name') },
      h('div', { class: 'replay-buttons' }, b(ICONS.first, 'replay.turn-back', () => this.turn(-1)), b(ICONS.prev, 'replay.back', () => this.step(-1)), this.playButton, b(ICONS.next, 'replay.on', () => this.step(1)), b(ICONS.last, 'replay.turn-on', () => this.turn(1))),
      h('div', { class: 'scrub-box' }, this.dots, this.range), this.label, this.seats, this.speedButton, share, close);
    host.append(this.bar);
  }

  /**
   * @param {number} last @param {ReplayMark[]} marks @param {number} at
   * @param {{id: string, name: string}[]} seats whose view may be chosen
   * @param {string} seat
   */
  open(last, marks, at, seats = [], seat = '') {
    this.seats.hidden = !seats.length;
    this.seat = seats.length ? seat : '';
    this.seats.replaceChildren(...seats.map((one) => h('option', { value: one.id, selected: one.id === seat }, one.name)));
    this.last = last;
    this.range.max = String(last);
    this.mark(marks);
    return this.go(at);
  }

  /** @param {ReplayMark[]} marks */
  mark(marks) {
    this.marks = marks;
    const { last } = this;
    const share = (/** @type {number} */ n) => (last > 1 ? (n - 1) / (last - 1) : 0);
    const wide = this.dots.clientWidth || 400;
    let free = -Infinity; // so far to the right the numbers of turns stand already
    this.dots.classList.toggle('dense', marks.filter((mark) => mark.mark).length * 9 > wide);
    this.dots.replaceChildren(...marks.filter((mark) => mark.mark).map((mark) => {
      const number = mark.mark === 'turn' ? /\d+/.exec(mark.turn)?.[0] ?? '' : '';
      const fits = number && share(mark.n) * wide >= free;
      if (fits) free = share(mark.n) * wide + 9 * number.length + 8;
      return h('span', { class: `scrub-mark ${mark.mark}`, style: { left: `${share(mark.n) * 100}%` } }, fits ? h('small', null, number) : null);
    }));
  }

  /** @param {number} n */
  async go(n) {
    this.at = Math.max(1, Math.min(this.last, n));
    this.range.value = String(this.at);
    this.range.setAttribute('aria-valuetext', t('replay.at', { n: this.at, last: this.last }));
    this.label.textContent = t('replay.at', { n: this.at, last: this.last });
    await this.on.go(this.at);
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    void this.go(this.at + by);
  }

  /** @param {number} by */
  turn(by) {
    this.stop();
    const turns = this.marks.filter((mark) => mark.mark === 'turn').map((mark) => mark.n);
    const to = by > 0 ? (turns.find((n) => n > this.at) ?? this.last) : ([...turns].reverse().find((n) => n < this.at) ?? 1);
    void this.go(to);
  }

  /** @param {number} until */
  async play(until) {
    if (this.at >= this.last) await this.go(1);
    this.playing = true;
    this.until = until;
    this.playButton.replaceChildren(icon(ICONS.pause));
    this.playButton.setAttribute('aria-label', t('replay.pause'));
    while (this.playing && this.at < until) {
      const { n, time } = this.on.next(this.at);
      await this.go(n);
      await new Promise((resolve) => {
        this.wake = resolve;
        window.setTimeout(resolve, time / this.speed);
      });
    }
    this.stop();
  }

  /** Go on at once. */
  hurry() {
    this.wake?.(null);
  }

  stop() {
    this.playing = false;
    this.playButton.replaceChildren(icon(ICONS.play));
    this.playButton.setAttribute('aria-label', t('replay.play'));
    this.wake?.(null);
  }

  close() {
    this.stop();
    this.on.close();
  }
}
