// @ts-check
/**
 * What stands around the page of a tab that is its own server: it fetches the parts once, keeps them for the time
 * without a network, starts the house in a worker, and shows the page in a frame. One tab at a time holds the games.
 */

import { HEADERS } from './headers.js';

/** @typedef {{version: string, python: string, program: string, parts: Record<string, {tag: string, size: number, packed: number, gz?: boolean}>}} Site */

const BASE = new URL('..', import.meta.url).href;
const CACHE = 'ironbottom-parts';
/** Where the parts lay before they were checked. */
const UNCHECKED = 'ironbottom';
const LIST = new URL('site.json', BASE).href;
const LOCK = 'ironbottom';
const HOME = 'home';
/** So long a tab that is closing may take to let go of the games, in milliseconds. */
const CLOSING = 1500;
/** After so many milliseconds somebody is made ready to think: what is asked for at once comes first. */
const WARM = 2500;
/** So long a network may take to say which version is the newest, where one is here, in milliseconds. */
const SLOW = 3000;
/** After so many milliseconds in which nothing comes the network is given up. */
const SILENCE = 30000;
/** Bytes between two looks at the progress bar. */
const STRIDE = 1 << 16;
const KINDS = /** @type {Record<string, string>} */ ({ '.wasm': 'application/wasm', '.mjs': 'text/javascript', '.js': 'text/javascript' });
const STEPS = /** @type {Record<string, string>} */ ({
  python: 'Starting Python …',
  program: 'Unpacking the games …',
  house: 'Setting the tables …',
});

const cover = /** @type {HTMLElement} */ (document.getElementById('cover'));
const told = /** @type {HTMLElement} */ (document.getElementById('told'));
const more = /** @type {HTMLElement} */ (document.getElementById('more'));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById('bar'));
const choices = /** @type {HTMLElement} */ (document.getElementById('choices'));
const notice = /** @type {HTMLElement} */ (document.getElementById('notice'));
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById('page'));
const others = new BroadcastChannel('ironbottom');

/** @type {Worker|null} */
let house = null;
/** @type {Promise<MessagePort>|null} a page may be there before the house is open */
let opened = null;

/** The service worker that gave out this shell, where one did. */
const LOADED_BY = navigator.serviceWorker?.controller?.scriptURL;

theme();
start().catch((problem) => stop(problem instanceof Error ? problem.message : String(problem)));

async function start() {
  if (!('serviceWorker' in navigator) || !('locks' in navigator) || typeof WebAssembly !== 'object') {
    stop('This window cannot run the game by itself.', 'It needs service workers, which some browsers switch off in private windows and where a page does not come by https. Open a normal window, or install the program: see its README.');
    return;
  }
  let mine = false;
  await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(CLOSING) }, async () => {
    mine = true;
    await run();
  }).catch((problem) => {
    if (mine) throw problem;
    elsewhere();
  });
}

/** Hold the games until another tab asks for them. */
async function run() {
  const let_go = new Promise((go) => {
    others.onmessage = ({ data }) => { if (data === 'give') go(null); };
  });
  const kept = await keptSite();
  const newest = await newestSite(kept ? SLOW : SILENCE).catch((problem) => {
    if (!kept) throw problem;
    return kept;
  });
  let site = newest;
  try {
    await fetchParts(newest, kept !== null && kept.version !== newest.version);
    await serve(newest);
  } catch (problem) {
    // the version that is here plays on until the newer one is whole
    if (!kept || !navigator.serviceWorker.controller) throw problem;
    site = kept;
  }
  if (LOADED_BY && navigator.serviceWorker.controller?.scriptURL !== LOADED_BY) {
    location.reload(); // this shell is of another version than what it would open
    await new Promise(() => {});
  }
  if (!self.crossOriginIsolated && !sessionStorage.getItem('ironbottom.apart')) {
    sessionStorage.setItem('ironbottom.apart', '1'); // once: what the service worker says of this page holds from now on
    location.reload();
    await new Promise(() => {});
  }
  const mine = open(site);
  await let_go;
  await close(mine);
  elsewhere();
}

/** Another tab has the games. */
function elsewhere() {
  cover.hidden = false;
  bar.hidden = true;
  say('Ironbottom is open in another tab of this browser.', 'Only one tab at a time can hold your games. They go on here as they stand there.');
  const here = document.createElement('button');
  here.className = 'button primary';
  here.textContent = 'Go on in this tab';
  here.addEventListener('click', () => {
    choices.replaceChildren();
    say('Waiting for the other tab …');
    others.postMessage('give');
    void navigator.locks.request(LOCK, async () => {
      bar.hidden = false;
      await run();
    }).catch((problem) => stop(String(problem)));
  });
  choices.replaceChildren(here);
}

/** @param {string} text @param {string} [rest] */
function say(text, rest = '') {
  told.textContent = text;
  more.textContent = rest;
}

