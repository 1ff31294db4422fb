"""The probe, a submission whose functions really try what a sandbox has to prevent.

This file travels into the sandbox as text, as a student's would, and is never imported there or
anywhere else but in tests. What a function tried is returned as ``[name, went through, what was
seen]``; whether that is good or bad is for the trusted side to judge, which knows the canaries.

Nothing here harms a machine on which it gets through: what is opened for writing is closed as it
was, what is created is removed, what is taken is bounded and given back.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import mmap
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PR_SET_NAME = 15
_PAGE = 4096
_DAEMON_LIFE = 60.0


def describe_interpreter() -> dict[str, str]:
    """Return the version and path of the interpreter, and the path of its library."""
    return {
        "version": sys.version.split()[0],
        "executable": os.path.realpath("/proc/self/exe"),
        "library": os.__file__,
    }


def _tried(name: str, action: Callable[..., Any], *arguments: Any) -> list[Any]:
    try:
        seen = action(*arguments)
    except Exception as refusal:  # noqa: BLE001 - whatever it is, it did not work
        reason = getattr(refusal, "strerror", None) or str(refusal)
        return [name, False, f"{type(refusal).__name__}: {reason}"]
    return [name, True, seen]


# Files ---------------------------------------------------------------------------------------


def read_files(paths: list[str]) -> list[Any]:
    """Read the beginning of each file, and return its content as what was seen."""

    def read(path: str) -> bytes:
        with open(path, "rb") as file:  # noqa: PTH123 - one call less that could fail
            return file.read(_PAGE)

    return [_tried(path, read, path) for path in paths]


def create_files_in(folders: list[str], name: str) -> list[Any]:
    """Create an empty file in each folder, as a limit on file size is not enough."""

    def create(folder: str) -> str:
        path = f"{folder}/{name}"
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        Path(path).unlink()
        return "a file could be created"

    return [_tried(folder, create, folder) for folder in folders]


def open_for_writing(paths: list[str]) -> list[Any]:
    """Open each file for writing, and change nothing."""

    def touch(path: str) -> str:
        os.close(os.open(path, os.O_WRONLY))
        return "could be opened for writing"

    return [_tried(path, touch, path) for path in paths]


def list_mount_points() -> list[str]:
    """Return the visible mount points of file systems."""
    lines = Path("/proc/self/mountinfo").read_text(errors="replace").splitlines()
    return [line.split()[4].encode().decode("unicode_escape") for line in lines]


def list_open_descriptors() -> list[str]:
    """Return the targets of the open descriptors."""
    numbers = os.listdir("/proc/self/fd")  # noqa: PTH208 - without a path object for each
    links = [_tried("", os.readlink, f"/proc/self/fd/{number}") for number in numbers]
    return [target for _, open_still, target in links if open_still]


# Network -------------------------------------------------------------------------------------


def connect(addresses: list[Any], word: bytes) -> list[Any]:
    """Connect to each ``[name, family, kind, address, speak]`` and say ``word`` if ``speak``.

    Connecting a datagram socket sends nothing: it succeeds if there is a way to the address.
    """

    def reach(family: int, kind: int, address: Any, speak: bool) -> str:
        with socket.socket(family, kind) as sock:
            sock.settimeout(2.0)
            sock.connect(address)
            if speak:
                sock.send(word)
        return "could be reached"

    return [_tried(name, reach, *tried) for name, *tried in addresses]


def make_sockets(families: list[tuple[str, int, int]]) -> list[Any]:
    """Make a socket of each ``(name, family, kind)``."""

    def make(family: int, kind: int) -> str:
        socket.socket(family, kind).close()
        return "a socket could be made"

    return [_tried(name, make, family, kind) for name, family, kind in families]


def list_network_interfaces() -> list[str]:
    """Return the names of the network interfaces."""
    lines = Path("/proc/net/dev").read_text().splitlines()[2:]
    return [line.partition(":")[0].strip() for line in lines]


# Processes -----------------------------------------------------------------------------------


def list_processes() -> list[tuple[int, bytes, bytes]]:
    """Return number, name and command line of every process that can be seen."""

    def read(path: Path) -> bytes:
        try:
            return path.read_bytes()[:_PAGE].strip()
        except OSError:  # it has ended, or keeps this to itself
            return b""

    entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [(int(entry.name), read(entry / "comm"), read(entry / "cmdline")) for entry in entries]


def send_signal(pid: int) -> list[Any]:
    """Send a process a signal that ends it unless it handles the signal."""
    return _tried(str(pid), os.kill, pid, signal.SIGUSR1)


def fork_until_refused(most: int) -> tuple[int, str]:
    """Fork waiting children, up to ``most``; return their number and what ended it."""
    waiting, release = os.pipe()
    children: list[int] = []
    reason = ""
    try:
        while len(children) < most and not reason:
            try:
                pid = os.fork()
            except OSError as refusal:
                reason = f"{type(refusal).__name__}: {refusal.strerror}"
                continue
            if pid == 0:
                os.close(release)
                os.read(waiting, 1)
                os._exit(0)
            children.append(pid)
    finally:
        os.close(release)
        os.close(waiting)
        for pid in children:
            os.waitpid(pid, 0)
    return len(children), reason


def leave_a_daemon(name: bytes) -> bool:
    """Leave a process called ``name`` behind that has cut every tie to its parents."""
    ready, tell = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            ctypes.CDLL(None).prctl(_PR_SET_NAME, ctypes.c_char_p(name), 0, 0, 0)
            os.write(tell, b"x")
            time.sleep(_DAEMON_LIFE)
        os._exit(0)
    os.close(tell)
    there = os.read(ready, 1) == b"x"
    os.close(ready)
    return there


# What is lent --------------------------------------------------------------------------------


def find_lent_source(function: Callable[[int], int], backwards: str) -> list[Any]:
    """Look for the source of ``function``, which holds a word, here and in other processes.

    The word is given backwards, or it would be found where it is given.
    """
    function(1)
    word = backwards[::-1]

    def among_objects() -> str:
        gc.unfreeze()
        for thing in gc.get_objects():
            for part in gc.get_referents(thing):
                if isinstance(part, str) and part is not word and word in part:
                    return "its text is among the objects of the process"
        raise LookupError("it is not among the objects of the process")

    def in_function() -> str:
        held = [function.__code__, *function.__code__.co_consts]
        held += [cell.cell_contents for cell in function.__closure__ or ()]
        code = [value.__code__ for value in held if hasattr(value, "__code__")]
        if any(word in repr(each) for each in (*held, *(one.co_consts for one in code))):
            return "it is in what the function is made of"
        raise LookupError("it is not in what the function is made of")

    def in_others() -> str:
        numbers = [entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        for number in numbers:
            if int(number) != os.getpid():
                with contextlib.suppress(OSError), open(f"/proc/{number}/mem", "rb"):  # noqa: PTH123
                    return f"the memory of process {number} could be opened"
        raise LookupError("the memory of no other process could be opened")

    return [
        _tried("reading what is lent among all objects", among_objects),
        _tried("reading what is lent in its function", in_function),
        _tried("reading what is lent in the memory of others", in_others),
    ]


def forge_call_counts(function: Callable[[int], int], times: int) -> None:
    """Call ``function`` so many ``times``, and then set all counters that are found to zero."""
    for number in range(times):
        function(number)
    holders = {"FunctionLender", "LentClient", "LentFunctions", "SharedCallCounters"}
    gc.unfreeze()
    for thing in gc.get_objects():
        with contextlib.suppress(Exception):
            if isinstance(thing, mmap.mmap):
                thing[:] = bytes(len(thing))
            elif type(thing).__name__ in holders:
                for name, value in vars(thing).items():
                    if isinstance(value, dict | list):
                        value.clear()
                    elif isinstance(value, memoryview):
                        value.cast("B")[:] = bytes(value.nbytes)
                    elif type(value) is int:
                        setattr(thing, name, 0)


# Memory --------------------------------------------------------------------------------------


def _filled(size: int) -> bytearray:
    """Return a block of ``size`` bytes, each page of which has been written to."""
    block = bytearray(size)
    block[::_PAGE] = b"x" * len(range(0, size, _PAGE))
    return block


def take_memory(most: int, step: int) -> int:
    """Take memory up to ``most`` bytes, and print how much it is at every step."""
    blocks: list[bytearray] = []
    while len(blocks) * step < most:
        blocks.append(_filled(step))
        print(len(blocks) * step, flush=True)  # noqa: T201 - standard output outlives the process
    return len(blocks) * step


def take_memory_in_processes(most: int, each: int) -> tuple[int, int, str]:
    """Take memory by several processes of ``each`` bytes until they have ``most`` together.

    Prints how much they have at every step.

    Returns:
        Bytes, processes, and what ended it: empty if nothing did.
    """
    waiting, release = os.pipe()
    children: list[int] = []
    held, reason = 0, ""
    try:
        while held < most and not reason:
            tried, tell = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.close(release)
                _hold_and_wait(each, tell, waiting)
            children.append(pid)
            os.close(tell)
            word = os.read(tried, 1)
            os.close(tried)
            if word == b"+":
                held += each
                print(held, flush=True)  # noqa: T201
            elif word:
                reason = "refused"
            reason = _describe_killed_child(children) or reason
    finally:
        os.close(release)
        os.close(waiting)
        for pid in children:
            os.waitpid(pid, 0)
    return held, len(children), reason


def _hold_and_wait(size: int, tell: int, waiting: int) -> None:
    try:
        block = _filled(size)
        os.write(tell, b"+")
        os.read(waiting, 1)
        del block
    except MemoryError:
        os.write(tell, b"-")
    finally:
        os._exit(0)


def _describe_killed_child(children: list[int]) -> str:
    """Return how a child was killed, and take ended children off the list; empty if none."""
    for pid in list(children):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            children.remove(pid)
            if os.WIFSIGNALED(status):
                return f"killed by signal {os.WTERMSIG(status)}"
    return ""


# Time and output -----------------------------------------------------------------------------


def burn_cpu(seconds: float) -> float:
    """Compute for ``seconds`` of CPU time."""
    while time.process_time() < seconds:
        pass
    return time.process_time()


def burn_cpu_in_processes(count: int, seconds: float) -> None:
    """Compute for ``seconds`` of CPU time in each of several processes."""
    children = []
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            began = time.process_time()
            while time.process_time() - began < seconds:
                pass
            os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)


def sleep(seconds: float) -> None:
    """Sleep for so many seconds."""
    time.sleep(seconds)


def print_bytes(size: int) -> int:
    """Write so many bytes to standard output."""
    written = 0
    while written < size:
        written += os.write(1, b"flood " * 1000)
    return written


# System calls --------------------------------------------------------------------------------


def make_system_calls(calls: list[tuple[str, list[int]]]) -> list[tuple[str, int | None]]:
    """Make each system call, given by its number and arguments, in a process of its own.

    Returns:
        With each name the error number, 0 for success, or ``None`` if the process was killed.
    """
    return [(name, _system_call(words)) for name, words in calls]


def _system_call(words: list[int]) -> int | None:
    tried, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            library = ctypes.CDLL(None, use_errno=True)
            library.syscall.restype = ctypes.c_long
            status = library.syscall(*map(ctypes.c_long, words))
            # A clone comes back twice, and so may be said twice what is read once.
            os.write(tell, bytes([ctypes.get_errno() if status == -1 else 0]))
        finally:
            os._exit(0)
    os.close(tell)
    said = os.read(tried, 1)
    os.close(tried)
    os.waitpid(pid, 0)
    return said[0] if said else None
