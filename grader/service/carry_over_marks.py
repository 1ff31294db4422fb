"""Shows marks and comments of a student's other submissions, and carries them over to another one.

Nothing is carried over by itself: the answer may have changed. A mark that is carried over stays
that of the person who gave it, says in its reason where it comes from, and the audit says who
carried it over. What is left behind on purpose leaves a mark that is taken back.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.model.submission import Cell
from grader.service import comments, final_scores, submission_queries
from grader.service.data import audit
from grader.service.data.decision_tables import Comment, Mark
from grader.service.data.tables import Submission
from grader.service.final_scores import CountedTask
from grader.service.submission_queries import SubmissionResult, SubmissionView
from grader.service.team_membership import choose_viewing_owner, teams_of_course


@dataclass(frozen=True, slots=True)
class EarlierMark:
    """The marks of a task in another submission of the same student.

    Attributes:
        submission: that other one.
        counted: the task as it counts there.
        standing: the marks that stand there, the oldest first.
    """

    submission: Submission
    counted: CountedTask
    standing: tuple[Mark, ...]

    def shown_to(self, who: int) -> bool:
        """Return whether a person may see the points: markers first mark on their own."""
        counted = self.counted
        return counted.why.decided or any(mark.by_id == who for mark in counted.marks)


@dataclass(frozen=True, slots=True)
class MarksToCarryOver:
    """Marks and comments on a student's other submissions that can be carried over to this one.

    Attributes:
        marks: of each task the one of the newest other submission that has any.
        comments: those of the newest other submission that has any.
    """

    marks: tuple[EarlierMark, ...] = ()
    comments: tuple[Comment, ...] = ()


def find_marks_to_carry_over(session: Session, seen: SubmissionView) -> MarksToCarryOver:
    """Find marks and comments on the student's other submissions that this submission lacks."""
    own = seen.submission
    others = [
        each
        for each in submission_queries.submissions_for_assignment(
            session, own.course_id, own.assignment, choose_viewing_owner(session, own)
        )
        if each.submission.id != own.id
    ]
    if not others:
        return MarksToCarryOver()
    marks = final_scores.marks_of_submissions(
        session, [own.id, *(each.submission.id for each in others)]
    )
    counted = final_scores.scores_of_submissions(session, others)
    found = []
    for task in final_scores.scores_of_submission(session, seen).tasks:
        if marks.get((own.id, task.task.id)):
            continue
        for other in others:
            standing = final_scores.marks_in_force(
                marks.get((other.submission.id, task.task.id), ())
            )
            theirs = counted[other.submission.id].task(task.task.id)
            if standing and theirs is not None:
                found.append(EarlierMark(other.submission, theirs, tuple(standing)))
                break
    return MarksToCarryOver(tuple(found), tuple(_comments(session, own, others)))


def find_submissions_lacking_marks(
    session: Session, course: int, assignment: str, counting: Collection[SubmissionResult]
) -> set[int]:
    """Return the ids of submissions that lack marks which others of their students have."""
    teams = teams_of_course(session, course)
    by_owners = {
        teams.owners(each.person_id, each.assignment, each.team_id): each for each in counting
    }
    ids = {each.id for each in counting}
    # Only who has marks on another submission than the one that counts is looked at further.
    marked = {
        submission: teams.owners(person, assignment, team)
        for submission, person, team in session.execute(
            select(Mark.submission_id, Submission.person_id, Submission.team_id)
            .join(Submission, Submission.id == Mark.submission_id)
            .where(Submission.course_id == course, Submission.assignment == assignment)
            .distinct()
        )
    }
    elsewhere = {owners for submission, owners in marked.items() if submission not in ids}
    theirs = [each for each, owners in marked.items() if owners in elsewhere]
    marks: dict[tuple[tuple[int, ...], str], dict[int, list[Mark]]] = {}
    for (submission, task), every in final_scores.marks_of_submissions(session, theirs).items():
        marks.setdefault((marked[submission], task), {})[submission] = every
    found: set[int] = set()
    for (owners, task), by_submission in marks.items():
        own = by_owners.get(owners)
        if own is None or own.task(task) is None or own.id in by_submission:
            continue
        if any(final_scores.marks_in_force(every) for every in by_submission.values()):
            found.add(own.id)
    return found


