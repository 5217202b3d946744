// @ts-check
/** What a reader has chosen for himself, kept in this browser. */

const DEFAULTS = {
  theme: 'system',
  text: 100,
  speed: 1,
  face: 'full',
  names: true,
  follow: true,
  /** Whether the board moves on while the pointer rests at its edge. */
  edge: true,
  /** At what speed the story is told, or 'off'. */
  story: 'normal',
  sound: true,
  volume: 50,
  turnVolume: 70,
  notify: false,
  panel: true,
  /** When the coach speaks: in the first game of each game, in all, never. */
  coach: /** @type {'first'|'always'|'off'} */ ('first'),
  /** @type {Record<string, string>} */
  keys: {},
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
export const settings = { ...DEFAULTS };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} call @returns {() => void} */
export function onSettings(call) {
  listeners.add(call);
  return () => listeners.delete(call);
}

/** @param {string} key @param {any} [otherwise] */
export function recall(key, otherwise = null) {
  try {
    const text = localStorage.getItem(`ironbottom.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`ironbottom.${key}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing still plays
  }
}

export function loadSettings() {
  Object.assign(settings, recall('settings', {}));
  applySettings();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySettings);
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  remember('settings', settings);
  applySettings();
}

/** Which of the two drawings is shown. @returns {'chart'|'room'} */
export function drawing() {
  if (settings.theme === 'room') return 'room';
  if (settings.theme === 'system' || settings.theme === 'contrast') return matchMedia('(prefers-color-scheme: dark)').matches ? 'room' : 'chart';
  return 'chart';
}

export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = drawing();
  root.dataset.look = settings.theme;
  root.dataset.face = settings.face;
  root.dataset.names = settings.names ? 'on' : 'off';
  root.style.setProperty('font-size', `${settings.text}%`);
  const shown = getComputedStyle(root).getPropertyValue('--page').trim();
  if (shown) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', shown);
  for (const call of listeners) call();
}

/** Whether things move at all. */
export function moves() {
  return settings.speed > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
