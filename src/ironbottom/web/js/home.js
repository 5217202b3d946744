// @ts-check
/** The first page: my games with whose turn it is, and the shelf of games. */

import { accountDialog, showSuspended } from './account.js';
import { clockTo, HOUR } from './clocks.js';
import { copiesDialog } from './copies.js';
import { h, icon, ICONS, emblem } from './dom.js';
import { list, moment, t, when } from './i18n.js';
import { get, keptSince, Live, post, Refusal } from './net.js';
import { learnDialog, lessonsDialog } from './lessons.js';
import { evening, newGameDialog, offered } from './newgame.js';
import { dialog, menu, toast } from './dialog.js';
import { textOf } from './files.js';
import { recoverDialog } from './seat.js';
import { unmanned } from './match.js';
import { removeTable } from './remove.js';
import { settingsDialog } from './settingsdialog.js';
import { drawing, onSettings, recall } from './settings.js';
import { setTurnSign } from './signs.js';
import { showError } from './join.js';
import { keeping } from './keeping.js';
import { greet, nextOf, tellInLists } from './club/next.js';
import { ALONE, at, go } from './wire.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').TableInfo} TableInfo */

/** @typedef {{shown: TableInfo[], hidden: TableInfo[]}} Tables */

/** So many of my games stand above the shelf; the rest are folded, so that it stays near. */
const ABOVE = 6;

/** @returns {Promise<Tables>} */
async function getTables() {
  const [shown, hidden] = await Promise.all([get('/api/tables'), get('/api/tables?hidden=true')]);
  return { shown, hidden };
}

/** @param {HTMLElement} host */
export async function showHome(host) {
  /** @type {[GameInfo[], {name: string, local: boolean}, Tables]} */
  let loaded;
  try {
    loaded = await Promise.all([get('/api/games'), get('/api/me'), getTables()]);
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 403) showSuspended(host, problem.message);
    else showError(host, problem, t('error.page'));
    return;
  }
  const [games, me, first] = loaded;
  const begin = beginning(games);
  const mine = h('section', { class: 'my-games', 'aria-labelledby': 'my-games' });
  const shelf = h('section', { class: 'shelf', 'aria-labelledby': 'shelf' }, h('h2', { id: 'shelf', class: 'unseen' }, t('home.shelf')), h('ul', { class: `cards ${games.filter((game) => game.ready).length > 2 ? 'even' : ''}` }, games.map((game) => card(game, game === begin))));
  const challenges = h('div', { role: 'status' });
  const drawChallenges = async () => {
    if (ALONE) return;
    const found = await get('/api/challenges').catch(() => []);
    challenges.replaceChildren(...found.map((/** @type {{by: {name: string}, game: string}} */ one) => h('p', { class: 'waiting-line challenged' }, t('home.challenged', { name: one.by.name, title: games.find((game) => game.slug === one.game)?.title ?? one.game }), ' ', h('a', { class: 'button primary small-button', href: '/lobby' }, t('home.lobby')))));
  };
  void drawChallenges();
  const since = keptSince();
  const offline = since ? h('p', { class: 'warning offline', role: 'status' }, t('offline.list', { time: moment(since) })) : null;
  host.replaceChildren(h('div', { class: 'home' }, head(me, games), h('main', { class: since ? 'from-here' : '' }, offline, challenges, shelf, mine), foot()));
  const known = new Set(first.shown.map((table) => table.id));
  const refresh = () => {
    void drawChallenges();
    getTables().then((tables) => {
      greet(tables.shown, known);
      drawTables(mine, tables, games, refresh);
    }, () => {});
  };
  drawTables(mine, first, games, refresh);
  greet(first.shown, known);
  let failed = 0;
  new Live(() => '/api/live', (data) => {
    void tellInLists(data);
    if (data?.type !== 'lobby') refresh();
  }, (connected) => {
    if (connected && offline) location.reload();
    failed = connected ? 0 : failed + 1;
    if (failed > 1 && navigator.onLine) refresh(); // it does not come back: the session may have been ended
  });
  const query = new URLSearchParams(location.search);
  const wanted = games.find((game) => game.ready && game.slug === query.get('play'));
  if (query.has('account') && !ALONE) {
    history.replaceState(null, '', at('/'));
    void accountDialog();
  }
  if (query.has('deleted')) {
    history.replaceState(null, '', at('/'));
    toast(t('account.deleted', { name: me.name }));
  }
  if (wanted) {
    history.replaceState(null, '', at('/'));
    newGameDialog(wanted, query.get('copy'));
  }
  onSettings(() => {
    for (const image of host.querySelectorAll('img[data-art]')) image.setAttribute('src', `${image.getAttribute('data-art')}/cover.${drawing()}`);
  });
}

