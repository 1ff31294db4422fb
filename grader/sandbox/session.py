"""Holds a submission in a sandbox of any backend, and the processes that carry out its calls."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from grader import wire
from grader.sandbox.backend_interface import (
    NOT_MADE,
    CallAfterClose,
    CallEnding,
    Injection,
    Loaded,
    Outcome,
    ProcessLost,
    SandboxFailure,
    SandboxProgram,
)
from grader.sandbox.call_request import Call
from grader.sandbox.reply_parsing import ReplyParser
from grader.sandbox.submission_loading import SubmissionLoader
from grader.sandbox.zygote_client import GRACE, Channel, ZygoteConnection, encode_limits

MAX_UNUSABLE = 2
"""Calls in a row for which not even a fresh load could be used; the next ones are not tried."""

MAX_RELOADS = 24
"""Calls of a task for which the submission is loaded again because an earlier one has ended what
was loaded. Each load may sleep for a minute, and there may be a thousand calls."""


class ChannelSession:
    """A :class:`~grader.sandbox.backend_interface.Session` over any channel.

    A sandbox that fails is replaced by a fresh one, once per request; then it is reported.
    """

    def __init__(self, start: Callable[[], Channel], program: SandboxProgram) -> None:
        self.connection = ZygoteConnection(start, program)
        self.codec = wire.Codec(program.enums, packages=program.packages)
        self.injection = Injection()
        self._loader = SubmissionLoader(self.connection)
        self._process: ZygoteProcess | None = None
        self._used = False
        """Whether a call has had the chance to spoil what is loaded."""
        self._unusable = 0
        self._reloads = 0

    @property
    def cpu_seconds(self) -> float:
        """See :attr:`grader.sandbox.backend_interface.Session.cpu_seconds`."""
        return self.connection.cpu_seconds

    @property
    def idle_seconds(self) -> float:
        """See :attr:`grader.sandbox.backend_interface.Session.idle_seconds`."""
        return self.connection.idle_seconds

    def load(self, injection: Injection) -> Loaded:
        """See :meth:`grader.sandbox.backend_interface.Session.load`."""
        self._replace_process(None)
        self.injection = injection
        self._unusable = 0
        return self._load()

    def allow_reloads(self) -> None:
        """See :meth:`grader.sandbox.backend_interface.Session.allow_reloads`."""
        self._reloads = self._unusable = 0

    def freeze(self) -> None:
        """See :meth:`grader.sandbox.backend_interface.Session.freeze`."""
        self.connection.request({"op": "freeze"}, GRACE)

    def fork(self) -> ZygoteProcess:
        """See :meth:`grader.sandbox.backend_interface.Session.fork`; the first call starts it."""
        process = ZygoteProcess(self)
        self._replace_process(process)
        return process

    def close(self) -> None:
        """See :meth:`grader.sandbox.backend_interface.Session.close`."""
        self._replace_process(None)
        self.connection.close()

    def begin(self, message: dict[str, Any], patience: float, *calls: bytes) -> dict[str, Any]:
        """Return the zygote's reply to a new process's first calls; reload the template if need be.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """
        if self._unusable >= MAX_UNUSABLE:
            return _too_many_crashes_reply()
        reply = self.connection.request(message, patience, *calls)
        # What an earlier call did to the template may show only now.
        if reply["outcome"] == "no_template" or (
            reply["outcome"] == "template_died" and self._used
        ):
            if self._reloads >= MAX_RELOADS:
                return _too_many_crashes_reply()
            self._reloads += 1
            self._load()
            sandboxes = self.connection.sandboxes
            reply = self.connection.request(message, patience, *calls)
            if reply["outcome"] == "no_template" and self.connection.sandboxes > sandboxes:
                raise SandboxFailure("the sandbox failed at the same call again")
        self._used = True
        self._unusable = self._unusable + 1 if reply["outcome"] == "no_template" else 0
        return reply

    def _load(self) -> Loaded:
        loaded = self._loader.load(self.injection)
        self._used = False
        return loaded

    def _replace_process(self, process: ZygoteProcess | None) -> None:
        """Make ``process`` the open one, and mark the one before as closed."""
        if self._process is not None:
            self._process.closed = True
        self._process = process


_FINAL = {
    CallEnding.BREACH,  # somebody spoke instead of the runner, whose answer may still be on its way
    CallEnding.DIED,
    CallEnding.MEMORY,  # after an exception the process goes on, and is as full as before
}
"""How calls end after which a process can answer no more."""


class ZygoteProcess:
    """A :class:`~grader.sandbox.backend_interface.Process` of a :class:`ChannelSession`.

    Attributes:
        closed: whether it takes no calls any more.
    """

    def __init__(self, session: ChannelSession) -> None:
        self.closed = False
        self._session = session
        self._begun = False
        self._dead = False
        self._lent = 0
        """How many functions its calls were lent so far."""

    @property
    def ended(self) -> bool:
        """See :attr:`grader.sandbox.backend_interface.Process.ended`."""
        return self.closed or self._dead

    def call(self, call: Call) -> Outcome:
        """See :meth:`grader.sandbox.backend_interface.Process.call`."""
        return self.call_each([call])[0]

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        """See :meth:`grader.sandbox.backend_interface.Process.call_each`."""
        if self.closed:
            raise CallAfterClose
        if self._dead:
            return [Outcome(CallEnding.DIED, detail=f"{NOT_MADE}: its process had ended before")]
        session = self._session
        nonce = secrets.token_hex(8)
        reply = self._reply(calls, nonce)
        injection = session.injection
        lent = (*injection.functions, *injection.stubs) if injection.lends else ()
        outcomes = ReplyParser(session.codec, nonce, lent).outcomes(reply, calls)
        self._dead = (
            reply["outcome"] != "answered"
            or len(outcomes) < len(calls)
            or any(outcome.ending in _FINAL for outcome in outcomes)
        )
        return outcomes

    def close(self) -> None:
        """See :meth:`grader.sandbox.backend_interface.Process.close`."""
        if self._begun and not self.closed:
            # A sandbox that fails at this is ended, and everything in it.
            with contextlib.suppress(SandboxFailure):
                self._session.connection.request({"op": "end"}, GRACE, again=False)
        self.closed = True

    def _reply(self, calls: Sequence[Call], nonce: str) -> dict[str, Any]:
        session = self._session
        limits = calls[0].limits
        message = {
            "op": "call",
            "fork": not self._begun,
            "limits": encode_limits(limits, session.connection.program),
            "count": len(calls),
            "freeze": calls[-1].freeze,
            "lends": session.injection.lends,
            "lent": [len(call.encoded(session.codec).lent) for call in calls],
        }
        bodies = self._bodies(calls, nonce)
        patience = limits.patience + GRACE
        if not self._begun:
            reply = session.begin(message, patience, *bodies)
            self._begun = True
            return reply
        try:
            reply = session.connection.request(message, patience, *bodies, again=False)
        except SandboxFailure as failure:
            self._dead = True
            raise ProcessLost(str(failure)) from None
        if reply["outcome"] == "no_template":  # this process itself has ended it, or broken it
            reply["outcome"] = "template_died"
        return reply

    def _bodies(self, calls: Sequence[Call], nonce: str) -> list[bytes]:
        """Return the frames that describe ``calls``.

        That is one; where the task is lent anything, what each call is lent, then each call: the
        first is for another process than the others.
        """
        codec, lends = self._session.codec, self._session.injection.lends
        described: list[str] = []
        for call in calls:
            described.append(call.described(codec, nonce, self._lent))
            self._lent += len(call.encoded(codec).lent)
        if not lends:
            return [f'{{"calls":[{",".join(described)}]}}'.encode("ascii")]
        lent = ",".join(call.lending(codec) for call in calls)
        return [
            f'{{"series":[{lent}]}}'.encode("ascii"),
            *(f'{{"calls":[{each}]}}'.encode("ascii") for each in described),
        ]


def _too_many_crashes_reply() -> dict[str, Any]:
    """Return the reply to a call that is not made, because calls ended processes too often."""
    detail = (
        f"{NOT_MADE}: calls before it have ended the submission's processes too often, as "
        "os.kill(-1, 9) does; remove what ends them"
    )
    return {"outcome": "not_tried", "detail": detail, "answers": []}
