"""Finds where top-level statements begin and end in text that need not be Python.

The scanner knows strings, comments, brackets, continuation lines and indentation, and nothing
else. For text that is Python its boundaries are Python's; elsewhere they are good guesses.
Offsets are into the text, which must end with a newline.
"""

from __future__ import annotations

import re

from grader.runner import ipython_syntax

MAX_DEPTH = 200
"""CPython's tokenizer refuses more open brackets than this."""

CERTAIN = re.compile(
    r"""
    ^\f*+
    (?: (?:async[ \t]+)? def[ \t]+\w+[ \t]*\(
    |   class[ \t]+\w+[ \t]*[(:]
    |   @[ \t]*\w
    |   import[ \t]+\w
    |   from[ \t]+[\w.]+[ \t]+import\b
    |   (?:if|while|for|with|try)\b[^\n]*:[ \t]*(?:\#[^\n]*)?$
    |   (?:assert|del|raise|return|global)[ \t]+[\w(\["']
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""An unindented line that begins a statement: no bracketed expression can contain it."""

LIKELY = re.compile(r"^\f*+(?!(?:else|elif|except|finally)\b)[^\s#)\]}]", re.MULTILINE)
"""An unindented line that begins a statement unless a bracket or a string is open."""

_BLANK = re.compile(r"(?:[ \t\f]*+(?:\#[^\n]*)?\n)*+")

_DECORATED = re.compile(
    r"(?:@[^\n]*\n(?:[ \t\f]*+(?:\#[^\n]*)?\n)*+)++(?:(?:async|def|class)\b[^\n]*\n)?"
)

_TOKEN = re.compile(
    r"""
    \#[^\n]* | \\\n | \n | [(\[{)\]}] | \"{3} | '{3}
    | "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'?
    """,
    re.VERBOSE | re.DOTALL,
)
_REST_OF_STRING = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"""', re.DOTALL),
    "'''": re.compile(r"(?:[^'\\]|\\.|'(?!''))*+'''", re.DOTALL),
}


def skip_blank(text: str, start: int) -> int:
    """Return the offset of the first line from ``start`` on that is no blank or comment."""
    match = _BLANK.match(text, start)
    return match.end() if match else start


def statement_end(text: str, start: int) -> tuple[int, list[tuple[int, int]]]:
    """Return the end of the top-level statement at ``start``, and spans of commands in it."""
    commands = []
    end = start
    decorated = False
    while end < len(text) and (end == start or decorated or not LIKELY.match(text, end)):
        if command := ipython_syntax.COMMAND.match(text, end):
            commands.append(command.span())
            end = command.end() + 1
        else:
            decorated = text.startswith("@", end) or (decorated and skip_blank(text, end) > end)
            end = _logical_line_end(text, end)
    return end, commands


def next_start(beginning: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Return the first match of ``beginning`` after the first line of a statement.

    Decorators and what they decorate count as one line. ``end`` if there is no match before it.
    """
    after = text.index("\n", start) + 1
    if decorated := _DECORATED.match(text, start):
        after = decorated.end()
    match = beginning.search(text, after, end)
    return match.start() if match else end


def _logical_line_end(text: str, start: int) -> int:
    """Return the offset after the logical line at ``start``, or a guess if it never closes."""
    depth = 0
    position = start
    while token := _TOKEN.search(text, position):
        position = token.end()
        match token[0]:
            case "\n":
                if depth == 0 or depth > MAX_DEPTH or CERTAIN.match(text, position):
                    return position
            case "(" | "[" | "{":
                depth += 1
            case ")" | "]" | "}":
                depth = max(0, depth - 1)
            case '"""' | "'''" as quotes:
                string = _REST_OF_STRING[quotes].match(text, position)
                position = string.end() if string else len(text)
    return len(text)
