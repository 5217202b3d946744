// @ts-check
/** A new game: scenario, who plays, side, opponent, options. The defaults are a game at once. */

import { h } from './dom.js';
import { t } from './i18n.js';
import { post } from './net.js';
import { copyChoice } from './copies.js';
import { copyText, dialog, toast } from './dialog.js';
import { settleDice } from './dice.js';
import { lessonsDialog } from './lessons.js';
import { recall, remember } from './settings.js';
import { ruleText } from './join.js';
import { ALONE, go } from './wire.js';

/** A side drawn by lot. */
const RANDOM = 'random';

/** The styles of the computer in words: its name and what it is like. @type {Record<string, () => [string, string]>} */
const STYLES = {
  '': () => [t('new.style-own'), t('new.style-own-text')],
  bold: () => [t('new.style-bold'), t('new.style-bold-text')],
  careful: () => [t('new.style-careful'), t('new.style-careful-text')],
};

/** Banks of a live game with a friend, in minutes; so many seconds are added for each move. */
const LIVE = [30, 60];
const ADDED = 30;

/** The clock that was chosen. @param {string} chosen */
function clockFor(chosen) {
  if (chosen.startsWith('live-')) return { bank: Number(chosen.slice(5)) * 60, add: ADDED };
  return Number(chosen) ? { days: Number(chosen) } : null;
}

/** @typedef {import('./types.js').GameInfo} GameInfo */

let groups = 0;

/**
 * A row of choices, one of which holds.
 * @param {string} title @param {{value: string, text: string, hint?: string}[]} choices @param {string} value @param {(value: string) => void} set
 * @param {any} [about]
 */
export function segment(title, choices, value, set, about = null) {
  const name = `segment-${groups += 1}`;
  return h('fieldset', { class: 'segment' }, h('legend', null, title), about ? h('p', { class: 'small segment-about' }, about) : null, h('div', { class: 'segment-row' }, choices.map((choice) => {
    const radio = h('input', { type: 'radio', name, value: choice.value, checked: choice.value === value });
    radio.addEventListener('change', () => set(choice.value));
    return h('label', { class: 'segment-choice' }, radio, h('span', null, h('b', null, choice.text), choice.hint ? h('small', null, choice.hint) : null));
  })));
}

/** @param {import('./types.js').GameOption} option */
export function choicesOf(option) {
  return option.choices?.length ? option.choices : [{ value: true, text: t('yes') }, { value: false, text: t('no') }];
}

/**
 * A field for each option. `take` is told what is chosen.
 * @param {import('./types.js').GameOption[]} options @param {Record<string, any>} chosen @param {(option: import('./types.js').GameOption, value: any) => void} take
 */
export function optionFields(options, chosen, take) {
  return options.map((option) => {
    const choices = choicesOf(option);
    const value = option.id in chosen ? chosen[option.id] : option.default;
    const select = h('select', { class: 'input', 'aria-describedby': `option-${option.id}` }, choices.map((choice, i) => h('option', { value: String(i), selected: JSON.stringify(choice.value) === JSON.stringify(value) }, choice.text)));
    select.addEventListener('change', () => take(option, choices[Number(select.value)].value));
    return h('div', { class: 'option' }, h('label', null, h('b', null, option.name), select), h('p', { class: 'small', id: `option-${option.id}` }, option.text, ' ', ruleText(option.rule)));
  });
}

/** @param {string} text */
function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : '';
}

/** From the one to begin with upwards; who is weaker still comes last. @param {GameInfo['bots']} bots */
function byStrength(bots) {
  const rising = [...bots].reverse();
  const at = Math.max(0, rising.findIndex((bot) => bot.first));
  return [...rising.slice(at), ...rising.slice(0, at)];
}

/** The scenarios that a new game may have: not those in whose place another has come. @param {GameInfo} game */
export function offered(game) {
  return game.scenarios.filter((one) => !one.former);
}

