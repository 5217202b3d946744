// @ts-check
/** The coach of a lesson: what is to be done, and why; it points at what it speaks of. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { counted as labelled } from './amount.js';
import { actionButton } from './prompt.js';
import { dress, marked, toDo } from './guide.js';
import { begin, learned } from './lessons.js';
import { forgetPractice, practise } from './practice.js';
import { post } from './net.js';
import { onSheets } from './offered.js';
import { toast } from './dialog.js';
import { visit } from './visit.js';

/** @typedef {import('./types.js').Coach} CoachData */
/** @typedef {import('./game.js').Game} Game */

/** @param {string|string[]} actions */
function notationOf(actions) {
  return Array.isArray(actions) ? actions.join(';') : actions;
}

/** A choice with the amount that is wanted. @param {import('./types.js').Choice} choice @param {number} n @returns {import('./types.js').Choice} */
function counted(choice, n) {
  return { ...choice, amount: undefined, label: labelled(choice, n), do: choice.do.replace('{n}', String(n)) };
}

export class Coach {
  /** @param {Game} game @param {HTMLElement} host */
  constructor(game, host) {
    this.game = game;
    this.words = h('div', { class: 'coach-words', role: 'status', 'aria-live': 'polite', tabindex: '-1' });
    this.buttons = h('div', { class: 'coach-buttons' });
    this.head = h('div', { class: 'coach-head' });
    host.append(this.head, this.words, this.buttons);
    this.words.addEventListener('click', (event) => { // where is what he speaks of?
      if (!(event.target instanceof Element) || event.target.closest('a, button')) return;
      this.showSheet();
      this.pointAgain();
    });
    this.host = host;
    this.page = 0;
    this.step = -1;
    /** What he said last: in a whole game he says something else in the same step too. */
    this.said = '';
    this.shown = '';
    this.pointed = '';
  }

  /** Show what the message says; nothing without a coach, or while one looks back. */
  draw() {
    const coach = this.game.message?.coach;
    if (coach) this.drawLesson(coach);
    else this.drawFirst();
    this.game.cards?.dock();
  }

  /** @param {CoachData} coach */
  drawLesson(coach) {
    this.host.hidden = this.game.past;
    if (this.host.hidden) return;
    const said = coach.pages.join('\n') || this.said;
    if (coach.step !== this.step || said !== this.said) {
      this.host.classList.remove('tall');
      this.step = coach.step;
      this.said = said;
      this.page = 0;
    }
    if (coach.state === 'done' && !coach.example) learned(this.game.message?.game ?? '', coach.lesson);
    const sign = JSON.stringify([coach, this.page]);
    if (sign === this.shown) return;
    this.shown = sign;
    const focused = this.host.contains(document.activeElement);
    if (this.game.pointing.card && !this.game.pointing.card.classList.contains('docked')) this.game.pointing.card.hidden = true;
    this.host.dataset.state = coach.state;
    if (coach.example) this.host.setAttribute('aria-label', t('practice.name'));
    const steps = Math.min(coach.step + 1, coach.steps);
    this.head.replaceChildren(h('b', null, coach.title),
      h('span', { class: 'coach-count' }, coach.example ? t(coach.example.own ? 'practice.own' : 'practice.stage', { n: steps, of: coach.steps }) : coach.state === 'done' ? t('coach.learned') : coach.whole ? t('coach.whole') : t('coach.step', { n: steps, of: coach.steps })),
      coach.whole ? '' : h('span', { class: 'coach-steps', 'aria-hidden': 'true' }, Array.from({ length: coach.steps }, (_, i) => h('i', { class: i < coach.step ? 'done' : i === coach.step ? 'now' : '' }))));
    this.words.replaceChildren(...this.text(coach));
    dress(this.words);
    this.buttons.replaceChildren(...this.actions(coach));
    // room for long words comes with the first of them, and stays for the step: the board beneath keeps still
    if (this.words.scrollHeight > this.words.clientHeight + 1) this.host.classList.add('tall');
    this.showSheet();
    if (focused && !this.host.contains(document.activeElement)) {
      const next = this.buttons.querySelector('.primary');
      if (next instanceof HTMLElement) next.focus();
      else this.words.focus({ preventScroll: true });
    }
  }

