// @ts-check
/** Passkeys, as the browser makes and asks for them. */

import { get, post } from './net.js';
import { ALONE } from './wire.js';

/** Whether passkeys can work at this address: browsers give them to https and to localhost, and to no bare number. */
export function passkeysWork() {
  return !ALONE && isSecureContext && typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|:/.test(location.hostname);
}

/** @param {string} text */
export function bytes(text) {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (one) => one.charCodeAt(0));
}

/** @param {ArrayBuffer} data */
function written(data) {
  return btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The credential as the server reads it. @param {any} made */
function told(made) {
  /** @type {Record<string, string>} */
  const response = {};
  for (const part of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (made.response[part]) response[part] = written(made.response[part]);
  }
  return { id: made.id, rawId: written(made.rawId), type: made.type, clientExtensionResults: {}, response };
}

/** Make a passkey for who one is. Null: one has thought better of it. @param {string} name @returns {Promise<any>} */
export async function makePasskey(name) {
  const asked = await post('/api/passkeys/new');
  const publicKey = {
    ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: (asked.excludeCredentials ?? []).map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) })),
  };
  const made = await unlessRefused(() => navigator.credentials.create({ publicKey }));
  return made ? post('/api/passkeys', { credential: told(made), name }) : null;
}

/** Sign in by a passkey. Null: one has thought better of it. @returns {Promise<any>} */
export async function signInByPasskey() {
  const asked = await post('/api/sign-in/new');
  const found = await unlessRefused(() => navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] } }));
  return found ? post('/api/sign-in', { credential: told(found) }) : null;
}

/** @param {() => Promise<any>} act */
async function unlessRefused(act) {
  try {
    return await act();
  } catch (problem) {
    if (problem instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(problem.name)) return null;
    throw problem;
  }
}

/** Who one is, and what there is to it. @returns {Promise<any>} */
export function account() {
  return get('/api/account');
}
