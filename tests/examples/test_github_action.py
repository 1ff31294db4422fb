"""The actions for GitHub, run as a runner would, on repositories made for them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.process import ROOT, SKELETON

SCRIPT = ROOT / "examples/github/github_action.py"
ACTION = runpy.run_path(str(SCRIPT))
ACTIONS = {"submission": ROOT / "action.yml", "class": ROOT / "examples/github/class/action.yml"}
WORKFLOWS = sorted((ROOT / "examples/github").glob("*.yml"))
RUNNER = {"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE"}

# Notes what it is given and sees, and writes what the real one would. Ends with the status that
# stands in the submission; with 9, it is killed.
FAKE = f"""#!{sys.executable}
import json, os, pathlib, sys
arguments = sys.argv[1:]
seen = dict(arguments=arguments, environment=sorted(os.environ), where=os.getcwd())
with open(os.path.join(os.path.dirname(__file__), "notes"), "a") as notes:
    print(json.dumps(seen), file=notes)
given = dict(each[2:].split("=", 1) for each in arguments if "=" in each and each != "--")
if arguments[0] == "run":
    status = int(pathlib.Path(arguments[-1]).read_text())
    if status == 9:
        os.kill(os.getpid(), 9)
    if status < 2:
        [file] = [each[14:] for each in arguments if each.startswith("--report=json=")]
        report = dict(score=1.5, max_score=3, undecided=0.25)
        pathlib.Path(file).write_text(json.dumps(report))
    sys.exit(status)
out = pathlib.Path(given["out"])
out.mkdir(exist_ok=True)
handins = pathlib.Path(arguments[-1])
rows = []
for each in sorted(handins.iterdir()):
    files = sorted(str(file.relative_to(each)) for file in each.rglob("*") if file.is_file())
    links = sum(file.is_symlink() for file in each.rglob("*"))
    rows.append(dict(id=each.name, score=1, max_score=3, undecided=0, refusal="", files=files,
                     links=links))
