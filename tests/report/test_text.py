from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from grader.report import Decision, LoadNote, Report, SandboxInfo, View, Visibility
from grader.report.text import render
from grader.verdict import Verdict
from tests.report.samples import RIGHT, WRITTEN, a_test, call, case, report, shown, task

TRACEBACK = (
    'Traceback (most recent call last):\n  File "bob.py", line 214, in minimax\nTypeError: no'
)
EVIL = (
    "\x1b[2J\x1b]8;;http://evil\x07click\u202e[bold red]hi[/bold red] :smile: \ud800\u200b\r\n"
    "::error file=x::pwned\n   ::add-mask::a\n##[error]x\n" + "x" * 70 + " ::warning::wrapped"
)
HALF = report(WRITTEN, RIGHT, task(a_test(case())))


def squeezed(text: str) -> str:
    """``text`` without its layout: one blank wherever there are several, and no rails."""
    return " ".join(re.sub(r"[│┆]", " ", text).split())


def hostile(evil: str) -> Report:
    """A report that says ``evil`` wherever a student has a say."""
    trace = call(arguments=(evil,), board=(evil,) * 6, stdout=evil, stderr=evil, traceback=evil)
    bad = case(message=evil, expected=evil, actual=evil, call=trace, attempts=({"length": evil},))
    return report(
        task(a_test(bad)),
        path=evil,
        load_notes=(LoadNote(evil, evil, 1),),
        load_stdout=evil,
        errors=(evil,),
        sandbox=SandboxInfo("none", {"files": False}, evil),
    )


def test_the_score_stands_at_both_ends() -> None:
    lines = shown(HALF).splitlines()
    assert "1 of 2 points" in lines[1]
    assert "50 %" in lines[1]
    assert "2 points more for a person" in lines[1]
    assert lines[-1] == "Score 1 / 2 (50 %) · 1 test lost points · 2 points for a person"


def test_the_header_says_what_was_graded_and_how() -> None:
    output = squeezed(shown(HALF))
    for fact in ("ps2", "submissions/bob.py", "9f86d081884c", "seed 5", "bubblewrap", "3.46 s"):
        assert fact in output


def test_only_full_marks_are_called_hundred_percent() -> None:
    almost = task(a_test(case(), points=0.01), a_test(case(verdict=Verdict.ACCEPTED), points=99.99))
    assert "100 %" not in shown(report(task(*almost.tests, score=99.99)))


def test_every_task_has_a_row_with_points_and_verdict() -> None:
    output = squeezed(shown(HALF))
    assert "1.1 State representation – / 2 ✎ for a person" in output
    assert "2.1 Moves 1 / 1 1/1 ✔ accepted" in output
    assert "3.1 Minimax search 0 / 1 0/1 ✘ wrong answer" in output


@pytest.mark.parametrize("verdict", list(Verdict))
def test_verdicts_are_told_in_words_not_by_colour(verdict: Verdict) -> None:
    assert verdict.words in shown(report(task(a_test(case(verdict=verdict)))))


def test_a_failing_case_can_be_understood() -> None:
    trace = call(stdout="searching\n", stderr="hm\n", traceback=TRACEBACK)
    output = shown(report(task(a_test(case(call=trace), note="A note."))))
    for text in (
        "Finds a forced win",
        "1 point lost",
        "A note.",
        "Hint: Think about the last ply.",
        "win_in_3-07  wrong answer, 42 ms CPU",
        "│ minimax(board, 0, 3, Player.BLACK, generate_valid_moves)",
        "│ The score is wrong.",
        "expected  21092109",
        "got       3",
        '│ ┆   File "bob.py", line 214, in minimax',
        "│ ┆ searching",
        "│ ┆ hm",
    ):
        assert text in output


def test_the_board_is_drawn_with_coordinates_and_a_legend() -> None:
    output = shown(report(task(a_test(case()))))
    rows = ["    0 1 2 3 4 5", "  0 · · · ● · ·", "  1 · · ● ● · ·", "  2 · · · · ● ●"]
    rows += ["  3 ○ ● ○ · ● ·", "  4 · · · · ○ ○", "  5 · ○ ○ · · ·", "    ● B   ○ W"]
    drawn = [line[5:] for line in output.splitlines()]
    start = next(n for n, line in enumerate(drawn) if line.startswith(rows[0]))
    for row, line in zip(rows, drawn[start:], strict=False):
        assert line.startswith(row)


