"""The form of an answer behind ``->``: what adapters call one is read as it was written."""

from __future__ import annotations

import pytest

from grader.wire.binding_expressions import BindingError, parse, write


@pytest.mark.parametrize(
    "form",
    [
        "column", "(value, (row, column))", "[(_, column)]", "{[column]: _}", "[column, ...]",
        "!= None", "!= '  '", "== (1, 2)", "board, changed", "{'move': column}",
    ],
)  # fmt: skip
def test_a_form_is_read_as_it_was_written(form: str) -> None:
    call, answer = parse(f"f(board) -> {form}")
    assert write(call) == "f(board)"
    assert answer is not None
    assert write(answer) == form


@pytest.mark.parametrize(
    ("typed", "form"),
    [("(value,column)", "(value, column)"), ('!=   "n"', "!= 'n'"), ("( column )", "column")],
)
def test_layout_makes_no_difference(typed: str, form: str) -> None:
    _, answer = parse(f"f(board) -> {typed}")
    assert answer is not None
    assert write(answer) == form


@pytest.mark.parametrize(
    ("form", "position"),
    [("(a", 14), ("a)", 13), ("", 12), ("a; b", 13), ("[a) ]", 14), ("a -> b", 14)],
)
def test_what_is_no_form_is_refused_at_the_character(form: str, position: int) -> None:
    with pytest.raises(BindingError) as refused:
        parse(f"f(board) -> {form}")
    assert refused.value.position == position
