"""Reports of all samples and every fourth known-wrong solution, as ``make gallery`` shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import chromium, gallery
from tests.browser.conftest import missing

PIECES = 16


@pytest.mark.browser
@pytest.mark.bubblewrap
@pytest.mark.deep
@pytest.mark.parametrize("piece", range(1, PIECES + 1))
def test_nothing_is_to_be_complained_about(
    piece: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if problem := chromium.missing():
        missing(problem)
    status = gallery.main(["--out", str(tmp_path), "--every", "4", "--shard", f"{piece}/{PIECES}"])
    assert status == 0, capsys.readouterr().out
