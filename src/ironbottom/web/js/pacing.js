// @ts-check
/** How long each part of a story is on the screen. It hangs on what this seat reads of it, and on nothing else. */

import { lost } from './entries.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {{entries: Entry[], time: number}} Beat */

/** So long one reads a character, in milliseconds. */
const CHARACTER = 40;
/** What is on the screen for less than this is not seen. */
const GLANCE = 420;
/** The whole of a turn takes no longer, in milliseconds; where clocks run, no longer than the latter. */
export const TURN = 45000;
export const RUNNING = 5000;
/** How much longer than normal: half, once, double and four times the speed. @type {Record<string, number>} */
export const SPEEDS = { slow: 2, normal: 1, fast: 0.5, fastest: 0.25 };
/** The next of the speeds, after the last the first. @param {string} speed */
export const faster = (speed) => { const all = Object.keys(SPEEDS); return all[(all.indexOf(speed) + 1) % all.length]; };

/** What an entry says in all. @param {Entry} entry */
function letters(entry) {
  const said = entry.lines.flatMap(({ card }) => (card ? [card.result, card.follows, ...(card.modifiers ?? []).map((term) => term.text), ...(card.rounds ?? []).map((round) => [round.title, round.result, ...(round.losses ?? []).map((loss) => loss.name)].join(''))] : []));
  if (entry.card) said.push(...entry.lines.slice(1).map((line) => line.text));
  return entry.text.length + said.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** Whether an entry is a small thing, which may be told together with others. @param {Entry} entry */
export const small = (entry) => !entry.card && !entry.lines.some((line) => line.mark || line.points || lost(line));

/** How long an entry takes by itself. @param {Entry} entry @param {string} speed */
export function timeOf(entry, speed) {
  const least = entry.card ? 2200 : entry.heading ? 500 : 900;
  const most = entry.lines.some((line) => line.card?.rounds) ? 15000 : entry.card ? 9000 : entry.heading ? 1200 : 5000;
  return Math.round(Math.min(most, Math.max(least, letters(entry) * CHARACTER)) * (SPEEDS[speed] ?? 1));
}

/**
 * Entries as they are told: each for its time; where there are more than fit, shorter, and small things together.
 * @param {Entry[]} entries
 * @param {string} speed
 * @param {number} left how much time there is for all of them
 * @returns {Beat[]}
 */
export function beatsOf(entries, speed, left) {
  /** @type {Beat[]} */
  let beats = entries.map((entry) => ({ entries: [entry], time: timeOf(entry, speed) }));
  const room = Math.max(1, Math.floor(left / GLANCE));
  if (beats.length > room) {
    const great = entries.filter((entry) => !small(entry)).length;
    const together = Math.ceil((entries.length - great) / Math.max(1, room - great));
    beats = [];
    for (const entry of entries) {
      const last = beats[beats.length - 1];
      const with_ = small(entry) && last && last.entries.length < together && last.entries.every((one) => small(one) && one.side === entry.side);
      if (with_) last.entries.push(entry);
      else beats.push({ entries: [entry], time: timeOf(entry, speed) });
    }
  }
  const total = beats.reduce((sum, beat) => sum + beat.time, 0);
  if (total > left) for (const beat of beats) beat.time = Math.round((beat.time * left) / total);
  return beats;
}
