"""Packages of Coursemology become assignments, and nothing in them is executed on the way."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.author.import_coursemology import PackageNotUsable, import_package, read_package
from grader.author.new_assignment import AssignmentNotMade
from grader.intake.intake_errors import IntakeError

FILES = {
    "solution/template.py": "def double(n):\n    return 2 * n\n",
    "submission/template.py": "def double(n):\n    raise NotImplementedError\n",
    "tests/prepend.py": "",
    "tests/append.py": "",
    "Makefile": "",
}


def case(expression: str, expected: str = "4", hint: str = "") -> dict[str, str]:
    return {"expression": expression, "expected": expected, "hint": hint}


def package(folder: Path, cases: Any, files: Mapping[str, str] = FILES) -> Path:
    written = folder / "package.zip"
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr(".meta", json.dumps({"test_cases": cases}))
    return written


def imported(folder: Path, cases: Any, files: Mapping[str, str] = FILES) -> dict[str, str]:
    """The files of the assignment that a package becomes, by their paths within its course."""
    _, made = import_package(package(folder, cases, files), folder / "course", "week1")
    return {str(file): (folder / "course" / file).read_text() for file in made}


def test_literals_stay_with_the_grader(tmp_path: Path) -> None:
    made = imported(tmp_path, {"public": [case("double(2)"), case("double((1,))", "(1, 1)")]})
    tests = made["hidden_tests/week1/test_package.py"]
    assert "'public', 1, 'double(2)', 4, hint=''" in tests
    assert "'public', 2, 'double((1,))', (1, 1), hint=''" in tests
    assert 'function = "double"' in made["hidden_tests/week1/assignment.toml"]
    assert made["reference/week1/double.py"] == FILES["solution/template.py"]


@pytest.mark.parametrize("expected", ["double(1) + 2", "1e999", "[" * 5000, "(lambda: 4)()", "4)"])
def test_what_is_no_literal_is_left_to_the_sandbox(expected: str, tmp_path: Path) -> None:
    tests = imported(tmp_path, {"private": [case("double(2)", expected)]})
    text = tests["hidden_tests/week1/test_package.py"]
    assert repr(f"not not ((double(2)) == ({expected}))") in text


def test_texts_that_look_like_code_stay_texts(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    code = f'open({str(mark)!r}, "w") or double(2)'
    trick = "'''\n\"\"\"); open('x', 'w'); (\"\"\"\\"
    files = {
        **FILES,
        **dict.fromkeys(("tests/prepend.py", "tests/append.py"), f"{code}\n{trick}"),
        "solution/template.py": f"{code}\ndef double(n): return 4\n{trick}",
    }
    made = imported(tmp_path, {"evaluation": [case(code, code, trick)]}, files)
    for name, text in made.items():
        if name.endswith(("test_package.py", "value_of.py")):
            compiled = compile(text, name, "exec")
            assert compiled.co_consts, "it is Python, whatever the texts are"
    assert not mark.exists()


def test_modules_beside_the_tests_are_provided_and_no_others(tmp_path: Path) -> None:
    files = {
        **FILES, "helper.py": "TWO = 2\n", "data.csv": "1,2\n", "../outside.py": "", "/abs.py": "",
        "lib/inner.py": "", "..\\back.py": "",
    }  # fmt: skip
    made = imported(tmp_path, {"public": [case("double(2)")]}, files)
    assert made["reference/week1/provided/helper.py"] == "TWO = 2\n"
    assert len([name for name in made if "/provided/" in name]) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"course", "package.zip"}
    assert "data.csv" in read_package(tmp_path / "package.zip").left_out


@pytest.mark.parametrize(
    ("cases", "files", "said"),
    [
        ({}, FILES, "no test cases"),
        ([], FILES, "lists no test_cases"),
        ({"public": [{"expression": 3}]}, FILES, "public case 1"),
        ({"public": ["double(2)"]}, FILES, "public case 1"),
        ({"public": [case("2 + 2")]}, FILES, "No expression"),
        ({"public": [case("double(2)")]}, {"Makefile": ""}, "holds no solution/template.py"),
    ],
)
def test_what_is_no_package_is_refused(
    cases: Any, files: Mapping[str, str], said: str, tmp_path: Path
) -> None:
    with pytest.raises(PackageNotUsable, match=said):
        imported(tmp_path, cases, files)
    assert not (tmp_path / "course").exists()


def test_a_member_that_unfolds_to_too_much_is_refused(tmp_path: Path) -> None:
    files = {**FILES, "tests/append.py": "#" * (8 << 20)}
    with pytest.raises(IntakeError, match=r"append\.py"):
        imported(tmp_path, {"public": [case("double(2)")]}, files)


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "package.zip").write_bytes(b"PK" + bytes(100))
    with pytest.raises(IntakeError, match="not a readable zip"):
        read_package(tmp_path / "package.zip")


def test_a_link_in_place_of_a_file_is_none(tmp_path: Path) -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        entry = zipfile.ZipInfo(".meta")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    (tmp_path / "package.zip").write_bytes(written.getvalue())
    with pytest.raises(PackageNotUsable, match=r"holds no \.meta"):
        read_package(tmp_path / "package.zip")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    imported(tmp_path, {"public": [case("double(2)")]})
    with pytest.raises(AssignmentNotMade, match="is there already"):
        imported(tmp_path, {"public": [case("double(3)")]})


@pytest.mark.parametrize("name", ["../week", "a b", "class", ""])
def test_names_that_lead_elsewhere_are_refused(name: str, tmp_path: Path) -> None:
    path = package(tmp_path, {"public": [case("double(2)")]})
    with pytest.raises(AssignmentNotMade):
        import_package(path, tmp_path / "course", name)
