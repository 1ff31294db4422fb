"""What all drawings have in common: the picture itself, arrows, bars.

Elements are strings made of checked numbers and escaped texts, and only a finished picture is
declared to be markup. A stored report may hold any numbers; a browser that is asked to draw at
10 ** 300 draws nothing or hangs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from grader.model.figures import Mark

_HEAD = 12.0
"""Length of an arrow's head; it is as wide."""

_NOTHING = Markup()


@dataclass(frozen=True, slots=True)
class Legend:
    """What a drawing shows, in words beside the sign for it: readable without seeing any of it."""

    sign: Markup
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One bar of a chart: its number in words and as a drawing."""

    label: str
    value: str
    bar: Markup


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure as a page shows it: a picture with its legend, or rows of bars."""

    caption: str
    picture: Markup = _NOTHING
    legend: tuple[Legend, ...] = ()
    rows: tuple[Row, ...] = ()


def picture(kind: str, width: float, height: float, told: str, elements: Iterable[str]) -> Markup:
    """The finished picture; ``told``, spelled out, is what somebody hears who cannot see it."""
    w, h = place(width), place(height)
    return Markup(
        f'<svg class="{kind}" role="img" width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
        f' aria-label="{escape(told)}">{"".join(elements)}</svg>'
    )


def place(value: float) -> str:
    """A coordinate with at most one decimal, as attributes have it."""
    return f"{value:.1f}".removesuffix(".0")


def arrow(mark: Mark, start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow from ``start`` to ``end``, both (x, y); a ring where they are the same place.

    A wider stroke in the colour of the ground lies under it, so that it shows on pieces, too.
    """
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    if length == 0:
        return f'<circle class="line {mark.value}" cx="{place(x)}" cy="{place(y)}" r="14"/>'
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    neck_x, neck_y = to_x - _HEAD * along_x, to_y - _HEAD * along_y
    side_x, side_y = -along_y * _HEAD / 2, along_x * _HEAD / 2
    shaft = f"M{place(x)} {place(y)}L{place(neck_x)} {place(neck_y)}"
    head = [(to_x, to_y), (neck_x + side_x, neck_y + side_y), (neck_x - side_x, neck_y - side_y)]
    corners = " ".join(f"{place(x)},{place(y)}" for x, y in head)
    return (
        f'<g class="arrow {mark.value}"><path class="halo" d="{shaft}"/>'
        f'<path class="line" d="{shaft}"/><polygon points="{corners}"/></g>'
    )


def arrow_key(mark: Mark) -> Markup:
    """The sign of an arrow for a legend."""
    return _key(arrow(mark, (2, 7), (34, 7)))


def stroke_key(kind: str) -> Markup:
    """The sign of a plain stroke for a legend."""
    return _key(f'<path class="edge {kind}" d="M2 7L34 7"/>')


def _key(sign: str) -> Markup:
    return Markup(
        '<svg class="key" width="36" height="14" viewBox="0 0 36 14" aria-hidden="true">'
        f"{sign}</svg>"
    )


def bar(part: float, kind: str = "") -> Markup:
    """A bar filled from the left; ``part`` is clipped to the range from 0 to 1."""
    filled = place(100 * max(0.0, min(1.0, part)))
    return Markup(
        f'<svg class="bar {kind}" viewBox="0 0 100 1" preserveAspectRatio="none"'
        ' aria-hidden="true">'
        f'<rect class="whole" width="100" height="1"/><rect width="{filled}" height="1"/></svg>'
    )
