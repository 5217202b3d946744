// @ts-check
/** Computers that think for a while can be asked to move now. */

/** @typedef {import('./game.js').Game} Game */

export class Patience {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  timer = 0;

  /** Whether they have thought for long. */
  waited = false;

  /** Look whether they still think. */
  wait() {
    const { message } = this.game;
    window.clearTimeout(this.timer);
    if (!message?.thinking.length || message.over || !message.seats.some((seat) => seat.you)) {
      this.waited = false;
      return;
    }
    if (!this.waited) {
      this.timer = window.setTimeout(() => {
        this.waited = true;
        this.game.drawTop();
      }, 1500);
    }
  }

  /** The computers play the rest of their turn at once. */
  async moveNow() {
    this.waited = false;
    await this.game.send('move-now');
  }
}
