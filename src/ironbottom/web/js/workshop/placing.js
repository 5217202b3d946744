// @ts-check
/** The panel of the set-up: pieces to be placed, and those that stand on the chosen place. */

import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { placed, room } from './setup.js';
import { pathOf } from './tree.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {import('./types.js').Stock} Stock */

/** @param {Workshop} page */
export function setupPanel(page) {
  const { map, tools, thing, d: draft } = page;
  if (!map || !tools) return null;
  const { plan } = map;
  const standing = placed(plan, draft.data);
  const [id, from] = [tools.lifted.slice(0, tools.lifted.lastIndexOf('@')), tools.lifted.slice(tools.lifted.lastIndexOf('@') + 1)];
  const hand = tools.lifted ? plan.stock.find((one) => one.id === id) : undefined;
  const here = thing ? standing.filter((one) => one.space === thing.id) : [];
  const loose = plan.stock.filter((stock) => !stock.keys || !standing.some((one) => one.stock === stock));
  const fits = hand && thing ? Boolean(room(plan, hand, thing.id)) && from !== thing.id : false;
  const put = fits && thing ? h('button', { type: 'button', class: 'button primary', 'data-key': 'put-here' }, t('ws.put', { piece: hand?.name ?? '', place: thing.name })) : null;
  put?.addEventListener('click', () => tools.place(thing?.id ?? null));
  const off = hand && from && !hand.keys ? h('button', { type: 'button', class: 'button', 'data-key': 'take-off' }, t('ws.take-off', { piece: hand.name })) : null;
  off?.addEventListener('click', () => tools.place(null));
  const begins = draft.begun.scenarios.find((one) => one.id === page.scenario);
  const other = begins?.own ? h('p', { class: 'warning', role: 'note' }, t('ws.own-position', { name: begins.name, other: draft.begun.scenarios[0].name })) : null;
  return [other, h('p', { class: 'hint' }, t('ws.setup-hint')), h('p', { class: 'row-buttons ws-hand', 'aria-live': 'polite' }, hand ? h('b', null, t('ws.in-hand', { name: hand.name })) : null, put, off),
    thing ? h('section', null, h('h3', { class: 'ws-sub' }, thing.name), here.length ? h('ul', { class: 'counter-list' }, here.map((one) => item(page, one.stock, one.space, one.count))) : h('p', { class: 'small' }, thing.kind === 'counter' ? where(page, thing, standing) : t('ws.nothing-here'))) : null,
    loose.length ? h('section', null, h('h3', { class: 'ws-sub' }, t('ws.stock')), plan.sides.map((side) => {
      const own = loose.filter((stock) => stock.side === side.id);
      return own.length ? [h('h4', null, side.name), h('ul', { class: 'counter-list' }, own.map((stock) => item(page, stock, '', 1)))] : null;
    })) : null];
}

/** Where a counter begins that was looked at, in words. @param {Workshop} page @param {import('./types.js').Thing} thing @param {import('./setup.js').Placed[]} standing */
function where(page, thing, standing) {
  const own = standing.filter(({ stock }) => (stock.keys ? thing.data.some((keys) => pathOf(keys) === pathOf(stock.keys ?? [])) : stock.face === thing.face));
  const places = [...new Set(own.map(({ space }) => page.map?.things.get(space)?.name ?? space))];
  return places.length ? t('ws.begins-at', { places: list(places) }) : t('ws.begins-nowhere');
}

/** A piece that can be dragged to the board, or taken up with a click. @param {Workshop} page @param {Stock} stock @param {string} space @param {number} count */
function item(page, stock, space, count) {
  const { tools } = page;
  const key = `${stock.id}@${space}`;
  const button = h('button', { type: 'button', class: `counter-button ${tools?.lifted === key ? 'picked' : ''}`, 'aria-pressed': String(tools?.lifted === key), title: stock.name, 'aria-label': count > 1 ? `${count} × ${stock.name}` : stock.name, 'data-key': `stock-${key}` },
    h('img', { src: page.faces.url(stock.face), alt: '', draggable: 'false' }), count > 1 ? h('b', { class: 'times' }, `×${count}`) : null);
  /** @type {HTMLElement|null} */
  let ghost = null;
  let start = { x: 0, y: 0 };
  let dragged = false;
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    start = { x: event.clientX, y: event.clientY };
    dragged = false;
    if (tools) tools.carrying = true;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener('pointermove', (event) => {
    if (!button.hasPointerCapture(event.pointerId)) return;
    if (!ghost && Math.hypot(event.clientX - start.x, event.clientY - start.y) > 6) {
      dragged = true;
      ghost = h('span', { class: 'set-piece ws-ghost' }, h('img', { src: page.faces.url(stock.face), alt: '' }));
      document.body.append(ghost);
    }
    if (ghost) {
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    }
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (tools) tools.carrying = false;
    if (page.owing) window.setTimeout(() => page.draw(), 0);
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    const over = document.elementFromPoint(event.clientX, event.clientY);
    const thing = over && page.map?.port.contains(over) ? page.map.at(event, (one) => !one.line) : null;
    if (thing) tools?.drop(stock.id, space, thing.id);
  };
  button.addEventListener('pointerup', end);
  button.addEventListener('pointercancel', end);
  button.addEventListener('click', () => {
    if (dragged) dragged = false;
    else tools?.take(stock.id, space);
  });
  return h('li', null, button);
}
