// @ts-check
/** The workshop: a game's board and all it is made of, to be made exactly as one's own copy is. */

import { h, fill, icon, ICONS } from '../dom.js';
import { loadMore, sentence, t } from '../i18n.js';
import { get, post, Refusal } from '../net.js';
import { announce, toast } from '../dialog.js';
import { drawing, onSettings } from '../settings.js';
import { settingsDialog } from '../settingsdialog.js';
import { Draft } from './draft.js';
import { Faces } from './faces.js';
import { MapView } from './map.js';
import { Tools } from './tools.js';
import { Underlay } from './under.js';
import { Keeper } from './copies.js';
import { changesPanel, told } from './changes.js';
import { lookPanel } from './look.js';
import { setupPanel } from './placing.js';
import { tablesPanel } from './tables.js';
import { trialPanel } from './trial.js';
import { VassalModule } from './module.js';
import { unknownPanel } from './unknown.js';
import { begins, pathOf } from './tree.js';
import { placed } from './setup.js';
import { go } from '../wire.js';

/** @typedef {import('./types.js').Keys} Keys */
/** @typedef {import('./types.js').Thing} Thing */
/** @typedef {import('./types.js').Fault} Fault */
/** @typedef {{tag: string, text?: string}} Part */

const QUIET = 300;
/** The parts of the page beside the board, in their order. */
const TABS = /** @type {const} */ (['look', 'paint', 'setup', 'tables', 'changes', 'unknown', 'board', 'module', 'try']);

export class Workshop {
  /** @param {HTMLElement} host @param {string} slug @param {URLSearchParams} query */
  constructor(host, slug, query) {
    this.host = host;
    this.slug = slug;
    this.query = query;
    /** @type {typeof TABS[number]} */
    this.tab = 'look';
    /** @type {Fault[]} */
    this.faultList = [];
    /** @type {Keys|null} what is open in the panel besides a thing */
    this.openKeys = null;
    /** @type {Thing|null} */
    this.thing = null;
    this.printed = new Faces();
    this.faces = new Faces();
    /** @type {Record<string, string>} */
    this.have = {};
    this.looking = false;
    this.stale = false;
    this.timer = 0;
    this.sent = -1;
    /** What was wrong with the copy when it was opened; it holds until something is changed. @type {{revision: number, faults: string[]}} */
    this.opened = { revision: -1, faults: [] };
    /** Whether the panel is to be drawn anew when nobody writes in it. */
    this.owing = false;
    /** @type {HTMLImageElement|null} */
    this.printedChart = null;
    /** @type {{revision: number, plan: import('./types.js').Plan|null, told: ReturnType<typeof told>|null}} */
    this.known = { revision: -1, plan: null, told: null };
  }

  async start() {
    this.host.replaceChildren(h('p', { class: 'boot', role: 'status' }, t('app.name')));
    try {
      const [begun] = await Promise.all([get(`/api/workshop/${encodeURIComponent(this.slug)}`), loadMore('workshop')]);
      this.draft = new Draft(begun);
    } catch (problem) {
      this.host.replaceChildren(h('main', { class: 'plain-page' }, h('h1', null, t('app.name')), h('p', null, sentence(problem)), h('a', { class: 'button', href: '/' }, t('home.shelf'))));
      return;
    }
    document.title = `${t('ws.title')}: ${this.draft.begun.title}`;
    document.body.classList.add('at-workshop');
    const wanted = this.query.get('scenario');
    this.scenario = this.draft.begun.scenarios.find((one) => one.id === wanted)?.id ?? this.draft.begun.scenarios[0].id;
    this.keeper = new Keeper(this);
    this.build();
    const page = /** @type {HTMLElement} */ (this.host.firstElementChild);
    page.inert = true; // what is written before the copy is there would be lost
    const first = await this.ask({});
    if (!first) return;
    this.printed.take(first.faces?.text ?? '');
    this.makeMap(first);
    await this.keeper.open(this.query.get('copy'));
    this.draft.heard.add(() => this.changed());
    onSettings(() => this.restyle());
    await this.underlay?.load();
    this.changed();
    page.inert = false;
  }

