"""What it costs that lent functions answer from a process of their own.

Calls are timed where they are made, in the student's process, and beside them the same calls of the
reference in one process. A checkout of an earlier version can be measured in the same run.
"""

from __future__ import annotations

import json
import os
import random
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.course import write_course
from benchmarks.measure import surroundings
from benchmarks.plot import Panel, Point, drawn
from grader import assignment as assignments
from grader import sandbox
from grader.examine.run_hidden_tests import sandbox_program
from grader.model.submission import Cell, Submission
from grader.model.time_limits import CallLimits
from grader.sandbox import cgroups
from grader.sandbox.backend_interface import CallEnding, Injection, Session
from grader.sandbox.call_request import Call
from grader.wire import InjectedFunction

_CITIES = 60
_SEED = 7
_BOARD = ("BBBBBB", "BBBBBB", "______", "______", "WWWWWW", "WWWWWW")
_EACH = 200
"""Calls of one function in a row."""
_LIMITS = CallLimits(60.0, 240.0)
_PLACES = (1, 10, 100, 1_000, 10_000, 100_000)
"""Numbers of calls in the picture."""
_ASKING = """
import time
import breakthrough

def clocked(asked, count, *args):
    asked = globals()[asked] if isinstance(asked, str) else asked
    began, used = time.perf_counter(), time.process_time()
    for _ in range(count):
        asked(*args)
    return 1e6 * (time.perf_counter() - began), 1e6 * (time.process_time() - used)

def moves(asked, count, board):
    return clocked(asked, count, board, breakthrough.Player.BLACK)

def gone_through(asked, count, transition, distances, route):
    asked, transition = [
        globals()[each] if isinstance(each, str) else each for each in (asked, transition)
    ]
    began, used = time.perf_counter(), time.process_time()
    while count > 0:
        neighbours = transition(route)[:count]
        for neighbour in neighbours:
            asked(len(route), distances, neighbour)
        count -= len(neighbours)
    return 1e6 * (time.perf_counter() - began), 1e6 * (time.process_time() - used)
"""
"""The submission that asks: it answers microseconds by the clock, and of its own CPU time.

Functions are lent, or named: then they are the submission's own.
"""
_NAMES = ("generate_valid_moves", "evaluation_func", "transition")

Used = tuple[float, float]
"""CPU seconds, and seconds by the clock."""
Ask = Callable[..., tuple[float, float]]
"""Calls a function of the submission, which asks functions of :data:`_NAMES`, given by name."""


def table(
    runs: int, count: int, before: Path | None = None, picture: Path | None = None
) -> Iterator[str]:
    """Yield the lines of Markdown tables.

    Args:
        runs: of each measurement.
        count: hand-ins of the batch.
        before: a checkout of an earlier version that was set up, to compare gradings with.
        picture: where the cost by the number of calls is drawn.
    """
    session = _session()
    own, lent = _asks(session, lent=False), _asks(session, lent=True)
    try:
        yield "| one call, µs | its own function | lent, by the clock | lent, CPU of who asks |"
        yield "|---|---:|---:|---:|"
        for name in _NAMES:
            pairs = [(_one(own, name)[0], *_one(lent, name)) for _ in range(runs)]
            medians = " | ".join(
                f"{statistics.median(each):.1f}" for each in zip(*pairs, strict=True)
            )
            yield f"| `{name}` | {medians} |"
        if picture is not None:
            picture.write_text(_drawn(own, lent), encoding="utf-8")
    finally:
        session.close()
    if before is not None:
        yield ""
        yield from _gradings(before, runs, count)


def _session() -> Session:
    """Return a session of a submission that has copies of the functions that it is lent."""
    chosen = assignments.load_assignment("ps2")
    functions = {name: (chosen.reference / f"{name}.py").read_text("utf-8") for name in _NAMES}
    cells = [Cell(text, f"{name}.py", False) for name, text in functions.items()]
    submission = Submission("asking.py", "", (*cells, Cell(_ASKING, "asking.py", False)), ())
    session = sandbox.choose_backend("bubblewrap").start(sandbox_program(submission, chosen))
    session.load(Injection(functions, pure=("evaluation_func",)))
    return session


def _asks(session: Session, *, lent: bool) -> Ask:
    def ask(function: str, *args: Any) -> tuple[float, float]:
        given = [InjectedFunction(arg) if lent and arg in _NAMES else arg for arg in args]
        process = session.fork()
        outcome = process.call(Call(function, tuple(given), {}, 0, _LIMITS))
        process.close()
        if outcome.ending is not CallEnding.ANSWER:
            raise RuntimeError(f"{function} ended with {outcome.ending}: {outcome.detail}")
        clock, used = outcome.value
        return clock, used

    return ask


def _arguments(name: str) -> tuple[Any, ...]:
    chance = random.Random(_SEED)
    route = chance.sample(range(_CITIES), _CITIES)
    distances = [(a, b, chance.randrange(1, 1000)) for a in range(_CITIES) for b in range(a)]
    arguments = {
        "generate_valid_moves": ([list(row) for row in _BOARD],),
        "evaluation_func": (_CITIES, distances, route),
        "transition": (route,),
    }
    return arguments[name]


