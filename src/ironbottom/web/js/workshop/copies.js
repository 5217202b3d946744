// @ts-check
/** The copy that is being worked on: opened, saved as one goes, under its name. */

import { h, fill } from '../dom.js';
import { t } from '../i18n.js';
import { get, post, Refusal } from '../net.js';
import { copiesDialog, copiesOf, copyName, copyState } from '../copies.js';
import { dialog, menu, toast } from '../dialog.js';
import { recall, remember } from '../settings.js';

/** @typedef {import('./page.js').Workshop} Workshop */
/** @typedef {import('../types.js').CopyInfo} CopyInfo */
/** @typedef {import('../types.js').CopyWhole} CopyWhole */

const PAUSE = 700;

export class Keeper {
  /** @param {Workshop} page */
  constructor(page) {
    this.page = page;
    /** The copy's id; "": it is not kept yet. */
    this.id = '';
    this.version = 0;
    this.name = '';
    this.timer = 0;
    this.kept = -1;
    /** @type {Promise<void>|null} */
    this.saving = null;
    this.box = h('div', { class: 'ws-copy' });
    this.error = '';
  }

  get unsaved() {
    return this.kept >= 0 && this.kept !== this.page.d.revision;
  }

  bar() {
    return this.box;
  }

  /** Open a copy by its id, or the one that was worked on last, or the newest of one's own, or nothing yet. @param {string|null} wanted */
  async open(wanted) {
    const own = (await copiesOf(this.page.slug).catch(() => /** @type {CopyInfo[]} */ ([]))).filter((copy) => copy.kind === 'own');
    const last = recall(`workshop-copy.${this.page.slug}`);
    const id = wanted || (own.find((copy) => copy.id === last) ?? own[0])?.id || '';
    if (id) {
      try {
        await this.take(await get(`/api/copies/${encodeURIComponent(id)}`));
      } catch (problem) {
        toast(problem instanceof Error ? problem.message : '', 'bad');
      }
    }
    this.kept = this.page.d.revision;
    this.draw();
  }

  /** @param {CopyWhole} whole */
  async take(whole) {
    const { page } = this;
    const mine = whole.kind === 'own';
    this.id = mine ? whole.id : '';
    this.version = mine ? whole.version : 0;
    this.name = mine ? whole.name : '';
    const some = Object.keys(whole.overlay).length > 0;
    let answer = null;
    for (let tries = 0; some && !answer && tries < 8; tries += 1) {
      answer = await page.ask(whole.overlay, true);
      if (!answer) await new Promise((go) => { window.setTimeout(go, 500); }); // another drawing is under way
    }
    if (some && !answer?.data) {
      this.id = ''; // what cannot be read is not written over
      this.name = '';
      toast(t('ws.unreadable', { name: whole.name, why: answer?.faults[0] ?? '' }), 'bad');
    } else if (answer?.faults.length) toast(t('ws.faulty', { name: whole.name }), 'bad');
    page.d.open(answer?.data ?? page.d.base, whole.agrees, whole.words);
    page.opened = { revision: page.d.revision, faults: answer?.faults ?? [] };
    if (answer) page.take(answer, false);
    page.sent = page.d.revision;
    this.told();
  }

  /** Which copy is open stands in the address, and is where one goes on the next time. */
  told() {
    const where = new URL(location.href);
    if (this.id) where.searchParams.set('copy', this.id);
    else where.searchParams.delete('copy');
    history.replaceState(null, '', where);
    if (this.id) remember(`workshop-copy.${this.page.slug}`, this.id);
  }

