"""Makes this a place where solutions run and hidden tests can be read.

The platform provides ``breakthrough`` and ``evaluate`` in the sandbox; here this file does.
"""

from __future__ import annotations

import sys

import pytest

from reference.ps2.provided import breakthrough

sys.modules.setdefault("breakthrough", breakthrough)

from reference.ps2 import (  # noqa: E402  they import what has just been provided
    evaluate,
    minimax,
    minimax_alpha_beta,
    negamax,
    negamax_alpha_beta,
)

for search in (minimax, negamax, minimax_alpha_beta, negamax_alpha_beta):
    vars(search)["evaluate"] = evaluate.evaluate


def pytest_configure(config: pytest.Config) -> None:
    """Hidden tests are read here as plain modules, without the plugin that knows their marks."""
    config.addinivalue_line("markers", "task(mark): which task a hidden test belongs to")
    config.addinivalue_line("markers", "cases(items): the cases of a hidden test")
    config.addinivalue_line("markers", "asks(question): what a hidden test asks")
