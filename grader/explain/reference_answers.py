"""Runs the reference in a sandbox of its own, to show what a right solution answers.

Nothing of a student's is in that sandbox, and the reference is in no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.assignment import Assignment
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.run_hidden_tests import sandbox_program
from grader.model.submission import Cell, Submission, digest_texts
from grader.sandbox.backend_interface import (
    Outcome,
    Sandbox,
    SandboxFailure,
    SandboxUnavailable,
    Session,
)
from grader.sandbox.call_request import Call


@dataclass(slots=True)
class ReferenceRunner:
    """The reference in a sandbox that starts at the first use; close it in the end."""

    assignment: Assignment
    sandbox: Sandbox
    speed: float
    _session: Session | None = None
    _examiner: Examiner | None = None
    _gone: bool = field(default=False)

    def repeat_calls(self, test: HiddenTest, calls: Sequence[Call], until: float) -> list[Outcome]:
        """Make ``calls`` of the reference; return none where that is impossible."""
        try:
            return [] if self._gone else self._started().repeat_calls(test, calls, until)
        except (SandboxFailure, SandboxUnavailable, FileNotFoundError):
            self._gone = True
            return []

    def close(self) -> None:
        """End the sandbox of the reference."""
        if self._session is not None:
            self._session.close()

    def _started(self) -> Examiner:
        if self._examiner is None:
            self._session = self.sandbox.start(
                sandbox_program(reference_submission(self.assignment), self.assignment, self.speed)
            )
            self._examiner = Examiner(self._session, self.assignment, "", speed=self.speed)
        return self._examiner


def reference_submission(assignment: Assignment) -> Submission:
    """Return the reference's solutions of all tasks as one submission."""
    functions = [task.function for task in assignment.tasks if task.function is not None]
    once = dict.fromkeys(functions)  # several tasks may be about one class
    cells = tuple(Cell(assignment.source(name), f"{name}.py", False) for name in once)
    return Submission("the reference", digest_texts(cell.source for cell in cells), cells, ())
