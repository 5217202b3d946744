// @ts-check
/** Signs that it is one's turn: the page's title, its badge, a notification. */

import { settings } from './settings.js';
import { t } from './i18n.js';

/** @param {string} title @param {boolean} mine */
export function setTurnSign(title, mine) {
  const name = title ? `${title} · ${t('app.name')}` : t('app.name');
  document.title = mine ? `● ${t('turn.title')} · ${name}` : name;
  const link = document.querySelector('link[rel="icon"]');
  const href = mine ? '/icons/mark-turn.svg' : '/icons/mark.svg';
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}

/** @param {string} title */
export function notify(title) {
  if (!settings.notify || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const note = new Notification(t('turn.title'), { body: t('turn.body', { title }), icon: '/icons/mark-turn.svg', tag: title });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Ask the browser for leave to notify. @returns {Promise<boolean>} */
export async function askToNotify() {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
