"""``grade batch`` as people meet it: options, exit statuses, results, resuming after a kill."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from io import StringIO
from multiprocessing import get_context, resource_tracker
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grader.batch.batch_row import BatchRow
from grader.batch.run_batch import BatchRequest, grade_batch
from grader.cli import main
from grader.jobs.executors import OrderExecutor, make_workforce_executor
from grader.jobs.grading_context import GradingContext
from grader.model.report import Progress, Report
from grader.model.submission import Submission
from grader.render.report_formats import FORMS
from tests.batch.scene import RIGHT, WRONG, by_content, report, written, zipped
from tests.cli.process import command, environment, shown_on, terminal
from tests.jobs.executing import Executing
from tests.made_up import DOUBLE, ESSAY, HEAD, made_up

NO_SANDBOX = ("--sandbox", "none")
WARNING = "WARNING: no sandbox. Submissions run with all your rights.\n"


def grade(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["batch", *map(str, arguments)])


@pytest.fixture(autouse=True)
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The course has one assignment, a made-up one."""
    made_up(tmp_path / "assignment", tasks=DOUBLE + ESSAY)
    monkeypatch.setenv("GRADE_COURSE", str(tmp_path / "assignment"))


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    return written(tmp_path / "inbox", {"alice.py": RIGHT, "bob.py": WRONG})


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Submission], Report]], None]:
    def install(judge: Callable[[Submission], Report]) -> None:
        def graded(
            context: GradingContext, submission: Submission, *others: Any, **named: Any
        ) -> Report:
            return judge(submission)

        monkeypatch.setattr("grader.jobs.parallel_grading.grade_in_parallel", graded)

    return install


def summary(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "summary.json").read_text())
    return found


def scores(out: Path) -> dict[str, float]:
    return {row["id"]: row["score"] for row in summary(out)["submissions"]}


def without_times(document: Any) -> Any:
    if isinstance(document, dict):
        times = {"duration", "cpu_seconds", "wall_seconds", "graded_at"}
        return {key: without_times(value) for key, value in document.items() if key not in times}
    if isinstance(document, list):
        return list(map(without_times, document))
    return document


def assert_same_but_for_the_name(batch: Any, single: Any, student: str) -> None:
    """Of a submission that is graded by itself nobody says whose it is."""
    assert (batch.pop("student"), single.pop("student")) == (student, "")
    assert without_times(batch) == without_times(single)


# Results ------------------------------------------------------------------------------------


def test_everything_that_is_written(inbox: Path, out: Path) -> None:
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--report", "csv")
    assert result.exit_code == 0, result.output
    assert "Demonstration: 2 hand-ins" in result.stdout
    assert result.stderr == (
        f"{WARNING}grade: assignment demo, by what the hand-ins define\n"
        f"grade: the results are in {out}; begin with index.html\n"
    )
    files = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert files >= {
        "csv/alice.csv", "csv/bob.csv", "gradebook.csv", "html/alice.html", "html/bob.html",
        "index.html", "json/alice.json", "json/bob.json", "junit.xml", "store.sqlite",
        "summary.json",
    }  # fmt: skip
    index = (out / "index.html").read_text()
    assert 'href="html/alice.html"' in index
    assert "<h1>alice</h1>" in (out / "html" / "alice.html").read_text()
    assert scores(out) == {"alice": 2, "bob": 0}
    table = list(csv.DictReader(StringIO((out / "gradebook.csv").read_text())))
    assert [(row["id"], row["total"]) for row in table] == [("alice", "2"), ("bob", "0")]


def test_files_that_are_not_graded_are_named(inbox: Path, out: Path) -> None:
    (inbox / "carol.docx").write_text("My solution is attached.")
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--limit", "1")
    assert "left out, because files of these kinds are not graded: carol.docx" in result.stderr
    assert "bob" not in result.stderr


@pytest.mark.slow
def test_reports_are_those_of_a_single_grading(inbox: Path, out: Path, tmp_path: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX, "--seed", "7")
    for name in ("alice", "bob"):
        alone = tmp_path / "alone.json"
        CliRunner().invoke(
            main, [str(inbox / f"{name}.py"), "-f", "json", "-o", str(alone), "--seed", "7",
                   *NO_SANDBOX],
        )  # fmt: skip
        batch = json.loads((out / "json" / f"{name}.json").read_text())
        assert_same_but_for_the_name(batch, json.loads(alone.read_text()), name)


