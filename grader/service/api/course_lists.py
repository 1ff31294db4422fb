"""API of the lists of a course: assignments, people, submissions, points and what people decided.

A student's token reads what the student's pages show; lists about everybody are for staff.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import (
    blind_marking,
    course_editions,
    final_scores,
    keyset_pagination,
    student_visible_results,
    submission_queries,
)
from grader.service.api.parameters import DESCRIBED, Bearer, ListPage, Paged
from grader.service.assignment_gradebook import GradebookRow, make_gradebook
from grader.service.audited_report_views import audit_reading, audit_viewing
from grader.service.auth.access import READ, Forbidden, Permission, Visitor
from grader.service.blind_marking import DisplayNames
from grader.service.data.decision_tables import CountingRule, Mark
from grader.service.data.tables import Course, GradingState
from grader.service.deadlines import Deadlines
from grader.service.final_scores import SubmissionScores
from grader.service.sections import sections_of_course
from grader.service.student_visible_results import CommentWithLine
from grader.service.submission_queries import SubmissionView
from grader.service.submission_that_counts import decide_for_course
from grader.service.team_membership import choose_viewing_owner
from grader.service.web.request_context import Reading, app_state, find_course_for
from grader.service.web.student_pages import assignment_for, view_for_visitor

router = APIRouter(prefix="/api/v1", dependencies=[DESCRIBED])

Time = Annotated[float, Field(description="Seconds since 1970.")]
MaybeTime = Annotated[float | None, Field(description="Seconds since 1970, or null.")]


class CourseItem(BaseModel):
    """A course in which the owner of the token may hand in."""

    slug: Annotated[str, Field(description="Its short name in addresses.")]
    title: str
    role: Annotated[str, Field(description="What the owner of the token is there.")]
    archived: Annotated[bool, Field(description="Whether nothing in it changes any more.")]


class AssignmentItem(BaseModel):
    """An assignment, with the dates that hold for the owner of the token."""

    assignment: Annotated[str, Field(description="Its name in addresses.")]
    title: str
    edition: Annotated[str, Field(description="The digest of its present files.")]
    opens_at: MaybeTime
    due_at: MaybeTime
    last_at: Annotated[float | None, Field(description="When late work is no longer taken.")]
    extended: Annotated[bool, Field(description="Whether an extension gives more time.")]
    counts: Annotated[CountingRule, Field(description="Which of several submissions counts.")]


class PersonItem(BaseModel):
    """A person of a course."""

    id: int
    login: str
    name: str
    role: str
    sections: list[str]


class SubmissionItem(BaseModel):
    """A submission in short, as the owner of the token may see it."""

    id: int
    student: Annotated[str, Field(description="A name; a number where marking is blind.")]
    login: Annotated[str | None, Field(description="Null where marking is blind.")]
    team: str | None
    filename: str
    created_at: Time
    state: GradingState
    counts: Annotated[bool, Field(description="Whether it counts of its student's or team's.")]
    score: float | None
    max_score: float | None
    undecided: Annotated[float | None, Field(description="Points that wait for people.")]


class MarkItem(BaseModel):
    """A mark that a person gave for a task; the newest of each person counts."""

    id: int
    submission: int
    task: str
    points: Annotated[float | None, Field(description="Null if it takes an earlier mark back.")]
    reason: str
    settles: Annotated[bool, Field(description="Whether it decides between others' marks.")]
    by: Annotated[str, Field(description="The login of who gave it.")]
    at: Time


class CommentItem(BaseModel):
    """A comment on a submission."""

    id: int
    submission: int
    task: Annotated[str, Field(description="Empty if it is about the code as such.")]
    cell: Annotated[int | None, Field(description="Of which file or cell, from 0.")]
    line: Annotated[int | None, Field(description="About which line of it, from 1.")]
    text: str
    by: Annotated[str, Field(description="The login of who wrote it.")]
    at: Time


class ExtensionItem(BaseModel):
    """A later deadline of a student; the newest one counts."""

    id: int
    login: str
    due_at: Time
    reason: str
    at: Time


class GradebookItem(BaseModel):
    """A student's row of a gradebook."""

    person: int
    login: str
    name: str
    submission: Annotated[int | None, Field(description="The one that counts; null if none.")]
    submissions: Annotated[int, Field(description="How many there are.")]
    why: Annotated[str, Field(description="Why it counts.")]
    decided: Annotated[bool, Field(description="Whether the points are final.")]
    points: float
    undecided: Annotated[float, Field(description="Points that wait for people.")]
    late_days: int
    lost: Annotated[float, Field(description="The share of the points that lateness costs.")]
    total: Annotated[float, Field(description="The points after lateness.")]
    tasks: Annotated[dict[str, float | None], Field(description="Points by task.")]


@router.get("/courses")
def courses(session: Reading, who: Bearer) -> list[CourseItem]:
    """Return the courses of the owner of the token, by title."""
    who.require_scope(READ)
    every = session.scalars(select(Course).order_by(Course.title, Course.id)).all()
    return [
        CourseItem(
            slug=each.slug, title=each.title, role=_role(who, each), archived=bool(each.archived_at)
        )
        for each in every
        if who.may(Permission.SUBMIT, each.id)
    ]


