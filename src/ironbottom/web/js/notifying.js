// @ts-check
/** How one is told that it is one's turn while one is away: on this device, by mail, by an address of one's own. */

import { dialog, toast } from './dialog.js';
import { doing, tried } from './doing.js';
import { h } from './dom.js';
import { list, t } from './i18n.js';
import { post } from './net.js';
import { account, bytes } from './passkeys.js';

/** @typedef {import('./account.js').Account} Account */

/** Whether this browser can be reached by a push service at this address. */
function pushWorks() {
  return isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';
}

/** @param {string} name @param {string} about @param {HTMLElement} control */
function choice(name, about, control) {
  return h('label', { class: 'setting notice-way' }, h('span', null, h('b', null, name), h('small', null, about)), control);
}

/** @param {boolean} on @param {string} key @param {(on: boolean) => Promise<boolean>} set what it has come to */
function flip(on, key, set) {
  const box = h('input', { type: 'checkbox', class: 'switch', role: 'switch', checked: on, 'data-key': key });
  box.addEventListener('change', async () => {
    const wanted = box.checked;
    box.disabled = true;
    box.checked = (await tried(null, () => set(wanted))) ?? !wanted;
    box.disabled = false;
  });
  return box;
}

/** Have this device told, or no more. @param {boolean} on @param {string} key @returns {Promise<boolean>} */
async function setPush(on, key) {
  const registration = await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  if (!on) {
    await post('/api/notices/push/remove');
    await old?.unsubscribe();
    return false;
  }
  if (await Notification.requestPermission() !== 'granted') throw new Error(t('settings.notify-no'));
  await old?.unsubscribe(); // it may be of another key
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }).catch(() => {
    throw new Error(t('notices.push-failed')); // the browser's own words are for programmers
  });
  const { endpoint, keys } = made.toJSON();
  await post('/api/notices/push', { endpoint, keys });
  return true;
}

export async function noticesDialog() {
  /** @type {Account|undefined} */
  const me = await tried(null, account);
  if (!me) return;
  const { notices } = me;
  let mail = notices.mail ?? true;
  let webhook = notices.webhook;
  const keep = () => post('/api/notices', { mail, webhook });
  const others = notices.devices.filter((one) => !one.here).map((one) => one.device);
  const hook = h('input', { class: 'input', type: 'url', value: webhook, maxlength: 1000, placeholder: 'https://…', 'data-key': 'notice-hook', autocomplete: 'off' });
  const keepHook = async () => {
    await post('/api/notices', { mail, webhook: hook.value.trim() }); // a refused one is not kept
    webhook = hook.value.trim();
    toast(t(webhook ? 'notices.kept' : 'notices.hook-none'));
  };
  hook.addEventListener('change', () => void tried(null, keepHook));
  dialog(t('notices.title'), [
    h('p', null, t('notices.text')),
    pushWorks() ? choice(t('notices.push'), t('notices.push-text'), flip(notices.devices.some((one) => one.here), 'notice-push', (on) => setPush(on, notices.key)))
      : h('p', { class: 'small' }, t('notices.no-push')),
    others.length ? h('p', { class: 'small' }, t('notices.others', { devices: list(others) })) : null,
    me.can.mail ? notices.mail === null ? h('p', { class: 'small' }, t('notices.no-address'))
      : choice(t('notices.mail'), t('notices.mail-text', { address: notices.to }), flip(mail, 'notice-mail', async (on) => {
        mail = on;
        await keep();
        return on;
      })) : h('p', { class: 'small' }, t('notices.no-mail')),
    choice(t('notices.hook'), t('notices.hook-text'), hook),
    h('div', { class: 'row-buttons' }, doing('notices.test', async () => {
      if (hook.value.trim() !== webhook) await keepHook(); // what is tried is what stands there
      const { failed } = await post('/api/notices/test');
      if (failed.length) toast(t('notices.failed', { ways: list(failed.map((/** @type {string} */ way) => t(`notices.way-${way}`))) }), 'bad');
      else toast(t('notices.sent'));
    })),
  ], { name: 'notices-dialog' });
}
