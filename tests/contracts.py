"""A made-up assignment with a contract: a heap of stones, of which one, two or three are taken.

Canonically a heap is a number of stones. Submissions may write it as a text of ``o`` as well, take
the number first, and answer searches with ``(value, number)``. Whoever takes the last stone wins.
"""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment
from tests.made_up import HEAD, made_up

SECTION = """
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

CONTRACT = """
from grader.testing import Contract, Known, Role


def number(*args, right):
    return Known(args, lambda answer: answer == right)


def numbers(heap, right):
    return Known((heap,), lambda answer: list(answer) == right)


def editions(survey, ask, calls):
    written = [*survey.constants.values(), *survey.literals]
    texts = any({*text} == {"'", "o"} for text in written)
    return [{"heap": kind} for kind in (("text", "number") if texts else ("number", "text"))]


CONTRACT = Contract(
    roles=(
        Role(
            "take",
            takes=("heap", "number"),
            names=("remove",),
            known=(number(5, 2, right=3), number(9, 3, right=6)),
            by_answers=True,
        ),
        Role(
            "moves",
            takes=("heap",),
            names=("legal_moves",),
            known=(numbers(2, [1, 2]), numbers(9, [1, 2, 3])),
            by_answers=True,
        ),
        Role(
            "search",
            takes=("heap",),
            names=("minimax", "Player"),
            methods=("act",),
            known=(number(5, right=1), number(2, right=2), number(6, right=2)),
            chance=1 / 3,
            by_answers=True,
        ),
        Role("show", takes=("heap",), names=("print_heap",)),
    ),
    words={"heap": "h|heap|pile|stones", "number": "n|k|number|count"},
    editions=editions,
    telling=("take", "moves", "search"),
)
"""

ADAPTER = """
from __future__ import annotations

ARGUMENTS = {"take": ("heap", "number"), "moves": ("heap",), "search": ("heap",), "show": ("heap",)}


def to_own(heap, how):
    return "o" * heap if how["heap"] == "text" else heap


def is_heap(value, how):
    if how["heap"] == "text":
        return type(value) is str and {*value} <= {"o"}
    return type(value) is int


def from_own(heap, how):
    if not is_heap(heap, how):
        raise ValueError(f"a heap has to be a {how['heap']}")
    return len(heap) if how["heap"] == "text" else heap


def forms(role, answer, how):
    if role == "take" and is_heap(answer, how):
        yield "heap", from_own(answer, how)
    if role == "moves" and type(answer) in (list, tuple):
        yield "[number]", list(answer)
    if role == "search" and type(answer) is int:
        yield "number", answer
    if role == "search" and type(answer) is tuple and [*map(type, answer)] == [int, int]:
        yield "(value, number)", answer[1]
        yield "(number, value)", answer[0]
    if role == "show":
        yield "nothing", None


class Asking:
    def __init__(self, scope, how):
        self.scope, self.how = scope, how
        self.changed = ()

    def __call__(self, *args):
        role, form = self.how["role"], self.how.get("answer", "")
        words = dict(zip(ARGUMENTS[role], args))
        words["heap"] = to_own(words["heap"], self.how)
        answer = self.scope.evaluate(self.how["call"], words)
        found = list(forms(role, answer, self.how))
        if not form:
            return [list(pair) for pair in found]
        for name, value in found:
            if form in (name, "?"):
                return value
        raise ValueError(f"Expected {form}; a {type(answer).__name__} came.")


def adapted(scope, how):
    return Asking(scope, how)


def lent(function, scope, how):
    kind, target, arguments, named = scope.parsed(how["call"])[0]
    if target[0] != "name" or named:
        raise LookupError("it is no plain function")
    if how["heap"] == "text" and how["role"] != "take":
        raise LookupError("only taking can be imitated")
    order = [word for _, word in arguments]

    def stands_in(*passed):
        given = dict(zip(order, passed))
        given["heap"] = from_own(given["heap"], how)
        answer = function(*[given[word] for word in ARGUMENTS[how["role"]]])
        return to_own(answer, how) if how["role"] == "take" else answer

    return stands_in
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
"""A right solution with the names and forms of the contract."""

FREE = """
START = "ooooooooo"

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
    contract: str = CONTRACT,
    adapter: str = ADAPTER,
    section: str = SECTION,
    tasks: str = TASKS,
    id: str = "heaps",
) -> Assignment:
    """The assignment ``heaps`` in the course ``folder``."""
    hidden, reference = folder / "hidden_tests" / id, folder / "reference" / id
    hidden.mkdir(parents=True)
    reference.mkdir(parents=True)
    (hidden / "contract.py").write_text(contract)
    (reference / "adapter.py").write_text(adapter)
    (reference / "take.py").write_text(TAKE)
    (reference / "moves.py").write_text(MOVES)
    head = HEAD.replace('id = "demo"', f'id = "{id}"')
    return made_up(folder, *(tests or (TESTS,)), tasks=section + tasks, head=head, id=id)
