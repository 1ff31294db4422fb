"""Runs the public tests of an assignment on a program, in this process: no files, no threads.

The tests, their cases and the parts of the grader that judge answers come as texts in one JSON
object, ``kit.json``. Modules are made of these texts for as long as the tests run, and what stood
in their places before comes back. It needs Python 3.10 or newer and nothing else.

What it says is no grade: hidden tests decide that, in a sandbox, with right versions of the
functions that a task builds on.
"""

from __future__ import annotations

import ast
import contextlib
import io
import random
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.export.kit.load_program import Program
    from grader.runner.call_arguments import ReusedArguments

FORMAT = "grade-kit/1"
"""The version of ``kit.json`` that this file reads."""
CASES = "kit_cases"
"""The module that holds the cases of all tests."""

Result = dict[str, str]
Report = Callable[[Result], None]

LOAD_SECONDS = 10
"""Seconds that loading the program may take."""
_TRUSTED = {
    "msgspec": """
import dataclasses

field = dataclasses.field

class Struct:
    def __init_subclass__(cls, **settings):
        dataclasses.dataclass(frozen=True)(cls)
""",
    "grader.testing": """
from grader.model.report import Measure
from grader.testing.case_failures import InvalidReturn, Undecided, WrongAnswer
from grader.testing.planned_calls import Ask, Question
from grader.testing.student import Agent, Answer, Inject, Lent, Own, Student
from grader.wire import Array
""",
}
"""Modules that stand in for larger ones here."""

_codes: dict[tuple[str, str], CodeType] = {}
"""Compiled modules by name and text: a page checks again and again in one process."""


def run_checks(
    source: str,
    filename: str,
    data: Mapping[str, Any],
    only: Collection[str] = (),
    report: Report | None = None,
) -> list[Result]:
    """Run the public tests on a program, and return a result for each case.

    Each result has the texts ``task``, ``title``, ``test`` (the case's id), ``verdict``,
    ``message``, ``call``, ``expected``, ``actual``, ``board``, ``printed`` and ``traceback``, empty
    where there is nothing to say. A verdict is ``accepted``, ``wrong_answer``, ``invalid_return``,
    ``runtime_error``, ``memory_limit_exceeded``, ``not_implemented``, ``not_attempted``,
    ``load_error``, or ``left_out`` for a test that cannot be run here.

    Args:
        source: the text of the program.
        filename: what tracebacks call it.
        data: the contents of ``kit.json``.
        only: ids of the tests to run, in this order; all if empty.
        report: called with each result as soon as there is one, and before that with one of the
            verdict ``started`` and the seconds that it may take as its message. The first of all
            has no ``test``: that is when the program is loaded.
    """
    if data.get("format") != FORMAT:
        raise ValueError(f"kit.json and kit_checks.py do not belong together: {data.get('format')}")
    results: list[Result] = []

    def tell(result: Result) -> None:
        if result["verdict"] != "started":
            results.append(result)
        if report is not None:
            report(result)

    with _importable_modules({**data["grader"], **data["checks"], **data["provided"], **_TRUSTED}):
        checker = _Checker(source, filename, data, tell)
        known = {test["id"]: test for test in data["tests"]}
        for name in only or known:
            checker.run(known[name])
    return results


def order_changed_tests_first(
    data: Mapping[str, Any], before: str, source: str, tests: Collection[str] = ()
) -> list[str]:
    """Return the ids of ``tests``, or of all: first those of tasks whose function has changed.

    Without a program ``before``, nothing has changed.
    """
    old, new = _definitions(before or source), _definitions(source)
    of = {test["id"]: test["task"] for test in data["tests"]}
    changed = {
        test["task"] for test in data["tests"]
        if old.get(test["function"]) != new.get(test["function"])
    }  # fmt: skip
    return sorted(tests or of, key=lambda test: of[test] not in changed)


def _definitions(source: str) -> dict[str, str]:
    """Return the code of each function and class by name; nothing of what cannot be read."""
    try:
        nodes = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name: ast.dump(node) for node in nodes if isinstance(node, kinds)}


def precompile_texts(data: Mapping[str, Any]) -> None:
    """Compile the texts of ``data`` ahead of the first check, which is then faster."""
    for texts in (data["grader"], data["checks"], data["provided"], _TRUSTED):
        for name, text in texts.items():
            _compiled(name, text)


def _compiled(name: str, text: str) -> CodeType:
    if (name, text) not in _codes:
        _codes[name, text] = compile(text, f"<{name}>", "exec", dont_inherit=True)
    return _codes[name, text]


