"""Which statements are left out, and which are tried first, where loading takes too long."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.runner.statement import Importance
from grader.runner.statement_limits import ASLEEP, UNANSWERED
from grader.sandbox.backend_interface import Injection, Loaded, SandboxProgram
from grader.sandbox.session import ChannelSession
from grader.sandbox.submission_loading import MAX_CUTS
from grader.sandbox.zygote_client import Channel, ZygoteStream
from tests.sandbox.scene import TOTAL, program

LOADED: dict[str, Any] = {"loaded": [], "stdout": "", "stderr": "", "cpu": 0.0, "used": 0.0}


def at(index: int, need: Importance) -> list[Any]:
    return [index, int(need)]


def cut(why: str, at: list[Any], *costly: object, **more: Any) -> dict[str, Any]:
    return {"cut": at, "why": why, "costly": costly, "pressed": False, "used": 0.0, **more}


class Script:
    """A peer that has its replies ready, and keeps what it was asked."""

    def __init__(self, *replies: dict[str, Any]) -> None:
        self.replies = list(replies)
        self.asked: list[dict[str, Any]] = []

    def send(self, head: bytes, *bodies: bytes) -> None:
        self.asked.append(json.loads(head) | json.loads(bodies[0]))

    def receive(self, patience: float) -> dict[str, Any]:
        return self.replies.pop(0)

    @property
    def skipped(self) -> list[list[int]]:
        return [sorted(map(int, asked["skip"])) for asked in self.asked]

    @property
    def tried(self) -> list[int]:
        return [asked["trial"][0] for asked in self.asked]


def loaded(
    monkeypatch: pytest.MonkeyPatch, *replies: dict[str, Any], loads: int = 1
) -> tuple[Script, Loaded]:
    script = Script(*replies)

    def greet(_: Channel, __: SandboxProgram) -> Any:
        return script

    monkeypatch.setattr(ZygoteStream, "greet", greet)
    session = ChannelSession(lambda: None, program("x = 1"))  # type: ignore[arg-type,return-value]
    found = [session.load(Injection()) for _ in range(loads)]
    assert script.replies == []
    return script, found[-1]


@pytest.mark.parametrize(
    "reply",
    [
        cut("experiments", at(3, Importance.NONE)),
        cut("died", at(3, Importance.NONE), status=ASLEEP << 8),
    ],
    ids=["computes", "sleeps"],
)
def test_when_experiments_take_too_long_others_are_tried_first(
    reply: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    script, _ = loaded(monkeypatch, reply, LOADED)
    assert script.skipped == [[], [3]]
    assert script.tried == [-1, Importance.NONE]
    limits = [asked["experiments"] for asked in script.asked]
    assert limits == [pytest.approx(TOTAL.cpu_seconds / 6), None]


def test_who_sleeps_on_and_on_is_cut_like_anybody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program can end its process just so at each of its statements."""
    slept = [cut("died", at(n, Importance.ALWAYS), status=ASLEEP << 8) for n in range(MAX_CUTS + 2)]
    script, found = loaded(monkeypatch, *slept, LOADED)
    assert [asked["actions"] for asked in script.asked] == [*[True] * (MAX_CUTS + 2), False]
    assert "only definitions" in found.notes[0].message


def test_when_several_statements_run_on_others_are_tried_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each costs a load from the beginning, so a program cannot run on at one after another."""
    needs = [
        Importance.DEFINITIONS,
        Importance.DEFINITIONS,
        Importance.UNKNOWN,
        Importance.DEFINITIONS,
    ]
    script, found = loaded(
        monkeypatch, *(cut("cpu", at(n, need)) for n, need in enumerate(needs)), LOADED
    )
    assert script.skipped == [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]
    assert script.tried == [
        -1,
        -1,
        -1,
        Importance.UNKNOWN,
        Importance.DEFINITIONS,
    ]
    assert all(asked["actions"] for asked in script.asked)
    assert found.notes == ()


def test_what_was_left_out_stays_so_and_nothing_is_tried_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = LOADED | {"failed": [5, 7, "x", -1, True]}
    again = LOADED | {"failed": [9]}
    replies = cut("experiments", at(3, Importance.NONE)), tried, again, again
    script, _ = loaded(monkeypatch, *replies, loads=3)
    assert script.skipped == [[], [3], [3, 5, 7], [3, 5, 7]]
    assert script.tried == [-1, Importance.NONE, -1, -1]


def test_what_is_needed_less_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    costly = [
        at(1, Importance.DEFINITIONS),
        at(2, Importance.UNKNOWN),
        at(3, Importance.NONE),
        at(4, Importance.ALWAYS),
    ]
    script, found = loaded(
        monkeypatch,
        cut("total", at(5, Importance.ALWAYS), *costly),
        cut("total", at(5, Importance.ALWAYS), *costly[::3]),
        cut("total", at(5, Importance.ALWAYS), *costly[3:]),
        LOADED,
    )
    assert script.skipped == [[], [2, 3], [1, 2, 3], [1, 2, 3, 5]]
    assert script.tried == [
        -1,
        Importance.UNKNOWN,
        Importance.DEFINITIONS,
        Importance.DEFINITIONS,
    ]
    assert [asked["actions"] for asked in script.asked] == [True, True, True, False]
    assert "only definitions" in found.notes[0].message


def test_definitions_and_imports_are_never_left_out_for_what_they_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script, _ = loaded(
        monkeypatch,
        cut("total", at(5, Importance.NONE), at(4, Importance.ALWAYS)),
        LOADED,
    )
    assert script.skipped == [[], [5]]


@pytest.mark.parametrize("need", ["x", None, True, 10**9, -5])
def test_nonsense_about_needs_does_no_harm(need: object, monkeypatch: pytest.MonkeyPatch) -> None:
    script, _ = loaded(
        monkeypatch,
        cut("total", [1, 1, "x", need], [1, 1, "x", need], [2, 1, "x"], "x"),
        LOADED | {"failed": need},
    )
    assert len(script.asked) == 2


def test_who_asks_on_and_on_is_said_to_have_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    died = cut("died", at(3, Importance.NONE), status=UNANSWERED << 8)
    script, _ = loaded(monkeypatch, died, LOADED)
    assert script.asked[1]["skip"] == {
        "3": "asked again and again for input, which nobody gives here,"
    }
