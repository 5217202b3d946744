// @ts-check
/** The curtain between two players at one screen: while it hangs, the board is not in the page. */

import { h, emblem } from './dom.js';
import { t } from './i18n.js';

/**
 * @param {HTMLElement} host
 * @param {{name: string, style: string}} side
 * @param {() => void} show
 * @param {() => void} leave
 */
export function drawCurtain(host, side, show, leave) {
  const go = h('button', { type: 'button', class: 'button primary large', 'data-key': 'curtain' }, t('curtain.show', { side: side.name }));
  go.addEventListener('click', show);
  const back = h('button', { type: 'button', class: 'link-button' }, t('curtain.leave'));
  back.addEventListener('click', leave);
  host.replaceChildren(h('main', { class: `curtain ${side.style}` },
    h('div', { class: 'curtain-card' }, h('span', { class: 'curtain-emblem' }, emblem(side.style)),
      h('div', null, h('h1', null, t('curtain.title', { side: side.name })), h('p', null, t('curtain.text', { side: side.name })), h('div', { class: 'row-buttons' }, go, back)))));
  go.focus();
}
