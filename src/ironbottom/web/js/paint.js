// @ts-check
/** What the board shows beside its pieces: marks, stores, costs, ways, courses, overlays. */

import { h, s, emblem } from './dom.js';
import { bounds, outline, region } from './geometry.js';
import { ratio } from './sprite.js';

/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./board.js').Scene} Scene */
/** @typedef {import('./types.js').Route} Route */
/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').Shade} Shade */

/** The signs of marks, in a box of 24 by 24. */
export const MARKS = {
  business: 'M12 5v8M12 18v1',
  fight: 'M5 5l14 14M19 5L5 19M4 16l4 4M16 4l4 4',
  danger: 'M12 4v10M12 18v2',
  damage: 'M6 6l12 12M18 6L6 18',
  destroyed: 'M6 6l12 12M18 6L6 18',
  work: 'M6 20l8-9M11 5l8 7M9 8l4-4M17 13l2-2',
  built: 'M5 13l5 5L19 6',
  fought: 'M12 2.500l2.200 5.600 5.600-2.600-2.600 5.600 5.300 2.200-5.300 2.200 2.600 5.600-5.600-2.600L12 24l-2.200-5.500-5.600 2.600 2.600-5.600L1.500 13.300l5.300-2.200-2.600-5.600 5.600 2.600z',
  remembered: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 8v4.500l3 2',
  sighted: 'M2.500 12S6 6 12 6S21.500 12 21.500 12S18 18 12 18S2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5',
};

/** The sign of a mark. @param {import('./types.js').Mark} mark @param {string} style @param {string} [more] further classes */
export const signOf = (mark, style, more = '') => h('span', { class: `mark-sign ${mark.kind} ${style} ${more}` }, s('svg', { viewBox: '0 0 24 24' }, s('path', { d: MARKS[/** @type {keyof typeof MARKS} */ (mark.kind)] })));

/** How far along a line another place lies, 0 to 1. @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {{x: number, y: number}} c */
function share(a, b, c) {
  return ((c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y)) / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
}

