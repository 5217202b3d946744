// @ts-check
/** Talking with the server: JSON over HTTP, and one WebSocket that comes back by itself. */

import { t } from './i18n.js';
import { ALONE, ask, connect } from './wire.js';

/** So long another page may take to come, in milliseconds. */
const LEAVING = 5000;
/** When another page was last asked for. */
let left = -LEAVING;
window.addEventListener('beforeunload', () => { left = performance.now(); });

/** An answer that says no, in one clear line. */
export class Refusal extends Error {
  /**
   * @param {string} text
   * @param {number} status
   * @param {string|null} rule
   * @param {any} body
   */
  constructor(text, status, rule, body) {
    super(text);
    this.status = status;
    this.rule = rule;
    this.body = body;
  }
}

/** There is no way to the server now. */
export class Unreached extends Error {}

/** @param {string} path @param {RequestInit} init */
async function asked(path, init) {
  try {
    return await ask(path, init);
  } catch {
    // Firefox lets requests fail as soon as another page is asked for: there is nothing to tell then
    if (performance.now() - left < LEAVING) await new Promise((go) => { setTimeout(go, LEAVING); });
    throw new Unreached(t('offline.wait'));
  }
}

/** What the page does where it finds out that its session was ended elsewhere. */
let out = () => {};

/** @param {() => void} act */
export function whenSignedOut(act) {
  out = act;
}

let kept = '';

/** Since when what was read has lain in this browser, because there is no network; "" where there is one. */
export function keptSince() {
  return kept;
}

/**
 * @param {Response} answer
 * @returns {Promise<any>}
 */
export async function read(answer) {
  const since = answer.headers.get('x-ironbottom-kept') ?? '';
  if (since > kept) kept = since; // what was asked for once and for all lies here for longer than the games
  /** @type {any} */
  let body = null;
  const text = await answer.text();
  if (text) {
    try {
      body = JSON.parse(text);
    } catch {
      body = { error: text.slice(0, 200) };
    }
  }
  if (answer.status === 401) out();
  if (!answer.ok) throw new Refusal(body?.error ?? body?.detail ?? answer.statusText, answer.status, body?.rule ?? null, body);
  return body;
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  return read(await asked(path, { headers: { Accept: 'application/json' } }));
}

/** `keepalive`: it goes out though the page is left. @param {string} path @param {any} [body] @param {boolean} [keepalive] @returns {Promise<any>} */
export async function post(path, body = {}, keepalive = false) {
  return read(await asked(path, {
    method: 'POST',
    keepalive,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Ironbottom': '1' },
    body: JSON.stringify(body),
  }));
}

let counter = 0;
const stem = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);

/** A name for one request, so that a repeated one is applied once. */
export function unique() {
  counter += 1;
  return `${stem}-${counter}`;
}

/** A WebSocket that reconnects; `path` is asked at each attempt, so that it resumes after the last line. */
export class Live {
  /**
   * @param {() => string} path
   * @param {(data: any) => void} heard
   * @param {(connected: boolean) => void} changed
   */
  constructor(path, heard, changed) {
    this.path = path;
    this.heard = heard;
    this.changed = changed;
    this.tries = 0;
    this.closed = false;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number} */
    this.timer = 0;
    this.gone = () => {
      this.changed(false);
    };
    this.here = () => this.restart();
    this.listen();
    this.open();
  }

  /** A house within the browser needs no network. */
  listen() {
    if (ALONE) return;
    window.addEventListener('offline', this.gone);
    window.addEventListener('online', this.here);
  }

  /** Whether it stands now. */
  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    if (this.closed) return;
    const socket = connect(this.path());
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.changed(true);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      const data = JSON.parse(event.data);
      if (data.type === 'ping') socket.send('{"type":"pong"}');
      else this.heard(data);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      if (event.code === 4403 || event.code === 4404) return;
      this.tries += 1;
      this.changed(false);
      this.timer = window.setTimeout(() => this.open(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)));
    };
  }

  /** Open anew at once, for another seat. */
  restart() {
    const old = this.socket;
    this.socket = null;
    window.clearTimeout(this.timer);
    old?.close();
    this.open();
  }

  /** After it was closed. */
  reopen() {
    this.closed = false;
    this.listen();
    this.restart();
  }

  close() {
    this.closed = true;
    window.removeEventListener('offline', this.gone);
    window.removeEventListener('online', this.here);
    window.clearTimeout(this.timer);
    this.socket?.close();
  }
}

/** Where the board and the pieces of a table lie: those of its game, or of the copy that is played with. @param {{game: string, scenario: string, drawn?: string}} message */
export function drawnAt(message) {
  return message.drawn ?? `/g/${message.game}/${message.scenario}`;
}
