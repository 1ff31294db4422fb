"""Writes a diagnosis as JSON, for scripts. ``docs/ta-guide.md`` says what the keys mean."""

from __future__ import annotations

from typing import Any

import grader
from grader.doctor.probe_results import BackendExamination, Diagnosis
from grader.render.json_document import encode_json, to_plain_json

SCHEMA = "grade-doctor/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dump_diagnosis(diagnosis: Diagnosis) -> str:
    """Return ``diagnosis`` as one JSON document: ASCII only, ends with a newline."""
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "protection": diagnosis.protection.value,
        **to_plain_json(diagnosis),
        "chosen": diagnosis.chosen or None,
        "backends": [_backend(backend) for backend in diagnosis.backends],
    })  # fmt: skip


def _backend(backend: BackendExamination) -> dict[str, Any]:
    fields = to_plain_json(backend)
    del fields["claimed"]
    return {
        **fields,
        "protection": backend.protection.value,
        "python": backend.python or None,
        "findings": [
            {
                "promise": finding.promise,
                "state": finding.state.value,
                "why": finding.why,
                "claimed": backend.claimed.get(finding.promise),
                "attempts": to_plain_json(finding.attempts),
            }
            for finding in backend.findings
        ],
    }
