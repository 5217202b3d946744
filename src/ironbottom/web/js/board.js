// @ts-check
/** The board: chart, overlays, the grid of spaces, pieces, and what moves. It knows no game. */

import { h, s } from './dom.js';
import { t } from './i18n.js';
import { Camera } from './camera.js';
import { placePieces, tellApart } from './pieces.js';
import { drawRoutes, paint, shade, showRuler, showWay } from './paint.js';
import { Grounds, bounds, neighbour, outline, rows, spaceAt } from './geometry.js';
import { drawFace } from './sprite.js';
import { drawing, moves, settings } from './settings.js';
import { under } from './under.js';

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
 *   selected: string|null, chosen: string[], focus: string[], notes: Record<string, string>, fought: Map<string, string[]>, armed: string|null}} Scene
 */

/** Hexes at less than this share of the scale at which they can be read are not hit by a finger. */
const TINY = 0.6;
/** So many pixels wide a board of areas is shown to a finger that taps on it from afar. */
const NEAR = 720;
/** So many pixels of the port's width the small map takes; its width in board.css with what lies around it. */
const MINI = 215;

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
    /** How long a piece is on its way, where it is not the usual time. */
    this.walk = 0;
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
    /** @type {Map<HTMLElement, Space>} faces that are shown for a moment, and where */
    this.trays = new Map();
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
    this.camera = new Camera(this.port, this.world, { width: board.width, height: board.height, view: board.view, key: how.key, least, near: least || NEAR / board.width }, () => this.rested());
    this.camera.moved = () => {
      this.mini();
      this.keepTrays();
    };
    this.mini(); // a camera that was kept stands already, and may not move
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
          style: { left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px`, 'z-index': String(-Math.round(box.w * box.h)) }, // the smallest on top, as in spaceAt
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

  /** The small map stands in the lower corner where it hides less that can be clicked; where both are alike, in the other
   * one than the corner of the board that is looked at. */
  moveMini() {
    const { camera } = this;
    if (!this.miniMap || this.miniMap.matches(':active')) return;
    const lit = this.occupied().filter((piece) => this.scene?.litPieces.has(piece.id));
    for (const id of this.scene?.lit.keys() ?? []) {
      const space = this.spaces.get(id);
      const box = space ? bounds(space) : null;
      if (box) lit.push({ id, ...camera.screen(box.x, box.y), w: box.w * camera.scale, h: box.h * camera.scale });
    }
    const low = lit.filter((box) => box.y < camera.high && box.y + box.h > camera.high - MINI * (this.board.height / this.board.width));
    const [left, right] = [low.filter((box) => box.x < MINI && box.x + box.w > 0).length, low.filter((box) => box.x < camera.wide && box.x + box.w > camera.wide - MINI).length];
    this.miniMap.classList.toggle('right', left === right ? (camera.wide / 2 - camera.x) / camera.scale < this.board.width * 0.3 : right < left);
  }

  /** Dots for the pieces on the small map, and rings where there is fighting or danger. */
  miniPieces() {
    const { width, height } = this.board;
    const dots = [...this.spots.values()].filter((spot) => !spot.hidden);
    const at = (/** @type {{x: number, y: number}} */ { x, y }) => ({ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` });
    const alarms = (this.scene?.picture.marks ?? []).filter((mark) => mark.kind === 'fight' || mark.kind === 'danger').map((mark) => this.centreOf(mark.space)).filter((point) => point !== null);
    this.miniDots?.replaceChildren(...dots.map((spot) => h('i', { class: this.styles.get(this.pieces.get(spot.id)?.side ?? '') ?? 'none', style: at(spot) })), ...alarms.map((point) => h('i', { class: 'alarm', style: at(point) })));
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
    this.moveMini();
    const stale = grown !== this.grown || far !== this.far;
    Object.assign(this, { grown, far });
    if (this.scene && (stale || [...this.tiers].some(([id, tier]) => tier !== this.tierOf(/** @type {Spot} */ (this.spots.get(id)))))) this.place(false, []);
    if (this.scene && stale) drawRoutes(this);
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

  /** Of pieces that are alike one that lies on top of its pile; the first where none does. @param {string[]} ids */
  onTop(ids) {
    return ids.find((id) => this.spots.has(id) && !this.spots.get(id)?.hidden && !this.spots.get(id)?.sheet) ?? ids[0];
  }

  /** All that stand where a piece stands, itself among them. @param {string} id @returns {string[]} */
  fellows(id) {
    const piece = this.pieces.get(id);
    return piece ? this.piecesAt(this.root(piece.place)).filter((one) => one.place === piece.place && one.side === piece.side).map((one) => one.id) : [];
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

  /** A point on the rim of a space where its name does not stand; of an open place, below its pieces, or above them where it ends there: words keep clear of these by `off`, in their own size. @param {Space} space */
  rim(space) {
    if (this.open(space)) {
      const { x, y, w, h: high } = this.midst(space);
      const own = (/** @type {number} */ at) => spaceAt(this.board.spaces, x + w / 2, at)?.id === space.id;
      if (high && !own(y + high + 36) && own(y - 36)) return { y, way: -1, off: -14 };
      return { y: y + high, way: 1, off: high ? 14 : 0 };
    }
    const box = bounds(space);
    return space.label && space.label[1] > space.y ? { y: box.y, way: -1, off: 0 } : { y: box.y + box.h, way: 1, off: 0 };
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
    if (!before.size) tellApart(this);
    this.place(Boolean(how.animate) && moves(), how.lines ?? [], before);
    paint(this);
    this.names_();
    this.miniPieces();
    this.moveMini();
  }

  /**
   * Put every piece where it stands.
   * @param {boolean} animate
   * @param {Line[]} lines
   * @param {Map<string, Piece>} [before]
   */
  place(animate, lines, before) {
    placePieces(this, animate, lines, before);
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
        this.trays.set(tray, space);
        this.keepTrays();
        const time = moves() ? 2600 / settings.speed : 3000;
        const showing = tray.animate([{ opacity: 0, transform: 'translate(-50%,-90%)' }, { opacity: 1, transform: 'translate(-50%,-100%)', offset: 0.06 }, { opacity: 1, transform: 'translate(-50%,-100%)', offset: 0.9 }, { opacity: 0, transform: 'translate(-50%,-100%)' }], { duration: time });
        this.track(showing, () => {
          this.trays.delete(tray);
          tray.remove();
        });
      }
    }
  }

  /** Faces that are shown stay in sight whole, wherever the camera goes, and not beneath the buttons of the map. */
  keepTrays() {
    const { free, scale, x, y } = this.camera;
    for (const [tray, space] of this.trays) {
      tray.style.maxWidth = `${Math.min(620, (free - 12) / scale)}px`;
      const half = tray.offsetWidth / 2;
      tray.style.left = `${Math.max((6 - x) / scale + half, Math.min((free - 6 - x) / scale - half, space.x))}px`;
      tray.style.top = `${Math.max((6 - y) / scale + tray.offsetHeight, bounds(space).y - 8)}px`;
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
      words.push(...(scene.fought.get(id) ?? []).slice(0, 1).map((text) => t('fought.here', { text })));
      if (scene.notes[id]) words.push(t('note.here', { text: scene.notes[id] }));
      const lit = scene.lit.get(id);
      if (lit) words.push(...lit.labels.map((label) => t('cell.can', { label, cost: lit.cost })));
      const name = words.join('. ');
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      cell.classList.toggle('lit', Boolean(lit));
    }
  }

  /** The way that a piece would go, from place to place, with what it has cost by then. @param {{space: string, text: string}[]} stops */
  showWay(stops) {
    showWay(this, stops);
  }

  /** The ruler's line: from a place, to a place, where it is interrupted. @param {string|null} from @param {string|null} [to] @param {string[]} [on] @param {string} [stop] */
  showRuler(from, to, on = [], stop) {
    showRuler(this, from, to, on, stop);
  }

  /** Colour spaces for an overlay, and write its words over them. @param {Shade[]} shades */
  shade(shades) {
    shade(this, shades);
  }

  /** Light places up, as when the log points at them. @param {string[]} ids */
  locate(ids) {
    const found = ids.map((id) => this.spaces.get(this.spaces.has(id) ? id : this.root(id))).filter((space) => space !== undefined);
    // on a whole map a hex is too small to catch the eye: a ring around it
    const r = 22 / this.camera.scale;
    const ring = (/** @type {Space} */ { x, y }) => (this.far ? `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0` : '');
    this.p?.located.setAttribute('d', found.map((space) => outline(space, 4) + ring(space)).join(''));
  }

  /** Show what is advised: places, and the pieces to take. @param {string[]} ids */
  advise(ids) {
    const piled = () => [...this.advised].filter((id) => (this.spots.get(id)?.pile.length ?? 0) > 1).join();
    const before = piled();
    this.advised = new Set(ids);
    if (this.scene && piled() !== before) this.place(false, []);
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

  /** What is too small for a finger comes near first, and nothing else is done. @param {Event} event @param {string|null} id @returns {boolean} */
  nearer(event, id) {
    const { near } = this.camera.board;
    const at = id && event instanceof PointerEvent && event.pointerType === 'touch' && this.camera.scale < near * TINY ? this.centreOf(id) : null;
    if (at) this.camera.near(at.x, at.y);
    return at !== null;
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

  listen() {
    const { port } = this;
    const grid = /** @type {HTMLElement} */ (this.grid);
    let press = 0;
    /** @type {{id: string, x: number, y: number, pointer: number, ghost: HTMLElement|null, lifted: boolean}|null} */
    let drag = null;
    port.addEventListener('click', (event) => {
      const { piece, space } = under(this, event);
      if (this.nearer(event, piece ?? space)) return;
      if (piece) this.on.piece(piece, event);
      else if (space) {
        this.setCursor(space, false);
        this.on.space(space, event);
      }
    });
    port.addEventListener('contextmenu', (event) => {
      const { piece, space } = under(this, event);
      event.preventDefault();
      this.on.long(space, piece, event.clientX, event.clientY);
    });
    port.addEventListener('pointerdown', (event) => {
      const { piece, space } = under(this, event);
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
      const { piece, space, pile } = under(this, event);
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
