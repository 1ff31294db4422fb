"""Computes the score of each task as it counts: the grader's, or what people have decided instead.

1. The newest decision that settles counts, until it is taken back.
2. A task that the grader scored is overridden by the newest mark of anybody, until that is taken
   back.
3. A written task, which the grader leaves to people, has the points on which as many people agree
   as the assignment's terms ask for. Of each person, the newest mark counts. Until they are that
   many, it waits; if they differ, somebody has to settle it.

A mark of an earlier edition may be above what the task has now: it counts as all of the points.

What a team's submission has, all its members have. A mark for one member counts for that member, in
place of the team's points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.jobs.grading_answer import ResultSummary, TaskScore
from grader.service.assignment_terms import AssignmentConditions, current_terms
from grader.service.data.database import cache_per_reading, split_into_chunks
from grader.service.data.decision_tables import Mark
from grader.service.data.group_tables import MemberMark
from grader.service.submission_queries import SubmissionResult, SubmissionView


class PointsReason(StrEnum):
    """The reason why a task has its points, or has none yet."""

    GRADER = "grader"
    OVERRIDDEN = "overridden"
    MARKED = "marked"
    SETTLED = "settled"
    WAITS = "waits"
    """For a first mark, or for those of more people."""
    DIFFERS = "differs"
    """People gave different points, and nobody has settled it."""
    MEMBER = "member"
    """One member of a team has points of their own."""

    @property
    def decided(self) -> bool:
        """Return whether the task has points."""
        return self not in {PointsReason.WAITS, PointsReason.DIFFERS}


class CountedTask(msgspec.Struct, frozen=True, gc=False):
    """A task of a submission with the points that count, and their reason.

    A struct, as pages about a large course make some ten thousand of them.

    Attributes:
        task: the grader's result.
        points: ``None`` until they are decided.
        deciding: the mark that decides, with who and why; of several who agree, the newest.
        marks: the standing marks of all people beside those that settle, the oldest first.
        lacking: how many more people have to mark it.
        member: the mark for one member of the team, if these are that member's points.
    """

    task: TaskScore
    points: float | None
    why: PointsReason
    deciding: Mark | None = None
    marks: tuple[Mark, ...] = ()
    lacking: int = 0
    member: MemberMark | None = None

    @property
    def max_points(self) -> float:
        """Return the most points that the task can give."""
        return self.task.max_score

    @property
    def open(self) -> float:
        """Return the points that wait for people: all, or those of tests left to people."""
        if self.points is None:
            return self.max_points
        return self.task.to_decide if self.why is PointsReason.GRADER else 0.0

    @property
    def given(self) -> float | None:
        """Return a mark's points if they exceed the task's present maximum, else ``None``."""
        if self.deciding is None or self.deciding.points is None or self.member is not None:
            return None
        return self.deciding.points if self.deciding.points > self.max_points else None

    @property
    def changed(self) -> bool:
        """Return whether people gave other points than the grader did."""
        return self.task.score is not None and self.points != self.task.score


@dataclass(frozen=True, slots=True)
class SubmissionScores:
    """The counted points of all tasks of a submission, in the assignment's order."""

    tasks: tuple[CountedTask, ...]

    def task(self, id: str) -> CountedTask | None:
        """Return the task of that id."""
        return next((each for each in self.tasks if each.task.id == id), None)

    @property
    def points(self) -> float:
        """Return the points on the tasks that are decided."""
        return sum_points(each.points for each in self.tasks if each.points is not None)

    @property
    def max_points(self) -> float:
        """Return the maximum of points, without the points that wait for people."""
        return sum_points(each.max_points - each.open for each in self.tasks)

    @property
    def scored(self) -> bool:
        """Return whether any task has points."""
        return any(each.why.decided for each in self.tasks)

    @property
    def undecided(self) -> float:
        """Return the points that wait for people."""
        return sum_points(each.open for each in self.tasks)


def sum_points(points: Iterable[float]) -> float:
    """Return the sum of points, rounded so that 0.1 and 0.2 make 0.3."""
    return round(sum(points), 9)


def scores_of_submissions(
    session: Session, seen: Sequence[SubmissionView]
) -> dict[int, SubmissionScores]:
    """Return the scores of submissions of one course by id; one without a report has no tasks.

    A grading that failed may have a report: its tasks wait for people, whatever the grader gave.
    """
    course = seen[0].submission.course_id if seen else 0
    return scores_of_results(session, course, [SubmissionResult.of(each) for each in seen])


def scores_of_results(
    session: Session, course: int, rows: Sequence[SubmissionResult]
) -> dict[int, SubmissionScores]:
    """Return the scores as :func:`scores_of_submissions`, from results alone."""
    marks = marks_of_submissions(session, [each.id for each in rows])
    marked = {submission for submission, _ in marks}
    terms = current_terms(session, course)
    needed = {name: required_markers(terms[name]) for name in {each.assignment for each in rows}}
    found: dict[int, SubmissionScores] = {}
    for each in rows:
        tasks, number = tasks_of_result(each.result, fair=each.has_report), needed[each.assignment]
        its = each.id in marked  # nearly none is, in a large course
        found[each.id] = SubmissionScores(tuple(
            score_of_task(task, marks.get((each.id, task.id), ()) if its else (), number)
            for task in tasks
        ))  # fmt: skip
    return found


def scores_of_submission(session: Session, seen: SubmissionView) -> SubmissionScores:
    """Return the scores of one submission."""
    return scores_of_submissions(session, [seen])[seen.submission.id]


