"""Mutations that are declared right answers, and what the documentation says about them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.author import mutation_check
from grader.author.mutation_check import find_outdated_declarations, list_mutations
from grader.author.solution_variants import VariantError

PS2 = assignments.load_assignment("ps2")
DOCUMENT = Path(__file__).parents[2] / "docs" / "mutation-survivors.md"

ENTRY = '[[equivalent]]\nfunction = "f"\nwhy = "It is\\nall one."\nmutations = ["a-1-2-3: x."]\n'


def read(folder: Path, text: str | None) -> mutation_check.Equivalents:
    (folder / "mutants").mkdir(exist_ok=True)
    if text is not None:
        (folder / mutation_check.FILE).write_text(text)
    return mutation_check.read_equivalents(replace(PS2, reference=folder))


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
    assert (
        find_outdated_declarations(mutation_check.read_equivalents(PS2), list(list_mutations(PS2)))
        == []
    )


def test_entries_break_when_the_reference_changes() -> None:
    declared = {
        ("transition", "comparison-28-11-1: `end - start > 1` becomes `end - start > 2`."): "Why?",
        ("transition", "comparison-9-9-1: `end - start > 1` becomes `end - start >= 1`."): "Why?",
    }
    gone, moved = find_outdated_declarations(declared, list(list_mutations(PS2)))
    assert gone.what == "No mutation has this text any more: remove the entry."
    assert moved.what.startswith("The text is now that of comparison-28-11-1: look again")


def test_the_document_counts_them() -> None:
    row = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \|$", re.MULTILINE)
    found = Counter(candidate.function for candidate in list_mutations(PS2))
    right = Counter(function for function, _ in mutation_check.read_equivalents(PS2))
    assert row.findall(DOCUMENT.read_text("utf-8")) == [
        (name, str(found[name]), str(right[name])) for name in found
    ]


def test_the_document_explains_each() -> None:
    text = DOCUMENT.read_text("utf-8")
    listed = [row for row in text.partition("## One by one")[2].splitlines() if row[:3] == "| `"]
    assert sorted(listed) == sorted(
        f"| `{function}` | {mutation.partition(': ')[2]} | {why} |"
        for (function, mutation), why in mutation_check.read_equivalents(PS2).items()
    )
