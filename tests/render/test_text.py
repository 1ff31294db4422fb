from __future__ import annotations

import json
import re
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from grader.model.figures import Counterexample, Explanation, Line, OwnFunctionOutcome
from grader.model.report import SandboxInfo, StochasticDecision, StoppedCallBudget, View, Visibility
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.report_formats import write_report
from grader.render.terminal.report import render, render_cases
from tests.render.samples import (
    EVERYTHING,
    EVIL,
    MEASURES,
    RIGHT,
    TRACEBACK,
    WRITTEN,
    a_test,
    call,
    case,
    grid,
    hostile,
    report,
    shown,
    task,
)

HALF = report(WRITTEN, RIGHT, task(a_test(case())))


def squeezed(text: str) -> str:
    """``text`` without its layout: one blank wherever there are several, and no rails."""
    return " ".join(re.sub(r"[│┆]", " ", text).split())


def test_the_score_stands_at_both_ends() -> None:
    lines = shown(HALF).splitlines()
    assert "1 of 2 points" in lines[1]
    assert "50 %" in lines[1]
    assert "2 points to be graded by hand" in lines[1]
    assert lines[-1] == "Score 1 / 2 (50 %) · 1 test lost points · 2 points to be graded by hand"


def test_the_last_line_tells_mistakes_from_what_is_not_there_or_not_decided() -> None:
    tests = [
        a_test(case(verdict=verdict), verdict=verdict)
        for verdict in (Verdict.WRONG_ANSWER, Verdict.NOT_ATTEMPTED, Verdict.UNDECIDED)
    ]
    said = " ".join(shown(report(task(*tests))).split())
    assert said.endswith(
        "Score 0 / 2 (0 %) · 1 test lost points · 1 test not attempted · 1 point undecided"
    )
    broken = a_test(case(verdict=Verdict.INTERNAL_ERROR), verdict=Verdict.INTERNAL_ERROR)
    assert shown(report(task(broken))).splitlines()[-1] == "Score 0 / 1 (0 %) · 1 test undecided"


def test_points_that_a_person_decides_are_open_everywhere() -> None:
    tests = [
        a_test(case(verdict=verdict), verdict=verdict, points=2.0, score=score, id=verdict.value)
        for verdict, score in ((Verdict.ACCEPTED, 2.0), (Verdict.UNDECIDED, 0.0))
    ]
    graded = report(task(*tests), WRITTEN)
    assert (graded.score, graded.max_score, graded.undecided) == (2, 2, 4)
    for form in ("text", "html", "md", "github", "gradescope"):
        said = " ".join(write_report(form, graded, View.STAFF).split())
        assert "2 points to be graded by hand and 2 points undecided" in said
    assert json.loads(write_report("json", graded, View.STUDENT))["undecided"] == 4
    heads, cells = (
        line.split(",") for line in write_report("csv", graded, View.STAFF).splitlines()
    )
    row = dict(zip(heads, cells, strict=True))
    assert (row["total"], row["maximum"], row["by hand"]) == ("2", "2", "4")
    only = report(task(tests[1]))
    assert "Nothing is decided yet" in shown(only)


def test_a_note_on_several_written_tasks_stands_once() -> None:
    noted = [replace(WRITTEN, id=each, note=note) for each, note in ("aX", "bY", "cX")]
    output = squeezed(shown(report(*noted)))
    assert "To be graded by hand a, c: X b: Y" in output


def test_the_header_says_what_was_graded_and_how() -> None:
    output = squeezed(shown(HALF))
    for fact in ("ps2", "submissions/bob.py", "9f86d081884c", "seed 5", "bubblewrap", "3.46 s"):
        assert fact in output


def test_only_full_marks_are_called_hundred_percent() -> None:
    almost = task(a_test(case(), points=0.01), a_test(case(verdict=Verdict.ACCEPTED), points=99.99))
    assert "100 %" not in shown(report(task(*almost.tests, score=99.99)))


