"""One submission in its sandbox: what it is loaded with, and the processes forked from that.

Nothing else in this room uses a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.examine.own_time import unbounded
from grader.sandbox.protocol import Call, Injection, Loaded, Outcome, Session


@dataclass(slots=True, eq=False)
class Process:
    """A process that holds the loaded submission; calls are made in it one after another.

    One that has ended, because a call had to be stopped in it, starts anew at its next call. While
    calls are made, the grader's own time stands still.
    """

    _session: Session
    _begun: bool = False

    def call(self, call: Call) -> Outcome:
        """Carry out one call.

        Raises:
            SandboxFailure: if the sandbox does not work.
            Untransferable: if the arguments cannot travel.
        """
        with unbounded():
            outcome = self._session.call(call, fresh=not self._begun)
        self._begun = True
        return outcome

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        """Carry out calls one after another, within the limits of the first.

        Returns:
            The outcomes of the first ones, at least one: fewer than ``calls`` if one of them
            ended the process or the limits were reached. What they printed is not in them.

        Raises:
            SandboxFailure, Untransferable: as :meth:`call` does.
        """
        with unbounded():
            outcomes = self._session.call_together(calls, fresh=not self._begun)
        self._begun = True
        return outcomes


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
