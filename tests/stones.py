"""A made-up assignment of which submissions are bound: stones are taken from a heap.

Whoever takes the last one wins, so a search leaves a multiple of four.
"""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment
from tests.made_up import HEAD, made_up

_TASKS = """
[contract]
roles = "contract"
adapter = "adapter"

[[tasks]]
id = "1"
title = "Taking stones"
function = "take"
points = 2

[[tasks]]
id = "2"
title = "Searching"
function = "search"
points = 3
"""

_ROLES = """
from grader.testing import Contract, Known, Role


def known(*args, right):
    return Known(args, lambda answer: answer == right)


CONTRACT = Contract(
    roles=(
        Role(
            "take", takes=("heap", "number"), names=("remove",),
            known=(known(5, 2, right=3), known(9, 3, right=6)),
        ),
        Role(
            "search", takes=("heap",), names=("minimax",), methods=("minimax",),
            known=(known(5, right=1), known(6, right=2), known(7, right=3)),
        ),
    ),
    words={"heap": "h|heap|stones", "number": "n|number|count"},
)
"""

_ADAPTER = """
WORDS = {"take": ("heap", "number"), "search": ("heap",)}


def forms(answer):
    if type(answer) is int:
        yield "number", answer
    if type(answer) is tuple and len(answer) == 2 and type(answer[1]) is int:
        yield "(value, number)", answer[1]


def adapted(scope, how):
    def function(*args):
        answer = scope.evaluate(how["call"], dict(zip(WORDS[how["role"]], args)))
        found = [[form, value] for form, value in forms(answer)]
        if not how.get("answer"):
            return found
        for form, value in found:
            if how["answer"] in {form, "?"}:
                return value
        raise ValueError(f"Expected {how['answer']}; the type {type(answer).__name__} came.")

    return function
"""

_TESTS = """
from grader.testing import Student


@task("1", points=2)
@cases([(5, 2), (7, 3), (1, 1)])
def test_takes(student, case):
    \"\"\"Takes stones.\"\"\"
    heap, number = case
    answer = student.take(heap, number)
    if answer.value != heap - number:
        raise WrongAnswer("Not taken.", expected=str(heap - number), actual=repr(answer.value))


@task("2", points=3)
@cases([1, 2, 3, 5, 9])
def test_searches(student, case):
    \"\"\"Leaves a multiple of four.\"\"\"
    answer = student.search(case)
    if answer.value != case % 4:
        raise WrongAnswer("Not won.", expected=str(case % 4), actual=repr(answer.value))
"""

RIGHT = """
def take(heap, number):
    return heap - number

class Player:
    def __init__(self, depth):
        self.depth = depth

    def minimax(self, heap):
        return heap % 4

def helper(a, b=3):
    return a
"""
"""A right solution; nobody can tell what the depth of a player is, so its search is open."""

SETTLED = "Player(3).minimax(heap)"
"""What settles the search of :data:`RIGHT`."""


def stones(folder: Path) -> Assignment:
    """Make the assignment ``stones`` in the course ``folder``."""
    hidden, reference = folder / "hidden_tests/stones", folder / "reference/stones"
    hidden.mkdir(parents=True)
    reference.mkdir(parents=True)
    (hidden / "contract.py").write_text(_ROLES)
    (reference / "adapter.py").write_text(_ADAPTER)
    head = HEAD.replace('id = "demo"', 'id = "stones"')
    return made_up(folder, _TESTS, tasks=_TASKS, head=head, id="stones")