/** The middle part of the way from one point to another, clear of what stands at both. @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function between(a, b) {
  return [0.22, 0.76].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }));
}

/** Overlays, marks, costs. @param {BoardView} board */
export function paint(board) {
  const scene = /** @type {Scene} */ (board.scene);
  const { picture } = scene;
  const p = /** @type {NonNullable<typeof board.p>} */ (board.p);
  const of = (/** @type {Iterable<string>} */ ids) => [...new Set(ids)].map((id) => board.spaces.get(id)).filter((space) => space !== undefined);
  const lit = of(scene.lit.keys());
  const path = region(lit);
  for (const element of [p.litFill, p.litHalo, p.lit]) element.setAttribute('d', path);
  p.business.setAttribute('d', of(picture.marks.filter((mark) => mark.kind === 'business').map((mark) => mark.space)).map((space) => outline(space)).join(''));
  const hand = of([...picture.pieces.filter((piece) => piece.picked || piece.id === scene.selected).map((piece) => board.root(piece.place))].filter((id) => !scene.lit.has(id)));
  const handPath = hand.map((space) => outline(space)).join('');
  p.hand.setAttribute('d', handPath);
  p.handHalo.setAttribute('d', handPath);
  const armed = scene.armed ? board.spaces.get(scene.armed) : undefined;
  p.armed.setAttribute('d', armed ? outline(armed) : '');
  /** @type {HTMLElement[]} */
  const under = [];
  /** @type {HTMLElement[]} */
  const over = [];
  const named = [...board.spaces.values()].flatMap((space) => (space.kind === 'hex' && space.label && !space.name.startsWith(`${space.id},`) ? [{ space, x: space.label[0], y: space.label[1] }] : []));
  // the rim of what is lit cuts through the names that are printed there (where a letter is, the name stands below it)
  const cut = (/** @type {number} */ x, /** @type {number} */ y) => lit.some((space) => Math.abs(space.x - x) < bounds(space).w && Math.abs(space.y - y) < bounds(space).h * 0.6);
  for (const { space, x, y } of named) if (cut(x, y)) under.push(h('span', { class: 'lit-name', style: { left: `${x}px`, top: `${y}px` } }, space.name.replace(`(${space.id})`, '').replace(space.id, '').trim()));
  /** @type {Map<string, number>} */
  const stacked = new Map();
  for (const mark of picture.marks) {
    const space = board.spaces.get(mark.space);
    if (!space) continue;
    const box = bounds(space);
    const style = board.styles.get(mark.side ?? '') ?? 'none';
    if (mark.kind === 'control') {
      const [left, top] = [space.x - box.w * 0.36, box.y + box.h * 0.1];
      const hides = named.some((one) => one.space !== space && Math.abs(one.x - left) < box.w * 0.8 && Math.abs(one.y - top) < box.h * 0.25); // the name of a neighbour
      const [x, y] = mark.at ?? [hides ? space.x + box.w * 0.36 : left, top];
      under.push(h('span', { class: `flag ${style}`, 'data-mark': mark.space, style: { left: `${x}px`, top: `${y}px` } }, emblem(style)));
      continue;
    }
    const n = stacked.get(mark.space) ?? 0;
    stacked.set(mark.space, n + 1);
    const rim = board.rim(space);
    const open = board.open(space);
    const midst = board.midst(space);
    const place = { left: `${open ? midst.x + midst.w / 2 : space.x}px`, top: `${rim.y}px`, 'margin-top': `calc(${rim.off + rim.way * (n + (scene.lit.get(mark.space)?.cost ? 1 : 0)) * 25}px * var(--t))` };
    const small = space.kind === 'hex'; // words would hide its neighbours: a sign on the corner where no count stands
    if (mark.kind === 'business' && (small ? scene.lit.get(mark.space)?.cost : mark.text.length > 18)) continue; // the hatch says it, and the place's card; in a hex there is no room beside a cost
    const d = MARKS[/** @type {keyof typeof MARKS} */ (mark.kind)];
    const sign = s('svg', { viewBox: '0 0 24 24' }, s('path', { d }));
    if (mark.kind === 'business' && !small) under.push(h('span', { class: 'mark-pill', 'data-goal': scene.lit.has(mark.space) ? mark.space : null, style: place }, mark.text)); // the pieces come first: the hatch says it too
    else if (mark.short && !small) over.push(h('span', { class: `mark-pill short ${style}`, 'data-mark': mark.space, style: place }, sign, mark.short));
    else {
      // in a hex on the side where no count stands, nor the star of a fight beside it; where a flag flies there, across from it
      const flown = small && picture.marks.some((one) => one.kind === 'control' && one.space === mark.space);
      const at = open ? [midst.x + midst.w / 2, midst.y - 16] : [space.x + box.w * (small ? 0.31 : 0.36) * (small && !flown ? -1 : 1), box.y + box.h * (flown ? 0.88 : 0.12)];
      // a second sign clears the first, which grows as the board shrinks, and the pieces below
      const next = `calc(${n * (small ? 22 : 28)}px * var(--t))`;
      const clear = open ? { 'margin-top': `calc(${-n * 28}px * var(--t))` } : small ? { 'margin-top': next } : { 'margin-left': next };
      const shown = signOf(mark, style, small ? 'in-hex' : '');
      shown.dataset.mark = mark.space;
      Object.assign(shown.style, { left: `${at[0]}px`, top: `${at[1]}px` });
      for (const [name, value] of Object.entries(clear)) shown.style.setProperty(name, value);
      over.push(shown);
    }
  }
  for (const [id, texts] of scene.fought) {
    const space = board.spaces.get(id);
    if (!space || picture.marks.some((mark) => mark.space === id && mark.kind === 'fight')) continue;
    const { x, y } = besideAll(board, space);
    over.push(h('span', { class: 'fought', style: { left: `${x}px`, top: `${y}px` } }, s('svg', { viewBox: '0 0 24 26' }, s('path', { d: MARKS.fought })), texts.length > 1 ? h('b', null, String(texts.length)) : null));
  }
  /** @type {Map<string, number>} */
  const storeCount = new Map();
  const storesAt = (/** @type {string} */ place) => picture.stores.filter((store) => store.place === place).length;
  for (const store of picture.stores) {
    const space = board.spaces.get(store.place);
    if (!space) continue;
    const n = storeCount.get(store.place) ?? 0;
    storeCount.set(store.place, n + 1);
    const box = bounds(space);
    const style = board.styles.get(store.side ?? '') ?? 'none';
    const empty = space.kind === 'box' && !picture.pieces.some((piece) => piece.place === store.place);
    if (space.kind === 'box' && store.short && (!empty || storesAt(store.place) * 56 > box.h - 26)) {
      if (n) continue;
      const all = picture.stores.filter((one) => one.place === store.place);
      under.push(h('p', { class: `store-list ${empty ? 'alone' : 'foot'}`, style: empty ? { left: `${box.x}px`, top: `${space.y}px`, width: `${box.w}px` } : { left: `${box.x}px`, top: `${box.y + box.h}px`, width: `${box.w}px` } },
        all.map((one) => h('span', { class: board.styles.get(one.side ?? '') ?? 'none' }, h('b', null, one.amount === null ? '?' : String(one.amount)), ` ${one.short ?? one.name}`))));
      continue;
    }
    const corner = !empty && space.kind === 'box';
    const top = empty ? space.y + (n - (storesAt(store.place) - 1) / 2) * 56 : corner ? box.y + 4 + n * 26 : box.y + box.h - 4 - n * 30;
    (corner ? over : under).push(h('span', { class: `store ${style} ${empty ? 'big' : ''} ${corner ? 'corner' : ''}`, style: { left: `${corner ? box.x + box.w - 6 : space.x}px`, top: `${top}px`, ...(empty ? { '--w': `${box.w - 10}px` } : {}) } },
      h('b', null, store.amount === null ? '?' : String(store.amount)), empty ? h('i', null, store.name) : null));
  }
  for (const track of picture.tracks) {
    if (!track.place) continue;
    /** @type {Map<number, number>} */
    const on = new Map();
    for (const marker of track.markers) {
      const space = board.spaces.get(track.spaces?.[marker.at] ?? `${track.place}.${track.cells[marker.at]}`);
      if (!space) continue;
      const n = on.get(marker.at) ?? 0;
      on.set(marker.at, n + 1);
      const style = board.styles.get(marker.side ?? '') ?? 'none';
      const box = bounds(space);
      const aside = picture.pieces.some((piece) => piece.place === space.id); // it would lie beneath them
      const [x, y] = aside ? [box.x + box.w - 13, box.y + 13] : [space.x, space.y];
      under.push(h('span', { class: `track-piece ${style} ${aside ? 'aside' : ''}`, style: { left: `${x + n * 9}px`, top: `${y + n * 9}px` } }, emblem(style)));
    }
  }
  for (const space of lit) {
    const cost = scene.lit.get(space.id)?.cost;
    if (!cost) continue;
    over.push(tag(board, space, cost, scene.lit.get(space.id)?.attack ? 'attack' : ''));
  }
  showWay(board, []);
  for (const [id, text] of Object.entries(scene.notes)) {
    const space = board.spaces.get(id);
    if (!space || !text) continue;
    const box = bounds(space);
    over.push(h('span', { class: 'note-pin', style: { left: `${box.x + box.w * 0.9}px`, top: `${box.y + box.h * 0.16}px` } }, '✎'));
  }
  board.under?.replaceChildren(...under);
  board.over?.replaceChildren(...over);
  board.front?.replaceChildren(...(picture.overlays ?? []).filter((overlay) => overlay.far).flatMap((overlay) => areas(board, overlay.shades)));
  drawRoutes(board);
}

