from __future__ import annotations

import functools
import os
import subprocess

import pytest


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests whose sandbox cannot be had here; in CI that is an error instead."""
    for marker, problem_with in (("bubblewrap", _bubblewrap_problem), ("docker", _docker_problem)):
        if item.get_closest_marker(marker) is None:
            continue
        problem = problem_with()
        if problem is None:
            continue
        if os.environ.get("CI"):
            pytest.fail(f"{problem} In CI the sandbox has to be tested.", pytrace=False)
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
    from grader.sandbox.docker import Docker
    from grader.sandbox.protocol import SandboxUnavailable

    try:
        Docker.locate()
    except SandboxUnavailable as problem:
        return str(problem)
    return None
