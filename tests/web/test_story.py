"""What others do is told one event at a time: each entry on the screen, in order, for its time; by a clock of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from test_games import start

Make = Callable[..., Any]

WATCH = """() => {
  window.told = [];
  const look = () => {
    const box = document.querySelector('.table');
    const text = document.querySelector('#prompt-text p')?.firstChild?.textContent ?? '';
    const at = performance.now();
    const on = Boolean(box?.classList.contains('telling'));
    const last = window.told[window.told.length - 1];
    const card = document.querySelector('.told-card')?.dataset.n ?? null;
    if (last && last.on && (!on || last.text !== text) && last.until === undefined) last.until = at;
    if (on && (!last || last.until !== undefined)) {
      window.told.push({ on, text, at, card, places: document.querySelector('.located')?.getAttribute('d') ?? '' });
    }
  };
  new MutationObserver(look).observe(document.querySelector('#app'),
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Writes down each sentence that is told, from when to when."""

ENTRIES = """async () => {
  const { entriesOf } = await import('/js/entries.js');
  const { timeOf } = await import('/js/pacing.js');
  const url = `/api/tables/${location.pathname.split('/')[2]}?after=0&said=0` + (window.seat ? `&seat=${window.seat}` : '');
  const message = await (await fetch(url)).json();
  return entriesOf(message.lines).map((entry) => ({
    first: entry.first, n: entry.n, text: entry.text, side: entry.side ?? null, card: entry.card?.n ?? null,
    time: timeOf(entry, 'normal'), dice: entry.lines.some((line) => line.dice?.length) }));
}"""


def tell(tab: Any, key: str, seat: str, since: int) -> None:
    """This device has seen so much of the seat, and the page is opened."""
    tab.evaluate(
        """async ([key, seat, n]) => {
          const device = JSON.parse(localStorage.getItem('ironbottom.device') ?? 'null') ?? 'desk';
          localStorage.setItem('ironbottom.device', JSON.stringify(device));
          const answer = await fetch(`/api/tables/${key}/seen`, { method: 'POST', body: JSON.stringify({ seat, n, device }),
            headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' } });
          if (!answer.ok) throw new Error(await answer.text());
        }""",
        [key, seat, since],
    )


def opened(tab: Any, base: str, slug: str, side: str, lines: int) -> tuple[str, int]:
    """A table against the computer on which so much has happened; its key and how many lines there are."""
    post = """async ([path, body]) => {
      const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' } });
      return await answer.json();
    }"""
    games = tab.evaluate("async () => await (await fetch('/api/games')).json()")
    game = next(one for one in games if one["slug"] == slug)
    scenario = game["scenarios"][0]
    seats = {one: "me" if one == side else "bot:regular" for one in scenario["sides"]}
    body = {"game": slug, "scenario": scenario["id"], "options": {}, "seats": seats, "clock": None, "hints": False}
    key = tab.evaluate(post, ["/api/tables", body])["id"]
    get = f"async () => await (await fetch('/api/tables/{key}?seat={side}&after=0&said=0')).json()"
    for step in range(2000):
        message = tab.evaluate(get)
        if message["over"] or (message["n"] >= lines and message["prompt"]["mine"]):
            break
        if not message["prompt"]["mine"]:
            tab.wait_for_timeout(60)
            continue
        onward = [one for one in message["choices"] if not one.get("retract")]
        main = next((one for one in onward if one.get("main")), onward[step % len(onward)])
        do = main["do"].replace("{n}", str(main.get("amount", {}).get("low", 0)))
        tab.evaluate(post, [f"/api/tables/{key}/do", {"seat": side, "n": message["n"], "id": str(step), "do": [do]}])
    assert message["n"] >= lines
    return key, message["n"]


@pytest.mark.timeout(300)
def test_each_entry_of_a_turn_is_on_the_screen_for_its_time(real: str, page: Make) -> None:
    tab = page(real, story="normal", motion="no-preference")
    tab.get_by_role("button", name="Play").first.wait_for()
    key, n = opened(tab, real, "axis-allies", "axis", 60)
    tell(tab, key, "axis", n - 40)
    tab.clock.install()
    tab.goto(f"{real}/t/{key}?seat=axis")
    tab.wait_for_selector(".table.telling")
    tab.evaluate(f"({WATCH})()")
    for _ in range(600):
        tab.clock.run_for(100)
        if tab.locator(".table.telling").count() == 0:
            break
    told = tab.evaluate("window.told")
    entries = [one for one in tab.evaluate(f"({ENTRIES})()") if one["n"] > n - 40]
    assert len(told) > 5
    texts = [one["text"].rstrip() for one in told]
    wanted = [one["text"] for one in entries]
    assert texts == wanted[-len(texts) :], "in order, and none left out"
    assert len(wanted) - len(texts) <= 2, "the first may have gone by before this test looked"
    total = sum(one["time"] for one in entries)
    share = min(1.0, 45000 / total)
    for shown, entry in list(zip(told, entries[-len(told) :], strict=True))[1:-1]:
        lasted = shown["until"] - shown["at"]
        assert lasted >= entry["time"] * share * 0.8 - 150, (shown, entry)
    assert told[-1]["until"] - told[0]["at"] < 46000
    cards = {int(one["card"]) for one in told if one["card"]}
    assert {one["card"] for one in entries[-len(told) :] if one["card"]} <= cards | {entries[-len(told)]["card"]}
    lines = tab.locator(".summary li").count()
    assert 3 <= lines <= 6
    tab.get_by_role("button", name="Put it away").click()
    assert tab.locator(".summary").count() == 0
    tab.reload()
    tab.wait_for_selector(".world .piece")
    tab.clock.run_for(3000)
    assert tab.locator(".table.telling").count() == 0, "it is told once on a device"
