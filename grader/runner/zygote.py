"""Runs as PID 1 of the sandbox: starts templates, relays one call at a time, and holds the limits.

The zygote never runs a student's code and never reads what it sends: answers are passed on as
they came, length checked. It is not dumpable, cannot be signalled from inside its own PID
namespace, and therefore is what measures CPU time and ends processes.

    trusted side  ── stdin/stdout, frames ──  zygote  ── socket, frames ──  template ── child
                                                ▲ pipes: stdout, stderr, Python stack
                                          │ socket                                   │ socket
                                          └───────── lent server ── child ───────────┘

Should the trusted side go away, in the middle of a call too, the zygote ends, and with it the
kernel ends everybody else.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader import wire
from grader.runner import drop_privileges, sandbox_processes
from grader.runner.cgroup_usage import CgroupFile
from grader.runner.fork_template import start_template
from grader.runner.lent_function_processes import FrameInTransit, LentProcesses
from grader.runner.resource_watchdog import UNLOOKED, LimitExceeded, Limits, TemplateWatchdog
from grader.runner.sandbox_messaging import Breach, Gone, LentServerLost
from grader.runner.statement import ALL_RUN, is_at_unneeded_statement, parse_load_position
from grader.runner.template_connection import TemplateConnection, keep_student_frames
from grader.runner.template_process import ENDED

STACK_PATIENCE = 1.0
"""Seconds that a process which is to be ended has for saying where it is."""
_COSTLY = 0.1
"""Share of the time for loading from which a statement is among those to be left out first."""
_AWAY = 0.75
"""Share of the time that is expected to pass for which nobody looks."""
_STOPPED = {"cpu", "wall", "starved", "memory", "lent"}
"""Outcomes of calls that can no longer say what they have done."""
_LOADED = ("loaded", "names", "aliases", "survey", "unlent", "failed", "elsewhere")
"""What a template says of its loading."""
_LARGE = 1 << 16  # bytes of answers: to read them takes a while, which no budget counts
_RESTLESS = "kept running although it was to stand still until this call"
_LENT_GONE = "ended the process that answers for the functions it is given"
_PING = Limits(cpu=1.0, wall=2.0, patience=8.0, output=1 << 30)


class Zygote:
    """Carries out requests of the trusted side: starts a template, and has it make the calls."""

    def __init__(
        self,
        program: Mapping[str, Any],
        trusted: int,
        meter: sandbox_processes.SandboxMeter,
        seal: str,
    ) -> None:
        self._program = program
        self._trusted = trusted
        self._meter = meter
        self._seal = seal
        self._link: TemplateConnection | None = None
        self._why = ""
        """What has ended the template, if it did not end by itself."""

    def load(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the template by a new one, and follow its loading of the student's module.

        What is for this task only follows the request: a frame that the process of what is lent
        reads itself, if ``lends``, and one that the new template does. Neither passes through this
        process, whose memory all later templates inherit.

        Each statement is held to its own limits. ``total`` (CPU, wall and patience) is for all of
        them together, and for reading the text before the first. Experiments have ``experiments``
        CPU seconds unless that is ``None``. The reply is ``loaded`` or ``cut`` at a statement, with
        the reason; ``costly`` are those that took much of the time.
        """
        self._end_template()
        link = self._link = start_template(
            self._program, self._trusted, self._seal, lends=request["lends"]
        )
        self._meter.apart = link.lent
        limits = Limits(**request["limits"])
        total = request["total"]
        watch = TemplateWatchdog(link, limits, self._meter, exact=True)
        whole = TemplateWatchdog(link, limits, self._meter, exact=False)
        left = request["experiments"] or float("inf")
        held_up = 0.0
        at: Any = None
        costly: list[Any] = []
        reply: dict[str, Any]
        try:
            while True:
                message = _parse_template_message(watch.frame())
                if "loaded" in message:
                    at = ALL_RUN
                    _raise_if_lent_server_was_killed(link)
                    reply = {key: message.get(key) for key in _LOADED}
                    # The first call, too, may find nothing running but the template.
                    link.forked = True
                    break
                held_up += watch.held_up
                if watch.exceeds(_COSTLY * total["cpu"]):
                    costly.append(at)
                if whole.exceeds(total["cpu"]) or whole.wall - held_up > total["wall"]:
                    raise LimitExceeded("total")
                if whole.wall > total["patience"]:
                    raise LimitExceeded("starved")
                if is_at_unneeded_statement(at) and watch.wall > UNLOOKED:
                    left -= watch.cpu
                at = parse_load_position(message.get("at"))
                if at is None:  # before the first statement, while the whole text is read
                    watch.restart(Limits(**total))
                    continue
                most = max(left, UNLOOKED) if is_at_unneeded_statement(at) else limits.cpu
                watch.restart(limits._replace(cpu=min(limits.cpu, most)))
        except (LimitExceeded, Breach) as reason:
            spent = is_at_unneeded_statement(at) and left < limits.cpu and str(reason) == "cpu"
            why = "experiments" if spent else str(reason)
            pressed = watch.pressed and not whole.exceeds(total["cpu"])
            reply = {"cut": at, "why": why, "costly": costly, "pressed": pressed}
        except Gone:
            why = "memory" if whole.out_of_memory else "died"
            reply = {
                "cut": at,
                "why": why,
                "status": sandbox_processes.wait_for_child(link.pid),
            }
        reply["cpu"] = whole.cpu
        reply |= {"stdout": link.stdout.take(), "stderr": link.stderr.take()}
        if "cut" in reply:
            self._end_template()
        return reply

    def freeze(self) -> None:
        """Stop all processes, threads and children included, until the next request.

        If a process cannot be stopped, everything that was loaded is ended.
        """
        link = self._link
        if link is not None and not link.freezer.freeze(self._meter):
            self._give_up(_RESTLESS)

    def call(
        self, request: Mapping[str, Any], calls: Sequence[bytes], lent: FrameInTransit | None = None
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Pass calls on, and return their unread answers and a reply that says how they ended.

        One process carries the calls out one after another, held to ``limits`` all together: a new
        one if the request says ``fork``, else that of the calls before.

        If the request says ``freeze``, or much is to be read, everybody then stands still.

        Args:
            calls: all of them in one text; one by one, if the task is lent anything: what was lent
                to each is only known to the process that answers for it, where ``lent`` goes.

        Returns:
            A reply and an answer for each call, as far as they went. The reply's ``outcome`` is
            ``answered`` if that is all of them, and otherwise says what ended the process.
        """
        try:
            link = self._settled(fork=request["fork"])
            if link is None:
                return {"outcome": "no_template", "detail": self._why}, []
            return self._called(link, request, calls, lent)
        finally:
            if lent is not None:
                lent.close()

    def _called(
        self,
        link: TemplateConnection,
        request: Mapping[str, Any],
        calls: Sequence[bytes],
        lent: FrameInTransit | None,
    ) -> tuple[dict[str, Any], list[bytes]]:
        watch = TemplateWatchdog(
            link, Limits(**request["limits"]), self._meter, exact=request["fork"]
        )
        answers: list[bytes] = []
        reply: dict[str, Any] = {"outcome": "answered"}
        try:
            _carry_out(link, watch, calls, lent, request, answers)
            if request["count"] == 1:
                watch.check()
        except LimitExceeded as limit:
            reply["outcome"] = str(limit)
            if request["count"] == 1:
                answers.clear()
        except Breach as breach:
            reply |= {"outcome": "breach", "detail": str(breach)}
        except LentServerLost:
            reply |= {"outcome": "lent_gone", "detail": _LENT_GONE}
        except Gone:
            reply |= {"outcome": "memory" if watch.out_of_memory else "template_died"}
        reply["wall"] = watch.wall
        # Below ten milliseconds the budget cannot matter, and asking would cost more than the call.
        reply["cpu"] = watch.cpu if watch.wall > 0.01 else None
        reply["idle"] = watch.idle
        reply["waiting"] = watch.waiting
        if link.lent is not None:
            reply |= {"counts": link.lent.counts, "notes": link.lent.notes}
            if reply["outcome"] in _STOPPED:
                reply["calls"] = link.lent.counted()
        if reply["outcome"] in {"cpu", "wall", "lent"}:
            reply |= {"pressed": watch.pressed, "stack": self._stack(link)}
        reply |= {"stdout": link.stdout.take(), "stderr": link.stderr.take()}
        if reply["outcome"] != "answered" or len(answers) < request["count"]:
            self.end()
        if request["freeze"] or sum(map(len, answers)) > _LARGE:
            self.freeze()  # also after a call that was stopped: what was loaded may have threads
        return reply, answers

    def end(self) -> None:
        """End the process that carries out calls, and all processes that it has left behind."""
        self._settled(fork=True)

    def _settled(self, *, fork: bool) -> TemplateConnection | None:
        """Return the template ready for a call; ``None`` if there is none that can be used.

        Args:
            fork: whether only the template is to be alive, so that it forks for the call.
        """
        link = self._link
        if link is None:
            return None
        if not link.freezer.thaw(link.pid if fork else -1):
            self._give_up(_RESTLESS)
            return None
        try:
            if fork and link.forked:
                self._end_others(link)
                link.forked = False
            if fork and link.lent is not None:
                link.lent.open()
            ended = sandbox_processes.reap_children()
            if link.pid in ended or (link.lent is not None and link.lent.pid in ended):
                raise Gone
        except (LimitExceeded, Breach, Gone):
            self._end_template()
            return None
        for capture in link.captures:
            capture.take()
        return link

    def _end_others(self, link: TemplateConnection) -> None:
        """Kill all processes but the template, and take in what the template has to say.

        Raises:
            LimitExceeded, Breach, Gone: if that does not work.
        """
        if link.lent is not None:
            link.lent.end_child()
        spared = frozenset({link.pid, *(link.lent.pids if link.lent is not None else ())})
        for pid in spared:
            os.kill(pid, signal.SIGCONT)  # a call can have stopped it
        born = sandbox_processes.latest_process_id()
        sandbox_processes.signal_others(signal.SIGKILL, spared)
        # The template speaks again once its child is gone: no need to poll for that.
        self._ping(link)
        if (
            sandbox_processes.signal_others(signal.SIGKILL, spared)
            or sandbox_processes.latest_process_id() != born
        ):
            # Someone was born meanwhile, and may have spoken instead of the template.
            if not sandbox_processes.kill_others(spared):
                raise Breach("its processes could not be killed one by one")
            self._ping(link)

    def _ping(self, link: TemplateConnection) -> None:
        """Read up to the point where the template itself listens again.

        Everything before the answer is left over from processes that are dead by now, none of
        which can have known the word that is asked for.
        """
        token = os.urandom(8).hex()
        watch = TemplateWatchdog(link, _PING, self._meter, exact=False)
        link.send(json.dumps({"ping": token}).encode())
        while _parse_template_message(watch.frame()).get("pong") != token:
            pass
        link.frames.clear()

    def _stack(self, link: TemplateConnection) -> str:
        """Return the stack of the student's code, as far as its processes write it.

        The call's own process, which is the eldest, is asked first: several at once would write
        into each other's lines.
        """
        link.stack.take()
        lent = link.lent.pids if link.lent is not None else ()
        living = sorted(sandbox_processes.other_processes(frozenset({link.pid, *lent})))
        for asked in filter(None, (living[:1], living[1:])):
            for pid in asked:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGXCPU)
            if lines := self._said_of_stack(link):
                return lines
        return ""

    def _said_of_stack(self, link: TemplateConnection) -> str:
        give_up = time.monotonic() + STACK_PATIENCE
        patience = STACK_PATIENCE
        while select.select([link.stack.fd], [], [], patience)[0]:
            if not link.stack.drain() or time.monotonic() > give_up:
                break
            patience = 0.02  # it is written line by line
        return keep_student_frames(link.stack.take())

    def _give_up(self, why: str) -> None:
        """End all processes; until the next load, calls are answered with ``why``."""
        self._end_template()
        self._why = why

    def _end_template(self) -> None:
        self._why = ""
        if self._link is not None and self._link.lent is not None:
            self._meter.leave_apart()
        sandbox_processes.kill_everything()
        if self._link is not None:
            self._link.close()
            self._link = None


def _answers(link: TemplateConnection, watch: TemplateWatchdog, count: int) -> Iterator[bytes]:
    """Yield the answers to ``count`` calls, as far as one reply can hold them.

    To be woken for each of them would cost more than short calls do. So three quarters of the
    time that the rest will most likely take are looked away, and then as much of what is left, so
    that the last answer hardly waits.

    Raises:
        LimitExceeded, Breach, Gone: as their names say.
    """
    size = number = 0
    while number < count and size <= wire.MAX_FRAME:
        answer = watch.frame()
        yield answer
        if answer.startswith(ENDED):
            return
        size += len(answer)
        number += 1
        if number < count and not link.frames:
            watch.look_away(min(watch.wall / number * (count - number) * _AWAY, UNLOOKED))


def _carry_out(
    link: TemplateConnection,
    watch: TemplateWatchdog,
    calls: Sequence[bytes],
    lent: FrameInTransit | None,
    request: Mapping[str, Any],
    answers: list[bytes],
) -> None:
    """Have calls carried out, and append their answers, as far as a reply can hold them.

    Raises:
        LimitExceeded, Breach, LentServerLost, Gone: as their names say.
    """
    link.wait(0)
    link.forked = True
    if link.lent is None:
        link.ask(calls[0])
        answers.extend(_answers(link, watch, request["count"]))
        return
    if lent is not None:
        link.lent.begin_series(lent)
    for body, count in zip(calls, request["lent"], strict=True):
        link.lent.begin_call()
        link.ask(body)
        answers.extend(_answers(link, watch, 1))
        if answers[-1].startswith(ENDED) or not _fetch_counts(link.lent, answers, lent=count > 0):
            return


def _raise_if_lent_server_was_killed(link: TemplateConnection) -> None:
    """Raise ``LimitExceeded`` if the process of lent functions has been ended."""
    if link.lent is not None and link.lent.was_killed():
        raise LimitExceeded("killed")


def _fetch_counts(apart: LentProcesses, answers: list[bytes], *, lent: bool) -> bool:
    """Fetch the counts of the call answered last; return whether a reply can hold more.

    Raises:
        LentServerLost: if that can no longer be told; then the answer does not count either.
    """
    try:
        apart.end_call(lent=lent)
    except LentServerLost:
        answers.pop()
        raise
    return sum(map(len, (*answers, *apart.notes))) <= wire.MAX_FRAME


def _parse_template_message(body: bytes) -> dict[str, Any]:
    """Return a frame of the template as a message, sent in loading or when its child ended.

    Raises:
        Breach: if it is not what the template would send.
    """
    try:
        message = wire.parse(body)
    except wire.WireError as problem:
        raise Breach(str(problem)) from None
    # Some texts are six times as long once they are written down anew, to be passed on.
    if not isinstance(message, dict) or len(json.dumps(message)) > wire.MAX_FRAME:
        raise Breach("a message is an object, and short enough to be passed on")
    return message


def main() -> None:
    """Serve the trusted side until it closes the wire."""
    # The kernel keeps from PID 1 every signal that it has no handler for. Python has one for this.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sandbox_processes.restore_default_signals()
    sandbox_processes.become_sandbox_watcher()
    wire_in, wire_out = os.dup(0), os.dup(1)
    os.dup2(os.open("/dev/null", os.O_RDWR), 0)
    os.dup2(0, 1)
    greeting = json.loads(wire.read_frame(wire_in) or b"{}")
    drop_privileges.make_undumpable()
    filters = greeting.get("filters")
    hello = {"python": sys.version.split()[0], "pid": os.getpid(), "filtered": False}
    if filters:
        hello["filtered"] = drop_privileges.load_seccomp_filter(filters[0])
    wire.write_frames(wire_out, json.dumps({"hello": hello}).encode())
    program = wire.read_frame(wire_in)
    if program is None:
        return
    meter = sandbox_processes.SandboxMeter(
        CgroupFile(greeting["cpu_usage"]), CgroupFile(greeting["memory_events"])
    )
    zygote = Zygote(json.loads(program), wire_in, meter, filters[1] if filters else "")
    while (body := wire.read_frame(wire_in)) is not None:
        request = json.loads(body)
        reply: dict[str, Any] = {}
        answers: list[bytes] = []
        notes: list[bytes] = []
        match request["op"]:
            case "load":
                reply = zygote.load(request)
            case "call":
                lent = FrameInTransit(wire_in) if request["lends"] else None
                bodies = request["count"] if request["lends"] else 1
                calls = [wire.read_frame(wire_in) or b"" for _ in range(bodies)]
                reply, answers = zygote.call(request, calls, lent)
                notes = reply.pop("notes", [])
            case "end":
                zygote.end()
            case "freeze":
                zygote.freeze()
        reply |= {"answers": len(answers), "notes": len(notes), "used": meter.used()}
        wire.write_frames(wire_out, json.dumps(reply).encode(), *answers, *notes)
    sandbox_processes.end_sandbox()
