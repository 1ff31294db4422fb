"""How many sheets a printed page fills, and what stands on them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import assignment, sandbox
from grader.author import solution_variants
from grader.jobs.grading import grade
from grader.model.report import Report, View
from grader.render.html import render
from tests.browser.conftest import PAGES
from tests.render import samples
from tests.render.samples import EVIL
from tests.test_samples import EXPECTED, graded

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

RIGHT, ONE_WRONG, WORST = 3, 6, 12
"""Sheets of A4 for full marks, for one wrong function, and for anything."""
FLOOD = 20
"""Sheets of a report that is larger than any, of texts longer than any."""

Printed = Callable[[str], bytes]


@pytest.fixture
def printed(browser: Browser, tmp_path: Path) -> Printed:
    """Prints a page to PDF on A4."""

    def printed(text: str) -> bytes:
        file = tmp_path / "page.html"
        file.write_text(text, "utf-8")
        page = browser.new_page()
        page.goto(file.as_uri())
        pdf: bytes = page.pdf(format="A4")
        page.close()
        return pdf

    return printed


def sheets(pdf: bytes) -> int:
    """Pages of a PDF as Chromium writes it: one object each, not compressed."""
    found = len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
    assert f"/Count {found}".encode() in pdf
    return found


def _telling(name: str) -> object:
    """Two samples stand for all in the quick run."""
    quick = name in {"alice", "classic_mistakes"}
    return name if quick else pytest.param(name, marks=pytest.mark.deep)


@pytest.mark.bubblewrap
@pytest.mark.parametrize("name", [_telling(name) for name in sorted(EXPECTED)])
def test_a_sample_fills_few_sheets(printed: Printed, name: str) -> None:
    report = graded(name)
    right = report.score == report.max_score
    wrong = sum(task.verdict is not None and not task.verdict.passed for task in report.tasks)
    most = RIGHT if right else ONE_WRONG if wrong == 1 else WORST
    assert (name == "alice") == right
    for view in View:
        assert 1 <= sheets(printed(render(report, view))) <= most


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    "name",
    [
        "games/first_mover_maximises_alpha_beta",
        pytest.param("games/answer_in_wrong_order", marks=pytest.mark.deep),
        pytest.param("games/alpha_takes_the_replys_sign", marks=pytest.mark.deep),
    ],
)
def test_one_wrong_function_fills_few_sheets(printed: Printed, name: str) -> None:
    report = _wrong(name)
    (task,) = report.tasks
    assert sum(not test.verdict.passed for test in task.tests) >= 10
    assert 2 <= sheets(printed(render(report, View.STAFF))) <= ONE_WRONG


def _wrong(name: str) -> Report:
    ps2 = assignment.load_assignment("ps2")
    (chosen,) = (each for each in solution_variants.read_mutants(ps2) if each.name == name)
    handed_in = solution_variants.variant_submission(ps2, chosen)
    return grade(handed_in, ps2, sandbox.choose_backend("bubblewrap"), tasks=chosen.fails)


@pytest.mark.parametrize("name", PAGES)
def test_any_page_fills_few_sheets(printed: Printed, name: str) -> None:
    assert 1 <= sheets(printed(PAGES[name]())) <= WORST


def _flood() -> Report:
    """Twelve tasks of fifteen tests of twenty cases, and each text is a thousand lines long."""
    evil = samples.hostile(EVIL * 80)
    (task,) = evil.tasks
    (test,) = task.tests
    cases = tuple(replace(test.cases[0], id=f"c{number}") for number in range(20))
    tests = tuple(replace(test, id=f"t{number}", cases=cases) for number in range(15))
    tasks = tuple(replace(task, id=f"{number}.1", tests=tests) for number in range(12))
    notes, errors = evil.load_notes * 60, evil.errors * 60
    return replace(evil, tasks=tasks, load_notes=notes, errors=errors)


def test_no_text_fills_sheets_however_long_it_is(printed: Printed) -> None:
    assert 1 <= sheets(printed(render(_flood(), View.STAFF))) <= FLOOD


def test_unfolding_everything_prints_no_more(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(render(samples.EVERYTHING, View.STAFF), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    folded = sheets(page.pdf(format="A4"))
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert sheets(page.pdf(format="A4")) <= folded + 1
    page.close()


def test_what_stands_on_paper(browser: Browser, tmp_path: Path) -> None:
    """Score, causes, each failing test with its example, and the code around what failed."""
    file = tmp_path / "page.html"
    file.write_text(render(samples.EVERYTHING, View.STAFF), "utf-8")
    page = browser.new_page(color_scheme="dark")
    page.goto(file.as_uri())
    page.emulate_media(media="print")
    for shown in (
        ".score",
        ".causes li >> nth=0",
        "text=Beats the greedy tour",
        "text=Survives deep searches",
        "text=Searches four plies in time",
        "text=Not done after 10 s of CPU time.",
        ".file .hit >> nth=0",
        "text=This is the short form for paper",
    ):
        assert page.locator(shown).first.is_visible(), shown
    for left_out in (".gap", ".lines", ".snippet", ".again", ".data", ".chart", ".contents"):
        found = page.locator(left_out)
        assert found.count() > 0, left_out
        assert not any(found.nth(n).is_visible() for n in range(found.count())), left_out
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.close()


def test_paper_is_not_mentioned_on_a_screen(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(render(samples.EVERYTHING, View.STAFF), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.locator(".paper").count() == 1
    assert not page.locator(".paper").is_visible()
    page.close()
