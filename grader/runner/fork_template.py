"""Starts a template process: forks it from the zygote, and drops descriptors and privileges.

If the task is lent something, the process that holds it is started first.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
from _socket import socket, socketpair  # the class that nobody can change
from collections.abc import Mapping
from typing import Any

from grader import wire
from grader.runner import drop_privileges, lent_server, template_process
from grader.runner.lent_call_counts import SharedCallCounters
from grader.runner.lent_function_processes import LentProcesses
from grader.runner.process_freezer import Freezer
from grader.runner.template_connection import CapturedOutput, TemplateConnection

_MOST_DESCRIPTORS = 1 << 20
_READ = b"!"
"""What a template says when it has read what is for its task."""


def start_template(
    program: Mapping[str, Any], trusted: int, seal: str, *, lends: bool
) -> TemplateConnection:
    """Fork a template, which reads its task's part of the program itself and then loads it.

    What is lent to the task comes before that, and is read by a process of its own.

    Args:
        program: what stays the same for all templates.
        trusted: where the trusted side speaks; its next frame is for the template.
        seal: the filter of system calls that the template loads; empty for none.
        lends: whether anything is lent to the task.
    """
    lent = _start_lent_processes(program, trusted, seal) if lends else None
    ours, theirs = socketpair()
    pipes = [os.pipe() for _ in range(3)]
    freezer = Freezer()
    pid = os.fork()
    if pid == 0:
        ours.close()
        if lent is not None:
            lent.leave()
        of_task = json.loads(wire.read_frame(trusted) or b"{}")
        theirs.send(_READ)
        _become_template(theirs, pipes, freezer, seal, {**program, **of_task})
    theirs.close()
    ours.recv(len(_READ))  # until then, what the trusted side says is for the template
    captures = []
    for read_end, write_end in pipes:
        os.close(write_end)
        os.set_blocking(read_end, False)
        captures.append(CapturedOutput(read_end))
    return TemplateConnection(pid, ours, captures, lent, freezer, trusted)


def _start_lent_processes(program: Mapping[str, Any], trusted: int, seal: str) -> LentProcesses:
    """Fork the process of lent functions, and wait until it is ready.

    Raises:
        EOFError: if it cannot.
    """
    ours, theirs = socketpair()
    tally = SharedCallCounters()
    pid = os.fork()
    if pid == 0:
        try:
            ours.close()
            lent = json.loads(wire.read_frame(trusted) or b"{}")
            drop_privileges.drop_zygote_user()
            _close_all_descriptors_but(theirs.fileno())
            lent_server.fork_lent_servers(theirs, tally, seal, {**program, **lent})
        finally:
            os._exit(1)
    theirs.close()
    if not ours.recv(len(lent_server.READY)):
        raise EOFError("what is lent cannot be brought to life")
    return LentProcesses(pid, ours, tally)


def _close_all_descriptors_but(*descriptors: int) -> None:
    """Close all descriptors but these, and connect the standard streams to ``/dev/null``."""
    nothing = os.open("/dev/null", os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    _close_all_but(2, *descriptors)


def _close_all_but(*descriptors: int) -> None:
    for lower, higher in itertools.pairwise([*sorted(descriptors), _MOST_DESCRIPTORS]):
        os.closerange(lower + 1, higher)


def _become_template(
    control: socket,
    pipes: list[tuple[int, int]],
    freezer: Freezer,
    seal: str,
    program: Mapping[str, Any],
) -> None:
    """Close the zygote's descriptors, give up rights, and run the template."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import sys

    (_, stdout), (_, stderr), (_, stack) = pipes
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    _close_all_but(2, control.fileno(), stack)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        # Line by line, so that what was printed before a kill is not lost with its buffer.
        stream = open(
            descriptor, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]
    drop_privileges.drop_zygote_user()
    drop_privileges.prefer_for_oom_kill()
    if seal and not drop_privileges.load_seccomp_filter(seal):
        os._exit(1)
    try:
        template_process.run_template(control, stack, freezer.frozen, program)
    finally:
        # Also for a child whose student broke what the runner stands on: no traceback of ours.
        os._exit(1)
