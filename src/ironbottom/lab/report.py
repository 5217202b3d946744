"""A contest as a page that can be shown: plain HTML without a script, and Markdown for the documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ironbottom import games
from ironbottom.drawing.pages import PAGE, table
from ironbottom.opponents.registry import called


def html(data: Mapping[str, Any]) -> str:
    """The report of a contest (`Tally.to_json`) as a page."""
    game = games.load(data["game"])
    side_of = {side: game.words.bare(side) for side in data["wins"]}
    who = {name: _called(name) for name in data["score"]}
    title = f"{' against '.join(who.values())}: {game.title}, {game.scenario(data['scenario']).name}"
    lead = f"{data['games']} games, seed {data['seed']}, fingerprint {data['fingerprint']}."
    players = [
        [who[name], *_share(data["score"][name], data["interval"][name]),
         _svg(data["score"][name], data["interval"][name]), f"{data['margin'][name]:+.2f}", _luck(data["luck"][name]),
         f"{data['thought_s'][name]:.2f}"]
        for name in data["score"]
    ]
    sides = [
        [who[name], side_of[side], str(row["games"]), *_share(row["score"], row["interval"])]
        for name, row_of in data["by_side"].items()
        for side, row in row_of.items()
    ]
    wins = [[side_of[side], str(number)] for side, number in data["wins"].items()] + [["drawn", str(data["draws"])]]
    ends = [[_plain(reason), str(number)] for reason, number in data["reasons"].items()]
    facts = [
        ["decisions", str(data["decisions"])], ["chance results", str(data["chance"])],
        ["CPU seconds", f"{data['cpu_s']:.2f}"], ["illegal actions", str(data["illegal"])],
        ["fallbacks", str(data["fallbacks"])], ["budget", str(data["budget"] or "the players' own")],
    ]
    body = "\n".join((
        table(("player", "score", "95 %", "", "margin", "luck, z", "CPU s"), players),
        table(("player", "side", "games", "score", "95 %"), sides),
        table(("won by", "games"), wins), table(("ended by", "games"), ends), table(("", ""), facts),
    ))
    return PAGE.format(title=escape(title), lead=escape(lead), body=body)


def _called(label: str) -> str:
    """A player of a contest in words; the second of a name keeps its mark."""
    name, mark, number = label.partition("#")
    return called(name) + mark + number


def _plain(reason: str) -> str:
    """A key in plain letters: the game's sentence for it wants the figures of one game."""
    return reason.replace("_", " ")


def _share(score: float, interval: Sequence[float]) -> tuple[str, str]:
    return f"{100 * score:.1f} %", f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}"


def _luck(row: Mapping[str, Any]) -> str:
    return f"{row['z']:+.2f}" if row["events"] else "–"  # nothing was measured


def _svg(score: float, interval: Sequence[float]) -> str:
    low, high = (1000 * edge for edge in interval)
    return (
        '<svg viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="M500 0V40M0 20H1000" stroke="currentColor" stroke-opacity=".3"/>'
        f'<path d="M{low:.0f} 20H{high:.0f}" stroke="var(--bar)" stroke-width="14"/>'
        f'<path d="M{1000 * score:.0f} 4V36" stroke="currentColor" stroke-width="4"/></svg>'
    )


def text(data: Mapping[str, Any]) -> str:
    """The report of a contest for a terminal."""
    lines = [f"{data['game']}, {data['scenario']}: {data['games']} games, seed {data['seed']}"]
    for name, score in data["score"].items():
        low, high = data["interval"][name]
        parts = ", ".join(f"{100 * row['score']:.1f} % as {side}" for side, row in data["by_side"][name].items())
        lines.append(f"  {name:<12} {100 * score:5.1f} % of the points ({100 * low:.1f} to {100 * high:.1f}); {parts}")
    wins = ", ".join(f"{side} {number}" for side, number in data["wins"].items())
    lines.append(f"  won by: {wins}, drawn {data['draws']}")
    lines.append("  ended by: " + ", ".join(f"{_plain(reason)} {number}" for reason, number in data["reasons"].items()))
    if data["sprt"] is not None:
        lines.append(f"  sequential test: {data['sprt']['says']} (0 against 50 Elo, llr {data['sprt']['llr']:+.2f})")
    if any(row["events"] for row in data["luck"].values()):
        luck = ", ".join(f"{name} {_luck(row)}" for name, row in data["luck"].items())
        lines.append(f"  luck in standard deviations: {luck}")
    lines.append(
        f"  {data['decisions']} decisions, {data['cpu_s']:.2f} CPU s; illegal {data['illegal']}, "
        f"fallbacks {data['fallbacks']}; fingerprint {data['fingerprint']}"
    )
    return "\n".join(lines)
