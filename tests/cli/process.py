"""``grade`` as a process of its own, for tests: how it is started, what it shows and leaves."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import grader
from tests.orphans import adopted, children

ROOT = Path(grader.__file__).parents[1]
ONLY = ("-a", "ps2", "--task", "5.1")
"""The task that is quickest to grade."""
SKELETON = "def improved_evaluate(board):\n    raise NotImplementedError\n"
SLEEPING = """
import time
def transition(route):
    n = len(route)
    pairs = [(i, j) for j in range(n) for i in range(j)]
    return [route[:i] + route[i : j + 1][::-1] + route[j + 1 :] for i, j in pairs]
def minimax(board, depth, max_depth, player, generate_valid_moves):
    while True:
        time.sleep(60)
"""
"""What takes no CPU time, so that nothing but the clock ends it: after minutes, in all tests."""
LOOPING = SLEEPING.replace("time.sleep(60)", "pass")
TWO_PARTS = ("-a", "ps2", "-t", "1.3", "-t", "3.1")
"""Tasks that are lent different things, so that each has a process of its own where there are two
cores. In these submissions the first is done with soon."""

OLD = "an older report"

_GROUP = re.compile(r"search-autograder-.*-(?P<pid>\d+)-\d+-\d+$")


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "grader", *map(str, arguments)]


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    """That of a process, which grades for the built-in course unless ``changes`` name another."""
    outer = {name: value for name, value in os.environ.items() if name != "GRADE_COURSE"}
    return {**outer, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **changes}


def run(*arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        env=environment(changes),
        capture_output=True,
        encoding="utf-8",
        timeout=600,  # only what hangs: on a busy machine a grading may take minutes
        check=False,
    )


def sentence(result: subprocess.CompletedProcess[str], status: int) -> str:
    """The one line that a run consists of."""
    assert (result.returncode, result.stdout) == (status, ""), result.stderr
    line, end, rest = result.stderr.partition("\n")
    assert (end, rest) == ("\n", "")
    assert line.startswith("grade: ")
    return line.removeprefix("grade: ")


def verdicts(output: str) -> dict[str, str]:
    return {task["id"]: task["verdict"] for task in json.loads(output)["tasks"]}


def untouched(place: Path) -> bool:
    """Whether the earlier report still stands, with nothing beside it."""
    return {file.name: file.read_text() for file in place.iterdir()} == {"report": OLD}


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal; ours first."""
    ours, theirs = pty.openpty()
    try:
        yield ours, theirs
    finally:
        os.close(ours)


def shown_on(ours: int) -> str:
    """Everything that is written to a terminal until nobody has it open any more."""
    text = b""
    while True:
        try:
            data = os.read(ours, 1 << 16)
        except OSError:  # how Linux tells the end
            return text.decode()
        if not data:
            return text.decode()
        text += data


class Running:
    """A grading in a terminal of its own, with a sandbox at work.

    Attributes:
        process: the grader.
        below: every process under it when the first task was done, with a descriptor for each.
    """

    def __init__(self, *arguments: str | Path, until: str = "task 1.3", **changes: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command(*arguments),
            env=environment(changes),
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._shown = ""
        while until not in self._shown:
            self._shown += os.read(self._ours, 1 << 16).decode()
        self.below = descendants(self.process.pid)

    @property
    def workers(self) -> list[int]:
        """The grading processes, without what the grader starts to see whether sandboxes work.

        They are known by their second thread, which is not there yet when one was just forked.
        """
        return [pid for pid in children(self.process.pid) if threads(pid) > 1]

    def the_one_at_work(self) -> tuple[int, int]:
        """The worker that is left when the first of two is done, and its sandbox with a call in it.

        Where there is only one from the start, that one.
        """
        while True:
            workers = self.workers
            sandboxes = [pid for worker in workers for pid in children(worker) if is_bwrap(pid)]
            inside = [pid for sandbox in sandboxes for pid in children(sandbox)]
            if len(workers) == len(inside) == 1 and descendants_of(inside[0]) >= 2:
                return workers[0], sandboxes[0]
            os.sched_yield()

    def hang_up(self) -> None:
        """Close the terminal, as when its window is closed; nothing can be read after that."""
        os.close(self._ours)

    def end(self) -> tuple[int, str, str]:
        """Wait for the end of the grader and everything below; status, output, and the terminal."""
        output, _ = self.process.communicate(timeout=60)
        wait_for_the_end_of(self.below)
        self._shown += shown_on(self._ours)
        os.close(self._ours)
        return self.process.returncode, output.decode(), self._shown


@contextmanager
def adopting() -> Iterator[dict[int, int]]:
    """Become the parent of whatever is orphaned below this process, and wait until it has ended.

    So nothing can hide: neither what was started later than somebody looked, nor daemons. What was
    there before is somebody else's: a helper of multiprocessing, say, lives as long as the tests.

    Yields:
        how the orphans have ended: exit codes by process, complete after the context.
    """
    ended: dict[int, int] = {}
    before = descendants(os.getpid())
    for descriptor in before.values():
        os.close(descriptor)
    with adopted():
        yield ended
        while below := _others(before):
            wait_for_the_end_of(below)
            for pid in below:
                with contextlib.suppress(ChildProcessError):  # somebody else's child
                    ended[pid] = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _others(known: Collection[int]) -> dict[int, int]:
    """As :func:`descendants` of this process, without those that are ``known`` and theirs.

    A browser that other tests keep open starts processes whenever it likes.
    """
    return descendants(os.getpid(), known)


def descendants(pid: int, but: Collection[int] = ()) -> dict[int, int]:
    """Every process below ``pid``, with a descriptor that stays its own when it has ended.

    Args:
        but: processes that are left out, and so is what is below them.
    """
    found: dict[int, int] = {}
    for child in children(pid):
        if child not in but:
            with contextlib.suppress(OSError):  # it has ended in this moment
                found[child] = os.pidfd_open(child)
                found |= descendants(child, but)
    return found


def descendants_of(pid: int) -> int:
    """How many processes there are below ``pid``."""
    return sum(1 + descendants_of(child) for child in children(pid))


def threads(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    except OSError:
        return 0


def is_bwrap(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/comm").read_bytes() == b"bwrap\n"
    except OSError:
        return False


def wait_for_the_end_of(processes: Mapping[int, int]) -> None:
    """Fails with the test's own patience if one of them never ends."""
    for pid, descriptor in processes.items():
        ended, _, _ = select.select([descriptor], [], [], 300)
        os.close(descriptor)
        assert ended, Path(f"/proc/{pid}/cmdline").read_text()[:500]


def control_groups_of(processes: Mapping[int, int]) -> list[Path]:
    """Control groups that these processes have made and that are still there."""
    # os.walk does not mind folders that go while it looks at them: other gradings may be going on.
    return [
        Path(folder, name)
        for folder, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if (made := _GROUP.match(name)) and int(made["pid"]) in processes
    ]
