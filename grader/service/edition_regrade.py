"""Regrades by a new edition all that counts, or may count by it, and finds how results differ.

Gradings to be done again are rows of the queue behind all fresh ones, so that a regrade that is
interrupted goes on by itself. Students see nothing of it before its release.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.jobs.grading_answer import ResultSummary, TaskScore, load_summary_line
from grader.jobs.result_statistics import TaskChange, compare_results
from grader.model.report import TestResult
from grader.model.verdict import Verdict
from grader.render import report_json
from grader.service import final_scores, submission_queries
from grader.service.course_editions import move_waiting_to_newest_editions
from grader.service.data.database import split_into_chunks
from grader.service.data.tables import AssignmentEdition, Grading, GradingState, Submission
from grader.service.queue import queue
from grader.service.result_releases import CONCLUSIVE, releases_of_course
from grader.service.submission_that_counts import decide_for_course


@dataclass(frozen=True, slots=True)
class RegradeChange:
    """A submission that the edition judges otherwise than the grading its student sees.

    Attributes:
        before: the grading that the student sees.
        after: the one by the edition.
        tasks: that differ.
    """

    submission: Submission
    before: Grading
    after: Grading
    tasks: tuple[TaskChange, ...]

    @property
    def difference(self) -> float:
        """Return how many points more the new grading gives; negative if fewer."""
        return score_of_grading(self.after) - score_of_grading(self.before)


@dataclass(frozen=True, slots=True)
class RegradeProgress:
    """The number of submissions that an edition has regraded, and the results that differ.

    Attributes:
        states: how many gradings by the edition are in each state.
        missing: how many submissions have none, and are not being graded by another one.
        changes: those who fall most first, then those who rise most.
        same: how many the edition judges as before.
    """

    states: Mapping[GradingState, int]
    missing: int
    changes: tuple[RegradeChange, ...]
    same: int

    @property
    def going_on(self) -> int:
        """Return how many gradings wait or run."""
        return self.states.get(GradingState.QUEUED, 0) + self.states.get(GradingState.RUNNING, 0)

    @property
    def by_task(self) -> list[tuple[str, int, int, int]]:
        """Return each task that differs, and how many rise, fall, or change only their verdict."""
        counts: dict[str, Counter[int]] = {}
        for change in self.changes:
            for task in change.tasks:
                more = _points(task.after) - _points(task.before)
                counts.setdefault(task.id, Counter())[(more > 0) - (more < 0)] += 1
        return [(task, found[1], found[-1], found[0]) for task, found in sorted(counts.items())]


@dataclass(frozen=True, slots=True)
class TestVerdictChange:
    """A test with another verdict than before; ``None`` where there is no such test."""

    task: str
    title: str
    before: Verdict | None
    after: Verdict | None


def start_regrade(session: Session, edition: AssignmentEdition) -> int:
    """Queue gradings by an edition of all submissions that count; return how many.

    Submissions that may count by that edition are graded as well: the ones that could not be read,
    and all that are compared where the best one counts.

    A submission that the edition has graded already is not graded again. One that no edition has
    graded yet will be graded by the newest edition anyway. One on which the grader failed is tried
    once more.
    """
    move_waiting_to_newest_editions(session)
    started = 0
    for gradings in _gradings_by_submission(session, edition).values():
        own = next((each for each in gradings if each.edition_id == edition.id), None)
        if own is not None:
            started += own.state == GradingState.FAILED and queue.retry_failed(session, own.id)
        elif _are_all_finished(gradings):
            session.add(
                Grading(
                    submission_id=gradings[0].submission_id, edition_id=edition.id, regrade=True,
                    queued_at=time.time(),
                )
            )  # fmt: skip
            started += 1
    session.flush()
    return started


def regrade_progress(session: Session, edition: AssignmentEdition) -> RegradeProgress:
    """Return how many submissions an edition has regraded, and which results differ."""
    decided = releases_of_course(session, edition.course_id)[edition.assignment]
    states: Counter[GradingState] = Counter()
    changes, missing, same = [], 0, 0
    for gradings in _gradings_by_submission(session, edition).values():
        after = next((each for each in gradings if each.edition_id == edition.id), None)
        if after is None:
            missing += _are_all_finished(gradings)
            continue
        states[GradingState(after.state)] += 1
        before = decided.grading(gradings)
        if before is after or GradingState(after.state) not in CONCLUSIVE:
            continue
        tasks = compare_results(_result(before), _result(after))
        if tasks or before.state != after.state:
            changes.append(RegradeChange(after.submission, before, after, tasks))
        else:
            same += 1
    changes.sort(key=lambda each: (each.difference >= 0, -abs(each.difference), each.after.id))
    return RegradeProgress(states, missing, tuple(changes), same)


def find_changed_tests(session: Session, change: RegradeChange) -> list[TestVerdictChange]:
    """Return the tests whose verdicts changed, in the order of the later report."""
    before, after = (_tests(session, each) for each in (change.before, change.after))
    return [
        TestVerdictChange(key[0], (after.get(key) or before[key]).title, _verdict(before.get(key)),
                   _verdict(after.get(key)))
        for key in dict.fromkeys([*after, *before])
        if _verdict(before.get(key)) != _verdict(after.get(key))
    ]  # fmt: skip


def points_given_by_people(
    session: Session, changes: Sequence[RegradeChange]
) -> dict[int, dict[str, float]]:
    """Return points that override the grader's, by submission and task; a regrade keeps them."""
    marks = final_scores.marks_of_submissions(session, [each.submission.id for each in changes])
    found: dict[int, dict[str, float]] = {}
    for change in changes:
        for task in change.tasks:
            given = marks.get((change.submission.id, task.id), [])
            own = final_scores.score_of_task(task.after, given) if task.after is not None else None
            if own is not None and own.deciding is not None and own.points is not None:
                found.setdefault(change.submission.id, {})[task.id] = own.points
    return found


