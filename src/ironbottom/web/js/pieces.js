// @ts-check
/** The pieces on the board: where each stands, how it looks, and how it goes there. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { Grounds, arrange, arrangeFleets, bounds } from './geometry.js';
import { drawFace, ratio } from './sprite.js';
import { settings } from './settings.js';

/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./board.js').Scene} Scene */
/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./geometry.js').Spot} Spot */

/** Heights of a layer of pieces; those of a board lie within it. */
const LAYER = 1500;

/** So many pixels high at least are pieces on a board of areas when it is seen first: where they are flat, they are low. */
const HIGH = 21;

/** On a narrow window a board of areas opens so near that its pieces can be told apart; hexes say that by themselves. @param {BoardView} board */
export function tellApart(board) {
  const { camera } = board;
  if (board.board.spaces.some((space) => space.kind === 'hex') || !board.pieces.size) return;
  const least = HIGH / board.size / Math.min(...[...board.pieces.values()].map((piece) => ratio(piece.face)));
  Object.assign(camera.board, { least, near: Math.max(least, camera.board.near) });
  if (camera.fitted) camera.fit(false);
}

/**
 * Put every piece where it stands.
 * @param {BoardView} board
 * @param {boolean} animate
 * @param {Line[]} lines
 * @param {Map<string, Piece>} [before]
 */
