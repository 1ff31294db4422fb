"""Chooses for ``.ci/run`` what of the long suites it runs: ``python -m tests.deep``.

Says what and why on standard error, and prints pytest's options for it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from grader import assignment as assignments
from grader.machine import speed
from tests.deep import change as changes
from tests.deep.change import Change
from tests.deep.shard import Shard
from tests.deep.suites import PARTS, shares

ROOT = Path(__file__).parents[2]


def main() -> None:
    commit = changes.head(ROOT)
    pace = speed.machine_slowness(assignments.load_assignment("ps2").costs.calibration)
    options, sentences = choice(commit, changes.change(ROOT), pace)
    sys.stderr.writelines(f"{sentence}\n" for sentence in sentences)
    sys.stdout.write(" ".join(options) + "\n")


def choice(
    commit: str | None, change: Change | None, pace: float = 1.0
) -> tuple[list[str], list[str]]:
    """Options for pytest, and sentences that explain them; see :func:`shares` for ``pace``."""
    shard = Shard(int(commit or "0", 16) % PARTS + 1, PARTS)
    options = ["--shard", str(shard)]
    sentences = [f"Of each long suite: {shard}, by the hash of {commit or 'no commit'}."]
    if change is None:
        return options, [*sentences, "What has changed is not known, so that is all."]
    sentences.append(f"The change since {change.base[:12]} has {len(change.paths)} files.")
    if pace > 1:
        sentences.append(f"Things take {pace:g} times as long as usual on this machine.")
    found = shares(change.paths, pace)
    for name, number in found.items():
        options += ["--shares", f"{name}={number}"]
    whole = [name for name, number in found.items() if number == PARTS]
    parts = [f"{name} {number}/{PARTS}" for name, number in found.items() if number < PARTS]
    if whole:
        sentences.append(f"It touches what these guard, so all of them runs: {', '.join(whole)}.")
    if parts:
        sentences.append(
            "It touches what these guard as well, and there is time for a part: "
            f"{', '.join(parts)}. `make deep` runs all."
        )
    return options, sentences


if __name__ == "__main__":
    main()
