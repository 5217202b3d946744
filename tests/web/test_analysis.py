"""The analysis board: it looks like none that counts, weighs, leads back, and undoes dice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driver import CHOICES, Driver
from guests import come, post
from placed import Placed

Make = Callable[..., Any]
DECLARED = {
    "step": "american-actions", "turn": 5, "american": {"henderson_field": ["inf5", "inf4"]},
    "japanese": {"koli_point": ["inf2"]}, "actions_left": 1,
}  # fmt: skip


def menu(tab: Any, name: str) -> None:
    tab.locator('[data-key="table"]').click()
    tab.locator(".menu-item", has_text=name).click()


def fork(tab: Any) -> None:
    """Analyse from what is shown."""
    old = tab.url
    menu(tab, "Analyse from here")
    tab.wait_for_function("(old) => location.href !== old", arg=old)
    tab.wait_for_selector(".table.analysis .world")


@pytest.mark.timeout(400)
def test_an_analysis_board_is_told_from_a_game_at_once(page: Make, placed: Placed) -> None:
    # the position has gone on where it is asked about a moment too late
    tab = page("about:blank", expected="Failed to load resource")
    path = placed.table(tab, "archies-war", DECLARED)
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    assert tab.locator(".table.analysis, .ribbon").count() == 0
    fork(tab)
    assert "Analysis board" in tab.locator(".ribbon").inner_text()
    assert "ANALYSIS BOARD" in tab.locator(".plate").inner_text().upper()
    ribbon, board = (tab.locator(one).bounding_box() for one in (".ribbon", "main.board"))
    assert ribbon["y"] + ribbon["height"] <= board["y"] + 1, "it hides nothing of the board"
    tab.get_by_role("tab", name="Log").click()
    assert "Nothing has been done on this board yet" in tab.locator(".log-body").inner_text()
    tab.get_by_role("tab", name="Now").or_(tab.locator("#tab-now")).first.click()
    tab.locator(".best-lines li").first.wait_for(timeout=30000)  # it weighs the position by itself
    assert "%" in tab.locator(".analysis-card .odds-bar").inner_text()
    tab.locator('[data-key="table"]').click()
    assert tab.get_by_role("menuitem", name="Resign").count() == 0
    assert tab.get_by_role("menuitem", name="draw").count() == 0
    tab.keyboard.press("Escape")
    driver = Driver(tab, seed=2, pass_rate=0.6)
    for _ in range(12):
        driver.step(tab.evaluate(CHOICES))
    assert driver.curtains == 0, "nothing is hidden from who analyses"
    undo = tab.locator('[data-key="undo"]')
    for _ in range(40):
        if undo.is_disabled():
            break
        before = tab.locator(".log .line").count(), tab.locator("#prompt-text").inner_text()
        undo.click()
        tab.wait_for_function(
            """([count, text]) => document.querySelectorAll('.log .line').length !== count
              || document.querySelector('#prompt-text').innerText !== text""", arg=list(before)
        )  # fmt: skip
    assert undo.is_disabled(), "back at the position that it began with, past every die"
    tab.locator('[data-key="way-back"]').click()
    tab.wait_for_url(f"**{path}")
    tab.goto(placed.base)
    tab.locator(".boards .table-row").first.wait_for()
    assert tab.locator(".boards .state.yours").count() == 0
    assert tab.locator(".table-list >> nth=0 >> .board").count() == 0, "among the games stands none"


LINES = {
    "do": [], "text": "", "chance": {"american": 0.7, "japanese": 0.3}, "considered": [
        {"plan": "strike", "do": ["take henderson_field inf5", "drop"], "score": 0.7, "error": 0.04,
         "acts": [{"text": "Take Infantry 5", "n": 1}, {"text": "Put it down", "n": 1}]},
        {"plan": "strike \u2013 Take Infantry 4", "do": ["take henderson_field inf4", "drop"], "score": 0.6,
         "acts": [{"text": "Take Infantry 4", "n": 1}, {"text": "Put it down", "n": 1}]},
    ],
}  # fmt: skip


@pytest.mark.timeout(400)
def test_the_evaluation_stays_while_a_move_is_only_begun(page: Make, placed: Placed) -> None:
    """Nothing is evaluated anew for a block in hand or within a line; lines are called by what sets them apart, and can
    be gone through step by step, back too."""
    tab = page("about:blank")
    asked: list[str] = []
    tab.goto(placed.base + placed.table(tab, "archies-war", DECLARED))
    tab.wait_for_selector(".table .world")

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(json=LINES)

    tab.route("**/hint", answer)
    fork(tab)
    lines = tab.locator(".best-lines .field-choice")
    lines.first.wait_for()
    assert lines.all_inner_texts() == ["Take Infantry 5\nstrike\n70%\u00b14", "Take Infantry 4\nstrike\n60%"]
    bar = tab.locator(".odds-bar").get_attribute("aria-label")
    assert bar == "Americans 70%, Japanese 30%"
    tab.locator(".piece.us.lit").first.click()
    tab.locator(".analysis-card", has_text="when nothing is in hand").wait_for()
    tab.wait_for_timeout(700)
    assert tab.locator(".odds-bar").get_attribute("aria-label") == bar
    tab.locator('[data-key="undo"]').click()
    lines.first.click()
    steps = tab.locator(".line-open li")
    assert steps.all_inner_texts() == ["Take Infantry 5", "Put it down"]
    tab.locator('[data-key="line-next"]').click()
    tab.locator(".line-open li.done").wait_for()
    assert tab.locator(".piece.picked").count() == 1, "the first step alone was done"
    tab.locator('[data-key="undo"]').click()
    tab.locator(".line-open li.done").wait_for(state="detached")
    tab.wait_for_timeout(700)
    assert len(asked) == 1
    tab.evaluate("""async () => {
      const { recall, remember } = await import('/js/settings.js');
      const key = `origin.${location.pathname.split('/')[2]}`;
      remember(key, { ...recall(key), task: 'Find a better move.' });
    }""")
    tab.reload()
    tab.locator(".analysis-card summary").wait_for()
    assert not tab.locator(".best-lines").is_visible(), "who looks for a better move is not told it unasked"
    tab.locator(".analysis-card summary").click()
    assert tab.locator(".best-lines li").first.is_visible()


def test_the_log_of_a_board_tells_what_came_before_it(page: Make, placed: Placed) -> None:
    """With the board's own lines below; from a line one comes to its place in the game."""
    tab = page("about:blank")
    path = placed.table(tab, "archies-war", DECLARED)
    tab.goto(placed.base + path)
    tab.wait_for_selector(".table .world")
    driver = Driver(tab, seed=2, pass_rate=0.6)
    while tab.locator(".log .line").count() < 4:
        driver.step(tab.evaluate(CHOICES))
    tab.reload()
    tab.wait_for_selector(".table .world")
    asked = f"/api{path.replace('/t/', '/tables/')}?after=0"
    played = tab.evaluate("(path) => fetch(path).then((all) => all.json())", asked)
    said = [line["text"] for line in played["lines"] if not line.get("draft")]
    fork(tab)
    tab.get_by_role("tab", name="Log").click()
    tab.locator(".turn-head", has_text="in the game").first.wait_for()
    texts = tab.locator(".log .line-text").all_inner_texts()
    assert all(any(text in one for one in texts) for text in said[-1:])
    assert tab.locator(".turn-head", has_text="on this board").count() == 0
    while not tab.locator(".turn-head", has_text="on this board").count():
        driver.step(tab.evaluate(CHOICES))
    assert tab.locator(".log .line-text").count() > len(texts)
    at = tab.locator(".line-at:visible").first
    assert "To the game" in str(at.get_attribute("aria-label"))
    at.click()
    tab.wait_for_url(f"**{path}?at=*")
    tab.wait_for_selector(".table.replaying")