def scores_for_pages(
    session: Session, seen: Sequence[SubmissionView]
) -> dict[int, SubmissionScores]:
    """Return the scores that pages show, by id of the submission.

    They are as in :func:`scores_of_submissions`, but a submission on which the grader failed and
    that nobody marked has no tasks.
    """
    every = scores_of_submissions(session, seen)
    return {
        each.submission.id: every[each.submission.id]
        if each.has_report or every[each.submission.id].scored
        else SubmissionScores(())
        for each in seen
    }


def scores_of_people(
    session: Session, course: int, seen: Mapping[int, SubmissionResult]
) -> dict[int, SubmissionScores]:
    """Return the scores of people, by their ids, on a submission of one assignment each.

    Args:
        seen: the submission of each person; members of a team have the same one.
    """
    rows = {each.id: each for each in seen.values()}
    every = scores_of_results(session, course, list(rows.values()))
    own: dict[int, dict[str, MemberMark]] = {}
    if rows:
        own = marks_of_members(session, course, next(iter(rows.values())).assignment)
    return {
        person: scores_of_member(every[each.id], own.get(person, {}))
        for person, each in seen.items()
    }


def scores_of_member(scores: SubmissionScores, marks: Mapping[str, MemberMark]) -> SubmissionScores:
    """Return a submission's scores for one member of its team, with their own marks by task."""
    if not marks:
        return scores
    return SubmissionScores(tuple(
        msgspec.structs.replace(
            each, points=min(mark.points, each.max_points), why=PointsReason.MEMBER, lacking=0,
            member=mark,
        )
        if (mark := marks.get(each.task.id)) is not None and mark.points is not None
        else each
        for each in scores.tasks
    ))  # fmt: skip


@cache_per_reading
def marks_of_members(
    session: Session, course: int, assignment: str
) -> dict[int, dict[str, MemberMark]]:
    """Return the marks for single members of teams that stand, by person and task."""
    found: dict[int, dict[str, MemberMark]] = defaultdict(dict)
    for mark in session.scalars(
        select(MemberMark)
        .where(MemberMark.course_id == course, MemberMark.assignment == assignment)
        .order_by(MemberMark.id)
    ):
        if mark.points is None:
            found[mark.person_id].pop(mark.task, None)
        else:
            found[mark.person_id][mark.task] = mark
    return dict(found)


def required_markers(terms: AssignmentConditions) -> int:
    """Return how many people have to mark each written task of an assignment, at least one."""
    return max(1, terms.markers)


def score_of_task(task: TaskScore, marks: Sequence[Mark], needed: int = 1) -> CountedTask:
    """Return the counted points of ``task``, given its ``marks`` with the oldest first."""
    if not marks:  # as it is with nearly all tasks of a large course
        if task.score is not None:
            return CountedTask(task, task.score, PointsReason.GRADER)
        return CountedTask(task, None, PointsReason.WAITS, lacking=needed)
    settling = [mark for mark in marks if mark.settles]
    own = tuple(_newest_marks(mark for mark in marks if not mark.settles))
    if settling and settling[-1].points is not None:
        return _decided(task, PointsReason.SETTLED, settling[-1], own)
    if task.score is not None:
        given = [mark for mark in marks if not mark.settles]
        if given and given[-1].points is not None:
            return _decided(task, PointsReason.OVERRIDDEN, given[-1], own)
        return CountedTask(task, task.score, PointsReason.GRADER, marks=own)
    if len({mark.points for mark in own}) > 1:
        return CountedTask(
            task, None, PointsReason.DIFFERS, marks=own, lacking=max(0, needed - len(own))
        )
    if len(own) < needed:
        return CountedTask(task, None, PointsReason.WAITS, marks=own, lacking=needed - len(own))
    return _decided(task, PointsReason.MARKED, own[-1], own)


def _decided(
    task: TaskScore, why: PointsReason, deciding: Mark, own: tuple[Mark, ...]
) -> CountedTask:
    assert deciding.points is not None
    return CountedTask(task, min(deciding.points, task.max_score), why, deciding, own)


def marks_in_force(marks: Sequence[Mark]) -> list[Mark]:
    """Return the newest mark of each person, and the newest that settles."""
    settling = [mark for mark in marks if mark.settles][-1:]
    return [
        *_newest_marks(mark for mark in marks if not mark.settles),
        *(mark for mark in settling if mark.points is not None),
    ]


def _newest_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Return the newest mark of each person, without marks that were taken back."""
    newest: dict[int, Mark] = {}
    for mark in marks:
        newest.pop(mark.by_id, None)
        newest[mark.by_id] = mark
    return [mark for mark in newest.values() if mark.points is not None]


def tasks_of_result(result: ResultSummary | None, *, fair: bool) -> tuple[TaskScore, ...]:
    """Return the tasks of a result. If the grader failed, all of them wait for people."""
    tasks = result.tasks if result is not None else ()
    return tasks if fair else tuple(map(_unscored, tasks))


def _unscored(task: TaskScore) -> TaskScore:
    return TaskScore(task.id, task.title, task.max_score, None, task.verdict, task.diagnoses)


def marks_of_submissions(
    session: Session, submissions: Sequence[int]
) -> Mapping[tuple[int, str], list[Mark]]:
    """Return all marks of these submissions, by submission and task, the oldest first."""
    found: dict[tuple[int, str], list[Mark]] = defaultdict(list)
    for some in split_into_chunks(submissions):
        for mark in session.scalars(
            select(Mark)
            .where(Mark.submission_id.in_(some))
            .options(joinedload(Mark.by))
            .order_by(Mark.id)
        ):
            found[mark.submission_id, mark.task].append(mark)
    return found
