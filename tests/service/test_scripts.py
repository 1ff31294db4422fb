"""Scripts of our own: under names that change when they do, allowed where one is used."""

from __future__ import annotations

import re

from grader.service.web import page_rendering
from grader.service.web.request_context import render_page
from grader.service.web.security_middleware import POLICY, WITH_SCRIPT
from tests.service.scene import Scene
from tests.service.site import Browser


def test_a_page_with_a_script_finds_it_and_may_run_it(scene: Scene) -> None:
    page = render_page(
        "message.html", None, script="live.js", title="A", sentence="B.", back=""
    )  # fmt: skip
    assert page.headers["content-security-policy"] == WITH_SCRIPT
    found = re.search(r'<script src="(/live-[0-9a-f]{16}\.js)" defer></script>', str(page.body))
    assert found is not None
    script = Browser(scene).get(found[1])
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert script.text == page_rendering.assets_by_address()[found[1]]


def test_other_pages_may_run_none(scene: Scene) -> None:
    page = Browser(scene).get("/sign-in")
    assert page.headers["content-security-policy"] == POLICY
    assert "<script" not in page.text


def test_no_script_of_another_site_may_run() -> None:
    sources = re.search(r"script-src ([^;]*)", WITH_SCRIPT)
    assert sources is not None
    assert sources[1].split() == ["'self'"]
