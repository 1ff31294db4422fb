from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.similar.collect_submissions import NothingToCompare, collect_submissions
from tests.similar.programs import CLIMB


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    folder = tmp_path / "hand-ins"
    (folder / "carol").mkdir(parents=True)
    for name in ("alice.py", "bob.py", "carol/mine.py"):
        (folder / name).write_text(CLIMB)
    return folder


def test_what_a_folder_holds(hand_ins: Path) -> None:
    for name in ("grades.csv", ".hidden.py", "README"):
        (hand_ins / name).write_text("x")
    found, left_out = collect_submissions([hand_ins])
    assert [Path(each.path).name for each in found] == ["alice.py", "bob.py", "carol"]
    assert left_out == []


def test_nothing_counts_twice(hand_ins: Path) -> None:
    os.link(hand_ins / "bob.py", hand_ins / "same.py")
    found, _ = collect_submissions(
        [hand_ins / "bob.py", hand_ins, hand_ins / ".." / "hand-ins" / "alice.py"]
    )
    assert len(found) == 3


def test_what_cannot_be_read_is_told(hand_ins: Path) -> None:
    (hand_ins / "empty.py").write_text("")
    (hand_ins / "link.py").symlink_to("/etc/passwd")
    os.mkfifo(hand_ins / "pipe.py")
    (hand_ins / "dave").mkdir()
    found, left_out = collect_submissions([hand_ins])
    assert len(found) == 3
    assert {Path(each.path).name for each in left_out} == {
        "empty.py", "link.py", "pipe.py", "dave"
    }  # fmt: skip


def test_names_of_any_bytes(hand_ins: Path) -> None:
    (hand_ins / os.fsdecode(b"\xff\n.py")).write_text(CLIMB)
    found, _ = collect_submissions([hand_ins])
    assert [each.path for each in found if "\\udcff\n" in each.path]


@pytest.mark.parametrize("names", [(), ("alice.py",), ("alice.py", "alice.py"), ("nobody.py",)])
def test_one_is_not_enough(hand_ins: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(NothingToCompare):
        collect_submissions([hand_ins / name for name in names])