/** @param {string} text @param {string} [rest] */
function stop(text, rest = '') {
  cover.hidden = false;
  frame.hidden = true;
  bar.hidden = true;
  say(text, rest);
  const again = document.createElement('button');
  again.className = 'button';
  again.textContent = 'Try again';
  again.addEventListener('click', () => location.reload());
  choices.replaceChildren(again);
}

// --- the parts -----------------------------------------------------------------------------------------------------

/** @param {string} name @param {string} tag */
const address = (name, tag) => new URL(`${name}?v=${tag}`, BASE).href;
const mega = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);

/** The version that is here whole. @returns {Promise<Site|null>} */
async function keptSite() {
  return await (await (await caches.open(CACHE)).match(LIST))?.json() ?? null;
}

/** The newest version that there is. @param {number} patience @returns {Promise<Site>} */
async function newestSite(patience) {
  const nothing = 'There is no network, and not all of the program is here yet.';
  const answer = await fetch(LIST, { cache: 'no-store', signal: AbortSignal.timeout(patience) }).catch(() => { throw new Error(nothing); });
  if (!answer.ok) throw new Error(`The server does not give out the program now (${answer.status}).`);
  const site = await answer.json().catch(() => null); // a network that wants one to sign in first answers all with its own page
  if (typeof site?.version !== 'string' || !site.parts) throw new Error('Something else than the program is given out at this address. Does your network want you to sign in?');
  return site;
}

/** Fetch what is not here yet, and check it. @param {Site} site @param {boolean} older whether one can play without it */
async function fetchParts(site, older) {
  const cache = await caches.open(CACHE);
  const have = new Set((await cache.keys()).map((request) => request.url));
  const wanted = Object.entries(site.parts).filter(([name, part]) => !have.has(address(name, part.tag)));
  const total = wanted.reduce((sum, [, part]) => sum + part.packed, 0);
  const rest = new AbortController();
  let quiet = 0;
  let done = 0;
  let shown = 0;
  const heard = () => {
    window.clearTimeout(quiet);
    quiet = window.setTimeout(() => rest.abort(new Error('The network has fallen silent.')), SILENCE);
  };
  const show = () => {
    if (rest.signal.aborted) return; // what went wrong stays to be read
    if (done < total && done - shown < STRIDE) return;
    shown = done;
    bar.value = total ? Math.min(1, done / total) : 1;
    say(`Fetching ${older ? 'the new version' : 'the program'}: ${mega(done)} of ${mega(total)} MB`, older ? 'Only what has changed. Your games stay.' : 'Once. From then on it is here, and needs no network. Nothing that you play leaves this browser.');
  };
  heard();
  if (total > STRIDE) show();
  if (older && total > STRIDE) {
    const now = document.createElement('button');
    now.className = 'button';
    now.textContent = 'Play the version that is here';
    now.addEventListener('click', () => rest.abort());
    choices.replaceChildren(now);
  }
  await Promise.all(wanted.map(async ([name, part]) => {
    const url = address(name, part.tag);
    // a browser's own store may hold what was wrong, and a server tells by the second alone that a part has changed
    const answer = await fetch(part.gz ? address(`${name}.gz`, part.tag) : url, { cache: 'no-store', signal: rest.signal });
    if (!answer.ok || !answer.body) throw new Error(`${name} could not be fetched (${answer.status}).`);
    /** How much of what comes in there is on the way. */
    const share = part.gz ? 1 : part.packed / part.size;
    let body = answer.body.pipeThrough(new TransformStream({
      transform(chunk, to) {
        done += chunk.byteLength * share;
        heard();
        show();
        to.enqueue(chunk);
      },
    }));
    if (part.gz) body = body.pipeThrough(new DecompressionStream('gzip'));
    const headers = { ...HEADERS, 'content-type': KINDS[name.slice(name.lastIndexOf('.'))] ?? answer.headers.get('content-type') ?? 'application/octet-stream' };
    const bytes = await new Response(body).arrayBuffer();
    if (await tagOf(bytes) !== part.tag) throw new Error(`${name} is not what it should be: perhaps a new version is being put up just now.`);
    await cache.put(url, new Response(bytes, { headers }));
  })).catch(async (problem) => {
    rest.abort();
    if (problem?.name !== 'QuotaExceededError') throw problem;
    await Promise.all(wanted.map(([name, part]) => cache.delete(address(name, part.tag)))); // games need the room
    const needed = Object.values(site.parts).reduce((sum, part) => sum + part.size, 0);
    throw new Error(`This browser has no room for the program, which needs ${mega(needed)} MB. Let it forget what other pages keep, or free some space on this device.`);
  }).finally(() => {
    window.clearTimeout(quiet);
    choices.replaceChildren();
  });
  bar.value = 1;
}

