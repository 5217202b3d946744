// @ts-check
/** The board: chart, overlays, the grid of spaces, pieces, and what moves. It knows no game. */

import { h, s, emblem } from './dom.js';
import { t } from './i18n.js';
import { Camera } from './camera.js';
import { Grounds, arrange, arrangeFleets, bounds, neighbour, outline, region, rows, spaceAt } from './geometry.js';
import { drawFace, ratio } from './sprite.js';
import { drawing, moves, settings } from './settings.js';

/** @typedef {import('./types.js').Board} BoardData */
/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./types.js').Shade} Shade */
/** @typedef {import('./geometry.js').Spot} Spot */
/** @typedef {import('./geometry.js').Box} Box */
/**
 * @typedef {{space: (id: string, event: Event) => void, piece: (id: string, event: Event) => void,
 *   hover: (space: string|null, piece: string|null, pile: string[], x: number, y: number) => void,
 *   long: (space: string|null, piece: string|null, x: number, y: number) => void,
 *   lift: (piece: string) => boolean, drop: (piece: string, space: string) => void}} BoardEvents
 * @typedef {{picture: Picture, lit: Map<string, {cost: string, labels: string[], attack: boolean}>, litPieces: Map<string, {labels: string[], retract: boolean}>,
 *   selected: string|null, focus: string[], notes: Record<string, string>, armed: string|null}} Scene
 */

const MARKS = {
  business: 'M12 5v8M12 18v1',
  fight: 'M5 5l14 14M19 5L5 19M4 16l4 4M16 4l4 4',
  danger: 'M12 4v10M12 18v2',
  damage: 'M6 6l12 12M18 6L6 18',
  destroyed: 'M6 6l12 12M18 6L6 18',
  work: 'M6 20l8-9M11 5l8 7M9 8l4-4M17 13l2-2',
  built: 'M5 13l5 5L19 6',
  sighted: 'M2.500 12S6 6 12 6S21.500 12 21.500 12S18 18 12 18S2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5',
};

/** Heights of a layer of pieces; those of a board lie within it. */
const LAYER = 1500;

/** How far along a line another place lies, 0 to 1. @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {{x: number, y: number}} c */
function share(a, b, c) {
  return ((c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y)) / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
}

