"""Where functions are defined that nobody who imports a program can call."""

from __future__ import annotations

import pytest

from grader.runner import loader, uncallable_definitions

SOURCE = """
class Holder:
    def method(self, route):
        return route

    @staticmethod
    def free(route):
        return route

    class Inner:
        def deep(cls):
            pass

def outer():
    def nested():
        return 1
    return nested

if __name__ == "__main__":
    def guarded():
        pass

if outer is None:
    pass
else:
    try:
        def there():
            pass
    except ValueError:
        def handled():
            pass
"""


def found(source: str) -> dict[str, str]:
    statements, _ = loader.plan_statements([(source, "x.py", False)])
    namespace: dict[str, object] = {"__name__": "x"}
    loader.execute_statements(statements, namespace)
    return uncallable_definitions.unreachable_functions(statements, namespace)


def test_each_is_said_with_its_place_and_what_to_change() -> None:
    said = found(SOURCE)
    assert list(said) == ["method", "free", "deep", "nested", "guarded", "handled"]
    assert said["method"] == (
        "is a method of the class Holder (x.py, line 3). Move it out of the class, and leave out "
        "its parameter self"
    )
    assert (
        said["free"] == "is a method of the class Holder (x.py, line 7). Move it out of the class"
    )
    assert said["deep"].endswith("and leave out its parameter cls")
    assert "inside the function outer (x.py, line 15)" in said["nested"]
    assert said["guarded"].startswith('is defined under if __name__ == "__main__" (x.py, line 20)')
    assert "inside another statement (x.py, line 30)" in said["handled"]


def test_what_can_be_called_is_not_said() -> None:
    assert (
        found("def f():\n    def f():\n        pass\nclass A:\n    def f(self):\n        pass\n")
        == {}
    )


def test_however_many_and_however_deep() -> None:
    many = "class A:\n" + "".join(f"    def f{number}(self): pass\n" for number in range(1000))
    deep = "".join(f"{' ' * level}def g{level}():\n" for level in range(60)) + " " * 60 + "pass\n"
    said = found(many + deep)
    assert len(said) == 300
    assert {*found(deep)} == {"g1", "g2", "g3", "g4", "g5"}


def notes(*cells: str) -> list[str]:
    _, problems = loader.plan_statements(
        [(text, f"cell {n}", True) for n, text in enumerate(cells, 1)]
    )
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
