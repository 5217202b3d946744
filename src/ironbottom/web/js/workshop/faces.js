// @ts-check
/** Drawings of counters as pictures: of the printed game, of the copy as it is now, and cut from an owner's own sheet. */

/** Addresses of the drawings in one document of faces. */
export class Faces {
  constructor() {
    this.text = '';
    /** @type {Map<string, string>} */
    this.urls = new Map();
    /** @type {Map<string, string>} pictures that the owner cut from his own sheet */
    this.own = new Map();
    /** @type {Map<string, string>} pictures that he chose from his module */
    this.art = new Map();
  }

  /** @param {string} text */
  take(text) {
    if (text === this.text) return;
    this.text = text;
    this.urls.clear();
  }

  /** The address of a drawing; a blank plate where there is none. @param {string} face @param {boolean} [own] */
  url(face, own = true) {
    const cut = own ? this.own.get(face) ?? this.art.get(face) : undefined;
    if (cut) return cut;
    let found = this.urls.get(face);
    if (found === undefined) {
      found = `data:image/svg+xml,${encodeURIComponent(this.picture(face))}`;
      this.urls.set(face, found);
    }
    return found;
  }

  /** One drawing as a document, with the parts that it shares with others. @param {string} face */
  picture(face) {
    const symbol = this.part(`symbol id="face-${face}"`, '</symbol>');
    const box = symbol?.match(/viewBox="([^"]+)"/)?.[1];
    if (!symbol || !box) return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="64" height="64"></svg>';
    /** @type {Map<string, string>} */
    const parts = new Map();
    const bring = (/** @type {string} */ text) => {
      for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) {
        if (parts.has(id)) continue;
        const part = this.part(`g id="${id}"`, '</g>\n') ?? this.part(`symbol id="${id}"`, '</symbol>') ?? '';
        parts.set(id, part);
        bring(part);
      }
      for (const [, id] of text.matchAll(/url\(#([^)]+)\)/g)) {
        if (parts.has(id)) continue;
        const part = this.text.match(new RegExp(`<(\\w+) id="${id}"[\\s\\S]*?</\\1>`))?.[0] ?? '';
        parts.set(id, part);
        bring(part);
      }
    };
    bring(symbol);
    const [, , w, hgt] = box.split(/[ ,]+/).map(Number);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${w * 2}" height="${hgt * 2}"><defs>${[...parts.values()].join('')}</defs>${symbol.replace(/^<symbol /, '<svg ').replace(/<\/symbol>$/, '</svg>')}</svg>`;
  }

  /** @param {string} start @param {string} end @returns {string|null} */
  part(start, end) {
    const from = this.text.indexOf(`<${start}`);
    if (from < 0) return null;
    const to = this.text.indexOf(end, from);
    return to < 0 ? null : this.text.slice(from, to + end.trimEnd().length);
  }
}
