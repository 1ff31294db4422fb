"""The page of a whole course: its table of students and tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.batch import batch_page as course
from tests.batch.test_outcomes import summary
from tests.browser.conftest import PHONE, Open

pytestmark = pytest.mark.browser


@pytest.fixture
def lot(tmp_path: Path) -> Path:
    path = tmp_path / "index.html"
    path.write_text(course.render_batch_page(summary()), "utf-8")
    return path


def students(page: Any) -> list[str]:
    """Those that are shown, in order."""
    heads = page.locator("#matrix tbody tr:not([hidden]) th")
    return [text.strip() for text in heads.all_text_contents()]


def test_it_is_sorted_by_any_column(opened: Open, lot: Path) -> None:
    page = opened(lot)
    assert students(page) == ["alice", "bob", "carol", "dora", "eve"]
    points = page.get_by_role("button", name="Points")
    points.click()
    assert students(page)[-1] == "alice"
    points.click()
    assert students(page)[:2] == ["alice", "carol"]
    assert points.locator("xpath=..").get_attribute("aria-sort") == "descending"
    page.get_by_role("button", name="Student").click()
    assert students(page) == ["alice", "bob", "carol", "dora", "eve"]


def test_it_is_searched(opened: Open, lot: Path) -> None:
    page = opened(lot)
    page.get_by_role("searchbox").fill("full ALI")
    assert students(page) == ["alice"]
    assert page.get_by_role("status").text_content() == "1 of 5"
    page.get_by_role("searchbox").fill("")
    assert len(students(page)) == 5


def test_without_a_script_it_is_whole(browser: Any, lot: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(lot.as_uri())
    assert students(page) == ["alice", "bob", "carol", "dora", "eve"]
    assert not page.locator("#search").is_visible()
    page.close()


def test_a_known_mistake_names_who_made_it(opened: Open, lot: Path) -> None:
    page = opened(lot, width=PHONE)
    page.get_by_text("It adds.").click()
    assert page.locator("#mistakes details[open] a").all_text_contents() == ["bob", "carol"]