export function placePieces(board, animate, lines, before) {
  const scene = /** @type {Scene} */ (board.scene);
  board.skip();
  const old = board.spots;
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {Map<string, Piece[]>} */
  const groups = new Map();
  /** @type {Piece[]} */
  const carried = [];
  for (const piece of scene.picture.pieces) {
    if (!board.spaces.has(piece.place)) {
      carried.push(piece);
      continue;
    }
    if (piece.at) {
      spots.set(piece.id, { id: piece.id, x: piece.at[0], y: piece.at[1], scale: 0.72 * (piece.wide ?? 1), z: 0, count: 0, hidden: false, sheet: false, pile: [] });
      continue;
    }
    const there = groups.get(piece.place);
    if (there) there.push(piece);
    else groups.set(piece.place, [piece]);
  }
  placeFleets(board, groups, spots);
  for (const [id, group] of groups) {
    if (board.fleets.has(id)) continue;
    const sides = new Set(group.map((piece) => piece.side));
    const size = board.size * board.grown;
    const space = board.aboveStores(/** @type {Space} */ (board.spaces.get(id)));
    if (sides.size > 1 && (space.arrange ?? (space.kind === 'hex' ? 'pile' : '')) !== 'row') {
      // two sides in one place stand apart
      const box = bounds(space);
      let i = 0;
      for (const side of sides) {
        const mine = group.filter((piece) => piece.side === side);
        const shift = (i - (sides.size - 1) / 2) * (space.kind === 'hex' ? box.w * 0.34 : box.w / sides.size);
        const half = { ...space, x: space.x + shift, shape: { rect: [space.x + shift - box.w / sides.size / 2, box.y, box.w / sides.size, box.h] } };
        for (const spot of arrange(half, mine, size * (space.kind === 'hex' ? 0.8 : 1), ratio)) spots.set(spot.id, spot);
        i += 1;
      }
    } else {
      for (const spot of arrange(space, group, size, ratio)) spots.set(spot.id, spot);
    }
    // in the cell of a track its name stays to be read
    if (space.kind === 'cell') for (const side of new Set(group.map((piece) => piece.side))) {
      const pile = group.filter((piece) => piece.side === side).map((piece) => /** @type {Spot} */ (spots.get(piece.id)));
      const [x, y] = [pile.reduce((sum, spot) => sum + spot.x, 0) / pile.length, pile.reduce((sum, spot) => sum + spot.y, 0) / pile.length];
      const count = Math.max(...pile.map((spot) => spot.count));
      for (const spot of pile) { // a pile that is drawn smaller is smaller as a whole, and its count stands beside it
        const less = Math.min(1, (bounds(space).h * 0.46) / size / spot.scale);
        spot.scale *= less;
        spot.x = x + (spot.x - x) * less * 0.6 - (count > 9 ? 8 : count > 1 ? 5 : 0);
        spot.y = y + (spot.y - y) * less * 0.6;
      }
    }
  }
  board.tiers = new Map();
  /** @type {Map<string, number>} */
  const hung = new Map();
  for (const piece of carried) {
    const carrier = spots.get(piece.place);
    if (!carrier) continue;
    const n = hung.get(piece.place) ?? 0;
    hung.set(piece.place, n + 1);
    const size = board.size * board.grown;
    spots.set(piece.id, {
      id: piece.id, x: carrier.x - size * 0.3 + n * size * 0.34, y: carrier.y + size * 0.52 * ratio(board.pieces.get(piece.place)?.face ?? ''),
      scale: 0.36, z: carrier.z + 1, count: 0, hidden: carrier.hidden || Boolean(piece.stowed), sheet: carrier.sheet, pile: [],
    });
  }
  drawOut(board, spots);
  board.spots = spots;
  for (const [id, element] of board.elements) {
    if (spots.has(id)) continue;
    board.elements.delete(id);
    if (animate && before?.has(id)) fall(board, element, isLost(before.get(id), lines));
    else element.remove();
  }
  const gonePlaces = animate ? paths(board, lines, before ?? new Map(), old) : new Map();
  for (const [id, spot] of spots) {
    const piece = /** @type {Piece} */ (board.pieces.get(id));
    let element = board.elements.get(id);
    if (!element) {
      element = h('button', { class: 'piece', type: 'button', 'data-id': id });
      board.elements.set(id, element);
      board.layer?.append(element);
    }
    dress(board, element, piece, spot);
    const width = board.size * board.grown * spot.scale;
    const height = width * ratio(piece.face);
    const at = `translate(${(spot.x - width / 2).toFixed(1)}px,${(spot.y - height / 2).toFixed(1)}px)`;
    element.style.transform = at;
    element.style.width = `${width.toFixed(1)}px`;
    element.style.height = `${height.toFixed(1)}px`;
    // what is aboard lies small at the rim of its carrier, and what can act is there to be clicked: above what only stands there
    const above = (board.spaces.has(piece.place) ? 0 : 2) + (scene.litPieces.has(id) ? 1 : 0);
    const tagged = piece.badges?.length && !spot.sheet ? 2 * board.size * board.grown : 0; // its words hang down, over what stands in the next place
    element.style.zIndex = String(Math.min(LAYER - 1, Math.max(0, Math.round(spot.z + tagged))) + (piece.picked ? 4 : above) * LAYER);
    element.hidden = spot.hidden;
    if (!animate || spot.hidden) continue;
    const path = gonePlaces.get(id);
    const was = old.get(id);
    const from = path?.points ?? (was && Math.hypot(was.x - spot.x, was.y - spot.y) > 2 ? [{ x: was.x, y: was.y }] : null);
    if (!from) continue;
    const frames = [...from, { x: spot.x, y: spot.y }].map((/** @type {{x: number, y: number}} */ p) => ({ transform: `translate(${(p.x - width / 2).toFixed(1)}px,${(p.y - height / 2).toFixed(1)}px)` }));
    const spread = Math.min(board.walk || 900, from.length * (path ? 300 : 160)) / settings.speed;
    element.style.willChange = 'transform';
    const moving = element.animate(frames, { duration: spread, delay: (path?.delay ?? 0) / settings.speed, easing: 'cubic-bezier(.3,.1,.2,1)', fill: 'backwards' });
    board.track(moving, () => { element.style.willChange = ''; });
  }
}

/** What is pointed at and lies beneath others in a hex is drawn out of its pile, so that it can be seen and taken. @param {BoardView} board @param {Map<string, Spot>} spots */
function drawOut(board, spots) {
  /** @type {Map<string, number>} */
  const out = new Map();
  for (const id of board.advised) {
    const spot = spots.get(id);
    const piece = board.pieces.get(id);
    if (!spot || !piece || piece.picked || !(spot.hidden || spot.sheet) || board.spaces.get(piece.place)?.kind !== 'hex') continue;
    const n = (out.get(piece.place) ?? 0) + 1;
    out.set(piece.place, n);
    const step = board.size * board.grown * spot.scale * 0.46;
    Object.assign(spot, { x: spot.x - step * n, y: spot.y - step, hidden: false, sheet: false });
  }
}

