from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.figures import (
    Arrow,
    Bar,
    ChartFigure,
    GridFigure,
    Look,
    Mark,
    Route,
    RouteFigure,
    Spot,
    Symbol,
)
from grader.render.html import grid_svg, routes_svg
from grader.render.html.case_figures import draw_chart
from grader.render.html.svg_parts import SvgFigure, draw_arrow, draw_bar
from tests.render import samples
from tests.render.html_page import Found, parse
from tests.render.samples import BOARD

HUGE = 10**400
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
CROSSED = Route(Mark.YOURS, "yours", (0, 2, 1, 3), 4.8)
AROUND = Route(Mark.BASELINE, "greedy", (0, 1, 2, 3), 4.0)


def picture(drawing: SvgFigure) -> Found:
    return parse(f"<!doctype html><title>.</title>{drawing.picture}").one("svg")


def moves(*arrows: Arrow, rows: tuple[str, ...] = BOARD) -> Found:
    return picture(grid_svg.draw_grid(samples.grid(rows, *arrows)))


# Grids ---------------------------------------------------------------------------------------


def test_every_piece_is_on_its_cell() -> None:
    drawn = moves()
    assert len(drawn.all("circle", kind="filled")) == 7
    assert len(drawn.all("circle", kind="hollow")) == 6
    assert (drawn.all("circle", kind="filled")[0].get("cx"), drawn.all("circle")[0].get("cy")) == (
        "144", "36",
    )  # fmt: skip


def test_a_grid_can_be_listened_to() -> None:
    label = moves().get("aria-label") or ""
    assert label.startswith("Grid. Row 0: Black at 3. Row 1: Black at 2, 3. Row 2: Black at 4, 5.")
    assert "Row 3: Black at 1, 4; White at 0, 2." in label
    assert moves(rows=("______",)).get("aria-label") == "Grid. Row 0: empty."


def test_kinds_of_moves_differ_in_class_and_are_told_in_words() -> None:
    drawing = grid_svg.draw_grid(
        samples.grid(
            BOARD,
            Arrow((0, 3), (1, 3), Mark.YOURS),
            Arrow((2, 4), (3, 3), Mark.RIGHT),
            Arrow((2, 4), (3, 5), Mark.RIGHT),
        )
    )
    assert [entry.words for entry in drawing.legend] == [
        "yours (0, 3) → (1, 3)",
        "best (2, 4) → (3, 3), (2, 4) → (3, 5)",
    ]
    assert [each.classes[1] for each in picture(drawing).all("g", kind="arrow")] == [
        "right", "right", "yours",
    ]  # fmt: skip


def test_the_thin_arrow_lies_over_the_broad_one() -> None:
    same = [Arrow((0, 3), (1, 3), mark) for mark in (Mark.YOURS, Mark.RIGHT)]
    assert [each.classes[1] for each in moves(*same).all("g")] == ["right", "yours"]


@pytest.mark.parametrize("cell", [(-1, 0), (0, 6), (6, 0), (HUGE, 0), (0, -HUGE)])
def test_moves_off_the_grid_are_left_out(cell: tuple[int, int]) -> None:
    drawing = grid_svg.draw_grid(samples.grid(BOARD, Arrow((0, 0), cell, Mark.YOURS)))
    assert picture(drawing).all("g") == []
    assert drawing.legend == ()


def test_a_move_to_where_it_came_from_is_a_ring() -> None:
    assert moves(Arrow((0, 0), (0, 0), Mark.YOURS)).one("circle", kind="line").has("r")


def test_rows_of_different_lengths_are_drawn_as_they_are() -> None:
    drawn = moves(Arrow((0, 0), (1, 3), Mark.RIGHT), rows=("B", "", "___W"))
    assert drawn.get("width") == str(18 + 4 * 36 + 1)
    assert drawn.all("g") == []


@pytest.mark.parametrize("rows", [(), ("",), ("", "")])
def test_a_grid_without_cells_is_not_drawn(rows: tuple[str, ...]) -> None:
    assert grid_svg.draw_grid(samples.grid(rows, caption="empty")) == SvgFigure("empty")


def test_a_grid_of_any_size_stays_small() -> None:
    moves = [Arrow((0, 0), (1, 1), Mark.YOURS)] * 1000
    drawing = grid_svg.draw_grid(samples.grid(["<W" * 1000] * 1000, *moves))
    assert len(drawing.picture) < 40_000
    assert picture(drawing).get("width") == str(18 + 20 * 36 + 1)
    assert drawing.legend[-1].words == "the first 20 × 20 of 1000 × 2000 cells"


def test_other_characters_stand_for_themselves() -> None:
    drawn = moves(rows=("<&K\u202e☃",))
    assert [text.text for text in drawn.all("text", kind="letter")] == ["<", "&", "K", "?", "?"]


