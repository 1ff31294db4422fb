"""``examples/grade-changed``: which submissions are graded, and that no name does anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.process import ROOT, SKELETON

SCRIPT = ROOT / "examples" / "grade-changed"
ZEROS = "0" * 40

# Notes what it is given, and ends with the status that stands in the submission.
FAKE = f"""#!{sys.executable}
import json, os, sys
with open(os.environ["NOTES"], "a") as notes:
    print(json.dumps(sys.argv[1:]), file=notes)
with open(sys.argv[-1]) as submission:
    status = int(submission.read())
if status > 100:
    os.kill(os.getpid(), status - 100)
sys.exit(status)
"""

STRANGE = [
    "hand-ins/-rf.py",
    "hand-ins/--sandbox=none.py",
    "hand-ins/a b\tc.py",
    "hand-ins/new\nline.py",
    "hand-ins/\n::error::pwned.py",
    "hand-ins/$(touch pwned).py",
    "hand-ins/`touch pwned`;touch pwned.py",
    "hand-ins/'\"\\.ipynb",
    "hand-ins/:(top)*.py",
    "hand-ins/[a]*?.py",
    "hand-ins/{a,b}.ZIP",
    "hand-ins/\x1b[2J##[error]x.py",
    "hand-ins/é\u202e.py",
    "hand-ins/" + "long/" * 30 + "a.py",
    os.fsdecode(b"hand-ins/\xff\xfe.py"),
]


@dataclass
class Course:
    """A repository with submissions, and a grader that only takes notes."""

    place: Path
    out: Path = field(init=False)

    def __post_init__(self) -> None:
        self.out = self.place.parent / "reports"
        self.git("init", "-q", "-b", "main")
        self.commit({"hand-ins/alice.py": "0", "hand-ins/bob.py": "0", "README.py": "0"})

    def git(self, *arguments: str) -> str:
        settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "gc.auto=0"]
        ran = subprocess.run(
            ["git", *settings, *arguments], cwd=self.place, check=True, capture_output=True
        )
        return os.fsdecode(ran.stdout).strip()

    def commit(self, files: dict[str, str]) -> str:
        """The commit before these files were written."""
        for name, text in files.items():
            path = self.place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "hand in")
        return self.git("rev-list", "-n", "2", "HEAD").split()[-1]

    def run(
        self, base: str, *options: str, folder: str = "hand-ins", **changes: str
    ) -> subprocess.CompletedProcess[str]:
        surroundings = {k: v for k, v in os.environ.items() if not k.startswith("GI")}
        return subprocess.run(
            [SCRIPT, "--base", base, "--out", self.out, folder, *options],
            cwd=self.place,
            env={**surroundings, "NOTES": str(self.notes), **changes},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    @property
    def notes(self) -> Path:
        return self.place.parent / "notes"

    def calls(self) -> list[list[str]]:
        """What the grader was started with, each time."""
        noted = self.notes.read_text().splitlines() if self.notes.exists() else []
        return [json.loads(line) for line in noted]

    def graded(self) -> list[str]:
        return [call[-1] for call in self.calls()]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    fake = tmp_path / "grade"
    fake.write_text(FAKE)
    fake.chmod(0o755)
    monkeypatch.setenv("GRADE", str(fake))
    place = tmp_path / "work"
    place.mkdir()
    return Course(place)


def test_what_was_added_and_what_was_changed(course: Course) -> None:
    base = course.commit({"hand-ins/bob.py": "00", "hand-ins/carol/x.ipynb": "0", "other.py": "0"})
    result = course.run(base, "--", "--view", "student", "--fail-under", "50")
    assert result.returncode == 0, result.stderr
    assert course.graded() == ["hand-ins/bob.py", "hand-ins/carol/x.ipynb"]
    run, *options, end, _ = course.calls()[0]
    assert (run, end) == ("run", "--")
    assert options[:4] == ["--view", "student", "--fail-under", "50"]
    assert "text=-" in options
    forms = [option.partition("=")[0] for option in options if str(course.out) in option]
    assert forms == ["html", "junit", "json"]


def test_what_was_renamed_or_deleted(course: Course) -> None:
    course.git("mv", "hand-ins/alice.py", "hand-ins/alice2.py")
    course.git("rm", "-q", "hand-ins/bob.py")
    base = course.commit({})
    assert course.run(base).returncode == 0
    assert course.graded() == ["hand-ins/alice2.py"]


def test_nothing_has_changed(course: Course) -> None:
    base = course.commit({"README.py": "3"})
    result = course.run(base)
    assert (result.returncode, course.graded()) == (0, [])
    assert "0 submissions graded" in result.stdout


@pytest.mark.parametrize("base", [ZEROS, "", "1" * 40, "no-such-branch", "--output=x", "HEAD~9"])
def test_without_a_commit_before_everything_is_graded(course: Course, base: str) -> None:
    result = course.run(base)
    assert result.returncode == 0, result.stderr
    assert course.graded() == ["hand-ins/alice.py", "hand-ins/bob.py"]
    assert "nothing to compare with" in result.stdout


@pytest.mark.parametrize("base", ["HEAD~1", "HEAD^", "before"])
def test_any_revision_will_do(course: Course, base: str) -> None:
    before = course.commit({"hand-ins/bob.py": "00"})
    course.git("tag", "before", before)
    result = course.run(base)
    assert "1 submissions graded" in result.stdout


def test_a_merge_request_is_compared_with_where_it_branched_off(course: Course) -> None:
    course.git("checkout", "-q", "-b", "mine")
    course.commit({"hand-ins/mine.py": "0"})
    course.git("checkout", "-q", "main")
    course.commit({"hand-ins/other.py": "0", "hand-ins/alice.py": "00"})
    ahead = course.git("rev-parse", "HEAD")
    course.git("checkout", "-q", "mine")
    course.run(ahead)
    assert course.graded() == ["hand-ins/mine.py"]


def test_what_is_no_submission(course: Course) -> None:
    names = ["breakthrough.py", "Utils.py", ".hidden.py", "__init__.py", "a.txt", "py", "b.pyc"]
    base = course.commit({f"hand-ins/{name}": "0" for name in names})
    course.run(base)
    assert course.graded() == []


@pytest.mark.parametrize(
    ("statuses", "worst"),
    [("0", 0), ("010", 1), ("0210", 2), ("0321", 3)],
)
def test_the_worst_status_counts_and_nothing_is_left_out(
    course: Course, statuses: str, worst: int
) -> None:
    base = course.commit({f"hand-ins/{n}.py": status for n, status in enumerate(statuses)})
    assert course.run(base).returncode == worst
    assert len(course.graded()) == len(statuses)


def test_a_grader_that_is_killed_is_an_internal_error(course: Course) -> None:
    base = course.commit({"hand-ins/x.py": "109"})
    assert course.run(base).returncode == 3


def test_names_do_nothing(course: Course) -> None:
    base = course.commit(dict.fromkeys(STRANGE, "0"))
    result = course.run(base, "--", "--view", "student")
    assert result.returncode == 0, result.stderr
    assert sorted(course.graded()) == sorted(STRANGE)
    assert not list(course.place.parent.rglob("pwned"))
    printed = result.stdout + result.stderr
    assert "##[" not in printed
    assert all(line.isprintable() for line in printed.splitlines())
    assert not [line for line in printed.splitlines() if line.startswith("::")]
    reports = {option for call in course.calls() for option in call if option.startswith("html=")}
    assert len(reports) == len(STRANGE)
    for report in reports:
        assert Path(report.removeprefix("html=")).parent == course.out
        assert all(each.isalnum() or each in "._-" for each in Path(report).name)


@pytest.mark.parametrize("name", ["Müller_José", "山田太郎", "Иванов"])
def test_names_keep_their_letters(course: Course, name: str) -> None:
    base = course.commit({f"hand-ins/{name}.py": "0"})
    result = course.run(base, LC_ALL="C")
    assert f"hand-ins_{name}.py ==" in result.stdout
    assert f"-hand-ins_{name}.py.html" in " ".join(course.calls()[0])


def test_a_folder_of_any_name(course: Course) -> None:
    base = course.commit({":(top) *$(x)/a.py": "0", "b.py": "0"})
    course.run(base, folder=":(top) *$(x)")
    assert course.graded() == [":(top) *$(x)/a.py"]


def test_the_whole_repository(course: Course) -> None:
    base = course.commit({"b.py": "0", "-x.py": "0"})
    course.run(base, folder=".")
    assert course.graded() == ["-x.py", "b.py"]


def test_on_github_errors_are_put_at_lines(course: Course) -> None:
    base = course.commit({"hand-ins/x.py": "0"})
    course.run(base, GITHUB_ACTIONS="true")
    assert "github=-" in course.calls()[0]


def test_reports_do_not_go_where_something_is_already(course: Course) -> None:
    course.out.symlink_to(course.place)
    result = course.run(ZEROS)
    assert (result.returncode, course.graded()) == (2, [])
    assert "name another folder" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [(), ("--out",), ("--out", "x"), ("hand-ins",), ("--what", "hand-ins"), ("a", "b")],
)
def test_usage_errors(course: Course, arguments: Sequence[str]) -> None:
    ran = subprocess.run(
        [SCRIPT, *arguments], cwd=course.place, capture_output=True, timeout=60, check=False
    )
    assert ran.returncode == 2
    assert b"Usage" in ran.stderr


def test_outside_of_any_repository(tmp_path: Path, course: Course) -> None:
    ran = subprocess.run(
        [SCRIPT, "--out", "reports", "."], cwd=tmp_path, capture_output=True, check=False
    )
    assert ran.returncode == 3


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_a_real_grading(course: Course, tmp_path: Path) -> None:
    grade = tmp_path / "real"
    grade.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m grader "$@"\n')
    grade.chmod(0o755)
    files = {"hand-ins/a b.py": SKELETON, "hand-ins/-bad.py": "", "hand-ins/x\n.py": SKELETON}
    base = course.commit(files)
    result = course.run(base, "--", "--task", "5.1", GRADE=str(grade))
    assert result.returncode == 2, result.stderr
    assert "-bad.py is empty" in result.stderr
    reports = sorted(path.suffix for path in course.out.iterdir())
    assert reports == [".html", ".html", ".json", ".json", ".xml", ".xml"]
