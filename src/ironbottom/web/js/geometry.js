// @ts-check
/** Where things stand: shapes of spaces, and how several pieces share one. */

/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** @param {Space} space @returns {Box} */
export function bounds(space) {
  const { shape } = space;
  if (shape.rect) return { x: shape.rect[0], y: shape.rect[1], w: shape.rect[2], h: shape.rect[3] };
  if (shape.points) {
    const xs = shape.points.map((p) => p[0]);
    const ys = shape.points.map((p) => p[1]);
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  }
  const r = shape.r ?? 30;
  return { x: space.x - r, y: space.y - r, w: 2 * r, h: 2 * r };
}

/** The outline as an SVG path. @param {Space} space @param {number} [grow] */
export function outline(space, grow = 0) {
  const { shape } = space;
  if (shape.rect) {
    const [x, y, w, h] = shape.rect;
    return `M${x - grow} ${y - grow}h${w + 2 * grow}v${h + 2 * grow}h${-w - 2 * grow}z`;
  }
  if (shape.points) return `M${shape.points.map((p) => p.join(' ')).join('L')}z`;
  const r = (shape.r ?? 30) + grow;
  return `M${space.x - r} ${space.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * One outline round several spaces: edges that two of them share are left out.
 * @param {Space[]} spaces
 */
export function region(spaces) {
  /** @type {string[]} */
  const out = [];
  /** @type {Map<string, {a: number[], b: number[]}>} */
  const edges = new Map();
  const name = (/** @type {number[]} */ p) => `${Math.round(p[0])},${Math.round(p[1])}`;
  for (const space of spaces) {
    const points = space.shape.points;
    if (!points) {
      out.push(outline(space));
      continue;
    }
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length];
      const back = `${name(b)}|${name(a)}`;
      const there = `${name(a)}|${name(b)}`;
      if (edges.has(back)) edges.delete(back);
      else if (edges.has(there)) edges.delete(there);
      else edges.set(there, { a, b });
    });
  }
  /** @type {Map<string, string[]>} */
  const from = new Map();
  for (const [key, edge] of edges) {
    const start = name(edge.a);
    const keys = from.get(start);
    if (keys) keys.push(key);
    else from.set(start, [key]);
  }
  while (edges.size) {
    const [first] = edges;
    let [key, edge] = first;
    const path = [edge.a];
    for (;;) {
      edges.delete(key);
      path.push(edge.b);
      const next = (from.get(name(edge.b)) ?? []).find((k) => edges.has(k));
      if (!next) break;
      key = next;
      edge = /** @type {{a: number[], b: number[]}} */ (edges.get(next));
    }
    out.push(`M${path.map((p) => p.join(' ')).join('L')}z`);
  }
  return out.join('');
}

/** @param {Space} space @param {number} x @param {number} y */
function contains(space, x, y) {
  const { shape } = space;
  if (shape.rect) {
    const [left, top, w, h] = shape.rect;
    return x >= left && x <= left + w && y >= top && y <= top + h;
  }
  if (shape.points) {
    let inside = false;
    const p = shape.points;
    for (let i = 0, j = p.length - 1; i < p.length; j = i, i += 1) {
      if ((p[i][1] > y) !== (p[j][1] > y) && x < ((p[j][0] - p[i][0]) * (y - p[i][1])) / (p[j][1] - p[i][1]) + p[i][0]) inside = !inside;
    }
    return inside;
  }
  const r = shape.r ?? 30;
  return (x - space.x) ** 2 + (y - space.y) ** 2 <= r * r;
}

/** The smallest space under a point. @param {Space[]} spaces @param {number} x @param {number} y */
export function spaceAt(spaces, x, y) {
  /** @type {Space|null} */
  let best = null;
  let size = Infinity;
  for (const space of spaces) {
    if (!contains(space, x, y)) continue;
    const box = bounds(space);
    if (box.w * box.h < size) {
      best = space;
      size = box.w * box.h;
    }
  }
  return best;
}

/** Of some points the one nearest to the middle of them all. @param {{x: number, y: number}[]} points */
export function inmost(points) {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  return points.reduce((best, point) => (Math.hypot(point.x - x, point.y - y) < Math.hypot(best.x - x, best.y - y) ? point : best));
}

/**
 * The nearest space in a direction.
 * @param {Space[]} spaces @param {Space} from @param {number} dx @param {number} dy
 */
export function neighbour(spaces, from, dx, dy) {
  /** @type {Space|null} */
  let best = null;
  let score = Infinity;
  for (const space of spaces) {
    if (space === from) continue;
    const x = space.x - from.x;
    const y = space.y - from.y;
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    if (along <= 1 || across > along * 1.8) continue;
    const cost = along + across * 2;
    if (cost < score) {
      best = space;
      score = cost;
    }
  }
  return best;
}

/**
 * Spaces in the rows of the grid that keyboard and screen reader use.
 * @param {Space[]} spaces
 * @returns {Space[][]}
 */
export function rows(spaces) {
  if (spaces.length && spaces.every((space) => space.row !== undefined)) {
    /** @type {Map<number, Space[]>} */
    const found = new Map();
    for (const space of spaces) {
      const row = space.row ?? 0;
      const there = found.get(row);
      if (there) there.push(space);
      else found.set(row, [space]);
    }
    return [...found.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => (a.column ?? a.x) - (b.column ?? b.x)));
  }
  const order = [...spaces].sort((a, b) => a.y - b.y);
  /** @type {Space[][]} */
  const out = [];
  for (const space of order) {
    const last = out[out.length - 1];
    if (last && Math.abs(last[0].y - space.y) < bounds(last[0]).h * 0.5) last.push(space);
    else out.push([space]);
  }
  for (const row of out) row.sort((a, b) => a.x - b.x);
  return out;
}

/**
 * @typedef {{id: string, x: number, y: number, scale: number, z: number, count: number, hidden: boolean, sheet: boolean, pile: string[]}} Spot
 * Where a piece stands: its centre; `count` above 1 on the top piece of a pile.
 */

/** So far above its line the letters of a name reach. */
const NAME = 11;

/** @param {Piece} piece */
function alike(piece) {
  return [piece.side, piece.face, piece.state ?? '', piece.picked ? 1 : 0, piece.up ?? '', piece.lying ?? '', piece.steps?.now ?? '', JSON.stringify(piece.values ?? {})].join('|');
}

/**
 * How the pieces of one space stand.
 * @param {Space} space
 * @param {Piece[]} pieces
 * @param {number} size width of a piece
 * @param {(face: string) => number} aspect height of a face by its width
 * @returns {Spot[]}
 */
export function arrange(space, pieces, size, aspect) {
  let box = bounds(space);
  const label = space.label;
  if (space.shape.rect && label && label[1] > box.y && label[1] < box.y + box.h * 0.35) {
    // the name stands inside at the top: pieces below it
    const top = label[1] + 10;
    box = { x: box.x, y: top, w: box.w, h: box.y + box.h - top };
  }
  const middle = space.shape.rect ? box.y + box.h / 2 : space.y;
  const how = space.arrange ?? (space.kind === 'hex' ? 'pile' : space.kind === 'area' ? 'cluster' : 'row');
  /** @type {Spot[]} */
  const spots = [];
  const all = pieces.map((piece) => piece.id);
  if (how === 'pile') {
    const sheets = Math.min(pieces.length, 4);
    const step = size * 0.06;
    // counters make room for a name that is printed below the middle
    const under = label && label[1] > space.y && Math.abs(label[0] - space.x) < size ? space.y + size / 2 + NAME - label[1] : 0;
    const up = Math.max(0, Math.min(under, size * 0.4));
    pieces.forEach((piece, i) => {
      const fromTop = pieces.length - 1 - i;
      const level = Math.max(0, sheets - 1 - fromTop);
      spots.push({
        id: piece.id, x: space.x + (level - (sheets - 1) / 2) * step, y: space.y - up - (level - (sheets - 1) / 2) * step, scale: 1, z: i,
        count: fromTop === 0 ? pieces.length : 0, hidden: fromTop >= sheets, sheet: fromTop > 0, pile: all,
      });
    });
    return spots;
  }
  const groups = how === 'ring' ? stacks(pieces) : pieces.map((piece) => [piece]);
  const n = groups.length;
  const tall = n ? Math.max(...pieces.map((piece) => aspect(piece.face))) : 1;
  /** @type {{x: number, y: number}[]} */
  const centres = [];
  const width = box.w * (space.shape.r ? 0.92 : 0.94);
  const height = box.h * (space.shape.r ? 0.86 : 0.94);
  // the sheets of a stack stand out beyond its foremost
  const out = groups.some((group) => group.length > 1) ? 2 * SHEET : 0;
  let columns = 1;
  let cell = 0;
  for (let c = 1; c <= n; c += 1) {
    const r = Math.ceil(n / c);
    const fits = Math.min(width / c - out, (height / r - out) / tall);
    if (fits > cell + 0.01) {
      cell = fits;
      columns = c;
    }
  }
  const [least, most] = space.kind === 'box' ? [0.34, 1] : [0.62, how === 'ring' ? 1 : 1.06]; // in a box they grow small rather than hide each other
  const scale = how === 'row' ? Math.min(1, Math.max(0.34, cell / size)) : Math.min(1.25, Math.max(least, (cell * most) / size));
  const dx = Math.min(cell, size * scale * 1.04) + out;
  const lines = Math.ceil(n / columns);
  // what hangs at the foot of a piece is not hidden by the next one
  const foot = space.kind === 'hex' && pieces.some((piece) => piece.badges?.length) ? 17 : 0;
  const dy = Math.min(height / lines, size * tall * scale + foot + out);
  for (let i = 0; i < n; i += 1) {
    const row = Math.floor(i / columns);
    const inRow = row === lines - 1 ? n - row * columns : columns;
    centres.push({ x: space.x + ((i % columns) - (inRow - 1) / 2) * dx, y: middle + (row - (lines - 1) / 2) * dy });
  }
  return standing(groups, centres, scale);
}

/** How far the next sheet of a stack stands out. */
const SHEET = 3;

/** Pieces that look the same, on one another. @param {Piece[]} pieces @returns {Piece[][]} */
function stacks(pieces) {
  /** @type {Map<string, Piece[]>} */
  const same = new Map();
  for (const piece of pieces) {
    const key = alike(piece);
    const there = same.get(key);
    if (there) there.push(piece);
    else same.set(key, [piece]);
  }
  return [...same.values()];
}

/** @param {Piece[][]} groups @param {{x: number, y: number}[]} centres @param {number} scale @returns {Spot[]} */
function standing(groups, centres, scale) {
  return groups.flatMap((group, g) => group.map((piece, i) => {
    const top = i === group.length - 1;
    const level = Math.min(i, 2);
    return {
      id: piece.id, x: centres[g].x + level * SHEET, y: centres[g].y - level * SHEET, scale, z: Math.round(centres[g].y) + i,
      count: top && group.length > 1 ? group.length : 0, hidden: !top && i < group.length - 3, sheet: !top, pile: group.length > 1 ? group.map((p) => p.id) : [],
    };
  }));
}

const LATTICE = 16;
/** So wide is the frame of a board. */
const FRAME = 12;

/** Which place owns each point of the board, on a lattice: the smallest that holds it. */
export class Grounds {
  /** @param {Space[]} spaces @param {number} width @param {number} height */
  constructor(spaces, width, height) {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / LATTICE);
    this.lines = Math.ceil(height / LATTICE);
    /** @type {string[]} */
    this.owner = new Array(this.columns * this.lines).fill('');
    /** @type {Map<string, {x: number, y: number}[]>} */
    this.points = new Map();
    const boxes = spaces.map((space) => ({ space, box: bounds(space) })).sort((a, b) => b.box.w * b.box.h - a.box.w * a.box.h);
    for (const { space, box } of boxes) this.each(box, (at, x, y) => { if (contains(space, x, y)) this.owner[at] = space.id; });
    // where the name of an open place stands nothing else does
    for (const { space } of boxes) if (space.shape.points && space.label) this.each({ x: space.label[0] - 30, y: space.label[1] - 24, w: 60, h: 48 }, (at) => { this.owner[at] = ''; });
    this.owner.forEach((id, at) => {
      const there = this.points.get(id);
      const point = { x: ((at % this.columns) + 0.5) * LATTICE, y: (Math.floor(at / this.columns) + 0.5) * LATTICE };
      if (there) there.push(point);
      else this.points.set(id, [point]);
    });
  }

  /** @param {Box} box @param {(at: number, x: number, y: number) => void} call */
  each(box, call) {
    for (let line = Math.max(0, Math.floor(box.y / LATTICE)); line < this.lines && line * LATTICE < box.y + box.h; line += 1) {
      for (let column = Math.max(0, Math.floor(box.x / LATTICE)); column < this.columns && column * LATTICE < box.x + box.w; column += 1) {
        call(line * this.columns + column, (column + 0.5) * LATTICE, (line + 0.5) * LATTICE);
      }
    }
  }

  /** Whether a point is that place's. @param {string} id @param {number} x @param {number} y */
  holds(id, x, y) {
    const [column, line] = [Math.floor(x / LATTICE), Math.floor(y / LATTICE)];
    return column >= 0 && column < this.columns && line >= 0 && line < this.lines && this.owner[line * this.columns + column] === id;
  }

  /** Whether a box stands on the board, clear of its frame. @param {Box} box */
  within(box) {
    return box.x >= FRAME && box.y >= FRAME && box.x + box.w <= this.width - FRAME && box.y + box.h <= this.height - FRAME;
  }

  /** How many points of a box are another place's. @param {string} id @param {Box} box */
  foreign(id, box) {
    let n = 0;
    let on = 0;
    this.each(box, (at) => {
      on += 1;
      if (this.owner[at] !== id) n += 1;
    });
    const all = Math.round(box.w / LATTICE) * Math.round(box.h / LATTICE);
    return n + Math.max(0, all - on); // what hangs over the edge of the board
  }
}

/**
 * Where the stacks of some fleets stand in the box that holds their blocks, row by row, each row so far aside of the last.
 * @param {Piece[][][]} fleets @param {{w: number, h: number, columns: number, x: number, y: number}[]} blocks
 * @param {number} w @param {number} h @param {number} lean
 */
function stand(fleets, blocks, w, h, lean) {
  return fleets.map((fleet, f) => {
    const block = blocks[f];
    const lines = Math.ceil(fleet.length / block.columns);
    const [dx, dy] = [block.w / block.columns, block.h / lines];
    const left = blocks.every((one) => one.x === 0) ? (w - block.w) / 2 : block.x;
    const top = blocks.every((one) => one.y === 0) ? (h - block.h) / 2 : block.y;
    return fleet.map((_, i) => {
      const y = top + (Math.floor(i / block.columns) + 0.5) * dy;
      return { x: left + ((i % block.columns) + 0.5) * dx - SHEET + lean * ((y - h / 2) / dy), y };
    });
  });
}

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/**
 * The fleets of a place with an outline of its own: each side's in rows, the sides beside or above each other, as near to
 * its middle as they have room without standing in another place or on what is in the way.
 * @param {Space} space
 * @param {Piece[]} pieces
 * @param {number} size width of a piece
 * @param {(face: string) => number} aspect height of a face by its width
 * @param {Grounds} grounds
 * @param {Box[]} taken what is in the way
 * @param {Box[]} names what is printed there, and is to be read
 * @returns {{spots: Spot[], box: Box}}
 */
export function arrangeFleets(space, pieces, size, aspect, grounds, taken, names) {
  const fleets = [...new Set(pieces.map((piece) => piece.side))].map((side) => stacks(pieces.filter((piece) => piece.side === side)));
  const tall = Math.max(...pieces.map((piece) => aspect(piece.face)));
  const most = Math.max(...fleets.map((fleet) => fleet.length));
  const stacked = fleets.reduce((sum, fleet) => sum + fleet.length, 0);
  const own = grounds.points.get(space.id) ?? [];
  // few, and those that a narrow place cannot hold anyway, stand over its rim rather than dwindle
  const few = most <= (fleets.length > 1 ? 4 : 6);
  const narrow = own.length * LATTICE ** 2 < 4 * stacked * size * size * tall;
  const weight = narrow && !few ? 5 : 14;
  const inReach = own.map((point) => ({ ...point, far: Math.hypot(point.x - space.x, point.y - space.y) })).filter((point) => point.far < 300).sort((a, b) => a.far - b.far);
  const printed = names.filter((one) => Math.hypot(one.x + one.w / 2 - space.x, one.y + one.h / 2 - space.y) < 400);
  const middles = [{ x: space.x, y: space.y, far: 0 }, ...inReach.filter((_, i) => i % 3 === 0)];
  let best = { cost: Infinity, x: space.x, y: space.y, scale: 1, places: /** @type {{x: number, y: number}[][]} */ ([]), w: 0, h: 0 };
  for (const scale of few ? [1.15, 1.12] : narrow ? [0.92, 0.84, 0.76, 0.68] : [1.15, 1, 0.86, 0.74, 0.62]) {
    const wide = size * scale + 2 * SHEET + 3;
    const high = size * scale * tall + 2 * SHEET + size * scale * 0.12;
    for (let columns = 1; columns <= most; columns += 1) {
      for (const beside of fleets.length > 1 ? [true, false] : [true]) {
        let [w, h] = [0, 0];
        const blocks = fleets.map((fleet) => {
          const mine = Math.min(columns, fleet.length);
          const block = { w: mine * wide, h: Math.ceil(fleet.length / mine) * high, columns: mine, x: beside ? w : 0, y: beside ? 0 : h };
          w = beside ? w + block.w + 10 : Math.max(w, block.w);
          h = beside ? Math.max(h, block.h) : h + block.h + 8;
          return block;
        });
        [w, h] = beside ? [w - 10, h] : [w, h - 8];
        const shape = Math.abs(Math.log(w / h / 1.6)) * 8;
        for (const lean of few ? [0, -0.5, 0.5] : [0]) { // along a strait that runs aslant each row stands aside of the last
          const places = stand(fleets, blocks, w, h, lean * wide);
          for (const middle of middles) {
            const cost = middle.far / 6 + shape + (1.15 - scale) * (narrow ? 600 : 200) + Math.abs(lean) * 30;
            if (cost >= best.cost) break;
            const box = { x: middle.x - w / 2, y: middle.y - h / 2, w, h };
            const hangs = (/** @type {{x: number, y: number}} */ at) => !grounds.within({ x: box.x + at.x - wide / 2, y: box.y + at.y - high / 2, w: wide, h: high });
            const hides = (/** @type {{x: number, y: number}} */ at) => printed.filter((one) => meet(one, { x: box.x + at.x - (size * scale) / 2, y: box.y + at.y - (size * scale * tall) / 2, w: size * scale, h: size * scale * tall })).length;
            const over = 5 * places.flat().reduce((sum, at) => sum + hides(at), 0) + (lean ? 0 : grounds.foreign(space.id, box)) + 8 * places.flat().filter(hangs).length + 6 * taken.filter((one) => meet(one, box)).length
              + (few ? 8 * places.flat().filter((at) => !grounds.holds(space.id, box.x + at.x, box.y + at.y)).length : 0);
            if (cost + over * weight < best.cost) best = { cost: cost + over * weight, x: box.x, y: box.y, scale, places, w, h };
          }
        }
      }
    }
  }
  const spots = fleets.flatMap((fleet, f) => standing(fleet, best.places[f].map((at) => ({ x: best.x + at.x, y: best.y + at.y })), best.scale));
  return { spots, box: { x: best.x, y: best.y, w: best.w, h: best.h } };
}
