"""Writes the frozen data of the hidden tests, or checks that it is up to date.

``--check`` writes nothing; it ends with status 1 if a file is not what would be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from reference.ps2.generate import frozen


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m reference.ps2.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only; write nothing")
    check = parser.parse_args(arguments).check

    stale = 0
    for file in frozen.files():
        if not file.stale:
            say(f"{file.name} is up to date.")
        elif check:
            stale += 1
            remedy = f"run `{parser.prog}` and commit"
            say(f"{file.name} differs from what the generator writes: {remedy}.")
        else:
            file.path.write_text(file.text, encoding="utf-8")
            say(f"{file.name} written.")
    return 1 if stale else 0


def say(sentence: str) -> None:
    """One line for the person at the terminal."""
    sys.stdout.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main())
