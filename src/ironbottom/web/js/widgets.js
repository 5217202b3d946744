// @ts-check
/** The small widgets that any game may declare: rule links, sums, odds, tables, tracks, dice. */

import { h, s, emblem } from './dom.js';
import { number, percent, percents, t } from './i18n.js';
import { ownWords } from './ownwords.js';
import { drawFace } from './sprite.js';

/** @typedef {import('./types.js').Sum} Sum */
/** @typedef {import('./types.js').Term} Term */
/** @typedef {import('./types.js').Odds} Odds */
/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Track} Track */
/** @typedef {import('./types.js').Die} Die */
/** @typedef {import('./types.js').Calendar} Calendar */
/** @typedef {import('./types.js').Force} Force */
/** @typedef {(side: string|undefined) => 'us'|'jp'|'none'} StyleOf */

/** @type {Record<string, string>} what the rulebook has for the rules whose ids are ours alone: its number or page */
let cited = {};

/** Rules are cited so from now on. @param {Record<string, string>} found */
export function citeBy(found) {
  cited = found;
}

/** What a rule is called beside a text. @param {string} rule */
export const citation = (rule) => cited[rule] ?? rule;

/** A rule as a link, by the number that the rulebook gives it. @param {string|null|undefined} rule */
export function ruleLink(rule) {
  if (!rule) return null;
  const shown = citation(rule);
  const name = shown === rule ? rule : `${shown} (${rule})`;
  return h('button', { type: 'button', class: 'rule-link', 'data-rule': rule, title: name, 'aria-label': t('rule.open', { rule: name }) }, shown);
}

/** @param {string} text @param {StyleOf} style @param {string|undefined} side */
function sideName(text, style, side) {
  return h('span', { class: `side-name ${style(side)}` }, emblem(style(side)), text);
}

/** @param {Sum[]} sums @param {StyleOf} style */
export function drawSums(sums, style) {
  return sums.map((sum) => h('div', { class: `sum ${style(sum.side)}` },
    h('p', { class: 'sum-head' }, sideName(sum.name, style, sum.side), h('b', { class: 'sum-total' }, sum.total)),
    sum.terms.length ? h('ul', { class: 'terms' }, sum.terms.map((term) => drawTerm(term))) : null));
}

/** Attacks one after the other: each with what it is made of, and its dice in the order of their slots. @param {Sum[]} sums @param {StyleOf} style @param {boolean} fresh */
export function drawAttacks(sums, style, fresh) {
  return sums.map((sum, i) => {
    const dice = sum.dice ?? [];
    const terms = sum.terms.length ? h('ul', { class: 'terms' }, sum.terms.map((term) => drawTerm(term))) : null;
    return h('div', { class: `sum attack ${style(sum.side)}` },
      h('p', { class: 'sum-head' }, sideName(sum.name, style, sum.side), h('b', { class: 'sum-total' }, sum.total)),
      terms,
      dice.length ? h('ol', { class: 'slots' }, dice.map((die) => h('li', { class: `slot ${die.hit ? 'hit' : ''}` },
        drawDie(die, style, fresh && i === sums.length - 1),
        h('span', { class: 'slot-name', 'aria-hidden': 'true' }, die.slot ?? die.text),
        die.result ? h('b', { class: 'slot-result' }, die.result) : null))) : null);
  });
}

/** @param {Term} term */
export function drawTerm(term) {
  return h('li', { class: 'term' }, h('span', { class: 'words' }, unbroken(term.text)), h('b', null, unbroken(term.value)), ruleLink(term.rule) ?? h('span', { class: 'no-rule' }));
}

/** A sentence whose odds, "2-1", stay on one line. @param {string} text */
export const unbroken = (text) => text.split(/(\d+-\d+)/).map((part, i) => (i % 2 ? h('span', { class: 'whole' }, part) : part));