/** The left rim of what stands in a place, high up where no sign stands: the counts of the stacks beside it are to be read. Where nothing
 * stands, its middle, or beside the cost there. @param {BoardView} board @param {Space} space */
function besideAll(board, space) {
  const half = (board.size * board.grown) / 2;
  const there = board.piecesAt(space.id).flatMap((piece) => board.spots.get(piece.id) ?? []).filter((spot) => !spot.hidden);
  if (!there.length) return { x: space.x - (board.scene?.lit.has(space.id) ? half * 0.7 : 0), y: space.y };
  const low = board.scene?.picture.marks.some((mark) => mark.space === space.id) ? 0.6 : -0.4;
  return { x: Math.min(...there.map((spot) => spot.x - half * spot.scale)), y: Math.max(...there.map((spot) => spot.y + half * spot.scale * low)) };
}

/** A cost at a place: in its middle, or at its rim where pieces stand. @param {BoardView} board @param {Space} space @param {string} text @param {string} kind */
function tag(board, space, text, kind) {
  const held = board.scene?.picture.pieces.some((piece) => board.root(piece.place) === space.id);
  const middle = space.kind === 'hex' && !held;
  const midst = board.midst(space);
  const rim = board.rim(space);
  return h('span', { class: `cost ${kind}`, 'data-goal': space.kind !== 'hex' && board.scene?.lit.has(space.id) ? space.id : null, style: { left: `${board.open(space) ? midst.x + midst.w / 2 : space.x}px`, top: `${middle ? space.y : rim.y}px`, 'margin-top': `calc(${middle ? 0 : rim.off}px * var(--t))` } }, text);
}

