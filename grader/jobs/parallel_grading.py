"""Grades one submission in several processes at once, each with a sandbox of its own.

1. Group the tasks: those that are lent the same functions stay together, because they share what
   is loaded into a sandbox. Tasks of an agent do not: its moves take longer than loading it.
2. Have a worker find out how the submission is called for roles, once for all the others.
3. Have a pool of workers do the groups, the longest first. Each calls
   :func:`grader.jobs.grading.grade` and sends its report.
4. If a worker is lost, give each of its tasks to a new one. A task that loses that one becomes
   an internal error, and all others keep their verdicts.
5. Merge the reports. Nothing is decided here.
6. Where one task depends on another, try the student's own functions together.

Budgets are CPU time, so verdicts are those of one process; a person only waits less.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import msgspec

from grader.assignment import Assignment, Task
from grader.assignment.reference_costs import ReferenceCosts
from grader.examine.check_bindings import check_bindings
from grader.examine.load_contract import load_contract
from grader.examine.role_binding import Bindings
from grader.examine.run_hidden_tests import HiddenTests, find_bindings, sandbox_program
from grader.explain import own_function_reruns
from grader.jobs.grading import grade
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Progress, Report, TaskResult, View
from grader.model.submission import Submission
from grader.model.user_error import UserError
from grader.model.verdict import Verdict
from grader.render.report_json import dumps, loads

_UNDECIDED = "The grader itself failed on this task, which is not the submission's fault."


class AllWorkersLost(UserError):
    """The error of a grading whose workers all ended without a report; ``str()`` says why."""


def grade_in_parallel(
    context: GradingContext,
    submission: Submission,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Report:
    """Return the report on ``submission``, graded by ``processes`` (default: one per core).

    This process only waits for the others, so that it survives whatever happens to one of them.
    With ``processes=1``, this process grades by itself.

    Raises:
        UnknownTask: if a task is not one that the grader tests.
        UnknownRole: if ``context.where`` names what is no role of the assignment.
        SandboxUnavailable: if no sandbox can be started.
        AllWorkersLost: if nothing could be graded.
        KeyboardInterrupt: if a signal asks the program to end, after all workers have ended. Until
            then, such signals wait.
    """
    began = time.monotonic()
    if context.where:
        check_bindings(context.where, load_contract(context.assignment)[0].roles)
    coded = [task for task in context.wanted if not task.written]
    groups = group_by_lent_functions(coded, context.assignment)
    part = partial(
        grade, submission, context.assignment, context.sandbox,
        seed=context.seed, tests=context.tests,
        speed=context.speed,  # measured once, and not by every worker
        where=context.where,
    )  # fmt: skip
    alone = processes == 1 or not groups
    if alone:
        report = part(tasks=context.tasks, progress=progress)
    else:
        if context.assignment.contract is not None:
            part = partial(part, bindings=_find_bindings_in_worker(context, submission))
        report = _in_workers(part, context, groups, progress, processes or available_cores())
    if own_function_reruns.find_wrong_lent_functions(report, context.assignment):
        report = _add_dependencies_in_worker(report, context, submission, alone=alone)
    return replace(report, duration=time.monotonic() - began)


def _find_bindings_in_worker(context: GradingContext, submission: Submission) -> Bindings | None:
    """Return the bindings of ``submission``, found by a worker; ``None`` if it is lost."""

    def found() -> str:
        session = context.sandbox.start(
            sandbox_program(submission, context.assignment, context.speed, context.seed)
        )
        try:
            bindings = find_bindings(
                session, submission, context.assignment, context.seed, context.speed, context.where
            )
        finally:
            session.close()
        return msgspec.json.encode(bindings).decode()

    with run_jobs([PoolJob("bindings", lambda _: found())], 1) as jobs:
        answers = [outcome.answer for outcome in jobs]
    return next(
        (msgspec.json.decode(one, type=Bindings) for one in answers if one is not None), None
    )


def _in_workers(
    part: Callable[..., Report],
    context: GradingContext,
    groups: Sequence[Sequence[Task]],
    progress: Progress | None,
    processes: int,
) -> Report:
    def job(ids: tuple[str, ...]) -> PoolJob[tuple[str, ...]]:
        return PoolJob(
            ids,
            lambda progress: dumps(part(tasks=ids, progress=progress), View.STAFF),
            instead=tuple(job((task,)) for task in ids if len(ids) > 1),
        )

    reports: list[Report] = []
    lost: dict[str, str] = {}
    wholes = [job(tuple(task.id for task in group)) for group in groups]
    with run_jobs(wholes, processes, progress) as found:
        for outcome in found:
            if outcome.answer is None:
                lost |= dict.fromkeys(outcome.key, outcome.lost)
            else:
                reports.append(loads(outcome.answer))
    if not reports:
        raise AllWorkersLost(f"nothing could be graded: {next(iter(lost.values()))}.")
    order = [task for whole in wholes for task in whole.key]
    reports.sort(key=lambda report: order.index(report.tasks[0].id))
    return _merge_reports(reports, lost, context.wanted, complete=not context.tasks)


def _add_dependencies_in_worker(
    report: Report, context: GradingContext, submission: Submission, *, alone: bool
) -> Report:
    """Return ``report`` with dependencies checked by a worker; unchanged if it is lost."""

    def tried() -> Report:
        return own_function_reruns.rerun_with_own_functions(
            report, submission, context.assignment, context.sandbox, context.tests
        )

    if alone:
        return tried()
    with run_jobs([PoolJob("dependencies", lambda _: dumps(tried(), View.STAFF))], 1) as found:
        answers = [outcome.answer for outcome in found]
    return next((loads(answer) for answer in answers if answer is not None), report)


def group_by_lent_functions(tasks: Sequence[Task], assignment: Assignment) -> list[list[Task]]:
    """Return groups of tasks that are lent the same functions, the most expensive group first.

    So the last ones take little time, unless the submission itself is slow there. Before those that
    a student's own function may be lent to comes the task that shows whether it is right. Each task
    of an agent is a group of its own.
    """
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        apart = assignment.match is not None
        lends = next(
            (each for each in tasks if task.function in assignment.interchangeable_in(each)), task
        )
        key = task.id if apart else (lends.inject, lends.stubs, lends.globals)
        groups.setdefault(key, []).append(task)
    return sorted(groups.values(), key=_make_cost_key(assignment.costs), reverse=True)


def _make_cost_key(
    costs: ReferenceCosts,
) -> Callable[[Sequence[Task]], tuple[float, float]]:
    """Return a sort key for task groups: the reference's CPU time for them, then their points."""
    seconds: dict[str, float] = {}
    for case, cost in costs.cases.items():
        owner = case.partition("/")[0]
        seconds[owner] = seconds.get(owner, 0.0) + (cost.cpu_seconds or 0.0)

    def length(group: Sequence[Task]) -> tuple[float, float]:
        known = sum(seconds.get(task.id, 0.0) for task in group)
        return known, sum(task.points for task in group)

    return length


