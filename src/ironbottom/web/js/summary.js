// @ts-check
/** What a story came to, what others did in it and what it cost, in three to six lines that stay until one acts. */

import { emblem, h, icon, ICONS } from './dom.js';
import { list, t } from './i18n.js';
import { entriesOf } from './entries.js';
import { worded } from './score.js';
import { PHONE } from './screens.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {{kind: string, side?: string, text: string, places: string[], n?: number}} Told */

const LEAST = 3;
const MOST = 6;
/** So many names stand in a line. */
const NAMES = 5;
/** So many acts and places are told one by one. */
const FEW = 2;
/** So many reasons for points are told one by one. */
const REASONS = 4;

/** @param {string} text */
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A name that says itself how many there are: "2 bombers". @param {string} name */
const counted = (name) => /^\d+ /.test(name);

/** Names, the same ones counted, the last of many left out. @param {string[]} names */
export function listed(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) if (!counted(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const words = [...names.filter(counted), ...[...counts].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name))];
  const between = words.some((word) => word.includes(',')) ? '; ' : ', ';
  return words.length > NAMES ? t('summary.and-more', { list: words.slice(0, NAMES).join(between), n: words.length - NAMES }) : between === ', ' ? list(words) : words.join(between);
}

/** The space of each piece, whatever carries it. @param {Picture} picture */
function places(picture) {
  const carriers = new Map(picture.pieces.map((piece) => [piece.id, piece.place]));
  return new Map(picture.pieces.map((piece) => {
    let at = piece.place;
    for (let i = 0; i < 8 && carriers.has(at); i += 1) at = /** @type {string} */ (carriers.get(at));
    return [piece.id, at];
  }));
}

/** What was lost, each by its name with how much of it or what became of it; the steps of one name add up. @param {import('./types.js').Loss[]} told */
function byName(told) {
  /** @type {Map<string, number>} */
  const steps = new Map();
  for (const loss of told) if (loss.steps) steps.set(loss.name, (steps.get(loss.name) ?? 0) + loss.steps);
  const single = told.filter((loss) => !steps.has(loss.name));
  const stepped = [...steps].map(([name, n]) => ({ name, text: [t('summary.steps', { n }), ...told.filter((loss) => loss.name === name && !loss.steps).map((loss) => loss.text)].join(', ') }));
  return [...single, ...stepped].map(({ name, text }) => (text ? `${name} (${text})` : name));
}

/** What each side lost, by name where that is known. @param {Picture} before @param {Picture} after @param {Line[]} lines @param {string} side */
function losses(before, after, lines, side) {
  const alone = lines.flatMap((line) => [...(line.losses ?? []), ...(line.card?.losses ?? [])]);
  const known = new Set(alone.map((loss) => loss.name)); // what a round names may have a line of its own
  const inRounds = lines.flatMap((line) => (line.card?.rounds ?? []).flatMap((round) => round.losses ?? [])).filter((loss) => !known.has(loss.name));
  const told = [...alone, ...inRounds].filter((loss) => loss.side === side);
  if (told.length) return { names: byName(told), count: told.length, partly: told.some((loss) => loss.text) };
  const gone = lines.filter((line) => line.mark === 'loss' && line.side === side); // what is only used up is no loss
  const count = gone.reduce((sum, line) => sum + Math.max(1, (line.motions ?? []).filter((motion) => motion.gone && (!motion.side || motion.side === side)).reduce((n, motion) => n + motion.count, 0)), 0);
  if (!count) return { names: [], count: 0, partly: false };
  const left = new Map(after.pieces.map((piece) => [piece.id, piece]));
  // what was lost lies open where such pieces are laid
  const laid = new Set(gone.flatMap((line) => (line.motions ?? []).filter((motion) => motion.gone && motion.end !== motion.start).map((motion) => motion.end)));
  const spent = lines.some((line) => line.mark !== 'loss' && (line.motions ?? []).some((motion) => motion.gone && (motion.side ?? line.side) === side && laid.has(motion.end)));
  if (spent) return { names: [], count, partly: false }; // what was used up lies there as well: who was lost is not seen
  const there = new Set(before.pieces.filter((piece) => laid.has(piece.place)).map((piece) => piece.id));
  const open = after.pieces.filter((piece) => piece.side === side && laid.has(piece.place) && !there.has(piece.id) && piece.up !== false);
  if (open.length === count) return { names: open.map((piece) => piece.name), count, partly: false };
  const names = before.pieces.filter((piece) => piece.side === side && !left.has(piece.id) && piece.up !== false).map((piece) => piece.name);
  for (const piece of before.pieces) {
    const now = left.get(piece.id);
    if (piece.side === side && piece.steps && now?.steps && now.steps.now < piece.steps.now) names.push(t('summary.reduced', { name: piece.name, n: piece.steps.now - now.steps.now }));
  }
  return { names: names.length > count ? [] : names, count, partly: false }; // more have gone from sight than were lost: who is not known
}

