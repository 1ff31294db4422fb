"""Writes the frozen boards and positions of the hidden tests, or checks that they are up to date.

``--check`` writes nothing; it ends with status 1 if the file is not what would be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from reference.connect4.generate import stale, texts


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    program = "python -m reference.connect4.generate"
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only; write nothing")
    if not parser.parse_args(arguments).check:
        for path, text in texts().items():
            path.write_text(text, encoding="utf-8")
            say(f"{path.name} written.")
        return 0
    found = stale()
    for name in found:
        say(f"{name} differs from what the generator writes: run `{program}` and commit.")
    return 1 if found else 0


def say(sentence: str) -> None:
    """One line for the person at the terminal."""
    sys.stdout.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main())
