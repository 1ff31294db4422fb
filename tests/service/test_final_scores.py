"""Scores as they count: whose points, and what still waits for people."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from grader.jobs.grading_answer import TaskScore
from grader.model.verdict import Verdict
from grader.service import final_scores, manual_marks, submission_queries
from grader.service.assignment_terms import current_terms
from grader.service.data.decision_tables import AssignmentTerms, Mark
from grader.service.data.tables import Role
from grader.service.final_scores import PointsReason, score_of_task
from grader.service.manual_marks import GivenPoints
from grader.service.review_queue import SubmissionFilter
from tests.render.samples import RIGHT, WRITTEN, report
from tests.service.scene import Scene

GRADED = TaskScore("2.1", "Moves", 4.0, 1.0, Verdict.WRONG_ANSWER)
ESSAY = TaskScore("1.1", "Why", 4.0, None, None)


def mark(by: int, points: float | None, *, settles: bool = False) -> Mark:
    return Mark(by_id=by, points=points, settles=settles)


@pytest.mark.parametrize(
    ("given", "points", "why"),
    [
        ([], 1.0, PointsReason.GRADER),
        ([mark(1, 3.0)], 3.0, PointsReason.OVERRIDDEN),
        ([mark(1, 3.0), mark(2, 2.0)], 2.0, PointsReason.OVERRIDDEN),
        ([mark(1, 3.0), mark(2, None)], 1.0, PointsReason.GRADER),
        ([mark(1, 3.0), mark(1, None), mark(1, 0.0)], 0.0, PointsReason.OVERRIDDEN),
    ],
)
def test_the_newest_override_counts(given: list[Mark], points: float, why: PointsReason) -> None:
    found = score_of_task(GRADED, given, needed=2)
    assert (found.points, found.why) == (points, why)
    assert found.changed == (points != 1.0)


@pytest.mark.parametrize(
    ("given", "needed", "points", "why", "lacking"),
    [
        ([], 1, None, PointsReason.WAITS, 1),
        ([mark(1, 3.0)], 1, 3.0, PointsReason.MARKED, 0),
        ([mark(1, 3.0), mark(1, None)], 1, None, PointsReason.WAITS, 1),
        ([mark(1, 3.0)], 2, None, PointsReason.WAITS, 1),
        ([mark(1, 3.0), mark(1, 2.0)], 2, None, PointsReason.WAITS, 1),
        ([mark(1, 3.0), mark(2, 3.0)], 2, 3.0, PointsReason.MARKED, 0),
        ([mark(1, 3.0), mark(2, 2.0)], 2, None, PointsReason.DIFFERS, 0),
        ([mark(1, 3.0), mark(2, 2.0)], 1, None, PointsReason.DIFFERS, 0),
        ([mark(1, 3.0), mark(2, 2.0), mark(2, 3.0)], 2, 3.0, PointsReason.MARKED, 0),
        ([mark(1, 3.0), mark(2, 2.0), mark(3, 2.5, settles=True)], 2, 2.5, PointsReason.SETTLED, 0),
        ([mark(1, 3.0), mark(2, 2.0), mark(1, 2.5, settles=True)], 2, 2.5, PointsReason.SETTLED, 0),
        (
            [mark(1, 3.0), mark(2, 2.0), mark(3, 2.5, settles=True), mark(4, None, settles=True)],
            2, None, PointsReason.DIFFERS, 0,
        ),
    ],
)  # fmt: skip
def test_written_tasks_wait_for_people_who_agree(
    given: list[Mark], needed: int, points: float | None, why: PointsReason, lacking: int
) -> None:
    found = score_of_task(ESSAY, given, needed)
    assert (found.points, found.why, found.lacking) == (points, why, lacking)
    assert found.why.decided == (points is not None)


@pytest.mark.parametrize(
    ("task", "given", "why"),
    [
        (GRADED, [mark(1, 6.0)], PointsReason.OVERRIDDEN),
        (ESSAY, [mark(1, 6.0)], PointsReason.MARKED),
        (ESSAY, [mark(1, 3.0), mark(2, 2.0), mark(3, 6.0, settles=True)], PointsReason.SETTLED),
    ],
)
def test_what_an_earlier_edition_had_more_of_counts_as_all_of_it(
    task: TaskScore, given: list[Mark], why: PointsReason
) -> None:
    found = score_of_task(task, given)
    assert (found.points, found.why, found.given) == (4.0, why, 6.0)
    assert score_of_task(task, [mark(1, 4.0)]).given is None


def test_scores_of_many_submissions_say_who_decided(scene: Scene) -> None:
    ines = scene.person("ines", Role.ASSISTANT)
    first = scene.graded(scene.person("ada"), report(WRITTEN, RIGHT))
    second = scene.graded(scene.person("ben"), report(WRITTEN, RIGHT))
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, first)
        assert seen is not None
        manual_marks.give_mark(session, ines.id, seen, "1.1", GivenPoints(1.5))
    with scene.database.reading() as session:
        every = submission_queries.submissions_by_ids(session, scene.course.id, [first, second])
        found = final_scores.scores_of_submissions(session, every)
    assert (found[first].points, found[first].max_points, found[first].undecided) == (2.5, 3.0, 0)
    assert (found[second].points, found[second].max_points, found[second].undecided) == (1, 1, 2)
    decided = found[first].task("1.1")
    assert decided is not None
    assert decided.deciding is not None
    assert decided.deciding.by.login == "ines"
    assert found[first].task("9") is None


def test_the_newest_terms_say_how_many_people_mark(scene: Scene) -> None:
    ines = scene.person("ines", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        assert _markers(session, scene) == 1
        for number in (1, 2):
            session.add(AssignmentTerms(
                course_id=scene.course.id, assignment="demo", markers=number, by_id=ines.id, at=1.0
            ))  # fmt: skip
            session.flush()
        assert _markers(session, scene) == 2


def _markers(session: Session, scene: Scene) -> int:
    return final_scores.required_markers(current_terms(session, scene.course.id)["demo"])


def test_points_that_a_person_decides_are_open_until_somebody_gives_them() -> None:
    asked = TaskScore("3.1", "Search", 4.0, 1.0, Verdict.UNDECIDED, to_decide=2.5)
    own = final_scores.SubmissionScores((score_of_task(asked, ()),))
    assert (own.points, own.max_points, own.undecided) == (1.0, 1.5, 2.5)
    given = final_scores.SubmissionScores((score_of_task(asked, [mark(1, 3.0)]),))
    assert (given.points, given.max_points, given.undecided) == (3.0, 4.0, 0.0)


def test_points_add_up_as_they_do_for_people() -> None:
    tasks = [TaskScore(name, name, 0.7, points, Verdict.ACCEPTED)
             for name, points in (("1", 0.1), ("2", 0.2), ("3", 0.4))]  # fmt: skip
    own = final_scores.SubmissionScores(tuple(score_of_task(each, ()) for each in tasks))
    assert (own.points, own.max_points) == (0.7, 2.1)
    assert SubmissionFilter(least=0.7, most=0.7).fits(own)
    waiting = [TaskScore(name, name, points, None, None) for name, points in
               (("1", 0.1), ("2", 0.2))]  # fmt: skip
    assert (
        final_scores.SubmissionScores(tuple(score_of_task(each, ()) for each in waiting)).undecided
        == 0.3
    )
