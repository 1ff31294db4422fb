"""Writes the outcome of a comparison as one HTML file, passages side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.render.html.html_escaping import assemble_page, make_environment, read_template_file
from grader.similar import CAUTION
from grader.similar.comparison_outcome import (
    ComparisonOutcome,
    Passage,
    SimilarPair,
    SourceLine,
    format_line_span,
    format_percent,
)

_ROOM = 1_400_000
"""Characters of code on the page: it has to open on any machine."""
_PASSAGES = 25
"""Passages of a pair that are shown."""
_LINES = 120
"""Lines of a passage that are shown on each side."""
_LEFT_OUT = 200
"""Submissions left out that are listed."""


@dataclass(frozen=True, slots=True)
class PassageSide:
    """One side of a passage as the page shows it; ``left`` lines are not shown."""

    place: str
    lines: tuple[SourceLine, ...]
    left: int


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair as the page shows it; ``left`` passages are not shown."""

    anchor: str
    pair: SimilarPair
    passages: tuple[tuple[Passage, tuple[PassageSide, PassageSide]], ...]
    left: int


def render_comparison_page(outcome: ComparisonOutcome) -> str:
    """Return ``outcome`` as an HTML document that fetches, runs and sends nothing.

    Every text is spelled out (``escape.escape_invisible``) and escaped, names of files included.
    """
    made = make_environment("grader.similar")
    made.filters["percent"] = format_percent
    return assemble_page(
        made,
        "similar.html",
        read_template_file("grader.similar", "similar.css"),
        outcome=outcome,
        pairs=tuple(_views(outcome)),
        left_out=outcome.left_out[:_LEFT_OUT],
        left_out_more=len(outcome.left_out[_LEFT_OUT:]),
        caution=CAUTION,
        found=outcome.found,
    )


def _views(outcome: ComparisonOutcome) -> Iterator[PairView]:
    room = _ROOM
    for number, pair in enumerate(outcome.pairs, 1):
        shown: list[tuple[Passage, tuple[PassageSide, PassageSide]]] = []
        for passage in pair.passages[:_PASSAGES]:
            sides = (_side(passage.one), _side(passage.other))
            room -= sum(len(line.text) + 80 for side in sides for line in side.lines)
            if room < 0:
                break
            shown.append((passage, sides))
        yield PairView(f"pair-{number}", pair, tuple(shown), len(pair.passages) - len(shown))


def _side(lines: tuple[SourceLine, ...]) -> PassageSide:
    return PassageSide(format_line_span(lines), lines[:_LINES], len(lines[_LINES:]))
