"""What an assignment's ``figures.py`` makes of the arguments of a call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.examine import argument_figures
from grader.examine.examiner import Examiner
from grader.examine.test_collection import find_hidden_tests
from grader.model.figures import DrawnArgument, GridFigure, Symbol
from grader.model.report import CaseResult
from grader.model.verdict import Verdict
from grader.testing import WrongAnswer
from tests.examine.fakes import FakeSession, a_test, always, an_assignment, an_examiner
from tests.made_up import made_up

FIGURES = """
from dataclasses import dataclass
from grader.model.figures import GridFigure, Symbol

@dataclass(frozen=True)
class Wall:
    symbol: Symbol = Symbol("#", "wall")

def figure_of(value):
    if isinstance(value, list):
        return "maze", GridFigure(tuple(map(tuple, value)), (Wall().symbol,))
    return None
"""
MAZE = ["#.", ".#"]
DRAWN = DrawnArgument(1, "maze", GridFigure((("#", "."), (".", "#")), (Symbol("#", "wall"),)))


def written(folder: Path, source: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / argument_figures.NAME).write_text(source)
    return folder


def failing(folder: Path, *args: object) -> tuple[CaseResult, Examiner]:
    """A case whose only call was made with ``args``, and whose answer is wrong."""

    def body(student: object, _: object) -> None:
        student.f(*args)  # type: ignore[attr-defined]
        raise WrongAnswer("It is not.")

    examiner = an_examiner(FakeSession(always(3)), replace(an_assignment(), tests=folder))
    result = examiner.examine(a_test(body, cases=[1]))
    return result.cases[0], examiner


def test_the_first_argument_that_can_be_drawn_is(tmp_path: Path) -> None:
    assert (
        argument_figures.draw_first_argument(written(tmp_path, FIGURES), (3, MAZE, MAZE)) == DRAWN
    )
    assert argument_figures.draw_first_argument(tmp_path, (3, "#.")) is None


def test_a_case_has_the_figure_of_its_call(tmp_path: Path) -> None:
    case, examiner = failing(written(tmp_path, FIGURES), 3, MAZE)
    assert case.call is not None
    assert case.call.drawn == DRAWN
    assert list(examiner.errors) == []


@pytest.mark.parametrize(("rows", "kept"), [(8, True), (500, False)])
def test_of_the_figures_of_a_test_those_are_kept_that_can_be_looked_at(
    tmp_path: Path, rows: int, *, kept: bool
) -> None:
    """A test may draw the board that a student has returned, which may be of any size."""
    figure = GridFigure((("#",) * rows,) * rows, (Symbol("#", "wall"),))

    def body(student: object, _: object) -> None:
        student.f()  # type: ignore[attr-defined]
        raise WrongAnswer("It is not.", figures=[figure, DRAWN.figure])

    examiner = an_examiner(FakeSession(always(3)), replace(an_assignment(), tests=tmp_path))
    (case,) = examiner.examine(a_test(body, cases=[1])).cases
    assert case.figures == ((figure, DRAWN.figure) if kept else (DRAWN.figure,))


def test_an_assignment_need_not_draw_anything(tmp_path: Path) -> None:
    case, examiner = failing(tmp_path, MAZE)
    assert case.call is not None
    assert case.call.drawn is None
    assert argument_figures.check_figures_file(tmp_path) == list(examiner.errors) == []
    assert (
        argument_figures.draw_first_argument(written(tmp_path / "other", "LEGEND = ()\n"), [MAZE])
        is None
    )


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def figure_of(value):\n    return value[0] / 0", "ZeroDivisionError: division by zero"),
        ("def figure_of(value):\n    return value", "it returned a list"),
        ("def figure_of(value):\n    return 'maze', value", "it returned a tuple"),
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named"),
    ],
)
def test_a_verdict_is_not_lost_over_its_figure(tmp_path: Path, source: str, said: str) -> None:
    case, examiner = failing(written(tmp_path, source), [1, 2])
    assert case.verdict is Verdict.WRONG_ANSWER
    assert case.call is not None
    assert case.call.drawn is None
    (error,) = examiner.errors
    assert error.startswith("figures.py failed: ")
    assert said in error


def test_what_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.examine.hidden_test_limits.SECONDS", 0.1)
    source = "def figure_of(value):\n    while True:\n        pass\n"
    case, examiner = failing(written(tmp_path, source), 1)
    assert case.verdict is Verdict.INTERNAL_ERROR
    assert "your test did not end: it computed for more than 0.1 s" in examiner.errors[0]


def test_what_nobody_could_look_at_is_not_kept(tmp_path: Path) -> None:
    assert (
        argument_figures.draw_first_argument(written(tmp_path, FIGURES), (["#" * 20_000],)) is None
    )


def test_a_file_that_cannot_be_read_is_noticed_before_anything_is_graded(tmp_path: Path) -> None:
    assignment = made_up(tmp_path)
    written(assignment.tests, "def figure_of(value:\n")
    (problem,) = find_hidden_tests(assignment).problems
    assert f"{assignment.tests / argument_figures.NAME} cannot be used: SyntaxError" in problem
