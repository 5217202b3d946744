// @ts-check
/** Boxes into which pieces are sorted: click pieces and then a box, or drag them there. */

import { fill, h } from './dom.js';
import { t } from './i18n.js';
import { drawFace } from './sprite.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Bin} Bin */
/** @typedef {import('./types.js').Item} Item */

/** The pieces that were clicked, to go together, by table. @type {Set<string>} */
const chosen = new Set();

/** The piece of a box that was taken up on the board: it alone can go now. @param {Game} game */
export function heldInBox(game) {
  const { picture } = game.message ?? {};
  const held = picture?.pieces.find((piece) => piece.picked)?.id;
  const items = (picture?.sheets ?? []).flatMap((sheet) => (sheet.bins ?? []).flatMap((bin) => bin.items));
  return items.find((item) => item.id === held && Object.keys(item.to).length)?.id ?? null;
}

/** Those of them that stand in the boxes of the moment. @param {Game} game */
export function chosenInBoxes(game) {
  if (!chosen.size) return [];
  const bins = (game.message?.picture?.sheets ?? []).flatMap((sheet) => sheet.bins ?? []);
  return bins.flatMap((bin) => bin.items).map((item) => item.id).filter((id) => chosen.has(id));
}

/** The one that was shown as chosen because it was in hand. @type {string|null} */
let shownHeld = null;

/**
 * @param {Game} game
 * @param {Bin[]} bins
 */
export function drawBins(game, bins) {
  const items = new Map(bins.flatMap((bin) => bin.items).map((item) => [item.id, item]));
  const held = game.past ? null : heldInBox(game);
  if (held !== null) chosen.clear(); // what is in hand goes first
  if (shownHeld !== null) chosen.delete(shownHeld);
  shownHeld = held;
  if (held !== null) chosen.add(held);
  for (const id of chosen) if (!items.has(id)) chosen.delete(id);
  const host = h('div', { class: 'bins' });
  const fits = (/** @type {Item} */ item, /** @type {Bin} */ bin) => Boolean(item.to[bin.id]?.length);
  const movable = (/** @type {Item} */ item) => Object.keys(item.to).length > 0;
  const advised = (/** @type {string[]} */ actions) => Boolean(game.coach?.names({ do: actions }));
  const put = (/** @type {Item[]} */ moved, /** @type {Bin} */ bin) => {
    const going = moved.filter((item) => fits(item, bin));
    chosen.clear();
    if (going.length) void game.act(going.flatMap((item) => item.to[bin.id]));
    else draw();
  };
  const picked = () => [...items.values()].filter((item) => chosen.has(item.id));
  const toggle = (/** @type {Iterable<Item>} */ some, /** @type {boolean} */ on) => {
    for (const item of some) if (on) chosen.add(item.id);
    else chosen.delete(item.id);
    draw();
    game.drawBoard([], false); // they are marked there too
  };
  const chip = (/** @type {Item} */ item) => {
    const on = chosen.has(item.id);
    const button = h('button', { type: 'button', class: `chip ${on ? 'on' : ''} ${Object.values(item.to).some(advised) ? 'advised' : ''}`, 'data-key': `chip-${item.id}`, 'aria-pressed': String(on), disabled: !movable(item), draggable: movable(item) ? 'true' : null, title: item.name, 'aria-label': [item.name, item.text].filter(Boolean).join(', ') },
      h('span', { class: 'chip-face' }, drawFace(item.face, item.name)), item.text ? h('small', null, item.text) : null);
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      if (item.id === held) void game.undo(); // it is put down
      else toggle([item], !chosen.has(item.id));
    });
    button.addEventListener('dragstart', (event) => {
      event.dataTransfer?.setData('text/plain', item.id);
      host.classList.add('dragging');
    });
    button.addEventListener('dragend', () => host.classList.remove('dragging'));
    return button;
  };
  const box = (/** @type {Bin} */ bin) => {
    const going = picked().filter((item) => fits(item, bin));
    const free = bin.items.filter(movable);
    const all = free.length > 1 ? h('button', { type: 'button', class: 'link-button', 'data-key': `all-${bin.id}` }, t(free.every((item) => chosen.has(item.id)) ? 'bin.none' : 'bin.all')) : null;
    all?.addEventListener('click', (event) => {
      event.stopPropagation();
      toggle(free, !free.every((item) => chosen.has(item.id)));
    });
    const go = going.length ? h('button', { type: 'button', class: `button primary small-button ${going.some((item) => advised(item.to[bin.id])) ? 'advised' : ''}`, 'data-key': `put-${bin.id}` }, t('bin.put', { n: going.length })) : null;
    go?.addEventListener('click', (event) => {
      event.stopPropagation();
      put(going, bin);
    });
    const place = h('section', { class: `bin ${game.style(bin.side)} ${going.length ? 'open' : ''}`, 'aria-label': bin.name },
      h('p', { class: 'bin-head' }, h('b', null, bin.name), all, go, bin.note ? h('span', { class: 'small bin-note' }, bin.note) : null),
      h('div', { class: 'chips' }, bin.items.length || bin.note ? bin.items.map(chip) : h('span', { class: 'small' }, t('bin.empty'))));
    place.addEventListener('click', () => { if (going.length) put(going, bin); });
    place.addEventListener('dragover', (event) => event.preventDefault());
    place.addEventListener('drop', (event) => {
      event.preventDefault();
      const item = items.get(event.dataTransfer?.getData('text/plain') ?? '');
      if (item) put(chosen.has(item.id) ? picked() : [item], bin);
    });
    return place;
  };
  const draw = () => fill(host, bins.map(box));
  draw();
  return host;
}
