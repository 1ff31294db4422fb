"""A fault drill: a course full of hostile programs, while everything that grades it is killed.

First the course is graded undisturbed. Then, into another folder: a batch of which workers are
killed, and twice the batch itself; a batch on a Dask cluster of which workers are killed, and then
the scheduler; and last the same command once more, to its end. All of it with SIGKILL. Afterwards
nobody may be missing, the last run may have graded only what was not kept, and every verdict has to
be the same; otherwise the drill fails. Of programs in which a race of the kernel decides how they
fail, which their headers say, points and the grader's own errors have to be the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tests.adversarial.attacks import ATTACKS
from tests.orphans import children

_HOSTILE = Path("tests/adversarial/data")
_SAMPLES = Path("submissions")
_ATTACKS = "\ndef improved_evaluate(board):\n    return attack(board)\n"
_TASK = ("--task", "5.1")
_RACES = {attack.id.replace("/", "-") for attack in ATTACKS if len(attack.verdicts) > 1}
_WORKERS = (3, 2)
"""How many are killed of the first batch, and of the second."""
_DASK_WORKERS = 2


def table(count: int) -> Iterator[str]:
    """The lines of a Markdown table, after a drill with ``count`` hand-ins."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        inbox = _course(place / "inbox", count)
        command = [sys.executable, "-m", "grader", "batch", "-a", "ps2", str(inbox), *_TASK]
        began = time.monotonic()
        _ended(_started(command, place / "undisturbed"))
        undisturbed = time.monotonic() - began
        out = place / "disturbed"
        began = time.monotonic()
        kills = [*_parents(command, out), *_cluster(command, out, place)]
        kept = _kept(out)
        _ended(_started(command, out))
        disturbed = time.monotonic() - began
        graded = json.loads((out / "summary.json").read_text())["graded"]
        yield "| fault drill | |"
        yield "| --- | --- |"
        yield f"| hand-ins, hostile ones among them | {count}, {len(_hostile())} |"
        yield f"| killed | {', '.join(kills)} |"
        yield f"| undisturbed, and with all that | {undisturbed:.0f} s, {disturbed:.0f} s |"
        yield f"| kept before the last run, graded by it | {kept}, {graded} |"
        one, other = _reports(place / "undisturbed"), _reports(out)
        yield f"| reports | {len(one)}, {len(other)} |"
        differ = [name for name in sorted(one | other) if one.get(name) != other.get(name)]
        raced = [name for name in differ if name in _RACES and _same_points(one, other, name)]
        yield f"| other verdicts than undisturbed | {len(differ) - len(raced)} |"
        yield f"| and where a race of the kernel decides which | {len(raced)} |"
        for name in differ:
            print(name, one.get(name), other.get(name), file=sys.stderr)
        if differ != raced or (len(other), kept + graded) != (count, count):
            raise SystemExit("the drill has failed")


def _course(folder: Path, count: int) -> Path:
    """Every hostile program, and samples until there are ``count`` hand-ins."""
    folder.mkdir()
    hostile = {f"{path.parent.name}-{path.name}": path.read_text("utf-8") for path in _hostile()}
    if count < len(hostile):
        raise SystemExit(f"A drill takes {len(hostile)} hand-ins at least: every hostile program.")
    for name, text in hostile.items():
        (folder / name).write_text(text + _ATTACKS, "utf-8")
    samples = cycle(sorted(_SAMPLES.glob("*.py")))
    for number, path in enumerate(islice(samples, count - len(hostile))):
        (folder / f"{number}-{path.name}").write_text(f"{path.read_text('utf-8')}\n# {number}\n")
    return folder


def _hostile() -> list[Path]:
    return sorted(_HOSTILE.glob("*/*.py"))


def _reports(out: Path) -> dict[str, Any]:
    """Of each report, what became of the task, and whether the grader itself failed."""
    found = {}
    for path in (out / "json").iterdir():
        document = json.loads(path.read_text("utf-8"))
        (task,) = document["tasks"]
        found[path.stem] = {
            "score": task["score"],
            "verdict": task["verdict"],
            "tests": {test["id"]: test["verdict"] for test in task["tests"]},
            "errors": document["errors"],
        }
    return found


def _same_points(one: dict[str, Any], other: dict[str, Any], name: str) -> bool:
    """Whether a report is there both times, and says the same of all that a race cannot change."""
    return {name} <= one.keys() & other.keys() and all(
        one[name][key] == other[name][key] for key in ("score", "errors")
    )


# Killing ------------------------------------------------------------------------------------


def _parents(command: list[str], out: Path) -> Iterator[str]:
    """Kill workers of batches, and then the batches."""
    for workers in _WORKERS:
        batch = _started(command, out)
        for _ in range(workers):
            _more_reports(out, batch)
            _kill_a_worker(batch)
            yield "a worker"
        _more_reports(out, batch)
        _kill(batch.pid)
        batch.wait()
        yield "the batch"


def _cluster(command: list[str], out: Path, place: Path) -> Iterator[str]:
    """Kill workers of a cluster, and then its scheduler."""
    document = place / "scheduler.json"
    with contextlib.ExitStack() as ended:

        def dask(*arguments: str) -> subprocess.Popen[bytes]:
            part = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
                cwd=place,
                stderr=subprocess.DEVNULL,
            )
            ended.callback(part.wait)
            ended.callback(part.kill)
            return part

        scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", "0",
                         "--scheduler-file", str(document))  # fmt: skip
        while not document.exists() or not document.read_text().endswith("}"):
            if scheduler.poll() is not None:
                raise SystemExit("the scheduler does not start")
            time.sleep(0.1)
        address = json.loads(document.read_text())["address"]

        def worker() -> subprocess.Popen[bytes]:
            return dask("worker", address, "--nthreads", "1", "--no-nanny")

        workers = [worker(), worker()]
        batch = _started([*command, "--cluster", address], out)
        for number in range(_DASK_WORKERS):
            _more_reports(out, batch)
            _kill(workers[number].pid)
            yield "a Dask worker"
            workers.append(worker())
        _more_reports(out, batch)
        _kill(scheduler.pid)
        yield "the scheduler"
        if batch.wait() != 3:
            raise SystemExit(f"without its scheduler, the batch ended with {batch.returncode}")


def _started(command: list[str], out: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*command, "--out", str(out)], stdout=subprocess.DEVNULL)


def _ended(batch: subprocess.Popen[bytes]) -> None:
    if batch.wait() != 0:
        raise SystemExit(f"grade batch ended with status {batch.returncode}")


def _more_reports(out: Path, batch: subprocess.Popen[bytes]) -> None:
    """Wait until some more reports are in the store."""
    before = _kept(out)
    while _kept(out) < before + 5:
        if batch.poll() is not None:
            raise SystemExit("the batch was done too soon; take more hand-ins")
        time.sleep(0.05)


def _kept(out: Path) -> int:
    """Reports in the store, which somebody may be just making."""
    store = f"file:{out}/store.sqlite?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(store, timeout=60, uri=True)) as connection:
            (number,) = connection.execute("SELECT COUNT(*) FROM reports").fetchone()
    except sqlite3.OperationalError:  # no store yet, or no table in it
        return 0
    return int(number)


def _kill_a_worker(batch: subprocess.Popen[bytes]) -> None:
    """Kill a grading process of a batch: a child that has a sandbox below it."""
    while batch.poll() is None:
        for child in children(batch.pid):
            if children(child):
                with contextlib.suppress(ProcessLookupError):  # it was done in this moment
                    _kill(child)
                    return
        time.sleep(0.01)
    raise SystemExit("the batch was done too soon; take more hand-ins")


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
