"""Comments in a submission that say how it is called for a role."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.examine.binding_comments import read_binding_comments
from grader.model.submission import Cell, LoadNote
from grader.wire.binding_expressions import LONGEST, parse

ROLES = ("take", "search")


def cells(*texts: str) -> list[Cell]:
    return [Cell(text, f"cell {n}", True) for n, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    "line",
    [
        "# grade: take = mine",
        "#grade:take=mine",
        "  ## grade:  take  =  mine  ",
        "x = 3\n# grade: take = mine\ny = 4",
    ],
)
def test_a_comment_names_a_function(line: str) -> None:
    found = read_binding_comments(cells(line), ROLES)
    assert (found.named, found.notes) == ({"take": "mine"}, ())


@pytest.mark.parametrize(
    "binding",
    [
        "Agent(depth).best(board, player) -> (value, column)",
        "check_win(board) != 'n'",
        "best(board, verbose=False)[0]",
        "-evaluate({'board': board})",
    ],
)
def test_a_comment_may_hold_any_binding(binding: str) -> None:
    found = read_binding_comments(cells(f"# grade: search = {binding}"), ROLES)
    assert (found.named, found.notes) == ({"search": binding}, ())


@pytest.mark.parametrize(
    "line", ["x = 3  # grade: take = mine", "grade: take = mine", "# take = f"]
)
def test_only_a_comment_on_its_own_line_is_one(line: str) -> None:
    assert read_binding_comments(cells(line), ROLES).named == {}


def test_the_same_hint_may_come_twice() -> None:
    assert read_binding_comments(cells("# grade: take = a", "# grade: take = a"), ROLES).named == {
        "take": "a"
    }


def test_hints_that_contradict_each_other_are_not_followed() -> None:
    found = read_binding_comments(
        cells("# grade: take = a(x)\n# grade: search = s", "#\n# grade: take = b"), ROLES
    )
    assert found.named == {"search": "s"}
    (note,) = found.notes
    assert (note.file, note.line) == ("cell 2", 2)
    assert "This hint says that take is b, an earlier one says a(x)." in note.message


def test_what_cannot_be_understood_is_said_where_it_stands() -> None:
    found = read_binding_comments(
        cells("\n\n# grade: take is mine\n# grade: dig = f\n# grade: take == f"), ROLES
    )
    assert found.named == {}
    assert [note.line for note in found.notes] == [3, 4, 5]


@pytest.mark.parametrize(
    ("line", "column", "problem"),
    [
        ("# grade: take = f(board", 24, "expected ')'"),
        ("# grade: take =", 16, "expected a name, a number, a text or a bracket"),
        ("  #grade:take = f(x); g(x)", 21, "this character has no meaning in a binding"),
        ("# grade: take = f().__class__", 21, "names that begin with two underscores cannot be"),
        ("# grade: take = lambda: 0", 23, "the binding should end here"),
        (f"# grade: take = {'f' * 5000}", 17 + LONGEST, f"has at most {LONGEST} characters"),
        (f"# grade: take = {'(' * 200}", 29, "this is nested too deeply"),
    ],
)
def test_what_is_no_binding_is_said_with_the_character(
    line: str, column: int, problem: str
) -> None:
    found = read_binding_comments(cells(f"x = 1\n{line}\n"), ROLES)
    assert found.named == {}
    (note,) = found.notes
    assert (note.file, note.line, note.column) == ("cell 1", 2, column)
    assert f"(character {column} of the line)" in note.message
    assert problem in note.message
    assert len(note.message) < 300


def test_a_submission_of_hints_is_read_up_to_a_point() -> None:
    found = read_binding_comments(cells("# grade: x = y\n" * 100_000), ROLES)
    assert len(found.notes) == 100
    assert [note.line for note in found.notes] == list(range(1, 101))


@given(st.text(st.characters(codec=None) | st.sampled_from("# grade:=()\n\t"), max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    found = read_binding_comments(cells(f"# grade: {text}"), ROLES)
    assert all(isinstance(note, LoadNote) for note in found.notes)
    assert set(found.named) <= set(ROLES)
    for binding in found.named.values():
        parse(binding)
