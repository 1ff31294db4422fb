"""PID 1 of the sandbox: starts templates, relays one call at a time, and holds the limits.

The zygote never runs a student's code and never reads what it sends: answers are passed on as
they came, length checked. It is not dumpable, cannot be signalled from inside its own PID
namespace, and therefore is what measures CPU time and ends processes.

    trusted side  ── stdin/stdout, frames ──  zygote  ── socket, frames ──  template ── child
                                                ▲ pipes: stdout, stderr, Python stack

Should the trusted side go away, in the middle of a call too, the zygote ends, and with it the
kernel ends everybody else.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

from grader import wire
from grader.runner import confinement, processes, template
from grader.runner.accounts import Account
from grader.runner.tally import Tally
from grader.runner.watch import UNLOOKED, Breach, Capture, Gone, Limits, Overrun, Template, Watch

STACK_PATIENCE = 1.0
"""Seconds that a process which is to be ended has for saying where it is."""
_DEAR = 0.1
"""Share of the time for loading from which a statement is among those to be left out first."""
_AWAY = 0.75
"""Share of the time that is expected to pass for which nobody looks."""
_MOST_DESCRIPTORS = 1 << 20
_IGNORED_BY_PYTHON = {signal.SIGPIPE, signal.SIGXFSZ}
_STOPPED = {"cpu", "wall", "starved", "memory"}
"""Outcomes of calls that can no longer say what they have done."""
_PING = Limits(cpu=1.0, wall=2.0, patience=8.0, output=1 << 30)
_READ = b"!"
"""What a template says when it has read what is lent for its task."""


class Zygote:
    """The state of PID 1 between two requests of the trusted side."""

    def __init__(
        self, program: Mapping[str, Any], trusted: int, meter: processes.Meter, seal: str
    ) -> None:
        self._program = program
        self._trusted = trusted
        self._meter = meter
        self._seal = seal
        self._template: Template | None = None

    def load(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the template by a fresh one and follow it through the student's module.

        What is lent for the task follows the request as a frame that the new template reads
        itself: it never passes through this process, whose memory all later templates inherit.

        Every top-level statement is held to its own limits and the whole to ``total`` (CPU, wall
        and patience); the reply is either ``loaded`` or ``cut`` at a statement, with the reason.
        When the whole took too long, ``dear`` are the statements that took much of it.
        """
        self._end_template()
        running = self._template = self._start_template()
        limits = Limits(**request["limits"])
        watch = Watch(running, limits, self._meter, exact=True)
        whole = Watch(running, limits, self._meter, exact=False)
        total = request["total"]
        held_up = 0.0
        at: Any = None
        dear: list[Any] = []
        reply: dict[str, Any]
        try:
            while True:
                message = _message(watch.frame())
                if "loaded" in message:
                    reply = {"loaded": message["loaded"]}
                    # The first call, too, may find nothing running but the template.
                    running.forked = True
                    break
                held_up += watch.held_up
                if watch.exceeds(_DEAR * total["cpu"]):
                    dear.append(at)
                if whole.exceeds(total["cpu"]) or whole.wall - held_up > total["wall"]:
                    raise Overrun("total")
                if whole.wall > total["patience"]:
                    raise Overrun("starved")
                at = message.get("at")
                watch.restart()
        except (Overrun, Breach) as reason:
            reply = {"cut": at, "why": str(reason), "dear": dear, "pressed": watch.pressed}
        except Gone:
            why = "memory" if whole.out_of_memory else "died"
            reply = {"cut": at, "why": why, "status": processes.status_of(running.pid)}
        reply["cpu"] = whole.cpu
        reply |= {"stdout": running.stdout.take(), "stderr": running.stderr.take()}
        if "cut" in reply:
            self._end_template()
        return reply

    def call(self, request: Mapping[str, Any], calls: bytes) -> tuple[dict[str, Any], list[bytes]]:
        """Pass calls on and return what became of them; the answers themselves stay unread.

        One process carries the calls out one after another, held to ``limits`` all together.

        Returns:
            A reply and an answer for each call, as far as they went. The reply's ``outcome`` is
            ``told`` if that is all of them, and otherwise says what ended the series.
        """
        fresh = request["fresh"]
        if not self._settle(fresh=fresh):
            return {"outcome": "no_template"}, []
        running = self._template
        assert running is not None
        watch = Watch(running, Limits(**request["limits"]), self._meter, exact=fresh)
        told: list[bytes] = []
        reply: dict[str, Any] = {"outcome": "told"}
        try:
            running.forked = True
            running.tally.clear()
            running.send(calls)
            told.extend(_answers(running, watch, request["count"]))
            if request["count"] == 1:
                watch.check()
        except Overrun as limit:
            reply["outcome"] = str(limit)
            if request["count"] == 1:
                told.clear()
        except Breach as breach:
            reply |= {"outcome": "breach", "detail": str(breach)}
        except Gone:
            reply |= {"outcome": "memory" if watch.out_of_memory else "template_died"}
        reply["wall"] = watch.wall
        # Below ten milliseconds the budget cannot matter, and asking would cost more than it tells.
        reply["cpu"] = watch.cpu if watch.wall > 0.01 else None
        if reply["outcome"] in _STOPPED:
            reply["calls"] = running.tally.numbers()
        if reply["outcome"] in {"cpu", "wall"}:
            reply |= {"pressed": watch.pressed, "stack": self._stack(running)}
        reply |= {"stdout": running.stdout.take(), "stderr": running.stderr.take()}
        if reply["outcome"] != "told" or len(told) < request["count"]:
            self._settle(fresh=True)
        return reply, told

    def _settle(self, *, fresh: bool) -> bool:
        """Make the template ready for a call; with ``fresh``, end what earlier calls left.

        Returns:
            Whether there is a template that can be used.
        """
        running = self._template
        if running is None:
            return False
        try:
            if not fresh:
                running.wait(0)
            # Frames that nobody has asked for: the process of the last call has ended since.
            if running.forked and (fresh or running.frames):
                self._end_others(running)
                running.forked = False
            if running.pid in processes.reap():
                raise Gone
        except (Overrun, Breach, Gone):
            self._end_template()
            return False
        for capture in running.captures:
            capture.take()
        return True

    def _end_others(self, running: Template) -> None:
        """Kill all but the template, and let it read and say what it has to.

        Raises:
            Overrun, Breach, Gone: if that does not work.
        """
        spared = frozenset({running.pid})
        os.kill(running.pid, signal.SIGCONT)  # a call can have stopped it
        born = processes.latest()
        processes.signal_others(signal.SIGKILL, spared)
        # The template speaks again once its child is gone: no need to poll for that.
        self._ping(running)
        if processes.signal_others(signal.SIGKILL, spared) or processes.latest() != born:
            # Someone was born meanwhile, and may have spoken in the template's place.
            if not processes.kill_others(spared):
                raise Breach("its processes could not be killed one by one")
            self._ping(running)

    def _ping(self, running: Template) -> None:
        """Read up to the point where the template itself listens again.

        Everything before the answer is left over from processes that are dead by now, none of
        which can have known the word that is asked for.
        """
        token = os.urandom(8).hex()
        watch = Watch(running, _PING, self._meter, exact=False)
        running.send(json.dumps({"ping": token}).encode())
        while _message(watch.frame()).get("pong") != token:
            pass
        running.frames.clear()

    def _stack(self, running: Template) -> str:
        """Where the student's code is now, as far as it lets itself be asked.

        The call's own process, which is the eldest, is asked first: several at once would write
        into each other's lines.
        """
        running.stack.take()
        living = sorted(processes.others(frozenset({running.pid})))
        for asked in filter(None, (living[:1], living[1:])):
            for pid in asked:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGXCPU)
            if told := self._said_of_stack(running):
                return told
        return ""

    def _said_of_stack(self, running: Template) -> str:
        give_up = time.monotonic() + STACK_PATIENCE
        patience = STACK_PATIENCE
        while select.select([running.stack.fd], [], [], patience)[0]:
            if not running.stack.drain() or time.monotonic() > give_up:
                break
            patience = 0.02  # it is written line by line
        return _student_lines(running.stack.take())

    def _end_template(self) -> None:
        processes.kill_everything()
        if self._template is not None:
            self._template.close()
            self._template = None

    def _start_template(self) -> Template:
        ours, theirs = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]
        tally = Tally()
        pid = os.fork()
        if pid == 0:
            ours.close()
            lent = json.loads(_read_frame(self._trusted) or b"{}")
            theirs.send(_READ)
            _become_template(theirs, pipes, tally, self._seal, {**self._program, **lent})
        theirs.close()
        ours.recv(len(_READ))  # until then, what the trusted side says is for the template
        captures = []
        for read_end, write_end in pipes:
            os.close(write_end)
            os.set_blocking(read_end, False)
            captures.append(Capture(read_end))
        return Template(pid, ours, captures, tally, self._trusted)


