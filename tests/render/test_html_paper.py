"""The sentence that says what the printed form of a report lacks."""

from __future__ import annotations

from dataclasses import replace

from grader.model.report import Report
from grader.model.submission import Cell
from tests.render import samples
from tests.render.html_page import page
from tests.render.samples import EVERYTHING, RIGHT, a_test, case, task


def said(graded: Report) -> str:
    return page(graded).one("p", kind="paper").text


def test_what_is_left_out_is_counted_and_where_it_is_to_be_had_is_said() -> None:
    wrong = a_test(*(replace(case(), id=f"c{number}") for number in range(7)))
    code = Cell("def minimax():\n" + "    pass\n" * 99, "a.py", notebook=False)
    shown = said(samples.report(task(wrong), RIGHT, cells=(code,)))
    assert "6 failing cases, 1 passed test and 96 lines of code, lines of play" in shown
    assert "Open the page in a browser, or the JSON form, to see them." in shown


def test_a_page_without_more_says_so() -> None:
    assert said(samples.report()) == (
        "This is the short form for paper. Open the page in a browser to see more."
    )


def test_tasks_that_are_right_or_missing_are_not_printed_again() -> None:
    sections = page(EVERYTHING).all("section", kind="task")
    screen = {each.get("id") for each in sections if "screen" in each.classes}
    assert screen == {"2.1", "5.1"}


def test_so_many_tests_have_an_example_on_paper_and_no_more() -> None:
    tests = [replace(a_test(case()), id=f"test_{number}") for number in range(100)]
    shown = page(samples.report(task(*tests)))
    articles = shown.all("article", kind="test")
    bodies = [each.one("div", id=f"test_{number}") for number, each in enumerate(articles)]
    assert [("screen" in each.classes) for each in bodies] == [False] * 36 + [True] * 64
    assert [("screen" in each.classes) for each in articles] == [False] * 72 + [True] * 28
