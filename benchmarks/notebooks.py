"""Show how long whole notebooks take, and whether load changes what is found in them.

Twelve right notebooks with free names are graded as `grade run` does: at rest, on one processor
alone, and beside processes that do nothing but compute. The bindings, verdicts and scores of each
have to be those of its first grading.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load import busy

SHAPES = Path(__file__).parents[1] / "tests" / "connect4_shapes"
NAMES = (
    "acting_agents", "action_tuples", "agent_classes", "callable_agents", "columns_first",
    "depth_at_call", "game_object", "monte_carlo_numbers", "one_search", "passed_functions",
    "place_col", "state_pairs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Grading:
    """One grading of a notebook.

    Attributes:
        seconds: by the clock, from the start of the command to its end.
        found: bindings, verdicts and scores, as a text that can be compared.
    """

    seconds: float
    found: str


def graded(notebook: Path, processors: int) -> Grading:
    """Grade ``notebook`` as the command line does, on so many processors."""
    usable = sorted(os.sched_getaffinity(0))[:processors]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        began = time.monotonic()
        subprocess.run(
            [
                sys.executable, "-m", "grader", "run", str(notebook),
                "--assignment", "connect4", "--output", str(report),
            ],
            check=True,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: os.sched_setaffinity(0, usable),
        )  # fmt: skip
        seconds = time.monotonic() - began
        document = json.loads(report.read_text("utf-8"))
    tests = [test for task in document["tasks"] for test in task["tests"]]
    found = {
        "roles": document["roles"],
        "tests": [(test["id"], test["verdict"], test["score"]) for test in tests],
    }
    return Grading(seconds, json.dumps(found, sort_keys=True))


def table(names: Sequence[str], runs: int, rivals: int) -> Iterator[str]:
    """Yield the lines of the table, a notebook each, as they are known."""
    processors = len(os.sched_getaffinity(0))
    yield f"| notebook | at rest | one processor | beside {rivals} processes | differences |"
    yield "|---|---:|---:|---:|---:|"
    for name in names:
        notebook = SHAPES / f"{name}.ipynb"
        rest = [graded(notebook, processors) for _ in range(runs)]
        alone = [graded(notebook, 1) for _ in range(runs)]
        with busy(rivals):
            beside = [graded(notebook, processors) for _ in range(runs)]
        every = [*rest, *alone, *beside]
        differences = sum(each.found != rest[0].found for each in every)
        shown = (
            f"{statistics.median(each.seconds for each in some):.0f} s"
            for some in (rest, alone, beside)
        )
        yield f"| {name} | {' | '.join(shown)} | {differences} of {len(every)} |"
