"""How far an agent looks in mid-game, and how much memory it takes, in a process of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.played_on import positions
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.agents import load
from reference.breakthrough_agent.agents.sources import TIMED

_PLIES, _POSITIONS = 12, 6
_USED = 0.9
"""An agent that took less than this share of its time has seen the end of the game."""


@dataclass(frozen=True, slots=True)
class Depth:
    """What an agent did in all positions.

    Attributes:
        plies: how far it looked wherever it used its time.
        ended: in how many positions it stopped sooner, because it saw who wins.
        seconds: CPU time of each move.
        peak_bytes: the largest address space of its process, Python included.
    """

    plies: tuple[int, ...]
    ended: int
    seconds: tuple[float, ...]
    peak_bytes: int


def measure(name: str, seconds: float) -> Depth:
    """Let the agent move in each position, in a new process.

    Args:
        name: of an agent that looks at the clock, or of one that always looks equally far.
        seconds: CPU time for each move.
    """
    command = [sys.executable, "-m", __name__, name, str(seconds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    return Depth(tuple(found["plies"]), found["ended"], tuple(found["took"]), found["peak"])


def _measured(name: str, seconds: float) -> dict[str, object]:
    timed = name in TIMED
    plies, took, ended = [], [], 0
    for state in positions(_PLIES, _POSITIONS):
        player = load(name, seconds=seconds if timed else None)
        player.clock = time.process_time
        began = time.process_time()
        player.make_move(rules.board_of(state))
        took.append(time.process_time() - began)
        if not timed:
            continue
        if took[-1] < _USED * seconds:
            ended += 1
        else:
            plies.append(player.depth)
    return {"plies": plies, "ended": ended, "took": took, "peak": _peak()}


def _peak() -> int:
    found = re.search(r"VmPeak:\s*(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return 1024 * int(found[1])


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1], float(sys.argv[2]))))
