"""unittest with gradescope-utils, as an autograder for Gradescope is most often written."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from pathlib import Path

import checks
import student
from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner


class TestMinimax(unittest.TestCase):
    """Its tests are added below."""


def _test(group: str) -> Callable[[unittest.TestCase], None]:
    def test(_: unittest.TestCase) -> None:
        checks.check(group, student.minimax, student.generate_valid_moves)

    test.__doc__ = group
    return test


for name in checks.GROUPS:
    setattr(TestMinimax, f"test_{name}", weight(1)(_test(name)))

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestMinimax)
    with Path("results.json").open("w") as results:
        JSONTestRunner(visibility="visible", stream=results).run(suite)
