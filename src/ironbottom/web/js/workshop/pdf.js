// @ts-check
/**
 * The photographs in a PDF. A scan is a PDF whose pages are photographs (JPEG), and those can be taken out as they are.
 * To draw any other page would take a program larger than all of ours, so such a page has to be saved as a picture.
 */

const MOST = 60;

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function inflated(bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** All photographs of a PDF, the largest first. @param {Blob} file @returns {Promise<Blob[]>} */
export async function photographs(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  /** @type {Blob[]} */
  const found = [];
  for (const match of text.matchAll(/\/Subtype\s*\/Image\b/g)) {
    const at = match.index ?? 0;
    const open = text.lastIndexOf(' obj', at);
    const start = text.indexOf('stream', at);
    if (start < 0 || start - at > 4000 || found.length === MOST) continue;
    const words = text.slice(open, start);
    if (!/\/DCTDecode/.test(words)) continue;
    const begin = start + (text.startsWith('stream\r\n', start) ? 8 : 7);
    const length = Number(words.match(/\/Length\s+(\d+)(?!\s+\d+\s+R)/)?.[1] ?? 0);
    const end = length || text.indexOf('endstream', begin) - begin;
    /** @type {Uint8Array} */
    let data = bytes.slice(begin, begin + end);
    try {
      if (/\/FlateDecode/.test(words)) data = await inflated(data);
    } catch {
      continue;
    }
    if (data[0] === 0xff && data[1] === 0xd8) found.push(new Blob([/** @type {any} */ (data)], { type: 'image/jpeg' }));
  }
  return found.sort((a, b) => b.size - a.size);
}
