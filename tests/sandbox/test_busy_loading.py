"""Loading on a machine that has too much to do: nothing of a submission is cut for that."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from grader.sandbox import submission_loading
from grader.sandbox.backend_interface import Injection, SandboxFailure, SandboxProgram
from grader.sandbox.session import ChannelSession
from grader.sandbox.submission_loading import MAX_REPEATED_LOADS
from grader.sandbox.zygote_client import GRACE, Channel, ZygoteStream
from tests.sandbox.scene import STATEMENT, TOTAL, program

LOADED = {"loaded": [], "stdout": "", "stderr": "", "cpu": 0.0, "used": 0.0}


def cut(why: str, *, pressed: bool = False) -> dict[str, Any]:
    return {"cut": [0, 3], "why": why, "costly": [], "pressed": pressed, "used": 0.0}


class Script:
    """A peer that has its replies ready, and keeps what it was asked."""

    def __init__(self, *replies: dict[str, Any]) -> None:
        self.replies = list(replies)
        self.asked: list[dict[str, Any]] = []
        self.patience: list[float] = []

    def send(self, head: bytes, *bodies: bytes) -> None:
        self.asked.append(json.loads(head))

    def receive(self, patience: float) -> dict[str, Any]:
        self.patience.append(patience)
        return self.replies.pop(0)


@pytest.fixture(autouse=True)
def turns(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    taken: list[int] = []

    @contextlib.contextmanager
    def alone() -> Iterator[None]:
        taken.append(1)
        yield

    monkeypatch.setattr(submission_loading, "hold_exclusive_lock", alone)
    return taken


def session(script: Script, monkeypatch: pytest.MonkeyPatch) -> ChannelSession:
    def greet(_: Channel, __: SandboxProgram) -> Any:
        return script

    monkeypatch.setattr(ZygoteStream, "greet", greet)
    return ChannelSession(lambda: None, program("x = 1"))  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(
    "reply", [cut("starved"), cut("wall", pressed=True), cut("total", pressed=True)], ids=str
)
def test_what_the_machine_was_too_busy_for_is_loaded_again(
    reply: dict[str, Any], turns: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(reply, LOADED)
    assert session(script, monkeypatch).load(Injection()).notes == ()
    assert turns == [1]
    first, second = (asked["limits"] for asked in script.asked)
    assert first["wall"] == second["wall"] == STATEMENT.wall_seconds
    assert first["patience"] < second["patience"]
    most = STATEMENT.patient().patience + TOTAL.patient().patience
    assert script.patience[1] == most + GRACE


def test_who_sleeps_again_is_cut(turns: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    again = cut("wall", pressed=True)
    script = Script(again, again, LOADED | {"loaded": [["cut", "alice.py", 1, [], None]]})
    loaded = session(script, monkeypatch).load(Injection())
    assert turns == [1]
    assert [note.message for note in loaded.notes] == ["cut"]


def test_who_sleeps_on_a_machine_at_rest_is_cut_at_once(
    turns: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(cut("wall"), LOADED)
    session(script, monkeypatch).load(Injection())
    assert turns == []
    assert len(script.asked) == 2


def test_starved_twice_is_no_fault_of_the_submission(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(cut("starved"), cut("starved"))
    with pytest.raises(SandboxFailure, match="too busy to load"):
        session(script, monkeypatch).load(Injection())


def test_a_submission_has_this_only_so_often(
    turns: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(*[cut("wall", pressed=True), LOADED] * (MAX_REPEATED_LOADS + 1), LOADED)
    opened = session(script, monkeypatch)
    for _ in range(MAX_REPEATED_LOADS + 1):
        opened.load(Injection())
    assert len(turns) == MAX_REPEATED_LOADS


@pytest.mark.parametrize("why", ["cpu", "total", "experiments"])
def test_what_a_slow_moment_cuts_is_loaded_again_with_as_much_more(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission_loading, "limit_factor_now", lambda _, __: 1.6)
    script = Script(cut(why), LOADED)
    assert session(script, monkeypatch).load(Injection()).notes == ()
    first, second = script.asked
    for each in ("limits", "total"):
        assert second[each]["cpu"] == pytest.approx(1.6 * first[each]["cpu"])
    assert second["experiments"] == pytest.approx(1.6 * first["experiments"])


def test_what_is_cut_again_in_a_slow_moment_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission_loading, "limit_factor_now", lambda _, __: 1.6)
    script = Script(cut("cpu"), cut("cpu"), LOADED)
    session(script, monkeypatch).load(Injection())
    assert len(script.asked) == 3
