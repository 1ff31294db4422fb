"""Writes calls as lines of Python that a person can run behind the student's code.

All values came over the wire, so they are plain data, and their literals run nothing.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from grader.examine.lent_call_recorder import RecordedCall, RecordedException, lent_function_names
from grader.model.escape import escape_invisible
from grader.sandbox.call_request import Call
from grader.wire import Array, InjectedFunction, OwnFunction

_WIDTH = 96
_INDENT = "    "
_GIVEN = """\
def given(answers, place=slice(None)):
    def answer(*asked, **named):
        question = tuple(e for e in (*asked, *named.values()) if not callable(e))[place]
        answer.calls += 1
        found = [number for number, (known, _) in enumerate(answers) if known == question]
        if not found:
            raise LookupError("what a lent function answers to this was not recorded", question)
        {said} copy.deepcopy(answers.pop(found[0]) if len(found) > 1 else answers[found[0]])[1]
{raising}    answer.calls = 0
    return answer
"""
"""Gives the answers to a question in their order, and the last one again and again."""
_RAISING = """\
        if isinstance(said, Exception):
            raise said
        return said
"""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A program of calls, with all that is needed to run it.

    Attributes:
        calls: the calls, in order; what each returns is printed.
        given: what lent functions were asked in these calls, and answered.
        handed_out: sources of functions that every student was given and may not have kept.
        own: lent functions for which the student's own stand in.
        seeded: whether the student's code may draw random numbers.
        changed: by the number of a call, the indices of arguments that it changes; whether they are
            still the same is printed, too.
        counted: lent functions of which is printed how often they were called.
        comment: what to expect, line by line.
        whole: whether all that it takes is there, so that everybody who runs it sees the same.
    """

    calls: Sequence[Call]
    given: Sequence[RecordedCall] = ()
    handed_out: Sequence[str] = ()
    own: frozenset[str] = frozenset()
    seeded: bool = False
    changed: Mapping[int, Collection[int]] = field(default_factory=dict)
    counted: Sequence[str] = ()
    comment: Sequence[str] = ()
    whole: bool = True

    def __str__(self) -> str:
        modules: set[str] = {"random"} if self.seeded else set()
        names = {name: name if name in self.own else f"given_{name}" for name in self._lent()}
        writer = _ExpressionWriter(names, modules)
        body = [*self._tables(writer), *self._printed(writer)]
        if any(line.startswith("given_") for line in body):
            modules.add("copy")
            raises = any(isinstance(answer, RecordedException) for _, _, answer in self.given)
            said, raising = ("said =", _RAISING) if raises else ("return", "")
            body.insert(0, _GIVEN.format(said=said, raising=raising))
        if self.changed:
            modules.add("copy")
        imports = [f"import {module}" for module in sorted(modules)]
        comment = [
            f"# {escape_invisible(line)}" for text in self.comment for line in text.splitlines()
        ]
        return "\n".join([*imports, *self.handed_out, *body, *comment]) + "\n"

    def _lent(self) -> set[str]:
        return lent_function_names(self.calls) | {name for name, _, _ in self.given}

    def _tables(self, writer: _ExpressionWriter) -> Iterator[str]:
        """Yield stand-ins for lent functions, which answer the recorded questions only."""
        for name in sorted(self._lent() - self.own):
            answers = [(asked, answer) for known, asked, answer in self.given if known == name]
            index = _index_of_varying_argument([asked for asked, _ in answers])
            entries = [
                (writer.written(asked if index is None else asked[index]), writer.written(answer))
                for asked, answer in answers
            ]
            yield _wrap_expression(
                f"given_{name} = given([",
                [
                    f"({question}, {answer})"
                    for question, answer in _drop_repeated_questions(entries)
                ],
                "])" if index is None else f"], place={_written(index)})",
            )

    def _printed(self, writer: _ExpressionWriter) -> Iterator[str]:
        for number, call in enumerate(self.calls):
            arguments = writer.arguments(call)
            changed = sorted(self.changed.get(number, ()))
            named = {index: f"argument_{index + 1}" for index in changed}
            for index, name in named.items():
                yield f"{name} = {arguments[index]}"
                yield f"{name}_before = copy.deepcopy({name})"
                arguments[index] = name
            if self.seeded:
                yield f"random.seed({call.seed})"
            yield _wrap_expression(f"print({call.function}(", arguments, "))")
            for index, name in named.items():
                if isinstance(call.args[index], Array):
                    yield f"print(numpy.array_equal({name}, {name}_before))"
                else:
                    yield f"print({name} == {name}_before)"
        for name in self.counted:
            yield f'print("{name}", given_{name}.calls)'


