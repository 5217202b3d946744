// @ts-check
/** The practice board: it shows the example of a rule, is then one's own to try, and goes when one leaves it. */

import { toast } from './dialog.js';
import { post } from './net.js';
import { recall, remember } from './settings.js';
import { setOrigin } from './analysis.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./analysis.js').Origin} Origin */

const KEPT = 'practice';

/** Whether a table is a practice board. @param {Game} game */
export function practising(game) {
  return game.message?.mode === 'practice';
}

/** Show the example of a rule, or try it; the way back leads to the game that one came from. @param {Game} game @param {string} rule @param {boolean} [trying] */
export async function practise(game, rule, trying = false) {
  /** @type {Origin|null} */
  const before = practising(game) ? recall(`origin.${game.id}`, null) : { game: game.id, at: game.replaying.on ? game.replaying.at : null };
  if (practising(game)) game.leaving(); // the board before this one goes
  else game.link.live?.close();
  /** @type {{id: string}} */
  let answer;
  try {
    answer = await post('/api/practice', { game: game.message?.game, rule, trying });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    game.leaving(false);
    return;
  }
  if (practising(game)) remember(`origin.${game.id}`, null);
  if (before) setOrigin(answer.id, { ...before, rule });
  remember(KEPT, answer.id);
  await (await import('./visit.js')).visit(game, `/t/${answer.id}`); // the first page has this module, and not the table's
}

/** A practice board is gone: nothing is kept of it. @param {string} id */
export function forgetPractice(id) {
  if (recall(KEPT, '') !== id) return;
  remember(KEPT, '');
  remember(`origin.${id}`, null);
}

/** A practice board that was left by whatever way goes at the next page. @param {string} [here] the table of this page */
export async function clearPractice(here = '') {
  const id = recall(KEPT, '');
  if (!id || id === here) return;
  forgetPractice(id);
  await post(`/api/tables/${id}/delete`).catch(() => {}); // gone already
}
