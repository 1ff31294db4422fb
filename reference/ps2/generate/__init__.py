"""Writes the frozen data of the hidden tests: ``python -m reference.ps2.generate``."""

from __future__ import annotations


def stale() -> list[str]:
    """Names of the frozen files that are not what would be written now. Takes a minute or two."""
    # Imported late: whoever wants a part of this package need not import the rest.
    from reference.ps2.generate import frozen

    return [file.name for file in frozen.files() if file.stale]
