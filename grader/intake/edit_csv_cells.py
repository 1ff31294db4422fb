"""Finds the cells of a CSV text, so that some are changed and every other character stays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from grader.intake.csv_reader import NotATable, detect_encoding, normalise_cell, read_table

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class CsvCell:
    """A cell of a CSV text.

    Attributes:
        text: without quotes and blanks around it, composed.
        start: where it begins in the text, with its quotes,
        end: and where it ends.
        quoted: whether it stands in quotes.
    """

    text: str
    start: int
    end: int
    quoted: bool


CsvLine = tuple[CsvCell, ...]
"""The cells of one row, at least one."""


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A CSV file, with the places of its cells.

    Attributes:
        mark: the byte order mark that it begins with, or empty.
        doubt: a sentence about its encoding, if that was a guess; goes on after its name.
    """

    mark: bytes
    codec: str
    text: str
    separator: str
    lines: tuple[CsvLine, ...]
    doubt: str = ""

    def with_cells(self, changes: Iterable[tuple[int, int, str]]) -> bytes:
        """Return the file with other texts in some cells, and each other byte as it was.

        Args:
            changes: index of the line, of the cell in it, and its text. A line is made longer if
                it has no such cell.
        """
        text, kept, written = self.text, 0, []
        for line, column, new in sorted(changes):
            cells = self.lines[line]
            if column < len(cells):
                cell = cells[column]
                start, end, before, quoted = cell.start, cell.end, "", cell.quoted
            else:
                start = end = cells[-1].end
                before, quoted = self.separator * (column + 1 - len(cells)), False
            if quoted or self.separator in new:
                new = f'"{new}"'  # noqa: PLW2901
            written += [text[kept:start], before, new]
            kept = end
        return self.mark + "".join([*written, text[kept:]]).encode(self.codec)


def read_csv_file(data: bytes, columns: Iterable[str] = ()) -> CsvFile:
    """Return the cells of a CSV file, with any separator and in any usual encoding.

    Args:
        columns: names, in lower case, that a row may hold; they tell the separator.

    Raises:
        NotATable: if it is something else, or not rightly quoted.
    """
    mark, codec, doubt = detect_encoding(data)
    separator = read_table(data, tuple(columns)).separator
    text = data.removeprefix(mark).decode(codec)
    return CsvFile(mark, codec, text, separator, tuple(_split(text, separator)), doubt)


def _split(text: str, separator: str) -> Iterable[CsvLine]:
    blanks = " " if separator == "\t" else r"[ \t]"
    apart = re.escape(separator)
    quoted = re.compile(rf'{blanks}*+"((?:[^"]|"")*+)"{blanks}*+(?={apart}|[\r\n]|\Z)')
    plain = re.compile(rf"[^{apart}\r\n]*+")
    place, cells = 0, list[CsvCell]()
    while place < len(text) or cells:
        found = quoted.match(text, place)
        cell = found or plain.match(text, place)
        assert cell is not None  # it may be empty
        inside = found[1].replace('""', '"') if found else cell[0]
        if not found and inside.lstrip().startswith('"'):
            raise NotATable("has quotes that are not closed, or go on after their end")
        cells.append(CsvCell(normalise_cell(inside), place, cell.end(), found is not None))
        place = cell.end()
        if text.startswith(separator, place):
            place += 1
            continue
        yield tuple(cells)
        cells = []
        if end := _LINE_END.match(text, place):
            place = end.end()
