// @ts-check
/**
 * The service worker: it gives out the parts that the shell has fetched, so that the page works without a network; gives
 * the page in the frame its addresses; and hands what that page asks of a server by an address back to it, which knows
 * where the house is. `tools/site_build.py` puts the list of parts and `headers.js` before this.
 */
/** @type {Record<string, string>} the parts by name, each with its digest */
const PARTS = /** @type {any} */ (self).PARTS;
/** @type {Record<string, string>} */
const HEADERS = /** @type {any} */ (self).HEADERS;
const CACHE = 'ironbottom';
const PROGRAM = 'program.tar';
const worker = /** @type {any} */ (self);
const BASE = new URL(worker.registration.scope).pathname;
/** So long a page may take to answer for its house, in milliseconds. */
const PATIENCE = 60000;

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const name = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname.slice(1);
  const { request } = event;
  if (request.mode === 'navigate') {
    if (name === '' || name === 'index.html') event.respondWith(shell(request));
    else if (!(name in PARTS)) event.respondWith(part('page.html'));
  } else if (name in PARTS) event.respondWith(part(name));
  else if (name.startsWith('g/')) event.respondWith(drawing(event, name));
  else if (name.startsWith('api/')) event.respondWith(asked(event, `/${name}${url.search}`));
});

/** The shell: the newest that there is. @param {Request} request */
async function shell(request) {
  try {
    const found = await fetch(request.url, { cache: 'no-cache', credentials: 'same-origin' });
    if (found.ok) return dressed(found);
  } catch {
    // no network: the one that is here
  }
  return part('index.html');
}

/** @param {string} name */
async function part(name) {
  const address = `${BASE}${name}?v=${PARTS[name]}`;
  // as it was kept, headers and all: a browser keeps what it has compiled beside it
  return await (await caches.open(CACHE)).match(address) ?? dressed(await fetch(address));
}

/** @param {Response} answer */
function dressed(answer) {
  const headers = new Headers(answer.headers);
  for (const [name, text] of Object.entries(HEADERS)) headers.set(name, text);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** A drawing of a game as it is printed: it is the same until the program changes, and so made once. @param {any} event @param {string} name */
async function drawing(event, name) {
  const cache = await caches.open(CACHE);
  const address = `${BASE}${name}?v=${PARTS[PROGRAM]}`;
  const kept = await cache.match(address);
  if (kept) return dressed(kept);
  const made = await asked(event, `/${name}`);
  if (made.ok) event.waitUntil(cache.put(address, made.clone()).catch(() => {})); // a full store keeps less
  return made;
}

/** What a page asks of its house. @param {any} event @param {string} path */
async function asked(event, path) {
  const client = await worker.clients.get(event.clientId);
  if (!client) return Response.error();
  const { port1, port2 } = new MessageChannel();
  const body = event.request.method === 'GET' ? undefined : new Uint8Array(await event.request.arrayBuffer());
  const found = await new Promise((go) => {
    port1.onmessage = ({ data }) => go(data);
    setTimeout(() => go(null), PATIENCE);
    client.postMessage({ method: event.request.method, path, body }, [port2]);
  });
  if (!found) return Response.error();
  return dressed(new Response(found.data, { status: found.status, headers: [['content-type', found.kind], ...found.headers] }));
}
