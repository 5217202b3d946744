"""Builds the site that is its own server: a static folder with the program, a Python for the browser, and the page.

    python tools/site_build.py [FOLDER]        build/site, where no other folder is named

What comes from elsewhere comes by exact version: Pyodide from npm, checked by the digests below; the libraries as
wheels for it, by the hashes of requirements/run.txt. All Python is compiled beforehand, by that Python itself, which
runs in Node for it. Nothing in the folder asks another machine for anything.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "ironbottom"
PYODIDE = "pyodide@314.0.7"
DIGESTS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of what is taken of it."""
PLATFORM = ("pyemscripten_2026_0_wasm32", "314")
LIBRARIES = ("msgspec", "defusedxml")
"""What the house needs of requirements/run.txt: what carries HTTP stays out, what signs, and what
draws links."""
NEEDLESS = (
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support", "_pydatetime", "_pydecimal",
    "_pyio", "_pylong", "_pyrepl", "antigravity", "asyncio/__main__", "asyncio/proactor_events", "asyncio/tools",
    "asyncio/windows_events", "asyncio/windows_utils", "bdb", "cProfile", "cmd", "code", "compileall",
    "concurrent/futures/process", "configparser", "ctypes", "curses", "dbm", "doctest", "ensurepip", "filecmp",
    "fileinput", "ftplib", "http/cookiejar", "http/server", "idlelib", "imaplib", "lib2to3", "logging/config",
    "logging/handlers", "mailbox", "modulefinder", "multiprocessing", "netrc", "optparse", "pdb", "pickletools",
    "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "runpy", "smtplib",
    "socketserver", "sqlite3/__main__", "symtable", "tabnanny", "test", "this", "timeit", "tkinter", "trace", "turtle",
    "turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref", "xml/dom", "xmlrpc", "zipapp",
)  # fmt: skip
"""Parts of the standard library for those who write programs, or for what a browser has not."""
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig", "utf_16")
SKIPPED = ("__pycache__", "web", "research", "cli*.py", "py.typed")
TRIMMED = ("server", "lab")
"""Rooms of which only what the tab can come to goes along: not what carries HTTP, joins servers, or plays contests."""
MANIFEST = "site.json"
PROGRAM = "program.tar.zst"


class CannotBuild(Exception):
    """What is missing here, in one line."""


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def fetch_pyodide() -> Path:
    """The folder of Pyodide, installed by npm in one that git ignores."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not (npm and node):
        raise CannotBuild("no npm and Node here")
    folder = ROOT / ".site" / PYODIDE
    found = folder / "node_modules" / "pyodide"
    if not (found / "pyodide.asm.wasm").exists():
        folder.mkdir(parents=True, exist_ok=True)
        options = ("--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund")
        subprocess.run([npm, "install", *options, "--prefix", str(folder), PYODIDE], capture_output=True)
        if not found.exists():
            raise CannotBuild(f"{PYODIDE} could not be fetched")
    for name, wanted in DIGESTS.items():
        if digest((found / name).read_bytes()) != wanted:
            raise CannotBuild(f"{name} of {PYODIDE} is not the file that it should be")
    return found


def fetch_libraries(folder: Path) -> list[Path]:
    """The wheels of the libraries, by the hashes of requirements/run.txt."""
    kept = ROOT / ".site" / "wheels"
    locked = re.split(r"\n(?=\S)", (ROOT / "requirements" / "run.txt").read_text("utf-8"))
    needed = [entry for entry in locked if entry.partition("==")[0] in LIBRARIES]
    tag = digest("".join(needed).encode())[:16]
    if not (kept / tag).exists():
        asked = folder / "libraries.txt"
        asked.write_text("\n".join(needed) + "\n", encoding="utf-8")
        platform, python = PLATFORM
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
             "--require-hashes", "--only-binary", ":all:", "--platform", platform, "--python-version", python,
             "--implementation", "cp", "--abi", f"cp{python}", "-d", str(folder / "wheels"), "-r", str(asked)],
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise CannotBuild("the libraries could not be fetched: " + done.stderr.strip().splitlines()[-1])
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        shutil.move(folder / "wheels", kept / tag)
    return sorted((kept / tag).glob("*.whl"))


def needed_modules(folder: Path) -> set[Path]:
    """The files of all modules that the house of the tab imports, within functions too, and what those import;
    `folder`: the one in which `ironbottom` lies. (Games go along whole, and import no room that does not.)"""
    files = {path.relative_to(folder).with_suffix(""): path for path in folder.glob("ironbottom/**/*.py")}
    modules = {".".join(name.parts).removesuffix(".__init__"): path for name, path in files.items()}
    found: set[str] = set()
    waiting = [name for name in modules if name.split(".")[1:2] in (["tab"], ["opponents"])]
    while waiting:
        name = waiting.pop()
        if name not in modules or name in found:
            continue
        found.add(name)
        waiting.append(name.rpartition(".")[0])  # a package is loaded before what is in it
        for node in ast.walk(ast.parse(modules[name].read_bytes())):
            if isinstance(node, ast.Import):
                waiting += [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return {modules[name] for name in found}


def gather_program(folder: Path, wheels: list[Path]) -> None:
    """Our package without its page, with the cases, and the libraries beside it."""
    skip = shutil.ignore_patterns(*SKIPPED)
    shutil.copytree(SOURCE, folder / "ironbottom", ignore=skip)
    included = re.findall(r'^"(tests/cases/[^"]+)" = "([^"]+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    for source, target in included:
        shutil.copytree(ROOT / source, folder / target, dirs_exist_ok=True, ignore=skip)
    needed = needed_modules(folder)
    for room in TRIMMED:
        for path in (folder / "ironbottom" / room).rglob("*.py"):
            if path not in needed:
                path.unlink()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if ".dist-info/" not in name])


def gather_library(folder: Path, pyodide: Path) -> None:
    """The standard library without what nobody needs here."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        for name in archive.namelist():
            stem = name.removesuffix(".py")
            folders, _, last = stem.rpartition("/")
            if folders == "encodings" and last not in ENCODINGS:
                continue
            if not any(stem == one or stem.startswith(f"{one}/") for one in NEEDLESS):
                archive.extract(name, folder)


