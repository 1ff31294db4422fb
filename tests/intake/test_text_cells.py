"""Notebooks with code where it is not run, and notebooks of other languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.intake import notebook_code
from grader.intake.intake_errors import IntakeError

FUNCTION = "def f(x):\n    return x\n"


def read(*cells: dict[str, Any], **metadata: Any) -> tuple[list[tuple[int, str]], list[str]]:
    book = {"cells": cells, "metadata": metadata, "nbformat": 4}
    return notebook_code.code_cells(json.dumps(book), "a.ipynb")


def cell(kind: str, source: str) -> dict[str, Any]:
    return {"cell_type": kind, "source": source, "metadata": {}}


@pytest.mark.parametrize(("kind", "called"), [("markdown", "Markdown"), ("raw", "Raw")])
def test_functions_in_a_cell_that_is_not_run_are_named(kind: str, called: str) -> None:
    text = cell(kind, f"import math\n{FUNCTION}\nclass A:\n    pass\n")
    sources, (said,) = read(cell("code", "x = 1"), text)
    assert sources == [(1, "x = 1")]
    assert said == (
        f"Cell 2 of the notebook is a {called} cell, so the code in it was not run (f, A): "
        "change its type to Code"
    )


@pytest.mark.parametrize(
    "source",
    [
        f"An example:\n```python\n{FUNCTION}```\nAs above.",
        f"~~~\n{FUNCTION}",
        f"An example:\n\n    {FUNCTION.replace(chr(10), chr(10) + '    ')}",
        "def of a limit (see the lecture):\nwe define it so",
        "# class of problems: hard",
    ],
)
def test_examples_in_a_text_are_none(source: str) -> None:
    assert read(cell("code", "x = 1"), cell("markdown", source)) == ([(1, "x = 1")], [])


R = {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}
JULIA = {"language_info": {"name": "julia", "version": "1.10"}}


@pytest.mark.parametrize(("metadata", "named"), [(R, "R"), (JULIA, "julia")])
def test_a_notebook_of_another_language_is_called_that(metadata: Any, named: str) -> None:
    with pytest.raises(IntakeError) as caught:
        read(cell("code", "f <- function(x) {\n  x\n}"), **metadata)
    assert str(caught.value) == f"a.ipynb is a notebook in {named}; hand in one in Python."


def test_python_in_a_notebook_that_says_otherwise_is_read() -> None:
    sources, (said,) = read(cell("code", FUNCTION), **R)
    assert sources == [(1, FUNCTION)]
    assert said == "The notebook says that it is in R; it was read as Python"


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": {"name": "python3", "language": "python"}},
        {"language_info": {"name": "ipython"}},
        {"kernelspec": {"name": "x"}, "language_info": []},
        {},
    ],
)
def test_python_is_no_other_language(metadata: dict[str, Any]) -> None:
    assert read(cell("code", "1 + 1"), **metadata)[1] == []
