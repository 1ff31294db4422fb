"""Runs the fuzzers: python -m tests.fuzz --target wire --cases 1000000."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from pathlib import Path

from tests.fuzz.case import Case, Target
from tests.fuzz.hunt import Finding, Tally, case_of, hunt
from tests.fuzz.intake_target import IntakeTarget
from tests.fuzz.reply_target import ReplyTarget
from tests.fuzz.wire_target import WireTarget

TARGETS: dict[str, type[Target]] = {
    "wire": WireTarget,
    "reply": ReplyTarget,
    "intake": IntakeTarget,
}


def main(arguments: list[str] | None = None) -> int:
    """Run, and return 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--target", choices=[*TARGETS, "all"], default="all")
    parser.add_argument("--cases", type=int, help="of each target (default 100,000)")
    parser.add_argument("--seconds", type=float, help="for each target, instead of --cases")
    parser.add_argument("--seed", type=int, help="makes the same cases again")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where findings go")
    options = parser.parse_args(arguments)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    cases = options.cases
    if cases is None and options.seconds is None:
        cases = 100_000
    found = 0
    for name in TARGETS if options.target == "all" else [options.target]:
        _say(f"{name}: seed {seed}, {options.jobs} processes")
        target = TARGETS[name]()
        tally = hunt(
            target,
            seed=seed,
            first=options.first,
            cases=cases,
            seconds=options.seconds,
            jobs=options.jobs,
            progress=_Progress(),
        )
        _say(_summary(tally, case_of(target, seed, max(tally.slowest[1], 0))))
        for finding in tally.findings:
            _say(_told(finding, name, seed, options.keep))
        found += len(tally.findings)
    return 1 if found else 0


class _Progress:
    """Says how far a run is twice a minute, and what was found at once."""

    def __init__(self) -> None:
        self._next = 30.0
        self._told = 0

    def __call__(self, tally: Tally) -> None:
        for finding in tally.findings[self._told :]:
            _say(f"  … case {finding.number}: {finding.what}")
        self._told = len(tally.findings)
        if tally.seconds >= self._next:
            self._next += 30.0
            _say(f"  … {tally.cases:,} cases")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _summary(tally: Tally, slowest: Case) -> str:
    rate = tally.cases / tally.seconds if tally.seconds else 0
    shares = ", ".join(
        f"{outcome} {count / tally.cases:.1%}" for outcome, count in tally.outcomes.most_common()
    )
    return (
        f"  {tally.cases:,} cases in {tally.seconds:.0f} s ({rate:,.0f} per second)\n"
        f"  {shares}\n"
        f"  slowest {tally.slowest[0]:.2f} s of CPU time: case {tally.slowest[1]}, "
        f"{len(slowest.data):,} bytes of {slowest.kind!a}\n"
        f"  largest process {tally.peak >> 20} MiB, at first {tally.first_peak >> 20} MiB\n"
        f"  {len(tally.findings) or 'no'} finding{'' if len(tally.findings) == 1 else 's'}"
    )


def _told(finding: Finding, name: str, seed: int, folder: Path) -> str:
    """A finding for people; writes the input to a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{seed}-{finding.number}"
    path.write_bytes(finding.case.data)
    again = f"--target {name} --seed {seed} --first {finding.number} --cases 1 --jobs 1"
    return (
        f"\nFINDING {finding.what}\n"
        f"  {len(finding.case.data):,} bytes of {finding.case.kind!a}, written to {path}\n"
        f"  again: python -m tests.fuzz {again}\n\n{finding.traces.rstrip()}"
    )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))  # and tidy up
    sys.exit(main())
