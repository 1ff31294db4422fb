"""Stores comments about lines of a submission or about a task, and phrases that are used again."""

from __future__ import annotations

import time

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.decision_tables import Comment, Phrase
from grader.service.data.tables import Submission
from grader.service.mail import notices
from grader.service.text_input import check_length


def write_comment(
    session: Session, who: int, submission: Submission, text: str, *,
    task: str = "", cell: int = -1, line: int = 0,
) -> Comment:  # fmt: skip
    """Store a comment, or return the equal one that the person has already written.

    Args:
        cell: number of the file or notebook cell from 0; -1 if it is about no line.
        line: from 1; 0 if it is about no line.

    Raises:
        ServiceProblem: if it says nothing, or too much.
    """
    text = _said(text)
    if (cell < 0) != (line < 1):
        raise ServiceProblem("A comment about a line needs both a line and its file or cell.")
    for known in list_comments(session, submission.id):
        if (known.by_id, known.task, known.cell, known.line, known.text) == (
            who, task, cell, line, text,
        ):  # fmt: skip
            return known
    comment = Comment(
        submission_id=submission.id, task=task, cell=cell, line=line, text=text, by_id=who,
        at=time.time(),
    )  # fmt: skip
    session.add(comment)
    _note(session, who, "commented on", submission.id, task)
    notices.enqueue_comment(session, submission, task, who)
    return comment


def remove_comment(session: Session, who: int, comment: Comment) -> None:
    """Mark a comment as removed; its row stays in the database."""
    if not comment.removed_at:
        comment.removed_at = time.time()
        _note(session, who, "removed a comment on", comment.submission_id, comment.task)


def list_comments(session: Session, submission: int) -> list[Comment]:
    """Return the comments on a submission that are not removed, in the order of its lines."""
    return list(session.scalars(
        select(Comment)
        .where(Comment.submission_id == submission, Comment.removed_at == 0.0)
        .options(joinedload(Comment.by))
        .order_by(Comment.cell, Comment.line, Comment.id)
    ))  # fmt: skip


def _note(session: Session, who: int, deed: str, submission: int, task: str) -> None:
    about = f"submission {submission}{f', task {escape_to_one_line(task, 40)}' if task else ''}"
    audit.add_audit_entry(session, who, deed, about)


# Phrases ------------------------------------------------------------------------------------


def list_phrases(session: Session, course: int, assignment: str) -> list[Phrase]:
    """Return the phrases of an assignment, the most used first."""
    return list(session.scalars(
        select(Phrase)
        .where(Phrase.course_id == course, Phrase.assignment == assignment)
        .order_by(Phrase.used.desc(), Phrase.id)
    ))  # fmt: skip


def keep_phrase(session: Session, course: int, assignment: str, text: str) -> Phrase:
    """Store a text as a phrase, or return the phrase that has this text already.

    Raises:
        ServiceProblem: if it says nothing, or too much.
    """
    text = _said(text)
    known = session.scalars(
        select(Phrase).where(
            Phrase.course_id == course, Phrase.assignment == assignment, Phrase.text == text
        )
    ).one_or_none()
    if known is None:
        known = Phrase(course_id=course, assignment=assignment, text=text)
        session.add(known)
        session.flush()
    return known


def use_phrase(session: Session, phrase: Phrase) -> str:
    """Return the text of a phrase, and count one more use."""
    phrase.used += 1
    session.flush()
    return phrase.text


def forget_phrase(session: Session, phrase: Phrase) -> None:
    """Delete a phrase. Comments that have its text keep it."""
    session.delete(phrase)
    session.flush()


def _said(text: str) -> str:
    text = check_length(text, "A comment")
    if not text:
        raise ServiceProblem("The comment is empty; write a sentence.")
    return text
