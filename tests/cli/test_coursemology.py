"""``grade export coursemology`` and back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from tests.cli.process import run

pytestmark = pytest.mark.bubblewrap


@pytest.fixture
def course(tmp_path: Path) -> Path:
    assert run("author", "new", f"{tmp_path}/course/week1").returncode == 0
    return tmp_path / "course"


def test_cases_of_a_new_assignment_are_told(course: Path, tmp_path: Path) -> None:
    done = run("export", "coursemology", "week1", f"--course={course}", f"-o{tmp_path / 'out'}")
    assert done.returncode == 0, done.stderr
    assert "2 public, 4 private, 0 evaluation" in done.stdout
    with zipfile.ZipFile(tmp_path / "out" / "week1-1-misplaced.zip") as package:
        cases = json.loads(package.read(".meta"))["test_cases"]
    assert cases["public"][1]["expression"] == "misplaced([[1, 2, 3], [4, 5, 6], [8, 7, 0]])"
    assert cases["public"][1]["expected"] == "2"


def test_names_that_students_choose_cannot_be_exported(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("export", "coursemology", "connect4", f"-o{out}")
    assert done.returncode == 2
    assert "lets students choose names" in done.stderr
    assert not out.exists()


@pytest.mark.slow
def test_a_package_becomes_an_assignment_that_its_solution_passes(
    course: Path, tmp_path: Path
) -> None:
    out, back = tmp_path / "out", tmp_path / "back"
    run("export", "coursemology", "week1", f"--course={course}", f"-o{out}")
    done = run("import", "coursemology", str(out / "week1-1-misplaced.zip"), f"-o{back}")
    assert done.returncode == 0, done.stderr
    name = "week1_1_misplaced"
    solution = back / "reference" / name / "misplaced.py"
    report = json.loads(run(str(solution), f"--course={back}", "-fjson").stdout)
    assert (report["score"], report["max_score"]) == (6, 6)
    wrong = course / "reference" / "week1" / "mutants" / "counting" / "counts_the_gap.py"
    report = json.loads(run(str(wrong), f"--course={back}", "-fjson").stdout)
    assert report["score"] < 6


def test_what_stands_behind_the_students_code_counts_in_the_sandbox(tmp_path: Path) -> None:
    """Appended functions replace the student's, and computed values are compared beside them."""
    with zipfile.ZipFile(tmp_path / "week3.zip", "w") as package:
        package.writestr("solution/template.py", "def four():\n    return half(8)\n")
        package.writestr("submission/template.py", "def four():\n    raise NotImplementedError\n")
        package.writestr("tests/prepend.py", "import math\n")
        package.writestr("tests/append.py", "def half(n):\n    return n // 2\n")
        tested = {"public": [{"expression": "four()", "expected": "math.isqrt(16)", "hint": ""}]}
        package.writestr(".meta", json.dumps({"test_cases": tested}))
    run("import", "coursemology", str(tmp_path / "week3.zip"), f"-o{tmp_path / 'back'}")
    (tmp_path / "four.py").write_text(
        "def half(n):\n    return 0\ndef four():\n    return half(8)\n"
    )
    done = run(str(tmp_path / "four.py"), f"--course={tmp_path / 'back'}", "-fjson")
    assert json.loads(done.stdout)["score"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "function"),
    [("1.7", "hill_climbing_with_random_restarts"), ("2.1", "generate_valid_moves")],
)
def test_packages_of_ps2_run_as_there_and_come_back(
    task: str, function: str, tmp_path: Path
) -> None:
    """With make, the solution passes everything and the skeleton nothing; here, the same."""
    out, back, name = tmp_path / "out", tmp_path / "back", f"ps2-{task}-{function}.zip"
    done = run("export", "coursemology", "ps2", "-t", task, "--most", "3", f"-o{out}")
    assert done.returncode == 0, done.stderr
    assert (out / "left-out.txt").read_text() in done.stdout
    folder = tmp_path / "package"
    with zipfile.ZipFile(out / name) as package:
        package.extractall(folder)
    template = folder / "submission" / "template.py"
    skeleton, solution = template.read_text(), (folder / "solution" / "template.py").read_text()
    passed, total = 0, 0
    for kind in ("public", "private", "evaluation"):
        for code, all_pass in ((solution, True), (skeleton, False)):
            template.write_text(code)
            results = made_results(folder, kind)
            assert results == [all_pass] * len(results)
            passed, total = passed + sum(results), total + len(results)
    assert passed > 5
    assert total == 2 * passed

    run("import", "coursemology", str(out / name), f"-o{back}", "--name", "again")
    report = json.loads(
        run(
            str(back / "reference" / "again" / f"{function}.py"), f"--course={back}", "-fjson"
        ).stdout
    )
    assert report["score"] == report["max_score"] == passed


def made_results(folder: Path, kind: str) -> list[bool]:
    """Whether each case of a class passes, by the report that make leaves."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for target in ("clean", "compile", kind):
        command = ["make", "-s", "-C", str(folder), target, f"PYTHON={sys.executable}"]
        subprocess.run(command, capture_output=True, env=clean, check=False)
    cases = ET.parse(folder / "report.xml").getroot().iter("testcase")
    return [case.find("error") is None and case.find("failure") is None for case in cases]
