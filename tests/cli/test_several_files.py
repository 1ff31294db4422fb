"""``grade`` on archives and folders with several files."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.render.report_json import loads
from tests.batch.scene import RIGHT, WRONG, written, zipped
from tests.made_up import DOUBLE, made_up

HELPED = "from pkg.helpers import twice\ndef double(n):\n    return twice(n)\n"


@pytest.fixture(autouse=True)
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made_up(tmp_path / "course", tasks=DOUBLE)
    monkeypatch.setenv("GRADE_COURSE", str(tmp_path / "course"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "course"


def grade(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments), "--format", "json"])


def refusal(*arguments: str | Path) -> str:
    result = grade(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    return result.stderr


@pytest.mark.parametrize("named", [(), ("--assignment", "demo")])
def test_a_helper_beside_the_code_is_no_loss(named: tuple[str, ...]) -> None:
    zipped(
        Path("hw.zip"), {"ps2.py": HELPED, "pkg/helpers.py": "def twice(n):\n    return 2 * n\n"}
    )
    report = loads(grade("hw.zip", *named).stdout)
    assert (report.score, report.load_notes) == (2.0, ())
    assert [cell.name for cell in report.cells] == ["ps2.py", "pkg/helpers.py"]


def test_a_wrong_line_of_a_helper_is_where_it_is() -> None:
    helper = "x = 1\n\ndef twice(n):\n    return n.upper()\n"
    written(Path("hw"), {"ps2.py": HELPED, "pkg/helpers.py": helper, "tests/test_ps2.py": RIGHT})
    (task,) = loads(grade("hw").stdout).tasks
    excerpts = [case.call.excerpt for test in task.tests for case in test.cases if case.call]
    found = {(excerpt.file, excerpt.line) for excerpt in excerpts if excerpt is not None}
    assert found == {("pkg/helpers.py", 4)}


def test_a_file_alone_lacks_what_lies_beside_it() -> None:
    written(Path("hw"), {"ps2.py": HELPED, "pkg/helpers.py": "def twice(n):\n    return 2 * n\n"})
    report = loads(grade("hw/ps2.py").stdout)
    assert report.score == 0.0
    (note,) = report.load_notes
    assert "pkg.py was not handed in" in note.message
    assert "hand in all of your files together, in a .zip archive" in note.message


def test_two_candidates_are_a_question_that_a_person_can_answer() -> None:
    zipped(Path("hw.zip"), {"a b.py": RIGHT, "old.py": WRONG})
    said = refusal("hw.zip")
    assert "hw.zip holds 2 files that could be graded: a b.py, old.py" in said
    assert "each of them defines double" in said
    assert "grade batch" not in said
    answer = shlex.split(said.rpartition("Or grade one of them alone: ")[2])
    report = loads(grade("hw.zip", *answer).stdout)
    assert report.score == 2.0
    assert "old.py also defines functions of this assignment" in report.load_notes[0].message
    assert loads(grade("hw.zip", "--file", "OLD.py").stdout).score < 2.0
    Path("report.json").write_text(grade("hw.zip", *answer).stdout)
    case = loads(Path("report.json").read_text()).tasks[0].tests[0].cases[0].id
    assert CliRunner().invoke(main, ["replay", "report.json", case]).exit_code == 0


def test_an_answer_that_names_nothing_is_refused() -> None:
    zipped(Path("hw.zip"), {"a.py": RIGHT, "notes.txt": "x"})
    assert "holds no file b.py that could be graded" in refusal("hw.zip", "--file", "b.py")


def test_folders_of_several_students_are_for_a_batch() -> None:
    written(Path("all"), {"jane/ps2.py": RIGHT, "rob/ps2.py": WRONG})
    said = refusal("all")
    assert "if they are of several students, grade them all: grade batch all" in said


def test_an_assignment_can_name_the_file(course: Path) -> None:
    toml = course / "hidden_tests" / "demo" / "assignment.toml"
    toml.write_text('files = ["PS2.py"]\n' + toml.read_text())
    zipped(Path("hw.zip"), {"ps2.py": RIGHT, "old.py": WRONG})
    assert loads(grade("hw.zip").stdout).score == 2.0


def test_a_data_file_is_there_and_counts_for_the_digest() -> None:
    code = "def double(n):\n    return int(open('factor.txt').read()) * n\n"
    digests = []
    for number, score in (("2", 2.0), ("3", 0.0)):
        zipped(Path("hw.zip"), {"ps2.py": code, "factor.txt": number})
        report = loads(grade("hw.zip").stdout)
        assert (report.score == 2.0) == (score == 2.0)
        digests.append(report.digest)
    assert digests[0] != digests[1]
