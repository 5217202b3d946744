// @ts-check
/** The line on top: whose decision, the sentence, its buttons, Undo and the rest. */

import { clockOf, clocksOf } from './clocks.js';
import { announce } from './dialog.js';
import { emblem, fill, h, icon, ICONS } from './dom.js';
import { dress } from './guide.js';
import { forFinger, t } from './i18n.js';
import { keyOf } from './keys.js';
import { looksOn } from './match.js';
import { onSheets } from './offered.js';
import { UPRIGHT } from './screens.js';
import { askRematch, openTableMenu } from './tablemenu.js';
import { ruleLink, unbroken } from './widgets.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').MacroLook} Macro */

/**
 * A button for something that may be done.
 * @param {Game} game
 * @param {Choice|Macro} choice
 * @param {string} look
 */
export function actionButton(game, choice, look) {
  const key = Array.isArray(choice.do) ? choice.do.join(';') : choice.do;
  const { amount } = /** @type {Choice} */ (choice);
  const button = h('button', { type: 'button', class: `button ${look} ${choice.ends ? 'ends' : ''} ${game.coach?.names(choice) ? 'advised' : ''}`, 'data-key': `do-${key}`, 'data-do': key },
    h('span', null, amount && amount.low === amount.high ? t('amount.go', { label: choice.label, n: amount.low }) : choice.label), choice.cost ? h('small', { class: 'button-cost' }, choice.cost) : null,
    choice.ends ? h('small', { class: 'ends-note' }, t('prompt.ends'), h('span', { class: 'unseen' }, `: ${choice.ends}`)) : null);
  button.addEventListener('click', (event) => game.choosing.choose(choice, event, true));
  if (choice.odds || choice.ends) {
    for (const when of ['pointerenter', 'focus']) {
      button.addEventListener(when, () => {
        if (choice.odds) game.odds.point(choice);
        void game.firstGame.weigh(choice);
      });
    }
    button.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') window.setTimeout(() => game.odds.leave(choice), 300);
    });
  }
  return button;
}

/** Which button of a stepper a coach points at who wants another number than `n`. @param {number|null} wanted @param {number} n */
export function stepTo(wanted, n) {
  return wanted === null || wanted === n ? '' : wanted < n ? 'less' : 'more';
}

/**
 * How many of those in hand go with the next click: all, unless fewer are said here.
 * @param {Game} game @param {NonNullable<Choice['amount']>} amount
 */
function howMany(game, { low, high, step, start }) {
  const n = game.choosing.many ?? start ?? high;
  const wanted = (game.message?.choices ?? []).map((choice) => game.coach?.wants(choice) ?? null).find((one) => one !== null) ?? null;
  const advised = stepTo(wanted, n);
  const by = (/** @type {number} */ d, /** @type {string} */ key, /** @type {string} */ shape) => {
    const to = n + d * step;
    const button = h('button', { type: 'button', class: `icon-button ${key === advised ? 'advised' : ''}`, 'data-key': `many-${key}`, disabled: to < low || to > high, 'aria-label': t(`amount.${key}`) }, icon(shape));
    button.addEventListener('click', () => {
      game.choosing.many = to;
      announce(t('amount.of', { n: to, high }));
      game.drawTop();
    });
    return button;
  };
  return h('span', { class: 'how-many', role: 'group', 'aria-label': t('amount.title'), title: t('amount.many') }, by(-1, 'less', ICONS.minus), h('b', { class: 'how-many-n' }, t('amount.of', { n, high })), by(1, 'more', ICONS.plus));
}

