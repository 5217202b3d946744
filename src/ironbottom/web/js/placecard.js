// @ts-check
/** What is known of the place under the pointer, always in one corner of the board. */

import { emblem, fill, h, icon, ICONS } from './dom.js';
import { list, t } from './i18n.js';
import { MARKS, signOf } from './paint.js';

/** @typedef {import('./game.js').Game} Game */

/** @param {Game} game @param {HTMLElement} host @param {string|null} id */
export function drawPlaceCard(game, host, id) {
  const space = id ? game.board?.spaces.get(id) : undefined;
  const picture = game.shownPicture;
  const docked = host.classList.contains('docked');
  host.hidden = (!space || !picture) && !docked;
  if (docked && !space) {
    fill(host, h('p', { class: 'small' }, t('card.point')));
    return;
  }
  if (!space || !picture || !game.board) return;
  const board = game.board;
  const here = board.piecesAt(space.id);
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const link of space.links ?? []) {
    const name = board.spaces.get(link.to)?.name ?? link.to;
    const there = ways.get(link.kind);
    if (there) there.push(name);
    else ways.set(link.kind, [name]);
  }
  const facts = [...(space.facts ?? [])];
  if (space.kind === 'area') for (const [kind, names] of ways) if (names.length <= 5) facts.push(t('card.by', { kind, places: list(names) }));
  const sides = [...new Set(here.map((piece) => piece.side))];
  // a finger can scroll it, and put it away
  const touched = !docked && matchMedia('(hover: none)').matches;
  const most = touched ? Infinity : 7;
  const close = touched ? h('button', { type: 'button', class: 'icon-button card-close', 'aria-label': t('close'), 'data-key': 'place-close' }, icon(ICONS.close)) : null;
  close?.addEventListener('click', () => game.pointing.look(null));
  const can = [...(game.choosing.bySpace.get(space.id) ?? [])].map((choice) => choice.label + (choice.cost ? ` (${choice.cost})` : ''));
  const reach = can.length ? h('p', { class: 'card-can' }, t('card.reach', { labels: can.join('; ') })) : null;
  fill(host, close,
    h('p', { class: 'card-name' }, h('b', null, space.name), facts.length ? h('span', null, ` ${facts.join(' · ')}`) : null),
    touched ? reach : null, // in sight without scrolling
    sides.map((side) => {
      const mine = here.filter((piece) => piece.side === side && !board.pieces.get(piece.place)?.values?.cargo); // cargo is named with its ship
      const units = mine.filter((piece) => !piece.marker && !piece.at); // what has a printed spot of its own is no unit
      const known = mine.every((piece) => piece.marker !== 'part');
      /** @type {Map<string, number>} */
      const names = new Map();
      for (const piece of mine) names.set(piece.name, (names.get(piece.name) ?? 0) + 1);
      /** @type {Map<string, number>} */
      const totals = new Map();
      for (const piece of units) for (const [key, value] of Object.entries(piece.values ?? {})) if (typeof value === 'number') totals.set(key, (totals.get(key) ?? 0) + value);
      return h('p', { class: 'card-side' }, h('span', { class: `side-plate ${game.style(side)}` }, emblem(game.style(side)), known && units.length ? String(units.length) : null),
        h('span', null, [...names].slice(0, most).map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join('; ') + (names.size > most ? ` … ${t('card.more', { n: names.size - most })}` : ''),
        known && units.length > 1 && totals.size ? h('span', { class: 'card-total' }, ` ${[...totals].map(([name, total]) => t('card.total', { name, total })).join(' · ')}`) : null));
    }),
    picture.stores.filter((store) => store.place === space.id).map((store) => h('p', { class: 'card-line' }, `${store.name}: `, h('b', null, store.amount === null ? t('card.unknown') : String(store.amount)))),
    here.filter((piece) => piece.note).map((piece) => h('p', { class: 'card-line' }, `${piece.name}: `, piece.note)),
    picture.marks.filter((mark) => mark.space === space.id).map((mark) => h('p', { class: 'card-line' }, MARKS[/** @type {keyof typeof MARKS} */ (mark.kind)] ? signOf(mark, game.style(mark.side), 'card-sign') : null, mark.text)),
    (game.board.scene?.fought.get(space.id) ?? []).slice(0, 2).map((text) => h('p', { class: 'card-line' }, t('fought.here', { text }))),
    game.message?.notes[space.id] ? h('p', { class: 'card-line note' }, `✎ ${game.message.notes[space.id]}`) : null,
    touched ? null : reach);
}