/** The pieces of open places, the narrowest first, out of each other's way. @param {BoardView} board @param {Map<string, Piece[]>} groups @param {Map<string, Spot>} spots */
function placeFleets(board, groups, spots) {
  board.fleets = new Map();
  const size = board.size * board.grown;
  const around = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) => ({ x: x - r, y: y - r * 0.8, w: 2 * r, h: 1.6 * r });
  const taken = [...spots.values()].map((spot) => around(spot.x, spot.y, size * spot.scale * 0.4));
  // printed names, and cards with pieces of their own
  const names = [...(board.board.names ?? []).map(([x, y, w, h]) => ({ x, y, w, h })), ...board.board.spaces.filter((space) => space.kind === 'box').map(bounds)];
  for (const mark of board.scene?.picture.marks ?? []) if (mark.at) taken.push(around(mark.at[0], mark.at[1], 15));
  const open = [...groups].map(([id, group]) => ({ space: /** @type {Space} */ (board.spaces.get(id)), group })).filter(({ space }) => board.open(space));
  if (!open.length) return;
  board.grounds ??= new Grounds(board.board.spaces, board.board.width, board.board.height);
  const room = (/** @type {Space} */ space) => board.grounds?.points.get(space.id)?.length ?? 0;
  for (const { space, group } of open.sort((a, b) => room(a.space) - room(b.space))) {
    const wide = Math.max(...group.map((piece) => piece.wide ?? 1));
    const { spots: found, box } = arrangeFleets(space, group, size * wide, ratio, board.grounds, taken, names);
    for (const spot of found) {
      spot.scale *= wide;
      spots.set(spot.id, spot);
    }
    board.fleets.set(space.id, box);
    taken.push(box);
  }
}

/**
 * Ways that pieces went, by piece id, from the lines' motions.
 * @param {BoardView} board
 * @param {Line[]} lines
 * @param {Map<string, Piece>} before
 * @param {Map<string, Spot>} old
 */
function paths(board, lines, before, old) {
  /** @type {Map<string, {points: {x: number, y: number}[], delay: number}>} */
  const found = new Map();
  let delay = 0;
  for (const line of lines) {
    for (const motion of line.motions ?? []) {
      if (motion.gone || motion.start === motion.end) continue;
      const start = board.centreOf(motion.start);
      const via = motion.via.map((id) => board.centreOf(id)).filter((p) => p !== null);
      let left = motion.count;
      for (const piece of board.pieces.values()) {
        if (left <= 0) break;
        if (found.has(piece.id) || board.root(piece.place) !== motion.end || (motion.side && piece.side !== motion.side)) continue;
        const was = before.get(piece.id);
        if (was && board.root(was.place) === motion.end) continue;
        const spot = old.get(piece.id);
        const from = was && spot ? { x: spot.x, y: spot.y } : start;
        if (!from) continue;
        found.set(piece.id, { points: [from, ...via], delay });
        left -= 1;
      }
      delay = Math.min(delay + 160, 640);
    }
  }
  return found;
}

/** @param {Piece|undefined} piece @param {Line[]} lines */
function isLost(piece, lines) {
  if (!piece) return false;
  return lines.some((line) => (line.motions ?? []).some((motion) => motion.gone && (!motion.side || motion.side === piece.side)));
}

/** A piece leaves the board. @param {BoardView} board @param {HTMLElement} element @param {boolean} lost */
function fall(board, element, lost) {
  element.style.pointerEvents = 'none';
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.classList.remove('lit', 'must');
  element.classList.add('leaving');
  const at = element.style.transform;
  const frames = lost ? [{ transform: `${at} rotate(0deg)`, opacity: 1 }, { transform: `${at} translate(18px,70px) rotate(38deg)`, opacity: 0 }] : [{ opacity: 1 }, { opacity: 0 }];
  board.track(element.animate(frames, { duration: (lost ? 420 : 140) / settings.speed, easing: 'ease-in', fill: 'forwards' }), () => element.remove());
}

