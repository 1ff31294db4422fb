"""Tables as spreadsheets save them: read rightly, or refused with what to do."""

from __future__ import annotations

import unicodedata

import pytest

from grader.intake.csv_reader import (
    NotATable,
    cell_damage,
    day_and_month,
    id_advice,
    normalise_cell,
    read_table,
)

COLUMNS = ("id", "name", "note")
ROWS = [("id", "name", "note"), ("zoé", "Roe, Zoé", "schön – „gut“")]


def saved(separator: str, end: str, *, quoted: bool) -> str:
    quote = '"' if quoted else ""
    return "".join(separator.join(f"{quote}{cell}{quote}" for cell in row) + end for row in ROWS)


def cells(data: bytes | str, columns: tuple[str, ...] = COLUMNS) -> list[tuple[str, ...]]:
    return [row.cells for row in read_table(data, columns).rows]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_any_separator_line_end_and_encoding(separator: str, end: str, encoding: str) -> None:
    text = saved(separator, end, quoted=separator == ",")
    table = read_table(text.encode(encoding), COLUMNS)
    assert [row.cells for row in table.rows] == ROWS
    assert [row.line for row in table.rows] == [1, 2]
    assert table.separator == separator
    assert bool(table.doubt) == (encoding == "cp1252")


def test_a_doubt_shows_the_line_that_was_guessed() -> None:
    doubt = read_table(saved(";", "\r\n", quoted=False).encode("cp1252"), COLUMNS).doubt
    assert "read as Windows-1252" in doubt
    assert "line 2, which is now: zoé;Roe, Zoé;schön – „gut“" in doubt


def test_a_list_without_names_of_columns() -> None:
    people = "doe;Doe, Jane;student\nroe;Roe, Rob;student\n"
    assert cells(people, ("login",)) == [
        ("doe", "Doe, Jane", "student"),
        ("roe", "Roe, Rob", "student"),
    ]
    assert cells('doe,"Doe; Jane",student\n')[0] == ("doe", "Doe; Jane", "student")


@pytest.mark.parametrize("first", ["sep=;\r\n", '"sep=;"\r\n', "SEP=;\n"])
def test_a_line_that_names_the_separator_is_no_row(first: str) -> None:
    rows = read_table(f"{first}id;note\na;b,c\n").rows
    assert [(row.line, row.cells) for row in rows] == [(2, ("id", "note")), (3, ("a", "b,c"))]


def test_blank_rows_are_passed_over_and_lines_are_counted() -> None:
    rows = read_table('id,note\n\n,,\n \u00a0,\na,"two\nlines"\nb,c\n').rows
    assert [(row.line, row.cells[0]) for row in rows] == [(1, "id"), (5, "a"), (7, "b")]
    assert rows[1].cells[1] == "two\nlines"


def test_ids_are_compared_as_people_see_them() -> None:
    apart = unicodedata.normalize("NFD", "José")
    assert apart != "José"
    for written in (apart, "\u00a0José\u200b ", "\ufeffJosé", '="José"'):
        assert normalise_cell(written) == "José"
    assert cells('"=""00123""",x\n') == [("00123", "x")]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04" + bytes(60), "a workbook"),
        (b"\xd0\xcf\x11\xe0" + bytes(60), "a workbook of an old Excel"),
        (b"%PDF-1.7", "a PDF"),
        (b"\n<html><table>", "HTML"),
        (b"id,name\0\0\n", "not a text"),
        (b"id,name\nx,\x81\n", "line 2 that is not UTF-8"),
        (b"\xff\xfei\0d\xd8\0\0", "begins as UTF-16 text"),
        (b'id,name\nx,"open\n', "quotes in line 2"),
        (b'id,name\nx,"a" b\n', "quotes in line 2"),
    ],
)
def test_what_is_no_table_is_refused_by_its_kind(data: bytes, kind: str) -> None:
    with pytest.raises(NotATable, match=kind):
        read_table(data, COLUMNS)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("01. Jan", (1, 1)), ("01. Feb", (1, 2)), ("01.01.2026", (1, 1)), ("1-Feb", (1, 2)),
        ("Feb 1", (1, 2)), ("03. Mrz", (3, 3)), ("01. Mai", (1, 5)), ("1 févr.", (1, 2)),
        ("2026-02-01", (1, 2)), ("2026-02-01 00:00:00", (1, 2)), ("1/2/26", (1, 2)),
        ("1.1", None), ("5 marks", None), ("5 mark", None), ("0.5", None), ("1.2.3.4", None),
        ("jane1", None), ("99. Jan", None), ("1.13.2026", None),
    ],
)  # fmt: skip
def test_dates_that_were_numbers(text: str, date: tuple[int, int] | None) -> None:
    assert day_and_month(text) == date


@pytest.mark.parametrize("text", ["#REF!", "#NAME?", "#NV", "#####", "#WERT!", "=A1+1", "1.2E+16"])
def test_cells_that_a_spreadsheet_has_damaged(text: str) -> None:
    assert cell_damage(text)


@pytest.mark.parametrize("text", ["alice", "1.1", "00123", "#1", "e1", "1e", "a=b", "0.5"])
def test_cells_that_are_well(text: str) -> None:
    assert cell_damage(text) == ""


def test_whose_a_damaged_id_may_be() -> None:
    known = ["00123", "Zoe", "123456789012345678"]
    assert "may be 00123: spreadsheets drop leading zeros" in id_advice("123", known)
    assert "may be 00123" in id_advice("123.0", known)
    assert "may be Zoe; capital" in id_advice("zoe", known)
    assert "shortened" in id_advice("1.23457E+17", known)
    assert id_advice("nobody", known) == ""
