"""A whole batch, from paths to results: what ``grade batch`` does.

1. Find out what is asked for: assignment, hand-ins, sandbox, earlier results.
2. Grade what has to be graded (:mod:`grader.batch.run`); each report is written as it comes.
3. Write what there is to say about the lot. Until then, the last run's stands there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from grader import assignment as assignments
from grader import sandbox as sandboxes
from grader.assignment import Assignment, finding
from grader.assignment import course as courses
from grader.batch import compare, gradebook, junit, page
from grader.batch import jsonfile as summaryjson
from grader.batch.collect import collect
from grader.batch.compare import Change
from grader.batch.files import Files
from grader.batch.handin import HandIn, read
from grader.batch.jsonfile import Past
from grader.batch.row import Row
from grader.batch.run import Run
from grader.batch.store import Store
from grader.batch.summary import Summary, summarized
from grader.intake import IntakeError
from grader.jobs.bench import Bench
from grader.jobs.carriers import Carrier, CarrierFor, forks
from grader.jobs.pool import cores
from grader.jobs.setting import Setting, Watch, own_sources_and_templates
from grader.machine.writer import write_atomically
from grader.model.progress import Progress
from grader.model.report import View
from grader.model.submission import Submission


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    Attributes:
        results: folder for everything that is written; made if need be.
        assignment: what everything is graded as; by default, what the hand-ins fit.
        course: folder of its course.
        pattern: tells ids from names, if the usual ones do not.
        jobs: how many workers there are at most; by default, one per core.
        forms: of reports, beside JSON.
        only_failed: whether to leave as they are those who had full marks in the last run.
        limit: how many hand-ins at most.
        refresh: whether to grade also what is in the store.
        stored: whether there is a store at all.
        against: folder of earlier results.
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


@dataclass(frozen=True, slots=True)
class Batch:
    """What became of it.

    Attributes:
        changes: from earlier results, if that was asked for.
        problems: sentences about reports that could not be written in some form.
    """

    summary: Summary
    changes: Sequence[Change] | None
    problems: Sequence[str]


class Listener(Protocol):
    """Hears how a batch goes on."""

    def note(self, sentence: str) -> None:
        """Staff should know this."""

    def begin(self, hand_ins: int) -> None:
        """There are so many hand-ins."""

    def finished(self, row: Row) -> None:
        """One more has its row."""

    def at(self, running: Sequence[str], missing: int) -> None:
        """These are being graded, and so many are left in all."""


def grade_batch(request: Request, listener: Listener, carrier: CarrierFor | None = None) -> Batch:
    """Do what ``request`` asks for.

    Args:
        carrier: who does the gradings; by default, processes of this machine.

    Raises:
        AssignmentError: if there is no such assignment or task, it is not in order, or its files
            change meanwhile.
        NothingToGrade: if nothing was handed in.
        NoResults: if there are no earlier results where they were said to be.
        SandboxUnavailable: if no sandbox can be started.
        StoreError: if the store cannot be used.
        WriteError: if something cannot be written.
        KeyboardInterrupt: if a signal asks the program to end, after all workers have ended.
    """
    began = time.monotonic()
    assignment = _assignment(request, listener)
    for task in request.tasks:
        assignment.coded_task(task)
    earlier = None if request.against is None else summaryjson.read(request.against)
    last = summaryjson.read(request.results) if request.only_failed else None
    handins = _handins(request, assignment.given)
    files = Files(request.results, request.forms, request.view, grader="")
    files.prepare()
    watch = Watch.over(assignment)
    backend = sandboxes.choose(request.sandbox)
    bench = Bench(assignment, backend, request.seed, request.tasks, watch=watch)
    here = bench.setting
    files.grader = own_sources_and_templates()

    # The others that have been taken wait for their turn.
    most = _jobs(request) if carrier is None else None

    def progress(_task: str, _done: int, _total: int) -> None:
        listener.at(run.running[:most], run.missing)

    kept = closing(Store(request.results)) if request.stored else nullcontext()
    with kept as store:
        files.store = store
        run = Run(
            bench, (carrier or partial(_forks, request))(bench, progress), files, store,
            refresh=request.refresh, before=_passed(last, here),
        )  # fmt: skip
        rows = []
        listener.begin(len(handins))
        for row in run.rows(handins):
            rows.append(row)
            listener.finished(row)
            listener.at(run.running[:most], run.missing)
    settings = {} if last is None else last.settings
    summary = summarized(assignment.title, rows, here, settings, time.monotonic() - began)
    changes = None if earlier is None else compare.changes(earlier, summary)
    _write(request, summary, earlier, changes)
    return Batch(summary, changes, files.problems)


def _assignment(request: Request, listener: Listener) -> Assignment:
    if request.assignment is not None:
        return assignments.load(request.assignment, request.course)
    found = finding.fitting(request.course, lambda given: _submissions(request, given))
    listener.note(f"assignment {found.id}, by what the hand-ins define")
    return found


def _submissions(request: Request, given: Collection[str]) -> Iterator[Submission]:
    """What can be read of the hand-ins."""
    for handin in _handins(request, given):
        with suppress(IntakeError):  # which has a row in the results
            yield read(handin, given)


def _handins(request: Request, given: Collection[str]) -> list[HandIn]:
    return collect(request.paths, request.pattern, request.results, given)[: request.limit]


def _jobs(request: Request) -> int:
    return request.jobs or cores()


def _forks(request: Request, bench: Bench, progress: Progress) -> Carrier:
    return forks(bench, _jobs(request), progress)


def _passed(last: Past | None, here: Setting) -> Mapping[str, Row]:
    """Rows of the last run with full marks for the same tasks of the same assignment."""
    if last is None:
        return {}
    asked = {"assignment": here.assignment, "tasks": here.tasks}
    return {
        name: row
        for name, row in last.rows.items()
        if row.full and asked.items() <= last.settings.get(row.setting, {}).items()
    }


def _write(
    request: Request, summary: Summary, earlier: Past | None, changes: Sequence[Change] | None
) -> None:
    """Everything about the lot; the summary last, because it is what the next run relies on."""
    results = request.results
    write_atomically(results / gradebook.NAME, gradebook.dumps(summary.rows))
    write_atomically(results / junit.NAME, junit.dumps(summary.assignment, summary.rows))
    write_atomically(results / page.NAME, page.render(summary, request.forms, changes))
    if earlier is not None and changes is not None:
        write_atomically(results / "changes.csv", compare.as_csv(changes))
        text = compare.as_json(earlier, changes, summary.settings)
        write_atomically(results / "changes.json", text)
    write_atomically(results / summaryjson.NAME, summaryjson.dumps(summary))
