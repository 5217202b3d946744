// @ts-check
/** What cards say in the reader's own copy. It comes to the page of its owner alone, and stands beside our words there. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { get } from './net.js';

/** @type {Map<string, string>} by the effects of the cards */
let words = new Map();

/** Fetch them, where a table is played with a copy. @param {{id: string, copy?: string}} table */
export async function fetchOwnWords(table) {
  const found = table.copy ? await get(`/api/tables/${encodeURIComponent(table.id)}/words`).catch(() => ({})) : {};
  words = new Map(Object.entries(found));
}

/** @param {string} [effect] of a card */
export function ownWords(effect) {
  const text = words.get(effect ?? '');
  return text ? h('p', { class: 'own-words' }, h('small', null, t('own-words')), ' ', text) : null;
}
