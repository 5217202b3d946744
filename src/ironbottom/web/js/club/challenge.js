// @ts-check
/** A challenge is made: which game, which side, and who may answer; or a game against a computer that counts. */

import { h } from '../dom.js';
import { dialog, toast } from '../dialog.js';
import { t } from '../i18n.js';
import { post } from '../net.js';
import { segment } from '../newgame.js';
import { settleDice } from '../dice.js';
import { recall, remember } from '../settings.js';
import { go } from '../wire.js';
import { GameForm, pick } from './form.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */

const SPANS = [50, 100, 200, 400];

/** @param {GameInfo[]} games @param {boolean} ratings @param {() => void} done @param {{id: string, name: string}|null} [whom] */
export function challengeDialog(games, ratings, done, whom = null) {
  const state = { side: '', who: 'any', names: '', span: 200, bot: '', ...recall('club.who', {}) };
  if (whom) state.who = 'whom';
  else if (state.who === 'whom' || (state.who === 'span' && !ratings)) state.who = 'any';
  const more = h('div', { class: 'new-game' });
  const start = h('button', { type: 'button', class: 'button primary large', 'data-first': true }, '');
  const form = new GameForm(games, 'challenge', ratings, false, () => draw());
  const draw = () => {
    const { game, scenario } = form;
    const sides = scenario.sides.map((id) => ({ value: id, text: game.sides.find((one) => one.id === id)?.name ?? id }));
    if (state.side && !sides.some((side) => side.value === state.side)) state.side = '';
    if (!game.bots.some((bot) => bot.id === state.bot)) state.bot = game.bots[0]?.id ?? '';
    const bots = [...game.bots].reverse();
    more.replaceChildren(
      segment(t('new.side'), [{ value: '', text: t('new.random'), hint: t('new.random-text') }, ...sides], state.side, (value) => { state.side = value; }),
      whom ? h('p', null, t('club.to', { name: whom.name })) : segment(t('club.who'), [
        { value: 'any', text: t('club.who-any') },
        ...(ratings ? [{ value: 'span', text: t('club.who-span') }] : []),
        { value: 'names', text: t('club.who-names') },
        ...(game.bots.length ? [{ value: 'bot', text: t('club.who-bot') }] : [])], state.who, (value) => { state.who = value; draw(); reveal(); }),
      state.who === 'span' ? pick(t('club.span'), SPANS.map((n) => ({ value: String(n), text: t('club.span-of', { n }) })), String(state.span), (value) => { state.span = Number(value); }) : '',
      state.who === 'bot' ? pick(t('new.opponent'), bots.map((bot) => ({ value: bot.id, text: bot.name })), state.bot, (value) => { state.bot = value; }) : '',
      state.who === 'names' ? names() : '');
    start.textContent = t(state.who === 'bot' ? 'new.start' : 'club.offer');
  };
  /** What one's choice asks for more is seen, above the button at the foot; names are typed at once. */
  const reveal = () => {
    const asked = more.querySelector(':scope > .field-label:last-child');
    asked?.scrollIntoView({ block: 'nearest' });
    asked?.querySelector('input')?.focus({ preventScroll: true });
  };
  const names = () => {
    const field = h('input', { class: 'input', maxlength: 200, value: state.names, placeholder: t('club.names-hint') });
    field.addEventListener('input', () => { state.names = field.value; });
    return h('label', { class: 'field-label' }, h('span', null, t('club.names')), field);
  };
  form.draw();
  draw();
  const box = dialog(t(whom ? 'club.challenge-him' : 'club.challenge', { name: whom?.name ?? '' }), [form.host, more, h('div', { class: 'row-buttons sticky' }, start)], { wide: true, name: 'offering' });
  start.addEventListener('click', async () => {
    start.disabled = true;
    remember('club.who', state);
    const computer = state.who === 'bot';
    const listed = String(state.names).split(/[,;]/).map((one) => one.trim()).filter(Boolean);
    try {
      if (state.who === 'names' && !listed.length) throw new Error(t('club.names-none'));
      const made = await post('/api/challenges', await form.body({
        side: state.side, ...(whom ? { players: [whom.id] } : {}), ...(state.who === 'names' ? { names: listed } : {}),
        ...(state.who === 'span' ? { span: state.span } : {}), ...(computer ? { bot: state.bot } : {}) }));
      if (made.table) {
        await settleDice(made.table);
        go(`/t/${made.table}`);
        return;
      }
      box.close();
      if (whom) toast(t('club.sent', { name: whom.name }));
      done();
    } catch (problem) {
      if (state.who === 'names') reveal();
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
    start.disabled = false;
  });
}
