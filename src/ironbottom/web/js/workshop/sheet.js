// @ts-check
/** Counters cut out of the picture of a sheet by a grid; shown in this browser and nowhere else. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { toast } from '../dialog.js';
import { forget, keep, kept } from './own.js';
import { choosePicture } from './picture.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {{left: number, top: number, right: number, bottom: number, columns: number, rows: number, gap: number}} Cut in per cents of the picture */

const SHOWN = 320;
const CUT_SIZE = 128;

export class CounterSheet {
  /** @param {Workshop} page */
  constructor(page) {
    this.page = page;
    this.key = `${page.slug}/counters`;
    /** @type {Blob|null} */
    this.blob = null;
    /** @type {HTMLImageElement|null} */
    this.image = null;
    /** @type {Cut} */
    this.cut = { left: 0, top: 0, right: 100, bottom: 100, columns: 10, rows: 8, gap: 0 };
    /** @type {Record<string, string>} the cell of each counter: its face, then "row,column" */
    this.cells = {};
    /** @type {Record<string, string>} pictures by face, of this sheet and of those before it */
    this.made = {};
    this.face = '';
  }

  async load() {
    const found = await kept(this.key);
    if (!found) return;
    Object.assign(this, { cut: found.cut, cells: found.cells, made: found.made });
    if (found.blob) await this.take(found.blob);
    this.use();
  }

  store() {
    keep(this.key, { blob: this.blob, cut: this.cut, cells: this.cells, made: this.made }).catch(() => toast(t('ws.not-kept'), 'bad'));
  }

  /** @param {Blob} blob */
  async take(blob) {
    const image = new Image();
    image.src = URL.createObjectURL(blob);
    await image.decode().catch(() => { throw new Error(t('ws.no-picture')); });
    this.blob = blob;
    this.image = image;
  }

  /** Show the cut pictures in place of the drawings. */
  use() {
    this.page.faces.own = new Map(Object.entries(this.made));
    this.page.standing();
    this.page.draw();
  }

  /** Where a cell lies in the picture, in pixels. @param {number} row @param {number} column @returns {number[]} */
  rect(row, column) {
    const { left, top, right, bottom, columns, rows, gap } = this.cut;
    const wide = this.image?.naturalWidth ?? 1;
    const high = this.image?.naturalHeight ?? 1;
    const w = ((right - left) / 100) * wide;
    const hgt = ((bottom - top) / 100) * high;
    const space = (gap / 100) * wide;
    const cw = (w - space * (columns - 1)) / columns;
    const ch = (hgt - space * (rows - 1)) / rows;
    return [(left / 100) * wide + column * (cw + space), (top / 100) * high + row * (ch + space), cw, ch];
  }

  /** Cut a counter out of a cell. @param {string} face @param {number} row @param {number} column */
  give(face, row, column) {
    if (!this.image) return;
    const [x, y, w, hgt] = this.rect(row, column);
    const canvas = h('canvas', { width: CUT_SIZE, height: Math.max(1, Math.round((CUT_SIZE * hgt) / w)) });
    canvas.getContext('2d')?.drawImage(this.image, x, y, w, hgt, 0, 0, canvas.width, canvas.height);
    this.made[face] = canvas.toDataURL('image/webp', 0.9);
    this.cells[face] = `${row},${column}`;
  }

  counters() {
    return this.page.map?.plan.things.filter((thing) => thing.kind === 'counter' && thing.face) ?? [];
  }

  panel() {
    const choose = h('button', { type: 'button', class: 'button', 'data-key': 'sheet-choose' }, this.blob ? t('ws.sheet-other') : t('ws.sheet-choose'));
    choose.addEventListener('click', () => choosePicture(async (picture) => {
      await this.take(picture);
      this.cells = {};
      this.store();
      this.page.draw();
    }));
    const own = Object.keys(this.made).length;
    const away = own ? h('button', { type: 'button', class: 'button danger' }, t('ws.sheet-away')) : null;
    away?.addEventListener('click', () => {
      this.made = {};
      this.cells = {};
      this.blob = null;
      this.image = null;
      forget(this.key).catch(() => {});
      this.use();
    });
    return h('section', { class: 'ws-sheet-cut' }, h('h3', { class: 'ws-sub' }, t('ws.sheet')), h('p', null, t('ws.sheet-text')),
      h('div', { class: 'row-buttons' }, choose, away, own ? h('span', { class: 'small' }, t('ws.sheet-own', { n: own })) : null), this.image ? this.cutting() : null);
  }

