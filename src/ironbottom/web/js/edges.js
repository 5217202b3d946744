// @ts-check
/** The board moves on while the pointer rests at its edge, or while a piece is held there. */

import { settings } from './settings.js';

/** So near to the edge the pointer is at it, and with a piece in hand, in pixels. */
const EDGE = 12;
const HELD = 36;
/** So long it has to rest there: who only passes by means something else, in milliseconds. */
const REST = 450;
/** So fast the board moves, in pixels of the screen a second. */
const FAST = 620;

/** @param {import('./board.js').BoardView} board */
export function edges(board) {
  const { camera, port } = board;
  const way = { x: 0, y: 0 };
  let since = 0;
  let last = 0;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const step = (/** @type {number} */ now) => {
    frame = requestAnimationFrame(step);
    const time = Math.min(60, now - last);
    last = now;
    if (camera.fingers.size || board.host.querySelector('.fan')) return;
    if (camera.held || now - since > REST) camera.pan((way.x * FAST * time) / 1000, (way.y * FAST * time) / 1000);
  };
  port.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse' && !camera.held) return;
    if (!settings.edge && !camera.held) return stop();
    const box = port.getBoundingClientRect();
    const near = camera.held ? HELD : EDGE;
    const at = (/** @type {number} */ here, /** @type {number} */ room, /** @type {number} */ all) => (all <= room ? 0 : here < near ? 1 : here > room - near ? -1 : 0);
    const x = at(event.clientX - box.left, camera.wide, board.board.width * camera.scale);
    const y = at(event.clientY - box.top, camera.high - camera.under, board.board.height * camera.scale);
    if (!x && !y) return stop();
    if (x !== way.x || y !== way.y || !frame) since = last = performance.now();
    Object.assign(way, { x, y });
    if (!frame) frame = requestAnimationFrame(step);
  });
  for (const name of ['pointerleave', 'pointerdown', 'pointerup', 'pointercancel', 'wheel']) port.addEventListener(name, stop, { passive: true });
}
