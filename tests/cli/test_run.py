"""``grade`` as people meet it: arguments, exit statuses, what is written where."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import click
import pytest
from click.testing import CliRunner, Result

from grader import sandbox
from grader.assignment.course_assignments import BUILT_IN
from grader.cli import main
from grader.jobs import parallel_grading
from grader.jobs.grading_context import GradingContext
from grader.model.report import Report
from grader.model.verdict import Verdict
from tests.made_up import APPLY, DOUBLE, TEST_APPLY, TEST_DOUBLE, made_up
from tests.render import samples

SKELETON = "def improved_evaluate(board):\n    raise NotImplementedError\n"
ONLY = ("--task", "5.1")
"""The task that is quickest to grade."""


def grade(*arguments: str | Path, assignment: str = "ps2") -> Result:
    """What comes of a command line that says what to grade as."""
    line = [*map(str, arguments), *(("--assignment", assignment) if assignment else ())]
    return CliRunner().invoke(main, line)


def sentence(result: Result, status: int) -> str:
    """The one line that a refusal consists of; nothing else is written anywhere."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    line, end, rest = result.stderr.partition("\n")
    assert (end, rest) == ("\n", "")
    assert line.startswith("grade: ")
    return line.removeprefix("grade: ")


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    path = tmp_path / "student.py"
    path.write_text(SKELETON)
    return path


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[Report], dict[str, Any]]:
    """Lets gradings end with a given report, without a sandbox; returns what was asked for."""

    def install(report: Report) -> dict[str, Any]:
        asked: dict[str, Any] = {}

        def graded(context: GradingContext, *others: Any) -> Report:
            asked.update(seed=context.seed, tasks=context.tasks)
            return report

        monkeypatch.setattr(parallel_grading, "grade_in_parallel", graded)
        monkeypatch.setattr(
            sandbox, "choose_backend", lambda name: asked.setdefault("sandbox", name)
        )
        return asked

    return install


Pretend = Callable[[Report], dict[str, Any]]


def scoring(score: float, points: float, **changes: Any) -> Report:
    test = samples.a_test(samples.case(), points=points, score=score)
    return samples.report(samples.task(test), **changes)


# Bad input -----------------------------------------------------------------------------------


def test_a_missing_file(tmp_path: Path) -> None:
    assert "There is no file" in sentence(grade(tmp_path / "nobody.py"), 2)


