// @ts-check
/** A player's page: his ratings and how they went, his results by game and side, his games. */

import { h, s } from '../dom.js';
import { day, loadMore, moment, percent, t, when } from '../i18n.js';
import { get } from '../net.js';
import { aboutPlayer } from '../people.js';
import { challengeDialog } from './challenge.js';
import { attend } from './next.js';
import { gameName, nameLink, pageHead, ratingMark, sideMark } from './told.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {{id: string, game: string, scenario: string, pace: string, rated: boolean, time: string, sides: import('./told.js').Person[], score: number|null, reason: string, mine: number, points: number|null, moved: number|null, tournament: string, open: boolean}} Played */
/** @typedef {{game: string, pace: string, start: number, points: [string, number][]}} Curve */
/** @typedef {{id: string, name: string, computer: boolean, guest: boolean, you: boolean, since: string|null, here: boolean, ratings: (import('./told.js').Rating & {game: string, pace: string, games: number})[], tally: {game: string, side: number, won: number, drawn: number, lost: number}[], curves: Curve[], games: Played[]}} Page */

const WIDE = 560;
const HIGH = 170;
const LEFT = 44;

/** The course of a rating. @param {Curve} curve @param {string} name */
function drawCurve(curve, name) {
  const values = [curve.start, ...curve.points.map(([, n]) => n)];
  const low = Math.floor((Math.min(...values) - 20) / 50) * 50;
  const high = Math.ceil((Math.max(...values) + 20) / 50) * 50;
  const x = (/** @type {number} */ i) => LEFT + (i / Math.max(1, values.length - 1)) * (WIDE - LEFT - 8);
  const y = (/** @type {number} */ n) => 8 + (1 - (n - low) / (high - low)) * (HIGH - 30);
  const step = (high - low) / 50 > 6 ? 100 : 50;
  const lines = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
  return h('figure', { class: 'rating-curve' }, h('figcaption', null, name, ' ', h('b', null, String(values[values.length - 1]))),
    s('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': t('club.curve-of', { name, from: values[0], to: values[values.length - 1], n: curve.points.length }) },
      lines.map((n) => [s('path', { class: 'curve-grid', d: `M${LEFT} ${y(n).toFixed(1)}H${WIDE - 8}` }), s('text', { class: 'curve-text', x: LEFT - 8, y: (y(n) + 4).toFixed(1), 'text-anchor': 'end' }, String(n))]),
      s('path', { class: 'curve-line', d: `M${values.map((n, i) => `${x(i).toFixed(1)} ${y(n).toFixed(1)}`).join('L')}` }),
      values.length < 60 ? values.map((n, i) => s('circle', { class: 'curve-point', cx: x(i).toFixed(1), cy: y(n).toFixed(1), r: 3 }, i ? s('title', null, `${n}, ${moment(curve.points[i - 1][0])}`) : null)) : null,
      s('text', { class: 'curve-text', x: LEFT, y: HIGH - 4 }, t('club.games-n', { n: curve.points.length }))));
}