class _TextModules(MetaPathFinder, Loader):
    """A finder and loader of modules whose texts are known, by name."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._packages = {
            name[:end] for name in texts for end, sign in enumerate(name) if sign == "."
        }
        self._made: dict[str, ModuleType] = {}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module of these texts; ``None`` for all others."""
        if fullname not in self._texts and fullname not in self._packages:
            return None
        return ModuleSpec(fullname, self, is_package=fullname in self._packages)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module of an earlier import: its classes stay the same ones."""
        return self._made.get(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run the text of ``module``, once; a package without one stays empty."""
        name = module.__name__
        if name in self._made:
            return
        self._made[name] = module
        exec(_compiled(name, self._texts.get(name, "")), module.__dict__)


@contextlib.contextmanager
def _importable_modules(texts: Mapping[str, str]) -> Iterator[None]:
    """Make modules of ``texts`` importable within the context, in the place of all others."""
    roots = {"submission", *(name.partition(".")[0] for name in texts)}

    def taken() -> dict[str, ModuleType]:
        names = [name for name in sys.modules if name.partition(".")[0] in roots]
        return {name: sys.modules.pop(name) for name in names}

    before = taken()
    finder = _TextModules(texts)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        taken()
        sys.modules.update(before)


class _MissingFunctionError(Exception):
    """The reason why a test cannot begin: a function of the student's own that it builds on."""