def test_a_folder_without_python(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("remember the milk")
    assert "holds no Python file" in sentence(grade(tmp_path), 2)


@pytest.mark.parametrize("content", [b"", b" \n\t\n", b"\xef\xbb\xbf"])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.py").write_bytes(content)
    assert "is empty" in sentence(grade(tmp_path / "a.py"), 2)


@pytest.mark.parametrize("name", ["a.py", "a.exe", "a.zip", "a.ipynb"])
def test_a_binary_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x7fELF\0\1\2\3" * 1000)
    assert name in sentence(grade(tmp_path / name), 2)


@pytest.mark.parametrize("name", ["a.py", "a.ipynb", "a.zip"])
def test_a_file_of_100_megabytes(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(100 << 20)
    assert "larger than" in sentence(grade(tmp_path / name), 2)


@pytest.mark.parametrize("text", ["not json", "[]", "{}", '{"cells": 3}', "[" * 100_000])
def test_a_notebook_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.ipynb").write_text(text)
    assert "a.ipynb" in sentence(grade(tmp_path / "a.ipynb"), 2)


def test_an_unknown_assignment(submission: Path) -> None:
    said = sentence(grade(submission, assignment="ps9"), 2)
    assert (
        said
        == f"There is no assignment 'ps9' in the course {BUILT_IN}; it has breakthrough_agent, "
        "connect4, ps2."
    )


def test_an_unknown_task(submission: Path) -> None:
    said = sentence(grade(submission, "--task", "3.1", "--task", "9.9"), 2)
    assert said.startswith("ps2 has no task '9.9'; its tasks are 1.1, 1.2, ")


def test_a_written_task(submission: Path) -> None:
    assert "a person marks it" in sentence(grade(submission, "-t", "1.1"), 2)


@pytest.mark.parametrize("name", ["\x1b[31mred.py", "two\nlines.py", "\u202egnp.py"])
def test_a_name_that_plays_with_the_terminal(tmp_path: Path, name: str) -> None:
    said = sentence(grade(tmp_path / name), 2)
    assert said.isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "x"],
        ["--format", "xml"],
        ["--view", "everyone"],
        ["--sandbox", "vm"],
        ["--fail-under", "101"],
        ["--fail-under", "-1"],
        ["--fail-under", "nan"],
        ["--no-such-option"],
        ["another.py"],
        ["-o", "."],
    ],
)
def test_a_wrong_option(submission: Path, arguments: list[str]) -> None:
    result = grade(submission, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr


def test_a_broken_assignment_is_the_houses_fault(submission: Path, tmp_path: Path) -> None:
    broken = tmp_path / "hidden_tests" / "demo" / "assignment.toml"
    broken.parent.mkdir(parents=True)
    broken.write_text('id = "demo"\ntitle = "Demonstration"\n')
    for assignment in ("demo", ""):
        said = sentence(grade(submission, "--course", tmp_path, assignment=assignment), 3)
        assert said == f"{broken}:1: tasks is missing; expected at least one table, [[tasks]]."


def test_bad_input_is_told_before_a_sandbox_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "There is no file" in sentence(grade(tmp_path / "nobody.py"), 2)


# Exit statuses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "points", "percent", "status"),
    [
        (3, 4, "75", 0),
        (3, 4, "75.01", 1),
        (3, 4, "74.99", 0),
        (0, 4, "0", 0),
        (0, 4, "0.01", 1),
        (4, 4, "100", 0),
        (0.1 + 0.2, 0.3, "100", 0),
        (0.3, 0.1 + 0.2, "100", 0),
        (1, 3, "33.33", 0),
        (1, 3, "33.34", 1),
    ],
)
def test_fail_under(
    submission: Path, pretend: Pretend, score: float, points: float, percent: str, status: int
) -> None:
    pretend(scoring(score, points))
    assert grade(submission, "--fail-under", percent).exit_code == status


def test_without_fail_under_no_score_is_too_low(submission: Path, pretend: Pretend) -> None:
    pretend(scoring(0, 4))
    assert grade(submission).exit_code == 0


def test_some_tasks_only_are_no_failure(submission: Path, pretend: Pretend) -> None:
    asked = pretend(scoring(4, 4, complete=False))
    assert grade(submission, *ONLY).exit_code == 0
    assert asked["tasks"] == ("5.1",)


@pytest.mark.parametrize("percent", ["0", "100"])
def test_trouble_of_the_graders_own_outranks_the_score(
    submission: Path, pretend: Pretend, percent: str
) -> None:
    pretend(scoring(2, 4, complete=False, errors=("The hidden test broke.",)))
    result = grade(submission, "--fail-under", percent)
    assert result.exit_code == 3
    assert "The hidden test broke." in result.stdout


