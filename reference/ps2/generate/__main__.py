"""Writes the frozen data of the hidden tests, or checks that it is up to date.

``--check`` writes nothing; it ends with status 1 if a file is not what would be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from reference.ps2.generate import instances, positions


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m reference.ps2.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only; write nothing")
    check = parser.parse_args(arguments).check

    stale = 0
    for data in (positions, instances):
        text = data.render()
        name = f"{data.PATH.parent.name}/{data.PATH.name}"
        if data.PATH.is_file() and data.PATH.read_text(encoding="utf-8") == text:
            say(f"{name} is up to date.")
        elif check:
            stale += 1
            say(f"{name} differs from what the generator writes: run `{parser.prog}` and commit.")
        else:
            data.PATH.write_text(text, encoding="utf-8")
            say(f"{name} written.")
    return 1 if stale else 0


def say(sentence: str) -> None:
    """One line for the person at the terminal."""
    sys.stdout.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main())
