"""Observes the sandbox's processes for its PID 1: which ones live, their CPU time, how they end."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from grader.runner.cgroup_usage import CgroupFile

_ENDED = {b"Z", b"X"}
"""States of threads as the kernel abbreviates them."""
_STILL = {b"T", b"t", b"D"} | _ENDED
"""One that waits uninterruptibly ("D") runs no instruction of its own before it is stopped."""
_IGNORED_BY_PYTHON = {signal.SIGPIPE, signal.SIGXFSZ}
_TICK = 1.0 / os.sysconf("SC_CLK_TCK")
_RECENT = 0.02
"""Seconds for which a sum of CPU time serves."""
_PATIENCE = 1.0
"""Seconds for which the end of a child is waited for."""
_PR_SET_CHILD_SUBREAPER = 36
_zygote = 1
"""Id of the process that watches: PID 1, unless the sandbox has no PID namespace of its own."""


def become_sandbox_watcher() -> None:
    """Make this process watch over the sandbox as PID 1 would, if it has a user id for that.

    There is no namespace then, and processes of others are seen as well. Those of the sandbox are
    the ones that this process may signal. They become its children when their parents end.
    """
    global _zygote  # noqa: PLW0603 - a process watches over one sandbox
    if _signals_other_user_only():
        _zygote = os.getpid()
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_sandbox() -> None:
    """End all processes of the sandbox, if they do not end with this one as with PID 1."""
    if _signals_other_user_only():
        kill_everything()


def _signals_other_user_only() -> bool:
    """Return whether this process may signal just those of a user id that is not its own.

    Never for root, to whom everybody would be one of the sandbox's processes.
    """
    real, effective, saved = os.getresuid()
    return real == saved != effective and 0 not in {real, effective}


def other_processes(spare: frozenset[int] = frozenset()) -> Iterator[int]:
    """Yield the id of every process of the sandbox except PID 1 and ``spare``."""
    spare = spare | {1, _zygote}
    for name in os.listdir("/proc"):
        if name.isdigit() and (pid := int(name)) not in spare and (_zygote == 1 or _is_ours(pid)):
            yield pid


def _is_ours(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def cpu_seconds(spare: frozenset[int] = frozenset()) -> float:
    """Return the CPU seconds of all processes except PID 1 and ``spare`` since the start.

    Living processes are read from their CPU clocks (nanoseconds, all threads). The dead are
    counted where they were waited for: by their parents, or by PID 1 itself.
    """
    total = _seconds(resource.getrusage(resource.RUSAGE_CHILDREN))
    for pid in other_processes(spare):
        try:
            total += cpu_nanoseconds(pid) / 1e9
            total += _waited_for(pid)
        except OSError:
            continue  # it ended between the listing and the reading
    return total


class ActivityStamp(NamedTuple):
    """A trace of all processes except PID 1, which differs once a process has done anything."""

    latest: int
    """Id of the process or thread that was born last."""
    used: Mapping[int, int]
    """CPU nanoseconds of each process with all its threads, by its id."""

    @classmethod
    def of_all(cls) -> ActivityStamp:
        """Return the trace of all processes at this moment."""
        # Beside processes of others, births say nothing: any of the sandbox's own shows below.
        born, found = latest_process_id() if _zygote == 1 else 0, {}
        for pid in other_processes():
            with contextlib.suppress(OSError):  # it ended between the listing and the reading
                found[pid] = cpu_nanoseconds(pid)
        return cls(born, found)

    def follows(self, earlier: ActivityStamp, slack: int) -> bool:
        """Return whether the same processes used at most ``slack`` ns since ``earlier``."""
        same = self.latest == earlier.latest and self.used.keys() == earlier.used.keys()
        return same and sum(self.used.values()) - sum(earlier.used.values()) <= slack


def cpu_nanoseconds(pid: int) -> int:
    """Return the CPU nanoseconds of a process with all its threads.

    Raises:
        OSError: if it has ended.
    """
    # The clock of another process has no name in Python; this is the kernel's encoding.
    return time.clock_gettime_ns((~pid << 3) | 2)


class UnchargedProcesses(Protocol):
    """The processes whose CPU time is not charged to the student."""

    @property
    def pids(self) -> frozenset[int]:
        """Return the ids of the processes that live."""

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of these processes, ended ones included."""


