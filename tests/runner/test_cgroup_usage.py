from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.runner.cgroup_usage import CgroupFile


def account(tmp_path: Path, text: str) -> CgroupFile:
    file = tmp_path / "account"
    file.write_text(text)
    return CgroupFile([str(file)])


@pytest.mark.parametrize(
    ("text", "killed"),
    [
        ("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n", 3),  # version 1
        ("low 0\nhigh 0\nmax 71\noom 9\noom_kill 2\noom_group_kill 0\n", 2),  # version 2
        ("oom_kill_disable 0\nunder_oom 0\n", 0),  # kernels before 4.13
    ],
)
def test_killed(tmp_path: Path, text: str, killed: int) -> None:
    assert account(tmp_path, text).killed() == killed


@pytest.mark.parametrize(
    "text", ["1500000000\n", "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n"]
)
def test_cpu_seconds(tmp_path: Path, text: str) -> None:
    assert account(tmp_path, text).cpu_seconds() == 1.5


def test_another_kind_of_file_is_no_account_of_cpu(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no CPU time"):
        account(tmp_path, "anon 4096\nfile 0\n").cpu_seconds()


def test_the_first_place_that_can_be_read_counts(tmp_path: Path) -> None:
    file = tmp_path / "account"
    file.write_text("7\n")
    descriptor = os.open(file, os.O_RDONLY)
    found = CgroupFile([str(tmp_path / "absent"), 1 << 19, descriptor])
    assert found
    assert found.cpu_seconds() == 7e-9
    file.write_text("9\n")
    assert found.cpu_seconds() == 9e-9
    os.close(descriptor)


def test_without_a_place_there_is_no_account() -> None:
    assert not CgroupFile([])
    assert CgroupFile(["/nowhere/at/all"]).killed() == 0
