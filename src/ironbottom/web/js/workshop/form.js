// @ts-check
/** Forms made from what the schema says of a datum: a control for each kind, its source, what was printed. */

import { h, icon, ICONS } from '../dom.js';
import { t } from '../i18n.js';
import { isTable, same, valueAt } from './tree.js';
import { worded } from './draft.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {{draft: Draft, open: (keys: Keys) => void, faults: () => import('./types.js').Fault[]}} Desk what forms work on */

const FEW = 250;
let lists = 0;

/** The names that an item of a kind may have, or null where it is no choice. @param {Draft} draft @param {Kind} kind @returns {[string, string][]|null} */
function choices(draft, kind) {
  if (kind.k === 'choice') return (kind.names ?? []).map((name) => [name, kind.letters?.[name] || draft.named(name)]);
  if (kind.k === 'named') return (kind.names ?? []).map((name) => [name, name]);
  if (kind.k !== 'reference') return null;
  const table = draft.get(kind.to ?? []) ?? {};
  const rows = Object.entries(table).filter(([key]) => key !== 'source');
  const named = rows.map(([key, row]) => /** @type {[string, string]} */ ([key, isTable(row) && typeof row.name === 'string' && row.name !== key ? `${key}, ${row.name}` : worded(key)]));
  return [...named, ...(kind.also ?? []).map((word) => /** @type {[string, string]} */ ([word, worded(word)]))];
}

/** What is written in a field, as a value of a kind. @param {Kind} kind @param {string} text @param {Draft} draft @returns {any} */
export function parsed(kind, text, draft) {
  const word = text.trim();
  if (kind.k === 'number' || kind.k === 'real') return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word;
  if (kind.k === 'either') {
    for (const number of kind.of) {
      const one = draft.kind(number);
      if (one.k === 'number' && /^-?\d+$/.test(word)) return Number(word);
    }
  }
  if (kind.k === 'flag') return word === 'yes' || word === 'true' || word === '1';
  return text;
}

/**
 * A control for a value. `changed` gets each new value.
 * @param {Desk} desk @param {Keys} keys @param {Kind} kind @param {any} value @param {string} label @param {(value: any) => void} changed
 * @returns {HTMLElement}
 */
export function control(desk, keys, kind, value, label, changed) {
  const { draft } = desk;
  const key = JSON.stringify(keys);
  const names = choices(draft, kind);
  if (names && names.length <= FEW) {
    const known = names.some(([name]) => name === value);
    const select = h('select', { class: 'input', 'aria-label': label, 'data-key': key }, known ? null : h('option', { value: String(value), selected: true }, String(value ?? '–')),
      names.map(([name, text]) => h('option', { value: name, selected: name === value }, text)));
    select.addEventListener('change', () => changed(select.value));
    return select;
  }
  if (kind.k === 'flag') {
    const box = h('input', { type: 'checkbox', class: 'switch', 'aria-label': label, 'data-key': key, checked: value === true });
    box.addEventListener('change', () => changed(box.checked));
    return box;
  }
  if (kind.k === 'given') return h('span', { class: 'given', title: kind.says }, draft.sayValue(value));
  if (kind.k === 'many' || kind.k === 'tuple') return listControl(desk, keys, kind, Array.isArray(value) ? value : [], label, changed);
  const number = kind.k === 'number' || kind.k === 'real';
  const input = h('input', {
    class: `input ${kind.k}`, type: number ? 'number' : 'text', 'aria-label': label, 'data-key': key, value: String(value ?? ''), title: kind.says,
    min: number ? kind.low : null, max: number ? kind.high : null, step: kind.k === 'real' ? 'any' : null, maxlength: kind.k === 'text' ? kind.longest : null, autocomplete: 'off', spellcheck: 'false',
  });
  if (names) {
    lists += 1;
    const id = `names-${lists}`;
    input.setAttribute('list', id);
    input.addEventListener('change', () => changed(input.value.trim()));
    return h('span', { class: 'with-list' }, input, h('datalist', { id }, names.map(([name]) => h('option', { value: name }))));
  }
  input.addEventListener('change', () => changed(parsed(kind, input.value, draft)));
  const unit = kind.k === 'either' ? kind.says : kind.unit;
  return unit ? h('span', { class: 'with-unit' }, input, h('span', { class: 'unit' }, unit)) : input;
}

