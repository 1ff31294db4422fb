"""What tests are long, what of the repository they guard, and how long they take: one table.

A test is long that is marked ``slow``, ``docker``, ``browser`` or ``deep``. It belongs to the suite
in whose files it is; those marked ``deep`` have suites of their own. ``make deep`` runs them all,
``make deep SHARD=3/8`` an eighth of each, and ``.ci/run`` the sixteenth that the hash of the commit
chooses. Of a suite that guards what a change touches, ``.ci/run`` runs all sixteenths as long as
there is time, those that come first in the table first. What it leaves out it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LONG = ("slow", "docker", "browser", "deep")
"""The marks of tests that are long."""

PARTS = 16
"""Of each suite, of which ``.ci/run`` runs at least one."""
MINUTES = 3
"""By the clock, that ``.ci/run`` has for the suites that a change touches."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A kind of long test.

    Attributes:
        tests: how the paths of its tests begin, from the root of the repository.
        guards: how the paths begin of what it guards, beside its own tests.
        minutes: that all of it takes on two cores at their usual pace, about.
        deep: whether its tests are those of these files that are marked ``deep``, or the other long
            ones.
    """

    tests: tuple[str, ...]
    guards: tuple[str, ...]
    minutes: float
    deep: bool = False

    def is_touched(self, paths: Iterable[str]) -> bool:
        """Whether a change of the files ``paths`` is this suite's business."""
        return any(path.startswith((*self.guards, *self.tests)) for path in paths)


def _room(name: str, minutes: float, *guards: str) -> Suite:
    """The long tests of ``tests/NAME/`` but the deep ones."""
    return Suite(tests=(f"tests/{name}/",), guards=guards or (f"grader/{name}/",), minutes=minutes)


def _validation(assignment: str, minutes: float, *more: str) -> Suite:
    return Suite(
        tests=(f"tests/author/test_whole_{assignment}.py", *more),
        guards=(
            f"hidden_tests/{assignment}/",
            f"reference/{assignment}/",
            "hidden_tests/__init__.py",
            "reference/__init__.py",
            "reference/generating.py",
            "tests/author/whole.py",
        ),
        minutes=minutes,
        deep=True,
    )


SUITES: Mapping[str, Suite] = {
    "sandbox": _room("sandbox", 5),
    "adversarial": _room(
        "adversarial",
        4,
        "grader/sandbox/",
        "grader/runner/",
        "grader/wire/",
        "grader/intake/",
        "grader/play/",
        "docker/",
    ),
    "examine": _room("examine", 0.5),
    "samples": Suite(("tests/test_samples.py",), ("grader/examine/", "submissions/"), minutes=0.5),
    "jobs": _room("jobs", 0.5),
    "explain": _room("explain", 1.5),
    "play": _room("play", 0.1),
    "service": _room("service", 6),
    "cli": _room("cli", 3, "grader/cli/", "grader/batch/"),
    "author": _room("author", 1.5),
    "reference": _room("reference", 2, "reference/", "hidden_tests/"),
    "tournament": _room("tournament", 0.5),
    "render": _room("render", 0.5),
    "intake": _room("intake", 0.2),
    "wire": _room("wire", 0.1),
    "doctor": _room("doctor", 0.1),
    "similar": _room("similar", 0.2),
    "export": _room("export", 12, "grader/export/", "grader/sandbox/separate_user.py"),
    "examples": _room("examples", 0.2, "examples/", "grader/cli/"),
    "fuzzing": _room("fuzz", 0.2, "tests/fuzz/"),
    "browser": _room("browser", 4, "grader/render/html/", "grader/service/web/"),
    # Every hostile program and agent, on both backends.
    "hostile": Suite(
        tests=("tests/adversarial/",),
        guards=(
            "grader/sandbox/",
            "grader/runner/",
            "grader/wire/",
            "docker/",
            "grader/play/",
            "grader/jobs/play_pair",
        ),
        minutes=8,
        deep=True,
    ),
    # Server and workers of the service, killed at random; and all of it in containers.
    "killing": Suite(
        tests=("tests/service/",),
        guards=(
            "grader/service/queue/",
            "grader/service/worker/",
            "grader/service/server_process.py",
            "docker/compose.yaml",
            "docker/service/",
        ),
        minutes=20,
        deep=True,
    ),
    # The students' kit on all right and known-wrong solutions of Problem Set 2.
    "kit": Suite(tests=("tests/export/",), guards=("grader/export/kit/",), minutes=25, deep=True),
    # Hostile bytes in bulk.
    "fuzz": Suite(
        tests=("tests/fuzz/",),
        guards=("grader/wire/", "grader/intake/"),
        minutes=2,
        deep=True,
    ),
    # The whole of `grade author validate` with frozen data, and mutations of the reference, for
    # each assignment; and a sample with many seeds.
    "validate-ps2": _validation("ps2", 13, "tests/test_samples.py"),
    "validate-connect4": _validation("connect4", 11),
    "validate-breakthrough_agent": _validation("breakthrough_agent", 5),
    # Reports of all samples and known-wrong solutions, in a browser.
    "gallery": Suite(
        tests=("tests/browser/",),
        guards=("grader/render/html/",),
        minutes=6,
        deep=True,
    ),
    # The same verdicts on a machine with far too much to do.
    "load": Suite(
        tests=("tests/load/",),
        guards=("grader/machine/process_locks.py", "grader/machine/speed.py"),
        minutes=12,
        deep=True,
    ),
}


def shares(touched: Iterable[str], pace: float = 1.0) -> dict[str, int]:
    """How many parts ``.ci/run`` runs of each suite that a change of these files touches.

    Args:
        pace: how many times as long as usual things take on this machine.
    """
    paths, left = list(touched), MINUTES / pace
    found: dict[str, int] = {}
    for name, suite in SUITES.items():
        if suite.is_touched(paths):
            found[name] = max(1, min(PARTS, int(PARTS * left / suite.minutes)))
            left -= suite.minutes * found[name] / PARTS
    return found


def suite_of(path: str, *, deep: bool) -> str:
    """The suite that the long tests in the file ``path`` belong to, ``deep`` ones or others.

    Raises:
        LookupError: if there is none, or more than one.
    """
    found = [
        name
        for name, suite in SUITES.items()
        if suite.deep == deep and path.startswith(suite.tests)
    ]
    if len(found) != 1:
        raise LookupError(
            f"The {'deep' if deep else 'long'} tests of {path} belong to "
            f"{' and '.join(found) or 'no suite'}; tests/deep/suites.py has to name exactly one."
        )
    return found[0]
