"""Show whether verdicts or diagnoses depend on the machine's load.

Every right and every known-wrong solution is graded at rest, one for each core at a time, and again
beside eight busy processes or more: seven other gradings and four processes that only compute. Some
are graded beside four and sixteen as well, and those that come nearest to a limit ten times. Each
is graded on the tasks in which it may differ from the reference, always with the same seed, so that
the same cases are drawn.

What has been graded is kept in build/load, a line for each grading: when the command is ended and
begun anew, it goes on. A changed grader or course begins a file of its own.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import grading_jobs, solution_variants
from grader.author.solution_variants import Variant
from grader.examine.test_collection import prepare_hidden_tests
from grader.explain.known_mistakes import add_diagnoses
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import GradingSetting
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Progress, Report
from grader.sandbox import choose_backend

OVERLOAD = 4
"""Processes per core that do nothing but compute, where nothing else is asked for."""
COURSES = ("ps2", "connect4", "breakthrough_agent")
REST, BUSY, OTHERS = 0, 8, (4, 16)
"""Busy processes beside a grading, or somewhat more."""
SAMPLE, NEAREST, TIMES = 150, 20, 10

_KEPT = Path(__file__).parents[1] / "build" / "load"
_RIVAL = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    pass
"""
"""Ends with the process that started it, however that ends."""


class Key(NamedTuple):
    """One grading: of which solution, beside how many busy processes, and which of several."""

    course: str
    solution: str
    beside: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """What a grading came to.

    Attributes:
        verdicts: verdict and score of each test, by its id; none if the grader failed.
        diagnoses: the known mistakes that each task is told, by its number.
        nearness: the greatest part of a limit that was used and was enough.
    """

    verdicts: Mapping[str, str]
    diagnoses: Mapping[str, Sequence[str]]
    nearness: float = 0.0


class Solution(NamedTuple):
    """A variant and what grades it."""

    context: GradingContext
    variant: Variant

    @property
    def tasks(self) -> Sequence[str]:
        """The tasks in which it may differ from the reference."""
        return self.variant.fails or solution_variants.tasks_touched_by(
            self.context.assignment, self.variant
        )

    @property
    def declared(self) -> list[str]:
        """Patterns of the tests of which chance decides whether they fail."""
        tests = self.variant.tests
        return [name.removesuffix("?") for name in tests if name.endswith("?")]


def solutions(courses: Iterable[str], only: Collection[str]) -> dict[tuple[str, str], Solution]:
    """The right and the known-wrong solutions of ``courses`` with names like one of ``only``."""
    found: dict[tuple[str, str], Solution] = {}
    for course in courses:
        assignment = assignments.load_assignment(course)
        context = GradingContext(
            assignment, choose_backend("auto"), tests=prepare_hidden_tests(assignment)
        )
        for variant in (
            *solution_variants.read_right_solutions(assignment),
            *solution_variants.read_mutants(assignment),
        ):
            if any(fnmatchcase(variant.name, pattern) for pattern in only):
                found[course, variant.name] = Solution(context, variant)
    return found


def graded(
    chosen: Iterable[tuple[Key, Solution]], jobs: int, keep: Callable[[Key, Found], None]
) -> None:
    """Grade ``chosen``, ``jobs`` at a time, and hand each to ``keep`` as soon as it is known."""
    works = (PoolJob(key, _work(solution)) for key, solution in chosen)
    with run_jobs(works, jobs) as done:
        for outcome in done:
            said = None if outcome.answer is None else json.loads(outcome.answer)
            keep(outcome.key, Found({}, {}) if said is None else Found(**said))


def _work(solution: Solution) -> Callable[[Progress], str]:
    context, variant = solution
    submission = solution_variants.variant_submission(context.assignment, variant)

    def work(progress: Progress) -> str:
        report = grading_jobs.grade_to_report(
            context, submission, progress, seed=0, tasks=solution.tasks
        )
        return json.dumps(asdict(_found(report, context.assignment)))

    return work


def _found(report: Report, assignment: Assignment) -> Found:
    if report.errors:
        return Found({}, {})
    tasks = add_diagnoses(report.tasks, assignment)
    return Found(
        {
            test.id: f"{test.verdict.value} {test.score:g}/{test.points:g}"
            for task in tasks
            for test in task.tests
        },
        {
            task.id: [diagnosis.sentence for diagnosis in task.diagnoses]
            for task in tasks
            if task.diagnoses
        },
        max(_parts(report, assignment), default=0.0),
    )


def _parts(report: Report, assignment: Assignment) -> Iterator[float]:
    """What parts of limits and totals were used, of those that were enough."""
    for task in report.tasks:
        cases = [case for test in task.tests for case in test.cases]
        used = sum(case.cpu_seconds for case in cases)
        if used and not any(case.code == "task_total_used_up" for case in cases):
            yield used / assignment.total_seconds(task.id)
        for case in cases:
            if case.budget is None:
                allowed = assignment.limits(None, case=case.id).cpu_seconds
                yield min(case.cpu_seconds / allowed, 1.0)


