"""What reports say about the functions that were found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.model.contract import Found, RoleResult
from grader.model.report import View
from grader.render.filling import HEADING, lines
from grader.render.forms import write
from tests.render.samples import EVERYTHING, RIGHT, ROLES, report


def test_each_thing_is_said_in_a_line() -> None:
    winner, search, heuristic, helped, alone = lines(EVERYTHING)
    assert winner == (
        "winner: your who_won, found by what it answers; boards as 0, 1, −1; "
        "answers 1, −1, 0 or None."
    )
    assert search == (
        "search: mine or other? They fit equally well, so a person has to choose. Or a comment in "
        "the submission says which one it is: # grade: search = mine "
        "(or grade again with --where search=mine)"
    )
    assert heuristic == (
        "heuristic: nothing was found. A hint names guess, which the submission does not define."
    )
    assert helped == (
        "Task 7.1: 1 test passes only with the reference's winner, drop in place of your own."
    )
    assert alone == (
        "Task 7.1: it was only tried with your own search, because the reference's cannot be "
        "called in the same way."
    )


def test_students_do_not_read_of_the_command_line() -> None:
    said = lines(replace(EVERYTHING, view=View.STUDENT))
    assert len(said) == len(lines(EVERYTHING))
    assert not any("--where" in line for line in said)


def test_nothing_is_said_where_the_template_was_followed() -> None:
    usual = RoleResult("search", Found.NAME, "search")
    missing = RoleResult("drop", Found.NOT_FOUND, names=("drop",))
    assert lines(report(RIGHT, roles=(usual, missing))) == []


def test_many_candidates_are_not_all_named() -> None:
    many = RoleResult("a", Found.UNDECIDED, candidates=tuple(f"f{n}" for n in range(30)))
    (line,) = lines(report(RIGHT, roles=(many,)))
    assert "f7 or 22 more?" in line


def test_functions_with_unknown_names_are_named() -> None:
    names = ("search", "minimax")
    one = RoleResult("search", Found.UNDECIDED, candidates=("look",), names=names)
    many = replace(one, candidates=tuple(f"f{n}" for n in range(9)))
    (said,) = lines(report(RIGHT, roles=(one,)))
    assert said == (
        "search: no function with a known name. It may be look, so a person has to look."
    )
    (said,) = lines(report(RIGHT, roles=(many,)))
    assert "It may be f0 or f1 or f2 or f3 or 5 more, so" in said


@pytest.mark.parametrize("form", ["text", "html", "md"])
@pytest.mark.parametrize("view", list(View))
def test_forms_for_people_say_it(form: str, view: View) -> None:
    text = " ".join(write(form, report(RIGHT, roles=ROLES), view).split())
    assert HEADING in text
    assert "who_won, found by what it answers" in text
    assert HEADING not in write(form, report(RIGHT), view)