  /** In a first game he has the same place, all through it: he covers nothing, and the board keeps still
   * wherever his words have room. */
  drawFirst() {
    const { firstGame, replaying } = this.game;
    this.host.hidden = !firstGame.speaks || replaying.on;
    if (this.host.hidden) return;
    this.host.dataset.state = 'first';
    this.host.setAttribute('aria-label', t('first.bar'));
    const { words, buttons } = firstGame.told();
    const sign = [words, buttons].map((parts) => parts.map((part) => part.outerHTML).join('')).join('|');
    if (sign === this.shown) return;
    this.shown = sign;
    this.head.replaceChildren(h('b', null, t('first.bar')));
    this.words.replaceChildren(...words);
    dress(this.words);
    this.buttons.replaceChildren(...buttons);
    this.words.scrollTop = 0;
    const cut = () => this.words.scrollHeight > this.words.clientHeight + 1;
    this.words.classList.remove('long');
    this.host.classList.remove('tall');
    this.host.classList.toggle('brief', words.every((part) => part.matches('.first-quiet')));
    if (cut()) this.words.classList.add('long');
    this.host.classList.toggle('tall', cut()); // what is to be done stands last: it is never out of sight
  }

  /** @param {CoachData} coach */
  text(coach) {
    const praise = coach.good && this.page === 0 ? h('b', { class: 'coach-good' }, h('span', { class: 'coach-tick', 'aria-hidden': 'true' }, '✓ '), marked(coach.good), ' ') : null;
    if (coach.state === 'astray') return [h('p', { class: 'coach-astray' }, marked(coach.astray))];
    if (coach.state === 'failed' && !coach.whole) return [h('p', { class: 'coach-astray' }, t('coach.failed'))];
    const last = this.page >= coach.pages.length - 1;
    const pages = coach.pages.length;
    const count = pages > 1 ? h('span', { class: 'coach-page small' }, ' ', t('coach.page', { n: this.page + 1, of: pages })) : null;
    return [h('p', null, praise, marked(coach.pages[this.page] ?? t('coach.wait')), count),
      ...(last && coach.todo ? [h('p', { class: 'coach-todo' }, toDo(coach.todo))] : [])];
  }

  /** @param {CoachData} coach */
  actions(coach) {
    const { game } = this;
    const button = (/** @type {string} */ look, /** @type {string} */ key, /** @type {any} */ words, /** @type {() => void} */ go) => {
      const made = h('button', { type: 'button', class: `button ${look}`, 'data-key': `coach-${key}` }, words);
      made.addEventListener('click', go);
      return made;
    };
    const slug = game.message?.game ?? '';
    const more = this.page < coach.pages.length - 1;
    const turn = (/** @type {number} */ by) => () => {
      this.page += by;
      game.story.summary.close(); // he speaks of the board now, and it may lie over what he shows
      this.draw();
      game.panel?.rise();
      if (!coach.example) return;
      game.notices.show('why', null); // what was refused before is not what is spoken of now
      this.point();
    };
    /** @type {HTMLElement[]} */
    const found = [];
    const { example } = coach;
    if (example) {
      if (this.page > 0) found.push(button('quiet', 'before', t('coach.before'), turn(-1)));
      if (more) found.push(button('primary', 'on', t('coach.on'), turn(1)));
      else if (coach.state === 'do') found.push(button('primary', 'show', t('practice.on'), () => void game.send('show-next')));
      else if (!example.own) found.push(button('primary', 'try', t('practice.try'), () => void practise(game, example.rule, true)));
      if (coach.state === 'done') found.push(button(example.own ? 'primary' : 'quiet', 'again', t('practice.again'), () => void practise(game, example.rule)));
      // on a phone there is no ribbon with the way back: a sheet may lie over it
      const { way, words } = game.analysis.home;
      found.push(button('quiet coach-home', 'home', words, () => void this.leave(way)));
      return found;
    }
    if (coach.state === 'astray') found.push(button('primary', 'undo', t('coach.back'), () => void game.undo()));
    else if (coach.state === 'failed') found.push(button('primary', 'again', t('coach.again'), () => void this.go(slug, coach.lesson, true)));
    else if (coach.state !== 'wait') {
      if (this.page > 0) found.push(button('quiet', 'before', t('coach.before'), turn(-1)));
      if (more) found.push(button('primary', 'on', t('coach.on'), turn(1)));
      else if (coach.state === 'do' && coach.pages.length > 1) found.push(h('span', { class: 'button coach-gap', 'aria-hidden': 'true' }, t('coach.on')));
    }
    const sheets = onSheets(game.message?.picture ?? null);
    for (const choice of this.named()) {
      const spelled = notationOf(choice.do);
      // what stands on a sheet is pressed there; an amount at a place of the board lies out of sight on a phone
      const onSheet = !choice.space && sheets.has(spelled);
      const away = !onSheet && ((!choice.piece && !choice.space) || (this.wants(choice) !== null && game.panel?.isSheet()));
      if (away && !game.top?.querySelector(`[data-do="${CSS.escape(spelled)}"]`)) {
        const n = this.wants(choice);
        const made = actionButton(game, n === null ? choice : counted(/** @type {import('./types.js').Choice} */ (choice), n), 'answer');
        made.classList.add('coach-choice');
        found.push(made);
      }
    }
    const next = coach.next;
    if (coach.state === 'done' && !more) {
      if (next) found.push(button('primary', 'next', t('coach.next', { title: next.title }), () => void this.go(slug, next.lesson)));
      found.push(button(next ? 'quiet' : 'primary', 'play', t('coach.play'), () => this.leave(`/?play=${encodeURIComponent(slug)}`)));
    }
    return [...found, button('quiet', 'leave', t('coach.leave'), () => this.leave('/'))];
  }