def lost(verdicts: Mapping[str, str]) -> set[str]:
    """The tasks that lost points."""
    if not verdicts:
        return {"everything"}
    scores = (text.rpartition(" ")[2].split("/") for text in verdicts.values())
    return {
        test.partition("/")[0]
        for test, (score, points) in zip(verdicts, scores, strict=True)
        if score != points
    }


def differences(one: Found, other: Found, declared: Iterable[str]) -> list[str]:
    """The tests and tasks of which two gradings say something else, but for ``declared`` ones."""
    tests = one.verdicts.keys() | other.verdicts.keys()
    told = one.diagnoses.keys() | other.diagnoses.keys()
    patterns = [*declared]
    return sorted(
        f"{name}: {mine.get(name, 'nothing')} / {its.get(name, 'nothing')}"
        for names, mine, its in (
            (tests, one.verdicts, other.verdicts),
            (told, one.diagnoses, other.diagnoses),
        )
        for name in names
        if mine.get(name) != its.get(name)
        and not any(fnmatchcase(name, pattern) for pattern in patterns)
    )


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the machine busy with so many processes that do nothing else than compute."""
    with contextlib.ExitStack() as ended:
        for _ in range(processes):
            # In sessions of their own, because the kernel may share processors out by session.
            rival = subprocess.Popen(
                [sys.executable, "-c", _RIVAL, str(os.getpid())], start_new_session=True
            )
            ended.enter_context(rival)
            ended.callback(rival.kill)
        yield


class Kept:
    """The gradings so far, in a file that grows by a line for each."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.found: dict[Key, Found] = {}
        if file.is_file():
            for line in file.read_text("utf-8").splitlines():
                with contextlib.suppress(json.JSONDecodeError):  # the last one, cut off
                    key, said = json.loads(line)
                    self.found[Key(*key)] = Found(**said)

    def keep(self, key: Key, found: Found) -> None:
        """Add a grading, and say which it was."""
        self.found[key] = found
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, asdict(found)]) + "\n")
        print(f"{len(self.found)}: {key.course} {key.solution} {key.beside}", file=sys.stderr)

    def complete(self, keys: Iterable[Key], known: Mapping[tuple[str, str], Solution]) -> list[Key]:
        """See that ``keys`` have been graded, those beside as many processes together."""
        wanted = [*keys]
        for beside in sorted({key.beside for key in wanted}):
            missing = [key for key in wanted if key.beside == beside and key not in self.found]
            if missing:
                # As many gradings at a time, because they keep the machine as busy as anything.
                with busy(beside // 2):
                    chosen = [(key, known[key.course, key.solution]) for key in missing]
                    graded(chosen, beside or available_cores(), self.keep)
        return wanted


def table(
    only: Collection[str], most: int, every: int = 1, courses: Iterable[str] = COURSES
) -> Iterator[str]:
    """The lines of a Markdown table, and of what differed.

    Args:
        only: patterns of the solutions' names.
        most: how many of them, those that come nearest to a limit, are graded under load at all.
        every: grade only every so-many-th of them, where there is no time for all, and as much
            fewer beside other loads and several times.
        courses: whose solutions are graded.
    """
    known = dict(itertools.islice(solutions(courses, only).items(), None, None, every))
    kept = Kept(_KEPT / f"{_edition(known.values())}.jsonl")
    rest = kept.complete((Key(*name, REST) for name in known), known)
    near = sorted(rest, key=lambda key: abs(math.log(max(kept.found[key].nearness, 1e-6))))
    chosen = near[:most]
    sample, nearest = math.ceil(SAMPLE / every), math.ceil(NEAREST / every)
    spread = chosen[:: max(1, len(chosen) // sample)][:sample]
    again = [key._replace(number=number) for key in near[:nearest] for number in range(1, TIMES)]
    yield "| gradings | beside | other verdicts or diagnoses | points lost in other tasks |"
    yield "| --- | ---: | ---: | ---: |"
    details: list[str] = []
    for what, beside, keys in (
        ("all", BUSY, chosen),
        *(("some", other, spread) for other in OTHERS),
        *(
            (f"nearest, {TIMES - 1} times more", again_beside, again)
            for again_beside in (REST, BUSY)
        ),
    ):
        wanted = kept.complete((key._replace(beside=beside) for key in keys), known)
        differ = points = 0
        for key in wanted:
            first, found = kept.found[key._replace(beside=REST, number=0)], kept.found[key]
            other = differences(first, found, known[key.course, key.solution].declared)
            differ += bool(other)
            points += lost(found.verdicts) != lost(first.verdicts)
            details += (f"{key.solution}, {what} beside {beside}: {each}" for each in other)
        yield f"| {len(wanted)} ({what}) | {beside} | {differ} | {points} |"
    yield ""
    yield from dict.fromkeys(details)


def _edition(chosen: Iterable[Solution]) -> str:
    """A digest of what verdicts depend on besides the submission."""
    contexts = {solution.context.assignment.id: solution.context for solution in chosen}
    settings = (
        GradingSetting.of(context.assignment, context.sandbox) for context in contexts.values()
    )
    return "-".join(setting.digest[:8] for setting in settings)
