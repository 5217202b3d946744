// @ts-check
/**
 * What others do, and what happens by itself, one event at a time: the place lit, the camera there, the pieces on their
 * way, one sentence in the prompt's line, a card where something was thrown.
 *
 * It is made of the lines and the positions that this seat has, in their order; how long each is told hangs on its words.
 */

import { emblem, h } from './dom.js';
import { t } from './i18n.js';
import { entriesOf, lost, motionsOf } from './entries.js';
import { roundsOf } from './card.js';
import { beatsOf, faster, RUNNING, SPEEDS, TURN } from './pacing.js';
import { between, Scenes } from './scenes.js';
import { Seen } from './seen.js';
import { lookWhere, QUIET } from './looking.js';
import { change, settings } from './settings.js';
import { looksOn, unmanned } from './match.js';
import { sound } from './sound.js';
import { Summary } from './summary.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./entries.js').Entry} Entry */

/** So many entries are told at most; what lies further back stands in the log. */
const MOST = 300;
/** So many of the entries that were told stand beside the board. */
const LISTED = 14;
/** Modes in which one looks at what is old: nothing is told that nobody has waited for. */
const OLD = ['analysis', 'import', 'lesson'];
/** What has begun to be told less than this ago was not seen by who clicks, in milliseconds. */
const SUDDEN = 300;
/** A clock that runs out sooner than this runs now, in milliseconds. */
const SOON = 3600000;

/** Whether somebody must be told of an entry. @param {Entry} entry @param {string} seat */
const worth = (entry, seat) => Boolean(entry.card) || entry.lines.some((line) => line.points || lost(line) || (line.side && line.side !== seat && line.mark !== 'phase'));

/** Whether a lesson has come to its end, so that its coach has the last word. @param {Message|null} message */
const ended = (message) => Boolean(message?.coach && !message.coach.whole && !message.coach.example && ['done', 'failed'].includes(message.coach.state));

/** Whether nobody sees what is told: the page is out of sight, or a dialog lies over it. */
const unseen = () => document.hidden || document.querySelector('dialog[open]') !== null;

