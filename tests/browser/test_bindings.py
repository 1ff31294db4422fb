"""Open roles are settled in a browser: by the keyboard, in any window, without a script."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.model.role_binding import BindingTrial, TriedAnswer
from grader.service.data.tables import Role
from tests.browser.conftest import DESKTOP
from tests.render import samples
from tests.service.roles import LINE, open_report
from tests.service.running import cookie, running
from tests.service.scene import Scene
from tests.service.test_staff_bindings import answering, given

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOARD = ".......\n.......\n.......\n......o\nx....xx\no.o.xxo"
OUTCOME = BindingTrial(
    settled=True, binding=f"{LINE} -> count",
    answers=(
        TriedAnswer((("board", BOARD), ("player", "o"), ("column", "3")), BOARD, BOARD, right=True),
        TriedAnswer((("board", BOARD),), "It raised ValueError", BOARD, right=False),
        TriedAnswer((("board", samples.EVIL),), samples.EVIL, samples.EVIL, right=False),
    ),
)  # fmt: skip
NARROW = 390


@pytest.fixture
def url(scene: Scene) -> Iterator[str]:
    """Where the service is reached, whose worker has an answer to everything."""
    with running(scene) as address, answering(scene, OUTCOME):
        yield address


@pytest.fixture
def submissions(scene: Scene) -> list[int]:
    evil = open_report(samples.EVIL, samples.EVIL, "double(number, 'a long text', 1.5, None, True)")
    return [
        scene.graded(scene.person("ada"), open_report()),
        scene.graded(scene.person("ben"), evil),
    ]


def opened(scene: Scene, browser: Browser, url: str, width: int = DESKTOP, **how: Any) -> Page:
    """A window of an assistant who is signed in."""
    person = scene.person("ines", Role.ASSISTANT)
    context = browser.new_context(viewport={"width": width, "height": 900}, **how)
    context.add_cookies([{"name": "session", "value": cookie(scene, person), "url": url}])
    return context.new_page()


def test_a_role_is_settled_by_the_keyboard(
    scene: Scene, browser: Browser, url: str, submissions: list[int]
) -> None:
    page = opened(scene, browser, url)
    page.goto(f"{url}/c/demo/demo/bindings?after=0")
    page.get_by_label("Line for double", exact=True).focus()
    page.keyboard.type(LINE)
    page.keyboard.press("Enter")
    page.get_by_text("It can be called:").wait_for()
    assert page.url == f"{url}/s/{submissions[0]}/bindings"
    assert page.evaluate("document.activeElement.name") == "line"
    assert given(scene) == []
    with page.expect_navigation():
        page.get_by_role("button", name="Grade again, and the next").press("Enter")
    assert page.url == f"{url}/s/{submissions[1]}/bindings"
    assert given(scene) == [(submissions[0], "double", LINE)]


@pytest.mark.parametrize("script", [True, False])
def test_a_candidate_is_tried_by_its_button(
    scene: Scene, browser: Browser, url: str, submissions: list[int], script: bool
) -> None:
    page = opened(scene, browser, url, java_script_enabled=script)
    page.goto(f"{url}/s/{submissions[0]}/bindings")
    page.get_by_role("button", name="double(number)", exact=True).click()
    page.get_by_text("It can be called:").wait_for()
    assert page.get_by_label("Line for double", exact=True).input_value() == "double(number)"
    page.get_by_label("Line for double", exact=True).fill("double(number")
    page.get_by_role("button", name="Try the line for double").click()
    page.get_by_text("Expected ')'").wait_for()
    assert given(scene) == []


@pytest.mark.parametrize("width", [DESKTOP, NARROW])
def test_pages_fit_the_window_and_have_no_barriers(
    scene: Scene, browser: Browser, url: str, submissions: list[int], width: int
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(scene, browser, url, width)
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    pages = {
        "bindings": f"s/{submissions[0]}/bindings", "hostile": f"s/{submissions[1]}/bindings",
        "many": "c/demo/demo/bindings", "queue": "c/demo/demo/marking",
    }  # fmt: skip
    for name, path in pages.items():
        page.goto(f"{url}/{path}")
        if name in {"bindings", "hostile"}:
            page.get_by_label("Line for double", exact=True).fill(
                LINE if name == "bindings" else "double(§)"
            )
            page.get_by_role("button", name="Try the line for double").click()
            page.locator(".outcome > *").first.wait_for()
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            problems.append(f"{name} is wider than the window")
        problems += [
            f"{name}: {each['id']}, {each['nodes'][0]['html']}"
            for each in Axe().run(page).response["violations"]
        ]
    assert problems == []
