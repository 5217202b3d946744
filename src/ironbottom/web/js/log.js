// @ts-check
/** The log in the game's words: an entry for an act, in its turn and phase; its lines keep their numbers. */

import { h, emblem, icon, ICONS } from './dom.js';
import { clockTime, t } from './i18n.js';
import { entriesOf, lost, pointsOf } from './entries.js';
import { titleOf } from './card.js';
import { ownWords } from './ownwords.js';
import { drawDice, ruleLink } from './widgets.js';
import { drawFace } from './sprite.js';

/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./entries.js').Entry} Entry */
/**
 * @typedef {{locate: (ids: string[]) => void, goTo: (ids: string[]) => void, replay: (n: number) => void, card: (n: number) => void,
 *   seat: () => string, nameOf: (id: string) => string, none: () => string, before: () => Line[], numberOf: (n: number) => number}} LogEvents
 *   `before`: lines of what came before this table was made, with numbers up to 0; `numberOf`: what they have where they stand
 */

/** So many entries are drawn at once: a long game has thousands, and nobody reads them all. */
const PART = 150;

/** Whether a heading says already that a phase begins. @param {string} turn @param {string} text */
const says = (turn, text) => turn.toLowerCase().includes(text.replace(/\.$/, '').toLowerCase());

/** What may be asked for. @type {Record<string, (entry: Entry, seat: string) => boolean>} */
const FILTERS = {
  all: () => true,
  fights: (entry) => Boolean(entry.card) || entry.lines.some((line) => line.mark === 'battle'),
  losses: (entry) => entry.lines.some((line) => lost(line) || line.card?.losses?.length || line.card?.rounds?.some((round) => round.losses?.length)),
  points: (entry) => pointsOf(entry).length > 0,
  mine: (entry, seat) => entry.side === seat && !entry.heading,
};

