#!/usr/bin/env python3
"""What the two actions run: ``submission`` grades one, ``class`` all repositories of a class.

It needs the standard library alone, and works from environment variables, as steps of a workflow
have them: those of the runner (GITHUB_WORKSPACE, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, RUNNER_TEMP)
and the action's inputs (SUBMISSION, ASSIGNMENT, …, as the two files action.yml name them). GRADE
names the program, if it is not this repository's own.

Exit status: as of ``grade``: 0 graded, 1 below ``fail-under``, 2 usage or input error, 3 internal
or infrastructure error.

Everything in a student's repository is hostile. So the grader is given no token and no file of the
runner but the summary, links lead nowhere, and outputs are numbers and paths that are made here.
"""

from __future__ import annotations

import base64
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

GRADED, BELOW, USAGE, INTERNAL = 0, 1, 2, 3
PASSED_ON = {
    "GITHUB_ACTIONS", "GRADE_COURSE", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "TMPDIR",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
}  # fmt: skip
"""Environment variables that the grader and git may see: no token and no file of the runner."""
OWN_GRADE = Path(__file__).resolve().parents[2] / ".venv/bin/grade"
STUDENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,79}")
REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+", re.ASCII)
CLONE_SECONDS = 300
CLONE_SETTINGS = (
    "core.symlinks=false",  # a link becomes a small text file that leads nowhere
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "credential.helper=",
    "protocol.ext.allow=never",
    "submodule.recurse=false",
    "transfer.fsckObjects=true",
)


@dataclass(frozen=True)
class Student:
    """A student of a class, and their repository."""

    id: str
    repository: str


def stop(sentence: str, status: int = USAGE) -> NoReturn:
    """End the step with an error that stands on the page of the run."""
    plain = harmless(sentence)
    print(f"::error title=Not graded::{plain.replace('%', '%25')}")  # noqa: T201
    summarise(f"**Not graded.**\n\n    {plain}\n")
    sys.exit(status)


