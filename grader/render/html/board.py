"""Drawing a position: pieces told apart by fill, moves by stroke and head."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from grader.model.figures import Arrow, BoardFigure, Cell, Mark
from grader.render.html.svg import Drawing, Legend, arrow, arrow_key, picture

_CELL = 36
_MARGIN = 18
_LARGEST = 16
"""Rows and columns that are drawn; more is no position of any game here."""
_ARROWS = 40

_SIDES = {"B": "Black", "W": "White"}
_WORDS = {
    Mark.YOURS: "yours",
    Mark.RIGHT: "best",
    Mark.PLAYED: "played",
    Mark.BASELINE: "to beat",
}
_ORDER = (Mark.BASELINE, Mark.RIGHT, Mark.PLAYED, Mark.YOURS)
"""What may lie over what: a thin dashed arrow over a broad one shows both."""


def draw(figure: BoardFigure) -> Drawing:
    """Draws ``figure``; what lies outside of it, or beyond a sensible size, is left out."""
    rows = tuple(row[:_LARGEST] for row in figure.rows[:_LARGEST])
    columns = max(map(len, rows), default=0)
    if not columns:
        return Drawing(figure.caption)
    arrows = [each for each in figure.arrows[:_ARROWS] if _on(rows, each)]
    arrows.sort(key=lambda each: _ORDER.index(each.mark))
    whole = picture(
        "board",
        _MARGIN + _CELL * columns + 1,
        _MARGIN + _CELL * len(rows) + 1,
        _in_words(rows),
        [_numbers(len(rows), columns), _grid(rows), *_pieces(rows), *map(_move, arrows)],
    )
    return Drawing(figure.caption, whole, _legend(arrows))


def move_in_words(move: Arrow) -> str:
    """``(3, 0) → (2, 1)``, as rows and columns are numbered on the board."""
    return f"{move.start} → {move.end}"


def _on(rows: Sequence[str], move: Arrow) -> bool:
    return all(_holds(rows, cell) for cell in (move.start, move.end))


def _holds(rows: Sequence[str], cell: Cell) -> bool:
    row, column = cell
    return 0 <= row < len(rows) and 0 <= column < len(rows[row])


def _numbers(rows: int, columns: int) -> str:
    texts = [(_centre((0, column))[0], 12, column) for column in range(columns)]
    texts += [(8, _centre((row, 0))[1] + 4, row) for row in range(rows)]
    return "".join(f'<text x="{x}" y="{y}">{n}</text>' for x, y, n in texts)


def _grid(rows: Sequence[str]) -> str:
    """One path: an outline for each row, as long as that row is, and the lines between cells."""
    strokes = []
    for number, row in enumerate(rows):
        top = _MARGIN + _CELL * number
        strokes.append(f"M{_MARGIN} {top}h{_CELL * len(row)}v{_CELL}H{_MARGIN}z")
        strokes += [f"M{_MARGIN + _CELL * n} {top}v{_CELL}" for n in range(1, len(row))]
    return f'<path class="grid" d="{"".join(strokes)}"/>'


def _pieces(rows: Sequence[str]) -> list[str]:
    return [
        _piece(cell, (row, column))
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell != "_"
    ]


def _piece(piece: str, cell: Cell) -> str:
    x, y = _centre(cell)
    if piece in _SIDES:
        return f'<circle class="{_SIDES[piece].lower()}" cx="{x}" cy="{y}" r="11.5"/>'
    sign = piece if piece.isascii() and piece.isprintable() else "?"
    return f'<text class="other" x="{x}" y="{y + 5}">{escape(sign)}</text>'


def _move(move: Arrow) -> str:
    return arrow(move.mark, _centre(move.start), _centre(move.end))


def _centre(cell: Cell) -> tuple[int, int]:
    row, column = cell
    return _MARGIN + _CELL * column + _CELL // 2, _MARGIN + _CELL * row + _CELL // 2


def _legend(arrows: Sequence[Arrow]) -> tuple[Legend, ...]:
    """One entry for each kind of arrow, the reader's own first."""
    return tuple(
        Legend(arrow_key(mark), f"{_WORDS[mark]} {', '.join(moves)}")
        for mark in reversed(_ORDER)
        if (moves := [move_in_words(move) for move in arrows if move.mark is mark])
    )


def _in_words(rows: Sequence[str]) -> str:
    """``Board. Row 0: Black at 3. Row 1: empty.``: what a screen reader says."""
    told = []
    for number, row in enumerate(rows):
        sides = [
            f"{name} at {', '.join(str(n) for n, piece in enumerate(row) if piece == side)}"
            for side, name in _SIDES.items()
            if side in row
        ]
        told.append(f"Row {number}: {'; '.join(sides) or 'no pieces'}.")
    return " ".join(["Board.", *told])
