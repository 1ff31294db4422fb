"""Makes the parts that all SVG drawings share: the picture itself, arrows, bars, legends.

Elements are strings made of checked numbers and escaped texts, and only a finished picture is
declared to be markup. A stored report may hold any numbers; a browser that is asked to draw at
10 ** 300 draws nothing or hangs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from grader.model.figures import Look, Mark

_HEAD = 12.0
"""Length of an arrow's head; it is as wide."""

_NOTHING = Markup()


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """An entry of a drawing's legend: a sign and its meaning in words."""

    sign: Markup
    words: str


@dataclass(frozen=True, slots=True)
class BarRow:
    """A bar of a chart: its label, its number in words, and its drawing."""

    label: str
    value: str
    bar: Markup


@dataclass(frozen=True, slots=True)
class SvgFigure:
    """A figure as a page shows it: a picture with its legend, or rows of bars.

    Attributes:
        symbols: what the pieces are; several pictures side by side need it once.
    """

    caption: str
    picture: Markup = _NOTHING
    legend: tuple[LegendEntry, ...] = ()
    rows: tuple[BarRow, ...] = ()
    symbols: tuple[LegendEntry, ...] = ()


def make_picture(
    kind: str, width: float, height: float, words: str, elements: Iterable[str]
) -> Markup:
    """Return the finished SVG picture; ``words`` describe it to people who cannot see it."""
    w, h = format_coordinate(width), format_coordinate(height)
    return Markup(
        f'<svg class="{kind}" role="img" width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
        f' aria-label="{escape(words)}">{"".join(elements)}</svg>'
    )


def format_coordinate(value: float) -> str:
    """Return a coordinate with at most one decimal, for an SVG attribute."""
    return f"{value:.1f}".removesuffix(".0")


def draw_arrow(mark: Mark, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return an arrow from ``start`` to ``end``, both (x, y); a ring if both are equal.

    A wider stroke in the colour of the ground lies under it, so that it shows on pieces, too.
    """
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    if length == 0:
        return draw_ring(mark, start)
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    neck_x, neck_y = to_x - _HEAD * along_x, to_y - _HEAD * along_y
    side_x, side_y = -along_y * _HEAD / 2, along_x * _HEAD / 2
    shaft = (
        f"M{format_coordinate(x)} {format_coordinate(y)}L{format_coordinate(neck_x)} "
        f"{format_coordinate(neck_y)}"
    )
    head = [(to_x, to_y), (neck_x + side_x, neck_y + side_y), (neck_x - side_x, neck_y - side_y)]
    corners = " ".join(f"{format_coordinate(x)},{format_coordinate(y)}" for x, y in head)
    return (
        f'<g class="arrow {mark.value}"><path class="halo" d="{shaft}"/>'
        f'<path class="line" d="{shaft}"/><polygon points="{corners}"/></g>'
    )


def draw_ring(mark: Mark, centre: tuple[float, float], radius: float = 14) -> str:
    """Return a ring around ``centre`` (x, y)."""
    x, y = map(format_coordinate, centre)
    return f'<circle class="line {mark.value}" cx="{x}" cy="{y}" r="{format_coordinate(radius)}"/>'


def draw_piece(look: Look, centre: tuple[float, float], radius: float) -> str:
    """Return a disc or a square around ``centre`` (x, y), filled or hollow."""
    x, y = centre
    kind = look.value.removesuffix("_square")
    if look in {Look.FILLED, Look.HOLLOW}:
        return (
            f'<circle class="{kind}" cx="{format_coordinate(x)}" cy="{format_coordinate(y)}" '
            f'r="{format_coordinate(radius)}"/>'
        )
    left, top, side = (
        format_coordinate(x - radius),
        format_coordinate(y - radius),
        format_coordinate(2 * radius),
    )
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{side}" height="{side}"/>'


def draw_legend_sign(sign: str, width: int = 36) -> Markup:
    """Return a sign for a legend, 14 pixels high."""
    return Markup(
        f'<svg class="key" width="{width}" height="14" viewBox="0 0 {width} 14"'
        f' aria-hidden="true">{sign}</svg>'
    )


def draw_bar(part: float, kind: str = "") -> Markup:
    """Return a bar filled from the left; ``part`` is clipped to the range from 0 to 1."""
    filled = format_coordinate(100 * max(0.0, min(1.0, part)))
    return Markup(
        f'<svg class="bar {kind}" viewBox="0 0 100 1" preserveAspectRatio="none"'
        ' aria-hidden="true">'
        f'<rect class="whole" width="100" height="1"/><rect width="{filled}" height="1"/></svg>'
    )
