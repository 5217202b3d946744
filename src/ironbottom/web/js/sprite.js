// @ts-check
/** The drawings of pieces: one sprite in the page, used by every piece. A drawing comes into it when it is first shown. */

import { h, s } from './dom.js';
import { settings } from './settings.js';

/** @type {Map<string, {box: string, ratio: number}>} */
const known = new Map();
/** @type {Map<string, string>} what waits, by id: symbols, and parts that they share */
const waiting = new Map();
let loaded = '';
/** @type {Map<string, string>} an owner's own pictures, by face */
let own = new Map();
let root = s('svg', { id: 'faces', class: 'sprite', 'aria-hidden': 'true' });

/** Elements of a drawing. Style attributes are set again through the CSSOM, which a strict policy allows. @param {string} text */
function parsed(text) {
  const source = text.replace(/ style=/g, ' data-style=');
  const found = document.importNode(new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${source}</svg>`, 'image/svg+xml').documentElement, true);
  for (const element of found.querySelectorAll('[data-style]')) {
    /** @type {SVGElement} */ (/** @type {unknown} */ (element)).style.cssText = element.getAttribute('data-style') ?? '';
    element.removeAttribute('data-style');
  }
  return [...found.childNodes];
}

/** Bring a drawing into the page, with what it is made of. @param {string} id */
function bring(id) {
  const text = waiting.get(id);
  if (text === undefined) return;
  waiting.delete(id);
  for (const [, part] of text.matchAll(/href="#([^"]+)"/g)) bring(part);
  root.append(...parsed(text));
}

/**
 * Read a game's faces.
 * @param {string} url @param {Map<string, string>} [pictures] an owner's own, in place of the drawings
 */
export async function loadFaces(url, pictures = new Map()) {
  if (loaded === url && own === pictures) return;
  own = pictures;
  const text = await (await fetch(url)).text();
  root.remove();
  known.clear();
  waiting.clear();
  const rest = text.replace(/<symbol id="([^"]+)" viewBox="([^"]+)"[\s\S]*?<\/symbol>|^<g id="(part-\d+)">.*<\/g>$/gm, (whole, id, box, part) => {
    waiting.set(id ?? part, whole);
    if (id) {
      const [x, y, w, hgt] = box.split(/[ ,]+/).map(Number);
      const picture = own.get(id.replace(/^[a-z]+-/, ''));
      if (picture !== undefined && !id.startsWith('face-')) return ''; // one picture for all sizes
      known.set(id, { box, ratio: hgt / w });
      if (picture !== undefined) waiting.set(id, `<symbol id="${id}" viewBox="${box}"><image href="${picture.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" x="${x}" y="${y}" width="${w}" height="${hgt}" preserveAspectRatio="xMidYMid meet"/></symbol>`);
    }
    return '';
  });
  root = s('svg', { id: 'faces', class: 'sprite', 'aria-hidden': 'true' }, parsed(rest.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')));
  document.body.append(root);
  loaded = url;
}

/** Height of a face by its width. @param {string} face */
export function ratio(face) {
  return known.get(`face-${face}`)?.ratio ?? 1;
}

/** The signs on the game's pieces, each with its drawings (one for each side that has it): a piece of its own, for the legend. */
export function signsOnPieces() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const id of known.keys()) {
    if (!id.startsWith('face-sign.')) continue;
    const face = id.slice(5);
    const name = face.slice(5, face.lastIndexOf('.'));
    found.set(name, [...(found.get(name) ?? []), face]);
  }
  return found;
}

/** Where the drawing of a face is found, and its box. @param {string} face @param {boolean} [lying] */
export function faceBox(face, lying = false) {
  const id = lying && known.has(`lying-${face}`) ? `lying-${face}` : `face-${face}`;
  const found = known.get(id);
  return found ? { id, ...found } : null;
}

/**
 * A drawing of a face; a plate with its name where there is none. `tier`: the drawing for fewer pixels, if there is one.
 * @param {string} face
 * @param {string} name
 * @param {{lying?: boolean, tier?: ''|'mid'|'small'}} [how]
 */
export function drawFace(face, name, how = {}) {
  const id = [how.lying ? `lying-${face}` : '', how.tier ? `${how.tier}-${face}` : '', `face-${face}`].find((one) => known.has(one));
  if (!id || settings.face === 'words') return h('span', { class: 'plain-face' }, name);
  bring(id);
  return s('svg', { class: 'face', viewBox: /** @type {{box: string}} */ (known.get(id)).box, 'aria-hidden': 'true' }, s('use', { href: `#${id}` }));
}
