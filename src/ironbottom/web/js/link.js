// @ts-check
/**
 * The page's link to a table: what it knows of it, and the way of every act.
 *
 * The server sends what is new over the socket, once; a request is answered with a receipt, the revision that it came to
 * for this seat, and the act is over when that revision is here. Where the socket is away, or a frame does not follow on
 * what is here, the whole is asked for.
 */
import { get, Live, post, Refusal, unique, Unreached } from './net.js';
import { applied } from './delta.js';
import { offers, sameQuestion } from './offered.js';
import { forgetTable, keepTable, keptTable } from './offline.js';

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Receipt} Receipt */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./types.js').ChatLine} Chat */

/** So long an act waits for the socket before it asks, in milliseconds. */
const PATIENCE = 1500;
/** Attempts to send an act over a line that breaks. */
const TRIES = 5;

export class Link {
  /**
   * @param {string} id
   * @param {string|null} seat
   * @param {{
   *   show: (message: Message, how: {fresh: Line[], own: boolean, whole: boolean}) => void|Promise<void>,
   *   thinking: () => void,
   *   connection: (connected: boolean) => void,
   *   gone: (why: string) => void,
   *   told: (data: any) => void,
   *   failed: () => void,
   *   stale: () => void,
   *   refused: (text: string, rule: string|null, asked?: string) => void,
   *   sending: (on: boolean) => void,
   * }} page
   */
  constructor(id, seat, page) {
    this.id = id;
    this.seat = seat;
    this.page = page;
    /** @type {Message|null} */
    this.message = null;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Chat[]} */
    this.chat = [];
    /** @type {Live|null} */
    this.live = null;
    this.closed = false;
    /** There is no way to the server: what is here is how the table stood once. */
    this.kept = false;
    /** What is shown is shown in order. @type {Promise<void>} */
    this.shown = Promise.resolve();
    /** Acts go out one after the other. @type {Promise<any>} */
    this.queue = Promise.resolve();
    /** The act that is on its way. */
    this.onItsWay = '';
    /** How many acts the table did not wait for. */
    this.missed = 0;
    this.busy = 0;
    /** How many questions are worked before those of the computers here. */
    this.ahead = 0;
    /** @type {string[]|null} the sides of people who have the table open; null where nobody else plays */
    this.here = null;
    /** @type {{from: number, to: number}[]} moves of the draft that were one act */
    this.acts = [];
    /** @type {(() => void)[]} who waits for a revision */
    this.waiting = [];
  }

  /** @param {Record<string, any>} query */
  url(query, path = '') {
    const all = new URLSearchParams();
    if (this.seat) all.set('seat', this.seat);
    for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined) all.set(key, String(value));
    return `/api/tables/${this.id}${path}?${all}`;
  }

  /** The number of the last line that nothing takes away. */
  get sure() {
    const last = this.lines.length ? this.lines[this.lines.length - 1].n : 0;
    return this.message ? Math.min(last, this.message.sure) : 0;
  }

  /** The number of the last message of the chat that is here. */
  get said() {
    return this.chat.length ? this.chat[this.chat.length - 1].n : 0;
  }

  /** What follows from the server in order; the page is told each time. */
  async start() {
    const message = await get(this.url({ after: 0, said: 0 })).catch((problem) => this.fromHere(problem));
    this.seat = message.seat;
    await this.take(message);
    this.live = this.kept ? new Live(() => '/api/live', () => {}, (connected) => { if (connected) location.reload(); }) : new Live(
      () => `/api/tables/${this.id}/live?seat=${encodeURIComponent(this.seat ?? '')}&after=${this.sure}&said=${this.said}&rev=${this.message?.rev ?? 0}`,
      (data) => this.heard(data), (connected) => this.connection(connected),
    );
  }

  /** How the table stood when it was here last, where there is no way to the server; what may not be seen any more is not kept. @param {unknown} problem */
  async fromHere(problem) {
    if (problem instanceof Refusal && [403, 404].includes(problem.status)) void forgetTable(this.id);
    const away = problem instanceof Unreached || (problem instanceof Refusal && problem.status >= 502 && problem.status <= 504);
    const message = away ? await keptTable(this.id, this.seat) : null;
    if (!message) throw problem;
    this.kept = true;
    return message;
  }

  close() {
    this.closed = true;
    this.live?.close();
  }

  /** Look from another seat; `anew`: nothing that was here stays. @param {string} seat @param {boolean} [anew] */
  async look(seat, anew = false) {
    this.seat = seat;
    this.acts = [];
    if (anew) this.forget();
    await this.take(await get(this.url({ after: this.sure, said: this.said })));
    this.live?.restart();
  }

  /** What was seen from a seat leaves the page. */
  forget() {
    this.lines = [];
    this.message = null;
  }

  // --- hearing -----------------------------------------------------------------------------------------------

  /** @param {any} data */
  heard(data) {
    if (data.type === 'thinking') {
      if (!this.message) return;
      this.message.thinking = data.sides ?? [];
      this.ahead = data.ahead ?? 0;
      this.page.thinking();
      return;
    }
    if (['challenged', 'declined', 'awaits', 'forfeit', 'removed'].includes(data.type)) {
      this.page.told(data);
      return;
    }
    if (data.type === 'here') {
      this.here = data.sides;
      this.page.thinking();
      return;
    }
    if (data.type !== 'message' || data.seat !== this.seat) return;
    const { message } = this;
    if (data.change === undefined) {
      void this.take(data);
      return;
    }
    const follows = message !== null && message.seat === data.seat && data.since === message.rev;
    if (!follows || (data.chat.length > 0 && data.chat[0].n > this.said + 1)) {
      if (!message || data.rev > message.rev) void this.resync();
      return;
    }
    const next = { ...applied(data.change, message), rev: data.rev, thinking: data.thinking, lines: data.lines, chat: data.chat };
    void this.take(next, data.own === true);
  }

  /** What happened meanwhile comes over the new connection by itself. @param {boolean} connected */
  connection(connected) {
    this.page.connection(connected);
    if (!connected) void this.stillMine();
  }

  /** A connection that does not come back may have lost its seat: then it says so and asks no more. */
  async stillMine() {
    if (!navigator.onLine) return;
    try {
      await get(this.url({ after: this.sure, said: this.said }));
    } catch (problem) {
      if (!(problem instanceof Refusal) || ![401, 403, 404].includes(problem.status)) return;
      this.live?.close();
      if (problem.status === 401) return; // signed out: the page tells that by itself
      void forgetTable(this.id);
      // the seat is another's, unless I may do nothing here at all
      const why = problem.status === 404 ? problem.message : await get('/api/me').then(() => '', (/** @type {any} */ other) => other.message);
      this.page.gone(why);
    }
  }

  /** Ask for the whole. */
  async resync() {
    const { seat, message: before } = this;
    try {
      const message = await get(this.url({ after: this.sure, said: this.said }));
      // what came over the socket while this was on its way may be newer than it
      if (seat === this.seat && (this.message === before || message.rev >= (this.message?.rev ?? 0))) await this.take(message);
    } catch {
      // the live connection asks again
    }
  }

  /** Take a message over: what is known at once, what is shown in order. @param {any} message @param {boolean} [own] */
  take(message, own = false) {
    if (this.closed || (message.seat && this.seat && message.seat !== this.seat)) return this.shown;
    const { said, lines } = this;
    this.chat = [...this.chat, ...message.chat.filter((/** @type {Chat} */ one) => one.n > said)];
    const known = lines.length ? lines[lines.length - 1].n : 0;
    const start = message.lines.length ? message.lines[0].n : message.n + 1;
    const fresh = message.lines.filter((/** @type {Line} */ line) => line.n > known);
    this.lines = message.curtain ? [] : [...lines.filter((line) => line.n < start && line.n <= message.n), ...message.lines];
    const whole = this.message === null;
    this.message = message;
    if (message.curtain) void forgetTable(this.id); // who sits here next is not to see it
    else if (!this.kept) keepTable(this.id, message, this.lines);
    this.shown = this.shown.then(() => this.page.show(message, { fresh, own, whole })).catch((problem) => { console.error(String(problem), problem); });
    for (const go of this.waiting.splice(0)) go();
    return this.shown;
  }

  /** Wait until a revision is here; a socket that is away or late is not waited for long. @param {number} rev */
  async reach(rev) {
    const limit = performance.now() + PATIENCE;
    const { seat } = this; // another seat has revisions of its own
    while (!this.closed && this.seat === seat && (this.message?.rev ?? 0) < rev) {
      const left = limit - performance.now();
      if (left <= 0 || !this.live?.connected) {
        await this.resync();
        break;
      }
      await new Promise((go) => {
        this.waiting.push(() => go(null));
        window.setTimeout(go, left);
      });
    }
    await this.shown;
  }

  // --- acting ------------------------------------------------------------------------------------------------

  /** Play actions, when what is on its way has come. @param {string[]} notations */
  act(notations) {
    const key = notations.join(';');
    if (this.onItsWay === key) return this.queue; // a second click before the answer is none
    this.onItsWay = key;
    const { missed, message: clicked } = this;
    const play = () => {
      // what should have come before it was not done: it means something else now, unless the same is asked still
      if (missed !== this.missed && !(clicked && this.message && sameQuestion(clicked, this.message))) return null;
      return this.play(notations);
    };
    this.queue = this.queue.then(play).finally(() => { if (this.onItsWay === key) this.onItsWay = ''; });
    return this.queue;
  }

  /**
   * Another's act may cross this one. It is sent once more where it means what it meant when it was clicked: the same is
   * asked, and may be answered so. @param {string[]} notations
   */
  async play(notations) {
    const clicked = this.message;
    if (!clicked || this.closed) return;
    let from = clicked.draft.length;
    let receipt = await this.posted('do', this.doing(clicked, notations));
    if (receipt === 'crossed' && this.message && offers(this.message, clicked, notations)) {
      from = this.message.draft.length;
      receipt = await this.posted('do', this.doing(this.message, notations));
    }
    if (receipt === 'crossed') {
      this.missed += 1;
      this.page.stale();
    }
    if (!receipt || receipt === 'crossed') return;
    const to = this.message?.draft.length ?? 0;
    this.acts = [...this.acts.filter((one) => one.to <= from && to > from), ...(to > from + 1 ? [{ from, to }] : [])];
    if (receipt.stopped) this.page.refused(receipt.stopped.text, receipt.stopped.rule, notations.join('; '));
  }

  /** @param {Message} message @param {string[]} notations */
  doing(message, notations) {
    return { seat: this.seat, n: message.n, draft: message.draft.length, id: unique(), do: notations };
  }

  /** Any other act: undo, chat, note, offer … @param {string} path @param {any} [body] */
  async send(path, body = {}) {
    const receipt = await this.posted(path, { seat: this.seat, ...body });
    if (receipt !== 'crossed') return receipt;
    this.page.stale();
    return null;
  }

  /**
   * The receipt, when what it tells of is here; `crossed`: the table had moved on, and where it stands now is here.
   * @param {string} path @param {any} body @returns {Promise<Receipt|'crossed'|null>}
   */
  async posted(path, body) {
    this.busy += 1;
    this.page.sending(true);
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          /** @type {Receipt} */
          const receipt = await post(`/api/tables/${this.id}/${path}`, body);
          await this.reach(receipt.rev);
          return receipt;
        } catch (problem) {
          if (problem instanceof Refusal) {
            if (problem.status === 409) {
              await this.resync();
              return 'crossed';
            }
            this.page.refused(problem.message, problem.rule, body.do?.join('; '));
            return null;
          }
          if (path !== 'do' || attempt >= TRIES) { // only what has an id of its own may be sent again
            this.page.failed();
            return null;
          }
          await new Promise((resolve) => window.setTimeout(resolve, 300 * 2 ** (attempt - 1)));
        }
      }
    } finally {
      this.busy -= 1;
      if (!this.busy) this.page.sending(false);
    }
  }

  /** @param {boolean} [all] */
  undo(all = false) {
    this.queue = this.queue.then(() => {
      const length = this.message?.draft.length ?? 0;
      const one = this.acts.find((act) => act.to === length);
      return length || this.message?.draft.more ? this.send('undo', all ? { all: true } : one ? { steps: one.to - one.from } : {}) : null;
    });
    return this.queue;
  }

  redo() {
    this.queue = this.queue.then(() => {
      const length = this.message?.draft.length ?? 0;
      const one = this.acts.find((act) => act.from === length);
      return this.message?.draft.redo ? this.send('redo', one ? { steps: one.to - one.from } : {}) : null;
    });
    return this.queue;
  }
}
