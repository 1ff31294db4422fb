"""A made-up assignment with a contract: a heap of stones, of which one, two or three are taken.

Canonically a heap is a number of stones. Submissions may write it as a text of ``o`` as well, take
the number first, and answer searches with ``(value, number)``. Whoever takes the last stone wins.
"""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment
from tests.made_up import HEAD, made_up

CONTRACT = """
[contract]
roles = "contract"
adapter = "adapter"
"""

TASKS = """
[[tasks]]
id = "1"
title = "Taking stones"
function = "take"
points = 2

[[tasks]]
id = "2"
title = "Searching"
function = "search"
points = 2
globals = ["take", "moves"]
"""

ROLES = """
from grader.testing import READABLE, RIGHT, UNFIT, Probe, Role


def is_number(value, right):
    if type(value) is not int:
        return UNFIT
    return RIGHT if value == right else READABLE


def editions(found):
    for name in found.values():
        return [name["heap"]]
    return ["number", "text"]


def plain(found):
    return [{"heap": heap} for heap in editions(found)]


def in_order(found):
    return [
        {"heap": heap, "order": order}
        for heap in editions(found)
        for order in ("heap first", "number first")
    ]


def shaped(found):
    return [
        {"heap": heap, "answer": answer}
        for heap in editions(found)
        for answer in ("number", "pair", "act")
    ]


def words(how):
    said = []
    if how["heap"] == "text":
        said.append("heaps as texts")
    if how.get("order") == "number first":
        said.append("the number first")
    if how.get("answer") == "pair":
        said.append("answers (value, number)")
    if how.get("answer") == "act":
        said.append("a class with act(heap)")
    return "; ".join(said)


def number(*args, right):
    return Probe(args, lambda answer: is_number(answer, right))


ROLES = (
    Role("take", ("remove",), in_order, (number(5, 2, right=3), number(9, 3, right=6)), words),
    Role(
        "moves", ("legal_moves",), plain,
        (
            Probe((2,), lambda answer: RIGHT if list(answer) == [1, 2] else UNFIT),
            Probe((9,), lambda answer: RIGHT if list(answer) == [1, 2, 3] else UNFIT),
        ),
        words,
    ),
    Role(
        "search", ("minimax",), shaped,
        (number(5, right=1), number(2, right=2), number(6, right=2)), words,
    ),
    Role("show", ("print_heap",), plain, (), words, by_behaviour=False),
)
"""

ADAPTER = """
from __future__ import annotations

from dataclasses import dataclass


def to_own(heap, how):
    return "o" * heap if how["heap"] == "text" else heap


def from_own(heap, how):
    kind = str if how["heap"] == "text" else int
    if type(heap) is not kind:
        raise ValueError(f"a heap has to be of type {kind.__name__}")
    return len(heap) if kind is str else heap


@dataclass
class Taking:
    target: object
    how: dict
    changed: tuple[int, ...] = ()

    def __call__(self, heap, number):
        arguments = [to_own(heap, self.how), number]
        if self.how["order"] == "number first":
            arguments.reverse()
        return from_own(self.target(*arguments), self.how)


class Searching:
    def __init__(self, target, how):
        self.target, self.how = target, how
        self.player = target() if how["answer"] == "act" else None

    def __call__(self, heap):
        own = to_own(heap, self.how)
        if self.player is not None:
            return int(self.player.act(own))
        answer = self.target(own)
        if self.how["answer"] == "pair":
            if type(answer) is not tuple or len(answer) != 2:
                raise ValueError("a search has to answer (value, number)")
            answer = answer[1]
        if type(answer) is not int:
            raise ValueError("the number of stones has to be a whole number")
        return answer


def adapted(target, convention):
    if "order" in convention:
        return Taking(target, convention)
    if "answer" in convention:
        return Searching(target, convention)

    def called(heap):
        return target(to_own(heap, convention))

    return called


def lent(function, convention):
    if convention["heap"] == "text" and "order" not in convention:
        raise LookupError("only taking can be imitated")

    def imitation(*arguments):
        if convention.get("order") == "number first":
            arguments = arguments[::-1]
        heap, *rest = arguments
        return to_own(function(from_own(heap, convention), *rest), convention)

    return imitation if "order" in convention else function
"""

TESTS = """
from grader.testing import Student


@task("1", points=2)
@cases([(5, 2), (7, 3), (1, 1)])
def test_takes(student, case):
    \"\"\"Takes stones.\"\"\"
    heap, number = case
    answer = student.take(heap, number)
    if answer.value != heap - number:
        raise WrongAnswer("Not taken.", expected=str(heap - number), actual=repr(answer.value))


@task("2", points=2)
@cases([1, 2, 3, 5, 6, 7, 9])
def test_searches(student, case):
    \"\"\"Leaves a multiple of four.\"\"\"
    answer = student.search(case)
    if answer.value != case % 4:
        raise WrongAnswer("Not won.", expected=str(case % 4), actual=repr(answer.value))
"""

TAKE = "def take(heap, number):\n    return heap - number\n"
MOVES = "def moves(heap):\n    return [number for number in (1, 2, 3) if number <= heap]\n"

TEMPLATE = """
def take(heap, number):
    return heap - number

def moves(heap):
    return [number for number in (1, 2, 3) if number <= heap]

def wins(heap):
    return any(not wins(take(heap, number)) for number in moves(heap))

def search(heap):
    for number in moves(heap):
        if not wins(take(heap, number)):
            return number
    return 1

def show(heap):
    print("o" * heap)
"""
"""A right solution with the template's names and conventions."""

FREE = """
def fewer(number, heap):
    assert type(heap) is str
    return heap[number:]

def options(heap):
    return list(range(1, min(3, len(heap)) + 1))

def good(heap):
    return any(not good(fewer(n, heap)) for n in options(heap))

def solve(heap):
    for number in options(heap):
        if not good(fewer(number, heap)):
            return (1, number)
    return (-1, 1)
"""
"""A right solution with names of its own, heaps as texts, the number first, and pairs."""


def heaps(
    folder: Path,
    *tests: str,
    roles: str = ROLES,
    adapter: str = ADAPTER,
    contract: str = CONTRACT,
    tasks: str = TASKS,
    id: str = "heaps",
) -> Assignment:
    """The assignment ``heaps`` in the course ``folder``."""
    hidden, reference = folder / "hidden_tests" / id, folder / "reference" / id
    hidden.mkdir(parents=True)
    reference.mkdir(parents=True)
    (hidden / "contract.py").write_text(roles)
    (reference / "adapter.py").write_text(adapter)
    (reference / "take.py").write_text(TAKE)
    (reference / "moves.py").write_text(MOVES)
    head = HEAD.replace('id = "demo"', f'id = "{id}"')
    return made_up(folder, *(tests or (TESTS,)), tasks=contract + tasks, head=head, id=id)
