// @ts-check
/** What is under the pointer: the card of a place, the way to it, the fan of its pile. */

import { menuOpen } from './dialog.js';
import { drawPlaceCard } from './placecard.js';
import { PHONE } from './screens.js';
import { settings } from './settings.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').MacroLook} Macro */

export class Pointing {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {HTMLElement|null} what is known of a place */
  card = null;

  /** @type {string|null} */
  hovered = null;

  /** how far the game was when the card was drawn */
  rev = 0;

  hoverTimer = 0;

  cardTimer = 0;

  /** @type {import('./types.js').Choice|Macro|null} whose odds were shown for what was pointed at */
  weighed = null;

  /** @param {string|null} space @param {string|null} piece @param {string[]} pile @param {number} x @param {number} y */
  hover(space, piece, pile, x, y) {
    window.clearTimeout(this.hoverTimer);
    this.look(space);
    if (this.card && this.game.boardHost) {
      const box = this.game.boardHost.getBoundingClientRect();
      this.card.classList.toggle('high', y > box.bottom - 190 && x < box.left + 480);
    }
    this.showWay(space);
    if (!space) {
      this.game.fan?.later(240);
      this.hoverTimer = window.setTimeout(() => this.unweigh(), 300);
      return;
    }
    const choices = [...(this.game.choosing.bySpace.get(space) ?? []), ...(piece ? (this.game.choosing.byPiece.get(piece) ?? []) : [])];
    const odds = choices.find((choice) => choice.odds);
    this.hoverTimer = window.setTimeout(() => {
      if (odds && !this.game.past) this.game.odds.point(odds);
      else this.unweigh();
      this.weighed = odds ?? this.weighed;
      const here = this.game.boardHost?.matches(':hover'); // that it was left is not always told
      this.game.asking.hush(space);
      if (pile.length > 1 && here && !menuOpen() && !this.game.fan?.ids.includes(pile[0])) this.game.clicking.openFan(pile, x, y);
      else if (pile.length <= 1) this.game.fan?.later(200);
      if (!choices.length && !this.game.past && this.game.message?.prompt.mine && this.game.choosing.bySpace.size && !piece) window.setTimeout(() => { if (this.hovered === space) void this.game.asking.askWhy('space', space, true); }, 300);
    }, 150);
  }

  /** What is pointed at has no odds. */
  unweigh() {
    if (this.weighed) this.game.odds.leave(this.weighed);
  }

  /** The way by way points that what is in hand has come, and where it stands now. @type {{id: string, stops: import('./types.js').Stop[]}|null} */
  come = null;

  /** What goes as one, and is in hand now. @returns {import('./types.js').Piece|undefined} */
  get inHand() {
    return this.game.message?.picture?.pieces.find((piece) => piece.picked || piece.id === this.game.choosing.selected);
  }

  /**
   * Make a place a way point: what is in hand goes there, and on from there. Whether that is possible.
   * @param {import('./types.js').Choice|Macro} choice @param {string} space
   */
  via(choice, space) {
    const piece = this.inHand;
    const place = piece && this.game.board?.root(piece.place);
    if (!piece || !place || place === space || !choice.cost) return false;
    const way = /** @type {Macro} */ (choice).way ?? [{ space: place, text: '' }, { space, text: choice.cost }];
    this.come = { id: piece.id, stops: this.joined(way) };
    return true;
  }

  /** A way after the one that was come by way points, with what both cost together. @param {import('./types.js').Stop[]} way */
  joined(way) {
    const before = this.come?.stops ?? [];
    const end = before[before.length - 1];
    if (!end || end.space !== way[0]?.space || this.come?.id !== this.inHand?.id) return way;
    const sum = (/** @type {string} */ text) => (/^[\d.½]+$/.test(text) && Number(end.text) ? String(Number(end.text) + Number(text)) : text);
    return [...before, ...way.slice(1).map((stop) => ({ ...stop, text: sum(stop.text) }))];
  }

  /** The way to a place that is pointed at, from the first way point on. @param {string|null} space */
  showWay(space) {
    const piece = this.inHand;
    const { board } = this.game;
    const here = piece && board?.root(piece.place);
    const last = this.come?.stops[this.come.stops.length - 1]?.space;
    if (this.come && (this.come.id !== piece?.id || (here !== last && here !== this.come.stops[0].space))) this.come = null;
    const found = space && !this.game.past ? (this.game.choosing.bySpace.get(space) ?? []) : [];
    const way = found.length === 1 ? (/** @type {Macro} */ (found[0]).way ?? []) : [];
    board?.showWay(way.length ? this.joined(way) : this.come && here === last ? this.come.stops : []);
  }

  /** This place is meant: its card is shown. @param {string|null} space */
  look(space) {
    this.hovered = space;
    this.rev = this.game.message?.rev ?? 0;
    if (this.card) drawPlaceCard(this.game, this.card, space);
  }

  /** What is known of the place has changed. Where a finger has put the card on the board, it makes room for what comes. */
  redraw() {
    const { message } = this.game;
    const onward = message && message.rev !== this.rev && matchMedia('(hover: none)').matches;
    if (onward && !this.card?.classList.contains('docked')) this.look(null);
    else if (this.hovered) this.look(this.hovered);
  }

  /** The card keeps away from the place that was tapped, be it by a piece of its pile, which lies spread elsewhere.
   * @param {Event} event @param {string} place */
  cardAside(event, place) {
    if (!this.card || !this.game.boardHost || !(event instanceof MouseEvent) || !event.clientY) return;
    const box = this.game.boardHost.getBoundingClientRect();
    const cell = this.game.board?.cells.get(place)?.getBoundingClientRect();
    const [x, y] = cell ? [cell.x + cell.width / 2, cell.y + cell.height / 2] : [event.clientX, event.clientY];
    this.card.classList.toggle('high', y > box.bottom - 190 && x < box.left + 480);
    window.clearTimeout(this.cardTimer);
    if (event instanceof PointerEvent && event.pointerType === 'touch' && !this.card.classList.contains('docked')) {
      this.cardTimer = window.setTimeout(() => this.look(null), 4000);
    }
  }

  /** Who touches the card reads it: it stays. */
  keepCard() {
    window.clearTimeout(this.cardTimer);
  }

  /** What is known of a place stands at the foot of the panel where there is one, else in a corner of the board. */
  dock() {
    if (!this.card || !this.game.side || !this.game.boardHost) return;
    const beside = settings.panel && !PHONE.matches;
    const host = beside ? this.game.side : this.game.boardHost;
    this.card.classList.toggle('docked', beside);
    if (this.card.parentElement !== host) host.append(this.card);
    drawPlaceCard(this.game, this.card, this.hovered);
    this.game.cards?.dock();
  }
}
