// @ts-check
/** A pile spread out beside the cursor, so that each of its pieces can be seen and taken. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { drawFace } from './sprite.js';

/** @typedef {import('./types.js').Piece} Piece */

export class Fan {
  /**
   * @param {HTMLElement} host
   * @param {{piece: (id: string, event: Event) => void, lit: (id: string) => {labels: string[], retract: boolean}|undefined, advised: (id: string) => boolean, picked: (piece: Piece) => boolean, nameOf: (piece: Piece) => string,
   *   style: (side: string) => string, occupied: () => {id: string, x: number, y: number, w: number, h: number}[]}} how
   */
  constructor(host, how) {
    this.host = host;
    this.how = how;
    /** @type {HTMLElement|null} */
    this.box = null;
    /** @type {string[]} */
    this.ids = [];
    this.timer = 0;
    /** Whether the pointer has left it and it is about to close. */
    this.leaving = false;
    this.at = { x: 0, y: 0 };
    /** A box drawn anew under the pointer does not hear a quick one leave. @param {PointerEvent} event */
    this.watch = (event) => {
      if (event.pointerType !== 'mouse' || this.leaving || !(event.target instanceof Element)) return;
      if (!this.box?.contains(event.target) && !event.target.closest('.port')) this.later(280);
    };
  }

  /** @param {Piece[]} pieces @param {number} x @param {number} y @param {string} title @param {boolean} [focus] */
  open(pieces, x, y, title, focus = false) {
    this.close();
    this.ids = pieces.map((piece) => piece.id);
    this.at = { x, y };
    const box = h('div', { class: 'fan', role: 'group', 'aria-label': title }, h('p', { class: 'fan-title' }, title),
      h('div', { class: 'fan-pieces' }, [...pieces].reverse().map((piece) => {
        const lit = this.how.lit(piece.id);
        const button = h('button', { type: 'button', class: `fan-piece ${this.how.style(piece.side)} ${lit ? 'lit' : ''} ${this.how.advised(piece.id) ? 'advised' : ''} ${this.how.picked(piece) ? 'picked' : ''} ${piece.state ?? ''}`, 'aria-label': this.how.nameOf(piece), 'data-key': `fan-${piece.id}` },
          h('span', { class: 'fan-face' }, drawFace(piece.face, piece.name), this.how.picked(piece) || lit ? h('span', { class: 'corners' }) : null),
          h('span', { class: 'fan-name' }, h('span', { class: 'fan-called' }, piece.name), Object.keys(piece.values ?? {}).length ? h('small', null, Object.entries(piece.values ?? {}).map(([key, value]) => `${key} ${value}`).join(' · ')) : null,
            piece.state && piece.state !== 'ready' ? h('small', null, t(`piece.${piece.state}`)) : null, (piece.badges ?? []).map((badge) => h('small', null, badge)), piece.note ? h('small', null, piece.note) : null));
        button.addEventListener('click', (event) => this.how.piece(piece.id, event));
        return button;
      })));
    this.host.append(box);
    this.box = box;
    const room = this.host.getBoundingClientRect();
    const left = x - room.left;
    const top = y - room.top;
    const wide = box.offsetWidth;
    const high = box.offsetHeight;
    // beside the pile, where it hides the fewest other pieces, and least of all those that may be used now
    const taken = this.how.occupied().map((one) => ({ ...one, worth: this.how.lit(one.id) ? 40 : 10 }));
    let best = { x: left + 46, y: top - high / 2, cost: Infinity };
    for (const gap of [44, 70, 110]) {
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]]) {
        const px = Math.max(6, Math.min(room.width - wide - 6, dx > 0 ? left + gap : dx < 0 ? left - gap - wide : left - wide / 2));
        const py = Math.max(6, Math.min(room.height - high - 6, dy > 0 ? top + gap : dy < 0 ? top - gap - high : top - high / 2));
        const hit = taken.filter((one) => one.x < px + wide && one.x + one.w > px && one.y < py + high && one.y + one.h > py).reduce((sum, one) => sum + one.worth, 0);
        const over = left > px - 20 && left < px + wide + 20 && top > py - 20 && top < py + high + 20 ? 50 : 0;
        const cost = hit + over + gap / 20 + (dx && dy ? 1 : 0);
        if (cost < best.cost) best = { x: px, y: py, cost };
      }
    }
    box.style.left = `${best.x}px`;
    box.style.top = `${best.y}px`;
    box.addEventListener('pointerleave', () => this.later(280));
    box.addEventListener('pointerenter', () => {
      window.clearTimeout(this.timer);
      this.leaving = false;
    });
    document.addEventListener('pointermove', this.watch);
    const asked = box.querySelector('.advised');
    if (asked instanceof HTMLElement) box.scrollTop = Math.max(0, asked.offsetTop + asked.offsetHeight + 8 - box.clientHeight); // what the coach points at is in sight
    if (focus) box.querySelector('button')?.focus();
  }

  /** @param {number} wait */
  later(wait) {
    window.clearTimeout(this.timer);
    this.leaving = this.box !== null;
    this.timer = window.setTimeout(() => this.close(), wait);
  }

  close() {
    window.clearTimeout(this.timer);
    document.removeEventListener('pointermove', this.watch);
    this.leaving = false;
    const was = this.box !== null;
    this.box?.remove();
    this.box = null;
    this.ids = [];
    return was;
  }
}
