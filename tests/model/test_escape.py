from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.escape import (
    escape_and_shorten,
    escape_invisible,
    escape_line_for_ci,
    escape_to_one_line,
    neutralise_ci_commands,
)

ANY_TEXT = st.text(st.characters(codec=None))


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]8;;http://x\x07", r"\x1b]8;;http://x\x07"),
        ("\x9b31m", r"\x9b31m"),
        ("\x00\x7f\x85", r"\x00\x7f\x85"),
        ("a\rb\x08c", r"a\rb\x08c"),
        ("\u202aa\u202eb\u2066c\u2069", r"\u202aa\u202eb\u2066c\u2069"),
        ("\u200e\u200f\u061c", r"\u200e\u200f\u061c"),
        ("a\u200bb\u200dc\ufeffd\u2060e\u00ad", r"a\u200bb\u200dc\ufeffd\u2060e\xad"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\U000e0041\ufe0f\u3164", r"\U000e0041\ufe0f\u3164"),
        ("\ud800", r"\ud800"),
        ("a\u00a0b", r"a\xa0b"),
        ("##[error]x", r"#\x23[error]x"),
        ("##vso[task]", r"#\x23vso[task]"),
        ("##teamcity[x]", r"#\x23teamcity[x]"),
    ],
)
def test_what_acts_or_hides_is_spelled_out(hostile: str, harmless: str) -> None:
    assert escape_invisible(hostile) == harmless


@pytest.mark.parametrize(
    "text", ["", "plain", "two\nlines\tand a tab", "Zürich 東京 ♟ é", "C:\\new", "## heading"]
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert escape_invisible(text) == text


@given(ANY_TEXT)
def test_the_result_can_be_printed_and_is_stable(text: str) -> None:
    result = escape_invisible(text)
    assert all(char.isprintable() or char in "\n\t" for char in result)
    assert "##[" not in result
    assert escape_invisible(result) == result


@pytest.mark.parametrize("text", ["::error::x", "  ::error::x", "a\n\t::add-mask::b", "::"])
def test_no_line_is_left_that_begins_a_command(text: str) -> None:
    assert not any(
        line.lstrip().startswith("::") for line in neutralise_ci_commands(text).split("\n")
    )


@pytest.mark.parametrize("text", ["x[::2]", "a: b", ":x:", "std::vector"])
def test_colons_elsewhere_are_left_alone(text: str) -> None:
    assert neutralise_ci_commands(text) == text


@pytest.mark.parametrize("blank", ["\n", " ", "\t", "\n "])
def test_blanks_without_end_are_left_alone(blank: str) -> None:
    """By whoever looks behind each line for all blanks that follow, not before next week."""
    text = blank * 1_000_000
    assert neutralise_ci_commands(text) == text


def test_a_long_text_keeps_its_ends() -> None:
    assert escape_and_shorten("short\x1b", 10) == r"short\x1b"
    assert escape_and_shorten("a" * 50 + "b" * 50, 10) == "aaaaa\n… 90 more characters …\nbbbbb"


def test_a_name_takes_one_line() -> None:
    assert escape_to_one_line(" two\nlines\tand\x1b ") == r"two lines and\x1b"
    assert escape_to_one_line("abcdef", 3) == "abc…"
    assert escape_to_one_line("abc", 3) == "abc"


@given(ANY_TEXT)
def test_a_label_can_be_wrapped_anywhere(text: str) -> None:
    shown = escape_line_for_ci(text)
    assert "::" not in shown
    assert shown.isprintable()
