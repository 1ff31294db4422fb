from __future__ import annotations

import pytest

from grader.runner import loader


def notes(*cells: str) -> list[str]:
    _, problems = loader.plan([(text, f"cell {n}", True) for n, text in enumerate(cells, 1)])
    return [f"{each.cell}:{each.line} {each.message}" for each in problems]


def test_one_note_says_how_often_and_which_counts() -> None:
    assert notes(*["def f(): pass"] * 4, "x = 1\n@str\ndef f(): pass") == [
        "cell 5:2 f is defined 5 times; the last one counts"
    ]


MISFITS = [
    ("f(1)", "def f(a, b): pass"),
    ("f(1, 2)", "def f(a): pass"),
    ("f(1, c=2)", "def f(a, b): pass"),
    ("f(b=1)", "def f(a, *, b): pass"),
    ("f(1, 2)", "def f(a, *, b=1): pass"),
]


@pytest.mark.parametrize(("call", "last"), MISFITS)
def test_calls_that_the_last_one_does_not_take_are_told(call: str, last: str) -> None:
    (only,) = notes("def f(*a, **k): pass", f"def g():\n    return [{call}]", last)
    assert only == (
        "cell 3:1 f is defined 2 times; the last one counts, and does not take the arguments with "
        "which g (cell 2, line 2) calls it"
    )


FITS = [
    ("f(1)", "def f(a, b=2): pass"),
    ("f(1, 2, 3)", "def f(*a): pass"),
    ("f(b=1, a=2)", "def f(a, b): pass"),
    ("f(1, z=1)", "def f(a, **k): pass"),
    ("f(*x)", "def f(a): pass"),
    ("f(**x)", "def f(a): pass"),
    ("f(1)", "@cache\ndef f(): pass"),
    ("f(1)", "class f: pass"),
    ("self.f(1)", "def f(): pass"),
]


@pytest.mark.parametrize(("call", "last"), FITS)
def test_of_other_calls_nothing_is_told(call: str, last: str) -> None:
    (only,) = notes("def f(): pass", f"def g(x, self): return {call}", last)
    assert only.endswith("the last one counts")


def test_of_callers_that_are_replaced_nothing_is_told() -> None:
    said = notes("def f(): pass", "def g(): f(1)", "def g(): f()", "def f(): pass")
    assert [line.partition(":1 ")[2] for line in said] == [
        "f is defined 2 times; the last one counts",
        "g is defined 2 times; the last one counts",
    ]
