// @ts-check
/** What a message offers: where it stands, and whether an act still means what it meant when it was clicked. No DOM. */

/** @typedef {import('./types.js').Message} Message */

/** What stands on the sheets: choices and macros by their actions. @param {import('./types.js').Picture|null} picture */
export function onSheets(picture) {
  return new Set((picture?.sheets ?? []).flatMap((sheet) => [...sheet.fields.flatMap((field) => field.choices),
    ...(sheet.bins ?? []).flatMap((bin) => bin.items.flatMap((item) => Object.values(item.to).map((actions) => actions[0])))]));
}

/** Whether the same is asked: the same stage of the same turn, in the same words. @param {Message} one @param {Message} other */
export function sameQuestion(one, other) {
  return one.seat === other.seat && other.prompt.mine && question(one) === question(other);
}

/** @param {Message} message */
function question({ prompt, picture }) {
  return JSON.stringify([prompt.mine, prompt.text, prompt.rule, picture?.turn, picture?.sequence.find((stage) => stage.state === 'now')?.id]);
}

/** Whether actions may be done now as they could when they were clicked: asked for by the same, at the same cost, ending the same. @param {Message} now @param {Message} clicked @param {string[]} notations */
export function offers(now, clicked, notations) {
  const [is, was] = [now, clicked].map((message) => found(message, notations));
  return sameQuestion(clicked, now) && is !== undefined && was !== undefined && is.label === was.label && is.cost === was.cost && is.ends === was.ends;
}

/** The macro or the choice that these actions are. @param {Message} message @param {string[]} notations */
function found(message, notations) {
  const all = notations.join(';');
  return message.macros.find((macro) => macro.do.join(';') === all) ?? message.choices.find((choice) => names(choice, all));
}

/** @param {import('./types.js').Choice} choice @param {string} notation */
function names(choice, notation) {
  const { amount } = choice;
  if (!amount) return choice.do === notation;
  const [before, after] = choice.do.split('{n}');
  const n = notation.slice(before.length, notation.length - after.length);
  return notation === before + n + after && /^-?\d+$/.test(n) && Number(n) >= amount.low && Number(n) <= amount.high && (Number(n) - amount.low) % amount.step === 0;
}

/** What is pressed in one go: the actions as the page offers them (those of a way joined by ;), how many of a plan that is, and amounts by choice.
 * @typedef {{do: string[], taken: number, amounts: Record<string, number>}} Go */

/** The longest beginning of a plan that a message offers in one go: a way, a move between boxes, or a choice with its amount.
 * @param {Message} message @param {string[]} plan @returns {Go|null} */
export function inOneGo(message, plan) {
  if (!plan.length) return null;
  const boxes = (message.picture?.sheets ?? []).flatMap((sheet) => (sheet.bins ?? []).flatMap((bin) => bin.items.flatMap((item) => Object.values(item.to))));
  const ways = [...message.macros.map((macro) => macro.do), ...boxes].filter((way) => way.length && way.every((action, i) => action === plan[i]));
  const longest = Math.max(1, ...ways.map((way) => way.length));
  const go = /** @type {Go} */ ({ do: ways.filter((way) => way.length === longest).map((way) => way.join(';')), taken: longest, amounts: {} });
  if (longest === 1) {
    for (const choice of message.choices) {
      if (!names(choice, plan[0])) continue;
      go.do.push(choice.do);
      if (choice.amount) go.amounts[choice.do] = Number(plan[0].slice(choice.do.split('{n}')[0].length, plan[0].length - choice.do.split('{n}')[1].length));
    }
  }
  return go.do.length ? go : null;
}
