// @ts-check
/** The page of a table is put together: the line on top, the board, the panel, the bar at the foot, and what hears them. */

import { BoardView } from './board.js';
import { Cards } from './card.js';
import { Coach } from './coach.js';
import { CommandField } from './command.js';
import { copyText } from './dialog.js';
import { h, icon, ICONS } from './dom.js';
import { edges } from './edges.js';
import { Fan } from './fan.js';
import { guideAt, openGuide } from './guide.js';
import { t } from './i18n.js';
import { panelMoved } from './looking.js';
import { PHONE, UPRIGHT } from './screens.js';
import { frames } from './marquee.js';
import { drawnAt, get } from './net.js';
import { ownPictures } from './ownpictures.js';
import { fetchOwnWords } from './ownwords.js';
import { Panel } from './panel.js';
import { nameOf } from './pieces.js';
import { ReplayBar } from './replay.js';
import { drawing } from './settings.js';
import { loadFaces } from './sprite.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Board} BoardData */

/** @param {Game} game @param {Message} message */
export async function build(game, message) {
  const base = drawnAt(message);
  game.base = base;
  const art = (/** @type {string} */ theme) => `${base}/chart.${theme}.svg`;
  if (!game.data) {
    new Image().src = art(drawing()); // the largest file comes while the others do
    const [data, guide] = await Promise.all([get(`${base}/board.json`), guideAt(base).catch(() => null), ownPictures(message.game).then((own) => loadFaces(`${base}/faces.svg`, own)), fetchOwnWords(message)]);
    game.data = data;
    game.guide = guide;
    if (guide) openGuide(guide);
    game.choosing.index();
  }
  game.hotseat.covered = false;
  const data = /** @type {BoardData} */ (game.data);
  game.top = h('header', { class: 'prompt' });
  game.who.host = h('section', { class: 'who', 'aria-label': t('who.name'), hidden: true });
  game.notices.host = h('div', { class: 'notices' });
  game.pointing.card = h('div', { class: 'place-card', hidden: true, 'aria-live': 'off' });
  game.pointing.card.addEventListener('pointerdown', () => game.pointing.keepCard());
  game.boardHost = h('main', { class: 'board', 'aria-label': t('board.name') }, h('h1', { class: 'unseen' }, message.title));
  game.side = h('aside', { class: 'panel', 'aria-label': t('tab.panel') });
  game.bottom = h('footer', { class: 'sequence' });
  game.replaying.host = h('section', { class: 'replay-host', 'aria-label': t('replay.name'), hidden: true });
  const coachHost = h('section', { class: 'coach', 'aria-label': t('coach.name'), hidden: true });
  game.page = h('div', { class: `table ${game.match.here ? 'looks-on' : ''}` }, game.top, coachHost, game.who.host, game.boardHost, game.side, game.replaying.host, game.bottom);
  game.host.replaceChildren(game.page);
  game.board?.close();
  game.board = new BoardView(game.boardHost, data, {
    art, key: `${message.game}.${message.scenario}.${game.id}`,
    on: {
      space: (id, event) => game.clicking.afterAnswer(id, () => game.clicking.clickSpace(id, event)),
      piece: (id, event) => game.clicking.afterAnswer(id, () => game.clicking.clickPiece(id, event)),
      hover: (space, piece, pile, x, y) => game.pointing.hover(space, piece, pile, x, y),
      long: (space, piece, x, y) => game.clicking.long(space, piece, x, y),
      lift: (piece) => game.clicking.lift(piece),
      drop: (piece, space) => game.clicking.drop(piece, space),
    },
  });
  edges(game.board);
  frames(game.board, (ids) => void game.party.framed(ids));
  game.fan = new Fan(game.boardHost, {
    piece: (id, event) => game.clicking.afterAnswer(id, () => game.clicking.clickPiece(id, event, true)),
    lit: (id) => game.choosing.litPieces().get(id),
    advised: (id) => game.board?.advised.has(id) ?? false,
    picked: (piece) => piece.picked || piece.id === game.choosing.selected,
    nameOf: (piece) => (game.board ? nameOf(game.board, piece) : piece.name),
    style: (side) => game.style(side),
    occupied: () => game.board?.occupied() ?? [],
  });
  const tool = (/** @type {string} */ d, /** @type {string} */ name, /** @type {() => void} */ go) => {
    const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': t(name) }, icon(d));
    button.addEventListener('click', go);
    return button;
  };
  const what = tool(ICONS.what, 'what.title', () => game.what.toggle());
  what.dataset.key = 'what';
  what.setAttribute('aria-pressed', 'false');
  game.tools = h('div', { class: 'tools', role: 'group', 'aria-label': t('board.tools') },
    tool(ICONS.plus, 'board.zoom-in', () => game.board?.camera.zoom(1.4)), tool(ICONS.minus, 'board.zoom-out', () => game.board?.camera.zoom(1 / 1.4)), tool(ICONS.fit, 'board.fit', () => game.board?.camera.fitMore()), what);
  game.cards = new Cards(game, h('div', { class: 'telling-host' }));
  game.boardHost.append(game.tools, game.notices.host);
  game.pointing.dock();
  // a phone that is turned stays a phone: either change counts
  UPRIGHT.onchange = PHONE.onchange = () => { game.pointing.dock(); game.drawBottom(); void panelMoved(game); };
  game.command = new CommandField(game, game.boardHost);
  game.panel = new Panel(game, game.side);
  game.coach = new Coach(game, coachHost);
  game.coach.draw(); // the board has its size from the beginning
  game.replaying.bar = new ReplayBar(game.replaying.host, {
    go: (n) => game.replaying.showAt(n), close: () => void game.replaying.close(), next: (n) => game.replaying.next(n), see: (seat) => game.replaying.see(seat),
    share: (n) => {
      const url = `${location.origin}/t/${game.id}?at=${game.replaying.own(n)}`;
      const button = game.replaying.host?.querySelectorAll('.small-button')[1];
      if (button instanceof HTMLButtonElement) void copyText(url, button);
    },
  });
}
