"""Makes the kit with which students run the public tests on their own machines, offline.

The tests, their cases and provided modules are data; what judges answers is this grader's own
source. A test that needs more than that is named in the kit, and is checked when they hand in.
"""

from __future__ import annotations

import ast
import functools
import inspect
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import grader
from grader.assignment import Assignment
from grader.examine.hidden_test import HiddenTest
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import find_hidden_tests
from grader.export.extract_function_source import HELPER, SourceClosure, SourceNotExtractable
from grader.export.kit.kit_checks import CASES, FORMAT
from grader.export.package_files import PackageFile
from grader.model.report import Visibility
from grader.model.user_error import UsageError

LEFT_OUT = "This test is run when you hand in; it is not in the kit."

_BROUGHT = (
    "examine.call_trace", "export.kit.load_program", "model.escape",
    "model.figures", "model.formatting", "model.report", "model.role_binding",
    "model.seeds", "model.submission", "model.submission_survey", "model.time_limits",
    "model.user_error", "model.verdict", "render.grid_preparation", "render.grid_text",
    "render.report_sentences", "runner.call_arguments",
    "sandbox.backend_interface", "sandbox.call_request", "testing.case_failures",
    "testing.planned_calls", "testing.student", "wire", "wire.array_description", "wire.codec",
    "wire.decoder", "wire.encoder", "wire.frames", "wire.json_parser", "wire.wire_values",
)  # fmt: skip
"""Modules of the grader that judge answers and need the standard library alone."""
_STOOD_IN_FOR = "grader.testing"
_LEAST_SECONDS = 5.0
"""Seconds that a case may take at least before it is stopped on a student's machine,"""
_SLOWER = 2.0
"""and how many times what its calls may use where budgets were made."""


class NoKit(UsageError):
    """The error of an assignment that cannot be exported as a kit."""


def make_kit(assignment: Assignment) -> tuple[dict[str, PackageFile], list[str]]:
    """Return the files of the kit by name, and sentences about tests that are not in it.

    Raises:
        NoKit: if there is nothing that could be in it.
    """
    data, notes = kit_data(assignment)
    folder = Path(__file__).with_name("kit")
    files = {
        name: PackageFile((folder / name).read_bytes()) for name in ("check.py", "kit_checks.py")
    }
    text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
    files["kit.json"] = PackageFile(text.encode())
    for name, source in data["provided"].items():
        files[f"{name}.py"] = PackageFile(source.encode())
    skeleton = assignment.reference / "skeleton.py"
    if skeleton.is_file():
        name = next(iter(assignment.files), f"{assignment.id}.py")
        files[name] = PackageFile(skeleton.read_bytes())
    files["README.md"] = PackageFile(_readme(assignment).encode())
    return files, notes


def kit_data(assignment: Assignment) -> tuple[dict[str, Any], list[str]]:
    """Return the contents of ``kit.json``, and sentences about tests that are not in it.

    Raises:
        NoKit: if no public test can be in it.
    """
    if assignment.contract is not None:
        raise NoKit(
            f"{assignment.id} lets students choose the names of their functions, and a kit cannot "
            "find out which is which. Its public tests are run when students hand in."
        )
    found = find_hidden_tests(assignment)
    if found.problems:
        raise NoKit(f"The hidden tests of {assignment.id} have problems: {found.problems[0]}")
    order = [task.id for task in assignment.tasks]
    public = sorted(
        (test for test in found.tests if test.mark.visibility is Visibility.PUBLIC),
        key=lambda test: order.index(test.mark.task),
    )
    if not public:
        raise NoKit(f"{assignment.id} has no public tests, so there is nothing to put into a kit.")
    parts = f"reference.{assignment.id}.provided."
    closure = SourceClosure(
        f"hidden_tests.{assignment.id}",
        {parts + name: name for name in assignment.provided},
        {_STOOD_IN_FOR, *(f"grader.{name}" for name in _BROUGHT)},
        _make_secrecy_test(found, public),
    )
    written = _CasesModuleWriter(assignment, closure)
    tests = [written.add(test) for test in public]
    if all(test["left_out"] for test in tests):
        raise NoKit(
            f"No public test of {assignment.id} can be in a kit, because each needs something that "
            f"stays with the grader. {written.notes[0]} They are all run when students hand in."
        )
    figures = written.figure_of()
    provided = {name: assignment.provided_source(name) for name in assignment.provided}
    data = {
        "format": FORMAT,
        "assignment": assignment.id,
        "title": assignment.title,
        "enums": list(assignment.enums),
        "preamble": assignment.preamble_source(),
        "provided": provided,
        "grader": _grader_sources(),
        "checks": {**closure.sources(), CASES: written.source()},
        "figure_of": figures,
        "tasks": [
            {"id": task.id, "title": task.title, "function": task.function or ""}
            for task in assignment.tasks
        ],
        "tests": tests,
    }
    return data, written.notes


