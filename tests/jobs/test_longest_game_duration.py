"""How long a grading of an agent may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from grader.assignment import Task
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.grading_context import Bench
from grader.jobs.longest_game_duration import longest_grading
from grader.model.match_rules import MatchRules
from tests.examine.fakes import FakeSandbox, FakeSession, a_test, always, an_assignment


def bench(tasks: Mapping[str, int], *chosen: str, agents: bool = True) -> Bench:
    """Of an assignment that asks for so many moves in each of three cases of each task."""
    assignment = an_assignment(*(Task(name, name, 1.0, "Mover") for name in tasks))
    if agents:
        assignment = replace(assignment, match=MatchRules("Mover", "move", seconds=2.0))
    tests = tuple(
        a_test(lambda *_: None, (1, 2, 3), f"test_{name}", task=name, moves=moves)
        for name, moves in tasks.items()
    )
    sandbox = FakeSandbox(FakeSession(always(None)))
    return Bench(assignment, sandbox, tasks=tuple(chosen), tests=HiddenTests(tests))


def test_of_a_pool_only_what_is_drawn_takes_time() -> None:
    usual = bench({"1": 5})
    assert usual.tests is not None
    (test,) = usual.tests.tests
    drawing = HiddenTests((replace(test, pool=(4, 5, 6, 7), draw=2),))
    assert longest_grading(replace(usual, tests=drawing), drawing, 1) == 50.0


@pytest.mark.parametrize(
    ("tasks", "processes", "seconds"),
    [
        ({"1": 5}, 1, 30.0),
        ({"1": 5}, 4, 30.0),
        ({"1": 5, "2": 3, "3": 2}, 1, 60.0),
        ({"1": 5, "2": 3, "3": 2}, 2, 30.0),
        ({"1": 0}, 1, 0.0),
    ],
)
def test_every_move_takes_all_of_its_time(
    tasks: Mapping[str, int], processes: int, seconds: float
) -> None:
    asked = bench(tasks)
    assert asked.tests is not None
    assert longest_grading(asked, asked.tests, processes) == pytest.approx(seconds * asked.speed)


def test_only_what_is_graded_counts() -> None:
    asked = bench({"1": 5, "2": 3}, "2")
    assert asked.tests is not None
    assert longest_grading(asked, asked.tests, 1) == pytest.approx(18.0 * asked.speed)


def test_without_agents_nothing_is_said() -> None:
    asked = bench({"1": 5}, agents=False)
    assert asked.tests is not None
    assert longest_grading(asked, asked.tests, 1) == 0.0
