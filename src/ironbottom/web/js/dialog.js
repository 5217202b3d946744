// @ts-check
/** Dialogs and small menus. */

import { h, icon, ICONS } from './dom.js';
import { sentence, t } from './i18n.js';

/**
 * A modal dialog; it is removed when closed.
 * @param {string} title
 * @param {any[]} content
 * @param {{wide?: boolean, onclose?: () => void, name?: string}} [how]
 */
export function dialog(title, content, how = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('close') }, icon(ICONS.close));
  const box = h('dialog', { class: `dialog ${how.wide ? 'wide' : ''} ${how.name ?? ''}`, 'aria-labelledby': id },
    h('div', { class: 'dialog-head' }, h('h2', { id }, title), close), h('div', { class: 'dialog-body' }, content));
  close.addEventListener('click', () => box.close());
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener('close', () => {
    document.body.append(...box.querySelectorAll('.toast')); // a note is still to be read
    box.remove();
    how.onclose?.();
  });
  document.body.append(box);
  box.showModal();
  const first = box.querySelector('.dialog-body button, .dialog-body input, .dialog-body select');
  if (first instanceof HTMLElement && first.matches('[data-first]')) first.focus();
  return box;
}

/**
 * Ask before something large.
 * @param {string} title @param {string} text @param {string} yes @param {any[]} [more] what stands below the text
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, more = []) {
  return new Promise((resolve) => {
    let answer = false;
    const go = h('button', { type: 'button', class: 'button danger' }, yes);
    const no = h('button', { type: 'button', class: 'button' }, t('cancel'));
    const box = dialog(title, [h('p', null, text), ...more, h('div', { class: 'row-buttons' }, go, no)], { onclose: () => resolve(answer) });
    go.addEventListener('click', () => {
      answer = true;
      box.close();
    });
    no.addEventListener('click', () => box.close());
    no.focus();
  });
}

/** @type {HTMLElement|null} */
let open = null;
/** @type {(() => void)|null} what is to be done when it is closed */
let shut = null;

export const menuOpen = () => open !== null;

export function closeMenu() {
  const was = open !== null;
  open?.remove();
  open = null;
  const then = shut;
  shut = null;
  then?.();
  return was;
}

/**
 * A menu beside a point; it never covers the point.
 * @param {number} x @param {number} y
 * @param {string} title
 * @param {{label: string, hint?: string|null, advised?: boolean, point?: () => void, go: () => void}[]} items
 * @param {() => void} [closed]
 */
export function menu(x, y, title, items, closed = undefined) {
  closeMenu();
  const before = document.activeElement;
  const box = h('div', { class: 'menu', role: 'menu', 'aria-label': title }, h('p', { class: 'menu-title' }, title),
    items.map((item) => {
      const button = h('button', { type: 'button', role: 'menuitem', class: `menu-item ${item.advised ? 'advised' : ''}` }, item.label, item.hint ? h('small', null, item.hint) : null);
      button.addEventListener('click', () => {
        closeMenu();
        item.go();
      });
      if (item.point) for (const when of ['pointerenter', 'focus']) button.addEventListener(when, item.point);
      return button;
    }));
  document.body.append(box);
  open = box;
  shut = closed ?? null;
  const width = box.offsetWidth;
  const height = box.offsetHeight;
  const left = x + 18 + width < innerWidth ? x + 18 : Math.max(8, x - width - 18);
  const top = Math.max(8, Math.min(innerHeight - height - 8, y - 20));
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
  const buttons = [...box.querySelectorAll('button')];
  buttons[0]?.focus();
  box.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length].focus();
    else if (event.key === 'ArrowUp') buttons[(at - 1 + buttons.length) % buttons.length].focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      closeMenu();
      if (before instanceof HTMLElement) before.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

document.addEventListener('pointerdown', (event) => {
  if (open && event.target instanceof Node && !open.contains(event.target)) closeMenu();
}, { capture: true });

/** @param {string} text @param {HTMLButtonElement} button */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { class: 'unseen' });
    area.value = text;
    button.after(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  const old = button.textContent;
  button.textContent = t('copied');
  window.setTimeout(() => { button.textContent = old; }, 1500);
}

/** Say something to those who listen. @param {string} text */
export function announce(text) {
  const place = document.getElementById('announce');
  if (!place) return;
  place.textContent = '';
  window.setTimeout(() => { place.textContent = text; }, 40);
}

/** A short note at the edge of the window, with a way back where there is one. @param {string} text @param {string} [kind] @param {() => void} [undo] */
export function toast(text, kind = '', undo = undefined) {
  const back = undo ? h('button', { type: 'button', class: 'link-button' }, t('prompt.undo')) : null;
  const box = h('div', { class: `toast ${kind}`, role: kind === 'bad' ? 'alert' : 'status' }, kind === 'bad' ? sentence(text) : text, back);
  back?.addEventListener('click', () => undo?.());
  box.addEventListener('click', () => box.remove());
  const others = [...document.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect().top);
  if (others.length) box.style.bottom = `${innerHeight - Math.min(...others) + 8}px`;
  const over = [...document.querySelectorAll('dialog[open]')].pop();
  (over ?? document.body).append(box); // what is outside of a modal dialog lies below its veil
  window.setTimeout(() => box.remove(), undo ? 9000 : 4200);
}
