"""Which functions were found for roles, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.report import Report
from grader.render.filling import HEADING, lines
from grader.render.terminal.quote import Rail, quoted


def draw(report: Report) -> Iterator[RenderableType]:
    """A line for each thing that is not as in the template, if there is any."""
    if said := lines(report):
        yield Padding(Text(HEADING, "bold"), (1, 0, 0, 0))
        yield Rail(Group(*(quoted(line, first=3) for line in said)))
