"""Cells of a CSV text are changed in place, and all other bytes stay."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.csv_reader import NotATable
from grader.intake.edit_csv_cells import read_csv_file

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=12)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=2, max_size=5),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_one_cell_is_changed_and_nothing_else(
    rows: list[list[str]], separator: str, end: str, codec: str
) -> None:
    page = io.StringIO(newline="")
    table = [["who", "points", "note"], *rows]
    csv.writer(page, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(
        table
    )
    data = page.getvalue().encode(codec)
    file = read_csv_file(data, ("who", "points"))
    assert (file.separator, len(file.lines)) == (separator, len(table))
    assert file.with_cells([]) == data
    changed = file.with_cells([(1, 1, "7.5")]).decode(codec)
    read = list(csv.reader(io.StringIO(changed, newline=""), delimiter=separator))
    assert read == [table[0], [table[1][0], "7.5", table[1][2]], *table[2:]]


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a,b\n1,\n", "a,b\n1,7\n"),
        ("a,b\n1\n", "a,b\n1,7\n"),
        ("a,b\n1", "a,b\n1,7"),
        ('a,b\r\n"1","2"\r\n', 'a,b\r\n"1","7"\r\n'),
        ("a,b\n1, 2 \n", "a,b\n1,7\n"),
        ('a,b\n"x\ny",5\n', 'a,b\n"x\ny",7\n'),
    ],
)
def test_where_a_cell_is(text: str, changed: str) -> None:
    assert read_csv_file(text.encode()).with_cells([(1, 1, "7")]) == changed.encode()


def test_a_decimal_comma_beside_commas_is_quoted() -> None:
    assert read_csv_file(b"a,b\n1,\n").with_cells([(1, 1, "7,5")]) == b'a,b\n1,"7,5"\n'
    assert read_csv_file(b"a;b\n1;\n").with_cells([(1, 1, "7,5")]) == b"a;b\n1;7,5\n"


def test_quotes_that_are_not_closed() -> None:
    with pytest.raises(NotATable, match="not closed"):
        read_csv_file(b'a,b\n"1,2\n')
