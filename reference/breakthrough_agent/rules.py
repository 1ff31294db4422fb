"""Breakthrough on a board of any size, as pure functions of an immutable state.

Cell (row, column) is bit ``columns * row + column``. Black starts on rows 0 and 1 and moves towards
higher rows, White starts on the last two and moves towards row 0. Moves are written in the
coordinates of the board itself, whoever makes them.

An agent only ever plays Black: when White is to move, it is shown the board upside down and with
the colours exchanged. ``board_of``, ``state_of`` and ``as_mover_sees`` go between the two views.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Cell = tuple[int, int]
Move = tuple[Cell, Cell]
Colour = Literal["B", "W"]
Board = list[list[str]]

_EXCHANGED = {"B": "W", "W": "B", "_": "_"}


class State(NamedTuple):
    """A position. A tuple, because searches make and hash very many of them."""

    rows: int
    cols: int
    black: int
    white: int
    black_to_move: bool


def start(rows: int = 6, cols: int = 6) -> State:
    """The position at the start: two rows of pawns on each side, Black to move.

    Raises ``ValueError`` for fewer than 4 rows, or fewer than 2 columns: in a single column pawns
    would block each other for good.
    """
    if rows < 4 or cols < 2:
        raise ValueError(f"A board has at least 4 rows and 2 columns; got {rows} and {cols}.")
    two_rows = (1 << 2 * cols) - 1
    return State(rows, cols, two_rows, two_rows << cols * (rows - 2), black_to_move=True)


def winner(state: State) -> Colour | None:
    """Who has reached the opponent's first row or captured all pawns; ``None`` if nobody has.

    A player to move always has a move until then: the foremost pawn can go forward on a diagonal.
    """
    first_row = (1 << state.cols) - 1
    last_row = first_row << state.cols * (state.rows - 1)
    if state.black & last_row or not state.white:
        return "B"
    if state.white & first_row or not state.black:
        return "W"
    return None


def moves(state: State) -> tuple[Move, ...]:
    """The legal moves, none if the game is over.

    They come in the order in which the mover would list them: its pawns row by row from its own
    side, and for each forward, then to the next column, then to the previous one.
    """
    if winner(state) is not None:
        return ()
    rows, cols, black, white, black_to_move = state
    own, forward = (black, 1) if black_to_move else (white, -1)
    occupied = black | white
    found = []
    for row in range(rows) if black_to_move else range(rows - 1, -1, -1):
        for col in range(cols):
            if not own >> (cols * row + col) & 1:
                continue
            for aside in (0, 1, -1):
                if not 0 <= col + aside < cols:
                    continue
                # Straight ahead a pawn needs an empty cell, on a diagonal any but an own one.
                blocked = own if aside else occupied
                if not blocked >> (cols * (row + forward) + col + aside) & 1:
                    found.append(((row, col), (row + forward, col + aside)))
    return tuple(found)


def apply(state: State, move: Move) -> State:
    """The position after a legal move.

    Raises ``ValueError`` for an illegal one, and once the game is over.
    """
    if move not in moves(state):
        raise ValueError(f"The move {move} is not legal in this position; see moves(state).")
    return after(state, move)


def after(state: State, move: Move) -> State:
    """The position after ``move``, which must be one of ``moves(state)``: this is not checked."""
    rows, cols, black, white, black_to_move = state
    (src_row, src_col), (dst_row, dst_col) = move
    src = 1 << cols * src_row + src_col
    dst = 1 << cols * dst_row + dst_col
    if black_to_move:
        return State(rows, cols, black ^ src | dst, white & ~dst, black_to_move=False)
    return State(rows, cols, black & ~dst, white ^ src | dst, black_to_move=True)


def as_mover_sees(state: State, move: Move) -> Move:
    """A move of the board in the view of the player to move, and the other way round.

    The view of Black is the board itself; White sees the rows in opposite order.
    """
    if state.black_to_move:
        return move
    (src_row, src_col), (dst_row, dst_col) = move
    last = state.rows - 1
    return (last - src_row, src_col), (last - dst_row, dst_col)


def inverted(state: State) -> State:
    """The same position with the sides exchanged: rows upside down, colours and turn swapped."""
    rows, cols, black, white, black_to_move = state
    return State(
        rows,
        cols,
        _upside_down(white, rows, cols),
        _upside_down(black, rows, cols),
        not black_to_move,
    )


def board_of(state: State) -> Board:
    """A new board of ``B``, ``W`` and ``_`` on which the player to move is Black."""
    return [list(row) for row in figure(state if state.black_to_move else inverted(state))]


def state_of(board: Iterable[Sequence[str]], *, black_to_move: bool = True) -> State:
    """The position that the player to move sees as ``board``: the inverse of ``board_of``.

    Raises ``ValueError`` if the rows have different lengths or a cell is none of ``B W _``.
    """
    tiles = [list(row) for row in board]
    rows, cols = len(tiles), len(tiles[0]) if tiles else 0
    if not cols or any(len(row) != cols for row in tiles):
        raise ValueError(f"Rows have one length; got {[len(row) for row in tiles]}.")
    cells = [tile for row in tiles for tile in row]
    if unknown := set(cells) - set(_EXCHANGED):
        raise ValueError(f"A cell is B, W or _; got {sorted(unknown)}.")
    black, white = (
        sum(1 << cell for cell, tile in enumerate(cells) if tile == colour) for colour in "BW"
    )
    seen = State(rows, cols, black, white, black_to_move=True)
    return seen if black_to_move else inverted(seen)


def figure(state: State) -> tuple[str, ...]:
    """The board itself, row 0 first, as one string of ``B``, ``W`` and ``_`` for each row."""
    rows, cols, black, white, _ = state
    tiles = "".join(
        "B" if black >> cell & 1 else "W" if white >> cell & 1 else "_"
        for cell in range(rows * cols)
    )
    return tuple(tiles[cell : cell + cols] for cell in range(0, rows * cols, cols))


def _upside_down(pawns: int, rows: int, cols: int) -> int:
    row = (1 << cols) - 1
    return sum(
        (pawns >> cols * number & row) << cols * (rows - 1 - number) for number in range(rows)
    )
