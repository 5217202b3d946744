"""Reports as pages that can be shown: plain HTML without a script, everything in one file."""

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
@media (max-width: 40rem) {{ th, td {{ white-space: normal; padding: .2rem; font-size: .8rem; }} }}
td.n, th.n {{ text-align: right; }} svg {{ width: 100%; height: 1.2rem; }}
</style>
<h1>{title}</h1>
<p>{lead}</p>
{body}
</html>
"""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; a cell that is a drawing stands as it is."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = "".join(
        "<tr>" + "".join(f"<td>{cell if cell.startswith('<svg') else escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><tr>{top}</tr>{lines}</table>"


def after_game(data: Mapping[str, Any]) -> str:
    """The report after a game (`opponents.after_game.story`)."""
    names = list(data["luck"])
    title = f"{data['title']}: after the game"
    called = data["called"]
    first = called[names[0]]
    lead = ", ".join(f"{called.get(side, side)}: {who}" for side, who in data["who"].items()) + f". {data['ending']}"
    luck = [[called[name], f"{row['z']:+.2f}", str(row["events"])] for name, row in data["luck"].items()]
    turns = [
        [str(one["n"]), one["turn"], called.get(one["by"], ""),
         f"{100 * one['before']:.0f} % to {100 * one['after']:.0f} %", one["text"]]
        for one in data["turning"]
    ]
    moves = [
        [str(one["n"]), called.get(one["by"], ""), f"{100 * one['truth'][names[0]]:.0f} %",
         *(f"{100 * (one['known'][name] if name == names[0] else 1 - one['known'][name]):.0f} %" for name in names),
         one["text"]]
        for one in data["moves"]
    ]
    heading = "All moves" if len(moves) == data["of"] else f"{len(moves)} of {data['of']} moves"
    body = "\n".join((
        CHANCE_STYLE,
        f"<h2>The chance of the {escape(first)}</h2>", curve(data, names),
        "<h2>Turning points</h2>",
        table(("move", "turn", "by", f"chance of the {first}", "what happened"), turns) if turns
        else "<p>No move changed the chance to win by much.</p>",
        "<h2>Luck</h2>",
        "<p>Luck in standard deviations: two in three games stay within 1, nearly all within 3.</p>",
        table(("side", "luck", "chance results"), luck),
        f"<h2>{heading}</h2>",
        f"<p>All figures are the chance of the {escape(first)}: by the truth, and as each side could know it then.</p>",
        table(("move", "by", "truth", *(f"as the {called[name]} knew" for name in names), "what happened"), moves),
    ))
    return PAGE.format(title=escape(title), lead=escape(lead), body=body)


CHANCE_STYLE = """<style>
td:last-child { white-space: normal; } svg.curve { height: 16rem; }
.chance { display: grid; grid-template-columns: auto 1fr; gap: .2rem .6rem; margin: 1rem 0; }
.chance .side { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
.chance .foot { grid-column: 2; display: flex; justify-content: space-between; } .chance figcaption { grid-column: 2; }
</style>"""


def curve(data: Mapping[str, Any], names: Sequence[str]) -> str:
    """The chances of the first side as lines: the truth heavy, what each side knew light or dashed."""
    points = data["moves"]
    width, height = 1000, 320

    def line(values: list[float], style: str) -> str:
        step = width / max(1, data["of"] - 1)
        path = " ".join(
            f"{(one['n'] - 1) * step:.1f},{height * (1 - value):.1f}" for one, value in zip(points, values, strict=True)
        )
        return f'<polyline points="{path}" fill="none" vector-effect="non-scaling-stroke" {style}/>'

    first, called = names[0], data["called"]
    lines = [line([one["truth"][first] for one in points], 'stroke="var(--bar)" stroke-width="3"')]
    styles = ('stroke="currentColor" stroke-width="1.2"', 'stroke="currentColor" stroke-width="1.2" '
              'stroke-dasharray="5 4"')
    for number, name in enumerate(names):
        known = [one["known"][name] if number == 0 else 1 - one["known"][name] for one in points]
        lines.append(line(known, styles[min(number, 1)]))
    legend = "Heavy: the truth" + "".join(
        f"; {'thin' if number == 0 else 'dashed'}: as the {escape(called[name])} knew"
        for number, name in enumerate(names)
    )
    return (
        '<figure class="chance"><div class="side"><span>100 %</span><span>50 %</span><span>0 %</span></div>'
        f'<svg class="curve" viewBox="0 0 {width} {height}" preserveAspectRatio="none" role="img" '
        f'aria-label="the chance to win after each move">'
        f'<path d="M0 {height / 2}H{width}M0 0V{height}H{width}" fill="none" stroke="currentColor" '
        f'stroke-opacity=".3" vector-effect="non-scaling-stroke"/>{"".join(lines)}</svg><div class="foot">'
        f"<span>move 1</span><span>move {(1 + data['of']) // 2}</span><span>move {data['of']}</span>"
        f"</div><figcaption>Up: the chance of the {escape(called[first])} to win. Across: the moves of both sides. "
        f"{legend}.</figcaption></figure>"
    )
