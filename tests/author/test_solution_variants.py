"""Known-wrong and right solutions of Problem Set 2; `grade author validate ps2` grades them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.author import solution_variants
from grader.author.solution_variants import Variant, VariantError

PS2 = assignments.load_assignment("ps2")
MUTANTS = solution_variants.read_mutants(PS2)
RIGHTS = solution_variants.read_right_solutions(PS2)
CODED = [task.id for task in PS2.tasks if not task.written]


def named(variant: Variant) -> str:
    return variant.name


def test_every_task_has_many_mutants() -> None:
    assert len(MUTANTS) >= 300
    for task in set(CODED):
        assert sum(task in mutant.fails for mutant in MUTANTS) >= 20, task


def test_there_are_many_right_solutions() -> None:
    assert len(RIGHTS) >= 60


def test_names_and_sources_are_told_apart() -> None:
    everything = MUTANTS + RIGHTS
    assert len({variant.source for variant in everything}) == len(everything)
    assert len({variant.name for variant in everything}) == len(everything)


@pytest.mark.parametrize("variant", MUTANTS + RIGHTS, ids=named)
def test_a_diagnosis_is_one_sentence(variant: Variant) -> None:
    assert 10 < len(variant.diagnosis) < 200
    assert variant.diagnosis.endswith(".")


@pytest.mark.parametrize(
    ("folder", "text", "problem"),
    [
        ("mutants", "x = 1\n", "1: the file does not begin with a diagnosis; write a sentence"),
        ("mutants", '"""Wrong."""\n', "1: the file does not say which tasks it fails; write"),
        ("mutants", '"""Wrong."""\n#: fails = 1.3, 9.9\n', "2: ps2 has no task '9.9'"),
        ("mutants", '"""Wrong."""\n#: fails = 1.1\n', "2: Task 1.1 .* a person marks it"),
        ("mutants", '"""Wrong."""\n\n#: fails = 9.9/edges\n', "3: ps2 has no task '9.9'"),
        ("mutants", '"""Wrong."""\n#: fails = 1.3/a, 1.3\n', "2: names 1.3 and also 1.3/a; name"),
        ("mutants", '"""Wrong."""\n#: fails = 1.4, 1.3/a?\n', "2: names 1.3/a., which chance dec"),
        ("rights", '"""Right."""\n#: fails = 1.3\n', "2: a right solution says that it fails"),
    ],
)
def test_files_that_are_no_variants(tmp_path: Path, folder: str, text: str, problem: str) -> None:
    (tmp_path / folder / "group").mkdir(parents=True)
    (tmp_path / folder / "group" / "odd.py").write_text(text)
    read = {
        "mutants": solution_variants.read_mutants,
        "rights": solution_variants.read_right_solutions,
    }[folder]
    with pytest.raises(VariantError, match=f"{folder}/group/odd.py:{problem}"):
        read(replace(PS2, reference=tmp_path))


NOTEBOOK = {
    "nbformat": 4, "nbformat_minor": 5, "metadata": {},
    "cells": [
        {
            "cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
            "source": text,
        }
        for text in ('"""Stands for itself."""\n#: whole = 1.3', "def transition(route): ...")
    ],
}  # fmt: skip


def test_a_whole_solution_does_not_follow_the_reference(tmp_path: Path) -> None:
    folder = tmp_path / "rights" / "group"
    folder.mkdir(parents=True)
    (folder / "notebook.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "plain.py").write_text('"""Stands for itself."""\n#: whole = 1.3, 1.4\n')
    notebook, plain = solution_variants.read_right_solutions(replace(PS2, reference=tmp_path))
    cells = solution_variants.variant_submission(PS2, notebook).cells
    assert [cell.source for cell in cells][1] == "def transition(route): ..."
    assert [cell.source for cell in solution_variants.variant_submission(PS2, plain).cells] == [
        plain.source
    ]
    assert solution_variants.tasks_touched_by(PS2, notebook) == ("1.3",)
    assert solution_variants.tasks_touched_by(PS2, plain) == ("1.3", "1.4")


@pytest.mark.parametrize("whole", ["", "#: whole = 9.9"])
def test_a_notebook_says_which_tasks_it_does(tmp_path: Path, whole: str) -> None:
    folder = tmp_path / "rights" / "group"
    folder.mkdir(parents=True)
    text = json.dumps(NOTEBOOK).replace("#: whole = 1.3", whole)
    (folder / "odd.ipynb").write_text(text)
    with pytest.raises(VariantError, match=r"#: whole ="):
        solution_variants.read_right_solutions(replace(PS2, reference=tmp_path))


def test_all_files_that_are_no_variants_are_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "mutants" / "group").mkdir(parents=True)
    for name, text in {"a": "x = 1\n", "b": '"""Wrong."""\n#: fails = 1.3\n', "c": ""}.items():
        (tmp_path / "mutants" / "group" / f"{name}.py").write_text(text)
    (tmp_path / "mutants" / "group" / "d.py").write_bytes(b'"""Caf\xe9."""')
    with pytest.raises(VariantError) as caught:
        solution_variants.read_mutants(replace(PS2, reference=tmp_path))
    places = [line.partition(":")[0] for line in str(caught.value).splitlines()]
    assert places == [f"{tmp_path}/mutants/group/{name}.py" for name in "acd"]


def test_tests_that_are_named(tmp_path: Path) -> None:
    (tmp_path / "mutants" / "group").mkdir(parents=True)
    text = '"""Wrong."""\n#: fails = 1.4, 1.3/a, 1.3/b?\n#: fails = 2.1/*\n'
    (tmp_path / "mutants" / "group" / "odd.py").write_text(text)
    (mutant,) = solution_variants.read_mutants(replace(PS2, reference=tmp_path))
    assert mutant.fails == ("1.4", "1.3", "2.1")
    assert mutant.tests == ("1.3/a", "1.3/b?", "2.1/*")


EVERYTHING = tuple(CODED)


@pytest.mark.parametrize(
    ("source", "tasks"),
    [
        ("def transition(route): ...", ("1.3",)),
        ("from math import inf\nimport random\ndef negamax(*_): ...", ("3.2",)),
        ("negamax = minimax", ("3.2",)),
        ("def minimax(*_): ...\nnegamax = minimax", ("3.1", "3.2")),
        ("def _look_up(distances): ...", ("1.4",)),
        ("class breakthrough: ...", ("2.1", "3.1", "3.2", "4.1", "4.2", "5.1")),
        ("def of_his_own(): ...", ()),
        ("def of_his_own(): ...\nimport breakthrough\nbreakthrough.WIN = 1", EVERYTHING),
        ("import random as breakthrough", EVERYTHING),
        ("from random import *", EVERYTHING),
        ("once = print()", EVERYTHING),
        ("for transition in range(3): pass", EVERYTHING),
        ("def transition(route: ...", EVERYTHING),
    ],
)
def test_tasks_in_which_it_can_differ(source: str, tasks: tuple[str, ...]) -> None:
    assert solution_variants.tasks_touched_by(PS2, Variant("x", "It differs.", (), source)) == tasks
    failing = Variant("x", "It differs.", ("1.6",), source)
    assert solution_variants.tasks_touched_by(PS2, failing) == tuple(sorted({*tasks, "1.6"}))


@pytest.mark.parametrize("variant", RIGHTS, ids=named)
def test_every_right_solution_differs_somewhere(variant: Variant) -> None:
    assert solution_variants.tasks_touched_by(PS2, variant)


def test_a_mutated_helper_is_the_one_that_counts() -> None:
    """Both negamax searches have a helper ``for_side``, and the last definition counts."""
    source = PS2.source("negamax").replace("else -score", "else score")
    cells = solution_variants.mutated_submission(PS2, "negamax", source).cells
    assert [cell for cell in cells if "def for_side" in cell.source][-1].source == source
    assert len(cells) == len({cell.name for cell in cells})
