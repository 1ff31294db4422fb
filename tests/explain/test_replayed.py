"""A case that was run again, on a terminal or in the log of a CI runner."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO, TextIOWrapper

import pytest
from rich.console import Console

from grader.explain.case_replay import RerunCase, render_rerun
from grader.model.time_limits import CallLimits
from grader.render.report_sentences import format_short_call
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call
from tests.render.samples import EVIL, call, case


def printed(
    outcome: Outcome,
    *arguments: object,
    width: int = 40,
    encoding: str = "utf-8",
    others: Sequence[Outcome] = (),
) -> str:
    asked = Call("f", arguments, {}, 7, CallLimits(1.0, 2.0))
    page = TextIOWrapper(BytesIO(), encoding=encoding)
    console = Console(file=page, width=width, color_system=None, force_terminal=False)
    calls = [(asked, each) for each in (outcome, *others)]
    render_rerun(RerunCase(case(), calls), case(), console)
    page.seek(0)
    return page.read()


def test_what_was_asked_and_what_came() -> None:
    lines = printed(Outcome(CallEnding.ANSWER, 42), 1, 2).splitlines()
    assert "│ f(1, 2)" in lines
    assert "│ returned 42" in lines


def test_the_call_above_the_fault_is_the_one_of_the_report() -> None:
    lines = printed(Outcome(CallEnding.ANSWER, 42), width=100).splitlines()
    assert f"│ {format_short_call(call())}" in lines


def test_calls_that_repeat_the_one_before_are_counted() -> None:
    same, another = Outcome(CallEnding.ANSWER, 42), Outcome(CallEnding.ANSWER, 43)
    lines = printed(same, 1, others=[same, same, another, another]).splitlines()
    assert [line for line in lines if line.startswith("call")] == [
        "call 1, seed 7, 0 ms CPU",
        "calls 2 to 3: the same call and the same",
        "call 4, seed 7, 0 ms CPU",
        "call 5: the same call and the same",
    ]


def test_of_many_different_calls_the_first_are_shown() -> None:
    others = [Outcome(CallEnding.ANSWER, number) for number in range(20)]
    output = printed(Outcome(CallEnding.ANSWER, 42), others=others)
    assert output.count("returned") == 12
    assert "… and 9 more calls" in output


def test_a_poor_encoding_and_no_blanks_at_the_end_of_a_line() -> None:
    lines = printed(Outcome(CallEnding.ANSWER, 42), 1, 2, encoding="ascii").splitlines()
    assert "| returned 42" in lines
    assert not [line for line in lines if "?" in line or line != line.rstrip()]


@pytest.mark.parametrize("padding", range(40))
def test_no_line_that_a_student_wrote_begins_a_line(padding: int) -> None:
    text = "x" * padding + "::error file=a::b" + EVIL
    for outcome in (
        Outcome(CallEnding.ANSWER, text),
        Outcome(CallEnding.OPAQUE, detail=text),
        Outcome(CallEnding.RAISED, detail=text),
    ):
        shown = printed(outcome, text)
        assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]
        assert "##[" not in shown
