// @ts-check
/** The log in the game's words. */

import { h, emblem } from './dom.js';
import { clockTime, t } from './i18n.js';
import { drawDice, drawSums, ruleLink } from './widgets.js';
import { drawFace } from './sprite.js';

/** @typedef {import('./types.js').Line} Line */

/**
 * @param {HTMLElement} host
 * @param {(side: string|undefined) => 'us'|'jp'|'none'} style
 * @param {{locate: (ids: string[]) => void, goTo: (ids: string[]) => void, replay: (n: number) => void}} on
 */
export class Log {
  /**
   * @param {HTMLElement} host
   * @param {(side: string|undefined) => 'us'|'jp'|'none'} style
   * @param {{locate: (ids: string[]) => void, goTo: (ids: string[]) => void, replay: (n: number) => void}} on
   */
  constructor(host, style, on) {
    this.style = style;
    this.on = on;
    this.list = h('ol', { class: 'log', 'aria-label': t('log.name') });
    this.turn = '';
    this.shown = 0;
    host.append(this.list);
  }

  /** @param {Line[]} lines all lines known */
  update(lines) {
    const last = lines.length ? lines[lines.length - 1].n : 0;
    if (last < this.shown || lines.length < this.list.querySelectorAll('.line').length) {
      this.list.replaceChildren();
      this.turn = '';
      this.shown = 0;
    }
    const scroller = this.list.parentElement;
    const atEnd = !scroller || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
    for (const line of lines) {
      if (line.n <= this.shown) continue;
      if (line.turn !== this.turn) {
        this.turn = line.turn;
        this.list.append(h('li', { class: 'turn-head' }, line.turn));
      }
      this.list.append(this.line(line));
      this.shown = line.n;
    }
    if (atEnd && scroller) scroller.scrollTop = scroller.scrollHeight;
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
