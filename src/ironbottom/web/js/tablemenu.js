// @ts-check
/** The menu of the table, and the acts in it that are no moves: seats, resigning, another game, leaving. */

import { analyse } from './analysis.js';
import { copyDialog } from './copies.js';
import { confirm, menu, toast } from './dialog.js';
import { diceDialog } from './dice.js';
import { glossaryDialog } from './guide.js';
import { moment, t } from './i18n.js';
import { nextTable } from './club/next.js';
import { get } from './net.js';
import { peopleItems } from './people.js';
import { removeTable } from './remove.js';
import { openSave } from './saving.js';
import { askForSeat, ownSeat, seatLink } from './seat.js';
import { helpDialog, settingsDialog } from './settingsdialog.js';
import { winningHere } from './winning.js';
import { ALONE, go } from './wire.js';

/** @typedef {import('./game.js').Game} Game */

/** @param {Game} game @param {HTMLElement} anchor */
export function openTableMenu(game, anchor) {
  const { message } = game;
  if (!message) return;
  const box = anchor.getBoundingClientRect();
  const mine = message.seats.filter((seat) => seat.you);
  const playing = mine.length > 0 && message.seat !== 'observer' && !message.over && !game.analysis.on;
  const people = message.seats.some((seat) => !seat.you && seat.kind === 'human');
  const others = message.seats.some((seat) => !seat.you);
  const offer = (/** @type {string} */ kind) => ({ label: t(`table.${kind}`), go: () => void game.send('offer', { kind }) });
  menu(box.right - 250, box.bottom + 26, t('table.menu'), [
    { label: t('table.home'), go: () => { go('/'); } },
    ...game.match.items(),
    ...(message.coach && !message.coach.example ? [{ label: t('coach.again'), go: () => void game.coach?.go(message.game, message.coach?.lesson ?? '', true) }] : []),
    ...(playing && message.draft.length > 1 ? [{ label: t('table.undo-all'), go: () => void game.undo(true) }] : []),
    ...(playing && others && !message.coach && !message.rated ? [{ ...offer('takeback'), hint: message.takeback ? undefined : t('table.takeback-no') }] : []),
    ...(playing && message.rated ? [{ label: t('table.rated'), hint: t('table.rated-hint'), go: () => toast(t('table.rated-text')) }] : []),
    ...(playing && (people || (!others && mine.length > 1)) ? [offer('draw')] : []),
    ...(playing && !message.coach ? [{ label: t('table.resign'), go: () => void resign(game) }] : []),
    ...(message.over && mine.length && !message.coach ? [{ label: t(message.seats.length > 1 ? 'table.rematch' : 'over.again'), go: () => void askRematch(game) }] : []),
    ...(message.over && mine.length && others && !message.coach ? [{ label: t('table.rematch-same'), go: () => void askRematch(game, true) }] : []),
    { label: t('table.next'), go: () => void nextTable(game.id) },
    ...(message.tournament ? [{ label: t('table.tournament'), go: () => { go(`/tournament/${message.tournament}`); } }] : []),
    ...(message.watched !== undefined && !ALONE ? [{ label: t('home.lobby'), go: () => { go('/lobby'); } }] : []),
    ...(playing && outOfTime(message) ? [{ label: t('table.claim'), go: () => void game.send('claim-time') }] : []),
    ...((mine.length && !message.rated) || message.over ? [{ label: t(message.over || message.hints !== false || !people ? 'table.analysis' : 'table.rehearse'), go: () => void analyseHere(game) }] : []),
    { label: t('table.save'), go: () => openSave(game) },
    ...(message.made && !ALONE ? [{ label: t('match.link'), go: () => void seatLink(game.id, 'observer', '', false) }] : []),
    ...((mine.length || message.made) && !(counts(message) && message.moves && !message.over) ? [{ label: t('remove.menu'), go: () => void remove(game) }] : []),
    ...seatItems(game),
    ...peopleItems(game),
    ...(message.copy || message.drawn ? [{ label: t('copies.menu'), go: () => void copyDialog(message) }] : []),
    ...(message.dice ? [{ label: t('dice.menu'), go: () => diceDialog(game) }] : []),
    ...(game.guide ? [{ label: t('win.open'), go: () => winningHere(game) }, { label: t('what.title'), go: () => void game.what.toggle() }, { label: t('what.legend'), go: () => game.what.legend() }, { label: t('guide.glossary'), go: () => glossaryDialog() }] : []),
    { label: t('table.settings'), go: () => settingsDialog() },
    { label: t('table.help'), go: () => helpDialog() },
  ]);
}

/** Whether the game counts for something: then it is not deleted while it is played, and its seats are not handed on. @param {import('./types.js').Message} message */
function counts(message) {
  return Boolean(message.rated || message.tournament);
}

/** Whether somebody else's time has run out. @param {import('./types.js').Message} message */
function outOfTime({ clock, seats }) {
  return seats.some(({ you, side }) => !you && clock?.deadline[side] && Date.parse(clock.deadline[side]) < Date.now());
}

/** My seats' codes and links; for who made the table the other seats' links, where he may make them. @param {Game} game */
function seatItems(game) {
  const { message } = game;
  if (!message || ['lesson', 'practice'].includes(message.mode)) return [];
  const people = message.seats.some((seat) => !seat.you && seat.kind === 'human');
  if (!people) return [];
  const made = message.seats.some((seat) => seat.you && message.maker?.includes(seat.side));
  return message.seats.filter((seat) => seat.kind === 'human' && !(counts(message) && seat.taken) && (seat.you || (made && !(seat.taken && message.over)))).map((seat) => {
    const { side } = seat;
    const name = game.sideName(side);
    if (seat.you) return { label: t('seat.own', { side: name }), go: () => ownSeat(game.id, side, name) };
    const due = message.asked?.[side];
    if (!seat.taken || (due && Date.parse(due) <= Date.now())) return { label: t('table.relink', { side: name }), go: () => void seatLink(game.id, side, name, false) };
    if (due) return { label: t('seat.ask', { side: name }), hint: t('seat.due', { time: moment(due) }), go: () => toast(t('seat.asked', { name: seat.name, time: moment(due) })) };
    return { label: t('seat.ask', { side: name }), go: () => void askForSeat(game.id, side, name, seat.name) };
  });
}

/** @param {Game} game */
async function resign(game) {
  const { message } = game;
  const text = message?.tournament ? 'table.resign-cup' : message?.rated ? message.counts === undefined ? 'table.resign-perhaps' : message.counts ? 'table.resign-rated' : 'table.resign-uncounted' : 'table.resign-text';
  if (await confirm(t('table.resign-title'), t(text, { side: game.sideName(game.seat ?? '') }), t('table.resign-yes'))) await game.send('resign');
}

/** Ask for another game, with the sides swapped or the same, or agree to one; where nobody else is to be asked, it begins. @param {Game} game @param {boolean} [same] */
export async function askRematch(game, same = false) {
  const answer = await game.send('rematch', same ? { same } : {});
  if (answer?.id) go(`/t/${answer.id}`);
}

/** @param {Game} game */
async function remove(game) {
  const { message } = game;
  if (message && await removeTable({ id: game.id, title: message.title, seats: message.seats, sat: message.sat })) go('/');
}

/** A board of one's own from the position that is shown. @param {Game} game */
async function analyseHere(game) {
  const { on, at, bar } = game.replaying;
  try {
    await analyse(game.id, (on && bar?.seat) || game.seat || '', on ? at : null);
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
  }
}
