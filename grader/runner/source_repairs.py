"""Repairs what copying and version control leave in a program, where Python refuses the text.

Nothing is changed in text that Python accepts, and nothing within strings and comments. Lines stay
where they are. Each repair says what it found, where, and what to do about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

_NOTHING_VISIBLE = {
    "\u200b": "zero-width space", "\u200c": "zero-width non-joiner", "\u200d": "zero-width joiner",
    "\u2060": "word joiner", "\ufeff": "byte order mark", "\u00ad": "soft hyphen",
    "\u200e": "left-to-right mark", "\u200f": "right-to-left mark",
}  # fmt: skip
_SPACES = {"\u00a0": "no-break space", "\u202f": "narrow no-break space", "\u3000": "wide space"}
_NAMES = _NOTHING_VISIBLE | _SPACES
_LOOKALIKES = {
    **dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("–—−‐‑", "-"),
    "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "…": "...",
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}, "。": ".", "、": ",",
}  # fmt: skip
"""Characters that editors of texts, and keyboards of other languages, write for Python's own."""

_KEPT = r"""
    \#[^\n]* | \"{3}(?:[^"\\]|\\.|"(?!""))*+(?:\"{3})? | '{3}(?:[^'\\]|\\.|'(?!''))*+(?:'{3})?
    | "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'?
"""
"""Comments and strings. One that is never closed counts too, so that it is looked at once."""
_CONTROLS = r"\x01-\x08\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069"
_HIDDEN = re.compile(
    rf"{_KEPT} | (?P<none>[{''.join(_NOTHING_VISIBLE)}{_CONTROLS}])"
    rf"| (?P<space>[{''.join(_SPACES)}\u1680\u2000-\u200a\u205f])",
    re.VERBOSE | re.DOTALL,
)
_TYPOGRAPHIC = re.compile(
    rf"{_KEPT} | [“„‟](?P<double>[^“”„\"\n]*)[“”‟] | [‘‚‛](?P<single>[^‘’‚'\n]*)[‘’‛]"
    rf"| (?P<one>[{re.escape(''.join(_LOOKALIKES))}])",
    re.VERBOSE | re.DOTALL,
)
_CONFLICT = re.compile(
    r"^<{7}(?: .*)?\n(?P<first>(?:(?!<{7}|={7}$|>{7}|\|{7}).*\n)*+)"
    r"(?P<base>\|{7}(?: .*)?\n(?:(?!<{7}|={7}$|>{7}).*\n)*+)?"
    r"={7}\n(?P<second>(?:(?!<{7}|={7}$|>{7}).*\n)*+)>{7}(?: .*)?(?=\n|\Z)",
    re.MULTILINE,
)
_PROMPT = re.compile(
    r"[ \t]*(?:>>>|\.\.\.|In[ ]?\[[ \d*]*\]:|\.\.\.:|\.{3,}:)(?:[ ]|$)(?P<code>.*)"
)
_BEGINS_WITH_A_PROMPT = re.compile(r"\s*(?:>>>|In[ ]?\[[ \d*]*\]:)")
_OUTPUT = re.compile(r"[ \t]*Out[ ]?\[[ \d*]*\]:.*")
_NUMBERED = re.compile(r"[ \t]*(?P<number>\d+)[.:|)]?(?P<code>(?:[ \t].*)?)")


class RepairNote(NamedTuple):
    """A note about a repair, and its line."""

    message: str
    line: int


class RepairedText(NamedTuple):
    """A text after repairs, with notes about them.

    Attributes:
        conflicts: first and last lines of conflicts of which the first version was kept.
    """

    text: str
    notes: tuple[RepairNote, ...] = ()
    conflicts: tuple[tuple[int, int], ...] = ()


def remove_leftovers(text: str, parses: Callable[[str], bool]) -> RepairedText:
    """Return ``text``, which Python refuses, without leftovers of copying and version control.

    Args:
        parses: whether Python accepts a text. What is in doubt is only done where it then does.
    """
    notes: list[RepairNote] = []
    conflicts = tuple(_conflicts(text))
    if conflicts:
        text = _CONFLICT.sub(_first_version, text)
    for repair in (_without_hidden, _without_lookalikes):
        text, found = repair(text)
        notes += found
    if (notes or conflicts) and parses(text):
        return RepairedText(text, tuple(notes), conflicts)
    candidates: list[tuple[str, str]] = []
    if _BEGINS_WITH_A_PROMPT.match(text):
        candidates += ((cut(text), _PROMPTS) for cut in (_keep_prompted_code, _without_outputs))
    candidates.append((_without_numbers(text), _NUMBERS))
    for candidate, message in candidates:
        if candidate.strip() and candidate != text and parses(candidate):
            note = RepairNote(message, _first_difference(text, candidate))
            return RepairedText(candidate, (*notes, note), conflicts)
    return RepairedText(text, tuple(notes), conflicts)


