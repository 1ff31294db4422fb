"""Prepares a submission's code for a page: divided by task, with its syntax coloured.

Nothing here runs or parses the code: definitions are found by their first lines, and colours by
tokens. What students wrote is escaped, for the eye and for the browser.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer
from pygments.token import Token, _TokenType

from grader.model.escape import escape_invisible, neutralise_ci_commands
from grader.model.report import Report
from grader.model.submission import Cell

MOST_LINES = 4000
"""Lines of a file that are shown."""
_COLOURED = 100_000
"""Characters of all files that are coloured, where no line is wider than what is shown."""
_WIDEST = 400
"""Characters of a line that are shown."""
_CLASSES = (
    (Token.Comment, "rem"), (Token.Literal.String, "str"), (Token.Literal.Number, "num"),
    (Token.Keyword, "key"), (Token.Operator.Word, "key"), (Token.Name.Function, "def"),
    (Token.Name.Class, "def"), (Token.Name.Decorator, "def"),
)  # fmt: skip
_DEFINITION = re.compile(r"(?:async\s+)?(?:def|class)\s+(\w+)")
_CLOSING = (")", "]", "}")


@dataclass(frozen=True, slots=True)
class CodePart:
    """Lines of a file that stand together: a definition that a task asks for, or what is between.

    Attributes:
        heading: the tasks that ask for it; empty for the rest.
        lines: each with its number in the file, from 1.
    """

    heading: str
    lines: tuple[tuple[int, Markup], ...]

    @property
    def first(self) -> int:
        """Return the number of the first line."""
        return self.lines[0][0]


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A file or notebook cell, in parts.

    Attributes:
        left: lines that are not shown.
    """

    name: str
    parts: tuple[CodePart, ...]
    left: int = 0


def code_files(report: Report) -> list[CodeFile]:
    """Return the code of a report, divided by the functions that its tasks ask for."""
    tasks = _tasks_by_function(report)
    found, room = [], _COLOURED
    for cell in report.cells:
        room -= len(cell.source)
        found.append(_file(cell, tasks, coloured=room >= 0))
    return found


def _tasks_by_function(report: Report) -> Mapping[str, str]:
    """Return the tasks that ask for each function, by the name that the submission gave it."""
    own = {role.role: role.function for role in report.roles if role.settled}
    found: dict[str, list[str]] = {}
    for task in report.tasks:
        if task.function:
            name = own.get(task.function, task.function)
            found.setdefault(name, []).append(f"{task.id} {task.title}")
    return {name: ", ".join(every) for name, every in found.items()}


def _file(cell: Cell, tasks: Mapping[str, str], *, coloured: bool) -> CodeFile:
    texts = cell.source.rstrip("\n").split("\n")
    shown = (
        _coloured_lines(cell.source, texts[:MOST_LINES])
        if coloured and max(map(len, texts)) <= _WIDEST
        else [_escape(_cut(text)) for text in texts[:MOST_LINES]]
    )
    parts: list[CodePart] = []
    for heading, start, end in _divide_by_task(texts[: len(shown)], tasks):
        lines = tuple((number + 1, shown[number]) for number in range(start, end))
        parts.append(CodePart(heading, lines))
    return CodeFile(cell.name, tuple(parts), len(texts) - len(shown))


def _divide_by_task(
    texts: Sequence[str], tasks: Mapping[str, str]
) -> Iterator[tuple[str, int, int]]:
    """Yield headings with the first line and the end of their parts, which follow each other."""
    begun, heading, place = 0, "", 0
    while place < len(texts):
        found = _DEFINITION.match(texts[place])
        wanted = tasks.get(found[1], "") if found else ""
        if wanted:
            start = _with_decorators(texts, place, begun)
            if start > begun:
                yield heading, begun, start
            end = _end_of_definition(texts, place)
            yield wanted, start, end
            begun, heading, place = end, "", end
        else:
            place += 1
    if begun < len(texts):
        yield heading, begun, len(texts)


def _with_decorators(texts: Sequence[str], place: int, least: int) -> int:
    """Return the first line of the decorators and comments right above a definition."""
    while place > least and texts[place - 1].startswith(("@", "#")):
        place -= 1
    return place


def _end_of_definition(texts: Sequence[str], place: int) -> int:
    """Return the line after the last one of a definition, with the blank lines behind it."""
    end = place + 1
    while end < len(texts) and (
        not texts[end].strip() or texts[end][0].isspace() or texts[end].startswith(_CLOSING)
    ):
        end += 1
    return end


def _coloured_lines(source: str, texts: Sequence[str]) -> list[Markup]:
    lines: list[list[Markup]] = [[]]
    tokens = PythonLexer().get_tokens_unprocessed(source)
    for name, run in groupby(tokens, lambda token: _css_class_of_token(token[1])):
        first, *others = "".join(text for _, _, text in run).split("\n")
        lines[-1].append(_span(name, first))
        lines += [[_span(name, each)] for each in others]
    return [Markup().join(line) for line in lines[: len(texts)]]


@functools.cache
def _css_class_of_token(kind: _TokenType) -> str:
    """Return the class of the style sheet for a kind of tokens; empty for most."""
    return next((name for above, name in _CLASSES if kind[: len(above)] == above), "")


def _span(name: str, text: str) -> Markup:
    if not (name and text):
        return _escape(text)
    return Markup('<span class="c-{}">{}</span>').format(name, _escape(text))


def _cut(text: str) -> str:
    left = len(text) - _WIDEST
    return text if left <= 0 else f"{text[:_WIDEST]}… {left} more characters"


def _escape(text: str) -> Markup:
    return escape(neutralise_ci_commands(escape_invisible(text)))
