// @ts-check
/** Who one is here: how one comes back, on which devices one is, and all that is one's own. */

import { confirm, dialog, toast } from './dialog.js';
import { doing, listRow, tried } from './doing.js';
import { h } from './dom.js';
import { saveFrom } from './export.js';
import { moment, sentence, t, when } from './i18n.js';
import { get, post } from './net.js';
import { noticesDialog } from './notifying.js';
import { forgetKept } from './offline.js';
import { account, makePasskey, passkeysWork, signInByPasskey } from './passkeys.js';
import { copyRow } from './seat.js';
import { at } from './wire.js';

/** @typedef {{id: string, name: string, made: string, used: string|null}} Passkey */
/** @typedef {{id: string, device: string, began: string|null, used: string|null, here: boolean}} Session */
/**
 * @typedef {{name: string, id: string, games: number, can: {mail: boolean, push: boolean, passkeys: boolean}, address: string|null,
 *   passkeys: Passkey[], sessions: Session[], notices: {mail: boolean|null, to: string, webhook: string, key: string, devices: {device: string, here: boolean}[]},
 *   blocked: {id: string, name: string}[], owner: boolean}} Account
 */

/** The page begins anew as somebody else, or as nobody. */
async function anew() {
  await forgetKept();
  location.replace(at('/'));
}

/** Sign in as who one was before, by a passkey; a link in a mail does it too. @param {Account} me @param {boolean} passkeys @returns {any[]} */
function signingIn(me, passkeys) {
  const words = passkeys && me.can.mail ? 'account.known-text' : passkeys ? 'account.known-passkey' : 'account.known-mail';
  return [h('p', null, t(words)), passkeys ? h('div', { class: 'row-buttons' }, doing('account.sign-in', async () => {
    if (me.games && !await confirm(t('account.sign-in'), t('account.in-lose', { games: t('personal.games', { n: me.games }) }), t('account.sign-in'))) return;
    if (await signInByPasskey()) await anew();
  })) : null];
}

/** Ask for a link in a mail. */
function mailForm() {
  const field = h('input', { class: 'input', type: 'email', required: true, maxlength: 200, autocomplete: 'email', 'aria-label': t('account.address'), placeholder: t('account.address') });
  const send = h('button', { type: 'submit', class: 'button', 'data-key': 'account.mail-send' }, t('account.mail-tie'));
  const said = h('p', { class: 'small', role: 'status' });
  const form = h('form', { class: 'link-row' }, field, send);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void tried(send, async () => {
      await post('/api/mail', { email: field.value.trim() });
      said.textContent = t('account.mail-sent', { address: field.value.trim() });
    });
  });
  return h('div', null, form, said);
}

/** @param {Account} me */
function warned(me) {
  return me.games > 0 && !me.passkeys.length && !me.address;
}

export async function accountDialog() {
  /** @type {Account|undefined} */
  const first = await tried(null, account);
  if (!first) return;
  const body = h('div', { class: 'account' });
  const draw = (/** @type {Account} */ me) => body.replaceChildren(...content(me, draw, () => box.close()));
  const box = dialog(t('account.title'), [body], { wide: true, name: 'account-dialog' });
  draw(first);
}