@pytest.mark.timeout(400)
def test_after_a_game_the_page_tells_what_decided_it(page: Make, placed: Placed) -> None:
    tab = page("about:blank")
    tab.goto(placed.base + placed.table(tab, "archies-war", DECLARED))
    tab.wait_for_selector(".table .world")
    tab.locator('.answers [data-do="end"]').click()
    tab.wait_for_function(
        """() => document.querySelector('.curtain') || (document.querySelector('[data-key="table"]')
          && !document.querySelector('.table.sending, .answers [data-do="end"]'))"""
    )
    if tab.locator(".curtain").count():
        tab.locator(".curtain .button.primary").click()
    menu(tab, "Resign")
    tab.locator("dialog .danger").click()
    tab.locator('[data-key="after"]').click()
    after = tab.locator(".after")
    after.wait_for(timeout=120000)
    assert [one.get_attribute("d")[:2] for one in after.locator("svg path:not(.grid)").all()] == ["M0"] * 3
    assert after.locator(".curve-scale span").all_inner_texts() == ["100%", "50%", "0%"]
    assert "Chance of winning for the Americans" in after.locator("figcaption").inner_text()
    foot = after.locator(".curve-foot span").all_inner_texts()
    assert all(foot), "the turns stand below"
    assert len(set(foot)) == len(foot), "and where a game was over in one, its moves"
    assert after.locator(".luck li").count() == 2
    assert after.locator("svg .here").count() == 0
    tab.locator('[data-key="replay"]').click()
    tab.wait_for_selector(".table.replaying")
    tab.locator("#panel-now svg .here").wait_for(state="attached")  # the curve says where one is
    for dot in after.locator(".curve-dot").all()[:1]:
        dot.click()
        tab.wait_for_selector(".table.replaying")


@pytest.mark.timeout(400)
def test_back_from_a_replay_the_score_tells_no_news(page: Make, placed: Placed) -> None:
    tab = come(page, placed.base)
    record = (Path(__file__).parent.parent / "records/henderson-field/campaign-automatic.jsonl").read_text("utf-8")
    made = post(tab, f"{placed.base}/api/tables", {"import": record})
    tab.goto(f"{placed.base}/t/{made['id']}")
    score = tab.locator(".score-box .tallies")
    ended = score.inner_text()
    tab.goto(f"{placed.base}/t/{made['id']}?at=3")
    tab.wait_for_selector(".table.replaying")
    assert "What decided the game" in tab.locator("#panel-now").text_content()
    stands = "document.querySelector('.score-box .tallies').innerText"
    tab.wait_for_function(f"(ended) => {stands} !== ended", arg=ended)
    tab.locator(".replay .primary").click()
    tab.wait_for_function(f"(ended) => {stands} === ended", arg=ended)
    assert tab.locator(".tally.moved, .tally i, .score-why").count() == 0
