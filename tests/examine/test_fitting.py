from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.jobs.grading import grade
from grader.model.contract import Found, RoleResult
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from tests.contracts import FREE, TEMPLATE, heaps
from tests.made_up import submitted

ACCEPTED = Verdict.ACCEPTED


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"))


def graded(assignment: Assignment, folder: Path, text: str, **said: str) -> Report:
    return grade(
        submitted(folder, text), assignment, Bubblewrap.locate(), speed=1.0, explain=False,
        where=said,
    )  # fmt: skip


def role(report: Report, name: str) -> RoleResult:
    return next(each for each in report.roles if each.role == name)


def verdicts(report: Report) -> list[Verdict | None]:
    return [task.verdict for task in report.tasks]


def test_the_template_is_found_by_its_names(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, TEMPLATE)
    assert (verdicts(report), report.errors, report.complete) == ([ACCEPTED] * 2, (), True)
    assert not any(each.remarkable for each in report.roles)
    assert [each.function for each in report.roles] == ["take", "moves", "search", "show"]


def test_other_names_and_conventions_are_found_by_behaviour(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, FREE)
    assert (verdicts(report), report.errors) == ([ACCEPTED] * 2, ())
    take, search = role(report, "take"), role(report, "search")
    assert (take.function, take.found) == ("fewer", Found.BEHAVIOUR)
    assert take.words == "heaps as texts; the number first"
    assert (search.function, search.words) == ("solve", "heaps as texts; answers (value, number)")
    assert role(report, "show").found is Found.NOT_FOUND