/** The name of a part's version. @param {ArrayBuffer} bytes */
async function tagOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Have the service worker of this version in charge, and let go of what is of an earlier one. @param {Site} site */
async function serve(site) {
  const wanted = new URL(`sw.js?v=${site.version}`, BASE).href;
  const controlled = () => navigator.serviceWorker.controller?.scriptURL === wanted;
  if (!controlled()) {
    const found = await navigator.serviceWorker.register(wanted, { scope: BASE });
    await new Promise((go, fail) => {
      const look = () => { if (controlled()) go(null); };
      navigator.serviceWorker.addEventListener('controllerchange', look);
      look();
      const mine = [found.installing, found.waiting, found.active].find((one) => one?.scriptURL === wanted);
      const take = () => {
        if (mine?.state === 'redundant') fail(new Error('The new version could not be put in charge.'));
        else if (mine?.state !== 'installing') mine?.postMessage('take');
      };
      mine?.addEventListener('statechange', take);
      take();
    });
  }
  const cache = await caches.open(CACHE);
  await cache.put(LIST, new Response(JSON.stringify(site), { headers: { 'content-type': 'application/json' } }));
  const now = new Set(Object.values(site.parts).map((part) => part.tag));
  for (const { url } of await cache.keys()) if (!now.has(new URL(url).searchParams.get('v') ?? '') && url !== LIST) await cache.delete(url);
  await caches.delete(UNCHECKED);
}

// --- the house ------------------------------------------------------------------------------------------------------

/** @param {Site} site */
function open(site) {
  bar.removeAttribute('value');
  say(STEPS.python);
  const mine = new Worker(new URL('tab/house.js', BASE), { type: 'module', name: 'ironbottom-house' });
  house = mine;
  let ready = (/** @type {any} */ _) => {};
  /** @type {Promise<any>} */
  const open_ = new Promise((go) => { ready = go; });
  let kept = true;
  mine.onmessage = ({ data }) => {
    if (data.step) say(STEPS[data.step] ?? '');
    else if (data.unkept) kept = false;
    else if (data.open) ready(null);
    else if (data.failed) stop('The game could not start in this browser.', data.failed);
  };
  mine.onerror = (event) => stop('The game could not start in this browser.', event.message);
  const most = (navigator.hardwareConcurrency || 2) > 3 ? 2 : 1;
  mine.postMessage({ base: BASE, parts: { python: site.python, program: site.program }, most });
  void open_.then(() => {
    if (!kept) tell('This window keeps nothing: your games end with it.');
    else void navigator.storage.persist?.();
    show(location.hash.slice(1));
    window.setTimeout(() => { if (house === mine) mine.postMessage({ warm: true }); }, WARM);
  });
  return mine;
}

/** @param {Worker} mine */
async function close(mine) {
  await new Promise((go) => {
    mine.onmessage = ({ data }) => { if (data.ended || data.failed) go(null); };
    window.setTimeout(() => go(null), 3000);
    mine.postMessage({ end: true });
  });
  mine.terminate();
  house = null;
  frame.hidden = true;
  frame.src = 'about:blank';
  notice.hidden = true;
}

/** @param {string} text */
function tell(text) {
  const away = document.createElement('button');
  away.className = 'link-button';
  away.textContent = 'Close';
  away.addEventListener('click', () => { notice.hidden = true; });
  notice.replaceChildren(text, away);
  notice.hidden = false;
}

// --- the page in the frame -------------------------------------------------------------------------------------------

/** @param {string} path such as "/t/KEY" */
function show(path) {
  const inside = path.startsWith('/') && !path.startsWith('//') ? path.slice(1) : '';
  frame.src = new URL(inside === '' || inside.startsWith('?') ? `${HOME}${inside}` : inside, BASE).href;
}

/** The path of the page in the frame. */
function shown() {
  const { pathname, search } = /** @type {Window} */ (frame.contentWindow).location;
  const inside = pathname.slice(new URL(BASE).pathname.length);
  return `/${inside === HOME ? '' : inside}${search}`;
}

window.addEventListener('message', ({ source, origin, data, ports }) => {
  if (source !== frame.contentWindow || origin !== location.origin || data?.ironbottom !== 'page' || !house) return;
  house.postMessage({ page: true }, [ports[0]]);
  cover.hidden = true;
  frame.hidden = false;
  history.replaceState(null, '', `#${shown()}`);
  const inside = /** @type {Document} */ (frame.contentDocument);
  const name = () => {
    document.title = inside.title;
    const icon = inside.querySelector('link[rel="icon"]')?.getAttribute('href');
    if (icon) document.querySelector('link[rel="icon"]')?.setAttribute('href', icon.replace(/^\//, ''));
  };
  name();
  new MutationObserver(name).observe(inside.head, { subtree: true, childList: true, characterData: true, attributes: true });
  frame.contentWindow?.focus();
});

window.addEventListener('hashchange', () => {
  if (house && location.hash.slice(1) !== shown()) show(location.hash.slice(1));
});

/** The colours that the reader has chosen in the page. */
function theme() {
  let chosen = 'system';
  try {
    chosen = JSON.parse(localStorage.getItem('ironbottom.settings') ?? '{}').theme ?? 'system';
  } catch {
    // a browser that keeps nothing still plays
  }
  const dark = chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'room';
  document.documentElement.dataset.theme = dark ? 'room' : 'chart';
}
