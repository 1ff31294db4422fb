"""Detects syntax of newer Python versions, by rewriting it for this version."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple


class Feature(NamedTuple):
    """A feature of syntax that needs another version of Python.

    Attributes:
        since: the version of Python 3 from which on it is accepted.
        instead: what to write for every version.
    """

    since: int
    what: str
    instead: str


_F_STRINGS = Feature(
    12,
    "an f-string with quotes, backslashes, comments or line breaks inside its braces",
    "Give the part in braces a name in the line before, and put that name into the braces",
)
_TYPE_PARAMETERS = Feature(
    12, "type parameters in brackets after a name", "Leave the brackets out, or use TypeVar"
)
_TYPE_STATEMENT = Feature(12, "a type statement", "Leave out the word type: Name = …")
_DEFAULTS = Feature(13, "defaults of type parameters", "Leave the brackets out, or use TypeVar")
_BARE_EXCEPT = Feature(
    14,
    "several exceptions without parentheses",
    "Put them in parentheses: except (ValueError, TypeError):",
)
_TEMPLATES = Feature(14, "a template string (t before the quotes)", "Use an f-string")

_PARAMETERS = re.compile(
    r"^(?P<head>[ \t]*+(?:async[ \t]+)?(?:def|class)[ \t]+\w+)[ \t]*"
    r"\[(?P<inside>(?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]",
    re.MULTILINE,
)
_TYPE = re.compile(
    r"^(?P<margin>[ \t]*+)type[ \t]+(?P<name>\w+)[ \t]*"
    r"(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])?(?=[ \t]*=)",
    re.MULTILINE,
)
_EXCEPT = re.compile(
    r"^(?P<head>[ \t]*+except\*?[ \t]+)(?P<first>[\w.]+)(?P<others>(?:[ \t]*,[ \t]*[\w.]+)+)"
    r"(?=[ \t]*:)",
    re.MULTILINE,
)
_OLD_TARGET = re.compile(r"[ \t]*,[ \t]*[a-z]\w?|[ \t]*,[ \t]*(?:err|error|exc|ex)\b")
_LONGEST = 100_000
"""Characters of a piece that is looked at,"""
_DEEPEST = 5
"""and levels of strings in braces of strings."""
_STRING = re.compile(r"(?<![\w\"'])(?P<prefix>[A-Za-z]{0,2})(?P<quote>\"{3}|'{3}|\"|')")


def find_newer_features(piece: str) -> list[Feature]:
    """Return the newer features in ``piece``, if it is valid for this Python without them.

    Each feature is replaced by older syntax, and this Python tries to parse the result.
    """
    if len(piece) > _LONGEST:
        return []
    found: list[Feature] = []

    def note(feature: Feature, instead: str) -> str:
        found.append(feature)
        return instead

    text = _blank_newer_strings(piece, found, 0)
    text = _PARAMETERS.sub(
        lambda m: note(_DEFAULTS if "=" in m["inside"] else _TYPE_PARAMETERS, m["head"]), text
    )
    text = _TYPE.sub(lambda m: note(_TYPE_STATEMENT, f"{m['margin']}{m['name']}"), text)
    text = _EXCEPT.sub(
        lambda m: (
            m[0]
            if _OLD_TARGET.fullmatch(m["others"])
            else note(_BARE_EXCEPT, f"{m['head']}({m['first']}{m['others']})")
        ),
        text,
    )
    return list(dict.fromkeys(found)) if found and _parses(text) else []


def advise_on_python2_except(piece: str) -> str:
    """Return advice on an ``except`` of Python 2 in ``piece``; empty if there is none."""
    for found in _EXCEPT.finditer(piece):
        if _OLD_TARGET.fullmatch(found["others"]):
            name = found["others"].strip(" \t,")
            return f"Python 2 wrote it so; write: except {found['first']} as {name}:"
    return ""


def _parses(text: str) -> bool:
    try:
        ast.parse(f"if True:\n{text}" if text[:1] in " \t" else text)
    except Exception:  # noqa: BLE001 - also ValueError, RecursionError, MemoryError…
        return False
    return True


def _blank_newer_strings(text: str, found: list[Feature], depth: int) -> str:
    """Return ``text`` with ``""`` for strings of newer Pythons, and add these to ``found``."""
    kept: list[str] = []
    end = 0
    while string := _STRING.search(text, end):
        at = string.start()
        comment = text.find("#", max(end, text.rfind("\n", 0, at) + 1), at)
        if comment >= 0:
            stop = text.find("\n", comment)
            stop = len(text) if stop < 0 else stop
            kept.append(text[end:stop])
            end = stop
            continue
        prefix = string["prefix"].lower()
        stop, expressions = _string_end(text, string.end(), string["quote"], prefix, depth)
        kept.append(text[end:at])
        whole = text[at:stop]
        feature = _feature_of_string(whole, prefix, expressions, depth)
        if feature is not None:
            found.append(feature)
            whole = '""'
        kept.append(whole)
        end = stop
    return "".join([*kept, text[end:]])


def _feature_of_string(
    string: str, prefix: str, expressions: list[str], depth: int
) -> Feature | None:
    """Return the feature that a string needs; ``None`` if it needs none or is invalid."""
    if "f" not in prefix and "t" not in prefix:
        return None
    if "t" not in prefix and _parses(f"({string})"):
        return None
    if not all(_is_expression(expression, depth + 1) for expression in expressions):
        return None
    return _TEMPLATES if "t" in prefix else _F_STRINGS


def _is_expression(text: str, depth: int) -> bool:
    return depth <= _DEEPEST and _parses(f"({_blank_newer_strings(text, [], depth)}\n)")


def _string_end(text: str, at: int, quote: str, prefix: str, depth: int) -> tuple[int, list[str]]:
    """Return the end of the string whose contents begin at ``at``, and the expressions in it."""
    expressions: list[str] = []
    formatted = depth <= _DEEPEST and ("f" in prefix or "t" in prefix)
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote), expressions
        if text[at] == "\n" and len(quote) == 1:
            return at, expressions
        if text[at] == "\\" or (formatted and text.startswith(("{{", "}}"), at)):
            at += 2
        elif formatted and text[at] == "{":
            at, expression = _field_end(text, at + 1, depth + 1)
            expressions.append(expression)
        else:
            at += 1
    return len(text), expressions


def _field_end(text: str, at: int, level: int) -> tuple[int, str]:
    """Return the end of the replacement field that begins at ``at``, and its expression."""
    begin, depth, stop = at, 0, -1
    while at < len(text):
        char = text[at]
        if string := _STRING.match(text, at):
            at, _ = _string_end(
                text, string.end(), string["quote"], string["prefix"].lower(), level
            )
            continue
        if char in "([{":
            depth += 1
        elif char in ")]" or (char == "}" and depth):
            depth -= 1
        elif char == "}":
            return at + 1, text[begin : at if stop < 0 else stop].rstrip().rstrip("=")
        elif depth == 0 and stop < 0 and (char == ":" or (char == "!" and text[at + 1] != "=")):
            stop = at
        at += 1
    return len(text), text[begin:]
