"""Frozen positions and instances are what their generators write."""

from __future__ import annotations

import pytest

from tests.author.whole import ASSIGNMENTS, validate


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_generators_write_what_is_there(assignment: str) -> None:
    validate(assignment, "--only", "data")