def test_every_task_has_a_row_with_points_and_verdict() -> None:
    output = squeezed(shown(HALF))
    assert "1.1 State representation – / 2 ✎ by hand" in output
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


def test_one_case_of_a_kind_is_shown_and_others_are_named() -> None:
    cases = [case(id=f"9/sums[case-{n}]", message=f"Not {n}, but more.") for n in range(17)]
    output = shown(report(task(a_test(*cases, case(id="fine", verdict=Verdict.ACCEPTED)))))
    assert [n for n in range(17) if f"case-{n}] " in output] == [0]
    assert "wrong answer in 17 of 18 cases" in output
    assert "… and 16 more: case-1, case-2, case-3, case-4, case-5, case-6, …" in output


def test_each_verdict_has_its_own_number_of_cases() -> None:
    verdicts = [Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED, Verdict.ACCEPTED]
    cases = [case(id=str(n), verdict=verdicts[n % 3]) for n in range(5)]
    output = shown(report(task(a_test(*cases, verdict=Verdict.TIME_LIMIT_EXCEEDED))))
    sentence = "time limit exceeded in 2, wrong answer in 2 of 5 cases"
    assert sentence in " ".join(output.split())


def test_three_kinds_of_failure_are_shown() -> None:
    said = ["The route is no list.", "A city is missing.", "Not finite.", "Not even a number."]
    cases = [case(id=f"case-{n}", message=text) for n, text in enumerate(said * 2)]
    output = shown(report(task(a_test(*cases))))
    assert [n for n in range(8) if f"case-{n} " in output] == [0, 1, 2]
    assert "… and 5 more\n" in output


def test_of_one_kind_the_case_that_tells_most_is_shown() -> None:
    example = Counterexample("print(1)", "2", "1", "size 1")
    explained = (None, Explanation("Reason."), Explanation("More.", (), example), None)
    cases = [case(id=f"case-{n}", explanation=each) for n, each in enumerate(explained)]
    output = shown(report(task(a_test(*cases))))
    assert [n for n in range(4) if f"case-{n} " in output] == [2]


def test_one_crash_is_told_once() -> None:
    crash = case(verdict=Verdict.RUNTIME_ERROR, call=call(traceback=TRACEBACK))
    output = shown(report(task(a_test(crash, crash), a_test(crash, id="b", title="Other"))))
    assert output.count("line 214") == 1
    assert "the same error as above" in output


def test_tests_that_were_not_run_take_a_line_each() -> None:
    stopped = case(verdict=Verdict.TIME_LIMIT_EXCEEDED, call=call(traceback=TRACEBACK))
    note = "left out: calls of this task had taken too long"
    bare = case(verdict=Verdict.TIME_LIMIT_EXCEEDED, message=note, expected=None, actual=None)
    bare = replace(bare, call=None)
    skipped = [a_test(bare, id=f"t{n}", title=f"Test {n}.", note=note) for n in range(3)]
    output = shown(report(task(a_test(stopped), *skipped)))
    assert output.count(note) == 1
    assert "◔ 3 tests not run\n" in output
    assert "   · Test 2.  1 point lost\n" in output


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
    assert "<13>" in output
    assert "<14>" not in output
    assert "… 45 more lines" in output
    assert "<59>" in output  # there it says what was not kept of 64 KiB
    output = shown(report(task(a_test(case(call=call(stdout="y" * 60_000))))))
    assert output.count("y") < 1000
    assert "… 59600 more characters" in squeezed(output)


def test_the_end_of_a_long_traceback_is_kept() -> None:
    deep = "\n".join(f"line {n}" for n in range(3000)) + "\nRecursionError: too deep"
    output = shown(report(task(a_test(case(call=call(traceback=deep))))))
    assert "RecursionError: too deep" in output
    assert "more lines" in output


def minimax() -> str:
    """What is shown of the task that has everything, in full lines."""
    return shown(report(*(each for each in EVERYTHING.tasks if each.id == "3.1")))


