// @ts-check
/** An owner's own copies of a game: the list, what differs in them, and the choice of one for a new game. */

import { h, icon, ICONS } from './dom.js';
import { t } from './i18n.js';
import { get, post } from './net.js';
import { textOf } from './files.js';
import { confirm, dialog, menu, toast } from './dialog.js';
import { saveFrom } from './export.js';

/** @typedef {import('./types.js').CopyInfo} CopyInfo */
/** @typedef {import('./types.js').CopyTold} CopyTold */
/** @typedef {import('./types.js').DifferenceInfo} DifferenceInfo */
/** @typedef {{slug: string, title: string}} Named */

/** So many differences are shown at once; the others fold out. */
const FIRST = 8;

/** @param {string} slug @returns {Promise<CopyInfo[]>} */
export function copiesOf(slug) {
  return get(`/api/copies?game=${encodeURIComponent(slug)}`);
}

/** What a copy is called. @param {CopyInfo} copy */
export function copyName(copy) {
  return copy.name || t(`copies.${copy.kind}`);
}

/** How a copy stands, in a few words. @param {CopyInfo} copy */
export function copyState(copy) {
  const parts = [
    copy.kind === 'printed' ? t('copies.printed-text') : copy.differs ? t('copies.differs', { n: copy.differs }) : t('copies.nothing'),
    copy.same ? t('copies.same', { n: copy.same }) : '', copy.worded ? t('copies.worded', { n: copy.worded }) : '', copy.faults ? t('copies.faults', { n: copy.faults }) : '', copy.current ? '' : t('copies.earlier'),
  ];
  return parts.filter(Boolean).join(', ');
}

/** @param {DifferenceInfo} one */
function row(one) {
  const label = one.label.charAt(0).toUpperCase() + one.label.slice(1);
  const said = one.was === null ? t('copies.added', { now: one.now ?? '' }) : one.now === null ? t('copies.out', { was: one.was }) : null;
  return h('li', null, h('b', null, label, ':'), ' ', said ?? [h('span', null, one.now), ' ', h('span', { class: 'small' }, t('copies.instead', { was: one.was ?? '' }))]);
}

/** What differs, the first of it at once. @param {DifferenceInfo[]} list @param {number} whole */
export function differenceList(list, whole) {
  const rest = list.slice(FIRST);
  return [
    h('ul', { class: 'difference-list' }, list.slice(0, FIRST).map(row)),
    rest.length ? h('details', { class: 'differences-more' }, h('summary', null, t('copies.more', { n: whole - FIRST })), h('ul', { class: 'difference-list' }, rest.map(row)), whole > list.length ? h('p', { class: 'small' }, t('copies.untold', { n: whole - list.length })) : null) : null,
  ];
}

/** The copy that a table is played with: its name, what differs, and what differs from a copy of one's own. `compare` is where that is asked for. @param {string} slug @param {CopyTold} told @param {string} compare */
export function copyTold(slug, told, compare) {
  const name = told.name || t('copies.house');
  const host = h('div', { class: 'copy-told' }, h('p', null, t('copies.played', { name }), ' ', told.differs ? t('copies.played-differs', { n: told.differs }) : t('copies.played-same')), differenceList(told.differences, told.differs));
  void copiesOf(slug).then((list) => {
    const mine = list.filter((copy) => copy.kind === 'own');
    if (!mine.length) return;
    const found = h('div', { 'aria-live': 'polite' });
    const select = h('select', { class: 'input' }, h('option', { value: '' }, t('copies.choose')), mine.map((copy) => h('option', { value: copy.id }, copy.name)));
    select.addEventListener('change', async () => {
      found.replaceChildren();
      if (!select.value) return;
      try {
        /** @type {DifferenceInfo[]} */
        const differ = await get(`${compare}?other=${encodeURIComponent(select.value)}`);
        found.replaceChildren(h('p', null, differ.length ? t('copies.from-mine', { n: differ.length }) : t('copies.as-mine')), ...differenceList(differ, differ.length).filter((one) => one !== null));
      } catch (problem) {
        toast(problem instanceof Error ? problem.message : '', 'bad');
      }
    });
    host.append(h('label', { class: 'setting copy-with' }, h('span', null, t('copies.with-mine')), select), found);
  }, () => {});
  return host;
}

/** @typedef {{host: HTMLElement, draw: () => Promise<void>, wanted: () => string|null, id: () => Promise<string|null>}} Choice */