/**
 * What is to be said of all that lies between two positions of one seat.
 * @param {{before: Picture, after: Picture, lines: Line[], own?: Line[], seat: string, nameOf: (side: string) => string, spaces: Map<string, import('./types.js').Space>}} what
 * `own`: what one did oneself between them, which is not told again
 * @returns {Told[]}
 */
export function summed({ before, after, lines, own = [], seat, nameOf, spaces }) {
  /** @type {Told[]} */
  const found = [];
  const sides = [...new Set([seat, ...before.pieces.map((piece) => piece.side), ...lines.map((line) => line.side ?? '')])].filter((side) => side && side !== 'observer');
  const who = (/** @type {string} */ side) => (side === seat ? t('summary.you') : t('summary.they', { side: nameOf(side) }));
  const called = (/** @type {string[]} */ places) => places.map((space) => spaces.get(space)?.name ?? '').filter((name) => name);
  const entries = entriesOf(lines);
  for (const side of sides) {
    const { names, count, partly } = losses(before, after, lines, side);
    const at = [...new Set(lines.filter((line) => (line.losses ? line.losses.some((loss) => loss.side === side) : line.mark === 'loss' && line.side === side)).flatMap((line) => line.spaces ?? []))];
    if (!count) continue;
    const where = called(at).length && at.length <= FEW ? t('summary.at', { where: listed(called(at)) }) : '';
    found.push({ kind: 'lost', side, text: names.length ? t(partly ? (side === seat ? 'summary.yours' : 'summary.theirs') : 'summary.lost', { who: who(side), side: nameOf(side), what: listed(names), at: where }) : t('summary.lost-count', { who: who(side), n: count, at: where }), places: at });
    // what the other side did to bring it about; a fight has a line of its own
    const by = entries.filter((entry) => entry.side && entry.side !== side && !entry.lines[0].mark && entry.lines.some((line) => line.mark === 'loss' && line.side === side));
    if (by.length <= FEW) for (const entry of by) found.push({ kind: 'by', side: entry.side, text: sentence(entry.text), places: entry.places, n: entry.card?.n });
  }
  const held = (/** @type {Picture} */ picture) => new Map(picture.marks.filter((mark) => mark.kind === 'control').map((mark) => [mark.space, mark.side ?? '']));
  const [was, now] = [held(before), held(after)];
  for (const side of sides) {
    const taken = [...now].filter(([space, owner]) => owner === side && was.get(space) !== side).map(([space]) => space);
    if (taken.length) found.push({ kind: 'taken', side, text: t('summary.taken', { who: who(side), what: listed(taken.map((space) => spaces.get(space)?.name ?? space)) }), places: taken });
  }
  found.push(...scored(before, after, [...own, ...lines], who, nameOf));
  if (!after.ending) found.push(...threats(before, after, seat, nameOf, spaces));
  const fights = entries.filter((entry) => entry.lines.some((line) => line.mark === 'battle'));
  if (after.sheets.some((sheet) => sheet.kind === 'battle')) fights.pop(); // it is not over yet
  if (fights.length && found.length < MOST) {
    const at = [...new Set(fights.flatMap((entry) => entry.places))];
    const names = [...new Set(called(at))];
    found.push({ kind: 'fights', text: fights.length === 1 ? sentence(fights[0].text) : names.length ? t('summary.fought', { what: listed(names) }) : t('summary.fights', { n: fights.length }), places: at, n: fights.findLast((entry) => entry.card)?.card?.n });
  }
  for (const side of sides.filter((one) => one !== seat)) { // what one did oneself is known
    const moved = entries.filter((entry) => entry.side === side && entry.lines.some((line) => line.motions?.some((motion) => !motion.gone && motion.start !== motion.end)));
    if (!moved.length || found.length >= LEAST) continue;
    const ends = (/** @type {import('./entries.js').Entry} */ entry) => (entry.lines[entry.lines.length - 1].motions ?? []).map((motion) => motion.end);
    if (moved.length <= FEW) found.push(...moved.map((entry) => ({ kind: 'moved', side, text: sentence(entry.text), places: ends(entry) })));
    else {
      const to = [...new Set(moved.flatMap(ends))];
      const where = [...new Set(called(to))];
      found.push({ kind: 'moved', side, text: t('summary.moved', { who: who(side), n: moved.length, to: where.length ? t('summary.to', { where: listed(where) }) : '' }), places: to });
    }
  }
  const some = found.length > 0;
  if (some && found.length < LEAST && !found.some((one) => ['lost', 'fights'].includes(one.kind)) && !own.some((line) => line.mark === 'loss' || line.losses)) found.push({ kind: 'quiet', text: t('summary.no-loss'), places: [] });
  if (some && found.length < LEAST) found.push({ kind: 'turn', text: t('summary.turn', { turn: after.turn }), places: [] });
  return found.slice(0, MOST);
}