def test_a_known_mistake_is_named_as_a_likeness_and_counted() -> None:
    output = squeezed(minimax())
    assert (
        "looks like a known mistake: The leaf is evaluated without changing sign for White. "
        "(2 of 2 failing cases)"
    ) in output


def test_dependencies_are_told_where_they_make_a_difference() -> None:
    output = shown(EVERYTHING)
    assert "│ builds on transition: passes with a correct version of it" in output
    assert "evaluation_func" not in output


def test_a_dependency_is_told_of_a_task_that_is_right() -> None:
    owing = replace(
        RIGHT,
        dependencies=(OwnFunctionOutcome("f", passed_with_own=False, passed_with_reference=True),),
    )
    assert "│ builds on f: passes with a correct version of it" in shown(report(owing))


def test_moves_are_marked_on_the_board_and_explained() -> None:
    assert "  1 ·›● · · · ·\n" in minimax()
    assert "  2✓·✗· · · · · " in minimax()
    assert "✗ yours   ✓ best\n" in minimax()


def test_further_boards_stand_small_below() -> None:
    boards = tuple(grid(["B__"], caption=f"No. {n}") for n in range(3))
    output = shown(report(task(a_test(case(figures=boards)))))
    assert "│ No. 1     No. 2\n" in output
    assert "│  ● · ·     ● · ·\n" in output


def test_numbers_are_drawn_as_bars() -> None:
    output = minimax()
    assert re.search(r"yours +█{23}▉ +1,284\n", output)
    assert re.search(r"minimax +█{24} +1,290\n", output)


def test_tours_are_compared_by_their_lengths() -> None:
    output = shown(EVERYTHING)
    assert re.search(r"yours +█{24} +16\.4\n", output)
    assert re.search(r"best known +█{21}▎ +14\.5\n", output)


def test_a_line_of_play_is_a_row_of_boards() -> None:
    lines = [line.removeprefix("   │ ") for line in minimax().splitlines()]
    assert " ·›● · · · ·     · · · · · ·     · · · · · ·" in lines
    assert " ·»· · · · ·     ·»● · · · ·     · ○ · · · ·" in lines
    assert "White wins: −21092109" in lines


@pytest.mark.parametrize(("width", "beside"), [(40, 2), (80, 4), (120, 7)])
def test_a_long_line_of_play_wraps(width: int, beside: int) -> None:
    line = Line("Played", (grid(["B_____"]),) * 7, "The end.")
    explained = case(explanation=Explanation("", (line,)))
    output = shown(report(task(a_test(explained))), width=width)
    assert max(line.count("●") for line in output.splitlines() if "┆" not in line) == beside


def test_a_counterexample_shows_what_to_run_and_what_comes_of_it() -> None:
    output = minimax()
    assert "A smaller case that fails, too: 2 pieces, depth 1" in output
    assert "should give  (2, [(1, 1), (2, 0)])" in output
    assert "gives        (3, [(1, 1), (2, 1)])" in output
    assert "│ ┆ print(minimax(board, 0, 1, Player.BLACK, generate_valid_moves))" in output


@pytest.mark.parametrize(("lines", "shown_whole"), [(12, True), (13, False)])
def test_a_long_snippet_is_left_to_the_command_that_prints_it(
    lines: int, shown_whole: bool
) -> None:
    source = "\n".join(f"print({n})" for n in range(lines))
    explanation = Explanation("", counterexample=Counterexample(source, "2", "1", "size 1"))
    output = shown(report(task(a_test(case(explanation=explanation)))))
    assert ("│ ┆ print(11)" in output) is shown_whole
    sentence = f"As {lines} lines of Python: grade replay REPORT.json CASE --snippet"
    assert (sentence not in output) is shown_whole