_PROMPTS = (
    "This looks like a copy of a Python session: prompts such as >>> or In [3]: and lines of "
    "output were left out. Python itself refuses this: delete them"
)
_NUMBERS = (
    "Lines begin with their numbers, which were left out. Python itself refuses this: delete them"
)


def conflict_note(first: int, last: int) -> RepairNote:
    """Return the note about a conflict of versions without a definition in it."""
    said = _conflict(first, last)
    return RepairNote(f"{said[0].upper()}{said[1:]} The first version was used. {_RESOLVE}", first)


def merge_conflict_reason(names: Iterable[str], first: int, last: int) -> str:
    """Return the reason why definitions of ``names`` were left out."""
    return f"{', '.join(names)} was left out: {_conflict(first, last)} {_RESOLVE}"


def _conflict(first: int, last: int) -> str:
    return f"lines {first} to {last} are a merge conflict (<<<<<<<, =======, >>>>>>>)."


_RESOLVE = "Keep one of the two versions, delete the lines with the markers and hand in again"


def _conflicts(text: str) -> Iterator[tuple[int, int]]:
    for found in _CONFLICT.finditer(text):
        first = text.count("\n", 0, found.start()) + 1
        yield first, first + found[0].count("\n")


def _first_version(conflict: re.Match[str]) -> str:
    after = conflict[0].count("\n") - 1 - conflict["first"].count("\n")
    return "\n" + conflict["first"] + "\n" * after


def _without_hidden(text: str) -> tuple[str, list[RepairNote]]:
    places: dict[str, int] = {}

    def instead(found: re.Match[str]) -> str:
        if found["none"] is None and found["space"] is None:
            return found[0]
        places.setdefault(found[0], found.start())
        return "" if found["none"] else " "

    mended = _HIDDEN.sub(instead, text)
    if not places:
        return text, []
    said = _list_characters(
        text, places, lambda char: f"{_NAMES.get(char, 'character')} U+{ord(char):04X}"
    )
    message = (
        f"Characters that nobody sees were left out: {said}. Python itself refuses this: type "
        "these lines anew instead of copying them"
    )
    return mended, [RepairNote(message, _line(text, min(places.values())))]


def _without_lookalikes(text: str) -> tuple[str, list[RepairNote]]:
    places: dict[str, int] = {}

    def instead(found: re.Match[str]) -> str:
        for group, quote in (("double", '"'), ("single", "'")):
            if found[group] is not None:
                places.setdefault(found[0][0], found.start())
                return f"{quote}{found[group]}{quote}"
        if found["one"] is None:
            return found[0]
        places.setdefault(found[0], found.start())
        return _LOOKALIKES[found[0]]

    mended = _TYPOGRAPHIC.sub(instead, text)
    if not places:
        return text, []
    said = _list_characters(text, places, lambda char: f"{char} for {_LOOKALIKES[char]}")
    message = (
        f"Characters that only look like Python's were replaced: {said}. Python itself refuses "
        "this: type them anew"
    )
    return mended, [RepairNote(message, _line(text, min(places.values())))]


def _list_characters(text: str, places: Mapping[str, int], named: Callable[[str], str]) -> str:
    """Return the first few characters, each with the line of its first place, as a list."""
    first = sorted(places.items(), key=lambda place: place[1])[:5]
    said = ", ".join(f"{named(char)} in line {_line(text, at)}" for char, at in first)
    return said + (f" and {len(places) - 5} more" if len(places) > 5 else "")


def _keep_prompted_code(text: str) -> str:
    """Return the code after prompts, with other lines emptied, as they are output."""
    return "\n".join(
        prompt["code"] if (prompt := _PROMPT.fullmatch(line)) else "" for line in text.split("\n")
    )


def _without_outputs(text: str) -> str:
    """Return the code after prompts and in lines that are not marked as output."""
    kept = []
    for line in text.split("\n"):
        prompt = _PROMPT.fullmatch(line)
        kept.append(prompt["code"] if prompt else "" if _OUTPUT.fullmatch(line) else line)
    return "\n".join(kept)


def _without_numbers(text: str) -> str:
    """Return the text without line numbers at the beginnings of lines, if it has them."""
    kept: list[str] = []
    last = 0
    for line in text.split("\n"):
        found = _NUMBERED.fullmatch(line)
        if found is None:
            if line.strip():
                return text
            kept.append("")
            continue
        if int(found["number"]) <= last:
            return text
        last = int(found["number"])
        kept.append(found["code"])
    indented = [line for line in kept if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in indented), default=0)
    return "\n".join(line[margin:] for line in kept)


def _first_difference(one: str, other: str) -> int:
    lines = zip(one.split("\n"), other.split("\n"), strict=True)
    return next(number for number, (a, b) in enumerate(lines, 1) if a != b)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
