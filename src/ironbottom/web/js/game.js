// @ts-check
/** The page of a table: builds it, shows what the server sends, and holds its parts together. It knows no game. */

import { h, icon, ICONS } from './dom.js';
import { sentence, t } from './i18n.js';
import { lookedAt } from './offline.js';
import { get } from './net.js';
import { Link } from './link.js';
import { drawPrompt } from './prompt.js';
import { drawSequence } from './sequence.js';
import { announce, toast } from './dialog.js';
import { onSettings, settings } from './settings.js';
import { sound } from './sound.js';
import { ruleLink } from './widgets.js';
import { setTurnSign, notify } from './signs.js';
import { lookWhere } from './looking.js';
import { resultsOf } from './results.js';
import { showError } from './join.js';
import { tellAtTable } from './club/next.js';
import { keyPressed, keyReleased } from './hotkeys.js';
import { Choosing } from './choosing.js';
import { Clicking } from './clicking.js';
import { Pointing } from './pointing.js';
import { AfterGame } from './aftergame.js';
import { Analysis } from './analysis.js';
import { chosenInBoxes } from './bins.js';
import { build } from './building.js';
import { Asking } from './asking.js';
import { OddsOf } from './odds.js';
import { Ruler } from './ruler.js';
import { Overlays } from './overlays.js';
import { Notices } from './notices.js';
import { Replaying } from './replaying.js';
import { HotSeat } from './hotseat.js';
import { Offers } from './offers.js';
import { Party } from './party.js';
import { Patience } from './patience.js';
import { PHONE } from './screens.js';
import { wrongLink } from './wrong.js';
import { giveForDice } from './dice.js';
import { Story } from './story.js';
import { FirstGame } from './firstgame.js';
import { Match } from './match.js';
import { ScoreBox } from './score.js';
import { What } from './what.js';
import { Who } from './club/who.js';
import { entriesOf, entryAt, lost, untilPhase } from './entries.js';

/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./fan.js').Fan} Fan */
/** @typedef {import('./panel.js').Panel} Panel */
/** @typedef {import('./command.js').CommandField} CommandField */
/** @typedef {import('./coach.js').Coach} Coach */
/** @typedef {import('./card.js').Cards} Cards */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./types.js').ChatLine} Chat */
/** @typedef {import('./types.js').Board} BoardData */

export class Game {
  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {{seat?: string|null, at?: number|null, rule?: string|null}} how where it opens: at a moment, at a rule
   */
  constructor(host, id, how) {
    this.host = host;
    this.id = id;
    this.choosing = new Choosing(this);
    this.clicking = new Clicking(this);
    this.pointing = new Pointing(this);
    this.analysis = new Analysis(this);
    this.afterGame = new AfterGame(this);
    this.asking = new Asking(this);
    this.odds = new OddsOf(this);
    this.ruler = new Ruler(this);
    this.overlays = new Overlays(this);
    this.notices = new Notices(this);
    this.replaying = new Replaying(this);
    this.hotseat = new HotSeat(this);
    this.offers = new Offers(this);
    this.party = new Party(this);
    this.patience = new Patience(this);
    this.match = new Match(this);
    this.story = new Story(this);
    this.score = new ScoreBox(this);
    this.what = new What(this);
    this.who = new Who(this);
    this.firstGame = new FirstGame(this);
    /** Where the board and the pieces lie. */
    this.base = '';
    /** @type {import('./types.js').Guide|null} */
    this.guide = null;
    /** @type {Cards|null} */
    this.cards = null;
    this.startAt = how.at ?? null;
    this.startRule = how.rule ?? null;
    this.link = new Link(id, how.seat ?? null, {
      show: (message, how) => this.show(message, how),
      thinking: () => {
        this.drawTop();
        if (this.panel?.tab === 'notes') this.panel.drawNotes(); // who is there
        this.patience.wait();
        this.notices.showAbsent();
        void this.match.ask();
      },
      connection: (connected) => this.connection(connected),
      told: (data) => void tellAtTable(this, data),
      gone: (why) => this.lost(why),
      failed: () => toast(t('net.failed'), 'bad'),
      stale: () => toast(t('net.stale')),
      refused: (text, rule, asked) => this.refused(text, rule, asked),
      sending: (on) => this.page?.classList.toggle('sending', on),
    });
    /** @type {HTMLElement|undefined} the page of the table, and its parts */
    this.page = undefined;
    /** @type {HTMLElement|undefined} */
    this.top = undefined;
    /** @type {HTMLElement|undefined} */
    this.boardHost = undefined;
    /** @type {HTMLElement|undefined} */
    this.side = undefined;
    /** @type {HTMLElement|undefined} */
    this.bottom = undefined;
    /** @type {HTMLElement|undefined} */
    this.tools = undefined;
    /** @type {CommandField|undefined} */
    this.command = undefined;
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
    this.freshDice = false;
    this.closed = false;
    this.keys = (/** @type {KeyboardEvent} */ event) => keyPressed(this, event);
    this.keysUp = (/** @type {KeyboardEvent} */ event) => keyReleased(this, event);
    this.clicks = (/** @type {MouseEvent} */ event) => this.clicked(event);
    this.pressed = (/** @type {Event} */ event) => {
      if (this.story.on) return;
      this.board?.skip();
      this.cards?.aside(event);
    };
    this.caught = (/** @type {MouseEvent} */ event) => this.clickedInStory(event);
    this.visible = () => {
      if (document.hidden) return;
      this.sawAll();
      void this.match.ask();
    };
    this.unsettle = onSettings(() => {
      this.pointing.dock();
      this.board?.restyle();
      if (!this.firstGame.speaks) this.firstGame.silence();
      if (this.message && this.board) this.drawBoard([], false);
    });
  }

