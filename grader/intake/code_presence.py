"""Tells whether a file holds Python code, or another format, no text, or comments alone.

Nothing is parsed as Python. Each look is one pass over the text.
"""

from __future__ import annotations

import re

_KINDS = (
    (b"PK\3\4", "a zip archive or an office document"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "a document of a word processor (RTF)"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a program for a machine"),
    (b"MZ\x90\0", "a program for a machine"),
    (b"SQLite format 3\0", "a database"),
)
"""How files begin that are no text, or text of another kind."""

_WEB_PAGE = re.compile(rb"\s*+(?:<!doctype html|<html)\b", re.IGNORECASE)

_CONTROL = re.compile(r"[\0-\x08\x0e-\x19\x1b-\x1f\x7f]")
"""Characters that no editor writes into a text; form feeds and the old mark of an end are not."""

_STRING = r"""
    [rRuU]?+ (?: \"{3} (?: [^"\\]++ | \\. | "(?!"") )*+ \"{3}
               | '{3}  (?: [^'\\]++ | \\. | '(?!'') )*+ '{3}
               | "(?!"") (?: [^"\\\n]++ | \\. )*+ "
               | '(?!'') (?: [^'\\\n]++ | \\. )*+ ' )
"""
_NO_CODE = re.compile(rf"(?: [\s;\ufeff]++ | \#[^\n]*+ | {_STRING} )*+", re.VERBOSE | re.DOTALL)
"""A text of blanks, comments and strings alone, such as code in a pair of triple quotes."""

_COMMAND = re.compile(r"^[ \t]*+(?:%(?!%)|!).*$", re.MULTILINE)
"""A line of a notebook that is a command to Jupyter or the shell."""


def kind_of_file(data: bytes) -> str:
    """Return the kind of a file that is no text, by its first bytes; empty if it may be a text."""
    if _WEB_PAGE.match(data):
        return "a web page"
    return next((kind for mark, kind in _KINDS if data.startswith(mark)), "")


def is_garbled(text: str) -> bool:
    """Return whether a text decoded by a guess has characters that real texts do not have."""
    return _CONTROL.search(text) is not None


def holds_code(source: str, *, notebook: bool) -> bool:
    """Return whether a file or a cell has more than blanks, comments and strings."""
    if notebook:
        source = _COMMAND.sub("", source)
    return _NO_CODE.fullmatch(source) is None
