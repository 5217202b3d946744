// @ts-check
/** How far this device has shown the log of a seat; the server keeps it. */

import { get, post, unique } from './net.js';
import { recall, remember } from './settings.js';

/** @typedef {import('./game.js').Game} Game */

/** So long after something was shown the server is told, in milliseconds. */
const SOON = 900;

/** The word by which the server knows this device. */
function device() {
  const kept = recall('device');
  if (typeof kept === 'string' && kept) return kept;
  const made = unique().slice(0, 40);
  remember('device', made);
  return made;
}

export class Seen {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.device = device();
    this.timer = 0;
    /** What the server does not know yet. @type {{seat: string, n: number}|null} */
    this.waiting = null;
    /** The table is being left for good, and may be gone at any moment. */
    this.left = false;
    /** What it knows. @type {Map<string, number>} */
    this.told = new Map();
    this.leave = () => this.flush();
    window.addEventListener('pagehide', this.leave);
  }

  close() {
    window.removeEventListener('pagehide', this.leave);
    this.flush();
  }

  /** How many lines of a seat were seen here; null: none. @param {string} seat @returns {Promise<number|null>} */
  async of(seat) {
    try {
      const { n } = await get(`/api/tables/${this.game.id}/seen?${new URLSearchParams({ seat, device: this.device })}`);
      if (typeof n === 'number') this.told.set(seat, n);
      return n;
    } catch {
      return null;
    }
  }

  /** The lines up to `n` are seen. @param {string} seat @param {number} n */
  saw(seat, n) {
    if (this.waiting && this.waiting.seat !== seat) this.flush();
    if (this.told.get(seat) === n) return;
    this.waiting = { seat, n };
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.flush(), SOON);
  }

  flush() {
    window.clearTimeout(this.timer);
    const { waiting } = this;
    if (!waiting || this.left) return;
    this.waiting = null;
    this.told.set(waiting.seat, waiting.n);
    post(`/api/tables/${this.game.id}/seen`, { ...waiting, device: this.device }, true).catch(() => this.told.delete(waiting.seat));
  }
}
