"""Makes an assignment of a Coursemology package, a Python programming question of that platform.

A package is an archive that anybody may have made. Nothing in it is executed here: its program and
its expressions become texts of the assignment, which only sandboxes run. An expected value that is
a literal is read, and stays on the trusted side from then on, as those of any assignment do. One
that has to be computed is compared inside the sandbox, beside the student's code, as the platform
itself does it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from grader.assignment.course_assignments import REFERENCE, TESTS
from grader.author.new_assignment import check_new_id, write_new_assignment
from grader.intake.accepted_files import SIZE_LIMITS
from grader.intake.handin_files import list_regular_files, open_archive, read_file, read_member
from grader.intake.intake_errors import printable_name
from grader.model.user_error import UsageError

KINDS = ("public", "private", "evaluation")
_PARTS = {
    "solution": "solution/template.py",
    "submission": "submission/template.py",
    "prepend": "tests/prepend.py",
    "append": "tests/append.py",
}
_META, _MOST_META, _MOST_TEXT = ".meta", 8 << 20, 1 << 20
_MOST_LITERAL = 50_000
"""Characters of an expected value that is read as a literal."""
_DEFINITION = re.compile(r"^(?:def|class)[ \t]+([A-Za-z_]\w*)", re.MULTILINE | re.ASCII)
_MODULE = re.compile(r"([A-Za-z_]\w*)\.py", re.ASCII)
_FUTURE = re.compile(r"^from __future__ import annotations\b", re.MULTILINE)
_OURS = {"value_of", "package_prepend", "skeleton"}
"""Names of our own files in the reference."""
_UNREADABLE = object()

_TESTS = '''\
"""Hidden tests of {name}, made of a Coursemology package; each case of it is a test.

Expressions are texts that `value_of` in reference/{name} evaluates beside the student's code.
"""

from typing import Any

from grader.testing import Answer, Ask, Question, WrongAnswer, asks, task


def compared(kind: str, number: int, expression: str, expected: Any, *, hint: str = "") -> Any:
    """Return a test that `expression` equals `expected`."""

    def question(ask: Ask) -> Question:
        return ask.value_of(expression)

    def check(answer: Answer) -> None:
        if answer.value != expected:
            raise WrongAnswer(
                "The value is not the expected one.",
                expected=repr(expected)[:1000],
                actual=repr(answer.value)[:1000],
            )

    check.__doc__ = f"{{kind.capitalize()}} case {{number}}."
    return task("1", points=1, visibility=kind, hint=hint)(asks(question)(check))


{tests}
'''
_EVALUATOR = '''\
"""Evaluates expressions of the package where the student's code is, in the sandbox."""

import sys

# What the package executes behind the student's code.
APPEND = {append}

_behind: list[bool] = []


def value_of(expression):
    """Return the value of an expression, with the names of the student's program."""
    modules = [sys.modules[name] for name in ("submission_", "submission") if name in sys.modules]
    names = vars(modules[0])
    if not _behind:
        _behind.append(True)
        exec(compile(APPEND, "<append>", "exec"), names)
    try:
        return eval(compile(expression, "<expression>", "eval"), names)
    except NotImplementedError:
        # What is called has to say so itself, to count as not written yet.
        raise NotImplementedError from None