def test_three_failing_cases_are_shown_and_the_rest_counted() -> None:
    cases = [case(id=f"case-{n}") for n in range(17)]
    output = shown(report(task(a_test(*cases, case(id="fine", verdict=Verdict.ACCEPTED)))))
    assert [n for n in range(17) if f"case-{n} " in output] == [0, 1, 2]
    assert "wrong answer in 17 of 18 cases" in output
    assert "… and 14 more; --format json has them all" in output


def test_one_crash_is_told_once() -> None:
    crash = case(verdict=Verdict.RUNTIME_ERROR, call=call(traceback=TRACEBACK))
    output = shown(report(task(a_test(crash, crash), a_test(crash, id="b", title="Other"))))
    assert output.count("line 214") == 1
    assert "the same error as above" in output


@pytest.mark.parametrize("verdict", [Verdict.NOT_IMPLEMENTED, Verdict.LOAD_ERROR])
def test_a_function_that_is_not_there_takes_one_line(verdict: Verdict) -> None:
    missing = case(verdict=verdict, message="See bob.py, line 12.")
    output = shown(report(task(a_test(missing), a_test(missing, id="b", title="Other"))))
    assert f"{verdict.words}  2 tests, 2 points lost" in output
    assert output.count("See bob.py, line 12.") == 1
    assert "●" not in output


def test_long_output_is_cut_with_a_marker() -> None:
    printed = "\n".join(f"<{n}>" for n in range(60)) + "\n"
    output = shown(report(task(a_test(case(call=call(stdout=printed))))))
    assert "<14>" in output
    assert "<15>" not in output
    assert "… 45 more lines" in output
    output = shown(report(task(a_test(case(call=call(stdout="y" * 60_000))))))
    assert output.count("y") < 1000
    assert "… 59600 more characters" in squeezed(output)


def test_the_end_of_a_long_traceback_is_kept() -> None:
    deep = "\n".join(f"line {n}" for n in range(3000)) + "\nRecursionError: too deep"
    output = shown(report(task(a_test(case(call=call(traceback=deep))))))
    assert "RecursionError: too deep" in output
    assert "more lines" in output


def test_attempts_take_one_line_each() -> None:
    first = {"seed": 2**60, "length": 131.25, "greedy": 128, "best_known": 101.3, "margin": -0.025}
    output = shown(report(task(a_test(case(attempts=(first, first | {"length": 130.0}))))))
    assert "attempt length greedy best known margin" in squeezed(output)
    assert "1 131.25 128 101.3 −2.5 % 2 130 128 101.3 −2.5 %" in squeezed(output)


def test_a_trial_that_failed_says_how_sure_that_is() -> None:
    decided = Decision(False, wrong=0.005, right=0.8, alpha=1.7e-7, beta=8.9e-5, most=16)
    lost = ({"success": False},) * 6
    output = squeezed(shown(report(task(a_test(case(attempts=lost, decision=decided))))))
    assert "0 of 6 attempts succeeded." in output
    assert "Of right solutions, for which 80 % do, 1 in 11,000 would fail by bad luck." in output
    cut_short = replace(decided, passed=None)
    output = shown(report(task(a_test(case(attempts=lost, decision=cut_short)))))
    assert "attempts succeeded" not in output


def test_passed_trials_are_summed_up() -> None:
    won = [
        case(id=f"c{n}", verdict=Verdict.ACCEPTED, attempts=({"margin": n / 10, "success": True},))
        for n in (1, 2)
    ]
    output = squeezed(shown(report(task(a_test(*won)))))
    assert "✔ 3.1 Finds a forced win 2 of 2 attempts succeeded, margins +10.0 %, +20.0 %" in output


def test_withheld_points_are_explained() -> None:
    withheld = a_test(case(verdict=Verdict.ACCEPTED), score=0.0, note="Counts beside the other.")
    output = shown(report(task(withheld)))
    assert "accepted, 1 point withheld" in output
    assert "Counts beside the other." in output


def test_time_spent_waiting_is_told() -> None:
    late = case(verdict=Verdict.TIME_LIMIT_EXCEEDED, cpu_seconds=0.02, wall_seconds=20.0)
    assert "20 ms CPU, 20 s by the clock" in shown(report(task(a_test(late))))