  async start() {
    document.addEventListener('keydown', this.keys);
    document.addEventListener('keyup', this.keysUp);
    document.addEventListener('click', this.caught, { capture: true });
    document.addEventListener('click', this.clicks);
    document.addEventListener('pointerdown', this.pressed, { capture: true });
    document.addEventListener('visibilitychange', this.visible);
    try {
      await this.link.start();
    } catch (problem) {
      showError(this.host, problem);
      return;
    }
    this.page?.classList.toggle('kept', this.link.kept);
    if (this.link.kept) return;
    if (this.startAt && !this.hotseat.covered) await this.replaying.open(this.startAt);
    if (this.startRule) this.panel?.openRule(this.startRule);
  }

  close() {
    this.closed = true;
    if (this.what.on) this.what.toggle();
    this.story.close();
    this.link.close();
    window.clearTimeout(this.notices.absent);
    this.board?.close();
    this.replaying.bar?.stop();
    this.unsettle();
    document.removeEventListener('keydown', this.keys);
    document.removeEventListener('keyup', this.keysUp);
    document.removeEventListener('click', this.caught, { capture: true });
    document.removeEventListener('click', this.clicks);
    document.removeEventListener('pointerdown', this.pressed, { capture: true });
    document.removeEventListener('visibilitychange', this.visible);
    setTurnSign('', false);
  }

  /** The table is left for good: nothing more is asked of it or told to it; or one stays after all. @param {boolean} [on] */
  leaving(on = true) {
    this.story.seen.left = on;
    if (on) this.link.live?.close();
    else this.link.live?.reopen();
  }

  /** @returns {Message|null} what is known of the table */
  get message() {
    return this.link.message;
  }

  /** @returns {Line[]} what was told: to this seat, or in replay to the one that it is seen by */
  get lines() {
    return this.replaying.lines ?? this.link.lines;
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
    return this.replaying.on ? this.replaying.picture : this.story.on ? this.story.picture : (this.message?.picture ?? null);
  }

  /** Whether the page shows what is gone by, and nothing can be done in it. */
  get past() {
    return this.replaying.on || this.story.on;
  }

  /** The lines that were told: what a story still has to tell is not among them. */
  get told() {
    return this.story.on ? this.lines.filter((line) => line.n <= this.story.n) : this.lines;
  }

  /** @param {boolean} connected */
  connection(connected) {
    document.documentElement.classList.toggle('offline', !connected);
    this.notices.show('net', connected ? null : h('span', null, t('net.lost')));
  }

