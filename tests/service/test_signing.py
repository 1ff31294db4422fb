"""Signing in while the database fails: nothing is spent for nothing."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import OperationalError

from grader.service.auth import tokens, visitors
from grader.service.data.tables import Kind
from tests.service.scene import Scene
from tests.service.site import Browser, words


def test_a_link_that_signs_nobody_in_is_not_spent(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = scene.person("ada")
    with scene.database.writing() as session:
        link = tokens.issue(session, ada.id, Kind.LINK)

    def fails(*_: object) -> str:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    browser = Browser(scene)
    with monkeypatch.context() as patch:
        patch.setattr(visitors, "sign_in", fails)
        assert browser.post("/link", data={"link": link}).status_code == 503
    assert browser.post("/link", data={"link": link}).headers["location"] == "/account"
    assert "Account of ada" in words(browser.get("/account").text)
    assert browser.post("/link", data={"link": link}).status_code == 403


def test_whose_session_has_ended_is_told_that_nothing_was_accepted(scene: Scene) -> None:
    browser = Browser(scene, scene.person("ada"))
    browser.cookies.clear()
    answer = browser.send_form("/c/demo/demo/submissions", {"key": "k"})
    assert answer.status_code == 403
    assert "You are signed out, so nothing was accepted." in words(answer.text)
    assert 'href="/sign-in"' in answer.text
    assert browser.get("/c/demo").headers["location"] == "/sign-in"
