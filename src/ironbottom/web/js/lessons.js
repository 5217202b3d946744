// @ts-check
/** The lessons of a game: the list, which are done, and their beginning. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { post } from './net.js';
import { dialog, toast } from './dialog.js';
import { recall, remember } from './settings.js';
import { ruleLink } from './widgets.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */

/** @param {string} slug @returns {string[]} */
function done(slug) {
  return recall(`lessons.${slug}`, []);
}

/** This browser remembers that a lesson is done. @param {string} slug @param {string} lesson */
export function learned(slug, lesson) {
  const known = done(slug);
  if (!known.includes(lesson)) remember(`lessons.${slug}`, [...known, lesson]);
}

/** Go to a lesson; whether that could be done. @param {string} slug @param {string} lesson @returns {Promise<boolean>} */
export async function begin(slug, lesson) {
  try {
    const answer = await post('/api/lessons', { game: slug, lesson });
    location.href = `/t/${answer.id}`;
    return true;
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
    return false;
  }
}

/** A text with its rules, [2P-21], to be clicked. @param {string} text */
export function marked(text) {
  return text.split(/(\[[^\]\s]+\])/).map((part, i) => (i % 2 ? ruleLink(part.slice(1, -1)) : part));
}

/** @param {GameInfo} game */
export function lessonsDialog(game) {
  const known = done(game.slug);
  const next = game.lessons.find((lesson) => !known.includes(lesson.id));
  const groups = game.scenarios.map((scenario) => ({ scenario, lessons: game.lessons.filter((lesson) => lesson.scenario === scenario.id) })).filter((group) => group.lessons.length);
  const row = (/** @type {import('./types.js').LessonInfo} */ lesson) => {
    const over = known.includes(lesson.id);
    const go = h('button', { type: 'button', class: `lesson ${over ? 'over' : ''} ${lesson === next ? 'next' : ''}`, 'data-lesson': lesson.id, 'data-first': lesson === next ? '' : null },
      h('span', { class: 'lesson-mark', 'aria-hidden': 'true' }, over ? '✓' : ''),
      h('span', { class: 'lesson-words' }, h('b', null, lesson.title), h('small', null, lesson.text)),
      h('span', { class: 'lesson-time small' }, over ? t('learn.done') : t('learn.minutes', { n: lesson.minutes })));
    go.addEventListener('click', () => void begin(game.slug, lesson.id));
    return h('li', null, go);
  };
  const box = dialog(t('learn.title', { title: game.title }), [h('p', null, t('learn.text')),
    groups.map(({ scenario, lessons }) => h('section', null, h('h3', { class: 'lesson-group' }, scenario.name), h('ol', { class: 'lesson-list' }, lessons.map(row))))], { wide: true, name: 'learn' });
  const first = box.querySelector('[data-first]');
  if (first instanceof HTMLElement) first.focus();
}