def format_call(call: Call) -> str:
    """Return ``call`` as an expression with all arguments; lent functions are named."""
    return _wrap_expression(f"{call.function}(", _ExpressionWriter({}).arguments(call), ")")


@dataclass(frozen=True, slots=True)
class _ExpressionWriter:
    """A writer of values as Python expressions.

    Attributes:
        names: what each lent function is called.
        modules: those that the expressions need; added to.
    """

    names: Mapping[str, str]
    modules: set[str] = field(default_factory=set)

    def arguments(self, call: Call) -> list[str]:
        """Return the arguments of ``call`` as expressions."""
        named = (f"{name}={self.written(value)}" for name, value in call.kwargs.items())
        return [*map(self.written, call.args), *named]

    def written(self, value: Any) -> str:
        """Return ``value`` as an expression."""
        match value:
            case InjectedFunction() | OwnFunction():
                return self.names.get(value.name, value.name)
            case Array():
                self.modules.add("numpy")
                return f"numpy.array({self.written(value.items)}, dtype={value.dtype!r})"
            case RecordedException():
                return f"{value.name}({self._all(value.args)})"
            case Enum():
                module = type(value).__module__.rpartition(".")[2]
                self.modules.add(module)
                return f"{module}.{value}"
            case float() if not math.isfinite(value):
                return f'float("{value}")'
            case list() if _is_text_by_rows(value):
                rows = "".join(f"\n{_INDENT}{''.join(row)!r}," for row in value)
                return f"[list(row) for row in ({rows}\n)]"
            case list():
                return f"[{self._all(value)}]"
            case tuple():
                return f"({self._all(value)}{',' if len(value) == 1 else ''})"
            case frozenset() | set():
                return f"{type(value).__name__}([{self._all(sorted(value, key=repr))}])"
            case dict():
                pairs = (f"{self.written(key)}: {self.written(v)}" for key, v in value.items())
                return f"{{{', '.join(pairs)}}}"
        return repr(value)

    def _all(self, values: Sequence[Any]) -> str:
        return ", ".join(map(self.written, values))


def _drop_repeated_questions(entries: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return each question once, or all if a repeated one had different answers."""
    different = list(dict.fromkeys(entries))
    return different if len(different) == len(dict(entries)) else list(entries)


def _index_of_varying_argument(questions: Sequence[tuple[Any, ...]]) -> int | slice | None:
    """Return the index of the only argument that varies among the questions.

    The index is an empty slice if no argument differs.
    """
    if len(questions) < 2 or len(set(map(len, questions))) > 1:
        return None
    varying = [
        index
        for index, (first, *rest) in enumerate(zip(*questions, strict=True))
        if any(other != first for other in rest)
    ]
    if not varying:
        return slice(0, 0)
    return varying[0] if len(varying) == 1 else None


def _written(index: int | slice) -> str:
    return f"slice({index.start}, {index.stop})" if isinstance(index, slice) else str(index)


def _is_text_by_rows(value: list[Any]) -> bool:
    """Return whether ``value`` is a list of equally long rows of single characters."""
    return len(value) > 1 and all(
        isinstance(row, list)
        and len(row) == len(value[0]) > 1
        and all(isinstance(cell, str) and len(cell) == 1 for cell in row)
        for row in value
    )


def _wrap_expression(before: str, parts: Sequence[str], after: str) -> str:
    """Return an expression on one line if it is short enough, else a line for each part."""
    line = f"{before}{', '.join(parts)}{after}"
    if len(line) <= _WIDTH and "\n" not in line:
        return line
    indented = [f"{_INDENT}{part},".replace("\n", f"\n{_INDENT}") for part in parts]
    return "\n".join([before, *indented, after])
