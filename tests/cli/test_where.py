"""``--where``, of one submission and of a batch: what a person says about functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from tests.contracts import FREE, heaps

TWO = FREE + "\ndef another(heap):\n    return solve(heap)\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    heaps(tmp_path)
    (tmp_path / "student.py").write_text(TWO)
    return tmp_path


def grade(course: Path, *options: str) -> Result:
    line = ["run", str(course / "student.py"), "--course", str(course), "-a", "heaps", *options]
    return CliRunner().invoke(main, line)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_question_is_answered_by_where(course: Path) -> None:
    asked = grade(course)
    assert asked.exit_code == 0
    assert "search: solve or another?" in asked.stdout
    assert "--where search=solve" in " ".join(asked.stdout.split())
    assert "Not final: a person has to say which function is meant." in asked.stdout
    assert "2 points undecided" in asked.stdout
    answered = json.loads(grade(course, "--where", "search=another", "--format", "json").stdout)
    assert (answered["score"], answered["complete"]) == (4, True)
    search = next(role for role in answered["roles"] if role["role"] == "search")
    assert (search["found"], search["function"]) == ("marker", "another")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (["search"], "'search' is not ROLE=NAME."),
        (["=x"], "'=x' is not ROLE=NAME."),
        (["search=a", "search=b"], "search is said to be both a and b."),
        (["dig=a"], "'dig' is not a role of this assignment; its roles are take, moves, search"),
    ],
)
def test_what_cannot_be_meant_is_refused(course: Path, said: list[str], sentence: str) -> None:
    result = grade(course, *(part for each in said for part in ("--where", each)))
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())


def batch(course: Path, *options: str | Path) -> Result:
    line = ["batch", course / "in", "--out", course / "out", "--course", course, "-a", "heaps"]
    return CliRunner().invoke(main, list(map(str, [*line, *options])))


def graded(course: Path) -> dict[str, dict[str, Any]]:
    """Reports by student."""
    found = (course / "out/json").glob("*.json")
    return {path.stem: json.loads(path.read_text()) for path in found}


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_in_a_batch_each_student_has_answers_of_their_own(course: Path, tmp_path: Path) -> None:
    (course / "in").mkdir()
    for name in ("ann", "bob"):
        # Not the same program, which would be graded once.
        (course / "in" / f"{name}.py").write_text(f"{TWO}# {name}\n")
    asked = batch(course)
    assert asked.exit_code == 0, asked.output
    assert [graded(course)[name]["complete"] for name in ("ann", "bob")] == [False, False]
    table = tmp_path / "answers.csv"
    table.write_text("id,role,function\nann,search,another\n")
    answered = batch(course, "--where", table, "--against", course / "out")
    assert answered.exit_code == 0, answered.output
    assert "functions that people named" in " ".join(answered.stdout.split())
    reports = graded(course)
    assert [reports[name]["complete"] for name in ("ann", "bob")] == [True, False]
    assert reports["ann"]["score"] == 4
    search = next(role for role in reports["ann"]["roles"] if role["role"] == "search")
    assert (search["found"], search["function"]) == ("marker", "another")
    summary = json.loads((course / "out/summary.json").read_text())
    assert summary["graded"] == 1
    where = {row["id"]: summary["settings"][row["setting"]]["where"]
             for row in summary["submissions"]}  # fmt: skip
    assert where == {"ann": "search=another", "bob": ""}
    # What was said is kept, so that nothing has to be graded again.
    again = batch(course)
    assert again.exit_code == 0, again.output
    assert json.loads((course / "out/summary.json").read_text())["graded"] == 0
    assert graded(course)["ann"]["score"] == 4


def test_of_a_batch_nothing_is_said_for_everybody(course: Path) -> None:
    (course / "in").mkdir()
    result = batch(course, "--where", "search=solve")
    assert result.exit_code == 2
    assert "In a batch, it takes tables with the columns id, role and function" in " ".join(
        result.stderr.replace("│", "").split()
    )
