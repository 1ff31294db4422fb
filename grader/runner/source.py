"""From text to top-level statements, even where parts of the text are not Python.

A text that parses as a whole is taken as Python takes it. Otherwise it is cut into top-level
statements, each is parsed alone, and those that fail are reported and left out. A bracket or a
string that is never closed swallows what follows it, so a piece that fails is tried again
shorter: up to the next line that can only begin a statement, then up to the next unindented one.

Parsing is safe from absurd nesting: CPython since 3.11 bounds the depth of brackets and its own
recursion, and raises instead of crashing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.runner import ipython
from grader.runner.scanner import CERTAIN, LIKELY, next_start, skip_blank, statement_end

_PATIENCE = 8
"""How often a character is looked at, on average, before pieces are no longer tried again."""

_DEFINITION = re.compile(r"^([ \t]*+)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)

_WRAPPER = "if True:\n"


class Trouble(NamedTuple):
    """A stretch of text that was not used, or not as it stands."""

    message: str
    line: int
    names: tuple[str, ...] = ()
    """Functions and classes that were lost with it."""
    column: int | None = None
    """Character of the line at which Python could not go on, from 1."""


class Parsed(NamedTuple):
    """Statements in order, with the line numbers of the text, and what was left out."""

    statements: list[ast.stmt]
    troubles: list[Trouble]


class _Gap(NamedTuple):
    """Lines that could not be parsed and seem to define nothing."""

    first: int
    last: int
    trouble: Trouble


def parse(text: str) -> Parsed:
    """All statements of ``text`` that Python can read. Never raises; takes linear time."""
    try:
        return Parsed(ast.parse(text).body, [])
    except Exception:  # noqa: BLE001 - also ValueError, RecursionError, MemoryError…
        found = list(_merge(_recover(text if text.endswith("\n") else text + "\n")))
    return Parsed(
        [item for item in found if isinstance(item, ast.stmt)],
        [item for item in found if isinstance(item, Trouble)],
    )


def unreadable(error: Exception, names: tuple[str, ...]) -> str:
    """The sentence about a statement that Python refused with ``error``."""
    if isinstance(error, SyntaxError):
        reason = f"{type(error).__name__}: {error.msg}"
    elif isinstance(error, MemoryError | RecursionError):
        reason = "it is nested too deeply for Python"
    else:
        reason = f"{type(error).__name__}: {error}"
    what = ", ".join(names) if names else "This statement"
    were = "were" if len(names) > 1 else "was"
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    return f"{what} could not be read by {python} and {were} left out: {reason}"


def column_of(error: Exception) -> int | None:
    """The character of its line at which Python could not go on, from 1, if ``error`` says so."""
    return (error.offset or None) if isinstance(error, SyntaxError) else None


def _recover(text: str) -> Iterator[ast.stmt | Trouble | _Gap]:
    """What can be had of ``text``, which ends with a newline, piece by piece."""
    patience = _PATIENCE * len(text) + 100_000
    start = skip_blank(text, 0)
    line = 1 + text.count("\n", 0, start)
    while start < len(text):
        if patience > 0:
            far, commands = statement_end(text, start)
            certain = next_start(CERTAIN, text, start, far)
            ends = sorted({far, certain, next_start(LIKELY, text, start, certain)}, reverse=True)
        else:
            commands = []
            ends = [next_start(LIKELY, text, start, len(text))]
            if CERTAIN.match(text, start):
                ends.insert(0, next_start(CERTAIN, text, start, len(text)))
        end, found = _longest_readable(text, start, line, ends, commands)
        yield from found
        patience -= 2 * sum(tried - start for tried in ends if tried >= end)
        following = skip_blank(text, end)
        line += text.count("\n", start, following)
        start = following


def _longest_readable(
    text: str, start: int, line: int, ends: list[int], commands: list[tuple[int, int]]
) -> tuple[int, list[ast.stmt | Trouble | _Gap]]:
    """The first of ``ends`` up to which the text from ``start`` parses, and what is there.

    If none will do: the last of them, and the reason.
    """
    failure: Exception | None = None
    for end in ends:
        piece = text[start:end]
        inside = [(a - start, b - start) for a, b in commands if b <= end]
        try:
            statements = _parse_piece(_without(piece, inside), line)
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        else:
            return end, [*_command_troubles(piece, inside, line), *statements]
    assert failure is not None, "there is always an end to try"
    return ends[-1], [_refused(text[start : ends[-1]], line, failure)]


def _parse_piece(piece: str, line: int) -> list[ast.stmt]:
    """The statements of a piece whose first line is ``line`` of the text.

    A piece that is indented as a whole is accepted, as IPython accepts it.
    """
    indented = piece[0] in " \t"
    shift = line - 2 if indented else line - 1
    try:
        body = ast.parse(_WRAPPER + piece if indented else piece).body
    except SyntaxError as error:
        error.lineno = (error.lineno or 1) + shift
        raise
    if indented and isinstance(body[0], ast.If):
        body = body[0].body
    for statement in body:
        ast.increment_lineno(statement, shift)
    return body


def _without(piece: str, commands: Iterable[tuple[int, int]]) -> str:
    """``piece`` with each command replaced, at its own indentation, by ``pass``.

    Or by what it would have run; lines stay where they are.
    """
    kept: list[str] = []
    end = 0
    for a, b in commands:
        command = piece[a:b]
        indentation = command[: len(command) - len(command.lstrip())]
        instead = ipython.python_in(command) or "pass"
        kept += [piece[end:a], indentation, instead, "\n" * command.count("\n")]
        end = b
    return "".join([*kept, piece[end:]])


def _command_troubles(
    piece: str, commands: Iterable[tuple[int, int]], line: int
) -> Iterator[Trouble]:
    end = 0
    for a, b in commands:
        line += piece.count("\n", end, a)
        end = a
        words = " ".join(piece[a:b].split())
        rest = ", what it times was run" if ipython.python_in(piece[a:b]) else ""
        yield Trouble(f"IPython command left out{rest}: {words[:80]}", line)


def _refused(piece: str, line: int, error: Exception) -> Trouble | _Gap:
    last = line + piece.rstrip().count("\n")
    at = error.lineno if isinstance(error, SyntaxError) and error.lineno else line
    names = lost_names(piece)
    shown = min(max(at, line), last)
    column = column_of(error) if shown == at else None
    trouble = Trouble(unreadable(error, names), shown, names, column)
    return trouble if names else _Gap(line, last, trouble)


def lost_names(piece: str) -> tuple[str, ...]:
    """Names of the outermost functions and classes that ``piece`` seems to define."""
    found = [(len(match[1]), match[2]) for match in _DEFINITION.finditer(piece)]
    outermost = min((indent for indent, _ in found), default=0)
    return tuple(dict.fromkeys(name for indent, name in found if indent == outermost))


def _merge(found: Iterable[ast.stmt | Trouble | _Gap]) -> Iterator[ast.stmt | Trouble]:
    """Neighbouring gaps as one trouble, so that a page of prose is one note and not a hundred."""
    open_gap: _Gap | None = None
    for item in found:
        if isinstance(item, _Gap):
            if open_gap is None:
                open_gap = item
            else:
                message = f"Lines {open_gap.first} to {item.last} are not Python and were left out"
                trouble = Trouble(message, open_gap.first)
                open_gap = _Gap(open_gap.first, item.last, trouble)
            continue
        if open_gap is not None:
            yield open_gap.trouble
            open_gap = None
        yield item
    if open_gap is not None:
        yield open_gap.trouble
