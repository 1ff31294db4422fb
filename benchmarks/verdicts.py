"""Whether a change of the grader changes a verdict: reports before and after it, compared.

    python -m benchmarks.verdicts record before            # in a checkout of the old version
    python -m benchmarks.verdicts record after             # in the new one
    python -m benchmarks.verdicts compare before after     # exit status 1 if anything differs

A recording holds the full JSON report of every sample, every right solution and every known-wrong
one. A folder that holds some of them is completed. Compared are verdicts and points of tasks, tests
and cases; texts, times and explanations may differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from grader import assignment as assignments
from grader import intake, sandbox
from grader.assignment import Assignment
from grader.author import solution_variants
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading import grade
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.machine import speed
from grader.machine.atomic_write import write_atomically
from grader.model.report import Progress, View
from grader.model.submission import Submission
from grader.render.report_json import dumps, loads

SAMPLES = Path(__file__).parents[1] / "submissions"

Verdicts = Mapping[str, tuple[str, float]]
"""Verdict and points of each task, test and case, by its kind and id."""


def main() -> int:
    """Record or compare; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.verdicts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record", help="grade everything and keep the reports")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--assignment", default="ps2")
    recording.add_argument("--every", type=int, default=1, help="take every N-th solution only")
    recording.set_defaults(run=_record)
    comparing = commands.add_parser("compare", help="compare two recordings")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(run=_compare)
    options = parser.parse_args()
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _record(options: argparse.Namespace) -> int:
    assignment = assignments.load_assignment(options.assignment)
    backend = sandbox.choose_backend("auto")
    pace = speed.machine_slowness(assignment.costs.calibration)
    options.folder.mkdir(parents=True, exist_ok=True)
    tests = prepare_hidden_tests(assignment)

    def work(submission: Submission) -> Callable[[Progress], str]:
        def graded(progress: Progress) -> str:
            report = grade(
                submission, assignment, backend,
                tests=tests, progress=progress, speed=pace, explain=False,
            )  # fmt: skip
            return dumps(report, View.STAFF)

        return graded

    missing = [
        (name, submission)
        for name, submission in list(_submissions(assignment))[:: options.every]
        if not (options.folder / f"{name}.json").exists()
    ]
    lost = 0
    with run_jobs((PoolJob(name, work(one)) for name, one in missing), available_cores()) as found:
        for outcome in found:
            if outcome.answer is None:
                lost += 1
                print(f"{outcome.key}: {outcome.lost}", file=sys.stderr)
            else:
                write_atomically(options.folder / f"{outcome.key}.json", outcome.answer)
    print(f"{len(missing) - lost} reports written to {options.folder}")
    return 3 if lost else 0


def _submissions(assignment: Assignment) -> Iterator[tuple[str, Submission]]:
    for path in sorted(SAMPLES.iterdir()):
        if path.suffix in {".py", ".ipynb"}:
            yield f"samples.{path.name}", intake.read_submission(path)
    every: Sequence[tuple[str, Sequence[solution_variants.Variant]]] = (
        ("mutants", solution_variants.read_mutants(assignment)),
        ("rights", solution_variants.read_right_solutions(assignment)),
    )
    for kind, solutions in every:
        for variant in solutions:
            name = f"{kind}.{variant.name.replace('/', '.')}"
            yield name, solution_variants.variant_submission(assignment, variant)


def _compare(options: argparse.Namespace) -> int:
    before, after = (
        {path.stem: path for path in folder.glob("*.json")}
        for folder in (options.before, options.after)
    )
    common = sorted(before.keys() & after.keys())
    differences = 0
    for name in common:
        old, new = _verdicts(before[name]), _verdicts(after[name])
        for part in sorted(old.keys() | new.keys()):
            if old.get(part) != new.get(part):
                differences += 1
                print(f"{name}: {part}: before {old.get(part)}, after {new.get(part)}")
    only = sorted(before.keys() ^ after.keys())
    print(f"{len(common)} reports compared, {differences} differences; {len(only)} in one only")
    return 1 if differences or not common else 0


def _verdicts(path: Path) -> Verdicts:
    found: dict[str, tuple[str, float]] = {}
    for task in loads(path.read_text("utf-8")).tasks:
        if task.verdict is None or task.score is None:
            continue
        found[f"task {task.id}"] = task.verdict.value, task.score
        for test in task.tests:
            found[f"test {test.id}"] = test.verdict.value, test.score
            for case in test.cases:
                found[f"case {case.id}"] = case.verdict.value, case.points
    return found


if __name__ == "__main__":
    sys.exit(main())
