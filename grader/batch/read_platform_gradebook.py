"""Reads gradebooks that learning platforms let staff download: whose row it is, and which column.

Columns are known by their headers, in any order. The header need not be the first row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from grader.intake.edit_csv_cells import CsvFile, CsvLine
from grader.model.escape import escape_to_one_line
from grader.model.user_error import UsageError

_NUMBER = re.compile(r"\d+([.,]\d+)?")
_MOST_NAMED = 12
"""Columns that a message names."""
_HEADER_LINES = 12
"""Lines among which the header is looked for."""
_NOTHING = {"-", "–", "—"}
"""Signs of a cell without points."""
_READ_ONLY = "(read only)"
_HEADER_MAXIMUM = re.compile(r"(?:Total Pts: |MaxPoints:|\[)(?P<points>\d+([.,]\d+)?)")
"""As Blackboard, Brightspace and Sakai have the points to be had in a column's header."""


class WrongGradebook(UsageError):
    """A file is not the gradebook of the platform, or its column cannot be told."""


@dataclass(frozen=True, slots=True)
class Platform:
    """The columns of a platform's gradebook.

    Attributes:
        title: of the platform.
        ids: headers of columns with an id, in lower case, the usual one first.
        names: headers of the columns that make up a name.
        points: patterns for headers of columns that can be filled; the first that fits any counts.
        others: headers of columns that are neither, in lower case.
        maximum: header of the column with the points to be had.
        before_id: what stands before an id in its cell.
        drop: a pattern of headers that are calculated, or hold comments.
        excused: what the cell of a student says who need not hand in.
        points_row: first cell of a row with the points to be had, below the header.
    """

    title: str
    ids: tuple[str, ...]
    points: tuple[str, ...]
    names: tuple[tuple[str, ...], ...] = ()
    others: frozenset[str] = frozenset()
    maximum: str = ""
    before_id: Mapping[str, str] = field(default_factory=dict)
    drop: str = r"(?!)"
    points_row: str = ""
    excused: str = ""


_NAMES = (("first name", "last name"), ("name",), ("full name",), ("student name",))

PLATFORMS: Mapping[str, Platform] = {
    "canvas": Platform(
        "Canvas",
        ("id", "sis login id", "sis user id", "integration id"),
        (r".+ \(\d+\)", r".+"),
        others=frozenset({"student", "section", "root account"}),
        drop=r".*\b(current|final|unposted \w+) (score|grade|points)",
        points_row="Points Possible",
        excused="EX",
    ),
    "moodle": Platform(
        "Moodle",
        ("identifier", "username", "id number", "email address", "email"),
        (r"grade", r".+ \(real\)", r".+"),
        _NAMES,
        frozenset({
            "full name", "fullname", "first name", "last name", "status", "institution",
            "department", "grade can be changed", "last modified (submission)",
            "last modified (grade)", "feedback comments", "online text",
            "last downloaded from this course",
        }),
        "maximum grade",
        {"identifier": r"\D*"},
        drop=r".+ \((feedback|letter|percentage)\)|course total.*",
    ),
    "gradescope": Platform(
        "Gradescope",
        ("submission id", "sid", "email"),
        (r"total score",),
        _NAMES,
        maximum="max points",
    ),
    "blackboard": Platform(
        "Blackboard",
        ("username", "student id", "user name"),
        (r".+ ?\[total pts: .+\].*", r".+"),
        _NAMES,
        frozenset({"first name", "last name", "last access", "availability"}),
        drop=r".*\[total pts: up to .*",
    ),
    "brightspace": Platform(
        "Brightspace",
        ("username", "orgdefinedid", "org defined id", "email"),
        (r".+ points grade\b.*",),
        _NAMES,
        before_id={"username": "#?", "orgdefinedid": "#?", "org defined id": "#?"},
    ),
    "sakai": Platform(
        "Sakai",
        ("display id", "id", "student id"),
        (r"grade|mark", r".+ \[[\d.,]+\]"),
        _NAMES,
        drop=r"\*.*",
    ),
    "teams": Platform(
        "Teams",
        ("email address", "email"),
        (r".+",),
        _NAMES,
        frozenset({"first name", "last name", "name"}),
        drop=r"(points|feedback|max\w* points|points possible)\b.*",
    ),
}  # fmt: skip
"""By their names on the command line."""


@dataclass(frozen=True, slots=True)
class IdColumn:
    """A column, or several, that can tell whose row it is.

    Attributes:
        header: in lower case.
        ids: by the index of the line; lines without one are left out.
        names: whether they are people's names, as :func:`comparable_name` has them.
    """

    header: str
    ids: Mapping[int, str]
    names: bool = False


