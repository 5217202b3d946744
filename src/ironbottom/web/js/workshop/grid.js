// @ts-check
/** Tables as grids: arrows go from cell to cell, typing writes, Enter goes down. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { begins, isTable } from './tree.js';
import { addition, fresh, misfit, parsed, removable } from './form.js';
import { worded } from './draft.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./form.js').Desk} Desk */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {{keys: Keys, columns: string[], rows: {name: string, cells: (Keys|null)[], keys: Keys}[]}} Sheet */

/** What is put into one cell, rather than into a form of its own. @param {Draft} draft @param {Kind|null} kind @returns {boolean} */
function small(draft, kind) {
  if (!kind) return false;
  if (kind.k === 'tuple') return kind.of.every((/** @type {number} */ one) => draft.kind(one).k === 'number');
  if (kind.k === 'many') return (kind.most ?? 99) <= 60 && !['many', 'tuple', 'table', 'cells'].includes(draft.kind(kind.of).k);
  return !['table', 'rows', 'cells'].includes(kind.k);
}

/** The lists of one length that make a grid of a table, or null. @param {Draft} draft @param {Keys} keys @returns {string[]|null} */
function lists(draft, keys) {
  const item = draft.get(keys);
  const found = Object.keys(item).filter((key) => key !== 'source' && key !== 'columns' && Array.isArray(item[key]) && draft.kindAt([...keys, key])?.k === 'many');
  const wide = found.length ? item[found[0]].length : 0;
  const fits = found.length > 1 && wide > 1 && found.every((key) => item[key].length === wide && small(draft, draft.kindAt([...keys, key, 0])) && draft.kindAt([...keys, key, 0])?.k !== 'many');
  return fits ? found : null;
}

/** The columns of a table whose entries are tables of much the same fields, or null. @param {Draft} draft @param {Keys} keys @returns {string[]|null} */
function columnsOf(draft, keys) {
  const item = draft.get(keys);
  const names = Object.keys(item).filter((key) => key !== 'source');
  if (names.length < 3 || !names.every((key) => draft.kindAt([...keys, key])?.k === 'table')) return null;
  const fields = names.map((key) => Object.keys(item[key]).filter((field) => field !== 'source' && small(draft, draft.kindAt([...keys, key, field]))));
  const columns = [...new Set(fields.flat())];
  return columns.length > 1 && fields.reduce((sum, own) => sum + own.length, 0) >= names.length * columns.length * 0.55 ? columns : null;
}

/** The plain values of a table and of the tables in it that are no grids. @param {Draft} draft @param {Keys} keys @returns {Keys[]} */
function leaves(draft, keys) {
  return Object.keys(draft.get(keys)).filter((key) => key !== 'source').flatMap((key) => {
    const below = [...keys, key];
    const kind = draft.kindAt(below);
    if (small(draft, kind)) return [below];
    return kind?.k === 'table' && !lists(draft, below) && !columnsOf(draft, below) ? leaves(draft, below) : [];
  });
}

/** All tables of a game, by their ways. @param {Draft} draft @returns {Keys[]} */
export function tables(draft) {
  /** @type {Keys[]} */
  const found = [];
  const look = (/** @type {Keys} */ keys, /** @type {Keys[]|null} */ within = null) => {
    const kind = draft.kindAt(keys);
    const item = draft.get(keys);
    if (!kind || !item || typeof item !== 'object') return;
    const told = within !== null && kind.k === 'table' && !lists(draft, keys) && !columnsOf(draft, keys) && leaves(draft, keys).every((cell) => within.some((one) => begins(cell, one)));
    const made = told ? null : sheet(draft, keys);
    if (made) found.push(keys);
    if (kind.k === 'rows' && made) return;
    const shown = made && kind.k === 'table' ? made.rows.map((row) => row.keys) : within;
    if (kind.k === 'table' || kind.k === 'rows') {
      for (const key of Object.keys(item)) if (key !== 'source' && typeof item[key] === 'object') look([...keys, key], shown);
    }
  };
  for (const stem of Object.keys(draft.begun.schema.tables)) look([stem]);
  return found;
}

