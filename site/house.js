// @ts-check
/**
 * The worker that holds the house: Python with the program and the database. It answers the page in the frame, one page
 * at a time, by messages over a port that the shell hands it.
 */
import { Mate } from './crew.js';
import { closeFiles, fileSystem, held, openFiles } from './opfs.js';
import { startPython } from './python.js';

const DATA = '/data';

/** @type {any} the `Bridge` of Python */
let house = null;
/** @type {Map<string, any>} */
let files = new Map();
/** @type {{port: MessagePort, lines: Map<number, any>}|null} the page in the frame */
let page = null;

/** @param {{base: string, parts: any, most: number}} given */
async function open({ base, parts, most }) {
  const told = (/** @type {string} */ step) => self.postMessage({ step });
  const [python, opened] = await Promise.all([
    startPython(base, parts, told),
    openFiles().catch((problem) => {
      // games that are there are never left aside for a house without any
      if (held(problem)) throw new Error('Your games are held by another tab or window that has not let go of them. Close it, and try again.');
      self.postMessage({ unkept: String(problem) });
      return new Map();
    }),
  ]);
  files = opened;
  const { FS, ERRNO_CODES } = python;
  FS.mkdirTree(DATA);
  let cookie = '';
  if (files.size) {
    FS.mount(fileSystem(FS, ERRNO_CODES, files), {}, DATA);
    const player = files.get('player');
    const text = new Uint8Array(player.getSize());
    player.read(text, { at: 0 });
    cookie = new TextDecoder().decode(text);
  }
  told('house');
  const flush = () => { files.get('ironbottom.sqlite3')?.flush(); };
  const keep = (/** @type {string} */ text) => {
    const player = files.get('player');
    if (!player) return;
    player.truncate(0);
    player.write(new TextEncoder().encode(text), { at: 0 });
    player.flush();
  };
  const make = python.runPython('from ironbottom.tab.bridge import Bridge; Bridge');
  house = make(DATA, () => new Mate(base, parts), most, flush, cookie, keep);
  await house.begin();
  self.postMessage({ open: true, kept: files.size > 0 });
}

/** @param {MessagePort} port */
function take(port) {
  if (page) {
    for (const line of page.lines.values()) line.gone();
    page.port.close();
  }
  const mine = { port, lines: new Map() };
  page = mine;
  port.onmessage = ({ data }) => {
    if (data.open) {
      const line = house.connect(
        data.open,
        (/** @type {string} */ text) => port.postMessage({ line: data.line, text }),
        () => port.postMessage({ line: data.line, accepted: true }),
        (/** @type {number} */ code, /** @type {string} */ reason) => {
          mine.lines.delete(data.line);
          port.postMessage({ line: data.line, code, reason });
        },
      );
      mine.lines.set(data.line, line);
    } else if (data.close) {
      mine.lines.get(data.line)?.gone();
      mine.lines.delete(data.line);
    } else if (data.method === 'GET' && data.path.startsWith('/g/')) {
      drawings.push(() => answer(port, data));
      if (drawings.length === 1) void draw();
    } else void answer(port, data);
  };
}

/** What is to be drawn still. @type {(() => Promise<void>)[]} */
const drawings = [];

/** One drawing takes as long as fifty acts: whatever is asked between two of them goes first. */
async function draw() {
  while (drawings.length) {
    await new Promise((go) => { setTimeout(go, 0); });
    await drawings[0]();
    drawings.shift();
  }
}

/** @param {MessagePort} port @param {{id: number, method: string, path: string, body?: Uint8Array}} asked */
async function answer(port, { id, method, path, body }) {
  const [status, kind, headers, data] = await house.ask(method, path, body);
  port.postMessage({ id, status, kind, headers, data }, [data.buffer]);
}

self.onmessage = async ({ data, ports }) => {
  try {
    if (data.parts) await open(data);
    else if (data.page) take(ports[0]);
    else if (data.warm) await house.warm();
    else if (data.end) {
      await house?.end();
      closeFiles(files);
      self.postMessage({ ended: true });
    }
  } catch (problem) {
    self.postMessage({ failed: String(problem instanceof Error ? problem.message : problem) });
  }
};
