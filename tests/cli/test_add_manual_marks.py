"""``grade marks``: what people give gets into the results of a batch, without grading."""

from __future__ import annotations

import csv
import json
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from tests.batch.scene import RIGHT, WRONG, written
from tests.made_up import DOUBLE, ESSAY, made_up

NOTEBOOK = json.dumps({
    "nbformat": 4, "nbformat_minor": 5, "metadata": {},
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": "# 2 Essay\nDoubling is adding."},
        {"cell_type": "code", "metadata": {}, "source": RIGHT, "outputs": [],
         "execution_count": None},
    ],
})  # fmt: skip


def grade(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with results of three students, of a course with one written task."""
    made_up(tmp_path / "course", tasks=DOUBLE + ESSAY)
    monkeypatch.setenv("GRADE_COURSE", str(tmp_path / "course"))
    monkeypatch.chdir(tmp_path)
    files = {"alice.py": RIGHT, "bob.py": WRONG, "carol.ipynb": NOTEBOOK, "dora.py": ""}
    written(tmp_path / "in", files)
    options = ("--sandbox", "none", "--report", "html", "--report", "md")
    assert grade("batch", "in", "--out", "results", *options).exit_code == 0
    return tmp_path


def put(table: str, name: str = "marks.csv") -> Result:
    Path(name).write_text(table)
    return grade("marks", name, "--results", "results")


def digests() -> dict[str, str]:
    files = (path for path in Path("results").rglob("*") if path.is_file())
    return {
        str(path): sha256(path.read_bytes()).hexdigest()
        for path in files
        if not path.name.startswith("store.sqlite")
    }


def reports() -> dict[str, str]:
    """All but what says when and how much was graded."""
    kinds = {".md", ".html", ".csv"}
    found = digests()
    found.pop("results/index.html")
    return {name: each for name, each in found.items() if Path(name).suffix in kinds}


def essay_points() -> list[str]:
    table = list(csv.DictReader(Path("results/gradebook.csv").read_text().splitlines()))
    return [row["task 2"] for row in table]


def test_they_are_in_every_report_and_in_the_gradebook() -> None:
    done = put(
        "id,task,item,points,comment\n"
        "alice,2,clear,0.25,Well put.\nalice,2,short,0.25,\ndora,2,,1,On paper.\n"
    )
    assert done.exit_code == 0, done.output
    assert done.stdout == "1 report changed.\nTask 2 has no mark yet for 2 students: bob, carol.\n"
    assert essay_points() == ["0.5", "", "", "1"]
    report = json.loads(Path("results/json/alice.json").read_text())
    assert (report["score"], report["max_score"], report["undecided"]) == (2.5, 3, 0)
    for form in ("html", "md"):
        assert "Well put." in Path(f"results/{form}/alice.{form}").read_text()
    assert "html/alice.html" in Path("results/index.html").read_text()


def test_the_same_again_changes_nothing_and_the_next_batch_finds_them() -> None:
    table = "id,task,points\nalice,2,0.5\ncarol,2,1\n"
    put(table)
    before = digests()
    assert put(table).stdout.startswith("0 reports changed.")
    assert digests() == before
    then = reports()
    options = ("--sandbox", "none", "--report", "html", "--report", "md")
    assert grade("batch", "in", "--out", "results", *options).exit_code == 0
    assert reports() == then


def test_a_mark_is_replaced_and_taken_back() -> None:
    put("id,task,points\nbob,2,1\n")
    clean = reports()
    put("id,task,points\nalice,2,0.5\n")
    put("id,task,points\nalice,2,1\n")
    assert essay_points() == ["1", "1", "", ""]
    said = put("id,task,points\nalice,2,\n").stdout
    assert "Marks taken back, whose rows have no points: alice (task 2).\n" in said
    assert reports() == clean


def test_a_table_whose_letters_were_guessed_is_named() -> None:
    Path("latin.csv").write_bytes("id;task;points;comment\nbob;2;1;schön\n".encode("cp1252"))
    done = grade("marks", "latin.csv", "--results", "results")
    assert done.exit_code == 0
    assert "latin.csv is not in UTF-8, so it was read as Windows-1252" in done.stderr


def test_marks_of_tasks_that_were_not_graded_are_pointed_out() -> None:
    options = ("--out", "part", "--sandbox", "none", "--task", "1")
    assert grade("batch", "in", *options).exit_code == 0
    Path("marks.csv").write_text("id,task,points\nalice,2,1\n")
    done = grade("marks", "marks.csv", "--results", "part")
    assert done.exit_code == 0, done.output
    assert "The marks of task 2 are kept, but do not count yet" in done.stderr
    assert "do not count yet" not in put("id,task,points\nalice,2,1\n").stderr


def test_what_is_wrong_changes_nothing() -> None:
    before = digests()
    done = put("id,task,points\nalice,2,0.5\nzoe,2,1\nbob,2,7\n")
    assert done.exit_code == 2
    assert done.stderr.splitlines() == [
        "grade: 2 problems in the tables, so nothing was changed. Mend:",
        "marks.csv, line 3: nobody with the id 'zoe' handed in",
        (
            "marks.csv, line 4: bob has 7 points for task 2, all items together, "
            "but the task is worth 1"
        ),
    ]
    assert digests() == before


def test_a_page_keeps_what_it_shows_of_a_notebook(place: Path) -> None:
    assert put("id,task,points\ncarol,2,0.5\n").exit_code == 0
    page = Path("results/html/carol.html")
    assert "Doubling is adding." in page.read_text()
    (place / "in" / "carol.ipynb").unlink()
    before = digests()
    done = put("id,task,points\ncarol,2,1\n")
    assert done.exit_code == 2
    assert "shows a notebook, but in/carol.ipynb is missing or has changed" in done.stderr
    assert digests() == before
    assert put("id,task,points\nbob,2,1\n").exit_code == 0
    page.unlink()
    assert put("id,task,points\ncarol,2,1\n").exit_code == 0
    assert not page.exists()


def test_a_table_to_fill_in() -> None:
    put("id,task,points\nalice,2,0.5\n")
    done = grade("marks", "--blank", "blank.csv", "--results", "results")
    assert (done.exit_code, done.stdout) == (0, "")
    table = Path("blank.csv").read_text()
    assert table == "id,task,item,points,comment\nbob,2,,,\ncarol,2,,,\ndora,2,,,\n"
    again = grade("marks", "--blank", "blank.csv", "--results", "results")
    assert again.exit_code == 2
    assert "there already" in again.stderr
    assert put(table.replace(",,,\n", ",,1,\n")).exit_code == 0
    assert essay_points() == ["0.5", "1", "1", "1"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing option '--results'"),
        (["--results", "results"], "Which marks?"),
        (["marks.csv", "--results", "nowhere"], "give the folder that an earlier `grade batch"),
        (["nothing.csv", "--results", "results"], "nothing.csv cannot be read"),
        (["a.csv", "--blank", "b.csv", "--results", "results"], "leave out TABLE"),
    ],
)
def test_usage_errors(arguments: list[str], sentence: str) -> None:
    done = grade("marks", *arguments)
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_a_report_that_is_gone() -> None:
    Path("results/json/bob.json").unlink()
    done = put("id,task,points\nalice,2,0.5\n")
    assert done.exit_code == 2
    assert "run the same `grade batch` once more" in done.stderr
    assert essay_points() == ["", "", "", ""]
