// @ts-check
/** An owner's own pictures of a game's counters: those of his module, and those that he cut from a sheet in this browser. */

import { get } from './net.js';
import { kept } from './workshop/own.js';

/** @type {Map<string, Promise<Map<string, string>>>} */
const known = new Map();

/** The address of each picture by the drawing that it replaces. @param {string} slug @returns {Promise<Map<string, string>>} */
export function ownPictures(slug) {
  const found = known.get(slug) ?? gathered(slug);
  known.set(slug, found);
  return found;
}

/** @param {string} slug @returns {Promise<Map<string, string>>} */
async function gathered(slug) {
  const base = `/api/modules/${encodeURIComponent(slug)}`;
  const [faces, sheet] = await Promise.all([get(`${base}/faces`).catch(() => ({})), kept(`${slug}/counters`).catch(() => undefined)]);
  const chosen = Object.entries(faces).map(([face, name]) => /** @type {[string, string]} */ ([face, `${base}/picture?name=${encodeURIComponent(String(name))}`]));
  return new Map([...chosen, .../** @type {[string, string][]} */ (Object.entries(sheet?.made ?? {}))]);
}
