"""A student's own function stands in for a lent one, once it is known to be right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader import intake, sandbox
from grader.assignment import Assignment, Task, load_assignment
from grader.examine.hidden_test import HiddenTest
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading import grade
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import WrongAnswer
from grader.wire import OwnFunction
from tests.examine.fakes import Behaviour, FakeSession, a_mark, an_assignment, an_examiner

MOVES = Task("1", "Moves", 1.0, "moves")
SEARCH = Task("2", "Search", 1.0, "search", inject=("moves",), stubs=("noted",))


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    """Moves, and a search that is lent them and a stub."""
    for file in ("reference/moves.py", "hidden_tests/stubs/noted.py"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("")
    return replace(
        an_assignment(MOVES, SEARCH),
        tests=tmp_path / "hidden_tests",
        reference=tmp_path / "reference",
        interchangeable=("moves",),
    )


def a_test(task: str, name: str, *, stub: bool = False, **mark: Any) -> HiddenTest:
    """A test of two cases, which are right where the answer is ``right``."""

    def ask(given: Any) -> Any:
        if task == "1":
            return given["ask"].moves()
        moves = given["inject"].moves
        return given["ask"].search(given["inject"].stub("noted", moves=moves) if stub else moves)

    def check(given: Any) -> None:
        if [answer.value for answer in given["answers"]] != ["right"]:
            raise WrongAnswer("Not right.")

    marked = a_mark(task=task, points=0.25, **mark)
    return HiddenTest(marked, f"test_{name}", name, (1, 2), check, ask)


OF_MOVES = a_test("1", "moves")
SEARCHES = tuple(a_test("2", name) for name in ("first", "second", "third"))


def kind(moves: Any) -> str:
    """Return whether a search was given (o)wn moves, (l)ent ones, or a (s)tub."""
    return "o" if isinstance(moves, OwnFunction) else "s" if moves.config else "l"


def wrong_if(wrong: Callable[[str], bool]) -> Behaviour:
    """A submission that is wrong with moves of some kind; ``moves`` itself is given none."""
    return lambda _, *given: "wrong" if wrong("".join(map(kind, given))) else "right"


RIGHT = wrong_if(lambda _: False)


def given(assignment: Assignment, behaviour: Behaviour, *tests: HiddenTest) -> list[str]:
    """Return the kinds of moves that the searches of each test are given, in order."""
    session = FakeSession(behaviour)
    examiner = an_examiner(session, assignment)
    found = []
    for test in tests:
        examiner.examine(test)
        kinds = (kind(call.args[0]) for call in session.calls if call.args)
        found.append("".join(dict.fromkeys(kinds)))
        session.calls.clear()
    assert examiner.errors == []
    return found


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        pytest.param(lambda _: False, ["l", "o", "o"], id="right"),
        pytest.param(lambda moves: moves == "", ["l", "l", "l"], id="own-moves-are-wrong"),
        pytest.param(lambda moves: moves == "o", ["l", "ol", "l"], id="right-with-lent-moves"),
        pytest.param(lambda moves: moves == "l", ["l", "l", "l"], id="search-is-wrong"),
    ],
)
def test_searches_get_own_moves_once_these_are_right(
    assignment: Assignment, wrong: Callable[[str], bool], expected: list[str]
) -> None:
    assert given(assignment, wrong_if(wrong), OF_MOVES, *SEARCHES) == ["", *expected]


def test_moves_that_were_not_tested_are_lent(assignment: Assignment) -> None:
    assert given(assignment, RIGHT, *SEARCHES) == ["l", "l", "l"]


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (a_test("2", "noted", stub=True), "s"),  # a stub would ask back for every move
        (a_test("2", "isolated", isolated=True), "l"),
        (a_test("2", "in_turn", in_turn=True), "o"),
    ],
)
def test_what_stubs_watch_is_lent(assignment: Assignment, test: HiddenTest, expected: str) -> None:
    assert given(assignment, RIGHT, OF_MOVES, SEARCHES[0], test)[-1] == expected


def test_what_is_right_with_lent_moves_is_right(assignment: Assignment) -> None:
    examiner = an_examiner(FakeSession(wrong_if(lambda moves: moves == "o")), assignment)
    for test in (OF_MOVES, *SEARCHES):
        assert examiner.examine(test).verdict is Verdict.ACCEPTED


def test_slow_own_moves_take_nothing_from_the_total(assignment: Assignment) -> None:
    """With lent moves all is done after 1.5 of 2 seconds; with own ones, after 4.5."""

    def slow(_: object, *given: Any) -> Outcome:
        seconds = {"": 0.0, "l": 0.25, "o": 1.0}["".join(map(kind, given))]
        return Outcome(CallEnding.ANSWER, "right", cpu_seconds=seconds, wall_seconds=seconds)

    whole = replace(assignment, tasks=(MOVES, replace(SEARCH, total_cpu_seconds=2.0)))
    examiner = an_examiner(FakeSession(slow), whole)
    for test in (OF_MOVES, *SEARCHES):
        assert examiner.examine(test).verdict is Verdict.ACCEPTED


FAILS_IN_SEARCHES = """
import sys

_all_moves = generate_valid_moves


def generate_valid_moves(board, player):
    if sys._getframe(1).f_code.co_name == "minimax":
        raise RuntimeError("asked by a search")
    return _all_moves(board, player)
"""


@pytest.mark.slow
def test_own_moves_that_fail_in_a_search_cost_it_nothing(tmp_path: Path) -> None:
    file = tmp_path / "moves.py"
    file.write_text(Path("submissions/alice.py").read_text() + FAILS_IN_SEARCHES)
    ps2 = load_assignment("ps2")
    report = grade(
        intake.read_submission(file),
        ps2,
        sandbox.choose_backend("auto"),
        tasks=["2.1", "3.1"],
        tests=prepare_hidden_tests(ps2),
    )
    assert {task.id: task.verdict for task in report.tasks} == {
        "2.1": Verdict.ACCEPTED,
        "3.1": Verdict.ACCEPTED,
    }
