// @ts-check
/** The board of the workshop: its drawing, what one points at, what is painted and not drawn yet, what differs. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { Camera } from '../camera.js';
import { announce } from '../dialog.js';

/** @typedef {import('./types.js').Thing} Thing */
/** @typedef {import('./types.js').Plan} Plan */
/** @typedef {{pick: (thing: Thing|null) => void, press: (thing: Thing) => boolean, over: (thing: Thing) => void, lift: () => void, wants: (thing: Thing) => boolean, drop: (piece: string, from: string, space: string|null) => void}} MapEvents */
/** @typedef {{id: string, space: string, side: string, face: string, name: string, count: number, moved: boolean}} Standing a piece on the board */

const BIN = 120;
const NEAR = 9;

export class MapView {
  /** @param {HTMLElement} host @param {Plan} plan @param {{key: string, face: (face: string) => string, on: MapEvents}} how */
  constructor(host, plan, how) {
    this.on = how.on;
    this.face = how.face;
    this.chart = h('img', { class: 'chart', alt: '', draggable: 'false' });
    this.under = h('div', { class: 'own-board' });
    this.pieces = h('div', { class: 'set-pieces' });
    this.world = h('div', { class: 'world' }, this.chart, this.under, this.pieces);
    this.canvas = h('canvas', { class: 'marks-canvas', 'aria-hidden': 'true' });
    this.port = h('div', { class: 'port ws-port', tabindex: '0', role: 'application', 'aria-label': t('ws.map'), 'aria-describedby': 'ws-map-help' }, this.world, this.canvas);
    host.append(h('p', { class: 'unseen', id: 'ws-map-help' }, t('ws.map-help')), this.port);
    /** @type {Plan} */
    this.plan = plan;
    /** @type {Map<string, Thing>} */
    this.things = new Map();
    /** @type {Map<string, Thing[]>} */
    this.bins = new Map();
    /** @type {Map<string, {colour: string, line: number[][]|null}>} painted, and not in the drawing yet */
    this.pending = new Map();
    /** @type {Set<string>} */
    this.differs = new Set();
    /** @type {Set<string>} */
    this.wrong = new Set();
    /** @type {Thing|null} */
    this.hover = null;
    /** @type {Thing|null} */
    this.selected = null;
    /** @type {Thing|null} where the keyboard is */
    this.cursor = null;
    /** @type {Thing|null} the first end of what is to be joined */
    this.first = null;
    /** @type {number[][]} points that are being set, in board units */
    this.pins = [];
    this.showing = true;
    this.frame = 0;
    this.pressing = false;
    this.resize = new ResizeObserver(() => this.size());
    this.take(plan);
    this.camera = new Camera(this.port, this.world, { width: plan.width, height: plan.height, view: plan.view, key: how.key, least: 0.3, near: 0.3 }, () => this.redraw());
    this.camera.moved = () => this.redraw();
    this.resize.observe(this.port);
    this.size();
    this.listen();
  }

  /** Take another plan of the same board. @param {Plan} plan */
  take(plan) {
    this.plan = plan;
    this.world.style.width = `${plan.width}px`;
    this.world.style.height = `${plan.height}px`;
    this.chart.width = plan.width;
    this.chart.height = plan.height;
    this.things = new Map(plan.things.map((thing) => [thing.id, thing]));
    this.bins.clear();
    for (const thing of plan.things) {
      const box = this.box(thing);
      if (!box) continue;
      for (let x = Math.floor(box[0] / BIN); x <= Math.floor(box[2] / BIN); x += 1) {
        for (let y = Math.floor(box[1] / BIN); y <= Math.floor(box[3] / BIN); y += 1) {
          const key = `${x},${y}`;
          const there = this.bins.get(key);
          if (there) there.push(thing);
          else this.bins.set(key, [thing]);
        }
      }
    }
    for (const name of /** @type {const} */ (['selected', 'hover', 'cursor', 'first'])) this[name] = this[name] ? this.things.get(this[name].id) ?? null : null;
    this.redraw();
  }

