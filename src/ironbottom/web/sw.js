// @ts-check
/**
 * The service worker of the page at a server: it keeps the page's own files and the reader's last list of games, gives
 * them out where there is no network, and shows what a push service brings. `server/pages.py` puts before this which
 * files there are, and a digest of them. A tab that is its own server has another one (`site/sw.js`).
 */
const scope = /** @type {any} */ (self);
/** @type {string} */
const VERSION = scope.VERSION;
/** @type {Set<string>} */
const FILES = new Set(scope.FILES);
const PAGE = `ironbottom-page-${VERSION}`;
/** What only this reader may see: the page removes it when somebody else signs in here. */
const LISTS = 'ironbottom-lists';
/** The tables that the page has seen last, and their drawings, which it puts there itself (`js/offline.js`). */
const TABLES = 'ironbottom-tables';
const LISTED = ['/api/me', '/api/games', '/api/tables', '/api/tables?hidden=true'];
/** The header that says since when an answer has lain here. */
const KEPT = 'x-ironbottom-kept';

scope.addEventListener('install', (/** @type {any} */ event) => {
  scope.skipWaiting(); // the files come from the network first, so an older page loses nothing
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll([...FILES].map((name) => new Request(`/${name === 'index.html' ? '' : name}`, { cache: 'no-cache' })))));
});

scope.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('ironbottom-page-') && name !== PAGE).map((name) => caches.delete(name)))));
});

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api/') && !url.pathname.includes('.')) event.respondWith(fetch(request).catch(() => fromHere('/')));
  } else if (FILES.has(url.pathname.slice(1))) event.respondWith(fetch(request).catch(() => fromHere(url.pathname)));
  else if (/^\/g\/.*\/cover\.\w+$/.test(url.pathname)) event.respondWith(listed(request));
  else if (url.pathname.startsWith('/g/')) event.respondWith(fetch(request).catch(() => drawn(url.pathname)));
  else if (LISTED.includes(url.pathname + url.search)) event.respondWith(listed(request));
});

/** A file of the page, as it was when this worker came. @param {string} path */
async function fromHere(path) {
  return await (await caches.open(PAGE)).match(path) ?? Response.error();
}

/** A drawing of a table that is kept. @param {string} path */
async function drawn(path) {
  return await (await caches.open(TABLES)).match(path, { ignoreVary: true }) ?? Response.error();
}

/** A list, as new as there is one. @param {Request} request */
async function listed(request) {
  const cache = await caches.open(LISTS);
  try {
    const answer = await fetch(request);
    if (answer.status < 502 || answer.status > 504) {
      if (answer.ok) {
        const headers = new Headers(answer.headers);
        headers.set(KEPT, new Date().toISOString());
        await cache.put(request.url, new Response(await answer.clone().blob(), { headers })).catch(() => {}); // a full store keeps less
      }
      return answer;
    }
  } catch {
    // no network
  }
  return await cache.match(request.url) ?? Response.error();
}

scope.addEventListener('push', (/** @type {any} */ event) => {
  const message = event.data?.json() ?? {};
  event.waitUntil(show(String(message.title ?? 'Ironbottom'), String(message.text ?? ''), String(message.place ?? '/')));
});

/** @param {string} title @param {string} body @param {string} place */
async function show(title, body, place) {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // who has the table before him sees it
  if (place !== '/' && open.some((/** @type {any} */ one) => one.visibilityState === 'visible' && new URL(one.url).pathname === place)) return;
  await scope.registration.showNotification(title, { body, tag: place, renotify: true, data: place, icon: '/icons/mark-192.png', badge: '/icons/mark-192.png' });
}

scope.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(go(String(event.notification.data ?? '/')));
});

/** @param {string} place */
async function go(place) {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((/** @type {any} */ one) => new URL(one.url).pathname === place);
  await (there ? there.focus() : scope.clients.openWindow(place));
}

/** A push service has given this device another address. */
scope.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const options = event.oldSubscription?.options;
    const fresh = event.newSubscription ?? (options ? await scope.registration.pushManager.subscribe(options) : null);
    if (!fresh) return;
    const { endpoint, keys } = fresh.toJSON();
    await fetch('/api/notices/push', {
      method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' }, body: JSON.stringify({ endpoint, keys }),
    });
  })());
});
