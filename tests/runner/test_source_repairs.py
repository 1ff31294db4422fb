"""What copying and version control leave in a program: named, and undone where that is safe."""

from __future__ import annotations

import pytest

from grader.runner import loader
from grader.runner.loader import LoadProblem

WHOLE = "def f(x):\n    return x\n"


def planned(source: str) -> tuple[list[str], list[LoadProblem]]:
    """The names that a file defines, and what is said of it."""
    statements, problems = loader.plan_statements([(source, "x.py", False)])
    return [name for statement in statements for name in statement.names], problems


@pytest.mark.parametrize(
    ("source", "said", "line"),
    [
        ("def \u200bf(x):\n    return x\n", "zero-width space U+200B in line 1", 1),
        ("y = 1\ndef f(x):\n\u00a0   return x\n", "no-break space U+00A0 in line 3", 3),
        (
            "def f(x):\n    return x\u2060\x1a\n",
            "word joiner U+2060 in line 2, character U+001A",
            2,
        ),
        ("def f(x):\n    return x + “a b”\n", '“ for " in line 2', 2),
        ("def f(x):\n    return x – 1\n", "– for - in line 2", 2),
        ("def f（x）：\n    return x\n", "（ for ( in line 1, ） for ) in line 1", 1),
        (">>> def f(x):\n...     return x\n...\n>>> f(3)\n3\n", "a copy of a Python session", 1),
        ("In [3]: def f(x):\n   ...:     return x\n\nOut[4]: 3\n", "In [3]:", 1),
        ("In [3]:\ndef f(x):\n    return x\nOut[4]: 3\n", "In [3]:", 1),
        ("1 def f(x):\n2     return x\n3\n", "begin with their numbers", 1),
        ("  9: def f(x):\n 10:     return x\n", "begin with their numbers", 1),
    ],
)
def test_what_does_not_belong_to_a_program(source: str, said: str, line: int) -> None:
    names, (problem,) = planned(source)
    assert "f" in names
    assert said in problem.message
    assert "Python itself refuses" in problem.message
    assert (problem.line, problem.names) == (line, ())


@pytest.mark.parametrize(
    "source",
    [
        f'"""A “quoted” text.\n>>> f(3)\n3\n"""\n{WHOLE}',
        f"# “quoted” – and \u200b hidden\ny = '“\u00a0”'\n{WHOLE}",
        f"'''\n<<<<<<< HEAD\n=======\n>>>>>>> other\n'''\n{WHOLE}",
    ],
)
def test_what_python_accepts_stays_as_it_is(source: str) -> None:
    statements, problems = loader.plan_statements([(source, "x.py", False)])
    namespace: dict[str, object] = {"__name__": "x"}
    assert loader.execute_statements(statements, namespace) == []
    assert problems == []
    assert "f" in namespace


def test_strings_and_comments_are_left_alone_where_the_rest_is_not() -> None:
    statements, _ = loader.plan_statements([("text = 'a – b'  # “c”\ny = 3 – 1\n", "x.py", False)])
    namespace: dict[str, object] = {"__name__": "x"}
    loader.execute_statements(statements, namespace)
    assert (namespace["text"], namespace["y"]) == ("a – b", 2)


CONFLICT = "<<<<<<< HEAD\n    return x\n=======\n    return -x\n>>>>>>> other\n"


def test_a_conflict_in_a_function_costs_that_function() -> None:
    names, (problem,) = planned(f"def f(x):\n{CONFLICT}\ndef g():\n    pass\n")
    assert names == ["g"]
    assert problem.message.startswith("f was left out: lines 2 to 6 are a merge conflict")
    assert "Keep one of the two versions" in problem.message
    assert (problem.line, problem.names) == (2, ("f",))


def test_of_a_conflict_elsewhere_the_first_version_is_used() -> None:
    source = f"<<<<<<< HEAD\nN = 1\n||||||| base\nN = 0\n=======\nN = 2\n>>>>>>> other\n{WHOLE}"
    statements, (problem,) = loader.plan_statements([(source, "x.py", False)])
    namespace: dict[str, object] = {"__name__": "x"}
    loader.execute_statements(statements, namespace)
    assert namespace["N"] == 1
    assert statements[-1].line == 8
    assert problem.message.startswith("Lines 1 to 7 are a merge conflict")
    assert "The first version was used" in problem.message


def test_a_mistake_elsewhere_costs_nothing_but_itself() -> None:
    names, problems = planned("def g(:\n    pass\n\n" + WHOLE.replace(" f", " \u200bf"))
    assert names == ["f"]
    assert ["zero-width space" in p.message for p in problems] == [True, False]
    assert problems[1].names == ("g",)
