// @ts-check
/** What is laid over the board: overlays, control, the board without pieces. */

import { announce, menu } from './dialog.js';
import { t } from './i18n.js';
import { lastBattle, fought } from './looking.js';
import { change, recall, remember, settings } from './settings.js';

/** @typedef {import('./game.js').Game} Game */

export class Overlays {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {Set<string>} what is laid on */
  on = new Set(recall('overlays', []));

  draw() {
    const { board } = this.game;
    const picture = this.game.shownPicture;
    if (!board || !picture || !this.game.boardHost) return;
    const laid = (picture.overlays ?? []).filter((overlay) => this.on.has(overlay.id)).flatMap((overlay) => overlay.shades);
    const control = this.on.has('control') ? picture.marks.filter((mark) => mark.kind === 'control') : null;
    board.shade(control ? [...control, ...laid].map((one) => ({ spaces: 'space' in one ? [one.space] : one.spaces, side: one.side })) : laid);
    this.game.boardHost.classList.toggle('bare', this.on.has('bare'));
  }

  /** @param {string} id */
  toggle(id) {
    if (this.on.has(id)) this.on.delete(id);
    else this.on.add(id);
    remember('overlays', [...this.on]);
    this.draw();
  }

  /** The game's overlays by the keys 1 to 8. @param {KeyboardEvent} event */
  key(event) {
    const overlay = /^[1-8]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey ? this.game.shownPicture?.overlays?.[Number(event.key) - 1] : undefined;
    if (!overlay) return;
    this.toggle(overlay.id);
    announce(t(this.on.has(overlay.id) ? 'overlay.on' : 'overlay.off', { name: overlay.name }));
  }

  /** @param {HTMLElement} anchor */
  open(anchor) {
    const picture = this.game.shownPicture;
    const box = anchor.getBoundingClientRect();
    const item = (/** @type {string} */ name, /** @type {boolean} */ on, /** @type {() => void} */ go) => ({ label: `${on ? '☑' : '☐'} ${name}`, go });
    const toggle = (/** @type {string} */ id) => () => this.toggle(id);
    menu(box.left - 40, box.bottom + 26, t('overlay.title'), [
      ...(picture?.marks.some((mark) => mark.kind === 'control') ? [item(t('overlay.control'), this.on.has('control'), toggle('control'))] : []),
      ...(picture?.overlays ?? []).map((overlay, n) => ({ ...item(overlay.name, this.on.has(overlay.id), toggle(overlay.id)), hint: n < 8 ? String(n + 1) : null })),
      item(t('overlay.names'), settings.names, () => change({ names: !settings.names })),
      item(t('overlay.pieces'), !this.on.has('bare'), toggle('bare')),
      ...(this.game.data?.ruler ? [item(this.game.data.ruler, Boolean(this.game.ruler.held), () => this.game.ruler.toggle())] : []),
      ...(this.game.lines.some(fought) ? [{ label: t('overlay.battle'), go: () => lastBattle(this.game) }] : []),
      { label: t('overlay.whole'), go: () => this.game.board?.camera.whole() },
    ]);
  }
}
