"""Generates the JSON Schema of reports: ``python -m tests.render.report_schema FILE``.

What it says about a field is what the class says: a text below the field, or its line under
*Attributes*.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from grader.model import figures, report, role_binding, submission, verdict
from grader.model.report import SCHEMA, Report
from grader.render.report_json import NONFINITE, Head

_DEFS = "#/$defs/"
_RECORDED = {
    "description": "A recorded value. What JSON cannot hold is a text; integers beyond 1024 bits "
    "are hexadecimal texts; a number without a name in JSON is named in an object.",
    "anyOf": [
        {"type": ["null", "boolean", "number", "string"]},
        {
            "type": "object",
            "required": ["float"],
            "properties": {"float": {"description": "Which one.", "enum": list(NONFINITE)}},
        },
        {"type": "array", "items": {"$ref": f"{_DEFS}Recorded"}},
    ],
}


def make_schema() -> dict[str, Any]:
    """Return the schema of the documents that ``grader.render.report_json`` writes."""
    kinds = {
        name: kind
        for module in (role_binding, figures, report, submission, verdict)
        for name, kind in {**vars(module), "Head": Head}.items()
        if isinstance(kind, type)
    }
    _, parts = msgspec.json.schema_components(
        [Report, Head],
        schema_hook=lambda _: {"$ref": f"{_DEFS}Recorded"},
        ref_template=f"{_DEFS}{{name}}",
    )
    for name, part in parts.items():
        _add_descriptions(part, kinds[name])
    whole, head = parts.pop("Report"), parts.pop("Head")
    head["properties"]["schema"]["const"] = SCHEMA
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "description": "The report on one graded submission. Readers ignore unknown keys.",
        "type": "object",
        "required": head["required"] + whole["required"],
        "properties": head["properties"] | whole["properties"],
        "$defs": dict(sorted(parts.items())) | {"Recorded": _RECORDED},
    }


def _add_descriptions(part: dict[str, Any], kind: type) -> None:
    """Add to ``part`` the descriptions of ``kind`` and of its fields, from docstrings."""
    part["description"] = _plain_docstring(inspect.getdoc(kind) or "")
    if issubclass(kind, Enum):
        part["enum"] = [member.value for member in kind]
        return
    described = _field_descriptions(kind)
    part["required"] = list(part["properties"])
    for name, field in part["properties"].items():
        field.pop("default", None)
        if name == "kind":
            field["description"] = "Tells figures apart."
        elif name in described:
            field["description"] = described[name]


def _field_descriptions(kind: type) -> dict[str, str]:
    """Return the description of each field of a class."""
    section = (inspect.getdoc(kind) or "").partition("\nAttributes:\n")[2]
    found = re.findall(r"^    (\w+): (.*(?:\n     .*)*)", section, re.MULTILINE)
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    for field, below in pairwise(tree.body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found.append((name, inspect.cleandoc(text)))
    return {name: _plain_docstring(text) for name, text in found}


def _plain_docstring(text: str) -> str:
    """Return a docstring without *Attributes* and markup, with ``None`` as null."""
    text = " ".join(text.partition("\nAttributes:\n")[0].split()).replace("``None``", "null")
    text = re.sub(r"(:\w+:)?`", "", text)
    return text[:1].upper() + text[1:]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(make_schema(), indent=1) + "\n", "ascii")
