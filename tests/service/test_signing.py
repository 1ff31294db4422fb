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
