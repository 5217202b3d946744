// @ts-check
/** A table: asks the server, shows the answer, and sends what the player chooses. It knows no game. */

import { fill, h, icon, ICONS } from './dom.js';
import { moment, number, percent, t } from './i18n.js';
import { get, post } from './net.js';
import { Link } from './link.js';
import { BoardView } from './board.js';
import { Fan } from './fan.js';
import { inmost } from './geometry.js';
import { Panel } from './panel.js';
import { nameOf } from './pieces.js';
import { ReplayBar } from './replay.js';
import { CommandField } from './command.js';
import { Coach } from './coach.js';
import { drawCurtain } from './curtain.js';
import { drawPlaceCard } from './placecard.js';
import { drawPrompt, onSheets } from './prompt.js';
import { drawSequence } from './sequence.js';
import { announce, closeMenu, confirm, copyText, dialog, menu, toast } from './dialog.js';
import { actionOf } from './keys.js';
import { helpDialog, settingsDialog } from './settingsdialog.js';
import { change, drawing, moves, onSettings, recall, remember, settings } from './settings.js';
import { loadFaces } from './sprite.js';
import { sound } from './sound.js';
import { ruleLink } from './widgets.js';
import { removeTable } from './remove.js';
import { askForSeat, ownSeat, seatLink } from './seat.js';
import { asPng, logTable, logText, positionSvg, report, save } from './export.js';
import { setTurnSign, notify } from './signs.js';

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./types.js').Odds} Odds */
/** @typedef {import('./types.js').OfferInfo} Offer */
/** @typedef {import('./types.js').ChatLine} Chat */
/** @typedef {import('./types.js').Board} BoardData */

/** So long after somebody has moved the camera it does not follow the others' fights, in milliseconds. */
const QUIET = 4000;

/** Whether a line tells of fighting, and where. @param {Line} line */
const fought = (line) => (line.mark === 'battle' || line.mark === 'loss') && Boolean(line.spaces?.length);

export class Game {
  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {{seat?: string|null, at?: number|null}} how
   */
  constructor(host, id, how) {
    this.host = host;
    this.id = id;
    this.startAt = how.at ?? null;
    this.link = new Link(id, how.seat ?? null, {
      show: (message, how) => this.show(message, how),
      thinking: () => { this.drawTop(); this.patience(); },
      connection: (connected) => this.connection(connected),
      gone: () => this.notice('net', h('span', null, t('net.gone'), ' ', h('a', { href: '/' }, t('error.home')))),
      failed: () => toast(t('net.failed'), 'bad'),
      stale: () => toast(t('net.stale')),
      refused: (text, rule) => this.refused(text, rule),
      sending: (on) => this.page?.classList.toggle('sending', on),
    });
    /** @type {Message|null} the message that was shown last */
    this.before = null;
    /** @type {BoardData|null} */
    this.data = null;
    /** @type {BoardView|null} */
    this.board = null;
    /** @type {Panel|null} */
    this.panel = null;
    /** @type {Coach|null} */
    this.coach = null;
    /** @type {Fan|null} */
    this.fan = null;
    /** @type {ReplayBar|null} */
    this.replay = null;
    this.replaying = false;
    this.replayAt = 0;
    /** @type {import('./types.js').Picture|null} */
    this.replayPicture = null;
    /** @type {Map<string, Choice[]>} */
    this.byPiece = new Map();
    /** @type {Map<string, (Choice|Macro)[]>} */
    this.bySpace = new Map();
    /** @type {Map<string, Macro[]>} macros, and choices that stand aside */
    this.macrosAt = new Map();
    /** @type {Map<string, Macro[]>} what a piece does when it is dragged */
    this.macrosFrom = new Map();
    /** @type {Choice[]} */
    this.buttons = [];
    /** @type {Macro[]} */
    this.macroButtons = [];
    /** @type {string|null} piece chosen in the page, for choices that name both a piece and a place */
    this.selected = null;
    /** @type {Choice|Macro|null} something that cannot be taken back, waiting to be confirmed */
    this.pending = null;
    /** @type {Odds|null} */
    this.shownOdds = null;
    this.waitingOdds = false;
    this.oddsFor = '';
    /** @type {Map<string, Odds|null>} */
    this.oddsKnown = new Map();
    /** @type {Map<string, {text: string|null, rule: string|null}>} */
    this.whyKnown = new Map();
    this.freshDice = false;
    /** @type {string|null} */
    this.hovered = null;
    this.overlaysOn = new Set(recall('overlays', []));
    this.hoverTimer = 0;
    this.covered = false;
    this.closed = false;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.keysUp = (/** @type {KeyboardEvent} */ event) => this.keyUp(event);
    this.clicks = (/** @type {MouseEvent} */ event) => this.clicked(event);
    this.pressed = () => { this.board?.skip(); };
    this.visible = () => { if (!document.hidden) this.sawAll(); };
    this.unsettle = onSettings(() => {
      this.dock();
      this.board?.restyle();
      if (this.message && this.board) this.drawBoard([], false);
    });
  }

