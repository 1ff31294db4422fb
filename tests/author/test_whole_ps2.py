"""The whole of ``grade author validate ps2``."""

from __future__ import annotations

import pytest

from tests.author.whole import *  # noqa: F403 - all tests


@pytest.fixture
def assignment() -> str:
    return "ps2"
