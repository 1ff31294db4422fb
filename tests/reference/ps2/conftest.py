from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Let hidden tests be imported, whose marks the grading plugin would make known."""
    config.addinivalue_line("markers", "task(mark): which task a hidden test belongs to")
    config.addinivalue_line("markers", "cases(items): the cases of a hidden test")
