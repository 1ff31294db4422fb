"""Every command on the page about other platforms is run as it stands there.

The course is a small one whose assignment has the name that the page uses. Stand-ins for ``gh`` and
``docker`` note how they are called: a real engine builds the images in ``test_containers.py``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from grader.export.find_pyodide_files import PYODIDE_VERSION
from grader.machine.cache_folder import cache_folder
from tests.browser.conftest import missing
from tests.cli.process import ROOT, run

PAGE = (ROOT / "docs" / "platforms.md").read_text("utf-8")
GRADES = (
    "Student,ID,SIS Login ID,Section,PS2 (78)\n"
    "    Points Possible,,,,3.00\n"
    '"Doe, Jane",1234,jdoe,A,\n"Roe, Rick",5678,rroe,A,\n'
)
CHANGES = {
    'task("1"': 'task("1.3"',
    "[[tasks]]": '[[tasks]]\nid = "1.3"',
    # What uses the reference is in no kit.
    "from reference.ps2.transition import transition": (
        "def transition(board):\n"
        "    tiles = enumerate((tile for row in board for tile in row), start=1)\n"
        "    return sum(tile not in (0, place) for place, tile in tiles)"
    ),
}
"""What makes a new assignment the one of the page."""
STAND_IN = '#!/bin/sh\nprintf "%s\\n" "$(basename "$0") $*" >> "$NOTES"\n'


def blocks(language: str) -> dict[str, list[str]]:
    """The blocks of this language on the page, by the headings above them."""
    found: dict[str, list[str]] = {}
    heading = ""
    pattern = rf"^#+ ([^\n]+)$|^( *)```{language}\n(.*?)^ *```$"
    for match in re.finditer(pattern, PAGE, re.MULTILINE | re.DOTALL):
        heading = match[1] or heading
        if match[3]:
            found.setdefault(heading, []).append(textwrap.dedent(match[3]))
    return found


def commands() -> dict[str, list[str]]:
    """All commands of the page in their order, by heading."""
    found = {heading: list(scripts) for heading, scripts in blocks("bash").items()}
    for heading, shown in blocks("console").items():
        lines = [line for block in shown for line in block.splitlines()]
        assert all(line.startswith("$ ") for line in lines), lines
        found.setdefault(heading, []).extend(line[2:] for line in lines)
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the page's commands work, beside a small course."""
    course = tmp_path / "course"
    assert run("author", "new", course / "ps2").returncode == 0
    for path in sorted(course.rglob("*")):
        if path.is_file():
            text = path.read_text("utf-8").replace("misplaced", "transition")
            for old, new in CHANGES.items():
                text = text.replace(old, new)
            path.write_text(text, "utf-8")
            path.rename(path.with_name(path.name.replace("misplaced", "transition")))
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in {
        "python": f'#!/bin/sh\nexec "{sys.executable}" "$@"\n',
        "grade": f'#!/bin/sh\nexec "{sys.executable}" -m grader "$@"\n',
        "gh": STAND_IN,
        "docker": STAND_IN,
    }.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    there = tmp_path / "there"
    there.mkdir()
    monkeypatch.setenv("GRADE_COURSE", str(course))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(there)
    return there


def solution(place: Path) -> str:
    return (place.parent / "course" / "reference" / "ps2" / "transition.py").read_text("utf-8")


def perform(command: str, place: Path) -> str:
    """Run a command; one that watches a file is ended once it waits."""
    process = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
    )  # fmt: skip
    said = []
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if "--watch" in command and "Waiting for changes" in line:
                process.terminate()
                return "".join(said)
    assert process.returncode == 0, f"{command}\n{''.join(said)}"
    return "".join(said)


def handed_in(place: Path) -> None:
    with zipfile.ZipFile(place / "download.zip", "w") as download:
        download.writestr("doejane_1234_98765_ps2.py", solution(place))
        download.writestr("roerick_5678_98766_ps2.py", solution(place))
    (place / "Grades.csv").write_text(GRADES)