/** Lines, those that say the same one after the other together. @param {Line[]} lines */
function inRuns(lines) {
  /** @type {Line[][]} */
  const found = [];
  for (const line of lines) {
    const last = found[found.length - 1];
    if (last?.[0].text === line.text) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** The log: entries near those being read are in the page, more come as one scrolls to them. */
export class Log {
  /**
   * @param {HTMLElement} host what scrolls
   * @param {(side: string|undefined) => 'us'|'jp'|'none'} style
   * @param {LogEvents} on
   */
  constructor(host, style, on) {
    this.host = host;
    this.style = style;
    this.on = on;
    this.filter = 'all';
    /** @type {Line[]} */
    this.lines = [];
    /** Those that were asked for. @type {Entry[]} */
    this.entries = [];
    /** Of `entries`, those from `first` up to before `last` are drawn. */
    this.first = 0;
    this.last = 0;
    this.filters = h('div', { class: 'log-filters', role: 'group', 'aria-label': t('log.filter') }, Object.keys(FILTERS).map((name) => {
      const button = h('button', { type: 'button', class: 'chip', 'aria-pressed': String(name === this.filter), 'data-filter': name }, t(`log.${name}`));
      button.addEventListener('click', () => this.choose(name));
      return button;
    }));
    this.list = h('ol', { class: 'log', 'aria-label': t('log.name') });
    this.none = h('p', { class: 'hint', hidden: true });
    this.earlier = h('button', { type: 'button', class: 'log-part', hidden: true });
    this.later = h('button', { type: 'button', class: 'log-part', hidden: true });
    this.earlier.addEventListener('click', () => this.extend(this.first - PART, this.last));
    this.later.addEventListener('click', () => this.extend(this.first, this.last + PART));
    host.append(this.filters, this.earlier, this.list, this.none, this.later);
    const near = new IntersectionObserver((seen) => seen.forEach((one) => {
      if (one.isIntersecting && one.target instanceof HTMLElement) one.target.click();
    }), { root: host, rootMargin: '600px 0px' });
    near.observe(this.earlier);
    near.observe(this.later);
  }

  /** @param {string} name */
  choose(name) {
    this.filter = name;
    for (const button of this.filters.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.filter === name));
    this.entries = this.wanted();
    this.draw(this.entries.length - PART, this.entries.length);
    this.host.scrollTop = this.host.scrollHeight;
  }

  /** Others come in the place of all that is there. */
  forget() {
    this.entries = [];
  }

  /** The entries that were asked for, but no phase in which nothing happened, once it is over. */
  wanted() {
    const seat = this.on.seat();
    const asked = entriesOf(this.lines).filter((entry) => FILTERS[this.filter](entry, seat));
    // nor one that only says what the heading over it says
    return asked.filter((entry, i) => !entry.bare || !asked[i + 1] || !(asked[i + 1].heading || (entry.turn !== asked[i - 1]?.turn && says(entry.turn, entry.text))));
  }

  /** @param {Line[]} lines all lines known */
  update(lines) {
    const known = this.entries;
    const live = this.last === known.length;
    const atEnd = live && this.host.scrollHeight - this.host.scrollTop - this.host.clientHeight < 60;
    this.lines = [...this.on.before(), ...lines];
    this.entries = this.wanted();
    const same = (/** @type {Entry|undefined} */ a, /** @type {Entry|undefined} */ b) => a !== undefined && b !== undefined && a.first === b.first && a.n === b.n && a.lines[0].draft === b.lines[0].draft;
    // the last entry may have grown; what lies before it stays, but where moves were taken back
    let kept = Math.min(known.length, this.entries.length);
    while (kept > Math.max(0, known.length - 60) && !same(known[kept - 1], this.entries[kept - 1])) kept -= 1;
    const undone = kept > 0 && !same(known[kept - 1], this.entries[kept - 1]);
    if (undone || !known.length || kept <= this.first || (atEnd && this.last - this.first > 4 * PART)) this.draw(this.entries.length - PART, this.entries.length);
    else if (live) {
      if (kept < this.last) this.cut(kept);
      this.extend(this.first, this.entries.length);
    } else this.count();
    if (atEnd) this.host.scrollTop = this.host.scrollHeight;
  }

  /** Entries from `from` on leave the page. @param {number} from */
  cut(from) {
    const n = this.entries[from - 1].first;
    const items = [...this.list.children];
    const at = items.findIndex((item) => item instanceof HTMLElement && Number(item.dataset.n) === n);
    for (const item of items.slice(at + 1)) item.remove();
    this.last = from;
  }

  /** Go to the last entry. */
  end() {
    if (this.last < this.entries.length) this.draw(this.entries.length - PART, this.entries.length);
    this.host.scrollTop = this.host.scrollHeight;
  }

  /** The element of line `n`, drawn now if it was not; its entry is opened. @param {number} n @returns {Element|null} */
  reach(n) {
    const holds = () => this.entries.findIndex((entry) => entry.first <= n && n <= entry.n);
    if (holds() < 0 && this.filter !== 'all') this.choose('all');
    const at = holds();
    if (at < 0) return null;
    if (at < this.first || at >= this.last) this.draw(at - PART / 2, at + PART / 2);
    let item = this.list.querySelector(`[data-n="${n}"]`);
    for (let i = n; !item && i > this.entries[at].first; i -= 1) item = this.list.querySelector(`[data-n="${i - 1}"]`); // said with those before it
    const folded = item?.parentElement?.closest('details');
    if (folded) folded.open = true;
    return item;
  }

  /** Only entries `first` up to before `last`. @param {number} first @param {number} last */
  draw(first, last) {
    this.first = Math.max(0, first);
    this.last = Math.min(this.entries.length, last);
    this.list.replaceChildren(...this.parts(this.first, this.last, true));
    this.count();
  }

  /** More entries at either end; those that are read stay where they are. @param {number} first @param {number} last */
  extend(first, last) {
    const from = Math.max(0, first);
    const to = Math.min(this.entries.length, last);
    const top = this.list.querySelector('.line');
    const before = top?.getBoundingClientRect().top ?? 0;
    if (from < this.first) {
      if (!this.begins(this.first)) this.list.firstElementChild?.remove(); // its turn has entries above now
      this.list.prepend(...this.parts(from, this.first, true));
    }
    this.list.append(...this.parts(this.last, to, this.last === this.first));
    const moved = from < this.first;
    this.first = from;
    this.last = to;
    this.count();
    if (top && moved) this.host.scrollTop += top.getBoundingClientRect().top - before;
  }

  /** How many entries there are before and after those drawn, or that there is none. */
  count() {
    this.none.hidden = this.entries.length > 0;
    if (!this.none.hidden) this.none.textContent = this.lines.length ? t('log.none') : this.on.none();
    for (const [button, key, n] of /** @type {[HTMLElement, string, number][]} */ ([
      [this.earlier, 'log.earlier', this.first], [this.later, 'log.later', this.entries.length - this.last]])) {
      button.hidden = n === 0;
      button.textContent = t(key, { n });
    }
  }

  /** Does a turn begin with this entry, or what was done on a board of one's own? @param {number} at */
  begins(at) {
    return at === 0 || this.entries[at].turn !== this.entries[at - 1].turn || (this.entries[at - 1].first < 1 && this.entries[at].first > 0);
  }

  /** The heading of a turn; on a board of one's own it says what was played and what was tried. @param {Entry} entry */
  head(entry) {
    const whose = this.lines[0].n > 0 ? null : h('small', null, t(entry.first > 0 ? 'log.here' : 'log.game'));
    return h('li', { class: 'turn-head' }, entry.turn, whose ? [' ', whose] : null);
  }

  /** Entries with the headings of turns; `head`: the first has one in any case. @param {number} first @param {number} last @param {boolean} head */
  parts(first, last, head) {
    return this.entries.slice(first, last).flatMap((entry, i) => [
      ...((head && i === 0) || this.begins(first + i) ? [this.head(entry)] : []), this.entry(entry)]);
  }

  /** @param {Entry} entry */
  entry(entry) {
    const [line, ...more] = entry.lines;
    const { card } = entry;
    const dice = entry.lines.flatMap((one) => one.dice ?? []);
    const drawn = card?.card?.blank ? h('span', { class: `log-back ${this.style(card.side)}`, role: 'img', 'aria-label': t('story.blank') }) : null;
    const open = card ? h('button', { type: 'button', class: 'log-card', 'aria-label': t('log.card', { title: titleOf(entry) }), 'data-key': `card-${card.n}` },
      drawn ?? (dice.length && dice.length < 13 ? drawDice(dice, this.style, false, entry.lines.map((one) => `${one.card?.title} ${one.text}`).join(' ')) : [icon(ICONS.card), dice.length ? h('small', null, t('log.dice', { n: dice.length })) : null]),
      card.shown?.length ? h('span', { class: 'log-faces' }, card.shown.map((one) => h('span', { class: 'log-face', role: 'img', 'aria-label': one.name }, drawFace(one.face, one.name)))) : null) : null;
    open?.addEventListener('click', () => this.on.card(/** @type {Line} */ (card).n));
    const marks = entry.lines.map((one) => one.mark ?? '').filter(Boolean);
    const item = this.line(line, entry.text, entry.places, `${more.length ? 'entry' : ''} ${marks.find((mark) => mark === 'battle') ?? marks[0] ?? ''}`);
    const scored = (/** @type {Line[]} */ lines, /** @type {Element} */ at) => {
      const points = lines.flatMap((one) => one.points ?? []);
      if (points.length) at.querySelector('.line-body p')?.append(h('span', { class: 'log-points' }, points.map((point) => h('b', { class: this.style(point.side) }, emblem(this.style(point.side)), `${point.n > 0 ? '+' : '−'}${Math.abs(point.n)}`))));
      return at;
    };
    const body = /** @type {HTMLElement} */ (item.querySelector('.line-body'));
    if (entry.way.length) body.append(h('p', { class: 'log-way' }, entry.way.map((id, i) => [i ? ' › ' : null, this.on.nameOf(id)])));
    if (open) body.append(open);
    // losses and points are read at once, the steps of a march and the like on wish
    const loud = more.filter((one) => lost(one) || one.points || entry.card);
    const quiet = more.filter((one) => !loud.includes(one));
    if (quiet.length) {
      const whole = entry.way.length || entry.text !== line.text ? [h('li', { class: 'log-step' }, line.text)] : [];
      body.append(h('details', { class: 'log-more' }, h('summary', null, t('log.more', { n: quiet.length + whole.length })), h('ol', { class: 'log-after' }, whole, quiet.map((one) => this.line(one, one.text, one.spaces ?? [])))));
    }
    if (loud.length) body.append(h('ol', { class: 'log-after' }, inRuns(loud).map((run) => scored(run, this.line(run[0], run.length > 1 ? t('log.times', { text: run[0].text, n: run.length }) : run[0].text, run[0].spaces ?? [])))));
    return scored([line], item);
  }

  /** @param {Line} line @param {string} words @param {string[]} places @param {string} [more] */
  line(line, words, places, more = line.mark ?? '') {
    const style = this.style(line.side);
    const text = h('span', { role: 'button', tabindex: '0', class: 'line-text' }, words);
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
    const number = this.on.numberOf(line.n);
    const item = h('li', { class: `line ${style} ${more} ${line.private ? 'private' : ''}`, 'data-n': line.n },
      h('span', { class: 'line-side', 'aria-hidden': 'true' }, line.side ? emblem(style) : null),
      h('div', { class: 'line-body' }, h('p', null, text, ' ', ruleLink(line.rule), line.private ? h('small', { class: 'only-you' }, t('log.private')) : null), ownWords(line.effect)),
      h('button', { type: 'button', class: 'line-at', 'aria-label': t(line.n > 0 ? 'log.replay' : 'log.game-at', { n: number }), 'data-at': line.n }, clockTime(line.time) || (line.draft ? '' : `#${number}`)));
    item.querySelector('.line-at')?.addEventListener('click', () => this.on.replay(line.n));
    for (const [come, go] of [['pointerenter', 'pointerleave'], ['focusin', 'focusout']]) {
      item.addEventListener(come, () => this.on.locate(places));
      item.addEventListener(go, () => this.on.locate([]));
    }
    return item;
  }
}
