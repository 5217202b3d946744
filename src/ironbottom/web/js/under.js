// @ts-check
/** What on the board lies under the pointer, and what is meant by it. */

import { spaceAt } from './geometry.js';

/** @typedef {import('./board.js').BoardView} BoardView */

/** @param {BoardView} board @param {Event} event @returns {{piece: string|null, space: string|null, pile: string[]}} */
export function under(board, event) {
  const target = event.target instanceof Element ? event.target : null;
  const piece = target?.closest('.piece')?.getAttribute('data-id') ?? null;
  if (piece) {
    const space = board.root(board.pieces.get(piece)?.place ?? '');
    const goal = goalUnder(board, event);
    return goal && goal !== space ? { piece: null, space: goal, pile: [] } : { piece, space, pile: board.pileOf(piece) };
  }
  // a sign stands for its place, over whose rim it may reach, as do what it costs to go there and what there is to do
  const space = target?.closest('.space')?.getAttribute('data-id') ?? target?.closest('[data-goal]')?.getAttribute('data-goal')
    ?? target?.closest('.mark-sign')?.getAttribute('data-mark') ?? null;
  return { piece: null, space, pile: [] };
}

/** Where what is selected may go: a piece beside that place which reaches over its rim does not stand for it.
 * @param {BoardView} board @param {Event} event */
function goalUnder({ board, camera, scene }, event) {
  if (!scene?.selected || !(event instanceof MouseEvent) || (event.type === 'click' ? !event.detail : event.type !== 'pointermove')) return null;
  const { x, y } = camera.point(event.clientX, event.clientY);
  const id = spaceAt(board.spaces, x, y)?.id;
  return id !== undefined && scene.lit.has(id) ? id : null;
}
