"""Which tests run: those whose sandbox can be had, a share of the long ones, some of them alone."""

from __future__ import annotations

import fcntl
import functools
import gc
import os
import re
import shutil
import signal
import subprocess
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from grader.machine.termination_signals import ENDING
from tests.deep.shard import Shard
from tests.deep.suites import LONG, SUITES, suite_of

ROOT = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("long suites")
    group.addoption(
        "--shard", type=_shard, metavar="K/N", help="of each long suite, only the K-th of N shares"
    )
    group.addoption(
        "--shares",
        type=_shares,
        action="append",
        default=[],
        metavar="SUITE=M",
        help="of this long suite, M shares instead, the first of which is that of --shard",
    )


def _shard(text: str) -> Shard:
    try:
        return Shard.parse(text)
    except ValueError as problem:
        raise pytest.UsageError(f"--shard: {problem}") from None


def _shares(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if name not in SUITES or not number.isdecimal():
        raise pytest.UsageError(
            f"--shares: {text!r} is not SUITE=M with one of {', '.join(SUITES)}."
        )
    return name, int(number)


def pytest_collection_finish() -> None:
    """Spares the garbage collector ten thousand tests, each time that it looks at everything."""
    gc.collect()
    gc.freeze()


def pytest_configure() -> None:
    """Has Ctrl-C count where a shell that started the tests ignores it; times no example."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # How long an example takes says how busy the machine is.
    settings.register_profile(
        "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("untimed")


# pytest-xdist's workers have a thread beside the one in which tests run. Python has a signal that
# reaches either of them handled in the latter, whatever that holds back: so the thread takes none.


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Has workers start with signals held back, which their threads inherit."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


@pytest.hookimpl(wrapper=True)
def pytest_sessionstart() -> Generator[None]:
    """After this workers have been started, and in a worker its other thread."""
    try:
        return (yield)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is not in the share; the longest come first, those that run alone last."""
    suites: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if any(item.get_closest_marker(mark) is not None for mark in LONG):
            deep = item.get_closest_marker("deep") is not None
            suites[suite_of(item.path.relative_to(ROOT).as_posix(), deep=deep)].append(item)
    if (shard := config.getoption("--shard")) is not None:
        shares = dict(config.getoption("--shares"))
        chosen = {
            item
            for name, tests in suites.items()
            for item in shard.pick(tests, shares.get(name, 1))
        }
        left_out = {item for tests in suites.values() for item in tests} - chosen
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    # Whoever begins a test of minutes at the end keeps the other processes waiting.
    items.sort(key=lambda item: (_is_alone(item), item.get_closest_marker("deep") is None))


def _is_alone(item: pytest.Item | None) -> bool:
    return item is not None and item.get_closest_marker("alone") is not None


_machine: list[int] = []
"""The lock that this process holds from one test that runs alone to the next, if it does."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Runs a test that needs the machine alone while no other process of pytest-xdist runs one.

    For each of them to wait until the others are done would take longer than the tests themselves.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return (yield)
    if not _machine:
        _machine.append(os.open(ROOT / "pyproject.toml", os.O_RDONLY | os.O_CLOEXEC))
        fcntl.flock(_machine[0], fcntl.LOCK_EX if _is_alone(item) else fcntl.LOCK_SH)
    try:
        return (yield)
    finally:
        if not (_is_alone(item) and _is_alone(nextitem)):
            lock = _machine.pop()
            # By name, because what a test has forked may still have it open.
            fcntl.flock(lock, fcntl.LOCK_UN)
            os.close(lock)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Says where the time went, if the slowest tests are asked for as well."""
    if not config.getoption("durations"):
        return
    seconds: defaultdict[str, float] = defaultdict(float)
    quick = 0.0
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds["/".join(report.nodeid.partition("::")[0].split("/")[:2])] += (
                    report.duration
                )
                quick += 0.0 if report.keywords.keys() & set(LONG) else report.duration
    terminalreporter.section("seconds by folder")
    for name, each in sorted(seconds.items(), key=lambda item: -item[1]):
        terminalreporter.line(f"{each:8.1f} s  {name}")
    terminalreporter.line(
        f"{quick:8.1f} s  quick tests, which `make test` should run in 180 s with two processes"
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests whose sandbox or database cannot be had here; in CI that is an error instead."""
    for marker, problem_with in (
        ("bubblewrap", _bubblewrap_problem),
        ("docker", _docker_problem),
        ("compose", _compose_problem),
        ("postgresql", _postgresql_problem),
    ):
        if item.get_closest_marker(marker) is None:
            continue
        problem = problem_with()
        if problem is None:
            continue
        if os.environ.get("CI"):
            pytest.fail(f"{problem} In CI it has to be tested.", pytrace=False)
        pytest.skip(problem)


@functools.cache
def _bubblewrap_problem() -> str | None:
    """Why bwrap cannot be used here, in one sentence, or None."""
    probe = ["bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
    try:
        subprocess.run(probe, check=True, capture_output=True, text=True, timeout=30)
    except FileNotFoundError:
        return "bwrap is not installed (scripts/install-bubblewrap)."
    except subprocess.CalledProcessError as error:
        return f"bwrap does not work here: {error.stderr.strip()}."
    except subprocess.TimeoutExpired:
        return "bwrap does not answer."
    return None


@functools.cache
def _docker_problem() -> str | None:
    """Why no Docker engine can be used here, in a sentence or two, or None."""
    from grader.sandbox.backend_interface import SandboxUnavailable
    from grader.sandbox.docker import Docker

    try:
        Docker.locate()
    except SandboxUnavailable as problem:
        return str(problem)
    return None


@functools.cache
def _compose_problem() -> str | None:
    """Why nothing can be started with Docker Compose here, in a sentence, or None."""
    if shutil.which("docker") is None:
        return "There is no docker command (scripts/start-docker)."
    if subprocess.run(["docker", "version"], capture_output=True, check=False).returncode:
        return "No Docker engine answers (scripts/start-docker)."
    asked = ["docker", "compose", "version", "--short"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v?(\d+)\.(\d+)", said)
    if numbers is None or tuple(map(int, numbers.groups())) < (2, 15):
        return "There is no docker compose, 2.15 or newer (scripts/install-docker-compose)."
    return None


def _postgresql_problem() -> str | None:
    """Why no PostgreSQL can be started here, in a sentence, or None."""
    from tests.service import postgresql

    return postgresql.problem()
