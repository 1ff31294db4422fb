"""Answers students who ask for another look at a task (regrade requests)."""

from __future__ import annotations

import time

from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.decision_tables import RegradeRequest, RegradeRequestState
from grader.service.mail import notices
from grader.service.text_input import check_length


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
    audit.note_in_audit(session, who, f"{outcome.value} request", about)
    notices.enqueue_answer(session, request)
