// @ts-check
/** A frame drawn over the board, with Ctrl held: the pieces in it go together. */

import { h } from './dom.js';

/** A frame smaller than this is a click, in pixels. */
const LEAST = 8;

/**
 * @param {import('./board.js').BoardView} board
 * @param {(ids: string[]) => void} take what to do with the pieces whose middle lies in the frame, from left to right
 */
export function frames(board, take) {
  const { camera, port } = board;
  /** @type {{x: number, y: number, pointer: number, frame: HTMLElement|null}|null} */
  let drag = null;
  // before the camera and the pieces hear of it: a press with Ctrl moves neither
  port.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch' || !(event.ctrlKey || event.metaKey)) return;
    drag = { x: event.clientX, y: event.clientY, pointer: event.pointerId, frame: null };
    event.stopPropagation();
  }, { capture: true });
  port.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    event.stopPropagation();
    const wide = Math.abs(event.clientX - drag.x);
    const high = Math.abs(event.clientY - drag.y);
    if (!drag.frame) {
      if (Math.max(wide, high) < LEAST) return;
      drag.frame = h('div', { class: 'marquee' });
      board.host.append(drag.frame);
      port.setPointerCapture(event.pointerId);
    }
    const box = board.host.getBoundingClientRect();
    const [left, top] = [Math.min(event.clientX, drag.x) - box.left, Math.min(event.clientY, drag.y) - box.top];
    Object.assign(drag.frame.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
  }, { capture: true });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { frame, x, y } = drag;
    drag = null;
    if (!frame) return;
    frame.remove();
    camera.dragged = true; // the click that follows is none
    window.setTimeout(() => { camera.dragged = false; }, 30);
    if (event.type !== 'pointerup') return;
    const [a, b] = [camera.point(x, y), camera.point(event.clientX, event.clientY)];
    const within = (/** @type {number} */ at, /** @type {number} */ one, /** @type {number} */ other) => at >= Math.min(one, other) && at <= Math.max(one, other);
    const spots = [...board.spots.values()].filter((spot) => within(spot.x, a.x, b.x) && within(spot.y, a.y, b.y));
    take(spots.sort((one, other) => one.x - other.x).map((spot) => spot.id));
  };
  port.addEventListener('pointerup', end, { capture: true });
  port.addEventListener('pointercancel', end, { capture: true });
}
