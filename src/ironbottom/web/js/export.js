// @ts-check
/** What a game can be taken away as: the log as text or table, the position as a drawing, and the sums of its dice. */

import { h } from './dom.js';
import { number, t } from './i18n.js';
import { drawnAt, read } from './net.js';
import { drawing } from './settings.js';
import { faceBox } from './sprite.js';
import { ask } from './wire.js';

/** @typedef {import('./types.js').LogLine} Line */
/** @typedef {import('./game.js').Game} Game */

/** Give a file to the reader. @param {string} name @param {Blob} data */
export function save(name, data) {
  const link = h('a', { download: name.replace(/[/\\:]/g, '-'), href: URL.createObjectURL(data) });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Give the file at an address of the server to the reader, under the name that it has there. @param {string} path */
export async function saveFrom(path) {
  const answer = await ask(path);
  if (!answer.ok) await read(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  save(name ?? 'ironbottom', await answer.blob());
}

/**
 * The report after a game; the server may need a while to work it out.
 * @param {string} id @param {string} seat @param {string} form "html" or "json" @param {(share: number|null) => void} [heard] how much of it is done
 * @returns {Promise<Blob>}
 */
export async function report(id, seat, form, heard = undefined) {
  const path = `/api/tables/${id}/report?seat=${encodeURIComponent(seat)}&form=${form}`;
  for (;;) {
    const answer = await ask(path);
    if (answer.status === 200) return answer.blob();
    const { share } = await read(answer);
    heard?.(share);
  }
}

/** @param {Line[]} lines */
export function logText(lines) {
  let turn = '';
  const rows = lines.map((line) => {
    const head = line.turn === turn ? '' : `\n${line.turn}\n`;
    turn = line.turn;
    const dice = (line.dice ?? []).map((die) => `${die.text} ${die.value}`).join(', ');
    return `${head}${line.n}. ${line.text}${line.rule ? ` (${line.rule})` : ''}${dice ? ` [${dice}]` : ''}`;
  });
  return `${rows.join('\n').trim()}\n`;
}

/** @param {Line[]} lines */
export function logTable(lines) {
  const cell = (/** @type {string|number} */ value) => {
    const text = String(value);
    // a cell that begins like a formula is told to be a text
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  const rows = lines.map((line) => [line.n, line.turn, line.time, line.side ?? '', line.kind, line.text, line.rule ?? '', (line.spaces ?? []).join(' '), (line.dice ?? []).map((die) => die.value).join(' ')]);
  return [['n', 'turn', 'time', 'side', 'kind', 'text', 'rule', 'places', 'dice'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

/**
 * What the dice and the draws gave each side.
 * @param {Line[]} lines
 * @returns {Map<string, {dice: number[], hits: number, known: number, drawn: number, lost: number}>}
 */
function sums(lines) {
  /** @type {Map<string, {dice: number[], hits: number, known: number, drawn: number, lost: number}>} */
  const found = new Map();
  const of = (/** @type {string|undefined} */ side) => {
    const key = side ?? '';
    let one = found.get(key);
    if (!one) found.set(key, one = { dice: [], hits: 0, known: 0, drawn: 0, lost: 0 });
    return one;
  };
  for (const line of lines) {
    for (const die of line.dice ?? []) {
      const one = of(die.side ?? line.side);
      one.dice.push(die.value);
      if (die.hit !== undefined) one.known += 1;
      if (die.hit) one.hits += 1;
    }
    if (line.drawn) of(line.side).drawn += line.drawn;
    for (const motion of line.motions ?? []) if (motion.gone) of(motion.side ?? line.side).lost += motion.count;
  }
  return found;
}

/** The sums as a table, a column for each side. @param {Game} game @param {Line[]} lines */
export function drawSummary(game, lines) {
  const all = sums(lines);
  const sides = (game.data?.sides ?? []).filter((side) => all.has(side.id));
  if (!sides.length) return null;
  const rows = [
    { name: t('stats.dice'), of: (/** @type {any} */ one) => one.dice.length },
    { name: t('stats.mean'), of: (/** @type {any} */ one) => (one.dice.length ? number(one.dice.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) / one.dice.length) : '') },
    { name: t('stats.hits'), of: (/** @type {any} */ one) => (one.known ? t('stats.of', { n: one.hits, of: one.known }) : '') },
    { name: t('stats.drawn'), of: (/** @type {any} */ one) => one.drawn },
    { name: t('stats.lost'), of: (/** @type {any} */ one) => one.lost },
  ].map((row) => ({ name: row.name, cells: sides.map((side) => row.of(all.get(side.id))) })).filter((row) => row.cells.some((cell) => cell));
  if (!rows.length) return null;
  const spread = sides.map((side) => all.get(side.id)?.dice ?? []).some((dice) => dice.length >= 6);
  return h('table', { class: 'printed stats' }, h('caption', { class: 'unseen' }, t('stats.title')),
    h('thead', null, h('tr', null, h('td', null, ''), sides.map((side) => h('th', { scope: 'col' }, side.name)))),
    h('tbody', null, rows.map((row) => h('tr', null, h('th', { scope: 'row' }, row.name), row.cells.map((cell) => h('td', null, String(cell ?? ''))))),
      spread ? [1, 2, 3, 4, 5, 6].map((value) => h('tr', { class: 'small' }, h('th', { scope: 'row' }, t('stats.fell', { value: String(value) })), sides.map((side) => h('td', null, t('stats.times', { n: (all.get(side.id)?.dice ?? []).filter((die) => die === value).length }))))) : null));
}

const COLOURS = { us: '#22496f', jp: '#8f2a20', none: '#3b362c' };

/** The position that is shown, as an SVG document of its own. @param {Game} game @returns {Promise<string>} */
export async function positionSvg(game) {
  const { board, data, message } = game;
  const picture = game.shownPicture;
  if (!board || !data || !message || !picture) return '';
  const base = drawnAt(message);
  const [chart, faces] = await Promise.all([`${base}/chart.${drawing()}.svg`, `${base}/faces.svg`].map(async (url) => (await (await fetch(url)).text()).replace(/^\s*<\?xml[^>]*>/, '')));
  const look = getComputedStyle(document.documentElement);
  const names = new Set([...faces.matchAll(/var\((--[\w-]+)/g)].map((found) => found[1]));
  const variables = [...names].map((name) => `${name}:${look.getPropertyValue(name).trim()}`).filter((one) => !one.endsWith(':')).join(';');
  const clean = (/** @type {string|number} */ text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const parts = [];
  const word = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string|number} */ text, /** @type {string} */ colour, size = 20) =>
    parts.push(`<text x="${x}" y="${y}" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" dominant-baseline="central" fill="#fff" stroke="${colour}" stroke-width="${size / 3}" paint-order="stroke">${clean(text)}</text>`);
  for (const store of picture.stores) {
    const space = board.spaces.get(store.place);
    if (space) word(space.x, space.y, store.amount ?? '?', COLOURS[game.style(store.side)]);
  }
  for (const track of picture.tracks) {
    for (const marker of track.markers) {
      const space = track.place ? board.spaces.get(track.spaces?.[marker.at] ?? `${track.place}.${track.cells[marker.at]}`) : undefined;
      if (space) parts.push(`<circle cx="${space.x}" cy="${space.y}" r="14" fill="${COLOURS[game.style(marker.side)]}" stroke="#fff" stroke-width="2"><title>${clean(marker.name)}</title></circle>`);
    }
  }
  const spots = [...board.spots.values()].filter((spot) => !spot.hidden).sort((a, b) => a.z - b.z);
  for (const spot of spots) {
    const piece = board.pieces.get(spot.id);
    if (!piece) continue;
    const face = faceBox(piece.face, piece.lying);
    const width = board.size * board.grown * spot.scale;
    if (!face) {
      word(spot.x, spot.y, piece.name, COLOURS[game.style(piece.side)], 12);
      continue;
    }
    const height = width * face.ratio;
    parts.push(`<svg x="${(spot.x - width / 2).toFixed(1)}" y="${(spot.y - height / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" viewBox="${face.box}" overflow="visible"><title>${clean(piece.name)}</title><use href="#${face.id}"/></svg>`);
    if (spot.count > 1) word(spot.x + width / 2, spot.y - height / 2, spot.count, '#1a1712', 18);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${data.width} ${data.height}" width="${data.width}" height="${data.height}" style="${clean(variables)}"><title>${clean(`${message.title}, ${picture.turn}`)}</title>${chart}${faces}${parts.join('')}</svg>`;
}

/** @param {string} svg @param {number} width @param {number} height @returns {Promise<Blob>} */
export function asPng(svg, width, height) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const scale = Math.min(2, 4096 / Math.max(width, height));
      const canvas = h('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) });
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('save.failed')))), 'image/png');
    };
    image.onerror = () => reject(new Error(t('save.failed')));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}