/**
 * How one piece looks.
 * @param {BoardView} board
 * @param {HTMLButtonElement} element @param {Piece} piece @param {Spot} spot
 */
function dress(board, element, piece, spot) {
  const scene = /** @type {Scene} */ (board.scene);
  const lit = scene.litPieces.get(piece.id);
  const tier = board.tierOf(spot);
  board.tiers.set(piece.id, tier);
  const look = [settings.face, tier, piece.face, piece.lying ? 1 : 0, spot.count, piece.steps ? `${piece.steps.now}/${piece.steps.of}` : '', (piece.badges ?? []).join('|'), lit ? 1 : 0, piece.state ?? '', piece.picked ? 1 : 0].join('~');
  if (element.dataset.look !== look) {
    element.dataset.look = look;
    element.replaceChildren(drawFace(piece.face, piece.name, { lying: piece.lying, tier }), ...signsOf(piece, spot.count, Boolean(lit)));
  }
  const style = board.styles.get(piece.side) ?? 'none';
  element.className = ['piece', style, lit ? 'lit' : '', lit?.retract ? 'retract' : '', piece.picked ? 'picked' : '', piece.faded ? 'faded' : '', piece.state ?? '', scene.selected === piece.id || scene.chosen.includes(piece.id) ? 'selected' : '', spot.sheet ? 'beneath' : '', board.spaces.get(piece.place)?.kind === 'cell' ? 'in-cell' : '', scene.armed === piece.id ? 'armed' : '', board.advised.has(piece.id) ? 'advised' : ''].filter(Boolean).join(' ');
  element.tabIndex = lit && !spot.hidden ? 0 : -1;
  element.setAttribute('aria-label', nameOf(board, piece));
  if (piece.picked) element.setAttribute('aria-pressed', 'true');
  else element.removeAttribute('aria-pressed');
}

/** What the page puts on a piece: that it can act, what it has done, what is lost of it, how many lie there. @param {Pick<Piece, 'picked'|'state'|'steps'|'badges'>} piece @param {number} count @param {boolean} lit */
export function signsOf(piece, count, lit) {
  const { steps, state, badges } = piece;
  const sign = (/** @type {string} */ name, /** @type {any} */ text = null) => h('span', { class: name }, text);
  return [
    lit || piece.picked ? sign('corners') : null, state === 'moved' || state === 'done' ? sign('notch') : null,
    state === 'done' ? sign('badge tick', '✓') : null, state === 'must' ? sign('badge must-sign', '!') : null,
    steps && steps.now < steps.of ? sign('badge steps', `${steps.now}/${steps.of}`) : null,
    count > 1 ? sign('badge count', String(count)) : null,
    badges?.length ? sign('tags', badges.map((badge) => h('span', null, badge))) : null,
  ].filter((one) => one !== null);
}

/** All that one needs to hear of a piece. @param {BoardView} board @param {Piece} piece */
export function nameOf(board, piece) {
  const place = board.spaces.get(board.root(piece.place))?.name ?? '';
  const words = [piece.name];
  for (const [key, value] of Object.entries(piece.values ?? {})) words.push(`${key} ${value}`);
  if (piece.steps) words.push(t('piece.steps', { now: piece.steps.now, of: piece.steps.of }));
  if (piece.state === 'moved' || piece.state === 'done' || piece.state === 'must') words.push(t(`piece.${piece.state}`));
  if (piece.picked) words.push(t('piece.picked'));
  words.push(...(piece.badges ?? []), ...(piece.note ? [piece.note] : []));
  if (place) words.push(t('piece.at', { place }));
  const lit = board.scene?.litPieces.get(piece.id);
  return words.join(', ') + (lit ? `: ${lit.labels.join('; ')}` : '');
}
