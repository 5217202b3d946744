// @ts-check
/** The lobby: open challenges, who is here, games that may be watched, tournaments. */

import { fill, h, icon, ICONS } from '../dom.js';
import { confirm, dialog, menu, toast } from '../dialog.js';
import { settleDice } from '../dice.js';
import { list, loadMore, moment, t } from '../i18n.js';
import { get, Live, post } from '../net.js';
import { aboutPlayer } from '../people.js';
import { go } from '../wire.js';
import { challengeDialog } from './challenge.js';
import { switchRow } from './form.js';
import { greet, nextOf, nextTable, stillKnown, tellInLists } from './next.js';
import { clockWords, gameName, guestMark, nameLink, pageHead, ratingMark, sideMark, soon, tags, tellApart } from './told.js';
import { tournamentDialog } from './newtournament.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {import('./told.js').Person} Person */
/** @typedef {import('./told.js').Clock} Clock */
/** @typedef {{id: string, by: Person, you: boolean, game: string, scenario: string, options: Record<string, any>, side: string, copy: string, clock: Clock, pace: string, rated: boolean, watch: boolean, invited: Person[], span: number, rating: import('./told.js').Rating, until: string, why_not: string}} Open */
/** @typedef {{id: string, game: string, scenario: string, clock: Clock, pace: string, rated: boolean, turn: string, updated: string, sides: Person[], tournament: string}} Watched */
/** @typedef {{id: string, name: string, kind: string, game: string, scenario: string, clock: Clock, pace: string, rated: boolean, state: string, round: number, rounds: number, players: number, most: number, begins: string|null, in: boolean, first: string[]}} Cup */
/** @typedef {{challenges: Open[], here: Person[], watch: Watched[], tournaments: Cup[], me: {id: string, hidden: boolean, replays: boolean, leave: {days: number, most: number, until: string|null}}, ratings: boolean, swiss: boolean}} Hall */

/** How often the lobby is asked for where nothing is heard of it: another server of the same house may have news. */
const AGAIN = 20_000;
/** The clock of a game at one click. */
const QUICK = { bank: 30 * 60, add: 30 };

/** Whether a challenge is for me alone, or for few: those stand above all else. @param {Open} one */
const forMe = (one) => one.invited.length > 0 && !one.you && !one.why_not;

