// @ts-check
/**
 * How the page reaches its house within a tab: by messages to the worker that holds it, over a port that the shell
 * around the frame hands on. It stands in the place of `web/js/wire.js`.
 */

/** Whether nobody else can come to this house. */
export const ALONE = true;

/** Where the site lies on its server. */
const BASE = new URL('.', window.parent.location.href).pathname;
/** What the page's first address is called: the site's own is the shell's. */
const HOME = 'home';

const { port1: port, port2 } = new MessageChannel();
window.parent.postMessage({ ironbottom: 'page' }, location.origin, [port2]);

/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
/** @type {Map<number, Line>} */
const lines = new Map();
let counter = 0;

port.onmessage = (/** @type {MessageEvent<any>} */ { data }) => {
  if (data.line !== undefined) lines.get(data.line)?.heard(data);
  else {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  }
};

/** @param {string} method @param {string} path @param {Uint8Array} [body] @returns {Promise<any>} */
function asked(method, path, body) {
  counter += 1;
  const id = counter;
  return new Promise((go) => {
    waiting.set(id, go);
    port.postMessage({ id, method, path, body });
  });
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export async function ask(path, init) {
  const body = init?.body === undefined || init.body === null ? undefined : new Uint8Array(await new Response(init.body).arrayBuffer());
  const { status, kind, headers, data } = await asked(init?.method ?? 'GET', path, body);
  return new Response(status === 204 || status === 304 ? null : data, { status, headers: [['content-type', kind], ...headers] });
}

/** A live connection, with what the page uses of a WebSocket. */
class Line {
  /** @param {string} path */
  constructor(path) {
    counter += 1;
    this.id = counter;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void)|null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void)|null} */
    this.onmessage = null;
    /** @type {((event: {code: number, reason: string}) => void)|null} */
    this.onclose = null;
    lines.set(this.id, this);
    port.postMessage({ line: this.id, open: path });
  }

  /** @param {any} data */
  heard(data) {
    if (data.accepted) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (data.text !== undefined) this.onmessage?.({ data: data.text });
    else {
      this.readyState = WebSocket.CLOSED;
      lines.delete(this.id);
      this.onclose?.(data);
    }
  }

  /** The page says no more than that it is there, which nobody doubts here. */
  send() {}

  close() {
    if (!lines.delete(this.id)) return;
    this.readyState = WebSocket.CLOSED;
    port.postMessage({ line: this.id, close: true });
  }
}

/** A live connection. @param {string} path @returns {WebSocket} */
export function connect(path) {
  return /** @type {any} */ (new Line(path));
}

/** Where an address of the page lies, such as "/t/KEY". @param {string} path */
export function at(path) {
  return path === '/' || path.startsWith('/?') ? `${BASE}${HOME}${path.slice(1)}` : `${BASE}${path.slice(1)}`;
}

/** Show another page of ours. @param {string} path */
export function go(path) {
  location.href = at(path);
}

/** The address of this page. */
export function here() {
  const path = location.pathname.slice(BASE.length);
  return path === HOME ? '/' : `/${path}`;
}

// What the page asks for by an address (pictures above all) comes back here from the service worker.
navigator.serviceWorker?.addEventListener('message', async ({ data, ports }) => {
  if (!data?.path) return;
  const { status, kind, headers, data: bytes } = await asked(data.method, data.path, data.body);
  ports[0].postMessage({ status, kind, headers, data: bytes }, [bytes.buffer]);
});
navigator.serviceWorker?.startMessages();

// There is one page: what would open beside it opens in its place, but for the documents, which need none.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
  if (link instanceof HTMLAnchorElement && link.origin === location.origin && !link.pathname.startsWith(`${BASE}docs/`)) link.removeAttribute('target');
}, true);
