// @ts-check
/** Who plays: a line above the board of a table with others, with their ratings, who is there, and the way to the chat. */

import { emblem, fill, h } from '../dom.js';
import { loadMore, t } from '../i18n.js';
import { get } from '../net.js';
import { presence } from '../prompt.js';
import { ALONE } from '../wire.js';
import { ratingMark } from './told.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {import('./told.js').Person & {side: string}} Sitting */

export class Who {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @type {HTMLElement|null} */
  host = null;

  /** Those who play a match, by side. @type {Map<string, Sitting>} */
  known = new Map();

  asked = '';

  /** The ratings are asked for once, and once more when the game is over. */
  async ask() {
    const { game } = this;
    const { message, id } = game;
    if (!message || message.watched === undefined || ALONE) return;
    if (message.over && game.story.on) return; // the new ratings would tell how it ends before the story does
    const wanted = `${message.seats.map((seat) => seat.name)} ${Boolean(message.over)}`;
    if (wanted === this.asked) return;
    this.asked = wanted;
    try {
      const [sides] = await Promise.all([get(`/api/sides/${id}`), loadMore('club')]);
      this.known = new Map(sides.map((/** @type {Sitting} */ one) => [one.side, one]));
      this.draw();
    } catch {
      // the names stand there without
    }
  }

  draw() {
    const { game, host } = this;
    const { message } = game;
    if (!host || !message) return;
    const others = game.match.here || message.watched !== undefined || message.seats.some((seat) => !seat.you && seat.kind === 'human');
    host.hidden = !others || message.seats.length < 2 || Boolean(message.coach) || game.analysis.on || message.mode === 'practice';
    if (host.hidden) return;
    void this.ask();
    const chat = h('button', { type: 'button', class: 'link-button who-chat', 'data-key': 'who-chat' }, t('chat.title'));
    chat.addEventListener('click', () => game.panel?.openChat());
    fill(host, h('ul', { class: 'who-sides' }, message.seats.map((seat) => {
      const side = game.sideName(seat.side);
      const found = this.known.get(seat.side);
      const name = seat.name || side;
      const there = seat.you ? 'you' : seat.kind === 'bot' ? '' : presence(game, seat.side) ?? '';
      return h('li', { class: `${there} ${game.style(seat.side)}` }, emblem(game.style(seat.side)), h('span', { class: 'who-name' }, found ? h('a', { href: `/player/${encodeURIComponent(found.id)}` }, name) : name), ratingMark(found?.rating),
        name === side ? null : h('span', { class: 'who-side' }, side), there ? h('span', { class: 'who-there' }, t(`who.${there}`)) : null);
    })), message.rated ? h('span', { class: 'pill rated' }, t('home.rated')) : null, message.tournament ? h('a', { class: 'pill', href: `/tournament/${message.tournament}` }, t('home.tournament')) : null, game.match.here ? (game.match.on ? game.match.eyes() : null) : chat);
  }
}
