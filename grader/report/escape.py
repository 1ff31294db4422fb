"""The one place where text that a student may have written is made safe to look at."""

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
_RUNNER_COMMAND = re.compile(r"##(?=\[|vso\[)")


def visible(text: str) -> str:
    r"""Returns ``text`` with everything that acts or hides, rather than shows, spelled out.

    Newlines and tabs stay. Control characters (and with them every terminal escape sequence),
    bidirectional overrides, zero-width and other format characters, unusual spaces, line and
    paragraph separators, lone surrogates, private and unassigned characters become escapes as
    in a Python literal: ``\x1b``, ``\u202e``. What ``str.isprintable`` calls printable is kept.
    Backslashes are not doubled: the result is for eyes, not for ``eval``.
    """
    return _RUNNER_COMMAND.sub(r"#\\x23", "".join(map(_spell, text)))


def _spell(char: str) -> str:
    if char in "\n\t" or (char.isprintable() and char not in _BLANK):
        return char
    return char.encode("unicode_escape").decode("ascii")
