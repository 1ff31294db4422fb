"""Figures as people see them."""

from __future__ import annotations

import pytest

from grader.model.formatting import (
    format_count_with_each,
    format_number,
    format_percent_in_tenths,
    format_percent_rounded_down,
    format_points_with_noun,
    format_some_names,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2"), (0.5, "0.5"), (0.125, "0.125"), (1 / 3, "0.333"), (0.0, "0"), (1e-9, "1e-09"),
        (-1.5, "-1.5"), (21.125, "21.125"), (1e300, "1e+300"),
    ],
)  # fmt: skip
def test_a_number_has_three_decimals_at_most(value: float, text: str) -> None:
    assert format_number(value) == text


def test_losses_add_up_as_people_see_them() -> None:
    """Eighths of a point, of which some assignments are made."""
    losses = [0.125] * 7 + [0.25] * 9
    assert sum(float(format_number(loss)) for loss in losses) == float(format_number(sum(losses)))
    assert format_points_with_noun(sum(losses)) == "3.125 points"


@pytest.mark.parametrize(
    ("part", "text"),
    [(0.625, "62.5 %"), (1.0, "100 %"), (0.9999, "99.9 %"), (0.29, "29 %"), (0.0, "0 %"),
     (1 / 3, "33.3 %"), (0.025, "2.5 %"), (0.07, "7 %")],
)  # fmt: skip
def test_a_share_has_one_decimal_where_it_needs_one(part: float, text: str) -> None:
    assert format_percent_in_tenths(part) == text


@pytest.mark.parametrize(
    ("share", "text"), [(0, "0 %"), (0.999, "99 %"), (1, "100 %"), (0.29, "29 %"), (0.57, "57 %")]
)
def test_only_all_of_it_is_a_hundred_percent(share: float, text: str) -> None:
    assert format_percent_rounded_down(share) == text


def test_of_many_names_some_are_said() -> None:
    assert format_some_names(["a", "b"], 2) == "a, b"
    assert format_some_names(["a", "b", "c", "d"], 2) == "a, b and 2 more"


@pytest.mark.parametrize(("amount", "text"), [(0, "0 cases"), (1, "1 case"), (2, "2 cases, each")])
def test_one_is_not_spoken_of_as_each(amount: int, text: str) -> None:
    assert format_count_with_each(amount, "case") == text