/** @param {{name: string}} me @param {GameInfo[]} games */
function head(me, games) {
  const name = h('input', { class: 'input name-input', maxlength: 40, 'aria-label': t('home.name'), value: me.name });
  name.addEventListener('change', () => {
    post('/api/me', { name: name.value.trim() }).then((answer) => { me.name = answer.name; }, (problem) => toast(problem.message, 'bad')).finally(() => { name.value = me.name; });
  });
  const account = h('button', { type: 'button', class: 'button', 'data-key': 'account' }, t('account.title'));
  account.addEventListener('click', () => void accountDialog());
  const learn = games.some((game) => game.lessons.length) ? h('button', { type: 'button', class: 'button learn-all', 'data-key': 'learn-all' }, t('learn.open')) : null;
  learn?.addEventListener('click', () => learnDialog(games));
  const settings = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('home.settings') }, icon(ICONS.gear));
  settings.addEventListener('click', () => settingsDialog());
  return h('header', { class: 'home-head' },
    h('div', { class: 'title-block' }, h('h1', null, t('app.name')), h('p', null, t('app.tag'))),
    h('div', { class: 'home-tools' }, ALONE ? null : h('a', { class: 'button primary', href: '/lobby', 'data-key': 'lobby' }, t('home.lobby')), learn, h('label', { class: 'name-label' }, h('span', null, t('home.name')), name), ALONE ? null : account, settings));
}

function foot() {
  const pick = h('input', { type: 'file', class: 'unseen', accept: '.jsonl,.json,.txt', 'aria-label': t('home.import'), tabindex: '-1' });
  const button = h('button', { type: 'button', class: 'link-button' }, t('home.import'));
  button.addEventListener('click', () => pick.click());
  pick.addEventListener('change', async () => {
    const file = pick.files?.[0];
    pick.value = '';
    if (!file) return;
    try {
      const answer = await post('/api/tables', { options: {}, seats: {}, clock: null, hints: true, import: await textOf(file) });
      go(`/t/${answer.id}`);
    } catch (problem) {
      dialog(t('home.import'), [h('p', null, t('not-imported', { file: file.name, why: problem instanceof Error ? problem.message : '' }))]);
    }
  });
  const recover = h('button', { type: 'button', class: 'link-button' }, t('recover.open'));
  recover.addEventListener('click', () => recoverDialog());
  return h('footer', { class: 'home-foot' }, button, pick, ...(ALONE ? [documents(), ...keeping()] : [recover]));
}

/** The way to the documents, which lie beside the game where it has no server. */
const documents = () => h('a', { class: 'link-button', href: at('/docs/index.html'), target: '_blank', 'data-key': 'documents' }, t('home.documents'));

/** How many minutes the lessons of a game take. @param {GameInfo} game */
const toLearn = (game) => game.lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);

/** Where one begins who has learnt and played nothing yet: the game that is learnt soonest. @param {GameInfo[]} games */
function beginning(games) {
  if (games.some((game) => recall(`played.${game.slug}`, false) || recall(`lessons.${game.slug}`, []).length)) return undefined;
  return games.filter((game) => game.lessons.length).sort((a, b) => toLearn(a) - toLearn(b))[0];
}

