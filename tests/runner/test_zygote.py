"""How the zygote finds its way back to a template whose child has spoken in its place."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from grader import wire
from grader.runner import sandbox_processes, zygote
from grader.runner.cgroup_usage import CgroupFile
from grader.runner.process_freezer import Freezer
from grader.runner.resource_watchdog import UNLOOKED, TemplateWatchdog
from grader.runner.sandbox_processes import SandboxMeter
from grader.runner.template_connection import CapturedOutput, TemplateConnection
from grader.runner.template_process import ENDED
from grader.runner.zygote import Zygote, _answers


@pytest.fixture
def ends() -> Iterator[tuple[TemplateConnection, socket.socket]]:
    """What the zygote knows of a template, and the template's own end of the socket."""
    ours, theirs = socket.socketpair()
    pipes = [os.pipe() for _ in range(4)]
    (trusted, _), *captured = pipes
    for reading, _ in captured:
        os.set_blocking(reading, False)
    captures = [CapturedOutput(reading) for reading, _ in captured]
    link = TemplateConnection(os.getpid(), ours, captures, None, Freezer(), trusted)
    yield link, theirs
    link.close()
    theirs.close()
    for end in (trusted, *(writing for _, writing in pipes)):
        os.close(end)


def test_answers_to_a_ping_cannot_be_given_in_advance(
    ends: tuple[TemplateConnection, socket.socket],
) -> None:
    link, theirs = ends
    theirs.sendall(b"".join(wire.frame_text(json.dumps({"pong": number})) for number in range(300)))
    answered = threading.Event()

    def answer() -> None:
        length = int.from_bytes(theirs.recv(4, socket.MSG_WAITALL), "big")
        asked = json.loads(theirs.recv(length, socket.MSG_WAITALL))
        theirs.sendall(wire.frame_text(json.dumps({"ended": 9})))
        answered.set()
        theirs.sendall(wire.frame_text(json.dumps({"pong": asked["ping"]})))

    pid_1 = Zygote({}, 0, SandboxMeter(CgroupFile([]), CgroupFile([])), "")
    speaker = threading.Timer(0.1, answer)
    speaker.start()
    pid_1._ping(link)
    heard = answered.is_set()
    speaker.join()
    assert heard
    link.wait(0)
    assert link.frames == []


@dataclass
class Series:
    """Calls that are answered one after another, and the process that follows them.

    Attributes:
        seconds: that each call takes.
        looks: how often somebody waited for an answer.
        away: for how long nobody looked, each time.
    """

    seconds: list[float]
    now: float = 0.0
    arrived: int = 0
    looks: int = 0
    frames: list[bytes] = field(default_factory=list)
    away: list[float] = field(default_factory=list)

    @property
    def wall(self) -> float:
        return self.now

    def frame(self) -> bytes:
        if not self.frames:
            self.looks += 1
            self._go_on(max(self.now, sum(self.seconds[: self.arrived + 1])))
        return self.frames.pop(0)

    def look_away(self, seconds: float) -> None:
        self.away.append(seconds)
        self._go_on(self.now + seconds)

    def _go_on(self, until: float) -> None:
        self.now = until
        while self.arrived < len(self.seconds) and sum(self.seconds[: self.arrived + 1]) <= until:
            self.arrived += 1
            self.frames.append(b"answer %d" % self.arrived)


@pytest.mark.parametrize(
    ("seconds", "most_looks"),
    [
        ([0.001] * 50, 12),
        ([0.0001] * 100, 8),
        ([0.5] * 4, 4),
        ([0.01] * 5 + [0.0001] * 20, 10),
    ],
)
def test_a_series_is_not_looked_at_for_each_answer_and_the_last_does_not_wait(
    seconds: list[float], most_looks: int
) -> None:
    series = Series(seconds)
    answers = list(_answers(series, series, len(seconds)))  # type: ignore[arg-type]
    assert answers == [b"answer %d" % (place + 1) for place in range(len(seconds))]
    assert series.looks <= most_looks
    assert max(series.away) <= UNLOOKED
    assert series.now <= sum(seconds) + UNLOOKED


def test_a_single_call_is_looked_at_all_the_time() -> None:
    series = Series([0.01])
    assert list(_answers(series, series, 1)) == [b"answer 1"]  # type: ignore[arg-type]
    assert series.away == []