class _Caller:
    """A caller of the student's functions, in one program or in a new one for each call."""

    def __init__(
        self,
        load: Callable[[], Program],
        codec: Any,
        refilling: type[ReusedArguments],
        *,
        alone: bool,
    ) -> None:
        self._load = load
        self._codec = codec
        self._alone = alone
        self._program: Program | None = None
        self._refilling = refilling
        self._reused = refilling()
        self._calls: dict[str, int] = {}
        self._returned: Any = None
        self._objects: dict[str, Any] = {}
        """Objects that calls have made and whose methods are called."""
        self.last: Any = None
        self.outcome: Any = None

    def call(self, question: Any) -> Any:
        """Carry out one call, and return its answer; raise a ``CallFailure`` if there is none."""
        made = question.on
        if self._program is None or (self._alone and made is None):
            self._program, self._reused, self._returned = self._load(), self._refilling(), None
            self._objects.clear()
        if made is not None and made.function not in self._objects:
            self._answered(made, keep=True)
        return self._answered(question)

    def _answered(self, question: Any, *, keep: bool = False) -> Any:
        from grader.model.time_limits import CallLimits
        from grader.model.verdict import Verdict
        from grader.sandbox.backend_interface import CallEnding
        from grader.testing.case_failures import CallFailure, failure_of_call
        from grader.testing.student import Answer

        self.last, self.outcome = question, None
        program, name = self._program, question.function
        assert program is not None, "a call needs a program"
        if program.broken or (name in program.lost and not hasattr(program.module, name)):
            raise CallFailure(Verdict.LOAD_ERROR, program.broken or program.lost[name])
        self.outcome = outcome = self._carried_out(question, keep=keep)
        if outcome.ending is not CallEnding.ANSWER:
            raise failure_of_call(name, outcome, CallLimits(1.0, 1.0))
        return Answer(outcome.value, outcome.changed, outcome.calls)

    def _carried_out(self, question: Any, *, keep: bool) -> Any:
        from grader.sandbox.backend_interface import CallEnding, Outcome
        from grader.wire import Untransferable, describe_type

        assert self._program is not None, "a call needs a program"
        holder = self._objects[question.on.function] if question.on else self._program.module
        function = getattr(holder, question.function, None)
        if not callable(function):
            return Outcome(
                CallEnding.ABSENT, detail="" if function is None else describe_type(function)
            )
        self._calls = {}
        lending = self._codec.resolving(self._own)
        sent = self._codec.tree(list(question.args))
        args = self._reused.refill_containers(lending.revive(sent))
        kwargs = lending.revive(self._codec.tree(dict(question.kwargs)))
        before = [self._image(arg) for arg in args]
        earlier = self._image(self._returned)
        printed = _Printed()
        value: Any = None
        trace = ""
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                value = function(*args, **kwargs)
            if keep:
                self._objects[question.function], value = value, None
            if self._returned is not None and self._image(self._returned) != earlier:
                given_back = "given back" if self._reused.holds(self._returned) else ""
                ending, value, detail = CallEnding.SPOILED, None, given_back
            else:
                self._returned = value if type(value) in (list, dict) else None
                ending, value, detail = CallEnding.ANSWER, self._codec.tree(value), ""
                value = self._codec.revive(value)
        except Untransferable as refusal:
            offender, whole = str(refusal), describe_type(value)
            detail = offender if offender == whole else f"{whole} holding {offender}"
            ending, value = CallEnding.OPAQUE, None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a student's code raises
            ending, detail, value = self._ending_of(error, question.function), _told(error), None
            trace = _frames(error)
        changed = [
            number
            for number, (arg, image) in enumerate(zip(args, before))  # noqa: B905 - as many
            if self._image(arg) != image
        ]
        return Outcome(
            ending, value, detail, tuple(changed), dict(self._calls),
            stdout=printed.getvalue(), traceback=trace,
        )  # fmt: skip

    def _own(self, reference: Any) -> Callable[..., Any]:
        """Return the student's own function that ``reference`` names; count its calls."""
        assert self._program is not None, "an argument is of a program"
        name, calls = reference.name, self._calls
        function = getattr(self._program.module, name, None)
        if not callable(function):
            raise _MissingFunctionError(name)
        calls.setdefault(name, 0)

        def counted(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return function(*args, **kwargs)

        counted.__name__ = counted.__qualname__ = name
        return counted

    def _image(self, value: Any) -> str:
        """Return a text by which to see whether ``value`` has changed."""
        from grader.wire import Untransferable

        try:
            return str(self._codec.encode(value))
        except Untransferable:
            return ""

    def _ending_of(self, error: BaseException, function: str) -> Any:
        from grader.sandbox.backend_interface import CallEnding

        if isinstance(error, NotImplementedError):
            raised_by = _innermost(error)
            if raised_by == function:
                return CallEnding.UNFINISHED
            if raised_by in self._calls:
                raise _MissingFunctionError(raised_by) from None
        return CallEnding.MEMORY if isinstance(error, MemoryError) else CallEnding.RAISED


_MOST_PRINTED = 4000
"""Characters of what a call prints that are kept."""


class _Printed(io.StringIO):
    """A stream that keeps the beginning of what a call prints."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, _MOST_PRINTED - self.tell())])
        return len(text)


def _told(error: BaseException) -> str:
    from grader.wire import describe_type

    try:
        text = str(error)[:2000]
    except Exception:  # noqa: BLE001 - __str__ is the student's code
        text = "(its message could not be printed)"
    return ": ".join(filter(None, (describe_type(error), text)))


def _innermost(error: BaseException) -> str:
    names = [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]
    return names[-1] if names else ""


def _frames(error: BaseException) -> str:
    """Return the frames of the traceback that are in the student's code or deeper."""
    found = traceback.extract_tb(error.__traceback__, limit=-400)
    kept = [each for each in found if each.filename not in _OURS and each.filename[:1] != "<"]
    return "".join(traceback.StackSummary.from_list(kept).format())[-20_000:]


_OURS = {__file__, _innermost.__code__.co_filename}


class _Checker:
    """A checker of one program: it runs tests and tells what comes of their cases."""

    def __init__(self, source: str, filename: str, data: Mapping[str, Any], tell: Report) -> None:
        import importlib

        from grader.export.kit.load_program import load_quietly
        from grader.runner.call_arguments import ReusedArguments
        from grader.wire import Codec

        self._refilling = ReusedArguments
        self._first: list[Program] = []
        self._program = source, filename, data["preamble"]
        self._tell = tell
        nothing = {"id": "", "task": "", "title": ""}
        tell(_result(nothing, "", "started", message=str(LOAD_SECONDS)))
        self._data = data
        self._tests: Mapping[str, Any] = importlib.import_module(CASES).TESTS
        enums = {}
        for name in data["enums"]:
            module, _, attribute = name.rpartition(".")
            enums[name] = getattr(importlib.import_module(module), attribute)
        self._codec = Codec(enums)
        figures = data["figure_of"]
        self._figure_of: Callable[[Any], Any] | None = None
        if figures:
            self._figure_of = importlib.import_module(figures).figure_of
        self._first.append(load_quietly(*self._program))

    def run(self, test: Mapping[str, Any]) -> None:
        """Run one test: its cases in one program, and again alone where one is not accepted."""
        if test["left_out"]:
            self._tell(_result(test, test["id"], "left_out", message=test["left_out"]))
            return
        check, cases = self._tests[test["id"]]
        caller = self._caller(alone=test["isolated"])
        for name, seconds, case, questions in cases:
            if test["isolated"]:
                caller = self._caller(alone=True)
            self._tell(_result(test, name, "started", message=str(seconds)))
            random.seed(name)
            result = self._result(test, name, caller, check, case, questions)
            if result["verdict"] not in ("accepted", "left_out") and not test["isolated"]:
                random.seed(name)
                alone = self._result(test, name, self._caller(alone=True), check, case, questions)
                result = _choose_case_result(result, alone, in_turn=test["in_turn"])
                if result is alone:  # or else the next cases go on from what is left over
                    caller = self._caller(alone=False)
            self._tell(result)
            if result["verdict"] in _LAST:
                break

    def _load(self) -> Program:
        """Return the program loaded anew, or for the first time."""
        from grader.export.kit.load_program import load_quietly

        return self._first.pop() if self._first else load_quietly(*self._program)

    def _caller(self, *, alone: bool) -> _Caller:
        return _Caller(self._load, self._codec, self._refilling, alone=alone)

    def _result(
        self,
        test: Mapping[str, Any],
        id: str,
        caller: _Caller,
        check: Callable[..., object],
        case: Any,
        questions: Sequence[Any] | None,
    ) -> Result:
        from grader.export.kit.load_program import error_in_one_line
        from grader.testing.case_failures import CaseFailure

        failure: CaseFailure | None = None
        said: object = None
        try:
            said = check(**_arguments(test, caller, case, questions))
        except CaseFailure as found:
            failure = found
        except _MissingFunctionError as absent:
            message = (
                f"This test calls your own {absent}, which is not written yet. Your grade does "
                "not depend on that here: where you hand in, it is given a right one."
            )
            return _result(test, id, "not_attempted", message=message)
        except (AssertionError, Exception) as error:  # noqa: BLE001 - of the test itself
            message = f"This test could not be run here: {error_in_one_line(error)}"
            return _result(test, id, "left_out", message=message)
        result = _result(test, id, "accepted", message=said if isinstance(said, str) else "")
        result |= self._of_call(caller)
        if failure is not None:
            result |= {
                "verdict": failure.verdict.value,
                "message": failure.message,
                "expected": failure.expected or "",
                "actual": failure.actual or "",
            }
            result["board"] = self._board(failure.figures) or result["board"]
        return result

    def _of_call(self, caller: _Caller) -> Result:
        """Return what a result says of the last call: as an expression, with its board."""
        from grader.examine.call_trace import make_call_trace
        from grader.model.figures import DrawnArgument
        from grader.render.report_sentences import format_short_call
        from grader.sandbox.backend_interface import CallEnding, Outcome

        question = caller.last
        if question is None:
            return {}
        drawn: Any = None
        for index, value in enumerate(question.args):
            if self._figure_of and (found := self._figure_of(value)):
                drawn = DrawnArgument(index, *found)
                break
        outcome = caller.outcome or Outcome(CallEnding.ANSWER)
        trace = make_call_trace(question, outcome)
        object.__setattr__(trace, "drawn", drawn)
        return {
            "call": format_short_call(trace),
            "board": self._board([drawn.figure] if drawn else []),
            "printed": outcome.stdout,
            "traceback": outcome.traceback,
        }

    def _board(self, figures: Iterable[Any]) -> str:
        from grader.model.figures import GridFigure
        from grader.render.grid_text import draw_grid_lines

        grid = next((each for each in figures if isinstance(each, GridFigure)), None)
        lines = [] if grid is None else draw_grid_lines(grid)
        return "\n".join("".join(text for text, _ in line) for line in lines)


_LAST = {"not_attempted", "not_implemented", "load_error", "left_out"}
"""Verdicts that the other cases of a test would only repeat."""
_ON_ANSWERS = {"invalid_return", "runtime_error", "wrong_answer"}


def _arguments(
    test: Mapping[str, Any], caller: _Caller, case: Any, questions: Sequence[Any] | None
) -> dict[str, Any]:
    """Return the arguments that a test takes, by name."""
    from grader.testing.student import Agent, Inject, Own, Student

    wanted = test["arguments"]
    if questions is None:
        found = {
            "student": Student(caller.call),
            "agent": Agent(caller.call, test["function"]),
            "inject": Inject(test["inject"], (), test["inject"]),
            "own": Own(),
            "case": case,
        }
    else:
        answers = (caller.call(question) for question in questions)
        found = {"case": case, "questions": questions, "answers": answers}
        if "answer" in wanted:
            found["answer"] = next(answers)
    return {name: found[name] for name in wanted}


def _choose_case_result(series: Result, alone: Result, *, in_turn: bool) -> Result:
    """Return the result after other cases if it must be right in turn, else the one of it alone."""
    from grader.model.formatting import GIVEN_BACK, LEFT_OVER

    if not (in_turn and alone["verdict"] == "accepted" and series["verdict"] in _ON_ANSWERS):
        return alone
    if series["message"] == GIVEN_BACK:
        return series
    return {**series, "message": f"{series['message']} {LEFT_OVER}".strip()}


def _result(test: Mapping[str, Any], id: str, verdict: str, message: str = "") -> Result:
    return {
        "task": test["task"], "title": test["title"], "test": id, "verdict": verdict,
        "message": message, "call": "", "expected": "", "actual": "", "board": "", "printed": "",
        "traceback": "",
    }  # fmt: skip