  /** @returns {Draft} */
  get d() {
    return /** @type {Draft} */ (this.draft);
  }

  /** What forms work on. */
  get desk() {
    return { draft: this.d, open: (/** @type {Keys} */ keys) => this.open(keys), faults: () => this.faultList };
  }

  build() {
    const { begun } = this.d;
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ go) => {
      const button = h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, 'data-tool': name }, icon(ICONS[/** @type {keyof ICONS} */ (name)]));
      button.addEventListener('click', go);
      return button;
    };
    this.undoButton = tool('undo', t('prompt.undo'), () => this.d.undo());
    this.redoButton = tool('redo', t('prompt.redo'), () => this.d.redo());
    this.status = h('p', { class: 'ws-status', role: 'status' });
    const scenarios = begun.scenarios.length > 1 ? h('select', { class: 'input ws-scenario', 'aria-label': t('ws.scenario') }, begun.scenarios.map((one) => h('option', { value: one.id, selected: one.id === this.scenario }, one.name))) : null;
    scenarios?.addEventListener('change', () => {
      this.keeper?.save().then(() => {
        const where = new URL(location.href);
        where.searchParams.set('scenario', scenarios.value);
        location.href = where.href;
      }, () => {});
    });
    this.search = h('input', { class: 'input ws-search', type: 'search', placeholder: t('ws.find'), 'aria-label': t('ws.find'), list: 'ws-things', autocomplete: 'off' });
    this.names = h('datalist', { id: 'ws-things' });
    this.search.addEventListener('change', () => this.find());
    this.mapHost = h('div', { class: 'ws-map' });
    this.tablist = h('div', { class: 'ws-tabs', role: 'tablist', 'aria-label': t('ws.parts') });
    this.panel = h('div', { class: 'ws-panel', role: 'tabpanel', id: 'ws-panel', tabindex: '-1' });
    this.checks = h('div', { class: 'ws-checks', 'aria-live': 'polite' });
    const fit = tool('fit', t('key.fit'), () => this.map?.camera.whole());
    const zoom = h('div', { class: 'ws-zoom' }, tool('plus', t('key.in'), () => this.map?.camera.zoom(1.3)), tool('minus', t('key.out'), () => this.map?.camera.zoom(1 / 1.3)), fit);
    const play = h('button', { type: 'button', class: 'button primary' }, t('ws.play'));
    play.addEventListener('click', () => void this.play());
    this.playButton = play;
    this.host.replaceChildren(h('div', { class: 'workshop' },
      h('header', { class: 'ws-head' },
        h('a', { class: 'icon-button', href: '/', 'aria-label': t('home.shelf'), title: t('home.shelf') }, icon(ICONS.home)),
        h('div', { class: 'ws-title' }, h('h1', null, begun.title), h('span', { class: 'small' }, t('ws.title'))),
        this.keeper?.bar(), scenarios, this.undoButton, this.redoButton, zoom, this.search, this.names, this.status, play, tool('gear', t('home.settings'), () => settingsDialog())),
      h('main', { class: 'ws-main' }, h('section', { class: 'ws-left', 'aria-label': t('ws.map') }, this.mapHost),
        h('aside', { class: 'ws-right' }, this.tablist, this.panel, this.checks))));
    this.panel.addEventListener('focusout', () => window.setTimeout(() => {
      if (this.owing && !this.panel?.contains(document.activeElement)) this.draw();
    }, 60));
    this.tablist.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!step) return;
      this.show(TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length]);
      this.tablist?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      /** @type {HTMLElement|null} */ (this.tablist?.querySelector('[aria-selected="true"]') ?? null)?.focus();
    });
    document.addEventListener('keydown', (event) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
        if (event.shiftKey) this.d.redo();
        else this.d.undo();
        event.preventDefault();
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'y' && !typing) {
        this.d.redo();
        event.preventDefault();
      } else if (event.key === 'Escape' && !typing && !document.querySelector('dialog[open], .menu')) {
        // first what is in hand, then back to where the sheet begins
        if (this.tools?.brush || this.tools?.lifted) this.tools.put(null);
        else if ((this.thing || this.openKeys) && (this.tab === 'look' || this.tab === 'setup')) this.pick(null);
      }
    });
    window.addEventListener('beforeunload', (event) => {
      if (this.keeper?.unsaved) event.preventDefault();
    });
  }

  /** @param {any} first */
  makeMap(first) {
    const plan = JSON.parse(first.plan.text);
    this.tools = new Tools(this);
    const { tools } = this;
    this.map = new MapView(/** @type {HTMLElement} */ (this.mapHost), plan, {
      key: `workshop-${this.slug}-${this.scenario}`,
      face: (face) => this.faces.url(face),
      on: {
        pick: (thing) => this.pick(thing),
        press: (thing) => tools.press(thing),
        over: (thing) => tools.over(thing),
        lift: () => tools.lift(),
        wants: (thing) => tools.wants(thing),
        drop: (piece, from, space) => tools.drop(piece, from, space),
      },
    });
    this.underlay = new Underlay(this);
    this.module = new VassalModule(this);
    this.take(first, true);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([first.chart.text], { type: 'image/svg+xml' }));
    this.printedChart = image;
  }

  // -- what the server draws and checks --

  /** `whole`: with the data as the server reads them. @param {any} overlay @param {boolean} [whole] @returns {Promise<any>} */
  async ask(overlay, whole = false) {
    try {
      return await post('/api/workshop/look', { game: this.slug, scenario: this.scenario, theme: drawing(), overlay, have: this.have, whole });
    } catch (problem) {
      const again = problem instanceof Refusal && problem.status === 429;
      if (!again) toast(problem instanceof Error ? problem.message : '', 'bad');
      return null;
    }
  }

  /** Look anew when it has been quiet for a moment. @param {number} [wait] */
  later(wait = QUIET) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.look(), wait);
  }

  async look() {
    if (this.looking || this.d.stroke) {
      this.later();
      return;
    }
    const revision = this.d.revision;
    if (revision === this.sent) return;
    this.looking = true;
    const painted = new Map(this.map?.pending);
    const answer = await this.ask(this.d.overlay);
    this.looking = false;
    if (!answer) {
      this.later(1500);
      return;
    }
    this.sent = revision;
    this.take(answer, false);
    if (!this.faultList.length) {
      for (const [id, mark] of painted) if (this.map?.pending.get(id) === mark) this.map.pending.delete(id);
      this.map?.redraw();
    }
    if (revision !== this.d.revision) this.later();
  }

  /** Take what the server says of the copy. @param {any} answer @param {boolean} first */
  take(answer, first) {
    // what could not be read of the copy is not in the data, so that nobody asks of it again
    const lines = this.opened.revision === this.d.revision ? [...new Set([...this.opened.faults, ...answer.faults])] : answer.faults;
    this.faultList = lines.map((/** @type {string} */ line) => this.d.fault(line));
    const { map } = this;
    if (!map) return;
    if (answer.plan?.text && !first) {
      map.take(JSON.parse(answer.plan.text));
      if (this.thing) this.thing = map.things.get(this.thing.id) ?? null;
    }
    if (answer.plan?.text) this.nameThings();
    if (answer.faces?.text) this.faces.take(answer.faces.text);
    if (answer.chart?.text) void map.show(URL.createObjectURL(new Blob([answer.chart.text], { type: 'image/svg+xml' }))).then(() => { if (this.tab === 'look' && this.thing && !this.thing.face && !this.owing) this.draw(); });
    for (const key of ['plan', 'chart', 'faces']) if (answer[key]) this.have[key] = answer[key].tag;
    this.mark();
    this.drawChecks();
    if (this.tools?.carrying) this.owing = true;
    else if (this.panel?.contains(document.activeElement) && document.activeElement?.matches('input:not([type=checkbox], [type=range]), select')) this.owing = true; // nobody is disturbed who writes
    else this.draw();
  }

  restyle() {
    delete this.have.chart;
    this.sent = -1;
    this.later(0);
  }

  nameThings() {
    const things = this.map?.plan.things ?? [];
    this.d.name(things);
    fill(/** @type {Element} */ (this.names), things.filter((thing) => thing.data.length).map((thing) => h('option', { value: thing.name })));
  }

  /** What differs, as it is told. */
  get told() {
    const plan = /** @type {MapView} */ (this.map).plan;
    if (this.known.revision !== this.d.revision || this.known.plan !== plan) this.known = { revision: this.d.revision, plan, told: told(plan, this.d) };
    return /** @type {ReturnType<typeof told>} */ (this.known.told);
  }

  // -- what changes on the page --

  changed() {
    this.mark();
    this.draw();
    if (this.undoButton) this.undoButton.disabled = !this.d.past.length;
    if (this.redoButton) this.redoButton.disabled = !this.d.future.length;
    this.keeper?.changed();
    this.later();
  }

  /** Marks on the board: what differs, what cannot be. */
  mark() {
    const { map } = this;
    if (!map) return;
    map.differs = new Set();
    map.wrong = new Set();
    if (!this.d.differs.length && !this.faultList.length) {
      if (this.tab === 'setup') this.standing();
      map.redraw();
      return;
    }
    /** @type {Map<string, string[]>} */
    const index = new Map();
    for (const thing of map.plan.things) {
      for (const path of new Set([...thing.data, ...Object.values(thing.paint ?? {})].map((keys) => pathOf(keys.map(String))))) {
        const there = index.get(path);
        if (there) there.push(thing.id);
        else index.set(path, [thing.id]);
      }
    }
    // what many things share, such as a track, marks none of them but those that are nothing else
    for (const [path, ids] of index) {
      if (ids.length > 2) index.set(path, ids.filter((id) => { const first = map.things.get(id)?.data[0]; return first && pathOf(first.map(String)) === path; }));
    }
    const at = (/** @type {Keys} */ keys) => {
      for (let n = keys.length; n > 0; n -= 1) {
        const found = index.get(pathOf(keys.slice(0, n).map(String)));
        if (found) return found;
      }
      return [];
    };
    for (const change of this.told.rest) for (const id of at(change.keys)) map.differs.add(id);
    for (const one of this.told.moves) map.differs.add(one.is);
    for (const fault of this.faultList) for (const id of at(fault.keys)) map.wrong.add(id);
    if (this.tab === 'setup') this.standing();
    map.redraw();
  }

  standing() {
    const { map } = this;
    if (!map) return;
    const gone = map.showing ? this.told.moves : [];
    map.stand(this.tab === 'setup' ? placed(map.plan, this.d.data).map(({ stock, space, count }) => ({
      id: stock.id, space, side: stock.side, face: stock.face, name: stock.name, count, moved: gone.some((one) => one.stock === stock && one.is === space),
    })) : [], this.tools?.lifted ?? '');
  }

  /** A thing on the board that stands for these data. @param {Keys} keys @returns {Thing|null} */
  thingOf(keys) {
    for (let n = keys.length; n > 0; n -= 1) {
      const path = pathOf(keys.slice(0, n).map(String));
      for (const thing of this.map?.plan.things ?? []) {
        if ([...thing.data.slice(0, 1), ...Object.values(thing.paint ?? {})].some((one) => pathOf(one.map(String)) === path)) return thing;
      }
    }
    return null;
  }

  /** @param {Thing|null} thing */
  pick(thing) {
    this.thing = thing;
    this.openKeys = null;
    this.map?.select(thing);
    if (thing) announce(thing.name);
    if (this.tab !== 'setup') this.show('look');
    else this.draw();
  }

  /** Open data in the panel, and show where they are. @param {Keys} keys */
  open(keys) {
    const thing = this.thingOf(keys);
    this.thing = thing && thing.data.some((one) => begins(one, keys) || begins(keys, one)) ? thing : null;
    this.openKeys = this.thing?.data.some((one) => pathOf(one) === pathOf(keys)) ? null : keys;
    this.map?.select(this.thing, true);
    this.show('look');
  }

  find() {
    const word = this.search?.value.trim().toLowerCase() ?? '';
    const things = this.map?.plan.things ?? [];
    const thing = things.find((one) => one.name.toLowerCase() === word) ?? things.find((one) => word && one.data.length && one.name.toLowerCase().includes(word));
    if (!thing) {
      if (word) toast(t('ws.not-found', { name: word }));
      return;
    }
    this.pick(thing);
    this.map?.select(thing, true);
  }

  /** @param {typeof TABS[number]} tab */
  show(tab) {
    const other = tab !== this.tab;
    this.tab = tab;
    if (other && tab !== 'paint') this.tools?.put(null);
    if (other && this.underlay) this.underlay.place(false);
    this.standing();
    this.draw();
    if (other && this.panel) this.panel.scrollTop = 0;
  }

  drawChecks() {
    const { checks, d } = this;
    if (!checks) return;
    const shown = this.faultList.slice(0, 4);
    const rest = this.faultList.length - shown.length;
    fill(checks, shown.map((fault) => {
      const [where, ...words] = fault.text.split(': ');
      const button = h('button', { type: 'button', class: 'check-line' }, h('b', null, fault.keys.length ? d.say(fault.keys) : where), h('span', null, words.length ? words.join(': ') : fault.text));
      button.addEventListener('click', () => this.open(fault.keys.length ? fault.keys : [Object.keys(d.data)[0]]));
      return button;
    }), rest > 0 ? h('p', { class: 'small' }, t('ws.more-faults', { n: rest })) : null);
    checks.hidden = !shown.length;
    if (this.playButton) this.playButton.disabled = shown.length > 0;
  }

  draw() {
    const { panel, tablist } = this;
    if (!panel || !tablist || !this.map) return;
    const counts = { changes: this.told.moves.length + this.told.rest.length };
    fill(tablist, TABS.filter((tab) => (tab !== 'paint' || this.map?.plan.brushes.length) && (tab !== 'setup' || this.map?.plan.stock.length)).map((tab) => {
      const n = counts[/** @type {'changes'} */ (tab)];
      const button = h('button', { type: 'button', role: 'tab', class: 'ws-tab', 'aria-selected': String(tab === this.tab), 'aria-controls': 'ws-panel', tabindex: tab === this.tab ? '0' : '-1', 'data-key': `tab-${tab}` }, t(`ws.tab.${tab}`), n ? h('span', { class: 'count' }, String(n)) : null);
      button.addEventListener('click', () => (tab === 'look' && tab === this.tab ? this.pick(null) : this.show(tab)));
      return button;
    }));
    /** @type {Record<typeof TABS[number], () => any>} */
    const panels = {
      look: () => lookPanel(this), paint: () => this.tools?.panel(), setup: () => setupPanel(this), tables: () => tablesPanel(this),
      changes: () => changesPanel(this), unknown: () => unknownPanel(this), board: () => this.underlay?.panel(), module: () => this.module?.panel(), try: () => trialPanel(this),
    };
    this.owing = false;
    panel.parentElement?.parentElement?.classList.toggle('wide', this.tab === 'tables');
    const unfolded = new Set([...panel.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent));
    fill(panel, panels[this.tab]());
    for (const summary of panel.querySelectorAll('summary')) if (unfolded.has(summary.textContent)) summary.parentElement?.setAttribute('open', '');
  }

  async play() {
    await this.keeper?.save();
    go(`/?play=${encodeURIComponent(this.slug)}${this.keeper?.id ? `&copy=${encodeURIComponent(this.keeper.id)}` : ''}`);
  }
}

/** @param {HTMLElement} host @param {string} slug @param {URLSearchParams} query */
export async function showWorkshop(host, slug, query) {
  await new Workshop(host, slug, query).start();
}