'''


class PackageNotUsable(UsageError):
    """A package of which no assignment can be made; the message says why."""


@dataclass(frozen=True, slots=True)
class PackageCase:
    """A case of a package, as texts."""

    kind: str
    number: int
    expression: str
    expected: str
    hint: str

    def source(self) -> str:
        """Return the line of a test module that is this case."""
        expression, expected = _parenthesise(self.expression), read_literal(self.expected)
        if expected is _UNREADABLE:
            expression = f"not not (({expression}) == ({_parenthesise(self.expected)}))"
            expected = True
        return (
            f"test_{self.kind}_{self.number:02} = compared(\n"
            f"    {self.kind!r}, {self.number}, {expression!r}, {expected!r}, hint={self.hint!r}\n)"
        )


@dataclass(frozen=True, slots=True)
class CoursemologyPackage:
    """The contents of a package, all of it texts.

    Attributes:
        texts: ``solution``, ``submission``, ``prepend`` and ``append``.
        modules: Python files beside them, by the name under which they are imported.
        left_out: names of further files.
    """

    texts: Mapping[str, str]
    modules: Mapping[str, str]
    cases: Sequence[PackageCase]
    left_out: Sequence[str]


def read_package(path: Path) -> CoursemologyPackage:
    """Read the package at ``path``.

    Raises:
        PackageNotUsable, IntakeError: if it is none, is damaged, or too large.
    """
    try:
        data = read_file(path, SIZE_LIMITS[".zip"])
    except OSError as problem:
        raise PackageNotUsable(f"{path} cannot be read: {problem.strerror}.") from None
    with open_archive(data, path.name) as archive:
        names = set(list_regular_files(archive))
        meta = _meta(_text(archive, names, _META, path.name, _MOST_META), path.name)
        texts = {
            part: _text(archive, names, file, path.name, _MOST_TEXT)
            for part, file in _PARTS.items()
        }
        modules: dict[str, str] = {}
        left_out: list[str] = []
        for file in sorted(name for name in names if "/" not in name and name != "Makefile"):
            if match := _MODULE.fullmatch(file):
                modules[match[1]] = _text(archive, names, file, path.name, _MOST_TEXT)
            elif file != _META:
                left_out.append(printable_name(file))
    return CoursemologyPackage(texts, modules, _cases(meta, path.name), left_out)


def import_package(path: Path, course: Path, id: str) -> tuple[CoursemologyPackage, Sequence[Path]]:
    """Make the assignment ``id`` of the package at ``path``, and return its files.

    Raises:
        PackageNotUsable, IntakeError: if the package cannot be used.
        AssignmentNotMade: if the assignment cannot be written; nothing of it is left then.
    """
    check_new_id(id)
    package = read_package(path)
    tests, reference = Path(TESTS, id), Path(REFERENCE, id)
    function = _find_most_named_definition(package, path.name)
    append = package.texts["append"]
    if _FUTURE.search(package.texts["prepend"]):  # on the platform it is one program
        append = f"from __future__ import annotations\n{append}"
    files = {
        tests / "assignment.toml": _toml(id, function, package),
        tests / "test_package.py": _TESTS.format(
            name=id, tests="\n".join(case.source() for case in package.cases)
        ),
        reference / f"{function}.py": package.texts["solution"],
        reference / "skeleton.py": package.texts["submission"],
        reference / "package_prepend.py": package.texts["prepend"],
        reference / "value_of.py": _EVALUATOR.format(append=_express_text_by_lines(append)),
        **{reference / "provided" / f"{name}.py": text for name, text in package.modules.items()},
    }
    return package, write_new_assignment(course, id, files)


def _parenthesise(expression: str) -> str:
    """Return ``expression`` in parentheses, within which its lines and comments end."""
    plain = not {"#", "\n"} & set(expression.strip())
    return expression.strip() if plain else f"(\n{expression}\n)"


def read_literal(text: str) -> Any:
    """Return the value of a literal of plain data; ``_UNREADABLE`` if ``text`` is anything else."""
    try:
        if len(text) <= _MOST_LITERAL:
            value = ast.literal_eval(text.strip())
            # As it is written into a module, it has to mean the same: infinity does not.
            if repr(ast.literal_eval(repr(value))) == repr(value):
                return value
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    return _UNREADABLE


def _text(archive: ZipFile, names: set[str], member: str, name: str, limit: int) -> str:
    if member not in names:
        raise PackageNotUsable(
            f"{printable_name(name)} holds no {member}: it is no package of a Python programming "
            "question as Coursemology's editor writes it."
        )
    try:
        text = read_member(archive, member, name, limit).decode("utf-8")
    except UnicodeDecodeError:
        raise PackageNotUsable(f"{printable_name(member)} in {name} is not UTF-8.") from None
    return text.replace("\r\n", "\n")


def _meta(text: str, name: str) -> Mapping[str, Any]:
    try:
        meta = json.loads(text)
    except (ValueError, RecursionError):
        raise PackageNotUsable(f"{_META} in {printable_name(name)} is not JSON.") from None
    if not isinstance(meta, dict) or not isinstance(meta.get("test_cases"), dict):
        raise PackageNotUsable(f"{_META} in {printable_name(name)} lists no test_cases.")
    return meta


def _cases(meta: Mapping[str, Any], name: str) -> list[PackageCase]:
    found: list[PackageCase] = []
    for kind in KINDS:
        listed = meta["test_cases"].get(kind) or []
        for number, case in enumerate(listed if isinstance(listed, list) else [listed], 1):
            given = case if isinstance(case, dict) else {}
            texts = [given.get(key) for key in ("expression", "expected")]
            if not all(isinstance(text, str) and text.strip() for text in texts):
                raise PackageNotUsable(
                    f"{_META} in {printable_name(name)}: {kind} case {number} needs an expression "
                    "and an expected value, both as texts."
                )
            found.append(
                PackageCase(
                    kind,
                    number,
                    str(given["expression"]),
                    str(given["expected"]),
                    str(given.get("hint") or ""),
                )
            )
    if not found:
        raise PackageNotUsable(f"{printable_name(name)} has no test cases.")
    return found


def _find_most_named_definition(package: CoursemologyPackage, name: str) -> str:
    """Return what the solution defines that expressions name most often."""
    defined = dict.fromkeys(sorted(_DEFINITION.findall(package.texts["solution"])))
    asked = "\n".join(case.expression for case in package.cases)
    count: Callable[[str], int] = lambda each: len(re.findall(rf"\b{each}\b", asked))  # noqa: E731
    function = max(defined.keys() - _OURS, key=count, default="")
    if not function or not count(function):
        raise PackageNotUsable(
            f"No expression in {printable_name(name)} calls what its solution defines, so that "
            "nothing says which function students write."
        )
    return function


def _toml(id: str, function: str, package: CoursemologyPackage) -> str:
    provided = f"provided = {json.dumps(sorted(package.modules))}\n" if package.modules else ""
    return (
        f'id = "{id}"\ntitle = "{id}"\n# What is executed before the student\'s code.\n'
        f'preamble = "package_prepend"\n{provided}\n[[tasks]]\nfunction = "{function}"\n'
        f"# One for each case, as the platform counts them.\npoints = {len(package.cases)}\n"
        'globals = ["value_of"]\n'
    )


def _express_text_by_lines(text: str) -> str:
    """Return ``text`` as an expression with a line for each of its lines."""
    lines = "".join(f"    {line!r}\n" for line in text.splitlines(keepends=True))
    return f"(\n{lines})" if lines else '""'
