"""``grade run --where``: what a person says about functions."""

from __future__ import annotations

import json
from pathlib import Path

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
        (["dig=a"], "'dig' is no role of this assignment; its roles are take, moves, search, show"),
    ],
)
def test_what_cannot_be_meant_is_refused(course: Path, said: list[str], sentence: str) -> None:
    result = grade(course, *(part for each in said for part in ("--where", each)))
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())
