from __future__ import annotations

from pathlib import Path

import pytest

from grader.author import changed_files


@pytest.fixture
def course(tmp_path: Path) -> Path:
    for name in (
        "hidden_tests/a/test_x.py", "hidden_tests/b/test_x.py", "reference/a/skeleton.py",
        "reference/a/mutants/games/x.py", "reference/a/mutants/games/y.py",
        "reference/a/rights/styles/x.py", "reference/a/families/search/x.py",
        "reference/b/mutants/games/x.py",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    return tmp_path


def test_what_is_written_made_and_removed(course: Path) -> None:
    before = changed_files.stamp_files(course, ["a"])
    assert len(before) == 6
    assert changed_files.find_changed_files(before, changed_files.stamp_files(course, ["a"])) == []
    (course / "hidden_tests/a/test_x.py").write_text("x = 12\n")
    (course / "hidden_tests/a/data.json").write_text("{}")
    (course / "reference/a/skeleton.py").unlink()
    (course / "reference/b/mutants/games/x.py").write_text("another assignment's")
    assert changed_files.find_changed_files(before, changed_files.stamp_files(course, ["a"])) == [
        course / "hidden_tests/a/data.json",
        course / "hidden_tests/a/test_x.py",
        course / "reference/a/skeleton.py",
    ]


@pytest.mark.parametrize("name", [".test_x.py.swp", "test_x.py~", "__pycache__/x.pyc"])
def test_what_programs_leave_beside_a_file_is_not_looked_at(course: Path, name: str) -> None:
    before = changed_files.stamp_files(course, ["a"])
    file = course / "hidden_tests" / "a" / name
    file.parent.mkdir(exist_ok=True)
    file.touch()
    assert changed_files.stamp_files(course, ["a"]) == before


def test_an_assignment_without_a_reference(course: Path) -> None:
    assert changed_files.stamp_files(course, ["c"]) == {}


GAMES = "reference/a/mutants/games"


@pytest.mark.parametrize(
    ("names", "arguments"),
    [
        ([f"{GAMES}/x.py"], ["a", "--only=mutants", "--variant=games/x"]),
        (
            [f"{GAMES}/x.py", f"{GAMES}/y.py"],
            ["a", "--only=mutants", "--variant=games/x", "--variant=games/y"],
        ),
        (
            ["reference/a/rights/styles/x.py", f"{GAMES}/y.py"],
            ["a", "--only=rights", "--variant=styles/x", "--only=mutants", "--variant=games/y"],
        ),
        (
            ["reference/a/families/search/x.py"],
            ["a", "--only=limits", "--variant=search/x"],
        ),
        (["reference/a/skeleton.py"], ["a", "--only=skeleton"]),
        (["reference/a/skeleton.py", f"{GAMES}/x.py"], []),
        ([f"{GAMES}/gone.py"], []),
        ([f"{GAMES}/x.txt"], []),
        (["reference/b/mutants/games/x.py", f"{GAMES}/x.py"], []),
        (["hidden_tests/a/test_x.py", f"{GAMES}/x.py"], []),
        (["reference/a/mutants/equivalent.toml"], []),
    ],
)
def test_what_can_be_tried_by_itself(course: Path, names: list[str], arguments: list[str]) -> None:
    assert (
        changed_files.arguments_for_changes(course, [course / name for name in names]) == arguments
    )
