"""Submissions that look alike: compared by a worker, for instructors, each look in the audit."""

from __future__ import annotations

import time
from dataclasses import replace

import msgspec
import pytest
from sqlalchemy import select

from grader.model.submission import Cell
from grader.service import course_editions, similarity_comparisons
from grader.service.data.tables import AuditEntry, Course, GradingState, Role, SimilarityComparison
from grader.service.similarity_comparisons import (
    LineSpan,
    PairSide,
    SharedPassage,
    SimilarityOutcome,
    SimilarPair,
)
from grader.service.upkeep.data_deletion import delete_older, delete_person
from grader.service.worker import similarity_jobs
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_teams import put, rules

PAGE = "/c/demo/demo/similar"
LONG = b"""def double(n):
    total = 0
    for each in range(n):
        total = total + 2
        if total > 1000000:
            raise ValueError(total)
    return total
"""
COPIED = LONG.replace(b"total", b"summe").replace(b"each", b"jedes")


def _nothing() -> bool:
    """As if nothing came in meanwhile."""
    return False


def _asked(scene: Scene) -> SimilarityComparison:
    with scene.database.writing() as session:
        return similarity_comparisons.request_comparison(
            session, scene.edition, scene.person("ines", Role.INSTRUCTOR).id
        )


def _found(*submissions: int) -> SimilarityOutcome:
    one, other = submissions
    both = SharedPassage(LineSpan((0, 1), (0, 2)), LineSpan((0, 1), (0, 2)))
    return SimilarityOutcome(
        2, 0.3, 0, 0, [SimilarPair(PairSide(one, 1.0), PairSide(other, 0.625), 2, [both])]
    )


def _compared(scene: Scene, found: SimilarityOutcome) -> None:
    """As if a worker had found that out."""
    _asked(scene)
    with scene.database.writing() as session:
        taken = similarity_comparisons.COMPARISONS.take(session, time.time())
        assert taken is not None
        similarity_comparisons.COMPARISONS.end(session, taken, msgspec.json.encode(found).decode())


def _latest(scene: Scene) -> SimilarityComparison:
    with scene.database.reading() as session:
        found = similarity_comparisons.latest_comparison(session, scene.course.id, "demo")
    assert found is not None
    return found


@pytest.mark.slow
def test_a_worker_finds_who_has_the_same_code_under_other_names(scene: Scene) -> None:
    report = samples.report(samples.RIGHT)
    ada, ben = scene.person("ada"), scene.person("ben")
    scene.graded(ada, report, content=b"x = 1\n")  # superseded
    first = scene.graded(ada, report, "ada.py", LONG)
    second = scene.graded(ben, report, "ben.py", COPIED)
    scene.graded(scene.person("chiara"), report, content=b"def double(n):\n    return 2 * n\n")
    ines = scene.person("ines", Role.INSTRUCTOR)
    browser = Browser(scene, ines)
    assert browser.send_form(PAGE, {}).headers["location"] == PAGE
    assert "as soon as nothing waits" in words(browser.get(PAGE).text)
    assert similarity_jobs.carry_out_next_comparison(scene.database, {}, _nothing)
    assert not similarity_jobs.carry_out_next_comparison(scene.database, {}, _nothing)
    comparison = _latest(scene)
    assert comparison.state == GradingState.DONE, comparison.reason
    found = similarity_comparisons.read_outcome(comparison)
    assert (found.compared, found.left_out) == (3, 0)
    (pair,) = found.pairs
    assert (pair.one.submission, pair.other.submission) == (first, second)
    assert pair.one.share == pair.other.share == 1.0
    assert [(each.one.first, each.one.last) for each in pair.passages] == [((0, 1), (0, 7))]
    # Nothing that is kept of it names anybody, or quotes them.
    assert "ada" not in comparison.result
    assert "total" not in comparison.result


@pytest.mark.slow
def test_what_cannot_be_compared_is_said(scene: Scene) -> None:
    _asked(scene)
    assert similarity_jobs.carry_out_next_comparison(scene.database, {}, _nothing)
    comparison = _latest(scene)
    assert comparison.state == GradingState.FAILED
    assert "not two submissions" in comparison.reason
    page = words(Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get(PAGE).text)
    assert "it failed" in page


@pytest.mark.slow
def test_a_worker_grades_while_it_compares(scene: Scene) -> None:
    states = []

    def grade() -> bool:
        states.append(_latest(scene).state)
        return False

    _asked(scene)
    assert similarity_jobs.carry_out_next_comparison(scene.database, {}, grade)
    assert set(states) == {GradingState.RUNNING}
    assert _latest(scene).state == GradingState.FAILED


def test_a_comparison_that_does_not_end_is_ended(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_jobs, "_SECONDS", -1.0)
    _asked(scene)
    assert similarity_jobs.carry_out_next_comparison(scene.database, {}, _nothing)
    assert "did not end within" in _latest(scene).reason


def test_pairs_are_shown_with_their_passages_and_each_look_is_noted(scene: Scene) -> None:
    report = samples.report(samples.RIGHT)
    ada, ben = scene.person("ada"), scene.person("ben")
    first, second = scene.graded(ada, report), scene.graded(ben, report)
    _compared(scene, _found(first, second))
    ines = scene.person("ines", Role.INSTRUCTOR)
    browser = Browser(scene, ines)
    page = words(browser.get(PAGE).text)
    assert "Ada 100 % Ben 62.5 %" in page
    assert similarity_comparisons.CAUTION in page
    side_by_side = browser.get(f"{PAGE}/{first}/{second}")
    assert side_by_side.status_code == 200
    assert "Ada and Ben" in words(side_by_side.text)
    # Only pairs of the comparison: it is no way to read any two submissions.
    assert browser.get(f"{PAGE}/{second}/{first}").status_code == 404
    with scene.database.reading() as session:
        entries = session.execute(
            select(AuditEntry.about).where(
                AuditEntry.deed == "read", AuditEntry.person_id == ines.id
            )
        ).scalars()
        assert list(entries) == [
            "demo: similar pairs", f"submission {first}", f"submission {second}",
        ]  # fmt: skip


