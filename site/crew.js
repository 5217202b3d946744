// @ts-check
/** Who thinks: a worker with a Python of its own, handed one question after the other. Both ends of it. */
import { startPython } from './python.js';

/** The end of the house (`tab.crew.Mate`). */
export class Mate {
  /** @param {string} base @param {any} parts */
  constructor(base, parts) {
    this.worker = new Worker(new URL('crew.js', import.meta.url), { type: 'module', name: 'ironbottom-crew' });
    /** So the word to hurry reaches one who is busy; where the browser shares no memory it does not. */
    this.interrupt = self.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    /** @type {((answer: Uint8Array|null) => void)|null} */
    this.waiting = null;
    this.started = new Promise((go, fail) => {
      this.worker.onmessage = ({ data }) => {
        if (data.ready) go(null);
        else if (data.failed) fail(new Error(data.failed));
        else this.answered(data.answer);
      };
      this.worker.onerror = (event) => {
        fail(new Error(event.message || 'a worker could not start'));
        this.answered(null);
      };
    });
    this.started.catch(() => {});
    this.worker.postMessage({ base, parts, interrupt: this.interrupt });
  }

  /** @param {Uint8Array|null} answer */
  answered(answer) {
    const go = this.waiting;
    this.waiting = null;
    go?.(answer);
  }

  async ready() {
    await this.started;
  }

  /** @param {Uint8Array} question @returns {Promise<Uint8Array|null>} */
  ask(question) {
    if (this.interrupt) this.interrupt[0] = 0;
    return new Promise((go) => {
      this.waiting = go;
      this.worker.postMessage({ question });
    });
  }

  hurry() {
    if (this.interrupt && this.waiting) this.interrupt[0] = 2; // SIGINT
  }

  end() {
    this.worker.terminate();
    this.answered(null);
  }
}

/** The end of the worker. */
function live() {
  /** @type {any} */
  let work = null;
  self.onmessage = async ({ data }) => {
    if (data.parts) {
      try {
        const python = await startPython(data.base, data.parts);
        if (data.interrupt) python.setInterruptBuffer(data.interrupt);
        work = python.runPython('from ironbottom.tab.bridge import answered; answered');
        self.postMessage({ ready: true });
      } catch (problem) {
        self.postMessage({ failed: String(problem) });
      }
      return;
    }
    self.postMessage({ answer: work(data.question) });
  };
}

if (self.name === 'ironbottom-crew') live();
