"""What who runs the service learns from it: whether it is ready, and who waits too long."""

from __future__ import annotations

import errno
import logging
import time

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import OperationalError
from starlette.datastructures import UploadFile

from grader.service.data.tables import Grading, GradingState
from grader.service.queue.queue_time_estimates import QueueDelayAlarm
from tests.service.scene import RIGHT, Scene
from tests.service.site import Browser, token, words


@pytest.mark.slow
def test_a_server_is_ready_as_long_as_its_database_is(scene: Scene) -> None:
    browser = Browser(scene)
    assert browser.get("/ready").status_code == 200
    with scene.database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    assert browser.get("/ready").status_code == 503
    assert browser.get("/health").status_code == 200


def test_somebody_who_waits_too_long_is_an_alarm(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    admin = Browser(scene, scene.person("root", None, admin=True))
    assert "The oldest submission has waited" not in words(admin.get("/admin").text)
    with scene.database.writing() as session:
        session.execute(update(Grading).values(queued_at=time.time() - 1000))
    assert "The oldest submission has waited since" in words(admin.get("/admin").text)


def test_the_alarm_is_raised_once_and_ends_once(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "grader")
    scene.hand_in(scene.person("ada"))
    alarm = QueueDelayAlarm(scene.database)
    alarm.look()
    assert caplog.records == []
    for values in (
        {"queued_at": time.time() - 1000},
        {},
        {"state": GradingState.RUNNING.value},
        {},
    ):
        if values:
            with scene.database.writing() as session:
                session.execute(update(Grading).values(**values))
        alarm.look()
    assert [vars(each)["alarm"] for each in caplog.records] == ["late", "over"]


def test_figures_say_whether_somebody_waits_too_long(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    program = token(scene, scene.person("root", None, admin=True), "measure")
    for waited, value in ((0, "0.0"), (1000, "1.0")):
        with scene.database.writing() as session:
            session.execute(update(Grading).values(queued_at=time.time() - waited))
        figures = Browser(scene).get("/api/v1/metrics", headers=program).text
        assert f"\ngrade_late {value}\n" in figures


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 503), ("/health", 200)])
def test_without_a_database_nothing_breaks(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    browser = Browser(scene, scene.person("ada"))

    def gone() -> None:
        raise OperationalError("SELECT", {}, Exception("database is locked"))

    monkeypatch.setattr(scene.database, "reading", gone)
    answer = browser.get(path)
    assert answer.status_code == status


@pytest.mark.parametrize("api", [False, True])
def test_a_file_for_which_there_is_no_room_may_be_sent_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, *, api: bool
) -> None:
    ada = scene.person("ada")
    browser, program = Browser(scene, ada), token(scene, ada, "submit")

    def write(self: UploadFile, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(UploadFile, "write", write)
    if api:
        headers = {"idempotency-key": "key", **program}
        path = "/api/v1/courses/demo/assignments/demo/submissions"
        answer = browser.post(path, files={"file": ("a.py", RIGHT)}, headers=headers)
    else:
        answer = browser.send_form("/c/demo/demo/submissions", {"key": "k"})
    assert answer.status_code == 503
    assert "Nothing was accepted. Try again soon." in words(answer.text)
    assert answer.headers["retry-after"] == "5"
