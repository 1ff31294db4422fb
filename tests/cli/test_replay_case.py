"""``grade replay``: the same case once more, and why that may not be possible."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.model.figures import Counterexample, Explanation
from grader.model.report import Report, View
from grader.render.report_json import dumps, loads
from tests.cli.process import command, environment, run, shown_on, terminal

pytestmark = pytest.mark.bubblewrap

WRONG = """
import random
def transition(route):
    print("asked for", route)
    i, j = random.sample(range(len(route)), 2)
    new = route[:]
    new[i] = new[j]
    return [new]
def generate_valid_moves(board, player):
    return board.moves
"""


def grade(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A submission and the report on two of its tasks."""
    folder = tmp_path_factory.mktemp("graded")
    (folder / "bob.py").write_text(WRONG)
    result = grade(
        folder / "bob.py", "-t", "1.3", "-t", "2.1", "--seed", "5", "-f", "json",
        "-o", folder / "bob.json",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def stored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(folder)
    return loads(Path("bob.json").read_text())


def refused(result: Result, status: int = 2) -> str:
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    return result.stderr


def failing(report: Report, task: str) -> str:
    found = (case for each in report.tasks if each.id == task for case in each.cases)
    return next(case.id for case in found if not case.verdict.passed)


def without_a_smaller_one(report: Report, task: str) -> str:
    found = (case for each in report.tasks if each.id == task for case in each.cases)
    return next(case.id for case in found if not case.verdict.passed and not case.explanation)


@pytest.mark.slow
def test_the_same_random_stream_gives_the_same_answer(stored: Report) -> None:
    case = failing(stored, "1.3")
    first, second = (grade("replay", "bob.json", case) for _ in range(2))
    assert first.exit_code == 0
    assert f"{case}  wrong answer" in first.stdout
    assert "transition([" in first.stdout
    assert "asked for" in first.stdout
    assert "ended differently" not in first.stdout
    without_times = [
        [line for line in result.stdout.splitlines() if "CPU" not in line]
        for result in (first, second)
    ]
    assert without_times[0] == without_times[1]
    (failed,) = (c for task in stored.tasks for c in task.cases if c.id == case)
    assert failed.actual is not None
    assert failed.actual in " ".join(first.stdout.replace("│", " ").split())


@pytest.mark.slow
def test_the_traceback_is_told_again(stored: Report) -> None:
    result = grade("replay", "bob.json", failing(stored, "2.1"))
    assert "raises AttributeError: 'list' object has no attribute 'moves'" in result.stdout
    assert "bob.py" in result.stdout


@pytest.mark.slow
def test_a_snippet_makes_the_same_calls(stored: Report) -> None:
    result = grade("replay", "bob.json", without_a_smaller_one(stored, "1.3"), "--snippet")
    assert result.exit_code == 0
    assert "print(transition([" in result.stdout
    assert "random.seed(" in result.stdout
    namespace: dict[str, object] = {}
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdout", out)
        exec(WRONG + result.stdout, namespace)  # noqa: S102 - as a person would
    promised = [line for line in result.stdout.splitlines() if line.startswith("# prints ")]
    printed = [line for line in out.getvalue().splitlines() if not line.startswith("asked")]
    assert printed == [line.removeprefix("# prints ") for line in promised]


@pytest.mark.slow
def test_a_snippet_says_what_it_lacks(stored: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.examine.lent_call_recorder.MOST", 0)
    result = grade("replay", "bob.json", without_a_smaller_one(stored, "1.3"), "--snippet")
    assert "# Not all calls of the lent functions are known" in result.stdout
    monkeypatch.setattr("grader.explain.call_snippet._MOST_SOURCE", 10)
    result = grade("replay", "bob.json", without_a_smaller_one(stored, "1.3"), "--snippet")
    assert "# The calls of the lent functions are too long to be printed" in result.stdout


def test_a_snippet_is_of_the_smaller_case_if_there_is_one(stored: Report, tmp_path: Path) -> None:
    task = next(each for each in stored.tasks if each.id == "1.3")
    case = next(case for case in task.cases if not case.verdict.passed)
    shown = Counterexample("transition([0])\n# \u202e\n", "[]", "[[0]]", "1 city")
    of_one_city = replace(case, explanation=Explanation(counterexample=shown))
    test = next(test for test in task.tests if case in test.cases)
    cases = tuple(of_one_city if each is case else each for each in test.cases)
    tests = tuple(replace(test, cases=cases) if each is test else each for each in task.tests)
    tasks = tuple(replace(each, tests=tests) if each is task else each for each in stored.tasks)
    (tmp_path / "small.json").write_text(dumps(replace(stored, tasks=tasks), View.STAFF))
    result = grade("replay", tmp_path / "small.json", case.id, "--snippet")
    assert result.stdout == (
        "# A smaller case that fails, too: 1 city\ntransition([0])\n# \\u202e\n"
    )


def test_the_submission_may_have_moved(stored: Report, tmp_path: Path) -> None:
    case = failing(stored, "1.3")
    moved = tmp_path / "bob.py"
    moved.write_text(WRONG)
    elsewhere = tmp_path / "bob.json"
    elsewhere.write_text(Path("bob.json").read_text().replace("bob.py", "gone.py"))
    assert "Say where it is with --submission." in refused(grade("replay", elsewhere, case))
    assert grade("replay", elsewhere, case, "--submission", moved).exit_code == 0


def test_another_file_is_refused(stored: Report, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(WRONG + "\n")
    result = grade("replay", "bob.json", failing(stored, "1.3"), "--submission", other)
    assert "is not the file that was graded" in refused(result)


def test_a_case_that_does_not_exist(stored: Report) -> None:
    assert "There is no case 1.3/none" in refused(grade("replay", "bob.json", "1.3/none"))


def test_a_case_that_exists_no_longer(stored: Report, tmp_path: Path) -> None:
    case = failing(stored, "1.3")
    old = tmp_path / "old.json"
    old.write_text(Path("bob.json").read_text().replace(case, "1.3/forgotten[case]"))
    sentence = refused(grade("replay", old, "1.3/forgotten[case]"))
    assert "The hidden tests have changed since" in sentence


def test_a_report_for_students_does_not_do(stored: Report, tmp_path: Path) -> None:
    path = tmp_path / "student.json"
    path.write_text(dumps(stored, View.STUDENT))
    sentence = refused(grade("replay", path, failing(stored, "1.3")))
    assert "This report is for students" in sentence


def test_the_debugger_needs_a_terminal(stored: Report) -> None:
    result = grade("replay", "bob.json", failing(stored, "1.3"), "--pdb")
    assert "--pdb needs a terminal" in refused(result)


RECURSIVE = """
def minimax(board, depth, max_depth, player, generate_valid_moves):
    if depth < 3:
        return minimax(board, depth + 1, max_depth, player, generate_valid_moves)
    return 12345, None
"""


@contextlib.contextmanager
def debugger(folder: Path, *typed: bytes) -> Iterator[tuple[subprocess.Popen[bytes], int, str]]:
    """``--pdb`` on a case of RECURSIVE: process, terminal, and screen, on which all is typed.

    Each line is typed after a question, and the last question is waited for.
    """
    source, report = folder / "bob.py", folder / "bob.json"
    source.write_text(RECURSIVE)
    options = ("--task", "3.1", "--sandbox", "none", "--report", f"json={report}")
    graded = run(source, *options)
    assert graded.returncode == 0, graded.stderr
    case = failing(loads(report.read_text()), "3.1")
    with terminal() as (ours, theirs):
        replaying = subprocess.Popen(
            command("replay", report, case, "--pdb"),
            cwd=folder, env=environment({}), stdin=theirs, stdout=theirs, stderr=theirs,
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        screen = b""
        for line in (*typed, b""):
            while not screen.endswith((b"[y/N]: ", b"(Pdb) ")):
                screen += os.read(ours, 1 << 16)
            screen += b"\n" if line else b""
            os.write(ours, line)
        yield replaying, ours, screen.decode()


def debugged(folder: Path, *typed: bytes) -> tuple[int, str]:
    """Status and screen of ``--pdb``, whose last question is answered by the last line."""
    *before, last = typed
    with debugger(folder, *before) as (replaying, ours, screen):
        os.write(ours, last)
        text = screen + "\n" + shown_on(ours)
        return replaying.wait(60), text


@pytest.mark.slow
def test_the_debugger_waits_for_a_person_to_agree(tmp_path: Path) -> None:
    status, screen = debugged(tmp_path, b"\n")
    assert status == 2
    assert "not confirmed; nothing was run." in screen
    assert "(Pdb)" not in screen


@pytest.mark.slow
def test_the_debugger_stops_once_at_the_function(tmp_path: Path) -> None:
    status, screen = debugged(tmp_path, b"y\n", b"c\n")
    assert status == 0
    assert screen.count("(Pdb)") == 1
    assert "if depth < 3:" in screen
    assert "12345" in screen


@pytest.mark.slow
def test_the_debugger_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    with debugger(tmp_path, b"y\n") as (replaying, _, screen):
        assert "if depth < 3:" in screen
        replaying.terminate()
        assert replaying.wait(60) == -signal.SIGTERM


def test_what_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    assert "not a grade report" in refused(grade("replay", tmp_path / "x.json", "1.3/x"))
