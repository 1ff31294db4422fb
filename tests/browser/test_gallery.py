"""Reports of all samples and every eighth known-wrong solution, as ``make gallery`` shows them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.browser.conftest import missing
from tests.cli.process import ROOT

PIECES = 16


@pytest.mark.browser
@pytest.mark.bubblewrap
@pytest.mark.deep
@pytest.mark.parametrize("piece", range(1, PIECES + 1))
def test_nobody_complains_about_a_page(piece: int, tmp_path: Path) -> None:
    if problem := chromium.missing():
        missing(problem)
    # In a process of its own, because it starts others that outlive its work.
    command = [sys.executable, "-m", "tests.browser.gallery", "--out", str(tmp_path)]
    looked = subprocess.run(
        [*command, "--every", "8", "--shard", f"{piece}/{PIECES}"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert looked.returncode == 0, looked.stdout