def compile_all(pyodide: Path, work: Path, *folders: Path) -> None:
    """Compile all Python below these folders, in place. What was compiled is kept, in a folder that git ignores."""
    script = ROOT / "tools" / "site_compile.mjs"
    known = ROOT / ".site" / f"compiled-{digest(script.read_bytes() + PYODIDE.encode())[:16]}"
    known.mkdir(parents=True, exist_ok=True)
    todo = work / "todo"
    waiting: dict[Path, tuple[Path, Path]] = {}
    for folder in folders:
        for source in folder.rglob("*.py"):
            name = source.relative_to(folder)
            made = known / f"{digest(name.as_posix().encode() + b' ' + source.read_bytes())[:32]}.pyc"
            if made.exists():
                shutil.copyfile(made, source.with_suffix(".pyc"))
            else:
                waiting[todo / folder.name / name] = source.with_suffix(".pyc"), made
                (todo / folder.name / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, todo / folder.name / name)
    if not waiting:
        return
    asked = [str(todo / folder.name) for folder in folders if (todo / folder.name).exists()]
    done = subprocess.run(["node", str(script), str(pyodide), *asked], capture_output=True, text=True)
    if done.returncode:
        raise CannotBuild("the program could not be compiled: " + done.stderr[-300:])
    for source, targets in waiting.items():
        for target in targets:
            shutil.copyfile(source.with_suffix(".pyc"), target)


def packed(pyodide: Path, work: Path, data: bytes) -> bytes:
    """Data as the site's Python unpacks them: a sixth smaller than what a browser can unpack by itself."""
    plain, done = work / "plain", work / "packed"
    plain.write_bytes(data)
    ran = subprocess.run(["node", str(ROOT / "tools" / "site_pack.mjs"), str(pyodide), str(plain), str(done)],
                         capture_output=True, text=True)
    if ran.returncode:
        raise CannotBuild("the program could not be packed: " + ran.stderr[-300:])
    return done.read_bytes()


def kept(folder: Path) -> list[Path]:
    """What goes along of a folder whose Python has been compiled."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in (".py", ".pyi")]


def as_zip(folder: Path) -> bytes:
    """A folder as an archive of files as they are, which Python imports from; the same for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for path in kept(folder):
            archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return made.getvalue()