class SandboxMeter:
    """The meter of a sandbox: its CPU seconds, and how often memory ran out.

    Attributes:
        apart: those who are not counted.

    A control group counts everybody, if there is one. Otherwise a process escapes that was
    collected by the system rather than waited for, until the clock runs out.
    """

    def __init__(self, cpu: CgroupFile, memory: CgroupFile) -> None:
        self._cpu = cpu
        self._memory = memory
        self._read_at = -1.0
        self._seconds = 0.0
        self.apart: UnchargedProcesses | None = None
        self._left_apart = 0.0
        """What earlier ones that are not counted have used."""
        self._before = self.exact()

    @property
    def pids_apart(self) -> frozenset[int]:
        """Return the ids of the processes that are not counted."""
        return frozenset() if self.apart is None else self.apart.pids

    def used_apart(self) -> float:
        """Return the CPU seconds of the processes that are not counted."""
        return self._left_apart + (0.0 if self.apart is None else self.apart.cpu_seconds())

    def leave_apart(self) -> None:
        """End the processes that are not counted, and remember their CPU seconds."""
        if self.apart is None:
            return
        pids, before = self.apart.pids, self.apart.cpu_seconds()
        ended = 0.0
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for pid in sorted(pids):
            # A child of theirs is this process's own once they are gone.
            with contextlib.suppress(OSError):
                _, _, usage = os.wait4(pid, 0)
                ended += _seconds(usage)
        self.apart = None
        self._left_apart += max(before, ended)

    @property
    def counts_memory(self) -> bool:
        """Return whether the kernel tells when memory ran out."""
        return bool(self._memory)

    def killed(self) -> int:
        """Return how many processes the kernel has killed for lack of memory."""
        return self._memory.killed()

    def exact(self) -> float:
        """Return the CPU seconds used until now."""
        if self._cpu:
            everybody = self._cpu.cpu_seconds() - time.process_time()
            self._seconds = everybody - self.used_apart()
        else:
            self._seconds = cpu_seconds(self.pids_apart) - self._left_apart
        self._read_at = time.monotonic()
        return self._seconds

    def recent(self) -> float:
        """Return the CPU seconds used until a moment ago: never more than the exact number."""
        fresh = time.monotonic() - self._read_at < _RECENT
        return self._seconds if fresh else self.exact()

    def used(self) -> float:
        """Return the CPU seconds used since this meter was made, or slightly fewer."""
        return self.recent() - self._before


def _seconds(usage: resource.struct_rusage) -> float:
    return usage.ru_utime + usage.ru_stime


def _waited_for(pid: int) -> float:
    fields = _stat(f"/proc/{pid}")
    return (int(fields[13]) + int(fields[14])) * _TICK


def _stat(folder: str) -> list[bytes]:
    """Return the kernel's fields about the process or thread in ``folder``, from its state on.

    Raises:
        OSError: if it has ended.
    """
    stat = os.open(f"{folder}/stat", os.O_RDONLY)
    try:
        # The second field is the name in parentheses and may hold anything, even spaces.
        return os.read(stat, 4096).rpartition(b")")[2].split()
    finally:
        os.close(stat)


class SchedulerWaits:
    """The waiting times of threads that were ready to run while something else ran.

    Nothing where the kernel keeps no such account.

    Args:
        answering: the processes that answer for what is lent.
    """

    def __init__(self, answering: frozenset[int] = frozenset()) -> None:
        self._answering = answering
        self._before = {thread: delay for _, thread, delay in _run_delays()}
        self._latest = latest_process_id()

    @property
    def is_kept(self) -> bool:
        """Return whether the kernel keeps an account of waiting times."""
        return bool(self._before)

    def is_complete(self) -> bool:
        """Return whether the same threads have lived all the time."""
        now = {thread for _, thread, _ in _run_delays()}
        return latest_process_id() == self._latest and self._before.keys() <= now

    def of_watcher(self) -> float:
        """Return the seconds that this process itself has waited in all."""
        return _run_delay("/proc/self") / 1e9

    def longest(self) -> float:
        """Return the seconds that the living thread which waited longest has waited.

        Not the sum over threads: a crowd that stands in its own way would look like a machine with
        too much to do. But a call that asks a lent function sleeps until the answer comes. So the
        longest wait of the processes that answer is added: the two never wait at the same time.
        """
        asking = answering = 0
        for pid, thread, delay in _run_delays():
            waited = delay - self._before.get(thread, 0)
            if pid in self._answering:
                answering = max(answering, waited)
            else:
                asking = max(asking, waited)
        return (asking + answering) / 1e9


