// @ts-check
/** The dice of a game: what this page gives for them before it begins, and what can be checked of them. */

import { dialog } from './dialog.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { get, post } from './net.js';
import { recall, remember } from './settings.js';
import { sha256 } from './sha256.js';

/** @typedef {import('./types.js').Dice} Dice */
/** @typedef {{number: string, commitment: string, seed_hash: string}} Kept what this page gave, and for what */

/** What is on its way; a browser that keeps nothing has its numbers here. @type {Map<string, Kept>} */
const kept = new Map();
/** @type {Set<string>} */
const sending = new Set();

/** @param {string} id @returns {Kept|null} */
function given(id) {
  return recall(`dice.${id}`) ?? kept.get(id) ?? null;
}

/** @param {string} number */
function hashOf(number) {
  return sha256(`ironbottom number ${number}`);
}

/** The hash that is shown of a seed, which is told in hex. @param {string} seed */
function hashOfSeed(seed) {
  const bytes = (seed.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  return sha256(new Uint8Array([...new TextEncoder().encode('ironbottom seed '), ...bytes]));
}

/** A number that nobody can guess. */
function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Give what is wanted of this page. A number to which it is committed and that it does not know (it was lost, or is in
 * another browser) makes everything begin anew.
 * @param {string} id @param {Dice|null} dice
 */
export async function giveForDice(id, dice) {
  if (!dice?.wanted || sending.has(id)) return;
  const { seat, what } = dice.wanted;
  const known = given(id);
  const mine = what === 'shown' && known && hashOf(known.number) === dice.commitment ? known.number : fresh();
  const shown = what === 'number' || known?.number === mine;
  const commitment = what === 'number' ? dice.commitment : hashOf(mine);
  /** @type {Kept} */
  const mark = { number: mine, commitment, seed_hash: dice.seed_hash };
  kept.set(id, mark);
  remember(`dice.${id}`, mark);
  sending.add(id);
  try {
    await post(`/api/tables/${id}/dice`, { seat, ...(shown ? { number: mine } : { commitment }) });
  } catch {
    // another page of this player was quicker, or the line is down: what is wanted then is asked for again
  } finally {
    sending.delete(id);
  }
}

/** Give all that is wanted of this page now, so that the game begins if it can. @param {string} id */
export async function settleDice(id) {
  for (let i = 0; i < 3; i += 1) {
    const { dice } = await get(`/api/tables/${id}`);
    if (!dice?.wanted) return;
    await giveForDice(id, dice);
  }
}

/** In plain words: who gave what for the dice, and what this page can check of it. @param {import('./game.js').Game} game */
export function diceDialog(game) {
  const { message } = game;
  const dice = message?.dice;
  if (!message || !dice) return;
  const mine = given(game.id);
  const seed = message.over?.seed;
  const first = game.sideName(dice.by);
  const numbers = Object.entries(dice.numbers);
  const code = (/** @type {string} */ text) => h('code', { class: 'dice-code' }, text);
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [h('dt', null, name), h('dd', null, code(value))];
  /** @type {[boolean, string][]} */
  const checks = [];
  const committed = dice.numbers[dice.by];
  if (dice.commitment && committed) checks.push([hashOf(committed) === dice.commitment, t('dice.check-commitment', { side: first })]);
  if (mine && numbers.length && message.moves) checks.push([numbers.some(([, number]) => number === mine.number), t('dice.check-mine')]);
  if (mine && message.moves) checks.push([mine.seed_hash === dice.seed_hash && (!dice.commitment || mine.commitment === dice.commitment), t('dice.check-same')]);
  if (seed) checks.push([hashOfSeed(seed) === dice.seed_hash, t('dice.check-seed')]);
  dialog(t('dice.title'), [
    h('p', null, t(dice.commitment ? 'dice.how-both' : 'dice.how-alone', { side: first })), h('p', null, t('dice.host')),
    h('dl', { class: 'dice-list' }, row(t('dice.seed-hash'), dice.seed_hash), dice.commitment ? row(t('dice.commitment', { side: first }), dice.commitment) : null,
      numbers.map(([side, number]) => row(t('dice.number', { side: game.sideName(side) }), number)), seed ? row(t('dice.seed'), seed) : null, dice.key ? row(t('dice.key'), dice.key) : null),
    dice.tries > 1 ? h('p', { class: 'warning' }, t('dice.tries', { n: dice.tries })) : null,
    checks.length ? h('ul', { class: 'dice-checks' }, checks.map(([well, text]) => h('li', { class: well ? '' : 'warning' }, well ? '✓ ' : '✗ ', text))) : null,
    h('p', { class: 'small' }, t(seed ? 'dice.verify' : 'dice.later'))], { wide: true, name: 'dice' });
}
