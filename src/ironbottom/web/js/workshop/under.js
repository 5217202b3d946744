// @ts-check
/** One's own board under the drawn one: a photo or a scan, fitted by points. What is chosen here never leaves the browser. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { announce, toast } from '../dialog.js';
import { across, css, inverse, projection } from './fitting.js';
import { forget, keep, kept } from './own.js';
import { choosePicture } from './picture.js';
import { CounterSheet } from './sheet.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {import('./fitting.js').Pair} Pair */

export class Underlay {
  /** @param {Workshop} page */
  constructor(page) {
    this.page = page;
    this.key = `${page.slug}/${page.scenario}/board`;
    /** @type {Blob|null} */
    this.blob = null;
    this.name = '';
    /** Whether it is the board of a VASSAL module, which lies on the server. */
    this.lent = false;
    /** @type {Pair[]} */
    this.pairs = [];
    /** @type {number[]|null} a point of the picture whose place on the board is asked for */
    this.from = null;
    this.placing = false;
    this.opacity = 60;
    this.size = [1, 1];
    this.image = h('img', { class: 'own-picture', alt: '', draggable: 'false' });
    this.sheet = new CounterSheet(page);
    this.map.under.append(this.image);
    this.map.port.addEventListener('click', (event) => {
      if (!this.placing) return;
      event.stopImmediatePropagation();
      this.point(this.map.camera.point(event.clientX, event.clientY));
    }, { capture: true });
    this.map.port.addEventListener('keydown', (event) => {
      if (!this.placing || !['Enter', ' ', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') this.place(false);
      else this.point({ x: (this.map.camera.wide / 2 - this.map.camera.x) / this.map.camera.scale, y: (this.map.camera.high / 2 - this.map.camera.y) / this.map.camera.scale });
    }, { capture: true });
  }

  get map() {
    return /** @type {import('./map.js').MapView} */ (this.page.map);
  }

  /** Where the picture lies before it is fitted: as wide as the map. */
  get first() {
    const { width, height } = this.map.plan;
    const scale = Math.min(width / this.size[0], height / this.size[1]);
    return [scale, 0, (width - this.size[0] * scale) / 2, 0, scale, (height - this.size[1] * scale) / 2, 0, 0, 1];
  }

  get projection() {
    return projection(this.pairs, this.first);
  }

  async load() {
    try {
      const found = await kept(this.key);
      if (found) {
        Object.assign(this, { pairs: found.pairs, opacity: found.opacity, name: found.name, lent: found.lent ?? false });
        await this.take(found.blob);
      }
      await this.sheet.load();
    } catch {
      // a browser that keeps nothing shows what is chosen anew
    }
  }

  /** @param {Blob} blob */
  async take(blob) {
    const url = URL.createObjectURL(blob);
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => { throw new Error(t('ws.no-picture')); });
    this.blob = blob;
    this.size = [image.naturalWidth, image.naturalHeight];
    this.image.src = url;
    this.image.width = image.naturalWidth;
    this.image.height = image.naturalHeight;
    this.show();
  }

  store() {
    if (this.blob) keep(this.key, { blob: this.blob, pairs: this.pairs, opacity: this.opacity, name: this.name, lent: this.lent }).catch(() => toast(t('ws.not-kept'), 'bad'));
  }

  /** Lay the picture where its points say. */
  show() {
    const found = this.projection;
    this.image.hidden = !this.blob;
    if (!this.blob) {
      this.map.pins = [];
      this.map.redraw();
      return;
    }
    if (found) this.image.style.transform = css(found);
    this.image.style.opacity = String(this.placing ? (this.from ? 0.25 : 1) : this.opacity / 100);
    this.map.pins = this.page.tab === 'board' ? [...this.pairs.map((pair) => pair.to), ...(this.from && found ? [across(found, this.from)] : [])] : [];
    this.map.redraw();
  }

  /** Begin to name points, or end it. @param {boolean} on */
  place(on) {
    if (this.placing === on) {
      this.show();
      return;
    }
    this.placing = on && this.blob !== null;
    this.from = null;
    this.map.port.classList.toggle('pointing', this.placing);
    this.show();
    this.page.draw();
    if (this.placing) announce(t('ws.point-picture'));
  }

  /** A point was named: one of the picture, then its place on the board. @param {{x: number, y: number}} at */
  point(at) {
    const found = this.projection;
    if (!found) return;
    if (!this.from) {
      this.from = across(inverse(found), [at.x, at.y]);
      announce(t('ws.point-board'));
    } else {
      const pairs = [...this.pairs, { from: this.from, to: [at.x, at.y] }];
      this.from = null;
      if (projection(pairs, this.first)) {
        this.pairs = pairs;
        this.store();
      } else toast(t('ws.in-line'), 'bad');
      announce(t('ws.point-picture'));
    }
    this.show();
    this.page.draw();
  }

  panel() {
    const choose = h('button', { type: 'button', class: 'button', 'data-key': 'own-choose' }, this.blob ? t('ws.own-other') : t('ws.own-choose'));
    choose.addEventListener('click', () => choosePicture(async (picture, name) => {
      await this.take(picture);
      this.pairs = [];
      this.name = name;
      this.lent = false;
      this.store();
      this.show();
      this.page.draw();
    }));
    return [h('h2', { class: 'ws-h' }, t('ws.board')), h('p', null, t(this.blob && this.lent ? 'ws.own-lent' : 'ws.own-text')), h('p', { class: 'small' }, t('ws.pdf-text')),
      h('div', { class: 'row-buttons' }, choose, this.blob ? h('span', { class: 'small' }, this.name) : null), this.blob ? this.controls() : null, this.sheet.panel()];
  }

  controls() {
    const slider = h('input', { type: 'range', min: 0, max: 100, step: 5, value: this.opacity, 'data-key': 'own-opacity', 'aria-label': t('ws.opacity') });
    const told = h('output', null, `${this.opacity} %`);
    slider.addEventListener('input', () => {
      this.opacity = Number(slider.value);
      told.textContent = `${this.opacity} %`;
      this.show();
    });
    slider.addEventListener('change', () => this.store());
    const fit = h('button', { type: 'button', class: `button ${this.placing ? 'primary' : ''}`, 'aria-pressed': String(this.placing), 'data-key': 'own-fit' }, this.placing ? t('ws.fit-end') : t('ws.fit'));
    fit.addEventListener('click', () => this.place(!this.placing));
    const away = h('button', { type: 'button', class: 'button danger' }, t('ws.own-away'));
    away.addEventListener('click', () => {
      this.blob = null;
      this.pairs = [];
      this.place(false);
      this.show();
      forget(this.key).catch(() => {});
      this.page.draw();
    });
    return h('div', { class: 'fields' }, h('label', { class: 'setting' }, h('span', null, t('ws.opacity')), h('span', { class: 'setting-range' }, slider, told)), h('div', { class: 'row-buttons' }, fit, away),
      h('p', { class: 'hint', role: 'status' }, this.placing ? t(this.from ? 'ws.point-board' : 'ws.point-picture') : t(`ws.fitted-${Math.min(4, this.pairs.length)}`)),
      this.pairs.length ? h('ol', { class: 'pair-list' }, this.pairs.map((pair, i) => {
        const take = h('button', { type: 'button', class: 'link-button', 'aria-label': t('ws.remove', { name: t('ws.point', { n: i + 1 }) }) }, t('ws.remove-entry'));
        take.addEventListener('click', () => {
          this.pairs = this.pairs.filter((one) => one !== pair);
          this.store();
          this.show();
          this.page.draw();
        });
        return h('li', null, h('span', null, t('ws.point', { n: i + 1 })), take);
      })) : null);
  }
}
