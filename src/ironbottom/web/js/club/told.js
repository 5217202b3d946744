// @ts-check
/** What the pages of the club have in common: people with their ratings, clocks in words, a game's names. */

import { emblem, h } from '../dom.js';
import { moment, t, when } from '../i18n.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {{points: number, sure: number, provisional: boolean}} Rating */
/** @typedef {{id: string, name: string, rating?: Rating, guest?: boolean}} Person */
/** @typedef {{days?: number, bank?: number, add?: number}|null} Clock */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A stretch of time in its largest unit. @param {number} seconds */
export function stretch(seconds) {
  if (seconds >= 2 * DAY && seconds % DAY === 0) return t('club.d', { n: seconds / DAY });
  if (seconds >= HOUR && seconds % HOUR === 0) return t('club.h', { n: seconds / HOUR });
  if (seconds >= MINUTE) return t('club.min', { n: Math.round(seconds / MINUTE) });
  return t('club.s', { n: seconds });
}

/** A clock in words. @param {Clock} clock */
export function clockWords(clock) {
  if (!clock) return t('club.no-clock');
  if (clock.days) return t('new.days', { n: clock.days });
  return clock.add ? t('club.bank', { bank: stretch(clock.bank ?? 0), add: stretch(clock.add) }) : stretch(clock.bank ?? 0);
}

/** @param {Rating|undefined} rating */
export function ratingMark(rating) {
  if (!rating) return null;
  return h('span', { class: `rating ${rating.provisional ? 'provisional' : ''}`, title: rating.provisional ? t('club.provisional') : t('club.rating') }, `${rating.points}${rating.provisional ? '?' : ''}`);
}

/** Somebody without an account, whose name may not last. @param {Person} who */
export function guestMark(who) {
  return who.guest ? h('small', { class: 'guest', title: t('club.guest-text') }, t('club.guest')) : null;
}

/** Somebody's name, which leads to his page. @param {Person} who */
export function nameLink(who) {
  return [h('a', { class: 'person', href: `/player/${encodeURIComponent(who.id)}` }, who.name || t('club.nobody')), ratingMark(who.rating), guestMark(who)];
}

/** @param {GameInfo[]} games @param {string} slug @param {string} scenario */
export function gameName(games, slug, scenario) {
  const game = games.find((one) => one.slug === slug);
  const found = game?.scenarios.find((one) => one.id === scenario);
  return { title: game?.title ?? slug, scenario: found && found.name !== game?.title ? found.name : '', game };
}

/** The name of a side with its emblem. @param {GameInfo|undefined} game @param {string} side */
export function sideMark(game, side) {
  const name = game?.sides.find((one) => one.id === side)?.name ?? side;
  return h('span', { class: 'side-name' }, emblem(/japan|axis/i.test(side) ? 'jp' : /americ|allies/i.test(side) ? 'us' : 'none'), name);
}

/** Tags of a game: rated, may be watched, live. @param {{rated: boolean, pace?: string, watch?: boolean}} one */
export function tags(one) {
  return [
    one.rated ? h('span', { class: 'pill rated' }, t('club.rated')) : h('span', { class: 'pill' }, t('club.friendly')),
    one.pace ? h('span', { class: 'pill' }, t(`club.${one.pace}`)) : null,
  ];
}

/**
 * Give different people who are called alike a mark behind their names, from their ids: guests may be called what they
 * like. Who has an account keeps his name, for nobody else can take it.
 * @param {Person[]} people each as often as he stands on the page
 */
export function tellApart(people) {
  /** @type {Map<string, Set<string>>} */
  const alike = new Map();
  for (const { id, name } of people) alike.set(name.toLowerCase(), (alike.get(name.toLowerCase()) ?? new Set()).add(id));
  const known = new Set(people.filter((one) => one.guest === false).map((one) => one.id));
  const twice = new Set([...alike.values()].filter((ids) => ids.size > 1).flatMap((ids) => [...ids]));
  for (const one of people) if (twice.has(one.id) && !known.has(one.id) && !one.id.startsWith('bot:')) one.name = `${one.name} ·${one.id.slice(0, 3)}`;
}

/** A time that is near, or a day. @param {string} iso */
export function soon(iso) {
  return Math.abs(Date.parse(iso) - Date.now()) < DAY * 1000 ? when(iso) : moment(iso);
}

/** The head of a page of the club. @param {string} title @param {string} under @param {...any} tools */
export function pageHead(title, under, ...tools) {
  return h('header', { class: 'home-head club-head' },
    h('div', { class: 'title-block' }, h('p', { class: 'crumbs' }, h('a', { href: '/' }, t('app.name')), ' › ', h('a', { href: '/lobby' }, t('club.lobby'))), h('h1', null, title), under ? h('p', null, under) : null),
    h('div', { class: 'home-tools' }, tools));
}

/** Points as one says them: halves as ½, quarters as ¼ and ¾. @param {number} n */
export function halves(n) {
  const whole = Math.floor(n);
  if (n === whole) return String(whole);
  return `${whole || ''}${['', '¼', '½', '¾'][Math.round((n - whole) * 4) % 4]}`;
}
