"""Drawing round trips: the student's over each of the others, so that the differences show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

from markupsafe import Markup

from grader.model.escape import one_line
from grader.model.figures import Mark, Tour, TourFigure
from grader.model.wording import number
from grader.render.html.svg import Drawing, Legend, picture, place, stroke_key

_WIDTH = 300
_MARGIN = 14
_CITIES = 500
"""Cities that are drawn at most."""
_NUMBERED = 24
"""Cities up to which each has its number beside it."""
_OTHERS = 3
"""Tours that the student's is laid over, at most."""

Edge = tuple[int, int]
Place = tuple[float, float]


def draw(figure: TourFigure) -> list[Drawing]:
    """One drawing for each tour to compare with; without any, the only tour that there is.

    Cities that do not exist are passed over, and what cannot be put on a page is told in words.
    """
    cities = _scaled(figure.points)
    if cities is None:
        return [Drawing(figure.caption or "These tours cannot be drawn.")]
    yours = next((tour for tour in figure.tours if tour.mark is Mark.YOURS), None)
    others = [tour for tour in figure.tours if tour is not yours][:_OTHERS]
    if yours is None or not others:
        return [_alone(tour, cities, figure.caption) for tour in figure.tours[: _OTHERS + 1]]
    return [_compared(yours, other, cities, figure.caption) for other in others]


def _scaled(points: Sequence[Place]) -> list[Place] | None:
    """The cities, as large as the drawing allows, both axes alike; ``None`` if that is no use."""
    if not 1 < len(points) <= _CITIES or not all(map(math.isfinite, chain(*points))):
        return None
    columns, rows = [x for x, _ in points], [y for _, y in points]
    span = max(max(columns) - min(columns), max(rows) - min(rows))
    if not 0 < span < math.inf:
        return None
    scale = (_WIDTH - 2 * _MARGIN) / span
    left, top = min(columns), max(rows)
    return [(_MARGIN + (x - left) * scale, _MARGIN + (top - y) * scale) for x, y in points]


def _alone(tour: Tour, cities: Sequence[Place], caption: str) -> Drawing:
    kind = "yours" if tour.mark is Mark.YOURS else "other"
    layers = [(kind, _edges(tour, len(cities)))]
    return Drawing(caption, _drawn(layers, cities, tour.label), (_told(kind, tour),))


def _compared(yours: Tour, other: Tour, cities: Sequence[Place], caption: str) -> Drawing:
    own, its = _edges(yours, len(cities)), _edges(other, len(cities))
    layers = [("shared", own & its), ("other", its - own), ("yours", own - its)]
    legend = (
        _told("yours", yours),
        _told("other", other),
        Legend(stroke_key("shared"), "in both"),
    )
    return Drawing(caption, _drawn(layers, cities, f"{yours.label}, {other.label}"), legend)


def _told(kind: str, tour: Tour) -> Legend:
    return Legend(stroke_key(kind), f"{tour.label}, length {number(tour.length)}")


def _edges(tour: Tour, cities: int) -> set[Edge]:
    """The pairs of cities that ``tour`` joins, the way back to the start included."""
    route = [city for city in tour.route[: 2 * _CITIES] if 0 <= city < cities]
    return {(min(pair), max(pair)) for pair in zip(route, [*route[1:], *route[:1]], strict=True)}


def _drawn(layers: Sequence[tuple[str, set[Edge]]], cities: Sequence[Place], names: str) -> Markup:
    strokes = [
        f'<path class="edge {kind}" d="{_path(edges, cities)}"/>' for kind, edges in layers if edges
    ]
    dots = [f'<circle class="city" cx="{place(x)}" cy="{place(y)}" r="3"/>' for x, y in cities]
    height = max(y for _, y in cities) + _MARGIN
    told = f"Map of {len(cities)} cities: {one_line(names)}"
    return picture("tour", _WIDTH, height, told, [*strokes, *dots, *_numbers(cities)])


def _path(edges: set[Edge], cities: Sequence[Place]) -> str:
    return "".join(
        f"M{place(cities[a][0])} {place(cities[a][1])}L{place(cities[b][0])} {place(cities[b][1])}"
        for a, b in sorted(edges)
    )


def _numbers(cities: Sequence[Place]) -> list[str]:
    if len(cities) > _NUMBERED:
        return []
    return [
        f'<text x="{place(x + 5)}" y="{place(y - 5)}">{city}</text>'
        for city, (x, y) in enumerate(cities)
    ]
