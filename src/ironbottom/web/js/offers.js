// @ts-check
/** Offers between the sides: draws, takebacks, rematches. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { go } from './wire.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').OfferInfo} Offer */

export class Offers {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Whether an offer of mine was taken back by myself. */
  withdrawn = false;

  /** Whether an offer of mine stands no more though nothing has happened. @param {Message} next */
  declined(next) {
    const { before: message } = this.game;
    const { withdrawn } = this;
    const own = new Set(next.seats.filter((seat) => seat.you).map((seat) => seat.side));
    const gone = message?.offers.some((old) => own.has(old.by) && !next.offers.some((offer) => offer.by === old.by && offer.kind === old.kind));
    if (gone) this.withdrawn = false;
    return Boolean(gone) && !withdrawn && message?.n === next.n && Boolean(message?.over) === Boolean(next.over) && !next.rematch;
  }

  /** Whether an offer stands no more because the game went on; a computer's to resign is told anew. @param {Message} next @param {import('./types.js').LogLine[]} fresh */
  lapsed(next, fresh) {
    const { before } = this.game;
    return !next.over && before !== null && before.n !== next.n && !next.offers.length && !fresh.some((line) => line.kind === 'table.undo')
      && before.offers.some((old) => ['draw', 'end', 'takeback'].includes(old.kind));
  }

  /** My own offer of that kind, or that of the other side. @param {string} kind @param {boolean} mine */
  standing(kind, mine) {
    const own = new Set(this.game.message?.seats.filter((seat) => seat.you).map((seat) => seat.side));
    return this.game.message?.offers.find((offer) => offer.kind === kind && own.has(offer.by) === mine);
  }

  /** What another side offers: of a takeback from where on, of a rematch on which terms. @param {Offer} offer */
  told(offer) {
    const { kind } = offer;
    return [h('p', null, t(offer.same ? 'offer.rematch-same' : `offer.${kind}`, { side: this.game.sideName(offer.by) })),
      offer.undoes ? h('p', null, t('offer.undoes'), ' ', h('q', null, offer.undoes)) : null,
      kind === 'rematch' ? h('p', { class: 'small' }, t(this.game.message?.rated ? 'offer.again-rated' : 'offer.again')) : null];
  }

  /** What is offered, and its two answers. @param {Offer} offer */
  answers(offer) {
    const answer = (/** @type {boolean} */ agreed) => this.game.send('answer', { kind: offer.kind, yes: agreed });
    const yes = h('button', { type: 'button', class: 'button primary', 'data-key': `agree-${offer.kind}` }, t('offer.yes'));
    const no = h('button', { type: 'button', class: 'button', 'data-key': `decline-${offer.kind}` }, t('offer.no'));
    yes.addEventListener('click', async () => {
      await answer(true);
      if (offer.kind === 'rematch' && this.game.message?.rematch) go(`/t/${this.game.message.rematch}`);
    });
    no.addEventListener('click', () => void answer(false));
    return h('div', { class: 'offer-said' }, this.told(offer), h('div', { class: 'row-buttons' }, yes, no));
  }

  /** What I have offered myself, to be withdrawn. @param {Offer} offer */
  mine(offer) {
    const back = h('button', { type: 'button', class: 'button' }, t('offer.withdraw'));
    back.addEventListener('click', () => {
      this.withdrawn = true;
      void this.game.send('answer', { kind: offer.kind, yes: false });
    });
    return h('div', { class: 'offer-said' }, h('p', null, t(offer.same ? 'offer.mine-rematch-same' : `offer.mine-${offer.kind}`)), h('div', { class: 'row-buttons' }, back));
  }

  /** @param {Offer} offer */
  card(offer) {
    if (this.game.message?.seats.some((seat) => seat.you && seat.side === offer.by)) return h('section', { class: 'card offer' }, this.mine(offer));
    if (this.game.message?.seat === 'observer') return h('section', { class: 'card offer' }, this.told(offer));
    return h('section', { class: 'card offer', role: 'alert' }, this.answers(offer));
  }
}
