"""Finds the line of a TOML file on which a key stands, which Python's own parser does not say."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_KEY = re.compile(r"""\s*([\w."'-]+)\s*=""")


def find_line_of_key(text: str, key: str) -> int:
    """Return the line of ``key``, or of its table if ``key`` is missing; lines count from 1.

    Args:
        text: of the whole file.
        key: with all tables that lead to it, as in ``limits.load.cpu_seconds`` or
            ``tasks[0].points``.
    """
    known = _index_lines(text)
    while key and key not in known:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return known.get(key, 1)


def _index_lines(text: str) -> dict[str, int]:
    """Return the line of every key and every table's header, the first one if it stands twice."""
    found: dict[str, int] = {}
    tables: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[2]
            if header[1] == "[[":
                tables[table] = tables.get(table, -1) + 1
                table = f"{table}[{tables[table]}]"
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            name = re.sub("[\"']", "", key[1])
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found
