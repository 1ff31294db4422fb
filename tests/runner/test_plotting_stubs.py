"""Stand-ins for packages that are not there: what students do with them works."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from grader.runner.notebook_stubs import StandInFinder, StubShell
from grader.runner.plotting_stubs import StubbedPackages


@pytest.fixture
def drawings() -> Iterator[StubbedPackages]:
    """Stands in for the package ``sketch``."""
    drawings = StubbedPackages(["sketch"])
    finder: Any = StandInFinder(StubShell("submission"), drawings)
    sys.meta_path.append(finder)
    yield drawings
    sys.meta_path.remove(finder)
    for name in [name for name in sys.modules if name.partition(".")[0] == "sketch"]:
        del sys.modules[name]


@pytest.fixture
def sketch(drawings: StubbedPackages) -> Any:
    """That package."""
    return importlib.import_module("sketch")


def test_modules_below_and_names_in_them(drawings: StubbedPackages) -> None:
    importlib.import_module("sketch.plots.lines")
    importlib.import_module("sketch.plots").Line(1, 2).draw().on("top")
    assert drawings.note().startswith("sketch is not here. It accepts every call")


def test_unpacked_into_as_many_as_there_are_names(sketch: Any) -> None:
    figure, (left, right) = sketch.subplots(1, 2)
    (line,) = left.plot([1])
    assert len({id(each) for each in (figure, left, right, line)}) == 4
    assert [each for each in figure.axes] == []  # noqa: C416 - a loop, not list()


def test_numbers_and_conditions(sketch: Any) -> None:
    table = sketch.Table({"a": [1]})
    assert not table
    assert float(table.mean()) == 0
    assert not table["a"].max() > 3
    assert float((table["a"] * 2 + 1 - table).sum()) == 0
    assert f"{table:.2f}" == "<sketch.Table()>"
    assert dict(table) == {}


def test_operations_of_numpy(sketch: Any) -> None:
    table = sketch.Table()
    assert float(np.log(table)) == float(np.mean(table)) == float(np.ones(2) * table) == 0


def test_text_stays_beside_colours(sketch: Any) -> None:
    assert sketch.RED + "x" + sketch.RESET == "x"


def test_decorators_leave_functions_as_they_are(sketch: Any) -> None:
    def double(number: int) -> int:
        return 2 * number

    assert sketch.fast(double) is double
    assert sketch.fast(cache=True)(double)(2) == 4


def test_classes_can_be_derived(sketch: Any) -> None:
    class Button(sketch.Button):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__("wide")
            self.pressed = 1

    assert Button().pressed == 1
    Button().on_click(print)
    assert not isinstance(3, sketch.Button)


def test_context_managers(sketch: Any) -> None:
    with sketch.Output() as output:
        output.clear()


def test_prints_what_is_drawn_when_wanted(
    drawings: StubbedPackages, sketch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sketch.draw("unseen")
    drawings.printing = True
    sketch.draw([1] * 50, colour="red")
    sketch.draw([1] * 49 + [2], colour="red")
    one, other = capsys.readouterr().out.splitlines()
    assert one.startswith("sketch.draw([1, 1")
    assert one.endswith("colour='red')")
    assert one != other


def test_nothing_is_said_of_what_is_not_used() -> None:
    assert StubbedPackages(["sketch"]).note() == ""
