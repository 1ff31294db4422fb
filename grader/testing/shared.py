"""The process that calls share as long as nobody asks for a new one."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.sandbox.protocol import Call, Ending, Outcome, Process, ProcessLost, Session


@dataclass(slots=True)
class SharedProcess:
    """The latest process of a session, for calls that need not be alone."""

    session: Session
    _latest: Process | None = field(default=None, init=False)

    def call(self, call: Call, *, fresh: bool) -> Outcome:
        """Carry out one call, in a new process if ``fresh`` or if the latest has ended.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """
        return self.call_each([call], fresh=fresh)[0]

    def call_each(self, calls: Sequence[Call], *, fresh: bool) -> list[Outcome]:
        """As :meth:`call`, for calls that travel together: see :meth:`Process.call_each`."""
        process = self._latest
        if not fresh and process is not None and not process.ended:
            with contextlib.suppress(ProcessLost):  # which says nothing about the submission
                outcomes = process.call_each(calls)
                # What earlier calls left behind has spoken; these are not to blame for it.
                if outcomes[0].ending is not Ending.BREACH:
                    return outcomes
        self._latest = self.session.fork()
        return self._latest.call_each(calls)
