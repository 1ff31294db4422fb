"""The look at the machine after an attack."""

from __future__ import annotations

import time
from collections import namedtuple

import pytest

from tests.adversarial import host

_Usage = namedtuple("_Usage", "free")


def test_what_others_put_away_again_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    free = [9 << 30]
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(free[0]))
    before = host.look()
    free[0] = 8 << 30
    monkeypatch.setattr(time, "sleep", lambda _: free.__setitem__(0, 9 << 30))
    assert before.differences() == []


def test_what_stays_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    free = 9 << 30
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(free))
    before = host.look()
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(free - (1 << 30)))
    monkeypatch.setattr(host, "_PATIENCE", 0.0)
    assert set(before.differences()) == {f"a disk has {1 << 30} bytes less"}
