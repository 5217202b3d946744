// @ts-check
/** The page as a program of the device: its manifest, its service worker, and what it keeps for the time without a network. */

import { h } from './dom.js';
import { ALONE } from './wire.js';

const LISTS = 'ironbottom-lists';

/** Make the page installable, and have its files kept. In a tab that is its own server the shell does so. */
export function install() {
  if (ALONE) return;
  document.head.append(h('link', { rel: 'manifest', href: '/manifest.webmanifest' }), h('link', { rel: 'apple-touch-icon', href: '/icons/mark-192.png' }));
  if (isSecureContext && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {}); // a private window keeps nothing
}

/** Remove the list of games that is kept here: somebody else uses the page from now on. */
export async function forgetLists() {
  if (!ALONE && 'caches' in window) await caches.delete(LISTS).catch(() => false);
}