/** What the score has moved by, and why: where both sides pull at one number, what each of them scored.
 * @param {Picture} before @param {Picture} after @param {Line[]} lines @param {(side: string) => string} who @param {(side: string) => string} nameOf @returns {Told[]} */
function scored(before, after, lines, who, nameOf) {
  const { score } = after;
  if (!score) return [];
  /** @type {Map<string, Map<string, number>>} what each side scored, by what for */
  const won = new Map();
  for (const point of lines.flatMap((line) => line.points ?? [])) {
    const own = won.get(point.side) ?? new Map();
    won.set(point.side, own.set(point.text ?? '', (own.get(point.text ?? '') ?? 0) + point.n));
  }
  const signed = (/** @type {number} */ n) => `${n < 0 ? '−' : '+'}${Math.abs(n)}`;
  const why = (/** @type {string} */ side) => {
    const own = [...(won.get(side) ?? [])].filter(([text, n]) => text && n);
    if (!own.length || own.length > REASONS) return '';
    return t('summary.why', { why: list(own.map(([text, n]) => (own.length > 1 ? `${signed(n)} ${text}` : text))) });
  };
  const { pull } = score;
  if (pull) {
    const by = pull.value - (before.score?.pull?.value ?? pull.value);
    const [up, down] = by > 0 ? pull.sides : [...pull.sides].reverse();
    const sum = (/** @type {string} */ side) => [...(won.get(side)?.values() ?? [])].reduce((all, n) => all + n, 0);
    const leads = score.tallies.find((tally) => tally.side === (pull.value > 0 ? pull.sides[0] : pull.sides[1]));
    if (!by) return [];
    const both = sum(down) !== 0;
    const each = both ? [up, down].map((side) => `${nameOf(side)} ${signed(sum(side))}${why(side)}`).join('; ') : '';
    const now = leads && pull.value ? `${nameOf(leads.side)} ${worded(leads)}` : t('summary.level');
    return [{ kind: 'points', side: up, text: t(both ? 'summary.balance' : 'summary.pulled', { who: who(up), n: Math.abs(by), each, name: score.name, now, why: why(up) }), places: [] }];
  }
  const then = new Map((before.score?.tallies ?? []).map((tally) => [tally.side, tally.value]));
  return score.tallies.filter((tally) => !tally.text).flatMap((tally) => { // a count of turns or units is no gain
    const by = tally.value - (then.get(tally.side) ?? tally.value);
    return by ? [{ kind: 'points', side: tally.side, text: t(by > 0 ? 'summary.gained' : 'summary.down', { who: who(tally.side), n: Math.abs(by), name: score.name, now: worded(tally), why: by > 0 ? why(tally.side) : '' }), places: [] }] : [];
  });
}