/** @param {Desk} desk @param {Keys} keys @param {Kind} kind @param {any[]} value @param {string} label @param {(value: any) => void} changed */
function listControl(desk, keys, kind, value, label, changed) {
  const { draft } = desk;
  const fixed = kind.k === 'tuple';
  const one = (/** @type {number} */ i) => draft.kind(fixed ? kind.of[i] : kind.of);
  const put = (/** @type {number} */ i, /** @type {any} */ item) => changed(value.map((old, n) => (n === i ? item : old)));
  const rows = value.map((item, i) => {
    const name = fixed ? kind.names?.[i] ?? '' : String(i + 1);
    const below = one(i);
    const field = below.k === 'table' ? smallTable(desk, [...keys, i], below, item, (made) => put(i, made)) : control(desk, [...keys, i], below, item, `${label}: ${name}`, (made) => put(i, made));
    const take = !fixed && value.length > (kind.least ?? 0) ? h('button', { type: 'button', class: 'icon-button tiny', 'aria-label': t('ws.remove', { name: `${label} ${name}` }) }, icon(ICONS.close)) : null;
    take?.addEventListener('click', () => changed(value.filter((_, n) => n !== i)));
    return h('li', null, fixed ? h('span', { class: 'small' }, name) : null, field, take);
  });
  const more = !fixed && value.length < (kind.most ?? 0) ? h('button', { type: 'button', class: 'button small-button', 'data-key': `${JSON.stringify(keys)}+` }, t('ws.add-item')) : null;
  more?.addEventListener('click', () => changed([...value, fresh(draft, draft.kind(kind.of))]));
  const short = value.every((item) => typeof item !== 'object') && value.length > 0;
  return h('div', { class: 'list-control', role: 'group', 'aria-label': label }, h('ul', { class: fixed || short ? 'inline' : '' }, rows), more);
}

/** @param {Desk} desk @param {Keys} keys @param {Kind} kind @param {any} item @param {(made: any) => void} changed */
function smallTable(desk, keys, kind, item, changed) {
  return h('div', { class: 'small-table' }, Object.entries(kind.fields ?? {}).filter(([key]) => key in item).map(([key, number]) =>
    h('label', null, h('span', null, worded(key)), control(desk, [...keys, key], desk.draft.kind(number), item[key], worded(key), (made) => changed({ ...item, [key]: made })))));
}

/** The first value of a kind that fits. @param {Draft} draft @param {Kind} kind @returns {any} */
export function fresh(draft, kind) {
  if (kind.k === 'number' || kind.k === 'real') return Math.max(kind.low ?? 0, Math.min(kind.high ?? 0, 1));
  if (kind.k === 'flag') return false;
  if (kind.k === 'given') return kind.value;
  if (kind.k === 'many') return Array.from({ length: kind.least ?? 0 }, () => fresh(draft, draft.kind(kind.of)));
  if (kind.k === 'tuple') return kind.of.map((/** @type {number} */ one) => fresh(draft, draft.kind(one)));
  if (kind.k === 'either') return fresh(draft, draft.kind(kind.of[0]));
  if (kind.k === 'rows') return {};
  if (kind.k === 'table') return Object.fromEntries(Object.entries(kind.fields ?? {}).filter(([key]) => !kind.optional?.includes(key)).map(([key, one]) => [key, fresh(draft, draft.kind(one))]));
  const names = choices(draft, kind);
  return names?.[0]?.[0] ?? kind.example ?? '';
}

/** The tag of where a datum comes from. @param {Draft} draft @param {Keys} keys */
export function tag(draft, keys) {
  const source = draft.sourceOf(keys);
  const letter = source[0] ?? 'D';
  const name = draft.begun.tags[letter] ?? '';
  return h('span', { class: `tag tag-${letter}`, title: source }, letter === 'O' ? t('ws.mine') : name);
}