def as_tar(folder: Path) -> bytes:
    """A folder as an archive that `site/python.js` reads: files of a kind beside each other, which packs best."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(kept(folder), key=lambda path: (path.suffix, path)):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    return made.getvalue()


def gather_page(site: Path) -> None:
    """The page, and what stands around it."""
    from ironbottom.drawing import tokens

    # the site has a first page and a service worker of its own
    web = shutil.ignore_patterns("index.html", "sw.js", "types.js.map")
    shutil.copytree(SOURCE / "web", site, ignore=web)
    shutil.copy(SOURCE / "web" / "index.html", site / "page.html")
    (site / "tokens.css").write_text(tokens.css(), encoding="utf-8")
    shutil.copy(ROOT / "site" / "wire.js", site / "js" / "wire.js")
    (site / "tab").mkdir()
    for part in ("shell.js", "shell.css", "house.js", "crew.js", "opfs.js", "python.js", "headers.js"):
        shutil.copy(ROOT / "site" / part, site / "tab" / part)
    for part in ("index.html", "manifest.webmanifest"):
        shutil.copy(ROOT / "site" / part, site / part)


def list_parts(site: Path, large: dict[str, bytes]) -> None:
    """Put the large parts beside the others, and the lists of all: for the page, and for the service worker."""
    parts = {path.relative_to(site).as_posix(): plain(path) for path in sorted(site.rglob("*")) if path.is_file()}
    for part, data in large.items():
        if part == PROGRAM:  # packed already
            (site / part).write_bytes(data)
            parts[part] = {"tag": digest(data)[:16], "size": len(data), "packed": len(data)}
            continue
        packed = gzip.compress(data, 9, mtime=0)
        (site / f"{part}.gz").write_bytes(packed)
        parts[part] = {"tag": digest(data)[:16], "size": len(data), "packed": len(packed), "gz": True}
    version = digest(json.dumps(parts).encode() + (ROOT / "site" / "sw.js").read_bytes())[:16]
    listed = {"version": version, "python": "python", "program": PROGRAM, "parts": parts}
    (site / MANIFEST).write_text(json.dumps(listed), encoding="utf-8")
    tags = json.dumps({name: part["tag"] for name, part in parts.items()})
    headers = (ROOT / "site" / "headers.js").read_text("utf-8").replace("export const ", "self.")
    worker = (ROOT / "site" / "sw.js").read_text("utf-8")
    (site / "sw.js").write_text(f"self.PARTS = {tags};\n{headers}{worker}", encoding="utf-8")


def build(target: Path) -> None:
    """Build the site in a folder, which is made anew. Raises CannotBuild."""
    pyodide = fetch_pyodide()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        site, program, library = work / "site", work / "program", work / "library"
        gather_program(program, fetch_libraries(work))
        gather_library(library, pyodide)
        compile_all(pyodide, work, program, library)
        gather_page(site)
        lock = {**json.loads((pyodide / "pyodide-lock.json").read_text("utf-8")), "packages": {}}
        large = {
            "python/pyodide.asm.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
            "python/pyodide.asm.mjs": (pyodide / "pyodide.asm.mjs").read_bytes(),
            "python/python_stdlib.zip": as_zip(library),
            PROGRAM: packed(pyodide, work, as_tar(program)),
        }
        (site / "python").mkdir()
        shutil.copyfile(pyodide / "pyodide.mjs", site / "python" / "pyodide.mjs")
        (site / "python" / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
        list_parts(site, large)
        (site / ".nojekyll").touch()
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(site, target)


def plain(path: Path) -> dict[str, str | int]:
    """A file as the page looks after it: a name for this version of it, its size, and its size on the way where the
    web server packs texts. (Large ones are packed beforehand, and unpacked by the page: no server need know how.)"""
    data = path.read_bytes()
    return {"tag": digest(data)[:16], "size": len(data), "packed": len(gzip.compress(data, 9, mtime=0))}


def main(arguments: list[str]) -> int:
    target = Path(arguments[0] if arguments else ROOT / "build" / "site").absolute()
    if target.exists() and not (target / MANIFEST).exists():
        print(f"{target} is there already, and is no site of ours", file=sys.stderr)
        return 2
    try:
        build(target)
    except CannotBuild as error:
        print(f"the site cannot be built: {error}", file=sys.stderr)
        return 1
    parts = json.loads((target / MANIFEST).read_text("utf-8"))["parts"].values()
    print(f"{target}: {sum(part['packed'] for part in parts) / 1e6:.1f} MB packed, {len(parts)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