def _become_template(
    control: socket.socket,
    pipes: list[tuple[int, int]],
    tally: Tally,
    seal: str,
    program: Mapping[str, Any],
) -> None:
    """Leave the zygote behind, none of its descriptors or rights is kept; then load."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    (_, stdout), (_, stderr), (_, stack) = pipes
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    kept = sorted({2, control.fileno(), stack})
    for lower, higher in itertools.pairwise([*kept, _MOST_DESCRIPTORS]):
        os.closerange(lower + 1, higher)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        # Line by line, so that what was printed before a kill is not lost with its buffer.
        stream = open(
            descriptor, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]
    confinement.first_to_die()
    if seal and not confinement.load_filter(seal):
        os._exit(1)
    try:
        template.run(control, stack, tally, program)
    finally:
        # Also for a child whose student broke what the runner stands on: no traceback of ours.
        os._exit(1)


def _student_lines(stack: str) -> str:
    """``stack`` without the frames of the runner and of what is lent, as in a traceback."""
    lines = [line for line in stack.splitlines(keepends=True) if not line.startswith('  File "<')]
    return "".join(lines) if len(lines) > 1 else ""


def _answers(running: Template, watch: Watch, count: int) -> Iterator[bytes]:
    """The answers to ``count`` calls, as far as one reply can hold them.

    To be woken for each of them would cost more than short calls do. So three quarters of the
    time that the rest will most likely take are looked away, and then as much of what is left, so
    that the last answer hardly waits.

    Raises:
        Overrun, Breach, Gone: as their names say.
    """
    size = told = 0
    while told < count and size <= wire.MAX_FRAME:
        answer = watch.frame()
        yield answer
        if answer.startswith(template.ENDED):
            return
        size += len(answer)
        told += 1
        if told < count and not running.frames:
            watch.look_away(min(watch.wall / told * (count - told) * _AWAY, UNLOOKED))


def _message(body: bytes) -> dict[str, Any]:
    """A frame of the template during loading, or when its child ended.

    Raises:
        Breach: if it is not what the template would send.
    """
    try:
        message = wire.parse(body)
    except wire.WireError as problem:
        raise Breach(str(problem)) from None
    if not isinstance(message, dict):
        raise Breach("a message is an object")
    return message


def _heed_signals() -> None:
    """Ignore and hold back no signal that whoever started the grader ignores or holds back.

    A shell does so for what it leaves in the background, and a student's code must not see it.
    """
    for number in signal.valid_signals() - _IGNORED_BY_PYTHON:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def main() -> None:
    """Serve the trusted side until it closes the wire."""
    # The kernel keeps from PID 1 every signal that it has no handler for. Python has one for this.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _heed_signals()
    wire_in, wire_out = os.dup(0), os.dup(1)
    os.dup2(os.open("/dev/null", os.O_RDWR), 0)
    os.dup2(0, 1)
    greeting = json.loads(_read_frame(wire_in) or b"{}")
    confinement.close_to_others()
    filters = greeting.get("filters")
    hello = {"python": sys.version.split()[0], "pid": os.getpid(), "filtered": False}
    if filters:
        hello["filtered"] = confinement.load_filter(filters[0])
    _write_frames(wire_out, json.dumps({"hello": hello}).encode())
    program = _read_frame(wire_in)
    if program is None:
        return
    meter = processes.Meter(Account(greeting["cpu_usage"]), Account(greeting["memory_events"]))
    zygote = Zygote(json.loads(program), wire_in, meter, filters[1] if filters else "")
    while (body := _read_frame(wire_in)) is not None:
        request = json.loads(body)
        reply: dict[str, Any]
        told: list[bytes] = []
        if request["op"] == "load":
            reply = zygote.load(request)
        else:
            reply, told = zygote.call(request, _read_frame(wire_in) or b"")
        reply |= {"told": len(told), "used": meter.used()}
        _write_frames(wire_out, json.dumps(reply).encode(), *told)


def _read_frame(fd: int) -> bytes | None:
    header = _read(fd, 4)
    return None if header is None else _read(fd, int.from_bytes(header, "big"))


def _read(fd: int, size: int) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        chunk = os.read(fd, size - len(data))
        if not chunk:
            return None
        data += chunk
    return bytes(data)


def _write_frames(fd: int, *bodies: bytes) -> None:
    data = memoryview(b"".join(map(wire.framed, bodies)))
    while data:
        data = data[os.write(fd, data) :]