def test_a_series_ends_with_its_process() -> None:
    series = Series([0.01] * 3)
    series.frames = [b"answer 1", ENDED + b": 9}", b"answer 2"]
    assert list(_answers(series, series, 3)) == [b"answer 1", ENDED + b": 9}"]  # type: ignore[arg-type]


class Used:
    """A meter of which CPU time has gone by at every look, as much as it says."""

    counts_memory = False
    apart = None
    pids_apart: frozenset[int] = frozenset()

    def __init__(self, each: float) -> None:
        self.each = each
        self.cpu = 0.0

    def exact(self) -> float:
        self.cpu += self.each
        return self.cpu

    recent = exact

    def killed(self) -> int:
        return 0

    def used_apart(self) -> float:
        return 0.0


@pytest.mark.parametrize(("each", "excused"), [(0.0, True), (10.0, False)])
def test_cpu_time_that_was_used_up_is_not_excused_by_a_busy_machine(
    each: float,
    *,
    excused: bool,
    ends: tuple[TemplateConnection, socket.socket],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, theirs = ends
    monkeypatch.setattr(zygote, "start_template", lambda *_, **__: link)
    monkeypatch.setattr(Zygote, "_end_template", lambda _: None)
    monkeypatch.setattr(sandbox_processes, "is_machine_overloaded", lambda: True)
    monkeypatch.setattr(TemplateWatchdog, "wall", property(lambda _: 60.0))
    at = {"at": [0, 3]}
    theirs.sendall(2 * wire.frame_text(json.dumps(at)))
    wide = {"cpu": 1000.0, "wall": 1000.0, "patience": 1000.0, "output": 1 << 20}
    total = {**wide, "cpu": 5.0, "wall": 20.0}
    request = {"limits": wide, "total": total, "experiments": None, "lends": False}
    reply = Zygote({}, 0, Used(each), "").load(request)  # type: ignore[arg-type]
    assert (reply["why"], reply["pressed"]) == ("total", excused)


@pytest.mark.parametrize("said", [[0] * 1000, "x" * 1000, [0, "x" * 1000], [0, [0] * 1000], {}])
def test_a_position_of_another_form_is_not_passed_on(
    said: object, ends: tuple[TemplateConnection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several of them go into one reply, and the trusted side takes no reply of any length."""
    link, theirs = ends
    monkeypatch.setattr(zygote, "start_template", lambda *_, **__: link)
    monkeypatch.setattr(Zygote, "_end_template", lambda _: None)
    monkeypatch.setattr(TemplateWatchdog, "wall", property(lambda _: 60.0))
    theirs.sendall(2 * wire.frame_text(json.dumps({"at": said})))
    wide = {"cpu": 1000.0, "wall": 1000.0, "patience": 1000.0, "output": 1 << 20}
    total = {**wide, "cpu": 10.0}
    request = {"limits": wide, "total": total, "experiments": None, "lends": False}
    reply = Zygote({}, 0, Used(2.0), "").load(request)  # type: ignore[arg-type]
    assert reply["why"] == "total"
    assert reply["cut"] is None
    assert set(reply["costly"]) <= {None}


def test_what_a_template_says_does_not_grow_when_it_is_passed_on(
    ends: tuple[TemplateConnection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    link, theirs = ends
    monkeypatch.setattr(zygote, "start_template", lambda *_, **__: link)
    monkeypatch.setattr(Zygote, "_end_template", lambda _: None)
    said = '{"loaded":"' + "\x7f" * (wire.MAX_FRAME // 2) + '"}'  # JSON takes it as it is, too
    sender = threading.Thread(target=theirs.sendall, args=(wire.frame_text(said),))
    sender.start()
    wide = {"cpu": 1000.0, "wall": 1000.0, "patience": 1000.0, "output": 1 << 20}
    request = {"limits": wide, "total": wide, "experiments": None, "lends": False}
    reply = Zygote({}, 0, Used(0.0), "").load(request)  # type: ignore[arg-type]
    sender.join()
    assert "loaded" not in reply
    assert reply["cut"] is None
    assert len(json.dumps(reply)) < 1000
