"""Lists the submissions that need a person, and those that somebody looks for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.service import final_scores, submission_queries
from grader.service.blind_marking import DisplayNames
from grader.service.data.decision_tables import (
    RegradeRequest,
    RegradeRequestState,
)
from grader.service.data.tables import GradingState, Person, Submission, Team
from grader.service.final_scores import CountedTask, PointsReason, SubmissionScores, sum_points
from grader.service.submission_queries import SubmissionResult
from grader.service.submission_that_counts import CountingDecision, results_for_staff

_FIRST, _THEN = 20, 500
"""Rows that are asked for at first, to find the next one to mark, and then at a time."""


@dataclass(frozen=True, slots=True)
class WrittenTaskProgress:
    """The number of submissions that still need marks for a written task.

    Attributes:
        waiting: submissions that lack marks, of anybody.
        own: waiting submissions that the person who asks has not marked.
        differing: ids of submissions for which people gave different points.
    """

    task: str
    title: str
    waiting: int
    own: int
    differing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SubmissionFilter:
    """A search for submissions; an empty field matches all of them.

    Attributes:
        mistake: the sentence about a known mistake.
        least: the smallest number of points that matches, on the task if one is given, else on
            all tasks together.
        most: the largest number of points that matches.
    """

    task: str = ""
    verdict: str = ""
    mistake: str = ""
    least: float | None = None
    most: float | None = None

    def fits(self, scores: SubmissionScores) -> bool:
        """Return whether a submission with these scores matches the search."""
        tasks = [each for each in scores.tasks if not self.task or each.task.id == self.task]
        if self.task and not tasks:
            return False
        if (self.verdict or self.mistake) and not any(map(self._shows, tasks)):
            return False
        if self.least is None and self.most is None:
            return True
        decided = [each.points for each in tasks if each.points is not None]
        points = sum_points(decided)
        if not decided:
            return False
        low = self.least is None or points >= self.least
        return low and (self.most is None or points <= self.most)

    def _shows(self, task: CountedTask) -> bool:
        verdict = task.task.verdict
        right = not self.verdict or (verdict is not None and verdict.value == self.verdict)
        return right and (not self.mistake or self.mistake in task.task.diagnoses)


def grader_failures(
    session: Session, rows: Sequence[SubmissionResult], decisions: Iterable[CountingDecision]
) -> list[int]:
    """Return the ids of submissions on which the grader failed and that count, or may count."""
    rivals = {rival for each in decisions if each.pending for rival in each.rivals}
    every = [*rows, *submission_queries.results_by_ids(session, rivals)]
    return [each.id for each in every if each.state is GradingState.FAILED]


def search_by_name(
    session: Session, counting: Collection[int], names: DisplayNames, wanted: str
) -> list[int]:
    """Return the ids of the submissions that a search for names of people and teams finds."""
    every, found = list(counting), list[int]()
    if not wanted.strip():
        return every
    for start in range(0, len(every), _THEN):
        rows = session.execute(
            select(Submission.id, Person.name, Person.login, Team.name)
            .join(Person, Person.id == Submission.person_id)
            .outerjoin(Team, Team.id == Submission.team_id)
            .where(Submission.id.in_(every[start : start + _THEN]))
            .order_by(Submission.id)
        )
        found += [
            number
            for number, name, login, team in rows
            if names.finds_by(wanted, number, name, login, team or "")
        ]
    return found


def open_requests(session: Session, course: int, assignment: str) -> list[RegradeRequest]:
    """Return the open requests for another look at a task, the oldest first."""
    return list(session.scalars(
        select(RegradeRequest)
        .join(Submission, Submission.id == RegradeRequest.submission_id)
        .where(
            RegradeRequest.state == RegradeRequestState.OPEN,
            Submission.course_id == course,
            Submission.assignment == assignment,
        )
        .options(joinedload(RegradeRequest.submission).joinedload(Submission.person))
        .order_by(RegradeRequest.id)
    ))  # fmt: skip


def submissions_needing_manual_review(
    scores: Mapping[int, SubmissionScores],
) -> list[tuple[int, float]]:
    """Return the ids of submissions with tests that a person has to decide, and their points.

    A task for which somebody gave points is decided.
    """
    found = []
    for number, own in scores.items():
        # Most have none: sums of thousands of zeros take a noticeable time.
        every = [
            each.task.to_decide
            for each in own.tasks
            if each.task.to_decide and each.why is PointsReason.GRADER
        ]
        if every:
            found.append((number, sum_points(every)))
    return found


def written_task_progress(
    scores: Mapping[int, SubmissionScores], who: int
) -> list[WrittenTaskProgress]:
    """Return how far each written task is marked, and what is left to ``who``."""
    titles: dict[str, str] = {}
    waiting, own = Counter[str](), Counter[str]()
    differing: dict[str, list[int]] = defaultdict(list)
    for number, its in scores.items():
        for counted in its.tasks:
            task = counted.task
            if task.score is not None:
                continue
            titles.setdefault(task.id, task.title)
            if counted.why is PointsReason.WAITS:
                waiting[task.id] += 1
                own[task.id] += _left_to(counted, who)
            elif counted.why is PointsReason.DIFFERS:
                differing[task.id].append(number)
    return [
        WrittenTaskProgress(task, title, waiting[task], own[task], tuple(differing[task]))
        for task, title in titles.items()
    ]


def next_to_mark(
    session: Session,
    counting: Mapping[int, CountingDecision],
    course: int,
    task: str,
    who: int,
    after: int = 0,
    busy: Collection[int] = (),
) -> int | None:
    """Return the id of the next submission to mark for ``who`` after ``after``, in a circle.

    Submissions with which other markers are ``busy`` come last. Results are read in this order, so
    that mostly a few are enough.
    """

    def turn(number: int) -> tuple[bool, bool, int]:
        return number in busy, number < after, number

    every = sorted((number for number in counting if number != after), key=turn)
    start, most = 0, _FIRST
    while some := every[start : start + most]:
        rows = results_for_staff(session, [counting[number] for number in some])
        scores = final_scores.scores_of_results(session, course, rows)
        for number in some:
            counted = scores[number].task(task) if number in scores else None
            if counted is not None and _left_to(counted, who):
                return number
        start, most = start + most, _THEN
    return None


def count_known_mistakes(scores: Mapping[int, SubmissionScores]) -> list[tuple[str, int]]:
    """Return known mistakes, each with the number of its submissions, the most first."""
    found = Counter[str]()
    for each in scores.values():
        found.update(
            {one for own in each.tasks if own.task.diagnoses for one in own.task.diagnoses}
        )
    return found.most_common()


def _left_to(counted: CountedTask, who: int) -> bool:
    return counted.why is PointsReason.WAITS and all(mark.by_id != who for mark in counted.marks)
