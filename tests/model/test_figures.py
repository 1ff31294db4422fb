"""Figures hold nothing that a report cannot."""

from __future__ import annotations

import json

import pytest

from grader.model.figures import Bar

INFINITY = float("inf")


@pytest.mark.parametrize("value", [0, 1, -2.5, 10**15, 1e-300])
def test_a_bar_is_as_long_as_it_is_said_to_be(value: float) -> None:
    assert Bar("x", value).value == value


@pytest.mark.parametrize(
    ("value", "length"),
    [
        (10**400, 1e300),
        (-(10**401), -1e300),
        (INFINITY, 1e300),
        (-INFINITY, -1e300),
        (float("nan"), 0),
    ],
)
def test_a_bar_has_a_length_that_can_be_written(value: float, length: float) -> None:
    bar = Bar("x", value)
    assert bar.value == length
    assert json.loads(json.dumps(bar.value, allow_nan=False)) == length
