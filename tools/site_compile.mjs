// Compiles Python by the Python of the site: node tools/site_compile.mjs PYODIDE FOLDER…
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodide, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, 'pyodide.mjs')).href);

// What a tab has no use for is a third of compiled Python: docstrings, and the columns of tracebacks. Lines stay, and so
// does every assertion.
const COMPILE = `
import ast, importlib.util, marshal, pathlib

NAMED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

def lean(tree):
    for node in ast.walk(tree):
        if isinstance(node, NAMED) and node.body and isinstance(first := node.body[0], ast.Expr) \\
                and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            node.body[:1] = [] if node.body[1:] or isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), first)]
        if hasattr(node, "col_offset"):
            node.end_lineno, node.col_offset, node.end_col_offset = node.lineno, -1, -1
    return tree

def compile_all(folder):
    for file in sorted(pathlib.Path(folder).rglob("*.py")):
        name = str(file.relative_to(folder))
        code = compile(lean(ast.parse(file.read_bytes(), name)), name, "exec", dont_inherit=True, optimize=0)
        head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # nothing looks at the source
        file.with_suffix(".pyc").write_bytes(head + marshal.dumps(code))
`;
try {
  const python = await loadPyodide({ indexURL: `${pyodide}${path.sep}` });
  python.runPython(COMPILE);
  folders.forEach((folder, at) => {
    python.FS.mkdirTree(`/in${at}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/in${at}`);
    python.runPython(`compile_all("/in${at}")`);
  });
} catch (problem) {
  process.stderr.write(String(problem instanceof Error ? problem.message : problem));
  process.exitCode = 1;
}