class Lobby {
  /** @param {HTMLElement} host @param {GameInfo[]} games @param {Hall} hall @param {TableInfo[]} tables */
  constructor(host, games, hall, tables) {
    this.games = games;
    this.hall = hall;
    this.tables = tables;
    /** The tables that were there when the page came up. */
    this.known = new Set(tables.map((table) => table.id));
    this.parts = { mine: h('div', { class: 'lobby-mine', role: 'status' }), quick: h('ul', { class: 'quick' }), open: h('div', { class: 'lobby-open' }), here: h('div'), watch: h('div'), cups: h('div') };
    const make = h('button', { type: 'button', class: 'button primary large', 'data-key': 'challenge' }, icon(ICONS.plus), t('club.challenge'));
    make.addEventListener('click', () => challengeDialog(games, this.hall.ratings, () => void this.refresh()));
    const cup = h('button', { type: 'button', class: 'button small-button', 'data-key': 'tournament' }, t('club.new-tournament'));
    cup.addEventListener('click', () => tournamentDialog(games, this.hall));
    const gear = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('club.settings') }, icon(ICONS.gear));
    gear.addEventListener('click', () => this.settings());
    const part = (/** @type {string} */ key, /** @type {HTMLElement} */ content, /** @type {HTMLElement|null} */ tool = null) => h('section', { class: `lobby-part part-${key}`, 'aria-labelledby': `lobby-${key}` }, h('div', { class: 'part-head' }, h('h2', { id: `lobby-${key}` }, t(`club.${key}`)), tool), content);
    host.replaceChildren(h('div', { class: 'home club' }, pageHead(t('club.lobby'), t('club.lobby-text'), hall.ratings ? h('a', { class: 'button', href: '/ratings' }, t('club.ratings')) : null, h('a', { class: 'button', href: `/player/${hall.me.id}` }, t('club.my-page')), gear),
      this.parts.mine,
      h('main', { class: 'lobby' },
        h('div', { class: 'lobby-main' }, part('quick', this.parts.quick), part('open', this.parts.open, make), part('tournaments', this.parts.cups, cup)),
        h('div', { class: 'lobby-side' }, part('here', this.parts.here), part('watch', this.parts.watch)))));
    greet(tables, this.known);
    this.draw();
    this.live = new Live(() => '/api/live', (data) => {
      void tellInLists(data);
      void this.refresh();
    }, (connected) => { if (!connected) void stillKnown(this.live); });
    window.setInterval(() => { if (!document.hidden) void this.refresh(); }, AGAIN);
  }

  asking = false;

  asked = false;

  /** Ask anew; what comes while an answer is on its way is asked for once more. */
  async refresh() {
    if (this.asking) {
      this.asked = true;
      return;
    }
    this.asking = true;
    try {
      [this.hall, this.tables] = await Promise.all([get('/api/lobby'), get('/api/tables')]);
      this.begun();
      this.draw();
    } catch {
      // the line is down: the next look tells more
    }
    this.asking = false;
    if (this.asked) {
      this.asked = false;
      await this.refresh();
    }
  }

  /** A game that has come of a challenge: a live one is opened at once, of another it is told. */
  begun() {
    for (const table of greet(this.tables, this.known)) {
      toast(t('club.taken', { name: table.seats.find((seat) => !seat.you)?.name ?? '', title: table.title }));
    }
  }

  /** @param {() => Promise<any>} act */
  async tried(act) {
    try {
      await act();
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
    await this.refresh();
  }

  /** @param {Open} one */
  take(one) {
    return this.tried(async () => {
      const { table } = await post(`/api/challenges/${one.id}/take`);
      this.known.add(table);
      await settleDice(table).catch(() => null);
      go(`/t/${table}`);
    });
  }

  draw() {
    const { challenges, here, watch } = this.hall;
    tellApart([...here, ...challenges.flatMap((one) => [one.by, ...one.invited]), ...watch.flatMap((one) => one.sides)]);
    this.drawMine();
    this.drawQuick();
    this.drawOpen();
    this.drawHere();
    this.drawWatch();
    this.drawCups();
  }

  drawMine() {
    const waiting = this.tables.filter((table) => table.yours && !table.over && table.mode !== 'analysis');
    const next = h('button', { type: 'button', class: 'button primary', 'data-key': 'next' }, t('home.next'));
    next.addEventListener('click', () => void nextTable());
    const { until } = this.hall.me.leave;
    const meant = this.hall.challenges.filter(forMe);
    fill(this.parts.mine, meant.length ? h('ul', { class: 'challenge-list' }, meant.map((one) => this.row(one))) : null, waiting.length ? h('p', { class: 'waiting-line' }, t('home.ready', { n: waiting.length }), nextOf(this.tables) ? next : null) : null,
      until ? h('p', { class: 'waiting-line' }, t('club.on-leave', { time: moment(until) })) : null);
  }

  drawQuick() {
    const short = this.games.filter((game) => game.ready && game.sides.length > 1).map((game) => ({ game, scenario: game.scenarios.find((one) => one.minutes && !one.former && one.sides.length > 1) })).filter((one) => one.scenario);
    fill(this.parts.quick, short.map(({ game, scenario }) => {
      const same = (/** @type {Open} */ one) => !(one.you && one.invited.length) && one.game === game.slug && one.scenario === scenario?.id && one.clock?.bank === QUICK.bank && one.clock?.add === QUICK.add && one.rated === this.hall.ratings;
      const mine = this.hall.challenges.find((one) => one.you && same(one));
      const other = this.hall.challenges.find((one) => !one.you && !one.why_not && same(one));
      const button = h('button', { type: 'button', class: `quick-tile ${mine ? 'waiting' : other ? 'ready' : ''}`, 'data-key': `quick-${game.slug}`, 'aria-pressed': String(Boolean(mine)) },
        h('b', null, game.title), h('span', { class: 'quick-scenario' }, scenario?.name), h('span', { class: 'small' }, mine ? t('club.looking') : other ? t('club.waits', { name: other.by.name }) : clockWords(QUICK)));
      button.addEventListener('click', () => {
        if (mine) void this.tried(() => post(`/api/challenges/${mine.id}/withdraw`));
        else if (other) void this.take(other);
        else void this.tried(() => post('/api/challenges', { game: game.slug, scenario: scenario?.id, clock: QUICK, rated: this.hall.ratings, watch: true }));
      });
      return h('li', null, button);
    }));
  }

  drawOpen() {
    const rows = this.hall.challenges.filter((one) => !forMe(one)).sort((a, b) => Number(b.you) - Number(a.you) || Number(Boolean(a.why_not)) - Number(Boolean(b.why_not)));
    fill(this.parts.open, rows.length ? h('ul', { class: 'challenge-list' }, rows.map((one) => this.row(one))) : h('p', { class: 'hint' }, t('club.none-open')));
  }

  /** @param {Open} one */
  row(one) {
    const { title, scenario, game } = gameName(this.games, one.game, one.scenario);
    const changed = Object.entries(one.options).filter(([id, value]) => game?.options.some((option) => option.id === id && JSON.stringify(option.default) !== JSON.stringify(value))).length;
    const side = one.side ? h('span', null, t('club.you-get'), ' ', sideMark(game, game?.scenarios.find((s) => s.id === one.scenario)?.sides.find((s) => s !== one.side) ?? '')) : t('new.random');
    const act = one.you
      ? h('button', { type: 'button', class: 'button small-button', 'data-key': `back-${one.id}` }, t('offer.withdraw'))
      : h('button', { type: 'button', class: 'button small-button primary', 'data-key': `take-${one.id}`, disabled: Boolean(one.why_not), title: one.why_not || null, 'aria-label': t('club.take-of', { name: one.by.name, title }) }, t('club.take'));
    act.addEventListener('click', () => {
      if (one.you) void this.tried(() => post(`/api/challenges/${one.id}/withdraw`));
      else void this.take(one);
    });
    const no = forMe(one) ? h('button', { type: 'button', class: 'button small-button', 'data-key': `decline-${one.id}` }, t('offer.no')) : null;
    no?.addEventListener('click', () => void this.tried(() => post(`/api/challenges/${one.id}/decline`)));
    return h('li', { class: `challenge ${one.you ? 'own' : ''} ${one.invited.length && !one.you ? 'for-me' : ''} ${one.why_not ? 'closed' : ''}` },
      h('span', { class: 'challenge-by' }, one.you ? h('b', null, t('club.yours')) : nameLink({ ...one.by, rating: this.hall.ratings ? one.rating : undefined }), one.invited.length ? h('small', null, one.you ? t('club.to', { name: list(one.invited.map((who) => who.name)) }) : t('club.for-you')) : null, one.span ? h('small', null, t('club.span-of', { n: one.span })) : null),
      h('span', { class: 'challenge-game' }, h('b', null, title), scenario ? h('span', null, scenario) : null, one.copy ? h('small', null, one.copy) : null, changed ? h('small', null, t('club.options', { n: changed })) : null),
      h('span', { class: 'challenge-side' }, side),
      h('span', { class: 'challenge-clock' }, clockWords(one.clock)),
      h('span', { class: 'challenge-tags' }, tags(one)),
      no ? h('span', { class: 'challenge-acts' }, act, no) : act, one.why_not ? h('small', { class: 'why-not' }, one.why_not) : null);
  }

  drawHere() {
    const { here, me } = this.hall;
    fill(this.parts.here, h('p', { class: 'small' }, t('club.here-n', { n: here.length }), me.hidden ? ` ${t('club.you-hide')}` : ''),
      h('ul', { class: 'here-list' }, here.map((who) => {
        if (who.id === me.id) return h('li', { class: 'you' }, h('a', { class: 'here-name', href: `/player/${who.id}` }, who.name, h('small', null, t('club.you'))));
        const button = h('button', { type: 'button', class: 'here-name', 'aria-haspopup': 'true', 'data-key': `here-${who.id}` }, who.name, guestMark(who));
        button.addEventListener('click', () => {
          const box = button.getBoundingClientRect();
          menu(box.left, box.bottom + 4, who.name, [
            { label: t('club.challenge-him', { name: who.name }), go: () => challengeDialog(this.games, this.hall.ratings, () => void this.refresh(), who) },
            { label: t('club.page-of', { name: who.name }), go: () => go(`/player/${who.id}`) },
            { label: t('people.about', { name: who.name }), go: () => void aboutPlayer(who.id, who.name) }]);
        });
        return h('li', null, button);
      })));
  }

  drawWatch() {
    const { watch } = this.hall;
    fill(this.parts.watch, watch.length ? h('ul', { class: 'watch-list' }, watch.map((one) => {
      const { title, scenario, game } = gameName(this.games, one.game, one.scenario);
      return h('li', null, h('a', { class: 'watch-link', href: `/t/${one.id}?seat=observer` },
        h('span', { class: 'watch-sides' }, one.sides.map((who, i) => [i ? h('span', { class: 'against' }, '–') : null, h('span', { class: 'watch-side' }, sideMark(game, game?.scenarios.find((s) => s.id === one.scenario)?.sides[i] ?? '').firstChild, ' ', who.name, ' ', this.hall.ratings ? ratingMark(who.rating) : null)])),
        h('span', { class: 'small' }, [title, scenario, one.turn, clockWords(one.clock)].filter(Boolean).join(' · '))));
    })) : h('p', { class: 'hint' }, t('club.none-watch')));
  }

  drawCups() {
    const { tournaments } = this.hall;
    const order = ['entry', 'running', 'done', 'called_off'];
    fill(this.parts.cups, tournaments.length ? h('ul', { class: 'cup-list' }, [...tournaments].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).map((one) => {
      const { title, scenario } = gameName(this.games, one.game, one.scenario);
      const state = one.state === 'entry' ? one.begins ? t('club.begins', { when: soon(one.begins) }) : t('club.entry') : one.state === 'running' ? t('club.round-of', { n: one.round, of: one.rounds }) : one.first.length ? t('club.winner', { n: one.first.length, name: list(one.first) }) : t(`club.${one.state}`);
      return h('li', null, h('a', { class: 'cup-link', href: `/tournament/${one.id}` },
        h('span', { class: 'cup-name' }, h('b', null, one.name), one.in && ['entry', 'running'].includes(one.state) ? h('span', { class: 'pill in' }, t('club.you-in')) : null),
        h('span', { class: 'small' }, [t(`club.kind-${one.kind}`), title, scenario, clockWords(one.clock)].filter(Boolean).join(' · ')),
        h('span', { class: 'cup-state' }, state, h('span', { class: 'count' }, one.state === 'entry' ? `${one.players} / ${one.most}` : String(one.players)))));
    })) : h('p', { class: 'hint' }, t('club.none-tournaments')));
  }

  /** What others see of me, and my leave. */
  settings() {
    const { me } = this.hall;
    const allow = () => void this.tried(() => post('/api/club/allow', { hidden: me.hidden, replays: me.replays }));
    const days = h('input', { class: 'input', type: 'number', min: 1, max: Math.max(1, Math.floor(me.leave.days)), value: Math.min(7, Math.max(1, Math.floor(me.leave.days))), 'aria-label': t('club.leave-days') });
    const take = h('button', { type: 'button', class: 'button', disabled: me.leave.days < 1 }, t('club.leave-go'));
    const back = h('button', { type: 'button', class: 'button primary' }, t('club.leave-end'));
    const box = dialog(t('club.settings'), [
      switchRow([t('club.show-me'), h('small', null, ` ${t('club.show-me-text')}`)], !me.hidden, (on) => { me.hidden = !on; allow(); }),
      switchRow([t('club.replays'), h('small', null, ` ${t('club.replays-text')}`)], me.replays, (on) => { me.replays = on; allow(); }),
      h('section', { class: 'leave' }, h('h3', null, t('club.leave')), h('p', { class: 'small' }, t('club.leave-text', { n: me.leave.days, most: me.leave.most })),
        me.leave.until ? h('div', { class: 'link-row' }, h('p', null, t('club.on-leave', { time: moment(me.leave.until) })), back) : h('div', { class: 'link-row leave-row' }, days, take))]);
    days.addEventListener('input', () => days.setCustomValidity(''));
    take.addEventListener('click', async () => {
      const n = Number(days.value);
      days.setCustomValidity(n > me.leave.days ? t('club.leave-most', { n: Math.floor(me.leave.days) }) : '');
      if (!days.reportValidity() || !await confirm(t('club.leave'), t('club.leave-sure', { n }), t('club.leave-go'))) return;
      box.close();
      await this.tried(async () => {
        await post('/api/club/leave', { days: n });
        toast(t('club.on-leave', { time: moment(new Date(Date.now() + n * 86_400_000).toISOString()) }));
      });
    });
    back.addEventListener('click', () => {
      box.close();
      void this.tried(() => post('/api/club/leave', { days: 0 }));
    });
  }
}

/** @param {HTMLElement} host */
export async function showLobby(host) {
  const [games, , hall, tables] = await Promise.all([get('/api/games'), loadMore('club'), get('/api/lobby'), get('/api/tables')]);
  document.title = `${t('club.lobby')} · ${t('app.name')}`;
  new Lobby(host, games, hall, tables);
}
