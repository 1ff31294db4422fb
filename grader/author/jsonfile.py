"""A validation as JSON, for scripts. ``docs/authoring.md`` says what the keys mean."""

from __future__ import annotations

import json

import grader
from grader.author.finding import Finding, Result, Validation

SCHEMA = "grade-validation/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dumps(validation: Validation) -> str:
    """``validation`` as one JSON document: ASCII only, ends with a newline."""
    document = {
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "assignment": validation.assignment,
        "seed": validation.seed,
        "sandbox": {
            "backend": validation.sandbox.backend,
            "enforced": dict(validation.sandbox.enforced),
            "warning": validation.sandbox.warning,
        },
        "state": validation.state.value,
        "seconds": validation.seconds,
        "checks": [_result(result) for result in validation.results],
    }
    # Printed into the log of a CI runner, "##[" would begin a command even inside a line.
    return json.dumps(document, indent=1).replace("##", "#\\u0023") + "\n"


def _result(result: Result) -> dict[str, object]:
    return {
        "name": result.name,
        "state": result.state.value,
        "summary": result.summary,
        "figures": dict(result.figures),
        "seconds": result.seconds,
        "errors": list(result.errors),
        "findings": [
            {"kind": table.title, **_finding(finding)}
            for table in result.tables
            for finding in table.findings
        ],
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "name": finding.name,
        "what": finding.what,
        "should": list(finding.should),
        "does": list(finding.does),
        "verdict": None if finding.verdict is None else finding.verdict.value,
        "message": finding.message,
    }
