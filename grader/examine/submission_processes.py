"""Loads one submission in its sandbox, and keeps the processes that are forked from it for calls.

Nothing else in this room uses a session, but what finds out what fills the roles of a contract.
Every call of a role goes through here, where it is directed at the function that fills it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine.hidden_test_limits import HiddenTestTimeout, pause_cpu_limit
from grader.examine.time_budgets import TaskTimeAccount
from grader.model.role_binding import Fit, RoleResult
from grader.sandbox import backend_interface as sandbox
from grader.sandbox.backend_interface import CallEnding, Injection, Loaded, Outcome, Session
from grader.sandbox.call_request import Call
from grader.testing.case_failures import CallFailure, failure_of_unfilled_role


@dataclass(slots=True, eq=False)
class SubmissionProcess:
    """A process that holds the loaded submission and makes calls one after another.

    One that has ended, because a call had to be stopped in it, is forked anew at its next call.
    While calls are made, the grader's own time stands still.
    """

    _session: Session
    _forked: sandbox.Process | None = None
    _kept: set[str] = field(default_factory=set)
    _fits: Mapping[str, Fit] = field(default_factory=dict)
    """What fills the roles of the assignment's contract."""
    _account: TaskTimeAccount = field(default_factory=TaskTimeAccount)
    """What calls are charged to."""

    def holds(self, handle: str) -> bool:
        """Return whether the process still has an object that a call kept as ``handle``."""
        return self._forked is not None and not self._forked.ended and handle in self._kept

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
            SandboxFailure, Untransferable: as :meth:`call` does; also if the process is lost that
                holds the object of these calls.
        """
        if self._fits:
            calls = [_redirect_role_call(call, self._fits) for call in calls]
        within = self._account.limit_calls(calls)
        before = self._session.cpu_seconds + self._session.idle_seconds
        with pause_cpu_limit():
            outcomes = self._in_the_same(within)
            if outcomes is None:
                self._kept.clear()
                self._forked = self._session.fork()
                outcomes = self._forked.call_each(within)
            # What an answer says of its own time is the student's word; the session measures it.
            used = self._session.cpu_seconds + self._session.idle_seconds - before
            stopped = len(outcomes) < len(calls) or outcomes[-1].ending in {
                CallEnding.CPU,
                CallEnding.WALL,
            }
            self._account.charge(used, stopped=stopped and within is not calls)
        self._kept.update(
            call.keep
            for call, outcome in zip(within, outcomes, strict=False)
            if call.keep and outcome.ending is CallEnding.ANSWER
        )
        return outcomes

    def _in_the_same(self, calls: Sequence[Call]) -> list[Outcome] | None:
        """Carry out calls in the forked process; return ``None`` if a new process is needed."""
        if self._forked is None or self._forked.ended:
            return None
        of_object = bool(calls[0].on)
        try:
            outcomes = self._forked.call_each(calls)
        except sandbox.ProcessLost:
            # A process that was lost says nothing about the submission.
            if of_object:
                raise
            return None
        # What earlier calls left behind has spoken; these are not to blame for it, unless they are
        # calls of the same object.
        return outcomes if of_object or outcomes[0].ending is not CallEnding.BREACH else None


def _redirect_role_call(call: Call, fits: Mapping[str, Fit]) -> Call:
    """Return ``call`` directed to the function that fills its role, if it names a role."""
    return replace(call, fit=None if call.on else fits.get(call.function), own=fits)


@dataclass(slots=True)
class SubmissionProcesses:
    """A submission that is loaded for one task after another, and its processes.

    Attributes:
        loads: how each load went.
        fits: what fills the roles of the assignment's contract,
        vacant: and those that nothing fills, by name.
        account: what the calls of processes that are forked from now on are charged to.
    """

    session: Session
    loads: list[Loaded] = field(default_factory=list)
    fits: Mapping[str, Fit] = field(default_factory=dict)
    vacant: Mapping[str, RoleResult] = field(default_factory=dict)
    account: TaskTimeAccount = field(default_factory=TaskTimeAccount)
    _injection: Injection | None = None
    _seconds: float = 0.0
    """What the last load took."""

    def load(self, injection: Injection, until: float = math.inf) -> None:
        """Load the submission with ``injection``, unless it is loaded with that already.

        Args:
            until: when it has to be loaded (``time.monotonic()``).

        Raises:
            HiddenTestTimeout: if it would still be loading then, going by the last time.
            SandboxFailure: if the sandbox does not work.
        """
        if injection == self._injection:
            return
        began = time.monotonic()
        if began + self._seconds > until:
            raise HiddenTestTimeout(f"the submission takes {self._seconds:.3g} s to load")
        self._injection = None
        loaded = self.session.load(injection)
        # One that was begun ahead may be done at once; its CPU time says how long the next takes.
        self._seconds = max(time.monotonic() - began, loaded.cpu_seconds)
        self.loads.append(loaded)
        self._injection = injection

    def charge_to(self, account: TaskTimeAccount) -> None:
        """Charge the calls of processes forked from now on to ``account``.

        A new one is another task's, which loses nothing by what earlier calls have ended.
        """
        if account is not self.account:
            self.session.allow_reloads()
        self.account = account

    def fork(self) -> SubmissionProcess:
        """Return a new process, in place of the one before."""
        return SubmissionProcess(self.session, _fits=self.fits, _account=self.account)

    def freeze(self) -> None:
        """Stop the submission from running until the next call.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """
        with pause_cpu_limit():
            self.session.freeze()

    def why_vacant(self, function: str) -> CallFailure | None:
        """Return why calls of ``function`` fail, if it is a role that nothing fills."""
        role = self.vacant.get(function)
        return None if role is None else failure_of_unfilled_role(role, self.loads[-1].lost)

    def why_absent(self, function: str) -> str | None:
        """Return why a defined ``function`` was lost in loading, or ``None`` if it was not."""
        return self.loads[-1].lost.get(function)
