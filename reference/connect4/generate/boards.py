"""Boards on which the rules show: every line of four, boards that only look like the end, draws.

1. For every line of a board and both players, fill what has to be below it and some more at random,
   until this line is the only one and a game leads there in which x moves first.
2. Boards of random games that go on.
3. Boards on which a line is found by who goes on from one edge of the board to another: games that
   go on, and games that the other player has won. Every such line of either player is on one of
   them, as far as games lead there: of the most promising of many boards, keep what shows new ones.
4. Full boards of random games: without a line, and with one that the last disc has made.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from reference.connect4 import rules
from reference.connect4.adapter import games
from reference.connect4.generate import trees
from reference.connect4.rules import Board

LINES = ((6, 7), (5, 4), (4, 6))
"""Sizes, rows before columns, of which every line is tried."""
OTHERS = ((4, 4), (4, 6), (5, 4), (5, 5), (6, 7))
_SEED = 19
_EACH = 6
"""Boards of each kind and size."""
_TRIES = 500
"""To fill a board around a line."""

_BATCH = 100
"""Boards of which one is kept."""
_DRY = 10
"""Batches without anything new, after which there is nothing more to find."""

Cells = tuple[tuple[int, int], ...]


def render() -> str:
    """The text of the file."""
    document = {
        "lines": [board for size in LINES for board in _lines(size)],
        "going_on": [board for size in OTHERS for board in _going_on(size)],
        "round_the_edge": [board for size in LINES for board in _round_the_edge(size, won=False)],
        "wrong_winner": [board for size in LINES for board in _round_the_edge(size, won=True)],
        "drawn": [board for size in OTHERS for board in _full(size, won=False)],
        "won_at_last": [board for size in OTHERS[:4] for board in _full(size, won=True)],
    }
    parts = [
        f" {json.dumps(name)}: [\n  " + ",\n  ".join(map(json.dumps, boards)) + "\n ]"
        for name, boards in document.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(size: tuple[int, int]) -> Iterator[Board]:
    for line in trees.lines(*size):
        for player in "xo":
            board = _with_line(size, line, player)
            if board is not None:
                yield board


def _with_line(size: tuple[int, int], line: Cells, player: str) -> Board | None:
    """A board with this line of ``player``, who has just moved, and no other.

    ``None`` if none is found: on a full board of an even number of cells, o has moved last.
    """
    rows, columns = size
    draw = random.Random(f"{_SEED} {size} {line} {player}")
    tops = [min((row for row, c in line if c == column), default=rows) for column in range(columns)]
    for _ in range(_TRIES):
        last = draw.choice(line)[1]  # the column in which the line was finished
        heights = [
            draw.randint(rows - top, rows) if column != last else rows - top
            for column, top in enumerate(tops)
        ]
        filler = [
            (row, column)
            for column in range(columns)
            for row in range(rows - heights[column], rows)
            if (row, column) not in line
        ]
        discs = len(filler) + len(line)
        mine = (discs + 1) // 2 - len(line)
        if discs % 2 != (player == "x") or mine < 0:
            continue
        draw.shuffle(filler)
        cells = [[" "] * columns for _ in range(rows)]
        for row, column in line:
            cells[row][column] = player
        for number, (row, column) in enumerate(filler):
            cells[row][column] = player if number < mine else ("o" if player == "x" else "x")
        board = tuple(map("".join, cells))
        found = [found for found in trees.lines(*size) if _is_line(board, found)]
        if found == [line] and games.order_of(board) is not None:
            return board
    return None


def _is_line(board: Board, line: Cells) -> bool:
    return len({board[row][column] for row, column in line} - {" "}) == 1 and all(
        board[row][column] != " " for row, column in line
    )


def _going_on(size: tuple[int, int]) -> Iterator[Board]:
    """Boards of all stages of a game: the more discs, the more lines that are nearly there."""
    cells = size[0] * size[1]
    for number in range(_EACH):
        left = round(cells * (0.8 - 0.7 * number / (_EACH - 1)))
        yield next(_undecided(f"going on {number}", size, left))


def _round_the_edge(size: tuple[int, int], *, won: bool) -> Iterator[Board]:
    """Boards without a line of a player who has wrapped ones, until they have shown all of these.

    Args:
        won: whether the other player has a line.
    """
    draw = random.Random(f"{_SEED} round the edge {size} {won}")
    missing = {(player, line) for line in wrapped_lines(*size) for player in "xo"}
    dry = 0
    while missing and dry < _DRY:
        batch = [_with_new_ones(draw, size, missing, won=won) for _ in range(_BATCH)]
        new, board = max(batch, key=lambda each: len(each[0]))
        dry = 0 if new else dry + 1
        if new:
            missing -= new
            yield board


def wrapped_lines(rows: int, columns: int) -> list[Cells]:
    """Four cells that follow each other in a straight line only if it goes on round an edge.

    A line goes on at the opposite edge, as an index does that is negative or taken modulo a size;
    or in the next row, as in a text of all rows; or in the next column, as in one of all columns.
    """
    numbers = range(rows * columns)
    found: set[Cells] = set()
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                by_rows = [r * columns + c for r, c in cells]
                by_columns = [c * rows + r for r, c in cells]
                found.add(tuple(sorted((r % rows, c % columns) for r, c in cells)))
                if {*by_rows} <= {*numbers}:
                    found.add(tuple(sorted(divmod(number, columns) for number in by_rows)))
                if {*by_columns} <= {*numbers}:
                    found.add(tuple(sorted((n % rows, n // rows) for n in by_columns)))
    found -= {tuple(sorted(line)) for line in trees.lines(rows, columns)}
    return sorted(found)


def _with_new_ones(
    draw: random.Random, size: tuple[int, int], missing: set[tuple[str, Cells]], *, won: bool
) -> tuple[set[tuple[str, Cells]], Board]:
    """A board, and what it shows of ``missing``: lines of a player who has not won."""
    board = _without_a_line(draw, size, draw.randint(1, size[0] * size[1] // 2))
    if won:
        player = rules.to_move(board)
        after = [rules.drop(board, player, column) for column in rules.moves(board)]
        board = draw.choice([each for each in after if rules.winner(each)] or after)
        if rules.winner(board) is None:
            return set(), board
    new = {
        (player, line)
        for player, line in missing
        if player != rules.winner(board) and all(board[r][c] == player for r, c in line)
    }
    return new, board


def _without_a_line(draw: random.Random, size: tuple[int, int], left: int) -> Board:
    """A board with so many free cells, of a game in which nobody makes a line."""
    while True:
        board = rules.start(*size)
        for _ in range(size[0] * size[1] - left):
            player = rules.to_move(board)
            after = [rules.drop(board, player, column) for column in rules.moves(board)]
            after = [each for each in after if rules.winner(each) is None]
            if not after:
                break
            board = draw.choice(after)
        else:
            return board


def _full(size: tuple[int, int], *, won: bool) -> Iterator[Board]:
    """Full boards: draws, or those on which the last disc has made a line."""
    wanted = 1 if size == (6, 7) else 3
    for board in _played("full", size, 0):
        if (rules.winner(board) is not None) == won:
            yield board
            wanted -= 1
            if not wanted:
                return


def _undecided(name: str, size: tuple[int, int], left: int) -> Iterator[Board]:
    return (board for board in _played(name, size, left) if not rules.over(board))


def _played(name: str, size: tuple[int, int], left: int) -> Iterator[Board]:
    """Boards of random games with so many free cells, without end."""
    draw = random.Random(f"{_SEED} {name} {size}")
    while True:
        board = rules.start(*size)
        for _ in range(size[0] * size[1] - left):
            columns = rules.moves(board)
            if not columns:
                break
            board = rules.drop(board, rules.to_move(board), draw.choice(columns))
        else:
            yield board