/** @param {GameInfo} game @param {boolean} begin whether one begins with it */
function card(game, begin) {
  const scenario = game.scenarios[0];
  const art = scenario ? `/g/${game.slug}/${scenario.id}` : '';
  const picture = game.ready && art
    ? h('img', { class: 'card-art', alt: '', src: `${art}/cover.${drawing()}`, 'data-art': art, loading: 'lazy', draggable: 'false' })
    : h('img', { class: 'card-art none', alt: '', src: '/icons/waters.svg', draggable: 'false' });
  picture.addEventListener('error', () => {
    if (picture.getAttribute('src') !== '/icons/waters.svg') picture.setAttribute('src', '/icons/waters.svg');
  });
  const play = h('button', { type: 'button', class: 'button primary', 'aria-label': `${t('home.play')}: ${game.title}` }, t('home.play'));
  play.addEventListener('click', () => newGameDialog(game));
  const learn = game.lessons.length ? h('button', { type: 'button', class: 'button', 'aria-label': `${t('learn.open')}: ${game.title}`, 'data-key': 'learn' }, t('learn.open')) : null;
  learn?.addEventListener('click', () => lessonsDialog(game));
  const short = evening(game);
  const own = game.ready ? h('button', { type: 'button', class: 'link-button small', 'aria-label': `${t('copies.mine')}: ${game.title}`, 'data-key': 'copies' }, t('copies.mine')) : null;
  own?.addEventListener('click', () => copiesDialog(game));
  const copy = game.workshop ? h('p', { class: 'small own-copy' }, game.print ? h('span', null, game.print.text, ' ', h('a', { href: game.print.url, rel: 'noreferrer', target: '_blank' }, t('home.print'))) : null,
    h('a', { href: `/workshop/${game.slug}`, 'aria-label': t('home.workshop-of', { title: game.title }) }, t('home.workshop')), own) : null;
  return h('li', { class: `game-card ${game.ready ? 'ready' : 'prepare'}`, 'data-game': game.slug },
    h('div', { class: 'card-frame' }, picture, game.ready ? null : h('span', { class: 'stamp' }, t('home.prepare'))),
    h('div', { class: 'card-words' }, h('h3', null, game.title, begin ? h('span', { class: 'begin-here' }, t('home.begin')) : null),
      h('p', { class: 'card-text' }, scenario ? scenario.text : t('home.prepare-text'), game.ready && offered(game).length > 1 ? h('span', { class: 'small' }, ` ${t('home.scenarios', { n: offered(game).length })}`) : null,
        game.lessons.length ? h('span', { class: 'small card-time' }, t('home.to-learn', { n: toLearn(game) }), short ? [' · ', t('home.evening', { name: short.name, n: short.minutes ?? 0 })] : null) : null),
      game.ready ? h('div', { class: 'card-go' }, play, learn) : null, h('div', { class: 'credit' }, h('p', { class: 'small' }, game.credit), copy)));
}

/** @param {HTMLElement} host @param {Tables} known @param {GameInfo[]} games @param {() => void} refresh */
function drawTables(host, known, games, refresh) {
  const boards = known.shown.filter((table) => table.mode === 'analysis');
  const tables = known.shown.filter((table) => table.mode !== 'analysis');
  const { hidden } = known;
  const waiting = tables.filter((table) => table.yours && !table.over);
  setTurnSign('', false);
  if (waiting.length) {
    document.title = `(${waiting.length}) ${t('app.name')}`;
    document.querySelector('link[rel="icon"]')?.setAttribute('href', '/icons/mark-turn.svg');
  }
  const order = [...tables].sort((a, b) => Number(Boolean(a.over)) - Number(Boolean(b.over)) || Number(b.yours) - Number(a.yours) || b.updated.localeCompare(a.updated));
  const oldest = nextOf(tables);
  const next = oldest && tables.length > 3 ? h('a', { class: 'button primary', href: `/t/${oldest.id}` }, t('home.next')) : null;
  const boardsOpen = host.querySelector('.boards')?.hasAttribute('open') ?? true;
  const unfolded = (/** @type {string} */ name) => host.querySelector(`.hidden-games.${name}`)?.hasAttribute('open') ?? false;
  const wasOpen = unfolded('away');
  const moreOpen = unfolded('more');
  // whoever has games comes for them; a newcomer for the shelf
  const shelf = host.parentElement?.querySelector('.shelf');
  if (tables.length && shelf?.nextElementSibling === host) shelf.before(host);
  else if (!tables.length && shelf?.previousElementSibling === host) shelf.after(host);
  host.replaceChildren(h('div', { class: 'my-head' }, h('h2', { id: 'my-games' }, t('home.tables')), waiting.length ? h('span', { class: 'small' }, t('home.ready', { n: waiting.length })) : null, next),
    tables.length ? h('ul', { class: 'table-list' }, order.slice(0, ABOVE).map((table) => row(table, games, false, refresh))) : h('p', { class: 'hint' }, t('home.none')),
    order.length > ABOVE ? h('details', { class: 'hidden-games more', open: moreOpen }, h('summary', null, t('home.more-games', { n: order.length - ABOVE })), h('ul', { class: 'table-list' }, order.slice(ABOVE).map((table) => row(table, games, false, refresh)))) : '',
    boards.length ? h('details', { class: 'hidden-games boards', open: boardsOpen }, h('summary', null, t('home.boards', { n: boards.length })), h('ul', { class: 'table-list' }, boards.map((table) => row(table, games, false, refresh)))) : '',
    hidden.length ? h('details', { class: 'hidden-games away', open: wasOpen }, h('summary', null, t('home.hidden-games', { n: hidden.length })),
      h('ul', { class: 'table-list' }, hidden.map((table) => row(table, games, true, refresh)))) : '');
}

