"""Drawing a game board on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

_PIECES = {"B": "●", "W": "○", "_": "·"}
_STYLES = {"B": "bold", "W": "bold", "_": "dim"}
_LARGEST = 20


def draw(rows: Sequence[str]) -> Text:
    """Draws ``rows``, one character per cell, with row and column numbers and a legend.

    The two sides differ by shape, not by colour. Other characters stand for themselves.
    """
    shown = [row[:_LARGEST] for row in rows[:_LARGEST]]
    columns = max(map(len, shown), default=0)
    board = Text("    " + " ".join(str(n % 10) for n in range(columns)), "dim")
    for number, row in enumerate(shown):
        board.append(f"\n {number:>2}", "dim")
        for cell in row:
            other = cell if cell.isascii() and cell.isprintable() else "?"
            board.append(" " + _PIECES.get(cell, other), _STYLES.get(cell, ""))
    return board.append("\n    ● B   ○ W", "dim")
