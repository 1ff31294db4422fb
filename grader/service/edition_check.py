"""Checks whether an assignment's own files are in order, in another process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from grader.model.escape import escape_to_one_line

_PATIENCE = 300.0
"""Seconds after which the tests of an assignment are taken never to end."""
_MOST = 10
"""Problems that are kept."""


def find_edition_problem(assignment: str, course: Path) -> str:
    """Return the problems of an assignment, one sentence a line; empty if it is in order."""
    command = [sys.executable, "-P", "-m", "grader.jobs.assignment_check", assignment, str(course)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return (
            f"Its tests did not end within {_PATIENCE:.0f} s; see grade author validate "
            f"{assignment}."
        )
    try:
        # What hidden tests print themselves comes before.
        found = json.loads(done.stdout.rpartition("\n")[2])
    except ValueError:
        found = [done.stderr.strip().rpartition("\n")[2] or "It could not be looked at."]
    said = [escape_to_one_line(str(each).replace(f"{course}/", ""), 300) for each in found]
    more = [f"… and {len(said) - _MOST} more"] if len(said) > _MOST else []
    return "\n".join([*said[:_MOST], *more])