def _role(who: Visitor, course: Course) -> str:
    role = who.roles.get(course.id)
    return "administrator" if role is None else role.value


@router.get("/courses/{slug}/assignments")
def assignments(session: Reading, who: Bearer, slug: str) -> list[AssignmentItem]:
    """Return the assignments of a course, with the dates of the owner of the token."""
    who.require_scope(READ)
    found = find_course_for(session, who, slug, Permission.SUBMIT)
    dates = Deadlines.of(session, found.id, who.id)
    return [
        AssignmentItem(
            assignment=each.assignment, title=each.title, edition=each.digest,
            opens_at=rule.opens_at or None, due_at=rule.due_at or None,
            last_at=rule.last_at or None, extended=dates.extended(who.id, each.assignment),
            counts=dates.terms[each.assignment].counts,
        )
        for each in course_editions.current_editions(session, found)
        for rule in [dates.rule(who.id, each.assignment)]
    ]  # fmt: skip


@router.get("/courses/{slug}/people")
def people(session: Reading, who: Bearer, slug: str, piece: Paged) -> ListPage[PersonItem]:
    """Return the people of a course to its instructors, by id."""
    who.require_scope(READ)
    found = find_course_for(session, who, slug, Permission.ENROL)
    rows, more = keyset_pagination.members_of_course(session, found.id, piece)
    sections = sections_of_course(session, found.id)
    items = [
        PersonItem(
            id=person.id, login=person.login, name=person.name, role=role,
            sections=list(sections.of(person.id)),
        )
        for person, role in rows
    ]  # fmt: skip
    return ListPage(items=items, next=items[-1].id if more else None)


@router.get("/courses/{slug}/assignments/{assignment}/submissions")
def submissions(
    session: Reading, who: Bearer, slug: str, assignment: str, piece: Paged,
    counting: Annotated[bool, Query(description="Only those that count; for staff.")] = False,
) -> ListPage[SubmissionItem]:  # fmt: skip
    """Return submissions for an assignment, the oldest first: everybody's to staff, else one's own.

    Students see the scores that their pages show.
    """
    who.require_scope(READ)
    found, edition = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    staff = who.may(Permission.READ_ALL, found.id)
    ids, more = keyset_pagination.submission_ids(
        session, found.id, assignment, piece, owner=0 if staff else who.id, counting=counting
    )
    seen = submission_queries.submissions_by_ids(session, found.id, ids, staff=staff)
    if staff:
        names = blind_marking.names_for_overview(session, who, edition)
        scores = final_scores.scores_for_pages(session, seen)
        decided = decide_for_course(session, found.id, assignment=assignment, tests=True)
    else:
        names = DisplayNames(hidden=False)
        scores = student_visible_results.student_scores(session, seen, who.id)
        decided = decide_for_course(
            session, found.id, assignment=assignment, person=who.id, student=True
        )
    that_count = {each.submission for each in decided.values() if each.counts}
    items = [_submission(each, scores[each.submission.id], names, that_count) for each in seen]
    return ListPage(items=items, next=items[-1].id if more else None)


def _submission(
    seen: SubmissionView, own: SubmissionScores, names: DisplayNames, that_count: set[int]
) -> SubmissionItem:
    made, scored = seen.submission, seen.has_report or own.scored
    return SubmissionItem(
        id=made.id, student=names.whose(made),
        login=None if names.hidden else made.person.login,
        team=None if names.hidden or made.team is None else made.team.name,
        filename=names.file(made), created_at=made.created_at, state=seen.state,
        counts=made.id in that_count, score=own.points if scored else None,
        max_score=own.max_points if scored else None, undecided=own.undecided if scored else None,
    )  # fmt: skip


@router.get("/courses/{slug}/assignments/{assignment}/marks")
def marks(
    request: Request, session: Reading, who: Bearer, slug: str, assignment: str, piece: Paged
) -> ListPage[MarkItem]:
    """Return the marks for an assignment to staff, also those that count no more, oldest first.

    Marks of a task that still waits for others are left out until one has marked it oneself: who
    marks does not see what others gave. So a page may have fewer items than `limit`.
    """
    who.require_scope(READ)
    found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
    rows, more = keyset_pagination.marks_of_assignment(session, found.id, assignment, piece)
    visible = _visible_marks(session, found.id, rows, who.id)
    items = [
        MarkItem(
            id=each.id, submission=each.submission_id, task=each.task, points=each.points,
            reason=each.reason, settles=each.settles, by=each.by.login, at=each.at,
        )
        for each in rows
        if each.id in visible
    ]  # fmt: skip
    audit_viewing(app_state(request).database, who, f"marks of {slug}/{assignment}")
    return ListPage(items=items, next=rows[-1].id if more else None)


