"""Escapes text that a student may have written, so that it is safe to look at."""

from __future__ import annotations

import re

# Letters and marks by category, but drawn as nothing or as a plain gap: combining grapheme
# joiner, Hangul fillers, Khmer inherent vowels, Mongolian and other variation selectors,
# braille blank. They can hide a difference just as a zero-width space does.
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)

# A CI runner obeys these wherever they stand in a line of its log, so no frame around the
# text defuses them. Its other commands have to begin a line, which is the frame's business.
_RUNNER_COMMAND = re.compile(r"##(?=\w*\[)")

# These have to begin a line, perhaps behind blanks.
_LINE_COMMAND = re.compile(r"^([^\S\n]*):(?=:)", re.MULTILINE)


def escape_invisible(text: str) -> str:
    r"""Returns ``text`` with control and invisible characters written out as visible escapes.

    Newlines and tabs stay. Control characters (and with them every terminal escape sequence),
    bidirectional overrides, zero-width and other format characters, unusual spaces, line and
    paragraph separators, lone surrogates, private and unassigned characters become escapes as
    in a Python literal: ``\x1b``, ``\u202e``. What ``str.isprintable`` calls printable is kept.
    Backslashes are not doubled: the result is for eyes, not for ``eval``.
    """
    return _RUNNER_COMMAND.sub(r"#\\x23", "".join(map(_escape_character, text)))


def neutralise_ci_commands(text: str) -> str:
    """Returns ``text`` without lines that a CI runner would obey, for forms without a frame."""
    return _LINE_COMMAND.sub(r"\1\\x3a", text)


def escape_and_shorten(text: str, longest: int) -> str:
    """Returns ``text`` escaped, without its middle if it has more than ``longest`` characters.

    The end is kept because that is where a traceback says what happened.
    """
    left_out = len(text) - longest
    if left_out <= 0:
        return escape_invisible(text)
    half = longest // 2
    return (
        f"{escape_invisible(text[:half])}\n… {left_out} more characters "
        f"…\n{escape_invisible(text[-half:])}"
    )


def escape_to_one_line(text: str, longest: int = 200) -> str:
    """Returns ``text`` escaped, on one line of at most about ``longest`` characters."""
    shown = " ".join(escape_invisible(text[: longest + 1]).split())
    return shown if len(text) <= longest else f"{shown[:longest]}…"


def escape_line_for_ci(text: str, longest: int = 200) -> str:
    """Return ``text`` escaped, on one line, and without the ``::`` that a CI runner would obey."""
    return escape_to_one_line(text, longest).replace("::", "\\x3a:")


def _escape_character(char: str) -> str:
    if char in "\n\t" or (char.isprintable() and char not in _BLANK):
        return char
    return char.encode("unicode_escape").decode("ascii")
