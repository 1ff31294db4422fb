"""Nothing accepted is lost, and nothing is graded twice, whatever is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.killing import Findings, trial

pytestmark = pytest.mark.bubblewrap


def _expect_nothing_amiss(found: Findings, submissions: int) -> None:
    assert found.accepted == submissions
    assert (found.lost, found.twice, found.other) == ([], [], [])


@pytest.mark.slow
def test_a_course_hands_in_while_server_and_workers_are_killed(
    tmp_path: Path, empty_database: Path
) -> None:
    _expect_nothing_amiss(trial(tmp_path, empty_database, submissions=12, kills=4, seed=1), 12)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(8))
def test_many_hand_in_while_much_is_killed(tmp_path: Path, empty_database: Path, seed: int) -> None:
    _expect_nothing_amiss(
        trial(tmp_path, empty_database, submissions=100, kills=15, seed=seed), 100
    )
