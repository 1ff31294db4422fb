"""Parses text to top-level statements, even where parts of the text are not Python.

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
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from grader.runner import detect_newer_syntax, ipython_syntax, source_repairs
from grader.runner.statement_boundaries import (
    CERTAIN,
    LIKELY,
    next_start,
    skip_blank,
    statement_end,
)

_PATIENCE = 8
"""How often a character is looked at, on average, before pieces are no longer tried again."""

_LARGE = 100_000
"""Characters of a text from which on its tables are left out of the tree."""
_LEVELS = 10
"""How deep lists lie in lists that are left out."""
_TABLE = re.compile(
    r"""
    (?<=[=\[({,:\s]) (?<![\w)\]]\s)
    [\[({] (?: [\d\s,:.+\-eEjx_]++ | \b(?:True|False|None)\b
              | \(0\n*\) | "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+' )*+ [\])}]
    """,
    re.VERBOSE,
)

_DEFINITION = re.compile(r"^([ \t]*+)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)

_WRAPPER = "if True:\n"


class ParseProblem(NamedTuple):
    """A problem with a part of the text that was left out or changed."""

    message: str
    line: int
    names: tuple[str, ...] = ()
    """Functions and classes that were lost with it."""
    column: int | None = None
    """Character of the line at which Python could not go on, from 1."""


class ParsedProgram(NamedTuple):
    """The statements of a text in order, and the parts that were left out."""

    statements: list[ast.stmt]
    troubles: list[ParseProblem]
    texts: Mapping[ast.stmt, str] = MappingProxyType({})
    """Statements with long tables, to be compiled from their text: here, their tables are left
    out."""


class _Gap(NamedTuple):
    """A gap: lines that could not be parsed and seem to define nothing."""

    first: int
    last: int
    trouble: ParseProblem


def parse_tolerantly(text: str) -> ParsedProgram:
    """Return all statements of ``text`` that Python can read; never raises, in linear time."""
    short = _zero_constant_tables(text) if len(text) > _LARGE else text
    try:
        statements, troubles = ast.parse(short).body, list[ParseProblem]()
    except Exception:  # noqa: BLE001 - also ValueError, RecursionError, MemoryError…
        mended = source_repairs.remove_leftovers(short, _parses)
        whole = mended.text if mended.text.endswith("\n") else mended.text + "\n"
        found = list(_merge_gaps(_parse_piece_by_piece(whole)))
        statements = [item for item in found if isinstance(item, ast.stmt)]
        troubles = [ParseProblem(*note) for note in mended.notes]
        troubles += [item for item in found if isinstance(item, ParseProblem)]
        statements, left_out = _without_conflicts(statements, mended.conflicts)
        troubles += left_out
    texts = dict(_restore_shortened(statements, text, short)) if short != text else {}
    restored = {
        node: tree for node, whole in texts.items() if (tree := _parse_single_statement(whole))
    }
    return ParsedProgram(
        [restored.get(node, node) for node in statements],
        troubles,
        {node: whole for node, whole in texts.items() if node not in restored},
    )


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except Exception:  # noqa: BLE001 - as above
        return False
    return True


def _without_conflicts(
    statements: list[ast.stmt], conflicts: Iterable[tuple[int, int]]
) -> tuple[list[ast.stmt], list[ParseProblem]]:
    """Return ``statements`` without definitions that contain a conflict of versions."""
    troubles: list[ParseProblem] = []
    for first, last in conflicts:
        inside = [
            node
            for node in statements
            if isinstance(node, _DEFINING) and _lines(node)[0] <= last and first <= _lines(node)[1]
        ]
        names = tuple(node.name for node in inside)
        if names:
            reason = source_repairs.merge_conflict_reason(names, first, last)
            troubles.append(ParseProblem(reason, first, names))
        else:
            troubles.append(ParseProblem(*source_repairs.conflict_note(first, last)))
        statements = [node for node in statements if node not in inside]
    return statements, troubles


_DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _lines(node: ast.stmt) -> tuple[int, int]:
    """Return the first and last line of a statement, decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)]), node.end_lineno or node.lineno


def _zero_constant_tables(text: str) -> str:
    """Return ``text`` with 0 for each long table of constants, and with the same lines.

    A tree of 400,000 numbers takes more memory than programs are allowed; compiled, they take
    little. Nothing but constants is in them, so that the tree says all else without them.
    """
    for _ in range(_LEVELS):
        shorter = _TABLE.sub(_zero, text)
        if len(shorter) == len(text):
            break
        text = shorter
    return text


def _zero(table: re.Match[str]) -> str:
    lines = table[0].count("\n")
    return "(0" + "\n" * lines + ")" if lines else "0"


def _restore_shortened(
    statements: list[ast.stmt], text: str, short: str
) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements that are shortened in ``short``, each with its full source."""
    ours, theirs = text.split("\n"), short.split("\n")
    for node in statements:
        first, last = _lines(node)
        lines = ours[first - 1 : last]
        if lines != theirs[first - 1 : last]:
            yield node, "\n" * (first - 1) + "\n".join(lines)


def _parse_single_statement(whole: str) -> ast.stmt | None:
    """Return the statement that is all of ``whole``, if that is short enough for a tree."""
    if len(whole.lstrip("\n")) > _LARGE // 10:
        return None
    try:
        (statement,) = ast.parse(whole).body
    except Exception:  # noqa: BLE001 - as above
        return None
    return statement


def describe_syntax_error(error: Exception, names: tuple[str, ...]) -> str:
    """Return the sentence about a statement that Python refused with ``error``."""
    if isinstance(error, SyntaxError):
        reason = f"{type(error).__name__}: {error.msg}"
    elif isinstance(error, MemoryError | RecursionError):
        reason = "it is nested too deeply for Python"
    else:
        reason = f"{type(error).__name__}: {error}"
    return f"{_left_out(names)}: {reason}"


def _left_out(names: tuple[str, ...]) -> str:
    what = ", ".join(names) if names else "This statement"
    were = "were" if len(names) > 1 else "was"
    return f"{what} could not be read by {_PYTHON} and {were} left out"


_PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"


def _describe_newer_syntax(piece: str, names: tuple[str, ...]) -> str:
    """Return the sentence about a piece in newer syntax; empty if it is in none."""
    found = detect_newer_syntax.find_newer_features(piece)
    since = max((feature.since for feature in found), default=0)
    if since <= sys.version_info.minor:
        return ""
    what = " and ".join(feature.what for feature in found)
    return (
        f"{_left_out(names)}: it has {what}. Python 3.{since} and newer accept that, and this "
        f"course uses {_PYTHON}. {'. '.join(feature.instead for feature in found)}"
    )


def _older(piece: str) -> str:
    advice = detect_newer_syntax.advise_on_python2_except(piece)
    return f". {advice}" if advice else ""


def syntax_error_column(error: Exception) -> int | None:
    """Return the column, from 1, of the syntax error ``error``; ``None`` if it has none."""
    return (error.offset or None) if isinstance(error, SyntaxError) else None


def _parse_piece_by_piece(text: str) -> Iterator[ast.stmt | ParseProblem | _Gap]:
    """Yield the statements and problems of ``text``, which ends with a newline, piece by piece."""
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
) -> tuple[int, list[ast.stmt | ParseProblem | _Gap]]:
    """Return the first of ``ends`` up to which the text parses, and the statements there.

    If none will do: the last of them, and the reason.
    """
    failure: Exception | None = None
    for end in ends:
        piece = text[start:end]
        inside = [(a - start, b - start) for a, b in commands if b <= end]
        try:
            statements = _parse_piece(_replace_commands_with_pass(piece, inside), line)
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        else:
            return end, [*_command_troubles(piece, inside, line), *statements]
    assert failure is not None, "there is always an end to try"
    return ends[-1], [_refused(text[start : ends[-1]], line, failure)]


def _parse_piece(piece: str, line: int) -> list[ast.stmt]:
    """Return the statements of a piece whose first line is ``line`` of the text.

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


def _replace_commands_with_pass(piece: str, commands: Iterable[tuple[int, int]]) -> str:
    """Return ``piece`` with each command replaced, at its own indentation, by ``pass``.

    A command that only times a statement is replaced by that statement. Lines stay where they are.
    """
    kept: list[str] = []
    end = 0
    for a, b in commands:
        command = piece[a:b]
        indentation = command[: len(command) - len(command.lstrip())]
        instead = ipython_syntax.statement_in_timing_magic(command) or "pass"
        kept += [piece[end:a], indentation, instead, "\n" * command.count("\n")]
        end = b
    return "".join([*kept, piece[end:]])


def _command_troubles(
    piece: str, commands: Iterable[tuple[int, int]], line: int
) -> Iterator[ParseProblem]:
    end = 0
    for a, b in commands:
        line += piece.count("\n", end, a)
        end = a
        words = " ".join(piece[a:b].split())
        rest = (
            ", what it times was run"
            if ipython_syntax.statement_in_timing_magic(piece[a:b])
            else ""
        )
        yield ParseProblem(f"IPython command left out{rest}: {words[:80]}", line)


def _refused(piece: str, line: int, error: Exception) -> ParseProblem | _Gap:
    last = line + piece.rstrip().count("\n")
    at = error.lineno if isinstance(error, SyntaxError) and error.lineno else line
    names = seemingly_defined_names(piece)
    shown = min(max(at, line), last)
    column = syntax_error_column(error) if shown == at else None
    message = (
        _describe_newer_syntax(piece, names)
        or f"{describe_syntax_error(error, names)}{_older(piece)}"
    )
    trouble = ParseProblem(message, shown, names, column)
    return trouble if names else _Gap(line, last, trouble)


def seemingly_defined_names(piece: str) -> tuple[str, ...]:
    """Return names of the outermost functions and classes that ``piece`` seems to define."""
    found = [(len(match[1]), match[2]) for match in _DEFINITION.finditer(piece)]
    outermost = min((indent for indent, _ in found), default=0)
    return tuple(dict.fromkeys(name for indent, name in found if indent == outermost))


def _merge_gaps(
    found: Iterable[ast.stmt | ParseProblem | _Gap],
) -> Iterator[ast.stmt | ParseProblem]:
    """Yield statements and problems, with adjacent gaps merged into one problem."""
    open_gap: _Gap | None = None
    for item in found:
        if isinstance(item, _Gap):
            if open_gap is None:
                open_gap = item
            else:
                message = f"Lines {open_gap.first} to {item.last} are not Python and were left out"
                trouble = ParseProblem(message, open_gap.first)
                open_gap = _Gap(open_gap.first, item.last, trouble)
            continue
        if open_gap is not None:
            yield open_gap.trouble
            open_gap = None
        yield item
    if open_gap is not None:
        yield open_gap.trouble
