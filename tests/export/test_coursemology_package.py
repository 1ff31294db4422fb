"""Packages for Coursemology run as that platform runs them: by make, unittest and xmlrunner."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from grader.export.coursemology_cases import ExportedCase
from grader.export.coursemology_equality_checks import (
    ExpectAnyOrder,
    ExpectOneOf,
    ExpectSame,
    arguments_changed_by,
)
from grader.export.coursemology_package import QuestionTexts, package_files
from grader.export.package_files import zip_package

TEXTS = QuestionTexts(
    prepend="from __future__ import annotations\nimport helper\n",
    submission="def double(n):\n    raise NotImplementedError\n",
    solution="def double(n):\n    return helper.TWO * n\n",
    append="def half(n):\n    return n // 2\n",
    data={"helper.py": "TWO = 2\n"},
)
CASES = [
    ExportedCase("1/shown", "public", "double(3)", "6", "Twice as much."),
    ExportedCase("1/hidden", "private", "half(double(5))", "5", 'It\'s "half".'),
    ExportedCase("1/hidden", "evaluation", "double('ab')", "'abab'", ""),
]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "a package"
    with zipfile.ZipFile(io.BytesIO(zip_package(package_files(TEXTS, CASES)))) as made:
        made.extractall(folder)
    return folder


def make(folder: Path, target: str) -> int:
    command = ["make", "-s", "-C", str(folder), target, f"PYTHON={sys.executable}"]
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, capture_output=True, env=clean, check=False).returncode


def report(folder: Path) -> dict[str, ET.Element]:
    """The cases of the report by name, found where the platform looks for them."""
    root = ET.parse(folder / "report.xml").getroot()
    suites = root.findall("testsuite") if root.tag == "testsuites" else [root]
    cases = [case for suite in suites if suite.get("name") for case in suite.findall("testcase")]
    assert all(float(case.attrib["time"]) >= 0 and case.attrib["classname"] for case in cases)
    return {case.attrib["name"]: case for case in cases}


def test_the_layout_is_flat_and_has_its_folders() -> None:
    with zipfile.ZipFile(io.BytesIO(zip_package(package_files(TEXTS, CASES)))) as made:
        assert set(made.namelist()) == {
            ".meta", "Makefile", "helper.py",
            "submission/", "submission/template.py", "solution/", "solution/template.py",
            "tests/", "tests/prepend.py", "tests/append.py", "tests/autograde.py",
        }  # fmt: skip
        meta = json.loads(made.read(".meta"))
    assert meta["test_cases"]["private"] == [
        {"expression": "half(double(5))", "expected": "5", "hint": 'It\'s "half".'}
    ]
    assert [file["filename"] for file in meta["data_files"]] == ["helper.py"]
    assert (meta["solution"], meta["submission"]) == (TEXTS.solution, TEXTS.submission)


def test_a_solution_in_the_place_of_a_submission_passes_each_class(package: Path) -> None:
    solution = (package / "solution" / "template.py").read_text()
    (package / "submission" / "template.py").write_text(solution)
    assert [make(package, target) for target in ("prepare", "compile")] == [0, 0]
    for kind in ("public", "private", "evaluation"):
        assert make(package, kind) == 0
        (case,) = report(package).values()
        assert case.attrib["name"] == f"test_{kind}_01"
        assert not case.findall("failure") + case.findall("error")
    assert make(package, "clean") == 0
    assert not (package / "answer.py").exists()


def test_what_is_not_written_fails_with_what_the_platform_reads(package: Path) -> None:
    make(package, "compile")
    assert make(package, "public") != 0
    (case,) = report(package).values()
    (error,) = case.findall("error")
    assert error.attrib["type"] == "NotImplementedError"
    assert "NotImplementedError" in (error.text or "")


def test_a_wrong_answer_is_a_failure_with_both_values(package: Path) -> None:
    (package / "submission" / "template.py").write_text("def double(n):\n    return n\n")
    make(package, "compile")
    make(package, "public")
    (failure,) = report(package)["test_public_01"].findall("failure")
    assert failure.attrib["message"] == "3 != 6"


def test_what_is_appended_shadows_what_students_define(package: Path) -> None:
    (package / "submission" / "template.py").write_text(
        "def double(n):\n    return 2 * n\n\ndef half(n):\n    return 0\n"
    )
    make(package, "compile")
    assert make(package, "private") == 0


def test_each_case_says_its_expression_its_expected_value_and_its_hint(package: Path) -> None:
    make(package, "compile")
    (package / "look.py").write_text(
        "import json, answer\n"
        "case = answer.PrivateTestsGrader('test_private_01')\n"
        "case.run()\n"
        "print(json.dumps(case.meta))\n"
    )
    done = subprocess.run(
        [sys.executable, "look.py"], cwd=package, capture_output=True, text=True, check=True
    )
    meta = json.loads(done.stdout)
    assert (meta["expression"], meta["expected"]) == ("half(double(5))", "5")
    assert meta["hint"] == 'It\'s "half".'


def test_conditions_accept_what_they_say() -> None:
    assert ExpectSame([1, (2, 3)]) == (1, [2, 3])
    assert ExpectSame([1, (2, 3)]) != (1, [3, 2])
    same_but_no_number: object = True
    assert ExpectSame(1) != same_but_no_number
    assert {(1, 2), (3, 4)} == ExpectAnyOrder([(3, 4), [1, 2]])
    assert ExpectAnyOrder([1, 2, 2]) != [1, 1, 2]
    assert ExpectAnyOrder([]) != "no list"
    assert ExpectOneOf((1, "a"), (2, "b")) == [2, "b"]
    assert ExpectOneOf((1, "a"), (2, "b")) != (2, "a")
    assert str(ExpectOneOf(1, 2)) == "1 or 2"


def test_changed_arguments_are_told_by_their_place() -> None:
    assert arguments_changed_by(lambda _, there: there.append(1), [0], []) == [1]
    assert arguments_changed_by(sorted, [2, 1], key=None) == []
