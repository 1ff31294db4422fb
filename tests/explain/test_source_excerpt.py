from __future__ import annotations

import ast

import pytest

from grader.explain.add_explanations import find_excerpt
from grader.model.figures import Excerpt
from grader.model.report import View
from grader.model.submission import Cell
from grader.render.report_formats import FORMS, write_report
from tests.render.samples import a_test, call, case, report, task

CELLS = [
    Cell("\n".join(f"line {n}" for n in range(1, 21)), "bob.py", False),
    Cell("only\n", "cell 2", True),
]


def trace(*places: tuple[str, object]) -> str:
    frames = "".join(f'  File "{file}", line {line}, in f\n    x\n' for file, line in places)
    return f"Traceback (most recent call last):\n{frames}"


def test_the_innermost_line_with_its_surroundings() -> None:
    found = find_excerpt(trace(("bob.py", 3), ("bob.py", 10)), CELLS)
    assert found == Excerpt("bob.py", 10, 7, tuple(f"line {n}" for n in range(7, 14)))


def test_at_either_end_of_the_file_there_is_less_to_show() -> None:
    first, last = (
        find_excerpt(trace(("bob.py", 1)), CELLS),
        find_excerpt(trace(("bob.py", 20)), CELLS),
    )
    assert first is not None
    assert last is not None
    assert (first.first, len(first.lines)) == (1, 4)
    assert (last.first, len(last.lines)) == (17, 4)


def test_cells_of_a_notebook_are_found_by_name() -> None:
    assert find_excerpt(trace(("cell 2", 1)), CELLS) == Excerpt("cell 2", 1, 1, ("only",))


def test_frames_outside_the_submission_are_passed_over() -> None:
    found = find_excerpt(trace(("bob.py", 2), ("/usr/lib/python3/copy.py", 5)), CELLS)
    assert found is not None
    assert found.line == 2


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", trace(("bob.py", 21)), trace(("bob.py", 0)), trace(("bob.py", 10**30))],
)
def test_what_points_nowhere_gives_nothing(text: str) -> None:
    assert find_excerpt(text, CELLS) is None


def test_long_lines_are_cut() -> None:
    found = find_excerpt(trace(("long.py", 1)), [Cell("x" * 10_000, "long.py", False)])
    assert found is not None
    assert len(found.lines[0]) == 200


@pytest.mark.parametrize("character", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_lines_are_those_that_python_counts(character: str) -> None:
    source = f'"""a{character}b"""\n# {character}\nboom = 1 / 0\n'
    line = ast.parse(source).body[-1].lineno
    found = find_excerpt(trace(("evil.py", line)), [Cell(source, "evil.py", False)])
    assert found is not None
    assert found.lines[found.line - found.first] == "boom = 1 / 0"


def test_neither_the_end_nor_a_foreign_file_is_a_line() -> None:
    assert find_excerpt(trace(("cell 2", 2)), CELLS) is None
    assert find_excerpt(trace(("copy.py", 1)), CELLS) is None


@pytest.mark.parametrize("form", FORMS)
def test_control_characters_of_a_line_are_made_visible(form: str) -> None:
    found = find_excerpt(trace(("evil.py", 1)), [Cell("a\x0cb\x1cc\u2028d", "evil.py", False)])
    graded = report(task(a_test(case(call=call(excerpt=found)))))
    written = write_report(form, graded, View.STAFF)
    assert not {"\x0c", "\x1c", "\u2028"} & set(written)
