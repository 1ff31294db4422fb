"""Syntax of other versions of Python: named with the version, and what to write instead."""

from __future__ import annotations

import sys

import pytest

from grader.runner import detect_newer_syntax, loader

F_STRINGS = [
    'def f(x):\n    return f"{x["k"]}"\n',
    'def f(x):\n    return f"{"\\n".join(x)}"\n',
    'def f(x):\n    return f"""{\n        x  # all of it\n    }"""\n',
    "def f(x):\n    return f'{x!r:>{len('abc')}}'\n",
]
NEWER = [
    *((12, source, "an f-string with quotes") for source in F_STRINGS),
    (12, "def f[T](x: list[T]) -> T:\n    return x[0]\n", "type parameters"),
    (12, "class f[T: (int, str)]:\n    pass\n", "type parameters"),
    (12, "type f = list[int]\n", "a type statement"),
    (13, "def f[T = int](x: T):\n    return x\n", "defaults of type parameters"),
    (14, "def f():\n    try:\n        g()\n    except ValueError, TypeError:\n        pass\n",
     "without parentheses"),
    (14, 'def f(x):\n    return t"{x}"\n', "a template string"),
]  # fmt: skip


@pytest.mark.parametrize(("since", "source", "what"), NEWER)
def test_the_version_that_accepts_it_is_named(since: int, source: str, what: str) -> None:
    (feature,) = detect_newer_syntax.find_newer_features(source)
    assert feature.since == since
    assert what in feature.what
    if since > sys.version_info.minor:
        _, (problem,) = loader.plan_statements([(source, "x.py", False)])
        assert f"Python 3.{since} and newer accept that" in problem.message
        assert f"this course uses Python 3.{sys.version_info.minor}" in problem.message
        assert problem.message.endswith(feature.instead)


@pytest.mark.parametrize(
    "source",
    [
        'def f(x):\n    return f"{x y}"\n',
        'def f(x):\n    return f"{x["k"}"\n',
        "def f[T](x:\n    return x\n",
        "def f(x):\n    return x +\n",
        'def f(x):\n    return "a" b"\n',
        "def f():\n    try:\n        g()\n    except ValueError, e:\n        pass\n",
        "x = " + 'f"{' * 3000,
    ],
)
def test_what_no_python_accepts_is_not_said_to_be_newer(source: str) -> None:
    assert detect_newer_syntax.find_newer_features(source) == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(x):\n    print x\n", "Missing parentheses in call to 'print'"),
        (
            "def f():\n    try:\n        g()\n    except ValueError, e:\n        pass\n",
            "Python 2 wrote it so; write: except ValueError as e:",
        ),
    ],
)
def test_python_2(source: str, said: str) -> None:
    _, (problem,) = loader.plan_statements([(source, "x.py", False)])
    assert said in problem.message
    assert problem.names == ("f",)