def test_looks_differ_in_shape_and_filling() -> None:
    looks = [look for look in Look if look is not Look.LETTER]
    legend = tuple(Symbol(look.value, f"a {look.value}", look) for look in looks)
    drawing = grid_svg.draw_grid(GridFigure((tuple(look.value for look in looks),), legend))
    drawn = picture(drawing)
    assert [each.classes for each in drawn.all("circle")] == [["filled"], ["hollow"]]
    assert [each.classes for each in drawn.all("rect")] == [["filled"], ["hollow"]]
    assert len(drawing.symbols) == 4


def test_a_spot_is_a_ring_with_words() -> None:
    figure = GridFigure(
        (("", ""), ("", "")), spots=(Spot((1, 0), Mark.YOURS), Spot((9, 0), Mark.RIGHT)),
        row_labels=("2", "1"), column_labels=("a", "b"),
    )  # fmt: skip
    drawing = grid_svg.draw_grid(figure)
    assert [each.classes for each in picture(drawing).all("circle")] == [["line", "yours"]]
    assert [entry.words for entry in drawing.legend] == ["yours (1, a)"]
    assert 'class="line yours"' in drawing.legend[0].sign


def test_a_text_that_its_name_begins_with_is_not_repeated() -> None:
    legend = (
        Symbol("B", "Black", Look.FILLED),
        Symbol("2", "Red", Look.HOLLOW),
        Symbol("K", "king"),
    )
    drawing = grid_svg.draw_grid(GridFigure((("B", "2", "K"),), legend))
    assert [entry.words for entry in drawing.symbols] == ["Black", "Red (2)", "K: king"]


# Routes --------------------------------------------------------------------------------------


def drawn_edges(drawing: SvgFigure) -> dict[str, int]:
    paths = picture(drawing).all("path", kind="edge")
    return {path.classes[1]: (path.get("d") or "").count("M") for path in paths}


def test_a_route_is_laid_over_each_of_the_others() -> None:
    best = Route(Mark.RIGHT, "best known", (0, 1, 2, 3), 4.0)
    drawings = routes_svg.draw_routes(RouteFigure(SQUARE, (AROUND, CROSSED, best), "Four cities"))
    assert [[entry.words for entry in drawing.legend] for drawing in drawings] == [
        ["yours, length 4.8", "greedy, length 4", "in both"],
        ["yours, length 4.8", "best known, length 4", "in both"],
    ]


def test_what_routes_share_is_drawn_once_and_lightly() -> None:
    (drawing,) = routes_svg.draw_routes(RouteFigure(SQUARE, (CROSSED, AROUND)))
    assert drawn_edges(drawing) == {"shared": 2, "other": 2, "yours": 2}


def test_equal_routes_have_no_difference_to_show() -> None:
    again = Route(Mark.YOURS, "yours", (2, 1, 0, 3), 4.0)
    (drawing,) = routes_svg.draw_routes(RouteFigure(SQUARE, (again, AROUND)))
    assert drawn_edges(drawing) == {"shared": 4}


def test_a_route_without_another_is_drawn_alone() -> None:
    (drawing,) = routes_svg.draw_routes(RouteFigure(SQUARE, (AROUND,)))
    assert drawn_edges(drawing) == {"other": 4}


def test_an_open_route_does_not_lead_back() -> None:
    path = Route(Mark.RIGHT, "path", (0, 1, 2, 3), 3.0, closed=False)
    (drawing,) = routes_svg.draw_routes(RouteFigure(SQUARE, (path,)))
    assert drawn_edges(drawing) == {"other": 3}
    (drawing,) = routes_svg.draw_routes(
        RouteFigure(SQUARE, (AROUND, replace(path, mark=Mark.YOURS)))
    )
    assert drawn_edges(drawing) == {"shared": 3, "other": 1}


def test_points_that_do_not_exist_are_passed_over() -> None:
    odd = Route(Mark.YOURS, "yours", (0, -1, 1, 4, HUGE, 2, 2, 3), 4.0)
    (drawing,) = routes_svg.draw_routes(RouteFigure(SQUARE, (odd, AROUND)))
    assert drawn_edges(drawing) == {"shared": 4, "yours": 1}  # and one city, to itself


def test_both_axes_have_the_same_scale() -> None:
    (drawing,) = routes_svg.draw_routes(RouteFigure(((0, 0), (10, 0), (10, 5)), (AROUND,)))
    drawn = picture(drawing)
    assert (drawn.get("width"), drawn.get("height")) == ("300", "164")
    cities = [(city.get("cx"), city.get("cy")) for city in drawn.all("circle", kind="point")]
    assert cities == [("14", "150"), ("286", "150"), ("286", "14")]


@pytest.mark.parametrize(
    "points",
    [
        (),
        ((0.0, 0.0),),
        ((0.0, 0.0),) * 5,
        ((-1.7e308, 0.0), (1.7e308, 0.0)),
        ((math.inf, 0.0), (0.0, 0.0)),
        ((math.nan, 0.0), (0.0, 1.0)),
        ((0.0, 0.0), (0.0, math.nan), (1.0, 1.0)),
        tuple((float(n), 0.0) for n in range(501)),
    ],
)
def test_a_map_that_cannot_be_drawn_is_not(points: tuple[tuple[float, float], ...]) -> None:
    assert routes_svg.draw_routes(RouteFigure(points, (CROSSED, AROUND), "Map")) == [
        SvgFigure("Map")
    ]
    assert (
        routes_svg.draw_routes(RouteFigure(points, ()))[0].caption
        == "These routes cannot be drawn."
    )


