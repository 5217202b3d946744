// @ts-check
/** A long fight on its card, one part after the other: who is in line, the die, who fires at whom and hits what. */

/** So long one part stands before the next comes, where nobody says how long all of them may take. */
const STEP = 1100;
const PARTS = '.sum, .dice, .card-rounds > li, .card-result, .card-follows, .card-part, .card-after, .card-points';

export class Steps {
  /** @param {HTMLElement} body @param {number} time for all parts together, in milliseconds; 0: as long as they need */
  constructor(body, time) {
    this.body = body;
    /** @type {HTMLElement[]} */
    this.waiting = [.../** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll(PARTS))];
    for (const part of this.waiting) part.classList.add('to-come');
    const each = time ? (time * 0.8) / Math.max(1, this.waiting.length) : STEP;
    this.timer = window.setInterval(() => this.next(), each);
    this.next();
  }

  /** The next part comes. @returns {boolean} whether there was one */
  next() {
    const part = this.waiting.shift();
    if (!this.waiting.length) window.clearInterval(this.timer);
    if (!part) return false;
    part.classList.remove('to-come');
    const below = part.getBoundingClientRect().bottom - this.body.getBoundingClientRect().bottom;
    if (below > 0) this.body.scrollTop += below + 8;
    return true;
  }

  /** All of it is there. */
  all() {
    while (this.next());
  }
}
