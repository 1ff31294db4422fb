"""The page on which a teaching assistant marks one submission: code, written answers, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi import Request as Asked
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.model.submission import Cell
from grader.service import (
    ServiceProblem,
    blind_marking,
    carry_over_marks,
    comments,
    final_scores,
    manual_marks,
    regrade_requests,
    submission_queries,
    written_answers,
)
from grader.service.assignment_terms import current_terms
from grader.service.audited_report_views import audit_reading
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.code_view import code_files
from grader.service.data.decision_tables import Comment, Phrase, RegradeRequest, RegradeRequestState
from grader.service.data.tables import Submission
from grader.service.manual_marks import GivenPoints
from grader.service.submission_queries import SubmissionView
from grader.service.submission_that_counts import decide_for_submission
from grader.service.team_membership import owners_of_submission
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    form_transaction,
    render_page,
)
from grader.service.web.review_queue_page import (
    SCRIPT,
    answer_address,
    assignment_or_none,
    next_address,
    parse_points,
)
from grader.service.web.security_middleware import WITH_SCRIPT

router = APIRouter(include_in_schema=False)

_WITH_PICTURES = WITH_SCRIPT.replace("img-src 'self'", "img-src 'self' data:")
"""Pictures of notebooks stand in the page; they were taken apart and put together again."""


@router.get("/s/{id}/marking")
def review_page(
    request: Asked, session: Reading, who: Signed, id: int, task: str = "", cell: int = -1,
    line: int = 0,
) -> Response:  # fmt: skip
    """Serve a submission's code with comments, and the points of its tasks."""
    seen = submission_to_mark(session, who, id)
    place = seen.submission.course_id, seen.submission.assignment
    audit_reading(app_state(request).database, who, seen.submission, session)
    counted = final_scores.scores_of_submission(session, seen)
    report = submission_queries.report_of_submission(session, seen)
    return render_page(
        "review.html", who, script=SCRIPT, seen=seen, counted=counted,
        names=blind_marking.names_for_marking(session, seen.submission),
        chosen=counted.task(task), files=[] if report is None else code_files(report),
        at=(cell, line),
        requests=regrade_requests.list_requests(session, id),
        comments=_group_by_line(comments.list_comments(session, id)),
        phrases=comments.list_phrases(session, *place),
        earlier=carry_over_marks.find_marks_to_carry_over(session, seen),
        members=manual_marks.members_with_marks(session, seen),
        decision=decide_for_submission(session, seen.submission),
        beside=submission_queries.previous_and_next_of_owner(session, seen.submission),
    )  # fmt: skip


@router.get("/s/{id}/answer/{task}")
def answer_page(request: Asked, session: Reading, who: Signed, id: int, task: str) -> Response:
    """Serve the answer to a written task beside the model answer and the rubric."""
    seen = submission_to_mark(session, who, id)
    terms = current_terms(session, seen.submission.course_id)
    counted = final_scores.scores_of_submission(session, seen).task(task)
    if counted is None or counted.task.score is not None:
        raise Forbidden
    place = seen.submission.course_id, seen.submission.assignment
    content = session.scalars(select(Submission.content).where(Submission.id == id)).one()
    assignment = assignment_or_none(seen.grading.edition)
    audit_reading(app_state(request).database, who, seen.submission)
    own = next((mark for mark in counted.marks if mark.by_id == who.id), None)
    model = written_answers.read_model_answer(assignment, task) if assignment else ""
    texts = {
        each.id: each
        for each in manual_marks.list_rubric_items(session, *place, task, retired=True)
    }
    offered = manual_marks.rubric_items_for_submission(session, seen, task)
    chosen = [texts[each] for each in manual_marks.item_ids_of_mark(own) if each in texts]
    by_items = manual_marks.points_of_items(offered, chosen, counted.max_points) if chosen else None
    page = render_page(
        "answer.html", who, script=SCRIPT, seen=seen, counted=counted, own=own,
        names=blind_marking.names_for_marking(session, seen.submission),
        needed=final_scores.required_markers(terms[place[1]]),
        sections=written_answers.answer_sections(
            seen.submission.filename, content, assignment, task
        )
        if assignment
        else [],
        cells=submission_queries.code_cells_of_submission(session, seen),
        model=written_answers.markdown_sections(model),
        # A mark that is saved again as it stands here is the same.
        rubric=[*offered, *(each for each in chosen if each.retired)], ticked=chosen,
        apart=None if own is None or own.points == by_items else own.points, texts=texts,
        comments=[each for each in comments.list_comments(session, id) if each.task == task],
        phrases=comments.list_phrases(session, *place),
        requests=[
            each for each in regrade_requests.list_requests(session, id) if each.task == task
        ],
        earlier=[
            each for each in carry_over_marks.find_marks_to_carry_over(session, seen).marks
            if each.counted.task.id == task
        ],
        decision=decide_for_submission(session, seen.submission),
        beside=submission_queries.previous_and_next_of_owner(session, seen.submission),
    )  # fmt: skip
    page.headers["Content-Security-Policy"] = _WITH_PICTURES
    return page