/** A table as rows and columns, or null for what is none. @param {Draft} draft @param {Keys} keys @returns {Sheet|null} */
export function sheet(draft, keys) {
  const kind = draft.kindAt(keys);
  const item = draft.get(keys);
  if (!kind || item === undefined) return null;
  const names = isTable(item) ? Object.keys(item).filter((key) => key !== 'source') : [];
  if (kind.k === 'many' && Array.isArray(item)) {
    const below = draft.kind(kind.of);
    if (!['many', 'tuple'].includes(below.k) || !item.every((row) => Array.isArray(row)) || draft.kind(below.k === 'many' ? below.of : below.of[0]).k === 'table') return null;
    const heads = draft.get([...keys.slice(0, -1), 'columns']) ?? draft.get([...keys.slice(0, -2), 'columns']);
    const wide = Math.max(0, ...item.map((row) => row.length));
    if (!wide || wide > 40) return null;
    return {
      keys, columns: Array.from({ length: wide }, (_, i) => (below.k === 'tuple' ? below.names?.[i] : heads?.[i]) ?? String(i + 1)).map(String),
      rows: item.map((row, i) => ({ name: String(i + 1), keys: [...keys, i], cells: row.map((/** @type {any} */ _, /** @type {number} */ n) => [...keys, i, n]) })),
    };
  }
  if (kind.k === 'table' && names.length) {
    const found = lists(draft, keys);
    if (found) {
      return {
        keys, columns: Array.from({ length: item[found[0]].length }, (_, i) => String(item.columns?.[i] ?? i + 1)),
        rows: found.map((key) => ({ name: worded(key), keys: [...keys, key], cells: item[key].map((/** @type {any} */ _, /** @type {number} */ n) => [...keys, key, n]) })),
      };
    }
    const columns = columnsOf(draft, keys);
    if (columns) return { keys, columns, rows: names.map((name) => ({ name, keys: [...keys, name], cells: columns.map((key) => (draft.kindAt([...keys, name, key]) ? [...keys, name, key] : null)) })) };
    const plain = leaves(draft, keys);
    return plain.length > 1 ? { keys, columns: [t('ws.value')], rows: plain.map((cell) => ({ name: cell.slice(keys.length).map(worded).join(': '), keys: cell, cells: [cell] })) } : null;
  }
  if (kind.k !== 'rows' || !names.length) return null;
  const row = draft.kind(/** @type {number} */ (kind.row));
  if (row.k === 'table') {
    const columns = Object.keys(row.fields ?? {}).filter((key) => small(draft, draft.kind(/** @type {any} */ (row.fields)[key])));
    if (!columns.length) return null;
    return { keys, columns, rows: names.map((name) => ({ name, keys: [...keys, name], cells: columns.map((key) => (key in item[name] || row.optional?.includes(key) ? [...keys, name, key] : null)) })) };
  }
  return small(draft, row) ? { keys, columns: [t('ws.value')], rows: names.map((name) => ({ name, keys: [...keys, name], cells: [[...keys, name]] })) } : null;
}

/** A cell's value in its fewest words. @param {Draft} draft @param {any} value @returns {string} */
function brief(draft, value) {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => brief(draft, one)).join(' ');
  return draft.sayValue(value);
}

/** What was typed, as the cell's value; undefined: nothing is there any more. @param {Draft} draft @param {Kind} kind @param {string} text @returns {any} */
function read(draft, kind, text) {
  if (kind.k === 'many' || kind.k === 'tuple') {
    const many = kind.k === 'many' ? draft.kind(kind.of) : null;
    return text.split(many && many.k === 'text' ? /\s*,\s*/ : /[\s,]+/).filter(Boolean).map((word, i) => parsed(many ?? draft.kind(kind.of[i] ?? kind.of[0]), word, draft));
  }
  if (kind.k === 'choice') {
    const word = text.trim().toLowerCase();
    const names = kind.names ?? [];
    return names.find((name) => name.toLowerCase() === word || worded(name).toLowerCase() === word) ?? names.find((name) => word && name.toLowerCase().startsWith(word)) ?? text.trim();
  }
  return parsed(kind, text, draft);
}

/**
 * A table as a grid.
 * @param {Desk} desk @param {Keys} keys @param {{row: number, column: number}} at where the keyboard is
 */