/** @param {Table} table @param {string} [id] @param {(piece: string) => void} [take] what a click on a row takes up @param {boolean} [links] whether its rule can be opened here */
export function drawTable(table, id = '', take = undefined, links = true) {
  const lit = (/** @type {number} */ r, /** @type {number} */ c) => [table.dark?.includes(c) ? 'dark' : '', table.row === r ? 'row-lit' : '', table.column === c ? 'col-lit' : '', table.row === r && table.column === c ? 'cell-lit' : ''].filter(Boolean).join(' ');
  return h('figure', { class: 'table-figure', 'data-see': `table:${table.id}` },
    h('figcaption', null, table.name, ' ', links ? ruleLink(table.rule) : table.rule ? h('span', { class: 'rule-text' }, citation(table.rule)) : null),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': table.name },
      h('table', { class: table.columns.length > 10 ? 'printed dense' : 'printed', id: id || null },
        h('thead', null, h('tr', null, table.columns.map((name, c) => h('th', { scope: 'col', class: `${table.column === c ? 'col-lit' : ''} ${table.dark?.includes(c) ? 'dark' : ''}` }, name || h('span', { class: 'unseen' }, '–'))))),
        h('tbody', null, table.rows.map((row, r) => h('tr', null, row.map((cell, c) => h('td', { class: lit(r, c) }, c === 0 && take && table.pieces?.[r] ? taker(table.pieces[r], cell, take) : cell, table.row === r && table.column === c ? h('span', { class: 'unseen' }, ` (${t('table.used')})`) : null))))))));
}

/** @param {string} piece @param {string} name @param {(piece: string) => void} take */
function taker(piece, name, take) {
  const button = h('button', { type: 'button', class: 'link-button', 'data-key': `row-${piece}` }, name);
  button.addEventListener('click', () => take(piece));
  return button;
}

/** @param {Odds} odds @param {StyleOf} style */
export function drawOdds(odds, style) {
  const most = Math.max(...odds.results.map((result) => result.p), 0.0001);
  const shares = percents(odds.results.map((result) => result.p));
  return h('section', { class: 'odds', 'aria-label': odds.title },
    h('h3', null, odds.title, ' ', ruleLink(odds.rule)),
    h('div', { class: 'odds-bar', 'aria-hidden': 'true' }, odds.results.map((result, i) => (result.p > 0 ? h('span', { class: `part ${style(result.good)} ${result.came ? 'came' : ''}`, style: { 'flex-grow': String(Math.max(result.p, 0.012)) } }, result.p >= 0.14 ? shares[i] : '') : null))),
    h('ul', { class: 'results' }, odds.results.map((result, i) => h('li', { class: `${style(result.good)} ${result.came ? 'came' : ''}` },
      h('span', { class: 'words' }, result.text),
      h('span', { class: 'bar', 'aria-hidden': 'true' }, h('span', { style: { width: `${Math.round((result.p / most) * 100)}%` } })),
      h('b', null, shares[i])))),
    odds.error > 0 ? h('p', { class: 'small' }, t('odds.error', { error: percent(odds.error) })) : null,
    drawSums(odds.sums, style),
    odds.table ? drawTable(odds.table) : null,
    odds.notes.map((note) => h('p', { class: 'small' }, note)));
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** One die. @param {Die} die @param {StyleOf} style @param {boolean} [fresh] */
function drawDie(die, style, fresh = false) {
  const pips = PIPS[die.value];
  const face = pips
    ? s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, pips.map((i) => s('circle', { cx: 6.2 + (i % 3) * 5.8, cy: 6.2 + Math.floor(i / 3) * 5.8, r: 2 })))
    : h('b', { 'aria-hidden': 'true' }, String(die.value));
  return h('span', { class: `die ${style(die.side)} ${die.hit ? 'hit' : die.hit === false ? 'miss' : ''} ${fresh ? 'fresh' : ''}`, role: 'img', 'aria-label': t('die.name', { value: String(die.value), text: die.text }) + (die.hit ? `, ${t('die.hit')}` : '') }, face);
}

