// @ts-check
/** Small helpers to make and change elements; all styling goes through classes and the CSSOM. */

import { at } from './wire.js';

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function set(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) {
      if (key !== 'class') element.removeAttribute(key);
    } else if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (key === 'style') {
      for (const [name, worth] of Object.entries(value)) {
        /** @type {HTMLElement} */ (element).style.setProperty(name, String(worth));
      }
    } else if (key === 'value' || key === 'checked' || key === 'disabled' || key === 'selected' || key === 'open') {
      /** @type {any} */ (element)[key] = value;
    } else {
      const text = value === true ? '' : String(value);
      element.setAttribute(key, key === 'href' && text[0] === '/' && element instanceof HTMLAnchorElement ? at(text) : text);
    }
  }
}

/**
 * @param {Element} element
 * @param {any[]} children
 */
function add(element, children) {
  for (const child of children.flat(5)) {
    if (child === null || child === undefined || child === false || child === '') continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>|null} [props]
 * @param {...any} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  if (props) set(element, props);
  add(element, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>|null} [props]
 * @param {...any} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  if (props) set(element, props);
  add(element, children);
  return /** @type {any} */ (element);
}

/**
 * Replace what an element holds; the focused control keeps the focus when one with the same `data-key` comes back.
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && element.contains(active) ? active.dataset.key : undefined;
  const top = element.scrollTop;
  element.replaceChildren();
  add(element, children);
  if (top) element.scrollTop = top; // to set it makes the page lay itself out
  if (key !== undefined) {
    const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** The control on which the mouse went down. @type {HTMLElement|null} */
let pressed = null;
addEventListener('pointerdown', ({ target, pointerType }) => {
  pressed = pointerType === 'mouse' && target instanceof Element ? target.closest('[data-key]') : null;
}, true);
// a control that is drawn anew, and says the same, under a mouse that is down gets the click which the browser does not send
addEventListener('pointerup', (event) => {
  const again = event.target instanceof Element ? event.target.closest('[data-key]') : null;
  const words = (/** @type {HTMLElement} */ one) => [one.dataset.key, one.getAttribute('aria-label'), one.textContent].join();
  if (pressed && !pressed.isConnected && event.button === 0 && again instanceof HTMLElement && words(again) === words(pressed)) again.dispatchEvent(new MouseEvent('click', event));
  pressed = null;
}, true);

/**
 * An icon of the page: one path in a box of 24.
 * @param {string} d
 * @param {string} [name]
 */
export function icon(d, name = '') {
  return s('svg', { class: `icon ${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d }));
}

export const ICONS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  close: 'M6 6l12 12M18 6L6 18',
  gear: 'M12 8.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7M12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100',
  home: 'M4 11.500L12 4l8 7.500M6 10v10h12V10M10 20v-6h4v6',
  replay: 'M4 12a8 8 0 1 0 2.600-5.900M4 4v4.500h4.500M12 8v4.500l3 2',
  first: 'M6 5v14M19 5l-10 7l10 7z',
  prev: 'M15 5l-7 7l7 7',
  play: 'M7 5l10 7l-10 7z',
  pause: 'M8 5v14M16 5v14',
  next: 'M9 5l7 7l-7 7',
  last: 'M18 5v14M5 5l10 7l-10 7z',
  pin: 'M12 21s-6-6.200-6-11a6 6 0 1 1 12 0c0 4.800-6 11-6 11zM12 8.200v4',
  copy: 'M9 9h10v11H9zM6 15H4V4h11v2',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.500 8.500a5 5 0 0 1 0 7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  up: 'M6 15l6-6l6 6',
  down: 'M6 9l6 6l6-6',
  card: 'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9.500 8h5M9.500 12h5M9.500 16h3',
  flag: 'M6 21V4M6 5h12l-3 4l3 4H6',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900V15.500h7V13.900A6 6 0 0 0 12 3z',
  undo: 'M9 14L4 9l5-5M4 9h10a5.500 5.500 0 0 1 0 11h-3',
  redo: 'M15 14l5-5l-5-5M20 9H10a5.500 5.500 0 0 0 0 11h3',
  what: 'M9 9.200a3.100 3.100 0 1 1 4.600 2.700c-1.100.600-1.600 1.200-1.600 2.400M12 17.800h.01',
  eye: 'M2.500 12S6 5.500 12 5.500S21.500 12 21.500 12S18 18.500 12 18.500S2.500 12 2.500 12zM12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5',
};

/**
 * The emblem of a side's style: a star, a disc in a square, a ring.
 * @param {string} style
 */
export function emblem(style) {
  if (style === 'us') {
    return s('svg', { class: 'emblem', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
      s('path', { d: 'M10 1.600l2.100 6h6.300l-5.100 3.800 1.900 6.100-5.200-3.700-5.200 3.700 1.900-6.100L1.600 7.600h6.300z' }));
  }
  if (style === 'jp') {
    return s('svg', { class: 'emblem', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('circle', { cx: 10, cy: 10, r: 6 }));
  }
  return s('svg', { class: 'emblem', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: 'M10 2l8 8-8 8-8-8z' }));
}
