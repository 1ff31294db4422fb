"""Draws an argument of a call for the report, by a function of the assignment.

How a position is drawn is the assignment's business: ``figures.py`` in the folder of its hidden
tests may have a function ``figure_of(value)``. It is given each positional argument in turn, which
may be anything that came from a student, and returns a name and a figure for the first that it
knows how to draw, ``None`` for all others. Without the file nothing is drawn.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grader.model.figures import ChartFigure, DrawnArgument, Figure, GridFigure, RouteFigure

NAME = "figures.py"
_FUNCTION = "figure_of"
_LARGEST = 50_000
"""Characters of a figure, written out: far more than anybody can look at."""

FigureOf = Callable[[object], tuple[str, Figure] | None]


def draw_first_argument(tests: Path, arguments: Sequence[object]) -> DrawnArgument | None:
    """Return the first of ``arguments`` that the assignment draws; ``None`` if it draws none.

    What is too large to be looked at is not drawn.

    Raises:
        Exception: whatever the assignment's own code raises.
        TypeError: if it does not return what it should.
    """
    figure_of = _figure_of(tests)
    if figure_of is None:
        return None
    for index, value in enumerate(arguments):
        found = figure_of(value)
        if found is not None:
            return _checked(index, found)
    return None


def is_small_enough(figure: Figure) -> bool:
    """Return whether ``figure`` is small enough to be looked at and kept in a report."""
    return len(repr(figure)) <= _LARGEST


def check_figures_file(tests: Path) -> list[str]:
    """Import the assignment's ``figures.py``, and return sentences about problems with it."""
    try:
        _figure_of(tests)
    except Exception as bug:  # noqa: BLE001 - the author's; grading does without
        return [f"{tests / NAME} cannot be used: {type(bug).__name__}: {bug}"]
    return []


def _checked(index: int, found: Any) -> DrawnArgument | None:
    match found:
        case (str(name), GridFigure() | RouteFigure() | ChartFigure() as figure):
            return DrawnArgument(index, name, figure) if is_small_enough(figure) else None
    raise TypeError(
        f"{_FUNCTION} has to return a name and a figure, or None; it returned a "
        f"{type(found).__name__}"
    )


@functools.cache
def _figure_of(tests: Path) -> FigureOf | None:
    path = tests / NAME
    spec = importlib.util.spec_from_file_location(f"figures of {tests.name}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    function: FigureOf | None = getattr(module, _FUNCTION, None)
    return function
