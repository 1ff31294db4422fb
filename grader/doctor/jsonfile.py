"""A diagnosis as JSON, for scripts. ``docs/ta-guide.md`` says what the keys mean."""

from __future__ import annotations

import json

import grader
from grader.doctor.finding import Diagnosis, Examined, Finding

SCHEMA = "grade-doctor/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dumps(diagnosis: Diagnosis) -> str:
    """``diagnosis`` as one JSON document: ASCII only, ends with a newline."""
    document = {
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "protection": diagnosis.protection.value,
        "chosen": diagnosis.chosen or None,
        "backends": [_backend(backend) for backend in diagnosis.backends],
        "machine": dict(diagnosis.machine),
        "advice": list(diagnosis.advice),
    }
    return json.dumps(document, indent=1) + "\n"


def _backend(backend: Examined) -> dict[str, object]:
    return {
        "name": backend.name,
        "protection": backend.protection.value,
        "problem": backend.problem,
        "python": backend.python or None,
        "warning": backend.warning,
        "findings": [_finding(backend, finding) for finding in backend.findings],
    }


def _finding(backend: Examined, finding: Finding) -> dict[str, object]:
    return {
        "promise": finding.promise,
        "state": finding.state.value,
        "why": finding.why,
        "claimed": backend.claimed.get(finding.promise),
        "attempts": [
            {"tried": attempt.tried, "held": attempt.held, "seen": attempt.seen}
            for attempt in finding.attempts
        ],
    }
