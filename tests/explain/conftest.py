from __future__ import annotations

import pytest

from grader.explain import explainer, task_dependencies


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out must not depend on how busy the machine is."""
    monkeypatch.setattr(explainer, "SECONDS", 120.0)
    monkeypatch.setattr(explainer, "_SHRINKING", 60.0)
    monkeypatch.setattr(task_dependencies, "SECONDS", 120.0)
