"""Runs the benchmarks and prints Markdown tables."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from pathlib import Path

from benchmarks import (
    calls,
    course,
    diagnoses,
    drill,
    explanations,
    grading,
    load,
    sandboxes,
    trials,
)
from benchmarks.measure import Figure

_PARTS = ("grading", "sandboxes", "trials", "load", "explanations", "diagnoses", "course", "drill")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("submission", nargs="?", type=Path, default=Path("submissions/alice.py"))
    parser.add_argument("--runs", type=int, default=9, help="runs of each benchmark (default 9)")
    parser.add_argument(
        "--attempts", type=int, default=1000, help="attempts of each kind of trial (default 1000)"
    )
    parser.add_argument(
        "--gradings", type=int, default=300, help="gradings of either kind under load (default 300)"
    )
    parser.add_argument(
        "--every", type=int, default=1, help="take every so-many-th mistake only (default 1)"
    )
    parser.add_argument(
        "--hand-ins", type=int, default=200, help="hand-ins of a whole course (default 200)"
    )
    parser.add_argument(
        "--many",
        type=int,
        default=2000,
        help="trivial hand-ins, for what stays flat (default 2000)",
    )
    parser.add_argument("--only", choices=_PARTS, help="one of the tables (default all)")
    options = parser.parse_args()
    print(f"\n{options.submission.name}, {options.runs} runs, Python {platform.python_version()}")
    for part in [options.only] if options.only else _PARTS:
        print()
        for line in _table(part, options):
            print(line, flush=True)


def _table(part: str, options: argparse.Namespace) -> Iterator[str]:
    if part == "sandboxes":
        yield from sandboxes.table(options.submission, options.runs)
    elif part == "trials":
        yield from trials.table(options.attempts)
    elif part == "load":
        yield from load.table(options.gradings)
    elif part == "explanations":
        yield from explanations.table(options.every)
    elif part == "course":
        yield from course.table(options.hand_ins, options.many)
    elif part == "drill":
        yield from drill.table(options.hand_ins)
    elif part == "diagnoses":
        yield from diagnoses.table(options.every)
    else:
        figures: list[Figure] = [
            *calls.measure(200),
            *grading.measure(options.submission, options.runs),
        ]
        yield "| what | median | from | to | target |"
        yield "| --- | ---: | ---: | ---: | ---: |"
        yield from (figure.row() for figure in figures)


main()