def _gradings_by_submission(
    session: Session, edition: AssignmentEdition
) -> dict[int, Sequence[Grading]]:
    """Return all gradings, by submission, of submissions that count or may count."""
    decided = decide_for_course(
        session, edition.course_id, assignment=edition.assignment, tests=True
    ).values()
    wanted = {one for each in decided for one in (each.submission, *each.rivals)}
    found: dict[int, list[Grading]] = {}
    for some in split_into_chunks(wanted):
        for each in session.scalars(
            select(Grading)
            .where(Grading.submission_id.in_(some))
            .options(
                joinedload(Grading.submission).joinedload(Submission.person),
                joinedload(Grading.edition),
            )
            .order_by(Grading.id)
        ):
            found.setdefault(each.submission_id, []).append(each)
    return dict(found)


def _are_all_finished(gradings: Sequence[Grading]) -> bool:
    """Return whether no grading waits or runs; one that does may move to the newest edition."""
    return all(GradingState(each.state).over for each in gradings)


def _result(grading: Grading) -> ResultSummary:
    return (
        load_summary_line(grading.result)
        if grading.result
        else ResultSummary((), {}, complete=False)
    )


def score_of_grading(grading: Grading) -> float:
    """Return the points of a grading; 0 if it has no report."""
    return _result(grading).score


def _points(task: TaskScore | None) -> float:
    return 0.0 if task is None or task.score is None else task.score


def _tests(session: Session, grading: Grading) -> dict[tuple[str, str], TestResult]:
    text = submission_queries.report_of_grading(session, grading.id)
    return {} if text is None else dict(_by_id(text))


def _by_id(text: str) -> Iterator[tuple[tuple[str, str], TestResult]]:
    for task in report_json.loads(text).tasks:
        for test in task.tests:
            yield (task.id, test.id), test


def _verdict(test: TestResult | None) -> Verdict | None:
    return None if test is None else test.verdict