@router.post("/s/{id}/mark")
def give_mark(
    request: Asked, who: Posting, id: int, task: Text = "", points: Text = "",
    items: Annotated[list[int] | None, Form()] = None, reason: Text = "",
    settles: Annotated[bool, Form()] = False, then: Text = "",
) -> Response:  # fmt: skip
    """Store a mark; with ``then=next``, go on to the next answer, even without a mark.

    With ``then=nothing``, store 0 points first.
    """
    with form_transaction(request, who, f"/s/{id}/marking") as session:
        seen = submission_to_mark(session, who, id)
        back = _marking_address(session, seen, task)
        if then == "nothing":
            manual_marks.give_mark(
                session, who.id, seen, task, GivenPoints(0.0, (), reason, settles)
            )
        elif then != "next" or points.strip() or items:
            worth = parse_points(points) if points.strip() else None
            given = GivenPoints(worth, tuple(items or ()), reason, settles)
            manual_marks.give_mark(session, who.id, seen, task, given)
        if then:
            back = next_address(seen.submission.course, seen.submission.assignment, task, id)
    return RedirectResponse(back, 303)


@router.post("/s/{id}/mark/member")
def give_member_mark(
    request: Asked, who: Posting, id: int, task: Text = "", member: Annotated[int, Form()] = 0,
    points: Text = "", reason: Text = "",
) -> Response:  # fmt: skip
    """Give one member of a team points of their own; without points, take them back."""
    with form_transaction(request, who, f"/s/{id}/marking") as session:
        seen = submission_to_mark(session, who, id)
        worth = parse_points(points) if points.strip() else None
        manual_marks.give_member_mark(session, who.id, seen, task, member, worth, reason)
    return RedirectResponse(f"/s/{id}/marking#members", 303)


@router.post("/s/{id}/mark/back")
def take_mark_back(
    request: Asked, who: Posting, id: int, task: Text = "", settles: Annotated[bool, Form()] = False
) -> Response:
    """Take a mark back."""
    with form_transaction(request, who, f"/s/{id}/marking") as session:
        seen = submission_to_mark(session, who, id)
        manual_marks.take_mark_back(session, who.id, seen, task, settles=settles)
        back = _marking_address(session, seen, task)
    return RedirectResponse(back, 303)


@router.post("/s/{id}/carry")
def carry_marks_over(
    request: Asked, who: Posting, id: int, task: Text = "", leave: Text = ""
) -> Response:
    """Carry marks over from another submission of the student, for one task or all.

    With ``leave``, record that they are not to be carried over instead.
    """
    with app_state(request).database.writing() as session:
        seen = submission_to_mark(session, who, id)
        if leave:
            carry_over_marks.decline_carried_mark(session, who.id, seen, task)
        else:
            carry_over_marks.carry_marks_over(session, who.id, seen, task)
        back = _marking_address(session, seen, task) if task else f"/s/{id}/marking"
    return RedirectResponse(back, 303)


