"""Plans which checks of an assignment are run, as the command line asks for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from grader.assignment import Assignment
from grader.author import (
    assignment_file_checks,
    known_wrong_check,
    read_mutant_families,
    right_solution_checks,
    solution_variants,
)
from grader.author.known_wrong_check import find_unknown_tests
from grader.author.mutant_detection_limits import make_limits_check
from grader.author.solution_variants import Variant
from grader.author.validation_check import AuthorCheck, make_broken_check, make_skipped_check
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.grading_context import Bench
from grader.model.user_error import UsageError


class NoVariantChosen(UsageError):
    """No variant fits the patterns of the request; the message says so."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """The request for checks: which checks, which variants, and with which seeds.

    Attributes:
        checks: names of the checks.
        variants: patterns of names. If there are any, only variants that match one are graded,
            and checks without any are left out.
        seeds: how many times the reference is graded.
        seed: the first of these, and that of everything else.
    """

    checks: Collection[str]
    variants: Sequence[str] = ()
    seeds: int = 20
    seed: int = 0

    def wants(self, name: str) -> bool:
        """Return whether the variant of that name is wanted."""
        return not self.variants or any(fnmatchcase(name, glob) for glob in self.variants)


def plan_checks(bench: Bench, request: CheckRequest) -> list[AuthorCheck]:
    """Return the checks that ``request`` asks for.

    Raises:
        NoVariantChosen: if its patterns leave nothing.
    """
    makers: dict[str, Callable[[], AuthorCheck | None]] = {
        "data": lambda: assignment_file_checks.make_frozen_data_check(bench.assignment),
        "costs": lambda: assignment_file_checks.make_costs_check(bench),
        "reference": lambda: right_solution_checks.make_reference_check(bench, request.seeds),
        "skeleton": lambda: right_solution_checks.make_skeleton_check(bench),
        "rights": lambda: _of_variants(
            "rights", right_solution_checks.make_right_solutions_check, bench, request
        ),
        "mutants": lambda: _of_variants(
            "mutants", known_wrong_check.make_mutants_check, bench, request
        ),
        "limits": lambda: _limits(bench, request),
    }
    made = [make() for name, make in makers.items() if name in request.checks]
    planned = [check for check in made if check is not None]
    if request.variants and not planned:
        raise NoVariantChosen(
            f"No variant of {bench.assignment.id} that is to be tried is called "
            f"{' or '.join(map(repr, request.variants))}; names are folder and file without .py, "
            "as in 'games/cut_off_*'."
        )
    return planned


def plan_checks_of_broken_assignment(
    assignment: Assignment | None, tests: HiddenTests | None, request: CheckRequest
) -> list[AuthorCheck]:
    """Return the requested checks of an assignment with errors in its files.

    Only the headers of variants are looked at, so that authors read all that they have to mend.
    """
    planned: list[AuthorCheck] = []
    for name in request.checks:
        problems: Sequence[str] = []
        if assignment is not None and assignment.tasks:
            if name in _READ:
                _, problems = _read_variants(assignment, tests, name)
            elif name == "limits":
                _, problems = read_mutant_families.read_families(assignment)
        if problems:
            planned.append(make_broken_check(name, _NOT_IN_ORDER, *problems))
        else:
            planned.append(
                make_skipped_check(name, "not tried: the assignment has to be in order first")
            )
    return planned


_READ = ("rights", "mutants")
_NOT_IN_ORDER = "files are not in order"


def _read_variants(
    assignment: Assignment, tests: HiddenTests | None, kind: str
) -> tuple[list[Variant], list[str]]:
    """Return the variants of a kind, and sentences on what is wrong with their headers."""
    found, problems = solution_variants.read_variants(assignment, kind)
    if tests is not None and not tests.problems:
        problems += find_unknown_tests(assignment, found, tests.tests)
    return found, problems


def _of_variants(
    name: str,
    make: Callable[[Bench, Sequence[Variant]], AuthorCheck],
    bench: Bench,
    request: CheckRequest,
) -> AuthorCheck | None:
    found, problems = _read_variants(bench.assignment, bench.tests, name)
    if problems:
        return make_broken_check(name, _NOT_IN_ORDER, *problems)
    if not found:
        return make_skipped_check(name, f"no solutions in reference/{bench.assignment.id}/{name}")
    chosen = [variant for variant in found if request.wants(variant.name)]
    return make(bench, chosen) if chosen else None


def _limits(bench: Bench, request: CheckRequest) -> AuthorCheck | None:
    found, problems = read_mutant_families.read_families(bench.assignment)
    if problems:
        return make_broken_check("limits", _NOT_IN_ORDER, *problems)
    if not found:
        return make_skipped_check(
            "limits", f"no families in reference/{bench.assignment.id}/{read_mutant_families.KIND}"
        )
    chosen = [family for family in found if request.wants(family.name)]
    return make_limits_check(bench, chosen) if chosen else None
