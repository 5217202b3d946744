// @ts-check
/** The log in the game's words. */

import { h, emblem } from './dom.js';
import { clockTime, t } from './i18n.js';
import { drawDice, drawSums, ruleLink } from './widgets.js';
import { drawFace } from './sprite.js';

/** @typedef {import('./types.js').LogLine} Line */

/** So many lines are drawn at once: a long game has thousands, and nobody reads them all. */
const PART = 150;

/** The log: lines near those being read are in the page, more come as one scrolls to them. */
export class Log {
  /**
   * @param {HTMLElement} host what scrolls
   * @param {(side: string|undefined) => 'us'|'jp'|'none'} style
   * @param {{locate: (ids: string[]) => void, goTo: (ids: string[]) => void, replay: (n: number) => void}} on
   */
  constructor(host, style, on) {
    this.host = host;
    this.style = style;
    this.on = on;
    /** @type {Line[]} */
    this.lines = [];
    /** Of `lines`, those from `first` up to before `last` are drawn. */
    this.first = 0;
    this.last = 0;
    this.list = h('ol', { class: 'log', 'aria-label': t('log.name') });
    this.earlier = h('button', { type: 'button', class: 'log-part', hidden: true });
    this.later = h('button', { type: 'button', class: 'log-part', hidden: true });
    this.earlier.addEventListener('click', () => this.extend(this.first - PART, this.last));
    this.later.addEventListener('click', () => this.extend(this.first, this.last + PART));
    host.append(this.earlier, this.list, this.later);
    const near = new IntersectionObserver((seen) => seen.forEach((one) => {
      if (one.isIntersecting && one.target instanceof HTMLElement) one.target.click();
    }), { root: host, rootMargin: '600px 0px' });
    near.observe(this.earlier);
    near.observe(this.later);
  }

  /** @param {Line[]} lines all lines known */
  update(lines) {
    const known = this.lines;
    const undone = lines.length < known.length || Boolean(known.length && lines[lines.length - 1].n < known[known.length - 1].n);
    const live = this.last === known.length;
    const atEnd = live && this.host.scrollHeight - this.host.scrollTop - this.host.clientHeight < 60;
    this.lines = lines;
    if (undone || !known.length || (atEnd && this.last - this.first > 4 * PART)) this.draw(lines.length - PART, lines.length);
    else if (live) this.extend(this.first, lines.length);
    else this.count();
    if (atEnd) this.host.scrollTop = this.host.scrollHeight;
  }

  /** Go to the last line. */
  end() {
    if (this.last < this.lines.length) this.draw(this.lines.length - PART, this.lines.length);
    this.host.scrollTop = this.host.scrollHeight;
  }

  /** The element of entry `n`, drawn now if it was not. @param {number} n @returns {Element|null} */
  reach(n) {
    const at = this.lines.findIndex((line) => line.n === n);
    if (at < 0) return null;
    if (at < this.first || at >= this.last) this.draw(at - PART / 2, at + PART / 2);
    return this.list.querySelector(`[data-n="${n}"]`);
  }

  /** Only lines `first` up to before `last`. @param {number} first @param {number} last */
  draw(first, last) {
    this.first = Math.max(0, first);
    this.last = Math.min(this.lines.length, last);
    this.list.replaceChildren(...this.parts(this.first, this.last, true));
    this.count();
  }

  /** More lines at either end; those that are read stay where they are. @param {number} first @param {number} last */
  extend(first, last) {
    const from = Math.max(0, first);
    const to = Math.min(this.lines.length, last);
    const top = this.list.querySelector('.line');
    const before = top?.getBoundingClientRect().top ?? 0;
    if (from < this.first) {
      if (!this.begins(this.first)) this.list.firstElementChild?.remove(); // its turn has lines above now
      this.list.prepend(...this.parts(from, this.first, true));
    }
    this.list.append(...this.parts(this.last, to, this.last === this.first));
    const moved = from < this.first;
    this.first = from;
    this.last = to;
    this.count();
    if (top && moved) this.host.scrollTop += top.getBoundingClientRect().top - before;
  }

  /** How many lines there are before and after those drawn. */
  count() {
    for (const [button, key, n] of /** @type {[HTMLElement, string, number][]} */ ([
      [this.earlier, 'log.earlier', this.first], [this.later, 'log.later', this.lines.length - this.last]])) {
      button.hidden = n === 0;
      button.textContent = t(key, { n });
    }
  }

  /** Does a turn begin with this line? @param {number} at */
  begins(at) {
    return at === 0 || this.lines[at].turn !== this.lines[at - 1].turn;
  }

  /** Lines with the headings of turns; `head`: the first has one in any case. @param {number} first @param {number} last @param {boolean} head */
  parts(first, last, head) {
    return this.lines.slice(first, last).flatMap((line, i) => [
      ...((head && i === 0) || this.begins(first + i) ? [h('li', { class: 'turn-head' }, line.turn)] : []), this.line(line)]);
  }

  /** @param {Line} line */
  line(line) {
    const style = this.style(line.side);
    const more = line.dice?.length || line.sums?.length || line.shown?.length;
    const places = line.spaces ?? [];
    const text = h('span', { role: 'button', tabindex: '0', class: 'line-text' }, line.text);
    const look = () => {
      this.on.goTo(places);
      this.on.locate(places);
    };
    text.addEventListener('click', look);
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      look();
    });
    const item = h('li', { class: `line ${style} ${line.mark ?? ''} ${line.private ? 'private' : ''}`, 'data-n': line.n },
      h('span', { class: 'line-side', 'aria-hidden': 'true' }, line.side ? emblem(style) : null),
      h('div', { class: 'line-body' }, h('p', null, text, ' ', ruleLink(line.rule), line.private ? h('small', { class: 'only-you' }, t('log.private')) : null),
        more ? h('details', { open: true }, h('summary', null, t('log.more')),
          line.dice?.length ? drawDice(line.dice, this.style, false, line.text) : null,
          line.shown?.length ? h('p', { class: 'log-faces' }, line.shown.map((one) => h('span', { class: 'log-face', role: 'img', 'aria-label': one.name }, drawFace(one.face, one.name)))) : null,
          line.sums?.length ? drawSums(line.sums, this.style) : null) : null),
      h('button', { type: 'button', class: 'line-at', 'aria-label': t('log.replay', { n: line.n }), 'data-at': line.n }, clockTime(line.time)));
    item.querySelector('.line-at')?.addEventListener('click', () => this.on.replay(line.n));
    item.addEventListener('pointerenter', () => this.on.locate(places));
    item.addEventListener('pointerleave', () => this.on.locate([]));
    item.addEventListener('focusin', () => this.on.locate(places));
    item.addEventListener('focusout', () => this.on.locate([]));
    return item;
  }
}
