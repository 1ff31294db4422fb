from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PAGES, PHONE, Open

pytestmark = pytest.mark.browser


def test_a_page_loads_nothing_else_and_has_no_errors(browser: Any, file: Path) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.locator("summary").first.or_(page.locator("h1")).first.click()
    page.close()
    assert said == []
    assert asked == [file.as_uri()]


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_nothing_is_wider_than_the_window(opened: Open, file: Path, width: int) -> None:
    page = opened(file, width=width)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_an_audit_of_accessibility_has_nothing_to_say(
    opened: Open, file: Path, scheme: str, width: int
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(file, width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_pictures_of_a_notebook_are_drawn_and_nothing_acts(opened: Open, notebook: Path) -> None:
    page = opened(notebook)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    widths = page.evaluate("[...document.images].map(each => each.naturalWidth)")
    assert widths == [2000, 2000]
    parts = page.locator(".said")
    assert parts.locator("script, a, iframe, svg, style, [style], [onerror]").count() == 0


def test_lines_of_play_are_stepped_through_by_keyboard(opened: Open, everything: Path) -> None:
    page = opened(everything)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    line = page.locator(".play").first
    boards, outcome = line.locator(".step"), line.locator(".outcome")
    line.locator("input").first.focus()
    before = outcome.bounding_box()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        seen.append([boards.nth(n).is_visible() for n in range(3)])
    assert seen == [[False, True, False], [False, False, True], [False, True, False]]
    assert outcome.bounding_box() == before


def test_a_link_unfolds_what_it_leads_to(opened: Open, everything: Path) -> None:
    name = "test_small"
    folded = opened(everything).locator(f"[id='{name}']")
    assert not folded.is_visible()
    assert opened(everything, f"#{name}").locator(f"[id='{name}']").is_visible()


def test_one_click_folds_all_and_another_unfolds(opened: Open, everything: Path) -> None:
    page = opened(everything)
    folds, unfolded = page.locator("details.fold"), page.locator("details.fold[open]")
    page.get_by_role("button", name="Fold all").click()
    assert unfolded.count() == 0
    page.get_by_role("button", name="Unfold all").click()
    assert unfolded.count() == folds.count() > 5
    page.locator("details.fold > summary").first.click()
    assert unfolded.count() == folds.count() - 1


def test_without_a_script_tasks_and_tests_fold_by_themselves(
    browser: Any, everything: Path
) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(everything.as_uri())
    assert not page.locator("#fold").is_visible()
    test = page.locator(".test > .fold").first
    assert test.locator(".body").first.is_visible()
    test.locator("summary").first.click()
    assert not test.locator(".body").first.is_visible()
    page.close()


def test_a_link_to_a_test_unfolds_it(opened: Open, everything: Path) -> None:
    folded = opened(everything).locator("[id='test_crashes']")
    assert not folded.is_visible()
    assert opened(everything, "#test_crashes").locator("[id='test_crashes']").is_visible()


@pytest.mark.parametrize("name", ["tournament", "player-best"])
@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_names_of_players_do_not_break_inside_a_word(
    opened: Open, tmp_path: Path, name: str, width: int
) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGES[name](), "utf-8")
    names = opened(path, width=width).locator(".lot th[scope=row]", has_text="aaaa")
    lines = names.evaluate_all(
        """all => all.map(one => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size;
        })"""
    )
    assert len(lines) >= 1
    assert set(lines) == {1}


def test_boards_stand_left_on_a_phone(opened: Open, everything: Path) -> None:
    page = opened(everything, width=PHONE)
    boards = page.locator(".case[open] > .body > .sight > figure svg.grid:visible")
    words = page.locator(".case[open] > .body > .sight > .words:visible")
    lefts, (first, *_) = (
        each.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().left))")
        for each in (boards, words)
    )
    assert len(lefts) > 1
    assert set(lefts) == {first}
