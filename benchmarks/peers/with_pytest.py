"""Plain pytest: the student's module is imported into the process of the tests."""

from __future__ import annotations

import checks
import pytest
import student


@pytest.mark.parametrize("group", checks.GROUPS)
def test_minimax(group: str) -> None:
    """One test per skill."""
    checks.check(group, student.minimax, student.generate_valid_moves)
