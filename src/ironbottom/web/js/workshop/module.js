// @ts-check
/** An owner's VASSAL module beside his copy: what it says, datum by datum; its set-ups, its board and its pictures. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { post, read } from '../net.js';
import { toast } from '../dialog.js';
import { move, placed } from './setup.js';
import { ask } from '../wire.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {{name: string, images: string[], properties: Record<string, string>, thing: string}} Piece */
/** @typedef {{keys: Keys, value: any, printed: any, piece: number, why: string, same?: boolean}} Suggested */
/** @typedef {{name: string, standing: {piece: number, said: string, space: string}[]}} Setup */
/** @typedef {{name: string, image: string, width: number, height: number, anchors: Record<string, number[]>}} Sheet */
/** @typedef {{name: string, version: string, pieces: Piece[], changes: Suggested[], setups: Setup[], boards: Sheet[], faces: Record<string, string>}} Found */

const LARGEST = 120_000_000;
const SHOWN = 60;

export class VassalModule {
  /** @param {Workshop} page */
  constructor(page) {
    this.page = page;
    this.base = `/api/modules/${encodeURIComponent(page.slug)}`;
    /** @type {Found|null} */
    this.found = null;
    this.busy = false;
    this.asked = false;
    this.more = false;
  }

  /** The address of one of its pictures. @param {string} name */
  url(name) {
    return `${this.base}/picture?name=${encodeURIComponent(name)}`;
  }

