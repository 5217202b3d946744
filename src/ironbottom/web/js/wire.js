// @ts-check
/**
 * How the page reaches its house: here over HTTP and a WebSocket. In a tab that is its own server the module of the same
 * name in `site/` stands in this place.
 */

/** Whether nobody else can come to this house. */
export const ALONE = false;

/** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export function ask(path, init) {
  return fetch(path, init);
}

/** A live connection. @param {string} path @returns {WebSocket} */
export function connect(path) {
  return new WebSocket(location.origin.replace(/^http/, 'ws') + path);
}

/** Where an address of the page lies, such as "/t/KEY". @param {string} path */
export function at(path) {
  return path;
}

/** Show another page of ours. @param {string} path */
export function go(path) {
  location.href = at(path);
}

/** The address of this page. */
export function here() {
  return location.pathname;
}
