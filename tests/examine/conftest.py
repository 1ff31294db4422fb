from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Lets the decorators of hidden tests be tried without the plugin that knows their marks."""
    config.addinivalue_line("markers", "task(mark): which task a hidden test belongs to")
    config.addinivalue_line("markers", "cases(items): the cases of a hidden test")
    config.addinivalue_line("markers", "asks(question): what a hidden test asks")
