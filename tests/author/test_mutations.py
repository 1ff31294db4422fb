"""Mutations of a reference: those that survive, and those that are declared right answers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import mutations
from benchmarks.mutations import find_outdated_declarations, list_mutations
from grader import assignment as assignments
from grader import sandbox
from grader.author.solution_variants import VariantError
from grader.jobs.grading_context import GradingContext
from tests.author.conftest import Author
from tests.made_up import TEST_DOUBLE

PS2 = assignments.load_assignment("ps2")
DOCUMENT = Path(__file__).parents[2] / "docs" / "mutation-survivors.md"

ENTRY = '[[equivalent]]\nfunction = "f"\nwhy = "It is\\nall one."\nmutations = ["a-1-2-3: x."]\n'


def read(folder: Path, text: str | None) -> mutations.Equivalents:
    (folder / "mutants").mkdir(exist_ok=True)
    if text is not None:
        (folder / mutations.FILE).write_text(text)
    return mutations.read_equivalents(replace(PS2, reference=folder))


def test_no_file_declares_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, None) == {}


def test_entries_are_found_by_function_and_mutation(tmp_path: Path) -> None:
    assert read(tmp_path, ENTRY) == {("f", "a-1-2-3: x."): "It is all one."}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("function = ", "Invalid value"),
        ("a = 1", "nothing else"),
        ("equivalent = 1", "nothing else"),
        (ENTRY + "[other]", "nothing else"),
        ("[[equivalent]]\n", "entry 1 should have"),
        (ENTRY + ENTRY.replace("It is\\nall one.", ""), "entry 2 should have"),
        (ENTRY.replace('"a-1-2-3: x."', "1"), "entry 1 should have"),
        (ENTRY.replace("why", "reason"), "entry 1 should have"),
        (ENTRY + "more = 1", "entry 1 should have"),
        (ENTRY + ENTRY, "lists 'a-1-2-3: x.' of f twice"),
    ],
)
def test_a_file_that_is_not_as_it_should_be(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(VariantError, match=f"^mutants/equivalent.toml.*{problem}"):
        read(tmp_path, text)


def test_every_entry_fits_a_mutation_of_the_reference() -> None:
    declared = mutations.read_equivalents(PS2)
    assert [*find_outdated_declarations(declared, list(list_mutations(PS2)))] == []


def test_entries_break_when_the_reference_changes() -> None:
    declared = {
        ("transition", "comparison-28-11-1: `end - start > 1` becomes `end - start > 2`."): "Why?",
        ("transition", "comparison-9-9-1: `end - start > 1` becomes `end - start >= 1`."): "Why?",
    }
    gone, moved = find_outdated_declarations(declared, list(list_mutations(PS2)))
    assert gone.endswith("(no mutation has this text any more: remove the entry)")
    assert "(the text is now that of comparison-28-11-1: look again" in moved


def test_the_document_counts_them() -> None:
    row = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \|$", re.MULTILINE)
    found = Counter(candidate.function for candidate in list_mutations(PS2))
    right = Counter(function for function, _ in mutations.read_equivalents(PS2))
    assert row.findall(DOCUMENT.read_text("utf-8")) == [
        (name, str(found[name]), str(right[name])) for name in found
    ]


def test_the_document_explains_each() -> None:
    text = DOCUMENT.read_text("utf-8")
    listed = [row for row in text.partition("## One by one")[2].splitlines() if row[:3] == "| `"]
    assert sorted(listed) == sorted(
        f"| `{function}` | {mutation.partition(': ')[2]} | {why} |"
        for (function, mutation), why in mutations.read_equivalents(PS2).items()
    )


LENIENT = TEST_DOUBLE.replace("answer.value !=", "not answer.value or answer.value <")
"""Does not notice what is too large."""


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_mutation_that_survives_is_named(author: Author) -> None:
    chosen = author(
        LENIENT, files={"double.py": "def double(number):\n    return 2 * number + 0\n"}
    )
    lines = list(mutations.table(GradingContext(chosen, sandbox.choose_backend("bubblewrap"))))
    survivors = [line for line in lines if line.startswith("* survives: ")]
    assert "* survives: double/constant-2-11-1, line 2: `2` becomes `3`." in survivors
    (row,) = (line for line in lines if line.startswith("| `double` "))
    made, killed, equivalent = map(int, row.split("|")[2:5])
    assert (made, equivalent) == (killed + len(survivors), 0)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_declared_equivalents(author: Author) -> None:
    chosen = author(
        files={
            "double.py": "def double(number):\n    return 2 * number % 99\n",
            "mutants/equivalent.toml": (
                "[[equivalent]]\nfunction = 'double'\nwhy = 'Numbers are small.'\nmutations = "
                '["constant-2-24-1: `99` becomes `100`.", "constant-2-24-2: `99` becomes `98`.", '
                '"constant-2-11-1: `2` becomes `3`.", "constant-9-9-9: gone."]\n'
            ),
        }
    )
    lines = mutations.table(
        GradingContext(chosen, sandbox.choose_backend("bubblewrap")), ["*/constant-*"]
    )
    gone, refused = (line for line in lines if line.startswith("* "))
    assert gone.startswith("* fits no mutation: double: constant-9-9-9: gone. (no mutation has")
    assert refused == (
        "* declared equivalent, but loses points: double/constant-2-11-1, line 2: `2` becomes `3`. "
        "Not doubled. expected 2 got 3"
    )


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize(("points", "run"), [(1, False), (0, True)])
def test_a_mutation_is_killed_by_the_first_test_that_costs_points(
    author: Author, points: int, run: bool
) -> None:
    first = TEST_DOUBLE.replace("points=2", f"points={points}")
    # If it is run, it fails by itself, which is an error.
    last = first.replace("test_doubles", "test_last").replace("raise WrongAnswer", "int")
    chosen = author(first, last.replace(f"points={points}", f"points={2 - points}"))
    context = GradingContext(chosen, sandbox.choose_backend("bubblewrap"))
    if run:
        with pytest.raises(RuntimeError, match="1/last"):
            list(mutations.table(context))
    else:
        assert "| `double` | 6 | 6 | 0 |" in mutations.table(context)
