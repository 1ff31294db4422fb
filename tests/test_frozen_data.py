"""Frozen positions and instances are what their generators write."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.author.whole import ASSIGNMENTS
from tests.cli.process import ROOT


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_generators_write_what_is_there(assignment: str) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", f"reference.{assignment}.generate", "--check"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
