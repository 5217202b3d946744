// @ts-check
/** The card of a die, a draw or a fight: what for, the dice, what was added, what came of it. */

import { emblem, h, icon, ICONS } from './dom.js';
import { t } from './i18n.js';
import { entriesOf, pointsOf } from './entries.js';
import { drawFace } from './sprite.js';
import { PHONE } from './screens.js';
import { moves, settings } from './settings.js';
import { ownWords } from './ownwords.js';
import { Steps } from './steps.js';
import { drawAttacks, drawDice, drawTerm, ruleLink, unbroken } from './widgets.js';
import { wrongLink } from './wrong.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./types.js').Loss} Loss */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {(side: string|undefined) => 'us'|'jp'|'none'} StyleOf */

/** About so high a card is where it is folded over the board of a phone, in pixels. */
const FOLDED = 150;

/** @param {Loss[]} losses @param {StyleOf} style */
function drawLosses(losses, style) {
  if (!losses.length) return null;
  return h('ul', { class: 'card-losses', 'aria-label': t('story.losses') }, losses.map((loss) => h('li', { class: style(loss.side) },
    loss.face ? h('span', { class: 'loss-face' }, drawFace(loss.face, loss.name)) : h('span', { class: 'loss-mark' }, emblem(style(loss.side))),
    h('b', null, loss.name), loss.text ? h('span', null, loss.text) : null)));
}

/** The dice of a line, each with what came of it. @param {Line} line @param {Line[]} after the lines up to the next card */
function diceOf(line, after) {
  const came = new Map(after.map(({ struck }) => [struck?.die, struck?.result]));
  return (line.dice ?? []).map((die, i) => (came.has(i + 1) ? { ...die, result: came.get(i + 1) } : die));
}

/** What a line's card shows beside its words. @param {Line} line @param {Line[]} after @param {StyleOf} style @param {boolean} fresh */
function lineParts(line, after, style, fresh) {
  const card = /** @type {import('./types.js').Card} */ (line.card);
  const slots = line.sums?.length === 1 && line.dice?.some((die) => die.slot);
  const dice = slots ? [] : line.dice ?? [];
  const sums = slots ? (line.sums ?? []).map((sum) => ({ ...sum, dice: diceOf(line, after) })) : line.sums ?? [];
  const shown = line.shown ?? [];
  return [
    card.blank ? h('div', { class: `card-back ${style(line.side)}`, role: 'img', 'aria-label': t('story.blank') }, emblem(style(line.side))) : null,
    sums.length ? drawAttacks(sums, style, fresh) : null,
    dice.length ? drawDice(dice, style, fresh, `${card.title} ${line.text}`) : null,
    shown.length ? h('p', { class: 'log-faces' }, shown.map((one) => h('span', { class: 'log-face', role: 'img', 'aria-label': one.name }, drawFace(one.face, one.name)))) : null,
    card.modifiers?.length ? h('ul', { class: 'terms card-modifiers', 'aria-label': t('story.modifiers') }, card.modifiers.map((term) => drawTerm(term))) : null,
    card.total ? h('p', { class: 'card-sum' }, h('span', null, t('story.total')), h('b', null, card.total)) : null,
    card.rounds?.length ? h('ol', { class: 'card-rounds' }, card.rounds.map((round) => h('li', { class: style(round.side) },
      h('p', { class: 'round-title' }, round.side ? emblem(style(round.side)) : null, h('span', null, round.title), round.total ? h('b', null, round.total) : null),
      round.dice.length ? drawDice(round.dice, style, false, round.title) : null,
      round.modifiers?.length ? h('ul', { class: 'terms' }, round.modifiers.map((term) => drawTerm(term))) : null,
      round.result ? h('p', { class: 'round-result' }, unbroken(round.result)) : null, drawLosses(round.losses ?? [], style)))) : null,
    card.result === '' ? null : h('p', { class: `card-result ${slots ? 'of-attack' : ''}` }, unbroken(card.result ?? line.text)),
    ownWords(line.effect),
    drawLosses([...(card.losses ?? []), ...after.flatMap(({ struck, losses }) => (struck && losses ? losses : []))], style),
    card.follows ? h('p', { class: 'card-follows' }, card.follows) : null,
  ];
}

/** What a card is of, whole: the fight that its dice belong to, or what its die was thrown for. @param {Entry} entry */
const subjectOf = (entry) => (entry.lines[0].card ? entry.lines[0].card.title : entry.lines[0].mark === 'battle' ? entry.lines[0].text : entry.card?.card?.title ?? '');

/** Its heading: where the result below says the whole sentence, what stands before its colon. @param {Entry} entry */
export function titleOf(entry) {
  const title = subjectOf(entry);
  const again = title === (entry.card?.card?.result ?? entry.card?.text) && title.indexOf(': ') > 0;
  return again ? title.slice(0, title.indexOf(': ')) : title;
}

