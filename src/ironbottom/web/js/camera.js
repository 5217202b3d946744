// @ts-check
/** The camera: one transform on one element. Dragging, wheel, pinch, double tap and keys move it. */

import { moves, recall, remember } from './settings.js';

/** WebKit paints a layer once, at its own size, and stretches the picture, and so it does with what has a filter: there
 * the world is a layer only while it moves, and nothing in it has a filter. */
const STRETCHES = /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);

export class Camera {
  /**
   * @param {HTMLElement} port what one looks through
   * @param {HTMLElement} world what is moved
   * @param {{width: number, height: number, view: number[], key: string, least: number, near: number}} board `least`: the scale of
   *   the first view on a narrow window, or more
   * @param {() => void} settled called when the scale has changed and rests
   */
  constructor(port, world, board, settled) {
    this.port = port;
    this.world = world;
    world.classList.toggle('stretches', STRETCHES);
    this.board = board;
    this.settled = settled;
    /** @type {(() => void)|null} */
    this.moved = null;
    /** The port's size, kept: to ask the page for it at each step would make it lay itself out. */
    this.wide = port.clientWidth;
    this.high = port.clientHeight;
    /** Where it begins on the page. */
    this.top = this.begins;
    /** So much of its foot lies under the panel of a phone: what is looked at stands above it. */
    this.under = 0;
    /** So much of what is free lies under a card: the board may be pushed up by that, so that its rim comes into sight. */
    this.foot = 0;
    /** What lies over the port's right upper corner, and how wide: on a phone the buttons of the map. @type {HTMLElement|null} */
    this.corner = null;
    this.beside = 0;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.fitted = true;
    /** Whether something else was brought into the middle since. */
    this.panned = false;
    /** The scale at which the world was painted last. */
    this.sharp = 0;
    this.timer = 0;
    this.pause = 0;
    this.glide = 0;
    /** @type {{scale: number, x: number, y: number} | null} */
    this.goal = null; // where it is on its way to
    this.dragged = false;
    /** When somebody moved it last, in milliseconds of the page's clock. */
    this.touched = -Infinity;
    /** Set while a piece is being dragged: the camera keeps still. */
    this.held = false;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.lastTap = { time: 0, x: 0, y: 0 };
    this.listen();
    const kept = recall(`camera.${board.key}`);
    const start = () => {
      if (kept && typeof kept.s === 'number' && !kept.fit) {
        this.scale = this.bound(kept.s);
        this.centre(kept.x, kept.y, false);
        this.fitted = false;
      } else {
        this.fit(false);
      }
    };
    start();
    this.observer = new ResizeObserver(() => {
      this.measure();
      if (!this.sharp) this.sharp = this.scale; // it has not been painted before
    });
    this.observer.observe(port);
  }

  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.glide);
    cancelAnimationFrame(this.pause);
    window.clearTimeout(this.timer);
  }

  /** The port may have another size than before: what is in sight follows from it. */
  measure() {
    const { clientWidth: wide, clientHeight: high } = this.port;
    if (wide === this.wide && high === this.high) return;
    this.wide = wide;
    this.high = high;
    const moved = this.top - this.begins;
    this.top -= moved;
    if (this.fitted) this.fit(false);
    else {
      this.y += moved; // the board keeps still where what stands above it has grown or shrunk
      if (this.goal) this.goal.y += moved;
      this.apply();
    }
  }

  /** So many pixels of the page lie above the port. */
  get begins() {
    return this.port.parentElement?.offsetTop ?? 0;
  }

  /** The middle of what is free. */
  get middle() {
    return { x: this.free / 2, y: (this.high - this.under) / 2 };
  }

  /** So much of the port lies left of what stands in its corner: any place can be drawn out from beneath that. */
  get free() {
    return this.wide - this.beside;
  }

  /** Something stands in the port's corner, or nothing any more. @param {HTMLElement|null} corner */
  leave(corner) {
    const beside = corner?.offsetWidth ? this.port.clientWidth - corner.offsetLeft : 0;
    this.corner = corner;
    if (beside === this.beside) return;
    this.beside = beside;
    if (this.fitted) this.fit(false);
    else this.apply();
  }

  /** Something lies over the port's foot. @param {number} under its height there */
  cover(under) {
    if (under === this.under) return;
    this.under = under;
    if (this.fitted && !under) this.fit();
    else this.apply();
  }

  get smallest() {
    return Math.min(this.free / this.board.width, this.high / this.board.height) * 0.98 || 0.1;
  }

  /** @param {number} scale */
  bound(scale) {
    return Math.max(this.smallest, Math.min(3.5, scale));
  }

  /**
   * That place of the world, kept so that the board fills the window, or stands in its middle where it is smaller.
   * @param {{scale: number, x: number, y: number}} at
   */
  kept({ scale, x, y }) {
    const w = this.free;
    const h = this.high - this.under;
    const width = this.board.width * scale;
    const height = this.board.height * scale;
    const slack = this.beside ? 12 : 40; // beside the buttons of a phone there is margin enough
    return {
      scale,
      x: width <= w ? (w - width) / 2 : Math.min(slack, Math.max(w - width - slack, x)),
      y: height <= h - this.foot ? (h - this.foot - height) / 2 : Math.min(slack, Math.max(h - height - slack - this.foot, y)),
    };
  }

  /** Where it stands, or will when it has come there. */
  get there() {
    return this.goal ?? { scale: this.scale, x: this.x, y: this.y };
  }

  apply() {
    if (!this.wide || !this.high) return;
    ({ x: this.x, y: this.y } = this.kept(this));
    this.world.style.transform = `translate(${this.x.toFixed(2)}px,${this.y.toFixed(2)}px) scale(${this.scale.toFixed(4)})`;
    this.world.classList.remove('flat');
    this.moved?.();
    window.clearTimeout(this.timer);
    cancelAnimationFrame(this.pause);
    // where frames are slow, the next step comes before the next frame, and it does not rest yet
    this.timer = window.setTimeout(() => { this.pause = requestAnimationFrame(() => this.rest()); }, 90);
  }

  /** The world is a layer of its own, so that moving it paints nothing; at a new scale it is painted anew, sharp. */
  rest() {
    this.world.classList.toggle('flat', STRETCHES);
    if (this.sharp !== this.scale) {
      this.sharp = this.scale;
      this.world.style.willChange = 'auto';
      requestAnimationFrame(() => requestAnimationFrame(() => { this.world.style.willChange = ''; }));
    }
    this.settled();
    remember(`camera.${this.board.key}`, { s: this.scale, x: (this.middle.x - this.x) / this.scale, y: (this.middle.y - this.y) / this.scale, fit: this.fitted });
  }

  /** It goes nowhere by itself any more. */
  halt() {
    cancelAnimationFrame(this.glide);
    this.goal = null;
  }

  /** Show the board's first view. @param {boolean} [smooth] */
  fit(smooth = true) {
    const [x, y, w, h] = this.board.view;
    const { wide: width, high: height } = this;
    if (!width || !height) return;
    let scale = Math.min(width / w, height / h);
    // on a narrow window the whole board would be a stamp: fill the window, and let it be panned
    const tall = Math.max(width / w, height / h);
    if (scale * w < 620) scale = Math.max(scale, Math.min(tall, 940 / w), this.board.least || (this.beside ? this.board.near : 0)); // a low one beneath a coach too
    this.to(x + w / 2, y + h / 2, this.bound(scale), smooth);
    this.fitted = true;
    this.panned = false;
  }

  /** Show the whole board however small. */
  whole() {
    this.to(this.board.width / 2, this.board.height / 2, this.smallest, true);
    this.fitted = false;
  }

  /** Fit the board; where that was done and a narrow window does not hold all of it, show the whole. */
  fitMore() {
    if (this.fitted && !this.entire) this.whole();
    else this.fit();
  }

  /** Whether the window holds the board's first view at the scale it has. */
  get entire() {
    return this.there.scale <= Math.min(this.wide / this.board.view[2], this.high / this.board.view[3]) * 1.02;
  }

  /** @param {number} x @param {number} y @param {number} scale @param {boolean} smooth */
  to(x, y, scale, smooth) {
    this.halt();
    const { middle } = this;
    const goal = { scale, x: middle.x - x * scale, y: middle.y - y * scale };
    if (!smooth || !moves()) {
      this.scale = goal.scale;
      this.x = goal.x;
      this.y = goal.y;
      this.apply();
      return;
    }
    const start = { scale: this.scale, x: this.x, y: this.y };
    this.goal = this.kept(goal);
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const k = Math.min(1, (now - begun) / 180);
      const e = 1 - (1 - k) ** 3;
      this.scale = start.scale + (goal.scale - start.scale) * e;
      this.x = start.x + (goal.x - start.x) * e;
      this.y = start.y + (goal.y - start.y) * e;
      this.apply();
      if (k < 1) this.glide = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.glide = requestAnimationFrame(step);
  }

  /** Where nothing lies over the foot any more, a board that was pushed up comes down again. */
  settle() {
    if (this.goal || this.held || this.fingers.size) return;
    const { y, foot } = this;
    this.foot = 0;
    const lift = this.kept(this).y - y;
    this.foot = foot;
    if (lift < 1) return;
    this.foot = 0;
    if (!moves()) return void this.apply();
    const begun = performance.now();
    this.halt();
    this.goal = { scale: this.scale, x: this.x, y: y + lift };
    const step = (/** @type {number} */ now) => {
      const k = Math.min(1, (now - begun) / 180);
      this.foot = lift * (1 - k) ** 3; // what the foot gives free, the board takes
      this.y = y + lift - this.foot;
      this.apply();
      if (k < 1) this.glide = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.glide = requestAnimationFrame(step);
  }

  /** @param {number} x @param {number} y @param {boolean} [smooth] */
  centre(x, y, smooth = true) {
    this.fitted &&= this.entire; // what shows all of it is fitted anew in another window
    this.panned = true;
    this.to(x, y, this.there.scale, smooth);
  }

  /** Come near a point, so that places can be told apart. @param {number} x @param {number} y */
  near(x, y) {
    this.fitted = false;
    this.touched = performance.now();
    this.to(x, y, this.bound(this.board.near), true);
  }

  /** Whether a point is in sight, or comes into it, and so far from the rim. @param {number} x @param {number} y @param {number} [edge] */
  sees(x, y, edge = 30) {
    const { there } = this;
    return this.shows(x * there.scale + there.x, y * there.scale + there.y, edge);
  }

  /** Whether one point is in sight when another is in the middle. @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
  together(one, other) {
    const { middle, there: { scale } } = this;
    return this.shows(middle.x + (one.x - other.x) * scale, middle.y + (one.y - other.y) * scale, 30);
  }

  /** Whether nothing hides that point of the port. @param {number} px @param {number} py @param {number} edge */
  shows(px, py, edge) {
    const { corner } = this;
    if (corner && px > corner.offsetLeft - edge && py < corner.offsetTop + corner.offsetHeight + edge) return false;
    return px > edge && py > edge && px < this.wide - edge && py < this.high - this.under - this.foot - edge;
  }

  /** Bring a point into sight if it is not. @param {number} x @param {number} y */
  reveal(x, y) {
    this.measure();
    const { there } = this;
    const px = x * there.scale + there.x;
    const py = y * there.scale + there.y;
    const edge = 60;
    if (px < edge || py < edge || px > this.free - edge || py > this.high - this.under - this.foot - edge) this.centre(x, y + this.foot / 2 / there.scale);
  }

  /** @param {number} factor @param {number} [cx] @param {number} [cy] from the port's corner */
  zoom(factor, cx = this.wide / 2, cy = this.high / 2) {
    this.halt();
    const scale = this.bound(this.scale * factor);
    const k = scale / this.scale;
    this.x = cx - (cx - this.x) * k;
    this.y = cy - (cy - this.y) * k;
    this.scale = scale;
    this.fitted = false;
    this.touched = performance.now();
    this.apply();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.halt();
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.touched = performance.now();
    this.apply();
  }

  /** From the window to the board. @param {number} cx @param {number} cy */
  point(cx, cy) {
    const box = this.port.getBoundingClientRect();
    return { x: (cx - box.left - this.x) / this.scale, y: (cy - box.top - this.y) / this.scale };
  }

  /** From the board to the port. @param {number} x @param {number} y */
  screen(x, y) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  listen() {
    const { port } = this;
    port.addEventListener('wheel', (event) => {
      event.preventDefault();
      const box = port.getBoundingClientRect();
      if (event.shiftKey && !event.ctrlKey) this.pan(-event.deltaY, 0);
      else {
        const unit = event.deltaMode === 1 ? 16 : 1;
        this.zoom(Math.exp((-event.deltaY * unit) / (event.ctrlKey ? 120 : 420)), event.clientX - box.left, event.clientY - box.top);
      }
    }, { passive: false });
    port.addEventListener('pointerdown', (event) => {
      if (event.button > 1 || this.held) return;
      if (event.button === 1) event.preventDefault();
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.fingers.size === 1) {
        this.dragged = false;
        this.start = { x: event.clientX, y: event.clientY };
      }
    });
    const move = (/** @type {PointerEvent} */ event) => {
      const old = this.fingers.get(event.pointerId);
      if (!old || this.held) return;
      if (this.fingers.size === 2) {
        const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          const before = Math.hypot(old.x - other.x, old.y - other.y);
          const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
          const box = port.getBoundingClientRect();
          this.pan((event.clientX - old.x) / 2, (event.clientY - old.y) / 2);
          if (before > 0) this.zoom(after / before, (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
          this.dragged = true;
        }
      } else {
        const far = Math.hypot(event.clientX - (this.start?.x ?? 0), event.clientY - (this.start?.y ?? 0));
        if (!this.dragged && far < 6) return;
        if (!this.dragged) {
          this.dragged = true;
          port.setPointerCapture?.(event.pointerId);
          port.classList.add('panning');
        }
        this.pan(event.clientX - old.x, event.clientY - old.y);
      }
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const up = (/** @type {PointerEvent} */ event) => {
      this.fingers.delete(event.pointerId);
      port.classList.remove('panning');
      if (event.type === 'pointerup' && event.pointerType === 'touch' && !this.dragged && !this.held) {
        const now = performance.now();
        const near = Math.hypot(event.clientX - this.lastTap.x, event.clientY - this.lastTap.y) < 24;
        const bare = event.target instanceof Element && !event.target.closest('.piece, .space.lit, button:not(.space)');
        if (bare && near && now - this.lastTap.time < 300) {
          const box = port.getBoundingClientRect();
          this.zoom(1.7, event.clientX - box.left, event.clientY - box.top);
        }
        this.lastTap = { time: now, x: event.clientX, y: event.clientY };
      }
    };
    port.addEventListener('pointermove', move);
    port.addEventListener('pointerup', up);
    port.addEventListener('pointercancel', up);
    // a click that ends a drag is none
    port.addEventListener('click', (event) => {
      if (this.dragged) {
        event.stopPropagation();
        event.preventDefault();
        this.dragged = false;
      }
    }, { capture: true });
    port.addEventListener('dblclick', (event) => {
      if (!(event.target instanceof Element) || event.target.closest('.piece, .space.lit, .fan, .tools')) return;
      const box = port.getBoundingClientRect();
      this.zoom(1.6, event.clientX - box.left, event.clientY - box.top);
    });
  }
}