  /** To a lesson, from this table, which is not to ask for more. @param {string} slug @param {string} lesson @param {boolean} [again] from its beginning */
  async go(slug, lesson, again = false) {
    this.game.leaving();
    if (!again) await this.drop();
    if (!await begin(slug, lesson, again)) this.game.leaving(false);
  }

  /** Away from this table, which is not asked for more. @param {string} to */
  async leave(to) {
    this.game.leaving();
    await this.drop();
    await visit(this.game, to);
  }

  /** A lesson that is left goes on later; one that has ended is not kept, nor is a practice board. */
  async drop() {
    const coach = this.game.message?.coach;
    if (coach && !coach.example && !['done', 'failed'].includes(coach.state)) return;
    try {
      await post(`/api/tables/${this.game.id}/delete`);
      forgetPractice(this.game.id);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  }

  /** What is pointed at now, in a lesson or by the coach of a first game. @returns {{do: string[], amounts?: Record<string, number>}} */
  get asked() {
    return this.game.message?.coach ?? this.game.firstGame.proposal.pointing;
  }

  /** Whether the coach asks for this: a choice, several actions at one click, or a move between boxes. @param {{do: string|string[]}} choice */
  names(choice) {
    return this.asked.do.includes(notationOf(choice.do));
  }

  /** What the coach asks for, as it is offered. */
  named() {
    const { message } = this.game;
    return [...message?.choices ?? [], ...message?.macros ?? []].filter((choice) => this.names(choice));
  }

  /** Whether what the coach asks for stands on a sheet, where alone it can be pressed. */
  onSheet() {
    const { message } = this.game;
    const fields = new Set((message?.picture?.sheets ?? []).flatMap((sheet) => sheet.fields.flatMap((field) => field.choices)));
    const boxes = (message?.picture?.sheets ?? []).flatMap((sheet) => (sheet.bins ?? []).flatMap((bin) => bin.items.flatMap((item) => Object.values(item.to))));
    return boxes.some((actions) => this.names({ do: actions })) || this.named().some((choice) => !choice.space && fields.has(notationOf(choice.do)));
  }

  /** How many the coach wants of this; null where he does not say. @param {import('./types.js').Choice|import('./types.js').MacroLook} choice @returns {number|null} */
  wants(choice) {
    return Array.isArray(choice.do) ? null : (this.asked.amounts?.[choice.do] ?? null);
  }

  /** Whether he is to be read on before anything is to be done. */
  get reading() {
    const coach = this.game.message?.coach;
    return Boolean(coach && coach.state === 'do' && (coach.step === this.step ? this.page : 0) < coach.pages.length - 1);
  }

  /** Whether a piece in the hand is asked for. It stands in the panel; on the board others may lie over it. */
  inHand() {
    const held = new Set((this.game.message?.picture?.pieces ?? []).filter((piece) => piece.picked).map((piece) => piece.id));
    return this.named().some((choice) => choice.piece !== undefined && !choice.space && held.has(choice.piece));
  }

  /** What is asked for in the panel comes into sight beside the board; on a phone it rises by itself. */
  showSheet() {
    const { panel, side, startRule } = this.game;
    if (startRule && panel?.tab === 'rules') return; // one has come back to a rule that one reads
    const asked = side?.querySelector('.field-choices .advised, .chip.advised, .hand-piece.advised');
    if (!asked || !panel) return;
    if (!panel.isSheet() && !panel.open()) panel.show('now');
    if (!panel.open()) return;
    asked.scrollIntoView({ block: 'nearest' });
  }

  /** Bring what the coach speaks of into sight once more. */
  pointAgain() {
    this.pointed = '';
    this.point();
  }

  /** He was asked for what he has said already: it lights up for a moment, and so does what he speaks of. */
  repeat() {
    this.pointAgain();
    const { classList } = this.words;
    classList.add('repeated');
    window.setTimeout(() => classList.remove('repeated'), 900);
  }

  /** The pieces and places of the board that the coach asks for; `goals`: where what is taken up is to go. */
  marks() {
    const board = this.game.board;
    const piece = (/** @type {import('./types.js').Choice|import('./types.js').MacroLook} */ one) => (one.piece && board ? board.onTop([one.piece, ...('also' in one ? (one.also ?? []) : [])]) : '');
    const named = this.named();
    const { selected } = this.game.choosing;
    return {
      asked: named.flatMap((choice) => [piece(choice), choice.space ?? '']).filter((id) => id !== ''),
      goals: selected === null ? [] : named.filter((choice) => [choice.piece, ...('also' in choice ? (choice.also ?? []) : [])].includes(selected)).flatMap((choice) => choice.space ?? []),
    };
  }

  /** Whether all that is to be done next stands lit in the open panel, so that the board may stay where the question is. */
  beside() {
    const { message, panel } = this.game;
    const listed = onSheets(message?.picture ?? null);
    const named = this.named();
    return Boolean(message?.prompt.focus?.length && panel?.open() && named.length) && named.every((choice) => !choice.space && listed.has(notationOf(choice.do)));
  }

  /** Where what the coach speaks of lies on the board, what is to be done next alone if that is there. */
  points() {
    const board = this.game.board;
    const { asked, goals } = this.marks();
    if (!goals.length && this.beside()) return [];
    const ids = goals.length ? goals : asked.length ? asked : this.look();
    return board ? ids.map((id) => board.centreOf(id)).filter((point) => point !== null) : [];
  }

  /** What the coach speaks of; of an example what this page of it tells of, if that is anywhere. */
  look() {
    const { coach } = this.game.message ?? {};
    const page = coach?.example?.at?.[this.page] ?? [];
    return page.length ? page : coach?.look ?? [];
  }

  /** Light up what the coach speaks of. */
  point() {
    const look = this.look();
    const board = this.game.board;
    if (!board || this.game.past) return;
    const { asked, goals } = this.marks();
    if (!asked.length && !look.length && !this.game.message?.coach) {
      if (!this.game.asking.hint) board.advise([]); // what was asked for before a story is not asked for now
      return;
    }
    board.advise([...asked, ...look]);
    const { coach } = this.game.message ?? {};
    const sign = `${coach?.step} ${coach?.example ? this.page : ''} ${asked.join(' ')} ${goals.join(' ')}`;
    if (sign === this.pointed) return;
    this.pointed = sign;
    const points = this.points();
    const { camera } = board;
    camera.measure(); // the coach's own words may have made the board's window smaller
    camera.foot = this.game.cards?.over() ?? 0;
    // a first view is left for what lies outside alone; around the middle of a sea zone stand its ships
    const edge = camera.fitted && !camera.panned ? 8 : camera.beside && !board.board.spaces.some((space) => space.kind === 'hex') ? camera.free / 4 : 30;
    if (points.every((point) => camera.sees(point.x, point.y, edge))) return;
    const middle = { x: points.reduce((sum, point) => sum + point.x, 0) / points.length, y: points.reduce((sum, point) => sum + point.y, 0) / points.length };
    // where a window is too small for both, the piece is seen first, and once it is taken the place where it goes
    const { x, y } = points.every((point) => camera.together(point, middle)) ? middle : points[0];
    camera.centre(x, y + camera.foot / 2 / camera.scale);
  }
}
