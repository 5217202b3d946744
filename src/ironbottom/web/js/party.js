// @ts-check
/**
 * Pieces that go together: Ctrl-click adds one to the piece in hand, a double click takes all that stand with it, a frame drawn
 * with Ctrl held all in it. Where the rules move them one by one, each is taken and goes where the first one went, as far as it can.
 */

import { announce } from './dialog.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { listed } from './summary.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */

export class Party {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Those that follow the one in hand. @type {Set<string>} */
  ids = new Set();

  /** Whether they are on their way. */
  going = false;

  /** Nobody follows any more. */
  clear() {
    if (!this.ids.size || this.going) return false;
    this.ids.clear();
    this.tell();
    return true;
  }

  /** Add a piece to those that go together, or leave it out. @param {string} id */
  async toggle(id) {
    const { game } = this;
    if (this.ids.delete(id)) return this.tell();
    const piece = game.board?.pieces.get(id);
    if (!piece || piece.side !== game.seat) return;
    const take = this.taking(id);
    if (piece.picked) { // a stack less one
      const back = game.choosing.byPiece.get(id)?.filter((choice) => choice.retract && !choice.space) ?? [];
      if (back.length === 1) await game.act([back[0].do]);
    } else if (take && !this.inHand.length) await this.take(id, take);
    else if (take && !Array.isArray(take.do)) await game.act([take.do]); // the game takes several in hand itself
    else this.ids.add(id);
    this.tell();
  }

  /** All that can go with a piece from where it stands. @param {string} id */
  all(id) {
    const there = this.game.board?.fellows(id) ?? [];
    return this.gather([id, ...there.filter((other) => other !== id)]);
  }

  /** Those in a frame that can go go together. @param {string[]} ids */
  async framed(ids) {
    const { game } = this;
    if (game.past) return;
    await game.link.queue;
    const able = ids.filter((id) => game.board?.pieces.get(id)?.side === game.seat && this.taking(id));
    if (able.length) await this.gather(able);
    else if (ids.length) announce(t('party.none'));
  }

  /** Take these in hand, or let them follow the one that is. @param {string[]} ids */
  async gather(ids) {
    const { game } = this;
    await game.link.queue;
    for (const one of ids) {
      if (!game.message?.prompt.mine || game.hotseat.covered) break;
      const piece = game.board?.pieces.get(one);
      if (piece && !piece.picked && game.choosing.selected !== one && !this.ids.has(one)) await this.toggle(one);
    }
  }

  /** What is in hand. @returns {string[]} */
  get inHand() {
    const { game } = this;
    const picked = game.message?.picture?.pieces.filter((piece) => piece.picked).map((piece) => piece.id) ?? [];
    return game.choosing.selected && !picked.includes(game.choosing.selected) ? [...picked, game.choosing.selected] : picked;
  }

  /** How a piece is taken in hand, if it can be: by a choice, or instead of the one in hand. @param {string} id @returns {Choice|Macro|null} */
  taking(id) {
    const { choosing } = this.game;
    const own = choosing.byPiece.get(id)?.filter((choice) => !choice.ends && !choice.retract && !choice.amount) ?? [];
    const one = own.length === 1 || own.every((choice) => choice.space) ? own[0] : null;
    return one ?? choosing.macrosAt.get(id)?.find((macro) => Array.isArray(macro.do)) ?? null;
  }

  /** @param {string} id @param {Choice|Macro} take */
  async take(id, take) {
    const { game } = this;
    if (/** @type {Choice} */ (take).space) game.choosing.select(id);
    else await game.act(Array.isArray(take.do) ? take.do : [take.do]);
  }

  /** The first one has gone to a place: the others go there too, one after the other. @param {string} space */
  async follow(space) {
    const { game } = this;
    if (!this.ids.size || this.going) return;
    this.going = true;
    const ids = [...this.ids];
    const left = [];
    try {
      await game.link.queue;
      for (const id of ids) {
        if (!game.board?.pieces.has(id)) continue; // gone with the first one: they are called by where they stand
        if (!game.message?.prompt.mine || game.hotseat.covered || game.choosing.pending) {
          left.push(id);
          continue;
        }
        const take = this.taking(id);
        if (take) await this.take(id, take);
        const way = take ? game.choosing.bySpace.get(space)?.find((choice) => !choice.ends && !('amount' in choice && choice.amount && game.choosing.proposed(choice) === null)) : null;
        if (!way) {
          left.push(id);
          const back = game.choosing.byPiece.get(id)?.find((choice) => choice.retract);
          if (back) await game.act([back.do]);
        } else await game.act(Array.isArray(way.do) ? way.do : [way.do.replace('{n}', String(game.choosing.proposed(/** @type {Choice} */ (way))))]);
      }
    } finally {
      this.going = false;
      this.ids = new Set();
    }
    const names = listed(left.map((id) => game.board?.pieces.get(id)?.name ?? id));
    const along = ids.length - left.length;
    const words = !left.length ? '' : along ? t('party.left', { n: along, names }) : t('party.alone', { names });
    game.notices.show('party', words ? h('span', null, words) : null);
    announce(words || t('party.gone', { n: ids.length + 1 }));
  }

  /** Who goes together, in words, and on the board. */
  tell() {
    const { game } = this;
    for (const [id, element] of game.board?.elements ?? []) element.classList.toggle('follows', this.ids.has(id));
    game.notices.show('party', this.ids.size ? h('span', null, t(matchMedia('(pointer: coarse)').matches ? 'party.touch' : 'party.text', { n: this.ids.size + Math.max(1, this.inHand.length) })) : null);
  }
}