def test_passages_of_several_cells_say_which(scene: Scene) -> None:
    cells = (
        Cell("a = 1\nb = 2\n", "x.ipynb cell 1", True),
        Cell("c = 3\n", "x.ipynb cell 2", True),
    )
    report = replace(samples.report(samples.RIGHT), cells=cells)
    first = scene.graded(scene.person("ada"), report)
    second = scene.graded(scene.person("ben"), report)
    span = LineSpan((0, 2), (1, 1))
    shared = [SharedPassage(span, span)]
    pair = SimilarPair(PairSide(first, 1.0), PairSide(second, 1.0), 2, shared)
    found = SimilarityOutcome(2, 0.3, 0, 0, [pair])
    _compared(scene, found)
    page = Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get(f"{PAGE}/{first}/{second}")
    half = "x.ipynb cell 1 2 b = 2 x.ipynb cell 2 1 c = 3"
    assert f"Passage 1 {half} {half}" in words(page.text)


def test_who_is_forgotten_is_in_no_pair(scene: Scene) -> None:
    report = samples.report(samples.RIGHT)
    first = scene.graded(scene.person("ada"), report)
    _compared(scene, _found(first, scene.graded(scene.person("ben"), report)))
    with scene.database.writing() as session:
        delete_person(session, "ben")
    page = Browser(scene, scene.person("ines", Role.INSTRUCTOR)).get(PAGE)
    assert page.status_code == 200
    assert "side by side" not in page.text
    with scene.database.writing() as session:
        session.get_one(SimilarityComparison, 1).at = 1.0
        session.flush()
        delete_older(session, 30.0)
        assert session.scalars(select(SimilarityComparison)).all() == []


def test_a_comparison_outlives_the_worker_that_began_it_but_not_all_of_them(scene: Scene) -> None:
    asked = _asked(scene)
    assert _asked(scene).id == asked.id
    now = time.time()
    taken = []
    for _ in range(similarity_comparisons.COMPARISONS.tries):
        with scene.database.writing() as session:
            taken.append(similarity_comparisons.COMPARISONS.take(session, now))
            assert (
                similarity_comparisons.COMPARISONS.take(
                    session, now + similarity_comparisons.COMPARISONS.lease / 2
                )
                is None
            )
        now += 2 * similarity_comparisons.COMPARISONS.lease
    assert all(taken)
    # The first one was not dead after all: nobody waits for it any more.
    assert taken[0] is not None
    with scene.database.writing() as session:
        similarity_comparisons.COMPARISONS.end(session, taken[0], "{}")
    assert _latest(scene).state == GradingState.RUNNING
    with scene.database.writing() as session:
        assert similarity_comparisons.COMPARISONS.take(session, now) is None
    assert _latest(scene).state == GradingState.FAILED
    assert _asked(scene).id != asked.id


# Of another year, and of a team -------------------------------------------------------------


def _carried_out(scene: Scene) -> SimilarityOutcome:
    taken = _asked(scene)
    assert similarity_jobs.carry_out_next_comparison(scene.database, {}, _nothing)
    with scene.database.reading() as session:
        done = session.get_one(SimilarityComparison, taken.id)
        assert done.state == GradingState.DONE, done.reason
        return similarity_comparisons.read_outcome(done)


def test_last_years_are_compared_with_and_not_with_each_other(scene: Scene) -> None:
    with scene.database.writing() as session:
        before = course_editions.register_course(session, "before", scene.folder / "course", "2025")
        session.get_one(Course, scene.course.id).copied_from_id = before.id
    now, then = scene.course, before
    scene.course = then
    ines = scene.person("ines", Role.INSTRUCTOR)
    old = [scene.hand_in(scene.person(login), LONG) for login in ("xaver", "yves")]
    scene.course = now
    new = scene.hand_in(scene.person("ada"), COPIED)
    found = _carried_out(scene)
    assert (found.compared, found.earlier) == (3, 2)
    pairs = {frozenset((each.one.submission, each.other.submission)) for each in found.pairs}
    assert pairs == {frozenset((new, each)) for each in old}
    page = words(Browser(scene, ines).get(PAGE).text)
    assert "Xaver 2025" in page
    other = Browser(scene, scene.person("otto", Role.INSTRUCTOR))
    assert "Xaver" not in other.get(PAGE).text, "He is nobody in last year's course."
    addresses = [f"{PAGE}/{new}/{old[0]}", f"{PAGE}/{old[0]}/{new}"]
    seen = [[who.get(each).status_code for each in addresses]
            for who in (Browser(scene, ines), other)]  # fmt: skip
    assert (sorted(seen[0]), seen[1]) == ([200, 404], [404, 404])


def test_members_of_one_team_are_not_alike(scene: Scene) -> None:
    ada, ben, eve = (scene.person(login) for login in ("ada", "ben", "eve"))
    leader = rules(scene)
    put(scene, leader, "Rooks", ada, ben)
    scene.hand_in(ada, LONG)
    team = scene.hand_in(ben, LONG)
    copy = scene.hand_in(eve, COPIED)
    found = _carried_out(scene)
    assert found.compared == 2
    assert [{each.one.submission, each.other.submission} for each in found.pairs] == [{team, copy}]
