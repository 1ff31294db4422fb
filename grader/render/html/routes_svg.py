"""Draws routes as SVG: the student's over each of the others, so that the differences show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

from markupsafe import Markup

from grader.model.escape import escape_to_one_line
from grader.model.figures import Mark, Route, RouteFigure
from grader.model.formatting import format_number
from grader.render.html.svg_parts import (
    LegendEntry,
    SvgFigure,
    draw_legend_sign,
    format_coordinate,
    make_picture,
)

_WIDTH = 300
_MARGIN = 14
_POINTS = 500
"""Points that are drawn at most."""
_NUMBERED = 24
"""Points up to which each has its number beside it."""
_OTHERS = 3
"""Routes that the student's is laid over, at most."""

Edge = tuple[int, int]
Place = tuple[float, float]


def draw_routes(figure: RouteFigure) -> list[SvgFigure]:
    """Return a drawing for each route to compare with, or of each route if none can be.

    Points that do not exist are passed over, and what cannot be drawn is said in words.
    """
    points = _scale_points(figure.points)
    if points is None:
        return [SvgFigure(figure.caption or "These routes cannot be drawn.")]
    yours = next((route for route in figure.routes if route.mark is Mark.YOURS), None)
    others = [route for route in figure.routes if route is not yours][:_OTHERS]
    if yours is None or not others:
        return [_alone(route, points, figure.caption) for route in figure.routes[: _OTHERS + 1]]
    return [_compared(yours, other, points, figure.caption) for other in others]


def _scale_points(points: Sequence[Place]) -> list[Place] | None:
    """Return the points scaled to the drawing; ``None`` if they cannot be drawn."""
    if not 1 < len(points) <= _POINTS or not all(map(math.isfinite, chain(*points))):
        return None
    columns, rows = [x for x, _ in points], [y for _, y in points]
    span = max(max(columns) - min(columns), max(rows) - min(rows))
    if not 0 < span < math.inf:
        return None
    scale = (_WIDTH - 2 * _MARGIN) / span
    left, top = min(columns), max(rows)
    return [(_MARGIN + (x - left) * scale, _MARGIN + (top - y) * scale) for x, y in points]


def _alone(route: Route, points: Sequence[Place], caption: str) -> SvgFigure:
    kind = "yours" if route.mark is Mark.YOURS else "other"
    layers = [(kind, _joined_pairs(route, len(points)))]
    return SvgFigure(caption, _drawn(layers, points, route.label), (_legend(kind, route),))


def _compared(yours: Route, other: Route, points: Sequence[Place], caption: str) -> SvgFigure:
    own, its = _joined_pairs(yours, len(points)), _joined_pairs(other, len(points))
    layers = [("shared", own & its), ("other", its - own), ("yours", own - its)]
    legend = (
        _legend("yours", yours),
        _legend("other", other),
        LegendEntry(_key("shared"), "in both"),
    )
    return SvgFigure(caption, _drawn(layers, points, f"{yours.label}, {other.label}"), legend)


def _legend(kind: str, route: Route) -> LegendEntry:
    return LegendEntry(_key(kind), f"{route.label}, length {format_number(route.length)}")


def _key(kind: str) -> Markup:
    return draw_legend_sign(f'<path class="edge {kind}" d="M2 7L34 7"/>')


def _joined_pairs(route: Route, points: int) -> set[Edge]:
    """Return the pairs of points that ``route`` joins; a closed one ends at its start."""
    stops = [stop for stop in route.stops[: 2 * _POINTS] if 0 <= stop < points]
    ends = [*stops[1:], *(stops[:1] if route.closed else ())]
    return {(min(pair), max(pair)) for pair in zip(stops, ends, strict=False)}


def _drawn(layers: Sequence[tuple[str, set[Edge]]], points: Sequence[Place], names: str) -> Markup:
    strokes = [
        f'<path class="edge {kind}" d="{_path(edges, points)}"/>' for kind, edges in layers if edges
    ]
    dots = [
        f'<circle class="point" cx="{format_coordinate(x)}" cy="{format_coordinate(y)}" r="3"/>'
        for x, y in points
    ]
    height = max(y for _, y in points) + _MARGIN
    words = f"Map of {len(points)} points: {escape_to_one_line(names)}"
    numbers = [
        f'<text x="{format_coordinate(x + 5)}" y="{format_coordinate(y - 5)}">{n}</text>'
        for n, (x, y) in enumerate(points)
        if len(points) <= _NUMBERED
    ]
    return make_picture("map", _WIDTH, height, words, [*strokes, *dots, *numbers])


def _path(edges: set[Edge], points: Sequence[Place]) -> str:
    return "".join(
        (
            f"M{format_coordinate(points[a][0])} "
            f"{format_coordinate(points[a][1])}L{format_coordinate(points[b][0])} "
            f"{format_coordinate(points[b][1])}"
        )
        for a, b in sorted(edges)
    )