def repositories(place: Path) -> None:
    """A roster, and a repository of a student where the page has its address."""
    (place / "roster.csv").write_text("id,repository\njdoe,your-course/ps2-jdoe\n")
    student = place.parent / "hosted" / "ps2-jdoe"
    student.mkdir(parents=True)
    (student / "ps2.py").write_text(solution(place))
    git = ["git", "-c", "user.name=J", "-c", "user.email=j@example.edu"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        subprocess.run([*git, *arguments], cwd=student, check=True)
    (place.parent / "gitconfig").write_text(
        f'[url "file://{student.parent}/"]\n\tinsteadOf = https://github.com/your-course/\n'
    )


def pyodide(place: Path) -> None:
    cache = cache_folder()
    if cache is None or not (cache / f"pyodide-{PYODIDE_VERSION}").is_dir():
        missing("Pyodide is not installed (scripts/install-pyodide).")
    for name in ("scripts", "grader"):
        (place / name).symlink_to(ROOT / name)


def unpacked_kit(place: Path) -> None:
    with zipfile.ZipFile(place / "kit.zip") as kit:
        kit.extractall(place)
    (place / "ps2.py").write_text(solution(place))


def uploaded_package(place: Path) -> None:
    shutil.copy(place / "coursemology" / "ps2-1.3-transition.zip", place)


BEFORE: dict[str, Callable[[Path], None]] = {
    "Leaving GitHub Classroom": repositories,
    "Gradebooks of learning platforms": handed_in,
    "On a web page": pyodide,
}
"""What has to be there before the commands below a heading."""
AFTER = {"grade export kit ps2 -o kit.zip": unpacked_kit,
         "grade export coursemology ps2 -o coursemology/": uploaded_package}  # fmt: skip
"""What people do between two commands."""
LEFT = {
    "Leaving GitHub Classroom": {"results/gradebook.csv"},
    "Gradebooks of learning platforms": {"upload.csv", "upload.xls"},
    "The student's kit": {"kit.json"},
    "On a web page": {"public-tests/index.html"},
    "Coursemology": {"coursemology/left-out.txt", "course/hidden_tests/week1/assignment.toml"},
    "Gradescope": {"autograder.zip"},
    "PrairieLearn": {"ps2/info.json", "ps2/image/Dockerfile"},
}
"""Files that the commands below a heading leave."""


def test_no_command_of_the_page_is_left_out() -> None:
    assert set(commands()) == set(LEFT) >= set(BEFORE)
    assert {command for each in commands().values() for command in each} >= set(AFTER)


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize("heading", LEFT)
def test_the_commands_below_a_heading_work(heading: str, place: Path) -> None:
    if heading in BEFORE:
        BEFORE[heading](place)
    for command in commands()[heading]:
        perform(command, place)
        if command in AFTER:
            AFTER[command](place)
    assert [name for name in LEFT[heading] if not (place / name).is_file()] == []
    noted = place.parent / "notes"
    if heading == "Leaving GitHub Classroom":
        assert noted.read_text().splitlines() == [
            "gh repo create your-course/ps2-jdoe --private --template your-course/ps2",
            "gh api -X PUT repos/your-course/ps2-jdoe/collaborators/jdoe -f permission=push",
        ]
    if heading == "PrairieLearn":
        assert noted.read_text() == "docker build -t registry.example.edu/grader ps2/image\n"


def test_steps_of_workflows_give_what_the_action_takes() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    texts = [text for each in blocks("yaml").values() for text in each]
    steps = [step for text in texts for step in yaml.safe_load(text)]
    used = [step for step in steps if "search-autograder@" in step.get("uses", "")]
    assert used
    for step in used:
        required = {name for name, each in action["inputs"].items() if each.get("required")}
        assert required <= set(step["with"]) <= set(action["inputs"])
    read = re.findall(r"steps\.\w+\.outputs\.([\w-]+)", PAGE)
    assert read
    assert set(read) <= set(action["outputs"])
