// @ts-check
/** The analysis board: it looks like one, leads back to the game, weighs each position and shows the best lines. */

import { h, icon, ICONS } from './dom.js';
import { percents, t } from './i18n.js';
import { get, post } from './net.js';
import { recall, remember } from './settings.js';
import { go } from './wire.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Hint} Hint */
/** @typedef {import('./types.js').Considered} Considered */

/** @typedef {import('./types.js').LogLine} Line */

/** @typedef {{game: string, at: number|null, seat?: string, n?: number, task?: string, rule?: string}} Origin where an analysis or practice board came from, the seat whose lines up to `n` tell of what came before it, and what is to be found on it */

/** @typedef {{game: string, n: number}} Place a line in the log of a game */

/** What was found of so many positions is kept. */
const KEPT = 40;

/** @param {string} id @param {Origin} origin */
export function setOrigin(id, origin) {
  remember(`origin.${id}`, origin);
}

/**
 * A board of one's own from a position of a table: as it is, or after a line of the log, or after an entry of the record of
 * a game that is over.
 * @param {string} id @param {string} seat @param {number|null} at @param {string} [task] @param {number} [end]
 */
export async function analyse(id, seat, at, task, end) {
  const answer = await post(`/api/tables/${id}/analysis`, { seat, ...(end !== undefined ? { end } : at === null ? {} : { at }) });
  setOrigin(answer.id, { game: id, at, seat, n: answer.n, task });
  go(`/t/${answer.id}`);
}

/** What happened before a board was made, also where that was made from another one. @param {string} id @returns {Promise<{line: Line, place: Place}[]>} */
async function toldBefore(id) {
  /** @type {Origin|null} */
  const origin = recall(`origin.${id}`, null);
  if (!origin?.n) return [];
  const { game, n } = origin;
  /** @type {[{line: Line, place: Place}[], {lines: Line[]}]} */
  const [earlier, { lines }] = await Promise.all([toldBefore(game), get(`/api/tables/${encodeURIComponent(game)}?seat=${encodeURIComponent(origin.seat ?? '')}&after=0`)]);
  return [...earlier, ...lines.filter((line) => line.n <= n && !line.draft).map((line) => ({ line, place: { game, n: line.n } }))];
}

export class Analysis {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  get on() {
    return this.game.message?.mode === 'analysis';
  }

  /** What happened before this board was made: its lines are numbered up to 0, for the board's own begin with 1. @type {Line[]} */
  before = [];

  /** Where each of them stands. @type {Place[]} */
  places = [];

  /** Fetch what happened before; a game that is gone has nothing to tell. */
  async readBefore() {
    const { game } = this;
    const found = await toldBefore(game.id).catch(() => []);
    if (!found.length || game.closed) return;
    /** @type {Map<string, number>} by where an entry begins */
    const first = new Map();
    this.places = found.map(({ place }) => place);
    this.before = found.map(({ line, place }, i) => {
      const n = i + 1 - found.length;
      const of = `${place.game} ${line.of}`;
      first.set(of, first.get(of) ?? n);
      return { ...line, n, of: first.get(of) ?? n };
    });
    game.panel?.log.forget();
    game.panel?.log.update(game.told);
  }

  /** Where a line of the log stands that tells of what came before. @param {number} n @returns {Place|null} */
  placeOf(n) {
    return this.places[n + this.places.length - 1] ?? null;
  }

  /** Show the table as it was after a line, here or in the game that this was made from. @param {number} n */
  lookAt(n) {
    const place = this.placeOf(n);
    if (place) go(`/t/${place.game}?at=${place.n}`);
    else void this.game.replaying.open(n);
  }

  /** Whether each position is weighed by itself. */
  weighing = recall('weigh', true) === true;

  /** What was found of the position that is shown, or of the one that a move was begun in. @type {Hint|null} */
  found = null;

  /** What was found of each position, so that it stands again when one comes back to it. @type {Map<string, Hint>} */
  known = new Map();

  /** The position that was weighed last, or could not be, its stage of the turn, and how much was in hand there. */
  at = { key: '', stage: '', hand: 0 };

  /** A line that is looked at; the positions that it came through. @type {{one: Considered, keys: string[], acting: boolean}|null} */
  line = null;

  /** Whether the best lines are unfolded, where one looks for a better move oneself. */
  given = false;

  timer = 0;

  /** Whether a question is on its way: one is answered at a time. */
  asked = false;

  /** What tells the position from others. */
  get key() {
    return JSON.stringify([this.game.message?.seat, this.game.message?.picture]);
  }

  get hand() {
    return this.game.message?.picture?.pieces.filter((piece) => piece.picked).length ?? 0;
  }

  /** Whether something was taken up since lines were weighed: such a move is only begun. */
  get held() {
    return typeof this.found?.considered[0].score === 'number' && this.hand > this.at.hand && this.game.stage.id === this.at.stage;
  }

