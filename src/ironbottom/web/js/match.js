// @ts-check
/** Computers play each other and one looks on: at what pace, and through whose eyes. They go on when all that is here has been told. */

import { h } from './dom.js';
import { keyOf } from './keys.js';
import { t } from './i18n.js';
import { post } from './net.js';
import { at } from './wire.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */

/** How a table is called at which computers alone play. */
const COMPUTERS = 'computers';
/** So long, and so often, what comes next is waited for before the page shows the present, in milliseconds. */
const MOMENT = 100;
const MOMENTS = 12;

/** Whether computers alone play. @param {{mode: string}} table */
export const unmanned = ({ mode }) => mode === COMPUTERS;

/** Whether one only looks on, whoever's eyes one has. @param {Message} message */
export const looksOn = (message) => message.seat === 'observer' || unmanned(message);

export class Match {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.paused = false;
    /** So many things are told in spite of that. */
    this.steps = 0;
    /** Whether the server is being asked, and whether it is to be asked again. */
    this.asking = false;
    this.again = false;
    /** @type {Map<string, HTMLElement>} */
    this.made = new Map();
  }

  /** Whether this is a table of theirs. */
  get here() {
    const { message, link } = this.game;
    return message !== null && unmanned(message) && !link.kept;
  }

  /** Whether there is still something of the game to see. */
  get on() {
    return this.here && (!this.game.message?.over || this.game.story.on);
  }

  /** Whether nothing is told now. */
  get held() {
    return this.on && this.paused && !this.steps;
  }

  /** Whether something more is about to come. */
  get coming() {
    return this.on && !this.held && !this.game.message?.over && (this.asking || Boolean(this.game.message?.thinking.length));
  }

  /** All that is here has been told, or is about to be: they go on. */
  async ask() {
    if (this.asking) {
      this.again = true;
      return;
    }
    const { game } = this;
    this.asking = true;
    do {
      this.again = false;
      await game.link.shown; // what has come stands in the story
      const { message, story } = game;
      if (!message || message.over || !this.on || this.held || game.closed || game.replaying.on || document.hidden || message.thinking.length || story.queue.length) continue;
      await post(`/api/tables/${game.id}/go-on`, { seat: game.seat, n: message.n }).catch(() => {}); // the connection that comes back asks
    } while (this.again);
    this.asking = false;
  }

  /** Something has been told. */
  told() {
    this.steps = Math.max(0, this.steps - 1);
    this.game.sawAll();
    if (!this.game.story.queue.length) void this.ask();
  }

  /** What comes next follows on what is told now. @param {number} run */
  async linger(run) {
    const { story } = this.game;
    for (let i = 0; i < MOMENTS && this.coming && !story.queue.length && run === story.run; i += 1) await story.pause(MOMENT);
  }

  /** Stop, or go on. @returns {boolean} whether there is something to stop */
  toggle() {
    if (!this.on || this.game.replaying.on) return false;
    this.paused = !this.paused;
    this.steps = 0;
    this.changed();
    return true;
  }

  /** One thing more, and no other. */
  step() {
    this.paused = true;
    this.steps = 1;
    this.changed();
  }

  /** Who looks back has it stopped, and sees all that is here. */
  rest() {
    if (!this.on) return;
    this.paused = true;
    this.steps = 0;
    this.game.story.present();
  }

  changed() {
    const { story } = this.game;
    if (!this.paused || this.steps) story.wake?.();
    this.game.drawTop();
    void this.ask();
  }

  /** A button that stays the same, however often the line is drawn anew under a finger. @param {string} key @param {() => void} go */
  button(key, go) {
    const made = this.made.get(key) ?? h('button', { type: 'button', class: 'button answer', 'data-key': key, 'data-told': '' });
    if (!this.made.has(key)) made.addEventListener('click', go);
    this.made.set(key, made);
    return made;
  }

  /** What the line on top offers. */
  buttons() {
    const { game } = this;
    const hold = this.button('match-hold', () => this.toggle());
    hold.className = `button ${this.paused ? 'primary' : 'answer'}`;
    hold.replaceChildren(t(this.paused ? 'match.on' : 'match.pause'), h('kbd', null, t('story.space')));
    const step = this.button('match-step', () => this.step());
    step.replaceChildren(t('match.step'), h('kbd', null, keyOf('on')));
    return [hold, step, game.story.speed(), game.story.toNow()]; // always in their places, for whoever steps with a finger on one
  }

  /** Whose eyes one may have, and what they are called. */
  get views() {
    const { game } = this;
    return [['observer', t('match.both')], ...(game.message?.seats ?? []).map((seat) => [seat.side, t('match.side', { side: game.sideName(seat.side) })]), ['truth', t('match.all')]];
  }

  /** Whose eyes one has, to be changed. */
  eyes() {
    const { game, views } = this;
    const choose = h('select', { class: 'input', 'data-key': 'eyes', 'data-told': '', 'aria-label': t('match.see') }, views.map(([id, name]) => h('option', { value: id, selected: id === game.seat }, name)));
    choose.addEventListener('change', () => void this.look(choose.value));
    return h('label', { class: 'eyes' }, h('span', null, t('match.see')), choose);
  }

  /** The same for the menu, where there is no room for it above the board. */
  items() {
    const { game } = this;
    if (!this.on || game.who.host?.offsetParent) return [];
    return this.views.filter(([id]) => id !== game.seat).map(([id, name]) => ({ label: `${t('match.see')}: ${name}`, go: () => void this.look(id) }));
  }

  /** @param {string} seat */
  async look(seat) {
    const { game } = this;
    history.replaceState(null, '', at(`/t/${game.id}?seat=${encodeURIComponent(seat)}`));
    game.story.stop();
    await game.link.look(seat, true);
  }
}
