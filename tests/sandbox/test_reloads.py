"""How often a submission is loaded again because a call has ended the template."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Injection, Outcome, SandboxProgram
from grader.sandbox.call_request import Call
from grader.sandbox.session import MAX_RELOADS, ChannelSession
from grader.sandbox.zygote_client import Channel, ZygoteStream
from tests.sandbox.scene import program

LOADED: dict[str, Any] = {"loaded": [], "stdout": "", "stderr": "", "cpu": 0.0, "used": 0.0}
NOBODY: dict[str, Any] = {"outcome": "no_template", "detail": "", "answers": [], "used": 0.0}


class Deadly:
    """A peer whose template answers one call and is dead after it."""

    def __init__(self) -> None:
        self.loads = 0
        self._alive = False
        self._reply: dict[str, Any] = {}

    def send(self, head: bytes, *bodies: bytes) -> None:
        if json.loads(head)["op"] == "load":
            self.loads += 1
            self._alive, self._reply = True, LOADED
        elif self._alive:
            (asked,) = json.loads(bodies[0])["calls"]
            answer = json.dumps({"nonce": asked["nonce"], "kind": "answer", "value": 7})
            answered = {"outcome": "answered", "answers": [answer.encode()], "used": 0.0}
            self._alive, self._reply = False, answered
        else:
            self._reply = NOBODY

    def receive(self, patience: float) -> dict[str, Any]:
        return self._reply


def test_it_is_not_loaded_again_for_each_of_a_thousand_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    peer = Deadly()

    def greet(_: Channel, __: SandboxProgram) -> Any:
        return peer

    monkeypatch.setattr(ZygoteStream, "greet", greet)
    session = ChannelSession(lambda: None, program("x = 1"))  # type: ignore[arg-type,return-value]
    session.load(Injection())

    def called() -> Outcome:
        return session.fork().call(Call("f", (), {}, 1, CallLimits(1.0, 8.0)))

    assert [called().value for _ in range(1 + MAX_RELOADS)] == [7] * (1 + MAX_RELOADS)
    assert peer.loads == 1 + MAX_RELOADS
    for _ in range(3):
        outcome = called()
        assert outcome.ending is CallEnding.DIED
        assert outcome.detail.startswith("was not called")
    assert peer.loads == 1 + MAX_RELOADS
    session.allow_reloads()  # the next task, which is lent the same
    assert [called().value for _ in range(MAX_RELOADS)] == [7] * MAX_RELOADS
    assert called().ending is CallEnding.DIED