class _CasesModuleWriter:
    """Writes the source of the kit's module that holds the cases of all tests and their checks.

    Attributes:
        notes: sentences about tests that are left out.
    """

    def __init__(self, assignment: Assignment, closure: SourceClosure) -> None:
        self._assignment = assignment
        self._closure = closure
        tree = ast.parse(assignment.preamble_source())
        self._preamble = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._modules: set[str] = set()
        self._entries: list[str] = []
        self.notes: list[str] = []

    def add(self, test: HiddenTest) -> dict[str, Any]:
        """Add a test, and return what the kit says of it besides."""
        task = self._assignment.task(test.mark.task)
        arguments = sorted(inspect.signature(test.function).parameters) if test.function else []
        described = {
            "id": test.id,
            "task": task.id,
            "title": test.title,
            "hint": test.mark.hint,
            "function": task.function or "",
            "inject": list(task.inject),
            "arguments": arguments,
            "in_turn": test.mark.in_turn,
            "isolated": test.mark.isolated or test.with_object,
            "left_out": "",
        }
        try:
            self._entries.append(self._entry(test, arguments))
        except SourceNotExtractable as reason:
            self.notes.append(f"{test.id} is not in the kit: {reason}.")
            described["left_out"] = LEFT_OUT
        return described

    def _entry(self, test: HiddenTest, arguments: Iterable[str]) -> str:
        known = {"answer", "answers", "questions", "case", "student", "inject", "own", "agent"}
        if unknown := sorted({*arguments} - known):
            raise SourceNotExtractable(f"it takes {unknown[0]}")
        if test.function is None:
            raise SourceNotExtractable("its function is not known")
        task = self._assignment.task(test.mark.task)
        if lent := [name for name in task.globals if name not in self._preamble]:
            raise SourceNotExtractable(f"its task gives the program a function {lent[0]}")
        check = self._expression(test.function)
        cases = []
        for case in test.cases:
            name = test.case_id(case)
            asked: list[Any] | None = None
            if test.ask is not None:
                asked = test.questions(task, case, own=task.inject)
            limits = self._assignment.limits(test.mark.cpu_seconds, case=name)
            calls = max(1, len(asked or ()), test.mark.moves)
            seconds = max(_LEAST_SECONDS, round(_SLOWER * limits.cpu_seconds * calls, 1))
            questions = None if asked is None else [
                (each.function, each.args, dict(each.kwargs)) for each in asked
            ]  # fmt: skip
            written = (self._expression(case), self._expression(questions))
            cases.append(f"({name!r}, {seconds}, {written[0]}, _asked({written[1]}))")
        body = ",\n        ".join(cases)
        return f"    {test.id!r}: ({check}, [\n        {body},\n    ]),"

    def _expression(self, value: object) -> str:
        text, modules = self._closure.expression(value)
        self._modules |= modules
        return text

    def figure_of(self) -> str:
        """Return the name of the module that draws arguments; empty if there is none."""
        if not (self._assignment.tests / "figures.py").is_file():
            return ""
        name = f"hidden_tests.{self._assignment.id}.figures"
        try:
            self._closure.require(name, "figure_of")
        except SourceNotExtractable as reason:
            self.notes.append(f"Arguments are not drawn in the kit: {reason}.")
            return ""
        return name

    def source(self) -> str:
        """Return the text of the module."""
        imports = [f"import {module}" for module in sorted({*self._modules, "grader.wire"})]
        return "\n".join([
            *imports, HELPER, _ASKED, "TESTS = {", *self._entries, "}", "",
        ])  # fmt: skip


_ASKED = """
def _asked(calls):
    from grader.testing.planned_calls import Question

    return None if calls is None else [Question(*call) for call in calls]
"""


def _make_secrecy_test(
    found: HiddenTests, public: Iterable[HiddenTest]
) -> Callable[[object], bool]:
    """Return a function that says whether a value is a case that students must not see."""
    shown = _UnhashableSet(case for test in public for case in test.cases)
    cases = (case for test in found.tests for case in (*test.cases, *test.pool))
    hidden = _UnhashableSet(case for case in cases if case is not None and case not in shown)
    return hidden.__contains__


class _UnhashableSet:
    """A set of values of any types, also of those that have no hash."""

    def __init__(self, values: Iterable[object]) -> None:
        self._by_type: dict[type, list[object]] = {}
        self._hashed: set[tuple[type, object]] = set()
        for value in values:
            try:
                self._hashed.add((type(value), value))
            except TypeError:
                self._by_type.setdefault(type(value), []).append(value)

    def __contains__(self, value: object) -> bool:
        if any(value == each for each in self._by_type.get(type(value), ())):
            return True
        try:
            return (type(value), value) in self._hashed
        except TypeError:
            return False


@functools.cache
def _grader_sources() -> dict[str, str]:
    """Return the grader's own modules that go along, by name."""
    root = Path(grader.__file__).parent
    texts: dict[str, str] = {}
    for name in _BROUGHT:
        path = root.joinpath(*name.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        texts[f"grader.{name}"] = file.read_text("utf-8")
    return texts


def _readme(assignment: Assignment) -> str:
    own = next(iter(assignment.files), f"{assignment.id}.py")
    return f"""# {assignment.title}: the public tests

You need Python 3.10 or newer, and no network.

    python check.py {own}            run the public tests on your file
    python check.py {own} --watch    run them again each time you save it
    python check.py {own} --task 1.3 run those of one task

On Windows, `py` may be the name of `python`. Notebooks (`.ipynb`) work as well. In a notebook,
`%load_ext check` once, and then `%check` in a cell, show a table below the cell.

This is not your grade. More tests are run when you hand in, and there each task is given right
versions of the functions that it builds on; here your own are used.
"""