def carry_marks_over(session: Session, who: int, seen: SubmissionView, task: str = "") -> int:
    """Copy marks of one task, or all marks and comments, to a submission; return how many.

    They come from other submissions of its student. A second call finds nothing left to copy.
    """
    found, number = find_marks_to_carry_over(session, seen), 0
    for each in found.marks:
        if task not in {"", each.counted.task.id}:
            continue
        for mark in each.standing:
            session.add(Mark(
                submission_id=seen.submission.id, task=mark.task, points=mark.points,
                items=mark.items, reason=_from(mark.reason, each.submission), settles=mark.settles,
                by_id=mark.by_id, at=time.time(),
            ))  # fmt: skip
            number += 1
        _note(session, who, "carried over marks", each, seen)
    if not task and found.comments:
        number += _carry_comments_over(session, seen, found.comments)
        about = f"from submission {found.comments[0].submission_id} to {seen.submission.id}"
        audit.add_audit_entry(session, who, "carried over comments", about)
    session.flush()
    return number


def decline_carried_mark(session: Session, who: int, seen: SubmissionView, task: str) -> None:
    """Record that the marks of a task in another submission are not to be carried over."""
    for each in find_marks_to_carry_over(session, seen).marks:
        if each.counted.task.id == task:
            session.add(Mark(
                submission_id=seen.submission.id, task=task, points=None, items="", reason="",
                settles=False, by_id=who, at=time.time(),
            ))  # fmt: skip
            _note(session, who, "left behind marks", each, seen)
    session.flush()


def _note(session: Session, who: int, deed: str, each: EarlierMark, seen: SubmissionView) -> None:
    task = escape_to_one_line(each.counted.task.id, 40)
    about = f"from submission {each.submission.id} to {seen.submission.id}, task {task}"
    audit.add_audit_entry(session, who, deed, about)


def _from(reason: str, submission: Submission) -> str:
    said = f"Carried over from submission {submission.id}."
    return f"{reason} {said}" if reason else said


# Comments -----------------------------------------------------------------------------------


def _comments(session: Session, own: Submission, others: Sequence[SubmissionView]) -> list[Comment]:
    known = {(each.by_id, each.task, each.text) for each in comments.list_comments(session, own.id)}
    for other in others:
        theirs = comments.list_comments(session, other.submission.id)
        if theirs:
            return [
                each for each in theirs
                if not any(
                    (each.by_id, each.task, text) in known
                    for text in (each.text, _elsewhere(each))
                )
            ]  # fmt: skip
    return []


def _carry_comments_over(session: Session, seen: SubmissionView, every: Sequence[Comment]) -> int:
    """Copy comments to the new places of their lines, or to the whole code; return how many."""
    other = submission_queries.find_submission(session, every[0].submission_id)
    before = (
        submission_queries.code_cells_of_submission(session, other) if other is not None else ()
    )
    now = submission_queries.code_cells_of_submission(session, seen)
    for each in every:
        place = _find_new_line(each, before, now) if each.line else (-1, 0)
        lost = bool(each.line) and place == (-1, 0)
        session.add(Comment(
            submission_id=seen.submission.id, task=each.task, cell=place[0], line=place[1],
            text=_elsewhere(each) if lost else each.text, by_id=each.by_id, at=time.time(),
        ))  # fmt: skip
    return len(every)


def _elsewhere(comment: Comment) -> str:
    return f"About line {comment.line} of submission {comment.submission_id}: {comment.text}"


def _find_new_line(
    comment: Comment, before: Sequence[Cell], now: Sequence[Cell]
) -> tuple[int, int]:
    """Return the cell and line that a comment moves to; -1 and 0 unless one line fits."""
    text = _lines(before, comment.cell)[comment.line - 1 : comment.line]
    if not text or not text[0].strip():
        return -1, 0
    if _lines(now, comment.cell)[comment.line - 1 : comment.line] == text:
        return comment.cell, comment.line
    places = [
        (cell, line)
        for cell in range(len(now))
        for line, found in enumerate(_lines(now, cell), start=1)
        if found == text[0]
    ]
    return places[0] if len(places) == 1 else (-1, 0)


def _lines(cells: Sequence[Cell], cell: int) -> list[str]:
    return cells[cell].source.split("\n") if 0 <= cell < len(cells) else []
