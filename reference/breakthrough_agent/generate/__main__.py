"""Writes the frozen positions of the hidden tests, or checks that they are up to date.

``--check`` writes nothing; it ends with status 1 if the file is not what would be written.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from reference.breakthrough_agent.generate import PATH, positions, stale
from reference.generating import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    module = "reference.breakthrough_agent.generate"
    return run(arguments, module, __doc__, lambda: {PATH: positions.render()}, stale)


if __name__ == "__main__":
    sys.exit(main())
