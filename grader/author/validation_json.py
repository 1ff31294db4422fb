"""Writes a validation as JSON, for scripts. ``docs/validation.md`` says what the keys mean."""

from __future__ import annotations

from typing import Any

import grader
from grader.author.check_results import AssignmentValidation, CheckResult
from grader.render.json_document import encode_json, to_plain_json

SCHEMA = "grade-validation/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dump_validation(validation: AssignmentValidation) -> str:
    """Return ``validation`` as one JSON document: ASCII only, ends with a newline."""
    fields = to_plain_json(validation)
    del fields["results"]
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        **fields,
        "state": validation.state.value,
        "checks": [_check(result) for result in validation.results],
    })  # fmt: skip


def _check(result: CheckResult) -> dict[str, Any]:
    fields = to_plain_json(result)
    del fields["skipped"]
    findings = [
        {"kind": table["title"], **finding}
        for table in fields.pop("tables")
        for finding in table["findings"]
    ]
    fields["notes"] = [
        {"kind": table["title"], **note} for table in fields["notes"] for note in table["findings"]
    ]
    return {**fields, "state": result.state.value, "findings": findings}
