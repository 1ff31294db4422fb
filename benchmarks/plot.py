"""Pictures of what was measured: panels of one quantity each, on a logarithmic scale, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 380, 300
"""Of a panel, in pixels."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 14, 56, 40
"""Room around what is drawn in it."""
_COLOURS = ("#1a7f37", "#8250df", "#bc4c00")
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Point:
    """A measured value; ``at_least`` if it was given up there."""

    value: float
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Series of one quantity, each with a point for each of the same places."""

    title: str
    series: Sequence[tuple[str, Sequence[Point]]]


def drawn(panels: Sequence[Panel], places: Sequence[str]) -> str:
    """Panels beside each other, as an SVG document.

    A point that was given up is hollow, with an arrow upwards.

    Args:
        places: what stands below each point, from left to right.
    """
    width = _WIDTH * len(panels)
    parts = [part for number, panel in enumerate(panels)
             for part in (f'<g transform="translate({number * _WIDTH} 0)">',
                          *_panel(panel, places), "</g>")]  # fmt: skip
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" '
        f'width="{width}" height="{_HEIGHT}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{width}" height="{_HEIGHT}" fill="#ffffff"/>\n{inside}\n</svg>\n'
    )


def _panel(panel: Panel, places: Sequence[str]) -> Iterator[str]:
    values = [point.value for _, points in panel.series for point in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) + 0.1)

    def x(place: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (place + 0.5) / len(places)

    def y(value: float) -> float:
        share = (math.log10(value) - low) / (high - low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    yield f'<text x="{_LEFT}" y="18" font-weight="bold">{escape(panel.title)}</text>'
    for power in range(low, high + 1):
        at = y(10.0**power)
        label = f"10{str(power).translate(_SUPERSCRIPTS)}"
        yield (
            f'<path d="M{_LEFT} {at:.1f}H{_WIDTH - _RIGHT}" stroke="#d0d7de"/>'
            f'<text x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{label}</text>'
        )
    for place, name in enumerate(places):
        bottom = _HEIGHT - _BOTTOM + 18
        yield f'<text x="{x(place):.1f}" y="{bottom}" text-anchor="middle">{escape(name)}</text>'
    for number, ((name, points), colour) in enumerate(zip(panel.series, _COLOURS, strict=False)):
        path = "L".join(f"{x(place):.1f} {y(point.value):.1f}"
                        for place, point in enumerate(points))  # fmt: skip
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for place, point in enumerate(points):
            yield _mark(x(place), y(point.value), point, colour)
        left = _LEFT + 110 * number
        yield (f'<circle cx="{left + 5}" cy="36" r="4" fill="{colour}"/>'
               f'<text x="{left + 14}" y="40">{escape(name)}</text>')  # fmt: skip


def _mark(x: float, y: float, point: Point, colour: str) -> str:
    if not point.at_least:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    return (
        f'<path d="M{x:.1f} {y:.1f}v-16m-4 5l4 -5l4 5" fill="none" stroke="{colour}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#ffffff" stroke="{colour}"/>'
    )
