// @ts-check
/** Clicks, taps and drags on the board, and what each of them chooses. */

import { heldInBox } from './bins.js';
import { menu } from './dialog.js';
import { t } from './i18n.js';
import { writeNote } from './note.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */

/** Where something was done on the screen, in its pixels: the pointer, else the middle of what it was done to. @param {Event} event @returns {{x: number, y: number}} */
function pointOf(event) {
  if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { x: event.clientX, y: event.clientY };
  const target = event.target instanceof Element ? event.target.getBoundingClientRect() : { left: 0, top: 0, width: 0, height: 0 };
  return { x: target.left + target.width / 2, y: target.top + target.height / 2 };
}

export class Clicking {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** What was clicked last on the board. */
  lastClick = '';

  /**
   * Hands are faster than answers: a click made while an action is on its way is meant for the board that comes, unless
   * it is the same click once more, or another player comes to the screen.
   * @param {string} id @param {() => void} go
   */
  afterAnswer(id, go) {
    const again = id === this.lastClick;
    this.lastClick = id;
    if (this.game.link.onItsWay && !again) void this.game.link.queue.then(() => { if (!this.game.hotseat.covered) go(); });
    else go();
  }

  /** @param {string} id @param {Event} event */
  clickSpace(id, event) {
    if (this.game.ruler.held) {
      void this.game.ruler.measure(id);
      return;
    }
    this.game.asking.hush();
    this.game.pointing.cardAside(event, id);
    this.game.pointing.look(id);
    this.game.fan?.close();
    if (this.game.past) return;
    const { x, y } = pointOf(event);
    const choices = this.game.choosing.bySpace.get(id) ?? [];
    if (event instanceof MouseEvent && event.shiftKey) {
      this.more(choices, id, null, x, y);
      return;
    }
    const macros = this.game.choosing.macrosAt.get(id) ?? [];
    if (choices.length === 1) this.go(choices[0], event, id);
    else if (choices.length > 1) this.choiceMenu(id, choices, macros, x, y);
    else if (macros.length) this.choiceMenu(id, [], macros, x, y);
    else void this.game.asking.askWhy('space', id);
  }

  /** Do what stands at a place; who goes together follows there. @param {Choice|Macro} choice @param {Event} event @param {string} place */
  go(choice, event, place) {
    this.game.choosing.choose(choice, event, false);
    if (!choice.ends) void this.game.party.follow(place);
  }

