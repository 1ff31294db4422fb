"""The API: the same rules as for pages, for programs."""

from __future__ import annotations

import httpx2
import pytest

from grader.service.data.tables import Role
from tests.service.scene import RIGHT, WRONG, Scene
from tests.service.site import Browser, token

SUBMIT = "/api/v1/courses/demo/assignments/demo/submissions"


def _submit(
    browser: Browser, headers: dict[str, str], content: bytes = RIGHT, key: str = "one"
) -> httpx2.Response:
    return browser.post(
        SUBMIT, files={"file": ("mine.py", content)}, headers={**headers, "idempotency-key": key}
    )


@pytest.mark.slow
def test_a_submission_with_the_same_key_is_the_same(scene: Scene) -> None:
    browser, own = Browser(scene), token(scene, scene.person("ada"))
    first = _submit(browser, own)
    assert first.status_code == 201
    assert first.json()["state"] == "queued"
    assert first.json()["place"] == 1
    assert _submit(browser, own).json()["id"] == first.json()["id"]
    assert _submit(browser, own, WRONG).status_code == 409
    assert _submit(browser, own, key="two").json()["id"] != first.json()["id"]
    status = browser.get(f"/api/v1/submissions/{first.json()['id']}", headers=own).json()
    assert status["superseded"] is True
    assert status["over"] is False


def test_a_key_is_asked_for(scene: Scene) -> None:
    answer = Browser(scene).post(
        SUBMIT, files={"file": ("a.py", RIGHT)}, headers=token(scene, scene.person("ada"))
    )
    assert answer.status_code == 422
    assert "idempotency" in answer.json()["detail"]


def test_tokens_are_good_for_what_they_say(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene)
    assert _submit(browser, token(scene, ada, "read")).status_code == 404
    submitted = _submit(browser, token(scene, ada, "submit")).json()
    where = f"/api/v1/submissions/{submitted['id']}"
    assert browser.get(where, headers=token(scene, ada, "submit")).status_code == 200
    assert browser.get(f"{where}/report", headers=token(scene, ada, "submit")).status_code == 404


def test_members_of_a_course_learn_which_assignments_it_has(scene: Scene) -> None:
    def said(role: Role | None, login: str) -> object:
        headers = {**token(scene, scene.person(login, role)), "idempotency-key": "one"}
        path = SUBMIT.replace("assignments/demo", "assignments/demmo")
        answer = Browser(scene).post(path, files={"file": ("a.py", RIGHT)}, headers=headers)
        assert answer.status_code == 404
        return answer.json()["detail"]

    assert said(Role.STUDENT, "ada") == "The course demo has no assignment 'demmo'; it has demo."
    assert said(None, "ben") == "There is no such page, or it is not yours to see."


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer nonsense", "Basic YTpi"])
def test_without_a_token_nothing_is_said(scene: Scene, header: str) -> None:
    answer = Browser(scene).get("/api/v1/submissions/1", headers={"authorization": header})
    assert answer.status_code == 401


@pytest.mark.slow
def test_a_token_can_be_made_and_revoked_in_a_browser(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    form = {"csrf": browser.csrf, "note": "CI", "scopes": ["submit", "nonsense"]}
    page = browser.post("/account/tokens", data=form).text
    raw = page.partition('class="secret">')[2].partition("<")[0]
    own = {"authorization": f"Bearer {raw}"}
    assert _submit(browser, own).status_code == 201
    assert raw not in browser.get("/account").text
    made = browser.get("/account").text.partition("/account/tokens/")[2].partition("/")[0]
    stranger = Browser(scene, scene.person("ben"))
    stranger.post(f"/account/tokens/{made}/revoke", data={"csrf": stranger.csrf})
    assert _submit(browser, own).status_code == 201
    browser.post(f"/account/tokens/{made}/revoke", data={"csrf": browser.csrf})
    assert _submit(browser, own).status_code == 401


def test_the_description_of_the_api_has_no_pages(scene: Scene) -> None:
    paths = Browser(scene).get("/api/v1/openapi.json").json()["paths"]
    assert paths.keys() == {
        SUBMIT.replace("/demo/", "/{slug}/", 1).replace("/demo/", "/{assignment}/"),
        "/api/v1/courses/{slug}/assignments/{assignment}/open-roles",
        "/api/v1/submissions/{id}/bindings",
        "/api/v1/courses/{slug}/assignments/{assignment}/counting",
        "/api/v1/courses/{slug}/assignments/{assignment}/gradebook",
        "/api/v1/courses",
        "/api/v1/courses/{slug}/assignments",
        "/api/v1/courses/{slug}/people",
        *(
            f"/api/v1/courses/{{slug}}/assignments/{{assignment}}/{each}"
            for each in (
                "marks",
                "comments",
                "extensions",
                "gradebook/rows",
            )
        ),
        "/api/v1/submissions/{id}/feedback",
        "/api/v1/courses/{slug}/assignments/{assignment}/requests",
        "/api/v1/courses/{slug}/webhooks",
        "/api/v1/courses/{slug}/webhooks/{hook}",
        "/api/v1/metrics",
        "/api/v1/submissions/{id}",
        "/api/v1/submissions/{id}/choice",
        "/api/v1/submissions/{id}/history",
        "/api/v1/submissions/{id}/requests",
        "/api/v1/submissions/{id}/events",
        "/api/v1/submissions/{id}/progress",
        "/api/v1/submissions/{id}/report",
    }
