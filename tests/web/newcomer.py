"""Plays a table as who has never seen it would: it reads the prompt, presses its loudest button, or does what is lit.
All that is told meanwhile it watches, by a clock of its own, and writes down what was on the screen from when to when.
"""

from __future__ import annotations

from typing import Any

from driver import CHOICES, STATE, Driver
from playwright.sync_api import Error

WITNESS = """() => {
  const w = window.witness = { told: [], acts: [0], cards: [], boxes: [], shifts: [], wide: [] };
  const box = (query) => {
    const b = document.querySelector(query)?.getBoundingClientRect();
    return b ? [b.x, b.y, b.width, b.height].map(Math.round).join() : '';
  };
  const look = () => {
    const table = document.querySelector('.table');
    if (!table) return;
    const at = performance.now();
    const count = table.querySelector('.story-count');
    const entries = table.classList.contains('telling') ? count?.dataset.entries ?? '' : '';
    const last = w.told[w.told.length - 1];
    if (last && last.until === undefined && last.entries !== entries) last.until = at;
    const text = table.querySelector('#prompt-text p')?.firstChild?.textContent;
    const begun = !last && window.begun?.entries === entries ? window.begun.at : at;
    if (entries && last?.entries !== entries) w.told.push({ entries, at: begun, text });
    const card = table.querySelector('.told-card')?.dataset.n;
    if (card && w.cards[w.cards.length - 1] !== Number(card)) w.cards.push(Number(card));
    const boxes = `${box('.board')} ${box('.prompt')}`;
    if (!w.boxes.includes(boxes)) w.boxes.push(boxes);
    const answers = table.querySelector('.answers');
    const over = answers?.scrollWidth > answers?.clientWidth + 1 && innerWidth < 500;
    if (over && !w.wide.includes(answers.innerText)) w.wide.push(answers.innerText);
  };
  new MutationObserver(look).observe(document.querySelector('#app'),
    { subtree: true, childList: true, characterData: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) for (const source of one.sources) {
      const at = source.node instanceof Element ? source.node : source.node?.parentElement;
      if (at?.matches?.('.board, .port, .chart, .prompt, .sequence')) w.shifts.push(at.className);
    }
  }).observe({ type: 'layout-shift', buffered: false });
  const broken = (event) => {
    if (event.target instanceof Element && event.target.closest('[data-key$=-close]')) return; // put away, not gone on
    w.acts.push(w.told.length);
    const last = w.told[w.told.length - 1];
    if (last && last.until === undefined) last.cut = true;
  };
  document.addEventListener('pointerdown', broken, { capture: true });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' || event.key === ' ') broken(event);
  }, { capture: true });
  look();
}"""
"""Writes down each beat of a story with its entries, each card, each place where board and head have stood, and how
much had been told at each click; and answers that run beyond the edge of a phone."""

CLOCK = """() => {
  const later = window.setTimeout;
  window.setTimeout = (...how) => { performance.now(); return later(...how); };
}"""
"""The clock of a test counts a timer from when it was last read: it is read before each, as if drawing took no time."""

BEGUN = """() => {
  new MutationObserver(() => {
    const entries = document.querySelector('.table.telling .story-count')?.dataset.entries;
    if (entries && entries !== window.begun?.entries) window.begun = { entries, at: performance.now() };
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""What is told when the witness comes may have begun before, by a second where a browser is slow: since when it is."""

LOG = """async () => {
  const { entriesOf } = await import('/js/entries.js');
  const url = new URL(location.href), key = url.pathname.split('/')[2], seat = window.seat;
  const message = await (await fetch(`/api/tables/${key}?seat=${seat}&after=0`)).json();
  return entriesOf(message.lines).map((one) => ({ first: one.first, n: one.n, side: one.side ?? '', text: one.text,
    card: one.card?.n ?? null, draft: one.lines.some((line) => line.draft),
    dice: one.lines.some((line) => line.dice?.length), phase: one.lines.every((line) => line.mark === 'phase') }));
}"""
"""The entries of the log."""

PRIMARY = ".answers .button.primary"
HINTED = """() => document.querySelector('[data-key="hint-do"]')
  || !document.querySelector('.card.advice') || document.querySelector('.table.telling')"""
"""The hint has come, or something else has."""
FLOW = 400
"""So much of the page's time passes with each look at a story, in milliseconds."""

