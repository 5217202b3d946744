// @ts-check
/** The card of a die, a draw or a fight: what for, the dice, what was added, what came of it. */

import { emblem, h, icon, ICONS } from './dom.js';
import { t } from './i18n.js';
import { entriesOf, pointsOf } from './entries.js';
import { drawFace } from './sprite.js';
import { moves } from './settings.js';
import { drawAttacks, drawDice, drawTerm, ruleLink } from './widgets.js';
import { wrongLink } from './wrong.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./types.js').Loss} Loss */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {(side: string|undefined) => 'us'|'jp'|'none'} StyleOf */

/** @param {Loss[]} losses @param {StyleOf} style */
function drawLosses(losses, style) {
  if (!losses.length) return null;
  return h('ul', { class: 'card-losses', 'aria-label': t('story.losses') }, losses.map((loss) => h('li', { class: style(loss.side) },
    loss.face ? h('span', { class: 'loss-face' }, drawFace(loss.face, loss.name)) : h('span', { class: 'loss-mark' }, emblem(style(loss.side))),
    h('b', null, loss.name), loss.text ? h('span', null, loss.text) : null)));
}

/** What a line's card shows beside its words. @param {Line} line @param {StyleOf} style @param {boolean} fresh */
function lineParts(line, style, fresh) {
  const card = /** @type {import('./types.js').Card} */ (line.card);
  const dice = line.dice ?? [];
  const shown = line.shown ?? [];
  return [
    card.blank ? h('div', { class: `card-back ${style(line.side)}`, role: 'img', 'aria-label': t('story.blank') }, emblem(style(line.side))) : null,
    line.sums?.length ? drawAttacks(line.sums, style, false) : null,
    dice.length ? drawDice(dice, style, fresh, `${card.title} ${line.text}`) : null,
    shown.length ? h('p', { class: 'log-faces' }, shown.map((one) => h('span', { class: 'log-face', role: 'img', 'aria-label': one.name }, drawFace(one.face, one.name)))) : null,
    card.modifiers?.length ? h('ul', { class: 'terms card-modifiers', 'aria-label': t('story.modifiers') }, card.modifiers.map((term) => drawTerm(term))) : null,
    card.total ? h('p', { class: 'card-sum' }, h('span', null, t('story.total')), h('b', null, card.total)) : null,
    card.rounds?.length ? h('ol', { class: 'card-rounds' }, card.rounds.map((round) => h('li', { class: style(round.side) },
      h('p', { class: 'round-title' }, round.side ? emblem(style(round.side)) : null, h('span', null, round.title), round.total ? h('b', null, round.total) : null),
      round.dice.length ? drawDice(round.dice, style, false, round.title) : null,
      round.modifiers?.length ? h('ul', { class: 'terms' }, round.modifiers.map((term) => drawTerm(term))) : null,
      round.result ? h('p', { class: 'round-result' }, round.result) : null, drawLosses(round.losses ?? [], style)))) : null,
    h('p', { class: 'card-result' }, card.result ?? line.text),
    drawLosses(card.losses ?? [], style),
    card.follows ? h('p', { class: 'card-follows' }, card.follows) : null,
  ];
}

/** What a card is of: the fight that its dice belong to, or what its die was thrown for. @param {Entry} entry */
export const titleOf = (entry) => (entry.lines[0].card ? entry.lines[0].card.title : entry.lines[0].mark === 'battle' ? entry.lines[0].text : entry.card?.card?.title ?? '');

