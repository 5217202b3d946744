// @ts-check
/** What the pointer does on the board: it opens, paints, joins, or places pieces. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { announce, toast } from '../dialog.js';
import { joined, painted, takes } from './brush.js';
import { move } from './setup.js';

/** @typedef {import('./types.js').Thing} Thing */
/** @typedef {import('./types.js').Brush} Brush */
/** @typedef {import('./page.js').Workshop} Workshop */

export class Tools {
  /** @param {Workshop} page */
  constructor(page) {
    this.page = page;
    /** @type {Brush|null} */
    this.brush = null;
    /** A piece that was taken up: its id, "@" and where it stood. */
    this.lifted = '';
    /** @type {Thing|null} the thing that a stroke came from */
    this.last = null;
    /** Whether a piece of the panel is being dragged. */
    this.carrying = false;
    /** What new entries are called, by brush. @type {Record<string, string>} */
    this.called = {};
  }

  get map() {
    return /** @type {import('./map.js').MapView} */ (this.page.map);
  }

  /** Take a brush up, or put it away. @param {Brush|null} brush */
  put(brush) {
    if (this.brush === brush && !this.lifted) return;
    this.brush = brush;
    this.lifted = '';
    this.last = null;
    this.map.first = null;
    this.map.port.classList.toggle('painting', brush !== null);
    this.map.redraw();
    this.page.standing();
    this.page.draw();
  }

  /** Whether a thing is meant by a pointer there. @param {Thing} thing */
  wants(thing) {
    if (this.page.underlay?.placing) return false;
    if (this.brush) return takes(this.brush, thing);
    if (this.page.tab === 'setup') return !thing.line;
    return thing.data.length > 0;
  }

  /** A stroke begins; false: it is no stroke. @param {Thing} thing */
  press(thing) {
    if (!this.brush || !takes(this.brush, thing)) return false;
    this.page.d.press(this.brush.name);
    if (this.brush.joins) {
      const { first } = this.map;
      if (first && first !== thing) {
        this.join(first, thing);
        this.map.first = null;
        this.last = null;
        return true;
      }
      this.map.first = thing;
      announce(t('ws.first-end', { name: thing.name }));
    } else this.paint(thing);
    this.last = thing;
    return true;
  }

  /** The stroke comes over a thing. @param {Thing} thing */
  over(thing) {
    if (thing === this.last || !this.brush) return;
    if (this.brush.joins) {
      if (this.last) this.join(this.last, thing);
      this.map.first = null;
    } else this.paint(thing);
    this.last = thing;
  }

  lift() {
    const { page } = this;
    this.last = null;
    page.d.lift();
    this.map.redraw();
  }

  /** What a new entry of the brush is called. */
  get name() {
    const { brush } = this;
    return brush ? this.called[brush.id] || brush.fresh || '' : '';
  }

  /** @param {Thing} thing */
  paint(thing) {
    const brush = /** @type {Brush} */ (this.brush);
    const edits = painted(brush, thing, this.page.d.data, this.name);
    if (!edits.length) return;
    this.page.d.change(edits, `${thing.name}: ${brush.name}`);
    this.map.pending.set(thing.id, { colour: brush.colour, line: null });
    announce(`${thing.name}: ${brush.name}`);
    this.map.redraw();
  }

  /** @param {Thing} one @param {Thing} other */
  join(one, other) {
    const brush = /** @type {Brush} */ (this.brush);
    const edits = joined(brush, one, other, this.page.d.data, this.name);
    if (!edits.length) return;
    this.page.d.change(edits, `${brush.name}: ${one.name}, ${other.name}`);
    this.map.pending.set(`${one.id}|${other.id}`, { colour: brush.colour, line: [one.at, other.at] });
    announce(`${brush.name}: ${one.name}, ${other.name}`);
    this.map.redraw();
  }

  // -- pieces of the set-up --

  /** Take a piece up with a click, or put it back. @param {string} id @param {string} space */
  take(id, space) {
    const key = `${id}@${space}`;
    this.lifted = this.lifted === key ? '' : key;
    const stock = this.map.plan.stock.find((one) => one.id === id);
    if (this.lifted && stock) announce(t('ws.lifted', { name: stock.name }));
    this.page.standing();
    this.page.draw();
  }

  /** A piece was dropped: on a place, beside the board (null), or where it stood. @param {string} id @param {string} from @param {string|null} to */
  drop(id, from, to) {
    if (from === to) {
      this.take(id, from);
      return;
    }
    const { page } = this;
    const stock = this.map.plan.stock.find((one) => one.id === id);
    if (!stock) return;
    const edits = move(this.map.plan, page.d, stock, from || null, to);
    this.lifted = '';
    if (!edits.length) {
      toast(t('ws.no-room', { name: stock.name }), 'bad');
      page.standing();
      page.draw();
      return;
    }
    const place = to ? this.map.things.get(to)?.name ?? to : t('ws.beside');
    page.d.change(edits, `${stock.name}: ${place}`);
    announce(`${stock.name}: ${place}`);
    page.standing();
  }

  /** The piece in hand goes there. @param {string|null} space */
  place(space) {
    if (!this.lifted) return;
    const at = this.lifted.lastIndexOf('@');
    this.drop(this.lifted.slice(0, at), this.lifted.slice(at + 1), space);
  }

  // -- the panel of brushes --

  panel() {
    const { brushes } = this.map.plan;
    const groups = [...new Set(brushes.map((brush) => brush.group))];
    return [h('p', { class: 'hint' }, this.brush?.joins ? t('ws.join-hint') : t('ws.paint-hint')),
      groups.map((group) => h('fieldset', { class: 'brushes' }, h('legend', null, group), brushes.filter((brush) => brush.group === group).map((brush) => {
        const button = h('button', { type: 'button', class: 'brush', 'aria-pressed': String(brush.id === this.brush?.id), 'data-key': `brush-${brush.id}` },
          h('span', { class: brush.joins || brush.layer === 'side' ? 'swatch line' : 'swatch', style: { '--swatch': `var(--${brush.colour})` } }), brush.name);
        button.addEventListener('click', () => this.put(brush.id === this.brush?.id ? null : brush));
        return button;
      }))), this.brush?.fresh ? this.naming(this.brush) : null, this.brush ? h('p', { class: 'small' }, t('ws.put-away')) : null];
  }

  /** What the next one is called that the brush makes. @param {Brush} brush */
  naming(brush) {
    const input = h('input', { class: 'input', maxlength: '40', value: this.name, 'data-key': 'brush-name' });
    input.addEventListener('input', () => { this.called[brush.id] = input.value.trim(); });
    return h('label', { class: 'fields' }, h('span', { class: 'small' }, t('ws.brush-name', { name: brush.name })), input);
  }
}
