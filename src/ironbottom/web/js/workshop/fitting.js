// @ts-check
/** How a picture comes to lie on the board: a projection from points that are named on both. */

/** @typedef {{from: number[], to: number[]}} Pair a point of the picture, and where it lies on the board */
/** @typedef {number[]} Projection nine numbers, row by row */

/** The solution of a system of equations by least squares, or null. @param {number[][]} rows @param {number[]} values @returns {number[]|null} */
function solved(rows, values) {
  const n = rows[0].length;
  const matrix = Array.from({ length: n }, (_, i) => [...Array.from({ length: n }, (__, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)), rows.reduce((sum, row, k) => sum + row[i] * values[k], 0)]);
  for (let i = 0; i < n; i += 1) {
    let best = i;
    for (let k = i + 1; k < n; k += 1) if (Math.abs(matrix[k][i]) > Math.abs(matrix[best][i])) best = k;
    [matrix[i], matrix[best]] = [matrix[best], matrix[i]];
    if (Math.abs(matrix[i][i]) < 1e-10) return null;
    for (let k = 0; k < n; k += 1) {
      if (k === i) continue;
      const part = matrix[k][i] / matrix[i][i];
      for (let j = i; j <= n; j += 1) matrix[k][j] -= part * matrix[i][j];
    }
  }
  return matrix.map((row, i) => row[n] / row[i]);
}

/** @param {Projection} a @param {Projection} b @returns {Projection} first b, then a */
function times(a, b) {
  return Array.from({ length: 9 }, (_, i) => [0, 1, 2].reduce((sum, k) => sum + a[Math.floor(i / 3) * 3 + k] * b[k * 3 + (i % 3)], 0));
}

/** Points moved to around 0 and to a size of 1, where equations are well behaved. @param {number[][]} points */
function evened(points) {
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  const size = points.reduce((sum, p) => sum + Math.hypot(p[0] - x, p[1] - y), 0) / points.length || 1;
  return { there: [1 / size, 0, -x / size, 0, 1 / size, -y / size, 0, 0, 1], back: [size, 0, x, 0, size, y, 0, 0, 1], points: points.map((p) => [(p[0] - x) / size, (p[1] - y) / size]) };
}

/**
 * The projection that brings the points of a picture to their places: with one point it is moved, with two turned and
 * scaled, with three sheared, with four and more seen in perspective. Null: the points lie in a line.
 * @param {Pair[]} pairs @param {Projection} first where the picture lies without any @returns {Projection|null}
 */
export function projection(pairs, first) {
  if (!pairs.length) return first;
  if (pairs.length === 1) {
    const [x, y] = across(first, pairs[0].from);
    return times([1, 0, pairs[0].to[0] - x, 0, 1, pairs[0].to[1] - y, 0, 0, 1], first);
  }
  const from = evened(pairs.map((pair) => pair.from));
  const to = evened(pairs.map((pair) => pair.to));
  /** @type {number[][]} */
  const rows = [];
  /** @type {number[]} */
  const values = [];
  const kind = Math.min(4, pairs.length);
  from.points.forEach(([x, y], i) => {
    const [u, v] = to.points[i];
    if (kind === 2) rows.push([x, -y, 1, 0], [y, x, 0, 1]);
    else if (kind === 3) rows.push([x, y, 1, 0, 0, 0], [0, 0, 0, x, y, 1]);
    else rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    values.push(u, v);
  });
  const s = solved(rows, values);
  if (!s) return null;
  const made = kind === 2 ? [s[0], -s[1], s[2], s[1], s[0], s[3], 0, 0, 1] : kind === 3 ? [...s, 0, 0, 1] : [...s, 1];
  return times(to.back, times(made, from.there));
}

/** Where a point of the picture lies on the board. @param {Projection} m @param {number[]} point */
export function across(m, [x, y]) {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

/** The way back. @param {Projection} m @returns {Projection} */
export function inverse(m) {
  const [a, b, c, d, e, f, g, h, i] = m;
  const made = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d];
  const size = a * made[0] + b * made[3] + c * made[6];
  return made.map((one) => one / size);
}

/** As a style. @param {Projection} m */
export function css(m) {
  const [a, b, c, d, e, f, g, h, i] = m.map((one) => one / m[8]);
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].map((one) => Number(one.toPrecision(12))).join(',')})`;
}
