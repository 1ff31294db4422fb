"""The progress line."""

from __future__ import annotations

import pytest

from grader.cli import output
from grader.cli.output import ProgressLine


def test_it_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that is lost takes what it had done with it."""
    written: list[str] = []
    monkeypatch.setattr(output, "_EVERY", 0.0)
    monkeypatch.setattr(ProgressLine, "_write", lambda _, text: written.append(text))
    line = ProgressLine("grading")
    for done, total in ((5, 10), (12, 30), (7, 25), (13, 30)):
        line.show("1", done, total)
    assert [text.split("   ")[-1] for text in written] == [
        "5 of 10 cases", "12 of 30 cases", "12 of 30 cases", "13 of 30 cases",
    ]  # fmt: skip
