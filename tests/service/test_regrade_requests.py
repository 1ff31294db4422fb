"""Asking for another look: of what, how often, how long, and what is read of the answer."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from grader.service import ServiceProblem, regrade_requests, submission_queries
from grader.service.data.decision_tables import RegradeRequest, RegradeRequestState
from grader.service.data.tables import AuditEntry, Role
from grader.service.regrade_requests import RequestOptions
from tests.render.samples import RIGHT, WRITTEN, report
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_deadlines import set_terms
from tests.service.test_result_releases import release

ESSAY, GRADED = "1.1", "2.1"


def _graded(scene: Scene, login: str = "ada") -> int:
    return scene.graded(scene.person(login), report(WRITTEN, RIGHT))


def _ask(scene: Scene, submission: int, task: str = GRADED, reason: str = "look") -> int:
    with scene.database.writing() as session:
        seen = submission_queries.find_submission(session, submission, staff=False)
        assert seen is not None
        return regrade_requests.ask_for_regrade(
            session, seen, seen.submission.person_id, task, reason
        ).id


def _may(scene: Scene, submission: int, at: float) -> RequestOptions:
    with scene.database.reading() as session:
        seen = submission_queries.find_submission(session, submission, staff=False)
        assert seen is not None
        return regrade_requests.request_options(session, seen, at)


def _answer(scene: Scene, request: int, state: RegradeRequestState, answer: str) -> None:
    with scene.database.writing() as session:
        row = session.get_one(RegradeRequest, request)
        row.state, row.answer = state.value, answer


@pytest.fixture
def submission(scene: Scene) -> int:
    """One that was released just now, of which a student may ask twice."""
    found = _graded(scene)
    set_terms(scene, due_at=0.0, requests=2, request_days=3)
    release(scene, at=time.time())
    return found


def test_a_student_asks_once_however_often_the_form_comes(scene: Scene, submission: int) -> None:
    first = _ask(scene, submission)
    assert _ask(scene, submission) == first
    with scene.database.reading() as session:
        request = session.scalars(select(RegradeRequest)).one()
        deeds = session.scalars(select(AuditEntry.deed)).all()
    assert (request.state, request.reason) == (RegradeRequestState.OPEN, "look")
    assert deeds == ["asked"]


def test_while_one_waits_the_same_task_is_not_asked_about_again(
    scene: Scene, submission: int
) -> None:
    first = _ask(scene, submission)
    with pytest.raises(ServiceProblem, match="already"):
        _ask(scene, submission, reason="again")
    _answer(scene, first, RegradeRequestState.DECLINED, "no")
    _ask(scene, submission, reason="again")


def test_the_number_is_bounded_over_all_submissions_for_an_assignment(
    scene: Scene, submission: int
) -> None:
    _ask(scene, submission, ESSAY)
    newer = _graded(scene)
    _ask(scene, newer, GRADED)
    with pytest.raises(ServiceProblem, match="no requests left"):
        _ask(scene, newer, ESSAY)
    assert _may(scene, newer, time.time()).until == {}
    _ask(scene, _graded(scene, "ben"))


def test_the_time_is_bounded(scene: Scene, submission: int) -> None:
    now = time.time()
    assert _may(scene, submission, now + 2.9 * 86400).until.keys() == {ESSAY, GRADED}
    assert _may(scene, submission, now + 3.1 * 86400).until == {}


def test_what_is_not_released_is_not_asked_about(scene: Scene) -> None:
    found = _graded(scene)
    set_terms(scene, due_at=0.0, requests=2, request_days=3)
    with pytest.raises(ServiceProblem, match="not released"):
        _ask(scene, found)
    release(scene, ESSAY, at=time.time())
    assert _may(scene, found, time.time()).until.keys() == {ESSAY}


def test_without_terms_nothing_is_asked(scene: Scene) -> None:
    found = _graded(scene)
    release(scene, at=time.time())
    with pytest.raises(ServiceProblem, match="takes none"):
        _ask(scene, found)


def test_only_what_counts_is_asked_about(scene: Scene, submission: int) -> None:
    newer = _graded(scene)
    with pytest.raises(ServiceProblem, match=f"number {newer} counts, not this one"):
        _ask(scene, submission)


@pytest.mark.parametrize("reason", ["", " \r\n"])
def test_a_reason_is_needed(scene: Scene, submission: int, reason: str) -> None:
    with pytest.raises(ServiceProblem, match="Say why"):
        _ask(scene, submission, reason=reason)


def test_a_task_that_is_none_is_refused(scene: Scene, submission: int) -> None:
    with pytest.raises(ServiceProblem, match=r"'9\.9'"):
        _ask(scene, submission, "9.9")


def test_on_the_page_a_student_asks_and_reads_the_answer(scene: Scene, submission: int) -> None:
    browser = Browser(scene, scene.person("ada"))
    where = f"/s/{submission}"
    assert "You may ask 2 more times" in words(browser.get(where).text)
    form = {"task": GRADED, "reason": "it is <b>right</b>"}
    assert browser.send_form(f"{where}/ask", form).status_code == 303
    page = browser.get(where).text
    assert "it is &lt;b&gt;right&lt;/b&gt;" in page
    assert "Nobody has answered yet." in page
    assert f'value="{GRADED}"' not in page
    with scene.database.reading() as session:
        request = session.scalars(select(RegradeRequest.id)).one()
    _answer(scene, request, RegradeRequestState.GRANTED, "you are <i>right</i>")
    said = words(browser.get(where).text)
    assert "Granted. you are <i>right</i>" in said
    refused = browser.send_form(f"{where}/ask", {"task": "9.9", "reason": "x"})
    assert refused.status_code == 400


def test_nobody_asks_for_another(scene: Scene, submission: int) -> None:
    form = {"task": GRADED, "reason": "x"}
    for person in (scene.person("ben"), scene.person("ines", Role.INSTRUCTOR)):
        answer = Browser(scene, person).send_form(f"/s/{submission}/ask", form)
        assert answer.status_code == 404