  /** @param {Promise<Found|null>} coming */
  async take(coming) {
    this.busy = true;
    this.page.draw();
    try {
      this.found = await coming;
      this.use();
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
    this.busy = false;
    this.page.draw();
  }

  /** Ask once whether there is a module from an earlier visit. */
  ask() {
    if (this.asked) return;
    this.asked = true;
    void this.take(post(this.base, { scenario: this.page.scenario, overlay: this.page.d.overlay }));
  }

  choose() {
    const pick = h('input', { type: 'file', accept: '.vmod,.zip,application/zip', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' });
    document.body.append(pick);
    pick.addEventListener('change', () => {
      const file = pick.files?.[0];
      pick.remove();
      if (!file) return;
      if (file.size > LARGEST) {
        toast(t('ws.too-large', { n: LARGEST / 1_000_000 }), 'bad');
        return;
      }
      void this.take(ask(`${this.base}/file`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream', 'X-Ironbottom': '1' }, body: file }).then(read));
    });
    pick.addEventListener('cancel', () => pick.remove());
    pick.click();
  }

  async away() {
    await post(`${this.base}/delete`).catch(() => {});
    this.found = null;
    this.page.faces.art = new Map();
    this.page.standing();
    this.page.draw();
  }

  /** Show its pictures in place of the drawings, where that is chosen. */
  use() {
    this.page.faces.art = new Map(Object.entries(this.found?.faces ?? {}).map(([face, name]) => [face, this.url(name)]));
    this.page.standing();
  }

  /** Which of its pictures is shown for which counter. @param {Record<string, string>} faces */
  async wear(faces) {
    if (!this.found) return;
    this.found.faces = faces;
    this.use();
    this.page.draw();
    await post(`${this.base}/faces`, { faces }).catch((problem) => toast(problem.message, 'bad'));
  }

  panel() {
    this.ask();
    const { found } = this;
    const choose = h('button', { type: 'button', class: `button ${found ? '' : 'primary'}`, disabled: this.busy, 'data-key': 'module-choose' }, found ? t('ws.module-other') : t('ws.module-choose'));
    choose.addEventListener('click', () => this.choose());
    const away = found ? h('button', { type: 'button', class: 'button danger', disabled: this.busy }, t('ws.module-away')) : null;
    away?.addEventListener('click', () => void this.away());
    return [h('h2', { class: 'ws-h' }, t('ws.module')), h('p', null, t('ws.module-text')),
      found ? h('p', null, h('b', null, found.name || t('ws.module-unnamed')), found.version ? ` ${found.version}` : '', h('span', { class: 'small' }, ` · ${t('ws.module-pieces', { n: found.pieces.length })}`)) : null,
      h('div', { class: 'row-buttons' }, choose, away), this.busy ? h('p', { class: 'hint', role: 'status' }, t('ws.module-reads')) : null,
      ...(found ? [this.values(found), this.setups(found), this.boards(found), this.pictures(found)] : [])];
  }

  /** Each value that it says otherwise, to be taken one by one or together. @param {Found} found */
  values(found) {
    const { d: draft } = this.page;
    const now = (/** @type {Suggested} */ one) => draft.get(one.keys);
    const open = found.changes.filter((one) => now(one) !== one.value);
    const same = found.changes.filter((one) => now(one) === one.value && !draft.isConfirmed(one.keys) && one.same);
    const all = open.length > 1 ? h('button', { type: 'button', class: 'button', 'data-key': 'module-all' }, t('ws.module-take-all', { n: open.length })) : null;
    all?.addEventListener('click', () => draft.change(open.map(({ keys, value }) => ({ keys, value })), t('ws.module')));
    const agree = same.length ? h('button', { type: 'button', class: 'button' }, t('ws.module-same', { n: same.length })) : null;
    agree?.addEventListener('click', () => draft.confirmAll(same.map((one) => one.keys), t('ws.module')));
    const shown = this.more ? open : open.slice(0, SHOWN);
    return h('section', null, h('h3', { class: 'ws-sub' }, t('ws.module-values')),
      open.length ? null : h('p', { class: 'hint' }, found.changes.length ? t('ws.module-none-left') : t('ws.module-none')),
      h('div', { class: 'row-buttons' }, all, agree),
      h('ul', { class: 'change-list' }, shown.map((one) => {
        const go = h('button', { type: 'button', class: 'link-button change-name' }, draft.say(one.keys));
        go.addEventListener('click', () => this.page.open(one.keys));
        const button = h('button', { type: 'button', class: 'button small-button', 'aria-label': t('ws.module-take-of', { name: draft.say(one.keys) }) }, t('ws.module-take'));
        button.addEventListener('click', () => draft.change([{ keys: one.keys, value: one.value }], t('ws.module')));
        return h('li', null, h('div', null, go, h('span', { class: 'change-words' }, `${now(one)} → `, h('b', null, String(one.value)), ` (${found.pieces[one.piece].name}: ${one.why})`)), button);
      })), open.length > shown.length ? this.rest(open.length - shown.length) : null);
  }

  /** @param {number} n */
  rest(n) {
    const button = h('button', { type: 'button', class: 'link-button' }, t('ws.more-faults', { n }));
    button.addEventListener('click', () => {
      this.more = true;
      this.page.draw();
    });
    return button;
  }

  /** @param {Found} found */
  setups(found) {
    const { d: draft, map } = this.page;
    if (!map || !found.setups.length) return null;
    const stock = new Map(map.plan.stock.map((one) => [one.face, one]));
    const faces = new Map(map.plan.things.map((thing) => [thing.id, thing.face ?? '']));
    return h('section', null, h('h3', { class: 'ws-sub' }, t('ws.module-setups')), h('ul', { class: 'change-list' }, found.setups.map((setup) => {
      const known = setup.standing.flatMap(({ piece, space }) => {
        const one = stock.get(faces.get(found.pieces[piece].thing) ?? '');
        return one?.keys && space ? [{ stock: one, space }] : [];
      });
      const button = h('button', { type: 'button', class: 'button small-button', disabled: !known.length }, t('ws.module-take'));
      button.addEventListener('click', () => {
        draft.press(t('ws.module-setups'));
        for (const one of known) {
          const from = placed(map.plan, draft.data).find((there) => there.stock.id === one.stock.id)?.space ?? null;
          draft.change(move(map.plan, draft, one.stock, from, one.space), t('ws.module-setups'));
        }
        draft.lift();
        this.page.show('setup');
      });
      const strange = setup.standing.length - known.length;
      return h('li', null, h('b', null, setup.name || t('ws.module-always')), h('span', { class: 'small' }, t('ws.module-placed', { n: known.length }), strange ? ` · ${t('ws.module-strange', { n: strange })}` : ''), button);
    })));
  }

  /** @param {Found} found */
  boards(found) {
    const boards = found.boards.filter((sheet) => sheet.image);
    if (!boards.length) return null;
    return h('section', null, h('h3', { class: 'ws-sub' }, t('ws.module-boards')), h('ul', { class: 'change-list' }, boards.map((sheet) => {
      const button = h('button', { type: 'button', class: 'button small-button' }, t('ws.module-under'));
      button.addEventListener('click', () => void this.lay(sheet));
      return h('li', null, h('b', null, sheet.name), h('span', { class: 'small' }, t('ws.module-anchors', { n: Object.keys(sheet.anchors).length })), button);
    })));
  }

  /** Lay a board's picture under ours, by the places that both have. @param {Sheet} sheet */
  async lay(sheet) {
    const { underlay, map } = this.page;
    if (!underlay || !map) return;
    try {
      const answer = await fetch(this.url(sheet.image));
      if (!answer.ok) throw new Error(t('ws.no-picture'));
      await underlay.take(await answer.blob());
      underlay.name = sheet.name;
      underlay.lent = true;
      const pairs = Object.entries(sheet.anchors).flatMap(([id, from]) => {
        const thing = map.things.get(id);
        return thing ? [{ from, to: thing.at }] : [];
      });
      // some far apart are enough, and say where the rest lies
      underlay.pairs = pairs.length > 12 ? pairs.filter((_, i) => i % Math.ceil(pairs.length / 12) === 0) : pairs;
      underlay.store();
      this.page.show('board');
      underlay.show();
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  }

  /** Its pictures beside our counters, matched by name and mended by hand. @param {Found} found */
  pictures(found) {
    const things = (this.page.map?.plan.things ?? []).filter((thing) => thing.kind === 'counter' && thing.face);
    const images = [...new Set(found.pieces.flatMap((piece) => piece.images))].sort();
    if (!images.length || !things.length) return null;
    const wanted = /** @type {Record<string, string>} */ ({});
    for (const piece of found.pieces) {
      const face = things.find((thing) => thing.id === piece.thing)?.face;
      if (face && piece.images[0] && !(face in wanted)) [wanted[face]] = piece.images;
    }
    const worn = found.faces;
    const take = h('button', { type: 'button', class: 'button', 'data-key': 'module-art' }, t('ws.module-art-take', { n: Object.keys(wanted).length }));
    take.addEventListener('click', () => void this.wear({ ...wanted, ...worn }));
    const none = Object.keys(worn).length ? h('button', { type: 'button', class: 'button' }, t('ws.module-art-none')) : null;
    none?.addEventListener('click', () => void this.wear({}));
    return h('section', null, h('h3', { class: 'ws-sub' }, t('ws.module-art')), h('p', { class: 'small' }, t('ws.module-art-text')), h('div', { class: 'row-buttons' }, take, none),
      h('ul', { class: 'art-list' }, things.map((thing) => {
        const face = thing.face ?? '';
        const select = h('select', { class: 'input', 'aria-label': t('ws.module-art-of', { name: thing.name }) }, h('option', { value: '', selected: !worn[face] }, t('ws.module-art-ours')), images.map((name) => h('option', { value: name, selected: worn[face] === name }, name)));
        select.addEventListener('change', () => {
          const { [face]: _, ...rest } = worn;
          void this.wear(select.value ? { ...rest, [face]: select.value } : rest);
        });
        return h('li', null, h('img', { src: this.page.faces.url(face), alt: '', loading: 'lazy' }), h('span', null, thing.name), select);
      })));
  }
}
