// @ts-check
/** What is under the pointer: the card of a place, the way to it, the fan of its pile. */

import { drawPlaceCard } from './placecard.js';
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

  hoverTimer = 0;

  cardTimer = 0;

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
      return;
    }
    const choices = [...(this.game.choosing.bySpace.get(space) ?? []), ...(piece ? (this.game.choosing.byPiece.get(piece) ?? []) : [])];
    const odds = choices.find((choice) => choice.odds);
    this.hoverTimer = window.setTimeout(() => {
      if (odds && !this.game.past) this.game.odds.point(odds);
      const here = this.game.boardHost?.matches(':hover'); // that it was left is not always told
      if (pile.length > 1 && here && !this.game.fan?.ids.includes(pile[0])) this.game.clicking.openFan(pile, x, y);
      else if (pile.length <= 1) this.game.fan?.later(200);
      if (!choices.length && !this.game.past && this.game.message?.prompt.mine && this.game.choosing.bySpace.size && !piece) window.setTimeout(() => { if (this.hovered === space) void this.game.asking.askWhy('space', space, true); }, 300);
    }, 150);
  }

  /** The way to a place that is pointed at. @param {string|null} space */
  showWay(space) {
    const found = space && !this.game.past ? (this.game.choosing.bySpace.get(space) ?? []) : [];
    this.game.board?.showWay(found.length === 1 ? (/** @type {Macro} */ (found[0]).way ?? []) : []);
  }

  /** This place is meant: its card is shown. @param {string|null} space */
  look(space) {
    this.hovered = space;
    if (this.card) drawPlaceCard(this.game, this.card, space);
  }

  /** What is known of the place has changed. */
  redraw() {
    if (this.hovered) this.look(this.hovered);
  }

  /** The card keeps away from where one taps. @param {Event} event */
  cardAside(event) {
    if (!this.card || !this.game.boardHost || !(event instanceof MouseEvent) || !event.clientY) return;
    const box = this.game.boardHost.getBoundingClientRect();
    this.card.classList.toggle('high', event.clientY > box.bottom - 190 && event.clientX < box.left + 480);
    window.clearTimeout(this.cardTimer);
    if (event instanceof PointerEvent && event.pointerType === 'touch' && !this.card.classList.contains('docked')) {
      this.cardTimer = window.setTimeout(() => { if (this.card) this.card.hidden = true; }, 4000);
    }
  }

  /** What is known of a place stands at the foot of the panel where there is one, else in a corner of the board. */
  dock() {
    if (!this.card || !this.game.side || !this.game.boardHost) return;
    const beside = settings.panel && !matchMedia('(max-width: 760px)').matches;
    const host = beside ? this.game.side : this.game.boardHost;
    this.card.classList.toggle('docked', beside);
    if (this.card.parentElement !== host) host.append(this.card);
    drawPlaceCard(this.game, this.card, this.hovered);
    this.game.cards?.dock(beside);
  }
}
