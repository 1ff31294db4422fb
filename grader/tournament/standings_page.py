"""Renders the standings as one HTML page, which neither loads nor runs anything."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from grader.model.escape import escape_invisible, neutralise_ci_commands
from grader.render.html.html_escaping import assemble_page, make_environment, read_template_file
from grader.render.html.svg_parts import format_coordinate, make_picture
from grader.tournament.standings_model import PlayerStanding, Standings

NAME = "index.html"

_WIDTH, _LINE, _NAMES, _EDGE = 440.0, 26.0, 130.0, 14.0
_LONGEST = 18
"""Characters of a name beside the plot."""


def render_standings_page(standings: Standings, exports: Sequence[str] = ()) -> str:
    """Return the page as text.

    Args:
        exports: names of files beside it for other programs.
    """
    return assemble_page(
        make_environment("grader.tournament"),
        "standings.html",
        read_template_file("grader.tournament", "standings.css"),
        standings=standings,
        exports=exports,
        plot=_plot_strengths(standings.rows),
    )


def _plot_strengths(rows: tuple[PlayerStanding, ...]) -> Markup:
    """Return a plot of strengths with their margins, a line for each player, best on top."""
    most = max((abs(row.elo) + row.elo_margin for row in rows), default=0.0) or 1.0
    middle = (_NAMES + _WIDTH - _EDGE) / 2
    scale = (_WIDTH - _EDGE - middle) / most
    height = _LINE * len(rows) + _LINE
    elements = [
        (
            f'<path class="axis" d="M{format_coordinate(middle)} '
            f'0V{format_coordinate(height - _LINE)}"/>'
        )
    ]
    for number, row in enumerate(rows):
        y = _LINE * (number + 0.5)
        x, spread = middle + scale * row.elo, scale * row.elo_margin
        whole = neutralise_ci_commands(escape_invisible(row.name))
        name = whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1]}…"
        elements += [
            (
                f'<text class="name" x="{format_coordinate(_NAMES - 8)}" '
                f'y="{format_coordinate(y + 4)}">{escape(name)}</text>'
            ),
            (
                f'<path class="margin" d="M{format_coordinate(x - spread)} '
                f'{format_coordinate(y)}H{format_coordinate(x + spread)}"/>'
            ),
            (
                f'<circle class="strength" cx="{format_coordinate(x)}" cy="{format_coordinate(y)}" '
                'r="4.5"/>'
            ),
        ]
    marks = ((-most, "start"), (0.0, "middle"), (most, "end"))
    elements += [
        f'<text class="{side}" x="{format_coordinate(middle + scale * value)}" '
        f'y="{format_coordinate(height - 8)}">'
        f"{value:+.0f}</text>"
        for value, side in marks
    ]
    heard = "; ".join(
        (
            f"{neutralise_ci_commands(escape_invisible(row.name))} {row.elo:+.0f} plus or minus "
            f"{row.elo_margin:.0f}"
        )
        for row in rows
    )
    return make_picture("strengths", _WIDTH, height, heard, elements)
