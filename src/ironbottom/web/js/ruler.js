// @ts-check
/** The game's ruler, laid from one place to another. */

import { announce } from './dialog.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { get } from './net.js';
import { ruleLink } from './widgets.js';

/** @typedef {import('./game.js').Game} Game */

export class Ruler {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {{from: string|null}|null} the ruler, while it is in hand */
  held = null;

  /** Take the ruler up, or put it away. */
  toggle() {
    const name = this.game.data?.ruler;
    if (!name) return;
    this.held = this.held ? null : { from: null };
    this.game.board?.showRuler(null);
    this.game.notices.show('ruler', this.held ? h('span', null, t('ruler.from', { name })) : null);
    if (this.held) announce(t('ruler.from', { name }));
  }

  /** The ruler is laid on a place: first the one, then the other; then it begins anew. @param {string} id */
  async measure(id) {
    const { held: ruler } = this;
    const { board } = this.game;
    if (!ruler || !board) return;
    if (!ruler.from) {
      ruler.from = id;
      board.showRuler(id);
      this.game.notices.show('ruler', h('span', null, t('ruler.to', { name: this.game.data?.ruler ?? '' })));
      return;
    }
    const from = ruler.from;
    ruler.from = null;
    try {
      /** @type {import('./types.js').Measure|null} */
      const found = await get(this.game.url({ start: from, end: id }, '/measure'));
      board.showRuler(found ? from : null, id, found?.spaces, found?.stop);
      const text = found?.text ?? t('ruler.from', { name: this.game.data?.ruler ?? '' });
      this.game.notices.show('ruler', h('span', null, text, ' ', ruleLink(found?.rule)));
      announce(text);
    } catch {
      // a place that cannot be measured: the next click begins anew
    }
  }
}
