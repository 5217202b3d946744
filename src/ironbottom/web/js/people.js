// @ts-check
/** What one does about somebody: block him, or complain of him to who runs the server. */

import { confirm, dialog, toast } from './dialog.js';
import { doing } from './doing.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { get, post } from './net.js';
import { ALONE } from './wire.js';

/** @typedef {import('./game.js').Game} Game */

/** The items of a table's menu about the other people there. @param {Game} game */
export function peopleItems(game) {
  const { message } = game;
  if (ALONE || !message || !message.seats.some((seat) => seat.you)) return [];
  return message.seats.filter((seat) => seat.kind === 'human' && !seat.you && seat.taken && seat.name)
    .map((seat) => ({ label: t('people.about', { name: seat.name }), go: () => void personDialog(game, seat.side, seat.name) }));
}

/** The names of those at a table whom I have blocked. @param {Game} game @returns {Promise<string[]>} */
export async function blockedHere(game) {
  if (!peopleItems(game).length) return [];
  const sides = await get(`/api/blocks?table=${game.id}`).then((known) => known.sides ?? [], () => []);
  return game.message?.seats.filter((seat) => sides.includes(seat.side)).map((seat) => seat.name) ?? [];
}

/** @param {Game} game @param {string} side @param {string} name */
function personDialog(game, side, name) {
  return about(name, { table: game.id, side }, `/api/blocks?table=${game.id}`);
}

/** Somebody who need not be at a table with me. @param {string} player @param {string} name */
export function aboutPlayer(player, name) {
  return about(name, { player }, '/api/blocks');
}

/** @param {string} name @param {{table: string, side: string}|{player: string}} whom @param {string} path where it stands whom I block */
async function about(name, whom, path) {
  /** @type {{blocked: {id: string, name: string}[], sides?: string[]}} */
  let known;
  try {
    known = await get(path);
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    return;
  }
  const blocked = 'player' in whom ? known.blocked.some((one) => one.id === whom.player) : known.sides?.includes(whom.side);
  const box = dialog(t('people.about', { name }), [
    h('p', null, t(blocked ? 'people.is-blocked' : 'people.block-text', { name })),
    h('div', { class: 'row-buttons' }, blocked ? h('a', { class: 'button', href: '/' }, t('people.to-account')) : doing('people.block', async () => {
      if (!await confirm(t('people.block-title', { name }), t('people.block-sure', { name }), t('people.block'))) return;
      await post('/api/blocks', whom);
      box.close();
      location.reload(); // what he said goes
    }, 'danger')),
    h('h3', null, t('people.complain-title')),
    h('p', null, t('player' in whom ? 'people.complain-away' : 'people.complain-text', { name })),
    ...complaint(whom, () => box.close()),
  ], { name: 'person-dialog' });
}

/** @param {{table: string, side: string}|{player: string}} whom @param {() => void} close */
function complaint(whom, close) {
  const text = h('textarea', { class: 'input', rows: 4, maxlength: 1000, 'aria-label': t('people.complain-what'), placeholder: t('people.complain-what') });
  return [text, h('div', { class: 'row-buttons' }, doing('people.complain', async () => {
    await post('/api/complaints', { ...whom, text: text.value });
    close();
    toast(t('people.complained'));
  }))];
}
