from __future__ import annotations

import pytest

from grader.explain import add_explanations, own_function_reruns


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out must not depend on how busy the machine is."""
    monkeypatch.setattr(add_explanations, "SECONDS", 120.0)
    monkeypatch.setattr(add_explanations, "_SHRINKING", 60.0)
    monkeypatch.setattr(own_function_reruns, "SECONDS", 120.0)
