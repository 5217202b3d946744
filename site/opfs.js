// @ts-check
/**
 * A folder of Pyodide's file system whose files are the browser's own (OPFS), each held open: what SQLite writes is
 * written there at once, byte for byte, so that a tab that ends loses nothing that was acknowledged.
 */

/** The files that there may be: a browser opens them beforehand. */
export const FILES = ['ironbottom.sqlite3', 'ironbottom.sqlite3-journal', 'player'];
const FOLDER = 'ironbottom';
const DIRECTORY = 0o040777;
const FILE = 0o100666;

/** Another tab may be letting go of them still: so often it is tried, and so many milliseconds lie between. */
const TRIES = 200;
const PAUSE = 100;
const HELD = 'NoModificationAllowedError';

/** Whether a problem of `openFiles` is that somebody else has the files open. @param {unknown} problem */
export const held = (problem) => problem instanceof DOMException && problem.name === HELD;

/**
 * The files of the browser, opened. Throws where there are none in this window, or another tab has them.
 * @returns {Promise<Map<string, any>>}
 */
export async function openFiles() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const files = new Map();
  for (const name of FILES) {
    const file = /** @type {any} */ (await folder.getFileHandle(name, { create: true }));
    for (let left = TRIES; ; left -= 1) {
      try {
        files.set(name, await file.createSyncAccessHandle());
        break;
      } catch (problem) {
        if (left === 0 || !held(problem)) throw problem;
        await new Promise((go) => { setTimeout(go, PAUSE); });
      }
    }
  }
  return files;
}

/** Let go of them. @param {Map<string, any>} files */
export function closeFiles(files) {
  for (const handle of files.values()) handle.close();
  files.clear();
}

/**
 * A type of file system for `FS.mount`; no file can be added to it.
 * @param {any} FS Emscripten's
 * @param {any} errno its numbers of errors
 * @param {Map<string, any>} files
 */
export function fileSystem(FS, errno, files) {
  const fail = (/** @type {string} */ code) => new FS.ErrnoError(errno[code]);
  /** @param {any} parent @param {string} name @param {number} mode */
  function node(parent, name, mode) {
    const made = FS.createNode(parent, name, mode, 0);
    made.node_ops = nodes;
    made.stream_ops = streams;
    made.handle = files.get(name);
    made.born = Date.now();
    return made;
  }
  const nodes = {
    getattr(/** @type {any} */ one) {
      const at = new Date(one.born);
      const size = one.handle ? one.handle.getSize() : 4096;
      return { dev: 1, ino: one.id, mode: one.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: at, mtime: at, ctime: at, blksize: 4096, blocks: Math.ceil(size / 512) };
    },
    setattr(/** @type {any} */ one, /** @type {any} */ wanted) {
      if (wanted.mode != null) one.mode = wanted.mode;
      if (wanted.size != null) {
        try {
          one.handle.truncate(wanted.size);
        } catch {
          throw fail('ENOSPC');
        }
      }
    },
    lookup(/** @type {any} */ parent, /** @type {string} */ name) {
      if (!files.has(name)) throw fail('ENOENT');
      return node(parent, name, FILE);
    },
    mknod() { throw fail('EROFS'); },
    rename() { throw fail('EROFS'); },
    unlink() { throw fail('EROFS'); },
    rmdir() { throw fail('EROFS'); },
    symlink() { throw fail('EROFS'); },
    readdir() { return ['.', '..', ...files.keys()]; },
  };
  const streams = {
    read(/** @type {any} */ stream, /** @type {Uint8Array} */ buffer, /** @type {number} */ offset, /** @type {number} */ length, /** @type {number} */ position) {
      return stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position });
    },
    write(/** @type {any} */ stream, /** @type {Uint8Array} */ buffer, /** @type {number} */ offset, /** @type {number} */ length, /** @type {number} */ position) {
      let done = 0;
      try {
        done = stream.node.handle.write(buffer.subarray(offset, offset + length), { at: position });
      } catch {
        throw fail('ENOSPC');
      }
      if (done < length) throw fail('ENOSPC');
      return done;
    },
    llseek(/** @type {any} */ stream, /** @type {number} */ offset, /** @type {number} */ whence) {
      const at = whence === 1 ? offset + stream.position : whence === 2 ? offset + stream.node.handle.getSize() : offset;
      if (at < 0) throw fail('EINVAL');
      return at;
    },
    fsync(/** @type {any} */ stream) {
      stream.node.handle.flush();
      return 0;
    },
  };
  return { mount: () => node(null, '/', DIRECTORY) };
}