summary = dict(hand_ins=len(rows), graded=1, to_decide=0, submissions=rows)
(out / "summary.json").write_text(json.dumps(summary))
"""


@dataclass
class Runner:
    """A runner of GitHub Actions, as far as the scripts see one."""

    top: Path

    def __post_init__(self) -> None:
        for name in ("work", "temp", "bin"):
            (self.top / name).mkdir()
        grade = self.top / "bin/grade"
        grade.write_text(FAKE)
        grade.chmod(0o755)
        for name in RUNNER:
            (self.top / name).touch()

    @property
    def work(self) -> Path:
        return self.top / "work"

    def start(self, action: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        outer = {name: value for name, value in os.environ.items() if not name.startswith("GIT")}
        event = {"GITHUB_EVENT_PATH": str(self.top / "event.json"), "GITHUB_TOKEN": "ghs_secret"}
        environment = {
            **outer,
            **event,
            **{name: str(self.top / name) for name in RUNNER},
            "GITHUB_WORKSPACE": str(self.work),
            "GITHUB_ACTIONS": "true",
            "GITHUB_SERVER_URL": "https://github.invalid",
            "RUNNER_TEMP": str(self.top / "temp"),
            "ACTIONS_RUNTIME_TOKEN": "secret",
            "GRADE": str(self.top / "bin/grade"),
            **inputs,
        }
        return subprocess.run(
            [sys.executable, "-I", SCRIPT, action],
            cwd=self.work,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    def refused(self, action: str, **inputs: str) -> str:
        """What an action prints that ends before anything is graded; quicker than a process."""
        printed = io.StringIO()
        names = {"GITHUB_WORKSPACE": str(self.work), "GRADE": str(self.top / "bin/grade"), **inputs}
        files = {name: str(self.top / name) for name in RUNNER}
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
            for name, value in (names | files).items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as end:
                ACTION[f"grade_{action}"]()
        assert (end.value.code, self.notes(), self.outputs()) == (2, [], {})
        return printed.getvalue()

    def outputs(self) -> dict[str, str]:
        lines = (self.top / "GITHUB_OUTPUT").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def summary(self) -> str:
        return (self.top / "GITHUB_STEP_SUMMARY").read_text()

    def notes(self) -> list[dict[str, Any]]:
        file = self.top / "bin/notes"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


def commands(printed: str) -> list[str]:
    """The workflow commands in a log that the runner would obey."""
    obeyed, token = [], ""
    for line in printed.splitlines():
        if token:
            token = "" if line.strip() == f"::{token}::" else token
        elif found := re.match(r"\s*::stop-commands::(.*)", line):
            token = found[1]
        elif re.match(r"\s*::", line) or "##[" in line:
            obeyed.append(line)
    return obeyed


# One submission


def test_a_submission_is_graded(runner: Runner) -> None:
    (runner.work / "ps2.py").write_text("0")
    done = runner.start("submission", SUBMISSION="ps2.py", ASSIGNMENT="ps2", FAIL_UNDER="50")
    assert (done.returncode, commands(done.stdout)) == (0, []), done.stderr
    [call] = runner.notes()
    run, *options, end, path = call["arguments"]
    assert (run, end, path, call["where"]) == ("run", "--", "ps2.py", str(runner.work))
    assert {"--assignment=ps2", "--fail-under=50", "--view=student", "--report=github=-"} <= set(
        options
    )
    reports = Path(runner.outputs()["reports"])
    assert reports.parent == runner.top / "temp"
    wanted = {"score": "1.5", "max-score": "3", "percent": "50", "undecided": "0.25", "status": "0"}
    assert runner.outputs() == {"reports": str(reports), **wanted}


def test_the_grader_sees_no_token_and_no_file_of_the_runner(runner: Runner) -> None:
    (runner.work / "ps2.py").write_text("0")
    runner.start("submission", SUBMISSION="ps2.py", TOKEN="secret")
    seen = set(runner.notes()[0]["environment"])
    assert "PATH" in seen
    assert seen & {*RUNNER, "GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "TOKEN"} == {
        "GITHUB_STEP_SUMMARY"
    }


@pytest.mark.parametrize(("inside", "status"), [("0", 0), ("1", 1), ("2", 2), ("3", 3), ("9", 3)])
def test_the_status_of_the_step(runner: Runner, inside: str, status: int) -> None:
    (runner.work / "ps2.py").write_text(inside)
    done = runner.start("submission", SUBMISSION="ps2.py")
    assert done.returncode == status
    assert runner.outputs()["status"] == str(status)
    assert ("score" in runner.outputs()) == (status < 2)
    assert bool(commands(done.stdout)) == (status >= 2)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Which file?"),
        ("../temp", "is not in the repository"),
        ("/etc/passwd", "is not in the repository"),
        ("no.py", "There is no no.py"),
        ("link.py", "is a link"),
        ("out/hostname", "is a link, or behind one"),
        ("inner/ps2.py", "is a link, or behind one"),
        ("loop", "is a link"),
        ("a\n::set-output name=score::9", "There is no a\\x0a:\\x3aset-output"),
    ],
)
def test_what_is_not_in_the_repository_is_refused(runner: Runner, name: str, said: str) -> None:
    (runner.work / "link.py").symlink_to("/etc/hostname")
    (runner.work / "out").symlink_to("/etc")
    (runner.work / "real").mkdir()
    (runner.work / "real/ps2.py").write_text("0")
    (runner.work / "inner").symlink_to("real")
    (runner.work / "loop").symlink_to("loop")
    [command] = commands(runner.refused("submission", SUBMISSION=name))
    assert command.startswith("::error title=Not graded::")
    assert said in command
    assert "Not graded" in runner.summary()


def test_a_name_is_never_an_option(runner: Runner) -> None:
    (runner.work / "--sandbox=none").write_text("0")
    runner.start("submission", SUBMISSION="--sandbox=none")
    assert runner.notes()[0]["arguments"][-2:] == ["--", "--sandbox=none"]


def hostile(runner: Runner) -> str:
    """A submission that prints commands, and writes to the runner's files where it can."""
    files = [str(runner.top / name) for name in RUNNER]
    return f"""
import os
print("::set-output name=score::9")
print("\\n::stop-commands::x\\n::error::pwned\\n##[error]pwned\\n::add-mask::1")
for path in {files!r} + [os.environ.get(name, "/dev/null") for name in {sorted(RUNNER)!r}]:
    try:
        with open(path, "a") as file:
            file.write("score=9\\n")
    except OSError:
        pass
{SKELETON}
"""


@pytest.fixture
def real(runner: Runner) -> Runner:
    grade = runner.top / "bin/grade"
    grade.write_text(
        f"#!{sys.executable} -P\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from grader.__main__ import main\nmain()\n"
    )
    return runner


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_a_hostile_repository_changes_no_outcome(real: Runner) -> None:
    (real.work / "ps2.py").write_text(hostile(real))
    pwned = f"open({str(real.top / 'pwned')!r}, 'w').close()\n"
    for name in ("conftest.py", "sitecustomize.py", "click.py", "grader/__init__.py", "json.py"):
        path = real.work / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(pwned)
    (real.work / "pytest.ini").write_text("[pytest]\naddopts = -p conftest\n")
    done = real.start("submission", SUBMISSION="ps2.py", ASSIGNMENT="ps2")
    assert done.returncode == 0, done.stderr
    assert real.outputs()["score"] == "0"
    assert [line for line in commands(done.stdout) if "pwned" in line or "set-output" in line] == []
    assert not (real.top / "pwned").exists()
    for name in RUNNER - {"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"}:
        assert (real.top / name).read_text() == ""
    assert "score=9" not in real.summary()
    assert "0 of" in real.summary()
    names = {path.name for path in Path(real.outputs()["reports"]).iterdir()}
    assert names == {"report.html", "report.json", "report.xml"}