def _visible_marks(session: Session, course: int, rows: Sequence[Mark], who: int) -> set[int]:
    """Return the ids of marks whose tasks are decided, or that the visitor has marked, too."""
    results = submission_queries.results_by_ids(session, {each.submission_id for each in rows})
    scores = final_scores.scores_of_results(session, course, results)
    found = set()
    for each in rows:
        own = scores.get(each.submission_id)
        counted = None if own is None else own.task(each.task)
        if (
            each.by_id == who
            or counted is None
            or counted.why.decided
            or any(mark.by_id == who for mark in counted.marks)
        ):
            found.add(each.id)
    return found


class FeedbackTask(BaseModel):
    """Holds what a student sees of a task of a submission."""

    task: str
    points: float | None
    max_points: float
    released: Annotated[bool, Field(description="Whether what people decided is shown.")]
    reason: Annotated[str, Field(description="Of the mark that decides; empty if none is shown.")]
    rubric: Annotated[list[str], Field(description="Rubric items that hold for it.")]
    comments: list[str]


class Feedback(BaseModel):
    """Holds the marks and comments on a submission that its student sees."""

    tasks: list[FeedbackTask]
    comments: Annotated[list[str], Field(description="On the code as such.")]
    messages: Annotated[list[str], Field(description="Of releases, the newest first.")]


@router.get("/submissions/{id}/feedback")
def feedback(request: Request, who: Bearer, id: int) -> Feedback:
    """Return points, rubric items and comments as the student sees them, once they are released."""
    who.require_scope(READ)
    database = app_state(request).database
    with database.reading() as session:
        seen, _ = view_for_visitor(session, who, id)
        own = submission_queries.find_submission(session, id, staff=False)
        if own is None:
            raise Forbidden
        given = student_visible_results.feedback_of_submission(
            session, own, choose_viewing_owner(session, own.submission, who.id)
        )
    audit_reading(database, who, seen.submission)
    return Feedback(
        tasks=[
            FeedbackTask(
                task=each.counted.task.id, points=each.counted.points,
                max_points=each.counted.max_points, released=each.released, reason=each.reason,
                rubric=[item.text for item in each.items],
                comments=[_said(one) for one in each.remarks],
            )
            for each in given.tasks
        ],
        comments=[_said(one) for one in given.remarks],
        messages=[each.message for each in given.messages],
    )  # fmt: skip


def _said(comment: CommentWithLine) -> str:
    return f"{comment.place}: {comment.text}" if comment.place else comment.text


@router.get("/courses/{slug}/assignments/{assignment}/comments")
def comments(
    request: Request, session: Reading, who: Bearer, slug: str, assignment: str, piece: Paged
) -> ListPage[CommentItem]:
    """Return the comments on submissions for an assignment to staff, the oldest first."""
    who.require_scope(READ)
    found, _ = assignment_for(session, who, slug, assignment, Permission.MARK)
    rows, more = keyset_pagination.comments_of_assignment(session, found.id, assignment, piece)
    items = [
        CommentItem(
            id=each.id, submission=each.submission_id, task=each.task,
            cell=each.cell if each.line else None, line=each.line or None, text=each.text,
            by=each.by.login, at=each.at,
        )
        for each in rows
    ]  # fmt: skip
    audit_viewing(app_state(request).database, who, f"comments of {slug}/{assignment}")
    return ListPage(items=items, next=items[-1].id if more else None)


@router.get("/courses/{slug}/assignments/{assignment}/extensions")
def extensions(
    session: Reading, who: Bearer, slug: str, assignment: str, piece: Paged
) -> ListPage[ExtensionItem]:
    """Return the extensions of an assignment to instructors, the oldest first."""
    who.require_scope(READ)
    found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
    rows, more = keyset_pagination.extensions_of_assignment(session, found.id, assignment, piece)
    items = [
        ExtensionItem(
            id=each.id, login=person.login, due_at=each.due_at, reason=each.reason, at=each.at
        )
        for each, person in rows
    ]
    return ListPage(items=items, next=items[-1].id if more else None)


@router.get("/courses/{slug}/assignments/{assignment}/gradebook/rows")
def gradebook_rows(
    request: Request, session: Reading, who: Bearer, slug: str, assignment: str, piece: Paged
) -> ListPage[GradebookItem]:
    """Return rows of a gradebook to instructors, by the person's id: the same as in its files."""
    who.require_scope(READ)
    found, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    ids, more = keyset_pagination.student_ids_of_course(session, found.id, piece)
    book = make_gradebook(session, edition, ids)
    items = sorted(map(_row, book.rows), key=lambda each: each.person)
    audit_viewing(app_state(request).database, who, f"gradebook of {slug}/{assignment}")
    return ListPage(items=items, next=ids[-1] if more else None)


def _row(row: GradebookRow) -> GradebookItem:
    decision = row.decision
    counts = decision is not None and decision.counts
    return GradebookItem(
        person=row.person.id, login=row.person.login, name=row.person.name,
        submission=decision.submission if decision is not None and counts else None,
        submissions=0 if decision is None else decision.number,
        why="" if decision is None else decision.why, decided=row.decided, points=row.points,
        undecided=row.scores.undecided, late_days=row.cost.days, lost=row.cost.lost,
        total=row.total, tasks={each.task.id: each.points for each in row.scores.tasks},
    )  # fmt: skip