/** @param {Account} me @param {(me: Account) => void} draw @param {() => void} close @returns {HTMLElement[]} */
function content(me, draw, close) {
  const again = async () => draw(await account());
  const passkeys = me.can.passkeys && passkeysWork();
  const section = (/** @type {string} */ key, /** @type {any[]} */ ...parts) => h('section', null, h('h3', null, t(key)), parts);
  const back = section('account.back',
    h('p', null, t(passkeys || me.can.mail ? 'account.back-text' : 'account.back-none')),
    warned(me) && (passkeys || me.can.mail) ? h('p', { class: 'warning' }, t('account.guest', { games: t('personal.games', { n: me.games }) })) : null,
    me.passkeys.length ? h('ul', { class: 'copy-list', 'aria-label': t('account.passkeys') }, me.passkeys.map((one) => listRow(one.name, one.used ? t('account.used', { time: when(one.used) }) : t('account.made', { time: moment(one.made) }),
      doing('account.rename', async () => renamePasskey(one, draw)),
      doing('account.remove', async () => {
        const last = me.passkeys.length === 1 && !me.address;
        if (await confirm(t('account.remove-title', { name: one.name }), t(last ? 'account.remove-last' : 'account.remove-text'), t('account.remove-yes'))) draw(await post(`/api/passkeys/${one.id}/remove`));
      })))) : null,
    passkeys ? h('div', { class: 'row-buttons' }, doing('account.add', async () => {
      const made = await makePasskey(t('account.passkey-name', { n: me.passkeys.length + 1, system: me.sessions.find((one) => one.here)?.device ?? '' }));
      if (made) {
        draw(made);
        toast(t('account.added'));
      }
    }, me.passkeys.length ? '' : 'primary')) : me.can.passkeys && !passkeys ? h('p', { class: 'small' }, t('account.no-passkeys')) : null,
    me.address ? h('ul', { class: 'copy-list' }, listRow(me.address, t('account.address-text'), doing('account.remove', async () => {
      const last = !me.passkeys.length;
      if (await confirm(t('account.remove-title', { name: me.address }), t(last ? 'account.remove-last' : 'account.remove-text'), t('account.remove-yes'))) draw(await post('/api/mail/remove'));
    }))) : me.can.mail ? mailForm() : null);
  const guest = !me.passkeys.length && !me.address && (passkeys || me.can.mail);
  const others = me.sessions.filter((one) => !one.here);
  return [
    back,
    guest ? section('account.known', signingIn(me, passkeys)) : null,
    section('account.devices', h('ul', { class: 'copy-list' }, me.sessions.map((one) => listRow(one.here ? t('account.here', { device: one.device }) : one.device, one.here ? t('account.used-now') : one.used ? t('account.used', { time: when(one.used) }) : t('account.used-long'),
      one.here ? null : doing('account.end', async () => {
        await post(`/api/sessions/${one.id}/end`);
        await again();
      })))),
    h('div', { class: 'row-buttons' }, doing('home.device', async () => {
      const answer = await post('/api/me/link');
      dialog(t('home.device'), [h('p', null, t('home.device-text')), h('img', { class: 'qr', src: answer.qr, alt: t('home.qr') }), copyRow(answer.url, t('home.device'))]);
    }), others.length > 1 ? doing('account.end-others', async () => {
      await post('/api/sessions/others/end');
      await again();
    }) : null, doing('account.out', async () => {
      if (warned(me) && !await confirm(t('account.out'), t('account.out-lose', { games: t('personal.games', { n: me.games }) }), t('account.out-yes'))) return;
      await post('/api/sign-out');
      await anew();
    }))),
    me.can.push ? section('notices.title', h('p', null, t('notices.about')), h('div', { class: 'row-buttons' }, doing('notices.open', async () => {
      close();
      await noticesDialog();
    }))) : null,
    me.blocked.length ? section('people.blocked', h('ul', { class: 'copy-list' }, me.blocked.map((one) => listRow(one.name, t('people.blocked-text'), doing('people.unblock', async () => {
      await post('/api/blocks/remove', { player: one.id });
      await again();
    }))))) : null,
    me.owner ? section('owner.title', h('p', null, h('a', { href: '/owner' }, t('owner.open')))) : null,
    section('account.all', h('p', null, t('account.all-text')), h('div', { class: 'row-buttons' },
      doing('account.take', () => saveFrom('/api/account/file')), doing('account.delete', async () => deleteDialog(me), 'danger'))),
  ].filter((one) => one !== null);
}

/** @param {Passkey} one @param {(me: Account) => void} draw */
function renamePasskey(one, draw) {
  const field = h('input', { class: 'input', value: one.name, maxlength: 60, 'aria-label': t('account.rename'), 'data-first': true });
  const box = dialog(t('account.rename'), [field, h('div', { class: 'row-buttons' }, doing('save', async () => {
    draw(await post(`/api/passkeys/${one.id}/name`, { name: field.value }));
    box.close();
  }, 'primary'))]);
}

/** @param {{name: string}} me */
function deleteDialog(me) {
  const field = h('input', { class: 'input', maxlength: 40, autocomplete: 'off', 'aria-label': t('account.delete-type', { name: me.name }), 'data-first': true });
  dialog(t('account.delete-title'), [h('p', null, t('account.delete-text')), h('p', null, t('account.delete-type', { name: me.name })), field,
    h('div', { class: 'row-buttons' }, doing('account.delete-yes', async () => {
      await post('/api/account/delete', { name: field.value });
      await anew();
    }, 'danger'))]);
}

/** Told where another device has ended this one's session: nobody goes on as a new guest unawares. @param {string} guest who one is now, "" for nobody yet */
export function signedOut(guest) {
  if (document.querySelector('.signed-out')) return;
  void forgetKept();
  const leave = async (/** @type {string} */ path) => {
    await get('/api/me'); // a guest from here on, and told so
    await forgetKept();
    location.replace(at(path));
  };
  const box = dialog(t('account.signed-out'), [h('p', null, t('account.signed-out-text')), h('div', { class: 'row-buttons' },
    doing('account.sign-in-again', () => leave('/?account'), 'primary'),
    guest ? doing('account.as-guest', async () => box.close(), '', { name: guest }) : doing('account.as-new', () => leave('/')))], { name: 'signed-out' });
}

/** The page of who may not use the server any more: why, and what is still his. @param {HTMLElement} host @param {string} text */
export function showSuspended(host, text) {
  host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('account.suspended')), h('p', { class: 'lead' }, sentence(text)), h('p', null, t('account.suspended-text')),
    h('div', { class: 'row-buttons' }, doing('account.take', () => saveFrom('/api/account/file')), doing('account.out', async () => {
      await post('/api/sign-out');
      await anew();
    }), doing('account.delete', async () => deleteDialog(await account()), 'danger'))));
}
