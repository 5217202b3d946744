// @ts-check
/**
 * What a change makes of an old value, which stays as it is; `ironbottom/table/delta.py` says how changes are written.
 * @param {any[]|null} change @param {any} old @returns {any}
 */
export function applied(change, old) {
  if (change === null) return old;
  const [kind, body, gone] = change;
  if (kind === 0) return body;
  if (kind === 1) {
    const made = { ...old };
    for (const key of gone) delete made[key];
    for (const [key, one] of Object.entries(body)) made[key] = applied(one, old[key]);
    return made;
  }
  /** @type {any[]} */
  const found = [];
  for (const item of body) {
    if (typeof item === 'number') found.push(old[item]);
    else if (Array.isArray(item)) found.push(...old.slice(item[0], item[1] + 1));
    else found.push('new' in item ? item.new : applied(item.to, old[item.of]));
  }
  return found;
}