@pytest.mark.slow
def test_a_second_run_grades_nothing(inbox: Path, out: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX)
    first = {path: path.read_bytes() for path in (out / "json").iterdir()}
    assert "0 graded now" in grade(inbox, "--out", out, *NO_SANDBOX).stdout
    assert {path: path.read_bytes() for path in (out / "json").iterdir()} == first
    for option in ("--refresh", "--no-cache"):
        assert "2 graded now" in grade(inbox, "--out", out, *NO_SANDBOX, option).stdout
    assert "0 graded now" in grade(inbox, "--out", out, *NO_SANDBOX).stdout


@pytest.mark.slow
def test_what_grades_is_not_even_imported_where_nothing_has_changed(
    tmp_path: Path, out: Path
) -> None:
    written(tmp_path / "inbox", {"skeleton.py": "def improved_evaluate(board):\n    pass\n"})
    arguments = ("batch", "inbox", "--out", str(out), "--task", "5.1", *NO_SANDBOX)

    def imported() -> set[str]:
        done = subprocess.run(
            [sys.executable, "-X", "importtime", *command(*arguments)[1:]],
            cwd=tmp_path, capture_output=True, check=True, encoding="utf-8", env=environment({}),
        )  # fmt: skip
        return set(re.findall(r"^import time: .* \| +([\w.]+)$", done.stderr, re.MULTILINE))

    heavy = {"grader.jobs.grading", "pytest"}
    assert heavy <= imported()
    assert not heavy & imported()


def test_without_a_cache_there_is_no_store(inbox: Path, out: Path) -> None:
    assert grade(inbox, "--out", out, *NO_SANDBOX, "--no-cache").exit_code == 0
    assert not list(out.glob("store*"))


def test_another_form_later_is_made_of_what_is_known(inbox: Path, out: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX)
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--report", "md", "--view", "student")
    assert "0 graded now" in result.stdout
    assert (out / "md" / "alice.md").exists()
    assert json.loads((out / "json" / "bob.json").read_text())["view"] == "student"


@pytest.mark.slow
def test_hostile_names_stay_within_the_results(tmp_path: Path, out: Path) -> None:
    names = ["../../x.py", "=1+1.py", "<script>.py", "\x1b[31m.py", "\u202e.py"]
    files = {f"submission_{number}/a.py": RIGHT for number in range(3)}
    inbox = zipped(tmp_path / "all.zip", {**files, **dict.fromkeys(names, WRONG)})
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--report", "html")
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    assert {path.name for path in tmp_path.iterdir()} == {"all.zip", "assignment", "out"}
    assert (out / "index.html").read_text().count("<script") == 1  # ours
    assert len(summary(out)["submissions"]) == len(list((out / "json").iterdir())) == 8


# Exit statuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(("percent", "status"), [("0", 0), ("0.1", 1), ("100", 1)])
def test_fail_under(inbox: Path, out: Path, percent: str, status: int) -> None:
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--fail-under", percent)
    assert result.exit_code == status


def test_what_cannot_be_read_is_no_internal_error(inbox: Path, out: Path) -> None:
    written(inbox, {"carol.py": "", "dora.zip": "no archive"})
    result = grade(inbox, "--out", out, *NO_SANDBOX)
    assert result.exit_code == 0
    assert "carol: " in result.stdout
    assert "is empty; save your work" in (out / "index.html").read_text()
    assert scores(out) == {"alice": 2, "bob": 0, "carol": 0, "dora": 0}
    assert (summary(out)["refused"], summary(out)["internal_errors"]) == (2, 0)
    assert grade(inbox, "--out", out, *NO_SANDBOX, "--fail-under", "1").exit_code == 1


def test_internal_errors_outrank_scores(
    inbox: Path, out: Path, pretend: Callable[[Callable[[Submission], Report]], None]
) -> None:
    def judge(submission: Submission) -> Report:
        if submission.path.endswith("bob.py"):
            return report(submission, complete=False, errors=("A hidden test broke.",))
        return by_content(submission)

    pretend(judge)
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--fail-under", "100")
    assert result.exit_code == 3
    assert "bob: A hidden test broke." in result.stdout
    pretend(by_content)
    assert grade(inbox, "--out", out, *NO_SANDBOX).exit_code == 0