# A class


@dataclass
class School:
    """Repositories of students, and the roster of a class."""

    runner: Runner
    place: Path

    def repository(self, student: str, make: Mapping[str, str] | Callable[[Path], object]) -> str:
        """The address of a repository with these files."""
        folder = self.place / student
        folder.mkdir(parents=True)
        self.git(folder, "init", "-q", "-b", "main")
        if callable(make):
            make(folder)
        else:
            for name, text in make.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text)
        self.git(folder, "add", "-A")
        self.git(folder, "commit", "-q", "--allow-empty", "-m", "hand in")
        return f"file://{folder}"

    def git(self, folder: Path, *arguments: str) -> str:
        settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "gc.auto=0"]
        ran = subprocess.run(
            ["git", *settings, *arguments], cwd=folder, check=True, capture_output=True
        )
        return os.fsdecode(ran.stdout).strip()

    def roster(self, *rows: tuple[str, str]) -> None:
        lines = [f"{student},{repository}\n" for student, repository in rows]
        (self.runner.work / "roster.csv").write_text("id,repository\n" + "".join(lines))

    def handins(self) -> dict[str, list[str]]:
        found = json.loads((self.runner.work / "results/summary.json").read_text())
        assert not any(row["links"] for row in found["submissions"])
        return {row["id"]: row["files"] for row in found["submissions"]}


@pytest.fixture
def school(runner: Runner, tmp_path: Path) -> School:
    return School(runner, tmp_path / "students")


def test_a_class_is_graded(school: School) -> None:
    files = {"ps2.py": "x = 1\n", "README.md": "", ".github/workflows/grade.yml": ""}
    school.roster(*((name, school.repository(name, files)) for name in ("ps2-ann", "ps2-bob")))
    done = school.runner.start("class", ASSIGNMENT="ps2", TOKEN="ghp_secret")
    assert (done.returncode, commands(done.stdout)) == (0, []), done.stderr
    assert school.handins() == {name: sorted(files) for name in ("ps2-ann", "ps2-bob")}
    [call] = school.runner.notes()
    assert call["arguments"][:3] == ["batch", "--assignment=ps2", "--id=^(?P<id>.+)$"]
    assert not {*RUNNER, "TOKEN", "GIT_CONFIG_VALUE_0"} & set(call["environment"])
    assert school.runner.outputs() == {
        "results": str(school.runner.work / "results"), "status": "0", "not-fetched": "0",
        "hand-ins": "2", "graded": "1", "to-decide": "0",
    }  # fmt: skip
    commits = (school.runner.work / "results/commits.csv").read_text()
    head = school.git(school.place / "ps2-ann", "rev-parse", "HEAD")
    assert f"ps2-ann,file://{school.place}/ps2-ann,{head}," in commits
    assert "| `ps2-bob` | 1 of 3 |  |" in school.runner.summary()
    assert list((school.runner.top / "temp").iterdir()) == []
    assert "ghp_secret" not in done.stdout + done.stderr


def test_only_the_file_that_counts(school: School) -> None:
    ann = school.repository("ann", {"ps2.py": "x", "check.py": "y"})
    school.roster(("ann", ann), ("bob", school.repository("bob", {"other.py": "x"})))
    done = school.runner.start("class", SUBMISSION="ps2.py")
    assert done.returncode == 2
    assert school.handins() == {"ann": ["ps2.py"]}
    assert school.runner.outputs()["not-fetched"] == "1"
    assert "- `bob`: there is no ps2.py" in school.runner.summary()


def make_hostile(folder: Path) -> None:
    (folder / "ps2.py").symlink_to("/etc/passwd")
    (folder / "secret").symlink_to("..")
    (folder / "a\n::error::pwned.py").write_text("x = 1\n")
    (folder / "\x1b[2J##[error]x.py").write_text("x = 1\n")
    (folder / ".gitattributes").write_text("* filter=evil diff=evil\n")
    (folder / ".gitmodules").write_text('[submodule "x"]\n\tpath = x\n\turl = ../bob\n')
    (folder / "hooks").mkdir()
    (folder / "hooks/post-checkout").write_text("#!/bin/sh\ntouch /tmp/pwned-by-hook\n")
    (folder / "hooks/post-checkout").chmod(0o755)