  cutting() {
    const image = /** @type {HTMLImageElement} */ (this.image);
    const scale = SHOWN / image.naturalWidth;
    const canvas = h('canvas', { class: 'sheet-canvas', width: SHOWN * 2, height: Math.round(image.naturalHeight * scale * 2), tabindex: '0', role: 'img', 'aria-label': t('ws.sheet') });
    const draw = () => {
      const pen = canvas.getContext('2d');
      if (!pen) return;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      pen.setTransform(scale * 2, 0, 0, scale * 2, 0, 0);
      const given = new Set(Object.values(this.cells));
      const ink = getComputedStyle(document.documentElement).getPropertyValue('--go');
      for (let row = 0; row < this.cut.rows; row += 1) {
        for (let column = 0; column < this.cut.columns; column += 1) {
          const [x, y, w, hgt] = this.rect(row, column);
          pen.lineWidth = (given.has(`${row},${column}`) ? 3 : 1) / scale;
          pen.strokeStyle = ink;
          pen.strokeRect(x, y, w, hgt);
        }
      }
    };
    draw();
    const faces = this.counters();
    if (!faces.some((thing) => thing.face === this.face)) this.face = (faces.find((thing) => !((thing.face ?? '') in this.cells)) ?? faces[0])?.face ?? '';
    const select = h('select', { class: 'input', 'aria-label': t('ws.sheet-counter'), 'data-key': 'sheet-face' }, faces.map((thing) => h('option', { value: thing.face, selected: thing.face === this.face }, `${thing.name}${thing.face && this.made[thing.face] ? ' ✓' : ''}`)));
    select.addEventListener('change', () => { this.face = select.value; });
    const next = () => {
      const at = faces.findIndex((thing) => thing.face === this.face);
      this.face = faces[at + 1]?.face ?? this.face;
    };
    canvas.addEventListener('click', (event) => {
      const box = canvas.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * image.naturalWidth;
      const y = ((event.clientY - box.top) / box.height) * image.naturalHeight;
      for (let row = 0; row < this.cut.rows; row += 1) {
        for (let column = 0; column < this.cut.columns; column += 1) {
          const [left, top, w, hgt] = this.rect(row, column);
          if (x < left || y < top || x > left + w || y > top + hgt) continue;
          this.give(this.face, row, column);
          next();
          this.store();
          this.use();
          return;
        }
      }
    });
    const all = h('button', { type: 'button', class: 'button small-button', 'data-key': 'sheet-all' }, t('ws.sheet-all'));
    all.addEventListener('click', () => {
      let at = Math.max(0, faces.findIndex((thing) => thing.face === this.face));
      for (let row = 0; row < this.cut.rows; row += 1) {
        for (let column = 0; column < this.cut.columns && at < faces.length; column += 1, at += 1) this.give(faces[at].face ?? '', row, column);
      }
      this.store();
      this.use();
    });
    const number = (/** @type {keyof Cut} */ name, /** @type {number} */ most, /** @type {number} */ step) => {
      const input = h('input', { class: 'input', type: 'number', min: 0, max: most, step, value: this.cut[name], 'data-key': `cut-${name}` });
      input.addEventListener('input', () => {
        const value = Number(input.value);
        if (!Number.isFinite(value) || value < 0 || value > most || ((name === 'rows' || name === 'columns') && (value < 1 || !Number.isInteger(value)))) return;
        this.cut[name] = value;
        draw();
      });
      input.addEventListener('change', () => this.store());
      return h('label', null, h('span', { class: 'small' }, t(`ws.cut.${name}`)), input);
    };
    return h('div', { class: 'fields' }, canvas, h('div', { class: 'cut-numbers' }, number('columns', 40, 1), number('rows', 40, 1), number('left', 99, 0.1), number('top', 99, 0.1), number('right', 100, 0.1), number('bottom', 100, 0.1), number('gap', 20, 0.1)),
      h('p', { class: 'small' }, t('ws.sheet-hint')), h('label', null, h('span', { class: 'small' }, t('ws.sheet-counter')), select), h('div', { class: 'row-buttons' }, all));
  }
}
