// @ts-check
/** The lessons of a game: the list, which are done, and their beginning. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { get, post } from './net.js';
import { dialog, toast } from './dialog.js';
import { recall, remember } from './settings.js';
import { winningOf } from './winning.js';
import { go } from './wire.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').LessonInfo} LessonInfo */

/** @param {string} slug @returns {string[]} */
function done(slug) {
  return recall(`lessons.${slug}`, []);
}

/** This browser remembers that a lesson is done. @param {string} slug @param {string} lesson */
export function learned(slug, lesson) {
  const known = done(slug);
  if (!known.includes(lesson)) remember(`lessons.${slug}`, [...known, lesson]);
}

/** Go to a lesson, where it was left or from its beginning; whether that could be done.
 * @param {string} slug @param {string} lesson @param {boolean} [again] @returns {Promise<boolean>} */
export async function begin(slug, lesson, again = false) {
  try {
    const answer = await post('/api/lessons', { game: slug, lesson, again });
    remember('lessons.last', slug);
    go(`/t/${answer.id}`);
    return true;
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    return false;
  }
}

/** The first lesson of a game that is not done yet. @param {GameInfo} game */
function nextOf(game) {
  const known = done(game.slug);
  return game.lessons.find((lesson) => !known.includes(lesson.id));
}

/** The lessons that were begun and left. @returns {Promise<{game: string, lesson: string}[]>} */
function begunLessons() {
  return get('/api/lessons').catch(() => []); // without them one begins as for the first time
}

/** The lessons of a game in order, the next one proposed. @param {GameInfo} game @param {ReturnType<typeof begunLessons>} begun */
function lessonsOf(game, begun) {
  const known = done(game.slug);
  const next = nextOf(game);
  const row = (/** @type {LessonInfo} */ lesson) => {
    const over = known.includes(lesson.id);
    const time = h('span', { class: 'lesson-time small' }, over ? t('learn.done') : t('learn.minutes', { n: lesson.minutes }));
    const go = h('button', { type: 'button', class: `lesson ${over ? 'over' : ''} ${lesson === next ? 'next' : ''}`, 'data-lesson': lesson.id, 'aria-current': lesson === next ? 'step' : null },
      h('span', { class: 'lesson-mark', 'aria-hidden': 'true' }, over ? '✓' : ''),
      h('span', { class: 'lesson-words' }, h('b', null, lesson.title), h('small', null, lesson.text)), time);
    go.addEventListener('click', () => void begin(game.slug, lesson.id));
    const item = h('li', null, go);
    void begun.then((all) => {
      if (!all.some((one) => one.game === game.slug && one.lesson === lesson.id)) return;
      if (!over) time.replaceChildren(h('b', null, t('learn.go-on')));
      const again = h('button', { type: 'button', class: 'link-button small lesson-again', 'data-key': `again-${lesson.id}`, 'aria-label': `${t('learn.again')}: ${lesson.title}` }, t('learn.again'));
      again.addEventListener('click', () => void begin(game.slug, lesson.id, true));
      item.append(again);
    });
    return item;
  };
  /** @type {{name: string, lessons: LessonInfo[]}[]} */
  const parts = [];
  for (const lesson of game.lessons) {
    const name = game.scenarios.find((scenario) => scenario.id === lesson.scenario)?.name ?? '';
    if (parts[parts.length - 1]?.name === name) parts[parts.length - 1].lessons.push(lesson);
    else parts.push({ name, lessons: [lesson] });
  }
  // where nearly each lesson has a scenario of its own, their names would only part what belongs together
  if (parts.length > 1 && parts.length * 2 <= game.lessons.length) {
    return parts.map(({ name, lessons }) => h('section', null, h('h3', { class: 'lesson-group' }, name), h('ol', { class: 'lesson-list' }, lessons.map(row))));
  }
  return h('ol', { class: 'lesson-list' }, game.lessons.map(row));
}

/** How to win, for each scenario that is taught and each side: what one reads first. @param {GameInfo} game */
function winningButtons(game) {
  const taught = game.scenarios.filter((scenario) => game.lessons.some((lesson) => lesson.scenario === scenario.id)).slice(0, 1);
  const other = game.scenarios.filter((scenario) => scenario.sides.length < 2 && !taught.includes(scenario));
  return h('p', { class: 'win-open' }, h('b', null, t('win.open')), [...taught, ...other].flatMap((scenario) => scenario.sides.map((side) => {
    const name = game.sides.find((one) => one.id === side)?.name ?? side;
    const go = h('button', { type: 'button', class: 'button small-button', 'data-key': `win-${scenario.id}-${side}` }, scenario.sides.length < 2 ? scenario.name : name);
    go.addEventListener('click', () => void winningOf(game.slug, scenario.id, side).catch((problem) => toast(problem.message, 'bad')));
    return go;
  })));
}

/** What is proposed first has the focus. @param {HTMLElement} box */
function focusNext(box) {
  const first = box.querySelector('details[open] .lesson.next') ?? box.querySelector('.lesson.next');
  if (first instanceof HTMLElement) first.focus();
}

/** The lessons of one game. @param {GameInfo} game */
export function lessonsDialog(game) {
  focusNext(dialog(t('learn.title', { title: game.title }), [h('p', null, t('learn.text')), winningButtons(game), lessonsOf(game, begunLessons())], { wide: true, name: 'learn' }));
}

/** All lessons, game by game: open is the one that he was at last, or the first that he has not finished. @param {GameInfo[]} games */
export function learnDialog(games) {
  const taught = games.filter((game) => game.lessons.length);
  const begun = begunLessons();
  const last = taught.find((game) => game.slug === recall('lessons.last') && nextOf(game));
  const open = last ?? taught.find((game) => nextOf(game)) ?? taught[0];
  focusNext(dialog(t('learn.open'), [h('p', null, t('learn.all')), h('p', { class: 'small' }, t('learn.text')),
    taught.map((game) => {
      const n = game.lessons.filter((lesson) => done(game.slug).includes(lesson.id)).length;
      return h('details', { class: 'learn-game', name: 'learn-game', open: game === open, 'data-game': game.slug },
        h('summary', null, h('b', null, game.title), ' ', h('span', { class: 'small' }, n ? t('learn.some', { n, of: game.lessons.length }) : t('learn.none', { n: game.lessons.length }))), winningButtons(game), lessonsOf(game, begun));
    })], { wide: true, name: 'learn' }));
}
