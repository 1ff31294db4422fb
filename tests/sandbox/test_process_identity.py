from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.sandbox import process_identity


@pytest.fixture(autouse=True)
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(process_identity, "_LOCKS", tmp_path / "locks")
    return tmp_path / "locks"


def test_ids_in_use_are_all_different() -> None:
    taken = [process_identity.reserve_user_id() for _ in range(5)]
    assert [slot.uid for slot in taken] == [
        process_identity.FIRST_UID + number for number in range(5)
    ]
    for slot in taken:
        slot.release()


def test_a_released_id_is_given_out_again() -> None:
    first, second = process_identity.reserve_user_id(), process_identity.reserve_user_id()
    first.release()
    again = process_identity.reserve_user_id()
    assert again.uid == first.uid
    for slot in (second, again):
        slot.release()


def test_the_id_of_a_process_that_ended_is_free() -> None:
    pid = os.fork()
    if pid == 0:
        process_identity.reserve_user_id()
        os._exit(0)
    os.waitpid(pid, 0)
    slot = process_identity.reserve_user_id()
    assert slot.uid == process_identity.FIRST_UID
    slot.release()


def test_no_id_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_identity, "SLOTS", 2)
    taken = [process_identity.reserve_user_id(), process_identity.reserve_user_id()]
    with pytest.raises(OSError, match="all 2 sandbox slots"):
        process_identity.reserve_user_id()
    for slot in taken:
        slot.release()


def test_only_the_owner_can_hold_a_lock(locks: Path) -> None:
    process_identity.reserve_user_id().release()
    assert [file.stat().st_mode & 0o777 for file in locks.iterdir()] == [0o600]