/** The way that a piece would go, from place to place, with what it has cost by then. @param {BoardView} board @param {{space: string, text: string}[]} stops */
export function showWay(board, stops) {
  const found = stops.flatMap((stop) => {
    const space = board.spaces.get(stop.space);
    return space ? [{ space, text: stop.text }] : [];
  });
  const d = found.map(({ space }, n) => `${n ? 'L' : 'M'}${space.x.toFixed(1)} ${space.y.toFixed(1)}`).join('');
  board.way?.replaceChildren(...(found.length > 1 ? [s('path', { class: 'way-halo', d }), s('path', { class: 'way-line', d })] : []));
  board.stops?.replaceChildren(...found.filter((stop) => stop.text).map(({ space, text }) => tag(board, space, text, 'on-way')));
}

/** The ruler's line: from a place, to a place, where it is interrupted. @param {BoardView} board @param {string|null} from @param {string|null} [to] @param {string[]} [on] @param {string} [stop] */
export function showRuler(board, from, to, on = [], stop) {
  const of = (/** @type {string|null|undefined} */ id) => (id ? board.spaces.get(id) : undefined);
  const [start, end, cut] = [of(from), of(to), of(stop)];
  const under = on.map(of).filter((space) => space !== undefined);
  const line = (/** @type {string} */ kind, /** @type {Space} */ a, /** @type {{x: number, y: number}} */ b) => ['ruler-halo', kind].map((name) => s('path', { class: name, d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
  const open = start && end && cut ? { x: start.x + (end.x - start.x) * share(start, end, cut), y: start.y + (end.y - start.y) * share(start, end, cut) } : end;
  board.ruler?.replaceChildren(
    ...under.map((space) => s('path', { class: 'ruler-on', d: outline(space) })),
    ...(start && !end ? [s('path', { class: 'ruler-on', d: outline(start) })] : []),
    ...(cut ? [s('path', { class: 'ruler-cut', d: outline(cut) })] : []),
    ...(start && end && cut ? line('ruler-shut', start, end) : []),
    ...(start && open ? line('ruler-line', start, open) : []));
}

/** @typedef {{space: string, x: number, y: number, text: string}} Halt */

/** The stops of a course that are on the board, one for all that follow at one place. @param {BoardView} board @param {Route} route */
function halts(board, route) {
  /** @type {Halt[]} */
  const found = [];
  for (const stop of route.stops) {
    const space = board.spaces.get(stop.space);
    const last = found[found.length - 1];
    if (last && last.space === stop.space) last.text = [last.text, stop.text].filter(Boolean).join(' ');
    else if (space) found.push({ space: stop.space, x: space.x, y: space.y, text: stop.text });
  }
  return found;
}

/** A leg between two places, whichever way it is gone. @param {Halt} a @param {Halt} b */
const legOf = (a, b) => (a.space < b.space ? `${a.space}|${b.space}` : `${b.space}|${a.space}`);

/** Below what stands in each hex there is room for words; pieces grow where the board is small. @param {BoardView} board */
function footOf(board) {
  /** @type {Map<string, number>} */
  const feet = new Map();
  for (const spot of board.spots.values()) {
    const piece = board.pieces.get(spot.id);
    const space = piece && board.spaces.get(piece.place);
    if (!space || spot.hidden || space.kind !== 'hex') continue;
    const high = board.size * board.grown * spot.scale * ratio(piece.face);
    feet.set(space.id, Math.max(feet.get(space.id) ?? 0, spot.y + high / 2 + (piece.badges?.length ? 30 : 13)));
  }
  return feet;
}

/** Courses: lines from stop to stop, side by side where several go the same way; what is written at a place stands under it, with whose it is where there are several. @param {BoardView} board */
export function drawRoutes(board) {
  const { picture, selected } = /** @type {Scene} */ (board.scene);
  const routes = (picture.routes ?? []).map((route) => ({ route, way: halts(board, route) }));
  /** @type {Map<string, number[]>} which courses use a leg */
  const legs = new Map();
  for (const [i, { way }] of routes.entries()) {
    for (const [n, to] of way.slice(1).entries()) {
      const leg = legOf(way[n], to);
      const users = legs.get(leg) ?? [];
      if (!users.includes(i)) legs.set(leg, [...users, i]);
    }
  }
  /** @type {Map<string, number>} how many rows of words a place has */
  const rows = new Map();
  const feet = footOf(board);
  const chosen = routes.some(({ route }) => route.piece && route.piece === selected);
  const named = routes.filter(({ route }) => route.tag).length > 1;
  const parts = routes.map(({ route, way }, i) => {
    const mine = route.piece && route.piece === selected;
    const points = way.slice(1).flatMap((to, n) => {
      const from = way[n];
      const users = legs.get(legOf(from, to)) ?? [];
      const [a, b] = from.space < to.space ? [from, to] : [to, from];
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const aside = (users.indexOf(i) - (users.length - 1) / 2) * 13;
      const lane = (/** @type {Halt} */ at) => ({ x: at.x - ((b.y - a.y) / long) * aside, y: at.y + ((b.x - a.x) / long) * aside });
      return [lane(from), lane(to)];
    });
    const line = route.arrow && points.length > 1 ? between(points[0], points[points.length - 1]) : points;
    const d = line.map((p, n) => `${n ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('');
    return s('g', { class: `route ${board.styles.get(route.side) ?? 'none'} ${route.past ? 'past' : ''} ${mine ? 'chosen' : chosen ? 'other' : ''}` },
      s('path', { class: 'route-halo', d }), s('path', { class: 'route-line', d }),
      route.arrow && line.length > 1 ? s('path', { class: 'route-head', d: 'M0 0L-22 -11L-17 0L-22 11z', transform: `translate(${line[1].x.toFixed(1)} ${line[1].y.toFixed(1)}) rotate(${((Math.atan2(line[1].y - line[0].y, line[1].x - line[0].x) * 180) / Math.PI).toFixed(1)})` }) : null,
      way.filter((halt) => halt.text).map((halt) => {
        const row = rows.get(halt.space) ?? 0;
        rows.set(halt.space, row + 1);
        const tag = named ? route.tag ?? '' : '';
        const w = 12 + 9.5 * halt.text.length;
        const front = tag ? 10 + 9.5 * tag.length : 0;
        return s('g', { class: 'route-stop', transform: `translate(${halt.x.toFixed(1)} ${(Math.max(halt.y + 44, feet.get(halt.space) ?? 0) + row * 25).toFixed(1)})` },
          s('rect', { x: -(w + front) / 2, y: -11, width: w + front, height: 22, rx: 11 }),
          tag ? [s('rect', { class: 'route-tag', x: -(w + front) / 2, y: -11, width: front + 4, height: 22, rx: 11 }), s('text', { class: 'route-tag-text', x: -w / 2 + 2, y: 5.8 }, tag)] : null,
          s('text', { x: front / 2 + (tag ? 1 : 0), y: 5.8 }, halt.text));
      }));
  });
  board.routes?.replaceChildren(...parts);
}

/** Colour spaces for an overlay, and write its words over them. @param {BoardView} board @param {Shade[]} shades */
export function shade(board, shades) {
  board.shades?.replaceChildren(...areas(board, shades));
  /** @type {Map<string, string[]>} */
  const words = new Map();
  for (const { spaces, text } of shades) for (const space of spaces) if (text && board.spaces.has(space)) words.set(space, [...words.get(space) ?? [], text]);
  board.words?.replaceChildren(...[...words].map(([id, texts]) => {
    const box = bounds(/** @type {Space} */ (board.spaces.get(id)));
    return h('span', { class: 'shade-text', style: { left: `${box.x + box.w / 2}px`, top: `${box.y + box.h}px` } }, texts.join(' · '));
  }));
}

/** One area for each side. @param {BoardView} board @param {Shade[]} shades */
function areas(board, shades) {
  const sides = [...new Set(shades.map((shade) => shade.side ?? ''))];
  return sides.map((side) => {
    const mine = new Set(shades.filter((shade) => (shade.side ?? '') === side).flatMap((shade) => shade.spaces));
    const spaces = [...mine].map((id) => board.spaces.get(id)).filter((space) => space !== undefined);
    return s('g', { class: `shade ${board.styles.get(side) ?? 'none'}` }, s('path', { d: region(spaces) }));
  });
}
