"""A case that was run again, on a terminal or in the log of a CI runner."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper

import pytest
from rich.console import Console

from grader.explain.replay import Replayed
from grader.explain.terminal import render
from grader.model.limits import Limits
from grader.sandbox.protocol import Call, Ending, Outcome
from tests.render.samples import EVIL, case


def printed(outcome: Outcome, *arguments: object, width: int = 40, encoding: str = "utf-8") -> str:
    asked = Call("f", arguments, {}, 7, Limits(1.0, 2.0))
    page = TextIOWrapper(BytesIO(), encoding=encoding)
    console = Console(file=page, width=width, color_system=None, force_terminal=False)
    render(Replayed(case(), [(asked, outcome)]), case(), console)
    page.seek(0)
    return page.read()


def test_what_was_asked_and_what_came() -> None:
    lines = printed(Outcome(Ending.ANSWER, 42), 1, 2).splitlines()
    assert "│ f(1, 2)" in lines
    assert "│ returned 42" in lines


def test_a_poor_encoding_and_no_blanks_at_the_end_of_a_line() -> None:
    lines = printed(Outcome(Ending.ANSWER, 42), 1, 2, encoding="ascii").splitlines()
    assert "| returned 42" in lines
    assert not [line for line in lines if "?" in line or line != line.rstrip()]


@pytest.mark.parametrize("padding", range(40))
def test_no_line_that_a_student_wrote_begins_a_line(padding: int) -> None:
    text = "x" * padding + "::error file=a::b" + EVIL
    for outcome in (
        Outcome(Ending.ANSWER, text),
        Outcome(Ending.OPAQUE, detail=text),
        Outcome(Ending.RAISED, detail=text),
    ):
        shown = printed(outcome, text)
        assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]
        assert "##[" not in shown
