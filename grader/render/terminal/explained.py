"""What an explanation adds to a case on a terminal: lines of play, the smallest case found."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from grader.model.figures import Counterexample, Explanation, Figure, GridFigure, Line
from grader.render.sentences import shown_by
from grader.render.terminal import bars, grid
from grader.render.terminal.quote import Rail, beside, quoted

_LINES = 4
"""Lines of play that are shown."""

SOURCE = 60
"""Lines of a snippet that are shown: a whole one, or it is of no use."""


def draw(
    explanation: Explanation, width: int, *, lines: bool, longest: int = SOURCE
) -> list[RenderableType]:
    """The blocks that ``explanation`` consists of.

    Args:
        lines: with lines of play, if there are any.
        longest: lines of a snippet from which on it is only said how to print it.
    """
    blocks: list[RenderableType] = [quoted(explanation.text)] if explanation.text else []
    if lines:
        blocks += [_line(line, width) for line in explanation.lines[:_LINES]]
    if explanation.counterexample is not None:
        blocks.append(_counterexample(explanation.counterexample, width, longest))
    return blocks


def _line(line: Line, width: int) -> Group:
    title, outcome = quoted(line.title, "bold", first=2), quoted(line.outcome, first=2)
    return Group(title, grid.draw_line(line.positions, width), outcome)


def _counterexample(found: Counterexample, width: int, longest: int) -> Group:
    title = Text(f"{shown_by(found)}: ", "bold").append_text(quoted(found.size, first=1))
    source: RenderableType = Rail(quoted(found.source, first=SOURCE), "┆ ")
    if (lines := len(found.source.splitlines())) > longest:
        command = "grade replay REPORT.json CASE --snippet"
        source = Text(f"As {lines} lines of Python: {command}", "dim")
    if not found.smaller:
        return Group(title, source)
    values = [("should give", found.expected or None, "green"), ("gives", found.actual, "red")]
    return Group(title, *beside(_drawn(found.figure), values, width, first=4), source)


def _drawn(figure: Figure | None) -> RenderableType | None:
    if isinstance(figure, GridFigure):
        return grid.draw(figure)
    return None if figure is None else bars.draw(figure)
