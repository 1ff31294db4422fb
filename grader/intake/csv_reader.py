"""Reads tables that spreadsheets and editors save: CSV in many dialects and encodings.

A table is refused where a guess could change what it says. What a spreadsheet does to cells (dates
for ``1.1``, numbers for ``00123``) is recognised, so that messages can name it.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from grader.intake.text_decoding import BYTE_ORDER_MARKS
from grader.model.escape import escape_to_one_line
from grader.model.user_error import UsageError

_OTHER_KINDS = (
    (b"PK\x03\x04", "a workbook (as .xlsx or .ods), whatever its name ends in"),
    (b"\xd0\xcf\x11\xe0", "a workbook of an old Excel (.xls), whatever its name ends in"),
    (b"%PDF", "a PDF document"),
    (b"<", "a page of HTML or XML"),
)
"""First bytes of files that are saved or renamed by mistake."""

_SEPARATORS = ("\t", ";", ",", "|")

_LOOKED_AT = 200
"""Rows that decide what separates cells, if no names of columns do."""

_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069"
"""Characters that nobody sees; forms and chats put them around what is copied."""

_TEXT_FORMULA = re.compile(r'="(?P<text>[^"]*)"')
"""``="00123"``: how a cell says that it is no number."""

_ERROR_VALUE = re.compile(r"#(#+|[A-ZÄÖÜ/]+[A-Z0-9/]*[!?]?|N/A|NV)")
"""``#REF!``, ``#NAME?``, ``#####``: a spreadsheet's words for a cell without a value."""

# As English, German, French, Spanish, Italian, Portuguese and Dutch spreadsheets shorten them.
_MONTHS = (
    "jan jän janv ene gen", "feb fév févr fev febr", "mar mär mrz märz mars mrt",
    "apr avr abr april avril", "may mai mag mei maio", "jun jui juin juni june giu",
    "jul juil juli july lug", "aug aoû août ago", "sep sept set", "oct okt out ott",
    "nov", "dec dez déc dic",
)  # fmt: skip
_MONTH = {word: number for number, names in enumerate(_MONTHS, 1) for word in names.split()}
_YEAR = r"(\d{4}|\d{2})"
_TIME = r"([ T]\d{1,2}:\d{2}(:\d{2})?)?"
_DAY_AND_WORD = re.compile(
    rf"(?P<day>\d{{1,2}})[.\-/ ]*(?P<month>[^\W\d_]{{3,10}})\.?([\-/. ]+{_YEAR})?"
)
_WORD_AND_DAY = re.compile(
    rf"(?P<month>[^\W\d_]{{3,10}})\.?[\-/ ]*(?P<day>\d{{1,2}})(,? +{_YEAR})?"
)
_NUMBERS = re.compile(rf"(?P<day>\d{{1,2}})([./\-])(?P<month>\d{{1,2}})\2{_YEAR}{_TIME}")
_ISO = re.compile(rf"\d{{4}}-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}}){_TIME}")
_SCIENTIFIC = re.compile(r"\d([.,]\d+)?[eE]\+?\d{1,3}")


class NotATable(UsageError):
    """The error of a file without a table; the message follows the file's name, safe to print."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table that has a cell with text.

    Attributes:
        line: the line of the file on which it begins, from 1.
        cells: without blanks around them, in Unicode's composed form.
    """

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpreadsheetTable:
    """The rows of a table, and how they were read.

    Attributes:
        separator: between its cells.
        doubt: a sentence about how it was read, if that was a guess; goes on after its name.
    """

    rows: tuple[TableRow, ...]
    separator: str
    doubt: str = ""


def read_table(data: bytes | str, columns: Collection[str] = ()) -> SpreadsheetTable:
    """Read a table that was saved as CSV, with any separator and in any usual encoding.

    Rows without any text are passed over, as is a first line ``sep=;``.

    Args:
        data: the content of a file, or the text of a form.
        columns: names, in lower case, that a first row may hold; they tell the separator.

    Raises:
        NotATable: if it is something else, or not rightly quoted.
    """
    text, doubt = (data, "") if isinstance(data, str) else decode_table(data)
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise NotATable("is not a text; save the table as CSV in UTF-8")
    before = 0
    separator = ""
    if declared := re.match(r'"?sep=(.)"?[^\S\t\n]*\n', text, re.IGNORECASE):
        separator, before = declared[1], 1
        text = text[declared.end() :]
    separator = separator or _detect_separator(text, columns)
    return SpreadsheetTable(tuple(_rows(text, separator, before)), separator, doubt)


def normalise_cell(text: str) -> str:
    """Return ``text`` in the form used to compare cells: composed, without invisible ends."""
    before = None
    text = unicodedata.normalize("NFC", text)
    while text != before:
        before, text = text, text.strip().strip(_INVISIBLE)
    if formula := _TEXT_FORMULA.fullmatch(text):
        return normalise_cell(formula["text"])
    return text


# What spreadsheets do to cells --------------------------------------------------------------


def day_and_month(text: str) -> tuple[int, int] | None:
    """Return day and month of a date as spreadsheets write it; ``None`` if it is no date."""
    for form in (_DAY_AND_WORD, _WORD_AND_DAY, _NUMBERS, _ISO):
        if not (found := form.fullmatch(text.strip())):
            continue
        month = found["month"].lower()
        number = int(month) if month.isdecimal() else _MONTH.get(month, 0)
        if 1 <= int(found["day"]) <= 31 and 1 <= number <= 12:
            return int(found["day"]), number
    return None