def _merge_reports(
    reports: Sequence[Report],
    lost: Mapping[str, str],
    chosen: Sequence[Task],
    *,
    complete: bool,
) -> Report:
    """Return one report made of several over the same submission, each task and note once."""
    results = {task.id: task for report in reports for task in report.tasks}
    errors = [
        *chain.from_iterable(report.errors for report in reports),
        *(f"{task}: {reason}" for task, reason in lost.items()),
    ]
    notes = dict.fromkeys(chain.from_iterable(report.load_notes for report in reports))
    asked = any(report.questions for report in reports)
    return replace(
        reports[0],
        complete=complete and not (errors or asked),
        tasks=tuple(results.get(task.id) or undecided_task_result(task) for task in chosen),
        load_notes=tuple(notes),
        errors=tuple(dict.fromkeys(errors)),
        cpu_seconds=sum(report.cpu_seconds for report in reports),
    )


def undecided_task_result(task: Task) -> TaskResult:
    """Return the result of a task that a person marks, or whose workers were lost."""
    if task.written:
        return TaskResult(task.id, task.title, None, task.points, None, None)
    return TaskResult(
        task.id, task.title, task.function, task.points, 0.0, Verdict.INTERNAL_ERROR, (), _UNDECIDED
    )


def longest_grading_seconds(context: GradingContext, tests: HiddenTests, processes: int) -> float:
    """Return the seconds of a grading in which an agent uses all its time for every move.

    The seconds are by the clock, with tasks shared out among so many ``processes``, each with a
    core of its own. They are 0 if there are no agents. Cases that are run again, because the agent
    failed them at the pace of a first run, are not in them.
    """
    match = context.assignment.match
    if match is None:
        return 0.0
    moves = [
        sum(
            test.mark.pace * test.mark.moves * (len(test.cases) + test.draw)
            for test in tests.of([task.id])
        )
        for task in context.wanted
    ]
    return context.speed * match.seconds * _largest_share(moves, processes)


def _largest_share(amounts: Sequence[float], processes: int) -> float:
    """Return the largest load if each of ``processes`` takes the largest amount left."""
    busy = [0.0] * processes
    for amount in sorted(amounts, reverse=True):
        heapq.heapreplace(busy, busy[0] + amount)
    return max(busy)
