"""Finds hidden tests whose cases differ whenever their file is imported.

Every process that grades imports the tests by itself. Where cases are drawn without a fixed seed,
two submissions, or two workers of one grading, get different ones, and no report can be repeated.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.examine.hidden_test import HiddenTest
from grader.examine.test_collection import find_hidden_tests

_PATIENCE = 300.0
"""Seconds, by the clock, until the tests have to be found once more."""


def find_nondeterministic_tests(assignment: Assignment, tests: Iterable[HiddenTest]) -> list[str]:
    """Return a sentence for each of ``tests`` whose cases differ after another import.

    They are imported by a new interpreter, whose hashes and random numbers differ from these.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONHASHSEED"}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__, assignment.id, assignment.course],
            env=environment, capture_output=True, timeout=_PATIENCE, check=True,
        )  # fmt: skip
        again: dict[str, list[str]] = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as problem:
        what = type(problem).__name__
        return [f"hidden_tests/{assignment.id}: the tests cannot be imported once more ({what})"]
    return [
        f"{test.where}: {test.name}: {difference}; every import has to give the same: draw them "
        "with random.Random(1), or write them down, and sort what comes out of a set"
        for test in tests
        if (difference := _difference(digest_cases(test), again.get(test.id)))
    ]


def digest_cases(test: HiddenTest) -> list[str]:
    """Return a digest of each case that a submission may get."""
    return [
        hashlib.sha256(_stable_text(case).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        for case in (*test.cases, *test.pool)
    ]


def _difference(here: Sequence[str], again: Sequence[str] | None) -> str:
    if again is None:
        return "the test is not there each time its file is imported"
    if len(here) != len(again):
        return f"it has {len(here)} cases now and {len(again)} when its file is imported again"
    other = [
        number for number, pair in enumerate(zip(here, again, strict=True)) if len({*pair}) > 1
    ]
    if not other:
        return ""
    return (
        f"{len(other)} of its {len(here)} cases are others when its file is imported again "
        f"(the first is number {other[0] + 1})"
    )


def _stable_text(value: Any, around: frozenset[int] = frozenset()) -> str:
    """Return a text of the contents of ``value``, independent of hashes and addresses.

    Args:
        around: the identities of what it is in, as values can hold themselves.
    """
    if id(value) in around:
        return "…"
    around |= {id(value)}
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(_stable_text(each, around) for each in value))}}}"
    if isinstance(value, Mapping):
        pairs = (
            f"{_stable_text(key, around)}: {_stable_text(value[key], around)}" for key in value
        )
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(_stable_text(each, around) for each in value)})"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = (
            _stable_text(getattr(value, each.name), around) for each in dataclasses.fields(value)
        )
        return f"{type(value).__name__}({', '.join(fields)})"
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value))}"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))


def main(id: str, course: str) -> None:
    """Print the digests of all cases of the assignment ``id``, by test."""
    found = find_hidden_tests(assignments.load_assignment(id, Path(course)))
    print(json.dumps({test.id: digest_cases(test) for test in found.tests}))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
