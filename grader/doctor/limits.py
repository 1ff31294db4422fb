"""Judges of how much code inside may take: memory, CPU time, output."""

from __future__ import annotations

from grader.doctor.bench import MEMORY, OUTPUT, Bench, NotCarriedOut, available_memory, ending
from grader.doctor.finding import Attempt, Finding
from grader.sandbox import cgroups
from grader.sandbox.protocol import Ending, Outcome

_STEP = 4 << 20
_EACH = MEMORY // 4
"""Bytes of each of many processes: so few that the limit of a process is no obstacle."""
_BEYOND = 1.5
"""Times the limit at which the probe is content with what it has."""
_HEADROOM = 4
"""Times what the probe might take that the machine must have to spare."""

BUDGET = 0.3
"""Seconds that a call may take where it is about time."""
_OVERDRAFT = 4
"""Times its budget at which a loop ends by itself."""
_SPREAD = 3
_FLOOD = 16 * OUTPUT


def memory_per_process(bench: Bench) -> Finding:
    """One process gets no more than its limit."""
    most = int(_BEYOND * MEMORY)
    _leave_room(most)
    outcome = bench.call("hold", most, _STEP)
    reached = _last_number(outcome)
    held: bool | None
    match outcome.ending:
        case Ending.MEMORY:
            held, seen = True, f"ended at {_megabytes(reached)} MiB"
        case Ending.ANSWER:
            held, seen = (
                False,
                f"{_megabytes(outcome.value)} MiB where {_megabytes(MEMORY)} are allowed",
            )
        case _:
            held, seen = None, f"ended otherwise ({ending(outcome)})"
    return Finding(
        "memory per process",
        [Attempt("taking memory in one process", held, seen)],
        f"a process was ended at {_megabytes(reached)} MiB; {_megabytes(MEMORY)} are allowed",
    )


def memory_in_total(bench: Bench) -> Finding:
    """All processes together get no more than their limit, however many they are."""
    limit = cgroups.total_memory(MEMORY)
    most = int(_BEYOND * limit)
    _leave_room(most)
    outcome = bench.call("hold_together", most, _EACH)
    allowed = f"{_megabytes(limit)} are allowed"
    reached = _last_number(outcome)
    held: bool | None = None
    seen = f"ended otherwise ({ending(outcome)})"
    if outcome.ending is Ending.MEMORY or (
        outcome.ending is Ending.DIED and "SIGKILL" in outcome.detail
    ):
        held, seen = True, "all were ended"
    elif outcome.ending is Ending.ANSWER:
        reached, count, reason = outcome.value
        if not reason:
            held, seen = False, f"{count} processes held {_megabytes(reached)} MiB where {allowed}"
        elif reason.startswith("killed"):
            held, seen = True, f"one of {count} processes was {reason}"
        else:  # by a limit of each process, which says nothing of all
            seen = f"a process of {_megabytes(_EACH)} MiB was {reason}"
    return Finding(
        "memory in total",
        [Attempt("taking memory in many processes", held, seen)],
        f"at {_megabytes(reached)} MiB in several processes the kernel stepped in; {allowed}",
    )


def _leave_room(most: int) -> None:
    """Refuse to try what might hurt this machine.

    Raises:
        NotCarriedOut: if it has too little memory to spare.
    """
    available = available_memory()
    if available < _HEADROOM * most:
        raise NotCarriedOut(
            f"this machine has {_megabytes(available)} MiB to spare, and trying it takes up to "
            f"{_megabytes(most)}, so it was left alone"
        )


def _last_number(outcome: Outcome) -> int:
    """The last of the amounts that a probe printed before it ended."""
    numbers = [int(word) for word in outcome.stdout.split() if word.isdecimal()]
    return numbers[-1] if numbers else 0


def _megabytes(amount: int) -> int:
    return amount >> 20


def cpu_time(bench: Bench) -> Finding:
    """Budgets are of CPU time and of all processes together; the clock catches who sleeps."""
    loop = bench.call("spin", _OVERDRAFT * BUDGET, cpu=BUDGET)
    spread = bench.call("spin_together", _SPREAD, BUDGET, cpu=BUDGET)
    sleeper = bench.call("sleep", _OVERDRAFT * BUDGET, wall=BUDGET)
    attempts = [
        _ended("computing without end", loop, Ending.CPU),
        _ended(f"computing in {_SPREAD} processes", spread, Ending.CPU),
        _ended("sleeping", sleeper, Ending.WALL),
    ]
    return Finding(
        "cpu time",
        attempts,
        f"of {BUDGET} s allowed, a loop was ended at {loop.cpu_seconds:.2f}, {_SPREAD} processes "
        f"together at {spread.cpu_seconds:.2f}; a sleeper was ended by the clock",
    )


def output(bench: Bench) -> Finding:
    """Nobody prints more than is allowed."""
    outcome = bench.call("flood", _FLOOD)
    attempt = _ended("printing without end", outcome, Ending.OUTPUT)
    return Finding("output", [attempt], f"ended soon after {OUTPUT >> 10} KiB, which are allowed")


def _ended(tried: str, outcome: Outcome, expected: Ending) -> Attempt:
    """An attempt that should end in one way, and went through if it came to its own end."""
    if outcome.ending is expected:
        return Attempt(tried, True, _ended_after(outcome))
    if outcome.ending is Ending.ANSWER:
        return Attempt(tried, False, "was not ended")
    return Attempt(tried, None, f"ended otherwise ({ending(outcome)})")


def _ended_after(outcome: Outcome) -> str:
    return (
        f"ended after {outcome.cpu_seconds:.2f} s of CPU time, {outcome.wall_seconds:.2f} s in all"
    )
