"""A made-up assignment with as little in it as a test needs, and submissions for it."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path

from grader import assignment as assignments
from grader import intake
from grader.assignment import Assignment
from grader.model.submission import Submission

HEAD = """
id = "demo"
title = "Demonstration"
preamble = "preamble"
provided = []
enums = []

[limits]
cpu_seconds = 1.0
wall_factor = 20
memory_mb = 256
overtime_seconds = 2

[limits.load]
statement_cpu_seconds = 1.0
cpu_seconds = 3.0
"""

DOUBLE = """
[[tasks]]
id = "1"
title = "Doubling"
function = "double"
points = 2
"""

ESSAY = """
[[tasks]]
id = "2"
title = "Why doubling matters"
points = 1
written = true
"""

APPLY = """
[[tasks]]
id = "3"
title = "Applying"
function = "apply"
points = 1
inject = ["add_one"]
stubs = ["noting"]
"""

PRELUDE = """
from __future__ import annotations
from grader.testing import InvalidReturn, WrongAnswer, asks, cases, task
"""

TEST_DOUBLE = """
@task("1", points=2, visibility="public", hint="Twice the number.")
@cases([1, 2, 3])
def test_doubles(student, case):
    \"\"\"Doubles.\"\"\"
    answer = student.double(case)
    if answer.value != 2 * case:
        raise WrongAnswer("Not doubled.", expected=str(2 * case), actual=repr(answer.value))
"""

TEST_APPLY = """
@task("3", points=1)
def test_applies(student, inject):
    \"\"\"Applies.\"\"\"
    if student.apply(inject.add_one, 1).value != 2:
        raise WrongAnswer("Not applied.")
"""

_PACKAGES = "(hidden_tests|reference)"

_numbers = itertools.count()


def made_up(
    folder: Path, *tests: str, tasks: str = DOUBLE, head: str = HEAD, id: str = "demo"
) -> Assignment:
    """The assignment ``demo`` with these tasks, its hidden tests one file per text.

    ``folder`` is then a course. What an earlier one has left in this process is forgotten.
    """
    for name in [name for name in sys.modules if re.match(rf"{_PACKAGES}\.{id}\b", name)]:
        del sys.modules[name]
    reference = folder / "reference" / id
    hidden = folder / "hidden_tests" / id
    (hidden / "stubs").mkdir(parents=True, exist_ok=True)
    reference.mkdir(parents=True, exist_ok=True)
    (reference / "preamble.py").write_text("import random\n")
    (reference / "add_one.py").write_text("def add_one(number):\n    return number + 1\n")
    (hidden / "stubs" / "noting.py").write_text(
        "def make(log, *, by):\n    def noting(n):\n        log.append(n)\n"
        "        return n + by\n    return noting\n"
    )
    (hidden / "assignment.toml").write_text(head + tasks)
    for text in tests or (TEST_DOUBLE,):
        # A name of its own: a module once imported stays imported in this process.
        (hidden / f"test_made_up_{next(_numbers)}.py").write_text(PRELUDE + text)
    return assignments.read_assignment(hidden, reference)


def submitted(folder: Path, text: str) -> Submission:
    """The submission ``student.py`` of that text."""
    path = folder / "student.py"
    path.write_text(text)
    return intake.read_submission(path)
