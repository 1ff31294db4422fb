"""The whole of ``grade author validate breakthrough_agent``."""

from __future__ import annotations

import pytest

from tests.author.whole import *  # noqa: F403 - all tests


@pytest.fixture
def assignment() -> str:
    return "breakthrough_agent"