def test_a_hidden_test_shows_students_its_hint_and_no_case() -> None:
    output = shown(report(task(a_test(case(), visibility=Visibility.PRIVATE))), View.STUDENT)
    assert "✘ Think about the last ply." in output
    assert "private test, wrong answer, 1 point lost" in output
    assert "win_in_3" not in output
    assert "●" not in output


def test_loading_is_told() -> None:
    notes = [LoadNote(f"note {n}", "bob.py", n) for n in range(12)]
    output = shown(report(RIGHT, load_notes=notes, load_stdout="all passed\n"))
    assert "│ bob.py, line 3: note 3" in output
    assert "… and 2 more" in output
    assert "│ all passed" in output


def test_full_marks_end_kindly() -> None:
    lines = shown(report(RIGHT)).splitlines()
    assert lines[-2:] == ["✔ Everything that was tested works. Well done!", "Score 1 / 1 (100 %)"]


@pytest.mark.parametrize(
    ("changes", "warning", "ending"),
    [
        ({"complete": False}, "! Incomplete", "incomplete run"),
        (
            {"sandbox": SandboxInfo("docker", {"files": True, "network": False})},
            "! Not enforced while this code ran: network.",
            "not fully sandboxed",
        ),
        ({"sandbox": SandboxInfo("none", {}, "No sandbox!")}, "! No sandbox!", "not fully sandb"),
        ({"errors": ("It broke.",), "complete": False}, "│ It broke.", "incomplete run"),
    ],
)
def test_doubts_are_told_at_both_ends(changes: dict[str, Any], warning: str, ending: str) -> None:
    output = shown(report(RIGHT, **changes))
    assert warning in output
    assert ending in output.splitlines()[-1]


def test_nothing_to_decide_is_no_division_by_zero() -> None:
    assert "Score 0 / 0 · 2 points for a person" in shown(report(WRITTEN))


def test_no_escape_sequences_unless_on_a_terminal() -> None:
    assert "\x1b" not in shown(HALF)
    assert "\x1b[" in shown(HALF, terminal=True)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 96, 120, 200])
@pytest.mark.parametrize("view", list(View))
def test_every_line_fits(width: int, view: View) -> None:
    long = case(attempts=({"length": 1.5, "greedy": 2.5, "best_known": 1.0, "margin": 0.1},))
    for graded in (report(WRITTEN, RIGHT, task(a_test(long))), hostile(EVIL + "字" * 300)):
        lines = shown(graded, view, width).splitlines()
        assert max(map(cell_len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)


def test_the_summary_drops_columns_when_narrow() -> None:
    headings = {width: shown(HALF, width=width) for width in (60, 80, 120)}
    assert "Function" in headings[120]
    assert "Function" not in headings[80]
    assert "Tests" in headings[80]
    assert "Tests" not in headings[60]


def test_markup_links_and_emoji_codes_of_students_are_plain_text() -> None:
    output = shown(
        hostile("[bold red]hi[/bold red] [link=http://x]x[/link] :smile: [/]"), width=200
    )
    assert "[bold red]hi[/bold red] [link=http://x]x[/link] :smile: [/]" in output


def assert_harmless(output: str) -> None:
    for line in output.split("\n"):
        assert all(char.isprintable() for char in line)
        assert not line.strip().startswith("::")
        assert "##[" not in line


@pytest.mark.parametrize("width", [30, 60, 80, 120])
@pytest.mark.parametrize("terminal", [False, True])
def test_hostile_text_is_shown_and_does_nothing(width: int, terminal: bool) -> None:
    output = shown(hostile(EVIL), width=width, terminal=terminal)
    assert r"\x1b[2J\x1b]8;;" in output
    # The renderer's own colours are the only sequences that may be left.
    assert_harmless(re.sub(r"\x1b\[[0-9;]*m", "", output) if terminal else output)


@given(
    st.text(st.characters(codec=None) | st.sampled_from(":#[]\n\x1b "), max_size=200),
    st.integers(20, 100),
)
@settings(deadline=None, max_examples=50)
def test_no_text_whatever_breaks_out(evil: str, width: int) -> None:
    assert_harmless(shown(hostile(evil), width=width))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_poor_encoding_does_not_cost_the_report(encoding: str) -> None:
    file = TextIOWrapper(BytesIO(), encoding=encoding)
    render(hostile("Zürich 東京 ✔"), View.STAFF, Console(file=file, width=80))
    file.seek(0)
    output = file.read()
    assert "x wrong answer" in output
    assert r"Z\xfcrich \u6771\u4eac" in output
    assert "\n   | " in output
