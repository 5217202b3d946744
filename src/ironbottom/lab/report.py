"""A contest as a page that can be shown: plain HTML without a script, and Markdown for the documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ink: #22303a; --paper: #f6f2e6; --rule: #bdb79f; --bar: #23507a; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #f0d6c2; --paper: #171011; --rule: #5a3d36; --bar: #8fb3c9; }}
}}
body {{ font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--paper); margin: 2rem auto; max-width: 52rem;
  padding: 0 1rem; font-variant-numeric: tabular-nums lining-nums; }}
h1 {{ font-weight: normal; }} table {{ border-collapse: collapse; width: 100%; margin: 1rem 0; }}
th, td {{ text-align: left; white-space: nowrap; padding: .3rem .6rem; border-bottom: 1px solid var(--rule); }}
td.n, th.n {{ text-align: right; }} svg {{ width: 100%; height: 1.2rem; }}
</style>
<h1>{title}</h1>
<p>{lead}</p>
{body}
</html>
"""


def html(data: Mapping[str, Any]) -> str:
    """The report of a contest (`Tally.to_json`) as a page."""
    title = f"{' against '.join(data['score'])}: {data['game']}, {data['scenario']}"
    lead = f"{data['games']} games, seed {data['seed']}, fingerprint {data['fingerprint']}."
    players = [
        [name, *_share(data["score"][name], data["interval"][name]), _svg(data["score"][name], data["interval"][name]),
         f"{data['margin'][name]:+.2f}", f"{data['luck'][name]['z']:+.2f}", f"{data['thought_s'][name]:.2f}"]
        for name in data["score"]
    ]
    sides = [
        [name, side, str(row["games"]), *_share(row["score"], row["interval"])]
        for name, row_of in data["by_side"].items()
        for side, row in row_of.items()
    ]
    wins = [[side, str(number)] for side, number in data["wins"].items()] + [["drawn", str(data["draws"])]]
    ends = [[reason, str(number)] for reason, number in data["reasons"].items()]
    facts = [
        ["decisions", str(data["decisions"])], ["chance results", str(data["chance"])],
        ["CPU seconds", f"{data['cpu_s']:.2f}"], ["illegal actions", str(data["illegal"])],
        ["fallbacks", str(data["fallbacks"])], ["budget", str(data["budget"] or "the players' own")],
    ]
    body = "\n".join((
        _table(("player", "score", "95 %", "", "margin", "luck, z", "CPU s"), players),
        _table(("player", "side", "games", "score", "95 %"), sides),
        _table(("won by", "games"), wins), _table(("ended by", "games"), ends), _table(("", ""), facts),
    ))
    return PAGE.format(title=escape(title), lead=escape(lead), body=body)


def _share(score: float, interval: Sequence[float]) -> tuple[str, str]:
    return f"{100 * score:.1f} %", f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}"


def _svg(score: float, interval: Sequence[float]) -> str:
    low, high = (1000 * edge for edge in interval)
    return (
        '<svg viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="M500 0V40M0 20H1000" stroke="currentColor" stroke-opacity=".3"/>'
        f'<path d="M{low:.0f} 20H{high:.0f}" stroke="var(--bar)" stroke-width="14"/>'
        f'<path d="M{1000 * score:.0f} 4V36" stroke="currentColor" stroke-width="4"/></svg>'
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = "".join(
        "<tr>" + "".join(f"<td>{cell if cell.startswith('<svg') else escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><tr>{top}</tr>{lines}</table>"


def text(data: Mapping[str, Any]) -> str:
    """The report of a contest for a terminal."""
    lines = [f"{data['game']}, {data['scenario']}: {data['games']} games, seed {data['seed']}"]
    for name, score in data["score"].items():
        low, high = data["interval"][name]
        parts = ", ".join(f"{100 * row['score']:.1f} % as {side}" for side, row in data["by_side"][name].items())
        lines.append(f"  {name:<12} {100 * score:5.1f} % of the points ({100 * low:.1f} to {100 * high:.1f}); {parts}")
    wins = ", ".join(f"{side} {number}" for side, number in data["wins"].items())
    lines.append(f"  won by: {wins}, drawn {data['draws']}")
    lines.append("  ended by: " + ", ".join(f"{reason} {number}" for reason, number in data["reasons"].items()))
    if data["sprt"] is not None:
        lines.append(f"  sequential test: {data['sprt']['says']} (0 against 50 Elo, llr {data['sprt']['llr']:+.2f})")
    luck = ", ".join(f"{name} {row['z']:+.2f}" for name, row in data["luck"].items())
    lines.append(f"  luck in standard deviations: {luck}")
    lines.append(
        f"  {data['decisions']} decisions, {data['cpu_s']:.2f} CPU s; illegal {data['illegal']}, "
        f"fallbacks {data['fallbacks']}; fingerprint {data['fingerprint']}"
    )
    return "\n".join(lines)
