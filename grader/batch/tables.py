"""Tables that people write for a batch: CSV files with certain columns, read row by row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.model.escape import one_line
from grader.model.wording import count

_MOST_PROBLEMS = 20
"""Problems that are named."""
_LARGEST = 16 << 20
"""Bytes of a table."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a table.

    Attributes:
        cells: by column, without blanks around them; empty where there is none.
        where: file and line, for messages.
    """

    cells: Mapping[str, str]
    where: str


def files(tables: Iterable[Path], problems: list[str]) -> Iterator[Path]:
    """The files that are meant by files and folders, whose files ending in ``.csv`` count.

    Args:
        problems: takes a sentence for each folder without any.
    """
    for table in tables:
        if not table.is_dir():
            yield table
            continue
        found = sorted(table.glob("*.csv"))
        if not found:
            problems.append(f"{one_line(str(table))} holds no file that ends in .csv")
        yield from found


def lines(
    path: Path, needed: Sequence[str], optional: Sequence[str], problems: list[str]
) -> Iterator[Line]:
    """The rows of a table that are not empty.

    Args:
        needed: columns that there have to be.
        optional: columns that there may be.
        problems: takes a sentence, safe to print, for each thing that is wrong.
    """
    name = one_line(str(path))
    try:
        if path.stat().st_size > _LARGEST:
            raise OSError(0, f"it has more than {_LARGEST >> 20} MiB")
        text = path.read_text("utf-8-sig")
    except OSError as problem:
        problems.append(f"{name} cannot be read: {problem.strerror or problem}")
        return
    except UnicodeDecodeError:
        problems.append(f"{name} is not UTF-8 text; save it as CSV in UTF-8")
        return
    first = text.partition("\n")[0]
    # As spreadsheets write it where the comma stands in decimal fractions.
    apart = ";" if ";" in first and "," not in first else ","
    rows = csv.DictReader(io.StringIO(text), strict=True, delimiter=apart)
    try:
        columns = [(column or "").strip().lower() for column in rows.fieldnames or ()]
        rows.fieldnames = columns
        allowed = (*needed, *optional)
        if set(needed) - set(columns) or set(columns) - set(allowed):
            more = f", and may be {' and '.join(optional)}" if optional else ""
            problems.append(
                f"{name}, line 1: the columns have to be {', '.join(needed)}{more}; they are "
                f"{one_line(', '.join(columns)) or 'none'}"
            )
            return
        for row in rows:
            where = f"{name}, line {rows.line_num}"
            if None in row:
                problems.append(
                    f"{where}: more cells than the {len(columns)} columns; "
                    "put a text that has commas in quotes"
                )
                continue
            cells = {key: (row.get(key) or "").strip() for key in allowed}
            if any(cells.values()):
                yield Line(cells, where)
    except csv.Error as problem:
        problems.append(f"{name}, line {rows.line_num}: {problem}")


def is_of(where: str, path: Path) -> bool:
    """Whether a row with this ``where`` stands in the file ``path``."""
    return where.startswith(f"{one_line(str(path))},")


def message(problems: Sequence[str]) -> str:
    """How many ``problems`` there are, and the first of them by file and line, each on a line."""
    lead = f"{count(len(problems), 'problem')} in the tables, so nothing was changed; mend:"
    left = len(problems) - _MOST_PROBLEMS
    more = [f"… and {left} more"] if left > 0 else []
    return "\n".join([lead, *sorted(problems, key=_place)[:_MOST_PROBLEMS], *more])


def _place(problem: str) -> tuple[str, int]:
    """File and line of a problem, to sort them by."""
    found = re.match(r"(.*?), line (\d+): ", problem)
    return (found[1], int(found[2])) if found else (problem, 0)