  /** The corners of a thing, or its line. @param {Thing} thing @returns {number[][]} */
  points(thing) {
    if (thing.line) return thing.line;
    const [x, y] = thing.at;
    if (thing.like) return this.plan.outlines[thing.like].map(([a, b]) => [a + x, b + y]);
    const { shape } = thing;
    if (shape?.points) return shape.points;
    if (shape?.rect) {
      const [left, top, w, hgt] = shape.rect;
      return [[left, top], [left + w, top], [left + w, top + hgt], [left, top + hgt]];
    }
    if (shape?.r) return Array.from({ length: 24 }, (_, i) => [x + Math.cos((i * Math.PI) / 12) * (shape.r ?? 0), y + Math.sin((i * Math.PI) / 12) * (shape.r ?? 0)]);
    return [];
  }

  /** @param {Thing} thing @returns {number[]|null} left, top, right, bottom */
  box(thing) {
    const points = this.points(thing);
    if (!points.length) return null;
    const slack = thing.line ? 12 : 0;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    return [Math.min(...xs) - slack, Math.min(...ys) - slack, Math.max(...xs) + slack, Math.max(...ys) + slack];
  }

  /** What lies under a point: lines before areas, small areas before large ones. @param {number} x @param {number} y @param {(thing: Thing) => boolean} [may] @returns {Thing[]} */
  all(x, y, may = () => true) {
    const near = Math.max(4, NEAR / this.camera.scale);
    /** @type {{thing: Thing, rank: number}[]} */
    const found = [];
    for (const thing of this.bins.get(`${Math.floor(x / BIN)},${Math.floor(y / BIN)}`) ?? []) {
      if (!may(thing)) continue;
      const points = this.points(thing);
      if (thing.line) {
        const far = Math.min(...points.slice(1).map((p, i) => apart(x, y, points[i], p)));
        if (far <= near) found.push({ thing, rank: far - 1e6 });
      } else if (inside(points, x, y)) {
        const box = /** @type {number[]} */ (this.box(thing));
        found.push({ thing, rank: (box[2] - box[0]) * (box[3] - box[1]) });
      }
    }
    return found.sort((a, b) => a.rank - b.rank).map((one) => one.thing);
  }

