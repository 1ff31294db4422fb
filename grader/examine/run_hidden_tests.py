"""Runs the hidden tests of an assignment on a submission, whose calls go into its sandbox.

How they are found is a step of its own (:mod:`grader.examine.test_collection`). Here nothing
belongs to the process as a whole, so that several submissions can be graded at once, each in a
thread.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from grader.assignment import Assignment, AssignmentError, Task, assignment_toml, course_assignments
from grader.assignment.course_assignments import CoursesMixed
from grader.examine.case_caller import derive_call_seed
from grader.examine.check_bindings import check_bindings
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.hidden_test_limits import share_watchdog
from grader.examine.load_contract import load_contract
from grader.examine.points_that_count import (
    drop_conditional_points,
    find_point_problems,
    mark_for_manual_review,
)
from grader.examine.reference_substitution import run_with_substitution
from grader.examine.role_binding import Bindings, bind_roles
from grader.machine import speed as machine
from grader.machine.integer_printing import allow_long_integers
from grader.model.report import Progress, TestResult
from grader.model.role_binding import RoleResult
from grader.model.submission import Submission
from grader.sandbox.backend_interface import Injection, Sandbox, SandboxProgram, Session
from grader.testing.roles import Contract


@dataclass(frozen=True, slots=True)
class HiddenTests:
    """The hidden tests of an assignment, and problems with them.

    Attributes:
        tests: those of all tasks, those that load alike side by side.
        problems: what kept tests from being found, as sentences.
        contract: the assignment's.
        unprepared: which tests could not be prepared, as sentences. They can be run all the same.
        refused: tasks of which tests are left out, for one of the problems.
    """

    tests: tuple[HiddenTest, ...]
    problems: tuple[str, ...] = ()
    unprepared: tuple[str, ...] = ()
    contract: Contract = field(default_factory=lambda: Contract(()))
    refused: frozenset[str] = frozenset()

    def of(self, tasks: Collection[str]) -> list[HiddenTest]:
        """Return the tests of ``tasks``, in order."""
        return [test for test in self.tests if test.mark.task in tasks]

    def with_whole_pools(self) -> HiddenTests:
        """Return the hidden tests, each with every case that any submission may get."""
        return replace(self, tests=tuple(test.with_whole_pool() for test in self.tests))

    def without_pools(self) -> HiddenTests:
        """Return the hidden tests, each with only the cases that every submission gets."""
        return replace(self, tests=tuple(test.without_pool() for test in self.tests))

    def wrong(self, assignment: Assignment) -> list[str]:
        """Return sentences about everything that is wrong with the tests."""
        tasks = [task.id for task in assignment.tasks if not task.written]
        points = find_point_problems(assignment, self.tests, tasks, self.refused)
        return [*self.problems, *points, *self.unprepared]


@dataclass(frozen=True, slots=True)
class HiddenTestResults:
    """The results of hidden tests on one submission.

    Attributes:
        results: without the points that count only beside tests that were not passed.
        errors: failures that are not the student's, as sentences.
        tests: that were run, by id, with the cases that were drawn.
        bindings: how the submission is called for the roles of the assignment's contract.
        examiner: can ask the submission again, as long as its session lasts.
    """

    results: list[TestResult]
    errors: list[str]
    tests: Mapping[str, HiddenTest]
    examiner: Examiner
    bindings: Bindings


def run_hidden_tests(
    submission: Submission,
    assignment: Assignment,
    tests: HiddenTests,
    session: Session,
    seed: int,
    chosen: Sequence[Task],
    progress: Progress | None,
    speed: float,
    where: Mapping[str, str] = MappingProxyType({}),
    until: Callable[[TestResult], bool] = lambda _: False,
    bindings: Bindings | None = None,
) -> HiddenTestResults:
    """Run the tests of the tasks ``chosen`` on ``submission``, loaded in ``session``.

    Args:
        where: bindings by role, as a person says.
        until: says of a test whether the tests after it need not be run. With a contract all are
            run: what fails may pass with lent functions.
        bindings: how the submission is called for roles, if that has been found out already.

    Raises:
        UnknownRole: if ``where`` names what is no role.
    """
    tasks = [task.id for task in chosen if not task.written]
    origin = _seed_origin(submission, seed)
    wanted = [test.drawn(origin) for test in tests.of(tasks)]
    done, total = itertools.count(1), sum(len(test.cases) for test in wanted)
    report = progress or (lambda *_: None)
    calibration = assignment.costs.calibration
    examiner = Examiner(
        session,
        assignment,
        origin,
        lambda task: report(task, next(done), total),
        speed,
        functools.partial(machine.limit_factor_now, calibration, speed),
        functools.partial(machine.slowdown_beyond_factor, calibration, speed),
    )
    if bindings is None:
        bindings = _bindings(examiner, tests, submission, where, chosen)
    else:
        examiner.follow(bindings.roles)
    problems = [*tests.problems, *find_point_problems(assignment, wanted, tasks, tests.refused)]
    # With a contract all tests are run: what fails may pass with lent functions.
    enough = (lambda _: False) if tests.contract.roles else until
    results = run_with_substitution(examiner, wanted, bindings.roles, problems, enough)
    results = mark_for_manual_review(results, bindings, assignment)
    return HiddenTestResults(
        drop_conditional_points(results),
        [*problems, *examiner.errors],
        {test.id: test for test in wanted},
        examiner,
        bindings,
    )


def _bindings(
    examiner: Examiner,
    tests: HiddenTests,
    submission: Submission,
    where: Mapping[str, str],
    tasks: Iterable[Task],
) -> Bindings:
    check_bindings(where, tests.contract.roles)
    first = next((task for task in tasks if not task.written), None)
    if not tests.contract.roles or first is None:
        return Bindings()
    return examiner.bind(tests.contract, submission.code, where, first)


@allow_long_integers()
@share_watchdog()
def visit_hidden_tests(
    submission: Submission,
    assignment: Assignment,
    tests: HiddenTests,
    sandbox: Sandbox,
    visitor: Callable[[Examiner, HiddenTest], None],
    *,
    seed: int = 0,
    tasks: Collection[str] = (),
    speed: float | None = None,
    filled: Sequence[RoleResult] = (),
) -> None:
    """Call ``visitor`` with every hidden test of ``tasks`` and an examiner of the submission.

    For what comes after a grading: its cases can be run again as they were. With the same ``seed``,
    the same ones are drawn.

    Args:
        filled: the roles of the assignment's contract, as the grading has found them.

    Raises:
        SandboxUnavailable: if no sandbox can be started.
        Exception: what the visitor raises.
    """
    if speed is None:
        speed = machine.machine_slowness(assignment.costs.calibration)
    origin = _seed_origin(submission, seed)
    session = sandbox.start(sandbox_program(submission, assignment, speed, seed))
    try:
        examiner = Examiner(session, assignment, origin, speed=speed)
        examiner.follow(filled)
        for test in tests.of(tasks):
            visitor(examiner, test.drawn(origin))
    finally:
        session.close()


def find_bindings(
    session: Session,
    submission: Submission,
    assignment: Assignment,
    seed: int,
    speed: float,
    where: Mapping[str, str] = MappingProxyType({}),
) -> Bindings:
    """Find out how ``submission`` is called for the roles of ``assignment``, without running tests.

    For calls of a role outside hidden tests, of an agent for example. Afterwards, a load with
    ``Injection(adapter=assignment.adapter_sources())`` and calls with a ``fit`` will do.

    Args:
        session: has the submission; it is loaded anew.
        where: bindings by role, as a person says.

    Raises:
        AssignmentError: if the contract is not in order.
        SandboxFailure: if the sandbox does not work, or the machine is too busy.
    """
    contract, problems = load_contract(assignment)
    if problems:
        raise AssignmentError("\n".join(problems))
    loaded = session.load(Injection(adapter=assignment.adapter_sources()))
    origin = _seed_origin(submission, seed)
    return bind_roles(session, loaded, contract, submission.code, where, origin, speed)


def sandbox_program(
    submission: Submission, assignment: Assignment, speed: float = 1.0, seed: int = 0
) -> SandboxProgram:
    """Return the program that a sandbox loads for ``submission``, on a machine of this ``speed``.

    Args:
        seed: that of the grading.
    """
    return SandboxProgram(
        cells=submission.cells,
        preamble=assignment.preamble_source(),
        provided={name: assignment.provided_source(name) for name in assignment.provided},
        packages=assignment.packages,
        stand_ins=assignment.stand_ins,
        enums=provided_enums(assignment),
        memory_bytes=assignment.memory_bytes,
        load=assignment.load.times(speed),
        calibration=assignment.costs.calibration,
        seed=derive_call_seed(_seed_origin(submission, seed), 0),
        main=submission.main,
        modules=submission.modules,
        data=submission.data,
        python=assignment.python,
    )


def _seed_origin(submission: Submission, seed: int) -> str:
    """Return the text from which all seeds of a grading are derived."""
    return f"{submission.digest}|{seed}"


def provided_enums(assignment: Assignment) -> dict[str, type[Any]]:
    """Return the enumerations of provided modules that the wire can carry, by name.

    Raises:
        AssignmentError: if a module cannot be imported, or has no such class.
    """
    found = {}
    for name in assignment.enums:
        module, _, attribute = name.rpartition(".")
        try:
            found[name] = getattr(
                course_assignments.import_course_module(assignment, f"provided.{module}"), attribute
            )
        except CoursesMixed:
            raise
        except Exception as bug:  # whatever the author's module does
            place = assignment_toml.locate_key(assignment.tests / assignment_toml.NAME, "enums")
            raise AssignmentError(
                f"{place}: enums names {name}, which cannot be imported: {type(bug).__name__}: "
                f"{bug}; mend the name, or {assignment.provided_file(module)}"
            ) from bug
    return found
