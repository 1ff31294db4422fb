"""What who runs the service learns from it: whether it is ready, and who waits too long."""

from __future__ import annotations

import time

from sqlalchemy import update

from grader.service.data.tables import Grading
from tests.service.scene import Scene
from tests.service.site import Browser, words


def test_a_server_is_ready_as_long_as_its_database_is(scene: Scene) -> None:
    browser = Browser(scene)
    assert browser.get("/ready").status_code == 200
    scene.database.migrate("-1")
    assert browser.get("/ready").status_code == 503
    assert browser.get("/health").status_code == 200


def test_somebody_who_waits_too_long_is_an_alarm(scene: Scene) -> None:
    scene.hand_in(scene.person("ada"))
    admin = Browser(scene, scene.person("root", None, admin=True))
    assert "The oldest submission waits" not in words(admin.get("/admin").text)
    with scene.database.writing() as session:
        session.execute(update(Grading).values(queued_at=time.time() - 1000))
    assert "The oldest submission waits since" in words(admin.get("/admin").text)