/** How a game that is over ended for me: both sides of it may have been mine, or none. @param {TableInfo} table */
function result(table) {
  if (table.match?.aborted && !table.match.tournament) return 'home.aborted';
  const [mine, ...more] = table.seats.filter((seat) => seat.you);
  const winners = table.over?.winners ?? [];
  return !mine || more.length || !winners.length ? 'home.over' : winners.includes(mine.side) ? 'home.won' : 'home.lost';
}

/** @param {TableInfo} table @param {GameInfo[]} games @param {boolean} hidden @param {() => void} refresh */
function row(table, games, hidden, refresh) {
  const game = games.find((one) => one.slug === table.game);
  const sideName = (/** @type {string} */ side) => game?.sides.find((one) => one.id === side)?.name ?? side;
  const scenario = game?.scenarios.find((one) => one.id === table.scenario);
  const others = table.seats.filter((seat) => !seat.you);
  const board = table.mode === 'analysis';
  const computers = unmanned(table);
  const who = computers ? t('home.computers', { names: others.map((seat) => `${seat.name} (${sideName(seat.side)})`).join(' – ') }) : board ? t('analysis.name') : table.seats.length === 1 ? t('home.solo') : others.length ? t('home.against', { names: list(others.map((seat) => seat.name || sideName(seat.side))) }) : t('home.hot');
  const mine = table.seats.filter((seat) => seat.you).map((seat) => sideName(seat.side));
  const free = others.some((seat) => seat.kind === 'human' && !seat.taken && table.waiting.includes(seat.side));
  const clock = table.due ? [' · ', clockTo(table.due, HOUR)] : null;
  const state = board ? h('span', { class: 'state' }, t('analysis.free')) : table.over ? h('span', { class: 'state over' }, t(result(table)))
    : computers ? h('span', { class: 'state' }, t('home.watch'))
    : table.yours ? h('span', { class: 'state yours' }, t('home.yours'), clock)
      : h('span', { class: 'state' }, t(free ? 'home.free' : 'home.waiting', { side: list(table.waiting.map(sideName)) }), clock);
  const more = h('button', { type: 'button', class: 'icon-button', 'aria-label': `${t('home.more')}: ${table.title}`, 'aria-haspopup': 'true' }, icon(ICONS.more));
  const people = [...others.filter((seat) => seat.kind === 'human' && seat.taken), ...(table.sat ?? []).filter((one) => !one.you)];
  const item = h('li', { class: `table-row ${table.yours && !table.over && !board ? 'yours' : ''} ${board ? 'board' : ''}` },
    h('a', { class: 'table-link', href: `/t/${table.id}` },
      h('span', { class: 'table-title' }, h('b', null, table.title), scenario && scenario.name !== table.title ? h('span', null, scenario.name) : null),
      h('span', { class: 'table-who' }, emblem('none'), [mine.join(' + '), who].filter(Boolean).join(', ')),
      h('span', { class: 'table-turn' }, table.over ? table.over.text : table.match && !table.match.begun ? t('home.dice') : table.turn, ' ', table.match?.rated && !table.match.aborted ? h('span', { class: 'pill rated' }, t('home.rated')) : null, table.match?.tournament ? h('span', { class: 'pill' }, t('home.tournament')) : null), state,
      h('span', { class: 'table-when small' }, when(table.updated)),
      table.leaving ? h('span', { class: 'table-note small' }, t('home.leaving', { names: list(people.map((seat) => seat.name)) })) : null,
      table.asked ? h('span', { class: 'table-note warning' }, t('seat.wanted-home', { time: moment(table.asked) })) : null,
      table.missing ? h('span', { class: 'table-note small' }, table.missing) : null), more);
  const put = async (/** @type {'hide'|'show'} */ what) => {
    try {
      await post(`/api/tables/${table.id}/${what}`);
      if (what === 'hide') toast(t('home.hidden'), '', () => void put('show'));
      refresh();
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  };
  const counts = table.match?.begun && (table.match.rated || table.match.tournament) && !table.over;
  const mayDelete = !counts && (table.made || mine.length > 0 || table.sat?.some((one) => one.you)) && !table.leaving;
  more.addEventListener('click', () => {
    const box = more.getBoundingClientRect();
    menu(box.right, box.bottom, table.title, [
      hidden ? { label: t('home.show'), go: () => void put('show') } : { label: t('home.hide'), go: () => void put('hide') },
      ...(mayDelete ? [{ label: t('remove.menu'), go: () => void removeTable(table).then((left) => { if (left) refresh(); }) }] : []),
    ]);
  });
  return item;
}