@dataclass(frozen=True, slots=True)
class PlatformGradebook:
    """A platform's gradebook, and the column in it that is filled.

    Attributes:
        header: index of the line with the headers.
        column: of the points.
    """

    platform: Platform
    file: CsvFile
    header: int
    column: int

    @property
    def title(self) -> str:
        """Return the header of the column that is filled."""
        return self.file.lines[self.header][self.column].text

    def text(self, line: int, column: int | None = None) -> str:
        """Return the text of a cell, of the filled column if none is named; empty if not there."""
        cells, column = self.file.lines[line], self.column if column is None else column
        return cells[column].text if column < len(cells) else ""

    def points(self, line: int) -> str:
        """Return what the filled column has for a student now; empty if that is nothing."""
        text = self.text(line)
        return "" if text in _NOTHING else text

    @property
    def students(self) -> range:
        """Return the indices of the lines below the header."""
        return range(self.header + 1, len(self.file.lines))

    def ids(self) -> list[IdColumn]:
        """Return the columns that can tell whose row it is; those with names come last."""
        headers = _headers(self.file.lines[self.header])
        found = []
        for name in self.platform.ids:
            if name in headers:
                before = self.platform.before_id.get(name, "")
                ids = {
                    line: re.sub(f"^{before}", "", self.text(line, headers[name]))
                    for line in self.students
                }
                found.append(IdColumn(name, {line: each for line, each in ids.items() if each}))
        for parts in self.platform.names:
            if all(part in headers for part in parts):
                names = {
                    line: comparable_name(
                        " ".join(self.text(line, headers[part]) for part in parts)
                    )
                    for line in self.students
                }
                told = {line: each for line, each in names.items() if each}
                found.append(IdColumn(" and ".join(parts), told, names=True))
        return found

    def label(self, line: int) -> str:
        """Return the first texts of a row, to name it by."""
        texts = [cell.text for cell in self.file.lines[line][: self.column] if cell.text]
        return escape_to_one_line(" ".join(texts[:3]), 60)

    @property
    def maximum(self) -> float | None:
        """Return the points to be had as the platform has them; ``None`` if it says nothing."""
        if found := _HEADER_MAXIMUM.search(self.title):
            return _number(found["points"])
        headers = _headers(self.file.lines[self.header])
        if self.platform.maximum in headers:
            column = headers[self.platform.maximum]
            told = (_number(self.text(line, column)) for line in self.students)
            return next((each for each in told if each is not None), None)
        line = _points_row(self.platform, self.file, self.header)
        return None if line is None else _number(self.text(line))

    @property
    def decimal_comma(self) -> bool:
        """Return whether the file's own points have a decimal comma."""
        headers = _headers(self.file.lines[self.header])
        columns = {self.column, headers.get(self.platform.maximum, self.column)}
        texts = [self.text(line, column) for line in self.students for column in columns]
        decimals = [text for text in texts if _NUMBER.fullmatch(text) and not text.isdecimal()]
        if decimals:
            return all("," in text for text in decimals)
        return self.file.separator == ";"

    def scores(self) -> dict[str, float]:
        """Return the points in the filled column, by the first id or name of each row."""
        first: dict[int, str] = {}
        for column in self.ids():
            first = {**column.ids, **first}
        told = {name: _number(self.text(line)) for line, name in first.items()}
        return {name: points for name, points in told.items() if points is not None}


def comparable_name(name: str) -> str:
    """Return a name in the form in which names are compared."""
    return " ".join(name.split()).casefold()


def find_gradebook_column(platform: Platform, file: CsvFile, wanted: str = "") -> PlatformGradebook:
    """Return the gradebook in ``file``, with the column named ``wanted``, or the only one.

    Raises:
        WrongGradebook: if there is no such column, or there are several.
    """
    header = _find_header(platform, file)
    line = file.lines[header]
    possible = _points_row(platform, file, header)
    rest = [
        column for column, cell in enumerate(line)
        if cell.text
        and cell.text.lower() not in {*platform.ids, *platform.others, platform.maximum}
        and not re.fullmatch(platform.drop, cell.text, re.IGNORECASE)
        and not (possible is not None and _text(file.lines[possible], column) == _READ_ONLY)
    ]  # fmt: skip
    fitting = next(
        (fits for each in platform.points if (fits := _matching(line, rest, each))),
        [],
    )
    if wanted:
        asked = wanted.casefold()
        chosen = [each for each in rest if line[each].text.casefold() == asked]
        chosen = chosen or [
            each for each in fitting if line[each].text.casefold().startswith(asked)
        ]
    else:
        chosen = fitting
    if len(chosen) == 1:
        return PlatformGradebook(platform, file, header, chosen[0])
    named = [repr(escape_to_one_line(line[each].text, 60)) for each in fitting[:_MOST_NAMED]]
    left = len(fitting) - len(named)
    there = ", ".join(named) + (f" and {left} more" if left > 0 else "")
    if not fitting:
        raise WrongGradebook(
            "has no column for points; download the gradebook with the assignment's column in it"
        )
    if wanted:
        how = "several columns" if chosen else "no column"
        raise WrongGradebook(f"has {how} {escape_to_one_line(wanted, 60)!r}; name one of {there}")
    raise WrongGradebook(f"has several columns for points; name one with --column: {there}")


def _find_header(platform: Platform, file: CsvFile) -> int:
    known = {*platform.ids, *(name for names in platform.names for name in names)}
    for index, line in enumerate(file.lines[:_HEADER_LINES]):
        if len(line) > 1 and known & _headers(line).keys():
            return index
    raise WrongGradebook(
        f"is no gradebook of {platform.title}: no column is called "
        f"{' or '.join(map(repr, platform.ids))}"
    )


def _headers(line: CsvLine) -> dict[str, int]:
    """Return the indices of columns by their headers, in lower case; of two, the first counts."""
    found: dict[str, int] = {}
    for column, cell in enumerate(line):
        found.setdefault(cell.text.lower(), column)
    return found


def _points_row(platform: Platform, file: CsvFile, header: int) -> int | None:
    """Return the index of the row with the points to be had, one of the first three."""
    for index in range(header + 1, min(header + 4, len(file.lines))):
        if platform.points_row and file.lines[index][0].text == platform.points_row:
            return index
    return None


def _matching(line: CsvLine, columns: Iterable[int], pattern: str) -> list[int]:
    return [each for each in columns if re.fullmatch(pattern, line[each].text, re.IGNORECASE)]


def _text(line: CsvLine, column: int) -> str:
    return line[column].text if column < len(line) else ""


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
