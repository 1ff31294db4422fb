"""Reads the CSV tables that people write for a batch, row by row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from grader.intake.csv_reader import NotATable, TableRow, id_advice, read_table
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count

_MOST_PROBLEMS = 20
"""Problems that are named."""
_LARGEST = 16 << 20
"""Bytes of a table."""
_TABLES = (".csv", ".tsv", ".txt")
_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")
_SPOKEN = {",": "a comma", ";": "a semicolon", "\t": "a tab"}


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row of a table.

    Attributes:
        cells: by column, without blanks around them; empty where there is none.
        where: file and line, for messages.
    """

    cells: Mapping[str, str]
    where: str


def list_table_files(tables: Iterable[Path], problems: list[str]) -> Iterator[Path]:
    """Yield ``tables``, with the CSV files inside in place of each folder.

    Args:
        problems: takes a sentence for each folder without any, and for each workbook in one.
    """
    for table in tables:
        if not table.is_dir():
            yield table
            continue
        # Excel's own "~$marks.xlsx" is there as long as somebody has the workbook open.
        inside = [each for each in sorted(table.iterdir()) if each.name[0] not in ".~"]
        found = [each for each in inside if each.suffix.lower() in _TABLES]
        problems += (
            f"{escape_to_one_line(str(each))} is a workbook; save it as CSV in UTF-8 beside it, "
            "and move the workbook elsewhere"
            for each in inside
            if each.suffix.lower() in _WORKBOOKS
        )
        if not found:
            problems.append(
                f"{escape_to_one_line(str(table))} holds no file that ends in "
                f"{' or '.join(_TABLES)}"
            )
        yield from found


def read_rows(
    path: Path,
    needed: Sequence[str],
    optional: Sequence[str],
    problems: list[str],
    doubts: list[str],
) -> Iterator[CsvRow]:
    """Yield the rows of a table that are not empty.

    Args:
        needed: columns that there have to be.
        optional: columns that there may be.
        problems: takes a sentence, safe to print, for each thing that is wrong.
        doubts: takes a sentence about what had to be guessed.
    """
    name = escape_to_one_line(str(path))
    allowed = (*needed, *optional)
    try:
        if path.stat().st_size > _LARGEST:
            raise OSError(0, f"it has more than {_LARGEST >> 20} MiB")
        table = read_table(path.read_bytes(), allowed)
    except OSError as problem:
        problems.append(f"{name} cannot be read: {problem.strerror or problem}")
        return
    except NotATable as problem:
        problems.append(f"{name} {problem}")
        return
    if table.doubt:
        doubts.append(f"{name} {table.doubt}.")
    header, *rows = table.rows or (TableRow(1, ()),)
    columns = [name.lower() for name in header.cells]
    if wrong := _describe_wrong_columns(columns, needed, optional):
        problems.append(f"{name}, line {header.line}: {wrong}")
        return
    for row in rows:
        where = f"{name}, line {row.line}"
        if stray := _text_outside_columns(row.cells, columns):
            separator = _SPOKEN.get(table.separator, table.separator)
            problems.append(
                f"{where}: {escape_to_one_line(stray, 40)!r} is in a column without a name; put "
                f"quotes around a cell that contains {separator}"
            )
            continue
        given = dict(zip(columns, row.cells, strict=False))
        cells = {column: given.get(column, "") for column in allowed}
        if any(cells.values()):
            yield CsvRow(cells, where)


def _describe_wrong_columns(
    columns: Sequence[str], needed: Sequence[str], optional: Sequence[str]
) -> str:
    """Return what is wrong with the column names; empty if they are right."""
    asked = f"the columns have to be {', '.join(needed)}"
    if optional:
        asked += f", and may be {' and '.join(optional)}"
    named = [each for each in columns if each]
    if not set(needed) <= set(named) <= {*needed, *optional}:
        return f"{asked}; they are {escape_to_one_line(', '.join(named)) or 'none'}"
    twice = [each for each, often in Counter(named).items() if often > 1]
    return f"there are several columns {', '.join(twice)}; leave one of each" if twice else ""


def _text_outside_columns(cells: Sequence[str], columns: Sequence[str]) -> str:
    """Return the first text of a row that is in no named column."""
    named = zip_longest(cells, columns[: len(cells)], fillvalue="")
    return next((cell for cell, column in named if cell and not column), "")


def is_row_of_file(where: str, path: Path) -> bool:
    """Return whether ``where`` names a row of the file ``path``."""
    return where.startswith(f"{escape_to_one_line(str(path))},")


def describe_unknown_id(id: str, students: Collection[str]) -> str:
    """Return a sentence on an id that no student has, with ids that may be meant."""
    if not id:
        return "the id is missing; fill in the student's id"
    advice = id_advice(id, students)
    return (
        f"nobody with the id {escape_to_one_line(id, 60)!r} handed in{advice and f'; it {advice}'}"
    )


def format_problems(problems: Sequence[str]) -> str:
    """Return the number of ``problems`` and the first of them, each on a line."""
    lead = f"{format_count(len(problems), 'problem')} in the tables, so nothing was changed. Mend:"
    left = len(problems) - _MOST_PROBLEMS
    more = [f"… and {left} more"] if left > 0 else []
    return "\n".join([lead, *sorted(problems, key=_sort_key)[:_MOST_PROBLEMS], *more])


def _sort_key(problem: str) -> tuple[str, int]:
    """Return file and line of a problem, as a key for sorting."""
    found = re.match(r"(.*?), line (\d+): ", problem)
    return (found[1], int(found[2])) if found else (problem, 0)