/** What an entry's card shows: what led to it, each die with what came of it, the points. @param {Entry} entry @param {StyleOf} style @param {(side: string) => string} nameOf @param {boolean} fresh */
export function cardParts(entry, style, nameOf, fresh) {
  const cards = entry.lines.filter((line) => line.card);
  const points = pointsOf(entry);
  const plain = (/** @type {Line[]} */ lines, /** @type {string} */ name) => {
    // a line of points is told by the points
    const told = lines.filter((line) => !line.card && !line.points);
    return told.length ? h('ul', { class: name }, told.map((line) => h('li', { class: line.mark === 'loss' ? 'loss' : '' }, line.text, ' ', ruleLink(line.rule)))) : null;
  };
  const parts = cards.map((line, i) => {
    const until = cards[i + 1]?.n ?? Infinity;
    const head = (i || titleOf(entry) !== line.card?.title) && line.card?.title !== cards[i - 1]?.card?.title ? h('p', { class: 'round-title' }, line.side ? emblem(style(line.side)) : null, h('span', null, line.card?.title)) : null;
    const body = [head, lineParts(line, style, fresh), plain(entry.lines.filter((one) => one.n > line.n && one.n < until), 'card-after')];
    return cards.length > 1 && i ? h('div', { class: `card-part ${style(line.side)}` }, body) : body;
  });
  return [
    plain(entry.lines.filter((line) => line.n < cards[0].n && line.text !== titleOf(entry)), 'card-before'), parts,
    points.length ? h('ul', { class: 'card-points' }, points.map((point) => h('li', { class: style(point.side) }, emblem(style(point.side)),
      h('b', null, `${point.n > 0 ? '+' : '−'}${Math.abs(point.n)}`), h('span', null, point.text ?? nameOf(point.side)), ruleLink(point.rule)))) : null,
  ];
}

export class Cards {
  /** @param {Game} game @param {HTMLElement} host */
  constructor(game, host) {
    this.game = game;
    this.host = host;
    /** @type {Entry|null} */
    this.entry = null;
    /** @type {HTMLElement|null} */
    this.box = null;
  }

  /** The last of these lines that has a card. @param {import('./types.js').LogLine[]} lines @param {boolean} fresh */
  last(lines, fresh) {
    const entry = entriesOf(lines).findLast((one) => one.card);
    if (entry) this.show(entry, fresh);
  }

  /** @param {Entry} entry @param {boolean} [fresh] its dice fall now */
  show(entry, fresh = false) {
    const { game } = this;
    const line = entry.card;
    if (!line?.card) return;
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('close'), 'data-key': 'card-close' }, icon(ICONS.close));
    close.addEventListener('click', () => this.close());
    const moving = fresh && moves();
    const box = h('section', { class: `told-card ${style(line.side)} ${moving ? 'comes' : ''}`, 'aria-label': titleOf(entry), 'data-told': '', 'data-n': line.n },
      h('header', null, emblem(style(line.side)), h('h3', null, titleOf(entry)), ruleLink(line.rule), close),
      h('div', { class: 'told-body', tabindex: '0' }, cardParts(entry, style, (side) => game.sideName(side), moving),
        wrongLink(game, [titleOf(entry), line.card?.result ?? line.text].join(': '), line.rule)));
    this.box?.remove();
    this.box = box;
    this.entry = entry;
    this.host.classList.remove('low');
    this.host.append(box);
    this.place(entry.places);
  }

  /** At the foot of the panel where there is one, else over the board's foot. @param {boolean} beside */
  dock(beside) {
    const { side, boardHost, pointing } = this.game;
    this.host.classList.toggle('docked', beside);
    if (beside && side) side.insertBefore(this.host, pointing.card?.parentElement === side ? pointing.card : null);
    else if (boardHost && this.host.parentElement !== boardHost) boardHost.append(this.host);
  }

  /** Over the board it makes room for who goes on there, and comes up again where its head is pressed. @param {Event} event */
  aside(event) {
    if (this.host.classList.contains('docked') || !(event.target instanceof Element)) return;
    if (this.host.contains(event.target)) {
      if (event.target.closest('header') && !event.target.closest('button')) this.host.classList.toggle('low');
    } else if (event.target.closest('.port')) this.host.classList.add('low');
  }

  /** In that corner of the board where it does not lie over what it tells of. @param {string[]} places */
  place(places) {
    const { board } = this.game;
    if (!board || !this.box || this.host.classList.contains('docked')) return;
    const port = board.camera.port.getBoundingClientRect();
    const box = this.box.getBoundingClientRect();
    const points = places.map((id) => board.centreOf(id)).filter((point) => point !== null).map((point) => board.camera.screen(point.x, point.y));
    const under = (/** @type {number} */ left) => points.some((point) => point.x > left - 24 && point.x < left + box.width + 24 && point.y > box.top - port.top - 24);
    this.host.classList.toggle('right', under(12) && !under(port.width - box.width - 12));
  }

  close() {
    if (!this.box) return false;
    this.box.remove();
    this.box = null;
    this.entry = null;
    return true;
  }
}
