"""Renders one player's tournament as an HTML page, which neither loads nor runs anything."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping

from markupsafe import Markup

from grader.model.escape import escape_invisible, neutralise_ci_commands
from grader.render.html.html_escaping import assemble_page, make_environment, read_template_file
from grader.render.html.svg_parts import format_coordinate, make_picture
from grader.tournament.player_records import PlayerRecord, StrengthAfterRound
from grader.tournament.standings_model import Standings

FOLDER = "players"

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 440.0, 170.0, 46.0, 12.0, 12.0, 22.0

_environment = functools.cache(make_environment)


def page_file_name(name: str) -> str:
    """Return the file name of a player's page."""
    return f"{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.html"


def render_player_page(record: PlayerRecord, standings: Standings, pages: Mapping[str, str]) -> str:
    """Return the page as text.

    Args:
        pages: file names of players' pages, by name.
    """
    package = "grader.tournament"
    return assemble_page(
        _environment(package),
        "player.html",
        read_template_file(package, "standings.css"),
        record=record,
        standings=standings,
        pages=pages,
        players=len(standings.rows),
        plot=_plot_strength_by_round(record.stages),
    )


def _plot_strength_by_round(stages: tuple[StrengthAfterRound, ...]) -> Markup:
    """Return a plot of the player's strength and its margin after each round."""
    if not stages:
        return Markup()
    low = min(0.0, *(stage.elo - stage.elo_margin for stage in stages))
    high = max(0.0, *(stage.elo + stage.elo_margin for stage in stages))
    scale = (_HEIGHT - _TOP - _BOTTOM) / ((high - low) or 1.0)

    def height(elo: float) -> float:
        return _TOP + scale * (high - elo)

    apart = (_WIDTH - _LEFT - _RIGHT) / len(stages)
    points = []
    elements = [
        (
            f'<path class="axis" d="M{format_coordinate(_LEFT)} '
            f'{format_coordinate(height(0))}H{format_coordinate(_WIDTH)}"/>'
        )
    ]
    elements += [
        f'<text class="end" x="{format_coordinate(_LEFT - 6)}" '
        f'y="{format_coordinate(height(value) + 4)}">'
        f"{value:+.0f}</text>"
        for value in (low, 0.0, high)
    ]
    for number, stage in enumerate(stages):
        x, y = _LEFT + apart * (number + 0.5), height(stage.elo)
        points.append(f"{format_coordinate(x)} {format_coordinate(y)}")
        top, bottom = height(stage.elo + stage.elo_margin), height(stage.elo - stage.elo_margin)
        elements += [
            (
                f'<path class="margin" d="M{format_coordinate(x)} '
                f'{format_coordinate(top)}V{format_coordinate(bottom)}"/>'
            ),
            (
                f'<circle class="strength" cx="{format_coordinate(x)}" cy="{format_coordinate(y)}" '
                'r="4.5"/>'
            ),
            (
                f'<text class="middle" x="{format_coordinate(x)}" '
                f'y="{format_coordinate(_HEIGHT - 5)}">{stage.round}</text>'
            ),
        ]
    elements.insert(1, f'<path class="course" d="M{"L".join(points)}"/>')
    heard = "; ".join(
        f"after round {stage.round} {stage.elo:+.0f} plus or minus {stage.elo_margin:.0f}"
        for stage in stages
    )
    return make_picture(
        "strengths", _WIDTH, _HEIGHT, neutralise_ci_commands(escape_invisible(heard)), elements
    )
