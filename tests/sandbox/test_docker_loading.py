"""What holds in bubblewrap holds in a container: `test_loading`, on a Docker engine."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from grader.sandbox.docker import Docker
from tests.sandbox import test_loading
from tests.sandbox.scene import playing
from tests.sandbox.test_loading import *  # noqa: F403 - all tests and fixtures, for another backend

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module", autouse=True)
def _in_containers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_loading, "playing", functools.partial(playing, sandbox=Docker.locate()))
        yield
