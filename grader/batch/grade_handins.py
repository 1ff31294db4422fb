"""Grades the hand-ins of a batch, each once.

1. Read every hand-in and work out its key. One that cannot be read gets its row at once, and so
   does one whose result is in the store.
2. Have the rest graded. It is read once more for that, because a whole course does not fit into
   memory. If two are the same, one waits for the other.
3. Put each answer into the store first, then write its files, then yield its row.

If it is killed, the next run finds in the store what was done and writes what is missing.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.batch import handin as handins
from grader.batch.batch_row import BatchRow
from grader.batch.bindings_csv import Bindings
from grader.batch.handin import HandIn
from grader.batch.manual_marks import MarksByStudent, put_marks_on_result
from grader.batch.report_files import ReportFileWriter
from grader.batch.report_store import ReportStore, StoredReport, StoreError
from grader.intake import IntakeError
from grader.jobs.answers_for_marking import CHANGED_NOTEBOOK, collect_notebook_answers
from grader.jobs.executors import OrderExecutor, answer_of_lost_grading
from grader.jobs.grading_answer import GradingAnswer, ResultSummary, TaskScore
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import AssignmentChanged, GradingSetting, bindings_as_pairs
from grader.jobs.process_pool import JobOutcome
from grader.jobs.work_order import GradingOrder, make_order_key
from grader.model.notebook_texts_and_outputs import NotebookByTask
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.render.json_conversion import ReportError


@dataclass(slots=True)
class BatchRun:
    """One run over ``handins``, which grades those without a stored result.

    Attributes:
        store: ``None`` if no earlier results are used, and none are kept.
        refresh: whether to grade what the store knows, too.
        marks: what people have given for written tasks.
        bindings: what people have said of single students' submissions.
        before: rows of the last run, by name: those with full marks are kept if the store has
            their reports.
        missing: how many gradings are left, as far as is known.
    """

    context: GradingContext
    carrier: OrderExecutor
    files: ReportFileWriter
    store: ReportStore | None = None
    refresh: bool = False
    marks: MarksByStudent = field(default_factory=dict)
    bindings: Bindings = field(default_factory=dict)
    before: Mapping[str, BatchRow] = field(default_factory=dict)
    missing: int = 0
    _busy: dict[int, tuple[HandIn, GradingOrder]] = field(default_factory=dict)
    _graded: set[str] = field(default_factory=set)
    """Keys of the orders that this run has graded."""
    _ready: list[BatchRow] = field(default_factory=list)
    """Rows that turned out to need no grading while others were graded."""

    @property
    def running(self) -> list[str]:
        """Return the ids of hand-ins that are being graded, or will be next, in order."""
        return [handin.id for handin, _ in self._busy.values()]

    @property
    def settings(self) -> dict[str, dict[str, str]]:
        """Return the settings in which single hand-ins are graded, by their digests."""
        own = (self._said(bindings) for bindings in self.bindings.values())
        return {setting.digest: setting.parts for setting in own}

    def rows(self, wanted: Sequence[HandIn]) -> Iterator[BatchRow]:
        """Yield a row for each of ``wanted``, first the hand-ins that need no grading.

        Raises:
            StoreError: if the store cannot be used.
            WriteError: if a report cannot be written.
            AssignmentChanged: if a file of the assignment has changed. Earlier gradings have their
                rows, and running ones are not kept.
            SandboxUnavailable: if no sandbox can be started.
            KeyboardInterrupt: if a signal asks the program to end, after all workers have ended.
        """
        left: list[HandIn] = []
        for handin in wanted:
            known = self._known(handin)
            if known is None:
                left.append(handin)
            else:
                yield known
        while left:
            self.missing = len(left)
            # Those that waited for the same one are tried again: it may have been lost.
            left = yield from self._round(left)

    def _known(self, handin: HandIn) -> BatchRow | None:
        """Return the row of ``handin``, if it needs no grading."""
        try:
            submission = handins.read_submission(handin, self.context.assignment.file_rules)
        except IntakeError as refusal:
            return self._refused(handin, str(refusal))
        kept = self._kept(handin, submission)
        return kept or self._from_store(handin, GradingOrder(self._setting(handin), submission))

    def _kept(self, handin: HandIn, submission: Submission) -> BatchRow | None:
        """Return the hand-in's row of the last run, if its full marks still hold."""
        earlier = self.before.get(handin.name)
        if earlier is None or not earlier.full or earlier.digest != submission.digest:
            return None
        key = make_order_key(earlier.setting, submission)
        # What is on disk may be for others than this run's view, or in other forms.
        result = None if self.store is None else self.store.result(key)
        if result is None:
            return None
        row = replace(self._row(handin, earlier.digest, result), setting=earlier.setting)
        if not row.full:  # graded anew since, by a run that was interrupted
            return None
        self._write(handin, submission, key)
        return row

    def _from_store(self, handin: HandIn, order: GradingOrder) -> BatchRow | None:
        key = order.key
        if self.store is None or (self.refresh and key not in self._graded):
            return None
        result = self.store.result(key)
        if result is None:
            return None
        self._write(handin, order.submission, key)
        return self._row(handin, order.submission.digest, result)

    def _write(
        self, handin: HandIn, submission: Submission, key: str, graded: StoredReport | None = None
    ) -> None:
        """Write the report files of a hand-in, from a new report or a stored one."""
        self.files.write(
            handin.name,
            handin.id,
            key,
            submission,
            self.marks.get(handin.id, {}),
            lambda: graded or self._stored(key),
            lambda: self._notebook(handin, submission),
            anew=graded is not None,
        )

    def _notebook(self, handin: HandIn, submission: Submission) -> NotebookByTask | None:
        """Return the notebook's answers in a hand-in, by task."""
        assignment = self.context.assignment
        try:
            contents = handins.read_contents(handin, assignment.file_rules)
            return collect_notebook_answers(contents.graded, submission, assignment)
        except IntakeError:  # it could be read a moment ago
            return CHANGED_NOTEBOOK

    def _stored(self, key: str) -> StoredReport:
        found = None if self.store is None else self.store.report(key)
        if found is None:
            raise StoreError("A report has vanished from the store; run the command again.")
        return found

    # Grading ----------------------------------------------------------------------------------

    def _round(self, left: Sequence[HandIn]) -> Generator[BatchRow, None, list[HandIn]]:
        """Grade the hand-ins in ``left``; return duplicates that waited for another one."""
        waiting: list[HandIn] = []
        with self.carrier(self._orders(left, waiting)) as outcomes:
            for outcome in outcomes:
                handin, order = self._busy.pop(outcome.key)
                if outcome.answer is None and self._has_changed():
                    continue  # perhaps it was lost because of that
                yield self._finished(outcome, handin, order)
                yield from self._take_ready()
        yield from self._take_ready()
        self.context.check()
        return waiting

    def _has_changed(self) -> bool:
        try:
            self.context.check()
        except AssignmentChanged:
            return True
        return False

    def _take_ready(self) -> list[BatchRow]:
        rows, self._ready = self._ready, []
        self.missing -= len(rows)
        return rows

    def _orders(
        self, left: Sequence[HandIn], waiting: list[HandIn]
    ) -> Iterator[tuple[int, GradingOrder]]:
        """Yield the orders to carry out, one whenever a worker is free."""
        for number, handin in enumerate(left):
            if self._has_changed():
                return
            try:
                submission = handins.read_submission(handin, self.context.assignment.file_rules)
            except IntakeError as refusal:  # it was there a moment ago
                self._ready.append(self._refused(handin, str(refusal)))
                continue
            order = GradingOrder(self._setting(handin), submission)
            known = self._from_store(handin, order)
            busy = {running.key for _, running in self._busy.values()}
            if known is not None:  # graded by another program, or for another student
                self._ready.append(known)
            elif self.store is not None and order.key in busy:
                waiting.append(handin)
            else:
                self._busy[number] = handin, order
                yield number, order

    def _finished(self, outcome: JobOutcome[int], handin: HandIn, order: GradingOrder) -> BatchRow:
        self.missing -= 1
        submission = order.submission
        answer, reason = None, outcome.lost
        if outcome.answer is not None:
            try:
                answer = GradingAnswer.read(outcome.answer)
            except ReportError as problem:
                reason = str(problem)
        if answer is None:
            answer = answer_of_lost_grading(self.context, submission, reason)
        result, report = answer.result, StoredReport(submission.path, answer.report)
        # Errors of the grader's own are no verdict: the next run tries again.
        if self.store is not None and not result.errors:
            self.store.put(order.key, result, report)
            self._graded.add(order.key)
        key = "" if result.errors else order.key
        self._write(handin, submission, key, report)
        return self._row(handin, submission.digest, result, graded=True)

    def _setting(self, handin: HandIn) -> GradingSetting:
        return self._said(self.bindings.get(handin.id, {}))

    def _said(self, bindings: Mapping[str, str]) -> GradingSetting:
        return replace(self.context.setting, where=bindings_as_pairs(bindings))

    # Rows -------------------------------------------------------------------------------------

    def _row(
        self, handin: HandIn, digest: str, result: ResultSummary, *, graded: bool = False
    ) -> BatchRow:
        path = os.fspath(handin.path).encode(errors="backslashreplace").decode()
        setting = self._setting(handin).digest
        result = put_marks_on_result(result, self.marks.get(handin.id, {}))
        return BatchRow(handin.id, handin.name, path, digest, setting, result, graded=graded)

    def _refused(self, handin: HandIn, refusal: str) -> BatchRow:
        tasks = tuple(
            TaskScore(task.id, task.title, task.points, None, None)
            if task.written
            else TaskScore(task.id, task.title, task.points, 0.0, Verdict.NOT_ATTEMPTED)
            for task in self.context.wanted
        )
        result = ResultSummary(tasks, {}, complete=not self.context.tasks)
        return replace(self._row(handin, "", result), refusal=refusal)
