"""Figures as people see them."""

from __future__ import annotations

import pytest

from grader.model.wording import number, points


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2"), (0.5, "0.5"), (0.125, "0.125"), (1 / 3, "0.333"), (0.0, "0"), (1e-9, "1e-09"),
        (-1.5, "-1.5"), (21.125, "21.125"), (1e300, "1e+300"),
    ],
)  # fmt: skip
def test_a_number_has_three_decimals_at_most(value: float, text: str) -> None:
    assert number(value) == text


def test_losses_add_up_as_people_see_them() -> None:
    """Eighths of a point, of which some assignments are made."""
    losses = [0.125] * 7 + [0.25] * 9
    assert sum(float(number(loss)) for loss in losses) == float(number(sum(losses)))
    assert points(sum(losses)) == "3.125 points"
