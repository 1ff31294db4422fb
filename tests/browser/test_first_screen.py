"""What a reader sees of a report before they scroll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.model.report import Report, TaskResult, View
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.html import render
from tests.render import samples
from tests.render.samples import EVIL, a_test, case, task

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SCREENS = [(1280, 800), (390, 844)]
MESSAGE = "The answers are right, but too many positions were searched: nothing was cut off."


def failing(number: int, message: str = MESSAGE, **changes: object) -> TaskResult:
    wrong = a_test(case(message=message, expected=None, **changes))
    return task(wrong, id=f"{number}.1", function=f"minimax_alpha_beta_{number}")


def _absent(note: str) -> Report:
    said = "No function named minimax was found."
    tasks = [failing(n, said, verdict=Verdict.NOT_ATTEMPTED) for n in range(1, 11)]
    notes = (LoadNote(note, "a.py", 3),) if note else ()
    return samples.report(*tasks, load_notes=notes, title="Problem Set 2")


def _hostile() -> Report:
    """Everything that a student has a say in; what the grader says of itself is not theirs."""
    evil = samples.hostile(EVIL, student=EVIL * 20, errors=(), sandbox=samples.SANDBOX)
    return replace(evil, tasks=tuple(replace(evil.tasks[0], id=f"{n}.1") for n in range(30)))


_UNDECIDED = RoleResult("search", BindingSource.UNDECIDED, candidates=("mine", "other"))
REPORTS = {
    "few": samples.report(*map(failing, range(1, 4)), title="Problem Set 2: Local Search"),
    "ten": samples.report(*map(failing, range(1, 11)), title="Problem Set 2: Local Search"),
    "many": samples.report(*map(failing, range(1, 61)), title="Problem Set 2" * 40),
    "everything": samples.EVERYTHING,
    "undecided": samples.report(
        *(failing(n, verdict=Verdict.UNDECIDED) for n in range(1, 12)),
        roles=(_UNDECIDED,),
        complete=False,
    ),
    "absent": _absent(""),
    "unreadable": _absent("This statement could not be read by Python: SyntaxError: invalid."),
    "hostile": _hostile(),
}


@pytest.fixture(params=SCREENS, ids=["desktop", "phone"])
def screen(request: pytest.FixtureRequest) -> tuple[int, int]:
    size: tuple[int, int] = request.param
    return size


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("name", REPORTS)
def test_each_failing_task_has_its_cause_or_is_counted(
    browser: Browser, tmp_path: Path, screen: tuple[int, int], name: str, view: View
) -> None:
    page = _opened(browser, tmp_path, render(REPORTS[name], view), screen)
    links = page.locator(".causes li a:visible").evaluate_all(_BOTTOMS)
    notes = page.locator(".causes li a[href='#loading']").count()
    left = page.locator(".causes .left a:visible")
    counted = [int(text.split()[1]) for text in left.all_inner_texts()]
    failing = sum(not each.verdict.passed for each in REPORTS[name].tasks if each.verdict)
    assert failing > 0
    assert links
    assert len(links) - notes + sum(counted) == failing
    assert max(links + left.evaluate_all(_BOTTOMS)) <= screen[1]
    assert page.locator(".score").is_visible()
    page.close()


def test_a_phone_shows_at_least_six_causes(browser: Browser, tmp_path: Path) -> None:
    page = _opened(browser, tmp_path, render(REPORTS["many"], View.STAFF), SCREENS[1])
    assert page.locator(".causes li:visible").count() >= 6
    page.close()


def test_what_had_no_room_is_shown_once_its_link_is_followed(
    browser: Browser, tmp_path: Path, screen: tuple[int, int]
) -> None:
    page = _opened(browser, tmp_path, render(REPORTS["many"], View.STAFF), screen)
    assert 0 < page.locator(".causes li:visible").count() < 60
    page.locator(".causes .left a:visible").click()
    assert page.locator(".causes li:visible").count() == 60
    assert page.locator(".causes .left a:visible").count() == 0
    page.close()


def test_a_cause_leads_to_its_task(browser: Browser, tmp_path: Path) -> None:
    page = _opened(browser, tmp_path, render(REPORTS["few"], View.STAFF), SCREENS[1])
    page.locator(".causes li a").nth(2).click()
    task = page.locator("[id='3.1']").bounding_box()
    assert task is not None
    assert task["y"] < 100
    page.close()


_BOTTOMS = "all => all.map(each => each.getBoundingClientRect().bottom)"


def _opened(browser: Browser, folder: Path, text: str, screen: Sequence[int]) -> Page:
    file = folder / "report.html"
    file.write_text(text, "utf-8")
    page = browser.new_page(viewport={"width": screen[0], "height": screen[1]})
    page.goto(file.as_uri())
    return page