@pytest.mark.parametrize("counts", ["ps2.py", ""])
def test_a_hostile_repository_leads_nowhere(school: School, counts: str) -> None:
    school.roster(
        ("eve", school.repository("eve", make_hostile)),
        ("bob", school.repository("bob", {"ps2.py": "x"})),
    )
    done = school.runner.start("class", SUBMISSION=counts)
    assert (done.returncode, commands(done.stdout)) == (0, []), done.stderr
    # Links have become files with their text, which is no program.
    handins = school.handins()
    assert handins["bob"] == ["ps2.py"]
    assert (
        {"ps2.py", "secret"} & set(handins["eve"]) == {counts} if counts else {"ps2.py", "secret"}
    )


@pytest.mark.parametrize("repository", ["file:///no/such/place", "owner/name"])
def test_a_repository_that_cannot_be_cloned(school: School, repository: str) -> None:
    school.roster(("ann", school.repository("ann", {"ps2.py": "x"})), ("bob", repository))
    done = school.runner.start("class")
    assert done.returncode == 2
    assert "bob: cannot be cloned" in done.stdout
    assert list(school.handins()) == ["ann"]


def test_a_repository_without_a_commit(school: School) -> None:
    folder = school.place / "bob"
    folder.mkdir(parents=True)
    school.git(folder, "init", "-q")
    school.roster(("bob", f"file://{folder}"))
    done = school.runner.start("class")
    assert done.returncode == 2
    assert "No repository could be fetched" in done.stdout


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        ("id\nann\n", "needs the columns id and repository"),
        ("", "needs the columns id and repository"),
        ("id,repository\n", "names nobody"),
        ("id,repository\n../x,a/b\n", "line 2: the id '../x' is not of letters"),
        ("id,repository\n.clone,a/b\n", "line 2: the id '.clone'"),
        ("id,repository\nann,a/b\nAnn,a/c\n", "line 3: the id Ann is there twice"),
        ("id,repository\nann,--upload-pack=touch\n", "is no repository as in owner/name"),
        ("id,repository\nann,ext::sh -c true\n", "is no repository as in owner/name"),
        ("id,repository\nann,../x\n", "is no repository as in owner/name"),
        ("id,repository\nann\n", "is no repository as in owner/name"),
    ],
)
def test_a_roster_that_cannot_be_used(runner: Runner, roster: str, said: str) -> None:
    (runner.work / "roster.csv").write_text(roster)
    assert said in runner.refused("class")


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_a_class_is_really_graded_and_only_once(real: Runner, tmp_path: Path) -> None:
    school = School(real, tmp_path / "students")
    good = (ROOT / "submissions/alice.py").read_text()
    school.roster(
        ("ps2-ann", school.repository("ps2-ann", {"ps2.py": good, "README.md": "x"})),
        ("ps2-eve", school.repository("ps2-eve", make_hostile)),
    )
    done = real.start("class", SUBMISSION="ps2.py", ASSIGNMENT="ps2", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    found = json.loads((real.work / "results/summary.json").read_text())
    points = {row["id"]: row["score"] for row in found["submissions"]}
    assert points["ps2-ann"] > 0
    assert points["ps2-eve"] == 0
    assert "root:" not in (real.work / "results/gradebook.csv").read_text()
    again = real.start("class", SUBMISSION="ps2.py", ASSIGNMENT="ps2", XDG_CACHE_HOME=str(tmp_path))
    assert again.returncode == 0, again.stderr
    assert real.outputs()["graded"] == "0"
    assert (real.work / "results/changes.csv").is_file()


# The files that GitHub reads


def run_steps(runner: Runner, name: str, **given: str) -> list[int]:
    """Run the steps of an action with bash, as a runner does; return their exit statuses."""
    copy = runner.top / "_actions"
    shutil.copytree(ROOT / "examples/github", copy / "examples/github")
    (copy / ".venv/bin").mkdir(parents=True)
    scripts = {".venv/bin/python": f'exec {sys.executable} "$@"', "examples/github/install": ""}
    for path, text in scripts.items():
        (copy / path).write_text(f"#!/bin/sh\n{text}\n")
        (copy / path).chmod(0o755)
    action = read_yaml(ACTIONS[name])
    inputs = {each: given.get(each, facts.get("default", "")) for each, facts in
              action["inputs"].items()}  # fmt: skip
    statuses = []
    for step in action["runs"]["steps"]:
        script = runner.top / "temp/step.sh"
        script.write_text(step["run"])
        outer = {"PATH": os.environ["PATH"], "GRADE": str(runner.top / "bin/grade")}
        values = {
            key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], value)
            for key, value in step.get("env", {}).items()
        }
        folder = ACTIONS[name].parent.relative_to(ROOT)
        of_runner = {
            "GITHUB_ACTION_PATH": str(copy / folder), "GITHUB_WORKSPACE": str(runner.work),
            "RUNNER_TEMP": str(runner.top / "temp"),
            **{each: str(runner.top / each) for each in RUNNER},
        }  # fmt: skip
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
            cwd=runner.work, env={**outer, **of_runner, **values}, timeout=60, check=False,
        )  # fmt: skip
        statuses.append(ran.returncode)
    return statuses


