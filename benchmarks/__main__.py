"""Runs the benchmarks and prints Markdown tables."""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

from benchmarks import calls, grading, sandboxes
from benchmarks.measure import Figure


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("submission", nargs="?", type=Path, default=Path("submissions/alice.py"))
    parser.add_argument("--runs", type=int, default=9, help="runs of each benchmark (default 9)")
    parser.add_argument(
        "--only", choices=("grading", "sandboxes"), help="one of the two tables (default both)"
    )
    options = parser.parse_args()
    print(f"\n{options.submission.name}, {options.runs} runs, Python {platform.python_version()}")
    if options.only != "sandboxes":
        figures: list[Figure] = [
            *calls.measure(200),
            *grading.measure(options.submission, options.runs),
        ]
        print("\n| what | median | from | to | target |\n| --- | ---: | ---: | ---: | ---: |")
        for figure in figures:
            print(figure.row())
    if options.only != "grading":
        print()
        for line in sandboxes.table(options.submission, options.runs):
            print(line)


main()
