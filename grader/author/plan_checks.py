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
from grader.author.mutant_detection_limits import make_detection_limits_check
from grader.author.solution_variants import Variant
from grader.author.validation_check import ValidationCheck, make_failing_check, make_skipped_check
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.grading_context import GradingContext
from grader.model.user_error import UsageError


class NoVariantChosen(UsageError):
    """The error of a request whose patterns no variant fits."""


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


def plan_checks(context: GradingContext, request: CheckRequest) -> list[ValidationCheck]:
    """Return the checks that ``request`` asks for.

    Raises:
        NoVariantChosen: if its patterns leave nothing.
    """
    makers: dict[str, Callable[[], ValidationCheck | None]] = {
        "data": lambda: assignment_file_checks.make_generated_data_check(context.assignment),
        "costs": lambda: assignment_file_checks.make_costs_check(context),
        "reference": lambda: right_solution_checks.make_reference_check(context, request.seeds),
        "skeleton": lambda: right_solution_checks.make_skeleton_check(context),
        "rights": lambda: _of_variants(
            "rights", right_solution_checks.make_right_solutions_check, context, request
        ),
        "mutants": lambda: _of_variants(
            "mutants", known_wrong_check.make_mutants_check, context, request
        ),
        "limits": lambda: _limits(context, request),
    }
    made = [make() for name, make in makers.items() if name in request.checks]
    planned = [check for check in made if check is not None]
    if request.variants and not planned:
        raise NoVariantChosen(
            f"No variant of {context.assignment.id} that is to be tried is called "
            f"{' or '.join(map(repr, request.variants))}; names are folder and file without .py, "
            "as in 'games/cut_off_*'."
        )
    return planned


def plan_checks_of_broken_assignment(
    assignment: Assignment | None, tests: HiddenTests | None, request: CheckRequest
) -> list[ValidationCheck]:
    """Return the requested checks of an assignment with errors in its files.

    Only the headers of variants are looked at, so that authors read all that they have to mend.
    """
    planned: list[ValidationCheck] = []
    for name in request.checks:
        problems: Sequence[str] = []
        if assignment is not None and assignment.tasks:
            if name in _READ:
                _, problems = _read_variants(assignment, tests, name)
            elif name == "limits":
                _, problems = read_mutant_families.read_families(assignment)
        if problems:
            planned.append(make_failing_check(name, _NOT_IN_ORDER, *problems))
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
    make: Callable[[GradingContext, Sequence[Variant]], ValidationCheck],
    context: GradingContext,
    request: CheckRequest,
) -> ValidationCheck | None:
    found, problems = _read_variants(context.assignment, context.tests, name)
    if problems:
        return make_failing_check(name, _NOT_IN_ORDER, *problems)
    if not found:
        return make_skipped_check(name, f"no solutions in reference/{context.assignment.id}/{name}")
    chosen = [variant for variant in found if request.wants(variant.name)]
    return make(context, chosen) if chosen else None


def _limits(context: GradingContext, request: CheckRequest) -> ValidationCheck | None:
    found, problems = read_mutant_families.read_families(context.assignment)
    if problems:
        return make_failing_check("limits", _NOT_IN_ORDER, *problems)
    if not found:
        return make_skipped_check(
            "limits",
            f"no families in reference/{context.assignment.id}/{read_mutant_families.KIND}",
        )
    chosen = [family for family in found if request.wants(family.name)]
    return make_detection_limits_check(context, chosen) if chosen else None