def test_a_worker_that_dies_costs_its_submission_only(
    inbox: Path, out: Path, pretend: Callable[[Callable[[Submission], Report]], None]
) -> None:
    def judge(submission: Submission) -> Report:
        if submission.path.endswith("bob.py"):
            os.kill(os.getpid(), signal.SIGKILL)
        return by_content(submission)

    pretend(judge)
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--jobs", "2")
    assert result.exit_code == 3
    assert summary(out)["internal_errors"] == 1
    found = json.loads((out / "json" / "bob.json").read_text())
    assert found["errors"][0].startswith("Nothing is decided: two grading processes in a row")


def test_an_assignment_that_changes_meanwhile(
    inbox: Path,
    out: Path,
    tmp_path: Path,
    pretend: Callable[[Callable[[Submission], Report]], None],
) -> None:
    def judge(submission: Submission) -> Report:
        if submission.path.endswith("bob.py"):
            while not (out / "json" / "alice.json").exists():
                os.sched_yield()
            with (tmp_path / "assignment/hidden_tests/demo/assignment.toml").open("a") as limits:
                limits.write("# Another one.\n")
        return by_content(submission)

    pretend(judge)
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--jobs", "1")
    assert result.exit_code == 3
    assert "assignment.toml of the assignment demo has changed" in result.stderr
    assert [path.stem for path in (out / "json").iterdir()] == ["alice"]
    pretend(by_content)
    assert grade(inbox, "--out", out, *NO_SANDBOX).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "There is no file nobody"),
        ([], "Missing argument"),
        (["inbox", "--id", "("], "is not a regular expression"),
        (["inbox", "--id", "x"], "has no group called id"),
        (["inbox", "--jobs", "0"], "neither a number"),
        (["inbox", "--report", "html=a"], "html=a"),
        (["inbox", "--limit", "0"], "--limit"),
        (["inbox", "--task", "9"], "has no task '9'"),
        (["inbox", "--task", "2"], "a person marks it"),
        (["inbox", "--against", "elsewhere"], "elsewhere/summary.json cannot be read"),
        (["inbox", "--only-failed"], "out/summary.json cannot be read"),
        (["inbox", "--refresh", "--no-cache"], "leave out --refresh"),
        (["inbox", "--fail-under", "nan"], "nan"),
    ],
)
def test_usage_errors(
    inbox: Path, out: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(inbox.parent)
    result = grade(*arguments, "--out", "out")
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_results_among_hand_ins_are_refused(inbox: Path) -> None:
    done = grade("batch", inbox, "--out", f"{inbox}/.")
    assert done.exit_code == 2, done.output
    assert f"such as --out {inbox / 'results'}." in " ".join(done.stderr.split())


def test_a_damaged_store(inbox: Path, out: Path) -> None:
    written(out, {"store.sqlite": "x" * 5000})
    result = grade(inbox, "--out", out, *NO_SANDBOX)
    assert result.exit_code == 3
    assert "is damaged" in result.stderr
    assert "delete store.sqlite" in result.stderr


def test_results_that_cannot_be_written(inbox: Path, tmp_path: Path) -> None:
    written(tmp_path, {"file": ""})
    result = grade(inbox, "--out", tmp_path / "file" / "out", *NO_SANDBOX)
    assert result.exit_code == 2
    assert "Cannot make the folder" in result.stderr


# Which ones ---------------------------------------------------------------------------------


def test_limit(inbox: Path, out: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX, "--limit", "1")
    assert scores(out) == {"alice": 2}


def test_marks_of_people_are_put_into_everything(inbox: Path, out: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks.csv"
    marks.write_text("id,task,points,comment\nbob,2,0.5,Half of it.\n")
    command = (inbox, "--out", out, *NO_SANDBOX, "--report", "html")
    assert grade(*command).exit_code == 0
    before = summary(out)["submissions"]
    assert grade(*command, "--marks", marks).exit_code == 0
    marks.unlink()
    for _ in range(2):  # they are kept
        assert scores(out) == {"alice": 2, "bob": 0.5}
        table = list(csv.DictReader(StringIO((out / "gradebook.csv").read_text())))
        assert [row["task 2"] for row in table] == ["", "0.5"]
        assert "Half of it." in (out / "html" / "bob.html").read_text()
        assert json.loads((out / "json" / "bob.json").read_text())["score"] == 0.5
        assert grade(*command).exit_code == 0
    assert [row["digest"] for row in summary(out)["submissions"]] == [
        row["digest"] for row in before
    ]


def test_marks_that_cannot_be_right(inbox: Path, out: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks.csv"
    marks.write_text("id,task,points\nbob,2,5\nzoe,2,1\n")
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--marks", marks)
    assert result.exit_code == 2
    assert "nobody with the id 'zoe' handed in" in result.stderr
    assert (
        "bob has 5 points for task 2, all items together, but the task is worth 1" in result.stderr
    )


@pytest.mark.slow
def test_only_failed_leaves_full_marks_alone(inbox: Path, out: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX)
    options = ("--out", out, *NO_SANDBOX, "--only-failed", "--refresh")
    assert "1 graded now" in grade(inbox, *options).stdout
    assert scores(out) == {"alice": 2, "bob": 0}
    written(inbox, {"alice.py": WRONG})
    assert "2 graded now" in grade(inbox, *options).stdout
    assert scores(out) == {"alice": 0, "bob": 0}


def test_full_marks_that_are_kept_are_shown_as_this_run_is_asked_to(inbox: Path, out: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX)
    result = grade(
        inbox, "--out", out, *NO_SANDBOX, "--only-failed", "--view", "student", "--report", "html"
    )
    assert "0 graded now" in result.stdout
    for name in ("alice", "bob"):
        assert json.loads((out / "json" / f"{name}.json").read_text())["view"] == "student"
        assert (out / "html" / f"{name}.html").exists()


@pytest.mark.slow
def test_full_marks_in_another_assignment_are_none(
    inbox: Path, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX)
    head = HEAD.replace('id = "demo"', 'id = "other"')
    made_up(tmp_path / "other", tasks=DOUBLE + ESSAY, head=head, id="other")
    monkeypatch.setenv("GRADE_COURSE", str(tmp_path / "other"))
    assert "2 graded now" in grade(inbox, "--out", out, *NO_SANDBOX, "--only-failed").stdout


def test_ids_by_a_pattern(tmp_path: Path, out: Path) -> None:
    inbox = written(tmp_path / "inbox", {"ps2 e01.py": RIGHT, "ps2 e02.py": WRONG})
    grade(inbox, "--out", out, *NO_SANDBOX, "--id", r"(?P<id>e\d+)")
    assert scores(out) == {"e01": 2, "e02": 0}


@pytest.mark.slow
def test_against_earlier_results(inbox: Path, out: Path, tmp_path: Path) -> None:
    grade(inbox, "--out", out, *NO_SANDBOX)
    written(inbox, {"bob.py": RIGHT})
    (tmp_path / "assignment" / "hidden_tests" / "demo" / "more.json").write_text("{}")
    for new in (tmp_path / "new", out):  # its own earlier results will do, too
        result = grade(inbox, "--out", new, *NO_SANDBOX, "--against", out)
        assert result.exit_code == 0, result.output
        assert "Changed: 1 student" in result.stdout
        assert "0 → 2" in result.stdout
        (row,) = csv.DictReader(StringIO((new / "changes.csv").read_text()))
        assert (row["id"], row["causes"]) == ("bob", "submission, hidden tests")
        (change,) = json.loads((new / "changes.json").read_text())["changes"]
        assert (change["difference"], change["causes"]) == (2, ["submission", "hidden tests"])
        assert "wrong answer 0 → accepted 2" in (new / "index.html").read_text()
    assert "Nothing changed." in grade(inbox, "--out", out, *NO_SANDBOX, "--against", out).stdout


# Real processes, the real assignment ---------------------------------------------------------

COURSE = 8
ONLY = ("--task", "5.1")


def course(folder: Path) -> Path:
    """Quick programs, no two the same."""
    text = "def improved_evaluate(board):\n    raise NotImplementedError\n"
    return written(folder, {f"s{number}.py": f"# {number}\n{text}" for number in range(COURSE)})


def kept(out: Path) -> int:
    """Reports in the store, which somebody may be just making."""
    if not (out / "store.sqlite").exists():
        return 0
    with closing(sqlite3.connect(out / "store.sqlite", timeout=60)) as connection:
        try:
            (number,) = connection.execute("SELECT COUNT(*) FROM reports").fetchone()
        except sqlite3.OperationalError:  # no table yet
            return 0
    return int(number)


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_killed_in_the_middle_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    inbox, out = course(tmp_path / "course"), tmp_path / "results"
    arguments = command("batch", inbox, "--out", out, *ONLY, "--jobs", "2")
    graded = []
    for _ in range(3):
        before = kept(out)
        running = subprocess.Popen(
            arguments, env=environment({}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while running.poll() is None and kept(out) < before + 2:
            os.sched_yield()
        running.kill()
        running.wait()
        graded.append(kept(out) - before)
    last = subprocess.run(
        arguments, env=environment({}), capture_output=True, timeout=120, check=False
    )
    assert last.returncode == 0, last.stderr
    found = summary(out)
    assert sum(graded) + found["graded"] == len(found["submissions"]) == COURSE
    reports = [json.loads(path.read_text()) for path in (out / "json").glob("*.json")]
    assert len(reports) == COURSE
    assert {each["tasks"][0]["verdict"] for each in reports} == {"not_implemented"}


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_two_runs_at_the_same_time(tmp_path: Path) -> None:
    inbox, out = course(tmp_path / "course"), tmp_path / "results"
    runs = [
        subprocess.Popen(
            command("batch", inbox, "--out", out, *ONLY, "--jobs", "1"),
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    for run in runs:
        _, said = run.communicate(timeout=120)
        assert run.returncode == 0, said
    assert len(summary(out)["submissions"]) == kept(out) == COURSE


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_reports_are_those_of_a_single_grading_in_a_sandbox(tmp_path: Path, out: Path) -> None:
    samples = Path(__file__).parents[2] / "submissions"
    # Not one whose wrong cases come near to the time of a task: how many are run is chance then.
    names = ("unfinished.py", "mutates.py")
    runs = [command("batch", *(samples / name for name in names), "--out", out, "--seed", "3")]
    runs += [
        command(samples / name, "-f", "json", "-o", tmp_path / f"{name}.json", "--seed", "3")
        for name in names
    ]
    for run in runs:
        subprocess.run(run, env=environment({}), capture_output=True, timeout=300, check=True)
    for name in names:
        batch = json.loads((out / "json" / f"{Path(name).stem}.json").read_text())
        alone = json.loads((tmp_path / f"{name}.json").read_text())
        for each in (batch, alone):
            # For both of these there is some time by the clock, for each process.
            for task in each["tasks"]:
                task["dependencies"] = None
                for case in [case for test in task["tests"] for case in test["cases"]]:
                    case["explanation"] = None
        assert_same_but_for_the_name(batch, alone, Path(name).stem)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_progress_on_a_terminal(tmp_path: Path, out: Path) -> None:
    inbox = course(tmp_path / "course")
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            command("batch", inbox, "--out", out, *ONLY, "--limit", "3"),
            env={**environment({}), "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        shown = shown_on(ours)
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert "of 3" in shown
    assert "running" in shown
    chosen, _, rewritten = shown.partition("define\r\n")
    assert chosen.endswith("grade: assignment ps2, by what the hand-ins ")
    assert "\n" not in chosen + rewritten.partition("grade: the results")[0]


def test_progress_elsewhere_is_a_line_now_and_then(
    inbox: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.cli.batch._EVERY", 0.0)
    said = grade(inbox, "--out", out, *NO_SANDBOX, "--jobs", "1").stderr
    assert "\r" not in said
    assert "grade: 1 of 2  " in said
    assert set(re.findall(r"\d+ running", said)) == {"1 running"}  # the other awaits its turn
    tallies_told = "1 with full marks  1 with points lost\n"
    assert re.search(rf"grade: 2 of 2  .*\d/(?:s|min)  0:00 left  {tallies_told}", said)


@dataclass
class Silent:
    """Says nothing."""

    def note(self, sentence: str) -> None: ...

    def begin(self, hand_ins: int) -> None: ...

    def finished(self, row: BatchRow) -> None: ...

    def at(self, running: Sequence[str], missing: int) -> None: ...


@pytest.fixture
def spawned() -> Iterator[ProcessPoolExecutor]:
    """A process that shares nothing with this one.

    The helper that multiprocessing starts with it would live as long as the tests, and look like a
    child that others have left behind.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        yield executor
    resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined]


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_processes_of_an_executor_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spawned: ProcessPoolExecutor
) -> None:
    """They share nothing with this one but what they are sent."""
    monkeypatch.undo()
    inbox = course(tmp_path / "course")
    request = BatchRequest([str(inbox)], tmp_path / "here", tasks=("5.1",), limit=3)
    grade_batch(request, Silent())

    def carrier(context: GradingContext, _: Progress) -> OrderExecutor:
        return make_workforce_executor(Executing(spawned, 2))

    there = grade_batch(replace(request, results=tmp_path / "there"), Silent(), carrier)
    assert there.summary.graded == 3
    for path in (tmp_path / "here" / "json").iterdir():
        one, other = (
            json.loads((tmp_path / place / "json" / path.name).read_text())
            for place in ("here", "there")
        )
        assert without_times(one) == without_times(other)


@pytest.mark.parametrize(
    ("options", "advice"),
    [([], "; the same command goes on from here"), (["--refresh"], ""), (["--no-cache"], "")],
)
def test_an_interrupt_promises_no_more_than_is_so(
    inbox: Path, out: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], advice: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("grader.batch.run_batch.grade_batch", interrupted)
    result = grade(inbox, "--out", out, *options)
    assert result.exit_code == 3
    assert result.stderr == f"grade: interrupted after 0 hand-ins{advice}.\n"


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_an_interrupt_says_how_to_go_on(tmp_path: Path, out: Path) -> None:
    inbox = course(tmp_path / "course")
    running = subprocess.Popen(
        command("batch", inbox, "--out", out, *ONLY, "--jobs", "1"),
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while not kept(out):
        assert running.poll() is None
        os.sched_yield()
    running.send_signal(signal.SIGINT)
    shown, said = running.communicate(timeout=60)
    assert (running.returncode, shown) == (3, "")
    assert "interrupted after " in said
    assert said.endswith("hand-ins; the same command goes on from here.\n")
    assert not (out / "summary.json").exists()


def test_nothing_that_leaves_says_where_hand_ins_are_kept(
    tmp_path: Path, inbox: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refusals of all kinds, and loads that fail, in every file of the results."""
    zipped(inbox / "two.zip", {"a.py": RIGHT, "b.py": RIGHT})
    zipped(inbox / "none.zip", {"a.txt": "x"})
    zipped(inbox / "helped.zip", {"a.py": f"from h import x\n{RIGHT}", "h.py": "x = (", "d": "x"})
    written(
        inbox,
        {"broken.zip": b"PK\5\6", "empty.py": "", "odd.ipynb": "{", "many/a.py": RIGHT,
         "many/b.py": WRONG, "binary.py": b"\0", "pdf.py": b"%PDF-1.4",
         "missing.py": f"import nothing_here\nfrom random import nothing\n{RIGHT}"},
    )  # fmt: skip
    (inbox / "link.py").symlink_to("alice.py")
    (inbox / "folder.py").mkdir()
    (inbox / "locked.py").write_text(RIGHT)
    (inbox / "large.py").write_text("#" * (2 << 20))
    monkeypatch.chdir(tmp_path)
    forms = [word for form in FORMS if form not in ("json", "html") for word in ("--report", form)]
    result = grade(inbox, "--out", out, *NO_SANDBOX, "--view", "student", *forms)
    assert result.exit_code in {0, 3}, result.output
    looked_at = [file for file in out.rglob("*") if file.is_file() and file.suffix != ".sqlite"]
    for file in looked_at:
        if file.name == "summary.json":  # in which the next run finds the hand-ins
            document = json.loads(file.read_text())
            for row in document["submissions"]:
                assert str(tmp_path) not in json.dumps({**row, "path": ""}), row
            continue
        assert str(tmp_path).encode() not in file.read_bytes(), file
    refused = {row["id"]: row["refusal"] for row in summary(out)["submissions"] if row["refusal"]}
    assert {"two", "none", "broken", "empty", "odd", "many", "link", "folder"} <= set(refused)
    assert "two.zip holds 2 files that could be graded: a.py, b.py" in refused["two"]
    assert scores(out)["helped"] == 2.0
