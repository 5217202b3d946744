// Packs a file as the Python of the site unpacks it: node tools/site_pack.mjs PYODIDE FROM TO
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodide, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, 'pyodide.mjs')).href);

const PACK = `
from compression import zstd

with open("/in", "rb") as plain, open("/out", "wb") as packed:
    packed.write(zstd.compress(plain.read(), level=19))
`;
try {
  const python = await loadPyodide({ indexURL: `${pyodide}${path.sep}` });
  python.FS.writeFile('/in', new Uint8Array(readFileSync(from)));
  python.runPython(PACK);
  writeFileSync(to, python.FS.readFile('/out'));
} catch (problem) {
  process.stderr.write(String(problem instanceof Error ? problem.message : problem));
  process.exitCode = 1;
}
