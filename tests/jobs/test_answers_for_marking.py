"""What a notebook says of written tasks: beside the report, on pages of one and of many."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader import intake
from grader.assignment import Assignment
from grader.batch.collect_handins import collect_handins
from grader.batch.grade_handins import BatchRun
from grader.batch.report_files import ReportFileWriter
from grader.batch.report_store import ReportStore
from grader.cli import main
from grader.jobs import parallel_grading
from grader.jobs.answers_for_marking import (
    CHANGED_NOTEBOOK,
    add_notebook_notes,
    collect_notebook_answers,
)
from grader.model.notebook_texts_and_outputs import NotebookByTask
from grader.model.report import Report, TaskResult, View
from grader.model.submission import Submission
from grader.render import report_formats
from grader.render.report_json import loads
from tests.batch.scene import Judging, Scene, context, report
from tests.intake.notebooks import book, code, encoded, png, shown, stream, text
from tests.made_up import DOUBLE, ESSAY, made_up
from tests.render import samples

RIGHT = code(source="def double(n):\n    return 2 * n\n")
ANSWER = text("## Why doubling matters\nIt *grows*.", photo=encoded(png()))
NOTEBOOK = book(
    text("# Hello"), RIGHT, ANSWER, code(stream("1 2 4 8\n"), shown(text_html="<b>8</b>"))
)
NOTE = "In the notebook below “Why doubling matters”: 1 text, 2 outputs, 1 picture."


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    return made_up(tmp_path / "essays", tasks=DOUBLE + ESSAY)


def read(data: bytes, assignment: Assignment) -> tuple[Submission, NotebookByTask | None]:
    contents = [("a.ipynb", data)]
    submission = intake.make_submission("a.ipynb", contents)
    return submission, collect_notebook_answers(contents, submission, assignment)


def test_a_report_notes_where_the_answer_is(assignment: Assignment) -> None:
    submission, found = read(NOTEBOOK, assignment)
    assert found is not None
    essay = TaskResult("2", "Why doubling matters", None, 1.0, None, None)
    before = report(submission)
    after = add_notebook_notes(replace(before, tasks=(*before.tasks, essay)), found)
    assert [task.note for task in after.tasks] == ["", NOTE]
    assert add_notebook_notes(after, NotebookByTask({"2": ()})) == after
    _, none = read(book(RIGHT, text("# Feedback")), assignment)
    assert none is not None
    without = add_notebook_notes(samples.report(essay), none)
    assert without.tasks[0].note == "No heading of the notebook says where the answer is."


def test_many_headings_and_long_ones_are_quoted_in_short(assignment: Assignment) -> None:
    many = [text(f"# 2 {'very ' * 60}\x1b[2J\nlong") for _ in range(5)]
    _, found = read(book(RIGHT, *many), assignment)
    assert found is not None
    essay = TaskResult("2", "Why", None, 1.0, None, None)
    note = add_notebook_notes(samples.report(essay), found).tasks[0].note
    assert note.endswith("…” and 2 more: 5 texts.")
    assert len(note) < 300
    assert note.isprintable()


def test_headings_of_the_same_words_are_told_apart_by_their_cells(tmp_path: Path) -> None:
    plays = "".join(
        f'[[tasks]]\nid = "{number}"\ntitle = "Games {number}"\npoints = 1\nwritten = true\n'
        f'headings = ["Task {number} > Playtime", "Hello"]\n'
        for number in (2, 3)
    )
    assignment = made_up(tmp_path / "games", tasks=DOUBLE + plays)
    cells = (text("# Hello"), text("# Task 2"), text("## Playtime\nA."))
    more = (text("# Task 3"), text("## Playtime\nB."), text("C."))
    _, found = read(book(RIGHT, *cells, *more), assignment)
    assert found is not None
    games = [TaskResult(number, "Games", None, 1.0, None, None) for number in ("2", "3")]
    notes = [task.note for task in add_notebook_notes(samples.report(*games), found).tasks]
    assert notes == [
        "In the notebook below “Hello”, “Playtime” (text cell 3): 2 texts.",
        "In the notebook below “Hello”, “Playtime” (text cell 5): 3 texts.",
    ]


def test_there_may_be_nothing_to_read(assignment: Assignment, tmp_path: Path) -> None:
    program = [("a.py", b"def double(n):\n    return 2 * n\n")]
    assert (
        collect_notebook_answers(program, intake.make_submission("a.py", program), assignment)
        is None
    )
    nothing_written = made_up(tmp_path / "other")
    assert read(NOTEBOOK, nothing_written)[1] is None


def test_a_notebook_that_has_changed_is_not_shown(assignment: Assignment) -> None:
    submission, _ = read(NOTEBOOK, assignment)
    changed = [("a.ipynb", NOTEBOOK.replace(b"grows", b"grew"))]
    assert intake.make_submission("a.ipynb", changed).digest == submission.digest
    assert collect_notebook_answers(changed, submission, assignment) == CHANGED_NOTEBOOK
    assert "The notebook changed while it was graded" in page_of(submission, CHANGED_NOTEBOOK)


def page_of(submission: Submission, found: NotebookByTask) -> str:
    return report_formats.write_report(
        "html", add_notebook_notes(with_essay(submission), found), View.STAFF, found
    )


def with_essay(submission: Submission) -> Report:
    essay = TaskResult("2", "Why doubling matters", None, 1.0, None, None)
    graded = report(submission)
    return replace(graded, tasks=(*graded.tasks, essay))


def test_one_command_writes_it_into_the_page_and_says_so_in_other_forms(
    assignment: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "alice.ipynb"
    file.write_bytes(NOTEBOOK)
    monkeypatch.setattr(
        parallel_grading,
        "grade_in_parallel",
        lambda _, submission, *__: with_essay(submission),
    )

    def graded(*options: str) -> str:
        line = [str(file), "--course", str(assignment.course), "--assignment", "demo", *options]
        result = CliRunner().invoke(main, line)
        assert result.exit_code == 0, result.output
        return result.stdout

    page = graded("-f", "html")
    assert "It <em>grows</em>." in page
    assert "<pre>1 2 4 8</pre>" in page
    assert 'src="data:image/png;base64,' in page
    assert "It <em>" not in graded("-f", "html", "--view", "student")
    stored = loads(graded("-f", "json"))
    assert stored.tasks[1].note == NOTE
    assert "grows" not in graded("-f", "json")
    assert NOTE in " ".join(graded().replace("│", " ").split())


def page(scene: Scene, carrier: Judging) -> str:
    """The page on alice that a batch leaves."""
    files = ReportFileWriter(scene.results, (), View.STAFF, "test")
    files.prepare()
    files.store = ReportStore(scene.results)
    try:
        list(
            BatchRun(scene.context, carrier, files, files.store).rows(
                collect_handins([str(scene.inbox)])
            )
        )
    finally:
        files.store.close()
    return (scene.results / "html" / "alice.html").read_text()


def test_a_batch_writes_it_anew_when_only_prose_has_changed(
    scene: Scene, assignment: Assignment
) -> None:
    scene.context = context(assignment)
    file = scene.inbox / "alice.ipynb"
    file.write_bytes(NOTEBOOK)
    carrier = Judging(with_essay)
    assert "It <em>grows</em>." in page(scene, carrier)
    assert "grows" not in scene.text("alice")
    file.write_bytes(NOTEBOOK.replace(b"grows", b"explodes"))
    assert "It <em>explodes</em>." in page(scene, carrier)
    assert len(carrier.asked) == 1  # the code is the same
    kept = (scene.results / "html" / "alice.html").stat().st_mtime_ns
    page(scene, carrier)
    assert (scene.results / "html" / "alice.html").stat().st_mtime_ns == kept
