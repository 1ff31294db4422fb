"""A game as a moving picture: the boards of a replay one after the other, without end."""

from __future__ import annotations

import re

from markupsafe import escape

from grader.model.escape import escape_to_one_line
from grader.model.game_replay import Replay
from grader.render.html import grid_svg

SECONDS = 0.9
"""For each position."""
LINGER = 4
"""For how many positions the last one stays."""
_LINES = 52
"""Pixels below the board, for what was played."""

_STYLE = """
svg { --ground: #fff; --ink: #1c2025; --soft: #59626d; --cells: #f4efe4; --net: #cdc3ae;
  --filled: #23262b; --hollow: #fff; --rim: #23262b; --played: #3b4ea3; }
@media (prefers-color-scheme: dark) { svg { --ground: #14171b; --ink: #e3e6ea; --soft: #9da7b2;
  --cells: #4b5058; --net: #686e77; --filled: #101215; --hollow: #f1f2f4; --rim: #aab1ba;
  --played: #a9b8ff; } }
.ground { fill: var(--ground); } .net { fill: var(--cells); stroke: var(--net); }
.filled { fill: var(--filled); stroke: var(--rim); stroke-width: 1.25; }
.hollow { fill: var(--hollow); stroke: var(--rim); stroke-width: 1.25; }
.line { fill: none; stroke: var(--played); stroke-width: 3; }
.halo { fill: none; stroke: var(--cells); stroke-width: 6; } polygon { fill: var(--played); }
text { font: 11px system-ui, sans-serif; fill: var(--soft); text-anchor: middle; }
.about { font-size: 13px; fill: var(--ink); }
"""


def film(replay: Replay) -> str:
    """The game as an SVG file that moves by its style sheet alone, and stands still on request."""
    figures = [replay.start, *(move.figure for move in replay.moves)]
    pictures = [str(grid_svg.draw_grid(figure).picture) for figure in figures]
    width, height = map(float, re.findall(r' (?:width|height)="([\d.]+)"', pictures[0])[:2])
    total = SECONDS * (len(figures) - 1 + LINGER)
    frames = []
    for number, (picture, lines) in enumerate(zip(pictures, _captions(replay), strict=True)):
        kind = "last" if number == len(figures) - 1 else "frame"
        inner = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
        texts = "".join(
            f'<text class="about" x="{width / 2:.0f}" y="{height + below}">'
            f"{escape(escape_to_one_line(line))}</text>"
            for below, line in zip((20, 38), lines, strict=True)
        )
        delay = f"animation-delay:{number * SECONDS - total:.1f}s"
        frames.append(f'<g class="{kind}" style="{delay}">{inner}{texts}</g>\n')
    size = f'width="{2 * width:.0f}" height="{2 * (height + _LINES):.0f}"'
    title = escape(escape_to_one_line(" against ".join(replay.players)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        f'viewBox="0 0 {width:.0f} {height + _LINES:.0f}"><title>{title}</title>\n'
        f"<style>{_STYLE}{_moving(len(figures), total)}</style>\n"
        f'<rect class="ground" width="100%" height="100%"/>\n{"".join(frames)}</svg>\n'
    )


def _captions(replay: Replay) -> list[tuple[str, str]]:
    """Two lines below each position."""
    captions = [replay.players]
    captions += [
        (f"{number}. {move.ply.move}", replay.players[move.side])
        for number, move in enumerate(replay.moves, 1)
    ]
    return captions


def _moving(positions: int, total: float) -> str:
    """The rules by which one position after the other is visible."""
    shown = 100 / (positions - 1 + LINGER)
    rules = [
        f".frame, .last {{ visibility: hidden; animation: frame {total:.1f}s step-end infinite; }}",
        ".last { animation-name: last; }",
        "@media (prefers-reduced-motion) {",
        "  .frame, .last { animation: none; } .last { visibility: visible; }",
        "}",
    ]
    rules += [
        f"@keyframes {name} {{ 0% {{ visibility: visible }} {part:.3f}% {{ visibility: hidden }} }}"
        for name, part in (("frame", shown), ("last", LINGER * shown))
    ]
    return "".join(f"{rule}\n" for rule in rules)