/** A datum with its control. @param {Desk} desk @param {Keys} keys @param {Kind} kind */
function field(desk, keys, kind) {
  const { draft } = desk;
  const value = draft.get(keys);
  const printed = valueAt(draft.base, keys);
  const label = draft.say(keys);
  const name = worded(keys[keys.length - 1]);
  const shown = typeof keys[keys.length - 1] === 'number' ? label : name;
  const changed = draft.changed(keys);
  const back = changed && (printed !== undefined || valueAt(draft.base, keys.slice(0, -1)) !== undefined) ? h('button', { type: 'button', class: 'link-button', 'aria-label': t('ws.put-back', { name: label }) }, t('ws.back', { value: draft.sayValue(printed, keys) })) : null;
  back?.addEventListener('click', () => draft.change([{ keys, value: printed }], label));
  const source = draft.sourceOf(keys);
  const sure = !changed && kind.k !== 'given' && !/^[RO]:/.test(source) ? h('button', { type: 'button', class: 'link-button', 'aria-label': t('ws.same-of', { name: label }) }, t('ws.same')) : null;
  sure?.addEventListener('click', () => draft.confirm(keys, true, label));
  const unsure = !changed && draft.isConfirmed(keys) ? h('button', { type: 'button', class: 'link-button' }, t('ws.unsure')) : null;
  unsure?.addEventListener('click', () => draft.confirm(keys, false, label));
  const optional = draft.kindAt(keys.slice(0, -1))?.optional?.includes(String(keys[keys.length - 1])) && draft.begun.additions && value !== undefined;
  const take = optional ? h('button', { type: 'button', class: 'icon-button tiny', 'aria-label': t('ws.remove', { name: label }) }, icon(ICONS.close)) : null;
  take?.addEventListener('click', () => draft.change([{ keys, value: undefined }], label));
  const wrong = desk.faults().filter((fault) => JSON.stringify(fault.keys) === JSON.stringify(keys));
  return h('div', { class: `datum ${changed ? 'changed' : ''} ${wrong.length ? 'misfit' : ''}` },
    h('div', { class: 'datum-head' }, h('span', { class: 'datum-name' }, shown), tag(draft, keys)),
    h('div', { class: 'datum-control' }, control(desk, keys, kind, value, label, (made) => draft.change([{ keys, value: made }], label)), take),
    wrong.map((fault) => h('p', { class: 'fault-line' }, fault.text.split(': ').slice(1).join(': '))),
    back || sure || unsure ? h('div', { class: 'datum-foot' }, back, sure, unsure) : null);
}

/**
 * All that stands at some keys as a form: a datum, the fields of a table, the entries of a larger one.
 * @param {Desk} desk @param {Keys} keys @returns {HTMLElement}
 */
export function form(desk, keys) {
  const { draft } = desk;
  const kind = draft.kindAt(keys);
  const value = draft.get(keys);
  if (!kind || value === undefined) return h('p', { class: 'hint' }, t('ws.gone'));
  if (kind.k === 'table') {
    const missing = draft.begun.additions ? (kind.optional ?? []).filter((key) => !(key in value)) : [];
    const more = missing.length ? h('select', { class: 'input add-field', 'aria-label': t('ws.add-field') }, h('option', { value: '' }, t('ws.add-field')), missing.map((key) => h('option', { value: key }, worded(key)))) : null;
    more?.addEventListener('change', () => {
      if (more.value) draft.change([{ keys: [...keys, more.value], value: fresh(draft, draft.kind(/** @type {any} */ (kind.fields)[more.value])) }], draft.say([...keys, more.value]));
    });
    return h('div', { class: 'fields' }, Object.entries(kind.fields ?? {}).filter(([key]) => key in value).map(([key, number]) => {
      const below = draft.kind(number);
      return below.k === 'table' || below.k === 'rows' ? h('fieldset', { class: 'inner' }, h('legend', null, worded(key)), form(desk, [...keys, key])) : field(desk, [...keys, key], below);
    }), more);
  }
  if (kind.k === 'rows') return entries(desk, keys, kind, value);
  return h('div', { class: 'fields' }, field(desk, keys, kind));
}

