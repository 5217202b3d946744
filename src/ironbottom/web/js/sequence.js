// @ts-check
/** The sequence of play as a bar: what is done, where we are, what comes. */

import { emblem, fill, h } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./types.js').Picture} Picture */

/**
 * @param {HTMLElement} host @param {Picture} picture @param {(side: string|undefined) => 'us'|'jp'|'none'} style
 * @param {Node|null} score how the game stands @param {(Node|null)[]} [tools] what stands at the right
 */
export function drawSequence(host, picture, style, score = null, tools = []) {
  /** @type {{name: string, side: string|undefined, stages: import('./types.js').Stage[]}[]} */
  const groups = [];
  for (const stage of picture.sequence) {
    const last = groups[groups.length - 1];
    if (last && last.name === (stage.group ?? '')) last.stages.push(stage);
    else groups.push({ name: stage.group ?? '', side: stage.side, stages: [stage] });
  }
  const [word, ...rest] = picture.turn.split(' ');
  const short = rest.length === 1 && rest[0].length <= 4;
  fill(host,
    h('div', { class: 'turn-box' }, short ? [h('small', null, word), h('b', null, rest[0])] : h('b', { class: 'turn-long' }, picture.turn.includes(' · ') ? picture.turn.split(' · ').map((part) => h('span', null, part)) : picture.turn)), score,
    h('ol', { class: 'stages', 'aria-label': t('seq.name') }, groups.map((group) => h('li', { class: `stage-group ${style(group.side)} ${group.name ? '' : 'plain'}` },
      group.name ? h('span', { class: 'group-name' }, group.side ? emblem(style(group.side)) : null, group.name) : null,
      h('ol', null, group.stages.map((stage) => h('li', { class: `stage ${stage.state}` },
        h('button', { type: 'button', class: 'stage-button', 'data-rule': stage.rule ?? '', 'data-key': `stage-${stage.id}`, 'aria-current': stage.state === 'now' ? 'step' : null },
          stage.name, h('span', { class: 'unseen' }, ` (${t(`seq.${stage.state}`)})`)))))))),
    tools);
  const room = host.querySelector('.stages');
  if (room instanceof HTMLElement) {
    const now = host.querySelector('.stage.now');
    if (now instanceof HTMLElement && room.scrollWidth > room.clientWidth) {
      // the step in play stays in the middle where the bar must scroll
      const box = now.getBoundingClientRect();
      const left = box.left - room.getBoundingClientRect().left;
      room.scrollLeft += Math.min(left - 2, left + box.width / 2 - room.clientWidth / 2); // its beginning, where it is wider than the bar
    }
    const edges = () => {
      room.classList.toggle('more-before', room.scrollLeft > 2);
      room.classList.toggle('more-after', room.scrollLeft + room.clientWidth < room.scrollWidth - 2);
    };
    edges();
    room.onscroll = edges;
    new ResizeObserver(edges).observe(room);
  }
}
