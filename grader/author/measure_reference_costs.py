"""Measures the CPU time that the reference solution takes for each case, for ``costs.json``.

``grade author costs`` should run on a machine that has nothing else to do. CPU time is the median
of several gradings, rounded up to two digits. An entry that still holds well enough stays as it is,
so that a change of the file means something.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from grader.assignment import Assignment
from grader.assignment.reference_costs import MaxCallCost, ReferenceCosts
from grader.author import solution_variants
from grader.examine.examiner import Examiner
from grader.examine.hidden_test_limits import HiddenTestTimeout
from grader.examine.run_hidden_tests import sandbox_program
from grader.examine.test_collection import find_hidden_tests
from grader.machine import speed
from grader.model.formatting import format_seconds
from grader.model.user_error import UserError
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import SandboxFailure

SEEDS = (0, 1, 2)
"""Of the gradings that are measured."""
_NEGLIGIBLE = 0.005
"""CPU seconds below which a case counts as free."""
_STILL_HOLDS = 1.5
"""Factor by which a new measurement may differ from what the file says."""
_STALE = 5.0
"""Factor beyond which the file counts as wrong; the machine may be a different one, or busy."""


class CostsError(UserError):
    """Costs cannot be measured; ``str()`` is a sentence for the author."""


@dataclass(slots=True)
class MeasuredCosts:
    """The measured costs of the reference solution, by case.

    Attributes:
        calibration: what :func:`grader.machine.speed.measure_shortest_benchmark` gave meanwhile.
        cpu: CPU seconds of the dearest call of each case, by the case's id.
        calls: of each lent function, in the call that made the most; none where gradings differ.
    """

    calibration: float
    cpu: dict[str, float] = field(default_factory=dict)
    calls: dict[str, Mapping[str, int]] = field(default_factory=dict)


def measure_costs(
    assignment: Assignment, sandbox: Sandbox, seeds: Sequence[int] = SEEDS
) -> MeasuredCosts:
    """Return the costs of each case here, as the median of gradings with these seeds.

    Raises:
        CostsError: if the reference solution is not accepted, or the hidden tests do not work.
    """
    runs = [_measure_once(assignment, sandbox, seed) for seed in seeds]
    found = MeasuredCosts(min(run.calibration for run in runs))
    for case in runs[0].cpu:
        # The speed of a machine varies.
        found.cpu[case] = found.calibration * median(
            run.cpu[case] / run.calibration for run in runs
        )
        calls = runs[0].calls[case]
        found.calls[case] = calls if all(run.calls[case] == calls for run in runs) else {}
    return found


def update_costs(known: ReferenceCosts, measured: MeasuredCosts) -> ReferenceCosts:
    """Return the new content of the file, given its present content ``known``."""
    calibration = known.calibration or _round_up(measured.calibration)
    cases = {}
    for case, here in measured.cpu.items():
        cpu = here * calibration / measured.calibration
        before = known.of(case).cpu_seconds
        if before is not None and _are_within_factor(before, cpu, _STILL_HOLDS):
            cpu = before
        cost = MaxCallCost(_round_up(cpu) if cpu >= _NEGLIGIBLE else None, measured.calls[case])
        if cost != MaxCallCost():
            cases[case] = cost
    return ReferenceCosts(calibration, cases)


def find_stale_costs(assignment: Assignment, sandbox: Sandbox) -> list[str]:
    """Return a sentence for each entry of ``costs.json`` that no longer holds.

    Calls have to agree exactly, CPU time roughly. What does not is measured again, as a busy
    machine makes a call take long now and then; what never agrees no longer holds.

    Raises:
        CostsError: if the reference solution is not accepted, or the hidden tests do not work.
    """
    known = assignment.costs
    found = _cost_differences(known, measure_costs(assignment, sandbox, SEEDS[:1]))
    for seed in SEEDS[1:]:
        if found:
            again = _cost_differences(known, measure_costs(assignment, sandbox, [seed]))
            found = {case: again[case] for case in found if case in again}
    return [f"{case}: {difference}" for case, difference in found.items()]


def _cost_differences(known: ReferenceCosts, measured: MeasuredCosts) -> dict[str, str]:
    """Return the known costs that differ from the measured ones, by the case's id."""
    found = {case: "there is no such case" for case in known.cases if case not in measured.cpu}
    for case, here in measured.cpu.items():
        before, calls = known.of(case), measured.calls[case]
        cpu = here * (known.calibration or measured.calibration) / measured.calibration
        stated = before.cpu_seconds or 0.0
        if not _are_within_factor(max(stated, _NEGLIGIBLE), max(cpu, _NEGLIGIBLE), _STALE):
            found[case] = f"takes {format_seconds(cpu)}, not {format_seconds(stated)}"
        if before.calls and before.calls != calls:
            found[case] = f"calls {_listed(calls)}, not {_listed(before.calls)}"
    return found


def _are_within_factor(one: float, other: float, factor: float) -> bool:
    return one <= factor * other and other <= factor * one


def _round_up(value: float) -> float:
    """Return ``value`` rounded up to two digits."""
    digits = 1 - math.floor(math.log10(value))
    scale = 10.0**digits
    return round(math.ceil(round(value * scale, 6)) / scale, digits)


def _listed(calls: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number:,} times" for name, number in calls.items()) or "nothing"


def _measure_once(assignment: Assignment, sandbox: Sandbox, seed: int) -> MeasuredCosts:
    """Return the costs of one grading of the reference, each case in a process of its own."""
    solution = solution_variants.whole_reference_submission(assignment)
    coded = [task.id for task in assignment.tasks if not task.written]
    tests = find_hidden_tests(assignment)
    session = sandbox.start(sandbox_program(solution, assignment))
    examiner = Examiner(session, assignment, f"{solution.digest}|{seed}")
    found = MeasuredCosts(speed.measure_shortest_benchmark())
    failed: list[str] = []
    try:
        if tests.contract.roles:
            examiner.bind(tests.contract, solution.cells, {}, assignment.coded_task(coded[0]))
        for test in tests.of(coded):
            # Each call is made by itself, so that its outcome is complete.
            whole = replace(test.with_whole_pool(), mark=replace(test.mark, in_turn=False))
            for case in whole.cases:
                name = test.case_id(case)
                result, caller = examiner.again(whole, case)
                if not result.verdict.passed:
                    failed.append(f"{name} is not accepted.")
                    break
                found.cpu[name] = max(outcome.cpu_seconds for outcome in caller.outcomes)
                found.calls[name] = _most(outcome.calls for outcome in caller.outcomes)
    except (SandboxFailure, HiddenTestTimeout) as failure:
        failed.append(str(failure))
    finally:
        session.close()
    if problems := [*tests.wrong(assignment), *examiner.errors, *failed]:
        raise CostsError(f"The reference solution cannot be measured: {problems[0]}")
    return replace(found, calibration=min(found.calibration, speed.measure_shortest_benchmark()))


def _most(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    most: dict[str, int] = {}
    for count in counts:
        for name, number in count.items():
            most[name] = max(most.get(name, 0), number)
    return most
