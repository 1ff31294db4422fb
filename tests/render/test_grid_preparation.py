"""Grids of other games than the built-in one: they need no renderer of their own."""

from __future__ import annotations

import pytest

from grader.model.figures import (
    DrawnArgument,
    Explanation,
    Figure,
    GridFigure,
    Line,
    Mark,
    RouteFigure,
    Spot,
)
from grader.model.report import Report, View
from grader.render.grid_preparation import grid_as_text, prepare_grid
from grader.render.report_formats import write_report
from tests.render import html_page, samples
from tests.render.games import CHESS, CONNECT_FOUR, NOUGHTS, PICTURES, PUZZLE
from tests.render.html_page import Found, page
from tests.render.samples import a_test, call, case, report, task


def about(*figures: Figure, **changes: object) -> Report:
    """A report on a case with these figures and nothing else to see."""
    bare: dict[str, object] = {"expected": None, "actual": None, "call": None}
    return report(task(a_test(case(figures=figures, **(bare | changes)))))


def block(text: str, *rows: str) -> bool:
    """Whether ``rows`` stand below each other somewhere in ``text``, behind its rails."""
    return "\n".join(rows) in "\n".join(line.partition("│ ")[2] for line in text.splitlines())


# On a terminal -------------------------------------------------------------------------------


def test_connect_four_on_a_terminal() -> None:
    assert block(
        samples.shown(about(CONNECT_FOUR)),
        "    1 2 3 4 5 6 7",
        "  6 · · · · · · ·",
        "  5 · · ·✓· · · ·",
        "  4 · · · ○ · · ·",
        "  3 · · · ● · · ·",
        "  2 · · ○ ● ○ · ·",
        "  1✗· ● ○ ● ○ ● ·",
        "    ● R   ○ Y   ✗ yours   ✓ best",
    )


def test_letters_stand_for_themselves_and_are_explained() -> None:
    assert block(
        samples.shown(about(CHESS)),
        "    a b c d e f g h",
        "  8 r n b q k b n r",
        "  7 p p p p p p p p",
        "  6 · · · · · · · ·",
        "  5 · · · · · · · ·",
        "  4 · · · ·✓· · · ·",
        "  3 · · · · · · · ·",
        "  2 P P P P›P P P P",
        "  1 R N B Q K B N R",
        "    K white king   ✓ best",
    )


def test_a_legend_that_says_nothing_new_is_left_out() -> None:
    text = samples.shown(about(NOUGHTS))
    assert block(text, "    0 1 2", "  0 X O", "  1   X", "  2     O", "    free")


def test_cells_are_as_wide_as_the_longest_text() -> None:
    text = samples.shown(about(PUZZLE))
    assert block(text, "     0  1  2", "  0  1  2  3", "  1  4     5", "  2 10 11 12")


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("figure", PICTURES.values(), ids=PICTURES)
def test_every_grid_fits_a_narrow_terminal(figure: GridFigure, width: int) -> None:
    line = Explanation("", (Line("Played", (figure,) * 5, "The end."),))
    text = samples.shown(about(figure, explanation=line), width=width)
    assert max(map(len, text.splitlines())) <= width


def test_a_line_of_play_of_another_game() -> None:
    before = GridFigure(
        ((".", "."), ("R", ".")), CONNECT_FOUR.legend, spots=(Spot((0, 0), Mark.PLAYED),)
    )
    after = GridFigure((("R", "."), ("R", ".")), CONNECT_FOUR.legend)
    played = Explanation("", (Line("Two in a row", (before, after), "Red wins"),))
    assert block(
        samples.shown(about(explanation=played)),
        "Two in a row", "»· ·     ● ·", " ● ·     ● ·", "Red wins",
    )  # fmt: skip


def test_too_large_a_grid_is_cut_and_says_so() -> None:
    wide = GridFigure((("wall",) * 30,) * 25)
    text = samples.shown(about(wide))
    assert "the first 20 × 12 of 25 × 30 cells" in text
    assert prepare_grid(wide).note == "the first 20 × 20 of 25 × 30 cells"


def test_the_argument_of_a_call_goes_by_its_name() -> None:
    trace = call(
        function="drop", arguments=("0", "[['.', …", "'R'"),
        drawn=DrawnArgument(1, "state", CONNECT_FOUR),
    )  # fmt: skip
    text = samples.shown(about(call=trace))
    assert "│ drop(0, state, 'R')\n" in text
    assert block(text, "  3 · · · ● · · ·")
    beyond = call(arguments=("0",), drawn=DrawnArgument(10**400, "state", CONNECT_FOUR))
    assert "minimax(0)" in samples.shown(about(call=beyond))


def test_an_argument_need_not_be_a_grid() -> None:
    route = RouteFigure(((0.0, 0.0), (1.0, 1.0)), (), "Two towns")
    trace = call(arguments=("[…]",), drawn=DrawnArgument(0, "map", route))
    assert "Two towns" in samples.shown(about(call=trace))


# On a page -----------------------------------------------------------------------------------


def grid_of(graded: Report) -> Found:
    return page(graded).one("svg", kind="grid")


def test_connect_four_on_a_page() -> None:
    drawn = grid_of(about(CONNECT_FOUR))
    assert (drawn.get("width"), drawn.get("height")) == (str(18 + 7 * 36 + 1), str(18 + 6 * 36 + 1))
    assert len(drawn.all("circle", kind="filled")) == 5
    assert len(drawn.all("circle", kind="hollow")) == 5
    assert [each.classes[1] for each in drawn.all("circle", kind="line")] == ["right", "yours"]
    assert (drawn.get("aria-label") or "").startswith("Grid. Row 6: empty. Row 5: empty. ")
    assert "Row 2: Red at 4; Yellow at 3, 5." in (drawn.get("aria-label") or "")
    caption = page(about(CONNECT_FOUR)).one("figcaption").text
    assert caption == "Red to move yours (1, 1) best (5, 4) Red Yellow"


def test_letters_on_a_page() -> None:
    drawn = grid_of(about(CHESS))
    assert "".join(each.text for each in drawn.all("text", kind="letter")) == (
        "rnbqkbnr" + 8 * "p" + 8 * "P" + "RNBQKBNR"
    )
    caption = page(about(CHESS)).one("figcaption").text
    assert caption == "best (2, e) → (4, e) K: white king"


def test_pieces_are_explained_once() -> None:
    line = Explanation("", (Line("Played", (CONNECT_FOUR,) * 3, "The end."),))
    assert len(page(about(CONNECT_FOUR, explanation=line)).all(kind="symbols")) == 1
    assert len(page(about(explanation=line)).all(kind="symbols")) == 3


@pytest.mark.parametrize("figure", PICTURES.values(), ids=PICTURES)
def test_pages_with_other_games_are_valid(figure: GridFigure) -> None:
    html_page.parse(write_report("html", about(figure), View.STAFF))


# In other forms ------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["md", "gradescope", "github"])
def test_forms_made_of_text_have_the_drawing(form: str) -> None:
    text = write_report(form, about(CONNECT_FOUR), View.STAFF)
    text = text.encode().decode("unicode_escape") if form == "gradescope" else text
    assert "  2 · · ○ ● ○ · ·" in text
    assert "● R   ○ Y" in text


def test_junit_has_the_argument_as_text() -> None:
    trace = call(arguments=("[…]",), drawn=DrawnArgument(0, "state", CONNECT_FOUR))
    assert "state:\n.......\n.......\n...Y...\n" in write_report(
        "junit", about(call=trace), View.STAFF
    )
    assert grid_as_text(PUZZLE) == " 1  2  3\n 4     5\n10 11 12"
