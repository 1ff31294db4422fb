"""A made-up assignment, hand-ins for it, and a carrier that needs no sandbox."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from grader.assignment import Assignment
from grader.batch.batch_row import BatchRow
from grader.batch.collect_handins import collect_handins
from grader.batch.grade_handins import BatchRun
from grader.batch.report_files import ReportFileWriter
from grader.batch.report_store import ReportStore
from grader.jobs.executors import OrderExecutor, Orders
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import GradingSetting
from grader.jobs.process_pool import JobOutcome
from grader.jobs.work_order import AnyOrder, GradingOrder
from grader.model.report import Report, View
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.sandbox.in_process import InProcess
from tests.render import samples

RIGHT = "def double(n):\n    return 2 * n\n"
WRONG = "def double(n):\n    return n\n"


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """``folder`` with these files in it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def zipped(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """An archive with these members, whatever they are called."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def report(
    submission: Submission, verdict: Verdict = Verdict.ACCEPTED, **changes: object
) -> Report:
    """A report on ``submission``, as a grading could have made it."""
    score = 1.0 if verdict.passed else 0.0
    case = samples.case(verdict=verdict)
    test = samples.a_test(case, points=1.0, score=score, verdict=verdict)
    task = replace(samples.task(test), max_score=1.0, score=score, verdict=verdict)
    values = {"path": submission.path, "digest": submission.digest, "complete": True, **changes}
    return samples.report(task, **values)


def by_content(submission: Submission) -> Report:
    """Accepts what has ``2 *`` in it."""
    right = "2 *" in submission.cells[0].source
    return report(submission, Verdict.ACCEPTED if right else Verdict.WRONG_ANSWER)


@dataclass(slots=True)
class Judging:
    """Answers from ``judge``, of which it has some at hand; knows what it was asked.

    Attributes:
        lost: sources over which workers are lost.
        after: how many answers it gives before it is killed.
    """

    judge: Callable[[Submission], Report] = by_content
    at_hand: int = 1
    lost: tuple[str, ...] = ()
    after: int | None = None
    asked: list[str] = field(default_factory=list)

    @contextmanager
    def __call__(self, orders: Orders) -> Iterator[Iterator[JobOutcome[int]]]:
        yield self._outcomes(iter(orders))

    def _outcomes(self, orders: Iterator[tuple[int, AnyOrder]]) -> Iterator[JobOutcome[int]]:
        while at_hand := list(islice(orders, self.at_hand)):
            for number, order in at_hand:
                assert isinstance(order, GradingOrder)
                submission = order.submission
                if self.after is not None and len(self.asked) == self.after:
                    raise KeyboardInterrupt
                self.asked.append(submission.path)
                if submission.cells[0].source in self.lost:
                    yield JobOutcome(number, None, "it was killed")
                else:
                    yield JobOutcome(number, GradingAnswer.of(self.judge(submission)).text())


def context(assignment: Assignment, **changes: object) -> GradingContext:
    return replace(GradingContext(assignment, InProcess()), **changes)  # type: ignore[arg-type]


@dataclass(slots=True)
class Scene:
    """A course: hand-ins in ``inbox``, results in ``results``."""

    inbox: Path
    results: Path
    context: GradingContext

    def course(self, size: int = 6) -> None:
        """So many hand-ins, no two the same; every other one is right."""
        texts = (RIGHT if number % 2 else WRONG for number in range(size))
        files = {f"s{number}.py": f"# {number}\n{text}" for number, text in enumerate(texts)}
        written(self.inbox, files)

    def text(self, name: str) -> str:
        """The report called ``name``, as JSON."""
        return (self.results / "json" / f"{name}.json").read_text()

    def grade(
        self, carrier: OrderExecutor, *, kept: bool = True, **options: object
    ) -> dict[str, BatchRow]:
        """Rows by the name of their files."""
        files = ReportFileWriter(self.results, (), View.STAFF, "test")
        files.prepare()
        store = ReportStore(self.results) if kept else None
        files.store = store
        run = BatchRun(self.context, carrier, files, store, **options)  # type: ignore[arg-type]
        try:
            return {row.name: row for row in run.rows(collect_handins([str(self.inbox)]))}
        finally:
            if store is not None:
                store.close()

    @property
    def setting(self) -> GradingSetting:
        return self.context.setting
