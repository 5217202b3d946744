"""A whole recorded game looked at event by event in the browser, everything revealed: each die of the record lies on a
card, and the board keeps its place all the while."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Make = Callable[..., Any]

RECORDS = Path(__file__).parent.parent / "records"
FILES = (
    "archies-war/two-player-held", "axis-allies/campaign-allies_points", "first-blood/campaign-airfield",
    "henderson-field/campaign-automatic", "solomons/campaign-american",
)  # fmt: skip

WATCH = """async () => {
  const { entriesOf } = await import('/js/entries.js');
  const key = location.pathname.split('/')[2];
  const message = await (await fetch(`/api/tables/${key}?seat=truth&after=0`)).json();
  const seen = {}, boxes = new Set(), twice = new Set();
  const look = () => {
    const card = document.querySelector('.told-card');
    if (!card) return;
    const dice = [...card.querySelectorAll('.die')].map((one) => parseInt(one.getAttribute('aria-label')));
    if (dice.length >= (seen[card.dataset.n]?.length ?? 0)) seen[card.dataset.n] = dice;
    const head = card.querySelector('h3').innerText;
    if (head.includes(': ') && head === card.querySelector('.card-result')?.innerText) twice.add(head);
    const box = document.querySelector('.board').getBoundingClientRect();
    boxes.add([box.x, box.y, box.width, box.height].map(Math.round).join());
  };
  look();
  new MutationObserver(look).observe(document.querySelector('#app'), { subtree: true, childList: true });
  const on = document.querySelector('.replay [aria-label="Next event"]');
  const scrub = document.querySelector('.replay .scrub');
  while (Number(scrub.value) < Number(scrub.max)) {
    on.click();
    const there = () => document.querySelector('.log .line.at')?.dataset.n === scrub.value;
    for (let i = 0; i < 1000 && !there(); i += 1) await new Promise((done) => setTimeout(done, 5)); // until it is drawn
  }
  await new Promise((done) => setTimeout(done, 200));
  const entries = entriesOf(message.lines).filter((entry) => entry.card);
  return { seen, boxes: [...boxes], twice: [...twice],
    entries: entries.map((entry) => ({ n: entry.card.n, text: entry.text,
      dice: entry.lines.flatMap((line) => (line.dice ?? []).map((die) => die.value)) })) };
}"""
"""Goes on event by event, and keeps the dice of each card."""


def looked_at(real: str, page: Make, name: str) -> None:
    file = RECORDS / f"{name}.jsonl"
    tab = page(real)
    tab.wait_for_selector(".game-card")
    tab.set_input_files('input[type="file"]', str(file))
    tab.wait_for_url("**/t/*")
    tab.goto(f"{tab.url.split('?')[0]}?at=1")
    with tab.expect_response(lambda answer: "seat=truth" in answer.url and "at=1" in answer.url):
        tab.locator(".replay-seat").select_option("truth")
    found = tab.evaluate(WATCH)
    seen = {int(n): Counter(dice) for n, dice in found["seen"].items()}
    unseen = [entry["text"] for entry in found["entries"] if entry["n"] not in seen]
    assert unseen == [], "each card was on the screen"
    wanting = [entry["text"] for entry in found["entries"] if Counter(entry["dice"]) - seen[entry["n"]]]
    assert wanting == [], "with all its dice"
    thrown = Counter(
        int(row["chance"].rsplit("=", 1)[1])
        for row in map(json.loads, file.read_text("utf-8").splitlines())
        if "=" in row.get("chance", "")
    )
    assert thrown - sum(seen.values(), Counter()) == Counter(), "each die of the record"
    assert found["twice"] == [], "the heading does not say all that the result says"
    assert len(found["boxes"]) <= 1, "the board kept its place"


def test_each_die_of_a_short_game_has_its_card(real: str, page: Make) -> None:
    looked_at(real, page, FILES[0])


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FILES[1:])
def test_each_die_of_a_whole_game_has_its_card(real: str, page: Make, name: str) -> None:
    looked_at(real, page, name)
