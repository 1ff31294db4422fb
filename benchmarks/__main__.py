"""Runs the benchmarks and prints Markdown tables."""

from __future__ import annotations

import argparse
import math
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import (
    agents,
    announced_times,
    arena,
    calls,
    chance,
    connections,
    course,
    coursemology,
    diagnoses,
    drill,
    explanations,
    first_screen,
    grading,
    kit,
    lent,
    load,
    moves,
    notebooks,
    numpy_loaded,
    oracle,
    platforms,
    role_binding,
    sandboxes,
    start,
)
from benchmarks.measure import Figure
from benchmarks.peers import table as peers
from benchmarks.service import crowd, idle, regrade, semester, sign_ins
from benchmarks.service.semester_data import CourseSize
from grader import assignment as assignments
from grader.machine import speed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="a submission, tasks, notebooks or courses, by the table"
    )
    parser.add_argument("--only", choices=_TABLES, help=f"one table (default {', '.join(_USUAL)})")
    for name, number, what in (
        ("--runs", 9, "runs of what is timed"),
        ("--attempts", 60, "attempts at each case of a trial"),
        ("--seeds", 200, "seeds with which each right solution is graded"),
        ("--games", 50, "games of agents that use all their time"),
        ("--every", 1, "take every so-many-th mistake, solution or command only"),
        ("--busy", 16, "busy processes beside notebooks"),
        ("--programs", 100, "programs for other platforms"),
        ("--most", 10_000, "solutions that are graded under load, the nearest to a limit"),
        ("--hand-ins", 200, "hand-ins of a whole course"),
        ("--many", 2000, "skeletons, for what stays flat"),
        ("--students", 800, "students of a course that hands in"),
        ("--assignments", 20, "assignments of a semester"),
        ("--submissions", 80_000, "submissions of a semester"),
        ("--minutes", 10, "minutes in which they do"),
        ("--sign-ins", 60, "people who sign in at once"),
    ):
        parser.add_argument(name, type=int, default=number, help=f"{what} (default {number})")
    parser.add_argument(
        "--time", type=float, default=0.3, help="seconds for each of their moves (default 0.3)"
    )
    parser.add_argument(
        "--thinking", type=float, default=3.0, help="seconds in which depth is measured (default 3)"
    )
    parser.add_argument(
        "--database", default="", help="a PostgreSQL database for a semester, not SQLite"
    )
    parser.add_argument(
        "--keep", type=Path, help="folder in which a semester stays, to be measured again"
    )
    parser.add_argument(
        "--named", default="*", help="solutions to measure, by a pattern of names (default *)"
    )
    parser.add_argument("--plot", type=Path, help="file for the picture of connections, or of lent")
    parser.add_argument(
        "--before", type=Path, help="checkout of an earlier version, which lent is compared with"
    )
    options = parser.parse_args()
    pace = speed.measure_shortest_benchmark() / (
        assignments.load_assignment("ps2").costs.calibration or math.inf
    )
    print(
        f"\n{options.runs} runs, Python {platform.python_version()}; "
        f"things take {pace:.2f} times as long as where budgets were measured"
    )
    for name in [options.only] if options.only else _USUAL:
        print()
        for line in _TABLES[name](options):
            print(line, flush=True)


def _submission(options: argparse.Namespace) -> Path:
    return Path(*options.names or ("submissions", "alice.py"))


def _grading(options: argparse.Namespace) -> Iterator[str]:
    figures: list[Figure] = [
        *calls.measure(_submission(options), 200),
        *grading.measure(_submission(options), options.runs),
    ]
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield from (figure.row() for figure in figures)


_TABLES: dict[str, Callable[[argparse.Namespace], Iterator[str]]] = {
    "grading": _grading,
    "sandboxes": lambda options: sandboxes.table(_submission(options), options.runs),
    "moves": lambda options: moves.table(10 * options.runs),
    "start": lambda options: start.table(options.runs),
    "numpy": lambda options: numpy_loaded.table(options.runs),
    "chance": lambda options: chance.table(options.seeds, options.attempts, options.named),
    "load": lambda options: load.table(
        [options.named], options.most, options.every, options.names or load.COURSES
    ),
    "notebooks": lambda options: notebooks.table(
        options.names or notebooks.NAMES, options.runs, options.busy
    ),
    "explanations": lambda options: explanations.table(options.every),
    "first-screen": lambda options: first_screen.table(options.every),
    "diagnoses": lambda options: diagnoses.table(options.every),
    "course": lambda options: course.table(options.hand_ins, options.many),
    "role_binding": lambda options: role_binding.table(options.runs),
    "peers": lambda options: peers.table(_submission(options), options.runs),
    "announced-times": lambda options: announced_times.table(
        announced_times.COMMANDS[:: options.every]
    ),
    "arena": lambda options: arena.table(options.games, options.time),
    "agents": lambda options: agents.table(options.thinking, options.time),
    "oracle": lambda _: oracle.table(),
    "connections": lambda options: connections.table(options.plot),
    "lent": lambda options: lent.table(
        options.runs, options.hand_ins, options.before, options.plot
    ),
    "coursemology": lambda options: coursemology.table(options.names),
    "kit": lambda _: kit.table(),
    "platforms": lambda options: platforms.table(options.programs),
    "drill": lambda options: drill.table(options.hand_ins),
    "idle": lambda options: idle.table(options.runs),
    "crowd": lambda options: crowd.table(_submission(options), options.students, options.minutes),
    "regrade": lambda options: regrade.table(options.students),
    "sign-ins": lambda options: sign_ins.table(options.sign_ins),
    "semester": lambda options: semester.table(
        CourseSize(options.students, options.assignments, options.submissions),
        options.runs,
        options.database,
        options.keep,
    ),
}
_USUAL = ("grading", "sandboxes")
"""The others take from minutes to an hour."""

main()