/** By how much a rating moved. @param {number} n */
const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** @param {HTMLElement} host @param {string} id */
export async function showPlayer(host, id) {
  /** @type {[GameInfo[], any, Page]} */
  const [games, , page] = await Promise.all([get('/api/games'), loadMore('club'), get(`/api/players/${encodeURIComponent(id)}`)]);
  document.title = `${page.name} · ${t('app.name')}`;
  attend();
  const challenge = h('button', { type: 'button', class: 'button primary', 'data-key': 'challenge' }, t('club.challenge-him', { name: page.name }));
  challenge.addEventListener('click', () => challengeDialog(games, true, () => {}, { id: page.id, name: page.name }));
  const about = h('button', { type: 'button', class: 'button', 'data-key': 'about' }, t('people.about', { name: page.name }));
  about.addEventListener('click', () => void aboutPlayer(page.id, page.name));
  const under = page.computer ? t('club.computer-text') : [page.guest ? t('club.guest') : '', page.here ? t('club.is-here') : '', page.since ? t('club.since', { time: day(page.since) }) : ''].filter(Boolean).join(' · ');
  const sides = (/** @type {string} */ slug, /** @type {number} */ n) => sideMark(games.find((game) => game.slug === slug), games.find((game) => game.slug === slug)?.sides[n]?.id ?? String(n));
  const title = (/** @type {string} */ slug) => games.find((game) => game.slug === slug)?.title ?? slug;
  host.replaceChildren(h('div', { class: 'home club' }, pageHead(page.name, under, page.you || page.computer ? null : [challenge, about]),
    h('main', { class: 'player-page' },
      h('section', null, h('h2', null, t('club.ratings')), page.ratings.length ? h('ul', { class: 'rating-cards' }, page.ratings.map((one) => h('li', { class: 'rating-card' }, h('span', null, title(one.game)), h('span', { class: 'small' }, t(`club.${one.pace}`)), h('b', { class: 'rating-big' }, ratingMark(one)), h('span', { class: 'small' }, t('club.games-n', { n: one.games }), one.provisional ? ` · ${t('club.provisional-short')}` : '')))) : h('p', { class: 'hint' }, t('club.none-rated')),
        page.curves.filter((curve) => curve.points.length > 1).map((curve) => drawCurve(curve, `${title(curve.game)}, ${t(`club.${curve.pace}`)}`))),
      page.tally.length ? h('section', null, h('h2', null, t('club.results')), h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('club.results') }, h('table', { class: 'grid' }, h('thead', null, h('tr', null, [t('club.game'), t('club.side'), t('club.won-n'), t('club.drawn-n'), t('club.lost-n'), t('club.share')].map((text, i) => h('th', { scope: 'col', class: i > 1 ? 'n' : '' }, text)))),
        h('tbody', null, page.tally.map((line) => {
          const all = line.won + line.drawn + line.lost;
          return h('tr', null, h('th', { scope: 'row' }, title(line.game)), h('td', null, sides(line.game, line.side)), h('td', { class: 'n' }, String(line.won)), h('td', { class: 'n' }, String(line.drawn)), h('td', { class: 'n' }, String(line.lost)), h('td', { class: 'n' }, percent((line.won + line.drawn / 2) / all)));
        }))))) : null,
      h('section', null, h('h2', null, t('club.games-of')), page.games.length ? h('ul', { class: 'played-list' }, page.games.map((one) => {
        const aborted = one.reason === 'aborted' && !one.tournament; // a tournament counts it
        const own = one.score === null || aborted ? null : one.mine === 0 ? one.score : 1 - one.score;
        const mark = aborted ? t('club.aborted') : own === null ? t('club.undecided') : own === 1 ? t('club.won-1') : own === 0 ? t('club.lost-1') : t('over.drawn');
        const { title: name, scenario } = gameName(games, one.game, one.scenario);
        return h('li', { class: `played ${own === 1 ? 'won' : own === 0 ? 'lost' : ''}` }, h('span', { class: 'played-mark' }, mark),
          h('span', { class: 'played-who' }, sides(one.game, one.mine), ' ', t('club.against'), ' ', nameLink(one.sides[1 - one.mine])),
          h('span', { class: 'small' }, [name, scenario].filter(Boolean).join(', ')),
          h('span', { class: 'played-points' }, one.rated ? [String(one.points), ' ', h('span', { class: 'small' }, signed(one.moved ?? 0))] : h('span', { class: 'small' }, [one.tournament ? t('home.tournament') : '', t('club.not-rated')].filter(Boolean).join(', '))),
          h('span', { class: 'small' }, when(one.time)),
          one.open ? h('a', { class: 'button small-button', href: `/t/${one.id}?at=1` }, t('club.replay')) : h('span', { class: 'small' }, t('club.closed')));
      })) : h('p', { class: 'hint' }, t('club.none-played'))))));
}

/** @param {HTMLElement} host */
export async function showRatings(host) {
  /** @type {[GameInfo[], any]} */
  const [games] = await Promise.all([get('/api/games'), loadMore('club')]);
  document.title = `${t('club.ratings')} · ${t('app.name')}`;
  attend();
  const lists = await Promise.all(games.filter((game) => game.ready && game.sides.length > 1).flatMap((game) => ['live', 'correspondence'].map(async (pace) => ({ game, pace, rows: await get(`/api/ratings/${game.slug}?pace=${pace}`) }))));
  const full = lists.filter((one) => one.pace === 'live' || one.rows.some((/** @type {any} */ row) => row.games)); // of computers alone it is told once
  host.replaceChildren(h('div', { class: 'home club' }, pageHead(t('club.ratings'), t('club.ratings-text')),
    h('main', { class: 'rating-lists' }, full.length ? full.map(({ game, pace, rows }) => h('section', null, h('h2', null, game.title), h('p', { class: 'small' }, t(`club.${pace}`)),
      h('ol', { class: 'best' }, rows.map((/** @type {any} */ one) => h('li', null, nameLink({ id: one.id, name: one.name, guest: one.guest }), h('span', { class: 'best-points' }, ratingMark(one)), h('span', { class: 'small' }, t('club.games-n', { n: one.games })))))))
      : h('p', { class: 'hint' }, t('club.none-rated')))));
}
