from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.scene import Scene, bench
from tests.made_up import made_up


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    return Scene(inbox, tmp_path / "results", bench(made_up(tmp_path / "assignment")))
