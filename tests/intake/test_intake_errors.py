"""How names of files are written in refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import intake
from grader.intake import IntakeError
from grader.intake.accepted_files import name_without_suffix, suffix_of
from grader.intake.intake_errors import printable_name


@pytest.mark.parametrize("name", ["alice.py", "Übung  2 (final).ipynb", "hw/#1 ##a.py", "x" * 120])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert printable_name(name) == name


@pytest.mark.parametrize("name", ["##[error]pwn.zip", "a ###[group]b.py", "#" * 200 + "[error]"])
def test_names_hold_no_commands_for_ci_runners(name: str) -> None:
    assert "##[" not in printable_name(name)
    assert len(printable_name(name)) <= 120


def test_names_are_on_one_line_with_nothing_hidden() -> None:
    assert printable_name("a\n::error::b\tc\u3164.py") == "a\\n::error::b\\tc\\u3164.py"


def test_refusals_hold_no_commands_for_ci_runners(tmp_path: Path) -> None:
    with pytest.raises(IntakeError) as caught:
        intake.read_submission(tmp_path / "##[error]pwn.zip")
    assert "#\\x23[error]pwn.zip" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "suffix", "stem"),
    [
        ("hw/a.PY", ".py", "a"),
        ("a.py/.", ".py", "a"),
        ("kimann_1_2_a.py.txt", ".py", "kimann_1_2_a"),
        ("a.ipynb.JSON", ".ipynb", "a"),
        ("a.ipynb.txt", ".ipynb", "a"),
        ("a.txt", ".txt", "a"),
        ("a.json", ".json", "a"),
        (".py.txt", ".txt", ".py"),
        ("a.zip.txt", ".txt", "a.zip"),
    ],
)
def test_endings_that_something_else_has_added(name: str, suffix: str, stem: str) -> None:
    assert (suffix_of(name), name_without_suffix(name)) == (suffix, stem)