@router.post("/s/{id}/comment")
def write_comment(
    request: Asked, who: Posting, id: int, text: Text = "", phrase: Annotated[int, Form()] = 0,
    task: Text = "", cell: Annotated[int, Form()] = -1, line: Annotated[int, Form()] = 0,
    keep: Annotated[bool, Form()] = False,
) -> Response:  # fmt: skip
    """Write a comment from a phrase or a text, which may be stored as a phrase."""
    with form_transaction(request, who, f"/s/{id}/marking") as session:
        seen = submission_to_mark(session, who, id)
        submission = seen.submission
        known = session.get(Phrase, phrase) if phrase else None
        if known is not None:
            if (known.course_id, known.assignment) != (
                submission.course_id, submission.assignment,
            ):  # fmt: skip
                raise Forbidden
            said = "\n".join(filter(None, (comments.use_phrase(session, known), text.strip())))
        else:
            said = text
        if line and not _has_line(
            submission_queries.code_cells_of_submission(session, seen), cell, line
        ):
            raise ServiceProblem("There is no such line; load the page again.")
        comments.write_comment(session, who.id, submission, said, task=task, cell=cell, line=line)
        if keep and known is None:
            comments.keep_phrase(session, submission.course_id, submission.assignment, text)
        back = _marking_address(session, seen, task) if task else f"/s/{id}/marking"
    return RedirectResponse(f"{back}#l{cell}-{line}" if line else back, 303)


@router.post("/s/{id}/comment/remove")
def remove_comment(
    request: Asked, who: Posting, id: int, comment: Annotated[int, Form()] = 0
) -> Response:
    """Remove one's own comment, or any comment for visitors who oversee the course."""
    with app_state(request).database.writing() as session:
        seen = submission_to_mark(session, who, id)
        known = session.get(Comment, comment)
        back = f"/s/{id}/marking"
        if known is not None and known.submission_id == id:
            if known.by_id != who.id:
                who.require(Permission.OVERSEE, seen.submission.course_id)
            comments.remove_comment(session, who.id, known)
            back = _marking_address(session, seen, known.task) if known.task else back
    return RedirectResponse(back, 303)


@router.post("/s/{id}/asked")
def answer_request(
    request: Asked, who: Posting, id: int, asked: Annotated[int, Form()] = 0,
    outcome: Annotated[RegradeRequestState, Form()] = RegradeRequestState.DECLINED,
    answer: Text = "",
) -> Response:  # fmt: skip
    """Answer a student's request for another look."""
    back = f"/s/{id}/marking"
    with form_transaction(request, who, back) as session:
        submission_to_mark(session, who, id)
        known = session.get(RegradeRequest, asked)
        if known is not None and known.submission_id == id:
            regrade_requests.answer_request(session, who.id, known, outcome, answer)
    return RedirectResponse(back, 303)


def submission_to_mark(session: Session, who: Visitor, id: int) -> SubmissionView:
    """Return another person's submission; raise Forbidden unless the visitor may mark it."""
    seen = submission_queries.find_submission(session, id)
    if seen is None or who.id in owners_of_submission(session, seen.submission):
        raise Forbidden
    who.require(Permission.MARK, seen.submission.course_id)
    return seen


def _marking_address(session: Session, seen: SubmissionView, task: str) -> str:
    """Return the address of the page on which the task's points are given."""
    counted = final_scores.scores_of_submission(session, seen).task(task)
    if counted is not None and counted.task.score is None:
        return answer_address(seen.submission.id, task)
    return f"/s/{seen.submission.id}/marking"


def _has_line(cells: Sequence[Cell], cell: int, line: int) -> bool:
    return 0 <= cell < len(cells) and 1 <= line <= len(cells[cell].source.rstrip("\n").split("\n"))


def _group_by_line(found: list[Comment]) -> dict[tuple[int, int], list[Comment]]:
    by: dict[tuple[int, int], list[Comment]] = {}
    for each in found:
        by.setdefault((each.cell, each.line), []).append(each)
    return by
