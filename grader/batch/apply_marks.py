"""Puts the points that people give into the results of a batch, without grading: ``grade marks``.

1. Read the results, and the tables of marks. All that is wrong with them is said at once.
2. Write each report whose marks changed, in every form that there is of it.
3. Write gradebook, page and summary. The next run of the batch finds the marks and keeps them.

The same tables come to the same files, however often they are put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from grader import assignment as assignments
from grader import intake
from grader.assignment import Assignment
from grader.batch import batch_json as summaryjson
from grader.batch import batch_junit, batch_page, gradebook
from grader.batch.batch_row import BatchRow
from grader.batch.manual_marks import (
    COLUMNS,
    put_marks_on_report,
    put_marks_on_result,
    read_marks,
    save_marks,
)
from grader.batch.report_files import report_path
from grader.batch.summary import BatchSummary, summarise_batch
from grader.intake import IntakeError
from grader.jobs.answers_for_marking import add_notebook_notes, collect_notebook_answers
from grader.machine.atomic_write import write_atomically
from grader.model.escape import escape_to_one_line
from grader.model.notebook_texts_and_outputs import NotebookByTask
from grader.model.report import Report
from grader.model.user_error import UsageError
from grader.render import report_formats
from grader.render.csv_rows import as_csv
from grader.render.json_conversion import ReportError
from grader.render.report_json import loads

_WITH_NOTEBOOK = "img-src data:"
"""What the head of a page says that shows a notebook: pages without one hold no pictures."""


@dataclass(frozen=True, slots=True)
class MarkingOutcome:
    """The outcome of putting marks into results.

    Attributes:
        changed: ids of the students whose reports were written anew.
        lacking: ids of the students without a mark, by task; tasks that all have are left out.
        taken_back: student and task of each row that had points before and has none now.
        doubts: a sentence for each table of which something had to be guessed, and on marks that
            count nowhere.
        problems: a sentence for each file that could not be brought up to date.
    """

    summary: BatchSummary
    changed: Sequence[str]
    lacking: Mapping[str, Sequence[str]]
    taken_back: Sequence[tuple[str, str]]
    doubts: Sequence[str]
    problems: Sequence[str]


def put_marks_into_results(results: Path, tables: Sequence[Path], course: Path) -> MarkingOutcome:
    """Put the marks of ``tables``, and those kept earlier, into ``results``.

    Args:
        results: folder that a batch has written.
        tables: files, and folders whose tables count.
        course: folder of the course that the assignment is of.

    Raises:
        NoBatchResults: if the folder holds none.
        AssignmentError: if their assignment is not in the course.
        MarksError: if a table cannot be read or a row cannot be right. Nothing is changed then.
        ReportError: if a report of the results cannot be read.
        WriteError: if something cannot be written.
    """
    past = summaryjson.read_earlier_batch(results)
    assignment = assignments.load_assignment(past.assignment, course)
    rows = list(past.rows.values())
    found = read_marks(results, tables, assignment, {row.id for row in rows})
    marks = found.marks
    fresh: list[tuple[BatchRow, Report, NotebookByTask | None]] = []
    for row in rows:
        if not row.refusal:
            report = _report(results, row)
            changed = put_marks_on_report(report, marks.get(row.id, {}))
            if changed != report:
                fresh.append((row, changed, _read_notebook_again(results, row, assignment)))
    save_marks(results, found.entries)
    problems = [each for changed in fresh for each in _rewrite_reports(results, *changed)]
    rows = [
        replace(row, result=put_marks_on_result(row.result, marks.get(row.id, {}))) for row in rows
    ]
    summary = summarise_batch(assignment.title, rows, past.assignment, past.settings, past.seconds)
    _write_batch_files(results, summary)
    changed_ids = [row.id for row, _, _ in fresh]
    return MarkingOutcome(
        summary, changed_ids, _lacking(rows, assignment),
        found.taken_back, [*found.doubts, *_warn_of_ungraded_tasks(rows, marks)], problems,
    )  # fmt: skip


def _warn_of_ungraded_tasks(
    rows: Iterable[BatchRow], marks: Mapping[str, Mapping[str, object]]
) -> Iterator[str]:
    """Yield a sentence on the tasks that have marks and that the results were not graded on."""
    graded = {task.id for row in rows for task in row.result.tasks}
    absent = sorted({task for given in marks.values() for task in given} - graded)
    if graded and absent:
        yield (
            f"The marks of {'task' if len(absent) == 1 else 'tasks'} {', '.join(absent)} are kept, "
            "but do not count yet, because these results have other tasks only. Grade all tasks: "
            "grade batch without --task."
        )


def make_blank_marks_table(results: Path, course: Path) -> tuple[str, int]:
    """Return a table to fill in, with a row per missing mark, and the number of rows.

    Raises:
        NoBatchResults: if the folder holds no results.
        AssignmentError: if their assignment is not in the course.
    """
    past = summaryjson.read_earlier_batch(results)
    assignment = assignments.load_assignment(past.assignment, course)
    lacking = _lacking(past.rows.values(), assignment)
    missing = [[student, task, "", "", ""] for task, ids in lacking.items() for student in ids]
    return as_csv([COLUMNS, *missing]), len(missing)


def _lacking(rows: Iterable[BatchRow], assignment: Assignment) -> dict[str, list[str]]:
    lacking: dict[str, list[str]] = {task.id: [] for task in assignment.tasks if task.written}
    for row in rows:
        for task in row.result.tasks:
            if task.verdict is None and task.score is None and task.id in lacking:
                lacking[task.id].append(row.id)
    return {task: list(dict.fromkeys(ids)) for task, ids in lacking.items() if ids}


def _report(results: Path, row: BatchRow) -> Report:
    path = results / report_path("json", row.name)
    try:
        return loads(path.read_text("utf-8"))
    except OSError as problem:
        reason = problem.strerror or str(problem)
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except ReportError as problem:
        reason = escape_to_one_line(str(problem), 300)
    raise UsageError(
        f"The report {escape_to_one_line(str(path))} cannot be read ({reason}); "
        "run the same `grade batch` once more, which writes it anew."
    )


def _read_notebook_again(
    results: Path, row: BatchRow, assignment: Assignment
) -> NotebookByTask | None:
    """Return the notebook that the page of ``row`` shows; ``None`` if it shows none.

    Raises:
        UsageProblem: if it cannot be read as it was: the page would lose what it shows.
    """
    page = results / report_path("html", row.name)
    if not page.exists() or _WITH_NOTEBOOK not in page.read_text("utf-8").partition("<body")[0]:
        return None
    with suppress(IntakeError):
        contents = intake.read_contents(Path(row.path), assignment.file_rules)
        submission = intake.make_submission(row.path, *contents)
        if submission.digest == row.digest:
            return collect_notebook_answers(contents.graded, submission, assignment)
    raise UsageError(
        f"The page {escape_to_one_line(str(page))} shows a notebook, but "
        f"{escape_to_one_line(row.path)} is missing or has changed since it was graded. Nothing "
        "was changed. Go to the folder where `grade batch` ran, or run `grade batch` with "
        "--marks, or delete the page."
    )


def _rewrite_reports(
    results: Path, row: BatchRow, report: Report, notebook: NotebookByTask | None
) -> list[str]:
    """Write ``report`` in each form that exists already; return sentences on failures."""
    problems: list[str] = []
    for form in report_formats.FORMS:
        target = results / report_path(form, row.name)
        if not target.exists():
            continue
        shown = report
        if form == "html" and notebook is not None:
            shown = add_notebook_notes(report, notebook)
        try:
            text = report_formats.write_report(
                form, shown, report.view, notebook if form == "html" else None
            )
        except ReportError as problem:
            problems.append(f"{row.name}: {escape_to_one_line(str(problem), 500)}")
            continue
        write_atomically(target, text)
    return problems


def _write_batch_files(results: Path, summary: BatchSummary) -> None:
    """Write the files on all students; the summary last, as the next run relies on it."""
    write_atomically(results / gradebook.NAME, gradebook.dump_batch_gradebook(summary.rows))
    write_atomically(
        results / batch_junit.NAME, batch_junit.dump_junit(summary.assignment, summary.rows)
    )
    write_atomically(results / batch_page.NAME, batch_page.render_batch_page(summary))
    write_atomically(results / summaryjson.NAME, summaryjson.dump_summary(summary))
