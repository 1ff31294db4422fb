"""Decodes bytes to text, for files saved by any editor, and tells whether a text holds Python code.

Nothing is parsed as Python. Each look is one pass over the text.
"""

from __future__ import annotations

import codecs
import encodings
import re
from encodings.aliases import aliases
from pkgutil import iter_modules

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16's mark, so it is looked for first
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_COOKIE = re.compile(
    rb"(?:[ \t\f]*(?:#[^\r\n]*)?\r?\n)?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)"
)
"""The declaration that PEP 263 allows on the first two lines, after nothing but a comment."""

_DECLARABLE = re.compile(
    r"utf-?8|utf-8-sig|(us-)?ascii|latin-?1|iso-?8859-(1[013-6]?|[2-9])|(cp|windows-)125[0-8]"
    r"|cp(437|85[02]|949|932)|koi8-[ru]|gbk|gb2312|gb18030|big5|shift-?jis|euc-(jp|kr)|mac-roman"
)
"""Codecs that text editors write; naming any other loads no codec."""


_KNOWN = frozenset(
    {*aliases, *aliases.values(), *(module.name for module in iter_modules(encodings.__path__))}
)
"""Encodings that Python knows, as it spells them."""
_RARELY = 100
"""Of so many bytes at most one may be NUL in a text, from which it is then left out."""


def decode_with_doubt(data: bytes) -> tuple[str, str]:
    """Return the text with LF newlines, and a doubt about its encoding (empty if there is none)."""
    text, doubt = _decode(data)
    if 0 < text.count("\0") <= len(text) // _RARELY:
        text = text.replace("\0", "")
        doubt = doubt or f"NUL characters were left out. {_REFUSED}: save the file anew as UTF-8"
    return text.replace("\r\n", "\n").replace("\r", "\n"), doubt


_REFUSED = "Python itself refuses the file"


def _decode(data: bytes) -> tuple[str, str]:
    codecs_to_try = ["utf-8"]
    declared = doubt = ""
    if cookie := _COOKIE.match(data.removeprefix(codecs.BOM_UTF8)):
        declared = cookie[1].decode("ascii", "replace").lower().replace("_", "-")
        if _DECLARABLE.fullmatch(declared):
            codecs_to_try.insert(0, declared)
        elif declared.replace("-", "_") not in _KNOWN:
            doubt = (
                f"The file declares the encoding {declared[:40]}, which does not exist. "
                f"{_REFUSED}; the grader read it anyway: delete the declaration"
            )
    for mark, codec in (*BYTE_ORDER_MARKS, *_guess_utf16(data)):
        if data.startswith(mark):
            data = data.removeprefix(mark)
            codecs_to_try = [codec]
            if codec != "utf-8":
                doubt = (
                    f"The file was saved as {codec[:6].upper()}. {_REFUSED}; the grader read it "
                    "anyway: save it as UTF-8"
                )
            elif declared and not declared.startswith("utf"):
                doubt = (
                    f"The file begins with the mark of UTF-8, but declares {declared}. {_REFUSED}; "
                    "the grader read it anyway: delete the declaration"
                )
            break
    for codec in codecs_to_try:
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if codec != codecs_to_try[0]:
            doubt = (
                f"The file declares {declared}, but is UTF-8. {_REFUSED}; the grader read it "
                "anyway: delete the declaration"
            )
        return text, doubt
    named = codecs_to_try[0].upper()
    return data.decode("latin-1"), f"The text is not valid {named}; it was read as Latin-1"


def _guess_utf16(data: bytes) -> tuple[tuple[bytes, str], ...]:
    """Return the codec of UTF-16 without a byte order mark, seen by a NUL in every other byte."""
    beginning = data[:2000]
    half = len(beginning) // 2
    for first, codec in ((1, "utf-16-le"), (0, "utf-16-be")):
        if (
            half > 1
            and beginning[first::2].count(0) > 0.9 * half
            and not beginning[1 - first :: 2].count(0)
        ):
            return ((b"", codec),)
    return ()


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


class UnreadableText(ValueError):
    """The refusal of a file that holds no text; ``str()`` goes on after the file's name."""


def read_text(data: bytes) -> tuple[str, str]:
    """Return what :func:`decode_with_doubt` does, for a file that has text in it.

    Raises:
        UnreadableText: if it is empty, or has what only other kinds of files have.
    """
    if kind := _kind_of_file(data):
        raise UnreadableText(f"is in fact {kind}; hand in the text of your program.")
    text, doubt = decode_with_doubt(data)
    if "\0" in text:
        raise UnreadableText("looks like a binary file; hand in the text of your program.")
    if doubt and _CONTROL.search(text):
        raise UnreadableText(
            "is not a text in UTF-8 or another usual encoding; save it as UTF-8 and hand it in "
            "again."
        )
    if not text.strip():
        raise UnreadableText("is empty; save your work and hand it in again.")
    return text, doubt


def looks_like_text(data: bytes) -> bool:
    """Return whether :func:`read_text` can read a file."""
    try:
        read_text(data)
    except UnreadableText:
        return False
    return True


def _kind_of_file(data: bytes) -> str:
    """Return the kind of a file that is no text, by its first bytes; empty if it may be a text."""
    if _WEB_PAGE.match(data):
        return "a web page"
    return next((kind for mark, kind in _KINDS if data.startswith(mark)), "")


def holds_code(source: str, *, notebook: bool) -> bool:
    """Return whether a file or a cell has more than blanks, comments and strings."""
    if notebook:
        source = _COMMAND.sub("", source)
    return _NO_CODE.fullmatch(source) is None
