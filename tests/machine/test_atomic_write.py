from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.machine.atomic_write import (
    WriteError,
    check_writable,
    remove_old_drafts,
    write_atomically,
)


def test_writes_the_whole_text(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    write_atomically(path, "Zürich ✔\n")
    assert path.read_bytes() == "Zürich ✔\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_replaces_a_file_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "ordinary").touch()
    write_atomically(tmp_path / "report.json", "new")
    ordinary, ours = (tmp_path / name for name in ("ordinary", "report.json"))
    assert ours.stat().st_mode == ordinary.stat().st_mode


def test_a_link_keeps_pointing_where_it_did(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically(Path(os.devnull), "gone")
    assert Path(os.devnull).is_char_device()


def test_a_lone_surrogate_does_not_cost_the_report(tmp_path: Path) -> None:
    write_atomically(tmp_path / "report.txt", "a\ud800b")
    assert (tmp_path / "report.txt").read_text() == r"a\ud800b"


@pytest.mark.parametrize("existing", ["old", None])
def test_a_failure_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: str | None
) -> None:
    def full_disk(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "report.json"
    if existing is not None:
        path.write_text(existing)
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(WriteError, match="No space left on device; try another place") as caught:
        write_atomically(path, "new")
    assert not caught.value.misplaced
    assert [file.read_text() for file in tmp_path.iterdir()] == ([existing] if existing else [])


# Told by both, the attempt and the check before it ---------------------------------------------


@pytest.fixture(params=["check", "write_atomically"])
def writing(request: pytest.FixtureRequest) -> Callable[[Path], None]:
    return check_writable if request.param == "check" else lambda path: write_atomically(path, "")


Writing = Callable[[Path], None]


def test_a_missing_folder_is_named(tmp_path: Path, writing: Writing) -> None:
    with pytest.raises(WriteError, match=r"the folder .*missing does not exist; create it first"):
        writing(tmp_path / "missing" / "report.json")


def test_a_folder_is_no_target(tmp_path: Path, writing: Writing) -> None:
    with pytest.raises(WriteError, match="it is a folder") as caught:
        writing(tmp_path)
    assert caught.value.misplaced


def test_a_loop_of_links_is_an_error_for_people(tmp_path: Path, writing: Writing) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(WriteError, match="Cannot write"):
        writing(tmp_path / "loop")


def test_a_folder_that_may_not_be_written_to(tmp_path: Path, writing: Writing) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(WriteError, match="Permission denied") as caught:
        writing(tmp_path / "report.json")
    assert caught.value.misplaced


# The check -------------------------------------------------------------------------------------


@pytest.mark.parametrize("existing", ["old", None])
def test_a_check_changes_nothing(tmp_path: Path, existing: str | None) -> None:
    path = tmp_path / "report.json"
    if existing is not None:
        path.write_text(existing)
    check_writable(path)
    assert [file.read_text() for file in tmp_path.iterdir()] == ([existing] if existing else [])


def test_a_check_of_a_device() -> None:
    check_writable(Path(os.devnull))


def test_a_check_where_every_file_has_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on NFS: then the folder's permissions have to do."""

    def unsupported(*_: object) -> int:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(os, "open", unsupported)
    check_writable(tmp_path / "report.json")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(WriteError, match="Permission denied"):
        check_writable(tmp_path / "report.json")


def test_what_killed_writers_left_is_removed_once_it_is_old(tmp_path: Path) -> None:
    names = (".0123456789abcdef.tmp", ".fedcba9876543210.tmp", ".mine.tmp", "report.json")
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / names[1]).touch()
    remove_old_drafts(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(names[1:])
    remove_old_drafts(tmp_path / "missing")
