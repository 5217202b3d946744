// @ts-check
/** Entries: what one act came to, in the lines that this seat has of it. */

/** @typedef {import('./types.js').LogLine} Line */
/**
 * @typedef {{first: number, n: number, lines: Line[], text: string, side: string|undefined, rule: string|undefined,
 *   turn: string, places: string[], way: string[], card: Line|null, heading: boolean, bare: boolean}} Entry
 *   `first`, `n`: the numbers of its first and its last line; `way`: the places that a march went through;
 *   `heading`, `bare`: it begins with a heading of the sequence, or is nothing else
 */

/** What a line is told by: whether it has a card, a loss, points. @param {Line} line */
export const lost = (line) => line.mark === 'loss' || Boolean(line.motions?.length && line.motions.every((motion) => motion.gone));

/** @param {Line[]} lines one after the other @returns {Entry[]} */
export function entriesOf(lines) {
  /** @type {Line[][]} */
  const groups = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last && last[0].of === line.of) last.push(line);
    else groups.push([line]);
  }
  return groups.map(entryOf);
}

/** The entry that line `n` stands in, as the log has it. @param {Line[]} lines @param {number} n @returns {Entry|undefined} */
export function entryAt(lines, n) {
  const at = lines.findIndex((line) => line.n === n);
  if (at < 0) return undefined;
  let [first, last] = [at, at];
  while (lines[first - 1]?.of === lines[at].of) first -= 1;
  while (lines[last + 1]?.of === lines[at].of) last += 1;
  return entryOf(lines.slice(first, last + 1));
}

/** Does a line only say which turn or phase begins? @param {Line} line */
const heads = (line) => line.mark === 'turn' || line.mark === 'phase';

/** What comes before another phase begins. @param {Line[]} lines */
export function untilPhase(lines) {
  const at = lines.findIndex(heads);
  return at < 0 ? lines : lines.slice(0, at);
}

/** @param {Line[]} lines @returns {Entry} */
function entryOf(lines) {
  const [head] = lines;
  const last = lines[lines.length - 1];
  const whole = lines.findLast((line) => line.whole);
  const steps = lines.filter((line) => line.march !== undefined).flatMap((line) => line.motions ?? []);
  return {
    first: head.n, n: last.n, lines, text: whole?.whole ?? head.text, side: head.side, rule: head.rule, turn: last.turn,
    places: [...new Set(lines.flatMap((line) => line.spaces ?? []))],
    way: steps.length > 1 ? [steps[0].start, ...steps.flatMap((step) => [...step.via, step.end])] : [],
    card: lines.find((line) => line.card) ?? null,
    heading: heads(head),
    bare: lines.every(heads),
  };
}

/**
 * The motions of an entry, a march as one way.
 * @param {Entry} entry
 * @returns {import('./types.js').Motion[]}
 */
export function motionsOf(entry) {
  const steps = entry.lines.filter((line) => line.march !== undefined).flatMap((line) => line.motions ?? []);
  const rest = entry.lines.filter((line) => line.march === undefined).flatMap((line) => line.motions ?? []);
  if (steps.length < 2) return [...steps, ...rest];
  const via = [...steps[0].via, ...steps.slice(1).flatMap((step) => [step.start, ...step.via])];
  return [{ ...steps[0], via, end: steps[steps.length - 1].end }, ...rest];
}

/** Who won how many points by an entry, and for what: those for the same in one. @param {Entry} entry */
export function pointsOf(entry) {
  /** @type {import('./types.js').Point[]} */
  const found = [];
  for (const point of entry.lines.flatMap((line) => line.points ?? [])) {
    const same = found.findIndex((one) => one.side === point.side && one.text === point.text && one.rule === point.rule);
    if (same < 0) found.push(point);
    else found[same] = { ...point, n: found[same].n + point.n };
  }
  return found;
}
