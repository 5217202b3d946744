// @ts-check
/** What moves a seat: its recovery code, its link, and the question for one whose holder is not heard of. */

import { h } from './dom.js';
import { moment, sentence, t } from './i18n.js';
import { post, Refusal } from './net.js';
import { confirm, copyText, dialog, toast } from './dialog.js';
import { go } from './wire.js';

/** Something to copy and to keep. @param {string} text @param {string} name @param {string} [kind] */
export function copyRow(text, name, kind = '') {
  const copy = h('button', { type: 'button', class: 'button' }, t('copy'));
  copy.addEventListener('click', () => void copyText(text, copy));
  const field = h('input', { class: 'input', readonly: true, value: text, 'aria-label': name });
  field.addEventListener('focus', () => field.select());
  return h('div', { class: `link-row ${kind}` }, field, copy);
}

/** A recovery code, with what it is good for. @param {string} code */
export function codeWords(code) {
  return [h('p', null, t('code.text')), copyRow(code, t('code.name'), 'code'), h('p', { class: 'small' }, t('code.once'))];
}

/** @param {() => Promise<void>} go */
async function tried(go) {
  try {
    await go();
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
  }
}

/** A new link for a seat, to be sent or to be opened elsewhere. @param {string} table @param {string} side @param {string} name @param {boolean} own */
export function seatLink(table, side, name, own) {
  return tried(async () => {
    const answer = await post(`/api/tables/${table}/relink`, { side });
    const watch = side === 'observer';
    dialog(t(own ? 'seat.link-title' : 'invite.title'), [h('p', null, watch ? t('match.link-text') : t(own ? 'seat.link-text' : 'invite.text', { side: name })), copyRow(answer.url, watch ? t('invite.observer') : t('invite.link', { side: name })),
      answer.qr ? h('img', { class: 'qr', src: answer.qr, alt: t('home.qr') }) : null, answer.local_only ? h('p', { class: 'warning' }, t('invite.local')) : null]);
  });
}

/** One's own seat: another code, or a link. @param {string} table @param {string} side @param {string} name */
export function ownSeat(table, side, name) {
  const code = h('button', { type: 'button', class: 'button', 'data-key': 'seat-code' }, t('seat.code'));
  const link = h('button', { type: 'button', class: 'button', 'data-key': 'seat-link' }, t('seat.link'));
  const box = dialog(t('seat.title', { side: name }), [h('p', null, t('seat.code-text')), h('div', { class: 'row-buttons' }, code), h('p', null, t('seat.link-about')), h('div', { class: 'row-buttons' }, link)]);
  code.addEventListener('click', () => void tried(async () => {
    const answer = await post(`/api/tables/${table}/code`, { side });
    box.close();
    dialog(t('code.title'), codeWords(answer.code));
  }));
  link.addEventListener('click', () => {
    box.close();
    void seatLink(table, side, name, true);
  });
}

/** Ask for the seat of somebody who is not heard of. @param {string} table @param {string} side @param {string} name @param {string} holder */
export async function askForSeat(table, side, name, holder) {
  if (!await confirm(t('seat.ask-title', { side: name }), t('seat.ask-text', { name: holder }), t('seat.ask-yes'))) return;
  await tried(async () => {
    const answer = await post(`/api/tables/${table}/reclaim`, { side });
    toast(t('seat.asked', { name: holder, time: moment(answer.due) }));
  });
}

/** A recovery code is typed in; the seat's new link is followed at once. */
export function recoverDialog() {
  const field = h('input', { class: 'input', 'aria-label': t('code.name'), placeholder: 'XXXX-XXXX-XXXX-XXXX-XXXX', autocomplete: 'off', autocapitalize: 'characters', spellcheck: false, 'data-first': true, maxlength: 100 });
  const form = h('form', null, h('div', { class: 'link-row code' }, field, h('button', { type: 'submit', class: 'button primary' }, t('recover.go'))));
  const wrong = h('p', { class: 'warning', role: 'alert', hidden: true });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const answer = await post('/api/recover', { code: field.value });
      go(`${new URL(answer.url).pathname}?own`); // the page of the link says that it is one's own seat
    } catch (problem) { // it stands here: a toast lies behind the dialog
      wrong.textContent = problem instanceof Refusal && problem.status === 404 ? t('recover.wrong') : sentence(problem);
      wrong.hidden = false;
      field.select();
    }
  });
  dialog(t('recover.title'), [h('p', null, t('recover.text')), form, wrong]);
}