export function grid(desk, keys, at) {
  const { draft } = desk;
  const found = sheet(draft, keys);
  if (!found) return h('p', { class: 'hint' }, t('ws.gone'));
  const line = h('p', { class: 'fault-line', role: 'alert', hidden: true });
  /** @type {HTMLElement[][]} */
  const cells = found.rows.map(() => []);
  const removals = removable(draft, found.rows[0]?.keys ?? []);
  const body = found.rows.map((row, i) => h('tr', null, h('th', { scope: 'row' }, rowName(desk, row)), row.cells.map((cell, n) => {
    const value = cell ? draft.get(cell) : undefined;
    const changed = cell ? draft.changed(cell) : false;
    const td = h('td', { role: 'gridcell', tabindex: i === at.row && n === at.column ? '0' : '-1', class: `${changed ? 'changed' : ''} ${cell ? '' : 'none'}`, 'data-at': `${i},${n}`, 'aria-label': cell ? `${draft.say(cell)}: ${brief(draft, value)}` : null }, brief(draft, value));
    cells[i][n] = td;
    return td;
  }), removals ? h('td', { class: 'row-end' }, takeAway(desk, row.keys)) : null));
  const table = h('table', { class: 'ws-grid', role: 'grid', 'aria-label': draft.say(keys) },
    h('thead', null, h('tr', null, h('th', null, ''), found.columns.map((column) => h('th', { scope: 'col' }, worded(column))))), h('tbody', null, body));
  const go = (/** @type {number} */ row, /** @type {number} */ column) => {
    const next = cells[row]?.[column];
    if (!next) return;
    cells[at.row]?.[at.column]?.setAttribute('tabindex', '-1');
    Object.assign(at, { row, column });
    next.setAttribute('tabindex', '0');
    next.focus();
  };
  const write = (/** @type {string|null} */ first) => {
    const cell = found.rows[at.row]?.cells[at.column];
    const td = cells[at.row]?.[at.column];
    const kind = cell ? draft.kindAt(cell) : null;
    if (!cell || !td || !kind || kind.k === 'given') return;
    const old = draft.get(cell);
    const names = kind.k === 'choice' || kind.k === 'reference' ? (kind.names ?? Object.keys(draft.get(kind.to ?? []) ?? {}).filter((key) => key !== 'source')) : [];
    const id = `cell-${Date.now()}`;
    const input = h('input', { class: 'cell-input', value: first ?? brief(draft, old), 'aria-label': draft.say(cell), list: names.length ? id : null, autocomplete: 'off', inputmode: kind.k === 'number' ? 'numeric' : null });
    td.replaceChildren(input, names.length ? h('datalist', { id }, names.map((name) => h('option', { value: name }))) : '');
    input.focus();
    if (first === null) input.select();
    let over = false;
    const end = (/** @type {number} */ down, /** @type {number} */ right) => {
      if (over) return;
      over = true;
      const value = input.value.trim() === '' && draft.kindAt(cell.slice(0, -1))?.optional?.includes(String(cell[cell.length - 1])) ? undefined : read(draft, kind, input.value);
      const wrong = value === undefined ? '' : misfit(kind, value);
      td.textContent = brief(draft, old);
      line.hidden = !wrong;
      line.textContent = wrong ? t('ws.expected-at', { name: draft.say(cell), says: wrong }) : '';
      if (wrong) {
        td.focus();
        return;
      }
      const row = Math.min(found.rows.length - 1, Math.max(0, at.row + down));
      const column = Math.min(found.columns.length - 1, Math.max(0, at.column + right));
      if (brief(draft, old) === brief(draft, value)) {
        go(row, column);
        return;
      }
      Object.assign(at, { row, column });
      draft.change([{ keys: cell, value }], draft.say(cell));
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') end(event.shiftKey ? -1 : 1, 0);
      else if (event.key === 'Tab') end(0, event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape') {
        over = true;
        td.textContent = brief(draft, old);
        td.focus();
      } else if (event.key === 'ArrowDown' && !names.length) end(1, 0);
      else if (event.key === 'ArrowUp' && !names.length) end(-1, 0);
      else return;
      event.preventDefault();
    });
    input.addEventListener('blur', () => end(0, 0));
  };
  table.addEventListener('click', (event) => {
    const td = event.target instanceof Element ? event.target.closest('[data-at]') : null;
    if (!td || td.querySelector('input')) return;
    const [row, column] = (td.getAttribute('data-at') ?? '0,0').split(',').map(Number);
    const again = at.row === row && at.column === column && document.activeElement === td;
    go(row, column);
    if (again || matchMedia('(pointer: coarse)').matches) write(null);
  });
  table.addEventListener('dblclick', () => write(null));
  table.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && !event.target.matches('[data-at]'))) return;
    /** @type {Record<string, number[]>} */
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99], PageUp: [-10, 0], PageDown: [10, 0] };
    const way = ways[event.key];
    if (way) go(Math.min(found.rows.length - 1, Math.max(0, at.row + way[0])), Math.min(found.columns.length - 1, Math.max(0, at.column + way[1])));
    else if (event.key === 'Enter' || event.key === 'F2') write(null);
    else if (event.key === 'Delete' || event.key === 'Backspace') write('');
    else if (event.key.length === 1) write(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const kind = draft.kindAt(keys);
  const rows = Array.isArray(draft.get(keys)) && kind?.k === 'many' && found.rows.length < (kind.most ?? 0) ? more(desk, keys, kind) : null;
  return h('div', { class: 'ws-sheet' }, h('div', { class: 'ws-scroll' }, table), line, rows, kind?.grows && draft.begun.additions ? addition(desk, keys, kind) : null);
}

/** @param {Desk} desk @param {{name: string, keys: Keys}} row */
function rowName(desk, row) {
  if (!isTable(desk.draft.get(row.keys))) return row.name;
  const button = h('button', { type: 'button', class: 'link-button', tabindex: '-1' }, row.name);
  button.addEventListener('click', () => desk.open(row.keys));
  return button;
}

/** @param {Desk} desk @param {Keys} keys */
function takeAway(desk, keys) {
  const button = h('button', { type: 'button', class: 'icon-button tiny', tabindex: '-1', 'aria-label': t('ws.remove', { name: desk.draft.say(keys) }) }, '×');
  button.addEventListener('click', () => desk.draft.change([{ keys, value: undefined }], t('ws.remove', { name: desk.draft.say(keys) })));
  return button;
}

/** A row more of a list. @param {Desk} desk @param {Keys} keys @param {Kind} kind */
function more(desk, keys, kind) {
  const { draft } = desk;
  const button = h('button', { type: 'button', class: 'button small-button' }, t('ws.add-row'));
  button.addEventListener('click', () => draft.change([{ keys, value: [...draft.get(keys), fresh(draft, draft.kind(kind.of))] }], t('ws.add-row')));
  return button;
}
