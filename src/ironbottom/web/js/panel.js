// @ts-check
/** The panel beside the board: the sheet of the moment, log, forces and tracks, rules, notes and chat. */

import { brought } from './club/brought.js';
import { emblem, fill, h, icon, ICONS } from './dom.js';
import { clockTime, number, percent, t } from './i18n.js';
import { drawBins } from './bins.js';
import { drawSummary } from './export.js';
import { dress, guideHere, marked } from './guide.js';
import { Log } from './log.js';
import { panelMoved } from './looking.js';
import { writeNote } from './note.js';
import { blockedHere } from './people.js';
import { practise } from './practice.js';
import { aim } from './aim.js';
import { ownWords } from './ownwords.js';
import { onSheets } from './offered.js';
import { actionButton, presence, stepTo } from './prompt.js';
import { searched } from './rulesearch.js';
import { openSave } from './saving.js';
import { UPRIGHT } from './screens.js';
import { drawFace } from './sprite.js';
import { drawAttacks, drawCalendar, drawDice, drawForces, drawOdds, drawScore, drawTable, drawTerm, drawTrack, ruleLink } from './widgets.js';
import { change, recall, remember, settings } from './settings.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Rule} Rule */
/** @typedef {import('./types.js').Sheet} Sheet */

/** The words of a choice, after a colon. @param {import('./types.js').Message} message @param {string} notation */
function choiceLabel(message, notation) {
  const found = message.choices.find((choice) => choice.do === notation || (choice.amount && notation.startsWith(choice.do.replace('{n}', ''))));
  const n = found?.amount ? notation.slice(found.do.indexOf('{n}')) : '';
  return `: ${found ? (n ? t('amount.go', { label: found.label, n }) : found.label) : t('order.default')}`;
}

/**
 * Minus, the number, plus. Where an amount stands already, each new one is set at once; else a button says it.
 * @param {Game} game @param {import('./types.js').Choice} choice @param {string} name
 */
function stepper(game, choice, name) {
  const { low, high, step, now } = /** @type {NonNullable<import('./types.js').Choice['amount']>} */ (choice.amount);
  const live = now !== undefined && !choice.ends;
  const kept = live ? undefined : game.choosing.amounts.get(choice.do);
  let n = kept ?? now ?? choice.amount?.start ?? Math.min(high, Math.max(low, step));
  let timer = 0;
  const send = () => {
    window.clearTimeout(timer);
    if (game.choosing.unsent === send) game.choosing.unsent = null;
    const act = { ...choice, amount: undefined, label: t('amount.go', { label: choice.label, n }), do: choice.do.replace('{n}', String(n)) };
    if (!live) game.choosing.choose(act, new Event('amount'), true);
    else if (n !== now) void game.act([act.do]);
  };
  const field = h('input', { type: 'number', class: 'input amount-field', inputmode: 'numeric', min: low, max: high, step, value: String(n), 'aria-label': `${name}: ${choice.label}`, 'data-key': `n-${choice.do}` });
  const go = live ? null : h('button', { type: 'button', class: `button field-choice ${choice.ends ? 'ends' : ''} ${game.coach?.names(choice) ? 'advised' : ''}`, 'data-key': `go-${choice.do}`, 'data-do': choice.do });
  const show = () => {
    if (!live) game.choosing.amounts.set(choice.do, n);
    field.value = String(n);
    field.defaultValue = field.value;
    less.disabled = n <= low;
    more.disabled = n >= high;
    const advised = stepTo(game.coach?.wants(choice) ?? null, n);
    less.classList.toggle('advised', advised === 'less');
    more.classList.toggle('advised', advised === 'more');
    go?.classList.toggle('advised', Boolean(game.coach?.names(choice)) && !advised);
    go?.replaceChildren(t('amount.go', { label: choice.label, n }), ...(choice.ends ? [h('small', { class: 'ends-note' }, t('prompt.ends'))] : []));
  };
  const by = (/** @type {number} */ d) => () => {
    n = Math.max(low, Math.min(high, n + d * step));
    show();
    window.clearTimeout(timer);
    if (!live) return;
    game.choosing.unsent = send;
    timer = window.setTimeout(send, 260);
  };
  const less = h('button', { type: 'button', class: 'icon-button', 'aria-label': `${t('amount.less')}: ${name}`, 'data-key': `less-${choice.do}` }, icon(ICONS.minus));
  const more = h('button', { type: 'button', class: 'icon-button', 'aria-label': `${t('amount.more')}: ${name}`, 'data-key': `more-${choice.do}` }, icon(ICONS.plus));
  // nine clicks on plus are too many
  const all = !live && high - n > 3 * step ? h('button', { type: 'button', class: 'link-button', 'aria-label': `${t('amount.all')}: ${name}`, 'data-key': `most-${choice.do}` }, t('amount.all')) : null;
  all?.addEventListener('click', () => {
    n = high;
    show();
  });
  less.addEventListener('click', by(-1));
  more.addEventListener('click', by(1));
  const taken = () => {
    if (Number(field.value) === n) return;
    const typed = Math.round((Number(field.value) - low) / step) * step + low;
    n = Number.isFinite(typed) ? Math.max(low, Math.min(high, typed)) : n;
    show();
    if (live) send();
  };
  field.addEventListener('change', taken);
  field.addEventListener('blur', () => { if (field.isConnected) taken(); });
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter') taken(); });
  go?.addEventListener('click', send);
  if (choice.odds) for (const when of ['pointerenter', 'focus']) go?.addEventListener(when, () => game.odds.point({ ...choice, amount: undefined, do: choice.do.replace('{n}', String(n)) }));
  show();
  return h('span', { class: 'stepper', role: 'group', 'aria-label': choice.label }, less, field, more, h('span', { class: 'amount-range' }, `${number(low)}–${number(high)}`), all, go);
}

