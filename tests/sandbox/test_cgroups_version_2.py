"""Control groups of version 2, where this machine may have version 1: what is written where."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from grader.sandbox import cgroups


def group(
    folder: Path, *pids: object, controllers: str = "cpu memory pids", down: str = ""
) -> Path:
    """A folder with the files of a group that ``pids`` are in."""
    folder.mkdir(exist_ok=True)
    files = {
        "controllers": controllers,
        "subtree_control": down,
        "procs": "\n".join(map(str, pids)),
    }
    for name, text in files.items():
        (folder / f"cgroup.{name}").write_bytes(text.encode())
    return folder


def inside(folder: Path) -> set[str]:
    return set((folder / "cgroup.procs").read_text().split())


def handed_down(folder: Path) -> set[str]:
    return set((folder / "cgroup.subtree_control").read_text().split())


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty group that is written to as to version 2, as far as the grader makes use of it."""

    def write(file: Path, text: str) -> None:
        if file.name == "cgroup.subtree_control":
            if inside(file.parent):
                raise OSError(errno.EBUSY, "Device or resource busy")
            asked = set(text.replace("+", "").split())
            if not asked <= set(file.with_name("cgroup.controllers").read_text().split()):
                raise OSError(errno.ENOENT, "No such file or directory")
            text = " ".join(sorted(asked | handed_down(file.parent)))
        else:
            assert file.name == "cgroup.procs"
            for other in tmp_path.rglob("cgroup.procs"):
                other.write_bytes("\n".join(inside(other.parent) - {text}).encode())
            text = "\n".join({text} | (inside(file.parent) if file.exists() else set()))
        file.write_bytes(text.encode())

    monkeypatch.setattr(Path, "write_text", write)
    return group(tmp_path)


@pytest.fixture
def scope(top: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A group below ``top`` that belongs to an ordinary account, which this process is of."""
    scope = group(top / "own.scope", os.getpid())
    if os.geteuid() == 0:
        os.chown(scope, 12345, -1)
    monkeypatch.setattr(os, "geteuid", lambda: scope.stat().st_uid)
    return scope


ALL = {"cpu", "memory", "pids"}
SHELL = 4_194_305  # more than the kernel gives to any process
TOGETHER = {str(os.getpid()), str(SHELL)}


def test_uses_what_is_handed_down_already(tmp_path: Path) -> None:
    top = group(tmp_path, SHELL, down="cpu memory pids\n")
    assert cgroups._find_delegated_folder(top, "") == top
    assert (top / "cgroup.subtree_control").read_text() == "cpu memory pids\n"


def test_asks_for_the_controllers_that_are_missing(top: Path) -> None:
    group(top, down="cpu")
    assert cgroups._find_delegated_folder(top, "") == top
    assert handed_down(top) == ALL


def test_prefers_the_group_that_was_delegated(top: Path) -> None:
    group(top, down="cpu memory pids")
    own = group(top / "own.scope")
    assert cgroups._find_delegated_folder(top, "own.scope") == own
    assert handed_down(own) == ALL


def test_does_without_a_controller_for_cpu(top: Path) -> None:
    group(top, controllers="memory pids")
    assert cgroups._find_delegated_folder(top, "") == top
    assert handed_down(top) == {"memory", "pids"}


def test_lets_a_grader_step_aside_once(top: Path, scope: Path) -> None:
    assert cgroups._find_delegated_folder(top, "own.scope") == scope
    assert inside(scope / "search-autograder-main") == {str(os.getpid())}
    group(scope / "search-autograder-main", os.getpid())
    assert cgroups._find_delegated_folder(top, "own.scope/search-autograder-main") == scope
    assert [folder.name for folder in scope.iterdir() if folder.is_dir()] == [
        "search-autograder-main"
    ]


def test_lets_a_shell_step_aside_too(top: Path, scope: Path) -> None:
    group(scope, *TOGETHER)
    assert cgroups._find_delegated_folder(top, "own.scope") == scope
    assert inside(scope / "search-autograder-main") == TOGETHER
    assert handed_down(scope) == ALL


def test_lets_everybody_in_a_container_step_aside(top: Path) -> None:
    group(top, *TOGETHER)
    assert cgroups._find_delegated_folder(top, "") == top
    assert inside(top / "search-autograder-main") == TOGETHER


@pytest.mark.parametrize("name", ["own.service", "other.scope"])
def test_leaves_services_and_groups_of_others_as_they_are(
    top: Path, scope: Path, name: str
) -> None:
    shared = group(top / name, *TOGETHER)
    if name.endswith(".service"):
        os.chown(shared, scope.stat().st_uid, -1)
    elif shared.stat().st_uid == scope.stat().st_uid:
        pytest.skip("only root can make a group of somebody else's")
    group(top, SHELL + 1, 0)
    with pytest.raises(cgroups.NoControlGroups, match=f"{name} does not hand out its controllers"):
        cgroups._find_delegated_folder(top, name)
    assert inside(shared) == TOGETHER
    assert not (shared / "search-autograder-main").exists()


def test_lets_root_go_up_rather_than_move_others(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = group(top / "session.scope", *TOGETHER)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert cgroups._find_delegated_folder(top, "session.scope") == top
    assert inside(session) == TOGETHER


@pytest.mark.parametrize("own", ["", "path/of/the/host"])
def test_cannot_move_whom_it_cannot_see(top: Path, own: str) -> None:
    group(top, os.getpid(), 0)
    with pytest.raises(cgroups.NoControlGroups, match="Device or resource busy"):
        cgroups._find_delegated_folder(top, own)


def test_says_which_controller_there_is_not(top: Path) -> None:
    group(top, controllers="cpu pids")
    with pytest.raises(cgroups.NoControlGroups, match="there is no controller for memory in"):
        cgroups._find_delegated_folder(top, "")


def test_without_its_files_gives_a_reason(tmp_path: Path) -> None:
    with pytest.raises(cgroups.NoControlGroups, match="may not make control groups"):
        cgroups._find_delegated_folder(tmp_path, "")


def test_limits(tmp_path: Path) -> None:
    (tmp_path / "memory.swap.max").write_text("max")
    for name in ("memory.max", "pids.max"):
        (tmp_path / name).touch()
    found = cgroups.ControlGroups(2, {})
    found._limit(dict.fromkeys(("memory", "pids", "cpu"), tmp_path), 1 << 28)
    written = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert written == {
        "memory.max": str(1 << 28),
        "memory.swap.max": "0",
        "pids.max": str(cgroups.PROCESSES),
    }