  /**
   * Show a message: what is new in it, and how the table stands.
   * @param {Message} message
   * @param {{fresh: Line[], own: boolean, whole: boolean}} how
   */
  async show(message, { fresh, own, whole }) {
    if (this.closed) return;
    void giveForDice(this.id, message.dice);
    if (message.curtain) {
      this.story.stop();
      await this.hotseat.cover(message);
      return;
    }
    if (!message.picture || this.hotseat.turned(message, fresh)) return;
    const passed = this.hotseat.passed.splice(0);
    if (passed.length) { // what was done in the seat before is one's own too
      fresh = [...passed.filter((line) => this.lines.some((one) => one.n === line.n)), ...fresh];
      own = true;
    }
    const first = whole || this.hotseat.covered || !this.board;
    const { before } = this;
    if (!first && before?.rev === message.rev && before.seat === message.seat && !fresh.length) return;
    const wasMine = before?.prompt.mine ?? false;
    const wasOver = Boolean(before?.over);
    const declined = this.offers.declined(message);
    const lapsed = this.offers.lapsed(message, fresh);
    if (first || before?.seat !== message.seat) this.story.stop();
    const due = (settings.story === 'off' && !this.match.here) || this.link.kept ? null : await this.story.due(message, { fresh, own, first });
    if (this.closed || this.message?.seat !== message.seat) return;
    const shown = before?.picture ?? null;
    const start = due && (due.from === null ? shown : await this.story.start(due.from));
    this.before = message;
    this.staged(message);
    this.asking.forget();
    this.odds.forget();
    this.choosing.renew(message, own);
    if (first || !this.board) {
      await build(this, message);
    }
    this.analysis.dress();
    this.analysis.weigh();
    this.hotseat.covered = false;
    const direct = first ? [] : due ? fresh.filter((line) => line.n < due.lines[0].n) : this.story.closing ? untilPhase(fresh) : fresh;
    this.notices.show('why', null);
    if (!this.party.ids.size) this.notices.show('party', null);
    if (due && (start || this.story.on)) {
      if (direct.length) this.showDirect(direct, start);
      this.story.tell(due.lines, start, direct);
      this.freshDice = false;
      this.drawAll([], false);
    } else {
      this.freshDice = direct.some((line) => line.dice?.length);
      this.drawAll(direct, !first);
      this.board?.advise([]);
      this.coach?.point();
      this.freshDice = false;
      if (direct.length) this.cards?.last(direct, true);
      lookWhere(this, first); // what is asked for does not lie under the card
      if (!first && settings.story === 'off' && !own && !this.match.here) this.story.summary.tell(message, shown, fresh);
      this.arrived();
    }
    setTurnSign(message.title, message.prompt.mine && !message.over);
    this.patience.wait();
    this.notices.showAsked(message);
    if (message.notice) this.notices.show('news', h('span', null, message.notice));
    this.notices.showAbsent();
    this.notices.showRematch(message);
    if (declined || lapsed) this.notices.show('answer', h('span', null, t(declined ? 'offer.declined' : 'offer.lapsed')));
    else if (message.offers.length || (before && (before.n !== message.n || before.draft.length !== message.draft.length))) this.notices.show('answer', null);
    if (first) {
      this.wasMine = message.prompt.mine;
      this.wasOver = Boolean(message.over);
    } else {
      if (direct.length && !this.story.on) announce(entriesOf(direct).map((entry) => entry.text).join('. '));
      if (direct.some((line) => line.dice?.length)) sound('dice');
      else if (direct.some(lost)) sound('loss');
      else if (own) sound(direct.some((line) => line.motions?.length) ? 'place' : 'take');
      if (message.prompt.mine && !wasMine && !message.over) notify(message.title);
    }
    if (!this.story.on) this.sawAll();
    void this.match.ask();
  }

  /** What one did oneself is on the board at once, before what follows is told. @param {Line[]} lines @param {import('./types.js').Picture|null} picture */
  showDirect(lines, picture) {
    if (!picture) return;
    this.story.hold(picture, lines[lines.length - 1].n);
    this.drawBoard(lines, true);
    this.cards?.last(lines, true);
  }

  /** The stage of the turn, and how much of the draft was there when it began. */
  stage = { id: '', draft: 0 };

  /** @param {Message} message */
  staged({ picture, draft }) {
    const id = `${picture.turn} ${picture.sequence.find((one) => one.state === 'now')?.id}`;
    this.stage = { id, draft: Math.min(draft.length, id === this.stage.id ? this.stage.draft : Infinity) };
  }

  wasMine = false;

  wasOver = false;

  /** The present is on the page: whose turn it is is heard now, and how the game ended is seen. */
  arrived() {
    const { message } = this;
    if (!message) return;
    this.notices.showDecided(message);
    this.notices.showOffers(message);
    this.firstGame.greet();
    this.firstGame.tell();
    if (message.prompt.mine) this.odds.ask();
    if (message.prompt.mine && !this.wasMine && !message.over) sound('turn');
    if (message.over && !this.wasOver) this.panel?.show('now');
    this.wasMine = message.prompt.mine;
    this.wasOver = Boolean(message.over);
  }

  /** All that is told of this seat was seen on this device. */
  sawAll() {
    if (document.hidden || this.hotseat.covered || !this.message?.picture || !this.seat || this.link.kept) return;
    this.story.seen.saw(this.seat, this.story.on ? this.story.n : this.message.n);
  }

