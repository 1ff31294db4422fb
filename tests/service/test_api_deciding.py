"""Programs ask for another look, and keep the webhooks of a course."""

from __future__ import annotations

import pytest

from grader.service.data.decision_tables import AssignmentTerms, Release
from grader.service.data.tables import Role
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, token

HOOKS = "/api/v1/courses/demo/webhooks"
ADDRESS = "https://hooks.example.org/grades"


def _open_for_requests(scene: Scene) -> int:
    """A graded submission of Ada's, about which two requests may be made."""
    submission = scene.graded(scene.person("ada"), samples.report(samples.RIGHT))
    own = {"course_id": scene.course.id, "assignment": "demo", "at": 4e9}
    by = scene.person("ines", Role.INSTRUCTOR).id
    with scene.database.writing() as session:
        session.add(AssignmentTerms(**own, requests=2, by_id=by))
        session.add(Release(**own, edition_id=scene.edition.id, by_id=by))
    return submission


def test_a_program_asks_and_sees_what_was_asked(scene: Scene) -> None:
    submission = _open_for_requests(scene)
    browser, own = Browser(scene), token(scene, scene.person("ada"), "submit read")
    where = f"/api/v1/submissions/{submission}/requests"
    asked = {"task": samples.RIGHT.id, "reason": "It is right."}
    first = browser.post(where, json=asked, headers=own)
    assert first.status_code == 201, first.text
    assert first.json()["state"] == "open"
    assert browser.post(where, json=asked, headers=own).json() == first.json()
    other = browser.post(where, json={**asked, "reason": "Still."}, headers=own)
    assert other.status_code == 409
    assert "wait for the answer" in other.json()["detail"]
    assert browser.get(where, headers=own).json() == [first.json()]
    staff = token(scene, scene.person("tom", Role.ASSISTANT), "read")
    every = "/api/v1/courses/demo/assignments/demo/requests"
    (listed,) = browser.get(every, headers=staff).json()["items"]
    assert listed == {**first.json(), "student": "Ada"}
    assert browser.get(f"{every}?state=granted", headers=staff).json()["items"] == []
    assert browser.get(f"{every}?state=nonsense", headers=staff).status_code == 422


def test_who_marks_blind_reads_no_names(scene: Scene) -> None:
    submission = _open_for_requests(scene)
    where = f"/api/v1/submissions/{submission}/requests"
    asked = {"task": samples.RIGHT.id, "reason": "It is right."}
    browser = Browser(scene)
    browser.post(where, json=asked, headers=token(scene, scene.person("ada"), "submit"))
    with scene.database.writing() as session:
        session.add(AssignmentTerms(
            course_id=scene.course.id, assignment="demo", blind=True, at=5e9,
            by_id=scene.person("ines", Role.INSTRUCTOR).id,
        ))  # fmt: skip
    staff = token(scene, scene.person("tom", Role.ASSISTANT), "read")
    answer = browser.get("/api/v1/courses/demo/assignments/demo/requests", headers=staff)
    assert answer.json()["items"][0]["student"] == f"Submission {submission}"


def test_the_secret_of_a_webhook_is_said_once(scene: Scene) -> None:
    browser = Browser(scene)
    own = token(scene, scene.person("ines", Role.INSTRUCTOR), "manage")
    made = browser.post(HOOKS, json={"url": ADDRESS}, headers=own)
    assert made.status_code == 201, made.text
    secret = made.json()["secret"]
    assert "secret" not in browser.post(HOOKS, json={"url": ADDRESS}, headers=own).json()
    every = browser.get(HOOKS, headers=own)
    assert [each["url"] for each in every.json()] == [ADDRESS]
    assert secret not in every.text
    number = made.json()["id"]
    assert browser.delete(f"{HOOKS}/{number}", headers=own).status_code == 204
    assert browser.delete(f"{HOOKS}/{number}", headers=own).status_code == 404
    assert browser.get(HOOKS, headers=own).json() == []


@pytest.mark.slow
@pytest.mark.parametrize("url", ["http://hooks.example.org", "nothing"])
def test_no_program_leads_a_webhook_into_the_services_own_network(scene: Scene, url: str) -> None:
    browser = Browser(scene)
    own = token(scene, scene.person("root", None, admin=True), "manage")
    refused = browser.post(HOOKS, json={"url": url, "private": True}, headers=own)
    assert refused.status_code == 409
    assert browser.get(HOOKS, headers=own).json() == []
    # Where a name leads is looked up when something is sent; this one may not lead inside.
    made = browser.post(HOOKS, json={"url": ADDRESS, "private": True}, headers=own)
    assert made.json()["private"] is False


def test_a_token_that_reads_manages_nothing(scene: Scene) -> None:
    ines = scene.person("ines", Role.INSTRUCTOR)
    browser, own = Browser(scene), token(scene, ines, "read submit measure")
    assert browser.get(HOOKS, headers=own).status_code == 404
    assert "manage" not in Browser(scene, scene.person("ada")).get("/account").text
    assert 'value="manage"' in Browser(scene, ines).get("/account").text
