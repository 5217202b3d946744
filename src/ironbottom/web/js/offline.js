// @ts-check
/** The page as a program of the device: its manifest, its service worker, and what it keeps for the time without a network. */

import { h } from './dom.js';
import { moment, t } from './i18n.js';
import { drawnAt } from './net.js';
import { drawing } from './settings.js';
import { ALONE } from './wire.js';

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').LogLine} Line */

/** The worker keeps the lists of games there (`sw.js`). */
const LISTS = 'ironbottom-lists';

/** How tables stood when they were seen here last, and their drawings, which the worker gives out where there is no network. */
const TABLES = 'ironbottom-tables';

/** So many tables are kept, those that were seen last, */
const MOST = 12;

/** each with so many of its last lines. */
const LINES = 400;

/** A table that has not changed for so long is kept, in milliseconds. */
const QUIET = 1500;

/** Headers of a table that is kept: since when, and where its drawings lie. */
const KEPT = 'x-ironbottom-kept';
const DRAWN = 'x-ironbottom-drawn';

const works = !ALONE && 'caches' in window;

/** Make the page installable, and have its files kept. In a tab that is its own server the shell does so. */
export function install() {
  if (ALONE) return;
  document.head.append(h('link', { rel: 'manifest', href: '/manifest.webmanifest' }), h('link', { rel: 'apple-touch-icon', href: '/icons/mark-192.png' }));
  if (isSecureContext && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {}); // a private window keeps nothing
}

/** Remove the games that are kept here: somebody else uses the page from now on. */
export async function forgetKept() {
  wait(null);
  if (works) await Promise.all([LISTS, TABLES].map((name) => caches.delete(name).catch(() => false)));
}

/** @param {string} id */
const place = (id) => `/kept/${encodeURIComponent(id)}`;

/** A table is not kept any more. @param {string} id */
export async function forgetTable(id) {
  wait(null);
  if (works) await caches.open(TABLES).then((cache) => cache.delete(place(id))).catch(() => false);
}

let timer = 0;

/** What is kept soon, or at once where the page is left. @type {(() => void)|null} */
let waiting = null;

/** @param {(() => void)|null} act */
function wait(act) {
  window.clearTimeout(timer);
  waiting = act;
  if (act) timer = window.setTimeout(flush, QUIET);
}

function flush() {
  const act = waiting;
  wait(null);
  act?.();
}

document.addEventListener('visibilitychange', () => { if (document.hidden) flush(); });

/** Keep how a table stands for the one who looks on, once nothing more comes for a while. @param {string} id @param {Message} message @param {Line[]} lines */
export function keepTable(id, message, lines) {
  if (works) wait(() => void keep(id, { ...message, lines: lines.slice(-LINES), chat: [] }).catch(() => {})); // a full store keeps less
}

/** @param {string} id @param {Message} shown */
async function keep(id, shown) {
  const base = drawnAt(shown);
  const cache = await caches.open(TABLES);
  await cache.put(place(id), new Response(JSON.stringify(shown), { headers: { 'Content-Type': 'application/json', [KEPT]: new Date().toISOString(), [DRAWN]: base } }));
  for (const name of ['board.json', 'guide.json', 'faces.svg', `chart.${drawing()}.svg`]) {
    const url = `${base}/${name}`;
    if (!await cache.match(url, { ignoreVary: true })) await cache.add(url).catch(() => {});
  }
  await makeRoom(cache);
}

/** Those that were seen longest ago go, with what is drawn for them alone. @param {Cache} cache */
async function makeRoom(cache) {
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const tables = paths.filter((path) => path.startsWith('/kept/'));
  if (tables.length <= MOST) return;
  const found = await Promise.all(tables.map(async (path) => {
    const headers = (await cache.match(path))?.headers;
    return { path, time: headers?.get(KEPT) ?? '', base: headers?.get(DRAWN) ?? '' };
  }));
  found.sort((a, b) => b.time.localeCompare(a.time));
  const bases = new Set(found.slice(0, MOST).map((one) => one.base));
  const gone = [...found.slice(MOST).map((one) => one.path), ...paths.filter((path) => !path.startsWith('/kept/') && !bases.has(path.slice(0, path.lastIndexOf('/'))))];
  await Promise.all(gone.map((path) => cache.delete(path, { ignoreVary: true })));
}

/** A table as it was kept, to look at: nothing can be done or answered; null where that seat is not kept. @param {string} id @param {string|null} seat @returns {Promise<Message|null>} */
export async function keptTable(id, seat) {
  if (!works) return null;
  const answer = await caches.open(TABLES).then((cache) => cache.match(place(id))).catch(() => undefined);
  if (!answer) return null;
  /** @type {Message} */
  const was = await answer.json();
  if (seat && seat !== was.seat) return null;
  return lookedAt(was, t('offline.table', { time: moment(answer.headers.get(KEPT) ?? '') }));
}

/** A table at which nothing can be done or answered. @param {Message} was @param {string} text what its prompt says @returns {Message} */
export function lookedAt(was, text) {
  return {
    ...was, seats: was.seats.map((one) => ({ ...one, you: false })), prompt: { text, sides: [], mine: false }, over: was.over ? { ...was.over, text: `${text} ${was.over.text}`.trim() } : null,
    choices: [], macros: [], offers: [], orders: [], reaction: null, dice: null, thinking: [], clock: null, draft: { length: 0, redo: 0 }, hints: false, report: false, takeback: false,
    rematch: null, coach: undefined, asked: undefined, notice: undefined, watched: undefined,
  };
}
