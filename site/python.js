// @ts-check
/** A Python with the program in it: the same for the house and for who thinks. */

/**
 * @param {string} base where the parts lie
 * @param {{python: string, program: string}} parts their addresses in it
 * @param {(step: string) => void} [told]
 * @returns {Promise<any>} Pyodide
 */
export async function startPython(base, parts, told = () => {}) {
  told('python');
  const { loadPyodide } = await import(new URL(`${parts.python}/pyodide.mjs`, base).href);
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL: new URL(`${parts.python}/`, base).href, env: { HOME: '/home', PYTHONDONTWRITEBYTECODE: '1' } }),
    fetch(new URL(parts.program, base)).then((answer) => {
      if (!answer.ok) throw new Error(`${parts.program}: ${answer.status}`);
      return answer.arrayBuffer();
    }),
  ]);
  told('program');
  python.FS.writeFile(PACKED, new Uint8Array(program));
  python.runPython(UNPACK);
  unpack(python.FS, python.FS.readFile(TAR), '/program');
  python.FS.unlink(PACKED);
  python.FS.unlink(TAR);
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}

const PACKED = '/program.tar.zst';
const TAR = '/program.tar';
/** Python unpacks what is smaller by a sixth than anything that a browser can unpack. */
const UNPACK = `
from compression import zstd

with open("${PACKED}", "rb") as packed, open("${TAR}", "wb") as tar:
    tar.write(zstd.decompress(packed.read()))
`;
const BLOCK = 512;

/** Put the files of a tar archive into a folder. @param {any} FS Emscripten's @param {Uint8Array} tar @param {string} folder */
function unpack(FS, tar, folder) {
  const text = (/** @type {number} */ from, /** @type {number} */ most) => {
    const bytes = tar.subarray(from, from + most);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  };
  const known = new Set();
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const before = text(at + 345, 155);
    const path = `${folder}/${before ? `${before}/` : ''}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (!known.has(parent)) {
      known.add(parent);
      FS.mkdirTree(parent);
    }
    at += BLOCK;
    FS.writeFile(path, tar.subarray(at, at + size), { canOwn: true });
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}
