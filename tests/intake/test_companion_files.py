"""What is taken along beside the graded file."""

from __future__ import annotations

import os
import stat
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader import intake
from grader.intake import IntakeError
from grader.intake.accepted_files import MAX_CODE, MAX_DATA, MAX_FURTHER
from grader.model.submission import MainFileRules, Submission, normalized_text_digest

RULES = MainFileRules(asked=frozenset({"climb"}))
MAIN = "def climb(): ...\n"


def read(
    path: Path, members: Mapping[str, bytes | str], rules: MainFileRules = RULES
) -> Submission:
    with zipfile.ZipFile(path / "hw.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return intake.read_submission(path / "hw.zip", rules)


def notes(submission: Submission) -> list[str]:
    return [note.message for note in submission.notes]


def test_code_and_data_beside_the_graded_file(tmp_path: Path) -> None:
    members: dict[str, bytes | str] = {
        "hw/ps2.py": MAIN, "hw/pkg/__init__.py": "", "hw/pkg/a.py": b"# \xe9\nx = 1\r\n",
        "hw/book.bin": b"\0\1", "hw/.git/config": "x", "hw/__pycache__/a.pyc": b"\0",
    }  # fmt: skip
    found = read(tmp_path, members)
    assert [cell.name for cell in found.cells] == ["ps2.py"]
    assert found.main == "hw/ps2.py"
    assert {m.name: m.source for m in found.modules} == {
        "hw/pkg/__init__.py": "",
        "hw/pkg/a.py": "# é\nx = 1\n",
    }
    assert {file.name: file.content for file in found.data} == {"hw/book.bin": b"\0\1"}
    assert [note.file for note in found.notes] == ["hw/pkg/a.py"]  # which is no UTF-8


def test_a_folder_is_read_like_an_archive_of_it(tmp_path: Path) -> None:
    members = {"ps2.py": MAIN, "data/a.txt": "x", "help.py": "y = 1"}
    packed = read(tmp_path, members)
    for name, text in members.items():
        (tmp_path / "hw" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "hw" / name).write_text(text)
    folder = intake.read_submission(tmp_path / "hw", RULES)
    assert folder.digest == packed.digest
    assert set(folder.modules) == set(packed.modules)
    assert set(folder.data) == set(packed.data)


def test_a_file_that_came_alone_is_what_it_was(tmp_path: Path) -> None:
    packed = read(tmp_path, {"hw/ps2.py": MAIN})
    (tmp_path / "ps2.py").write_text(MAIN)
    assert packed.digest == intake.read_submission(tmp_path / "ps2.py").digest
    assert (packed.main, packed.modules, packed.data) == ("", (), ())


def test_the_digest_covers_all_that_can_influence_how_it_runs(tmp_path: Path) -> None:
    base = {"ps2.py": MAIN, "help.py": "x = 1", "a.txt": "1"}
    variants = [
        base, {**base, "help.py": "x = 2"}, {**base, "a.txt": "2"}, {**base, "b.txt": ""},
        {**base, "c.py": ""}, {"ps2.py": MAIN, "x/help.py": "x = 1", "a.txt": "1"},
        {"d/ps2.py": MAIN, "help.py": "x = 1", "a.txt": "1"}, {"ps2.py": MAIN},
    ]  # fmt: skip
    assert len({read(tmp_path, each).digest for each in variants}) == len(variants)


def test_a_folder_around_all_that_is_no_package_is_taken_off(tmp_path: Path) -> None:
    found = read(tmp_path, {"ps2-jane-main/src/ps2.py": MAIN, "ps2-jane-main/data/a.txt": "x"})
    assert found.main == "src/ps2.py"
    assert [file.name for file in found.data] == ["data/a.txt"]


def test_names_are_composed_and_lead_nowhere(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "münchen.txt")
    members = {
        "ps2.py": MAIN, decomposed: "1", "../../up.txt": "2", "/etc/passwd": "3", "d\\e.txt": "4",
        "a\x1b.txt": "5", "x" * 300: "6", "/".join("d" * 30): "7",
    }  # fmt: skip
    found = read(tmp_path, members)
    assert {file.name for file in found.data} == {
        "münchen.txt", "up.txt", "etc/passwd", "d/e.txt",
    }  # fmt: skip
    (said,) = notes(found)
    assert "a\\x1b.txt" in said
    assert said.endswith("were left out: cannot be used")


def test_what_cannot_be_beside_each_other_is_left_out(tmp_path: Path) -> None:
    members = {"ps2.py": MAIN, "a": "file", "a/b.txt": "in a folder", "../ps2.py": "x = 1",
               "A": "another"}  # fmt: skip
    found = read(tmp_path, members, MainFileRules(main=frozenset({"ps2.py"})))
    assert found.cells[0].source == MAIN
    assert {file.name for file in found.data} == {"a", "A"}
    (said,) = notes(found)
    assert "a/b.txt, ../ps2.py were left out" in said


def test_size_and_number_are_bounded(tmp_path: Path) -> None:
    members: dict[str, bytes | str] = {
        "ps2.py": MAIN, "film.mp4": bytes(MAX_DATA + 1), "small.txt": "x",
        **{f"half{n}.bin": bytes(MAX_DATA // 2) for n in range(3)},
    }  # fmt: skip
    found = read(tmp_path, members)
    assert [file.name for file in found.data] == ["small.txt", "half0.bin"]
    (said,) = notes(found)
    assert "film.mp4 (8.0 MiB)" in said
    assert "200 more files" in said
    many = read(tmp_path, {"ps2.py": MAIN, **{f"{n}.txt": "x" for n in range(300)}})
    assert len(many.data) == MAX_FURTHER
    large = {f"m{n}.py": "#" * 900_000 for n in range(4)}
    code = read(tmp_path, {"ps2.py": MAIN, **large, "m9.py": "#" * (1 << 20) + "#"})
    assert sum(len(module.source) for module in code.modules) <= MAX_CODE
    assert len(code.modules) == 2


def test_ten_thousand_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IntakeError, match="more than 2000 files"):
        read(tmp_path, {"ps2.py": MAIN, **{f"{n}.txt": "" for n in range(10_000)}})


def test_links_are_no_files(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("secret.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr(link, "/etc/passwd")
        file.writestr("ps2.py", MAIN)
    assert intake.read_submission(tmp_path / "a.zip", RULES).data == ()
    folder = tmp_path / "hw"
    folder.mkdir()
    (folder / "ps2.py").write_text(MAIN)
    (folder / "secret.txt").symlink_to("/etc/passwd")
    (folder / "helper.py").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.txt")
    found = intake.read_submission(folder, RULES)
    assert (found.data, found.modules) == ((), ())


def test_a_provided_module_is_the_courses_own(tmp_path: Path) -> None:
    rules = MainFileRules(
        given=frozenset({"game.py", "template.py"}), asked=frozenset({"climb"}),
        provided={"game.py": normalized_text_digest("x = 1\ny = 2\n")},
    )  # fmt: skip
    same = read(tmp_path, {"ps2.py": MAIN, "game.py": "x = 1\r\ny = 2\r\n\r\n"}, rules)
    assert (same.modules, same.notes) == ((), ())
    other = read(tmp_path, {"ps2.py": MAIN, "Game.py": "x = 5"}, rules)
    assert other.modules == ()
    assert notes(other) == [
        "Game.py differs from the course's file; the course's file was used instead"
    ]
    handed_back = read(tmp_path, {"ps2.py": MAIN, "template.py": "x = 5"}, rules)
    assert [module.name for module in handed_back.modules] == ["template.py"]


def test_names_that_python_itself_has_are_said(tmp_path: Path) -> None:
    members = {"src/ps2.py": MAIN, "src/random.py": "x", "json/__init__.py": "", "json/a.py": "",
               "pkg/copy.py": ""}  # fmt: skip
    said = notes(read(tmp_path, members))
    assert [line.partition(" has the name")[0] for line in said] == [
        "src/random.py", "json/__init__.py",
    ]  # fmt: skip
    assert "import random finds that module instead of this file; rename the file" in said[0]


def test_a_name_that_no_file_can_have_is_replaced(tmp_path: Path) -> None:
    for name in ("x" * 300 + ".py", "/".join("d" * 30) + "/ps2.py", "a\x1b.py"):
        found = read(tmp_path, {name: MAIN, "a.txt": "1"})
        assert (found.main, found.cells[0].name) == ("main.py", "main.py")
        assert [file.name for file in found.data] == ["a.txt"]
    both = read(tmp_path, {"x" * 300 + ".py": MAIN, "main.py": "x = 1"})
    assert (both.cells[0].source, both.modules) == (MAIN, ())