/** The round of each card of an entry: one for each throw, and one for what follows the last. A card with rounds of its own is told by those (`steps.js`). @param {Line[]} cards */
function roundsIn(cards) {
  if (cards.some((line) => line.card?.rounds)) return cards.map(() => 1);
  let round = 0;
  return cards.map((line, i) => {
    if (line.dice?.length || cards[i - 1]?.dice?.length || !i) round += 1;
    return round;
  });
}

/** In how many rounds an entry is told. @param {Entry} entry */
export const roundsOf = (entry) => Math.max(0, ...roundsIn(entry.lines.filter((line) => line.card)));

/** The cards of an entry; the rounds of a fight, which name who was hit, stand before the dice that are thrown for those. @param {Entry} entry @param {Line[]} cards */
function inOrder(entry, cards) {
  const hit = entry.lines.find((line) => line.mark === 'loss')?.n ?? Infinity;
  const rank = (/** @type {Line} */ line) => (line.n < hit ? 0 : line.card?.rounds ? 1 : 2);
  return [...cards].sort((a, b) => rank(a) - rank(b) || a.n - b.n);
}

/**
 * What an entry's card shows: what led to it, each die with what came of it, the points.
 * @param {Entry} entry @param {StyleOf} style @param {(side: string) => string} nameOf
 * @param {boolean} fresh the dice of the last round fall now
 * @param {number} [rounds] so many of its rounds, where it is told round by round
 */
