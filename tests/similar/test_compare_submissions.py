from __future__ import annotations

import pytest

from grader.similar import fingerprints as codes
from grader.similar.comparison_outcome import format_line_span
from tests.similar.programs import (
    CLIMB,
    RENAMED,
    SEARCH,
    UNLIKE,
    compared,
    need_the_package,
    submission,
)


@pytest.fixture(autouse=True)
def _package() -> None:
    need_the_package()


def test_other_names_layout_and_comments_make_no_difference() -> None:
    (pair,) = compared(submission("a.py", CLIMB), submission("b.py", RENAMED)).pairs
    assert min(pair.one_share, pair.other_share) > 0.8  # but for the docstring
    (passage,) = pair.passages
    assert format_line_span(passage.one) == "a.py, lines 2–7"
    assert format_line_span(passage.other) == "b.py, lines 4–10"


def test_what_is_unlike_is_not_listed() -> None:
    outcome = compared(submission("a.py", CLIMB), submission("b.py", UNLIKE))
    assert (outcome.pairs, outcome.beyond) == ((), 0)


def test_the_order_of_functions_makes_no_difference() -> None:
    one, other = submission("a.py", CLIMB, SEARCH), submission("b.py", UNLIKE + SEARCH + CLIMB)
    (pair,) = compared(one, other).pairs
    assert pair.one_share > 0.9
    start = (UNLIKE + SEARCH).count("\n") + 1
    spans = {format_line_span(passage.other) for passage in pair.passages}
    assert f"b.py, lines {start}–{start + 6}" in spans


def test_of_a_changed_line_the_passages_around_it_are_one() -> None:
    changed = SEARCH.replace("board.over()", "not board.moves(player)")
    (pair,) = compared(submission("a.py", SEARCH), submission("b.py", changed)).pairs
    assert 0.7 < pair.one_share < 1
    assert len(pair.passages) == 1


def test_handed_out_code_does_not_count() -> None:
    one, other = submission("a.py", CLIMB + UNLIKE), submission("b.py", CLIMB + SEARCH)
    assert compared(one, other).pairs
    assert not compared(one, other, ignored=(submission("given.py", CLIMB),), at_least=0.15).pairs


def test_what_does_not_count_is_named() -> None:
    given = submission("far/away/given.ipynb", CLIMB, notebook=True)
    outcome = compared(submission("a.py", SEARCH), submission("b.py", UNLIKE), ignored=(given,))
    assert outcome.ignored == ("given.ipynb",)


def test_a_share_is_of_what_was_not_handed_out() -> None:
    one, other = submission("a.py", UNLIKE, CLIMB), submission("b.py", CLIMB, UNLIKE, SEARCH)
    (pair,) = compared(one, other, ignored=(submission("given.py", UNLIKE),)).pairs
    assert pair.one_share > 0.8
    assert pair.other_share < 0.6


def test_lines_of_a_notebook_are_those_of_its_cells() -> None:
    one = submission("a.py", "\n\n\n" + CLIMB)
    other = submission("b.ipynb", UNLIKE, "%%time\n" + CLIMB, notebook=True)
    (pair,) = compared(one, other).pairs
    (passage,) = pair.passages
    assert format_line_span(passage.one) == "a.py, lines 4–10"
    assert format_line_span(passage.other) == "b.ipynb cell 2, lines 2–8"


def test_behind_a_class_lines_are_right_still() -> None:
    (pair,) = compared(submission("a.py", UNLIKE, CLIMB), submission("b.py", CLIMB)).pairs
    (passage,) = pair.passages
    assert [line.text for line in passage.one] == CLIMB.splitlines()


def test_who_shares_most_comes_first_and_the_rest_is_counted() -> None:
    alike = [submission(f"{name}.py", CLIMB) for name in "abc"]
    more = [submission(f"{name}.py", CLIMB, SEARCH) for name in "xy"]
    outcome = compared(*alike, *more, most=2)
    first = outcome.pairs[0]
    assert (first.one, first.other) == ("x.py", "y.py")
    assert len(outcome.pairs) == 2
    assert outcome.beyond == 8


def test_at_least_is_about_the_larger_share() -> None:
    one, other = submission("a.py", CLIMB), submission("b.py", CLIMB, SEARCH, UNLIKE)
    assert compared(one, other, at_least=1.0).pairs
    assert not compared(submission("c.py", CLIMB, SEARCH), other, at_least=1.0).beyond


@pytest.mark.parametrize("nothing", ["x", "# a comment\n", '"""A text."""', "\ufeff", "\n\n"])
def test_programs_without_any_code(nothing: str) -> None:
    outcome = compared(submission("a.py", nothing), submission("b.py", nothing), at_least=0.0)
    assert outcome.pairs == ()
    assert len(outcome.submissions) == 2


@pytest.mark.slow
@pytest.mark.parametrize("hostile", [" \n", "@", "a .", "class a", 'f"{', "\\\n", "("])
def test_no_text_keeps_the_tokeniser_busy(hostile: str) -> None:
    text = "x" + hostile * 100_000
    outcome = compared(submission("a.py", text), submission("b.py", CLIMB))
    assert {each.path for each in outcome.left_out} == {"a.py"}


def test_only_so_much_of_a_submission_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "MOST", len(CLIMB) + 5)
    one = submission("a.ipynb", CLIMB, SEARCH, UNLIKE, notebook=True)
    outcome = compared(one, submission("b.py", CLIMB))
    assert [(each.path, each.reason) for each in outcome.left_out] == [
        ("a.ipynb", f"Only its first {codes.MOST} characters were compared.")
    ]
    assert outcome.pairs[0].one_share > 0.9


@pytest.mark.slow
def test_code_that_repeats_itself_is_paired_in_a_moment() -> None:
    many = submission("a.py", "x = f(x, [1, 2, 3])\n" * 4000)
    (pair,) = compared(many, submission("b.py", "x = f(x, [1, 2, 3])\n" * 3000)).pairs
    assert pair.one_share == 1
    assert pair.passages[0].lines == 3000
