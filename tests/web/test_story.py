"""What others do is told one event at a time: each entry on the screen, in order, for its time; by a clock of ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from newcomer import CLOCK
from placed import Placed

Make = Callable[..., Any]
RECORDS = Path(__file__).parent.parent / "records"

WATCH = """() => {
  window.told = [];
  const look = () => {
    const box = document.querySelector('.table');
    const text = document.querySelector('#prompt-text p')?.firstChild?.textContent ?? '';
    const at = performance.now();
    const on = Boolean(box?.classList.contains('telling'));
    const count = document.querySelector('.story-count')?.innerText ?? '';
    const last = window.told[window.told.length - 1];
    const card = document.querySelector('.told-card')?.dataset.n ?? null;
    if (last && last.on && (!on || last.count !== count) && last.until === undefined) last.until = at;
    if (on && (!last || last.until !== undefined)) {
      window.told.push({ on, text, count, at, card });
    }
  };
  new MutationObserver(look).observe(document.querySelector('#app'),
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Writes down each sentence that is told, from when to when."""

SUDDEN = """() => {
  window.clicked = 0;
  new MutationObserver(() => {
    if (window.clicked || !document.querySelector('.story-count')) return;
    window.clicked += 1;
    document.querySelector('.board').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }).observe(document, { subtree: true, childList: true });
}"""
"""Clicks on the board in the moment in which something begins to be told."""

WAITED = 16000
"""So long a dialog lies over a story, in milliseconds."""

ENTRIES = """async (seat) => {
  const { entriesOf } = await import('/js/entries.js');
  const { timeOf } = await import('/js/pacing.js');
  const message = await (await fetch(`/api/tables/${location.pathname.split('/')[2]}?seat=${seat}`)).json();
  return entriesOf(message.lines).map((entry) => ({ n: entry.n, text: entry.text, card: entry.card?.n ?? null,
    time: timeOf(entry, 'normal'), dice: entry.lines.some((line) => line.dice?.length) }));
}"""


def seen(tab: Any, key: str, seat: str, n: int) -> None:
    """This device has shown so many lines of the seat."""
    tab.evaluate(
        """async ([key, seat, n]) => {
          const device = JSON.parse(localStorage.getItem('ironbottom.device') ?? '"desk"');
          localStorage.setItem('ironbottom.device', JSON.stringify(device));
          const answer = await fetch(`/api/tables/${key}/seen`, { method: 'POST',
            body: JSON.stringify({ seat, n, device }),
            headers: { 'Content-Type': 'application/json', 'X-Ironbottom': '1' } });
          if (!answer.ok) throw new Error(await answer.text());
        }""",
        [key, seat, n],
    )


def recorded(tab: Any, slug: str, name: str) -> tuple[str, int]:
    """The table of a recorded game, and how many lines it has for all."""
    tab.wait_for_selector(".game-card")
    tab.set_input_files('input[type="file"]', RECORDS / slug / f"{name}.jsonl")
    tab.wait_for_url("**/t/*", timeout=60000)
    tab.locator(".ending").wait_for(timeout=60000)
    key = tab.url.split("/t/")[1].split("?")[0]
    message = tab.evaluate(f"async () => await (await fetch('/api/tables/{key}?seat=observer')).json()")
    return key, message["n"]


NEWEST = """() => {
  const panel = document.querySelector('#panel-now');
  const last = panel?.querySelector('.story-list li:last-child');
  if (!last) return [];
  const [line, room] = [last.getBoundingClientRect(), panel.getBoundingClientRect()];
  return line.bottom > room.bottom + 1 ? [last.textContent] : [];
}"""
"""The newest line that is told, where it is out of sight."""


@pytest.mark.timeout(400)
def test_each_entry_of_a_turn_is_on_the_screen_for_its_time(real: str, page: Make) -> None:
    tab = page(real, story="normal", motion="no-preference", height=560)
    key, n = recorded(tab, "first-blood", "campaign-airfield")
    seen(tab, key, "observer", n - 45)
    tab.clock.install()
    tab.add_init_script(f"({CLOCK})()")
    tab.add_init_script(f"({SUDDEN})()")
    tab.goto(f"{real}/t/{key}?seat=observer")
    tab.wait_for_selector(".table.telling")
    tab.evaluate(f"({WATCH})()")
    assert tab.evaluate("window.clicked") == 1, "and what was meant for the table before it has not ended it"
    tab.keyboard.press("?")
    tab.locator("dialog[open]").wait_for()
    tab.clock.run_for(6000)
    shown = tab.locator(".story-count").inner_text()
    tab.clock.run_for(WAITED - 6000)
    assert tab.locator(".story-count").inner_text() == shown, "what lies under a dialog waits for it"
    tab.keyboard.press("Escape")
    tab.locator("dialog[open]").wait_for(state="detached")
    out_of_sight = []
    for at in range(500):
        tab.clock.run_for(100)
        if tab.locator(".table.telling").count() == 0:
            break
        if at % 20 == 0:
            out_of_sight += tab.evaluate(f"({NEWEST})()")
    assert out_of_sight == [], "beside the board the newest line is in sight, whatever room the card leaves"
    told = tab.evaluate("window.told")
    entries = [one for one in tab.evaluate(f"({ENTRIES})('observer')") if one["n"] > n - 45]
    assert len(told) > 8
    wanted = [one["text"] for one in entries][-len(told) :]
    assert [one["text"].rstrip() for one in told] == wanted, "in order, and none left out"
    assert len(entries) - len(told) <= 2, "the first may have gone by before this test looked"
    share = min(1.0, 45000 / sum(one["time"] for one in entries))
    for shown, entry in list(zip(told, entries[-len(told) :], strict=True))[1:-1]:  # the first was on before
        assert shown["until"] - shown["at"] >= entry["time"] * share * 0.7 - 200, (shown, entry)
    assert told[-1]["until"] - told[0]["at"] < 47000 + WAITED
    cards = {int(one["card"]) for one in told if one["card"]}
    assert {one["card"] for one in entries[-len(told) + 1 :] if one["card"]} <= cards, "each with its card"
    assert 3 <= tab.locator(".summary li").count() <= 6
    tab.get_by_role("button", name="Dismiss").click()
    assert tab.locator(".summary").count() == 0
    tab.clock.run_for(2000)
    tab.wait_for_timeout(300)
    tab.reload()
    tab.wait_for_selector(".world .piece")
    tab.clock.run_for(2000)
    assert tab.locator(".table.telling").count() == 0, "it is told once on a device"


@pytest.mark.timeout(300)
def test_space_goes_on_escape_and_the_first_click_show_the_present(real: str, page: Make) -> None:
    tab = page(real, story="slow")
    key, n = recorded(tab, "first-blood", "campaign-airfield")
    for end in ("Escape", "click"):
        seen(tab, key, "observer", n - 30)
        tab.goto(f"{real}/t/{key}?seat=observer")
        tab.wait_for_selector(".table.telling .story-count")
        board = tab.locator(".board").bounding_box()
        first = tab.locator("#prompt-text").inner_text()
        tab.keyboard.press("Space")
        tab.wait_for_function("(old) => document.querySelector('#prompt-text').innerText !== old", arg=first)
        assert tab.locator(".table.telling").count() == 1
        assert tab.locator(".piece.lit, .space.lit").count() == 0, "nothing can be done in what is gone by"
        assert tab.locator(".board").bounding_box() == board, "nothing on the page has moved"
        speed = tab.locator('[data-key="story-speed"]')
        was = speed.inner_text()
        speed.click()
        assert (was, speed.inner_text()) == (("½×", "1×") if end == "Escape" else ("1×", "2×")), "and it is kept"
        assert tab.locator(".table.telling").count() == 1
        tab.locator('[data-key="table"]').click()
        tab.get_by_role("menuitem", name="Save").wait_for()  # the menu is not what the first click ends
        tab.keyboard.press("Escape")
        tab.locator(".menu").wait_for(state="detached")
        assert tab.locator(".table.telling").count() == 1
        if end == "click":
            tab.mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
        else:
            tab.keyboard.press("Escape")
        tab.wait_for_selector(".table:not(.telling)")
        tab.wait_for_selector(".summary")
        if end == "click":
            tab.locator('[data-key="replay"]').click()
            tab.wait_for_selector(".table.replaying")
            assert tab.locator(".summary").count() == 0, "it tells of now, and does not lie over what is gone by"
        tab.wait_for_timeout(1200)  # the server is told a moment later
        tab.reload()
        tab.wait_for_selector(".world .piece")
        assert tab.locator(".table.telling").count() == 0


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("first-blood", "campaign-airfield"),
        ("henderson-field", "campaign-automatic"),
        ("axis-allies", "campaign-agree"),
    ],
)
def test_every_die_has_a_card_that_the_log_opens(real: str, page: Make, slug: str, name: str) -> None:
    tab = page(real)
    key, _ = recorded(tab, slug, name)
    tab.goto(f"{real}/t/{key}?seat=observer")
    tab.wait_for_selector(".world .piece")
    entries = tab.evaluate(f"({ENTRIES})('observer')")
    dice = [one for one in entries if one["dice"]]
    assert dice
    assert all(one["card"] for one in dice)
    tab.keyboard.press("l")
    tab.locator('.chip[data-filter="fights"]').click()
    button = tab.locator(".log-card").last
    button.click()
    card = tab.locator(".told-card")
    assert card.locator("h3").inner_text()
    assert card.locator(".card-result").first.inner_text()
    card.get_by_role("button", name="Close").click()
    assert card.count() == 0


SUMMED = """async ([before, after, lines, scores, own]) => {
  const { summed } = await import('/js/summary.js');
  const spaces = new Map([['field', { name: 'the field' }], ['ridge', { name: 'the ridge' }]]);
  const nameOf = (side) => ({ us: 'Americans', jp: 'Japanese' })[side];
  const whole = (pieces, score) => ({ pieces, marks: [], turn: 'Turn 2', sequence: [], sheets: [], score });
  const [first, last] = [whole(before, scores?.[0]), whole(after, scores?.[1])];
  const found = summed({ before: first, after: last, lines, own: own ?? [], seat: 'us', nameOf, spaces });
  return found.map((one) => one.text);
}"""


def line(n: int, **more: Any) -> dict[str, Any]:
    return {"n": n, "of": n, "kind": "", "text": f"Line {n}", "turn": "Turn 2", "time": "", **more}


def piece(name: str, place: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, "side": "jp", "place": place, "face": "", **more}


def test_a_summary_names_losses_and_says_what_is_only_crippled(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    gone = {"via": [], "count": 1, "side": "jp", "gone": True}
    crippled = line(1, side="us", losses=[{"name": "DD-1", "side": "us", "text": "crippled"}])
    spent = line(2, side="jp", motions=[{"start": "box", "end": "box", **gone}])
    killed = line(3, side="jp", mark="loss", motions=[{"start": "field", "end": "dead", **gone}])
    hidden, dead = piece("back 1", "field", up=False), piece("Infantry 2", "dead", up=True)
    said = tab.evaluate(SUMMED, [[hidden], [dead], [crippled, spent, killed]])
    assert said[:2] == ["Your losses: DD-1 (crippled).", "The Japanese lost Infantry 2."]


def test_a_summary_tells_what_others_did_and_takes_nothing_used_up_for_a_loss(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    went = {"via": [], "count": 1, "start": "beach", "end": "field"}
    mine = line(1, side="us", motions=[{**went, "side": "us"}])
    assert tab.evaluate(SUMMED, [[], [], [mine]]) == [], "what one did oneself is known"
    theirs = line(2, side="jp", motions=[{**went, "side": "jp"}])
    said = ["Line 2.", "Nothing was lost.", "Now: Turn 2."]
    assert tab.evaluate(SUMMED, [[], [], [mine, theirs]]) == said, "few moves are told as the log has them"
    many = [line(n, side="jp", motions=[{**went, "side": "jp"}]) for n in (1, 2, 3)]
    assert tab.evaluate(SUMMED, [[], [], many])[0] == "The Japanese made 3 moves, to the field."
    gone = {"via": [], "count": 1, "side": "jp", "gone": True, "end": "dead"}
    used = line(3, side="jp", motions=[{**gone, "start": "pool"}])
    killed = line(4, side="jp", mark="loss", motions=[{**gone, "start": "field"}])
    resupply, dead = piece("Resupply", "dead", up=True), piece("back 1", "dead", up=False)
    assert tab.evaluate(SUMMED, [[], [resupply, dead], [used, killed]])[0] == "The Japanese lost one piece."


def test_a_summary_says_where_and_by_what_something_was_lost(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    spent = {"via": [], "count": 1, "start": "beach", "end": "dead", "side": "jp", "gone": True}
    used = line(1, side="jp", text="The Japanese use Attrition.", motions=[spent])
    hit = line(2, side="us", mark="loss", spaces=["field"], losses=[{"name": "Infantry 3", "side": "us"}])
    said = ["You lost Infantry 3 at the field.", "The Japanese use Attrition."]
    assert tab.evaluate(SUMMED, [[], [], [used, {**hit, "of": 1}]])[:2] == said
    fight = line(3, side="jp", mark="battle", spaces=["field"], text="The attack succeeds.")
    lost = {**hit, "n": 4, "of": 3}
    assert tab.evaluate(SUMMED, [[], [], [fight, lost]])[:2] == [said[0], "The attack succeeds."]


def test_a_summary_tells_what_both_sides_scored_where_both_pull_at_one_number(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")

    def score(value: int) -> dict[str, Any]:
        tallies = [{"side": "us", "value": max(0, value)}, {"side": "jp", "value": max(0, -value)}]
        return {"name": "Points", "tallies": tallies, "wins": [], "pull": {"value": value, "sides": ["us", "jp"]}}

    held = line(1, side="jp", points=[{"side": "jp", "n": 11, "text": "villages held"}])
    reasons = [{"side": "us", "n": 3, "text": "the field"}, {"side": "us", "n": 1, "text": "A"}]
    lost = [line(2, side="us", points=reasons)]
    said = tab.evaluate(SUMMED, [[], [], [held, *lost], [score(0), score(-7)]])
    whole = "Japanese +11 (villages held); Americans +4 (+3 the field and +1 A)"
    assert said[0] == f"The Japanese gained 7 on balance: {whole}. Points: Japanese 7."
    said = tab.evaluate(SUMMED, [[], [], [held], [score(5), score(-6)]])
    assert said[0] == "The Japanese gained 11 (villages held). Points: Japanese 6."
    mine = {"losses": [{"name": "1/3", "side": "us"}], "points": [{"side": "jp", "n": 3, "text": "1/3 loses a step"}]}
    said = tab.evaluate(SUMMED, [[], [], [line(4)], [score(0), score(-3)], [line(3, **mine)]])
    assert said == ["The Japanese gained 3 (1/3 loses a step). Points: Japanese 3.", "Now: Turn 2."]


def test_a_summary_adds_up_the_steps_of_one_unit_and_tells_each_side_where_it_lost(mock: str, page: Make) -> None:
    """A loss is told by what its enemy scored for it: that line's side is not the side that lost."""
    tab = page(mock)
    tab.wait_for_selector(".game-card")

    def lost(n: int, name: str, side: str, place: str, steps: int = 1) -> dict[str, Any]:
        text, other = f"{steps} step" + "s" * (steps > 1), "us" if side == "jp" else "jp"
        points = [{"side": other, "n": 2 * steps, "text": f"losses of {name}"}]
        losses = [{"name": name, "side": side, "text": text, "steps": steps}]
        return line(n, side=other, spaces=[place], losses=losses, points=points)

    end = {"name": "35 Bde", "side": "jp", "text": "eliminated"}
    lines = [*(lost(n, "124/1", "jp", "field") for n in (1, 2, 3)), lost(4, "35 Bde", "jp", "field", 2),
             lost(5, "5/1", "us", "ridge"), line(6, side="jp", mark="loss", losses=[end])]  # fmt: skip
    said = tab.evaluate(SUMMED, [[], [], lines])
    assert "Losses of the Japanese at the field: 35 Bde (2 steps, eliminated); 124/1 (3 steps)." in said
    assert "Your losses at the ridge: 5/1 (1 step)." in said


DRAFTED = """async (line) => {
  const { Summary } = await import('/js/summary.js');
  const score = (value) => ({
    name: 'Points', wins: [], pull: { value, sides: ['us', 'jp'] },
    tallies: [{ side: 'us', value: 0 }, { side: 'jp', value: -value }],
  });
  const picture = (value) => ({
    pieces: [], marks: [], turn: 'Turn 2', sequence: [], sheets: [], score: score(value),
  });
  const board = { spaces: new Map() };
  const game = { lines: [line], board, sideName: (side) => side, style: () => 'us', cards: undefined };
  const summary = new Summary(game);
  summary.begin(0, picture(0), []);
  summary.show({ seat: 'us', picture: picture(-2), prompt: { mine: true } });
  return [...summary.box.querySelectorAll('li')].map((one) => one.textContent);
}"""


def test_a_summary_knows_of_a_loss_that_can_still_be_taken_back(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    points = [{"side": "jp", "n": 2, "text": "losses of 1/3"}]
    own = line(1, side="jp", draft=True, losses=[{"name": "1/3", "side": "us", "steps": 1}], points=points)
    said = tab.evaluate(DRAFTED, own)
    assert said == ["The jp gained 2 (losses of 1/3). Points: jp 2.", "Now: Turn 2."]


MOVED = """async ([stories, values]) => {
  const { ScoreBox } = await import('/js/score.js');
  const points = (side, text) => ({ n: 1, text: '', points: [{ side, n: 1, text }] });
  const game = { seat: 'us', style: () => 'us', sideName: (side) => side, story: { on: true, run: 0 }, lines: [] };
  const box = new ScoreBox(game);
  values.forEach((value, i) => {
    game.story.run = stories[i];
    const point = value < values[i - 1] ? points('jp', 'villages') : points('us', 'field');
    if (i) game.lines = [{ ...point, n: i }];
    const tallies = [{ side: 'us', value: Math.max(0, value) }, { side: 'jp', value: Math.max(0, -value) }];
    box.update({ score: { name: 'Points', tallies, wins: [], pull: { value, sides: ['us', 'jp'] } } }, i);
  });
  return [...box.host.querySelectorAll('.tally i, .score-why')].map((one) => one.textContent);
}"""


def test_what_both_sides_score_in_one_story_stands_beside_the_score_on_balance(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    assert tab.evaluate(MOVED, [[1, 1, 1], [0, -11, -7]]) == ["+7", "villages"]
    assert tab.evaluate(MOVED, [[1, 1, 2], [0, -11, -7]]) == ["\u22124", "field"]
    assert tab.evaluate(MOVED, [[1, 1, 1], [0, -3, 0]]) == []


def test_on_a_phone_no_hint_of_the_score_lies_on_the_summary(mock: str, page: Make) -> None:
    tab = page(mock, width=390, height=844, touch=True)
    tab.wait_for_selector(".game-card")
    shown = """(told) => {
      document.body.innerHTML = `<div class="table"><i class="${told}"></i><b class="score-why">why</b></div>`;
      return getComputedStyle(document.querySelector('.score-why')).display !== 'none';
    }"""
    assert [tab.evaluate(shown, told) for told in ("", "summary")] == [True, False]


def test_a_board_that_a_card_has_pushed_up_comes_down_again_without_it(mock: str, page: Make) -> None:
    tab = page(mock, width=390, height=844, touch=True)
    tab.wait_for_selector(".game-card")
    stood = tab.evaluate(
        """async () => {
          const { Camera } = await import('/js/camera.js');
          const port = document.body.appendChild(document.createElement('div'));
          port.style.cssText = 'width: 390px; height: 400px';
          const board = { width: 800, height: 600, view: [0, 0, 800, 600], key: 'pushed', least: 1, near: 1 };
          const camera = new Camera(port, port.appendChild(document.createElement('div')), board, () => {});
          Object.assign(camera, { scale: 1, y: -1000, foot: 150 });
          camera.apply();
          const stood = [600 + camera.y];
          camera.settle();
          await new Promise((done) => setTimeout(done, 500));
          return [...stood, 600 + camera.y, camera.foot];
        }"""
    )
    assert stood == [400 - 150 - 40, 400 - 40, 0], "the board's foot"


def test_why_the_score_moved_stands_with_it_and_covers_nothing(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    boxes = """() => {
      document.body.innerHTML = `<footer class="sequence"><button class="score-box"><small>Victory points</small>
        <b class="score-why">undamaged airfields</b></button></footer>`;
      return ['.sequence', '.score-box', '.score-why'].map((one) => {
        const box = document.querySelector(one).getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom];
      });
    }"""
    bar, score, why = tab.evaluate(boxes)
    assert score[0] <= why[0] < why[2] <= score[2], "the stages of the turn stand beside it"
    assert bar[1] <= why[1] < why[3] <= bar[3], "the board lies above it"


DUE = """async ([acts, lines]) => {
  const { Story } = await import('/js/story.js');
  const game = { replaying: { on: false }, startAt: null, before: null, lines: [] };
  const story = Object.assign(Object.create(Story.prototype), { game, on: false, closing: false });
  const told = [];
  for (const [state, own] of acts) {
    const message = { seat: 'us', seats: [], coach: { state, whole: false } };
    told.push((await story.due(message, { fresh: lines, own, first: false }))?.lines.length ?? 0);
    game.before = message;
  }
  return told;
}"""


def test_a_lesson_ends_with_the_words_of_its_coach_and_goes_on_when_one_plays_on(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    moved = [{"via": [], "count": 1, "start": "beach", "end": "field", "side": "jp"}]
    lines = [line(1, side="us"), line(2, side="jp", motions=moved)]
    acts = [("do", True), ("done", True), ("done", False), ("done", True), ("done", False)]
    assert tab.evaluate(DUE, [acts, lines]) == [1, 0, 0, 1, 2]


BETWEEN = """async ([before, after, lines]) => {
  const { between } = await import('/js/scenes.js');
  const { entriesOf } = await import('/js/entries.js');
  const state = (i, now) => (i < now ? 'done' : i > now ? 'next' : 'now');
  const bar = (now) => ['setup', 'move', 'fight'].map((id, i) => ({ id, name: id, state: state(i, now) }));
  const whole = (now) => ({ pieces: [], sequence: bar(now), turn: `Turn ${now}` });
  return entriesOf(lines).map((entry) => between(whole(before), whole(after), [entry]))
    .map((one) => [one.turn, one.sequence.find((stage) => stage.state === 'now').id]);
}"""


def test_the_bar_below_follows_the_phases_that_are_told(mock: str, page: Make) -> None:
    tab = page(mock)
    tab.wait_for_selector(".game-card")
    lines = [line(1), line(2, mark="phase", stage="move"), line(3)]
    assert tab.evaluate(BETWEEN, [0, 2, lines]) == [["Turn 0", "setup"], ["Turn 2", "move"], ["Turn 0", "setup"]]


LISTEN = """() => {
  window.heard = [];
  const table = document.querySelector('.table');
  const hear = () => {
    if (table.classList.contains('telling')) window.heard.push(document.querySelector('#prompt-text').innerText);
  };
  new MutationObserver(hear).observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Keeps all words of what is told, however short they stand."""


def test_what_follows_by_itself_on_a_move_that_can_be_taken_back_is_told(placed: Placed, page: Make) -> None:
    """Nobody else has anything to repair: the last repair of a turn ends it, and both sides score."""
    fields = {"BOU": ["axis damaged"], "GUA": ["allies"]}
    position = {"step": "R4b", "first": "allies", "axis": {"BOU": ["SUP"]}, "airfields": fields}
    tab = page("about:blank", story="normal", motion="no-preference")
    tab.goto(f"{placed.base}{placed.table(tab, 'axis-allies', position)}?seat=axis")
    tab.locator(".space.lit").first.wait_for(state="attached")
    tab.evaluate(LISTEN)
    tab.locator(".space.lit").first.dispatch_event("click")
    tab.wait_for_function("() => window.heard.some((text) => text.includes('Allies score 1 point'))")