def _run_delays() -> Iterator[tuple[int, str, int]]:
    """Yield the process and the id of each living thread, and for how many ns it has waited."""
    for pid in other_processes():
        try:
            for thread in os.listdir(f"/proc/{pid}/task"):
                yield pid, thread, _run_delay(f"/proc/{pid}/task/{thread}")
        except OSError:
            continue  # it has ended, or the kernel was built without


def _run_delay(folder: str) -> int:
    """Return for how many ns the process or thread in ``folder`` has waited to run.

    Raises:
        OSError: if it has ended, or the kernel keeps no such account.
    """
    with open(f"{folder}/schedstat", "rb") as account:
        return int(account.read().split()[1])


def is_machine_overloaded() -> bool:
    """Return whether more was ready to run in the last minute than there are processors."""
    try:
        return os.getloadavg()[0] > (os.cpu_count() or 1)
    except OSError:
        return False


def is_alive(pid: int) -> bool:
    """Return whether the process ``pid`` exists and has not yet ended."""
    try:
        fields = _stat(f"/proc/{pid}")
    except OSError:
        return False
    # A process whose first thread has ended looks like a zombie while its other threads go on.
    return fields[0] not in _ENDED or int(fields[17]) > 1


def are_all_stopped() -> bool:
    """Return whether every thread except PID 1's has stopped, is about to, or has ended."""
    try:
        return all(state in _STILL for state in _thread_states())
    except OSError:
        return False  # one has just ended, and so has run


def is_anything_ready() -> bool:
    """Return whether a thread except PID 1's runs, or waits for a processor to run on."""
    try:
        return b"R" in _thread_states()
    except OSError:
        return True  # one has just ended, and so has run


def _thread_states() -> Iterator[bytes]:
    """Yield the state of each thread except PID 1's.

    Raises:
        OSError: if one has just ended.
    """
    for pid in other_processes():
        for thread in os.listdir(f"/proc/{pid}/task"):
            yield _stat(f"/proc/{pid}/task/{thread}")[0]


def signal_others(number: int, spare: frozenset[int] = frozenset()) -> bool:
    """Send the signal ``number`` to all but PID 1 and ``spare``; return whether any got it."""
    reached = False
    for pid in other_processes(spare):
        if not is_alive(pid):
            continue
        try:
            os.kill(pid, number)
            reached = True
        except ProcessLookupError:
            continue
    return reached


def latest_process_id() -> int:
    """Return the id of the process or thread that was created last in this PID namespace."""
    with open("/proc/loadavg", "rb") as account:
        return int(account.read().split()[-1])


def kill_others(spare: frozenset[int] = frozenset(), patience: float = 2.0) -> bool:
    """Kill all but PID 1 and ``spare`` until none is left; return whether that worked.

    A listing that shows nobody alive proves it only if nobody was born meanwhile: a process may
    leave a child behind that is not listed any more, and be dead itself when it is looked at.

    Processes that fork faster than a listing is read can outrun ``patience`` seconds; the caller
    then uses :func:`kill_everything`, which the kernel does in one step.
    """
    give_up = time.monotonic() + patience
    while True:
        before = latest_process_id()
        if not signal_others(signal.SIGKILL, spare) and latest_process_id() == before:
            return True
        if time.monotonic() > give_up:
            return False
        time.sleep(0.0002)  # the dying need a moment to return their memory


def kill_everything() -> dict[int, int]:
    """Kill every process except PID 1, in one step, and wait until all are gone.

    Returns:
        The wait status of each child, by process id.
    """
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return reap_children()  # nobody is left to be killed
    return reap_children(block=True)


def wait_for_child(child: int) -> int | None:
    """Return the wait status of a child that is about to end; ``None`` if it does not."""
    give_up = time.monotonic() + _PATIENCE
    while time.monotonic() < give_up:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid == child:
            return status
        time.sleep(0.001)
    return None


def reap_children(*, block: bool = False) -> dict[int, int]:
    """Wait for children of PID 1 that have ended; with ``block``, for all children.

    Returns:
        Their wait statuses, by process id.
    """
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, 0 if block else os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended[pid] = status


def restore_default_signals() -> None:
    """Restore the usual handling of signals that the grader's parent ignores or holds back.

    A shell ignores signals for its background jobs, and students' code must not inherit that.
    """
    for number in signal.valid_signals() - _IGNORED_BY_PYTHON:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