  /** So many steps of the line that is looked at were done. */
  get steps() {
    return (this.line?.keys.length ?? 1) - 1;
  }

  /** Where one came from, and what the way back is called. */
  get home() {
    /** @type {Origin|null} */
    const origin = recall(`origin.${this.game.id}`, null);
    return { origin, way: origin ? `/t/${origin.game}${this.back(origin)}` : '/', words: t(origin ? 'analysis.back' : 'table.home') };
  }

  /** Where in the game one was: at a moment, and from a practice board at its rule. @param {Origin} origin */
  back(origin) {
    const at = [origin.at ? `at=${origin.at}` : '', origin.rule && this.game.message?.mode === 'practice' ? `rule=${encodeURIComponent(origin.rule)}` : ''].filter(Boolean);
    return at.length ? `?${at.join('&')}` : '';
  }

  /** The ribbon above the board, and the way back. */
  dress() {
    const { game } = this;
    const shown = game.message?.mode === 'practice';
    if (!(this.on || shown) || !game.page || !game.boardHost) return;
    game.page.classList.add('analysis');
    game.page.classList.toggle('practice', shown);
    if (game.page.querySelector('.ribbon')) return;
    if (this.on) void this.readBefore();
    const { origin, way, words } = this.home;
    const back = h('a', { class: 'button primary small-button', 'data-key': 'way-back', href: way }, icon(ICONS.undo), words);
    if (shown) {
      back.addEventListener('click', (event) => {
        event.preventDefault();
        void game.coach?.leave(way);
      });
    }
    game.boardHost.before(h('div', { class: 'ribbon', role: 'note' }, h('b', null, t(shown ? 'practice.name' : 'analysis.name')), h('span', { class: origin?.task ? 'task' : '' }, shown ? t('practice.text') : origin?.task ?? t(game.message?.hints === false ? 'analysis.rehearsal' : 'analysis.text')), back));
  }

  /** A position is shown: weigh it, unless it was, or unless a move is only begun. */
  weigh() {
    window.clearTimeout(this.timer);
    if (!this.on || !this.weighing) return;
    const { key, line } = this;
    if (line?.acting) return;
    if (line) { // its steps may have been taken back
      const at = line.keys.indexOf(key);
      if (at < 0) this.line = null;
      else line.keys.length = at + 1;
    }
    const known = this.known.get(key) ?? null;
    if (key === this.at.key || this.steps || (!known && this.held)) return;
    this.found = known;
    this.line = null;
    if (known) this.at = { key, stage: this.game.stage.id, hand: this.hand };
    else if (this.may) this.timer = window.setTimeout(() => void this.ask(), 400);
  }

  get may() {
    const { message } = this.game;
    return this.on && message?.hints !== false && !message?.over && message?.prompt.mine === true;
  }

  async ask() {
    const { game, key } = this;
    if (this.asked || !this.may) return;
    this.asked = true;
    /** @type {Hint|null} */
    const found = await post(`/api/tables/${game.id}/hint`, { seat: game.seat }).catch(() => null); // it is shown as it is
    this.asked = false;
    if (game.closed) return;
    if (found) {
      if (this.known.size >= KEPT) this.known.delete(this.known.keys().next().value ?? '');
      this.known.set(key, found);
    }
    if (key === this.key) {
      this.found = found;
      this.at = { key, stage: this.game.stage.id, hand: this.hand };
      game.panel?.drawNow();
    } else this.weigh();
  }

  /** Do the next step of the line that is looked at, or all that is left. @param {number} [n] */
  async go(n = Infinity) {
    const { line } = this;
    if (!line || line.acting) return;
    const before = line.keys[line.keys.length - 1];
    const left = line.one.do.slice(this.steps, this.steps + n);
    line.acting = true;
    await this.game.act(left);
    line.acting = false;
    if (this.steps + left.length === line.one.do.length) this.line = this.found = null;
    else if (this.key !== before) line.keys.push(this.key); // else it was refused
    this.weigh();
    this.game.panel?.drawNow();
  }

  /** The line that is looked at: its acts, which can be done one by one. @param {Considered} one */
  opened(one) {
    let until = 0;
    const ends = one.acts.map((act) => (until += act.n));
    const acts = ends.filter((end) => end <= this.steps).length;
    const next = (ends[acts] ?? this.steps + 1) - this.steps;
    const button = (/** @type {string} */ name, /** @type {string} */ look, /** @type {number} */ n) => {
      const made = h('button', { type: 'button', class: `button small-button ${look}`, 'data-key': `line-${name}`, disabled: this.line?.acting }, t(`analysis.${name}`));
      made.addEventListener('click', () => void this.go(n));
      return made;
    };
    const list = h('ol', { class: 'advice-steps' }, one.acts.map((act, i) => h('li', { class: i < acts ? 'done' : i === acts ? 'next' : '', 'aria-current': i === acts ? 'step' : null }, act.text)), until < one.do.length ? h('li', null, t('hint.then')) : null);
    requestAnimationFrame(() => { list.scrollTop = /** @type {HTMLElement|undefined} */ (list.children[Math.max(0, acts - 1)])?.offsetTop ?? 0; });
    return h('div', { class: 'line-open' }, list, h('div', { class: 'row-buttons' }, button('next', 'primary', next), button('all', '', Infinity)));
  }