def test_of_an_exception_nothing_is_said_that_should_be() -> None:
    example = Counterexample("print(f())", "", "KeyError: 3", "size 1")
    output = shown(report(task(a_test(case(explanation=Explanation(counterexample=example))))))
    assert "gives" in output
    assert "should give" not in output


def test_one_case_of_a_kind_has_its_lines_of_play_in_a_task() -> None:
    line = Line("After your move", (grid(["B__"]),), "the score 3")
    tests = [
        a_test(case(id=f"c{n}", explanation=Explanation(f"Reason {n}.", (line,))), id=f"t{n}")
        for n in range(3)
    ]
    output = shown(report(task(*tests)))
    assert output.count("After your move") == 1
    assert [n for n in range(3) if f"Reason {n}." in output] == [0, 1, 2]
    assert [n for n in range(3) if f"c{n} " in output] == [0, 1, 2]


def test_a_case_with_no_smaller_one_is_not_drawn_twice() -> None:
    example = Counterexample("print(1)", "", "", "2 pawns")
    output = shown(report(task(a_test(case(explanation=Explanation("", (), example))))))
    assert "This case as Python: 2 pawns" in output
    assert "print(1)" in output
    assert "gives" not in output


def test_the_line_where_it_broke_off_is_marked() -> None:
    output = minimax()
    assert "│ bob.py, line 214" in output
    assert "│ ┆ › 214          score = -negamax(child, depth + 1, max_depth, other)" in output
    assert "│ ┆   215          best = max(best, score)" in output


def test_every_case_can_be_printed_whole() -> None:
    passed = case(id="fine", verdict=Verdict.ACCEPTED, message="")
    printed = "".join(f"<{n}>\n" for n in range(99))
    long = case(id="long", call=call(arguments=("x" * 500,), stdout=printed))
    page = StringIO()
    render_cases(report(task(a_test(passed, long))), View.STAFF, Console(file=page, width=80))
    output = page.getvalue()
    assert "fine  accepted" in output
    assert "<98>" in output
    assert squeezed(output).replace(" ", "").count("x" * 500) == 1


def test_attempts_take_one_line_each() -> None:
    first = {"seed": 2**60, "length": 131.25, "greedy": 128, "best_known": 101.3, "margin": -0.025}
    output = shown(
        report(task(a_test(case(attempts=(first, first | {"length": 130.0}), measures=MEASURES))))
    )
    assert "length greedy best known margin" in squeezed(output)
    assert "1 131.25 128 101.3 −2.5 % 2 130 128 101.3 −2.5 %" in squeezed(output)


def test_a_trial_that_failed_says_how_sure_that_is() -> None:
    decided = StochasticDecision(False, wrong=0.005, right=0.8, alpha=1.7e-7, beta=8.9e-5, most=16)
    lost = ({"success": False},) * 6
    output = squeezed(shown(report(task(a_test(case(attempts=lost, decision=decided))))))
    assert "0 of 6 attempts succeeded." in output
    assert "1 in 11,000 right solutions (with 80 % successes) would fail by bad luck." in output
    cut_short = replace(decided, passed=None)
    output = shown(report(task(a_test(case(attempts=lost, decision=cut_short)))))
    assert "attempts succeeded" not in output


