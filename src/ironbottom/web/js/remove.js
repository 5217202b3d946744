// @ts-check
/** Deleting a game, after saying who loses what. */

import { confirm, toast } from './dialog.js';
import { list, t } from './i18n.js';
import { post } from './net.js';
import { forgetTable } from './offline.js';

/** @typedef {import('./types.js').SeatInfo} Seat */

/** What deleting does: a game of one's own goes at once, a shared one when the others, and who sat here before, delete it
 * too. @param {Seat[]} seats @param {{name: string, you?: boolean}[]} sat */
function consequence(seats, sat) {
  const others = seats.filter((seat) => !seat.you && seat.kind === 'human');
  const people = [...others.filter((seat) => seat.taken), ...sat.filter((one) => !one.you)];
  if (people.length) return { text: t('remove.shared', { names: list(people.map((seat) => seat.name)) }), yes: t('remove.yes-shared') };
  return { text: t(others.length ? 'remove.invited' : 'remove.own'), yes: t('remove.yes') };
}

/** Ask, and delete. @param {{id: string, title: string, seats: Seat[], sat?: {name: string, you?: boolean}[]}} table @returns {Promise<boolean>} */
export async function removeTable(table) {
  const { text, yes } = consequence(table.seats, table.sat ?? []);
  if (!await confirm(t('remove.title', { title: table.title }), text, yes)) return false;
  try {
    const { gone } = await post(`/api/tables/${table.id}/delete`);
    void forgetTable(table.id);
    toast(t(gone ? 'remove.gone' : 'remove.left'));
    return true;
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    return false;
  }
}
