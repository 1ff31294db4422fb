"""Defines an assignment and its tasks, as values."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from grader.assignment.reference_costs import ReferenceCosts
from grader.model.match_rules import MatchRules
from grader.model.submission import MainFileRules, normalized_text_digest
from grader.model.time_limits import CallLimits, LoadLimits
from grader.model.user_error import UsageError, UserError

_TOTAL = 5
"""How many times what stopped calls may cost a task, all of its calls may cost: stopped ones leave
most of it to the others."""


class AssignmentError(UserError):
    """The error of an assignment that cannot be used; each line names file, key and value."""


class UnknownAssignment(AssignmentError, UsageError):
    """The error of an assignment that is not known or not named clearly; it says what to do."""


class UnknownTask(AssignmentError, UsageError):
    """The error of a task number that does not exist, or whose task the grader cannot test."""


@dataclass(frozen=True, slots=True)
class Task:
    """One task of an assignment: its points, its function and its budgets.

    Attributes:
        function: what the student implements; ``None`` for a written task.
        inject: reference functions that tests may pass as arguments.
        stubs: scripted functions of the hidden tests that may be passed as arguments.
        globals: reference functions that replace the student's own of the same name.
        headings: how headings of a notebook begin below which the task is; if there are none, its
            number and its title are looked for.
        call_cpu_seconds: the least budget of one call; ``None`` if it is the assignment's.
        total_cpu_seconds: what all calls of its tests may use together; ``None`` if the task says
            nothing of its own.
    """

    id: str
    title: str
    points: float
    function: str | None
    inject: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()
    globals: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    call_cpu_seconds: float | None = None
    total_cpu_seconds: float | None = None

    @property
    def written(self) -> bool:
        """Return whether a person marks the task."""
        return self.function is None


@dataclass(frozen=True, slots=True)
class RoleModules:
    """The modules in which an assignment defines its roles, and the adapter that calls them.

    Attributes:
        roles: module of the hidden tests that lists the roles as ``ROLES``.
        adapter: source in the reference, or a folder of sources, by which functions are called
            as they were written.
    """

    roles: str
    adapter: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment, with the folders of everything that belongs to it.

    Attributes:
        tests: folder of the hidden tests, ``hidden_tests/<id>`` of its course.
        reference: folder of the reference solutions, ``reference/<id>`` of its course.
        preamble: name of the source that is executed before the student's; empty if there is none.
        provided: names of the modules that submissions may import.
        edition: name of the edition in which they were handed out; empty for the first one.
        handout: names of further files that students are given and often hand back, lower case.
        files: names of files, lower case, of which one is graded where several are handed in.
        packages: installed packages that submissions may import.
        python: version of the Python that runs them, such as ``3.13``; empty for the grader's own.
        stand_ins: packages that are not there, and of which every call works and does nothing.
        interchangeable: functions with one right answer to everything, for which a student's own
            can stand in.
        call: the least that a call may use.
        wall_factor: how many times a call's CPU seconds its clock may show.
        overtime_seconds: CPU that calls beyond their limit may waste per task.
        reference_factor: how many times as much as the reference solution a call may use; 0 if
            only the least counts.
        recognise: what a submission says of which this is the assignment, in a heading or in code.
        match: by what rules agents play each other; ``None`` if there is nothing to play.
        contract: of roles, which may have any names; ``None`` if all names are fixed.
        costs: what the reference solution used.
    """

    id: str
    title: str
    tasks: tuple[Task, ...]
    tests: Path
    reference: Path
    preamble: str
    provided: tuple[str, ...]
    packages: tuple[str, ...]
    enums: tuple[str, ...]
    call: CallLimits
    wall_factor: float
    load: LoadLimits
    memory_bytes: int
    overtime_seconds: float
    reference_factor: float = 0.0
    interchangeable: tuple[str, ...] = ()
    pure: tuple[str, ...] = ()
    handout: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()
    recognise: tuple[str, ...] = ()
    match: MatchRules | None = None
    contract: RoleModules | None = None
    edition: str = ""
    python: str = ""
    costs: ReferenceCosts = field(default=ReferenceCosts(), compare=False)

    @property
    def course(self) -> Path:
        """Return the folder of the assignment's course."""
        return self.tests.parents[1]

    @property
    def functions(self) -> frozenset[str]:
        """Return the names of the functions that a submission is to define."""
        return frozenset(task.function for task in self.tasks if task.function is not None)

    @property
    def given(self) -> frozenset[str]:
        """Return the names, in lower case, of files that every student is given."""
        return frozenset([*(f"{name}.py".lower() for name in self.provided), *self.handout])

    @property
    def file_rules(self) -> MainFileRules:
        """Return the rules by which files of a hand-in are chosen and graded."""
        return MainFileRules(
            given=self.given,
            provided={
                f"{name}.py".lower(): normalized_text_digest(self.provided_source(name))
                for name in self.provided
            },
            main=frozenset(self.files),
            # The names of roles are nobody's.
            asked=frozenset() if self.contract else self.functions,
        )

    def task(self, id: str) -> Task:
        """Return the task numbered ``id``.

        Raises:
            UnknownTask: if there is none.
        """
        for task in self.tasks:
            if task.id == id:
                return task
        raise UnknownTask(
            f"{self.id} has no task {id!r}; its tasks are {', '.join(t.id for t in self.tasks)}."
        )

    def coded_task(self, id: str) -> Task:
        """Return the task numbered ``id``; raise UnknownTask unless the grader can test it.

        Raises:
            UnknownTask: if there is none, or a person marks it.
        """
        task = self.task(id)
        if task.written:
            raise UnknownTask(f"Task {id} ({task.title}) is a written one: a person marks it.")
        return task

    def callable_in(self, task: Task) -> frozenset[str]:
        """Return names of the student's functions that the tests of ``task`` may call.

        These are the functions that all tasks ask for, and those that take part in this one.
        """
        return self.functions | {*task.inject, *task.globals}

    def interchangeable_in(self, task: Task) -> frozenset[str]:
        """Return the functions lent to ``task`` for which a student's own can stand in."""
        return frozenset(self.interchangeable) & {*task.inject}

    def coded(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the numbers of the tasks that ``ids`` stand for, each once: ``3`` is 3.1 and 3.2.

        Raises:
            UnknownTask: if one of them stands for nothing that the grader can test.
        """
        found: dict[str, None] = {}
        for number in ids:
            within = [task for task in self.tasks if task.id.startswith(f"{number}.")]
            tested = [task.id for task in within if not task.written]
            if within and not tested:
                raise UnknownTask(f"Task {number} has written parts only: a person marks them.")
            found |= dict.fromkeys(tested or [self.coded_task(number).id])
        return tuple(found)

    def limits(self, cpu_seconds: float | None = None, *, case: str = "") -> CallLimits:
        """Return the limits of a call in the case with the id ``case``, where costs were measured.

        Args:
            cpu_seconds: the least budget, where the task's does not fit.
        """
        least = self._least_seconds(case) if cpu_seconds is None else cpu_seconds
        reference = self.costs.of(case).cpu_seconds or 0.0
        budget = max(least, self.reference_factor * reference)
        return CallLimits(budget, budget * self.wall_factor)

    def _least_seconds(self, case: str) -> float:
        own = (task.call_cpu_seconds for task in self.tasks if case.startswith(f"{task.id}/"))
        return next(own, None) or self.call.cpu_seconds

    def total_seconds(self, task: str) -> float:
        """Return the CPU seconds that a task's tests may use in all, where costs were measured.

        Where the task does not say it, that follows from what stopped calls may cost.
        """
        return self.task(task).total_cpu_seconds or _TOTAL * self.overtime_seconds

    def source(self, name: str) -> str:
        """Return the text of the reference solution ``name``."""
        return (self.reference / f"{name}.py").read_text("utf-8")

    def adapter_files(self) -> dict[str, Path]:
        """Return the files of the contract's adapter by module; none if there is no contract.

        The adapter itself comes first and is called ``""``. If it is a folder, the further modules
        there follow, which it may import by ``from .name import …``.
        """
        if self.contract is None:
            return {}
        folder = self.reference / self.contract.adapter
        main = folder / "__init__.py"
        if not main.is_file():
            return {"": folder.with_suffix(".py")}
        further = (file for file in sorted(folder.glob("*.py")) if file != main)
        return {"": main, **{file.stem: file for file in further}}

    def adapter_sources(self) -> dict[str, str]:
        """Return the texts of :meth:`adapter_files`."""
        return {name: file.read_text("utf-8") for name, file in self.adapter_files().items()}

    def preamble_source(self) -> str:
        """Return the text that runs before a student's code; empty if there is none."""
        return self.source(self.preamble) if self.preamble else ""

    def provided_source(self, name: str) -> str:
        """Return the text of the provided module ``name``."""
        return self.provided_file(name).read_text("utf-8")

    def provided_file(self, name: str) -> Path:
        """Return the path of the provided module ``name``: of the edition, or else of the first."""
        file = self.reference / "editions" / self.edition / f"{name}.py"
        if self.edition and file.is_file():
            return file
        return self.reference / "provided" / f"{name}.py"

    def handout_docs(self) -> dict[str, str]:
        """Return the handout's docstrings of the assignment's functions, by name."""
        path = self.reference / "skeleton.py"
        if not path.is_file():
            return {}
        found = ast.parse(path.read_text("utf-8")).body
        functions = [each for each in found if isinstance(each, ast.FunctionDef)]
        return {each.name: ast.get_docstring(each) or "" for each in functions}

    def handed_out(self, name: str) -> str | None:
        """Return the text of ``name`` as it was given to every student; ``None`` if it was not."""
        path = self.reference / "handed_out" / f"{name}.py"
        return path.read_text("utf-8") if path.is_file() else None

    def stub_source(self, name: str) -> str:
        """Return the text of the hidden tests' scripted function ``name``."""
        return (self.tests / "stubs" / f"{name}.py").read_text("utf-8")