def harmless(text: str) -> str:
    """Return ``text`` on one line, with nothing that a terminal or the runner would obey."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return shown.replace("::", ":\\x3a").replace("##[", "#\\x23[")


def setting(name: str, default: str = "") -> str:
    """Return an input of the action, without blanks around it."""
    return os.environ.get(name, "").strip() or default


def output(**values: object) -> None:
    """Add outputs of the step; names have hyphens in place of underscores."""
    if file := os.environ.get("GITHUB_OUTPUT"):
        lines = [f"{name.replace('_', '-')}={value}" for name, value in values.items()]
        assert not any("\n" in line or "\r" in line for line in lines)
        with Path(file).open("a", encoding="utf-8") as outputs:
            outputs.writelines(f"{line}\n" for line in lines)


def summarise(text: str) -> None:
    """Add to the summary of the step."""
    if file := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(file).open("a", encoding="utf-8") as summary:
            summary.write(text)


def bare_environment() -> dict[str, str]:
    """Return the environment of a program that works on what students wrote."""
    return {name: value for name, value in os.environ.items() if name in PASSED_ON}


def workspace() -> Path:
    """Return the folder of the repository that the workflow runs for."""
    return Path(setting("GITHUB_WORKSPACE", ".")).resolve()


def own_file(name: str) -> Path:
    """Return the path of a file of the repository, from its top; refuse what leads out of it."""
    top = workspace()
    path = Path(os.path.normpath(top / name))
    if not path.is_relative_to(top):
        stop(f"{name} is not in the repository.")
    if not os.path.lexists(path):
        stop(f"There is no {name} in the repository.")
    within = [path, *path.parents]
    if any(each.is_symlink() for each in within[: within.index(top)]):
        stop(f"{name} is a link, or behind one; hand in the file itself.")
    return path


def grade(arguments: list[str], where: Path, **more: str) -> int:
    """Run the grader, and return its exit status; one that was killed is an internal error."""
    program = setting("GRADE", str(OWN_GRADE))
    if not os.access(program, os.X_OK):
        stop(f"{program} is not there; run scripts/install-python-packages base.", INTERNAL)
    sys.stdout.flush()
    ran = subprocess.run(
        [program, *arguments],
        cwd=where,
        env={**bare_environment(), **more},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return ran.returncode if ran.returncode in {GRADED, BELOW, USAGE} else INTERNAL


def options(*names: str) -> Iterator[str]:
    """Yield options of the grader for those inputs that are given."""
    for name in names:
        if value := setting(name.upper().replace("-", "_")):
            yield f"--{name}={value}"


def new_folder(name: str) -> Path:
    """Return a new folder outside of any repository."""
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=setting("RUNNER_TEMP") or None))


# One submission -----------------------------------------------------------------------------


def grade_submission() -> int:
    """Grade a file or folder of the repository: errors at lines, summary, reports and outputs."""
    path = own_file(setting("SUBMISSION") or stop("Which file? Give the input `submission`."))
    reports = new_folder("reports")
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "")
    forms = {"html": "report.html", "json": "report.json", "junit": "report.xml"}
    status = grade(
        [
            "run", *options("assignment", "course", "file", "fail-under"),
            f"--view={setting('VIEW', 'student')}", "--report=github=-",
            *(f"--report={form}={reports / name}" for form, name in forms.items()),
            "--", os.path.relpath(path, workspace()),
        ],
        workspace(),
        **({"GITHUB_STEP_SUMMARY": summary} if summary else {}),
    )  # fmt: skip
    output(reports=reports, status=status)
    try:
        report = json.loads((reports / "report.json").read_text("utf-8"))
    except FileNotFoundError:
        stop("There is no report; the log of this step says why.", status or INTERNAL)
    score, most = float(report["score"]), float(report["max_score"])
    output(
        score=f"{score:.10g}",
        max_score=f"{most:.10g}",
        percent=f"{100 * score / most:.10g}" if most else "0",
        undecided=f"{float(report['undecided']):.10g}",
    )
    return status


# A class ------------------------------------------------------------------------------------


def grade_class() -> int:
    """Grade the repositories of a class; of those that did not change, earlier results stay."""
    students = read_roster(own_file(setting("ROSTER", "roster.csv")))
    wanted, handins = setting("SUBMISSION"), new_folder("hand-ins")
    commits, missing = [], []
    for student in students:
        problem, commit = fetch(student, wanted, handins / student.id)
        print(harmless(f"{student.id}: {problem or commit}"), flush=True)  # noqa: T201
        commits.append([student.id, student.repository, commit, problem])
        if problem:
            missing.append(f"- `{student.id}`: {problem}\n")
    if len(missing) == len(students):
        stop("No repository could be fetched; the log of this step says why.")
    results = workspace() / setting("RESULTS", "results")
    against = [f"--against={results}"] if (results / "summary.json").is_file() else []
    status = grade(
        [
            "batch", *options("assignment", "course", "view", "fail-under"), *against,
            "--id=^(?P<id>.+)$", f"--out={results}", "--", str(handins),
        ],
        workspace(),
    )  # fmt: skip
    shutil.rmtree(handins)
    if missing:
        summarise(f"**Not fetched, and without a new result**\n\n{''.join(missing)}\n")
    try:
        found = json.loads((results / "summary.json").read_text("utf-8"))
    except FileNotFoundError:
        stop("There are no results; the log of this step says why.", status or INTERNAL)
    with (results / "commits.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "repository", "commit", "problem"], *commits])
    output(
        results=results, status=status, not_fetched=len(missing),
        hand_ins=found["hand_ins"], graded=found["graded"], to_decide=found["to_decide"],
    )  # fmt: skip
    summarise(table_of(found))
    return max(status, USAGE if missing else GRADED)


def read_roster(path: Path) -> list[Student]:
    """Return the students of a table with the columns ``id`` and ``repository``."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        if not {"id", "repository"} <= set(rows.fieldnames or ()):
            stop(f"{path.name} needs the columns id and repository.")
        found: dict[str, Student] = {}
        for row in rows:
            student = Student((row["id"] or "").strip(), (row["repository"] or "").strip())
            where = f"{path.name}, line {rows.line_num}"
            if not STUDENT.fullmatch(student.id):
                stop(f"{where}: the id {student.id!r} is not of letters, digits and . _ @ + -")
            if student.id.casefold() in found:
                stop(f"{where}: the id {student.id} is there twice.")
            if not (REPOSITORY.fullmatch(student.repository) or is_address(student.repository)):
                stop(f"{where}: {student.repository!r} is no repository as in owner/name.")
            found[student.id.casefold()] = student
    return list(found.values()) or stop(f"{path.name} names nobody.")


