"""Cases that are drawn anew for each submission."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.run_hidden_tests import HiddenTests, visit_hidden_tests
from grader.examine.test_collection import find_hidden_tests, prepare_hidden_tests
from grader.explain.case_replay import NoSuchCase, rerun_case
from grader.jobs import grading
from grader.model.report import Report
from tests.examine.fakes import FakeSandbox, FakeSession, a_test
from tests.made_up import TEST_DOUBLE, made_up, submitted

POOL = range(10, 30)
PARTS = (range(10, 20), range(20, 30))
DRAWING = TEST_DOUBLE.replace("[1, 2, 3]", "[1, 2, 3], pool=range(10, 30), draw=2")
ASKING = "def ask(ask, case):\n    return ask.double(case)\n" + (
    DRAWING.replace("def test", "@asks(ask)\ndef test")
    .replace("student, case", "answer, case")
    .replace("    answer = student.double(case)\n", "")
)


def pooled() -> HiddenTest:
    return replace(a_test(lambda *_: None), pool=tuple(POOL), draw=2)


def right(_: object, number: int) -> int:
    return 2 * number


def wrong_from_ten_on(_: object, number: int) -> int:
    return 2 * number if number < 10 else 0


def graded(
    folder: Path,
    demo: Assignment,
    text: str = "stand-in",
    *,
    seed: int = 0,
    tests: HiddenTests | None = None,
    session: FakeSession | None = None,
) -> Report:
    sandbox = FakeSandbox(session or FakeSession(right))
    return grading.grade(submitted(folder, text), demo, sandbox, seed=seed, tests=tests)


def drawn_in(report: Report) -> list[str]:
    """The names of all cases but the first three."""
    (test,) = report.tasks[0].tests
    assert [case.id for case in test.cases[:3]] == [f"1/doubles[{n}]" for n in (1, 2, 3)]
    return [case.id for case in test.cases[3:]]


def test_one_case_is_drawn_of_each_part_of_the_pool() -> None:
    for number in range(50):
        drawn = pooled().drawn(f"digest|{number}")
        assert drawn.cases[:3] == (1, 2, 3)
        first, second = drawn.cases[3:]
        assert first in PARTS[0]
        assert second in PARTS[1]
        assert sorted((*drawn.cases[3:], *drawn.pool)) == list(POOL)


def test_the_same_grading_draws_the_same_cases() -> None:
    test = pooled()
    assert test.drawn("digest|0") == test.drawn("digest|0")
    assert test.drawn("digest|0").drawn("digest|0") == test.drawn("digest|0")


def test_every_case_is_drawn_about_as_often() -> None:
    tests = [pooled().drawn(f"digest|{number}") for number in range(2000)]
    found = Counter(case for test in tests for case in test.cases[3:])
    assert set(found) == set(POOL)
    assert 140 < min(found.values()) <= max(found.values()) < 260


def test_tests_of_one_pool_draw_independently() -> None:
    other = replace(pooled(), name="test_other")
    pairs = [(pooled().drawn(f"{n}").cases, other.drawn(f"{n}").cases) for n in range(50)]
    assert sum(one == another for one, another in pairs) < 5


def test_parts_need_not_be_of_one_size() -> None:
    test = replace(pooled(), pool=tuple("abcde"), draw=3)
    found = {"".join(test.drawn(f"{n}").cases[3:]) for n in range(200)}
    assert found == {f"a{second}{third}" for second in "bc" for third in "de"}


def test_without_a_pool_nothing_is_drawn() -> None:
    test = a_test(lambda *_: None)
    assert test.drawn("digest|0") is test
    assert test.with_whole_pool() == replace(test, cases=(1, 2, 3))
    assert test.without_pool() == test


def test_the_whole_pool_and_none_of_it() -> None:
    whole = pooled().with_whole_pool()
    assert whole.cases == (1, 2, 3, *POOL)
    assert whole.drawn("digest|0") is whole
    none = pooled().without_pool()
    assert none.drawn("digest|0").cases == (1, 2, 3)


def test_a_submission_gets_what_is_drawn_for_it(tmp_path: Path) -> None:
    demo = made_up(tmp_path, DRAWING)
    first = drawn_in(graded(tmp_path, demo))
    assert len(first) == 2
    assert drawn_in(graded(tmp_path, demo)) == first
    others = [drawn_in(graded(tmp_path, demo, seed=seed)) for seed in range(1, 5)]
    others += [drawn_in(graded(tmp_path, demo, f"text {number}")) for number in range(4)]
    assert len({tuple(other) for other in (first, *others)}) > 5


def test_what_is_asked_beforehand_is_drawn_alike(tmp_path: Path) -> None:
    calling = graded(tmp_path / "calling", made_up(tmp_path / "calling", DRAWING))
    demo = made_up(tmp_path / "asking", ASKING)
    tests = prepare_hidden_tests(demo)
    assert [len(test.known) for test in tests.tests] == [3]
    session = FakeSession(right)
    warm = graded(tmp_path / "asking", demo, tests=tests, session=session)
    assert warm.score == 2
    assert drawn_in(warm) == drawn_in(calling)
    asked = [call.args[0] for call in session.calls]
    assert [f"1/doubles[{number}]" for number in asked[3:]] == drawn_in(warm)


def test_points_are_lost_for_a_drawn_case(tmp_path: Path) -> None:
    demo = made_up(tmp_path, DRAWING)
    report = graded(tmp_path, demo, session=FakeSession(wrong_from_ten_on))
    (test,) = report.tasks[0].tests
    assert report.score == 0
    assert [case.verdict.passed for case in test.cases] == [True, True, True, False, False]
    assert {case.points for case in test.cases} == {2 / 5}


def test_progress_counts_what_is_drawn(tmp_path: Path) -> None:
    demo = made_up(tmp_path, DRAWING)
    heard: list[tuple[str, int, int]] = []
    grading.grade(
        submitted(tmp_path, "stand-in"), demo, FakeSandbox(FakeSession(right)),
        progress=lambda *at: heard.append(at),
    )  # fmt: skip
    assert heard == [("1", number, 5) for number in range(1, 6)]


def test_who_looks_again_finds_the_same_cases(tmp_path: Path) -> None:
    demo = made_up(tmp_path, DRAWING)
    before = drawn_in(graded(tmp_path, demo, seed=7))
    found: list[str] = []

    def visitor(_: Examiner, test: HiddenTest) -> None:
        found.extend(test.case_id(case) for case in test.cases[3:])

    submission = submitted(tmp_path, "stand-in")
    sandbox = FakeSandbox(FakeSession(right))
    visit_hidden_tests(
        submission, demo, find_hidden_tests(demo), sandbox, visitor, seed=7, tasks=["1"]
    )
    assert found == before


def test_a_drawn_case_is_replayed_by_its_name(tmp_path: Path) -> None:
    demo = made_up(tmp_path, DRAWING)
    submission = submitted(tmp_path, "stand-in")
    for number in POOL:
        sandbox = FakeSandbox(FakeSession(wrong_from_ten_on))
        replayed = rerun_case(submission, demo, sandbox, f"1/doubles[{number}]", seed=0)
        assert not replayed.result.verdict.passed
        assert [call.args for call, _ in replayed.calls] == [(number,)]
    with pytest.raises(NoSuchCase):
        rerun_case(submission, demo, FakeSandbox(FakeSession(right)), "1/doubles[30]", seed=0)
