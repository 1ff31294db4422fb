from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.mutation_operators import MutatedProgram, list_mutations

REFERENCE = Path(__file__).parents[2] / "reference" / "ps2"


def texts(source: str, *operators: str) -> set[str]:
    """The mutations that these operators make of ``source``."""
    return {
        mutation.source
        for mutation in list_mutations(source)
        if mutation.name.partition("-")[0] in operators
    }


@pytest.mark.parametrize(
    ("operator", "source", "expected"),
    [
        ("comparison", "a < b", {"a <= b", "a > b", "a >= b"}),
        ("comparison", "a == b", {"a != b"}),
        ("comparison", "a in b", {"a not in b"}),
        ("comparison", "a is b", {"a is not b"}),
        ("comparison", "a == b == c", {"a != b == c", "a == b != c"}),
        ("arithmetic", "a + b", {"a - b", "a * b"}),
        ("arithmetic", "a // b", {"a * b"}),
        ("arithmetic", "a += b", {"a -= b", "a *= b"}),
        ("constant", "f(1)", {"f(2)", "f(0)"}),
        ("constant", "f(0)", {"f(1)", "f(-1)"}),
        ("constant", "f(True)", {"f(False)"}),
        ("constant", "f(0.5)", {"f(1.5)", "f(-0.5)"}),
        ("constant", "f(None, 'x')", set()),
        ("negation", "a if b else c", {"a if not b else c"}),
        ("negation", "while a:\n    pass", {"while not a:\n    pass"}),
        ("negation", "[a for a in b if c if d]", {"[a for a in b if not c if d]",
                                                  "[a for a in b if c if not d]"}),
        ("connective", "a or b", {"a and b", "a", "b"}),
        ("connective", "a and b and c", {"a or b or c", "a and b", "a and c", "b and c"}),
        ("sign", "-a", {"a"}),
        ("sign", "not a", {"a"}),
        ("sign", "math.inf", {"-math.inf"}),
        ("sign", "WIN + other", {"-WIN + other"}),
        ("order", "f(a, b, c)", {"f(b, a, c)", "f(a, c, b)"}),
        ("order", "f(a, a, key=b)", set()),
        ("order", "max(a, b)", set()),
        ("order", "a, b = b, a", {"a, b = (a, b)"}),
        ("name", "Player.BLACK", {"Player.WHITE"}),
        ("name", "alpha = beta", {"alpha = alpha"}),
        ("name", "min(a, 'B')", {"max(a, 'B')", "min(a, 'W')"}),
        ("bound", "a[b:c]", {"a[:c]", "a[b:]", "a[b + 1:c]", "a[b - 1:c]", "a[b:c + 1]",
                             "a[b:c - 1]"}),
        ("bound", "a[::b]", {"a[:]"}),
        ("bound", "range(a, 5)", {"range(a + 1, 5)", "range(a - 1, 5)"}),
        ("ending", "while a:\n    break", {"while a:\n    continue"}),
        ("ending", "while a:\n    continue", {"while a:\n    break"}),
        ("ending", "def f():\n    return 1", {"def f():\n    return"}),
        ("deletion", "while a:\n    break", {"while a:\n    pass"}),
        ("deletion", "a = 1", {"pass"}),
        ("deletion", "a: int = 1", {"pass"}),
        ("deletion", "if a:\n    b()", {"pass", "if a:\n    pass"}),
        ("deletion", "for a in b:\n    c += a", {"for a in b:\n    pass"}),
    ],
)  # fmt: skip
def test_operators(operator: str, source: str, expected: set[str]) -> None:
    assert texts(source, operator) == expected


@pytest.mark.parametrize(
    "source",
    [
        "import a, b",
        "from a import b",
        '"""A docstring, 1 < 2."""',
        "a: f(1, 2)",
        "def f(a: g(1, 2)) -> g(3, 4):\n    pass",
        "if TYPE_CHECKING:\n    a = 1",
        "def f():\n    global a",
        "Move = tuple[int, int]",
    ],
)
def test_what_is_not_run_is_left_alone(source: str) -> None:
    assert list(list_mutations(source)) == []


def test_mutations_say_what_they_are() -> None:
    source = "# A comment\n\ndef f(a):\n    return a < 1\n"
    found = {mutation.name: mutation for mutation in list_mutations(source)}
    assert found["comparison-4-11-1"] == MutatedProgram(
        "comparison-4-11-1", 4, "`a < 1` becomes `a <= 1`.", "def f(a):\n    return a <= 1"
    )
    assert found["deletion-4-4-1"].description == "`return a < 1` is left out."


def test_long_and_compound_texts_are_shortened() -> None:
    (mutation,) = [
        mutation
        for mutation in list_mutations("if a:\n    b = c")
        if mutation.name.startswith("deletion-1-")
    ]
    assert mutation.description == "`if a:…` is left out."
    (mutation,) = list_mutations(f"a = {'very_' * 30}long")
    assert len(mutation.description) < 130


REFERENCES = [
    path for path in sorted(REFERENCE.glob("*.py")) if path.stem not in {"__init__", "skeleton"}
]


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_mutations_of_the_reference_are_programs_with_one_difference(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    plain = ast.unparse(ast.parse(source))
    found = list(list_mutations(source))
    assert found == list(list_mutations(source))
    assert len({mutation.name for mutation in found}) == len(found) > 10
    assert len({mutation.source for mutation in found} | {plain}) == len(found) + 1
    for mutation in found:
        compile(mutation.source, mutation.name, "exec")
        assert 1 <= mutation.line <= source.count("\n")


def test_every_operator_finds_work_in_the_reference() -> None:
    used = Counter(
        mutation.name.partition("-")[0]
        for path in REFERENCES
        for mutation in list_mutations(path.read_text(encoding="utf-8"))
    )
    assert set(used) >= {
        "comparison", "arithmetic", "constant", "negation", "connective", "sign", "order", "name",
        "bound", "ending", "deletion",
    }  # fmt: skip


def test_what_is_no_python_is_refused() -> None:
    with pytest.raises(SyntaxError):
        list(list_mutations("def"))
