"""The key of a grading: a different one for whatever can change a report, and for nothing else."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

import grader
from grader import intake
from grader.jobs import grading_key as settings
from grader.jobs.grading_key import (
    AssignmentChanged,
    AssignmentFilesWatch,
    GradingSetting,
    digest_grader_sources,
    digest_grader_sources_and_templates,
)
from grader.jobs.work_order import make_order_key
from grader.model.submission import LoadNote
from grader.sandbox.in_process import InProcess
from tests.batch.scene import RIGHT, Scene, written
from tests.contracts import heaps
from tests.made_up import made_up

SANDBOX = InProcess()


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("hidden_tests/demo/test_new.py", "tests"),
        ("hidden_tests/demo/positions.json", "tests"),
        ("hidden_tests/demo/diagnoses.json", "tests"),
        ("hidden_tests/demo/stubs/noting.py", "tests"),
        ("hidden_tests/demo/assignment.toml", "limits"),
        ("hidden_tests/demo/costs.json", "limits"),
        ("reference/demo/add_one.py", "reference"),
        ("reference/demo/provided/game.py", "reference"),
        ("reference/demo/mutants/wrong.py", ""),
        ("reference/demo/rights/other.py", ""),
        ("hidden_tests/demo/__pycache__/test.pyc", ""),
    ],
)
def test_files_of_the_assignment(tmp_path: Path, file: str, part: str) -> None:
    demo = made_up(tmp_path)
    before = GradingSetting.of(demo, SANDBOX)
    written(tmp_path, {file: f"# {time.time()}"})
    after = GradingSetting.of(demo, SANDBOX)
    changed = {name for name, value in before.parts.items() if after.parts[name] != value}
    assert changed == ({part} if part else set())
    assert (before.digest == after.digest) is (not part)


def test_what_a_person_says_of_bindings(tmp_path: Path) -> None:
    demo = made_up(tmp_path)
    given = {"b": "g(board) != 'n'", "a": "f"}
    nothing, said = GradingSetting.of(demo, SANDBOX), GradingSetting.of(demo, SANDBOX, where=given)
    assert said.where == "a=f\nb=g(board) != 'n'"
    assert said.digest != nothing.digest
    assert (said.bindings, nothing.bindings) == (given, {})


@pytest.mark.parametrize("file", ["hidden_tests/heaps/contract.py", "reference/heaps/adapter.py"])
def test_the_contract_counts(tmp_path: Path, file: str) -> None:
    demo = heaps(tmp_path)
    before = GradingSetting.of(demo, SANDBOX)
    (tmp_path / file).write_text("# another one\n")
    assert GradingSetting.of(demo, SANDBOX).digest != before.digest


@pytest.mark.parametrize(
    ("file", "changes"),
    [
        ("hidden_tests/demo/assignment.toml", True),
        ("reference/demo/provided/game.py", True),
        ("reference/demo/mutants/wrong.py", False),
    ],
)
def test_a_change_while_gradings_go_on(tmp_path: Path, file: str, *, changes: bool) -> None:
    demo = made_up(tmp_path)
    written(tmp_path, {file: "# before"})
    watch = AssignmentFilesWatch.over(demo)
    watch.check()
    written(tmp_path, {file: "# and after"})
    if not changes:
        watch.check()
        return
    with pytest.raises(AssignmentChanged, match=rf"^{Path(file).name} of the assignment demo "):
        watch.check()


def test_a_file_that_vanishes_while_gradings_go_on(tmp_path: Path) -> None:
    demo = made_up(tmp_path)
    written(tmp_path, {"hidden_tests/demo/positions.json": "[]"})
    watch = AssignmentFilesWatch.over(demo)
    (tmp_path / "hidden_tests/demo/positions.json").unlink()
    with pytest.raises(AssignmentChanged):
        watch.check()


def test_what_is_asked_for(tmp_path: Path) -> None:
    demo = made_up(tmp_path)
    settings = [
        GradingSetting.of(demo, SANDBOX),
        GradingSetting.of(demo, SANDBOX, seed=1),
        GradingSetting.of(demo, SANDBOX, tasks=["1"]),
    ]
    assert len({each.digest for each in settings}) == 3


def test_the_grader_and_python() -> None:
    assert digest_grader_sources().startswith("0.")
    assert len(digest_grader_sources().split()[1]) == 32


def test_templates_change_pages_and_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "grader"
    shutil.copytree(Path(grader.__file__).parent, folder)
    monkeypatch.setattr(grader, "__file__", str(folder / "__init__.py"))
    settings._version.cache_clear()
    before = digest_grader_sources(), digest_grader_sources_and_templates()
    settings._version.cache_clear()
    (folder / "render/html/templates/style.css").write_text("body {}", "utf-8")
    after = digest_grader_sources(), digest_grader_sources_and_templates()
    settings._version.cache_clear()
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


def test_where_a_submission_lies_does_not_matter(scene: Scene) -> None:
    here = intake.read_submission(written(scene.inbox, {"a/x.py": RIGHT}) / "a" / "x.py")
    there = intake.read_submission(written(scene.inbox, {"b/x.py": RIGHT}) / "b" / "x.py")
    assert make_order_key(scene.setting.digest, here) == make_order_key(scene.setting.digest, there)


def test_its_file_name_and_what_was_noticed_do(scene: Scene) -> None:
    written(scene.inbox, {"x.py": RIGHT, "y.py": RIGHT})
    one, other = (intake.read_submission(scene.inbox / name) for name in ("x.py", "y.py"))
    noted = replace(one, notes=(LoadNote("It was read as Latin-1", "x.py"),))
    keys = {make_order_key(scene.setting.digest, each) for each in (one, other, noted)}
    assert len(keys) == 3