  async start() {
    document.addEventListener('keydown', this.keys);
    document.addEventListener('keyup', this.keysUp);
    document.addEventListener('click', this.clicks);
    document.addEventListener('pointerdown', this.pressed, { capture: true });
    document.addEventListener('visibilitychange', this.visible);
    try {
      await this.link.start();
    } catch (problem) {
      this.host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('error.load')), h('p', null, problem instanceof Error ? problem.message : ''), h('a', { class: 'button primary', href: '/' }, t('error.home'))));
      return;
    }
    if (this.startAt && !this.covered) await this.openReplay(this.startAt);
  }

  close() {
    this.closed = true;
    this.link.close();
    this.board?.close();
    this.replay?.stop();
    this.unsettle();
    document.removeEventListener('keydown', this.keys);
    document.removeEventListener('keyup', this.keysUp);
    document.removeEventListener('click', this.clicks);
    document.removeEventListener('pointerdown', this.pressed, { capture: true });
    document.removeEventListener('visibilitychange', this.visible);
    setTurnSign('', false);
  }

  /** @returns {Message|null} what is known of the table */
  get message() {
    return this.link.message;
  }

  /** @returns {Line[]} */
  get lines() {
    return this.link.lines;
  }

  /** @returns {Chat[]} */
  get chat() {
    return this.link.chat;
  }

  get said() {
    return this.link.said;
  }

  get seat() {
    return this.link.seat;
  }

  /** @param {Record<string, any>} query */
  url(query, path = '') {
    return this.link.url(query, path);
  }

  // --- words -------------------------------------------------------------------------------------------------

  /** @param {string|undefined|null} side @returns {'us'|'jp'|'none'} */
  style(side) {
    return this.data?.sides.find((one) => one.id === side)?.style ?? 'none';
  }

  /** @param {string} side */
  sideName(side) {
    return this.data?.sides.find((one) => one.id === side)?.name ?? side;
  }

  /** Who sits at a side, and the side. @param {string} side */
  speaker(side) {
    const name = this.message?.seats.find((seat) => seat.side === side)?.name;
    return name ? `${name} (${this.sideName(side)})` : this.sideName(side);
  }

  /** @param {number} n */
  lineAt(n) {
    return this.lines.find((line) => line.n === n);
  }

  get shownPicture() {
    return this.replaying ? this.replayPicture : (this.message?.picture ?? null);
  }

  // --- messages ----------------------------------------------------------------------------------------------

  /** @param {boolean} connected */
  connection(connected) {
    document.documentElement.classList.toggle('offline', !connected);
    this.notice('net', connected ? null : h('span', null, t('net.lost')));
  }

  /**
   * Show a message: what is new in it, and how the table stands.
   * @param {Message} message
   * @param {{fresh: Line[], own: boolean, whole: boolean}} how
   */
  async show(message, { fresh, own, whole }) {
    if (this.closed) return;
    if (message.curtain) {
      await this.cover(message);
      return;
    }
    if (!message.picture || this.turned(message)) return;
    const first = whole || this.covered || !this.board;
    const { before } = this;
    if (!first && before?.rev === message.rev && before.seat === message.seat && !fresh.length) return;
    const wasMine = before?.prompt.mine ?? false;
    const wasOver = Boolean(before?.over);
    const declined = this.refusedOffer(message);
    this.before = message;
    this.oddsKnown.clear();
    this.whyKnown.clear();
    this.amounts.clear();
    this.pending = null;
    if (this.oddsFor) {
      this.shownOdds = null;
      this.waitingOdds = false;
      this.oddsFor = '';
    }
    this.hint = null;
    if (this.selected && !message.picture.pieces.some((piece) => piece.id === this.selected)) this.selected = null;
    if (this.selected && own && !message.choices.some((choice) => choice.space && choice.piece === this.selected)) this.selected = null;
    this.index();
    if (first || !this.board) {
      await this.build(message);
    }
    this.covered = false;
    const told = first ? [] : fresh;
    this.freshDice = told.some((line) => line.dice?.length);
    this.notice('why', null);
    this.drawAll(told, !first);
    this.board?.advise([]);
    this.coach?.point();
    this.freshDice = false;
    const placed = this.lookWhere(first);
    if (!first && !own && !placed) this.follow(told);
    setTurnSign(message.title, message.prompt.mine && !message.over);
    this.patience();
    this.showAsked(message);
    if (message.notice) this.notice('news', h('span', null, message.notice));
    if (message.rematch && message.rematch !== this.rematchTold) {
      this.rematchTold = message.rematch;
      this.notice('rematch', h('span', null, t('over.rematch-made'), ' ', h('a', { href: `/t/${message.rematch}` }, t('over.rematch-go'))));
    }
    if (declined) this.notice('answer', h('span', null, t('offer.declined')));
    else if (message.offers.length) this.notice('answer', null);
    if (!first) {
      if (fresh.length) announce(fresh.map((line) => line.text).join('. '));
      if (fresh.some((line) => line.dice?.length)) sound('dice');
      else if (fresh.some((line) => line.mark === 'loss' || line.motions?.some((motion) => motion.gone))) sound('loss');
      else if (own) sound(fresh.some((line) => line.motions?.length) ? 'place' : 'take');
      if (message.prompt.mine && !wasMine && !message.over) {
        sound('turn');
        notify(message.title);
      }
      if (message.over && !wasOver) this.panel?.show('now');
    } else this.greet();
    this.sawAll();
  }

  withdrawn = false;

  /** Whether an offer of mine stands no more though nothing has happened. @param {Message} next */
  refusedOffer(next) {
    const { before: message, withdrawn } = this;
    const own = new Set(next.seats.filter((seat) => seat.you).map((seat) => seat.side));
    const gone = message?.offers.some((old) => own.has(old.by) && !next.offers.some((offer) => offer.by === old.by && offer.kind === old.kind));
    if (gone) this.withdrawn = false;
    return Boolean(gone) && !withdrawn && message?.n === next.n && Boolean(message?.over) === Boolean(next.over) && !next.rematch;
  }

  /**
   * Where the decision is, if it is out of sight or one looks for the first time: what it is about, if that lies near
   * what one can take or go to, or a sheet beside the board lists all that; else the latter. Whether there is a
   * decision of mine that is anywhere.
   * @param {boolean} first
   */
  lookWhere(first) {
    const { board, message } = this;
    if (!board || !message?.prompt.mine || this.replaying) return false;
    const { camera } = board;
    camera.measure();
    const points = (/** @type {string[]} */ ids) => ids.map((id) => board.centreOf(id)).filter((point) => point !== null);
    const acts = points(this.bySpace.size ? [...this.bySpace.keys()] : [...this.byPiece.keys()].filter((id) => !board.pieces.get(id)?.picked));
    const about = points(message.prompt.focus ?? []);
    const seen = (/** @type {{x: number, y: number}[]} */ all) => all.some((point) => camera.sees(point.x, point.y));
    const heart = about.length ? inmost(about) : null;
    const listed = this.panel?.open() ? onSheets(message.picture) : new Set();
    const beside = !this.bySpace.size && [...this.byPiece.values()].flat().every((choice) => listed.has(choice.do));
    const far = heart && beside ? [] : acts;
    const goal = heart && (first || !seen(about)) && (!far.length || far.some((point) => camera.together(heart, point))) ? heart
      : far.length && !seen(far) ? inmost(far) : null;
    if (goal) camera.centre(goal.x, goal.y, !first);
    return acts.length + about.length > 0;
  }

  /**
   * Show where the others fight, unless somebody is looking round for himself.
   * @param {Line[]} lines those that are new
   */
  follow(lines) {
    const { board } = this;
    if (!board || this.replaying || this.selected || !settings.follow) return;
    const { camera } = board;
    if (camera.held || performance.now() - camera.touched < QUIET) return;
    const line = [...lines].reverse().find(fought);
    const points = (line?.spaces ?? []).map((id) => board.centreOf(id)).filter((point) => point !== null);
    camera.measure();
    if (line?.spaces && points.length && !points.some((point) => camera.sees(point.x, point.y))) {
      const { x, y } = inmost(points);
      camera.centre(x, y);
      board.locate(line.spaces);
    }
  }

  /** The panel of a phone has come up over the board, or gone down: what the decision is about stays in sight. */
  async panelMoved() {
    const { board, panel } = this;
    if (!board || !panel) return;
    await Promise.allSettled(panel.host.getAnimations().map((one) => one.finished));
    const port = board.camera.port.getBoundingClientRect();
    const under = panel.isSheet() ? Math.max(0, port.bottom - panel.host.getBoundingClientRect().top) : 0;
    board.camera.cover(under > port.height * 0.75 ? 0 : under);
    if (under) this.lookWhere(false);
  }

  /** Choices by what they are done with. */
  index() {
    const { message } = this;
    this.byPiece = new Map();
    this.bySpace = new Map();
    this.macrosAt = new Map();
    this.macrosFrom = new Map();
    this.buttons = [];
    this.macroButtons = [];
    if (!message?.picture) return;
    const pieces = new Set(message.picture.pieces.map((piece) => piece.id));
    const spaces = new Set(this.data?.spaces.map((space) => space.id));
    const add = (/** @type {Map<string, any[]>} */ map, /** @type {string} */ key, /** @type {any} */ value) => {
      const there = map.get(key);
      if (there) there.push(value);
      else map.set(key, [value]);
    };
    for (const choice of message.choices) {
      const piece = choice.piece && pieces.has(choice.piece) ? choice.piece : null;
      const space = choice.space && (!this.data || spaces.has(choice.space)) ? choice.space : null;
      if (piece && choice.aside) {
        add(this.macrosAt, piece, choice);
        continue;
      }
      for (const other of choice.also ?? []) if (pieces.has(other) && other !== piece) add(this.byPiece, other, choice);
      if (piece && space) {
        add(this.byPiece, piece, choice);
        if (this.selected && (this.selected === piece || choice.also?.includes(this.selected))) add(this.bySpace, space, choice);
      } else if (piece) add(this.byPiece, piece, choice);
      else if (space) add(this.bySpace, space, choice);
      else this.buttons.push(choice);
    }
    for (const macro of message.macros) {
      if (macro.space && macro.piece && spaces.has(macro.space) && pieces.has(macro.piece)) add(this.macrosFrom, macro.piece, macro);
      // a place farther off whose cost is told: the whole way to it with one click, like the next place
      else if (macro.space && spaces.has(macro.space)) add(macro.cost ? this.bySpace : this.macrosAt, macro.space, macro);
      else if (macro.piece && pieces.has(macro.piece)) add(this.macrosAt, macro.piece, macro);
      else this.macroButtons.push(macro);
    }
    const dragged = this.selected ? (this.macrosFrom.get(this.selected) ?? []) : [];
    if (dragged.length && !this.byPiece.has(/** @type {string} */ (this.selected))) this.bySpace = new Map();
    for (const space of new Set(dragged.map((macro) => /** @type {string} */ (macro.space)))) this.bySpace.set(space, dragged.filter((macro) => macro.space === space));
  }

  // --- the page ----------------------------------------------------------------------------------------------

  /** @param {Message} message */
  async build(message) {
    const base = `/g/${message.game}/${message.scenario}`;
    const art = (/** @type {string} */ theme) => `${base}/chart.${theme}.svg`;
    if (!this.data) {
      new Image().src = art(drawing()); // the largest file comes while the others do
      const [data] = await Promise.all([get(`${base}/board.json`), loadFaces(`${base}/faces.svg`)]);
      this.data = data;
      this.index();
    }
    this.covered = false;
    const data = /** @type {BoardData} */ (this.data);
    this.top = h('header', { class: 'prompt' });
    this.notices = h('div', { class: 'notices' });
    this.card = h('div', { class: 'place-card', hidden: true, 'aria-live': 'off' });
    this.boardHost = h('main', { class: 'board', 'aria-label': t('board.name') }, h('h1', { class: 'unseen' }, message.title));
    this.side = h('aside', { class: 'panel', 'aria-label': t('tab.panel') });
    this.bottom = h('footer', { class: 'sequence' });
    this.replayHost = h('section', { class: 'replay-host', 'aria-label': t('replay.name'), hidden: true });
    this.coachHost = h('section', { class: 'coach', 'aria-label': t('coach.name'), hidden: true });
    this.page = h('div', { class: 'table' }, this.top, this.coachHost, this.boardHost, this.side, this.replayHost, this.bottom);
    this.host.replaceChildren(this.page);
    this.board?.close();
    this.board = new BoardView(this.boardHost, data, {
      art, key: `${message.game}.${message.scenario}.${this.id}`,
      on: {
        space: (id, event) => this.afterAnswer(id, () => this.clickSpace(id, event)),
        piece: (id, event) => this.afterAnswer(id, () => this.clickPiece(id, event)),
        hover: (space, piece, pile, x, y) => this.hover(space, piece, pile, x, y),
        long: (space, piece, x, y) => this.long(space, piece, x, y),
        lift: (piece) => this.lift(piece),
        drop: (piece, space) => this.drop(piece, space),
      },
    });
    this.fan = new Fan(this.boardHost, {
      piece: (id, event) => this.afterAnswer(id, () => this.clickPiece(id, event, true)),
      lit: (id) => this.litPieces().get(id),
      advised: (id) => this.board?.advised.has(id) ?? false,
      nameOf: (piece) => (this.board ? nameOf(this.board, piece) : piece.name),
      style: (side) => this.style(side),
      occupied: () => this.board?.occupied() ?? [],
    });
    const tool = (/** @type {string} */ d, /** @type {string} */ name, /** @type {() => void} */ go) => {
      const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': t(name) }, icon(d));
      button.addEventListener('click', go);
      return button;
    };
    this.tools = h('div', { class: 'tools', role: 'group', 'aria-label': t('board.tools') },
      tool(ICONS.plus, 'board.zoom-in', () => this.board?.camera.zoom(1.4)), tool(ICONS.minus, 'board.zoom-out', () => this.board?.camera.zoom(1 / 1.4)), tool(ICONS.fit, 'board.fit', () => this.board?.camera.fit()));
    this.boardHost.append(this.tools, this.notices);
    this.dock();
    this.docking = matchMedia('(max-width: 760px)');
    this.docking.onchange = () => { this.dock(); this.drawBottom(); void this.panelMoved(); };
    this.command = new CommandField(this, this.boardHost);
    this.panel = new Panel(this, this.side);
    this.coach = new Coach(this, this.coachHost);
    this.replay = new ReplayBar(this.replayHost, {
      go: (n) => this.showAt(n), close: () => void this.closeReplay(),
      share: (n) => {
        const url = `${location.origin}/t/${this.id}?at=${n}`;
        const button = this.replayHost?.querySelectorAll('.small-button')[1];
        if (button instanceof HTMLButtonElement) void copyText(url, button);
      },
    });
  }

  /** What is known of a place stands at the foot of the panel where there is one, else in a corner of the board. */
  dock() {
    if (!this.card || !this.side || !this.boardHost) return;
    const beside = settings.panel && !matchMedia('(max-width: 760px)').matches;
    const host = beside ? this.side : this.boardHost;
    this.card.classList.toggle('docked', beside);
    if (this.card.parentElement !== host) host.append(this.card);
    drawPlaceCard(this, this.card, this.hovered);
  }

  /** @param {Line[]} fresh @param {boolean} animate */
  drawAll(fresh, animate) {
    if (this.replaying) {
      this.drawTop();
      this.panel?.log.update(this.lines);
      return;
    }
    this.drawBoard(fresh, animate);
    this.drawTop();
    this.panel?.update();
    this.drawBottom();
    this.coach?.draw();
  }

  drawBottom() {
    const picture = this.shownPicture;
    if (picture && this.bottom) {
      const look = h('button', { type: 'button', class: 'icon-button replay-open', 'aria-label': t('replay.open'), 'data-key': 'replay' }, icon(ICONS.replay));
      look.addEventListener('click', () => void (this.replaying ? this.closeReplay() : this.openReplay(null)));
      const tools = this.tools && matchMedia('(min-width: 761px)').matches ? this.tools : null;
      if (!tools && this.tools && this.boardHost) this.boardHost.append(this.tools); // on a phone they stand on the board
      drawSequence(this.bottom, picture, (side) => this.style(side), [tools, look]);
    }
  }

  drawTop() {
    if (this.top) drawPrompt(this, this.top);
  }

  litPieces() {
    /** @type {Map<string, {labels: string[], retract: boolean}>} */
    const lit = new Map();
    if (this.replaying) return lit;
    for (const [id, macros] of this.macrosFrom) lit.set(id, { labels: macros.map((macro) => macro.label), retract: false });
    for (const [id, choices] of this.byPiece) lit.set(id, { labels: choices.map((choice) => choice.label), retract: choices.every((choice) => choice.retract) });
    return lit;
  }

  /** @param {Line[]} fresh @param {boolean} animate */
  drawBoard(fresh, animate) {
    const picture = this.shownPicture;
    const { message, board } = this;
    if (!picture || !message || !board) return;
    /** @type {Map<string, {cost: string, labels: string[], attack: boolean}>} */
    const lit = new Map();
    if (!this.replaying) {
      for (const [id, choices] of this.bySpace) lit.set(id, { cost: choices.every((choice) => choice.cost) ? (choices.find((choice) => /^\d/.test(choice.cost ?? '')) ?? choices[0]).cost ?? '' : '', labels: choices.map((choice) => choice.label), attack: choices.some((choice) => choice.ends) });
    }
    const pending = this.pending;
    board.update({
      picture, lit, litPieces: this.litPieces(), selected: this.selected, focus: message.prompt.focus ?? [], notes: message.notes,
      armed: pending ? (/** @type {Choice} */ (pending).space ?? /** @type {Choice} */ (pending).piece ?? null) : null,
    }, { animate, lines: fresh });
    if (animate) board.reveal(fresh);
    this.drawOverlays();
    if (this.fan?.ids.length) {
      const pieces = this.fan.ids.map((id) => board.pieces.get(id)).filter((piece) => piece !== undefined);
      const { at: { x, y }, leaving } = this.fan;
      if (pieces.length > 1 && !fresh.length) this.fan.open(pieces, x, y, t('fan.title', { n: pieces.length, place: board.spaces.get(board.root(pieces[0].place))?.name ?? '' }), Boolean(document.activeElement?.closest('.fan')));
      else {
        this.fan.close();
        board.pointed = ''; // so that it opens again when the pointer moves
      }
      if (leaving) this.fan.later(280); // nobody will leave the new one
    }
    if (this.card && this.hovered) drawPlaceCard(this, this.card, this.hovered);
    this.showWay(this.hovered);
  }

  // --- choosing ----------------------------------------------------------------------------------------------

  /** @param {Event} event @returns {{x: number, y: number}} */
  point(event) {
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { x: event.clientX, y: event.clientY };
    const target = event.target instanceof Element ? event.target.getBoundingClientRect() : { left: 0, top: 0, width: 0, height: 0 };
    return { x: target.left + target.width / 2, y: target.top + target.height / 2 };
  }

  /** The card keeps away from where one taps. @param {Event} event */
  cardAside(event) {
    if (!this.card || !this.boardHost || !(event instanceof MouseEvent) || !event.clientY) return;
    const box = this.boardHost.getBoundingClientRect();
    this.card.classList.toggle('high', event.clientY > box.bottom - 190 && event.clientX < box.left + 480);
    window.clearTimeout(this.cardTimer);
    if (event instanceof PointerEvent && event.pointerType === 'touch' && !this.card.classList.contains('docked')) {
      this.cardTimer = window.setTimeout(() => { if (this.card) this.card.hidden = true; }, 4000);
    }
  }

  cardTimer = 0;

  /** @type {{from: string|null}|null} the ruler, while it is in hand */
  ruler = null;

  /** Take the ruler up, or put it away. */
  toggleRuler() {
    const name = this.data?.ruler;
    if (!name) return;
    this.ruler = this.ruler ? null : { from: null };
    this.board?.showRuler(null);
    this.notice('ruler', this.ruler ? h('span', null, t('ruler.from', { name })) : null);
    if (this.ruler) announce(t('ruler.from', { name }));
  }

  /** The ruler is laid on a place: first the one, then the other; then it begins anew. @param {string} id */
  async measure(id) {
    const { ruler, board } = this;
    if (!ruler || !board) return;
    if (!ruler.from) {
      ruler.from = id;
      board.showRuler(id);
      this.notice('ruler', h('span', null, t('ruler.to', { name: this.data?.ruler ?? '' })));
      return;
    }
    const from = ruler.from;
    ruler.from = null;
    try {
      /** @type {import('./types.js').Measure|null} */
      const found = await get(this.url({ start: from, end: id }, '/measure'));
      board.showRuler(found ? from : null, id, found?.spaces, found?.stop);
      const text = found?.text ?? t('ruler.from', { name: this.data?.ruler ?? '' });
      this.notice('ruler', h('span', null, text, ' ', ruleLink(found?.rule)));
      announce(text);
    } catch {
      // a place that cannot be measured: the next click begins anew
    }
  }

  /** Move to where there was fighting last. */
  lastBattle() {
    const line = [...this.lines].reverse().find(fought);
    if (!line?.spaces) return;
    this.board?.locate(line.spaces);
    this.board?.goTo(line.spaces);
    announce(line.text);
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
    if (this.link.onItsWay && !again) void this.link.queue.then(() => { if (!this.covered) go(); });
    else go();
  }

  /** @param {string} id @param {Event} event */
  clickSpace(id, event) {
    if (this.ruler) {
      void this.measure(id);
      return;
    }
    this.hovered = id;
    this.cardAside(event);
    if (this.card) drawPlaceCard(this, this.card, id);
    this.fan?.close();
    if (this.replaying) return;
    const { x, y } = this.point(event);
    if (event instanceof MouseEvent && event.shiftKey) {
      this.long(id, null, x, y);
      return;
    }
    const choices = this.bySpace.get(id) ?? [];
    const macros = this.macrosAt.get(id) ?? [];
    if (choices.length === 1) this.choose(choices[0], event, false);
    else if (choices.length > 1) this.choiceMenu(id, choices, macros, x, y);
    else if (macros.length) this.choiceMenu(id, [], macros, x, y);
    else void this.askWhy('space', id);
  }

  /** @param {string} id @param {Event} event @param {boolean} [inFan] */
  clickPiece(id, event, inFan = false) {
    const { board } = this;
    const piece = board?.pieces.get(id);
    if (!board || !piece) return;
    const place = board.root(piece.place);
    if (this.ruler) {
      void this.measure(place);
      return;
    }
    this.hovered = place;
    this.cardAside(event);
    if (this.card) drawPlaceCard(this, this.card, place);
    if (this.replaying) return;
    const { x, y } = this.point(event);
    if (event instanceof MouseEvent && event.shiftKey) {
      this.long(place, id, x, y);
      return;
    }
    if (this.selected && this.selected !== id && this.macrosFrom.get(this.selected)?.some((macro) => macro.space === place)) {
      this.clickSpace(place, event);
      return;
    }
    const choices = this.byPiece.get(id) ?? [];
    const pile = board.pileOf(id);
    const target = this.bySpace.get(place) ?? [];
    if (!inFan && target.length && !choices.length && !this.macrosFrom.has(id)) {
      this.clickSpace(place, event);
      return;
    }
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    const keyboard = event instanceof MouseEvent && event.detail === 0;
    if (!inFan && pile.length > 1 && (touch || !choices.length)) {
      this.openFan(pile, x, y, keyboard);
      return;
    }
    const both = choices.filter((choice) => choice.space);
    if ((both.length || this.macrosFrom.has(id)) && both.length === choices.length) {
      this.select(this.selected === id ? null : id);
      return;
    }
    const single = choices.filter((choice) => !choice.space);
    const aside = this.macrosAt.get(id) ?? [];
    if (single.length === 1) this.choose(single[0], event, false);
    else if (single.length > 1) this.choiceMenu(place, single, aside, x, y);
    else if (aside.length === 1 && Array.isArray(aside[0].do)) this.choose(aside[0], event, false);
    else if (aside.length) this.choiceMenu(place, [], aside, x, y);
    else void this.askWhy('piece', id);
  }

  /** @param {string[]} pile @param {number} x @param {number} y @param {boolean} [focus] */
  openFan(pile, x, y, focus = false) {
    const { board } = this;
    if (!board) return;
    const pieces = pile.map((one) => board.pieces.get(one)).filter((one) => one !== undefined);
    if (pieces.length < 2) return;
    this.fan?.open(pieces, x, y, t('fan.title', { n: pieces.length, place: board.spaces.get(board.root(pieces[0].place))?.name ?? '' }), focus);
  }

  /** @param {string} place @param {(Choice|Macro)[]} choices @param {Macro[]} macros @param {number} x @param {number} y */
  choiceMenu(place, choices, macros, x, y) {
    const name = this.board?.spaces.get(place)?.name ?? '';
    menu(x, y, name, [...choices, ...macros].map((choice) => ({
      label: choice.label, hint: [choice.cost, choice.ends ? t('prompt.ends') : ''].filter(Boolean).join(' · '), advised: this.coach?.names(choice), go: () => this.choose(choice, new Event('menu'), false),
    })));
  }

  /**
   * Do something that may be done. What cannot be taken back is confirmed, unless it was a button that says so.
   * @param {Choice|Macro} choice @param {Event} event @param {boolean} button
   */
  choose(choice, event, button) {
    closeMenu();
    if (this.unsent) {
      this.flush();
      void this.link.queue.then(() => this.choose(choice, event, button));
      return;
    }
    const single = /** @type {Choice} */ (choice);
    if (single.amount && single.amount.low === single.amount.high) choice = { ...single, amount: undefined, do: single.do.replace('{n}', String(single.amount.low)) };
    else if (single.amount) {
      this.askAmount(single);
      return;
    }
    if (choice.ends && (!button || choice.odds) && this.pending !== choice) {
      this.arm(choice);
      const at = single.space ?? single.piece;
      if (button && at) this.board?.goTo([at]);
      return;
    }
    if (!this.message?.prompt.stays || choice.piece !== this.selected) this.selected = null;
    void this.act(Array.isArray(choice.do) ? choice.do : [choice.do]);
  }

  /** @param {Choice|Macro} choice */
  arm(choice) {
    this.pending = choice;
    this.askOdds(choice, true);
    this.drawTop();
    this.drawBoard([], false);
    const go = this.top?.querySelector('[data-key="confirm"]');
    if (go instanceof HTMLElement) go.focus();
    announce(`${choice.label}: ${choice.ends ?? ''}`);
  }

  disarm() {
    if (!this.pending) return false;
    this.pending = null;
    this.drawTop();
    this.drawBoard([], false);
    return true;
  }

  commit() {
    const choice = this.pending;
    if (!choice) return;
    this.pending = null;
    this.selected = null;
    void this.act(Array.isArray(choice.do) ? choice.do : [choice.do]);
  }

  /** @param {Choice} choice */
  askAmount(choice) {
    const { low, high, step, now, start } = /** @type {NonNullable<Choice['amount']>} */ (choice.amount);
    let n = now ?? start ?? low;
    const range = h('input', { type: 'range', class: 'scrub', min: low, max: high, step, value: String(n), 'aria-label': choice.label, 'data-first': true });
    const go = h('button', { type: 'button', class: `button primary ${choice.ends ? 'ends' : ''}` });
    const show = () => {
      range.value = String(n);
      go.replaceChildren(t('amount.go', { label: choice.label, n }), ...(choice.ends ? [h('small', { class: 'ends-note' }, t('prompt.ends'))] : []));
    };
    const by = (/** @type {number} */ d, /** @type {string} */ name, /** @type {string} */ d2) => {
      const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': t(name) }, icon(d2));
      button.addEventListener('click', () => {
        n = Math.max(low, Math.min(high, n + d * step));
        show();
      });
      return button;
    };
    range.addEventListener('input', () => {
      n = Number(range.value);
      show();
    });
    const box = dialog(choice.label, [h('div', { class: 'amount' }, by(-1, 'amount.less', ICONS.minus), range, by(1, 'amount.more', ICONS.plus), h('span', { class: 'amount-range' }, `${number(low)}–${number(high)}`)), h('div', { class: 'row-buttons' }, go)]);
    go.addEventListener('click', () => {
      box.close();
      void this.act([choice.do.replace('{n}', String(n))]);
    });
    show();
    range.focus();
  }

  /** Amounts that stand in steppers and have not been sent, by choice. @type {Map<string, number>} */
  amounts = new Map();

  /** @type {(() => void)|null} an amount that was changed a moment ago and has not been sent */
  unsent = null;

  flush() {
    const send = this.unsent;
    this.unsent = null;
    send?.();
  }

  /** @param {string[]} notations */
  act(notations) {
    this.flush();
    this.notice('seen', null);
    return this.link.act(notations);
  }

  /** @param {string} text @param {string|null} rule */
  refused(text, rule) {
    sound('no');
    this.notice('why', h('span', null, text, ' ', ruleLink(rule)));
    announce(text);
  }

  /** A table act: undo, chat, note, offer … @param {string} path @param {any} [body] */
  async send(path, body = {}) {
    return this.link.send(path, body);
  }

  async undo(all = false) {
    if (this.disarm() || !this.message?.draft.length) return;
    await this.link.undo(all);
  }

  async redo() {
    if (this.message?.draft.redo) await this.link.redo();
  }

  /** Why is that not lit? @param {'space'|'piece'} what @param {string} id @param {boolean} [quiet] */
  async askWhy(what, id, quiet = false) {
    const probe = this.message?.prompt.probe?.[what];
    const place = what === 'space' ? id : this.board?.root(this.board.pieces.get(id)?.place ?? '');
    if (!probe) {
      if (!quiet && this.message?.prompt.mine) this.notice('why', h('span', null, t('why.none')));
      return;
    }
    if (what === 'space' && probe.includes('{piece}') && !this.selected) {
      if (!quiet) this.notice('why', h('span', null, t('why.hand')));
      return;
    }
    const action = probe.replace(`{${what}}`, id).replace('{piece}', this.selected ?? '');
    let answer = this.whyKnown.get(action);
    if (!answer) {
      try {
        answer = /** @type {{text: string|null, rule: string|null}} */ (await get(this.url({ do: action }, '/why')));
        this.whyKnown.set(action, answer);
      } catch {
        return;
      }
    }
    if (quiet && this.hovered !== place) return;
    const name = place ? this.board?.spaces.get(place)?.name : '';
    const text = answer.text ?? (quiet ? null : t('why.none'));
    if (!text) return;
    if (!quiet) sound('no');
    this.notice('why', h('span', { class: quiet ? 'quiet' : '' }, name ? h('b', null, `${name}: `) : null, text, ' ', ruleLink(answer.rule)));
    if (!quiet) announce(text);
  }

  /** @param {Choice|Macro} choice @param {boolean} [keep] */
  askOdds(choice, keep = false) {
    const single = /** @type {Choice} */ (choice);
    if (!choice.odds || Array.isArray(choice.do)) return;
    const { amount } = single;
    const action = amount ? single.do.replace('{n}', String(this.amounts.get(single.do) ?? amount.now ?? amount.start ?? amount.low)) : single.do;
    if (this.oddsFor === action) {
      if (keep) this.oddsShown();
      return;
    }
    this.oddsFor = action;
    const known = this.oddsKnown.get(action);
    if (known !== undefined) {
      this.shownOdds = known;
      this.oddsShown();
      return;
    }
    this.shownOdds = null;
    this.waitingOdds = true;
    const stamp = this.message?.rev;
    // what is on its way may hand the screen over: then nothing more is asked from this seat
    const asked = async () => {
      if (!keep) await new Promise((resolve) => window.setTimeout(resolve, 80));
      if (stamp !== this.message?.rev || this.link.busy || this.covered) throw new Error('moved on');
      return get(this.url({ do: action }, '/odds'));
    };
    asked().then((odds) => {
      if (stamp !== this.message?.rev) return;
      this.oddsKnown.set(action, odds);
      if (this.oddsFor !== action) return;
      this.shownOdds = odds;
      this.waitingOdds = false;
      this.oddsShown();
    }, () => { this.waitingOdds = false; });
  }

  oddsShown() {
    if (!this.panel || this.replaying) return;
    if (this.panel.tab === 'now') this.panel.drawNow();
    else if (this.pending && !this.panel.isSheet()) {
      this.panel.show('now', false);
      this.panel.drawNow();
    }
    if (this.pending && this.top) {
      const line = this.top.querySelector('.odds-line');
      if (line) line.replaceWith(this.oddsLine());
    }
    if (this.hovered && this.card) drawPlaceCard(this, this.card, this.hovered);
  }

  /** @type {import('./types.js').Hint|'asked'|null} */
  hint = null;

  get mayAsk() {
    const { message } = this;
    if (!message || message.over || message.coach || this.replaying || !message.prompt.mine || message.seat === 'observer') return false;
    return message.hints !== false || !message.seats.some((seat) => seat.kind === 'human' && !seat.you);
  }

  /** What a computer player would do here. */
  async askHint() {
    if (!this.mayAsk || this.hint === 'asked') return;
    const stamp = this.message?.rev;
    this.hint = 'asked';
    this.drawTop();
    this.panel?.show('now');
    this.panel?.drawNow();
    announce(t('hint.thinking'));
    try {
      const hint = /** @type {import('./types.js').Hint} */ (await post(`/api/tables/${this.id}/hint`, { seat: this.seat }));
      if (stamp !== this.message?.rev) return;
      this.hint = hint;
      this.showAdvice(hint.do);
      announce(hint.text);
    } catch (problem) {
      if (stamp !== this.message?.rev) return;
      this.hint = null;
      this.refused(problem instanceof Error ? problem.message : '', null);
    }
    this.drawTop();
    this.panel?.drawNow();
  }

  /** Light up what these actions touch. @param {string[]} actions */
  showAdvice(actions) {
    const { board, message } = this;
    if (!board || !message) return;
    const ids = new Set(actions.flatMap((action) => action.split(' ')).filter((word) => board.spaces.has(word) || board.pieces.has(word)));
    for (const choice of message.choices) {
      if (choice.do !== actions[0]) continue;
      for (const id of [choice.piece, choice.space]) if (id) ids.add(id);
    }
    board.advise([...ids]);
    if (ids.size) board.goTo([...ids].slice(0, 1));
  }

  /** Actions in words: their labels where they may be done now, else with the names of places. @param {string[]} actions */
  inWords(actions) {
    return actions.map((action) => {
      const words = action.split(' ').map((word) => this.board?.spaces.get(word)?.name ?? word.replace(/_/g, ' ')).join(' ');
      return this.message?.choices.find((choice) => choice.do === action)?.label ?? words[0].toUpperCase() + words.slice(1);
    });
  }

  /** The odds in one line, beside the question. */
  oddsLine() {
    const odds = this.shownOdds;
    const likely = odds ? odds.results.filter((result) => result.p > 0) : [];
    const codes = likely.map((result) => /^(\w+): /.exec(result.text)?.[1]);
    // of many results the table's codes, if each has one: the panel has their words
    const short = likely.length > 3 && codes.every(Boolean);
    const results = short ? likely.map((result, n) => ({ ...result, text: codes[n] })) : likely.slice(0, 3);
    return h('span', { class: 'odds-line' }, results.map((result) => h('span', { class: this.style(result.good) }, `${result.text} `, h('b', null, percent(result.p)))));
  }

  // --- pointing ----------------------------------------------------------------------------------------------

  /** @param {string|null} space @param {string|null} piece @param {string[]} pile @param {number} x @param {number} y */
  hover(space, piece, pile, x, y) {
    window.clearTimeout(this.hoverTimer);
    this.hovered = space;
    if (this.card && this.boardHost) {
      drawPlaceCard(this, this.card, space);
      const box = this.boardHost.getBoundingClientRect();
      this.card.classList.toggle('high', y > box.bottom - 190 && x < box.left + 480);
    }
    this.showWay(space);
    if (!space) {
      this.fan?.later(240);
      return;
    }
    const choices = [...(this.bySpace.get(space) ?? []), ...(piece ? (this.byPiece.get(piece) ?? []) : [])];
    const odds = choices.find((choice) => choice.odds);
    this.hoverTimer = window.setTimeout(() => {
      if (odds && !this.replaying) this.askOdds(odds);
      const here = this.boardHost?.matches(':hover'); // that it was left is not always told
      if (pile.length > 1 && here && !this.fan?.ids.includes(pile[0])) this.openFan(pile, x, y);
      else if (pile.length <= 1) this.fan?.later(200);
      if (!choices.length && !this.replaying && this.message?.prompt.mine && this.bySpace.size && !piece) window.setTimeout(() => { if (this.hovered === space) void this.askWhy('space', space, true); }, 300);
    }, 150);
  }

  /** The way to a place that is pointed at. @param {string|null} space */
  showWay(space) {
    const found = space && !this.replaying ? (this.bySpace.get(space) ?? []) : [];
    this.board?.showWay(found.length === 1 ? (/** @type {Macro} */ (found[0]).way ?? []) : []);
  }

  /** A menu at a place: everything for several pieces, notes. @param {string|null} space @param {string|null} piece @param {number} x @param {number} y */
  long(space, piece, x, y) {
    const { board } = this;
    if (!space || !board) return;
    const at = board.spaces.get(space);
    const name = at?.name ?? space;
    const pile = piece ? board.pileOf(piece) : [];
    this.hovered = space;
    if (this.card) drawPlaceCard(this, this.card, space);
    /** @type {(Choice|Macro)[]} */
    const found = this.replaying ? [] : [...(piece ? (this.byPiece.get(piece) ?? []) : []), ...(this.bySpace.get(space) ?? []), ...(this.macrosAt.get(space) ?? []), ...(piece ? (this.macrosAt.get(piece) ?? []) : [])];
    menu(x, y, name, [
      ...found.map((choice) => ({ label: choice.label, advised: this.coach?.names(choice), hint: choice.ends ? t('prompt.ends') : (choice.cost ?? null), go: () => this.choose(choice, new Event('menu'), false) })),
      ...(pile.length > 1 ? [{ label: t('fan.title', { n: pile.length, place: name }), go: () => this.openFan(pile, x, y, true) }] : []),
      ...(!found.length && !this.replaying ? [{ label: t('menu.why'), go: () => void this.askWhy(piece ? 'piece' : 'space', piece ?? space) }] : []),
      { label: t('notes.pin', { place: name }), go: () => this.writeNote(space) },
      { label: t('menu.centre'), go: () => { if (at) board.camera.centre(at.x, at.y); } },
    ]);
  }

  /** @param {string|null} id */
  select(id) {
    this.selected = id;
    this.index();
    this.drawAll([], false);
  }

  /** A piece is dragged: take it if it is not in hand yet. @param {string} id */
  lift(id) {
    if (this.replaying) return false;
    const piece = this.board?.pieces.get(id);
    if (piece?.picked) return true;
    const choices = this.byPiece.get(id) ?? [];
    if (choices.some((choice) => choice.space) || (!choices.length && this.macrosFrom.has(id))) {
      this.select(id);
      return true;
    }
    const take = choices.filter((choice) => !choice.ends && !choice.retract && !choice.amount);
    if (take.length !== 1) return false;
    void this.act([take[0].do]);
    return true;
  }

  /** @param {string} piece @param {string} space */
  async drop(piece, space) {
    await this.link.queue;
    const place = this.board?.root(this.board.pieces.get(piece)?.place ?? '');
    if (place === space && (this.selected === piece || !this.bySpace.has(space))) {
      if (this.selected) this.select(null);
      return;
    }
    const choices = this.bySpace.get(space) ?? [];
    const at = this.board?.camera.screen(this.board.spaces.get(space)?.x ?? 0, this.board.spaces.get(space)?.y ?? 0);
    const box = this.boardHost?.getBoundingClientRect();
    if (choices.length === 1) this.choose(choices[0], new Event('drop'), false);
    else if (choices.length > 1) this.choiceMenu(space, choices, [], (at?.x ?? 0) + (box?.left ?? 0), (at?.y ?? 0) + (box?.top ?? 0));
    else void this.askWhy('space', space);
  }

  /** @param {string} place */
  writeNote(place) {
    const name = this.board?.spaces.get(place)?.name ?? place;
    const area = h('textarea', { class: 'input', rows: 3, maxlength: 500, 'aria-label': t('notes.ask', { place: name }), 'data-first': true });
    area.value = this.message?.notes[place] ?? '';
    const save = h('button', { type: 'submit', class: 'button primary' }, t('save'));
    const form = h('form', null, area, h('div', { class: 'row-buttons' }, save));
    const box = dialog(t('notes.ask', { place: name }), [form]);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      box.close();
      void this.send('note', { place, text: area.value.trim() });
    });
    area.focus();
  }

  // --- notices -----------------------------------------------------------------------------------------------

  /** A line under the prompt. @param {string} kind @param {HTMLElement|null} content */
  notice(kind, content) {
    if (!this.notices) return;
    const old = this.notices.querySelector(`[data-kind="${kind}"]`);
    if (!content) {
      old?.remove();
      return;
    }
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('close') }, icon(ICONS.close));
    const box = h('div', { class: `notice ${kind}`, 'data-kind': kind, role: kind === 'net' ? 'alert' : null }, content, kind === 'net' ? null : close);
    close.addEventListener('click', () => box.remove());
    if (old) old.replaceWith(box);
    else this.notices.append(box);
  }

  seenKey() {
    return `seen.${this.id}.${this.seat}`;
  }

  sawAll() {
    if (document.hidden || this.covered || !this.message?.picture || this.seenHold) return;
    remember(this.seenKey(), this.message.n);
  }

  seenHold = false;

  /** When the last own action was answered. */
  answered = -Infinity;

  onItsWay = '';

  rematchTold = '';

  /** At the beginning: what has happened since one last looked. */
  greet() {
    const seen = Number(recall(this.seenKey(), 0));
    const last = this.lines.length ? this.lines[this.lines.length - 1].n : 0;
    const news = this.lines.filter((line) => line.n > seen && line.side !== this.seat);
    if (!seen || !news.length || last <= seen || this.startAt) return;
    const n = last - seen;
    const show = h('button', { type: 'button', class: 'button primary small-button' }, t('seen.show'));
    const skip = h('button', { type: 'button', class: 'button small-button' }, t('seen.skip'));
    this.notice('seen', h('span', null, t('seen.text', { n }), ' ', show, ' ', skip));
    skip.addEventListener('click', () => this.notice('seen', null));
    show.addEventListener('click', async () => {
      this.notice('seen', null);
      await this.openReplay(Math.max(1, seen));
      await this.replay?.play(last);
      if (this.replaying && this.replay?.at === last) await this.closeReplay();
    });
  }

  // --- replay ------------------------------------------------------------------------------------------------

  /** @param {number|null} at */
  async openReplay(at) {
    if (!this.message || !this.replay || !this.replayHost || !this.lines.length) return;
    /** @type {import('./types.js').ReplayMark[]} */
    let marks = [];
    try {
      marks = await get(this.url({}, '/replay'));
    } catch {
      marks = this.lines.filter((line) => line.mark).map((line) => ({ n: line.n, turn: line.turn, mark: line.mark ?? '', text: line.text }));
    }
    this.replaying = true;
    this.pending = null;
    this.fan?.close();
    this.replayHost.hidden = false;
    this.page?.classList.add('replaying');
    if (this.panel?.isSheet()) this.panel.setHeight('peek'); // else it lies over the board and the controls
    else if (this.panel) {
      this.tabBefore = this.panel.tab;
      this.panel.show('log', false);
    }
    this.panel?.drawNow();
    const last = this.lines[this.lines.length - 1].n;
    const sides = this.message.over ? [...this.message.seats.map((seat) => ({ id: seat.side, name: this.sideName(seat.side) })), { id: 'truth', name: t('replay.truth') }] : [];
    await this.replay.open(last, marks, at ?? last, sides, this.seat ?? '');
  }

  /** @param {number} n */
  async showAt(n) {
    const wait = ++this.replayWait;
    const message = await get(this.url({ after: Math.max(0, n - 1), at: n, ...(this.message?.over && this.replay?.seat ? { seat: this.replay.seat } : {}) }));
    if (wait !== this.replayWait || !this.replaying) return;
    const step = n === this.replayAt + 1;
    this.replayAt = n;
    this.replayPicture = message.picture;
    const line = this.lineAt(n);
    this.drawBoard(line ? [line] : [], step && moves());
    if (line?.spaces?.length) {
      this.board?.locate(line.spaces);
      if (step) this.board?.goTo(line.spaces);
    } else this.board?.locate([]);
    this.drawTop();
    this.drawBottom();
    this.panel?.log.list.querySelectorAll('.line.at').forEach((one) => one.classList.remove('at'));
    const item = this.panel?.log.reach(n);
    item?.classList.add('at');
    item?.scrollIntoView({ block: 'nearest' });
    if (this.panel?.tab === 'forces') this.panel.drawForces();
  }

  replayWait = 0;

  tabBefore = '';

  async closeReplay() {
    if (!this.replaying) return;
    this.replaying = false;
    this.replayPicture = null;
    if (this.replayHost) this.replayHost.hidden = true;
    this.page?.classList.remove('replaying');
    this.board?.locate([]);
    this.panel?.log.list.querySelectorAll('.line.at').forEach((one) => one.classList.remove('at'));
    if (this.panel && this.tabBefore) this.panel.show(this.tabBefore, false);
    this.tabBefore = '';
    if (location.search.includes('at=')) history.replaceState(null, '', location.pathname);
    this.drawAll([], false);
  }

  // --- the curtain -------------------------------------------------------------------------------------------

  /** Cover everything: the board leaves the page. @param {Message} message */
  async cover(message) {
    const side = /** @type {string} */ (message.curtain);
    if (!this.data) this.data = await get(`/g/${message.game}/${message.scenario}/board.json`);
    this.covered = true;
    this.replaying = false;
    this.before = null;
    this.pending = null;
    this.selected = null;
    this.shownOdds = null;
    this.oddsFor = '';
    this.oddsKnown.clear();
    this.whyKnown.clear();
    closeMenu();
    document.querySelectorAll('dialog').forEach((box) => box.close());
    this.board?.close();
    this.board = null;
    this.panel = null;
    this.fan = null;
    this.replay?.stop();
    this.replay = null;
    document.getElementById('announce')?.replaceChildren();
    setTurnSign(message.title, false);
    drawCurtain(this.host, { name: this.sideName(side), style: this.style(side) }, () => void this.uncover(side), () => { location.href = '/'; });
  }

  /** Where nothing is hidden, the page turns by itself to that one of my seats that is waited for. @param {Message} message */
  turned(message) {
    const waiting = message.over ? [] : (message.waiting ?? []);
    const next = waiting.includes(message.seat) ? undefined : message.seats.find((seat) => seat.you && waiting.includes(seat.side));
    if (!next || !message.seats.some((seat) => seat.you && seat.side === message.seat)) return false;
    void this.link.look(next.side);
    return true;
  }

  /** @param {string} side */
  async uncover(side) {
    await this.link.look(side, true);
    const first = this.top?.querySelector('.answers button') ?? this.board?.cells.get(this.board.cursor);
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  // --- menus and dialogs -------------------------------------------------------------------------------------

  drawOverlays() {
    const { board } = this;
    const picture = this.shownPicture;
    if (!board || !picture || !this.boardHost) return;
    const laid = (picture.overlays ?? []).filter((overlay) => this.overlaysOn.has(overlay.id)).flatMap((overlay) => overlay.shades);
    const control = this.overlaysOn.has('control') ? picture.marks.filter((mark) => mark.kind === 'control') : null;
    board.shade(control ? [...control, ...laid].map((one) => ({ spaces: 'space' in one ? [one.space] : one.spaces, side: one.side })) : laid);
    this.boardHost.classList.toggle('bare', this.overlaysOn.has('bare'));
  }

  /** @param {string} id */
  toggleOverlay(id) {
    if (this.overlaysOn.has(id)) this.overlaysOn.delete(id);
    else this.overlaysOn.add(id);
    remember('overlays', [...this.overlaysOn]);
    this.drawOverlays();
  }

  /** The game's overlays by the keys 1 to 8. @param {KeyboardEvent} event */
  overlayKey(event) {
    const overlay = /^[1-8]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey ? this.shownPicture?.overlays?.[Number(event.key) - 1] : undefined;
    if (!overlay) return;
    this.toggleOverlay(overlay.id);
    announce(t(this.overlaysOn.has(overlay.id) ? 'overlay.on' : 'overlay.off', { name: overlay.name }));
  }

  /** @param {HTMLElement} anchor */
  openOverlays(anchor) {
    const picture = this.shownPicture;
    const box = anchor.getBoundingClientRect();
    const item = (/** @type {string} */ id, /** @type {string} */ name, /** @type {boolean} */ on, /** @type {() => void} */ go) => ({ label: `${on ? '☑' : '☐'} ${name}`, go });
    const toggle = (/** @type {string} */ id) => () => this.toggleOverlay(id);
    menu(box.left - 40, box.bottom + 26, t('overlay.title'), [
      ...(picture?.marks.some((mark) => mark.kind === 'control') ? [item('control', t('overlay.control'), this.overlaysOn.has('control'), toggle('control'))] : []),
      ...(picture?.overlays ?? []).map((overlay, n) => ({ ...item(overlay.id, overlay.name, this.overlaysOn.has(overlay.id), toggle(overlay.id)), hint: n < 8 ? String(n + 1) : null })),
      item('names', t('overlay.names'), settings.names, () => change({ names: !settings.names })),
      item('bare', t('overlay.pieces'), !this.overlaysOn.has('bare'), toggle('bare')),
      ...(this.data?.ruler ? [item('ruler', this.data.ruler, Boolean(this.ruler), () => this.toggleRuler())] : []),
      ...(this.lines.some(fought) ? [{ label: t('overlay.battle'), go: () => this.lastBattle() }] : []),
      { label: t('overlay.whole'), go: () => this.board?.camera.whole() },
    ]);
  }

  /** @param {HTMLElement} anchor */
  openTableMenu(anchor) {
    const { message } = this;
    if (!message) return;
    const box = anchor.getBoundingClientRect();
    const mine = message.seats.filter((seat) => seat.you);
    const playing = mine.length > 0 && message.seat !== 'observer' && !message.over;
    const people = message.seats.some((seat) => !seat.you && seat.kind === 'human');
    const others = message.seats.some((seat) => !seat.you);
    const offer = (/** @type {string} */ kind) => ({ label: t(`table.${kind}`), go: () => void this.send('offer', { kind }) });
    menu(box.right - 250, box.bottom + 26, t('table.menu'), [
      { label: t('table.home'), go: () => { location.href = '/'; } },
      ...(playing && message.draft.length > 1 ? [{ label: t('table.undo-all'), go: () => void this.undo(true) }] : []),
      ...(playing && others && !message.coach ? [offer('takeback')] : []),
      ...(playing && (people || (!others && mine.length > 1)) ? [offer('draw')] : []),
      ...(playing && !message.coach ? [{ label: t('table.resign'), go: () => void this.resign() }] : []),
      ...(message.over && mine.length && !message.coach ? [{ label: t(message.seats.length > 1 ? 'table.rematch' : 'over.again'), go: () => void this.rematch() }] : []),
      { label: t('table.next'), go: () => void this.nextGame() },
      ...(message.clock && playing ? [{ label: t('table.claim'), go: () => void this.send('claim-time') }] : []),
      ...(message.over || message.hints !== false ? [{ label: t('table.analysis'), go: () => void this.analyse() }] : []),
      { label: t('table.save'), go: () => this.openSave() },
      ...(mine.length ? [{ label: t('remove.menu'), go: () => void this.remove() }] : []),
      ...this.seatItems(),
      { label: t('table.settings'), go: () => settingsDialog() },
      { label: t('table.help'), go: () => helpDialog() },
    ]);
  }

  /** My seats' codes and links; for who made the table the other seats' links, where he may make them. */
  seatItems() {
    const { message } = this;
    if (!message || message.mode === 'lesson') return [];
    const people = message.seats.some((seat) => !seat.you && seat.kind === 'human');
    if (!people) return [];
    const made = message.seats.some((seat) => seat.you && message.maker?.includes(seat.side));
    return message.seats.filter((seat) => seat.kind === 'human' && (seat.you || (made && !(seat.taken && message.over)))).map((seat) => {
      const { side } = seat;
      const name = this.sideName(side);
      if (seat.you) return { label: t('seat.own', { side: name }), go: () => ownSeat(this.id, side, name) };
      const due = message.asked?.[side];
      if (!seat.taken || (due && Date.parse(due) <= Date.now())) return { label: t('table.relink', { side: name }), go: () => void seatLink(this.id, side, name, false) };
      if (due) return { label: t('seat.ask', { side: name }), hint: t('seat.due', { time: moment(due) }), go: () => toast(t('seat.asked', { name: seat.name, time: moment(due) })) };
      return { label: t('seat.ask', { side: name }), go: () => void askForSeat(this.id, side, name, seat.name) };
    });
  }

  /** Whether my seat is asked for: any act answers that, this button too. @param {import('./types.js').Message} message */
  showAsked(message) {
    const mine = message.seats.find((seat) => seat.you && message.asked?.[seat.side]);
    if (!mine) {
      this.notice('asked', null);
      return;
    }
    const keep = h('button', { type: 'button', class: 'button primary', 'data-key': 'keep-seat' }, t('seat.keep'));
    keep.addEventListener('click', () => void this.send('keep'));
    this.notice('asked', h('span', null, t('seat.wanted', { side: this.sideName(mine.side), time: moment(message.asked?.[mine.side] ?? '') }), ' ', keep));
  }

  async resign() {
    if (await confirm(t('table.resign-title'), t('table.resign-text', { side: this.sideName(this.seat ?? '') }), t('table.resign-yes'))) await this.send('resign');
  }

  /** Ask for another game, or agree to one; where nobody else is to be asked, it begins. */
  async rematch() {
    const answer = await this.send('rematch');
    if (answer?.id) location.href = `/t/${answer.id}`;
  }

  async remove() {
    const { message } = this;
    if (message && await removeTable({ id: this.id, title: message.title, seats: message.seats, sat: message.sat })) location.href = '/';
  }

  /** Computers that think for a while can be asked to move now. */
  patience() {
    const { message } = this;
    window.clearTimeout(this.waitTimer);
    if (!message?.thinking.length || message.over || !message.seats.some((seat) => seat.you)) {
      this.waited = false;
      return;
    }
    if (!this.waited) {
      this.waitTimer = window.setTimeout(() => {
        this.waited = true;
        this.drawTop();
      }, 1500);
    }
  }

  waitTimer = 0;

  waited = false;

  /** The computers play the rest of their turn at once. */
  async moveNow() {
    this.waited = false;
    await this.send('move-now');
  }

  /** My own offer of that kind, or that of the other side. @param {string} kind @param {boolean} mine */
  offered(kind, mine) {
    const own = new Set(this.message?.seats.filter((seat) => seat.you).map((seat) => seat.side));
    return this.message?.offers.find((offer) => offer.kind === kind && own.has(offer.by) === mine);
  }

  /** The next of my games that waits for me. */
  async nextGame() {
    /** @type {import('./types.js').TableInfo[]} */
    const tables = await get('/api/tables');
    const next = tables.find((table) => table.yours && !table.over && table.id !== this.id);
    location.href = next ? `/t/${next.id}` : '/';
  }

  /** A board of one's own from the position that is shown. */
  async analyse() {
    try {
      const answer = await post(`/api/tables/${this.id}/analysis`, { seat: this.seat, ...(this.replaying ? { at: this.replayAt } : {}) });
      location.href = `/t/${answer.id}`;
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  }

  /** What can be taken away: the record, the log, the position. */
  openSave() {
    const { message, data } = this;
    if (!message || !data) return;
    const name = `${message.title} ${this.id.slice(0, 6)}`;
    const lines = this.truth ?? this.lines;
    const row = (/** @type {string} */ key, /** @type {() => void|Promise<void>} */ go) => {
      const button = h('button', { type: 'button', class: 'button', 'data-key': `save-${key}` }, t(`save.${key}`));
      button.addEventListener('click', async () => {
        button.disabled = true;
        try {
          await go();
        } catch (problem) {
          toast(problem instanceof Error ? problem.message : '', 'bad');
        }
        button.disabled = false;
        button.textContent = t(`save.${key}`);
      });
      return h('li', null, button, h('p', { class: 'small' }, t(`save.${key}-text`)));
    };
    dialog(t('table.save'), [h('ul', { class: 'save-list' },
      ...(message.report ? ['html', 'json'].map((form) => row(`report-${form}`, async () => {
        const button = document.querySelector(`[data-key="save-report-${form}"]`);
        if (button) button.textContent = t('save.report-working');
        const data = await report(this.id, this.seat ?? '', form);
        save(`${name}.${form}`, data);
      })) : []),
      row('record', () => { location.href = `/api/tables/${this.id}/record?seat=${this.seat ?? ''}`; }),
      row('log', () => save(`${name}.txt`, new Blob([logText(lines)], { type: 'text/plain' }))),
      row('csv', () => save(`${name}.csv`, new Blob(['\ufeff', logTable(lines)], { type: 'text/csv' }))),
      row('svg', async () => save(`${name}.svg`, new Blob([await positionSvg(this)], { type: 'image/svg+xml' }))),
      row('png', async () => save(`${name}.png`, await asPng(await positionSvg(this), data.width, data.height))))], { wide: true });
  }

  /** @type {Line[]|null} all lines, which everybody may read after the end */
  truth = null;

  async readAll() {
    if (this.truth || !this.message?.over) return;
    this.truth = this.lines;
    try {
      /** @type {Message} */
      const all = await get(`/api/tables/${this.id}?seat=truth&after=0`);
      this.truth = all.lines;
      this.panel?.drawNow();
    } catch {
      // one's own lines will do
    }
  }

  /** @param {Offer} offer */
  offerCard(offer) {
    const answer = (/** @type {boolean} */ agreed) => this.send('answer', { kind: offer.kind, yes: agreed });
    if (this.message?.seats.some((seat) => seat.you && seat.side === offer.by)) {
      const back = h('button', { type: 'button', class: 'button' }, t('offer.withdraw'));
      back.addEventListener('click', () => {
        this.withdrawn = true;
        void answer(false);
      });
      return h('section', { class: 'card offer' }, h('p', null, t(`offer.mine-${offer.kind}`)), h('div', { class: 'row-buttons' }, back));
    }
    if (this.message?.seat === 'observer') return h('section', { class: 'card offer' }, h('p', null, t(`offer.${offer.kind}`, { side: this.sideName(offer.by) })));
    const yes = h('button', { type: 'button', class: 'button primary' }, t('offer.yes'));
    const no = h('button', { type: 'button', class: 'button' }, t('offer.no'));
    yes.addEventListener('click', async () => {
      await answer(true);
      if (offer.kind === 'rematch' && this.message?.rematch) location.href = `/t/${this.message.rematch}`;
    });
    no.addEventListener('click', () => void answer(false));
    return h('section', { class: 'card offer', role: 'alert' }, h('p', null, t(`offer.${offer.kind}`, { side: this.sideName(offer.by) })), h('div', { class: 'row-buttons' }, yes, no));
  }

  async fetchRules() {
    try {
      return await get(`/api/rules/${this.message?.game}`);
    } catch {
      return [];
    }
  }

  // --- keys --------------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  clicked(event) {
    const link = event.target instanceof Element ? event.target.closest('[data-rule]') : null;
    const rule = link?.getAttribute('data-rule');
    if (rule && this.panel) {
      event.preventDefault();
      this.panel.openRule(rule);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.covered || !this.board || document.querySelector('dialog[open]')) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest('input:not([type=range]), textarea, select, [contenteditable]')) return;
    if (event.key === ' ' && this.board.skip()) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Shift') this.boardHost?.classList.add('magnify');
    if (event.key === 'Escape') {
      if (closeMenu() || this.fan?.close() || this.disarm() || this.command?.close()) event.preventDefault();
      else if (this.ruler) this.toggleRuler();
      else if (this.selected) this.select(null);
      else if (this.replaying) void this.closeReplay();
      else {
        this.notice('why', null);
        const back = this.message?.choices.filter((choice) => choice.retract) ?? [];
        if (back.length && this.message?.draft.length) void this.undo();
      }
      return;
    }
    const action = actionOf(event);
    if (!action) this.overlayKey(event);
    if (!action || action === 'confirm') return;
    const { board, panel } = this;
    /** @type {Record<string, () => void>} */
    const does = {
      next: () => { if (!board.next(1)) announce(t('now.wait')); },
      previous: () => { board.next(-1); },
      board: () => board.setCursor(board.cursor),
      prompt: () => { const button = this.top?.querySelector('.answers button'); if (button instanceof HTMLElement) button.focus(); },
      undo: () => void this.undo(),
      redo: () => void this.redo(),
      hint: () => void this.askHint(),
      overlays: () => { const button = this.top?.querySelector('[data-key="overlays"]'); if (button instanceof HTMLElement) this.openOverlays(button); },
      rules: () => panel?.openRule(this.message?.prompt.rule ?? ''),
      log: () => panel?.show('log'),
      sheet: () => panel?.show('now'),
      forces: () => panel?.show('forces'),
      notes: () => panel?.show('notes'),
      in: () => board.camera.zoom(1.3),
      out: () => board.camera.zoom(1 / 1.3),
      fit: () => board.camera.fit(),
      whole: () => board.camera.whole(),
      hide: () => this.boardHost?.classList.add('bare'),
      replay: () => void (this.replaying ? this.closeReplay() : this.openReplay(null)),
      command: () => this.command?.open(),
      help: () => helpDialog(),
      legal: () => announce(this.legalText()),
      battle: () => this.lastBattle(),
      ruler: () => this.toggleRuler(),
      focus: () => board.goTo(this.message?.prompt.focus ?? []),
      back: () => { if (this.replaying) this.replay?.step(-1); else void this.openReplay(this.lines.length - 1); },
      on: () => { if (this.replaying) this.replay?.step(1); },
    };
    const go = does[action];
    if (!go) {
      return;
    }
    event.preventDefault();
    go();
  }

  /** @param {KeyboardEvent} event */
  keyUp(event) {
    if (event.key === 'Shift') this.boardHost?.classList.remove('magnify');
    if (actionOf(event) === 'hide' && !this.overlaysOn.has('bare')) this.boardHost?.classList.remove('bare');
    if (!event.target || !this.board) return;
    if (event.key.startsWith('Arrow') && document.activeElement === document.body) {
      const by = 80;
      this.board.camera.pan(event.key === 'ArrowLeft' ? by : event.key === 'ArrowRight' ? -by : 0, event.key === 'ArrowUp' ? by : event.key === 'ArrowDown' ? -by : 0);
    }
  }

  legalText() {
    const choices = this.message?.choices ?? [];
    return t('command.legal', { n: choices.length, list: choices.slice(0, 12).map((choice) => choice.label).join('; ') });
  }
}

export { drawing, fill };