/** The short scenario that is over soonest; undefined where there is none. @param {GameInfo} game */
export function evening(game) {
  return offered(game).filter((one) => one.minutes).sort((a, b) => Number(a.minutes) - Number(b.minutes))[0];
}

/** The side that most lessons teach: who has done them plays it first. @param {GameInfo} game */
function taught(game) {
  const n = (/** @type {string} */ side) => game.lessons.filter((lesson) => lesson.side === side).length;
  return game.sides.map((side) => side.id).sort((a, b) => n(b) - n(a))[0] ?? '';
}

/** @param {GameInfo} game @param {string|null} [wanted] the owner's copy that it is to be played with */
export function newGameDialog(game, wanted = null) {
  const kept = recall(`new.${game.slug}`, {});
  const state = {
    scenario: offered(game).some((one) => one.id === kept.scenario) ? kept.scenario : game.scenarios[0].id,
    mode: kept.mode ?? 'computer', side: kept.side ?? taught(game), bot: kept.bot ?? '', style: kept.style ?? '', clock: '0', hints: true,
    /** Who plays each side where computers alone play. @type {Record<string, {bot: string, style: string}>} */
    both: kept.both ?? {},
    /** @type {Record<string, any>} */
    options: {},
  };
  const body = h('div', { class: 'new-game' });
  const start = h('button', { type: 'button', class: 'button primary large', 'data-first': true }, t('new.start'));
  let optionsOpen = false;
  const take = (/** @type {import('./types.js').GameOption} */ option, /** @type {any} */ chosen) => {
    if (JSON.stringify(chosen) === JSON.stringify(option.default)) delete state.options[option.id];
    else state.options[option.id] = chosen;
  };
  const draw = () => {
    const scenario = game.scenarios.find((one) => one.id === state.scenario) ?? game.scenarios[0];
    const sides = scenario.sides.map((id) => ({ id, name: game.sides.find((one) => one.id === id)?.name ?? id }));
    const solo = sides.length < 2;
    if (state.side !== RANDOM && !sides.some((side) => side.id === state.side)) state.side = sides[0].id;
    const first = game.bots.find((bot) => bot.first);
    const known = (/** @type {string} */ id) => game.bots.some((bot) => bot.id === id);
    if (!known(state.bot)) state.bot = first?.id ?? game.bots[0]?.id ?? '';
    for (const side of sides) if (!known(state.both[side.id]?.bot)) state.both[side.id] = { bot: state.bot, style: '' };
    if (!game.bots.length && ['computer', 'watch'].includes(state.mode)) state.mode = 'hot';
    const options = game.options.filter((option) => !option.scenarios?.length || option.scenarios.includes(scenario.id));
    const main = options.filter((option) => option.main);
    const folded = options.filter((option) => !option.main);
    const changed = folded.filter((option) => option.id in state.options).length;
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
    const focusedAt = focused ? [...body.querySelectorAll('input, select')].indexOf(focused) : -1;
    body.replaceChildren(
      ...(offered(game).length > 1 ? [segment(t('new.scenario'), offered(game).map((one) => ({ value: one.id, text: one.name, hint: one.minutes ? t('new.short', { n: one.minutes, text: one.text }) : one.text })), scenario.id, (value) => { state.scenario = value; draw(); void choice.draw(); })] : [h('p', { class: 'scenario-text' }, h('b', null, scenario.name), ' ', scenario.text)]),
      ...(solo ? [h('p', { class: 'hint' }, t('new.solo-text'))] : [
        segment(t('new.mode'), [
          ...(game.bots.length ? [{ value: 'computer', text: t('new.computer'), hint: t('new.computer-text') }] : []),
          { value: 'hot', text: t('new.hot'), hint: t('new.hot-text') },
          ...(ALONE ? [] : [{ value: 'friend', text: t('new.friend'), hint: t('new.friend-text') }]),
          ...(game.bots.length ? [{ value: 'watch', text: t('new.watch'), hint: t('new.watch-text') }] : [])], state.mode, (value) => { state.mode = value; draw(); }, ALONE ? t('new.alone') : null),
        ...(['computer', 'friend'].includes(state.mode) ? [segment(t('new.side'), [...sides.map((side) => ({ value: side.id, text: side.name })), { value: RANDOM, text: t('new.random'), hint: t('new.random-text') }], state.side, (value) => { state.side = value; })] : []),
        ...(state.mode === 'computer' ? [segment(t('new.opponent'), byStrength(game.bots).map((bot) => ({ value: bot.id, text: bot.name, hint: bot.text })), state.bot, (value) => { state.bot = value; draw(); }, first ? t('new.first', { name: first.name }) : null), ...styles(state)] : []),
        ...(state.mode === 'watch' ? sides.flatMap((side) => [segment(side.name, byStrength(game.bots).map((bot) => ({ value: bot.id, text: bot.name, hint: bot.text })), state.both[side.id].bot, (value) => { state.both[side.id].bot = value; draw(); }), ...styles(state.both[side.id], side.name)]) : []),
        ...(state.mode === 'friend' ? [segment(t('new.clock'), [{ value: '0', text: t('new.no-clock') }, ...[1, 3, 7].map((n) => ({ value: String(n), text: t('new.days', { n }) })), ...LIVE.map((n) => ({ value: `live-${n}`, text: t('new.live', { n }), hint: t('new.live-text') }))], state.clock, (value) => { state.clock = value; }), hints()] : []),
      ]),
      ...main.map((option) => {
        const choices = choicesOf(option);
        const value = option.id in state.options ? state.options[option.id] : option.default;
        const at = choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
        return segment(option.name, choices.map((choice, i) => {
          const [name, ...rest] = choice.text.split(': ');
          return { value: String(i), text: name, hint: capital(rest.join(': ')) };
        }), String(at), (chosen) => { take(option, choices[Number(chosen)].value); }, [option.text, ' ', ruleText(option.rule)]);
      }),
      folded.length ? h('details', { class: 'options', open: optionsOpen, ontoggle: (/** @type {Event} */ event) => { optionsOpen = /** @type {HTMLDetailsElement} */ (event.target).open; } },
        h('summary', null, t('new.options', { n: folded.length }), changed ? h('span', { class: 'count' }, t('new.changed', { n: changed })) : null),
        optionFields(folded, state.options, take)) : '');
    if (focusedAt >= 0) {
      const again = body.querySelectorAll('input, select')[focusedAt];
      if (again instanceof HTMLElement) again.focus();
    }
  };
  /** A computer in the chosen style: its id. @param {{bot: string, style: string}} chosen */
  const styled = (chosen) => game.bots.find((bot) => bot.id === chosen.bot)?.styles.find((one) => one.id.endsWith(`:${chosen.style}`))?.id ?? chosen.bot;
  /** @param {{bot: string, style: string}} chosen @param {string} [side] whose it is, where both sides have one */
  const styles = (chosen, side = '') => {
    const found = game.bots.find((bot) => bot.id === chosen.bot)?.styles ?? [];
    if (!found.length) return [];
    const kinds = ['', ...found.map((one) => one.id.slice(one.id.indexOf(':') + 1))].filter((kind) => kind in STYLES);
    return [segment(side ? t('new.style-of', { side }) : t('new.style'), kinds.map((kind) => {
      const [text, hint] = STYLES[kind]();
      return { value: kind, text, hint };
    }), styled(chosen).slice(chosen.bot.length + 1), (value) => { chosen.style = value; }, side ? null : t('new.style-about'))];
  };
  const hints = () => {
    const box = h('input', { type: 'checkbox', class: 'switch', role: 'switch', checked: state.hints });
    box.addEventListener('change', () => { state.hints = box.checked; });
    return h('label', { class: 'setting' }, h('span', null, t('new.hints'), h('small', null, ` ${t('new.hints-text')}`)), box);
  };
  const choice = copyChoice(game, wanted ?? kept.copy ?? null, () => state.scenario);
  draw();
  const learn = h('button', { type: 'button', class: 'link-button' }, t('learn.open'));
  const soon = recall(`played.${game.slug}`, false) ? undefined : evening(game);
  const short = soon ? h('button', { type: 'button', class: 'link-button new-evening', 'data-key': 'evening' }, capital(t('home.evening', { name: soon.name, n: soon.minutes ?? 0 }))) : null;
  short?.addEventListener('click', () => {
    state.scenario = soon?.id ?? state.scenario;
    draw();
    void choice.draw();
  });
  const newcomer = game.lessons.length || short ? h('p', { class: 'small' }, t('learn.new'), ' ', game.lessons.length ? learn : null, short) : null;
  const box = dialog(t('new.title', { title: game.title }), [newcomer, body, choice.host, h('div', { class: 'row-buttons sticky' }, start)], { wide: true, name: 'new' });
  learn.addEventListener('click', () => {
    box.close();
    lessonsDialog(game);
  });
  start.focus();
  start.addEventListener('click', async () => {
    start.disabled = true;
    start.textContent = t('new.starting');
    const scenario = game.scenarios.find((one) => one.id === state.scenario) ?? game.scenarios[0];
    /** @type {Record<string, string>} */
    const seats = {};
    const own = state.side === RANDOM ? scenario.sides[crypto.getRandomValues(new Uint32Array(1))[0] % scenario.sides.length] : state.side;
    for (const side of scenario.sides) {
      if (scenario.sides.length > 1 && state.mode === 'watch') seats[side] = `bot:${styled(state.both[side])}`;
      else if (scenario.sides.length < 2 || state.mode === 'hot' || side === own) seats[side] = 'me';
      else seats[side] = state.mode === 'computer' ? `bot:${styled(state)}` : 'friend';
    }
    remember(`new.${game.slug}`, { scenario: scenario.id, mode: state.mode, side: state.side, bot: state.bot, style: state.style, both: state.both, copy: choice.wanted() });
    const allowed = Object.fromEntries(Object.entries(state.options).filter(([id]) => game.options.some((option) => option.id === id && (!option.scenarios?.length || option.scenarios.includes(scenario.id)))));
    try {
      const copy = await choice.id();
      const answer = await post('/api/tables', { game: game.slug, scenario: scenario.id, options: allowed, seats, ...(copy ? { copy } : {}), clock: state.mode === 'friend' ? clockFor(state.clock) : null, hints: state.mode === 'friend' ? state.hints : true });
      await settleDice(answer.id);
      if (state.mode === 'friend') {
        box.close();
        invitation(answer, game);
      } else go(`/t/${answer.id}`);
    } catch (problem) {
      start.disabled = false;
      start.textContent = t('new.start');
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
  });
}

/** @param {{id: string, links: Record<string, string>, local_only: boolean, qr: Record<string, string>}} made @param {GameInfo} game */
function invitation(made, game) {
  const go = h('a', { class: 'button primary large', href: `/t/${made.id}` }, t('invite.go'));
  const rows = Object.entries(made.links ?? {}).map(([side, url]) => {
    const name = game.sides.find((one) => one.id === side)?.name ?? side;
    const watch = side === 'observer';
    const copy = h('button', { type: 'button', class: `button ${watch ? '' : 'primary'}` }, t('copy'));
    copy.addEventListener('click', () => void copyText(url, copy));
    const field = h('input', { class: 'input', readonly: true, value: url, 'aria-label': watch ? t('invite.observer') : t('invite.link', { side: name }) });
    field.addEventListener('focus', () => field.select());
    return h('div', { class: 'invite-row' }, h('p', null, watch ? t('invite.observer') : t('invite.text', { side: name })), h('div', { class: 'link-row' }, field, copy), made.qr[side] && !watch ? h('img', { class: 'qr', src: made.qr[side], alt: t('home.qr') }) : null);
  });
  dialog(t('invite.title'), [...rows, made.local_only ? h('p', { class: 'warning' }, t('invite.local')) : null, h('div', { class: 'row-buttons' }, go)], { wide: true });
}
