"""What is in packages for Gradescope and PrairieLearn, and what stays out of them."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.assignment import load_assignment
from grader.cli.main import main
from grader.export.package_files import (
    PackageFile,
    PackageIncomplete,
    collect_grading_files,
    write_folder,
)
from grader.export.platform_packages import gradescope_files, prairielearn_files
from grader.machine.atomic_write import WriteError
from tests.made_up import HEAD, made_up


@cache
def on_gradescope() -> dict[str, PackageFile]:
    return gradescope_files(load_assignment("ps2"), per_day=3)


@cache
def on_prairielearn() -> dict[str, PackageFile]:
    return prairielearn_files(load_assignment("ps2"), "grader:1", 300)


@pytest.mark.parametrize("inside", ["mutants", "rights", "families", "written"])
def test_specimens_stay_out(inside: str) -> None:
    assert not [name for name in on_gradescope() if name.startswith(f"reference/ps2/{inside}")]


def test_one_assignment_and_the_grader_are_in() -> None:
    names = on_gradescope().keys()
    assert names >= {
        "grader/export/grade_on_gradescope.py",
        "hidden_tests/ps2/assignment.toml",
        "reference/ps2/oracle/bitboard.py",
        "reference/ps2/provided/breakthrough.py",
        "requirements.txt",
    }
    assert not [name for name in names if "connect4" in name or "__pycache__" in name]
    assert not [name for name in names if name.startswith("grader/service")]


def test_settings_say_what_is_graded() -> None:
    settings = json.loads(on_gradescope()["package.json"].content)
    assert settings == {"assignment": "ps2", "per_day": 3}


def test_scripts_can_be_run() -> None:
    for files in (on_gradescope(), on_prairielearn()):
        for name, file in files.items():
            if name in {"setup.sh", "run_autograder", "tests/run.sh"}:
                assert file.executable
                checked = subprocess.run(["bash", "-n"], input=file.content, check=False)
                assert checked.returncode == 0, name
    assert {"setup.sh", "run_autograder"} <= on_gradescope().keys()


def test_what_setup_fetches_has_digests() -> None:
    for name in ("requirements.txt", "uv.txt"):
        lock = on_gradescope()[name].content.decode()
        pinned = re.findall(r"^[\w.-]+==\S+ \\\n    --hash=sha256:[0-9a-f]{64}", lock, re.MULTILINE)
        assert len(pinned) == len(re.findall(r"^[\w.-]+", lock, re.MULTILINE)) > 0


def test_a_question_says_how_it_is_graded() -> None:
    info = json.loads(on_prairielearn()["info.json"].content)
    options = info["externalGradingOptions"]
    assert (info["gradingMethod"], options["image"], options["timeout"]) == (
        "External", "grader:1", 300,
    )  # fmt: skip
    assert options["entrypoint"].replace("/grade/", "") in on_prairielearn()
    assert "tests/source/hidden_tests/ps2/assignment.toml" in on_prairielearn()


def test_the_page_names_each_function(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_bytes(on_prairielearn()["server.py"].content)
    data: dict[str, dict[str, object]] = {"params": {}}
    runpy.run_path(str(tmp_path / "server.py"))["generate"](data)
    tasks = data["params"]["tasks"]
    assert isinstance(tasks, list)
    assert [task["function"] for task in tasks if task["id"] == "3.1"] == ["minimax"]
    assert "1.1" not in {task["id"] for task in tasks}, "a person marks it"
    page = on_prairielearn()["question.html"].content.decode()
    assert f'file-names="{data["params"]["file"]}"' in page


def test_a_package_that_is_promised_has_the_version_of_here(tmp_path: Path) -> None:
    head = HEAD.replace("enums = []", 'enums = []\npackages = ["hypothesis", "numpy"]')
    promised = collect_grading_files(made_up(tmp_path, head=head), {})["requirements-promised.txt"]
    assert re.fullmatch(rb"hypothesis==[\d.]+\n", promised.content)


def test_a_package_that_is_not_here_cannot_be_promised(tmp_path: Path) -> None:
    head = HEAD.replace("enums = []", 'enums = []\npackages = ["nowhere_at_all"]')
    with pytest.raises(PackageIncomplete, match="nowhere_at_all"):
        collect_grading_files(made_up(tmp_path, head=head), {})


def test_commands_write_packages(tmp_path: Path) -> None:
    made_up(tmp_path / "course")
    where = ["--course", str(tmp_path / "course"), "-o"]
    command = ["export", "gradescope", "demo", *where, str(tmp_path / "a.zip")]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert zipfile.is_zipfile(tmp_path / "a.zip")
    command = ["export", "prairielearn", "demo", *where, str(tmp_path / "question")]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert (tmp_path / "question" / "tests" / "run.sh").stat().st_mode & 0o111
    # Nothing that is there is written over.
    assert CliRunner().invoke(main, command).exit_code == 2


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(WriteError):
        write_folder(tmp_path / "question", {"a": PackageFile(b""), "a/b": PackageFile(b"")})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_packed_grader_starts_without_the_rooms_that_stay_out(tmp_path: Path) -> None:
    write_folder(tmp_path / "source", on_gradescope())
    started = "import grader.export.grade_on_gradescope, grader.export.grade_on_prairielearn"
    ended = subprocess.run(
        [sys.executable, "-c", f"{started}; print(grader.__file__)"],
        cwd=tmp_path / "source", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.stdout.startswith(str(tmp_path)), ended.stderr
