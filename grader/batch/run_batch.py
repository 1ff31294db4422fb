"""Grades a whole batch, from paths to results: what ``grade batch`` does.

1. Find out what is asked for: assignment, hand-ins, sandbox, earlier results.
2. Grade what has to be graded (:mod:`grader.batch.grade_handins`); each report is written as it
   comes.
3. Write what is about the whole batch. Until then, the files of the last run stay.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader import assignment as assignments
from grader import sandbox as sandboxes
from grader.assignment import Assignment, detect_assignment
from grader.assignment import course_assignments as courses
from grader.batch import batch_json as summaryjson
from grader.batch import batch_junit, batch_page, bindings_csv, compare_batches, gradebook
from grader.batch.batch_json import EarlierBatch
from grader.batch.batch_row import BatchRow
from grader.batch.collect_handins import collect_handins, list_omitted_files
from grader.batch.compare_batches import ResultChange
from grader.batch.grade_handins import BatchRun
from grader.batch.handin import HandIn, read_submission
from grader.batch.manual_marks import read_and_store_marks
from grader.batch.report_files import ReportFileWriter
from grader.batch.report_store import ReportStore
from grader.batch.summary import BatchSummary, summarise_batch
from grader.intake import IntakeError
from grader.intake.intake_errors import printable_name
from grader.jobs.executors import OrderExecutorFactory, make_fork_executor
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import (
    AssignmentFilesWatch,
    GradingSetting,
    digest_grader_sources_and_templates,
)
from grader.jobs.process_pool import available_cores
from grader.machine.atomic_write import write_atomically
from grader.model.report import View
from grader.model.submission import MainFileRules, Submission
from grader.model.user_error import UsageError

_NAMED = 10
"""Files left out that are named."""


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """The request for a batch: its hand-ins, tasks, results folder and options.

    Attributes:
        results: folder for everything that is written; made if need be.
        assignment: by default, the one that the hand-ins fit.
        course: folder of its course.
        pattern: finds ids in names, if the usual patterns do not.
        jobs: the most workers at a time; by default, one per core.
        forms: of reports, beside JSON and HTML.
        only_failed: whether full marks of the last run are kept without grading.
        limit: the most hand-ins.
        refresh: whether to grade what is in the store, too.
        stored: whether to use a store at all.
        against: folder of earlier results.
        marks: tables of points for written tasks, to be added to those of earlier runs.
        bindings: tables of bindings of single students, to be added to those of earlier runs.
    """

    paths: Sequence[str]
    results: Path
    assignment: str | None = None
    course: Path = courses.BUILT_IN
    pattern: re.Pattern[str] | None = None
    tasks: tuple[str, ...] = ()
    seed: int = 0
    sandbox: str = "auto"
    jobs: int | None = None
    forms: tuple[str, ...] = ()
    view: View = View.STAFF
    only_failed: bool = False
    limit: int | None = None
    refresh: bool = False
    stored: bool = True
    against: Path | None = None
    marks: tuple[Path, ...] = ()
    bindings: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchResults:
    """The results of a batch.

    Attributes:
        changes: from earlier results, if that was asked for.
        problems: sentences about reports that could not be written in some form.
    """

    summary: BatchSummary
    changes: Sequence[ResultChange] | None
    problems: Sequence[str]


class BatchListener(Protocol):
    """A listener that the batch calls as it makes progress."""

    def note(self, sentence: str) -> None:
        """Take a sentence for staff."""

    def begin(self, hand_ins: int) -> None:
        """Take the number of hand-ins, before any has its row."""

    def finished(self, row: BatchRow) -> None:
        """Take each row as it is finished."""

    def at(self, running: Sequence[str], missing: int) -> None:
        """Take, often, the ids that are being graded and the number that is left."""


def _check_results_outside_handins(request: BatchRequest) -> None:
    """Raise UsageError if results would be written among what was handed in."""
    for path in request.paths:
        if Path(path).resolve() == request.results.resolve():
            raise UsageError(
                f"{printable_name(path)} has the hand-ins: the next batch would grade the results, "
                "too. Name another folder for the results, such as --out "
                f"{printable_name(Path(path) / 'results')}."
            )


def grade_batch(
    request: BatchRequest, listener: BatchListener, carrier: OrderExecutorFactory | None = None
) -> BatchResults:
    """Grade the batch of ``request``, write its results, and return them.

    Args:
        carrier: grades; by default, processes of this machine.

    Raises:
        AssignmentError: if there is no such assignment or task, it is not in order, or its files
            change meanwhile.
        NothingToGrade: if nothing was handed in.
        NoBatchResults: if a folder of earlier results has none.
        SandboxUnavailable: if no sandbox can be started.
        StoreError: if the store cannot be used.
        WriteError: if something cannot be written.
        KeyboardInterrupt: if a signal asks the program to end, after all workers have ended.
    """
    began = time.monotonic()
    _check_results_outside_handins(request)
    assignment = _assignment(request, listener)
    tasks = assignment.coded(request.tasks)
    earlier = None if request.against is None else summaryjson.read_earlier_batch(request.against)
    last = summaryjson.read_earlier_batch(request.results) if request.only_failed else None
    everything = _collected(request, assignment.given)
    handins = everything[: request.limit]
    if ignored := list_omitted_files(request.paths, everything, assignment.given):
        more = f" and {len(ignored) - _NAMED} more" if len(ignored) > _NAMED else ""
        names = f"{', '.join(ignored[:_NAMED])}{more}"
        listener.note(f"left out, because files of these kinds are not graded: {names}")
    for handin in handins:
        if handin.passed_over:
            listener.note(handin.passed_over)
    files = ReportFileWriter(
        request.results, request.forms, request.view, digest_grader_sources_and_templates()
    )
    files.prepare()
    students = {each.id for each in handins}
    marks = read_and_store_marks(
        request.results, request.marks, assignment, students, listener.note
    )
    said = bindings_csv.gather_and_save_bindings(
        request.results, request.bindings, assignment, students, listener.note
    )
    watch = AssignmentFilesWatch.over(assignment)
    backend = sandboxes.choose_backend(request.sandbox)
    context = GradingContext(assignment, backend, request.seed, tasks, watch=watch)
    processes = request.jobs or available_cores()
    # More processes of this machine start ahead, and wait for their turn.
    most = processes if carrier is None else None

    def progress(_task: str, _done: int, _total: int) -> None:
        listener.at(run.running[:most], run.missing)

    kept = closing(ReportStore(request.results)) if request.stored else nullcontext()
    with kept as store:
        files.store = store
        run = BatchRun(
            context,
            carrier(context, progress) if carrier
            else make_fork_executor(context, processes, progress),
            files, store, refresh=request.refresh, marks=marks,
            bindings=said.bindings, before=_rows_with_full_marks(last, context.setting),
        )  # fmt: skip
        rows = []
        listener.begin(len(handins))
        for row in run.rows(handins):
            rows.append(row)
            listener.finished(row)
            listener.at(run.running[:most], run.missing)
    settings = {context.setting.digest: context.setting.parts, **run.settings}
    for digest, parts in ({} if last is None else last.settings).items():
        settings.setdefault(digest, dict(parts))
    spent = time.monotonic() - began
    summary = summarise_batch(assignment.title, rows, assignment.id, settings, spent)
    changes = None if earlier is None else compare_batches.find_changes(earlier, summary)
    bindings_csv.save_bindings(request.results, said.after(rows))
    _write_batch_files(request, summary, earlier, changes)
    return BatchResults(summary, changes, files.problems)


def _assignment(request: BatchRequest, listener: BatchListener) -> Assignment:
    if request.assignment is not None:
        return assignments.load_assignment(request.assignment, request.course)

    def submissions(rules: MainFileRules) -> Iterator[Submission]:
        for handin in _collected(request, rules.given)[: request.limit]:
            with suppress(IntakeError):  # it gets a row in the results
                yield read_submission(handin, rules)

    found = detect_assignment.find_fitting_assignment(request.course, submissions)
    listener.note(f"assignment {found.id}, by what the hand-ins define")
    return found


def _collected(request: BatchRequest, given: Collection[str]) -> list[HandIn]:
    return collect_handins(request.paths, request.pattern, request.results, given)


def _rows_with_full_marks(
    last: EarlierBatch | None, here: GradingSetting
) -> Mapping[str, BatchRow]:
    """Return the last run's rows with full marks for the same tasks and assignment."""
    if last is None:
        return {}
    asked = {"assignment": here.assignment, "tasks": here.tasks}
    return {
        name: row
        for name, row in last.rows.items()
        if row.full and asked.items() <= last.settings.get(row.setting, {}).items()
    }


def _write_batch_files(
    request: BatchRequest,
    summary: BatchSummary,
    earlier: EarlierBatch | None,
    changes: Sequence[ResultChange] | None,
) -> None:
    """Write the files on the whole batch; the summary last, as the next run relies on it."""
    results = request.results
    write_atomically(results / gradebook.NAME, gradebook.dump_batch_gradebook(summary.rows))
    write_atomically(
        results / batch_junit.NAME, batch_junit.dump_junit(summary.assignment, summary.rows)
    )
    write_atomically(results / batch_page.NAME, batch_page.render_batch_page(summary, changes))
    if earlier is not None and changes is not None:
        write_atomically(results / "changes.csv", compare_batches.changes_as_csv(changes))
        text = compare_batches.changes_as_json(earlier, changes, summary.settings)
        write_atomically(results / "changes.json", text)
    write_atomically(results / summaryjson.NAME, summaryjson.dump_summary(summary))
