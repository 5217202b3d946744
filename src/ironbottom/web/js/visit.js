// @ts-check
/** A table is opened; from another one too, on the page that is there: nothing of it is fetched or begun anew. */

import { closeMenu } from './dialog.js';
import { Game } from './game.js';
import { clearPractice } from './practice.js';
import { ALONE, at, go } from './wire.js';

/** @param {HTMLElement} host @param {string} id @param {URLSearchParams} query */
export async function openTable(host, id, query) {
  const game = new Game(host, id, { seat: query.get('seat'), at: query.has('at') ? Number(query.get('at')) : null, rule: query.get('rule') });
  await game.start();
}

/** From a table to another one. @param {Game} game @param {string} path such as "/t/KEY?at=7" */
export async function visit(game, path) {
  const [, id, query] = path.match(/^\/t\/([^?]+)(.*)$/) ?? [];
  if (!id || ALONE) { // the shell of a tab keeps the address of what it loads
    go(path);
    return;
  }
  history.pushState(null, '', at(path));
  window.onpopstate = () => location.reload(); // the table before is closed
  game.close();
  closeMenu();
  for (const box of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (box).close();
  if (game.page) game.page.inert = true; // it stands until the other one is here
  const known = decodeURIComponent(id);
  void clearPractice(known);
  await openTable(game.host, known, new URLSearchParams(query));
}