/** Dice in rows by what they were for. @param {Die[]} dice @param {StyleOf} style @param {boolean} [fresh] @param {string} [said] words that stand above already */
export function drawDice(dice, style, fresh = false, said = '') {
  /** @type {Map<string, Die[]>} */
  const rows = new Map();
  for (const die of dice) {
    const key = `${die.side ?? ''}|${die.text}`;
    const there = rows.get(key);
    if (there) there.push(die);
    else rows.set(key, [die]);
  }
  return h('div', { class: 'dice' }, [...rows.values()].map((row) => {
    const known = row.some((die) => die.hit !== undefined);
    const hits = row.filter((die) => die.hit).length;
    return h('div', { class: 'dice-row' },
      h('span', { class: `words ${style(row[0].side)}` }, emblem(style(row[0].side)), ' ', said.includes(row[0].text) ? null : row[0].text),
      h('span', { class: 'faces' }, row.map((die) => drawDie(die, style, fresh))),
      h('b', { class: 'dice-sum' }, known && row.length > 1 ? t('die.hits', { n: hits }) : row.map((die) => die.value).join(' ')));
  }));
}

/** @param {Track} track @param {StyleOf} style */
export function drawTrack(track, style) {
  const notes = track.notes ?? [];
  return h('figure', { class: 'track', 'data-see': `track:${track.id}` },
    h('figcaption', null, track.name, ' ', ruleLink(track.rule),
      h('span', { class: 'track-now' }, track.markers.map((marker) => h('span', { class: `side-name ${style(marker.side)}` }, emblem(style(marker.side)), marker.name)))),
    h('ol', { class: 'track-cells' }, track.cells.map((cell, i) => {
      const here = track.markers.filter((marker) => marker.at === i);
      return h('li', { class: `${here.length ? 'here' : ''} ${notes[i] ? 'noted' : ''} ${Number(cell) > 0 && Number(cell) % 5 === 0 ? 'fifth' : ''}` },
        here.map((marker) => h('span', { class: `track-marker ${style(marker.side)}`, role: 'img', 'aria-label': marker.name }, emblem(style(marker.side)))),
        h('span', { class: 'cell-name' }, cell), notes[i] ? h('span', { class: 'unseen' }, `: ${notes[i]}`) : null);
    })),
    notes.some(Boolean) ? h('ul', { class: 'track-notes' }, notes.map((note, i) => (note ? h('li', { class: track.markers.some((m) => m.at === i) ? 'now' : '' }, h('b', null, track.cells[i]), ' ', note) : null))) : null);
}

/**
 * One score over the turns: its steps from the log, counted back from what it is now.
 * @param {import('./types.js').Score} score @param {string} turn the turn that is shown @param {import('./types.js').LogLine[]} lines @param {StyleOf} style @param {(side: string) => string} nameOf
 */
