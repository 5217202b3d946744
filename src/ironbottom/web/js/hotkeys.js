// @ts-check
/** What the keys do on the page of a table. */

import { heldInBox } from './bins.js';
import { announce, closeMenu } from './dialog.js';
import { t } from './i18n.js';
import { actionOf } from './keys.js';
import { lastBattle } from './looking.js';
import { helpDialog } from './settingsdialog.js';
import { winningHere } from './winning.js';
import { nextTable } from './club/next.js';

/** @typedef {import('./game.js').Game} Game */

/** @param {Game} game @param {KeyboardEvent} event */
export function keyPressed(game, event) {
  if (game.hotseat.covered || !game.board || document.querySelector('dialog[open]')) return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest('input:not([type=range]), textarea, select, [contenteditable]')) return;
  if (event.key === ' ' && game.match.on) {
    if (!target?.closest('button, a, summary') && game.match.toggle()) event.preventDefault();
    return;
  }
  if (event.key === ' ' && (game.story.skip() || game.board.skip())) {
    event.preventDefault();
    return;
  }
  if (event.key === 'Shift') game.boardHost?.classList.add('magnify');
  if (event.key === 'Escape') {
    if (closeMenu() || (game.what.on && !game.what.toggle()) || game.story.present() || game.story.summary.close() || game.cards?.close() || game.fan?.close() || game.choosing.disarm() || game.party.clear() || game.command?.close()) event.preventDefault();
    else if (game.ruler.held) game.ruler.toggle();
    else if (game.choosing.selected) game.choosing.select(null);
    else if (game.replaying.on) void game.replaying.close();
    else {
      game.notices.show('why', null);
      const back = game.message?.choices.filter((choice) => choice.retract) ?? [];
      if ((back.length || heldInBox(game)) && game.message?.draft.length) void game.undo();
    }
    return;
  }
  const action = actionOf(event);
  if (!action) game.overlays.key(event);
  if (!action || action === 'confirm') return;
  const { board, panel } = game;
  /** @type {Record<string, () => void>} */
  const does = {
    next: () => { if (!board.next(1)) announce(t('now.wait')); },
    previous: () => { board.next(-1); },
    board: () => board.setCursor(board.cursor),
    prompt: () => { const button = game.top?.querySelector('.answers .button'); if (button instanceof HTMLElement) button.focus(); },
    undo: () => void game.undo(),
    redo: () => void game.redo(),
    hint: () => void game.asking.ask(),
    overlays: () => { const button = game.top?.querySelector('[data-key="overlays"]'); if (button instanceof HTMLElement) game.overlays.open(button); },
    rules: () => panel?.openRule(game.message?.prompt.rule ?? ''),
    log: () => panel?.show('log'),
    sheet: () => panel?.show('now'),
    forces: () => panel?.show('forces'),
    notes: () => panel?.show('notes'),
    in: () => board.camera.zoom(1.3),
    out: () => board.camera.zoom(1 / 1.3),
    fit: () => board.camera.fit(),
    whole: () => board.camera.whole(),
    hide: () => game.boardHost?.classList.add('bare'),
    replay: () => void (game.replaying.on ? game.replaying.close() : game.replaying.open(null)),
    command: () => game.command?.open(),
    help: () => helpDialog(),
    legal: () => announce(game.choosing.legalText()),
    what: () => game.what.key(),
    win: () => winningHere(game),
    battle: () => lastBattle(game),
    ruler: () => game.ruler.toggle(),
    focus: () => board.goTo(game.message?.prompt.focus ?? []),
    back: () => { if (game.replaying.on) game.replaying.bar?.step(-1); else void game.replaying.open(game.lines.length - 1); },
    nextgame: () => void nextTable(game.id),
    on: () => { if (game.replaying.on) game.replaying.bar?.step(1); else if (game.match.on) game.match.step(); },
  };
  const go = does[action];
  if (!go) return;
  event.preventDefault();
  go();
}

/** @param {Game} game @param {KeyboardEvent} event */
export function keyReleased(game, event) {
  if (event.key === 'Shift') game.boardHost?.classList.remove('magnify');
  if (actionOf(event) === 'hide' && !game.overlays.on.has('bare')) game.boardHost?.classList.remove('bare');
  if (!event.target || !game.board) return;
  if (event.key.startsWith('Arrow') && document.activeElement === document.body) {
    const by = 80;
    game.board.camera.pan(event.key === 'ArrowLeft' ? by : event.key === 'ArrowRight' ? -by : 0, event.key === 'ArrowUp' ? by : event.key === 'ArrowDown' ? -by : 0);
  }
}
