"""Writes frozen data of the hidden tests: ``python -m reference.connect4.generate``."""

from __future__ import annotations

from pathlib import Path

PATH = Path(__file__).parents[3] / "hidden_tests" / "connect4" / "positions.json"
"""Where the file goes. The hidden tests import the reference, and never the other way round."""


def stale() -> list[str]:
    """The name of the file, if it is not what would be written now. Takes a minute or two."""
    # Imported late: the oracle is needed only here.
    from reference.connect4.generate import positions

    written = PATH.read_text("utf-8") if PATH.is_file() else ""
    return [] if written == positions.render() else [f"connect4/{PATH.name}"]