export function drawScore(score, turn, lines, style, nameOf) {
  /** @type {Map<string, number>} */
  const moved = new Map();
  const { pull } = score;
  if (!pull) return null;
  for (const line of lines) for (const point of line.points ?? []) moved.set(line.turn, (moved.get(line.turn) ?? 0) + (point.side === pull.sides[0] ? point.n : -point.n));
  const last = Math.max(0, pull.turns.indexOf(turn));
  /** @type {number[]} the score at the end of each turn */
  const ends = [];
  let value = pull.value;
  for (let i = last; i >= 0; i -= 1) {
    ends[i] = value;
    value -= moved.get(pull.turns[i]) ?? 0;
  }
  const say = (/** @type {number} */ n) => (n ? `${nameOf(pull.sides[n > 0 ? 0 : 1])} ${number(Math.abs(n))}` : t('score.level'));
  const most = Math.max(pull.goal ?? 0, ...ends.map(Math.abs), Math.abs(value), 5) * 1.06;
  const [w, tall] = [340, 132];
  const x = (/** @type {number} */ i) => 6 + ((i + 1) * (w - 12)) / pull.turns.length;
  const y = (/** @type {number} */ n) => tall / 2 - (n / most) * (tall / 2 - 4);
  const points = [[x(-1), y(value)], ...ends.map((n, i) => [x(i), y(n)])];
  const area = `M${x(-1)} ${y(0)}L${points.map((p) => p.map((n) => n.toFixed(1)).join(' ')).join('L')}L${points[points.length - 1][0].toFixed(1)} ${y(0)}z`;
  const half = (/** @type {0|1} */ n) => s('g', { class: `score-side ${style(pull.sides[n])}`, 'clip-path': `inset(0)` },
    s('svg', { x: 0, y: n ? tall / 2 : 0, width: w, height: tall / 2, viewBox: `0 ${n ? tall / 2 : 0} ${w} ${tall / 2}` }, s('path', { d: area })));
  return h('figure', { class: 'track score' }, h('figcaption', null, score.name, ' ', ruleLink(score.rule), h('span', { class: 'track-now' }, h('span', { class: `side-name ${pull.value ? style(pull.sides[pull.value > 0 ? 0 : 1]) : ''}` }, say(pull.value)))),
    s('svg', { viewBox: `0 0 ${w} ${tall}`, role: 'img', 'aria-label': `${score.name}: ${say(pull.value)}` }, half(0), half(1),
      pull.goal ? [1, -1].map((way) => s('path', { class: 'score-goal', d: `M6 ${y(way * (pull.goal ?? 0)).toFixed(1)}H${w - 6}` })) : null,
      s('path', { class: 'score-zero', d: `M6 ${y(0)}H${w - 6}` }),
      s('path', { class: 'score-line', d: `M${points.map((p) => p.map((n) => n.toFixed(1)).join(' ')).join('L')}` }),
      ends.map((n, i) => s('circle', { class: `score-dot ${n ? style(pull.sides[n > 0 ? 0 : 1]) : 'none'}`, cx: x(i).toFixed(1), cy: y(n).toFixed(1), r: 3.2 }, s('title', null, t('score.at', { turn: pull.turns[i], points: say(n) }))))),
    h('p', { class: 'score-foot small' }, h('span', null, pull.turns[0]), pull.goal ? h('span', null, t('score.goal', { n: number(pull.goal) })) : null, h('span', null, pull.turns[pull.turns.length - 1])),
    h('ol', { class: 'unseen' }, ends.map((n, i) => h('li', null, t('score.at', { turn: pull.turns[i], points: say(n) })))));
}

/** @param {Calendar} calendar @param {StyleOf} style */
export function drawCalendar(calendar, style) {
  return h('section', { class: 'calendar', 'data-see': `calendar:${calendar.id}` }, h('h3', null, calendar.name),
    h('ul', null, calendar.entries.map((entry) => h('li', { class: entry.now ? 'now' : '', 'aria-current': entry.now ? 'true' : null },
      h('b', null, entry.when), h('span', { class: `words ${style(entry.side)}` }, entry.side ? emblem(style(entry.side)) : null, entry.text), ownWords(entry.effect)))));
}

/** @param {Force[]} forces @param {StyleOf} style @param {(side: string) => string} nameOf */
export function drawForces(forces, style, nameOf) {
  const sides = [...new Set(forces.map((force) => force.side))];
  return h('div', { class: 'forces' }, sides.map((side) => {
    const mine = forces.filter((force) => force.side === side);
    const groups = [...new Set(mine.map((force) => force.group))];
    return h('section', { class: `force-side ${style(side)}` }, h('h3', null, emblem(style(side)), nameOf(side)),
      groups.map((group) => h('div', { class: 'force-group' }, h('h4', null, group), h('ul', null, mine.filter((force) => force.group === group).map((force) => h('li', null,
        force.face ? h('span', { class: 'force-face' }, drawFace(force.face, force.text)) : h('span', { class: 'force-face' }),
        h('span', { class: 'words' }, force.text), h('b', null, force.count === null ? '?' : String(force.count))))))));
  }));
}
