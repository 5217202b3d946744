// @ts-check
/** Where the camera goes: to the decision, to the fight, away from under the panel. */

import { announce } from './dialog.js';
import { inmost } from './geometry.js';
import { onSheets } from './offered.js';

/** So long after somebody has moved the camera it stays where it is, in milliseconds. */
export const QUIET = 4000;

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').LogLine} Line */

/** Of the places where what is in hand may go so many are to be in sight: one at the rim tells nobody where to go. */
const ENOUGH = 3;

/** Whether a line tells of fighting, and where. @param {Line} line */
export const fought = (line) => (line.mark === 'battle' || line.mark === 'loss') && Boolean(line.spaces?.length);

/**
 * Where the decision is, if it is out of sight or one looks for the first time: what it is about, if that lies near
 * what one can take or go to, or a sheet beside the board lists all that; else the latter. Whether there is a
 * decision of mine that is anywhere.
 * @param {Game} game
 * @param {boolean} first
 */
export function lookWhere(game, first) {
  const { board, message } = game;
  if (board && !first && !game.past && !message?.picture?.sheets.length) notAstray(board);
  if (!board || !message?.prompt.mine || game.past) return false;
  const { camera } = board;
  camera.measure();
  camera.foot = game.cards?.over() ?? 0;
  const points = (/** @type {string[]} */ ids) => ids.map((id) => board.centreOf(id)).filter((point) => point !== null);
  const acts = points(game.choosing.bySpace.size ? [...game.choosing.bySpace.keys()] : [...game.choosing.byPiece.keys()].filter((id) => !board.pieces.get(id)?.picked));
  const about = points(message.prompt.focus ?? []);
  const seen = (/** @type {{x: number, y: number}[]} */ all, /** @type {number} */ least = 1) => all.filter((point) => camera.sees(point.x, point.y)).length >= Math.min(least, all.length);
  const told = game.coach?.points() ?? [];
  if (told.length) {
    if (!seen(told)) game.coach?.pointAgain();
    else if (!camera.foot) camera.settle();
    return true;
  }
  const heart = about.length ? inmost(about) : null;
  const listed = game.panel?.open() ? onSheets(message.picture) : new Set();
  const beside = !game.choosing.bySpace.size && [...game.choosing.byPiece.values()].flat().every((choice) => listed.has(choice.do));
  const far = heart && beside ? [] : acts;
  const goal = heart && (first || !seen(about)) && (!far.length || far.some((point) => camera.together(point, heart))) ? heart
    : far.length && ((first && camera.fitted && !camera.entire) || !seen(far, game.choosing.bySpace.size ? ENOUGH : 1)) ? inmost(far) : null;
  if (goal) camera.centre(goal.x, goal.y + camera.foot / 2 / camera.scale, !first);
  else if (!camera.foot) camera.settle();
  return acts.length + about.length > 0;
}

/** The panel of a phone has come up over the board, or gone down: what the decision is about stays in sight. @param {Game} game */
export async function panelMoved(game) {
  const { board, panel } = game;
  if (!board || !panel) return;
  await Promise.allSettled(panel.host.getAnimations().map((one) => one.finished));
  const port = board.camera.port.getBoundingClientRect();
  const under = panel.isSheet() ? Math.max(0, port.bottom - panel.host.getBoundingClientRect().top) : 0;
  board.camera.cover(under > port.height * 0.75 ? 0 : under);
  if (under) lookWhere(game, false);
}

/** Move to where there was fighting last. @param {Game} game */
export function lastBattle(game) {
  const line = [...game.lines].reverse().find(fought);
  if (!line?.spaces) return;
  game.board?.locate(line.spaces);
  game.board?.goTo(line.spaces);
  announce(line.text);
}

/** Nobody is left looking at an empty place: where no piece is in sight, the nearest one comes into it. @param {import('./board.js').BoardView} board */
function notAstray(board) {
  const { camera } = board;
  const pieces = [...board.spots.values()].filter((spot) => !spot.hidden);
  camera.measure();
  if (!pieces.length || camera.held || performance.now() - camera.touched < QUIET || pieces.some((spot) => camera.sees(spot.x, spot.y))) return;
  const x = (camera.middle.x - camera.x) / camera.scale;
  const y = (camera.middle.y - camera.y) / camera.scale;
  const near = pieces.reduce((best, spot) => (Math.hypot(spot.x - x, spot.y - y) < Math.hypot(best.x - x, best.y - y) ? spot : best));
  camera.centre(near.x, near.y);
}