/** @param {Game} game @param {HTMLElement} host */
export function drawPrompt(game, host) {
  const { message } = game;
  if (!message) return;
  const { prompt } = message;
  const picture = game.shownPicture;
  const replaying = game.replaying.on;
  const telling = game.story.on;
  const only = prompt.sides.length === 1 ? prompt.sides[0] : prompt.mine && prompt.sides.includes(message.seat) ? message.seat : '';
  const over = Boolean(message.over) && !replaying && !telling;
  const plate = telling ? game.story.side : over ? (message.over?.winners.length === 1 ? message.over.winners[0] : '') : only;
  const style = game.style(plate);
  const name = plate ? game.sideName(plate) : !telling && prompt.sides.length > 1 ? t('prompt.both') : '';
  const thinking = message.thinking.length > 0;
  const watching = looksOn(message);
  const match = game.match.on && !replaying;
  const handed = message.choices.length > 0 && !message.macros.length && message.choices.every((choice) => choice.retract); // a sheet is handed in
  const sub = game.link.kept ? t('offline.word') : game.link.live?.closed ? '' : game.analysis.on && !game.past ? t('analysis.name') : game.message?.mode === 'practice' && !game.past ? t('practice.name') : match && game.match.paused ? t('match.paused') : telling ? t('prompt.story') : replaying ? t('prompt.replay') : over ? t('prompt.over') : prompt.mine ? t(handed ? 'prompt.ready' : 'prompt.you') : thinking ? (game.link.ahead ? t('prompt.queue', { n: game.link.ahead }) : t('prompt.thinking')) : watching ? t('prompt.watch') : t(`${message.clock?.deadline[only] ? 'there' : 'prompt'}.${presence(game, only) ?? 'wait'}`);
  const pending = game.choosing.pending;
  /** @type {any[]} */
  let buttons = [];
  /** @type {any} */
  let sentence;
  if (telling) {
    sentence = [h('span', null, unbroken(game.story.text)), ' ', game.story.progress()];
    buttons = match ? game.match.buttons() : game.story.buttons();
  } else if (replaying) {
    const line = game.lineAt(game.replaying.at);
    sentence = [h('span', null, unbroken(line?.text ?? '')), ' ', ruleLink(line?.rule)];
  } else if (pending) {
    const go = h('button', { type: 'button', class: 'button primary ends', 'data-key': 'confirm', 'aria-label': `${pending.label}: ${pending.ends ?? ''}` }, h('span', null, t('prompt.do')), h('small', { class: 'ends-note' }, t('prompt.ends')));
    go.addEventListener('click', () => game.choosing.commit());
    const no = h('button', { type: 'button', class: 'button', 'data-key': 'not-yet' }, t('prompt.cancel'));
    no.addEventListener('click', () => game.choosing.disarm());
    buttons = [go, no];
    sentence = [h('b', null, t('prompt.confirm', { label: pending.label })), pending.ends ? ` ${capital(pending.ends)}.` : '', ' ', game.firstGame.line(pending), ' ', game.odds.line(), ruleLink(/** @type {Choice} */ (pending).rule)];
  } else if (over) {
    sentence = [h('b', null, message.over?.text ?? ''), ' ', ruleLink(picture?.ending?.rule)];
    const next = message.tournament ? h('a', { class: 'button primary', href: `/tournament/${message.tournament}`, 'data-key': 'tournament' }, t('table.tournament')) : null;
    const loud = next ? 'button' : 'button primary';
    const rematch = message.rematch ? h('a', { class: loud, 'data-key': 'rematch', href: `/t/${message.rematch}` }, t('over.rematch-go'))
      : h('button', { type: 'button', class: loud, 'data-key': 'rematch', disabled: Boolean(game.offers.standing('rematch', true)) }, t(game.offers.standing('rematch', true) ? 'over.rematch-asked' : game.offers.standing('rematch', false) ? game.offers.standing('rematch', false)?.same ? 'over.agree-same' : 'over.agree-swapped' : message.seats.length > 1 ? 'over.rematch' : 'over.again'));
    if (!message.rematch) rematch.addEventListener('click', () => void askRematch(game));
    const look = h('button', { type: 'button', class: 'button', 'data-key': 'look' }, t('over.look'));
    look.addEventListener('click', () => void game.replaying.open(1));
    const others = message.seats.some((seat) => !seat.you);
    const same = h('button', { type: 'button', class: 'button', 'data-key': 'rematch-same' }, t('over.same'));
    same.addEventListener('click', () => void askRematch(game, true));
    const asked = game.offers.standing('rematch', true) || game.offers.standing('rematch', false);
    buttons = [...(next ? [next] : []), ...((watching && !message.made) || message.coach ? [] : [rematch, ...(others && !message.rematch && !asked ? [same] : [])]), look];
  } else {
    sentence = [h('span', null, unbroken(forFinger(prompt.text))), ' ', ruleLink(prompt.rule), ' ', game.odds.line()];
    const inSheets = onSheets(picture);
    const amount = game.choosing.counted();
    const plain = game.choosing.buttons.filter((choice) => choice.main || !inSheets.has(choice.do));
    plain.sort((a, b) => Number(Boolean(b.main)) - Number(Boolean(a.main)) || Number(Boolean(a.retract)) - Number(Boolean(b.retract)));
    // what ends a step in which nothing has been done and something could be is not the loudest button
    const alone = !game.choosing.bySpace.size && !game.choosing.byPiece.size && !inSheets.size;
    const most = alone || message.draft.length > game.stage.draft ? plain.find((choice) => choice.main) ?? (alone && plain.length === 1 && !plain[0].retract ? plain[0] : null) : null;
    buttons = [...(amount ? [howMany(game, amount)] : []), ...plain.map((choice) => actionButton(game, choice, choice === most ? 'primary' : 'answer')), ...game.choosing.macroButtons.filter((macro) => !inSheets.has(macro.do.join(';'))).map((macro) => actionButton(game, macro, 'answer')), ...(match ? game.match.buttons() : [])];
  }
  const routine = message.orders?.some((order) => order.step === 'routine');
  // a first game is not asked whether it goes on so: the panel says it
  if (!replaying && !telling && !over && !pending && ((routine && !game.firstGame.speaks && !game.pointing.inHand) || (message.reaction?.step === 'routine' && !message.draft.length))) { // an order waits for what can be taken back; who has something in hand thinks of that
    // where it is on, the button says what goes on, in sight on a phone: a finger has no titles
    const carry = h('button', { type: 'button', class: `button answer ${routine ? 'ends' : ''} ${message.coach?.carry && !routine ? 'advised' : ''}`, 'data-key': 'routine', 'aria-pressed': routine ? null : 'false', title: t(routine ? 'order.again' : 'order.routine') }, routine ? [h('span', { class: 'in-full' }, t('order.stop')), h('span', { class: 'in-brief' }, t('order.stop-short')), h('small', { class: 'ends-note in-brief' }, t('order.passing'))] : t('order.carry'));
    carry.addEventListener('click', () => void game.send('order', { step: 'routine', do: routine ? null : 'default' }));
    buttons.push(carry);
  }
  if (!replaying && !telling && !over && game.patience.waited && thinking) {
    const now = h('button', { type: 'button', class: 'button answer', 'data-key': 'move-now' }, t('prompt.move-now'));
    now.addEventListener('click', () => void game.patience.moveNow());
    buttons.push(now);
  }
  const undo = h('button', { type: 'button', class: 'button tool', 'data-key': 'undo', disabled: game.past || (message.draft.length === 0 && !message.draft.more), 'aria-keyshortcuts': keyOf('undo') }, icon(ICONS.undo), h('span', { class: 'tool-word' }, t('prompt.undo')), h('kbd', null, keyOf('undo').toUpperCase()));
  undo.addEventListener('click', () => void game.undo());
  const mayRedo = !replaying && !telling && message.draft.redo > 0;
  const redo = h('button', { type: 'button', class: 'icon-button redo', 'data-key': 'redo', disabled: !mayRedo, 'aria-label': t('prompt.redo'), 'aria-keyshortcuts': keyOf('redo') }, icon(ICONS.redo));
  redo.addEventListener('click', () => void game.redo());
  const overlays = h('button', { type: 'button', class: 'button tool', 'data-key': 'overlays', 'aria-haspopup': 'true', 'aria-keyshortcuts': keyOf('overlays') }, icon(ICONS.eye), h('span', { class: 'tool-word' }, t('prompt.overlays')), h('kbd', null, keyOf('overlays').toUpperCase()));
  overlays.addEventListener('click', () => game.overlays.open(overlays));
  const hint = game.asking.allowed ? h('button', { type: 'button', class: 'button tool', 'data-key': 'hint', disabled: !game.asking.mayAsk || game.asking.hint === 'asked' || game.firstGame.proposal.asked, 'aria-keyshortcuts': keyOf('hint'), 'aria-label': t(game.firstGame.speaks ? 'first.ask' : 'hint.ask') }, icon(ICONS.bulb), h('span', { class: 'tool-word' }, t(game.firstGame.speaks ? 'first.ask' : 'hint.ask')), h('kbd', null, keyOf('hint').toUpperCase())) : null;
  hint?.addEventListener('click', () => void game.asking.ask());
  const more = h('button', { type: 'button', class: 'icon-button', 'data-key': 'table', 'aria-label': t('table.menu'), 'aria-haspopup': 'true' }, icon(ICONS.more));
  more.addEventListener('click', () => openTableMenu(game, more));
  const title = h('b', null, name || (telling ? sub : t('app.name')));
  const bank = !message.over && !replaying && message.clock?.bank;
  fill(host,
    h('div', { class: `plate ${style}` }, h('span', { class: 'plate-emblem' }, plate ? emblem(style) : emblem('none')),
      h('span', { class: 'plate-words' }, picture?.turn ? h('small', { class: 'plate-turn' }, picture.turn.split(' · ')[0]) : null, bank ? [h('span', { class: 'plate-name' }, title, name ? h('small', null, sub) : null), clocksOf(game)] : [title, name || !telling ? h('small', { class: 'plate-sub' }, over || replaying || telling ? null : clockOf(message, only), h('span', null, sub)) : null])),
    h('div', { class: `sentence ${pending ? 'asking' : ''}`, role: 'status', 'aria-live': 'polite', id: 'prompt-text' }, h('p', null, sentence)),
    h('div', { class: 'answers', role: 'group', 'aria-label': t('prompt.actions') }, buttons),
    h('div', { class: 'prompt-tools' }, game.match.here ? null : [undo, redo], hint, overlays, more));
  dress(host.querySelector('.sentence'));
  fit(host);
  host.querySelector('.answers .advised')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Whether somebody else has the table open, or has not taken his seat yet. @param {Game} game @param {string} side @returns {'here'|'away'|'free'|null} */
export function presence(game, side) {
  const { here } = game.link;
  const seat = game.message?.seats.find((one) => one.side === side);
  if (!seat || seat.kind !== 'human' || seat.you) return null;
  if (!seat.taken) return 'free';
  return here ? here.includes(side) ? 'here' : 'away' : null;
}

/** The line keeps its height whatever is asked: long sentences and many buttons grow smaller, and scroll in the end. @param {HTMLElement} host */
export function fit(host) {
  const answers = host.querySelector('.answers');
  const sentence = host.querySelector('.sentence');
  const many = UPRIGHT.matches && (answers?.childElementCount ?? 0) > 3;
  const wide = () => Boolean(answers && answers.scrollWidth > answers.clientWidth + 1);
  host.classList.remove('crowded');
  if (answers && (many || answers.scrollHeight > answers.clientHeight + 1 || wide())) answers.classList.add('dense');
  host.classList.toggle('crowded', wide());
  answers?.classList.toggle('more', wide());
  // the link to a rule is higher than its line; after it may come odds, which are not
  const cut = () => sentence && sentence.scrollHeight > sentence.clientHeight + (sentence.querySelector('.odds-line') ? 1 : 6);
  if (cut()) sentence?.classList.add('long');
  if (answers && answers.childElementCount > 1 && !UPRIGHT.matches && cut()) { // the buttons one above the other leave it more room
    const [wide, dense] = [sentence?.clientWidth ?? 0, answers.classList.contains('dense')];
    answers.classList.add('dense');
    answers.classList.toggle('dense', dense || (sentence?.clientWidth ?? 0) > wide);
  }
  if (cut()) sentence?.classList.add('longer');
  if (cut() && !sentence?.classList.contains('asking')) sentence?.querySelector('.odds-line')?.remove(); // they stand beside the board too
  if (cut()) sentence?.classList.add('longest');
  host.classList.remove('tight', 'grown');
  host.classList.toggle('tight', Boolean(cut()));
  host.classList.toggle('grown', UPRIGHT.matches && Boolean(cut()));
  answers?.classList.toggle('more-below', UPRIGHT.matches && answers.scrollHeight > answers.clientHeight + 4);
}

/** @param {string} text */
function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : '';
}