def test_no_sandbox_to_be_had(submission: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(name: str) -> sandbox.Sandbox:
        raise sandbox.SandboxUnavailable("none here. Install one.")

    monkeypatch.setattr(sandbox, "choose_backend", choose)
    assert sentence(grade(submission), 3) == "none here. Install one."


@pytest.mark.parametrize("mistake", [KeyError("x"), RecursionError("deep"), OSError(5, "worn out")])
def test_a_mistake_of_the_graders_own_is_one_sentence(
    submission: Path, monkeypatch: pytest.MonkeyPatch, mistake: Exception
) -> None:
    def broken(*args: Any, **named: Any) -> Report:
        raise mistake

    monkeypatch.setattr(parallel_grading, "grade_in_parallel", broken)
    monkeypatch.setattr(sandbox, "choose_backend", str)
    said = sentence(grade(submission), 3)
    assert said.startswith(f"the grader itself failed: {type(mistake).__name__}: ")
    assert "(test_run.py, line " in said


def test_an_interrupt_is_one_sentence(submission: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **named: Any) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(parallel_grading, "grade_in_parallel", interrupted)
    monkeypatch.setattr(sandbox, "choose_backend", str)
    assert sentence(grade(submission), 3) == "interrupted; no report was written."


# What is asked for ---------------------------------------------------------------------------


def test_options_reach_the_grading(submission: Path, pretend: Pretend) -> None:
    asked = pretend(scoring(1, 1))
    grade(submission, "--seed", "-7", "-t", "3.1", "-t", "1.3", "--sandbox", "bubblewrap")
    assert asked["seed"] == -7
    assert asked["tasks"] == ("3.1", "1.3")
    assert asked["sandbox"] == "bubblewrap"


@pytest.mark.parametrize(
    ("given", "tasks"),
    [
        (["3"], ("3.1", "3.2")),
        (["1"], ("1.3", "1.4", "1.6", "1.7")),
        (["3.2", "3"], ("3.2", "3.1")),
    ],
)
def test_a_task_stands_for_its_parts(
    submission: Path, pretend: Pretend, given: list[str], tasks: tuple[str, ...]
) -> None:
    asked = pretend(scoring(1, 1))
    grade(submission, *(f"--task={number}" for number in given))
    assert asked["tasks"] == tasks


def test_several_submissions(submission: Path) -> None:
    result = grade(submission, "other one.py")
    assert result.exit_code == 2
    assert f"grade batch {submission} 'other one.py' --out results" in result.stderr


def test_the_advice_to_grade_a_batch_stands_where_that_reads_several(tmp_path: Path) -> None:
    for name in ("alice.py", "bob.py"):
        (tmp_path / "in" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_text(SKELETON)
    said = sentence(grade(tmp_path / "in"), 2)
    assert said.endswith(f"grade them all: grade batch {tmp_path / 'in'} --out results")
    for archive, names, advised in (
        ("one.zip", ("a.py", "b.py"), False),
        ("moodle.zip", ("A_1_assignsubmission_file_a.py", "B_2_assignsubmission_file_b.py"), True),
    ):
        with ZipFile(tmp_path / archive, "w") as packed:
            for name in names:
                packed.writestr(name, SKELETON)
        assert ("grade batch" in sentence(grade(tmp_path / archive), 2)) == advised


@pytest.mark.parametrize(
    ("options", "begins"),
    [
        (["-o", "report.json"], "{"),
        (["-o", "Report.HTML"], "<!doctype html>"),
        (["-o", "report.md"], "## "),
        (["-o", "report"], "╭"),
        (["-o", "report.txt"], "╭"),
        (["-o", "report.json", "-f", "markdown"], "## "),
        (["-o", "report.doc", "-f", "json"], "{"),
        (["--report", "markdown=report.txt"], "## "),
    ],
)
def test_the_name_of_a_file_says_its_form(
    submission: Path, tmp_path: Path, pretend: Pretend, monkeypatch: pytest.MonkeyPatch,
    options: list[str], begins: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    pretend(scoring(1, 1))
    assert grade(submission, *options).exit_code == 0
    (written,) = tmp_path.glob("[rR]eport*")
    assert written.read_text().startswith(begins)


def test_each_file_gets_a_report(
    submission: Path, tmp_path: Path, pretend: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pretend(scoring(1, 1))
    done = grade(submission, "-o", "a.json", "-o", "a.html", "-o", "-", "--report", "csv=a.csv")
    assert done.exit_code == 0
    assert [(tmp_path / f"a.{end}").read_text()[:1] for end in ("json", "html", "csv")] == [
        "{", "<", "i",
    ]  # fmt: skip
    assert "╭" in done.output


@pytest.mark.parametrize("name", ["x.doc", "x.PDF", "x.xlsx", "x.json.bak"])
def test_an_ending_that_no_form_has_is_refused(
    submission: Path, tmp_path: Path, pretend: Pretend, name: str
) -> None:
    pretend(scoring(1, 1))
    done = grade(submission, "-o", tmp_path / name)
    assert done.exit_code == 2
    ending = Path(name).suffix.lower()
    assert (
        f"no form has the ending {ending}; use one of .csv, .htm, .html, .json, .md, .txt, "
        ".xml, or name a form with -f"
    ) in " ".join(done.stderr.split())
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("words", ["grade su", "grade run su"])
def test_the_shell_completes_files(words: str) -> None:
    completed = subprocess.run(
        [Path(sys.executable).with_name("grade")],
        env={
            **os.environ, "_GRADE_COMPLETE": "bash_complete",
            "COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")),
        },
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert "file,su" in completed.stdout.splitlines(), completed


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(option: str) -> None:
    result = grade(option, assignment="")
    assert result.exit_code == 0
    assert "Exit status: 0 graded, 1 below --fail-under" in result.stdout


def test_help_of_the_command() -> None:
    for arguments in (["run", "--help"], ["somebody.py", "--help"]):
        result = grade(*arguments)
        assert result.exit_code == 0
        for option in ("--format", "--output", "--task", "--seed", "--fail-under", "--view"):
            assert option in result.stdout


def test_version() -> None:
    assert grade("--version", assignment="").stdout.startswith("grade, version ")


def test_commands_start_without_what_reports_need() -> None:
    needed = ["msgspec", "grader.model.report"]
    script = f"import sys, grader.cli; sys.exit(any(map(sys.modules.get, {needed})))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_nothing_to_grade() -> None:
    result = grade()
    assert result.exit_code == 2
    assert "Usage: " in result.output


def test_a_submission_named_like_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pretend: Pretend
) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "student.py").write_text(SKELETON)
    monkeypatch.chdir(tmp_path)
    pretend(scoring(1, 1))
    assert grade("run").exit_code == 2
    assert grade("run", "run").exit_code == 0
    assert grade("./run").exit_code == 0


@pytest.mark.parametrize("options", [["--seed", "3"], ["--fail-under", "0"], ["-t", "5.1"]])
def test_options_may_come_first(submission: Path, pretend: Pretend, options: list[str]) -> None:
    pretend(scoring(1, 1))
    assert grade(*options, submission).exit_code == 0


def test_a_name_that_begins_with_a_dash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pretend: Pretend
) -> None:
    (tmp_path / "-f.py").write_text(SKELETON)
    monkeypatch.chdir(tmp_path)
    pretend(scoring(1, 1))
    assert grade("--", "-f.py", assignment="").exit_code == 0
    assert grade("./-f.py").exit_code == 0


