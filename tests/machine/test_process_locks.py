from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.machine import process_locks as module
from grader.machine.process_locks import hold_exclusive_lock


@pytest.fixture(autouse=True)
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    return tmp_path / "search-autograder" / "alone.lock"


def is_free(lock: Path) -> bool:
    with lock.open() as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_only_one_at_a_time(lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 60.0)
    with hold_exclusive_lock():
        assert not is_free(lock)
    assert is_free(lock)


def test_the_next_one_comes_when_the_first_is_done(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 60.0)
    lock.parent.mkdir()
    first = os.open(lock, os.O_RDWR | os.O_CREAT)
    fcntl.flock(first, fcntl.LOCK_EX)
    # Its turn to wait is when the first one ends.
    monkeypatch.setattr(time, "sleep", lambda _: os.close(first))
    with hold_exclusive_lock():
        assert not is_free(lock)


def test_nobody_waits_for_ever() -> None:
    with hold_exclusive_lock(), hold_exclusive_lock():
        pass


def test_the_lock_is_given_back_after_an_error(lock: Path) -> None:
    with pytest.raises(KeyError), hold_exclusive_lock():
        raise KeyError
    assert is_free(lock)


def test_without_a_place_for_a_lock_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with hold_exclusive_lock():
        pass


def link(place: Path) -> None:
    place.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, link])
def test_what_stands_in_its_place_does_not_matter(lock: Path, make: Callable[[Path], None]) -> None:
    lock.parent.mkdir()
    make(lock)
    with hold_exclusive_lock():
        pass