  /** The chance of each side, and the best lines: what stands first in the panel. */
  card() {
    const { game, found } = this;
    if (!this.on || game.past || game.message?.hints === false) return null;
    const toggle = h('input', { type: 'checkbox', class: 'switch', role: 'switch', checked: this.weighing, 'data-key': 'weigh' });
    toggle.addEventListener('change', () => {
      this.weighing = toggle.checked;
      remember('weigh', this.weighing);
      this.found = null;
      this.line = null;
      this.at = { key: '', stage: '', hand: 0 };
      this.weigh();
      game.panel?.drawNow();
    });
    const sides = Object.keys(found?.chance ?? {});
    const whole = sides.reduce((sum, side) => sum + (found?.chance?.[side] ?? 0), 0) || 1;
    const shares = percents(sides.map((side) => (found?.chance?.[side] ?? 0) / whole));
    const bar = sides.length ? h('div', { class: 'odds-bar', role: 'img', 'aria-label': sides.map((side, i) => `${game.sideName(side)} ${shares[i]}`).join(', ') }, sides.map((side, i) => h('span', { class: `part ${game.style(side)}`, style: { 'flex-grow': String(Math.max(0.02, found?.chance?.[side] ?? 0)) } }, (found?.chance?.[side] ?? 0) / whole > 0.3 ? `${game.sideName(side)} ${shares[i]}` : ''))) : null;
    const all = (found?.considered ?? []).slice(0, 4);
    const held = this.held && !this.steps && this.at.key !== this.key;
    const lines = held ? [] : all.map((one) => {
      const open = this.line?.one === one;
      const { title, more } = titled(one, all);
      const go = h('button', { type: 'button', class: 'button field-choice', 'data-key': `line-${one.do.join(';')}`, disabled: this.steps > 0, 'aria-expanded': one.do.length > 1 ? String(open) : null },
        h('span', null, title, more ? h('small', { class: 'line-steps' }, more) : null),
        one.score === null ? null : h('b', null, percents([one.score, 1 - one.score])[0], one.error ? h('small', { class: 'line-error' }, t('analysis.error', { n: Math.round(100 * one.error) })) : null));
      go.addEventListener('click', () => {
        this.line = open ? null : { one, keys: [this.key], acting: false };
        if (!open && one.do.length === 1) void this.go();
        else game.panel?.drawNow();
      });
      go.addEventListener('pointerenter', () => game.asking.showAdvice(one.do));
      go.addEventListener('pointerleave', () => game.board?.advise([]));
      return h('li', null, go, open && one.do.length > 1 ? this.opened(one) : null);
    });
    return h('section', { class: 'card analysis-card' }, h('label', { class: 'setting' }, h('h3', null, t('analysis.weigh')), toggle),
      this.weighing && !found && this.may && this.at.key !== this.key ? h('p', { class: 'small', role: 'status' }, t('analysis.weighing')) : null,
      bar, held && all.length ? h('p', { class: 'small' }, t('analysis.hand')) : null,
      lines.length ? this.answers([h('ul', { class: 'best-lines' }, lines), all.some((one) => one.error) ? h('p', { class: 'small' }, t('analysis.margin')) : null]) : null);
  }

  /** The best lines; where one is to find a better move oneself, they are not given away. @param {(HTMLElement|null)[]} lines */
  answers(lines) {
    if (!this.home.origin?.task) return [h('h4', null, t('analysis.lines')), ...lines];
    const fold = h('details', { class: 'all-actions', open: this.given }, h('summary', null, t('analysis.lines')), lines);
    fold.addEventListener('toggle', () => { this.given = fold.open; });
    return fold;
  }
}

/**
 * What a line is called beside others: by its acts that they have not, else by its plan; and what it intends.
 * @param {Considered} one @param {Considered[]} all
 */
export function titled(one, all) {
  const acts = (/** @type {Considered} */ of) => of.acts.map((act) => act.text);
  const others = new Set(all.filter((other) => other !== one).flatMap(acts));
  const own = [...new Set(acts(one))].filter((act) => !others.has(act));
  const named = acts(one).find((act) => one.plan.endsWith(` – ${act}`)); // so plans that are called alike are told apart
  const plan = named ? one.plan.slice(0, -named.length - 3) : one.plan;
  const some = (/** @type {string[]} */ steps) => (steps.length > 3 ? t('analysis.more', { steps: steps.slice(0, 3).join(', ') }) : steps.join(', '));
  return own.length ? { title: some(own), more: own.includes(plan) ? '' : plan } : { title: one.plan.charAt(0).toUpperCase() + one.plan.slice(1), more: some(acts(one)) };
}
