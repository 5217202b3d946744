// @ts-check
/** A tournament's page: how it stands, who met whom, and the rounds. */

import { fill, h } from '../dom.js';
import { confirm, toast } from '../dialog.js';
import { list, loadMore, moment, t } from '../i18n.js';
import { get, post } from '../net.js';
import { attend } from './next.js';
import { clockWords, gameName, halves, nameLink, pageHead, soon, stretch, tags, tellApart } from './told.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {{board: number, leg: number, first: number, second: number|null, score: number|null, reason: string, points: number[], table: string|null, begun: boolean}} Leg */
/** @typedef {import('./told.js').Person & {gone: boolean, you: boolean}} Player */
/** @typedef {{seed: number, place: number, points: number, games: number, buchholz: number, berger: number, won: number}} Line */
/** @typedef {import('./lobby.js').Cup & {maker: import('./told.js').Person, yours: boolean, games: number, hours: number, round_end: string|null, why: string, players: Player[], pairings: Leg[][], standings: Line[], copy: string, options: Record<string, any>}} Page */

const AGAIN = 15_000;

class Tournament {
  /** @param {HTMLElement} host @param {GameInfo[]} games @param {any} page */
  constructor(host, games, page) {
    this.games = games;
    /** @type {Page} */
    this.page = page;
    tellApart(this.page.players);
    this.host = host;
    this.body = h('main', { class: 'cup-page' });
    const { title, scenario } = gameName(games, page.game, page.scenario);
    host.replaceChildren(h('div', { class: 'home club' }, pageHead(page.name, [t(`club.kind-${page.kind}`), title, scenario].filter(Boolean).join(' · ')), this.body));
    this.draw();
    this.live = attend(() => void this.refresh());
    window.setInterval(() => { if (!document.hidden && !['done', 'called_off'].includes(this.page.state)) void this.refresh(); }, AGAIN);
  }

  async refresh() {
    try {
      this.page = await get(`/api/tournaments/${this.page.id}`);
      tellApart(this.page.players);
      this.draw();
    } catch {
      // the next look tells more
    }
  }

  /** @param {string} act */
  async do(act) {
    try {
      await post(`/api/tournaments/${this.page.id}/${act}`);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
    await this.refresh();
  }

  /** @param {string} act @param {string} kind @param {string|null} [sure] */
  button(act, kind, sure = null) {
    const made = h('button', { type: 'button', class: `button ${kind}`, 'data-key': act }, t(`club.cup-${act}`));
    made.addEventListener('click', async () => {
      if (!sure || await confirm(t(`club.cup-${act}`), sure, t(`club.cup-${act}`))) await this.do(act);
    });
    return made;
  }

  draw() {
    const { page } = this;
    const mine = page.pairings.flat().find((leg) => leg.table && leg.score === null && [leg.first, leg.second].some((seed) => seed !== null && page.players[seed].you));
    const entry = page.state === 'entry';
    fill(this.body,
      h('section', { class: 'cup-about' },
        h('p', { class: 'cup-terms' }, h('span', { class: 'pill' }, clockWords(page.clock)), tags(page), h('span', { class: 'pill' }, t(`club.games-${page.games}`)),
          entry && page.kind === 'swiss' ? h('span', { class: 'pill' }, t('club.cup-rounds', { n: page.rounds })) : null, h('span', { class: 'pill' }, t('club.cup-hours', { time: stretch(page.hours * 3600) })), h('span', { class: 'pill' }, t('club.by', { name: page.maker.name }))),
        h('p', { class: 'lead', role: 'status' }, this.state()),
        h('div', { class: 'row-buttons' },
          mine?.table ? h('a', { class: 'button primary large', href: `/t/${mine.table}` }, t('club.my-game')) : null,
          entry ? page.in ? this.button('leave', '') : page.players.length < page.most ? this.button('enter', 'primary large') : null : null,
          page.state === 'running' && page.in && !this.out() ? this.button('leave', '', t('club.cup-leave-sure')) : null,
          entry && page.yours && page.players.length > 1 ? this.button('start', 'primary') : null,
          entry && page.yours ? this.button('call-off', '', t('club.cup-call-off-sure')) : null)),
      this.options(),
      entry ? this.entrants() : null,
      page.kind === 'knockout' && page.round ? this.bracket() : null,
      page.standings.length ? this.standings() : null,
      page.kind !== 'knockout' && page.players.length <= 16 && page.round ? this.crosstable() : null,
      page.round ? this.rounds() : null);
  }

  /** Whether I have lost in a knock-out: there is nothing to leave any more. */
  out() {
    const { page } = this;
    const me = page.players.findIndex((one) => one.you);
    const last = page.pairings[page.pairings.length - 1];
    if (page.kind !== 'knockout' || !last) return false;
    const mine = last.filter((leg) => leg.first === me || leg.second === me);
    const ahead = mine.reduce((sum, leg) => sum + (leg.points[0] - leg.points[1]) * (leg.first === me ? 1 : -1), 0);
    return mine.every((leg) => leg.score !== null) && (!mine.length || ahead < 0);
  }

  state() {
    const { page } = this;
    if (page.state === 'entry') return [t('club.entry-n', { n: page.players.length, most: page.most }), page.begins ? t('club.begins', { when: soon(page.begins) }) : t('club.begins-by', { name: page.maker.name })].join(' ');
    if (page.state === 'running') return [t('club.round-of', { n: page.round, of: page.rounds }), page.round_end ? t('club.round-until', { time: moment(page.round_end) }) : ''].join(' ');
    if (page.state === 'called_off') return t('club.off-because', { why: page.why });
    const first = page.standings.filter((line) => line.place === 1).map((line) => page.players[line.seed].name);
    return [t('club.winner', { n: first.length, name: list(first) }), page.why].filter(Boolean).join(' ');
  }

  /** What all its games are played with. */
  options() {
    const { page } = this;
    const options = this.games.find((one) => one.slug === page.game)?.options ?? [];
    const same = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a) === JSON.stringify(b);
    const changed = options.filter((one) => one.id in page.options && !same(one.default, page.options[one.id]));
    return h('details', { class: 'cup-options', open: page.state === 'entry' && changed.length > 0 }, h('summary', null, changed.length ? t('club.options', { n: changed.length }) : t('join.standard')),
      h('ul', null, changed.map((one) => h('li', null, h('b', null, one.name), ': ', one.choices.find((choice) => same(choice.value, page.options[one.id]))?.text ?? String(page.options[one.id])))),
      h('p', { class: 'small' }, page.copy ? t('copies.played', { name: page.copy }) : t('copies.none')));
  }

