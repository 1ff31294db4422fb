"""What tests of the service share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from grader.service.auth import passwords
from grader.service.worker import idle_work
from tests.render.samples import EVERYTHING
from tests.service import postgresql
from tests.service.cast import Cast
from tests.service.empty import Empty, EmptyFile, EmptyInCluster
from tests.service.scene import Scene


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Real ones take long on purpose."""
    quick = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: quick)
        yield


@pytest.fixture(scope="session", autouse=True)
def as_soon_as_others() -> Iterator[None]:
    """What runs behind everything else hardly gets on while many tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(idle_work, "_NICE", 0)
        yield


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Empty:
    return EmptyFile(tmp_path_factory.mktemp("empty"))


@pytest.fixture(scope="module")
def empty_in_cluster() -> Iterator[Empty]:
    """No longer than that: other tests of the process look whether it has children left."""
    with postgresql.running() as cluster:
        yield EmptyInCluster(cluster)


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgresql, pytest.mark.slow]),
    ]
)
def empty_database(request: pytest.FixtureRequest) -> Empty:
    """Each test that touches the database runs on both."""
    name = "empty_file" if request.param == "sqlite" else "empty_in_cluster"
    found: Empty = request.getfixturevalue(name)
    return found


@pytest.fixture
def scene(tmp_path: Path, empty_database: Empty) -> Iterator[Scene]:
    scene = Scene.made(tmp_path, empty_database)
    yield scene
    scene.database.close()
    empty_database.drop(scene.database.url)


@pytest.fixture
def cast(scene: Scene) -> Cast:
    return Cast.made(scene, EVERYTHING)