# Where reports go ----------------------------------------------------------------------------


def test_json_is_the_only_thing_on_standard_output(submission: Path, pretend: Pretend) -> None:
    pretend(scoring(1, 2))
    result = grade(submission, "--format", "json")
    assert json.loads(result.stdout)["score"] == 1
    assert result.stdout.endswith("}\n")
    assert result.stderr == ""


def test_text_on_something_that_is_no_terminal_is_plain(submission: Path, pretend: Pretend) -> None:
    pretend(scoring(1, 2))
    result = grade(submission)
    assert "1 of 2 points" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_report_in_a_file(submission: Path, pretend: Pretend, form: str) -> None:
    pretend(scoring(1, 2))
    file = submission.with_name("report")
    file.write_text("an older report, which is longer than the new one " * 1000)
    result = grade(submission, "-f", form, "-o", file)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == f"grade: the report is in {file}\n"
    text = file.read_text()
    assert "older" not in text
    assert json.loads(text) if form == "json" else "1 of 2 points" in text


def test_a_report_for_students_in_a_file(submission: Path, pretend: Pretend) -> None:
    pretend(scoring(1, 2))
    file = submission.with_name("report.json")
    grade(submission, "--view", "student", "-f", "json", "-o", file)
    assert json.loads(file.read_text())["view"] == "student"


