"""One id from the request that brings a submission to the sandbox that runs it."""

from __future__ import annotations

import json
import logging

import pytest
from sqlalchemy import update

from grader.service.data.tables import Grading, GradingState, Role
from tests.cli.process import run
from tests.service.scene import Scene
from tests.service.site import Browser, token


def test_each_answer_has_an_id_of_its_own(scene: Scene) -> None:
    browser = Browser(scene)
    first, second = (browser.get("/health").headers["x-request-id"] for _ in range(2))
    assert first != second
    # A visitor does not choose it.
    chosen = browser.get("/health", headers={"x-request-id": first})
    assert chosen.headers["x-request-id"] != first


@pytest.mark.slow
def test_a_grading_has_the_id_of_the_request_that_asked_for_it(scene: Scene) -> None:
    ada = scene.person("ada")
    answer = Browser(scene).send_to_api(
        "POST", "/api/v1/courses/demo/assignments/demo/submissions", token(scene, ada)
    )
    assert scene.grading(answer.json()["id"]).trace == answer.headers["x-request-id"]


def test_what_fails_is_tried_again_by_the_id_of_who_asked(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    instructor = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    with scene.database.writing() as session:
        session.execute(update(Grading).values(state=GradingState.FAILED.value))
    answer = instructor.send_form(f"/s/{submission}/again", {})
    assert scene.grading(submission).trace == answer.headers["x-request-id"] != ""


def test_lines_about_requests_hold_no_secret(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "grader")
    Browser(scene).get("/link/very-secret")
    (line,) = [each for each in caplog.records if each.message == "answered"]
    assert "very-secret" not in str(vars(line))
    assert vars(line)["route"] == "/link/{link}"
    assert vars(line)["status"] == 200


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_the_id_goes_with_it_into_the_sandbox(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    browser.hand_in(b"def double(n):\n    return 2 * n\n")
    done = run(
        "admin", "worker", "--database", scene.database.url, "--until-empty", "--log", "json"
    )
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    trace = scene.grading(1).trace
    about = [each for each in lines if each["trace"] == trace]
    said = [each["message"] for each in about]
    assert said[0] == "grading begins"
    assert "a sandbox begins" in said
    assert said[-1] == "grading ended"
    assert about[-1]["state"] == "done"
    # The worker, the process beside it, and the one that has the sandbox.
    assert len({each["process"] for each in about}) >= 2