  /** Who meets whom from the first round to the final: the winners of two neighbours meet. */
  bracket() {
    const { page } = this;
    const first = new Set((page.pairings[0] ?? []).map((leg) => leg.board)).size;
    const cell = (/** @type {Leg[]} */ legs) => {
      const sum = (/** @type {number} */ seed) => legs.reduce((total, leg) => total + (leg.first === seed ? leg.points[0] : leg.points[1]), 0);
      const line = (/** @type {number|null|undefined} */ seed) => h('span', { class: `pair-name ${typeof seed === 'number' && page.players[seed].you ? 'you' : ''}` }, h('span', null, typeof seed === 'number' ? page.players[seed].name : seed === null ? '–' : '…'), typeof seed === 'number' && legs[0].second !== null ? h('b', null, halves(sum(seed))) : null);
      return h('li', { class: legs.length ? '' : 'to-come' }, line(legs[0]?.first), line(legs.length ? legs[0].second : undefined));
    };
    return h('section', null, h('h2', null, t('club.bracket')),
      h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('club.bracket') }, h('ol', { class: 'bracket' }, Array.from({ length: page.rounds }, (_, i) => {
        const legs = page.pairings[i] ?? [];
        const boards = Array.from({ length: Math.max(1, Math.ceil(first / 2 ** i)) }, (_unused, n) => legs.filter((leg) => leg.board === n));
        return h('li', null, h('h3', null, this.stage(i + 1)), h('ol', null, boards.map(cell)));
      }))));
  }

  /** What a round is called. @param {number} n */
  stage(n) {
    const key = `club.stage-${this.page.rounds - n}`;
    return this.page.kind === 'knockout' && t(key) !== key ? t(key) : t('club.round-n', { n });
  }

  entrants() {
    const { page } = this;
    return h('section', null, h('h2', null, t('club.players')), page.players.length
      ? h('ol', { class: 'entrants' }, page.players.map((who) => h('li', { class: who.you ? 'you' : '' }, nameLink(who)))) : h('p', { class: 'hint' }, t('club.none-entered')));
  }

  standings() {
    const { page } = this;
    const swiss = page.kind === 'swiss';
    const berger = page.kind !== 'knockout';
    const heads = ['', t('club.player'), t('club.points'), t('club.game-points'), ...(swiss ? [t('club.buchholz')] : []), ...(berger ? [t('club.berger')] : []), t('club.won')];
    return h('section', null, h('h2', null, t('club.standings')),
      h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('club.standings') }, h('table', { class: 'grid standings' }, h('thead', null, h('tr', null, heads.map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', null, page.standings.map((line) => {
          const who = page.players[line.seed];
          return h('tr', { class: `${who.you ? 'you' : ''} ${who.gone ? 'gone' : ''} ${page.state === 'done' && line.place === 1 ? 'first' : ''}` },
            h('td', { class: 'n' }, `${line.place}.`), h('th', { scope: 'row' }, nameLink(who), who.gone ? h('small', null, t('club.has-left')) : null),
            h('td', { class: 'n strong' }, halves(line.points)), h('td', { class: 'n' }, halves(line.games)), swiss ? h('td', { class: 'n' }, halves(line.buchholz)) : null,
            berger ? h('td', { class: 'n' }, halves(line.berger)) : null, h('td', { class: 'n' }, String(line.won)));
        })))),
      h('p', { class: 'small' }, t(`club.order-${page.kind}`)));
  }

  crosstable() {
    const { page } = this;
    const legs = page.pairings.flat();
    const order = page.standings.map((line) => line.seed);
    const cell = (/** @type {number} */ one, /** @type {number} */ other) => {
      const met = legs.filter((leg) => (leg.first === one && leg.second === other) || (leg.first === other && leg.second === one));
      return met.map((leg) => {
        const own = leg.score === null ? '·' : halves(leg.points[leg.first === one ? 0 : 1]);
        const text = leg.score !== null && ['forfeit', 'void'].includes(leg.reason) ? `${own}*` : own;
        return leg.table ? h('a', { href: `/t/${leg.table}${[one, other].some((seed) => page.players[seed].you) ? '' : '?seat=observer'}` }, text) : h('span', null, text);
      });
    };
    return h('section', null, h('h2', null, t('club.crosstable')),
      h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('club.crosstable') }, h('table', { class: 'grid cross' },
        h('thead', null, h('tr', null, h('th', null, h('span', { class: 'unseen' }, t('club.player'))), order.map((_, i) => h('th', { scope: 'col' }, String(i + 1))), h('th', { scope: 'col' }, t('club.points')))),
        h('tbody', null, order.map((one, i) => h('tr', { class: page.players[one].you ? 'you' : '' }, h('th', { scope: 'row' }, `${i + 1} `, page.players[one].name),
          order.map((other) => h('td', { class: one === other ? 'self' : 'n' }, one === other ? '' : cell(one, other))), h('td', { class: 'n strong' }, halves(page.standings[i].points))))))),
      legs.some((leg) => ['forfeit', 'void'].includes(leg.reason) && leg.second !== null) ? h('p', { class: 'small' }, t('club.star')) : null);
  }

  rounds() {
    const { page } = this;
    const last = page.pairings.length;
    return h('section', { class: 'rounds' }, h('h2', null, t('club.rounds')), [...page.pairings].map((legs, i) => {
      const n = i + 1;
      const boards = [...new Set(legs.map((leg) => leg.board))];
      return h('details', { open: n === last, class: 'round' }, h('summary', null, this.stage(n)),
        h('ul', { class: 'meeting-list' }, boards.map((board) => this.pair(legs.filter((leg) => leg.board === board)))));
    }).reverse());
  }

  /** @param {Leg[]} legs */
  pair(legs) {
    const { page } = this;
    const [{ first, second }] = legs;
    if (second === null) return h('li', { class: 'meeting' }, h('div', { class: 'pair-names' }, nameLink(page.players[first])), h('span', { class: 'small' }, t('club.bye')));
    const sum = (/** @type {number} */ seed) => legs.reduce((total, leg) => total + (leg.first === seed ? leg.points[0] : leg.points[1]), 0);
    const done = legs.every((leg) => leg.score !== null);
    const ahead = done && sum(first) !== sum(second) ? sum(first) > sum(second) ? first : second : null;
    const name = (/** @type {number} */ seed) => h('span', { class: `pair-name ${seed === ahead ? 'ahead' : ''}` }, h('span', null, nameLink(page.players[seed])), h('b', null, halves(sum(seed))));
    return h('li', { class: `meeting ${done ? 'done' : ''} ${page.players[first].you || page.players[second].you ? 'you' : ''}` }, h('div', { class: 'pair-names' }, name(first), name(second)),
      h('div', { class: 'pair-games' }, legs.map((leg, i) => {
        const told = leg.score === null ? leg.table ? t(leg.begun ? 'club.playing' : 'club.not-begun') : t('club.to-come') : leg.reason === 'forfeit' ? t('club.forfeit') : leg.reason === 'void' ? t('club.void') : leg.score === 0.5 ? t('over.drawn') : t('club.won-by', { name: page.players[(leg.score === 1 ? leg.first : leg.second) ?? 0].name });
        const text = legs.length > 1 ? t('club.game-n', { n: i + 1, text: told }) : told;
        return leg.table ? h('a', { class: 'pill', href: `/t/${leg.table}` }, text) : h('span', { class: 'pill' }, text);
      })));
  }
}

/** @param {HTMLElement} host @param {string} id */
export async function showTournament(host, id) {
  const [games, , page] = await Promise.all([get('/api/games'), loadMore('club'), get(`/api/tournaments/${encodeURIComponent(id)}`)]);
  document.title = `${page.name} · ${t('app.name')}`;
  new Tournament(host, games, page);
}
