"""What tests of the service share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from grader.service.auth import passwords
from grader.service.data.database import Database, in_folder
from tests.render.samples import EVERYTHING
from tests.service.cast import Cast
from tests.service.scene import Scene


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Real ones take long on purpose."""
    quick = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: quick)
        yield


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


@pytest.fixture
def cast(scene: Scene) -> Cast:
    return Cast.made(scene, EVERYTHING)
