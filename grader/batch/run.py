"""Grade hand-ins, each once.

1. Read every hand-in and work out its key. What cannot be read is a row of its own; what the store
   knows, or the last run is to be believed about, need not be graded.
2. Have the rest graded. It is read once more for that, because nobody can keep a whole course in
   memory. Where two are the same, one waits for the other.
3. Put each answer into the store first, then write its files, then hand out its row.

Killed anywhere, the next run finds in the store what was done and writes what is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.batch import handin as handins
from grader.batch import row as rows
from grader.batch.files import Files
from grader.batch.handin import HandIn
from grader.batch.row import Result, Row, TaskRow
from grader.batch.store import Store, Stored, StoreError
from grader.intake import IntakeError
from grader.jobs import key as keys
from grader.jobs.job import Bench, lost, parted
from grader.jobs.pool import Outcome
from grader.jobs.ways import Way
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.render.document import ReportError


@dataclass(slots=True)
class Run:
    """One run over ``handins``.

    Attributes:
        store: ``None`` if nothing is to be known from before, or kept.
        refresh: whether to grade also what the store knows.
        check: asked before anything is kept; raises if what was graded is not to be trusted.
        before: rows of the last run, by name: those with full marks are kept if the store has
            their reports.
        missing: how many gradings are left to be done, as far as is known.
    """

    bench: Bench
    way: Way
    files: Files
    store: Store | None = None
    refresh: bool = False
    check: Callable[[], None] = lambda: None
    before: Mapping[str, Row] = field(default_factory=dict)
    missing: int = 0
    _busy: dict[int, tuple[HandIn, Submission, str]] = field(default_factory=dict)
    _graded: set[str] = field(default_factory=set)
    """Keys of what this run has graded."""
    _ready: list[Row] = field(default_factory=list)
    """What turned out to need no grading while others were graded."""

    @property
    def running(self) -> list[str]:
        """Whose hand-ins are being graded, or will be next, in the order they were taken in."""
        return [handin.id for handin, *_ in self._busy.values()]

    def rows(self, wanted: Sequence[HandIn]) -> Iterator[Row]:
        """A row for each of ``wanted``, as they come: first those that cost nothing.

        Raises:
            StoreError: if the store cannot be used.
            WriteError: if a report cannot be written.
            AssignmentError: if ``check`` says so.
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
            # Those that waited for another come again: it may have been lost.
            left = yield from self._round(left)

    def _known(self, handin: HandIn) -> Row | None:
        """The row of ``handin``, if it can be had without grading."""
        try:
            submission = handins.read(handin, self.bench.assignment.given)
        except IntakeError as refusal:
            return self._refused(handin, str(refusal))
        kept = self._kept(handin, submission)
        if kept is not None:
            return kept
        key = keys.of_submission(self.bench.setting.digest, submission)
        return self._from_store(handin, submission, key)

    def _kept(self, handin: HandIn, submission: Submission) -> Row | None:
        """Its row of the last run, if that is to be believed."""
        earlier = self.before.get(handin.name)
        if earlier is None or not earlier.full or earlier.digest != submission.digest:
            return None
        key = keys.of_submission(earlier.setting, submission)
        # What is on disk may be for others than this run's view, or in other forms.
        result = None if self.store is None else self.store.result(key)
        if result is None:
            return None
        row = replace(earlier, path=_text(handin.path), result=result)
        if not row.full:  # graded anew since, by a run that was interrupted
            return None
        self._bring(handin, submission, key)
        return row

    def _from_store(self, handin: HandIn, submission: Submission, key: str) -> Row | None:
        if self.store is None or (self.refresh and key not in self._graded):
            return None
        result = self.store.result(key)
        if result is None:
            return None
        self._bring(handin, submission, key)
        return self._row(handin, submission.digest, result)

    def _bring(self, handin: HandIn, submission: Submission, key: str) -> None:
        self.files.bring(handin.name, key, submission.path, lambda: self._stored(key))

    def _stored(self, key: str) -> Stored:
        found = None if self.store is None else self.store.report(key)
        if found is None:
            raise StoreError("A report has vanished from the store; run the command again.")
        return found

    # Grading ----------------------------------------------------------------------------------

    def _round(self, left: Sequence[HandIn]) -> Generator[Row, None, list[HandIn]]:
        """Grade what is ``left``; returns what had to wait for another that is the same."""
        waiting: list[HandIn] = []
        with self.way(self._orders(left, waiting)) as found:
            for outcome in found:
                yield self._finished(outcome, *self._busy.pop(outcome.key))
                yield from self._had()
        yield from self._had()
        return waiting

    def _had(self) -> list[Row]:
        rows, self._ready = self._ready, []
        self.missing -= len(rows)
        return rows

    def _orders(
        self, left: Sequence[HandIn], waiting: list[HandIn]
    ) -> Iterator[tuple[int, Submission]]:
        """What is to be graded, when somebody is free to do it."""
        for number, handin in enumerate(left):
            try:
                submission = handins.read(handin, self.bench.assignment.given)
            except IntakeError as refusal:  # it was there a moment ago
                self._ready.append(self._refused(handin, str(refusal)))
                continue
            key = keys.of_submission(self.bench.setting.digest, submission)
            known = self._from_store(handin, submission, key)
            if known is not None:  # from another program, or from the same by somebody else
                self._ready.append(known)
            elif self.store is not None and any(key == other for *_, other in self._busy.values()):
                waiting.append(handin)
            else:
                self._busy[number] = handin, submission, key
                yield number, submission

    def _finished(
        self, outcome: Outcome[int], handin: HandIn, submission: Submission, key: str
    ) -> Row:
        self.check()
        self.missing -= 1
        story = outcome.lost
        try:
            result, text = parted(outcome.answer) if outcome.answer is not None else (None, "")
        except ReportError as problem:
            result, text, story = None, "", str(problem)
        if result is None:
            result, text = parted(lost(self.bench, submission, story))
        report = Stored(submission.path, text)
        # Trouble of the grader's own is no verdict: next time it is tried again.
        if self.store is not None and not result.errors:
            self.store.put(key, result, report)
            self._graded.add(key)
        sure = "" if result.errors else key
        self.files.bring(handin.name, sure, submission.path, lambda: report, anew=True)
        return self._row(handin, submission.digest, result, graded=True)

    # Rows -------------------------------------------------------------------------------------

    def _row(self, handin: HandIn, digest: str, result: Result, *, graded: bool = False) -> Row:
        path, setting = _text(handin.path), self.bench.setting.digest
        return Row(handin.id, handin.name, path, digest, setting, result, graded=graded)

    def _refused(self, handin: HandIn, refusal: str) -> Row:
        path, setting = _text(handin.path), self.bench.setting.digest
        result = rows.nothing(_untouched(self.bench), complete=not self.bench.tasks)
        return Row(handin.id, handin.name, path, "", setting, result, refusal)


def _untouched(bench: Bench) -> list[TaskRow]:
    """The tasks as they are for somebody of whom nothing could be read."""
    return [
        TaskRow(task.id, task.title, task.points, None, None)
        if task.written
        else TaskRow(task.id, task.title, task.points, 0.0, Verdict.NOT_ATTEMPTED)
        for task in bench.assignment.tasks
        if task.id in bench.tasks or not bench.tasks
    ]


def _text(path: os.PathLike[str]) -> str:
    return os.fspath(path).encode(errors="backslashreplace").decode()
