"""Takes values out of a TOML table, and collects each problem with the line it stands on."""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import dataclass
from typing import Any

_REQUIRED: Any = object()


@dataclass(frozen=True, slots=True)
class KeyProblem:
    """A problem with a key of a table; ``str()`` is a sentence about it."""

    key: str
    said: str

    def __str__(self) -> str:
        return f"{self.key} {self.said}"


class TomlTable:
    """A table of a TOML file, and the problems with its values.

    What is missing or wrong is noted in ``problems``, and some value of the right type is
    returned, so that one reading finds all problems.

    Args:
        where: the keys that lead to this table, each followed by a dot.
        problems: that of all tables of the file.
    """

    def __init__(self, values: dict[str, Any], problems: list[KeyProblem], where: str = "") -> None:
        self._values = values
        self._where = where
        self._asked: list[str] = []
        self.problems = problems

    def has(self, key: str) -> bool:
        """Return whether the table has a value for ``key``."""
        return key in self._values

    def text(self, key: str, default: str = _REQUIRED, wanted: str = "a string") -> str:
        """Return the text of ``key``, which must not be empty."""
        value = self._take(key, default, wanted)
        if value is default or (isinstance(value, str) and value):
            return "" if value is _REQUIRED else str(value)
        self.wrong(key, value, wanted)
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the list of texts of ``key``; an empty one by default."""
        value = self._take(key, ())
        if isinstance(value, list | tuple) and all(isinstance(v, str) and v for v in value):
            return tuple(value)
        self.wrong(key, value, "a list of strings")
        return ()

    def flag(self, key: str) -> bool:
        """Return the flag of ``key``; false by default."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            self.wrong(key, value, "true or false")
        return value is True

    def number(self, key: str, default: float = _REQUIRED) -> float:
        """Return the positive number of ``key``."""
        wanted = "a positive number"
        value = self._take(key, default, wanted)
        if value is _REQUIRED:
            return 1.0
        # TOML knows nan and inf; no figure here can be either.
        if type(value) not in {int, float} or not math.isfinite(value) or value <= 0:
            self.wrong(key, value, wanted)
            return 1.0
        return float(value)

    def table(self, key: str) -> TomlTable:
        """Return the table of ``key``; an empty one by default."""
        value = self._take(key, {})
        if not isinstance(value, dict):
            self.wrong(key, value, f"a table, [{self._where}{key}]")
            value = {}
        return TomlTable(value, self.problems, f"{self._where}{key}.")

    def tables(self, key: str) -> list[TomlTable]:
        """Return the tables of ``key``, at least one."""
        wanted = f"at least one table, [[{self._where}{key}]]"
        value = self._take(key, _REQUIRED, wanted)
        if value is _REQUIRED:
            return []
        if not isinstance(value, list) or not value or not all(isinstance(v, dict) for v in value):
            self.wrong(key, value, wanted)
            return []
        return [
            TomlTable(each, self.problems, f"{self._where}{key}[{index}].")
            for index, each in enumerate(value)
        ]

    def wrong(self, key: str, value: object, wanted: str) -> None:
        """Note as a problem that ``value`` is not what is ``wanted``."""
        self._note(key, f"is {value!r}; expected {wanted}.")

    def finish(self) -> None:
        """Note keys that the program does not know as problems: they are most likely misspelt."""
        for key in self._values:
            if key in self._asked:
                continue
            nearest = difflib.get_close_matches(key, self._asked, 1)
            advice = (
                f"did you mean {nearest[0]}?"
                if nearest
                else f"expected one of {', '.join(sorted(self._asked))}."
            )
            self._note(key, f"is not a known key; {advice}")

    def _take(self, key: str, default: Any, wanted: str = "") -> Any:
        self._asked.append(key)
        value = self._values.get(key, default)
        if value is _REQUIRED:
            self._note(key, f"is missing; expected {wanted}.")
        return value

    def _note(self, key: str, said: str) -> None:
        self.problems.append(KeyProblem(f"{self._where}{key}", said))


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