export class Story {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.scenes = new Scenes(game);
    this.seen = new Seen(game);
    this.summary = new Summary(game);
    /** Whether the page shows what is gone by. */
    this.on = false;
    /** The number of the last line that was told. */
    this.n = 0;
    /** The number of the first. */
    this.begun = 0;
    /** What is on the board. @type {Picture|null} */
    this.picture = null;
    /** Whether a lesson's last words stand there: what goes on after its last act is no part of it. */
    this.closing = false;
    /** What is still to be told. @type {Entry[]} */
    this.queue = [];
    /** What is told now. @type {Entry[]} */
    this.now = [];
    this.count = 0;
    /** So long this turn was told already. */
    this.spent = 0;
    /** When the first of what is told came on the page, in milliseconds of its clock; Infinity before. */
    this.opened = Infinity;
    /** Whether somebody tells. */
    this.playing = false;
    /** Grows when the story is broken off. */
    this.run = 0;
    /** @type {(() => void)|null} */
    this.wake = null;
    this.visible = () => { if (!document.hidden) this.wake?.(); };
    document.addEventListener('visibilitychange', this.visible);
  }

  close() {
    this.stop();
    this.seen.close();
    document.removeEventListener('visibilitychange', this.visible);
  }

  /** The sentence of what is told now. */
  get text() {
    const [first, ...more] = this.now;
    return first ? (more.length ? t('story.more', { text: first.text.replace(/\.$/, ''), n: more.length }) : first.text) : '';
  }

  /** How long a turn may take. @returns {number} */
  get limit() {
    const deadline = this.game.message?.clock?.deadline[this.game.seat ?? ''];
    return deadline && new Date(deadline).getTime() - Date.now() < SOON ? RUNNING : TURN;
  }

  /**
   * The lines of a message that are to be told, and the number of the line that the board shows before them; null where
   * the present is shown at once.
   * @param {Message} message
   * @param {{fresh: Line[], own: boolean, first: boolean}} how
   * @returns {Promise<{lines: Line[], from: number|null}|null>}
   */
  async due(message, { fresh, own, first }) {
    const { game } = this;
    if (game.replaying.on || game.startAt) return null;
    if (first || !ended(message)) this.closing = false;
    else if (!ended(game.before) || own) this.closing = !ended(game.before); // who acts plays on, and is told as ever
    if (this.closing) return null;
    // in a lesson that is a whole game he says first what it is about, whoever moves first
    if (message.coach?.whole && !game.lines.some((line) => line.side === message.seat && !line.mark)) return null;
    if (this.on) return fresh.length ? { lines: fresh, from: null } : null;
    if (first) return this.since(message);
    const lines = own || unmanned(message) ? fresh : fresh.filter((line) => !line.draft); // what follows on a draft by itself is not told again later
    const entries = entriesOf(lines);
    if (!own) return entries.length ? { lines, from: null } : null;
    // what one does oneself is there at once; what follows by itself is told, and where one has no line, all of it
    const [head] = entries;
    const rest = head?.side && head.side !== message.seat ? entries : entries.slice(1);
    return rest.some((entry) => worth(entry, message.seat)) ? { lines: rest.flatMap((entry) => entry.lines), from: rest[0].first - 1 } : null;
  }

  /** What happened since this device showed the seat last. @param {Message} message */
  async since(message) {
    const all = this.game.lines.filter((line) => !line.draft);
    const mine = message.seats.some((seat) => seat.you && seat.side === message.seat);
    let n = await this.seen.of(message.seat);
    if (n === null) {
      const other = mine && !OLD.includes(message.mode) ? all.find((line) => line.side && line.side !== message.seat && !line.mark && line.motions) : undefined;
      n = other ? other.of - 1 : message.sure;
    }
    const entries = entriesOf(all.filter((line) => line.n > /** @type {number} */ (n))).slice(-MOST);
    if (!entries.some((entry) => entry.side !== message.seat && worth(entry, message.seat))) return null;
    return { lines: entries.flatMap((entry) => entry.lines), from: entries[0].first - 1 };
  }

  /** The position after line `n`, to begin with; null where it cannot be had. @param {number} n @returns {Promise<Picture|null>} */
  async start(n) {
    try {
      return await this.scenes.at(n);
    } catch {
      return null;
    }
  }

  /** The board shows the position after line `n`, while what comes is made ready. @param {Picture} picture @param {number} n */
  hold(picture, n) {
    this.on = true;
    this.picture = picture;
    this.n = n;
  }

  /**
   * Tell lines, after what is told already. @param {Line[]} lines
   * @param {Picture|null} picture what the board shows before them, where nothing is told now
   * @param {Line[]} [own] what one did oneself, which the board shows at once
   */
  tell(lines, picture, own = []) {
    this.queue.push(...entriesOf(lines));
    this.count = this.queue.length + this.now.length;
    if (this.playing) return;
    this.on = true;
    this.opened = Infinity;
    this.picture = picture;
    this.n = lines[0].n - 1;
    this.begun = lines[0].n;
    if (picture) this.summary.begin(this.n, picture, own);
    this.game.page?.classList.add('telling');
    void this.play(++this.run);
  }

  /** @param {number} run */
  async play(run) {
    this.playing = true;
    try {
      const { match } = this.game;
      while ((this.queue.length || match.held) && run === this.run) {
        while ((unseen() || match.held) && run === this.run) await this.pause(document.hidden || match.held ? 60000 : 250);
        if (!this.queue.length) continue;
        if (match.on) this.spent = 0; // it has no turns of one's own between
        const [beat] = beatsOf(this.queue, settings.story, Math.max(this.limit - this.spent, this.queue.length > 1 ? 1500 : 700));
        const last = beat.entries[beat.entries.length - 1];
        const next = this.queue[beat.entries.length];
        const ahead = this.queue.map((entry) => entry.n);
        const after = await this.scenes.at(last.n, ahead);
        const later = next && this.scenes.known.get(next.n);
        if (run !== this.run) return;
        this.queue.splice(0, beat.entries.length);
        this.now = beat.entries;
        this.opened = Math.min(this.opened, performance.now());
        const before = this.picture ?? after;
        const then = later === after ? between(before, after, beat.entries) : after;
        // board and score do not give away how a fight ends that is told round by round
        const fight = beat.entries.some((entry) => roundsOf(entry) > 1 || entry.lines.some((line) => line.card?.rounds));
        if (!fight) this.n = last.n;
        this.picture = fight ? before : then;
        this.show(beat.entries, beat.time, !fight);
        this.spent += beat.time;
        match.told();
        await this.rounds(beat, run);
        if (fight && run === this.run) {
          this.n = last.n;
          this.picture = then;
          this.stir(beat.entries, beat.time);
        }
        await match.linger(run);
      }
    } catch (problem) {
      if (run === this.run) console.warn(problem); // a story that cannot be told is none: the present is shown
    }
    if (run === this.run) this.end();
  }

  /** Put what is told on the page. @param {Entry[]} entries @param {number} time @param {boolean} moved whether the board shows what came of it */
  show(entries, time, moved) {
    const { game } = this;
    const { board } = game;
    if (!board) return;
    const places = [...new Set(entries.flatMap((entry) => entry.places))];
    const free = settings.follow && performance.now() - board.camera.touched > QUIET;
    const card = entries.find((entry) => entry.card);
    board.camera.foot = card ? game.cards?.room ?? 0 : 0;
    if (places.length && free) board.goTo(places);
    if (moved) this.stir(entries, time);
    board.locate(places);
    game.drawTop();
    if (!moved) game.panel?.update();
    if (!card) game.cards?.close();
    const all = entries.flatMap((entry) => entry.lines);
    if (all.some((line) => line.dice?.length)) sound('dice');
    else if (all.some(lost)) sound('loss');
    else if (all.some((line) => line.motions?.length)) sound('place');
  }

  /** The board, the score and the panel come to what is told now. @param {Entry[]} entries @param {number} time */
  stir(entries, time) {
    const { game } = this;
    if (!game.board) return;
    const lines = entries.flatMap((entry) => [{ ...entry.lines[0], motions: motionsOf(entry), shown: entry.lines.flatMap((line) => line.shown ?? []) }]);
    game.board.walk = Math.min(1600, time * 0.6);
    game.drawBoard(lines, true);
    game.board.walk = 0;
    game.drawBottom();
    game.panel?.update();
  }

  /** A fight is told round by round, after those that were told before. @param {import('./pacing.js').Beat} beat @param {number} run */
  async rounds({ entries, time }, run) {
    const { cards } = this.game;
    const card = entries.find((entry) => entry.card);
    if (!card || !cards) return this.pause(time);
    const [whole] = entriesOf(cards.whole(card.lines));
    const [last, rounds] = [roundsOf(whole), roundsOf(card)];
    for (let n = last - rounds + 1; n <= last && run === this.run; n += 1) {
      cards.show(whole, true, time / rounds, n);
      await this.pause(time / rounds);
    }
  }

  /** @param {number} time */
  pause(time) {
    return new Promise((resolve) => {
      const timer = window.setTimeout(() => this.wake?.(), time);
      this.wake = () => {
        window.clearTimeout(timer);
        this.wake = null;
        resolve(null);
      };
    });
  }

  /** Whether it has only just begun: a click that comes now was meant for the table before it. */
  get sudden() {
    return performance.now() - this.opened < SUDDEN;
  }

  /** On to the next event. @returns {boolean} whether something is told */
  skip() {
    if (!this.on) return false;
    this.opened = -Infinity; // who goes on has seen that something is told: a click that follows is meant
    this.game.board?.skip();
    if (this.game.cards?.steps?.next()) return true;
    this.wake?.();
    return true;
  }

  /** Show the present. @returns {boolean} whether something was told */
  present() {
    if (!this.on) return false;
    this.queue = [];
    this.run += 1;
    this.wake?.();
    this.game.cards?.close();
    this.end();
    return true;
  }

  /** Nothing is told any more; the page shows nothing by itself. */
  stop() {
    this.run += 1;
    this.wake?.();
    this.on = false;
    this.playing = false;
    this.queue = [];
    this.now = [];
    this.picture = null;
    this.scenes.forget();
    this.game.page?.classList.remove('telling');
  }

  end() {
    const { game } = this;
    this.stop();
    const { message } = game;
    if (!message || game.closed) return;
    const thinking = message.thinking.length > 0 && !message.prompt.mine;
    if (!thinking) this.spent = 0;
    game.board?.locate([]);
    if (game.board) game.board.camera.foot = 0;
    game.drawAll([], true);
    game.coach?.point();
    game.arrived();
    if (message.prompt.mine || message.over || (looksOn(message) && !game.match.on)) this.summary.show(message);
    if (message.prompt.mine) lookWhere(game, false);
    game.sawAll();
  }

  /** What the line of the prompt offers while something is told. */
  buttons() {
    const next = h('button', { type: 'button', class: 'button answer', 'data-key': 'story-next', 'data-told': '' }, t('story.next'), h('kbd', null, t('story.space')));
    next.addEventListener('click', () => this.skip());
    return [next, this.toNow(), this.speed()];
  }

  toNow() {
    const now = h('button', { type: 'button', class: 'button answer', 'data-key': 'story-now', 'data-told': '', disabled: !this.on }, t('story.now'), h('kbd', null, 'Esc'));
    now.addEventListener('click', () => this.present());
    return now;
  }

  speed() {
    const speed = settings.story in SPEEDS ? settings.story : 'normal'; // computers that play each other are told always
    const name = t(`story.${speed}`);
    const button = h('button', { type: 'button', class: 'button answer story-speed', 'data-key': 'story-speed', 'data-told': '', 'aria-label': `${t('story.speed')}: ${name}`, title: t('story.speed') }, name);
    button.addEventListener('click', () => {
      change({ story: faster(speed) });
      this.game.drawTop();
    });
    return button;
  }

  /** What was told so far, the last of it. */
  list() {
    const told = entriesOf(this.game.lines.filter((line) => line.n >= this.begun && line.n <= this.n)).slice(-LISTED);
    return h('ol', { class: 'story-list' }, told.map((entry) => h('li', { class: this.game.style(entry.side) }, h('span', null, entry.side ? emblem(this.game.style(entry.side)) : null), h('span', null, entry.text))));
  }

  /** Who acts in what is told. */
  get side() {
    return this.now[0]?.side ?? '';
  }

  /** A mark of how much is left. */
  progress() {
    const done = Math.max(1, this.count - this.queue.length);
    return h('span', { class: 'story-count', 'data-entries': this.now.map((entry) => entry.n).join(' ') }, emblem(this.game.style(this.side)),
      this.game.match.on ? t('match.event', { n: this.now[this.now.length - 1]?.n ?? this.n }) : t('story.count', { n: done, of: Math.max(done, this.count) }));
  }
}
