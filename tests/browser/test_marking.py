"""Marking in a real browser: by keys, at both widths, and without barriers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from grader.service.data.decision_tables import Mark
from grader.service.data.tables import Role
from tests.browser.conftest import DESKTOP, PHONE
from tests.intake import notebooks
from tests.render import samples
from tests.service.running import cookie, running
from tests.service.scene import Scene
from tests.service.test_marking import failing, rubric, terms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MODEL = "A state is a **tour**.\n\n| Points | For |\n|---|---|\n| 1 | Names states. |\n"
SAID = "# 1.1 State representation\n\nA state is a list of cities, each of them once."
ESSAY = "\n[[tasks]]\nid = '1.1'\ntitle = 'State representation'\npoints = 2\nwritten = true\n"


@pytest.fixture
def submissions(scene: Scene) -> list[int]:
    """Two notebooks with an answer, and one that is hostile."""
    course = scene.folder / "course"
    (course / "reference" / "demo" / "written").mkdir()
    (course / "reference" / "demo" / "written" / "task_1_1.md").write_text(MODEL)
    file = course / "hidden_tests" / "demo" / "assignment.toml"
    file.write_text(file.read_text() + ESSAY)
    book = notebooks.book(notebooks.text(SAID), notebooks.code(source="x = 1"))
    found = [
        scene.graded(scene.person(name), failing("The sign is wrong."), f"{name}.ipynb", book)
        for name in ("ada", "ben")
    ]
    evil = samples.hostile(samples.EVIL)
    evil = replace(
        evil, cells=evil.cells[:1], tasks=(samples.WRITTEN, replace(evil.tasks[0], id="3.1"))
    )
    rubric(scene, 1.0, 0.5, -0.5)
    return [*found, scene.graded(scene.person("cem"), evil)]


@pytest.fixture
def url(scene: Scene) -> Iterator[str]:
    """Where the service is reached."""
    with running(scene) as address:
        yield address


def opened(scene: Scene, browser: Browser, url: str, login: str, width: int = DESKTOP) -> Page:
    """A window of an assistant who is signed in."""
    person = scene.person(login, Role.ASSISTANT)
    context = browser.new_context(viewport={"width": width, "height": 900})
    context.add_cookies([{"name": "session", "value": cookie(scene, person), "url": url}])
    return context.new_page()


def test_an_item_takes_one_key_and_the_next_answer_another(
    scene: Scene, browser: Browser, url: str, submissions: list[int]
) -> None:
    page = opened(scene, browser, url, "ines")
    page.goto(f"{url}/c/demo/demo/marking")
    for keys in (["n"], ["1", "2", "n"], ["3", "1", "n"]):
        for key in keys[:-1]:
            page.keyboard.press(key)
        with page.expect_navigation():
            page.keyboard.press(keys[-1])
    assert page.url == f"{url}/s/{submissions[2]}/answer/1.1"
    page.keyboard.press("r")
    page.keyboard.type("s 0 n")  # in a field, keys are letters
    page.keyboard.press("Escape")
    with page.expect_navigation():
        page.keyboard.press("0")
    assert "Nothing is left" in page.inner_text("h1")
    with scene.database.reading() as session:
        marks = session.execute(select(Mark.submission_id, Mark.points, Mark.reason)).all()
    assert [tuple(mark) for mark in marks] == [
        (submissions[0], 1.5, ""), (submissions[1], 0.5, ""), (submissions[2], 0.0, "s 0 n"),
    ]  # fmt: skip


def test_an_override_is_given_by_keys(
    scene: Scene, browser: Browser, url: str, submissions: list[int]
) -> None:
    page = opened(scene, browser, url, "ines")
    page.goto(f"{url}/c/demo/demo/marking?task=3.1")
    page.get_by_role("link", name="Ada", exact=True).click()
    page.wait_for_url("**/marking?task=3.1")
    for pressed in ("p", "1", "Escape", "r", "p", "Tab"):
        page.keyboard.press(pressed)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    with scene.database.reading() as session:
        marks = session.execute(select(Mark.submission_id, Mark.points, Mark.reason)).all()
    assert [tuple(mark) for mark in marks] == [(submissions[0], 1.0, "p")]


def test_keys_can_be_turned_off(
    scene: Scene, browser: Browser, url: str, submissions: list[int]
) -> None:
    page = opened(scene, browser, url, "ines")
    page.goto(f"{url}/s/{submissions[0]}/answer/1.1")
    page.get_by_role("button", name="Turn keys off").click()
    page.reload()
    page.keyboard.press("1")
    assert page.locator("input[type=checkbox][data-key]:checked").count() == 0
    page.get_by_role("button", name="Turn keys on").click()
    page.keyboard.press("1")
    assert page.locator("input[type=checkbox][data-key]:checked").count() == 1


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_pages_fit_the_window_and_have_no_barriers(
    scene: Scene, browser: Browser, url: str, submissions: list[int], width: int
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    terms(scene, markers=2)
    first = submissions[0]
    for login, points in (("omar", 1.0), ("ines", 2.0)):
        by = scene.person(login, Role.ASSISTANT).id
        with scene.database.writing() as session:
            session.add(Mark(submission_id=first, task="1.1", points=points, by_id=by, at=1.0))
    page = opened(scene, browser, url, "ines", width)
    problems: list[str] = []
    page.on(
        "console",
        lambda said: (
            problems.append(said.text)
            # Browsers ask for an icon of the site, and there is none.
            if said.type == "error" and "favicon" not in said.location["url"]
            else None
        ),
    )
    for name, path in {
        "queue": "c/demo/demo/marking?task=3.1", "alike": "c/demo/demo/alike",
        "rubric": "c/demo/demo/rubric", "review": f"s/{first}/marking?task=3.1&cell=0&line=3",
        "answer": f"s/{submissions[1]}/answer/1.1", "differs": f"s/{first}/answer/1.1",
        "hostile": f"s/{submissions[2]}/marking", "evil": f"s/{submissions[2]}/answer/1.1",
    }.items():  # fmt: skip
        page.goto(f"{url}/{path}")
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
