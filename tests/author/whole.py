"""The whole of ``grade author validate``, in small pieces: most take less than half a minute.

For each assignment there is a file of tests, so that a change runs those that guard it.
"""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Sequence

import pytest

from benchmarks.mutations import list_mutations
from grader import assignment as assignments
from grader.author import solution_variants
from grader.author.read_mutant_families import list_families
from tests.cli.process import ROOT, command, environment

pytestmark = [pytest.mark.bubblewrap, pytest.mark.deep]

ASSIGNMENTS = sorted(path.parent.name for path in ROOT.glob("hidden_tests/*/assignment.toml"))
PIECES = 64
SEEDS_OF_A_PIECE = 5


def validate(assignment: str, *options: str) -> None:
    _succeed(
        command(
            "author", "validate", assignment, "--sandbox", "bubblewrap", "--jobs", "1", *options
        )
    )


def _succeed(words: Sequence[str]) -> None:
    done = subprocess.run(
        words,
        env=environment({}),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


def names(assignment: str) -> list[str]:
    """Of all that is graded in parts: right solutions, mutants and families."""
    chosen = assignments.load_assignment(assignment)
    files = (
        *solution_variants.read_right_solutions(chosen),
        *solution_variants.read_mutants(chosen),
    )
    return [
        *(variant.name for variant in files),
        *(family.name for family in list_families(chosen)),
    ]


def test_the_assignments_own_files(assignment: str) -> None:
    validate(assignment, "--only", "costs", "--only", "skeleton")


def test_generators_write_the_frozen_data_that_is_there(assignment: str) -> None:
    validate(assignment, "--only", "data")


@pytest.mark.parametrize("seed", range(0, 20, SEEDS_OF_A_PIECE))
def test_the_reference_with_other_seeds(assignment: str, seed: int) -> None:
    validate(
        assignment, "--only", "reference", "--seed", str(seed), "--seeds", str(SEEDS_OF_A_PIECE)
    )


@pytest.mark.parametrize("piece", range(PIECES))
def test_solutions_that_are_known(assignment: str, piece: int) -> None:
    if chosen := _of_piece(names(assignment), piece):
        validate(assignment, *(option for name in chosen for option in ("--variant", name)))


@pytest.mark.parametrize("piece", range(PIECES))
def test_mutations_of_the_reference(assignment: str, piece: int) -> None:
    mutations = list_mutations(assignments.load_assignment(assignment))
    if chosen := _of_piece([each.name for each in mutations], piece):
        options = (option for name in chosen for option in ("--only", name))
        _succeed([sys.executable, "-m", "benchmarks.mutations", assignment, *options])


def _of_piece(names: Sequence[str], piece: int) -> list[str]:
    # By their names, so that a new one moves no other.
    return [name for name in names if zlib.crc32(name.encode()) % PIECES == piece]
