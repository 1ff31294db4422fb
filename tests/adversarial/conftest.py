"""The attack suite: its folders that are not tests, and the backends it runs against."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader import sandbox as sandboxes
from grader.sandbox import Sandbox
from tests import orphans

# Hidden tests of the made-up assignment are run by the grader only; hostile programs by nobody
# outside a sandbox.
collect_ignore = ["assignment", "data"]

BACKENDS = [
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", marks=pytest.mark.docker),
]


@pytest.fixture(autouse=True, scope="module")
def _on_the_watch() -> Iterator[None]:
    """Whoever is orphaned cannot hide.

    For a whole module, as a backend is kept: who has ended is buried when nobody waits any more.
    """
    with orphans.adopted():
        yield


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Every backend that can be had, kept for a whole module, as a batch of submissions would."""
    sandbox = sandboxes.choose(request.param)
    yield sandbox
    close = getattr(sandbox, "close", None)
    if close is not None:
        close()