  /** @param {string} id @param {Event} event @param {boolean} [inFan] */
  clickPiece(id, event, inFan = false) {
    const { board } = this.game;
    const piece = board?.pieces.get(id);
    if (!board || !piece) return;
    const place = board.root(piece.place);
    if (this.game.ruler.held) {
      void this.game.ruler.measure(place);
      return;
    }
    this.game.asking.hush();
    this.game.pointing.cardAside(event, place);
    this.game.pointing.look(place);
    if (this.game.past) return;
    const { x, y } = pointOf(event);
    if (event instanceof MouseEvent && event.shiftKey) {
      this.more(this.game.choosing.bySpace.get(place) ?? [], place, id, x, y);
      return;
    }
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey)) {
      void this.game.party.toggle(id);
      return;
    }
    const fellows = board.fellows(id);
    const held = [id, ...fellows].some((one) => board.pieces.get(one)?.picked || this.game.choosing.selected === one);
    // where something else is in hand that may come here, two quick clicks are no call to those who stand here
    const goal = !held && this.game.choosing.bySpace.has(place);
    if (!inFan && !goal && event instanceof MouseEvent && event.detail === 2 && fellows.length > 1 && piece.side === this.game.seat) {
      void this.game.party.all(id);
      return;
    }
    if (this.game.choosing.selected && this.game.choosing.selected !== id && this.game.choosing.macrosFrom.get(this.game.choosing.selected)?.some((macro) => macro.space === place)) {
      this.clickSpace(place, event);
      return;
    }
    const choices = this.game.choosing.byPiece.get(id) ?? [];
    const pile = board.pileOf(id);
    const target = this.game.choosing.bySpace.get(place) ?? [];
    const asked = (/** @type {(Choice|Macro)[]} */ found) => found.some((choice) => this.game.coach?.names(choice));
    if (!inFan && asked([...target, ...this.game.choosing.macrosAt.get(place) ?? []]) && !asked([...choices, ...this.game.choosing.macrosAt.get(id) ?? []])) { // the piece hides the place that the coach points at
      this.clickSpace(place, event);
      return;
    }
    const able = (/** @type {string} */ one) => this.game.choosing.byPiece.has(one) || this.game.choosing.macrosFrom.has(one);
    const aboard = inFan || target.length || able(id) || this.game.choosing.macrosAt.has(id) ? [] : [...board.pieces.values()].filter((one) => one.place === id && able(one.id)).map((one) => one.id);
    if (aboard.length) { // a ship that can do nothing itself stands for what it carries, whose counters are small
      if (aboard.length === 1) this.clickPiece(aboard[0], event, true);
      else this.openFan(aboard, x, y, event instanceof MouseEvent && event.detail === 0);
      return;
    }
    const instead = !choices.length && this.game.choosing.macrosAt.get(id)?.find((macro) => Array.isArray(macro.do) && !macro.aside);
    if (instead && piece.side === this.game.seat) { // another of one's own is meant itself; its place, by the place or by dragging
      this.game.choosing.choose(instead, event, false);
      return;
    }
    if (!inFan && target.length && !choices.length && !this.game.choosing.macrosFrom.has(id)) {
      this.clickSpace(place, event);
      return;
    }
    if (!choices.length && this.game.message?.draft.length && heldInBox(this.game) === id) { // a second click puts it down
      void this.game.undo();
      return;
    }
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    const keyboard = event instanceof MouseEvent && event.detail === 0;
    if (!inFan && pile.length > 1 && (!choices.length || (touch && pile.some((one) => one !== id && (able(one) || this.game.choosing.macrosAt.has(one)))))) { // a finger is asked which, where another than the first can act
      this.openFan(pile, x, y, keyboard);
      if (!target.length && !pile.some((one) => this.game.choosing.byPiece.has(one) || this.game.choosing.macrosAt.has(one) || this.game.choosing.macrosFrom.has(one))) void this.game.asking.askPlace(place);
      return;
    }
    const both = choices.filter((choice) => choice.space);
    if ((both.length || this.game.choosing.macrosFrom.has(id)) && both.length === choices.length) {
      this.game.choosing.select(this.game.choosing.selected === id ? null : id);
      return;
    }
    const single = choices.filter((choice) => !choice.space);
    const aside = this.game.choosing.macrosAt.get(id) ?? [];
    if (single.length === 1) this.game.choosing.choose(single[0], event, false);
    else if (single.length > 1) this.choiceMenu(place, single, aside, x, y);
    else if (aside.length === 1 && Array.isArray(aside[0].do) && !aside[0].aside) this.game.choosing.choose(aside[0], event, false);
    else if (aside.length) this.choiceMenu(place, [], aside, x, y);
    else void this.game.asking.askWhy('piece', id);
  }

  /** @param {string[]} pile @param {number} x @param {number} y @param {boolean} [focus] */
  openFan(pile, x, y, focus = false) {
    const { board } = this.game;
    if (!board) return;
    const pieces = pile.map((one) => board.pieces.get(one)).filter((one) => one !== undefined);
    if (pieces.length < 2) return;
    this.game.fan?.open(pieces, x, y, t('fan.title', { n: pieces.length, place: board.spaces.get(board.root(pieces[0].place))?.name ?? '' }), focus);
  }

  /** @param {string} place @param {(Choice|Macro)[]} choices @param {Macro[]} macros @param {number} x @param {number} y */
  choiceMenu(place, choices, macros, x, y) {
    const name = this.game.board?.spaces.get(place)?.name ?? '';
    this.game.fan?.close(); // the two would lie on each other
    menu(x, y, name, [...choices, ...macros].map((choice) => ({
      label: choice.label, hint: [choice.cost, choice.ends ? t('prompt.ends') : ''].filter(Boolean).join(' · '), advised: this.game.coach?.names(choice), point: () => this.game.odds.point(choice), go: () => this.go(choice, new Event('menu'), place),
    })), () => this.left([...choices, ...macros]));
  }

  /** With Shift: how many, where that is all that can be asked; a way point, where something goes there and stays in hand; else the menu. @param {(Choice|Macro)[]} choices @param {string} place @param {string|null} piece @param {number} x @param {number} y */
  more(choices, place, piece, x, y) {
    const [one] = choices;
    if (choices.length === 1 && 'amount' in one && one.amount) this.game.choosing.choose(one, new Event('menu'), false, true);
    else if (choices.length === 1 && !one.ends && this.game.pointing.via(one, place)) this.go(one, new Event('menu'), place);
    else this.long(place, piece, x, y);
  }

  /** A menu at a place: everything for several pieces, notes. @param {string|null} space @param {string|null} piece @param {number} x @param {number} y */
  long(space, piece, x, y) {
    const { board } = this.game;
    if (!space || !board) return;
    const at = board.spaces.get(space);
    const name = at?.name ?? space;
    const pile = piece ? board.pileOf(piece) : [];
    this.game.pointing.look(space);
    this.game.fan?.close();
    /** @type {(Choice|Macro)[]} */
    const found = this.game.past ? [] : [...(piece ? (this.game.choosing.byPiece.get(piece) ?? []) : []), ...(this.game.choosing.bySpace.get(space) ?? []), ...(this.game.choosing.macrosAt.get(space) ?? []), ...(piece ? (this.game.choosing.macrosAt.get(piece) ?? []) : [])];
    menu(x, y, name, [
      ...found.map((choice) => ({ label: choice.label, advised: this.game.coach?.names(choice), hint: choice.ends ? t('prompt.ends') : (choice.cost ?? null), point: () => this.game.odds.point(choice), go: () => this.game.choosing.choose(choice, new Event('menu'), false, true) })),
      ...(pile.length > 1 ? [{ label: t('fan.title', { n: pile.length, place: name }), go: () => this.openFan(pile, x, y, true) }] : []),
      ...(!found.length && !this.game.past && !this.game.match.here ? [{ label: t('menu.why'), go: () => void this.game.asking.askWhy(piece ? 'piece' : 'space', piece ?? space) }] : []),
      ...(this.game.match.here ? [] : [{ label: t('notes.pin', { place: name }), go: () => writeNote(this.game, space) }]),
      { label: t('menu.centre'), go: () => { if (at) board.camera.centre(at.x, at.y); } },
    ], () => this.left(found));
  }

  /** A menu is closed: the odds of what it pointed at are not those of what comes. @param {(Choice|Macro)[]} choices */
  left(choices) {
    for (const choice of choices) this.game.odds.leave(choice);
  }

  /** A piece is dragged: take it if it is not in hand yet. @param {string} id */
  lift(id) {
    if (this.game.past) return false;
    const piece = this.game.board?.pieces.get(id);
    if (piece?.picked) return true;
    const choices = this.game.choosing.byPiece.get(id) ?? [];
    if (choices.some((choice) => choice.space) || (!choices.length && this.game.choosing.macrosFrom.has(id))) {
      this.game.choosing.select(id);
      return true;
    }
    const take = choices.filter((choice) => !choice.ends && !choice.retract && !choice.amount);
    if (take.length !== 1) return false;
    void this.game.act([take[0].do]);
    return true;
  }

  /** @param {string} piece @param {string} space */
  async drop(piece, space) {
    await this.game.link.queue;
    const place = this.game.board?.root(this.game.board.pieces.get(piece)?.place ?? '');
    if (place === space && (this.game.choosing.selected === piece || !this.game.choosing.bySpace.has(space))) {
      if (this.game.choosing.selected) this.game.choosing.select(null);
      return;
    }
    const choices = this.game.choosing.bySpace.get(space) ?? [];
    const at = this.game.board?.camera.screen(this.game.board.spaces.get(space)?.x ?? 0, this.game.board.spaces.get(space)?.y ?? 0);
    const box = this.game.boardHost?.getBoundingClientRect();
    if (choices.length === 1) this.go(choices[0], new Event('drop'), space);
    else if (choices.length > 1) this.choiceMenu(space, choices, [], (at?.x ?? 0) + (box?.left ?? 0), (at?.y ?? 0) + (box?.top ?? 0));
    else void this.game.asking.askWhy('space', space);
  }
}
