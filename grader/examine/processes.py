"""One submission in its sandbox: what it is loaded with, and the processes forked from that.

Nothing else in this room uses a session.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.examine.own_time import unbounded
from grader.sandbox import protocol as sandbox
from grader.sandbox.protocol import Call, Ending, Injection, Loaded, Outcome, Session


@dataclass(slots=True, eq=False)
class Process:
    """A process that holds the loaded submission; calls are made in it one after another.

    One that has ended, because a call had to be stopped in it, is forked anew at its next call.
    While calls are made, the grader's own time stands still.
    """

    _session: Session
    _forked: sandbox.Process | None = None

    def call(self, call: Call) -> Outcome:
        """Carry out one call.

        Raises:
            SandboxFailure: if the sandbox does not work.
            Untransferable: if the arguments cannot travel.
        """
        return self.call_each([call])[0]

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        """Carry out calls one after another, within the limits of the first.

        Returns:
            The outcomes of the first ones, at least one: fewer than ``calls`` if one of them
            ended the process or the limits were reached. What several of them printed is not kept.

        Raises:
            SandboxFailure, Untransferable: as :meth:`call` does.
        """
        with unbounded():
            if self._forked is not None and not self._forked.ended:
                # A process that was lost says nothing about the submission.
                with contextlib.suppress(sandbox.ProcessLost):
                    outcomes = self._forked.call_each(calls)
                    # What earlier calls left behind has spoken; these are not to blame for it.
                    if outcomes[0].ending is not Ending.BREACH:
                        return outcomes
            self._forked = self._session.fork()
            return self._forked.call_each(calls)


@dataclass(slots=True)
class Processes:
    """The submission, loaded for one task after another.

    Attributes:
        loads: how each load went.
    """

    session: Session
    loads: list[Loaded] = field(default_factory=list)
    _injection: Injection | None = None

    def load(self, injection: Injection) -> None:
        """Load the submission with what is lent, unless it is loaded so already.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """
        if injection != self._injection:
            self._injection = None
            self.loads.append(self.session.load(injection))
            self._injection = injection

    def fork(self) -> Process:
        """A new process. The one before it is over."""
        return Process(self.session)

    def why_absent(self, function: str) -> str | None:
        """Why the submission has no ``function`` although it defines one, if that is so."""
        return self.loads[-1].lost.get(function)
