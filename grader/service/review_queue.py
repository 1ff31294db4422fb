"""Lists the submissions that need a person, and those that somebody looks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.service import submission_queries
from grader.service.counted_submissions import CountingDecision
from grader.service.data.decision_tables import RegradeRequest, RegradeRequestState
from grader.service.data.tables import GradingState, Submission
from grader.service.final_scores import CountedTask, PointsReason, SubmissionScores, sum_points
from grader.service.submission_queries import SubmissionView


@dataclass(frozen=True, slots=True)
class WrittenTaskProgress:
    """The number of submissions that still need marks for a written task.

    Attributes:
        waiting: submissions that lack marks, of anybody.
        own: waiting submissions that the person who asks has not marked.
        differing: submissions for which people gave different points.
    """

    task: str
    title: str
    waiting: int
    own: int
    differing: tuple[SubmissionView, ...]


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
    session: Session, course: int, counting: Sequence[tuple[SubmissionView, CountingDecision]]
) -> list[SubmissionView]:
    """Return the submissions on which the grader failed and that count, or may count."""
    rivals = {rival for _, each in counting if each.pending for rival in each.rivals}
    every = [seen for seen, _ in counting] + submission_queries.submissions_by_ids(
        session, course, rivals
    )
    return [seen for seen in every if seen.state is GradingState.FAILED]


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


def undecided_submissions(
    every: Sequence[SubmissionView], scores: Mapping[int, SubmissionScores]
) -> list[tuple[SubmissionView, float]]:
    """Return submissions with tests that only a person can decide, and their points.

    A task for which somebody gave points is decided.
    """
    found = []
    for seen in every:
        tasks = scores[seen.submission.id].tasks
        open_points = sum_points(
            each.task.to_decide for each in tasks if each.why is PointsReason.GRADER
        )
        if open_points:
            found.append((seen, open_points))
    return found


def written_task_progress(
    every: Sequence[SubmissionView], scores: Mapping[int, SubmissionScores], who: int
) -> list[WrittenTaskProgress]:
    """Return how far each written task is marked, and what is left to ``who``."""
    found: dict[str, list[tuple[SubmissionView, CountedTask]]] = {}
    for seen in every:
        for counted in scores[seen.submission.id].tasks:
            if counted.task.score is None:
                found.setdefault(counted.task.id, []).append((seen, counted))
    return [
        WrittenTaskProgress(
            task,
            rows[0][1].task.title,
            sum(counted.why is PointsReason.WAITS for _, counted in rows),
            sum(_left_to(counted, who) for _, counted in rows),
            tuple(seen for seen, counted in rows if counted.why is PointsReason.DIFFERS),
        )
        for task, rows in found.items()
    ]


def next_to_mark(
    every: Sequence[SubmissionView],
    scores: Mapping[int, SubmissionScores],
    task: str,
    who: int,
    after: int = 0,
    busy: Collection[int] = (),
) -> SubmissionView | None:
    """Return the next submission to mark for ``who`` after the id ``after``, in a circle.

    Submissions with which other markers are ``busy`` come last.
    """
    left = [
        seen
        for seen in every
        if seen.submission.id != after
        and (counted := scores[seen.submission.id].task(task))
        and _left_to(counted, who)
    ]

    def turn(seen: SubmissionView) -> tuple[bool, bool, int]:
        number = seen.submission.id
        return number in busy, number < after, number

    return min(left, key=turn, default=None)


def count_known_mistakes(scores: Mapping[int, SubmissionScores]) -> list[tuple[str, int]]:
    """Return known mistakes, each with the number of its submissions, the most first."""
    found = Counter(
        sentence
        for each in scores.values()
        for sentence in {one for task in each.tasks for one in task.task.diagnoses}
    )
    return found.most_common()


def _left_to(counted: CountedTask, who: int) -> bool:
    return counted.why is PointsReason.WAITS and all(mark.by_id != who for mark in counted.marks)
