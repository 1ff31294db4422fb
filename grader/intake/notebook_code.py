"""Reads the code cells of a Jupyter notebook, format 3 or later, as plain JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from grader.intake.accepted_files import MAX_ENTRIES, SIZE_LIMITS
from grader.intake.intake_errors import IntakeError, printable_name

MAX_PARTS = 1_000_000
"""Commas and brackets in the JSON text, so that decoding it cannot fill the memory."""

_LONGEST = 200
"""Characters of a heading,"""
_MOST_HEADINGS = 500
"""and headings of a notebook that are looked at."""

_FENCED = re.compile(
    r"^[ ]{0,3}(?P<fence>`{3}|~{3}).*?(?:^[ ]{0,3}(?P=fence)|\Z)", re.MULTILINE | re.DOTALL
)
_DEFINITION = re.compile(
    r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w{1,100})[ \t]*[(:][^\n]*\n(?=[ \t]+\S)", re.MULTILINE
)
"""The first line of a function or class, with something indented below."""
_MOST_NAMES = 5
"""Functions and classes of a cell that are named."""
_PYTHON = re.compile(
    r"^[ \t]*(?:(?:def|class)[ \t]+\w+[^\n]*:|(?:from|import)[ \t]+\w)", re.MULTILINE
)
"""A line that hardly any other language has."""

_MARKS_OF_CODE = {"outputs", "execution_count", "input", "prompt_number"}
"""What only cells of code have."""


def is_notebook(text: str) -> bool:
    """Return whether a text whose name is not a notebook's holds a notebook."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        return isinstance(_cells(_decoded(text)), list)
    except (ValueError, RecursionError):
        return False


def code_cells(text: str, name: str) -> tuple[list[tuple[int, str]], list[str]]:
    """Return numbers (from 1) and sources of a notebook's code cells, and notes about odd cells.

    Raises:
        IntakeError: if the text is not a notebook, or an absurdly large one.
    """
    cells = all_cells(text, name)
    if len(cells) > MAX_ENTRIES:
        raise IntakeError(
            f"{name} has {len(cells)} cells and at most {MAX_ENTRIES} are read; "
            "hand in only the cells that belong to the assignment."
        )
    sources: list[tuple[int, str]] = []
    oddities: list[str] = []
    number = 0
    for position, cell in enumerate(cells, 1):
        if not isinstance(cell, dict):
            oddities.append(f"Cell {position} of the notebook is malformed and was left out")
            continue
        if "cell_type" not in cell and not _MARKS_OF_CODE.isdisjoint(cell):
            oddities.append(f"Cell {position} of the notebook has no type and was read as code")
        elif "cell_type" not in cell and "source" in cell:
            oddities.append(f"Cell {position} of the notebook has no type and was left out")
            continue
        elif cell.get("cell_type") != "code":
            oddities += _note_code_in_text(position, cell)
            continue
        number += 1
        source = _join_source(cell.get("source", cell.get("input")))
        if source is None:
            oddities.append(f"Code cell {number} has no readable source and was left out")
        elif source.strip():
            sources.append((number, source))
    if sum(len(source) for _, source in sources) > SIZE_LIMITS[".py"]:
        raise IntakeError(
            f"{name} holds more than {SIZE_LIMITS['.py'] >> 20} MiB of code; hand in your own "
            "code only."
        )
    language = _other_language(_decoded(text))
    if language and sources:
        if not any(_PYTHON.search(source) for _, source in sources):
            raise IntakeError(f"{name} is a notebook in {language}; hand in one in Python.")
        oddities.append(f"The notebook says that it is in {language}; it was read as Python")
    return sources, oddities


def _other_language(document: Any) -> str:
    """Return the language of a notebook that is not in Python; empty for Python, or if unknown."""
    metadata = document.get("metadata") if isinstance(document, dict) else None
    if not isinstance(metadata, dict):
        return ""
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        named = metadata.get(part)
        said = named.get(key) if isinstance(named, dict) else None
        if isinstance(said, str) and said.strip():
            return (
                ""
                if "python" in said.lower() or "sage" in said.lower()
                else printable_name(said.strip())
            )
    return ""


def _note_code_in_text(position: int, cell: dict[str, Any]) -> Iterator[str]:
    """Yield a note about a text cell that defines functions, because such cells are not run."""
    kind = {"markdown": "Markdown", "raw": "Raw"}.get(str(cell.get("cell_type")))
    source = _join_source(cell.get("source"))
    if kind is None or source is None:
        return
    # Between fences, and indented, Markdown shows code that is not meant to be run.
    text = _FENCED.sub("", source) if kind == "Markdown" else source
    names = [found[1] for found in islice(_DEFINITION.finditer(text), _MOST_NAMES)]
    if names:
        yield (
            f"Cell {position} of the notebook is a {kind} cell, so the code in it was not run "
            f"({', '.join(names)}): change its type to Code"
        )


def read_headings(text: str, name: str) -> tuple[str, ...]:
    """Return the first headings in Markdown cells, each cut to a limited length.

    Raises:
        IntakeError: if the text is not a notebook.
    """
    found: list[str] = []
    for cell in all_cells(text, name):
        if isinstance(cell, dict) and cell.get("cell_type") in ("markdown", "heading"):
            source = _join_source(cell.get("source")) or ""
            found += (line[:_LONGEST] for line in source.split("\n") if line.startswith("#"))
    return tuple(found[:_MOST_HEADINGS])


def all_cells(text: str, name: str) -> list[Any]:
    """Return the cells of a notebook, of every kind, as its JSON has them.

    Raises:
        IntakeError: if the text is not a notebook.
    """
    try:
        cells = _cells(_decoded(text))
    except (ValueError, RecursionError):
        raise IntakeError(
            f"{name} is not a notebook (it is not valid JSON); save it again from Jupyter, "
            "or name it .py if it is a Python file."
        ) from None
    if cells is None:
        raise IntakeError(f"{name} has no list of cells; save it again from Jupyter.")
    return cells


def _decoded(text: str) -> Any:
    if sum(text.count(mark) for mark in ",[{") > MAX_PARTS:
        raise IntakeError(
            f"The notebook has more than {MAX_PARTS:,} values, probably most of them in its "
            "outputs; clear its outputs, save it and hand it in again."
        )
    # Numbers are of no interest, and exact conversion of huge ones takes quadratic time.
    return json.loads(text, parse_int=float)


def _cells(document: Any) -> list[Any] | None:
    """Return the list of all cells in order, of every kind; ``None`` if the notebook has none."""
    if not isinstance(document, dict):
        return None
    cells = document.get("cells")
    if isinstance(cells, list):
        return cells
    sheets = document.get("worksheets")
    if not isinstance(sheets, list):
        return None
    known = (sheet.get("cells") for sheet in sheets if isinstance(sheet, dict))
    return list(chain.from_iterable(cells for cells in known if isinstance(cells, list)))


def _join_source(source: Any) -> str | None:
    """Return the source of a cell, which is a string or a list of strings, with LF newlines."""
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        return None
    return source.replace("\r\n", "\n").replace("\r", "\n")
