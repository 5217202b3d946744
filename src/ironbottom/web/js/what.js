// @ts-check
/** What do I see: whatever is pointed at (a counter, a mark, a place, a track, a table, a step of the turn) in words. */

import { announce, dialog, toast } from './dialog.js';
import { emblem, h, s } from './dom.js';
import { dress, entryOf, explained, guideHere, marked, rulesLeave, typesOf } from './guide.js';
import { t } from './i18n.js';
import { signOf } from './paint.js';
import { signsOf } from './pieces.js';
import { drawFace, signsOnPieces } from './sprite.js';
import { ruleLink } from './widgets.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Piece} Piece */

/** Where pointing goes on as ever. */
const THROUGH = 'dialog, .menu, .word-box, [data-key="what"], [data-what="off"]';

/** What a name means, if anything is known of it: by the guide, else by the glossary. @param {string} kind @param {string} name */
const meaning = (kind, name) => explained(kind, name) ?? entryOf(name)?.text ?? null;

/** @param {any} name @param {string|null} text @param {any} [rest] */
const row = (name, text, rest = null) => h('li', null, h('b', null, name), text ? [' ', h('span', null, marked(text))] : null, rest);

export class What {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.on = false;
    /** One click explains, and does nothing else. */
    this.caught = (/** @type {MouseEvent} */ event) => this.clicked(event);
  }

  /** Explain what has the focus, where that is a thing of the board; else what is clicked from now on. */
  key() {
    const at = document.activeElement?.closest('.board [data-id]');
    if (!this.on && at) this.explain(at);
    else this.toggle();
  }

  toggle() {
    this.on = !this.on;
    this.game.page?.classList.toggle('asks-what', this.on);
    if (this.on) document.addEventListener('click', this.caught, { capture: true });
    else document.removeEventListener('click', this.caught, { capture: true });
    for (const button of document.querySelectorAll('[data-key="what"]')) button.setAttribute('aria-pressed', String(this.on));
    const off = h('button', { type: 'button', class: 'button small-button', 'data-what': 'off' }, t('what.off'));
    off.addEventListener('click', () => this.toggle());
    const all = h('button', { type: 'button', class: 'button small-button', 'data-what': 'off' }, t('what.legend'));
    all.addEventListener('click', () => this.legend());
    this.game.notices.show('what', this.on ? h('span', { class: 'what-bar' }, t('what.point'), ' ', all, ' ', off) : null);
    this.game.notices.host?.querySelector('.notice.what > .icon-button')?.remove();
    announce(t(this.on ? 'what.point' : 'what.left'));
    return this.on;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest(THROUGH) || this.game.board?.camera.dragged) return;
    event.preventDefault();
    event.stopPropagation();
    // a flag lies under the places, and may stand beside its own
    const flag = target.closest('.piece') ? undefined : [...document.querySelectorAll('.board .flag[data-mark]')].find((one) => {
      const box = one.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    });
    this.explain(flag ?? target);
  }

  /** Explain what an element of the page shows. @param {Element} target */
  explain(target) {
    const { game } = this;
    const picture = game.shownPicture;
    const { board } = game;
    if (!picture || !board) return;
    const id = target.closest('[data-id]')?.getAttribute('data-id') ?? target.closest('[data-mark]')?.getAttribute('data-mark') ?? '';
    const named = target.closest('[data-see]')?.getAttribute('data-see') ?? '';
    const stage = target.closest('.stage-button')?.getAttribute('data-key')?.replace(/^stage-/, '') ?? '';
    if (board.pieces.has(id) && !target.closest('.rules')) {
      const pile = board.pileOf(id);
      const pieces = (pile.length ? pile : [id]).map((one) => /** @type {Piece} */ (board.pieces.get(one)));
      this.show(pile.length > 1 ? t('what.pile', { n: pile.length }) : pieces[0].name, [this.each(pieces, pile.length > 1), this.under(id)]);
    } else if (board.spaces.has(id)) this.place(id);
    else if (stage) this.stage(stage);
    else if (named) {
      const [kind, ...name] = named.split(':');
      this.show(this.nameOf(kind, name.join(':')), [h('p', null, marked(explained(kind, name.join(':')) ?? t('what.nothing')))]);
    } else if (target.closest('.score-box')) this.score();
    else if (target.closest('.prompt')) this.question();
    else toast(t('what.nothing'));
  }

  /** @param {string} kind @param {string} id */
  nameOf(kind, id) {
    const picture = this.game.shownPicture;
    const found = kind === 'track' ? picture?.tracks : kind === 'table' ? picture?.tables : picture?.calendars;
    return found?.find((one) => one.id === id)?.name ?? id;
  }

  /** @param {string} title @param {any[]} parts */
  show(title, parts) {
    const body = h('div', { class: 'what-card' }, parts);
    dress(body);
    rulesLeave(dialog(title, [body], { name: 'what' }));
  }

  /** Counters, the one on top first; what has been said of one is not said again. @param {Piece[]} pieces @param {boolean} [named] */
  each(pieces, named = true) {
    const said = new Set();
    const once = (/** @type {string|null} */ text) => (text && !said.has(text) ? (said.add(text), text) : null);
    return [...pieces].reverse().map((piece) => this.piece(piece, once, named));
  }

  /** A counter: its face, and each of its numbers with its name and rule.
   * @param {Piece} piece @param {(text: string|null) => string|null} once @param {boolean} named whether it is one of several */
  piece(piece, once, named) {
    const { game } = this;
    const style = game.style(piece.side);
    const types = typesOf(piece.name);
    // what is said of all pieces tells of their numbers
    const kind = types.length && !Object.keys(piece.values ?? {}).length ? null : meaning('piece', piece.face);
    return h('section', { class: 'what-piece' }, h('span', { class: 'what-face' }, drawFace(piece.face, piece.name)),
      h('div', null, named ? h('h3', null, emblem(style), piece.name) : null, [...types, kind].map(once).map((text) => (text ? h('p', null, marked(text)) : null)),
        h('ul', { class: 'what-list' },
          Object.entries(piece.values ?? {}).map(([name, value]) => row(t('what.value', { name, value }), once(meaning('value', name)))),
          piece.steps ? row(t('piece.steps', { now: piece.steps.now, of: piece.steps.of }), once(meaning('value', 'steps'))) : null,
          (piece.badges ?? []).map((badge) => row(badge, once(meaning('badge', badge)))),
          piece.state && piece.state !== 'ready' ? row(t(`piece.${piece.state}`), once(explained('state', piece.state))) : null,
          piece.faded ? row(t('what.faded'), once(explained('state', 'faded'))) : null,
          piece.note ? h('li', null, piece.note) : null)));
  }

  /** The place under a counter, which covers it. @param {string} id of the counter */
  under(id) {
    const { board } = this.game;
    const space = board?.spaces.get(board.pieces.get(id)?.place ?? '');
    const told = space ? this.ground(space).filter(Boolean) : [];
    return space && told.length ? h('section', { class: 'what-under' }, h('h3', null, space.name), told) : null;
  }

  /** A place: what it is, what is marked there, and who stands there. @param {string} id */
  place(id) {
    const { board } = this.game;
    const space = board?.spaces.get(id);
    if (!board || !space) return;
    const told = this.ground(space);
    const pieces = board.piecesAt(id);
    this.show(space.name, [told.some(Boolean) || pieces.length ? null : h('p', null, t('what.nothing')), told, this.each(pieces)]);
  }

  /** What a place is, and what is marked there. @param {import('./types.js').Space} space */
  ground(space) {
    const { game } = this;
    const { id } = space;
    const picture = game.shownPicture;
    if (!picture) return [];
    const track = picture.tracks.find((one) => one.spaces?.includes(id) || (one.place && id.startsWith(`${one.place}.`)));
    const facts = (space.facts ?? []).map((fact) => row(fact, explained('fact', fact)));
    const shades = (picture.overlays ?? []).filter((overlay) => (game.board?.far && overlay.far) || game.overlays.on.has(overlay.id)).filter((overlay) => overlay.shades.some((shade) => shade.spaces.includes(id)));
    const marks = picture.marks.filter((mark) => mark.space === id).map((mark) => row(mark.text, explained('mark', mark.kind)));
    const stores = picture.stores.filter((store) => store.place === id).map((store) => row(`${store.name}: ${store.amount ?? t('card.unknown')}`, explained('store', store.kind)));
    const own = explained('place', id) ?? explained('place', space.kind);
    const about = track ? explained('track', track.id) ?? '' : '';
    return [own ? h('p', null, marked(own)) : null, track && !(own && track.place) ? h('p', null, h('b', null, track.name), ' ', marked(about), ' ', about.includes(`[${track.rule}]`) ? null : ruleLink(track.rule)) : null,
      facts.length + marks.length + stores.length + shades.length ? h('ul', { class: 'what-list' }, facts, marks, stores, shades.map((overlay) => row(overlay.name, explained('overlay', overlay.id)))) : null];
  }

  /** @param {string} id */
  stage(id) {
    const stage = this.game.shownPicture?.sequence.find((one) => one.id === id);
    if (!stage) return;
    const about = explained('stage', id) ?? t('what.stage');
    this.show([stage.group, stage.name].filter(Boolean).join(': '), [h('p', null, marked(about), ' ', about.includes(`[${stage.rule}]`) ? null : ruleLink(stage.rule))]);
  }

  score() {
    const score = this.game.shownPicture?.score;
    if (score) this.show(score.name, [h('ul', { class: 'score-wins' }, score.wins.map((text) => h('li', null, text))), ruleLink(score.rule)]);
  }

  /** What is asked now. */
  question() {
    const { prompt } = this.game.message ?? {};
    if (!prompt) return;
    this.show(t('what.asked'), [h('p', null, prompt.text, ' ', ruleLink(prompt.rule)), h('p', null, marked(this.game.firstGame.said(prompt.asks) ?? ''))]);
  }

  /** The legend: every sign on the counters and on the board with its drawing, what it means, and every kind of counter that there is now. */
  legend() {
    const picture = this.game.shownPicture;
    if (!picture || !guideHere()) return;
    const { game } = this;
    const once = (/** @type {any[]} */ list, /** @type {(one: any) => string} */ by) => [...new Map(list.map((one) => [by(one), one])).values()];
    const part = (/** @type {string} */ title, /** @type {any[]} */ rows) => (rows.length ? h('section', null, h('h3', null, title), h('ul', { class: 'what-list' }, rows)) : null);
    const line = (/** @type {any} */ drawn, /** @type {any} */ name, /** @type {string|null} */ text) => h('li', { class: 'what-example' }, drawn, h('span', null, name ? [h('b', null, name), ' '] : null, marked(text ?? '')));
    const face = (/** @type {string[]} */ faces) => h('span', { class: 'what-faces' }, faces.map((one) => h('span', { class: 'what-face' }, drawFace(one, ''))));
    const printed = [...signsOnPieces()].map(([name, faces]) => [explained('sign', name), face(faces)]).filter(([text]) => text);
    const numbered = [...signsOnPieces().keys()].some((name) => /^(?:number|factors)\b/.test(name));
    const values = once(picture.pieces.flatMap((piece) => Object.keys(piece.values ?? {})), String);
    const example = (/** @type {string} */ name) => /** @type {Piece} */ (picture.pieces.find((piece) => piece.values && name in piece.values));
    const sign = (/** @type {import('./types.js').Mark} */ mark) => {
      const style = game.style(mark.side);
      return mark.kind === 'control' ? h('span', { class: `what-mark flag ${style}` }, emblem(style)) : signOf(mark, style, 'what-mark');
    };
    const kinds = picture.pieces.flatMap((piece) => [...typesOf(piece.name), ...(typesOf(piece.name).length ? [] : [meaning('piece', piece.face) ?? ''])].filter(Boolean).map((text) => ({ text, piece })));
    const box = h('div', { class: 'what-card legend' },
      part(t('what.signs'), printed.map(([text, drawn]) => line(drawn, null, /** @type {string} */ (text)))),
      part(t('what.looks'), this.looks()),
      part(t(numbered ? 'what.numbers' : 'what.values'), values.map((name) => line(face([example(name).face]), t('what.value', { name, value: example(name).values?.[name] ?? '' }), `(${example(name).name}) ${meaning('value', name) ?? ''}`))),
      part(t('what.marks'), [...once(picture.marks, (mark) => mark.kind).map((mark) => line(sign(mark), mark.text, explained('mark', mark.kind))), ...this.course()]),
      part(t('what.shades'), (picture.overlays ?? []).filter((overlay) => explained('overlay', overlay.id)).map((overlay) => row(overlay.name, explained('overlay', overlay.id)))),
      part(t('what.stores'), once(picture.stores, (store) => store.kind).map((store) => row(store.name, explained('store', store.kind)))),
      part(t('what.tracks'), picture.tracks.map((track) => row(track.name, explained('track', track.id)))),
      part(t('what.counters'), once(kinds, (kind) => kind.text).map(({ text, piece }) => line(face([piece.face]), piece.name, text))));
    dress(box);
    rulesLeave(dialog(t('what.legend'), [box], { wide: true, name: 'what' }));
  }

  /** What stands along a course, as on one that is drawn now. */
  course() {
    const route = this.game.shownPicture?.routes?.find((one) => one.tag && one.stops.some((stop) => stop.text));
    const text = explained('look', 'route');
    return route && text ? [row(`${route.tag} | ${route.stops.find((stop) => stop.text)?.text}`, text)] : [];
  }

  /** What the page puts on a counter, each on a counter of one's own. */
  looks() {
    const { game } = this;
    const pieces = game.shownPicture?.pieces ?? [];
    const piece = pieces.find((one) => one.side === game.seat && one.face) ?? pieces[0];
    if (!piece) return [];
    const style = game.style(piece.side);
    const stepped = pieces.find((one) => one.steps && one.steps.of > 1) ?? null;
    const badged = pieces.find((one) => one.badges?.length) ?? null;
    /** @type {[string, string|null, Partial<Piece>, number, boolean][]} */
    const all = [
      ['lit', explained('look', 'lit'), {}, 1, true], ['picked', explained('look', 'picked'), { picked: true }, 1, true], ['count', explained('look', 'count'), {}, 3, false],
      ...(/** @type {const} */ (['moved', 'done', 'must', 'faded'])).map((state) => /** @type {[string, string|null, Partial<Piece>, number, boolean]} */ ([state, explained('state', state), state === 'faded' ? { faded: true } : { state }, 1, false])),
      ...(stepped?.steps ? [/** @type {[string, string|null, Partial<Piece>, number, boolean]} */ (['steps', explained('look', 'steps'), { steps: { now: stepped.steps.of - 1, of: stepped.steps.of } }, 1, false])] : []),
      ...(badged ? [/** @type {[string, string|null, Partial<Piece>, number, boolean]} */ (['tags', explained('look', 'tags'), { badges: badged.badges?.slice(0, 1) }, 1, false])] : []),
    ];
    return all.map(([name, text, how, count, lit]) => h('li', { class: 'what-example', 'data-look': name },
      h('span', { class: 'what-face what-look' }, h('span', { class: `piece ${style} ${lit ? 'lit' : ''} ${how.picked ? 'picked' : ''} ${how.faded ? 'faded' : ''} ${how.state ?? ''}` }, drawFace((name === 'steps' && stepped ? stepped : piece).face, ''), signsOf(how, count, lit))),
      h('span', null, marked(text ?? ''))));
  }
}
