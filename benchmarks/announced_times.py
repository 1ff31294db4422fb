"""Whether the times that ``grade match`` and ``grade tournament`` announce are those they take.

From the announcement to the end of each of twenty commands of both games. A command fulfils what is
wanted if it takes no longer than the longer end of what was announced, and no less than a third of
that.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ANNOUNCED = re.compile(r"about (.+) to (.+) \(at most ([^)]+)\)")
_UNITS = {"s": 1.0, "min": 60.0, "h": 3600.0}
_FACTOR = 3.0
"""How many times what it takes may be announced."""

_FOUR, _BREAKTHROUGH = "-a connect4", "-a breakthrough_agent"
COMMANDS = (
    f"match greedy random {_FOUR} --games 2 --time 0.01",
    f"match greedy champion {_FOUR} --games 4 --time 0.1",
    f"match naive champion {_BREAKTHROUGH} --games 4 --time 0.05",
    f"match alpha_beta champion {_FOUR} --games 10 --time 0.1",
    f"match monte_carlo champion {_FOUR} --games 4 --time 0.5",
    f"match cutoff greedy {_FOUR} --games 10 --time 0.05 -j 1",
    f"match random champion {_FOUR} --board 5x4 --games 4 --time 0.05",
    f"match forward_pruning random {_FOUR} --games 4 --time 0.2 --openings 4",
    f"match naive random {_BREAKTHROUGH} --games 2 --time 0.01",
    f"match zobrist champion {_BREAKTHROUGH} --games 4 --time 0.1",
    f"match iterative_deepening zobrist {_BREAKTHROUGH} --games 4 --time 0.3",
    f"match fixed_depth_3 defensive {_BREAKTHROUGH} --games 10 --time 0.1",
    f"match champion reckless {_BREAKTHROUGH} --games 10 --time 0.05 --openings 6",
    f"match champion zobrist {_BREAKTHROUGH} --games 2 --time 0.5",
    f"tournament {_FOUR} --with all --time 0.01 --pairs 1",
    f"tournament {_FOUR} --with greedy --with random --with alpha_beta --time 0.05",
    f"tournament {_FOUR} --with champion --with cutoff --with monte_carlo --time 0.1 --swiss 2",
    f"tournament {_BREAKTHROUGH} --with naive --with random --with champion --time 0.05",
    f"tournament {_BREAKTHROUGH} --with all --time 0.02 --pairs 1 --swiss 3",
    f"tournament {_BREAKTHROUGH} --with zobrist --with champion --with killer --time 0.1 -j 1",
)


@dataclass(frozen=True, slots=True)
class Run:
    """A command, what it announced, and what it took, in seconds."""

    command: str
    low: float
    high: float
    most: float
    took: float

    @property
    def fulfils(self) -> bool:
        """Whether it took no longer than announced, and not far less."""
        return self.took <= self.high <= _FACTOR * self.took

    @property
    def row(self) -> str:
        """The row of the table."""
        return (
            f"| `{self.command}` | {self.low:.0f} to {self.high:.0f} | {self.most:.0f} "
            f"| {self.took:.1f} | {self.high / self.took:.2f} | {'yes' if self.fulfils else 'no'} |"
        )


def run(command: str, folder: Path) -> Run:
    """Run ``grade`` with these arguments.

    Raises:
        RuntimeError: if it fails, or announces nothing.
    """
    arguments = command.split()
    if arguments[0] == "tournament":
        arguments += ["--out", str(folder)]
    grade = subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert grade.stderr is not None
    announced, began, said = None, 0.0, []
    for line in grade.stderr:
        said.append(line)
        if announced is None and (announced := _ANNOUNCED.search(line)):
            began = time.monotonic()
    status = grade.wait()
    took = time.monotonic() - began
    if status or announced is None:
        raise RuntimeError(f"grade {command}: exit status {status}, {''.join(said)}")
    low, high, most = map(_seconds, announced.groups())
    return Run(command, low, high, most, took)


def _seconds(words: str) -> float:
    number, unit = words.split()
    return float(number) * _UNITS[unit]


def table(commands: tuple[str, ...]) -> Iterator[str]:
    """A Markdown table of all commands, row by row."""
    yield "| command | announced, s | at most, s | took, s | announced / took | as wanted |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    done = []
    for command in commands:
        with tempfile.TemporaryDirectory() as folder:
            done.append(run(command, Path(folder)))
        yield done[-1].row
    longer = sum(one.took > one.high for one in done)
    beyond = sum(one.took > one.most for one in done)
    shorter = sum(one.high > _FACTOR * one.took for one in done)
    yield ""
    yield (
        f"Of {len(done)} commands {longer} took longer than announced, {beyond} longer than at "
        f"most, {shorter} less than a third of it."
    )