/** Where the other side has come beside what is mine. @param {Picture} before @param {Picture} after @param {string} seat @param {(side: string) => string} nameOf @param {Map<string, import('./types.js').Space>} spaces @returns {Told[]} */
function threats(before, after, seat, nameOf, spaces) {
  const dangers = after.marks.filter((mark) => mark.kind === 'danger' && !before.marks.some((one) => one.kind === 'danger' && one.space === mark.space && one.text === mark.text));
  if (dangers.length) return [{ kind: 'threat', text: t('summary.danger', { what: listed(dangers.map((mark) => `${spaces.get(mark.space)?.name ?? mark.space} (${mark.text})`)) }), places: dangers.map((mark) => mark.space) }];
  const where = places(after);
  const mine = new Set(after.pieces.filter((piece) => piece.side === seat).map((piece) => where.get(piece.id) ?? ''));
  for (const mark of after.marks) if (mark.kind === 'control' && mark.side === seat) mine.add(mark.space);
  const count = (/** @type {Picture} */ picture) => {
    const at = places(picture);
    /** @type {Map<string, Map<string, number>>} */
    const found = new Map();
    for (const piece of picture.pieces) {
      if (!piece.side || piece.side === seat || piece.faded) continue;
      const there = at.get(piece.id) ?? '';
      const sides = found.get(there) ?? new Map();
      found.set(there, sides.set(piece.side, (sides.get(piece.side) ?? 0) + 1));
    }
    return found;
  };
  const old = count(before);
  /** @type {Map<string, string[]>} */
  const near = new Map();
  for (const [there, sides] of count(after)) {
    const space = spaces.get(there);
    if (!space || space.kind === 'cell' || !(mine.has(there) || (space.links ?? []).some((link) => mine.has(link.to)))) continue;
    for (const [side, n] of sides) if (n > (old.get(there)?.get(side) ?? 0)) near.set(side, [...(near.get(side) ?? []), there]);
  }
  return [...near].map(([side, ids]) => ({ kind: 'threat', side, text: t('summary.near', { who: t('summary.they', { side: nameOf(side) }), what: listed(ids.map((id) => spaces.get(id)?.name ?? id)) }), places: ids }));
}

export class Summary {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** Where what is summed up begins, and what one did oneself since the picture. @type {{n: number, picture: Picture, own?: Line[]}|null} */
    this.since = null;
    /** @type {HTMLElement|null} */
    this.box = null;
  }

  /** @param {number} n @param {Picture} picture @param {Line[]} own */
  begin(n, picture, own) {
    this.close();
    this.since ??= { n, picture, own };
  }

  /** Nothing is told one by one: what came is summed up alone. @param {Message} message @param {Picture|null} before @param {Line[]} fresh */
  tell(message, before, fresh) {
    const first = fresh.find((line) => !line.draft);
    if (before && first) this.since ??= { n: first.n - 1, picture: before };
    if (message.prompt.mine || message.over) this.show(message);
  }

  /** What comes now is another story. */
  forget() {
    this.since = null;
  }

  /** @param {Message} message */
  show(message) {
    const { game, since } = this;
    const { board } = game;
    this.close();
    if (!since || !board || (message.over && PHONE.matches)) return; // there the sheet with the result would lie under it
    const come = game.lines.filter((line) => line.n > since.n);
    const lines = come.filter((line) => !line.draft);
    const own = [...(since.own ?? []), ...come.filter((line) => line.draft)]; // what can still be taken back is one's own
    const told = summed({ before: since.picture, after: message.picture, lines, own, seat: message.seat, nameOf: (side) => game.sideName(side), spaces: board.spaces });
    if (!told.length) return;
    const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('summary.close'), 'data-key': 'summary-close' }, icon(ICONS.close));
    close.addEventListener('click', () => {
      this.close();
      board.camera.settle();
    });
    const again = h('button', { type: 'button', class: 'button small-button', 'data-key': 'summary-again' }, icon(ICONS.replay), t('summary.again'));
    again.addEventListener('click', () => {
      this.close();
      void game.tellAgain(since.n);
    });
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    this.box = h('section', { class: 'summary', 'aria-label': t('summary.title'), 'data-told': '', role: 'status' },
      h('header', null, h('h3', null, t('summary.title')), game.cards?.foldButton(), close),
      h('ul', null, told.map((one) => {
        const row = h(one.places.length || one.n ? 'button' : 'div', { class: 'summary-line', ...(one.places.length ? { type: 'button' } : {}) },
          h('span', { class: `summary-sign ${one.kind} ${style(one.side)}` }, one.side ? emblem(style(one.side)) : null), h('span', null, one.text));
        row.addEventListener('click', () => {
          board.locate(one.places);
          board.goTo(one.places.slice(0, 1));
          if (one.n) game.openCard(one.n);
        });
        return h('li', { class: one.kind }, row);
      })), h('footer', null, again));
    game.cards?.close();
    game.cards?.put(this.box);
  }

  close() {
    if (!this.box) return false;
    this.box.remove();
    this.box = null;
    return true;
  }
}
