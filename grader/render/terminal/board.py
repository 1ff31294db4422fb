"""Drawing game boards on a terminal: one position, or a line of play as a row of small ones."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.model.figures import Arrow, BoardFigure, Cell, Mark
from grader.render.terminal.quote import quoted

_PIECES = {"B": "●", "W": "○", "_": "·"}
_STYLES = {"B": "bold", "W": "bold", "_": "dim"}
_LARGEST = 20
"""Rows and columns that are drawn; more is no position of any game here."""

_START = "›"
_ENDS = {Mark.YOURS: "✗", Mark.RIGHT: "✓", Mark.PLAYED: "»", Mark.BASELINE: "»"}
_COLOURS = {Mark.YOURS: "red", Mark.RIGHT: "green", Mark.PLAYED: "cyan", Mark.BASELINE: "cyan"}
_MEANINGS = {Mark.YOURS: "yours", Mark.RIGHT: "best"}
"""Of the moves that need to be told apart."""

_MOVES = 40
"""Moves on one board that are drawn."""

_GAP = 4
_LONGEST_LINE = 12
"""Boards of a line of play that are drawn."""


def draw(rows: Sequence[str], moves: Sequence[Arrow] = ()) -> Text:
    """Draws ``rows``, one character per cell, with row and column numbers and a legend.

    The two sides differ by shape, not by colour, and so do the signs that stand before the cells
    where ``moves`` start and end. Other characters than pieces stand for themselves.
    """
    shown, columns = _shown(rows)
    signs = _signs(moves)
    board = Text("    " + " ".join(str(n % 10) for n in range(columns)), "dim")
    for number, row in enumerate(shown):
        board.append(f"\n {number:>2}", "dim")
        board.append_text(_row(number, row, signs))
    board.append("\n    ● B   ○ W", "dim")
    for mark, meaning in _MEANINGS.items():
        if any(move.mark is mark for move in moves):
            board.append(f"\n    {_START} to {_ENDS[mark]} {meaning}", _COLOURS[mark])
    return board


def draw_line(boards: Sequence[BoardFigure], width: int) -> RenderableType:
    """Draws ``boards`` from left to right, as many beside each other as ``width`` has room for."""
    drawn = [_small(board) for board in boards[:_LONGEST_LINE]]
    widest = max((len(row) for board in boards for row in _shown(board.rows)[0]), default=0)
    beside = max(1, (width + _GAP) // (2 * widest + _GAP))
    blocks: list[RenderableType] = []
    for start in range(0, len(drawn), beside):
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        for _ in drawn[start : start + beside]:
            grid.add_column(width=2 * widest, vertical="bottom")
        grid.add_row(*drawn[start : start + beside])
        blocks += [Text(), grid] if blocks else [grid]
    if (left := len(boards) - len(drawn)) > 0:
        blocks.append(Text(f"… and {left} more", "dim"))
    return Group(*blocks)


def _small(board: BoardFigure) -> Group:
    signs = _signs(board.arrows)
    rows = [_row(number, row, signs) for number, row in enumerate(_shown(board.rows)[0])]
    caption = [quoted(board.caption, "dim", first=3)] if board.caption else []
    return Group(*caption, *rows)


def _shown(rows: Sequence[str]) -> tuple[list[str], int]:
    shown = [row[:_LARGEST] for row in rows[:_LARGEST]]
    return shown, max(map(len, shown), default=0)


def _signs(moves: Sequence[Arrow]) -> dict[Cell, tuple[str, str]]:
    """The sign and the colour of each cell that has one; where moves meet, a best one shows."""
    order = (Mark.BASELINE, Mark.PLAYED, Mark.YOURS, Mark.RIGHT)
    ordered = sorted(moves[:_MOVES], key=lambda move: order.index(move.mark))
    starts = {move.start: (_START, "") for move in ordered}
    return starts | {move.end: (_ENDS[move.mark], _COLOURS[move.mark]) for move in ordered}


def _row(number: int, row: str, signs: dict[Cell, tuple[str, str]]) -> Text:
    drawn = Text()
    for column, cell in enumerate(row):
        other = cell if cell.isascii() and cell.isprintable() else "?"
        drawn.append(*signs.get((number, column), (" ", "")))
        drawn.append(_PIECES.get(cell, other), _STYLES.get(cell, ""))
    return drawn