/** The middle part of the way from one point to another, clear of what stands at both. @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function between(a, b) {
  return [0.22, 0.76].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }));
}

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {BoardData} board
   * @param {{art: (theme: string) => string, key: string, on: BoardEvents}} how
   */
  constructor(host, board, how) {
    this.host = host;
    this.board = board;
    /** What the pointer is over: a piece and a place. */
    this.pointed = '';
    this.ears = new AbortController();
    this.port = h('div', { class: 'port' });
    this.world = h('div', { class: 'world' });
    this.art = how.art;
    this.on = how.on;
    this.size = board.piece || 64;
    this.grown = 1;
    /** @type {Map<string, ''|'mid'|'small'>} which drawing each piece has */
    this.tiers = new Map();
    /** Whether pieces are so small that dots stand for them. */
    this.far = false;
    /** @type {Map<string, Space>} */
    this.spaces = new Map(board.spaces.map((space) => [space.id, space]));
    this.styles = new Map(board.sides.map((side) => [side.id, side.style]));
    this.names = new Map(board.sides.map((side) => [side.id, side.name]));
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this.elements = new Map();
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Grounds|null} made when it is first needed */
    this.grounds = null;
    /** @type {Map<string, Box>} where the fleets of a place with an outline of its own stand */
    this.fleets = new Map();
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<string>} */
    this.advised = new Set();
    /** @type {Scene|null} */
    this.scene = null;
    this.cursor = board.spaces[0]?.id ?? '';
    this.build();
    // in hexes, counters that can be read are no larger than their places
    const least = board.spaces.some((space) => space.kind === 'hex') ? this.readable / this.size / 1.15 : 0;
    this.camera = new Camera(this.port, this.world, { width: board.width, height: board.height, view: board.view, key: how.key, least }, () => this.rested());
    this.camera.moved = () => this.mini();
    this.rested();
    this.listen();
  }

  build() {
    const { width, height } = this.board;
    this.img = h('img', { class: 'chart', alt: '', draggable: 'false', src: this.art(drawing()), width, height });
    this.shades = s('g', { class: 'shades' });
    this.front = s('g', { class: 'front' });
    this.routes = s('g', { class: 'routes' });
    this.way = s('g', { class: 'way' });
    this.ruler = s('g', { class: 'ruler' });
    this.p = {
      business: s('path', { class: 'business' }),
      handHalo: s('path', { class: 'hand-halo' }),
      hand: s('path', { class: 'hand' }),
      litFill: s('path', { class: 'lit-fill' }),
      litHalo: s('path', { class: 'lit-halo' }),
      lit: s('path', { class: 'lit-line' }),
      armed: s('path', { class: 'armed' }),
      near: s('path', { class: 'near' }),
      advised: s('path', { class: 'advised' }),
      hover: s('path', { class: 'hover' }),
      located: s('path', { class: 'located' }),
      cursor: s('path', { class: 'cursor' }),
    };
    const pattern = s('pattern', { id: 'hatch', width: 12, height: 12, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, s('rect', { width: 5, height: 12, class: 'hatch-line' }));
    this.overlay = s('svg', { class: 'overlay', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' }, s('defs', null, pattern), this.front, this.shades, this.routes, ...Object.values(this.p), this.way, this.ruler);
    this.grid = h('div', { class: 'spaces', role: 'grid', 'aria-label': t('board.grid'), 'aria-describedby': 'board-help' });
    for (const row of rows(this.board.spaces)) {
      const line = h('div', { role: 'row', class: 'row' });
      for (const space of row) {
        const box = bounds(space);
        const cell = h('div', {
          role: 'gridcell', class: `space ${space.kind}`, tabindex: '-1', 'data-id': space.id, 'aria-label': space.name,
          style: { left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` },
        });
        if (space.shape.r) cell.style.borderRadius = '50%';
        if (space.shape.points) cell.style.clipPath = `polygon(${space.shape.points.map(([x, y]) => `${(x - box.x).toFixed(1)}px ${(y - box.y).toFixed(1)}px`).join(',')})`;
        this.cells.set(space.id, cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    const first = this.cells.get(this.cursor);
    if (first) first.tabIndex = 0;
    this.under = h('div', { class: 'marks under', 'aria-hidden': 'true' });
    this.layer = h('div', { class: 'pieces' });
    this.over = h('div', { class: 'marks over', 'aria-hidden': 'true' });
    this.words = h('div', { class: 'marks over', 'aria-hidden': 'true' });
    this.stops = h('div', { class: 'marks over', 'aria-hidden': 'true' });
    this.effects = h('div', { class: 'effects', 'aria-hidden': 'true' });
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    this.world.append(this.img, this.overlay, this.grid, this.under, this.layer, this.words, this.over, this.stops, this.effects);
    this.port.append(this.world);
    this.miniChart = h('canvas', { width: 380, height: Math.round((380 * height) / width) });
    this.miniBox = h('span', { class: 'mini-box' });
    this.miniDots = h('span', { class: 'mini-dots' });
    this.miniMap = h('button', { type: 'button', class: 'minimap', tabindex: '-1', 'aria-label': t('board.mini'), hidden: true, style: { 'aspect-ratio': `${width} / ${height}` } },
      this.miniChart, this.miniDots, this.miniBox);
    this.drawMini();
    const aim = (/** @type {PointerEvent} */ event) => {
      const box = this.miniMap?.getBoundingClientRect();
      if (box) this.camera.centre(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height, false);
    };
    this.miniMap.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      this.miniMap?.setPointerCapture(event.pointerId);
      aim(event);
    });
    this.miniMap.addEventListener('pointermove', (event) => {
      if (event.buttons) aim(event);
    });
    this.host.append(h('p', { class: 'unseen', id: 'board-help' }, t('board.help')), this.port, this.miniMap);
  }

  close() {
    this.ears.abort();
    this.camera.close();
    this.host.replaceChildren();
  }

  restyle() {
    const art = this.art(drawing());
    if (this.img && !this.img.src.endsWith(art)) {
      this.img.src = art;
      this.drawMini();
    }
  }

  /** The chart of the small map is painted once: to draw it anew for each step of the camera would be dear. */
  drawMini() {
    const { img, miniChart } = this;
    if (!img || !miniChart) return;
    const paint = () => miniChart.getContext('2d')?.drawImage(img, 0, 0, miniChart.width, miniChart.height);
    if (img.complete && img.naturalWidth) paint();
    else img.addEventListener('load', paint, { once: true });
  }

  /** The small map shows where one looks, while one does not see all. */
  mini() {
    const map = this.miniMap;
    if (!map || !this.miniBox) return;
    const { wide, high, scale, x, y } = this.camera;
    const { width, height } = this.board;
    const all = width * scale <= wide + 4 && height * scale <= high + 4;
    map.hidden = all || wide < 700;
    if (map.hidden) return;
    const left = Math.max(0, -x / scale / width);
    const top = Math.max(0, -y / scale / height);
    this.miniBox.style.left = `${left * 100}%`;
    this.miniBox.style.top = `${top * 100}%`;
    this.miniBox.style.width = `${Math.min(1 - left, wide / scale / width) * 100}%`;
    this.miniBox.style.height = `${Math.min(1 - top, high / scale / height) * 100}%`;
  }

  /** Dots for the pieces on the small map. */
  miniPieces() {
    const { width, height } = this.board;
    const dots = [...this.spots.values()].filter((spot) => !spot.hidden);
    this.miniDots?.replaceChildren(...dots.map((spot) => h('i', { class: this.styles.get(this.pieces.get(spot.id)?.side ?? '') ?? 'none', style: { left: `${(spot.x / width) * 100}%`, top: `${(spot.y / height) * 100}%` } })));
  }

  /** So many pixels make a piece that can be read and hit. */
  get readable() {
    return matchMedia('(pointer: coarse)').matches ? 34 : 26;
  }

  /** The scale rests: lines and pieces keep a readable size. */
  rested() {
    const k = 1 / this.camera.scale;
    this.world.style.setProperty('--k', Math.min(2.2, Math.max(0.55, k)).toFixed(3));
    this.world.style.setProperty('--t', Math.min(2.4, Math.max(0.62, k)).toFixed(3));
    const plain = this.size * this.camera.scale;
    const grown = Math.round(Math.min(1.9, Math.max(1, this.readable / plain)) * 10) / 10;
    const far = plain < 15;
    this.world.classList.toggle('far', far);
    // in the other corner than the one of the board that is looked at
    if (!this.miniMap?.matches(':active')) this.miniMap?.classList.toggle('right', (this.camera.wide / 2 - this.camera.x) * k < this.board.width * 0.3);
    const stale = grown !== this.grown || far !== this.far;
    Object.assign(this, { grown, far });
    if (this.scene && (stale || [...this.tiers].some(([id, tier]) => tier !== this.tierOf(/** @type {Spot} */ (this.spots.get(id)))))) this.place(false, []);
  }

  /** Which drawing of a piece suits the pixels that it has. @param {Spot} spot @returns {''|'mid'|'small'} */
  tierOf(spot) {
    const pixels = this.size * this.grown * spot.scale * this.camera.scale;
    return pixels < 25 ? 'small' : pixels < 42 ? 'mid' : '';
  }

  /** What is left of a box above the line of amounts at its foot. @param {Space} space @returns {Space} */
  aboveStores(space) {
    const stores = this.scene?.picture.stores.filter((store) => store.place === space.id && store.short) ?? [];
    if (!stores.length || space.kind !== 'box') return space;
    const { x, y, w, h: high } = bounds(space);
    const letters = stores.reduce((sum, store) => sum + String(store.amount).length + (store.short?.length ?? 0) + 3, 0);
    return { ...space, shape: { rect: [x, y, w, high - 6 - 20 * Math.ceil((letters * 10) / w)] } };
  }

  /** @param {string} id @returns {{x: number, y: number}|null} */
  centreOf(id) {
    const space = this.spaces.get(id);
    if (space) return { x: space.x, y: space.y };
    const spot = this.spots.get(id);
    return spot ? { x: spot.x, y: spot.y } : null;
  }

  /** The pieces that fan out together: a pile, or neighbours too small to be told apart. @param {string} id @returns {string[]} */
  pileOf(id) {
    const spot = this.spots.get(id);
    const piece = this.pieces.get(id);
    if (!spot || !piece) return [];
    if (spot.pile.length > 1) return spot.pile;
    const wide = this.size * this.grown * spot.scale * this.camera.scale;
    if (wide >= 26) return [];
    const place = this.root(piece.place);
    return this.piecesAt(place).filter((one) => one.place === piece.place).map((one) => one.id);
  }

  /** Where pieces stand in the port, for what must not hide them. @returns {{id: string, x: number, y: number, w: number, h: number}[]} */
  occupied() {
    const { scale } = this.camera;
    return [...this.spots.values()].filter((spot) => !spot.hidden).map((spot) => {
      const at = this.camera.screen(spot.x, spot.y);
      const size = this.size * this.grown * spot.scale * scale;
      return { id: spot.id, x: at.x - size / 2, y: at.y - size / 2, w: size, h: size };
    });
  }

  /** Whether pieces stand in a place of any shape as fleets do. @param {Space} space */
  open(space) {
    return space.arrange === 'ring' && Boolean(space.shape.points);
  }

  /** Where the pieces of an open place are, or would be. @param {Space} space @returns {Box} */
  midst(space) {
    return this.fleets.get(space.id) ?? { x: space.x, y: space.y, w: 0, h: 0 };
  }

  /** A point on the rim of a space where its name does not stand; of an open place, below its pieces. @param {Space} space */
  rim(space) {
    if (this.open(space)) {
      const midst = this.midst(space);
      return { y: midst.y + midst.h + (midst.h ? 15 : 0), way: 1 };
    }
    const box = bounds(space);
    return space.label && space.label[1] > space.y ? { y: box.y, way: -1 } : { y: box.y + box.h, way: 1 };
  }

  /** The space a piece stands in, also when another piece carries it. @param {string} place @returns {string} */
  root(place) {
    let at = place;
    for (let i = 0; i < 8 && !this.spaces.has(at); i += 1) {
      const carrier = this.pieces.get(at);
      if (!carrier) break;
      at = carrier.place;
    }
    return at;
  }

  /** @param {string} id */
  piecesAt(id) {
    return [...this.pieces.values()].filter((piece) => this.root(piece.place) === id);
  }

  /**
   * Show a scene.
   * @param {Scene} scene
   * @param {{animate?: boolean, lines?: Line[]}} [how]
   */
  update(scene, how = {}) {
    this.scene = scene;
    this.locate([]); // what pointed there may be gone
    const before = this.pieces;
    this.pieces = new Map(scene.picture.pieces.map((piece) => [piece.id, piece]));
    this.place(Boolean(how.animate) && moves(), how.lines ?? [], before);
    this.paint();
    this.names_();
    this.miniPieces();
  }

  /**
   * Put every piece where it stands.
   * @param {boolean} animate
   * @param {Line[]} lines
   * @param {Map<string, Piece>} [before]
   */
  place(animate, lines, before) {
    const scene = /** @type {Scene} */ (this.scene);
    this.skip();
    const old = this.spots;
    /** @type {Map<string, Spot>} */
    const spots = new Map();
    /** @type {Map<string, Piece[]>} */
    const groups = new Map();
    /** @type {Piece[]} */
    const carried = [];
    for (const piece of scene.picture.pieces) {
      if (!this.spaces.has(piece.place)) {
        carried.push(piece);
        continue;
      }
      if (piece.at) {
        spots.set(piece.id, { id: piece.id, x: piece.at[0], y: piece.at[1], scale: 0.72, z: 0, count: 0, hidden: false, sheet: false, pile: [] });
        continue;
      }
      const there = groups.get(piece.place);
      if (there) there.push(piece);
      else groups.set(piece.place, [piece]);
    }
    this.placeFleets(groups, spots);
    for (const [id, group] of groups) {
      if (this.fleets.has(id)) continue;
      const sides = new Set(group.map((piece) => piece.side));
      const size = this.size * this.grown;
      const space = this.aboveStores(/** @type {Space} */ (this.spaces.get(id)));
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
      if (space.kind === 'cell') for (const piece of group) {
        const spot = /** @type {Spot} */ (spots.get(piece.id));
        spot.scale = Math.min(spot.scale, (bounds(space).h * 0.55) / size);
      }
    }
    this.tiers = new Map();
    /** @type {Map<string, number>} */
    const hung = new Map();
    for (const piece of carried) {
      const carrier = spots.get(piece.place);
      if (!carrier) continue;
      const n = hung.get(piece.place) ?? 0;
      hung.set(piece.place, n + 1);
      const size = this.size * this.grown;
      spots.set(piece.id, {
        id: piece.id, x: carrier.x - size * 0.3 + n * size * 0.34, y: carrier.y + size * 0.52 * ratio(this.pieces.get(piece.place)?.face ?? ''),
        scale: 0.36, z: carrier.z + 1, count: 0, hidden: carrier.hidden || Boolean(piece.stowed), sheet: carrier.sheet, pile: [],
      });
    }
    this.spots = spots;
    for (const [id, element] of this.elements) {
      if (spots.has(id)) continue;
      this.elements.delete(id);
      if (animate && before?.has(id)) this.fall(element, this.isLost(before.get(id), lines));
      else element.remove();
    }
    const gonePlaces = animate ? this.paths(lines, before ?? new Map(), old) : new Map();
    for (const [id, spot] of spots) {
      const piece = /** @type {Piece} */ (this.pieces.get(id));
      let element = this.elements.get(id);
      if (!element) {
        element = h('button', { class: 'piece', type: 'button', 'data-id': id });
        this.elements.set(id, element);
        this.layer?.append(element);
      }
      this.dress(element, piece, spot);
      const width = this.size * this.grown * spot.scale;
      const height = width * ratio(piece.face);
      const at = `translate(${(spot.x - width / 2).toFixed(1)}px,${(spot.y - height / 2).toFixed(1)}px)`;
      element.style.transform = at;
      element.style.width = `${width.toFixed(1)}px`;
      element.style.height = `${height.toFixed(1)}px`;
      // what is aboard lies small at the rim of its carrier, and what can act is there to be clicked: above what only stands there
      const above = (this.spaces.has(piece.place) ? 0 : 2) + (scene.litPieces.has(id) ? 1 : 0);
      element.style.zIndex = String(Math.min(LAYER - 1, Math.max(0, Math.round(spot.z))) + (piece.picked ? 4 : above) * LAYER);
      element.hidden = spot.hidden;
      if (!animate || spot.hidden) continue;
      const path = gonePlaces.get(id);
      const was = old.get(id);
      const from = path?.points ?? (was && Math.hypot(was.x - spot.x, was.y - spot.y) > 2 ? [{ x: was.x, y: was.y }] : null);
      if (!from) continue;
      const frames = [...from, { x: spot.x, y: spot.y }].map((/** @type {{x: number, y: number}} */ p) => ({ transform: `translate(${(p.x - width / 2).toFixed(1)}px,${(p.y - height / 2).toFixed(1)}px)` }));
      const spread = Math.min(900, from.length * (path ? 300 : 160)) / settings.speed;
      element.style.willChange = 'transform';
      const moving = element.animate(frames, { duration: spread, delay: (path?.delay ?? 0) / settings.speed, easing: 'cubic-bezier(.3,.1,.2,1)', fill: 'backwards' });
      this.track(moving, () => { element.style.willChange = ''; });
    }
  }

  /** The pieces of open places, the narrowest first, out of each other's way. @param {Map<string, Piece[]>} groups @param {Map<string, Spot>} spots */
  placeFleets(groups, spots) {
    this.fleets = new Map();
    const size = this.size * this.grown;
    const around = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) => ({ x: x - r, y: y - r * 0.8, w: 2 * r, h: 1.6 * r });
    const taken = [...spots.values()].map((spot) => around(spot.x, spot.y, size * spot.scale * 0.4));
    for (const mark of this.scene?.picture.marks ?? []) if (mark.at) taken.push(around(mark.at[0], mark.at[1], 15));
    const open = [...groups].map(([id, group]) => ({ space: /** @type {Space} */ (this.spaces.get(id)), group })).filter(({ space }) => this.open(space));
    if (!open.length) return;
    this.grounds ??= new Grounds(this.board.spaces, this.board.width, this.board.height);
    const room = (/** @type {Space} */ space) => this.grounds?.points.get(space.id)?.length ?? 0;
    for (const { space, group } of open.sort((a, b) => room(a.space) - room(b.space))) {
      const { spots: found, box } = arrangeFleets(space, group, size, ratio, this.grounds, taken);
      for (const spot of found) spots.set(spot.id, spot);
      this.fleets.set(space.id, box);
      taken.push(box);
    }
  }

  /**
   * Ways that pieces went, by piece id, from the lines' motions.
   * @param {Line[]} lines
   * @param {Map<string, Piece>} before
   * @param {Map<string, Spot>} old
   */
  paths(lines, before, old) {
    /** @type {Map<string, {points: {x: number, y: number}[], delay: number}>} */
    const found = new Map();
    let delay = 0;
    for (const line of lines) {
      for (const motion of line.motions ?? []) {
        if (motion.gone || motion.start === motion.end) continue;
        const start = this.centreOf(motion.start);
        const via = motion.via.map((id) => this.centreOf(id)).filter((p) => p !== null);
        let left = motion.count;
        for (const piece of this.pieces.values()) {
          if (left <= 0) break;
          if (found.has(piece.id) || this.root(piece.place) !== motion.end || (motion.side && piece.side !== motion.side)) continue;
          const was = before.get(piece.id);
          if (was && this.root(was.place) === motion.end) continue;
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
  isLost(piece, lines) {
    if (!piece) return false;
    return lines.some((line) => (line.motions ?? []).some((motion) => motion.gone && (!motion.side || motion.side === piece.side)));
  }

  /** A piece leaves the board. @param {HTMLElement} element @param {boolean} lost */
  fall(element, lost) {
    element.style.pointerEvents = 'none';
    element.setAttribute('aria-hidden', 'true');
    element.tabIndex = -1;
    element.classList.remove('lit', 'must');
    element.classList.add('leaving');
    const at = element.style.transform;
    const frames = lost ? [{ transform: `${at} rotate(0deg)`, opacity: 1 }, { transform: `${at} translate(18px,70px) rotate(38deg)`, opacity: 0 }] : [{ opacity: 1 }, { opacity: 0 }];
    this.track(element.animate(frames, { duration: (lost ? 420 : 140) / settings.speed, easing: 'ease-in', fill: 'forwards' }), () => element.remove());
  }

  /** Show faces that an event revealed, for a moment. @param {Line[]} lines */
  reveal(lines) {
    for (const line of lines) {
      /** @type {Map<string, import('./types.js').Shown[]>} */
      const places = new Map();
      for (const shown of line.shown ?? []) {
        const there = places.get(shown.space);
        if (there) there.push(shown);
        else places.set(shown.space, [shown]);
      }
      for (const [id, faces] of places) {
        const space = this.spaces.get(id);
        if (!space) continue;
        const size = this.size * this.grown;
        const tray = h('div', { class: 'revealed', style: { left: `${space.x}px`, top: `${bounds(space).y - 8}px` } },
          faces.map((face) => h('span', { class: 'revealed-face', style: { width: `${size}px` } }, drawFace(face.face, face.name, { lying: false }), h('b', null, face.name))));
        this.effects?.append(tray);
        const time = moves() ? 2600 / settings.speed : 3000;
        const showing = tray.animate([{ opacity: 0, transform: 'translate(-50%,-90%)' }, { opacity: 1, transform: 'translate(-50%,-100%)', offset: 0.06 }, { opacity: 1, transform: 'translate(-50%,-100%)', offset: 0.9 }, { opacity: 0, transform: 'translate(-50%,-100%)' }], { duration: time });
        this.track(showing, () => tray.remove());
      }
    }
  }

  /** @param {Animation} animation @param {() => void} [done] */
  track(animation, done) {
    this.running.add(animation);
    const end = () => {
      this.running.delete(animation);
      done?.();
    };
    animation.finished.then(end, end);
  }

  /** End all that moves. @returns {boolean} whether something did */
  skip() {
    const some = this.running.size > 0;
    for (const animation of this.running) animation.finish();
    return some;
  }

  /**
   * How one piece looks.
   * @param {HTMLButtonElement} element @param {Piece} piece @param {Spot} spot
   */
  dress(element, piece, spot) {
    const scene = /** @type {Scene} */ (this.scene);
    const lit = scene.litPieces.get(piece.id);
    const tier = this.tierOf(spot);
    this.tiers.set(piece.id, tier);
    const look = [settings.face, tier, piece.face, piece.lying ? 1 : 0, spot.count, piece.steps ? `${piece.steps.now}/${piece.steps.of}` : '', (piece.badges ?? []).join('|'), lit ? 1 : 0, piece.state ?? '', piece.picked ? 1 : 0].join('~');
    if (element.dataset.look !== look) {
      element.dataset.look = look;
      const lost = piece.steps && piece.steps.now < piece.steps.of;
      element.replaceChildren(drawFace(piece.face, piece.name, { lying: piece.lying, tier }));
      if (lit || piece.picked) element.append(h('span', { class: 'corners' }));
      if (piece.state === 'moved' || piece.state === 'done') element.append(h('span', { class: 'notch' }));
      if (piece.state === 'done') element.append(h('span', { class: 'badge tick' }, '✓'));
      if (piece.state === 'must') element.append(h('span', { class: 'badge must-sign' }, '!'));
      if (piece.steps && lost) element.append(h('span', { class: 'badge steps' }, `${piece.steps.now}/${piece.steps.of}`));
      if (spot.count > 1) element.append(h('span', { class: 'badge count' }, String(spot.count)));
      if (piece.badges?.length) element.append(h('span', { class: 'tags' }, piece.badges.map((badge) => h('span', null, badge))));
    }
    const style = this.styles.get(piece.side) ?? 'none';
    element.className = ['piece', style, lit ? 'lit' : '', lit?.retract ? 'retract' : '', piece.picked ? 'picked' : '', piece.faded ? 'faded' : '', piece.state ?? '', scene.selected === piece.id ? 'selected' : '', spot.sheet ? 'beneath' : '', this.spaces.get(piece.place)?.kind === 'cell' ? 'in-cell' : '', scene.armed === piece.id ? 'armed' : '', this.advised.has(piece.id) ? 'advised' : ''].filter(Boolean).join(' ');
    element.tabIndex = lit && !spot.hidden ? 0 : -1;
    element.setAttribute('aria-label', this.nameOf(piece));
    if (piece.picked) element.setAttribute('aria-pressed', 'true');
    else element.removeAttribute('aria-pressed');
  }

  /** All that one needs to hear of a piece. @param {Piece} piece */
  nameOf(piece) {
    const place = this.spaces.get(this.root(piece.place))?.name ?? '';
    const words = [piece.name];
    for (const [key, value] of Object.entries(piece.values ?? {})) words.push(`${key} ${value}`);
    if (piece.steps) words.push(t('piece.steps', { now: piece.steps.now, of: piece.steps.of }));
    if (piece.state === 'moved' || piece.state === 'done' || piece.state === 'must') words.push(t(`piece.${piece.state}`));
    if (piece.picked) words.push(t('piece.picked'));
    words.push(...(piece.badges ?? []));
    if (place) words.push(t('piece.at', { place }));
    const lit = this.scene?.litPieces.get(piece.id);
    return words.join(', ') + (lit ? `: ${lit.labels.join('; ')}` : '');
  }

  /** Names of the cells, for those who hear the board. */
  names_() {
    const scene = /** @type {Scene} */ (this.scene);
    /** @type {Map<string, Map<string, number>>} */
    const held = new Map();
    for (const piece of scene.picture.pieces) {
      const at = this.root(piece.place);
      let there = held.get(at);
      if (!there) held.set(at, there = new Map());
      const name = piece.name;
      there.set(name, (there.get(name) ?? 0) + 1);
    }
    for (const [id, cell] of this.cells) {
      const space = /** @type {Space} */ (this.spaces.get(id));
      const there = held.get(id);
      const words = [space.name];
      if (there) words.push([...there].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join('; '));
      for (const mark of scene.picture.marks) if (mark.space === id) words.push(mark.text);
      if (scene.notes[id]) words.push(t('note.here', { text: scene.notes[id] }));
      const lit = scene.lit.get(id);
      if (lit) words.push(...lit.labels.map((label) => t('cell.can', { label, cost: lit.cost })));
      const name = words.join('. ');
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      cell.classList.toggle('lit', Boolean(lit));
    }
  }

  /** Overlays, marks, costs. */
  paint() {
    const scene = /** @type {Scene} */ (this.scene);
    const { picture } = scene;
    const p = /** @type {NonNullable<typeof this.p>} */ (this.p);
    const of = (/** @type {Iterable<string>} */ ids) => [...new Set(ids)].map((id) => this.spaces.get(id)).filter((space) => space !== undefined);
    const lit = of(scene.lit.keys());
    const path = region(lit);
    for (const element of [p.litFill, p.litHalo, p.lit]) element.setAttribute('d', path);
    p.business.setAttribute('d', of(picture.marks.filter((mark) => mark.kind === 'business').map((mark) => mark.space)).map((space) => outline(space)).join(''));
    const hand = of([...picture.pieces.filter((piece) => piece.picked || piece.id === scene.selected).map((piece) => this.root(piece.place))].filter((id) => !scene.lit.has(id)));
    const handPath = hand.map((space) => outline(space)).join('');
    p.hand.setAttribute('d', handPath);
    p.handHalo.setAttribute('d', handPath);
    const armed = scene.armed ? this.spaces.get(scene.armed) : undefined;
    p.armed.setAttribute('d', armed ? outline(armed) : '');
    /** @type {HTMLElement[]} */
    const under = [];
    /** @type {HTMLElement[]} */
    const over = [];
    /** @type {Map<string, number>} */
    const stacked = new Map();
    for (const mark of picture.marks) {
      const space = this.spaces.get(mark.space);
      if (!space) continue;
      const box = bounds(space);
      const style = this.styles.get(mark.side ?? '') ?? 'none';
      if (mark.kind === 'control') {
        const [x, y] = mark.at ?? [space.x - box.w * 0.36, box.y + box.h * 0.1];
        under.push(h('span', { class: `flag ${style}`, style: { left: `${x}px`, top: `${y}px` } }, emblem(style)));
        continue;
      }
      const n = stacked.get(mark.space) ?? 0;
      stacked.set(mark.space, n + 1);
      const rim = this.rim(space);
      const open = this.open(space);
      const midst = this.midst(space);
      const place = { left: `${open ? midst.x + midst.w / 2 : space.x}px`, top: `${rim.y}px`, 'margin-top': `calc(${rim.way * (n + (scene.lit.get(mark.space)?.cost ? 1 : 0)) * 25}px * var(--t))` };
      const small = space.kind === 'hex'; // words would hide its neighbours: a sign on the corner where no count stands
      if (mark.kind === 'business' && !small && mark.text.length > 18) continue; // the hatch says it, and the place's card
      if (mark.kind === 'business' && !small) over.push(h('span', { class: 'mark-pill', style: place }, mark.text));
      else {
        const d = MARKS[/** @type {keyof typeof MARKS} */ (mark.kind)];
        const at = open ? [midst.x + midst.w / 2, midst.y - 16 - n * 26] : [space.x + box.w * (small && (mark.kind === 'business' || mark.kind === 'fight') ? -0.36 : 0.36), box.y + box.h * 0.12 + n * 26];
        over.push(h('span', { class: `mark-sign ${mark.kind} ${style}`, style: { left: `${at[0]}px`, top: `${at[1]}px` } }, s('svg', { viewBox: '0 0 24 24' }, s('path', { d }))));
      }
    }
    /** @type {Map<string, number>} */
    const storeCount = new Map();
    const storesAt = (/** @type {string} */ place) => picture.stores.filter((store) => store.place === place).length;
    for (const store of picture.stores) {
      const space = this.spaces.get(store.place);
      if (!space) continue;
      const n = storeCount.get(store.place) ?? 0;
      storeCount.set(store.place, n + 1);
      const box = bounds(space);
      const style = this.styles.get(store.side ?? '') ?? 'none';
      const empty = space.kind === 'box' && !picture.pieces.some((piece) => piece.place === store.place);
      if (space.kind === 'box' && store.short && (!empty || storesAt(store.place) * 56 > box.h - 26)) {
        if (n) continue;
        const all = picture.stores.filter((one) => one.place === store.place);
        under.push(h('p', { class: `store-list ${empty ? 'alone' : 'foot'}`, style: empty ? { left: `${box.x}px`, top: `${space.y}px`, width: `${box.w}px` } : { left: `${box.x}px`, top: `${box.y + box.h}px`, width: `${box.w}px` } },
          all.map((one) => h('span', { class: this.styles.get(one.side ?? '') ?? 'none' }, h('b', null, one.amount === null ? '?' : String(one.amount)), ` ${one.short ?? one.name}`))));
        continue;
      }
      const corner = !empty && space.kind === 'box';
      const top = empty ? space.y + (n - (storesAt(store.place) - 1) / 2) * 56 : corner ? box.y + 4 + n * 26 : box.y + box.h - 4 - n * 30;
      (corner ? over : under).push(h('span', { class: `store ${style} ${empty ? 'big' : ''} ${corner ? 'corner' : ''}`, style: { left: `${corner ? box.x + box.w - 6 : space.x}px`, top: `${top}px` } },
        h('b', null, store.amount === null ? '?' : String(store.amount)), empty ? h('i', null, store.name) : null));
    }
    for (const track of picture.tracks) {
      if (!track.place) continue;
      /** @type {Map<number, number>} */
      const on = new Map();
      for (const marker of track.markers) {
        const space = this.spaces.get(track.spaces?.[marker.at] ?? `${track.place}.${track.cells[marker.at]}`);
        if (!space) continue;
        const n = on.get(marker.at) ?? 0;
        on.set(marker.at, n + 1);
        const style = this.styles.get(marker.side ?? '') ?? 'none';
        under.push(h('span', { class: `track-piece ${style}`, style: { left: `${space.x + n * 9}px`, top: `${space.y + n * 9}px` } }, emblem(style)));
      }
    }
    for (const space of lit) {
      const cost = scene.lit.get(space.id)?.cost;
      if (!cost) continue;
      over.push(this.tag(space, cost, scene.lit.get(space.id)?.attack ? 'attack' : ''));
    }
    this.showWay([]);
    for (const [id, text] of Object.entries(scene.notes)) {
      const space = this.spaces.get(id);
      if (!space || !text) continue;
      const box = bounds(space);
      over.push(h('span', { class: 'note-pin', style: { left: `${box.x + box.w * 0.9}px`, top: `${box.y + box.h * 0.16}px` } }, '✎'));
    }
    this.under?.replaceChildren(...under);
    this.over?.replaceChildren(...over);
    this.front?.replaceChildren(...(picture.overlays ?? []).filter((overlay) => overlay.far).flatMap((overlay) => this.areas(overlay.shades)));
    this.drawRoutes();
  }

  /** A cost at a place: in its middle, or at its rim where pieces stand. @param {Space} space @param {string} text @param {string} kind */
  tag(space, text, kind) {
    const held = this.scene?.picture.pieces.some((piece) => this.root(piece.place) === space.id);
    const middle = space.kind === 'hex' && !held;
    const midst = this.midst(space);
    return h('span', { class: `cost ${kind}`, style: { left: `${this.open(space) ? midst.x + midst.w / 2 : space.x}px`, top: `${middle ? space.y : this.rim(space).y}px` } }, text);
  }

  /** The way that a piece would go, from place to place, with what it has cost by then. @param {{space: string, text: string}[]} stops */
  showWay(stops) {
    const found = stops.flatMap((stop) => {
      const space = this.spaces.get(stop.space);
      return space ? [{ space, text: stop.text }] : [];
    });
    const d = found.map(({ space }, n) => `${n ? 'L' : 'M'}${space.x.toFixed(1)} ${space.y.toFixed(1)}`).join('');
    this.way?.replaceChildren(...(found.length > 1 ? [s('path', { class: 'way-halo', d }), s('path', { class: 'way-line', d })] : []));
    this.stops?.replaceChildren(...found.filter((stop) => stop.text).map(({ space, text }) => this.tag(space, text, 'on-way')));
  }

  /** The ruler's line: from a place, to a place, where it is interrupted. @param {string|null} from @param {string|null} [to] @param {string[]} [on] @param {string} [stop] */
  showRuler(from, to, on = [], stop) {
    const of = (/** @type {string|null|undefined} */ id) => (id ? this.spaces.get(id) : undefined);
    const [start, end, cut] = [of(from), of(to), of(stop)];
    const under = on.map(of).filter((space) => space !== undefined);
    const line = (/** @type {string} */ kind, /** @type {Space} */ a, /** @type {{x: number, y: number}} */ b) => ['ruler-halo', kind].map((name) => s('path', { class: name, d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    const open = start && end && cut ? { x: start.x + (end.x - start.x) * share(start, end, cut), y: start.y + (end.y - start.y) * share(start, end, cut) } : end;
    this.ruler?.replaceChildren(
      ...under.map((space) => s('path', { class: 'ruler-on', d: outline(space) })),
      ...(start && !end ? [s('path', { class: 'ruler-on', d: outline(start) })] : []),
      ...(cut ? [s('path', { class: 'ruler-cut', d: outline(cut) })] : []),
      ...(start && end && cut ? line('ruler-shut', start, end) : []),
      ...(start && open ? line('ruler-line', start, open) : []));
  }

  /** Courses: lines from stop to stop, side by side where several go the same way, with what is written at each. */
  drawRoutes() {
    const { picture, selected } = /** @type {Scene} */ (this.scene);
    const routes = picture.routes ?? [];
    const parts = routes.map((route, i) => {
      const shift = (i - (routes.length - 1) / 2) * 9;
      /** @type {{x: number, y: number, text: string}[]} */
      const points = [];
      for (const stop of route.stops) {
        const space = this.spaces.get(stop.space);
        if (!space) continue;
        const at = { x: space.x + shift, y: space.y + shift * 0.6, text: stop.text };
        const last = points[points.length - 1];
        if (last && last.x === at.x && last.y === at.y) last.text = [last.text, at.text].filter(Boolean).join(' ');
        else points.push(at);
      }
      const way = route.arrow && points.length > 1 ? between(points[0], points[points.length - 1]) : points;
      const d = way.map((p, n) => `${n ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('');
      const seen = new Map();
      return s('g', { class: `route ${this.styles.get(route.side) ?? 'none'} ${route.past ? 'past' : ''} ${route.piece && route.piece === selected ? 'chosen' : ''}` },
        s('path', { class: 'route-halo', d }), s('path', { class: 'route-line', d }),
        route.arrow && points.length > 1 ? s('path', { class: 'route-head', d: 'M0 0L-22 -11L-17 0L-22 11z', transform: `translate(${way[1].x.toFixed(1)} ${way[1].y.toFixed(1)}) rotate(${((Math.atan2(way[1].y - way[0].y, way[1].x - way[0].x) * 180) / Math.PI).toFixed(1)})` }) : null,
        points.filter((p) => p.text).map((p) => {
          const key = `${p.x}|${p.y}`;
          const n = seen.get(key) ?? 0;
          seen.set(key, n + 1);
          const w = 10 + 7.5 * p.text.length;
          return s('g', { class: 'route-stop', transform: `translate(${p.x.toFixed(1)} ${(p.y + 44 + shift * 2.4 + n * 20).toFixed(1)})` }, s('rect', { x: -w / 2, y: -9, width: w, height: 18, rx: 9 }), s('text', { y: 4.6 }, p.text));
        }));
    });
    this.routes?.replaceChildren(...parts);
  }

  /** Colour spaces for an overlay, and write its words over them. @param {Shade[]} shades */
  shade(shades) {
    this.shades?.replaceChildren(...this.areas(shades));
    /** @type {Map<string, string[]>} */
    const words = new Map();
    for (const { spaces, text } of shades) for (const space of spaces) if (text && this.spaces.has(space)) words.set(space, [...words.get(space) ?? [], text]);
    this.words?.replaceChildren(...[...words].map(([id, texts]) => {
      const box = bounds(/** @type {Space} */ (this.spaces.get(id)));
      return h('span', { class: 'shade-text', style: { left: `${box.x + box.w / 2}px`, top: `${box.y + box.h}px` } }, texts.join(' · '));
    }));
  }

  /** One area for each side. @param {Shade[]} shades */
  areas(shades) {
    const sides = [...new Set(shades.map((shade) => shade.side ?? ''))];
    return sides.map((side) => {
      const mine = new Set(shades.filter((shade) => (shade.side ?? '') === side).flatMap((shade) => shade.spaces));
      const spaces = [...mine].map((id) => this.spaces.get(id)).filter((space) => space !== undefined);
      return s('g', { class: `shade ${this.styles.get(side) ?? 'none'}` }, s('path', { d: region(spaces) }));
    });
  }

  /** Light places up, as when the log points at them. @param {string[]} ids */
  locate(ids) {
    const found = ids.map((id) => this.spaces.get(this.spaces.has(id) ? id : this.root(id))).filter((space) => space !== undefined);
    this.p?.located.setAttribute('d', found.map((space) => outline(space, 4)).join(''));
  }

  /** Show what is advised: places, and the pieces to take. @param {string[]} ids */
  advise(ids) {
    this.advised = new Set(ids);
    const found = ids.map((id) => this.spaces.get(this.spaces.has(id) ? id : this.root(this.pieces.get(id)?.place ?? ''))).filter((space) => space !== undefined);
    this.p?.advised.setAttribute('d', [...new Set(found)].map((space) => outline(space, 5)).join(''));
    for (const [id, element] of [...this.elements, ...this.cells]) element.classList.toggle('advised', this.advised.has(id));
  }

  /** Move the camera to places. @param {string[]} ids */
  goTo(ids) {
    const points = ids.map((id) => this.centreOf(id)).filter((point) => point !== null);
    if (!points.length) return;
    const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
    const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
    this.camera.reveal(x, y);
  }

  /** @param {string} id @param {boolean} [focus] */
  setCursor(id, focus = true) {
    const cell = this.cells.get(id);
    if (!cell) return;
    const last = this.cells.get(this.cursor);
    if (last) last.tabIndex = -1;
    this.cursor = id;
    cell.tabIndex = 0;
    const at = this.centreOf(id);
    if (at && focus) this.camera.reveal(at.x, at.y);
    if (focus) cell.focus({ preventScroll: true });
  }

  /** @param {Event} event @returns {{piece: string|null, space: string|null, pile: string[]}} */
  what(event) {
    const target = event.target instanceof Element ? event.target : null;
    const piece = target?.closest('.piece')?.getAttribute('data-id') ?? null;
    if (piece) {
      return { piece, space: this.root(this.pieces.get(piece)?.place ?? ''), pile: this.pileOf(piece) };
    }
    const space = target?.closest('.space')?.getAttribute('data-id') ?? null;
    return { piece: null, space, pile: [] };
  }

  listen() {
    const { port } = this;
    const grid = /** @type {HTMLElement} */ (this.grid);
    let press = 0;
    /** @type {{id: string, x: number, y: number, pointer: number, ghost: HTMLElement|null, lifted: boolean}|null} */
    let drag = null;
    port.addEventListener('click', (event) => {
      const { piece, space } = this.what(event);
      if (piece) this.on.piece(piece, event);
      else if (space) {
        this.setCursor(space, false);
        this.on.space(space, event);
      }
    });
    port.addEventListener('contextmenu', (event) => {
      const { piece, space } = this.what(event);
      event.preventDefault();
      this.on.long(space, piece, event.clientX, event.clientY);
    });
    port.addEventListener('pointerdown', (event) => {
      const { piece, space } = this.what(event);
      window.clearTimeout(press);
      if (event.pointerType !== 'mouse') {
        press = window.setTimeout(() => {
          if (this.camera.dragged || drag?.ghost) return;
          this.camera.dragged = true; // the click that follows is none
          this.camera.fingers.clear();
          this.on.long(space, piece, event.clientX, event.clientY);
        }, 480);
      }
      if (event.button === 0 && piece && (this.scene?.litPieces.has(piece) || this.pieces.get(piece)?.picked)) {
        drag = { id: piece, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, lifted: false };
        this.camera.held = true;
      }
    });
    port.addEventListener('pointermove', (event) => {
      if (drag && event.pointerId === drag.pointer) {
        if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 7) {
          window.clearTimeout(press);
          if (!this.on.lift(drag.id)) {
            drag = null;
            this.camera.held = false;
            return;
          }
          const piece = this.elements.get(drag.id);
          const box = piece?.getBoundingClientRect();
          drag.ghost = h('div', { class: 'ghost', style: { width: `${box?.width ?? 40}px`, height: `${box?.height ?? 40}px` } }, piece?.querySelector('.face')?.cloneNode(true));
          document.body.append(drag.ghost);
          port.setPointerCapture?.(event.pointerId);
        }
        if (drag.ghost) {
          drag.ghost.style.transform = `translate(${event.clientX}px,${event.clientY}px) translate(-50%,-60%)`;
          const at = this.camera.point(event.clientX, event.clientY);
          this.showHover(spaceAt(this.board.spaces, at.x, at.y)?.id ?? null);
        }
        return;
      }
      if (Math.hypot(event.movementX, event.movementY) > 3) window.clearTimeout(press);
      if (event.pointerType === 'touch' || this.camera.fingers.size) return;
      const { piece, space, pile } = this.what(event);
      const key = `${piece}|${space}`;
      if (key === this.pointed) return;
      this.pointed = key;
      this.showHover(space);
      this.on.hover(space, piece, pile, event.clientX, event.clientY);
    });
    const end = (/** @type {PointerEvent} */ event) => {
      window.clearTimeout(press);
      if (!drag || event.pointerId !== drag.pointer) return;
      this.camera.held = false;
      if (drag.ghost) {
        drag.ghost.remove();
        this.camera.dragged = true;
        window.setTimeout(() => { this.camera.dragged = false; }, 30);
        const at = this.camera.point(event.clientX, event.clientY);
        const space = event.type === 'pointerup' ? spaceAt(this.board.spaces, at.x, at.y) : null;
        if (space) this.on.drop(drag.id, space.id);
        this.showHover(null);
      }
      drag = null;
    };
    port.addEventListener('pointerup', end);
    port.addEventListener('pointercancel', end);
    const left = () => {
      this.pointed = '';
      this.showHover(null);
      this.on.hover(null, null, [], 0, 0);
    };
    port.addEventListener('pointerleave', left);
    // where what lay under the pointer was taken away, a browser may not tell that it left
    document.addEventListener('pointermove', (event) => {
      if (this.pointed && event.target instanceof Node && !port.contains(event.target)) left();
    }, { signal: this.ears.signal });
    grid.addEventListener('focusin', (event) => {
      const id = event.target instanceof Element ? event.target.getAttribute('data-id') : null;
      if (!id) return;
      this.setCursor(id, false);
      if (event.target instanceof Element && event.target.matches(':focus-visible')) {
        this.p?.cursor.setAttribute('d', outline(/** @type {Space} */ (this.spaces.get(id)), 3));
        this.on.hover(id, null, [], 0, 0);
      }
    });
    grid.addEventListener('focusout', () => this.p?.cursor.setAttribute('d', ''));
    grid.addEventListener('keydown', (event) => {
      const here = this.spaces.get(this.cursor);
      if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
      /** @type {Record<string, number[]>} */
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const way = ways[event.key];
      if (way) {
        const next = neighbour(this.board.spaces, here, way[0], way[1]);
        if (next) this.setCursor(next.id);
        event.preventDefault();
        event.stopPropagation();
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        event.stopPropagation();
        this.on.space(this.cursor, event);
      } else if (event.key === 'Home' || event.key === 'End') {
        const cells = [...this.cells.keys()];
        this.setCursor(event.key === 'Home' ? cells[0] : cells[cells.length - 1]);
        event.preventDefault();
      }
    });
  }

  /** @param {string|null} id */
  showHover(id) {
    const space = id ? this.spaces.get(id) : undefined;
    this.p?.hover.setAttribute('d', space ? outline(space) : '');
    const near = space ? (space.links ?? []).map((link) => this.spaces.get(link.to)).filter((one) => one !== undefined) : [];
    this.p?.near.setAttribute('d', near.map((one) => outline(one)).join(''));
  }

  /** The next piece or place that can act, from where the focus is. @param {number} step */
  next(step) {
    const order = [...this.elements.values()].filter((element) => element.classList.contains('lit') && !element.hidden);
    if (!order.length) {
      const lit = [...(this.scene?.lit.keys() ?? [])].filter((id) => this.cells.has(id));
      if (!lit.length) return false;
      const i = lit.indexOf(this.cursor);
      this.setCursor(lit[(i + step + lit.length) % lit.length]);
      return true;
    }
    order.sort((a, b) => this.spotY(a) - this.spotY(b));
    const at = order.findIndex((element) => element === document.activeElement);
    const next = order[at < 0 ? (step > 0 ? 0 : order.length - 1) : (at + step + order.length) % order.length];
    const spot = this.spots.get(next.dataset.id ?? '');
    if (spot) this.camera.reveal(spot.x, spot.y);
    next.focus({ preventScroll: true });
    return true;
  }

  /** @param {HTMLElement} element */
  spotY(element) {
    const spot = this.spots.get(element.dataset.id ?? '');
    return spot ? Math.round(spot.y / 60) * 10000 + spot.x : 0;
  }
}