  size() {
    const k = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(this.port.clientWidth * k);
    this.canvas.height = Math.round(this.port.clientHeight * k);
    this.redraw();
  }

  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw() {
    const pen = this.canvas.getContext('2d');
    if (!pen) return;
    const k = Math.min(2, devicePixelRatio || 1);
    const { scale, x, y } = this.camera;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(k * scale, 0, 0, k * scale, k * x, k * y);
    const style = getComputedStyle(this.port);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    const unit = 1 / scale;
    pen.lineJoin = 'round';
    pen.lineCap = 'round';
    for (const [id, { colour: name, line }] of this.pending) {
      const thing = this.things.get(id);
      const points = line ?? (thing ? this.points(thing) : []);
      this.trace(pen, points, !line && !thing?.line);
      pen.globalAlpha = 0.85;
      if (line || thing?.line) {
        pen.lineWidth = Math.max(7, 5 * unit);
        pen.strokeStyle = colour(name);
        pen.stroke();
      } else {
        pen.fillStyle = colour(name);
        pen.fill();
      }
      pen.globalAlpha = 1;
    }
    const ring = (/** @type {Thing|null} */ thing, /** @type {string} */ ink, /** @type {number} */ width, /** @type {number[]} */ dash = []) => {
      if (!thing) return;
      this.trace(pen, this.points(thing), !thing.line);
      pen.setLineDash([]);
      pen.lineWidth = (width + 2.5) * unit;
      pen.strokeStyle = colour('halo');
      pen.stroke();
      pen.setLineDash(dash.map((part) => part * unit));
      pen.lineWidth = width * unit;
      pen.strokeStyle = ink;
      pen.stroke();
      pen.setLineDash([]);
    };
    if (this.showing) {
      for (const id of this.differs) this.flag(pen, this.things.get(id), colour('go'), colour('halo'), unit);
      for (const id of this.wrong) ring(this.things.get(id) ?? null, colour('hit'), 3, [6, 5]);
    }
    ring(this.hover, colour('ink'), 1.5);
    ring(this.first, colour('go'), 3, [4, 4]);
    ring(this.selected, colour('go'), 3);
    if (document.activeElement === this.port && this.cursor !== this.selected) ring(this.cursor, colour('go'), 2, [2, 5]);
    this.pins.forEach(([px, py], i) => {
      pen.beginPath();
      pen.arc(px, py, 9 * unit, 0, 7);
      pen.fillStyle = colour('go');
      pen.fill();
      pen.lineWidth = 2 * unit;
      pen.strokeStyle = colour('halo');
      pen.stroke();
      pen.fillStyle = colour('go-ink');
      pen.font = `600 ${12 * unit}px sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(String(i + 1), px, py);
    });
  }

  /** A mark on what differs: a dot at its upper right. @param {CanvasRenderingContext2D} pen @param {Thing|undefined} thing @param {string} ink @param {string} halo @param {number} unit */
  flag(pen, thing, ink, halo, unit) {
    const box = thing ? this.box(thing) : null;
    if (!thing || !box) return;
    const [x, y] = thing.line ? thing.at : [box[0] + (box[2] - box[0]) * 0.74, box[1] + (box[3] - box[1]) * 0.2];
    pen.beginPath();
    pen.arc(x, y, Math.max(3.5 * unit, Math.min(7, 6 * unit)), 0, 7);
    pen.fillStyle = ink;
    pen.fill();
    pen.lineWidth = 1.5 * unit;
    pen.strokeStyle = halo;
    pen.stroke();
  }

  /** @param {CanvasRenderingContext2D} pen @param {number[][]} points @param {boolean} closed */
  trace(pen, points, closed) {
    pen.beginPath();
    points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    if (closed) pen.closePath();
  }

  /** Show a drawing of the board. @param {string} url */
  show(url) {
    const old = this.chart.src;
    const next = new Image();
    next.src = url;
    return next.decode().then(() => {
      this.chart.src = url;
      if (old.startsWith('blob:')) URL.revokeObjectURL(old);
    }, () => { this.chart.src = url; });
  }

  /** @param {Thing|null} thing @param {boolean} [reveal] */
  select(thing, reveal = false) {
    this.selected = thing;
    if (thing) this.cursor = this.points(thing).length ? thing : this.cursor;
    if (thing && reveal && this.points(thing).length) this.camera.reveal(thing.at[0], thing.at[1]);
    this.redraw();
  }

  /** The pieces of a set-up. @param {Standing[]} standing @param {string} [picked] */
  stand(standing, picked = '') {
    /** @type {Map<string, Standing[]>} */
    const places = new Map();
    for (const one of standing) places.set(one.space, [...(places.get(one.space) ?? []), one]);
    const made = [...places].flatMap(([space, there]) => {
      const thing = this.things.get(space);
      const room = thing ? this.room(thing) : null;
      if (!thing || !room) return [];
      const size = Math.min(this.plan.piece * 0.9, Math.max(28, Math.min(room.wide, room.high) * (thing.shape?.rect ? 0.7 : 0.9)));
      const [x, y] = room.at ?? [room.left + room.wide / 2, room.bottom - size / 2];
      const [most, rows] = thing.shape?.rect ? [6.4, Infinity] : [3.3, 2];
      const sides = [...new Set(there.map((one) => one.side))];
      // where they would lie upon each other it is a pile for each side, or one; its place tells what is in it
      const lie = (/** @type {Standing[][]} */ some) => laid(some.length, size, Math.min(room.wide, size * most), room.high, rows);
      const piles = [there.map((one) => [one]), sides.map((side) => there.filter((one) => one.side === side))].find((some) => lie(some).step >= size * 0.6) ?? [there];
      const lines = lie(piles);
      return piles.map((pile, i) => {
        const one = pile[0];
        const count = pile.reduce((sum, each) => sum + each.count, 0);
        const single = pile.length === 1;
        return h('span', {
          class: `set-piece ${pile.some((each) => picked === `${each.id}@${each.space}`) ? 'picked' : ''} ${pile.some((each) => each.moved) ? 'moved' : ''}`, 'data-piece': single ? one.id : '', 'data-space': space, title: single ? one.name : thing.name,
          style: { left: `${x + ((i % lines.row) - (lines.row - 1) / 2) * lines.step}px`, top: `${y + (Math.floor(i / lines.row) - (lines.rows - 1) / 2) * size}px`, width: `${size}px` },
        }, h('img', { src: this.face(one.face), alt: '', draggable: 'false' }), count > 1 ? h('b', null, `×${count}`) : null);
      });
    });
    this.pieces.replaceChildren(...made);
  }

  /** Where pieces stand in a place: in a box beside the board around its middle, clear of its name. @param {Thing} thing */
  room(thing) {
    const box = this.box(thing);
    if (!box) return null;
    const [left, top, right, bottom] = box;
    const [x, y] = thing.at;
    const at = inside(this.points(thing), x, y) ? [x, y] : null;
    if (!at || !thing.shape?.rect) return { at, left, bottom, wide: right - left, high: bottom - top };
    return { at, left, bottom, wide: 2 * Math.min(x - left, right - x), high: 2 * Math.min(y - top, bottom - y) };
  }

  /** @param {PointerEvent|MouseEvent} event @param {(thing: Thing) => boolean} [may] */
  at(event, may) {
    const point = this.camera.point(event.clientX, event.clientY);
    return this.all(point.x, point.y, may)[0] ?? null;
  }

  listen() {
    const { port } = this;
    /** @type {{id: string, from: string, ghost: HTMLElement|null, x: number, y: number, pointer: number, source: HTMLElement}|null} */
    let drag = null;
    /** @type {{x: number, y: number}|null} */
    let last = null;
    const cancel = () => {
      this.pressing = false;
      this.camera.held = false;
      last = null;
    };
    port.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const piece = event.target instanceof Element ? event.target.closest('.set-piece') : null;
      if (piece instanceof HTMLElement && piece.dataset.piece) {
        drag = { id: piece.dataset.piece ?? '', from: piece.dataset.space ?? '', ghost: null, x: event.clientX, y: event.clientY, pointer: event.pointerId, source: piece };
        this.camera.held = true;
        return;
      }
      if (this.camera.fingers.size > 1) {
        if (this.pressing) this.on.lift();
        cancel();
        return;
      }
      const thing = this.at(event, (one) => this.on.wants(one));
      if (thing && this.on.press(thing)) {
        this.pressing = true;
        this.camera.held = true;
        this.hover = null;
        last = this.camera.point(event.clientX, event.clientY);
        port.setPointerCapture(event.pointerId);
      }
    });
    port.addEventListener('pointermove', (event) => {
      if (drag) {
        if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6) {
          drag.ghost = /** @type {HTMLElement} */ (drag.source.cloneNode(true));
          drag.ghost.classList.add('ws-ghost');
          document.body.append(drag.ghost);
          port.setPointerCapture(event.pointerId);
        }
        if (drag.ghost) {
          drag.ghost.style.left = `${event.clientX}px`;
          drag.ghost.style.top = `${event.clientY}px`;
        }
      }
      if (this.pressing && last) {
        const now = this.camera.point(event.clientX, event.clientY);
        const steps = Math.max(1, Math.ceil(Math.hypot(now.x - last.x, now.y - last.y) / 8));
        for (let i = 1; i <= steps; i += 1) {
          const px = last.x + ((now.x - last.x) * i) / steps;
          const py = last.y + ((now.y - last.y) * i) / steps;
          const thing = this.all(px, py, (one) => this.on.wants(one))[0];
          if (thing) this.on.over(thing);
        }
        last = now;
        this.redraw();
        return;
      }
      if (event.pointerType === 'touch') return;
      const thing = this.at(event, (one) => this.on.wants(one));
      if (thing !== this.hover) {
        this.hover = thing;
        port.title = thing?.name ?? '';
        this.redraw();
      }
    });
    const up = (/** @type {PointerEvent} */ event) => {
      if (drag && event.pointerId === drag.pointer) {
        const { ghost, id, from } = drag;
        drag = null;
        this.camera.held = false;
        this.camera.dragged = true; // the click that follows is none
        window.setTimeout(() => { this.camera.dragged = false; }, 30);
        ghost?.remove();
        const over = document.elementFromPoint(event.clientX, event.clientY);
        if (!ghost) this.on.drop(id, from, from);
        else if (over && port.contains(over)) this.on.drop(id, from, this.at(event, (one) => !one.line)?.id ?? from);
        else this.on.drop(id, from, null);
      }
      if (this.pressing) {
        cancel();
        this.camera.dragged = true;
        window.setTimeout(() => { this.camera.dragged = false; }, 30);
        this.on.lift();
      }
    };
    port.addEventListener('pointerup', up);
    port.addEventListener('pointercancel', up);
    port.addEventListener('pointerleave', () => {
      this.hover = null;
      this.redraw();
    });
    port.addEventListener('click', (event) => {
      const point = this.camera.point(event.clientX, event.clientY);
      const found = this.all(point.x, point.y, (one) => this.on.wants(one));
      // a second click on the same spot goes through what lies there
      const at = this.selected ? found.indexOf(this.selected) : -1;
      this.on.pick(found[at < 0 ? 0 : (at + 1) % found.length] ?? null);
    });
    port.addEventListener('focus', () => this.redraw());
    port.addEventListener('blur', () => this.redraw());
    port.addEventListener('keydown', (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, number[]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    const wanted = (/** @type {Thing} */ thing) => this.on.wants(thing) && this.points(thing).length > 0;
    if (way) {
      const areas = this.plan.things.filter((thing) => wanted(thing) && !thing.line);
      const from = this.cursor ?? areas[0];
      if (!from) return;
      this.goTo(this.cursor ? nearest(areas, from, way[0], way[1]) ?? from : from);
    } else if ((event.key === '[' || event.key === ']') && this.cursor) {
      const here = this.cursor;
      const round = this.plan.things.filter((thing) => thing.line && wanted(thing) && Math.hypot(thing.at[0] - here.at[0], thing.at[1] - here.at[1]) < 160)
        .sort((a, b) => Math.hypot(a.at[0] - here.at[0], a.at[1] - here.at[1]) - Math.hypot(b.at[0] - here.at[0], b.at[1] - here.at[1])).slice(0, 8);
      if (round.length) this.goTo(round[(Math.max(0, round.indexOf(here)) + (event.key === ']' ? 1 : round.length - 1)) % round.length]);
    } else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) {
      if (this.on.press(this.cursor)) this.on.lift();
      else this.on.pick(this.cursor);
    } else if (event.key === '+' || event.key === '=') this.camera.zoom(1.3);
    else if (event.key === '-') this.camera.zoom(1 / 1.3);
    else if (event.key === '0') this.camera.whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Thing} thing */
  goTo(thing) {
    this.cursor = thing;
    this.camera.reveal(thing.at[0], thing.at[1]);
    announce(thing.name);
    this.redraw();
  }

  close() {
    this.resize.disconnect();
    this.camera.close();
  }
}

/** @param {number[][]} points @param {number} x @param {number} y */
function inside(points, x = 0, y = 0) {
  let within = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
    const [ax, ay] = points[i];
    const [bx, by] = points[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/** How so many pieces lie in a place: in a row, in rows, and how far apart. @param {number} n @param {number} size @param {number} wide @param {number} high @param {number} most how many rows at most */
function laid(n, size, wide, high, most) {
  const fit = Math.max(1, Math.floor(wide / (size * 1.06)));
  const rows = Math.max(1, Math.min(Math.ceil(n / fit), Math.floor(high / size), most));
  const row = Math.ceil(n / rows);
  return { rows, row, step: row > fit ? (wide - size) / (row - 1) : size * 1.06 };
}

/** How far a point lies from a stretch. @param {number} x @param {number} y @param {number[]} a @param {number[]} b */
function apart(x, y, a, b) {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const k = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a[0] - k * dx, y - a[1] - k * dy);
}

/** @param {Thing[]} things @param {Thing} from @param {number} dx @param {number} dy @returns {Thing|null} */
function nearest(things, from, dx, dy) {
  /** @type {Thing|null} */
  let best = null;
  let score = Infinity;
  for (const thing of things) {
    if (thing === from) continue;
    const x = thing.at[0] - from.at[0];
    const y = thing.at[1] - from.at[1];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    if (along <= 1 || across > along * 1.8) continue;
    const cost = along + across * 2;
    if (cost < score) {
      best = thing;
      score = cost;
    }
  }
  return best;
}