def _one(ask: Ask, name: str) -> tuple[float, float]:
    """Return the microseconds of one of several calls."""
    function = "moves" if name == "generate_valid_moves" else "clocked"
    clock, used = ask(function, name, _EACH, *_arguments(name))
    return clock / _EACH, used / _EACH


def _drawn(own: Ask, lent: Ask) -> str:
    """Return a picture of seconds by the clock, by the number of scores that are asked for."""
    _, distances, route = _arguments("evaluation_func")

    def series(function: str, *args: Any) -> Sequence[tuple[str, Sequence[Point]]]:
        return [
            (what, [Point(ask(function, "evaluation_func", n, *args)[0] / 1e6) for n in _PLACES])
            for what, ask in (("its own function", own), ("lent", lent))
        ]

    again = series("clocked", _CITIES, distances, route)
    onward = series("gone_through", "transition", distances, route)
    panels = [
        Panel("one route again and again, s", again),
        Panel("one neighbour after another, s", onward),
    ]
    return drawn(panels, [f"{count:,}" for count in _PLACES])


def _gradings(before: Path, runs: int, count: int) -> Iterator[str]:
    """Yield a table of gradings by an earlier version and by this one, in turn."""
    tasks = [task.id for task in assignments.load_assignment("ps2").tasks if not task.written]
    yield "| CPU seconds | before | now | ratio | by the clock | now | ratio |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    sample = os.fspath(Path("submissions/alice.py").resolve())
    yield _compared("the handout's six plies, 4.1", before, runs, _six_plies, sample)
    for task in tasks:
        yield _compared(f"{task} of `alice.py`", before, runs, _grading, sample, "--task", task)
    yield _compared("`grade run submissions/alice.py`", before, runs, _grading, sample)
    with tempfile.TemporaryDirectory() as folder:
        inbox = os.fspath(write_course(Path(folder) / "course", count))
        yield _compared(f"`grade batch` of {count}", before, 1, _batch, inbox)


def _compared(
    what: str, before: Path, runs: int, measure: Callable[..., Used], *arguments: str
) -> str:
    places = (before.resolve(), Path.cwd())
    taken: dict[Path, list[Used]] = {place: [] for place in places}
    for _ in range(runs):
        for place in places:
            taken[place].append(measure(place, *arguments))
    columns = []
    for which in (0, 1):
        then, now = (statistics.median(used[which] for used in taken[place]) for place in places)
        columns.append(f"{then:.3g} | {now:.3g} | {now / then:.2f}")
    return f"| {what} | {' | '.join(columns)} |"


def _grading(place: Path, *arguments: str) -> Used:
    return _seconds(place, "run", *arguments)


def _batch(place: Path, inbox: str) -> Used:
    with tempfile.TemporaryDirectory() as out:
        return _seconds(place, "batch", inbox, "--out", out)


def _six_plies(place: Path, sample: str) -> Used:
    """Return what that one call took, as the report says: CPU time is the student's alone."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        _seconds(place, "run", sample, "--task", "4.1", "-o", os.fspath(report))
        (task,) = (each for each in json.loads(report.read_text())["tasks"] if each["tests"])
        (test,) = (each for each in task["tests"] if each["id"] == "4.1/handout_six_plies")
        case = test["cases"][0]
        return float(case["cpu_seconds"]), float(case["wall_seconds"])


def _seconds(place: Path, *arguments: str) -> Used:
    began = time.monotonic()
    with _account() as (entrance, cpu_seconds):
        # The shell is in the group before it becomes the command, and so is all that is started.
        done = subprocess.run(
            [
                "sh", "-c", 'echo $$ >"$0" && exec "$@"', os.fspath(entrance),
                os.fspath(place / ".venv/bin/python"), "-m", "grader", *arguments, "-a", "ps2",
                "--sandbox", "bubblewrap",
            ],
            cwd=place, env=surroundings(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"grade {' '.join(arguments)} ended with {done.returncode}")
        return cpu_seconds(), time.monotonic() - began


@contextmanager
def _account() -> Iterator[tuple[Path, Callable[[], float]]]:
    """Make a control group; yield where to enter it, and what says its processes' CPU seconds.

    Sandboxes make groups below it, of which the kernel counts the time as well.

    Raises:
        NoControlGroups: if this account may not make any.
    """
    groups = cgroups.find_control_groups()
    parent = groups.parents["cpuacct" if groups.version == 1 else "cpu"]
    folder = parent / f"measured-{os.getpid()}-{time.monotonic_ns()}"
    folder.mkdir()

    def cpu_seconds() -> float:
        if groups.version == 1:
            return int((folder / "cpuacct.usage").read_text()) / 1e9
        (used,) = re.findall(r"^usage_usec (\d+)", (folder / "cpu.stat").read_text(), re.MULTILINE)
        return int(used) / 1e6

    try:
        yield folder / "cgroup.procs", cpu_seconds
    finally:
        for left in sorted(folder.rglob("*/"), reverse=True):  # made by who is over by now
            left.rmdir()
        folder.rmdir()
