"""What reports say about how the submission is called for each role."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.model.report import View
from grader.model.role_binding import BindingSource, RoleResult
from grader.render.report_formats import write_report
from grader.render.role_sentences import (
    HEADING,
    describe_confirmation,
    role_sentences,
    sentence_with_backticks,
)
from tests.render.samples import EVERYTHING, RIGHT, ROLES, report


def test_each_thing_is_said_in_a_sentence() -> None:
    search, drop, winner, heuristic, helped, alone = map(
        sentence_with_backticks, role_sentences(EVERYTHING)
    )
    assert drop == "`drop` is `drop(column, board)`."
    assert winner == (
        "`winner` is `who_won(board) -> winner`, found by what it answers; 5 of 8 known answers "
        "right."
    )
    assert search == (
        "`search` is open. mine answers with nothing that can be read as "
        "search asks. It may be `mine(board, 'x')` or `Other(3).best(board)`. Settle it by grading "
        """again with `--bind 'search=mine(board, '"'"'x'"'"')'`, or by a comment in the """
        "submission: `# grade: search = mine(board, 'x')`"
    )
    assert heuristic == (
        "`heuristic` is called by nothing. A comment names guess, which the submission does not "
        "define."
    )
    assert helped == (
        "Task 7.1: 1 test passes only with the reference's `winner`, `drop` in place of your own."
    )
    assert alone == (
        "Task 7.1: it was only tried with your own `search`, because the reference's cannot be "
        "called in the same way."
    )


def test_students_do_not_read_of_the_command_line() -> None:
    said = [
        sentence_with_backticks(each)
        for each in role_sentences(replace(EVERYTHING, view=View.STUDENT))
    ]
    assert len(said) == len(role_sentences(EVERYTHING))
    assert not any("--bind" in line for line in said)
    assert said[0].endswith("settles it: `# grade: search = mine(board, 'x')`")


def test_nothing_is_said_of_what_was_not_written() -> None:
    missing = RoleResult("drop", BindingSource.NOT_FOUND, names=("drop",))
    assert role_sentences(report(RIGHT, roles=(missing,))) == []


def test_many_candidates_are_not_all_named() -> None:
    many = RoleResult(
        "a", BindingSource.UNDECIDED, candidates=tuple(f"f{n}(board)" for n in range(30))
    )
    (line,) = map(sentence_with_backticks, role_sentences(report(RIGHT, roles=(many,))))
    assert "`f3(board)` or 26 more." in line


def test_a_function_that_nobody_can_call_is_offered_to_be_completed() -> None:
    one = RoleResult("search", BindingSource.UNDECIDED, candidates=("look",), note="Nobody knows.")
    (line,) = map(sentence_with_backticks, role_sentences(report(RIGHT, roles=(one,))))
    assert "`--bind 'search=look(…)'`" in line
    nothing = replace(one, candidates=())
    assert nothing.suggestion == "name_of_your_function(…)"


@pytest.mark.parametrize(
    ("asked", "right", "said"),
    [
        (8, 8, "all 8 known answers right"),
        (8, 3, "3 of 8 known answers right"),
        (1, 1, "the known answer right"),
        (1, 0, "the known answer wrong"),
        (0, 0, "there are no known answers to compare with"),
    ],
)
def test_known_answers_confirm_a_binding(asked: int, right: int, said: str) -> None:
    role = RoleResult("a", BindingSource.MARKER, "f", "f()", asked=asked, right=right)
    assert describe_confirmation(role) == said


def test_of_an_open_role_the_reason_stands_for_that() -> None:
    assert describe_confirmation(RoleResult("a", BindingSource.UNDECIDED, note="Why.")) == "Why."


@pytest.mark.parametrize("form", ["text", "html", "md", "github", "gradescope"])
@pytest.mark.parametrize("view", list(View))
def test_forms_for_people_say_it(form: str, view: View) -> None:
    text = " ".join(write_report(form, report(RIGHT, roles=ROLES), view).split())
    assert HEADING in text
    assert "who_won(board) -" in text
    assert HEADING not in write_report(form, report(RIGHT), view)
