"""The report as it is shown by default: of each failing task one example."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grader.model.figures import Counterexample, Explanation
from grader.model.formatting import NOT_RUN_AFTER
from grader.model.report import Report, TaskResult, View, Visibility
from grader.model.verdict import WRONG_ARGUMENTS, Verdict
from grader.render.report_json import loads
from grader.render.report_sentences import describe_lost_points
from grader.render.terminal.report import render_brief
from tests.render.samples import EVIL, a_test, call, case, grid, hostile, report, task

WRONG = Path(__file__).parent / "data" / "report-wrong.json"


def brief(graded: Report, view: View = View.STAFF, width: int = 100) -> str:
    page = StringIO()
    render_brief(graded, view, Console(file=page, width=width))
    return page.getvalue()


def failing(*titles: str) -> TaskResult:
    tests = [
        replace(a_test(case(), points=1, score=0), id=f"3.1/{number}", title=title)
        for number, title in enumerate(titles)
    ]
    return task(*tests)


def test_a_long_report_is_read_on_two_screens() -> None:
    lines = brief(loads(WRONG.read_text())).splitlines()
    assert len(lines) <= 120
    assert lines[-1].startswith("Score ")


def test_one_test_is_shown_and_the_others_are_named() -> None:
    output = brief(report(failing("First things first.", "Second best.", "Third time lucky.")))
    assert "✘ First things first.  1 point lost, " in output
    assert "also failing, 2 points lost: Second best.  ·  Third time lucky." in output
    assert output.count("expected") == 1
    assert "--all" in output


@pytest.mark.parametrize("markers", ["", "    ^^^^\n"])
def test_of_a_traceback_the_last_frame_is_shown_whole(markers: str) -> None:
    frames = "".join(f'  File "a.py", line {n}, in f\n    g({n})\n{markers}' for n in (1, 2))
    crashed = case(call=call(traceback=f"Traceback:\n{frames}KeyError: 2\n"))
    output = brief(report(task(a_test(crashed, points=1))))
    shown = [line.strip("│ ") for line in output.partition("more lines")[2].splitlines()[1:3]]
    assert shown == ['File "a.py", line 2, in f', "g(2)"]


def test_the_smallest_case_is_the_example() -> None:
    found = Counterexample("f(board)", "1", "0", "2 pawns", grid("B_W"))
    explained = replace(case(), explanation=Explanation("", (), found))
    tests = a_test(case(), points=1), replace(a_test(explained, points=1), title="Small is plain.")
    output = brief(report(task(*tests)))
    assert "✘ Small is plain." in output
    assert "A small case: 2 pawns" in output


def test_what_was_printed_is_shown_up_to_three_lines() -> None:
    wrong = case()
    assert wrong.call is not None
    said = "\n".join(f"depth {number}" for number in range(9))
    printed = replace(wrong, call=replace(wrong.call, stdout=said))
    output = brief(report(task(a_test(printed, points=1, score=0))))
    assert [f"depth {number}" in output for number in range(9)] == [True] * 2 + [False] * 6 + [True]
    silent = replace(wrong, call=replace(wrong.call, stdout=" \n"))
    assert "printed" not in brief(report(task(a_test(silent, points=1, score=0))))


def test_a_known_mistake_is_named_once() -> None:
    stored = loads(WRONG.read_text())
    output = brief(stored)
    sentences = {known.sentence for each in stored.tasks for known in each.diagnoses}
    assert sentences
    flat = " ".join(output.replace("│", " ").split())
    assert not [sentence for sentence in sentences if flat.count(sentence) > 1]


def test_students_read_each_hint_once() -> None:
    test = replace(
        a_test(case(), points=1), title="Secret.", hint="Mind the edge.",
        visibility=Visibility.PRIVATE,
    )  # fmt: skip
    tests = test, replace(test, id="3.1/other", hint="Mind the edge.")
    output = brief(report(task(*tests)), View.STUDENT)
    assert output.count("Mind the edge.") == 1
    assert "Secret." not in output
    assert "2 points lost" in output


def test_what_was_not_run_is_not_called_wrong() -> None:
    note = "The rest was left out."
    idle = replace(
        case(verdict=Verdict.TIME_LIMIT_EXCEEDED), message=note, call=None, expected=None,
        actual=None, figures=(), explanation=None,
    )  # fmt: skip
    late = replace(a_test(idle, points=1), note=note)
    output = brief(report(task(a_test(case(), points=1), late)))
    assert "1 test not run, 1 point lost: The rest was left out." in output


def test_passed_tests_that_do_not_count() -> None:
    withheld = replace(a_test(case(verdict=Verdict.ACCEPTED), points=1), score=0)
    output = brief(report(task(a_test(case(), points=1), withheld)))
    assert "1 test passed, but its points count only if these pass: 1 point" in output


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("width", [20, 80, 300])
def test_hostile_text_does_nothing(width: int, view: View) -> None:
    output = brief(hostile(EVIL), view, width)
    assert not set(output) & {"\x1b", "\x07", "\r", "\u202e"}
    assert EVIL not in output
    assert not [line for line in output.splitlines() if line.lstrip().startswith("::")]


def test_a_call_with_the_wrong_number_of_arguments_is_explained_once() -> None:
    said = "minimax takes 4 positional parameters, the task passes 5."
    wrong = case(verdict=Verdict.RUNTIME_ERROR, code=WRONG_ARGUMENTS, message=said)
    shown = replace(a_test(wrong, points=1), hint="Mind the edge.")
    hidden = replace(shown, id="3.1/other", visibility=Visibility.PRIVATE)
    for view in View:
        output = brief(report(task(shown, hidden)), view)
        assert output.count(said) == 1
        assert "runtime error  2 tests, 2 points lost" in output
        assert "Mind the edge." not in output


def test_functions_that_are_not_written_have_a_line_each() -> None:
    tasks = [
        replace(
            task(
                a_test(
                    case(
                        verdict=Verdict.NOT_ATTEMPTED,
                        message=f"No function named {name} was found.",
                    ),
                    points=2,
                    score=0,
                )
            ),
            id=name,
        )
        for name in ("first", "second")
    ]
    output = brief(report(*tasks, failing("Something else.")))
    assert "first: No function named first was found.  2 points lost" in output
    assert "second: No function named second was found.  2 points lost" in output
    assert output.count("Not attempted or not implemented") == 1
    assert "Not attempted or not" not in brief(report(tasks[0], failing("Something else.")))


def test_students_read_hints_and_nothing_of_cases_that_they_do_not_see() -> None:
    hidden = replace(
        a_test(case(visibility=Visibility.PRIVATE), visibility=Visibility.PRIVATE, points=1),
        hint="Look at the edges.",
        score=0,
    )
    output = brief(report(task(hidden)), View.STUDENT)
    assert "failing, 1 point lost; hints:" in output
    assert "· Look at the edges." in output
    assert "--all" not in output


def test_what_is_undecided_is_not_said_to_fail() -> None:
    test = a_test(case(verdict=Verdict.UNDECIDED, visibility=Visibility.PRIVATE), points=1)
    hidden = replace(
        test, visibility=Visibility.PRIVATE, hint="Look at the edges.", score=0,
        verdict=Verdict.UNDECIDED,
    )  # fmt: skip
    output = brief(report(task(hidden)), View.STUDENT)
    assert "1 point undecided; hints:" in output
    assert "failing" not in output


def test_how_many_cases_are_left_is_not_said_of_tests_that_are_not_shown() -> None:
    tests = [
        replace(test, note=note)
        for test, note in zip(
            failing("One.", "Two.", "Three.", "Four.").tests,
            ("", f"7 more cases were {NOT_RUN_AFTER}", f"{NOT_RUN_AFTER}: why", "A word to read."),
            strict=True,
        )
    ]
    output = brief(report(task(*tests)))
    assert "A word to read." in output
    assert NOT_RUN_AFTER not in output


def test_points_are_undecided_of_the_tests_that_are() -> None:
    wrong = [a_test(case(), id=f"3.1/{n}", points=1.0, title=f"Wrong {n}") for n in range(3)]
    open_ = a_test(case(verdict=Verdict.UNDECIDED), id="3.1/open", points=0.75, title="Open")
    output = brief(report(task(*wrong, open_)))
    assert "also failing, 3 points lost: " in output
    assert "0.75 points undecided" in output
    assert describe_lost_points(*wrong, open_) == "3 points lost, 0.75 points undecided"
