// @ts-check
/** "This is wrong": what was said, and the position that it was said in, as a case for whoever looks into it. */

import { toast } from './dialog.js';
import { h } from './dom.js';
import { save } from './export.js';
import { t } from './i18n.js';
import { ask } from './wire.js';

/** @typedef {import('./game.js').Game} Game */

/** So many of the last lines of the log stand in a case. */
const LINES = 40;

/**
 * A link that saves the case.
 * @param {Game} game @param {string} said what is thought to be wrong @param {string|null|undefined} rule the rule that it names @param {string} [asked] the action in question
 */
export function wrongLink(game, said, rule, asked = '') {
  const link = h('button', { type: 'button', class: 'link-button wrong' }, t('wrong.link'));
  link.addEventListener('click', () => void saveCase(game, said, rule ?? null, asked));
  return link;
}

/** @param {Game} game @param {string} said @param {string|null} rule @param {string} asked */
async function saveCase(game, said, rule, asked) {
  const { message } = game;
  if (!message) return;
  try {
    const answer = await ask(`/api/tables/${game.id}/record?seat=${encodeURIComponent(game.seat ?? '')}`);
    if (!answer.ok) throw new Error(t('wrong.failed'));
    const rows = (await answer.text()).trim().split('\n').map((row) => JSON.parse(row));
    const made = {
      format: 'ironbottom case 1', game: message.game, scenario: message.scenario, options: message.options, seat: message.seat,
      said, rule, asked, at: game.replaying.on ? game.replaying.at : message.n, turn: game.shownPicture?.turn ?? '',
      prompt: message.prompt.text, legal: message.choices.map((choice) => choice.do),
      lines: game.told.slice(-LINES).map((line) => ({ n: line.n, text: line.text, rule: line.rule, dice: line.dice })),
      position: rows.find((row) => row.view)?.view ?? null, record: rows.some((row) => row.view) ? rows.filter((row) => !row.view && !row.line) : rows,
    };
    save(`${message.game} case ${game.id.slice(0, 6)}-${made.at}.json`, new Blob([JSON.stringify(made, null, 1)], { type: 'application/json' }));
    toast(t('wrong.saved'));
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : t('wrong.failed'), 'bad');
  }
}