export function cardParts(entry, style, nameOf, fresh, rounds = Infinity) {
  const all = entry.lines.filter((line) => line.card);
  const round = roundsIn(all);
  const cards = all.filter((_, i) => round[i] <= rounds);
  const points = cards.length < all.length ? [] : pointsOf(entry);
  // who was hit in a fight that is told in rounds is named there
  const hit = cards.flatMap((line) => (line.card?.rounds ?? []).flatMap((one) => (one.losses ?? []).map((loss) => loss.name)));
  const named = (/** @type {Line} */ line) => line.mark === 'loss' && hit.some((name) => line.text.includes(name));
  const plain = (/** @type {Line[]} */ lines, /** @type {string} */ name) => {
    // a line of points is told by the points
    const told = lines.filter((line) => !line.card && !line.points && !line.struck && !named(line));
    return told.length ? h('ul', { class: name }, told.map((line) => h('li', { class: line.mark === 'loss' ? 'loss' : '' }, unbroken(line.text), ' ', ruleLink(line.rule), (line.losses ?? []).map((loss) => (loss.face ? h('span', { class: 'loss-face' }, drawFace(loss.face, loss.name)) : null))))) : null;
  };
  const after = new Map(cards.map((line, i) => [line, entry.lines.filter((one) => one.n > line.n && one.n < (all[i + 1]?.n ?? Infinity))]));
  const last = round[cards.length - 1];
  const parts = inOrder(entry, cards).map((line, i, ordered) => {
    const follow = after.get(line) ?? [];
    const now = round[cards.indexOf(line)] === last;
    const said = [i ? ordered[i - 1].card?.title : subjectOf(entry), ...(line.sums ?? []).map((sum) => sum.name)];
    const head = !said.includes(line.card?.title) ? h('p', { class: 'round-title' }, line.side ? emblem(style(line.side)) : null, h('span', null, line.card?.title)) : null;
    const body = [head, lineParts(line, follow, style, fresh && now), plain(follow, 'card-after')];
    return cards.length > 1 && i ? h('div', { class: `card-part ${style(line.side)} ${now ? 'now' : ''}` }, body) : body;
  });
  return [
    plain(entry.lines.filter((line) => line.n < cards[0].n && line.text !== subjectOf(entry)), 'card-before'), parts,
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
    /** What is still to come of a fight in rounds. @type {Steps|null} */
    this.steps = null;
    /** Whether the reader of a phone wants all of what is told: there it lies over the board. */
    this.unfolded = false;
  }

  /** Whether what is told is to be seen whole. */
  entire = false;

  /** The last entry with a card that these new lines belong to, as far as they go. @param {Line[]} lines @param {boolean} fresh */
  last(lines, fresh) {
    const entry = entriesOf(this.whole(lines)).findLast((one) => one.card);
    if (entry) this.show(entry, fresh);
  }

  /** These lines with those before them in their entries. @param {Line[]} lines */
  whole(lines) {
    const entries = new Set(lines.map((line) => line.of));
    return this.game.lines.filter((line) => entries.has(line.of) && line.n <= lines[lines.length - 1].n);
  }

  /** @param {Entry} entry @param {boolean} [fresh] its dice fall now @param {number} [time] how long it stands, if that is known @param {number} [rounds] so many of its rounds */
  show(entry, fresh = false, time = 0, rounds = Infinity) {
    const { game } = this;
    const line = entry.card;
    if (!line?.card) return;
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('close'), 'data-key': 'card-close' }, icon(ICONS.close));
    close.addEventListener('click', () => {
      this.close();
      game.board?.camera.settle();
    });
    const moving = fresh && moves();
    // a fight that goes on, round by round, stays where it is: only its new round comes
    const goesOn = this.box !== null && this.entry?.first === entry.first;
    const box = h('section', { class: `told-card ${style(line.side)} ${moving && !goesOn ? 'comes' : ''}`, 'aria-label': titleOf(entry), 'data-told': '', 'data-n': line.n },
      h('header', null, emblem(style(line.side)), h('h3', null, titleOf(entry)), ruleLink(line.rule), this.foldButton(), close),
      h('div', { class: 'told-body', tabindex: '0' }, cardParts(entry, style, (side) => game.sideName(side), moving, rounds),
        wrongLink(game, [titleOf(entry), line.card?.result ?? line.text].join(': '), line.rule)));
    this.box?.remove();
    this.box = box;
    this.entry = entry;
    const parted = entry.lines.some((one) => one.card?.rounds);
    this.put(box, parted);
    this.place(entry.places);
    if (fresh && !parted) this.foot();
    this.steps?.all();
    const body = box.querySelector('.told-body');
    this.steps = moving && parted && body instanceof HTMLElement ? new Steps(body, time) : null;
    body?.addEventListener('click', () => this.steps?.next());
  }

  /** The last round is in sight: its head, and as much as there is room for. */
  foot() {
    const body = this.box?.querySelector('.told-body');
    const part = body?.querySelector('.card-part.now');
    if (body instanceof HTMLElement && part instanceof HTMLElement) body.scrollTop = part.offsetTop - body.offsetTop - 8;
  }

  /** Something is told here. @param {HTMLElement} box @param {boolean} [whole] all of it, on a phone too */
  put(box, whole = false) {
    this.host.append(box);
    this.entire = whole;
    this.fold(PHONE.matches && !this.unfolded && !whole);
    this.makeRoom();
  }

  /** Beside the board it is folded where it would hide what is chosen in the panel, or its odds; who unfolds it wants to read it. */
  makeRoom() {
    const body = this.host.parentElement?.querySelector('.tab-body:not([hidden])');
    if (!body || !this.host.childElementCount || !this.host.classList.contains('docked') || this.host.classList.contains('within') || this.entire) return;
    const { message } = this.game;
    const slots = this.host.querySelector('.slot'); // dice that each stand for somebody are read while losses are chosen
    const wanted = !slots && message?.prompt.mine && !message.over && !this.game.past ? [...body.querySelectorAll('.sheet, .odds')].pop() : undefined;
    this.fold(false);
    const crowds = Boolean(wanted && wanted.getBoundingClientRect().bottom + body.scrollTop > body.getBoundingClientRect().bottom);
    this.host.classList.toggle('crowds', crowds);
    this.fold(crowds && !this.unfolded);
  }

  /** Only what matters most stays of it, or all is there. @param {boolean} low */
  fold(low) {
    this.host.classList.toggle('low', low);
    for (const button of this.host.querySelectorAll('.told-fold')) button.setAttribute('aria-expanded', String(!low));
  }

  /** What folds and unfolds it, where it lies over the board. */
  foldButton() {
    const button = h('button', { type: 'button', class: 'icon-button told-fold', 'aria-label': t('story.all'), 'aria-expanded': 'true' }, icon(ICONS.up));
    button.addEventListener('click', () => this.turn());
    return button;
  }

  turn() {
    this.unfolded = this.host.classList.contains('low');
    this.fold(!this.unfolded);
  }

  /** At the foot of the panel where there is one, else over the board's foot; on a phone at the head of a raised panel,
   * where that and the coach leave hardly any board between them. */
  dock() {
    const { side, boardHost, pointing, panel, coach } = this.game;
    const within = panel !== null && panel.isSheet() && (panel.height === 'full' || (panel.height === 'half' && coach !== null && !coach.host.hidden));
    const beside = !PHONE.matches && settings.panel;
    const host = within || beside ? side : boardHost;
    if (!host || (this.host.parentElement === host && this.host.classList.contains('within') === within)) return;
    this.host.classList.toggle('docked', within || beside);
    this.host.classList.toggle('within', within);
    this.fold(!beside && PHONE.matches && !this.unfolded);
    host.insertBefore(this.host, within ? host.querySelector('.tab-body') : pointing.card?.parentElement === host ? pointing.card : null);
  }

  /** Over the board it makes room for who goes on there, and comes up again where its head is pressed. @param {Event} event */
  aside(event) {
    if (this.host.classList.contains('docked') && !this.host.classList.contains('within')) return;
    if (!(event.target instanceof Element)) return;
    if (this.host.contains(event.target)) {
      if (event.target.closest('header') && !event.target.closest('button')) this.turn();
    } else if (event.target.closest('.port')) this.fold(true);
  }

  /** So much of the board's foot a card will lie over, from one side to the other. */
  get room() {
    return PHONE.matches && !this.host.classList.contains('docked') ? FOLDED : 0;
  }

  /** So much of it the card that is there lies over. */
  over() {
    if (!PHONE.matches || this.host.classList.contains('docked') || !this.host.childElementCount) return 0;
    return this.host.getBoundingClientRect().height;
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
    this.steps?.all();
    this.steps = null;
    this.box.remove();
    this.box = null;
    this.entry = null;
    return true;
  }
}