MAKE = """async ([slug, mine, bot, key]) => {
  const game = (await (await fetch('/api/games')).json()).find((one) => one.slug === slug);
  const scenario = game.scenarios.find((one) => one.id === key) ?? game.scenarios[0];
  const seats = Object.fromEntries(scenario.sides.map((side, i) => [side, i === mine ? 'me' : `bot:${bot}`]));
  const how = { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' } };
  const body = JSON.stringify({ game: slug, scenario: scenario.id, options: {}, clock: null, seats, hints: true });
  const made = await (await fetch('/api/tables', { ...how, body })).json();
  const { settleDice } = await import('/js/dice.js');
  await settleDice(made.id);
  return [made.id, scenario.sides[mine]];
}"""


class Newcomer(Driver):
    """One who reads the prompt, does the primary or a lit thing, and watches what is told. `hints`: how often he asks
    for a hint instead, and does what it says."""

    def __init__(self, page: Any, base: str, seed: int = 1, touch: bool = False, hints: float = 0.0) -> None:
        super().__init__(page, seed, pass_rate=0.2, touch=touch)
        self.base = base
        self.hints = hints
        self.seat = ""
        self.prompts: list[str] = []

    def sit(self, slug: str, mine: int = 0, bot: str = "regular", scenario: str = "") -> None:
        """Make a table against the computer and sit down at it."""
        page = self.page
        page.wait_for_selector(".game-card")
        key, seat = page.evaluate(MAKE, [slug, mine, bot, scenario])
        self.sit_at(f"/t/{key}", seat)

    def sit_at(self, path: str, seat: str) -> None:
        """Sit down at a table that is there."""
        page, self.seat = self.page, seat
        page.clock.install()
        page.add_init_script(f"({CLOCK})(); ({BEGUN})()")
        page.goto(f"{self.base}{path}?seat={self.seat}")
        page.wait_for_selector(".table .world")
        page.evaluate("(seat) => { window.seat = seat; }", self.seat)
        page.evaluate(f"({WITNESS})()")

    def learn(self, slug: str, lesson: str) -> None:
        """Sit down at a lesson, from the first page on."""
        page = self.page
        page.wait_for_selector(".game-card")
        page.clock.install()
        page.add_init_script(f"({CLOCK})(); ({BEGUN})()")
        page.goto(self.base)
        page.click(f'[data-game="{slug}"] [data-key="learn"]')
        page.click(f'[data-lesson="{lesson}"]')
        page.wait_for_selector(".coach:not([hidden]) .coach-words p")
        page.wait_for_selector(".world .piece:not([hidden])")
        page.evaluate(f"({WITNESS})()")

    def listen(self) -> bool:
        """Watch while something is told; whether something was."""
        heard = False
        while self.page.locator(".table.telling").count() and not self.page.locator("dialog[open]").count():
            heard = True
            self.page.clock.run_for(FLOW)
        return heard

    def step(self, state: dict[str, Any]) -> None:
        if self.listen():
            self.count("stories")
            return
        prompt = state["prompt"].split("\n")[0]
        if prompt and prompt not in self.prompts[-1:]:
            self.prompts.append(prompt)
        free = not (state["curtain"] or state["dialog"] or state["menu"] or state["confirm"] or state["fan"])
        if state["fan"] and self.dice.random() < self.pass_rate:  # a pile that stays spread under one's hand is enough
            self.page.keyboard.press("Escape")
            self.page.mouse.move(2, 2)
            return
        if free and state["mine"] and self.dice.random() < self.hints and self.advised():
            return
        primary = self.page.locator(PRIMARY)
        if free and primary.count() and self.dice.random() < 0.5:
            before = self.page.evaluate(STATE)
            self.steps += 1
            try:
                self.press(primary.first)
            except Error:  # a standing order or the other side has gone on
                assert not primary.count(), "the primary button cannot be pressed"
                return
            self.count("primary")
            self.settle(before)
            return
        super().step(state)

    def advised(self) -> bool:
        """Ask for a hint and do that; whether there was one."""
        page, before = self.page, self.page.evaluate(STATE)
        if page.locator('[data-key="hint"]:not(:disabled)').count() == 0:
            return False
        self.steps += 1
        page.keyboard.press("h")
        page.wait_for_function(HINTED, timeout=60000)
        go = page.locator('[data-key="hint-do"]')
        if go.count() == 0:
            return False
        self.press(go)
        self.count("hints")
        self.settle(before)
        return True

    def turn(self, most: int, beats: int) -> None:
        """Play until so many things were told, and one is to decide again; at most so many steps."""
        while self.steps < most:
            state = self.page.evaluate(CHOICES)
            if state["over"]:
                return
            if len(self.witness()["told"]) >= beats and not self.page.locator(".table.telling").count():
                return
            self.step(state)

    def witness(self) -> dict[str, Any]:
        return dict(self.page.evaluate("window.witness"))

    def log(self) -> list[dict[str, Any]]:
        return list(self.page.evaluate(LOG))
