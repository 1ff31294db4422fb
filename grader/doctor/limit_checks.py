"""Checks how much code in a sandbox may take: memory, CPU time, output."""

from __future__ import annotations

from grader.doctor.probe_results import BreakoutAttempt, PromiseResult
from grader.doctor.probe_sandbox import (
    MEMORY,
    OUTPUT,
    AttemptNotCarriedOut,
    ProbeSetup,
    available_memory,
    describe_ending,
)
from grader.sandbox import cgroups
from grader.sandbox.backend_interface import CallEnding, Outcome

_STEP = 4 << 20
_EACH = MEMORY // 4
"""Bytes of each of many processes, far below the limit of one."""
_BEYOND = 1.5
"""Times the limit at which the probe stops by itself."""
_HEADROOM = 4
"""Times what the probe might take that has to be free on the machine."""

BUDGET = 0.3
"""Seconds that a call may take in attempts that are about time."""
_OVERDRAFT = 4
"""Times its budget at which a loop ends by itself."""
_SPREAD = 3
_FLOOD = 16 * OUTPUT


def check_memory_per_process(setup: ProbeSetup) -> PromiseResult:
    """Check that one process gets no more memory than its limit."""
    most = int(_BEYOND * MEMORY)
    _require_free_memory(most)
    outcome = setup.call("take_memory", most, _STEP)
    reached = _last_printed_amount(outcome)
    held: bool | None
    held, seen = None, f"ended otherwise ({describe_ending(outcome)})"
    if outcome.ending is CallEnding.MEMORY:
        held, seen = True, f"ended at {reached >> 20} MiB"
    elif outcome.ending is CallEnding.ANSWER:
        held, seen = False, f"{outcome.value >> 20} MiB where {MEMORY >> 20} are allowed"
    return PromiseResult(
        "memory per process",
        [BreakoutAttempt("taking memory in one process", held, seen)],
        f"a process was ended at {reached >> 20} MiB; {MEMORY >> 20} are allowed",
    )


def check_memory_in_total(setup: ProbeSetup) -> PromiseResult:
    """Check that all processes together get no more memory than their limit."""
    limit = cgroups.total_memory(MEMORY)
    most = int(_BEYOND * limit)
    _require_free_memory(most)
    outcome = setup.call("take_memory_in_processes", most, _EACH)
    allowed = f"{limit >> 20} are allowed"
    reached = _last_printed_amount(outcome)
    held: bool | None = None
    seen = f"ended otherwise ({describe_ending(outcome)})"
    if outcome.ending is CallEnding.MEMORY or (
        outcome.ending is CallEnding.DIED and "SIGKILL" in outcome.detail
    ):
        held, seen = True, "all were ended"
    elif outcome.ending is CallEnding.ANSWER:
        reached, count, reason = outcome.value
        if not reason:
            held, seen = False, f"{count} processes held {reached >> 20} MiB where {allowed}"
        elif reason.startswith("killed"):
            held, seen = True, f"one of {count} processes was {reason}"
        else:  # by a limit of each process, which says nothing about all together
            seen = f"a process of {_EACH >> 20} MiB was {reason}"
    return PromiseResult(
        "memory in total",
        [BreakoutAttempt("taking memory in many processes", held, seen)],
        f"at {reached >> 20} MiB in several processes the kernel stepped in; {allowed}",
    )


def _require_free_memory(most: int) -> None:
    """Raises AttemptNotCarriedOut if this machine has too little free memory to try it."""
    available = available_memory()
    if available < _HEADROOM * most:
        raise AttemptNotCarriedOut(
            f"this machine has {available >> 20} MiB to spare, and trying it takes up to "
            f"{most >> 20}, so it was left alone"
        )


def _last_printed_amount(outcome: Outcome) -> int:
    """Return the last of the amounts that a probe printed before it ended."""
    numbers = [int(word) for word in outcome.stdout.split() if word.isdecimal()]
    return numbers[-1] if numbers else 0


def check_cpu_time(setup: ProbeSetup) -> PromiseResult:
    """Check that CPU time of all processes is limited, and that sleeping code is stopped."""
    loop = setup.call("burn_cpu", _OVERDRAFT * BUDGET, cpu=BUDGET)
    spread = setup.call("burn_cpu_in_processes", _SPREAD, BUDGET, cpu=BUDGET)
    sleeper = setup.call("sleep", _OVERDRAFT * BUDGET, wall=BUDGET)
    attempts = [
        _attempt_to_exceed("computing without end", loop, CallEnding.CPU),
        _attempt_to_exceed(f"computing in {_SPREAD} processes", spread, CallEnding.CPU),
        _attempt_to_exceed("sleeping", sleeper, CallEnding.WALL),
    ]
    return PromiseResult(
        "cpu time",
        attempts,
        f"of {BUDGET} s allowed, a loop was ended at {loop.cpu_seconds:.2f}, {_SPREAD} processes "
        f"together at {spread.cpu_seconds:.2f}; a sleeper was ended by the clock",
    )


def check_output(setup: ProbeSetup) -> PromiseResult:
    """Check that code cannot print more than is allowed."""
    outcome = setup.call("print_bytes", _FLOOD)
    attempt = _attempt_to_exceed("printing without end", outcome, CallEnding.OUTPUT)
    return PromiseResult(
        "output", [attempt], f"ended soon after {OUTPUT >> 10} KiB, which are allowed"
    )


def _attempt_to_exceed(tried: str, outcome: Outcome, expected: CallEnding) -> BreakoutAttempt:
    """Return an attempt that a limit should end, and that succeeded if it ended by itself."""
    if outcome.ending is expected:
        cpu, wall = f"{outcome.cpu_seconds:.2f} s", f"{outcome.wall_seconds:.2f} s"
        return BreakoutAttempt(tried, True, f"ended after {cpu} of CPU time, {wall} in all")
    if outcome.ending is CallEnding.ANSWER:
        return BreakoutAttempt(tried, False, "was not ended")
    return BreakoutAttempt(tried, None, f"ended otherwise ({describe_ending(outcome)})")
