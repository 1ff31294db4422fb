from __future__ import annotations

import functools
import os
import subprocess

import pytest


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips ``bubblewrap`` tests where bwrap does not work; in CI that is an error instead."""
    if item.get_closest_marker("bubblewrap") is None:
        return
    problem = _bubblewrap_problem()
    if problem is None:
        return
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
