"""``grade tournament --cluster``: its scheduler may be killed in the middle of it."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.process import adopting, command, environment, run
from tests.cli.test_cluster import Dask, read_until, rest_of
from tests.cli.test_tournament import agents

__all__ = ["agents"]

pytestmark = [pytest.mark.slow, pytest.mark.bubblewrap]

PAIRS = 2
GAMES = 2 * PAIRS * 6


def test_without_its_scheduler_it_ends_and_goes_on_later(agents: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed: make cluster")
    out = tmp_path / "played"
    asked = ("tournament", agents, "--pairs", str(PAIRS), "--out")
    with adopting(), ExitStack() as parts:
        first = Dask(tmp_path / "first", parts)
        first.work()
        running = subprocess.Popen(
            command(*asked, out, "--cluster", first.address),
            env=environment({}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        heard = read_until(running, f"[2 of {GAMES}]")
        first.scheduler.kill()
        heard += rest_of(running)
        assert running.returncode == 3, heard
        assert f"grade: The Dask scheduler at {first.address} is gone, and its workers" in heard
        assert "Traceback" not in heard, heard
        kept = len((out / "games.jsonl").read_text().splitlines())
        assert kept == heard.count(f" of {GAMES}]\n")
        assert 0 < kept < GAMES
        second = Dask(tmp_path / "second", parts)
        second.work()
        again = run(*asked, out, "--cluster", second.address)
    assert again.returncode == 0, again.stderr
    assert f"{kept} games had been played before" in again.stderr
    assert len((out / "games.jsonl").read_text().splitlines()) == GAMES
    whole = run(*asked, tmp_path / "whole")
    assert again.stdout == whole.stdout