/** So many things to do stand above the table of a sheet's odds. */
const FEW = 24;

const TABS = ['now', 'log', 'forces', 'rules', 'notes'];

export class Panel {
  /** @param {Game} game @param {HTMLElement} host */
  constructor(game, host) {
    this.game = game;
    this.host = host;
    this.tab = 'now';
    /** @type {Rule[]|null} */
    this.rules = null;
    this.rule = '';
    this.search = '';
    this.byTurn = recall('rules.turn', false) === true;
    this.unread = 0;
    /** The last message of the chat that was read on this device. */
    this.chatSeen = recall(`chat.${game.id}`, 0);
    this.asked = '';
    /** @type {'peek'|'half'|'full'} */
    this.height = 'peek';
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    /** @type {Record<string, HTMLElement>} */
    this.bodies = {};
    const bar = h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('tab.panel') });
    for (const tab of TABS) {
      const button = h('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, 'aria-selected': 'false', tabindex: '-1' }, t(`tab.${tab}`));
      button.addEventListener('click', () => {
        if (this.tab === tab && this.height !== 'peek' && this.isSheet()) this.setHeight('peek');
        else this.show(tab);
      });
      this.buttons[tab] = button;
      bar.append(button);
      this.bodies[tab] = h('div', { role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}`, class: `tab-body ${tab}-body`, tabindex: '0', hidden: true });
    }
    bar.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!by) return;
      const next = TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length];
      this.show(next);
      this.buttons[next].focus();
      event.preventDefault();
    });
    this.fold = h('button', { type: 'button', class: 'icon-button fold', 'aria-label': t('tab.hide') }, icon('M9 5l7 7-7 7'));
    this.fold.addEventListener('click', () => {
      if (this.isSheet()) this.setHeight(this.height === 'peek' ? 'half' : 'peek');
      else {
        change({ panel: !settings.panel });
        this.folded();
      }
    });
    this.head = h('div', { class: 'panel-head' }, bar, this.fold);
    host.prepend(this.head, ...Object.values(this.bodies));
    this.log = new Log(this.bodies.log, (side) => game.style(side), { locate: (ids) => game.board?.locate(ids), goTo: (ids) => game.board?.goTo(ids), replay: (n) => game.analysis.lookAt(n),
      card: (n) => game.openCard(n), seat: () => game.seat ?? '', nameOf: (id) => game.board?.spaces.get(id)?.name ?? id, none: () => t(game.message?.mode === 'analysis' ? 'log.board' : 'log.empty'),
      before: () => game.analysis.before, numberOf: (n) => game.analysis.placeOf(n)?.n ?? n });
    this.swipe();
    this.folded();
    this.show('now', false);
  }

  isSheet() {
    return UPRIGHT.matches;
  }

  /** Whether the sheets of the moment are in sight. */
  open() {
    return this.tab === 'now' && (this.isSheet() ? this.height !== 'peek' : settings.panel);
  }

  folded() {
    this.host.parentElement?.classList.toggle('folded', !settings.panel);
    this.fold.setAttribute('aria-label', settings.panel ? t('tab.hide') : t('tab.show'));
    this.fold.setAttribute('aria-expanded', String(settings.panel));
  }

  /** @param {'peek'|'half'|'full'} height */
  setHeight(height) {
    this.height = height;
    this.host.dataset.height = height;
    this.game.cards?.dock();
    void panelMoved(this.game);
  }

  /** On a phone the panel's head is dragged up and down. */
  swipe() {
    let from = 0;
    this.setHeight('peek');
    this.head.addEventListener('pointerdown', (event) => { from = event.clientY; });
    this.head.addEventListener('pointerup', (event) => {
      const by = event.clientY - from;
      if (!this.isSheet() || Math.abs(by) < 24) return;
      const order = /** @type {('peek'|'half'|'full')[]} */ (['peek', 'half', 'full']);
      const i = order.indexOf(this.height) + (by < 0 ? 1 : -1);
      this.setHeight(order[Math.max(0, Math.min(2, i))]);
    });
  }

  /** @param {string} tab @param {boolean} [open] */
  show(tab, open = true) {
    this.tab = tab;
    this.buttons.notes.hidden = this.game.match.here; // who looks on keeps none, and there is nobody to talk to
    if (this.buttons[tab].hidden) tab = 'now';
    for (const name of TABS) {
      const on = name === tab;
      this.buttons[name].setAttribute('aria-selected', String(on));
      this.buttons[name].tabIndex = on ? 0 : -1;
      this.bodies[name].hidden = !on;
    }
    if (open) {
      if (this.isSheet() && this.height === 'peek') this.setHeight('half');
      if (!settings.panel && !this.isSheet()) {
        change({ panel: true });
        this.folded();
      }
    }
    if (tab === 'rules') void this.drawRules();
    if (tab === 'notes') {
      this.readChat();
      this.badge();
      this.drawNotes();
    }
    if (tab === 'log') this.log.end();
    if (tab === 'forces') this.drawForces();
  }

  /** The chat, ready to be written in. */
  openChat() {
    this.show('notes');
    const field = this.bodies.notes.querySelector('input');
    if (field) field.focus();
    else this.bodies.notes.querySelector('.section:last-child')?.scrollIntoView();
  }

  readChat() {
    this.unread = 0;
    this.game.notices.showSaid([]);
    if (this.chatSeen === this.game.said) return;
    this.chatSeen = this.game.said;
    remember(`chat.${this.game.id}`, this.chatSeen);
  }

  badge() {
    fill(this.buttons.notes, t('tab.notes'), this.unread ? h('span', { class: 'tab-badge' }, String(this.unread)) : null);
  }

  /** On a phone the sheet comes up by itself where only it, or its boxes, can be acted on, or where the coach points at
   * it or at what one has in hand, and goes down after it. Nothing is one's own to do yet while the coach explains, nor
   * when an example has been shown. */
  rise() {
    const { game } = this;
    const { message } = game;
    const coach = message?.coach;
    const sheet = message?.picture?.sheets[0];
    const idle = (message?.reaction?.step === 'routine' && message.reaction.default) || (coach?.example && !coach.example.own && coach.state === 'done');
    const alone = sheet && !game.past && !idle && !game.choosing.bySpace.size && (!game.choosing.byPiece.size || sheet.bins?.length) && onSheets(message.picture).size;
    const pointed = game.past || game.match.here || game.coach?.reading ? '' : sheet && (alone || game.coach?.onSheet()) ? sheet.id : game.coach?.inHand() ? 'hand' : '';
    const asked = pointed ? `${message?.picture?.turn} ${pointed}` : '';
    if (asked === this.asked) return;
    const before = this.asked;
    this.asked = asked;
    if (!this.isSheet()) return;
    if (asked && this.height === 'peek') this.show('now');
    if (asked) void this.toAsked();
    else if (!asked && before && this.height === 'half' && this.tab === 'now') this.setHeight('peek');
  }

  /** What is to be pressed on the sheet that came up comes into sight: it may stand below what happened, and a table. */
  async toAsked() {
    await Promise.allSettled(this.host.getAnimations().map((one) => one.finished));
    const { now } = this.bodies;
    const first = now.querySelector('.advised') ?? now.querySelector('.field-choices, .hand-piece:not(:disabled)');
    (first?.closest('.field') ?? first)?.scrollIntoView({ block: 'nearest' });
  }

  update() {
    const { message } = this.game;
    if (!message?.picture) return;
    this.rise();
    const sheet = this.game.story.on ? undefined : message.picture.sheets[0];
    const name = sheet ? t(`kind.${sheet.kind}`) : t('tab.now');
    if (this.buttons.now.textContent !== name) this.buttons.now.textContent = name;
    this.drawNow();
    this.log.update(this.game.told);
    if (this.tab === 'forces') this.drawForces();
    if (this.tab === 'notes') this.readChat();
    const own = new Set(message.seats.filter((seat) => seat.you).map((seat) => seat.side));
    this.unread = this.game.chat.filter((one) => one.n > this.chatSeen && !own.has(one.by) && !one.muted).length;
    this.badge();
    this.game.notices.showSaid(this.game.chat.filter((one) => one.n > this.chatSeen && !own.has(one.by) && !one.muted));
    if (this.tab === 'notes') this.drawNotes();
  }

  drawNow() {
    const { game } = this;
    const { message } = game;
    if (!message?.picture) return;
    const { picture } = message;
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    const hand = picture.pieces.filter((piece) => piece.picked);
    /** @type {any[]} */
    const parts = [];
    if (game.story.on) {
      fill(this.bodies.now, game.story.list());
      return;
    }
    if (game.replaying.on) { // what can be done now could not be done then
      fill(this.bodies.now, h('section', { class: 'section' }, game.afterGame.card() ?? h('p', { class: 'hint' }, t('now.past'))));
      return;
    }
    if (message.over) for (const offer of message.offers) parts.push(game.offers.card(offer)); // it waits for an answer, and an ending is long
    if (picture.ending || message.over) parts.push(this.ending());
    const about = aim(game, picture);
    parts.push(game.analysis.card());
    if (!message.over) for (const offer of message.offers) parts.push(game.offers.card(offer));
    if (game.asking.hint) parts.push(this.advice(game.asking.hint));
    if (!picture.sheets.length) parts.push(about);
    // what can be done next is not pushed down by the odds of a sheet, where it is little
    const tall = picture.sheets.filter((sheet) => sheet.odds?.table);
    const first = tall.length && !game.past && message.choices.length + message.macros.length <= FEW;
    // nor by the dice of a fight that is over
    const before = !game.past && message.choices.length <= FEW && picture.sheets.some((sheet) => sheet.sums?.some((sum) => sum.dice?.length)) && !onSheets(picture).size ? parts.length : -1;
    for (const sheet of picture.sheets) parts.push(this.sheet(first ? { ...sheet, odds: undefined } : sheet));
    if (hand.length) {
      parts.push(h('section', { class: 'section' }, h('h3', null, t('now.hand')), h('div', { class: 'hand' }, hand.map((piece) => {
        const choice = game.choosing.byPiece.get(piece.id)?.[0];
        const face = h('button', { type: 'button', class: choice && game.coach?.names(choice) ? 'hand-piece advised' : 'hand-piece', 'aria-label': choice?.label ?? piece.name, 'data-key': `hand-${piece.id}`, disabled: !choice }, drawFace(piece.face, piece.name), h('span', null, piece.name));
        if (choice) face.addEventListener('click', (event) => game.choosing.choose(choice, event, true));
        return face;
      }))));
    }
    this.drawOdds();
    parts.push(this.odds);
    if (!game.past && message.choices.length) {
      const shown = onSheets(picture);
      const all = message.choices.filter((choice) => !shown.has(choice.do));
      const strokes = message.macros.filter((macro) => !shown.has(macro.do.join(';')));
      const aside = all.filter((choice) => choice.space && !choice.piece && choice.aside);
      const places = [...all.filter((choice) => choice.space && !choice.piece && !choice.aside), ...strokes.filter((macro) => macro.space && !macro.piece)];
      const pieces = [...all.filter((choice) => choice.piece), ...strokes.filter((macro) => macro.piece && !macro.space)];
      const macros = strokes.filter((macro) => !macro.piece && !macro.space);
      const moves = message.macros.filter((macro, i, all) => macro.piece && macro.space && all.findIndex((one) => one.label === macro.label) === i);
      if (!picture.sheets.length && !hand.length) parts.push(h('p', { class: 'hint' }, t('now.none')));
      const group = (/** @type {string} */ name, /** @type {any[]} */ list, /** @type {boolean} */ open) => (list.length ? h('details', { class: 'all-actions', open: this.opened[name] ?? open, ontoggle: (/** @type {Event} */ event) => { this.opened[name] = /** @type {HTMLDetailsElement} */ (event.target).open; } },
        h('summary', null, `${name} `, h('span', { class: 'count' }, String(list.length))), h('div', { class: 'action-list' }, list.map((choice) => actionButton(game, choice, 'listed')))) : null);
      const offered = [group(t('now.places'), places, places.length <= 12), group(t('now.aside'), aside, false), group(t('now.pieces'), pieces, pieces.length <= 8),
        group(t('now.moves'), moves, false),
        macros.length ? h('div', { class: 'action-list' }, macros.map((macro) => actionButton(game, macro, 'listed'))) : null];
      const section = offered.some(Boolean) ? h('section', { class: 'section' }, h('h3', null, t('now.all')), offered) : null;
      parts.splice(before < 0 ? parts.length : before, 0, section);
      if (first) parts.push(...tall.map((sheet) => sheet.odds && h('div', { class: 'card' }, drawOdds(sheet.odds, (side) => game.style(side)))));
    } else if (!game.past && !game.match.here && !picture.sheets.length && !picture.ending && !message.over) {
      parts.push(h('p', { class: 'hint' }, t('now.wait')));
    }
    if (picture.sheets.length) parts.push(about); // what is worked with is not pushed down, nor its odds
    const { reaction, orders } = message;
    if ((reaction && !game.past) || orders?.length) {
      const row = (/** @type {string} */ step, /** @type {string} */ name, /** @type {string|null} */ give) => {
        const button = h('button', { type: 'button', class: 'button small-button', 'data-key': `order-${step}` }, name);
        button.addEventListener('click', () => void game.send('order', { step, do: give }));
        return button;
      };
      parts.push(h('section', { class: 'section orders' }, h('h3', null, t('order.title')),
        reaction?.staff && !orders?.some((order) => order.step === reaction.staff) ? row(reaction.staff, t('order.staff'), 'staff') : null,
        reaction?.step && !orders?.some((order) => order.step === reaction.step) ? row(reaction.step, reaction.step === 'routine' ? t('order.routine') : `${t('order.keep')}${reaction.text ? `: ${reaction.text}` : choiceLabel(message, reaction.default)}`, 'default') : null,
        h('ul', null, (orders ?? []).map((order) => h('li', null, h('span', null, order.step === 'routine' ? t('order.carrying') : [order.text, t(order.do === 'staff' ? 'order.staffed' : 'order.default')].filter(Boolean).join(': ')), row(order.step, t('order.none'), null))))));
    }
    const onSheet = new Set(picture.sheets.flatMap((sheet) => (sheet.tables ?? []).map((table) => table.id)));
    const lit = picture.tables.filter((table) => (table.row !== undefined || table.column !== undefined) && !onSheet.has(table.id));
    if (lit.length) parts.push(h('section', { class: 'section' }, lit.map((table) => drawTable(table))));
    // what is being typed is not lost when news comes
    const typing = document.activeElement instanceof HTMLInputElement && document.activeElement.matches('.amount-field') ? document.activeElement : null;
    const half = typing && typing.value !== typing.defaultValue ? typing.value : null;
    fill(this.bodies.now, parts);
    if (half !== null && document.activeElement instanceof HTMLInputElement && document.activeElement.dataset.key === typing?.dataset.key) document.activeElement.value = half;
    game.cards?.makeRoom();
  }

  /** Stands below what can be pressed, and changes alone: pointing at a button moves no button. */
  odds = h('div', { class: 'odds-host' });

  drawOdds() {
    const { game } = this;
    const found = game.past ? null : game.odds.shown;
    const told = typeof found === 'object' && game.message?.picture?.sheets.some((sheet) => sheet.odds && sheet.odds.title === found?.title);
    const odds = told ? null : found;
    fill(this.odds, odds === 'asked' ? h('p', { class: 'small pad' }, t('odds.fetch'))
      : odds ? h('div', { class: 'card odds-card' }, h('p', { class: 'odds-of' }, game.odds.subject?.label), drawOdds(odds, (side) => game.style(side))) : null);
  }

  /** @type {Record<string, boolean>} */
  opened = {};

  /** @param {import('./types.js').Hint|'asked'} hint */
  advice(hint) {
    const { game } = this;
    if (hint === 'asked') return h('section', { class: 'card advice', role: 'status' }, h('h3', null, t('hint.title')), h('p', null, t('hint.thinking')));
    const go = h('button', { type: 'button', class: 'button primary', 'data-key': 'hint-do' }, t('hint.do'));
    go.addEventListener('click', () => {
      if (this.isSheet()) this.setHeight('peek');
      void game.act(hint.do);
    });
    const no = h('button', { type: 'button', class: 'button', 'data-key': 'hint-close' }, t('close'));
    no.addEventListener('click', () => {
      game.asking.hint = null;
      game.board?.advise([]);
      game.drawTop();
      this.drawNow();
    });
    const best = hint.considered[0];
    return h('section', { class: 'card advice' }, h('h3', null, t('hint.title')), h('p', null, hint.text),
      h('ol', { class: 'advice-steps' }, best.acts.map((act) => h('li', null, act.text)), best.acts.reduce((sum, act) => sum + act.n, 0) < best.do.length ? h('li', null, t('hint.then')) : null),
      h('div', { class: 'row-buttons' }, go, no),
      hint.considered.length > 1 ? h('details', { class: 'all-actions', open: true }, h('summary', null, t('hint.considered'), ' ', h('span', { class: 'count' }, String(hint.considered.length))),
        h('ul', { class: 'results considered' }, hint.considered.map((one) => {
          const span = one.risk === undefined || one.hope === undefined ? null : h('i', { class: 'bar-span', style: { left: `${Math.round(one.risk * 100)}%`, width: `${Math.round((one.hope - one.risk) * 100)}%` } });
          const row = h('li', { tabindex: '0' }, h('span', { class: 'words' }, one.plan, h('small', null, one.acts.slice(0, 3).map((act) => act.text).join(', ') + (one.acts.length > 3 ? ' …' : '')),
            span ? h('small', null, t('hint.between', { risk: percent(one.risk ?? 0), hope: percent(one.hope ?? 0) })) : null),
            h('span', { class: 'bar', 'aria-hidden': 'true' }, h('span', { style: { width: `${Math.round((one.score ?? 0) * 100)}%` } }), span),
            one.score === null ? h('b', { class: 'untried' }, t('hint.untried')) : h('b', null, percent(one.score)));
          const light = () => game.asking.showAdvice(one.do);
          row.addEventListener('pointerenter', light);
          row.addEventListener('focus', light);
          row.addEventListener('pointerleave', () => game.asking.showAdvice(hint.do));
          return row;
        }))) : null);
  }

  ending() {
    const { game } = this;
    const over = game.message?.over;
    /** @type {import('./types.js').Ending|null|undefined} resigned and agreed games have no ending on the board */
    const ending = over ? { ...game.message?.picture?.ending, winners: over.winners, text: over.text } : game.message?.picture?.ending;
    if (!ending) return null;
    const own = new Set(game.message?.seats.filter((seat) => seat.you).map((seat) => seat.side));
    const alone = own.size === 1 && own.has(game.message?.seat ?? '');
    const mine = alone && ending.winners.includes(game.message?.seat ?? '');
    const names = ending.winners.map((side) => game.sideName(side)).join(', ');
    const style = game.style(ending.winners[0]);
    const record = h('button', { type: 'button', class: 'button', 'data-key': 'save' }, t('table.save'));
    record.addEventListener('click', () => openSave(game));
    void game.readAll();
    const proof = over?.seed ? h('details', { class: 'all-actions proof' }, h('summary', null, t('over.seed')), h('p', { class: 'small' }, t('over.seed-text')), h('code', null, over.seed), over.seed_hash ? [h('p', { class: 'small' }, t('over.hash-text')), h('code', null, over.seed_hash)] : null) : null;
    const home = h('a', { class: 'button', href: '/' }, t('over.home'));
    return h('section', { class: `ending ${style}` }, h('p', { class: 'ending-emblem' }, emblem(style)), h('h2', null, mine ? t('over.you-won') : names ? t(alone ? 'over.you-lost' : 'over.won', { names }) : t('over.drawn')), h('p', null, ending.text, ' ', ruleLink(ending.rule)), brought(game), game.afterGame.card(), drawSummary(game, game.truth ?? game.lines), h('div', { class: 'row-buttons' }, record, home), proof);
  }

  /** @param {Sheet} sheet */
  sheet(sheet) {
    const { game } = this;
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    /** @type {Map<string, any>} */
    const choices = new Map([...(game.message?.choices ?? []), ...(game.message?.macros ?? [])].map((one) => [Array.isArray(one.do) ? one.do.join(';') : one.do, one]));
    const made = h('section', { class: `sheet ${sheet.kind}` }, h('h2', null, sheet.title), h('p', { class: 'sheet-kind' }, sheet.kind === 'placing' || t(`kind.${sheet.kind}`) === sheet.title ? '' : t(`kind.${sheet.kind}`), ' ', ruleLink(sheet.rule)),
      sheet.totals?.length ? (sheet.totals.length === 2 && sheet.totals.every((term) => term.side) && sheet.totals[0].side !== sheet.totals[1].side
        ? h('div', { class: 'versus' }, sheet.totals.map((term, i) => [i ? h('span', { class: 'versus-mark', 'aria-hidden': 'true' }) : null, h('div', { class: `total-plate ${style(term.side)} ${i ? 'second' : ''}` }, h('small', null, term.text), h('b', null, term.value))]))
        : h('ul', { class: 'terms' }, sheet.totals.map((term) => drawTerm(term)))) : null,
      sheet.bins?.length ? drawBins(game, sheet.bins) : null,
      sheet.tables?.map((table) => drawTable(table, '', (piece) => game.choosing.select(piece))),
      sheet.sums?.length ? drawAttacks(sheet.sums, style, game.freshDice) : null,
      sheet.dice?.length ? h('div', { class: 'sheet-part' }, h('h3', null, t('now.results')), drawDice(sheet.dice, style, game.freshDice)) : null,
      sheet.fields.length ? h('div', { class: 'fields' }, sheet.fields.map((field) => {
        const its = field.choices.map((name) => choices.get(name)).filter((choice) => choice !== undefined);
        const stands = its.some((choice) => String(choice.amount?.now) === field.value);
        const short = its.length === 1 && !its[0].amount && !its[0].ends && its[0].label.length <= 20;
        const row = h('div', { class: `field ${its.length ? 'open' : ''} ${stands && its.length === 1 ? 'stands' : short ? 'single' : ''}`, role: 'group', 'aria-label': field.name },
          h('p', { class: 'field-line' }, h('span', { class: 'words' }, field.name), stands ? null : h('b', null, field.value)), field.note ? h('p', { class: 'small' }, field.note) : null, ownWords(field.effect),
          its.length ? h('div', { class: 'field-choices' }, its.map((choice) => (choice.amount && choice.amount.low < choice.amount.high ? stepper(game, choice, field.name) : actionButton(game, choice, choice.retract ? 'retract' : 'field-choice')))) : null);
        if (field.space || field.pieces) {
          const places = [field.space, ...(field.spaces ?? []), ...(field.pieces ?? [])].filter((id) => id !== undefined);
          row.addEventListener('pointerenter', () => game.board?.locate(places));
          row.addEventListener('pointerleave', () => game.board?.locate([]));
        }
        return row;
      })) : null,
      sheet.odds ? drawOdds(sheet.odds, style) : null,
      sheet.blocks?.length ? h('div', { class: 'blocks' }, h('h3', null, t('now.blocks')), h('ul', null, sheet.blocks.map((text) => h('li', null, text)))) : null);
    dress(made);
    return made;
  }

  drawForces() {
    const { game } = this;
    const picture = game.shownPicture;
    if (!picture) return;
    const style = (/** @type {string|undefined} */ side) => game.style(side);
    fill(this.bodies.forces,
      picture.score ? drawScore(picture.score, picture.turn, game.replaying.on ? game.lines.filter((line) => line.n <= game.replaying.at) : game.told, style, (side) => game.sideName(side)) : null,
      picture.tracks.map((track) => drawTrack(track, style)),
      drawForces(picture.forces, style, (side) => game.sideName(side)),
      picture.calendars.map((calendar) => drawCalendar(calendar, style)),
      picture.tables.length ? h('section', { class: 'section' }, h('h3', null, t('now.tables')), picture.tables.map((table) => drawTable(table))) : null);
  }

  /** Open the rules at one of them. @param {string} rule */
  openRule(rule) {
    this.rule = rule;
    this.search = '';
    this.show('rules');
  }

  async drawRules() {
    const { game } = this;
    if (!this.rules) {
      fill(this.bodies.rules, h('p', { class: 'hint' }, t('rules.loading')));
      this.rules = await game.fetchRules();
    }
    const rules = /** @type {Rule[]} */ (this.rules);
    const current = this.rule || game.message?.prompt.rule || '';
    const field = h('input', { type: 'search', class: 'input', placeholder: t('rules.search'), 'aria-label': t('rules.search'), value: this.search, 'data-key': 'rule-search' });
    const results = h('div', { class: 'rules' });
    const show = (/** @type {Rule} */ rule) => {
      const go = h('button', { type: 'button', class: 'link-button rule-show', 'data-key': `show-${rule.id}`, 'aria-label': t('rules.show-of', { rule: rule.cited }) }, t('rules.show'));
      go.addEventListener('click', () => void practise(game, rule.id));
      return go;
    };
    const draw = () => {
      const all = this.byTurn ? [...rules].sort((a, b) => (a.turn?.at ?? 0) - (b.turn?.at ?? 0)) : rules;
      const chapterOf = (/** @type {Rule} */ rule) => (this.byTurn ? rule.turn?.name ?? t('rules.always') : rule.chapter);
      const { rules: found, answers } = searched(all, guideHere()?.words ?? [], this.search);
      /** @type {any[]} */
      const parts = answers.map((entry) => h('article', { class: 'rule answer-word' }, h('p', null, h('b', null, entry.names[0]), ' ', marked(entry.text))));
      let chapter = '';
      for (const rule of found) {
        if (chapterOf(rule) !== chapter) {
          chapter = chapterOf(rule);
          parts.push(h('h3', null, chapter));
        }
        const here = rule.id === current;
        parts.push(h('article', { class: `rule ${here ? 'here' : ''}`, 'data-id': rule.id, 'aria-current': here ? 'true' : null },
          h('p', null, h('b', { class: 'rule-number' }, rule.cited), ' ', rule.text), h('p', { class: 'small rule-foot' }, h('span', null, rule.cited === rule.id ? rule.book : `${rule.book} · ${rule.id}`), rule.example ? show(rule) : null)));
      }
      if (!found.length && !answers.length) parts.push(h('p', { class: 'hint' }, t('rules.none')));
      results.replaceChildren();
      fill(results, parts);
    };
    field.addEventListener('input', () => {
      this.search = field.value;
      draw();
    });
    const order = h('select', { class: 'input', 'aria-label': t('rules.order'), 'data-key': 'rule-order' },
      h('option', { value: 'book', selected: !this.byTurn }, t('rules.book')), h('option', { value: 'turn', selected: this.byTurn }, t('rules.turn')));
    order.addEventListener('change', () => {
      this.byTurn = order.value === 'turn';
      remember('rules.turn', this.byTurn);
      draw();
    });
    const aid = h('a', { class: 'link-button', href: `/aid/${game.message?.game}?table=${game.id}`, target: '_blank', rel: 'noopener', 'data-key': 'aid' }, t('rules.aid'));
    fill(this.bodies.rules, h('div', { class: 'rules-search' }, field, h('div', { class: 'rules-tools' }, rules.some((rule) => rule.turn) ? order : null, aid)), results);
    draw();
    if (!this.search && current) {
      const at = results.querySelector(`[data-id="${CSS.escape(current)}"]`);
      const head = this.bodies.rules.querySelector('.rules-search');
      if (at instanceof HTMLElement && head instanceof HTMLElement) this.bodies.rules.scrollTop = at.offsetTop - head.offsetHeight - 8;
    }
  }

  /** Whom I have blocked here, with whom there is no chat; who blocks somebody comes back to a new page. @type {string[]|null} */
  blocked = null;

  drawNotes() {
    const { game } = this;
    const { message } = game;
    if (!message) return;
    if (this.blocked === null) {
      this.blocked = [];
      void blockedHere(game).then((names) => {
        this.blocked = names;
        if (names.length) this.drawNotes();
      });
    }
    const notes = Object.entries(message.notes).filter(([, text]) => text);
    const old = this.bodies.notes.querySelector('input');
    const typed = old?.value ?? '';
    const field = h('input', { class: 'input', 'aria-label': t('chat.write'), placeholder: t('chat.write'), maxlength: 500, value: typed, 'data-key': 'chat' });
    const form = h('form', { class: 'chat-form' }, field, h('button', { class: 'button', type: 'submit' }, t('send')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      field.value = '';
      void game.send('chat', { text }).then((receipt) => { // what was refused is not lost
        const now = this.bodies.notes.querySelector('input');
        if (!receipt && now && !now.value) now.value = text;
      });
    });
    const talk = h('ol', { class: 'chat', role: 'log', 'aria-label': t('chat.title') }, game.chat.filter((one) => !one.muted).map((one) => h('li', null, h('p', { class: 'small' }, h('b', null, game.speaker(one.by)), ' ', clockTime(one.time)), h('p', null, one.text))));
    fill(this.bodies.notes,
      h('section', { class: 'section' }, h('h3', null, t('notes.title')),
        notes.length ? h('ul', { class: 'notes' }, notes.map(([place, text]) => {
          const name = game.board?.spaces.get(place)?.name ?? place;
          const go = h('button', { type: 'button', class: 'link-button', 'data-key': `note-${place}` }, name);
          go.addEventListener('click', () => writeNote(game, place));
          go.addEventListener('pointerenter', () => game.board?.locate([place]));
          go.addEventListener('pointerleave', () => game.board?.locate([]));
          const remove = h('button', { type: 'button', class: 'icon-button', 'aria-label': t('notes.remove', { place: name }) }, icon(ICONS.close));
          remove.addEventListener('click', () => void game.send('note', { place, text: '' }));
          return h('li', null, h('div', null, go, h('p', null, text)), remove);
        })) : h('p', { class: 'hint' }, t('notes.none'))),
      h('section', { class: 'section' }, h('h3', null, t('chat.title')), message.seats.map((seat) => { const word = presence(game, seat.side); return word ? h('p', { class: 'small' }, `${game.speaker(seat.side)}: ${t(`chat.${word}`)}`) : null; }), game.chat.length ? talk : h('p', { class: 'hint' }, t('chat.none')), message.seat === 'observer' ? h('p', { class: 'hint' }, t('chat.only')) : this.blocked?.length ? this.blocked.map((name) => h('p', { class: 'hint' }, t('people.is-blocked', { name }))) : form));
  }
}