/** The choice of a copy for a new game, below its options: `draw` again when the scenario has become another; `wanted` is what was chosen by hand, `id` what the game is to begin with (null: what the server plays by itself). @param {Named} game @param {string|null} wanted @param {() => string} scenario @returns {Choice} */
export function copyChoice(game, wanted, scenario) {
  const host = h('div', { class: 'copy-choice' });
  const open = h('button', { type: 'button', class: 'link-button', 'data-key': 'copies' });
  /** @type {Promise<CopyInfo[]>} */
  let listed = Promise.resolve([]);
  open.addEventListener('click', () => copiesDialog(game, () => void draw()));
  const held = (/** @type {CopyInfo[]} */ list) => list.find((copy) => copy.id === wanted && !copy.faults) ?? list.find((copy) => copy.proposed === scenario()) ?? list.find((copy) => copy.first);
  const draw = async () => {
    listed = copiesOf(game.slug).catch(() => /** @type {CopyInfo[]} */ ([]));
    const list = [...await listed].sort((a, b) => Number(b.proposed === scenario()) - Number(a.proposed === scenario()));
    if (list.length < 2) {
      open.textContent = t('copies.own-game');
      host.replaceChildren(h('p', { class: 'small' }, open));
      return;
    }
    open.textContent = t('copies.mine');
    const about = h('p', { class: 'small', id: 'copy-about' });
    const select = h('select', { class: 'input', 'aria-describedby': 'copy-about' }, list.map((copy) => h('option', { value: copy.id, selected: copy === held(list), disabled: copy.faults > 0 }, copyName(copy))));
    const tell = () => {
      const copy = list.find((one) => one.id === select.value);
      about.replaceChildren(copy ? [copyState(copy), copy.why].filter(Boolean).join('. ') : '', ' ', open);
    };
    select.addEventListener('change', () => {
      wanted = select.value;
      tell();
    });
    tell();
    host.replaceChildren(h('div', { class: 'option' }, h('label', null, h('b', null, t('copies.which')), select), about));
  };
  void draw();
  return {
    host, draw, wanted: () => wanted,
    id: async () => {
      const copy = held(await listed);
      return copy && !copy.first ? copy.id : null;
    },
  };
}

/** The list of one's copies of a game. `changed` is told when it closes. @param {Named} game @param {() => void} [changed] */
export function copiesDialog(game, changed) {
  const list = h('ul', { class: 'copy-list' });
  const name = h('input', { class: 'input', maxlength: '60', required: true, placeholder: t('copies.name-hint'), 'aria-label': t('copies.name') });
  const make = h('form', { class: 'link-row' }, name, h('button', { type: 'submit', class: 'button primary' }, t('copies.new')));
  const pick = h('input', { type: 'file', class: 'unseen', accept: '.toml,.txt', 'aria-label': t('copies.import'), tabindex: '-1' });
  const bring = h('button', { type: 'button', class: 'link-button' }, t('copies.import'));
  bring.addEventListener('click', () => pick.click());
  const tried = async (/** @type {() => Promise<any>} */ act) => {
    try {
      await act();
      await draw();
      return true;
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
      return false;
    }
  };
  make.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await tried(() => post('/api/copies', { game: game.slug, name: name.value }))) name.value = '';
  });
  const said = h('div', { role: 'status' });
  pick.addEventListener('change', async () => {
    const file = pick.files?.[0];
    pick.value = '';
    if (!file) return;
    try {
      /** @type {import('./types.js').CopyWhole} */
      const made = await post('/api/copies/import', { text: await textOf(file), game: game.slug });
      said.replaceChildren(h('div', { class: 'warning' }, h('p', null, t('copies.imported', { file: file.name, name: made.name })), made.lines.length ? [h('p', null, t('copies.imported-faults')), faultList(made.lines)] : null));
    } catch (problem) {
      said.replaceChildren(h('div', { class: 'warning' }, h('p', null, t('not-imported', { file: file.name, why: problem instanceof Error ? problem.message : '' }))));
    }
    said.scrollIntoView({ block: 'nearest' });
    await draw().catch(() => {});
  });
  const draw = async () => {
    const found = await copiesOf(game.slug);
    list.replaceChildren(...found.map((copy) => item(game, copy, tried)));
  };
  dialog(t('copies.title', { title: game.title }), [h('p', null, t('copies.text')), list, make, h('p', null, bring, pick), said], { wide: true, name: 'copies', onclose: changed });
  void draw().catch((problem) => toast(problem.message, 'bad'));
}