def test_passed_trials_are_summed_up() -> None:
    won = [
        case(
            id=f"c{n}",
            verdict=Verdict.ACCEPTED,
            attempts=({"margin": n / 10, "success": True},),
            measures=MEASURES,
        )
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


def test_calls_made_so_far_stand_beside_those_of_the_reference() -> None:
    budget = StoppedCallBudget(2.0, 0.08, {"moves": 212_480, "own": 3}, {"moves": 1_204, "stub": 7})
    late = case(verdict=Verdict.TIME_LIMIT_EXCEEDED, budget=budget)
    output = squeezed(shown(report(task(a_test(late)))))
    assert "calls yours so far reference" in output
    assert "moves 212,480 1,204" in output
    assert "stub 0 7" in output
    assert "own 3 –" in output
    unknown = replace(late, budget=replace(budget, reference_calls={}))
    assert "reference" not in shown(report(task(a_test(unknown))))


def test_a_slow_machine_is_told_of() -> None:
    slow = squeezed(shown(report(RIGHT, speed=1.3)))
    assert "as on the reference machine; this one takes 1.3 times as long, and limits allow" in slow
    assert "reference machine" not in shown(report(RIGHT))


def test_a_hidden_test_shows_students_its_hint_and_no_case() -> None:
    output = shown(report(task(a_test(case(), visibility=Visibility.PRIVATE))), View.STUDENT)
    assert "✘ Hint: Think about the last ply." in output
    assert "private test, wrong answer, 1 point lost" in output
    assert "win_in_3" not in output
    assert "●" not in output


def test_loading_is_told() -> None:
    notes = [LoadNote(f"note {n}", "bob.py", n) for n in range(12)]
    output = shown(report(RIGHT, load_notes=notes, load_stdout="all passed\n"))
    assert "│ bob.py, line 3: note 3" in output
    assert "… and 2 more notes, in the JSON report" in output
    assert "│ all passed" in output


def test_full_marks_end_kindly() -> None:
    lines = shown(report(RIGHT)).splitlines()
    assert lines[-2:] == ["✔ Everything that was tested works. Well done!", "Score 1 / 1 (100 %)"]


@pytest.mark.parametrize(
    ("changes", "warning", "ending"),
    [
        ({"complete": False}, "! Not final: some tasks", "not final"),
        (
            {"sandbox": SandboxInfo("docker", {"files": True, "network": False})},
            "! Not enforced while this code ran: network.",
            "not fully sandboxed",
        ),
        ({"sandbox": SandboxInfo("none", {}, "No sandbox!")}, "! No sandbox!", "not fully sandb"),
        ({"errors": ("It broke.",), "complete": False}, "│ It broke.", "not final"),
    ],
)
def test_doubts_are_told_at_both_ends(changes: dict[str, Any], warning: str, ending: str) -> None:
    output = shown(report(RIGHT, **changes))
    assert warning in output
    assert ending in output.splitlines()[-1]


@pytest.mark.parametrize("score", [1e300, -1e300, 1e-300])
def test_points_beyond_all_reason_fit_on_the_page(score: float) -> None:
    stored = report(task(a_test(case()), score=score, max_score=1e-9))
    assert len(shown(stored)) < 4000


def test_nothing_to_decide_is_no_division_by_zero() -> None:
    assert "Score 0 / 0 · 2 points to be graded by hand" in shown(report(WRITTEN))


def test_no_escape_sequences_unless_on_a_terminal() -> None:
    assert "\x1b" not in shown(HALF)
    assert "\x1b[" in shown(HALF, terminal=True)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 96, 120, 200])
@pytest.mark.parametrize("view", list(View))
def test_every_line_fits(width: int, view: View) -> None:
    long = case(
        attempts=({"length": 1.5, "greedy": 2.5, "best_known": 1.0, "margin": 0.1},),
        measures=MEASURES,
    )
    narrow = report(WRITTEN, RIGHT, task(a_test(long)))
    for graded in (narrow, EVERYTHING, hostile(EVIL + "字" * 300)):
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


@pytest.mark.slow
@given(
    st.text(st.characters(codec=None) | st.sampled_from(":#[]\n\x1b "), max_size=200),
    st.integers(20, 100),
)
@settings(max_examples=50)
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


def test_a_hint_in_place_of_a_title_does_not_read_as_a_false_statement() -> None:
    hidden = a_test(
        case(visibility=Visibility.PRIVATE), visibility=Visibility.PRIVATE, hint="Cut off early."
    )
    assert "✘ Hint: Cut off early." in shown(report(task(hidden)), View.STUDENT)
    assert "✘ Finds a forced win" in shown(report(task(hidden)), View.STAFF)
