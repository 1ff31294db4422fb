"""Writes frozen data of the hidden tests: ``python -m reference.connect4.generate``."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[3] / "hidden_tests" / "connect4"
"""Where the files go. The hidden tests import the reference, and never the other way round."""
PATH = FOLDER / "positions.json"


def texts() -> dict[Path, str]:
    """What would be written now, by file. Takes a minute or two."""
    # Imported late: the oracle is needed only here.
    from reference.connect4.generate import boards, positions, searches

    modules = {"positions": positions, "boards": boards, "searches": searches}
    return {FOLDER / f"{name}.json": module.render() for name, module in modules.items()}


def stale() -> list[str]:
    """The names of files that are not what would be written now. Takes a minute or two."""
    return [
        f"connect4/{path.name}"
        for path, text in texts().items()
        if not path.is_file() or path.read_text("utf-8") != text
    ]
