from __future__ import annotations

import pytest

from grader.model.report import Report
from grader.model.report_selection import NotInReport, keep_only_case, keep_only_tasks
from tests.render.samples import EVERYTHING, RIGHT, WRITTEN, a_test, case, report, task


def cases(graded: Report) -> list[str]:
    return [case.id for task in graded.tasks for case in task.cases]


def test_some_tasks_are_no_longer_the_whole() -> None:
    chosen = keep_only_tasks(report(WRITTEN, RIGHT, task(a_test(case()))), ["3.1", "1.1"])
    assert [task.id for task in chosen.tasks] == ["1.1", "3.1"]
    assert not chosen.complete
    assert chosen.max_score == 1


def test_a_task_stands_for_its_parts() -> None:
    chosen = keep_only_tasks(report(WRITTEN, RIGHT), ["2"])
    assert [task.id for task in chosen.tasks] == ["2.1"]


def test_all_tasks_are_the_whole() -> None:
    graded = report(WRITTEN, RIGHT)
    assert keep_only_tasks(graded, ["2.1", "1.1"]) == graded


def test_an_unknown_task_is_told_with_the_known_ones() -> None:
    with pytest.raises(
        NotInReport, match=r"no task 9\.9 in this report; its tasks are 1\.1, 2\.1\."
    ):
        keep_only_tasks(report(WRITTEN, RIGHT), ["1.1", "9.9"])


def test_a_case_keeps_its_test_and_task() -> None:
    chosen = keep_only_case(EVERYTHING, "3.1/crashes[deep-1]")
    assert cases(chosen) == ["3.1/crashes[deep-1]"]
    ((minimax,), (crashes,)) = chosen.tasks, chosen.tasks[0].tests
    assert (minimax.id, crashes.title) == ("3.1", "Survives deep searches")
    assert chosen.score == minimax.score == 0
    assert not chosen.complete


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("forced_win", "3.1/forced_win[win_in_3-07], 3.1/forced_win[win_in_3-08]"),
        ("3.1/forced_win[win_in_3-09]", "3.1/forced_win[win_in_3-08], 3.1/forced_win[win_in_3-07]"),
        ("3.1/crash[deep1]", "3.1/crashes[deep-1]"),
        ("3.1/qqqqqqqqqqqqqq", "3.1/forced_win[win_in_3-07], 3.1/forced_win[win_in_3-08]"),
    ],
)
def test_an_unknown_case_is_told_with_near_ones(asked: str, near: str) -> None:
    with pytest.raises(NotInReport) as caught:
        keep_only_case(EVERYTHING, asked)
    assert f"near it are {near}" in str(caught.value)


@pytest.mark.parametrize("asked", ["", "zzzzzz"])
def test_where_nothing_is_near(asked: str) -> None:
    with pytest.raises(NotInReport, match="its JSON form lists the cases"):
        keep_only_case(EVERYTHING, asked)


def test_names_are_safe_to_print() -> None:
    graded = report(task(a_test(case(id="\x1b[2J\nx")), id="\x1b[2J"))
    with pytest.raises(NotInReport) as no_case:
        keep_only_case(graded, "\x1b[2J")
    with pytest.raises(NotInReport) as no_task:
        keep_only_tasks(graded, ["\n"])
    assert str(no_case.value).isprintable()
    assert str(no_task.value).isprintable()