def is_address(repository: str) -> bool:
    """Return whether a repository is given by its whole address."""
    return repository.startswith(("https://", "file:///"))


def fetch(student: Student, wanted: str, target: Path) -> tuple[str, str]:
    """Copy what a student handed in to ``target``; return what was wrong, and the commit.

    Args:
        wanted: the file or folder of the repository that counts; empty for all of it.
    """
    clone = target.with_name(".clone")
    try:
        words = ("clone", "--quiet", "--depth=1", "--no-tags", "--template=", "--")
        if not git(*words, address(student), str(clone)):
            return "cannot be cloned; is its name right, and may the token read it?", ""
        commit = (git("-C", str(clone), "rev-parse", "HEAD") or "").strip()
        shutil.rmtree(clone / ".git")
        source = Path(os.path.normpath(clone / wanted))
        if source != clone and clone not in source.parents:
            stop(f"{wanted} is not in a repository.")
        if not commit or not source.exists() or source.is_symlink():
            return f"there is no {wanted or 'commit'}", commit
        if source.is_dir():
            source.rename(target)
        else:
            target.mkdir()
            source.rename(target / source.name)
        return "", commit
    finally:
        shutil.rmtree(clone, ignore_errors=True)


def address(student: Student) -> str:
    """Return the address to clone from."""
    if is_address(student.repository):
        return student.repository
    return f"{setting('GITHUB_SERVER_URL', 'https://github.com')}/{student.repository}.git"


def git(*arguments: str) -> str | None:
    """Return what git printed, or a blank for nothing; ``None`` if it failed or took too long."""
    environment = {**bare_environment(), "GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1"}
    if token := setting("TOKEN"):
        server = setting("GITHUB_SERVER_URL", "https://github.com")
        secret = base64.b64encode(f"x-access-token:{token}".encode()).decode()
        environment |= {  # neither on a command line nor in a file
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"http.{server}/.extraheader",
            "GIT_CONFIG_VALUE_0": f"Authorization: Basic {secret}",
        }
    settings = [word for each in CLONE_SETTINGS for word in ("-c", each)]
    try:
        ran = subprocess.run(
            ["git", *settings, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=CLONE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return os.fsdecode(ran.stdout) or " " if ran.returncode == 0 else None


def table_of(found: dict[str, object]) -> str:
    """Return the results of a class as a table in Markdown."""
    rows = found["submissions"]
    assert isinstance(rows, list)
    counts = f"{found['hand_ins']} hand-ins, {found['graded']} graded now"
    lines = [
        f"{counts}, {found['to_decide']} with something to decide.",
        "",
        "| student | points | |",
        "|---|---|---|",
    ]
    for row in rows:
        note = "cannot be read" if row["refusal"] else ""
        note = note or (f"{row['undecided']:.10g} to decide" if row["undecided"] else "")
        points = f"{row['score']:.10g} of {row['max_score']:.10g}"
        lines.append(f"| `{harmless(row['id']).replace('`', '')}` | {points} | {note} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    actions = {"submission": grade_submission, "class": grade_class}
    sys.exit(actions[sys.argv[1]]())
