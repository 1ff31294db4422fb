"""Takes regrade requests of students, as often and as long after a release as terms say.

Staff answer them here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.assignment_terms import current_terms
from grader.service.data import audit
from grader.service.data.decision_tables import RegradeRequest, RegradeRequestState
from grader.service.data.tables import Submission
from grader.service.late_penalty import DAY
from grader.service.mail import notices
from grader.service.submission_queries import SubmissionView
from grader.service.submission_that_counts import decide_for_submission
from grader.service.team_membership import choose_viewing_owner, own_submission_ids
from grader.service.text_input import check_length


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """The tasks of a submission about which a student may ask, and their requests.

    Attributes:
        left: how often they may still ask about the assignment.
        until: of each task of which they may ask for another look now, until when.
        every: what they asked about this submission, the oldest first.
        counts: id of the submission that counts, the only one about which they may ask.
    """

    left: int
    until: dict[str, float]
    every: tuple[RegradeRequest, ...]
    counts: int


def request_options(session: Session, seen: SubmissionView, now: float) -> RequestOptions:
    """Return which requests the student of a submission may make at time ``now``."""
    place = seen.submission
    terms = current_terms(session, place.course_id)[place.assignment]
    every = list_requests(session, seen.submission.id)
    counts = decide_for_submission(session, seen.submission, student=True).submission
    left = max(0, terms.requests - _count_requests_of_owner(session, seen.submission))
    waiting = {each.task for each in every if each.state == RegradeRequestState.OPEN}
    until = {
        task.id: seen.release.at(task.id) + terms.request_days * DAY
        for task in seen.tasks
        if left
        and counts == seen.submission.id
        and task.id not in waiting
        and seen.release.shows(task.id)
    }
    open_until = {task: end for task, end in until.items() if now <= end}
    return RequestOptions(left, open_until, tuple(every), counts)


def ask_for_regrade(
    session: Session, seen: SubmissionView, who: int, task: str, reason: str
) -> RegradeRequest:
    """Store the request of one of a submission's owners for another look at a task.

    The same request once more, as from an impatient click, is stored once.

    Args:
        seen: the submission as its student sees it.

    Raises:
        ServiceProblem: if they may not, or give no reason.
    """
    reason = check_length(reason, "A reason")
    if not reason:
        raise ServiceProblem("Say why somebody should look again.")
    now = time.time()
    found = request_options(session, seen, now)
    for known in found.every:
        if known.state == RegradeRequestState.OPEN and (known.task, known.reason) == (task, reason):
            return known
    if task not in found.until:
        raise ServiceProblem(_why_not(seen, task, found))
    request = RegradeRequest(submission_id=seen.submission.id, task=task, reason=reason, at=now)
    session.add(request)
    about = f"submission {seen.submission.id}, task {escape_to_one_line(task, 40)}"
    audit.add_audit_entry(session, who, "asked", about)
    return request


def list_requests(session: Session, submission: int) -> Sequence[RegradeRequest]:
    """Return the requests about a submission, the oldest first."""
    return session.scalars(
        select(RegradeRequest)
        .where(RegradeRequest.submission_id == submission)
        .options(joinedload(RegradeRequest.submission))
        .order_by(RegradeRequest.id)
    ).all()


def _count_requests_of_owner(session: Session, submission: Submission) -> int:
    """Return how many requests the student or their team has made about the assignment."""
    every = own_submission_ids(
        session,
        submission.course_id,
        choose_viewing_owner(session, submission),
        submission.assignment,
    )
    return session.scalars(
        select(func.count())
        .select_from(RegradeRequest)
        .where(RegradeRequest.submission_id.in_(every))
    ).one()


def _why_not(seen: SubmissionView, task: str, found: RequestOptions) -> str:
    if found.counts != seen.submission.id:
        return f"Your submission number {found.counts} counts, not this one; ask about that one."
    if any(each.task == task and each.state == RegradeRequestState.OPEN for each in found.every):
        return "You asked about this task already; wait for the answer."
    if not found.left:
        return "You have no requests left for this assignment, or the course takes none."
    return (
        f"You cannot ask about task {escape_to_one_line(task, 40)!r} now: its results are not "
        "released, or were released too long ago."
    )


def answer_request(
    session: Session, who: int, request: RegradeRequest, outcome: RegradeRequestState, text: str
) -> None:
    """Store the answer to an open request. Points change only by a separate mark.

    Raises:
        ServiceProblem: if it is answered already, in other words, or the answer says nothing.
    """
    text = check_length(text, "An answer")
    if not text:
        raise ServiceProblem("The answer is empty; say why.")
    if request.state != RegradeRequestState.OPEN:
        if (request.state, request.answer, request.answered_by_id) == (outcome, text, who):
            return
        raise ServiceProblem("Somebody has answered this request already; load the page again.")
    if outcome is RegradeRequestState.OPEN:
        raise ServiceProblem("A request is granted or declined.")
    request.state, request.answer = outcome.value, text
    request.answered_by_id, request.answered_at = who, time.time()
    about = f"submission {request.submission_id}, task {escape_to_one_line(request.task, 40)}"
    audit.add_audit_entry(session, who, f"{outcome.value} request", about)
    notices.enqueue_regrade_answer(session, request)