def test_the_steps_of_the_action_for_a_submission(runner: Runner) -> None:
    (runner.work / "a b$(touch x).py").write_text("1")
    given = {"submission": "a b$(touch x).py", "fail-under": "60"}
    assert run_steps(runner, "submission", **given) == [0, 1]
    assert runner.outputs()["percent"] == "50"
    assert {"--view=student", "--fail-under=60"} <= set(runner.notes()[0]["arguments"])
    assert not (runner.work / "x").exists()


def test_the_steps_of_the_action_for_a_class(school: School) -> None:
    school.roster(("ann", school.repository("ann", {"ps2.py": "x"})))
    assert run_steps(school.runner, "class", submission="ps2.py") == [0, 0]
    assert school.runner.outputs()["hand-ins"] == "1"
    assert "--view=staff" in school.runner.notes()[0]["arguments"]


STEP = {
    "continue-on-error", "env", "id", "if", "name", "run", "shell", "uses", "with",
    "working-directory",
}  # fmt: skip


def read_yaml(path: Path) -> dict[Any, Any]:
    found = yaml.safe_load(path.read_text())
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_has_the_documented_keys(name: str) -> None:
    action = read_yaml(ACTIONS[name])
    assert set(action) <= {"author", "branding", "description", "inputs", "name", "outputs", "runs"}
    for each in action["inputs"].values():
        assert {"description"} <= set(each) <= {
            "default", "deprecationMessage", "description", "required"
        }  # fmt: skip
    assert all(set(each) == {"description", "value"} for each in action["outputs"].values())
    assert (set(action["runs"]), action["runs"]["using"]) == ({"using", "steps"}, "composite")
    for step in action["runs"]["steps"]:
        assert {"run", "shell"} <= set(step) <= STEP
        assert "${{" not in step["run"]


@pytest.mark.parametrize("name", ACTIONS)
def test_inputs_and_outputs_of_an_action_are_those_of_the_script(name: str) -> None:
    action = read_yaml(ACTIONS[name])
    [*_, step] = action["runs"]["steps"]
    assert step["env"] == {
        each.upper().replace("-", "_"): f"${{{{ inputs.{each} }}}}" for each in action["inputs"]
    }
    for each, facts in action["outputs"].items():
        assert facts["value"] == f"${{{{ steps.{step['id']}.outputs.{each} }}}}"
    text = SCRIPT.read_text()
    for variable in step["env"]:
        assert f'"{variable}"' in text or f'"{variable.lower().replace("_", "-")}"' in text
    for each in action["outputs"]:
        assert re.search(rf"\b{each.replace('-', '_')}=", text), each
    for run in (each["run"] for each in action["runs"]["steps"]):
        for path in re.findall(r"\$GITHUB_ACTION_PATH(/[\w./]+)", run):
            if ".venv" not in path:
                assert (ACTIONS[name].parent / path[1:]).resolve().is_file(), path


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_the_documented_keys(path: Path) -> None:
    workflow = read_yaml(path)
    assert set(workflow) == {"name", True, "permissions", "concurrency", "jobs"}  # `on` is a yes
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) <= {"push", "pull_request", "schedule", "workflow_dispatch"}
    for job in workflow["jobs"].values():
        assert set(job) <= {"runs-on", "timeout-minutes", "steps"}
        for step in job["steps"]:
            assert set(step) <= STEP
            assert ("run" in step) != ("uses" in step)
            assert "${{" not in step.get("run", "")
            if step.get("uses", "").startswith("your-course/"):
                inner = step["uses"].partition("@")[0].count("/") > 1
                inputs = read_yaml(ACTIONS["class" if inner else "submission"])["inputs"]
                assert set(step["with"]) <= set(inputs)
                required = {key for key, facts in inputs.items() if facts.get("required")}
                assert required <= set(step["with"])
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
