"""Tells what students see of their results: scores at once, people's marks once released.

Marks, comments and messages are shown once they are released, and the scores count what is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.staff_decisions import StaffDecisions, StaffRemark, TaskDecision
from grader.model.submission import Cell
from grader.service import comments, final_scores, manual_marks, submission_queries
from grader.service.data.decision_tables import Comment, Release, RubricItem
from grader.service.final_scores import CountedTask, SubmissionScores
from grader.service.result_releases import ReleasedDecisions
from grader.service.submission_queries import SubmissionView


@dataclass(frozen=True, slots=True)
class CommentWithLine:
    """A comment, and the line of code that it is about, if any.

    Attributes:
        place: file or cell, and line, for people; empty if it is about no line.
        code: that line.
    """

    text: str
    place: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class TaskFeedback:
    """The points, rubric items and comments of a task, as its student sees them.

    Attributes:
        released: whether what people decided about it is.
        items: what its rubric says of the answer, each with its points.
        remarks: comments on the task.
    """

    counted: CountedTask
    released: bool
    items: tuple[RubricItem, ...] = ()
    remarks: tuple[CommentWithLine, ...] = ()

    @property
    def reason(self) -> str:
        """Return the reason of the mark that decides; empty if it has none."""
        deciding = self.counted.member or self.counted.deciding
        return "" if deciding is None else deciding.reason

    @property
    def said(self) -> bool:
        """Return whether people left a rubric item, a comment or a reason."""
        return bool(self.items or self.remarks or self.reason)


@dataclass(frozen=True, slots=True)
class StudentFeedback:
    """All that a student sees of a submission: scores, tasks, comments and messages.

    Attributes:
        remarks: comments on the code.
        messages: releases that say something, the newest first.
    """

    scores: SubmissionScores
    tasks: tuple[TaskFeedback, ...]
    remarks: tuple[CommentWithLine, ...]
    messages: tuple[Release, ...]


def student_scores(
    session: Session, seen: Sequence[SubmissionView], person: int = 0
) -> dict[int, SubmissionScores]:
    """Return the scores of each submission as its student sees them, by its id.

    Args:
        seen: submissions of one course, as their students see them.
        person: who sees them; in a team, each member may have points of their own.
    """
    every = final_scores.scores_of_submissions(session, seen)
    found = {}
    for each in seen:
        place = each.submission
        own = (
            final_scores.marks_of_members(session, place.course_id, place.assignment).get(person)
            if person
            else None
        )
        scores = final_scores.scores_of_member(every[place.id], own or {})
        found[place.id] = released_scores(scores, each.release, fair=each.has_report)
    return found


def released_scores(
    scores: SubmissionScores, release: ReleasedDecisions, *, fair: bool
) -> SubmissionScores:
    """Return scores with released marks only; without a report, only tasks that have points.

    Args:
        scores: with all marks, also those for one member of a team.
        fair: whether there is a report, as the grader did not fail.
    """
    shown = [
        each if release.shows(each.task.id) else final_scores.score_of_task(each.task, ())
        for each in scores.tasks
    ]
    return SubmissionScores(tuple(each for each in shown if fair or each.why.decided))


def feedback_of_submission(session: Session, seen: SubmissionView, person: int) -> StudentFeedback:
    """Return all feedback on a submission, given the view that one of its owners has of it."""
    release = seen.release
    own = student_scores(session, [seen], person)[seen.submission.id]
    found = [
        each
        for each in comments.list_comments(session, seen.submission.id)
        if release.shows(each.task)
    ]
    cells = (
        submission_queries.code_cells_of_submission(session, seen)
        if any(each.line for each in found)
        else ()
    )
    items = _items(session, [each for each in own.tasks if release.shows(each.task.id)])
    tasks = {each.task.id for each in own.tasks}
    return StudentFeedback(
        own,
        tuple(
            TaskFeedback(
                each,
                release.shows(each.task.id),
                tuple(items[one] for one in _chosen_rubric_items(each) if one in items),
                tuple(_remark(one, cells) for one in found if one.task == each.task.id),
            )
            for each in own.tasks
        ),
        tuple(_remark(one, cells) for one in found if one.task not in tasks),
        release.messages,
    )


def decisions_about_submission(
    session: Session, seen: SubmissionView, person: int = 0
) -> StaffDecisions:
    """Return what people decided about a submission, for its report.

    Args:
        person: the owner who reads it, to whom only what is released is shown; 0 for staff.
    """
    every = comments.list_comments(session, seen.submission.id)
    if person:
        own = student_scores(session, [seen], person)[seen.submission.id]
        every = [each for each in every if seen.release.shows(each.task)]
    else:
        own = final_scores.scores_of_submission(session, seen)
    items = _items(session, own.tasks)
    ids = {each.task.id for each in own.tasks}

    def remarks(of: Iterable[Comment]) -> tuple[StaffRemark, ...]:
        return tuple(StaffRemark(each.text, each.cell, each.line) for each in of)

    tasks = {
        each.task.id: TaskDecision(
            each.points, each.max_points, each.deciding is not None,
            "" if each.deciding is None else each.deciding.reason,
            tuple(
                (items[one].text, items[one].points)
                for one in _chosen_rubric_items(each) if one in items
            ),
            remarks(one for one in every if one.task == each.task.id),
        )
        for each in own.tasks
    }  # fmt: skip
    return StaffDecisions(
        tasks, remarks(one for one in every if one.task not in ids), own.points, own.max_points
    )


def _chosen_rubric_items(counted: CountedTask) -> list[int]:
    """Return the ids of the rubric items of the mark that decides a task."""
    return manual_marks.item_ids_of_mark(counted.deciding)


def _items(session: Session, counted: Iterable[CountedTask]) -> Mapping[int, RubricItem]:
    wanted = {item for each in counted for item in _chosen_rubric_items(each)}
    rows = session.scalars(select(RubricItem).where(RubricItem.id.in_(wanted)))
    return {each.id: each for each in rows}


def _remark(comment: Comment, cells: Sequence[Cell]) -> CommentWithLine:
    if not comment.line:
        return CommentWithLine(comment.text)
    if not 0 <= comment.cell < len(cells):
        return CommentWithLine(comment.text, f"line {comment.line}")
    cell = cells[comment.cell]
    lines = cell.source.split("\n")
    code = lines[comment.line - 1] if comment.line <= len(lines) else ""
    return CommentWithLine(comment.text, f"{cell.name}, line {comment.line}", code)