  /** What was changed is saved when it has been quiet for a moment. */
  changed() {
    if (!this.unsaved) {
      this.draw();
      return;
    }
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), PAUSE);
    this.draw();
  }

  /** Save now. @returns {Promise<void>} */
  async save() {
    window.clearTimeout(this.timer);
    while (this.saving) await this.saving;
    if (!this.unsaved) return;
    this.saving = this.store().finally(() => { this.saving = null; });
    await this.saving;
    this.draw();
    if (this.unsaved && !this.error) this.changed();
  }

  async store() {
    const { d } = this.page;
    const revision = d.revision;
    try {
      if (!this.id) {
        const made = await post('/api/copies', { game: this.page.slug, name: t('ws.first-name') });
        this.named(made);
        this.told();
      }
      const whole = await post(`/api/copies/${this.id}`, { version: this.version, overlay: d.overlay, same: d.same, words: d.cardWords });
      this.named(whole);
      this.kept = revision;
      this.error = '';
    } catch (problem) {
      this.error = problem instanceof Error ? problem.message : '';
      if (problem instanceof Refusal && problem.status === 429) {
        this.timer = window.setTimeout(() => void this.save(), 3000);
        return;
      }
      toast(this.error, 'bad');
    }
  }

  /** @param {CopyWhole} whole */
  named(whole) {
    this.id = whole.id;
    this.version = whole.version;
    this.name = whole.name;
  }

  draw() {
    const { page } = this;
    const button = h('button', { type: 'button', class: 'button tool ws-copy-name', 'aria-haspopup': 'true', 'data-key': 'copy' }, this.name || t('ws.printed-copy'));
    button.addEventListener('click', () => this.menu(button));
    fill(this.box, button);
    if (!page.status) return;
    page.status.textContent = this.error || (this.unsaved ? t('ws.saving') : this.id ? t('ws.saved') : '');
    page.status.classList.toggle('bad', Boolean(this.error));
  }

  /** @param {HTMLElement} button */
  async menu(button) {
    await this.save();
    const { page } = this;
    const list = await copiesOf(page.slug).catch(() => /** @type {CopyInfo[]} */ ([]));
    const box = button.getBoundingClientRect();
    menu(box.left, box.bottom, t('copies.mine'), [
      ...list.map((copy) => ({ label: `${copyName(copy)}${copy.id === this.id ? ' ✓' : ''}`, hint: copyState(copy), go: () => void this.turnTo(copy.id) })),
      { label: t('ws.copy-new'), go: () => this.ask() },
      { label: t('ws.copies'), go: () => copiesDialog({ slug: page.slug, title: page.d.begun.title }, () => void this.again()) },
    ]);
  }

  /** Open another copy. @param {string} id */
  async turnTo(id) {
    try {
      await this.take(await get(`/api/copies/${encodeURIComponent(id)}`));
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : '', 'bad');
    }
    this.kept = this.page.d.revision;
    this.page.changed();
  }

  /** The list of copies was changed: this one may have another name, or be gone. */
  async again() {
    const own = (await copiesOf(this.page.slug)).filter((copy) => copy.kind === 'own');
    const here = own.find((copy) => copy.id === this.id);
    if (here && here.version !== this.version) await this.turnTo(here.id);
    else if (!here && this.id) await this.turnTo(own[0]?.id ?? `printed:${this.page.slug}`);
  }

  /** A new copy that says what this one says. @param {string} name */
  async make(name) {
    this.named(await post('/api/copies', { game: this.page.slug, name }));
    this.kept = -2;
    const { d } = this.page;
    this.named(await post(`/api/copies/${this.id}`, { version: this.version, overlay: d.overlay, same: d.same, words: d.cardWords }));
    this.kept = d.revision;
    this.told();
  }

  /** Ask for the name of a new copy. */
  ask() {
    const input = h('input', { class: 'input', maxlength: 60, required: true, 'aria-label': t('copies.name'), 'data-first': true });
    const form = h('form', { class: 'link-row' }, input, h('button', { type: 'submit', class: 'button primary' }, t('save')));
    const box = dialog(t('ws.copy-new'), [form]);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      try {
        await this.make(input.value);
        box.close();
        this.draw();
      } catch (problem) {
        toast(problem instanceof Error ? problem.message : '', 'bad');
      }
    });
    input.focus();
  }
}