def month_number(word: str) -> int:
    """Return the number of the month named ``word``, in full or in short; 0 if there is none."""
    word = word.lower()
    return _MONTH.get(word) or _MONTH.get(word[:4]) or _MONTH.get(word[:3]) or 0


def cell_damage(text: str) -> str:
    """Return how a spreadsheet damaged a cell that should hold an id or number, else ``""``.

    The sentence goes on after the cell, and says what to do.
    """
    if _ERROR_VALUE.fullmatch(text):
        return "is an error of the spreadsheet; mend the cell and save the table again"
    if text.startswith("="):
        return "is a formula; save the table with values in its place"
    if date := day_and_month(text):
        day, month = date
        return (
            f"is a date, which spreadsheets make of {day}.{month}; "
            "set the column to text and enter it again"
        )
    if _SCIENTIFIC.fullmatch(text):
        return (
            "is a number that a spreadsheet has shortened; set the column to text and enter it "
            "again in full"
        )
    return ""


def id_advice(text: str, known: Collection[str]) -> str:
    """Return advice about an id not in ``known``: how it was damaged, or which may be meant.

    The sentence goes on after the id; it is empty if nothing is known.
    """
    if damage := cell_damage(text):
        return damage
    bare = re.sub(r"[.,]0+", "", text) if re.fullmatch(r"\d+[.,]0+", text) else text
    if bare.isdecimal():
        same = [each for each in known if each.isdecimal() and each.lstrip("0") == bare.lstrip("0")]
        if same:
            return (
                f"may be {_listed(same)}: spreadsheets drop leading zeros; set the column to text "
                "and enter it again"
            )
    same = [each for each in known if each.casefold() == text.casefold()]
    return f"may be {_listed(same)}; capital and small letters are different here" if same else ""


def _listed(ids: Iterable[str]) -> str:
    return " or ".join(escape_to_one_line(each, 60) for each in sorted(ids)[:3])


# Encodings ----------------------------------------------------------------------------------


def decode_table(data: bytes) -> tuple[str, str]:
    """Return a file's text, and a doubt about its encoding; raise NotATable if it holds no text."""
    mark, codec, doubt = detect_encoding(data)
    return _by_codec(data.removeprefix(mark), codec), doubt


def detect_encoding(data: bytes) -> tuple[bytes, str, str]:
    """Return a table's byte order mark, which may be empty, its codec, and a doubt about that.

    Raises:
        NotATable: if it holds no text.
    """
    for mark, codec in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return mark, codec, ""
    for start, kind in _OTHER_KINDS:
        if data.lstrip().startswith(start):
            raise NotATable(f"is {kind}; save the table as CSV in UTF-8")
    if codec := _guess_utf_16_codec(data):
        return b"", codec, ""
    try:
        data.decode("utf-8")
        return b"", "utf-8", ""
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        raise NotATable(
            f"has a character in line {line} that is not UTF-8; save the table as CSV in UTF-8"
        ) from None
    shown = escape_to_one_line(text.split("\n")[line - 1].strip(), 80)
    doubt = (
        f"is not in UTF-8, so it was read as Windows-1252 (Western Europe). Look at line {line}, "
        f"which is now: {shown}. If letters are wrong, save it as CSV in UTF-8"
    )
    return b"", "cp1252", doubt


def _guess_utf_16_codec(data: bytes) -> str:
    """Return the UTF-16 codec of a text with a NUL in every other byte, as Latin letters have."""
    head = data[:200]
    if len(head) > 3 and not len(data) % 2:
        if head[1::2].count(0) > 0.8 * len(head) / 2:
            return "utf-16-le"
        if head[0::2].count(0) > 0.8 * len(head) / 2:
            return "utf-16-be"
    return ""


def _by_codec(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        raise NotATable(
            f"begins as {codec[:6].upper().rstrip('-')} text, but later parts are not; save the "
            "table as CSV in UTF-8"
        ) from None


# Rows ---------------------------------------------------------------------------------------


def _rows(text: str, separator: str, before: int = 0) -> Iterator[TableRow]:
    """Yield the rows of ``text``, which follows ``before`` lines of the file."""
    rows = csv.reader(io.StringIO(text), strict=True, delimiter=separator, skipinitialspace=True)
    while True:
        line = before + rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as problem:
            if "limit" in str(problem):
                raise NotATable(f"has a cell in line {line} that is far too long") from None
            raise NotATable(
                f"has quotes in line {line} that are not closed, or go on after their end; put the "
                'whole cell in quotes, and write " twice within it'
            ) from None
        if row is None:
            return
        cells = tuple(map(normalise_cell, row))
        if any(cells):
            yield TableRow(line, cells)


def _detect_separator(text: str, columns: Collection[str]) -> str:
    """Return the separator of cells that yields the named columns, or else rows of equal length."""
    first = next((line for line in text.split("\n") if line.strip(" \t,;|")), "")
    best = (0, 0.0, 0)
    chosen = ","
    for separator in _SEPARATORS:
        if separator not in text:
            continue
        try:
            header = next(_rows(first, separator), None)
        except NotATable:
            header = None
        named = 0
        if header is not None:
            named = len(set(columns) & {name.lower() for name in header.cells})
        try:
            widths = Counter(len(row.cells) for row in islice(_rows(text, separator), _LOOKED_AT))
        except NotATable:
            widths = Counter()
        wide = {width: number for width, number in widths.items() if width > 1}
        width = max(wide, key=lambda each: wide[each], default=0)
        share = wide[width] / sum(widths.values()) if wide else 0.0
        if (named, share, width) > best:
            best, chosen = (named, share, width), separator
    return chosen
