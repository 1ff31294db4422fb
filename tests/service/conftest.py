"""What tests of the service share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.service.data.database import Database, in_folder
from tests.service.scene import Scene


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty")
    database = Database(in_folder(folder))
    database.migrate()
    database.close()
    return folder / "grader.db"


@pytest.fixture
def scene(tmp_path: Path, empty_database: Path) -> Iterator[Scene]:
    scene = Scene.made(tmp_path, empty_database)
    yield scene
    scene.database.close()