/** @param {Named} game @param {CopyInfo} copy @param {(act: () => Promise<any>) => Promise<boolean>} tried */
function item(game, copy, tried) {
  const own = copy.kind === 'own';
  const path = `/api/copies/${encodeURIComponent(copy.id)}`;
  const shop = `/workshop/${encodeURIComponent(game.slug)}?copy=${encodeURIComponent(copy.id)}`;
  const more = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('copies.more-of', { name: copyName(copy) }), 'aria-haspopup': 'true' }, icon(ICONS.more));
  more.addEventListener('click', () => {
    const box = more.getBoundingClientRect();
    const again = () => rename(t('copies.duplicate'), copyName(copy), (name) => tried(() => post('/api/copies', { game: game.slug, name, from: copy.id })));
    menuAbove(box, copyName(copy), [
      ...(copy.differs || copy.faults ? [{ label: t('copies.show'), go: () => void showDifferences(copy) }] : []),
      { label: t('copies.duplicate'), go: again },
      ...(copy.kind === 'printed' ? [] : [{ label: t('copies.export'), go: () => void tried(() => saveFrom(`${path}/file`)) }]),
      ...(copy.worded ? [{ label: t('copies.export-words'), hint: t('copies.export-words-text'), go: () => void tried(() => saveFrom(`${path}/file?words=true`)) }] : []),
      ...(own ? [
        { label: t('copies.rename'), go: () => rename(t('copies.rename'), copy.name, (name) => tried(() => post(`${path}/rename`, { name }))) },
        { label: t('copies.delete'), go: () => void confirm(t('copies.delete'), t('copies.delete-text', { name: copy.name }), t('copies.delete')).then((yes) => (yes ? tried(() => post(`${path}/delete`)) : null)) },
      ] : []),
    ]);
  });
  return h('li', { class: `copy-row ${own ? 'own' : ''} ${copy.faults ? 'faulty' : ''}` },
    h('div', { class: 'copy-words' }, h('b', null, copyName(copy)), h('small', null, copyState(copy)), copy.why ? h('small', null, copy.why) : null),
    own ? h('a', { class: 'button', href: shop }, t('copies.edit')) : null, more);
}

/** The lines of a copy that cannot be played yet. @param {string[]} lines */
function faultList(lines) {
  return h('ul', { class: 'fault-list' }, lines.map((line) => h('li', null, line)));
}

/** A menu within a dialog that covers all else. @param {DOMRect} box @param {string} title @param {{label: string, hint?: string, go: () => void}[]} items */
function menuAbove(box, title, items) {
  menu(box.right, box.bottom, title, items);
  const open = document.querySelector('.menu');
  const over = [...document.querySelectorAll('dialog[open]')].pop();
  if (open && over) over.append(open); // what is outside of a modal dialog lies below it
}

/** Ask for a name. @param {string} title @param {string} old @param {(name: string) => Promise<boolean>} go */
function rename(title, old, go) {
  const input = h('input', { class: 'input', value: old, maxlength: '60', required: true, 'aria-label': t('copies.name'), 'data-first': true });
  const form = h('form', { class: 'link-row' }, input, h('button', { type: 'submit', class: 'button primary' }, t('save')));
  const box = dialog(title, [form]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await go(input.value)) box.close();
  });
  input.select();
}

/** All that a copy says otherwise than what is printed. @param {CopyInfo} copy */
async function showDifferences(copy) {
  try {
    /** @type {import('./types.js').CopyWhole} */
    const whole = await get(`/api/copies/${encodeURIComponent(copy.id)}`);
    dialog(copyName(copy), [
      whole.lines.length ? h('div', { class: 'warning' }, h('p', null, t('copies.faults-text')), faultList(whole.lines)) : null,
      h('p', null, whole.differs ? t('copies.differs', { n: whole.differs }) : t('copies.nothing')), differenceList(whole.differences, whole.differs)], { wide: true, name: 'copies' });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
  }
}

/** What a table is played with. @param {{id: string, game: string}} table */
export async function copyDialog(table) {
  try {
    /** @type {CopyTold|null} */
    const told = await get(`/api/tables/${table.id}/copy`);
    dialog(t('copies.menu'), [told ? copyTold(table.game, told, `/api/tables/${table.id}/compare`) : h('p', null, t('copies.none'))], { wide: true, name: 'copies' });
  } catch (problem) {
    toast(problem instanceof Error ? problem.message : '', 'bad');
  }
}
