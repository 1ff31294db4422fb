"""Nothing accepted is lost, graded twice or told twice, whatever is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service import postgresql
from tests.service.empty import Empty, EmptyInCluster
from tests.service.killing import Findings, trial

pytestmark = pytest.mark.bubblewrap


def _expect_nothing_amiss(found: Findings, submissions: int) -> None:
    assert found.accepted == submissions
    assert (found.lost, found.twice, found.other) == ([], [], [])
    assert (found.deliveries.lost, found.deliveries.twice) == ([], [])
    assert found.deliveries.mails > 0
    assert found.deliveries.scores > 0


@pytest.mark.slow
def test_a_course_hands_in_while_server_and_workers_are_killed(
    tmp_path: Path, empty_file: Empty
) -> None:
    _expect_nothing_amiss(trial(tmp_path, empty_file, submissions=12, kills=4, seed=1), 12)


@pytest.mark.slow
@pytest.mark.postgresql
def test_a_course_hands_in_while_the_database_is_killed_as_well(tmp_path: Path) -> None:
    with postgresql.running(safe=True) as cluster:
        found = trial(tmp_path, EmptyInCluster(cluster), submissions=12, kills=6, seed=1)
    _expect_nothing_amiss(found, 12)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(8))
def test_many_hand_in_while_much_is_killed(tmp_path: Path, empty_file: Empty, seed: int) -> None:
    _expect_nothing_amiss(trial(tmp_path, empty_file, submissions=100, kills=15, seed=seed), 100)


@pytest.mark.deep
@pytest.mark.postgresql
@pytest.mark.parametrize("seed", range(8))
def test_many_hand_in_while_much_is_killed_and_the_database(tmp_path: Path, seed: int) -> None:
    with postgresql.running(safe=True) as cluster:
        found = trial(tmp_path, EmptyInCluster(cluster), submissions=100, kills=15, seed=seed)
    _expect_nothing_amiss(found, 100)
