"""Strips notebooks of their cells' outputs, which can be a thousand times the rest."""

from __future__ import annotations

import re

from grader.intake.notebook_code import MAX_PARTS

_TOKEN = re.compile(
    rb"""
    (?P<bulk> "(?:outputs|attachments)" \s*+ : \s*+ [\[{] )
    | " (?: [^"\\]++ | \\.? )*+ (?: " | \Z )
    | (?P<opening> [\[{] )
    | (?P<closing> [\]}] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""What decides where a value ends: strings, of which nothing is looked at, and brackets."""


def without_outputs(data: bytes) -> bytes:
    """Return the JSON of a notebook with all outputs and attachments empty.

    Nothing is decoded, so that this takes no more memory than what it returns. What is no JSON is
    none afterwards either.
    """
    if sum(data.count(mark) for mark in (b"[", b"{")) > MAX_PARTS:
        return data  # which is refused for that
    kept: list[bytes] = []
    start = depth = 0
    for token in _TOKEN.finditer(data):
        match token.lastgroup:
            case "bulk" if depth == 0:
                kept.append(data[start : token.end()])
                depth = 1
            case "bulk" | "opening" if depth > 0:
                depth += 1
            case "closing" if depth > 0:
                depth -= 1
                start = token.start()
    return data if not kept else b"".join([*kept, data[start:] if depth == 0 else b""])
