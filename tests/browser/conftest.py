from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.report import View
from grader.report.html import render
from grader.similar import page as similar
from tests.browser import chromium
from tests.report import samples
from tests.similar.test_forms import outcome

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAMPLES = {
    "everything": samples.EVERYTHING,
    "hostile": samples.hostile(samples.EVIL),
    "right": samples.report(samples.RIGHT),
    "nothing": samples.report(),
}
DESKTOP, PHONE = 1280, 375

Open = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if problem := chromium.missing():
        pytest.skip(problem)
    with chromium.started() as browser:
        yield browser


@pytest.fixture(scope="session", params=[*SAMPLES, "similar"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each sample for staff, and a list of similar submissions, as a file on disk."""
    if request.param != "similar":
        return _written(request.param, tmp_path_factory)
    path = tmp_path_factory.mktemp("pages") / "similar.html"
    path.write_text(similar.render(outcome(samples.EVIL)), "utf-8")
    return path


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample that holds every part a report can have."""
    return _written("everything", tmp_path_factory)


def _written(name: str, folders: pytest.TempPathFactory) -> Path:
    path = folders.mktemp("pages") / f"{name}.html"
    path.write_text(render(SAMPLES[name], View.STAFF), "utf-8")
    return path


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a file, in a window of that ``width`` and in that colour scheme."""
    contexts = []

    def opened(path: Path, fragment: str = "", width: int = DESKTOP, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{path.as_uri()}{fragment}")
        return page

    yield opened
    for context in contexts:
        context.close()
