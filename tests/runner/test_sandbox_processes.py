"""Processes of a sandbox: when it is certain that nobody is left."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from grader.runner import sandbox_processes


def test_the_latest_process_is_the_one_just_born() -> None:
    before = sandbox_processes.latest_process_id()
    subprocess.run([sys.executable, "-c", ""], check=True)
    # Others of this machine may be born, too; numbers begin anew some day.
    assert sandbox_processes.latest_process_id() != before


def test_a_listing_during_which_someone_was_born_proves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A relay: each process that is listed is dead when looked at, and has left a child behind."""
    births = [True, True, False]
    born = 0
    listings = 0

    def others(spare: frozenset[int]) -> Iterator[int]:
        nonlocal born, listings
        born += births[listings]
        listings += 1
        return iter(())

    monkeypatch.setattr(sandbox_processes, "other_processes", others)
    monkeypatch.setattr(sandbox_processes, "latest_process_id", lambda: born)
    assert sandbox_processes.kill_others()
    assert listings == 3


def test_who_is_born_without_end_outruns_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(10**9))
    monkeypatch.setattr(sandbox_processes, "other_processes", lambda _: iter(()))
    monkeypatch.setattr(sandbox_processes, "latest_process_id", lambda: next(numbers))
    assert not sandbox_processes.kill_others(patience=0.01)