def test_a_label_of_any_length_stays_short() -> None:
    long = Route(Mark.YOURS, "x" * 10_000, (0, 1), 1.0)
    (drawing,) = routes_svg.draw_routes(RouteFigure(SQUARE, (long,)))
    assert len(drawing.picture) < 2_000


# Charts and bars -----------------------------------------------------------------------------


def widths(drawing: SvgFigure) -> list[str | None]:
    bars = [parse(f"<!doctype html><title>.</title>{row.bar}") for row in drawing.rows]
    return [each.all("rect")[1].get("width") for each in bars]


def test_the_longest_bar_fills_the_width() -> None:
    drawing = draw_chart(ChartFigure("Calls", (Bar("yours", 1284.0), Bar("reference", 321.0))))
    assert [(row.label, row.value) for row in drawing.rows] == [
        ("yours", "1,284"),
        ("reference", "321"),
    ]
    assert widths(drawing) == ["100", "25"]


def test_numbers_that_have_no_bar_are_still_told() -> None:
    drawing = draw_chart(ChartFigure("", (Bar("a", -3.0), Bar("b", 0.0), Bar("c", 1e300))))
    assert widths(drawing) == ["0", "0", "100"]
    assert [row.value for row in drawing.rows] == ["-3", "0", "1e+300"]
    assert widths(draw_chart(ChartFigure("", (Bar("a", -3.0), Bar("b", 0.0))))) == ["0", "0"]


def test_a_chart_has_as_many_bars_as_anybody_compares() -> None:
    assert len(draw_chart(ChartFigure("", (Bar("a", 1.0),) * 1000)).rows) == 24
    assert draw_chart(ChartFigure("nothing", ())) == SvgFigure("nothing")


@pytest.mark.parametrize(("part", "width"), [(-1, "0"), (0.5, "50"), (7, "100"), (math.inf, "100")])
def test_a_bar_stays_in_its_frame(part: float, width: str) -> None:
    drawn = parse(f"<!doctype html><title>.</title>{draw_bar(part)}")
    assert drawn.all("rect")[1].get("width") == width


# Anything ------------------------------------------------------------------------------------

NUMBERS = re.compile(r'(?:\b[xyrd]|cx|cy|points|width|height)="([^"]*)"')
CELL = st.tuples(st.integers(-1, 9) | st.just(HUGE), st.integers(-1, 9))
SHORT = st.text(max_size=8)
SHORTS = st.lists(SHORT, max_size=8).map(tuple)
FIGURES = st.builds(
    GridFigure,
    cells=st.lists(SHORTS, max_size=8).map(tuple),
    legend=st.lists(st.builds(Symbol, SHORT, SHORT, st.sampled_from(Look)), max_size=3).map(tuple),
    arrows=st.lists(st.builds(Arrow, CELL, CELL, st.sampled_from(Mark)), max_size=4).map(tuple),
    spots=st.lists(st.builds(Spot, CELL, st.sampled_from(Mark)), max_size=4).map(tuple),
    row_labels=SHORTS,
    column_labels=SHORTS,
)
COORDINATE = st.floats(allow_nan=True, allow_infinity=True)
ROUTES = st.builds(
    RouteFigure,
    points=st.lists(st.tuples(COORDINATE, COORDINATE), max_size=8).map(tuple),
    routes=st.lists(
        st.builds(
            Route,
            st.sampled_from(Mark),
            st.text(max_size=8),
            st.lists(st.integers(-2, 9) | st.just(HUGE), max_size=12).map(tuple),
            st.floats(allow_nan=False, allow_infinity=False),
        ),
        max_size=4,
    ).map(tuple),
)


def in_sight(drawing: SvgFigure) -> bool:
    """Whether every number of the picture is an ordinary one of no more than a page."""
    numbers = [
        float(number)
        for text in NUMBERS.findall(drawing.picture)
        for number in re.findall(r"-?[\d.]+|nan|inf", text)
    ]
    return all(-50 <= number <= 1000 for number in numbers)


@given(FIGURES)
def test_any_grid_can_be_drawn(figure: GridFigure) -> None:
    drawing = grid_svg.draw_grid(figure)
    assert in_sight(drawing)
    if drawing.picture:
        picture(drawing)


@given(ROUTES)
def test_any_routes_can_be_drawn(figure: RouteFigure) -> None:
    for drawing in routes_svg.draw_routes(figure):
        assert in_sight(drawing)
        if drawing.picture:
            picture(drawing)


@given(st.tuples(*[st.floats(0, 600)] * 4))
def test_any_arrow_ends_where_it_should(ends: tuple[float, float, float, float]) -> None:
    x, y, to_x, to_y = ends
    assert "nan" not in draw_arrow(Mark.YOURS, (x, y), (to_x, to_y))
