"""Writes the frozen data of the hidden tests: ``python -m reference.ps2.generate``."""

from __future__ import annotations

from pathlib import Path

HIDDEN_TESTS = Path(__file__).parents[3] / "hidden_tests" / "ps2"
"""Where the files go. The hidden tests import the reference, and never the other way round."""


def stale() -> list[str]:
    """Names of the frozen files that are not what would be written now. Takes a minute or two."""
    # Imported late: whoever wants a part of this package need not import the rest.
    from reference.ps2.generate import frozen

    return [file.name for file in frozen.files() if file.stale]
