"""How often a known mistake is named in wrong programs that are on no record, and how often truly.

Somebody has read each sentence beside the program and written down whether it is true of it. What
nobody has read yet goes to the standard error stream, and counts as false.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.wrong_programs import BY_HAND, Program, by_hand, graded, with_faults
from grader import assignment as assignments
from grader.examine.test_collection import prepare_hidden_tests
from grader.explain import known_mistakes
from grader.explain.known_mistakes import diagnose_cases
from grader.jobs.grading_context import GradingContext
from grader.model.formatting import format_percent_rounded_down
from grader.sandbox import choose_backend

SEED = 5
"""One that was not recorded."""
READ = BY_HAND / "read.tsv"
"""Lines of ``true`` or ``false``, program, task, and the sentence that was read beside it."""

Judgements = Mapping[tuple[str, str, str], bool]


def sources() -> Iterator[tuple[str, Mapping[str, Sequence[Program]]]]:
    """Yield what is counted apart, with its programs by the id of their assignment."""
    ps2 = assignments.load_assignment("ps2")
    yield "written by hand", {ps2.id: by_hand(ps2)}
    yield "small faults, by which the rule was made", {ps2.id: with_faults(ps2, 100, 80, seed=1)}
    yield "small faults, drawn afterwards", {ps2.id: with_faults(ps2, 0, 60, seed=2)}


def read(path: Path = READ) -> Judgements:
    """Return what was judged, by program, task and sentence."""
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return {(program, task, sentence): word == "true" for word, program, task, sentence in rows}


def table(every: int) -> Iterator[str]:
    """Return the lines of a Markdown table, for every so-many-th program of each source."""
    judged = read()
    yield "| wrong programs | failing tasks | named | true |"
    yield "| --- | ---: | ---: | ---: |"
    for source, of_assignments in sources():
        found: Counter[str] = Counter()
        for name, programs in of_assignments.items():
            found["programs"] += len(programs[::every])
            for program, key in _named(name, programs[::every], found):
                found["named"] += 1
                found["true"] += judged.get(key, False)
                if key not in judged:
                    print("to be read", *key, program.fault, sep="\t", file=sys.stderr)
        yield (
            f"| {found['programs']} {source} | {found['failing']} "
            f"| {_of(found['named'], found['failing'])} | {_of(found['true'], found['named'])} |"
        )


def _named(
    name: str, programs: Sequence[Program], found: Counter[str]
) -> Iterator[tuple[Program, tuple[str, str, str]]]:
    """Yield each program with what is said of a task of it; ``found`` counts those that fail."""
    assignment = assignments.load_assignment(name)
    known = known_mistakes.read_known_mistakes(assignment.tests / known_mistakes.NAME)
    context = GradingContext(
        assignment, choose_backend("auto"), SEED, tests=prepare_hidden_tests(assignment)
    )
    for program, task, went in graded(context, programs):
        found["failing"] += 1
        for diagnosis in diagnose_cases(went, known.of(task)):
            yield program, (program.name, task, diagnosis.sentence)


def _of(part: int, whole: int) -> str:
    return f"{part} ({format_percent_rounded_down(part, whole)})" if whole else "–"
