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
const CACHE = 'ironbottom-parts';
/** Where the parts lay before they were checked: some may hold what is another version's. */
const UNCHECKED = 'ironbottom';
/** What the page calls its own addresses. */
const PAGES = ['home', 'page.html', 't', 'me', 'join', 'workshop', 'aid'];
const PROGRAM = 'program.tar.zst';
const worker = /** @type {any} */ (self);
const BASE = new URL(worker.registration.scope).pathname;
/** So long a page may take to answer for its house, in milliseconds. */
const PATIENCE = 60000;
/** So often it is looked whether that page is still there. */
const LOOK = 1000;

// A version is in charge once it is here whole, and the shell says so: until then the one before it plays on.
worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(whole()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take') event.waitUntil(Promise.all([worker.skipWaiting(), worker.clients.claim().catch(() => {})]));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const name = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname.slice(1);
  const { request } = event;
  if (request.mode === 'navigate') {
    if (request.destination === 'iframe') event.respondWith(part('page.html'));
    else if (name === '' || name === 'index.html') event.respondWith(part('index.html'));
    else if (PAGES.includes(name.split('/')[0])) event.respondWith(Response.redirect(around(name, url.search), 302));
  } else if (url.searchParams.has('v')) return; // the shell fetches a version, which may be another one
  else if (name in PARTS) event.respondWith(part(name));
  else if (name.startsWith('g/')) event.respondWith(drawing(event, name));
  else if (name.startsWith('api/')) event.respondWith(asked(event, `/${name}${url.search}`));
});

/** Refuse to be installed while a part is missing. */
async function whole() {
  if (await caches.has(UNCHECKED)) {
    await worker.skipWaiting(); // the shell of that time can fetch nothing
    return;
  }
  const have = new Set((await (await caches.open(CACHE)).keys()).map((/** @type {Request} */ kept) => kept.url));
  const missing = Object.keys(PARTS).find((name) => !have.has(new URL(at(name), location.origin).href));
  if (missing) throw new Error(`${missing} is not here yet`);
}

/** Where a page of the frame is seen with the shell around it, which it needs. @param {string} name @param {string} search */
function around(name, search) {
  const inside = name === 'home' || name === 'page.html' ? '' : name;
  return new URL(`${BASE}#/${inside}${search}`, location.origin).href;
}

/** @param {string} name */
const at = (name) => `${BASE}${name}?v=${PARTS[name]}`;

/** @param {string} name */
async function part(name) {
  const address = at(name);
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
  /** @type {number} */
  let look = 0;
  const found = await new Promise((go) => {
    port1.onmessage = ({ data }) => go(data);
    setTimeout(() => go(null), PATIENCE);
    // while an answer is awaited from a page that is gone, no newer version can take charge
    look = setInterval(async () => { if (!await worker.clients.get(event.clientId)) go(null); }, LOOK);
    client.postMessage({ method: event.request.method, path, body }, [port2]);
  });
  clearInterval(look);
  if (!found) return Response.error();
  return dressed(new Response(found.data, { status: found.status, headers: [['content-type', found.kind], ...found.headers] }));
}