/** The entries of a table. @param {Desk} desk @param {Keys} keys @param {Kind} kind @param {any} value */
function entries(desk, keys, kind, value) {
  const { draft } = desk;
  const row = draft.kind(/** @type {number} */ (kind.row));
  const names = Object.keys(value).filter((key) => key !== 'source');
  const plain = row.k !== 'table' && row.k !== 'rows' && names.length <= 16;
  return h('div', { class: 'fields' },
    plain ? names.map((key) => h('div', { class: 'entry' }, field(desk, [...keys, key], row), kind.grows && draft.begun.additions ? removal(desk, [...keys, key]) : null))
      : h('ul', { class: 'entry-list' }, names.map((key) => {
        const button = h('button', { type: 'button', class: 'link-button' }, draft.say([...keys, key]));
        button.addEventListener('click', () => desk.open([...keys, key]));
        return h('li', null, button, draft.changed([...keys, key]) ? h('span', { class: 'dot' }) : null);
      })),
    kind.grows && draft.begun.additions ? addition(desk, keys, kind) : null);
}

/** A button that takes an entry away. @param {Desk} desk @param {Keys} keys */
export function removal(desk, keys) {
  const { draft } = desk;
  const button = h('button', { type: 'button', class: 'button small-button danger' }, t('ws.remove-entry'));
  button.addEventListener('click', () => draft.change([{ keys, value: undefined }], t('ws.remove', { name: draft.say(keys) })));
  return button;
}

/** Whether an entry may be taken away. @param {Draft} draft @param {Keys} keys */
export function removable(draft, keys) {
  return draft.begun.additions && keys.length > 1 && Boolean(draft.kindAt(keys.slice(0, -1))?.grows);
}

/**
 * A new entry: its key, and all else as in one that is there (`like`), to be changed afterwards.
 * @param {Desk} desk @param {Keys} keys of the table @param {Kind} kind @param {string} [like]
 */
export function addition(desk, keys, kind, like) {
  const { draft } = desk;
  const word = draft.kind(/** @type {number} */ (kind.keys));
  const names = choices(draft, word);
  const free = names?.filter(([name]) => !(name in (draft.get(keys) ?? {})));
  const input = free && free.length <= FEW ? h('select', { class: 'input', 'aria-label': t('ws.new-key') }, free.map(([name, text]) => h('option', { value: name }, text)))
    : h('input', { class: 'input', 'aria-label': t('ws.new-key'), placeholder: word.example || kind.grows, autocomplete: 'off', spellcheck: 'false' });
  const go = h('button', { type: 'submit', class: 'button small-button' }, t('ws.add'));
  const line = h('p', { class: 'fault-line', hidden: true, role: 'alert' });
  const box = h('form', { class: 'addition' }, h('label', null, h('span', { class: 'small' }, `${t('ws.new')} (${kind.grows})`), input), go, line);
  box.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = input.value.trim();
    const table = draft.get(keys) ?? {};
    const wrong = !name ? word.says : name in table ? t('ws.taken', { name }) : word.form && !new RegExp(`^(?:${word.form})$`, 'u').test(name) ? t('ws.expected', { says: word.says }) : names && !names.some(([one]) => one === name) ? t('ws.expected', { says: word.says }) : '';
    line.hidden = !wrong;
    line.textContent = wrong;
    if (wrong) return;
    const model = like ?? Object.keys(table).filter((key) => key !== 'source').pop();
    const { source, ...made } = isTable(table[model ?? '']) ? table[model ?? ''] : { source: '' };
    const value = model !== undefined && !isTable(table[model]) ? table[model] : model !== undefined ? made : fresh(draft, draft.kind(/** @type {number} */ (kind.row)));
    draft.change([{ keys: [...keys, name], value }], t('ws.added', { name }));
    desk.open([...keys, name]);
  });
  return box;
}

/** Whether a value may stand there by itself; what is wrong in a line. @param {Kind} kind @param {any} value */
export function misfit(kind, value) {
  if ((kind.k === 'number' || kind.k === 'real') && (typeof value !== 'number' || value < (kind.low ?? 0) || value > (kind.high ?? 0) || (kind.k === 'number' && !Number.isInteger(value)))) return kind.says;
  if ((kind.k === 'choice' || kind.k === 'named') && !kind.names?.includes(value)) return kind.says;
  if (kind.k === 'given' && !same(kind.value, value)) return kind.says;
  return '';
}