@pytest.mark.parametrize("place", ["missing/report.json", "student.py/report.json"])
def test_a_report_that_cannot_be_written(submission: Path, pretend: Pretend, place: str) -> None:
    pretend(scoring(1, 2))
    said = sentence(grade(submission, "-o", submission.with_name("x").parent / place), 2)
    assert said.startswith("Cannot write ")


def test_standard_output_may_be_named_as_a_file(submission: Path, pretend: Pretend) -> None:
    pretend(scoring(1, 2))
    result = grade(submission, "-f", "json", "-o", "/dev/null")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "name", ["two words.py", "naïve.py", "q'uo\"te.py", "a\nb.py", "\x1b[2Jx.py"]
)
def test_unusual_names(tmp_path: Path, pretend: Pretend, name: str) -> None:
    path = tmp_path / name
    path.write_text(SKELETON)
    pretend(scoring(1, 1, path=str(path)))
    text = grade(path)
    assert text.exit_code == 0
    assert "\x1b" not in text.output
    report = grade(path, "-f", "json")
    assert json.loads(report.stdout)["path"] == str(path)


# Real gradings -------------------------------------------------------------------------------


@pytest.mark.bubblewrap
def test_a_real_grading(submission: Path) -> None:
    result = grade(submission, *ONLY, "-f", "json", "--seed", "5")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["path"] == str(submission)
    assert report["sandbox"]["backend"] == "bubblewrap"
    assert report["seed"] == 5
    (task,) = report["tasks"]
    assert (task["id"], task["verdict"], task["score"]) == ("5.1", "not_implemented", 0)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_students_see_public_cases_and_hints_only(submission: Path) -> None:
    submission.write_text(
        "def improved_evaluate(board):\n    print('secret', board)\n    return 1\n"
    )
    report = json.loads(grade(submission, *ONLY, "-f", "json", "--view", "student").stdout)
    tests = [test for task in report["tasks"] for test in task["tests"]]
    hidden = [case for test in tests for case in test["cases"] if case["visibility"] != "public"]
    assert hidden
    for case in hidden:
        assert case["verdict"] in {verdict.value for verdict in Verdict}
        assert (case["message"], case["expected"], case["actual"], case["call"]) == (
            "", None, None, None,
        )  # fmt: skip


def test_every_command_says_what_it_does() -> None:
    assert isinstance(main, click.Group)
    assert all(command.help for command in main.commands.values())


@pytest.mark.bubblewrap
def test_workers_share_tests_that_are_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / "noted"
    note = f"with open({str(noted)!r}, 'a') as file:\n    file.write('found ')\n"
    made_up(tmp_path / "course", note + TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY)
    monkeypatch.setenv("GRADE_COURSE", str(tmp_path / "course"))
    groups = noted_groups(monkeypatch)
    (tmp_path / "student.py").write_text(
        "def double(n):\n    return 2 * n\n\ndef apply(f, n):\n    return f(n)\n"
    )
    done = grade(tmp_path / "student.py", "--sandbox", "bubblewrap", assignment="demo")
    assert done.exit_code == 0, done.output
    assert (groups, noted.read_text()) == ([2], "found ")
    assert "3 of 3 points" in done.output


def noted_groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many groups of tasks had a worker each, for each grading from now on."""
    groups: list[int] = []
    whole = parallel_grading.group_by_lent_functions

    def grouped(*args: Any, **kwargs: Any) -> Any:
        made = whole(*args, **kwargs)
        groups.append(len(made))
        return made

    monkeypatch.setattr(parallel_grading, "group_by_lent_functions", grouped)
    return groups