  /** While something is told, the first click shows the present; what belongs to the story does what it says. @param {MouseEvent} event */
  clickedInStory(event) {
    if (!this.story.on || this.match.on || this.what.on || !(event.target instanceof Element) || this.board?.camera.dragged) return; // what is asked about is what is shown
    if (!event.target.closest('.table') || event.target.closest('[data-told], .panel, .sequence, .who, .tools, [aria-haspopup], a[href]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.story.sudden) this.story.present();
  }

  /** Tell again what happened after line `n`. @param {number} n */
  async tellAgain(n) {
    const lines = this.lines.filter((line) => line.n > n && !line.draft);
    if (!lines.length || this.past) return;
    this.story.tell(lines, await this.story.start(n));
    this.drawAll([], false);
  }

  /** Open the card of a line again. @param {number} n */
  openCard(n) {
    const entry = entryAt([...this.analysis.before, ...this.lines], n);
    if (!entry?.card) return;
    this.cards?.show(entry);
    this.board?.locate(entry.places);
  }

  /** @param {Line[]} fresh @param {boolean} animate */
  drawAll(fresh, animate) {
    if (this.replaying.on) {
      this.drawTop();
      this.panel?.log.update(this.told);
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
      look.addEventListener('click', () => void (this.replaying.on ? this.replaying.close() : this.replaying.open(null)));
      const tools = this.tools && !PHONE.matches ? this.tools : null;
      if (!tools && this.tools && this.boardHost) this.boardHost.append(this.tools); // on a phone they stand on the board
      this.board?.camera.leave(tools ? null : (this.tools ?? null));
      this.score.update(picture, this.replaying.on ? this.replaying.at : this.story.on ? this.story.n : (this.message?.n ?? 0));
      drawSequence(this.bottom, picture, (side) => this.style(side), this.score.host, [tools, look]);
    }
  }

  drawTop() {
    if (this.top) drawPrompt(this, this.top);
    this.who.draw();
  }

  /** @param {Line[]} fresh @param {boolean} animate */
  drawBoard(fresh, animate) {
    const picture = this.shownPicture;
    const { message, board } = this;
    if (!picture || !message || !board) return;
    const pending = this.choosing.pending;
    board.update({
      picture, lit: this.choosing.litSpaces(), litPieces: this.choosing.litPieces(), selected: this.choosing.selected, chosen: this.past ? [] : chosenInBoxes(this), focus: message.prompt.focus ?? [], notes: message.notes, fought: resultsOf(this),
      armed: pending ? (/** @type {Choice} */ (pending).space ?? /** @type {Choice} */ (pending).piece ?? null) : null,
    }, { animate, lines: fresh });
    if (animate) board.reveal(fresh);
    this.overlays.draw();
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
    this.pointing.redraw();
    this.pointing.showWay(this.pointing.hovered);
  }

  /** @param {string[]} notations */
  act(notations) {
    this.startRule = null;
    this.choosing.flush();
    this.story.present();
    this.story.spent = 0;
    this.story.summary.forget();
    this.story.summary.close();
    this.cards?.close();
    this.notices.show('decided', null); // heard; it stands with the score from now on
    this.firstGame.proposal.acted(notations);
    return this.link.act(notations);
  }

  /** @param {string} text @param {string|null} rule @param {string} [asked] what was to be done */
  refused(text, rule, asked = '') {
    sound('no');
    const said = sentence(text);
    this.notices.show('why', h('span', null, said, ' ', ruleLink(rule), asked || rule ? wrongLink(this, text, rule, asked) : null)); // no ruling says who may talk
    announce(said);
  }

  /** The table is no longer this player's: it stays to look at, and asks nothing. @param {string} why */
  lost(why) {
    this.notices.show('net', h('span', null, sentence(why || t('net.gone')), ' ', h('a', { href: '/' }, t('error.home'))));
    if (!this.message?.picture) return;
    this.link.message = lookedAt(this.message, '');
    this.choosing.renew(this.link.message, false);
    this.drawAll([], false);
  }

  /** A table act: undo, chat, note, offer … @param {string} path @param {any} [body] */
  async send(path, body = {}) {
    return this.link.send(path, body);
  }

  async undo(all = false) {
    if (this.choosing.disarm() || !(this.message?.draft.length || this.message?.draft.more)) return;
    await this.link.undo(all);
  }

  async redo() {
    if (this.message?.draft.redo) await this.link.redo();
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

  async fetchRules() {
    try {
      return await get(`/api/rules/${this.message?.game}`);
    } catch {
      return [];
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const link = event.target instanceof Element ? event.target.closest('[data-rule]') : null;
    const rule = link?.getAttribute('data-rule');
    if (rule && this.panel) {
      event.preventDefault();
      this.panel.openRule(rule);
    }
  }
}
