"""The lines below the score: which there are, in which order, and how many have room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.model.report import Report, TaskResult
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from tests.render import samples
from tests.render.html_page import Found, page
from tests.render.samples import EVIL, RIGHT, WRITTEN, a_test, case, task


def failing(number: int, points: float = 1.0, message: str = "It is wrong.") -> TaskResult:
    wrong = a_test(case(message=message, expected=None), points=points, score=0.0)
    return task(wrong, id=f"{number}.1", function=f"f{number}")


def absent(number: int, message: str) -> TaskResult:
    missing = case(verdict=Verdict.NOT_ATTEMPTED, message=message.format(f"f{number}"))
    return task(a_test(missing), id=f"{number}.1", function=f"f{number}")


def lines(graded: Report) -> list[Found]:
    return page(graded).one("section", id="causes").all("li")


def test_each_failing_task_has_a_line_that_leads_to_it_the_costliest_first() -> None:
    graded = samples.report(WRITTEN, failing(5), RIGHT, failing(4, points=3.0), failing(3))
    found = [(each.one("a").get("href"), each.text) for each in lines(graded)]
    assert found == [
        ("#4.1", "4.1 f4 : It is wrong. 3 points lost"),
        ("#5.1", "5.1 f5 : It is wrong. 1 point lost"),
        ("#3.1", "3.1 f3 : It is wrong. 1 point lost"),
    ]


def test_a_page_without_failing_tasks_has_no_such_lines() -> None:
    assert page(samples.report(RIGHT, WRITTEN)).all("section", id="causes") == []


def test_functions_that_are_not_there_have_one_line_together() -> None:
    said = "No function named {} was found."
    other = "{} is a method of class PS2."
    graded = samples.report(absent(1, said), absent(2, said), absent(3, other), RIGHT)
    together, alone = lines(graded)
    assert together.text.startswith("1.1 f1 : No function named f1 was found. The same goes for")
    assert [each.get("href") for each in together.all("a")] == ["#1.1", "#2.1"]
    assert alone.text.startswith("3.1 f3 : f3 is a method of class PS2.")
    assert "None of the functions" not in page(graded).one("section", id="causes").text


def test_a_line_has_the_first_sentences_of_a_long_message() -> None:
    names = "Some of the names that were looked for: " + ", ".join(["a_long_name"] * 20)
    graded = samples.report(
        failing(1, message=f"No function for f1 was found. {names}"),
        failing(2, message="It is wrong. Expected 1, got 2."),
        failing(3, message="x" * 400),
    )
    shown = [each.text for each in lines(graded)]
    assert shown[0] == "1.1 f1 : No function for f1 was found. 1 point lost"
    assert shown[1] == "2.1 f2 : It is wrong. Expected 1, got 2. 1 point lost"
    assert shown[2] == f"3.1 f3 : {'x' * 220}… 1 point lost"


def test_where_nothing_was_found_the_notes_about_loading_say_why() -> None:
    said = "No function named {} was found."
    notes = [LoadNote(f"Statement {n} could not be read.", "a.py", n) for n in range(1, 6)]
    graded = samples.report(absent(1, said), absent(2, said), load_notes=tuple(notes))
    section = page(graded).one("section", id="causes")
    assert "None of the functions that the assignment asks for was found." in section.text
    shown = [each.text for each in section.all("li")]
    assert shown[0] == "a.py, line 1 : Statement 1 could not be read."
    assert len(shown) == 3 + 1
    assert section.all("li")[0].one("a").get("href") == "#loading"


@pytest.mark.parametrize("message", ["It is wrong.", "Far too long to be read. " * 30, EVIL])
def test_what_has_no_room_is_counted_and_linked(message: str) -> None:
    graded = samples.report(*(failing(number, message=message) for number in range(1, 61)))
    section = page(graded).one("section", id="causes")
    every = section.all("li")
    assert len(every) == 60
    for device in ("desktop", "phone"):
        left = [each for each in every if f"later-on-{device}" in each.classes]
        assert 0 < len(left) < 60
        assert every[-len(left) :] == left
        more = section.one("p", kind=f"on-{device}")
        assert more.text == f"and {len(left)} more"
        assert more.one("a").get("href") == "#causes"


def test_a_phone_has_room_for_a_usual_failing_report() -> None:
    graded = samples.report(*(failing(number) for number in range(1, 11)))
    section = page(graded).one("section", id="causes")
    assert section.all("p", kind="left") == []


def test_warnings_take_room_from_the_lines() -> None:
    tasks = [failing(number, message="It is wrong, and so on. " * 4) for number in range(1, 31)]
    plain = samples.report(*tasks)
    warned = replace(
        plain, sandbox=replace(plain.sandbox, warning="Nothing was held back here. " * 4)
    )
    counts = [len(page(each).all("li", kind="later-on-phone")) for each in (plain, warned)]
    assert counts[0] < counts[1] < 30


def test_the_case_that_is_unfolded_says_the_cause() -> None:
    plain = case(id="plain", message="The score is wrong.", figures=(samples.grid(samples.BOARD),))
    crash = case(id="crash", verdict=Verdict.RUNTIME_ERROR, message="It broke.", figures=())
    graded = samples.report(task(a_test(plain, id="one"), a_test(plain, crash, id="two")))
    found = page(graded)
    assert "It broke." in found.one("section", id="causes").text
    first, *_ = found.all("details", kind="case")
    assert first.get("id") == "crash"
    assert found.all("article", kind="test")[0].one("div", id="two").text
