"""Frozen boards and positions, as cases of tests."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from grader.testing import Edition
from reference.connect4 import rules
from reference.connect4.rules import Board, Player

USUAL = (6, 7)
"""Rows and columns of the usual board."""
_A_FEW = 3
SMALL_FULL: Mapping[Player | None, Board] = {
    None: ("oxox", "oxox", "xoxo", "xoxo"),
    "o": ("ooxx", "ooxx", "oxxo", "oxox"),
    "x": ("xxooo", "xooxx", "xxxox", "xooxo", "oxxoo"),
}
"""Small full boards, by who has won with the last disc."""


class Sized(Protocol):
    """A case that knows whether it asks about boards of the usual size alone."""

    @property
    def usual(self) -> bool:
        """Whether all its boards have 6 rows and 7 columns."""


def suits(case: Sized, how: Edition) -> bool:
    """Whether ``case`` is asked: who plays on the usual board alone is asked about no other.

    The handout wants boards of several sizes of the board's functions, and of these alone.
    """
    return case.usual or not bool(how.get("fixed"))


def suits_alone(case: Sized, how: Edition) -> bool:
    """Of two cases, one of them with the other's usual boards, which one is asked."""
    return case.usual == bool(how.get("fixed"))


def is_usual(board: Board) -> bool:
    """Whether ``board`` has 6 rows and 7 columns."""
    return (len(board), len(board[0])) == USUAL


@dataclass(frozen=True)
class Boards:
    """Boards that one case asks about."""

    name: str
    boards: tuple[Board, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> str:
        """How much there is to look at."""
        if len(self.boards) > 1:
            return f"{len(self.boards)} boards"
        discs = sum(len(row) - row.count(" ") for row in self.boards[0])
        return f"{discs} disc{'s' * (discs != 1)}"

    def smaller(self) -> Iterator[Boards]:
        """Single boards with fewer discs, on which the game stands as it does on one of these.

        Of several boards, a few for each, so that a mistake in the last of them shows soon as well.
        """
        several = len(self.boards) > 1
        for board in self.boards:
            if several and not any(tops(board, player) for player in ("x", "o")):
                yield Boards(self.name, (board,))  # what an empty board is like is no secret
            for fewer in islice(fewer_discs(board), _A_FEW if several else None):
                yield Boards(self.name, (fewer,))

    @property
    def usual(self) -> bool:
        """Whether all of them have 6 rows and 7 columns."""
        return all(map(is_usual, self.boards))


@dataclass(frozen=True)
class Position:
    """A position with the columns that are right, and what is known of the searches in it.

    Attributes:
        value: 1, 0 or -1 for the side to move, where that is asked for.
        plain: positions in which the game goes on that minimax without pruning looks into.
        entered: the same, each counted as often as it comes up.
        family: what it asks for, as ``searches.json`` calls it.
    """

    name: str
    board: Board
    right: tuple[int, ...] = ()
    value: int = 0
    plain: int = 0
    entered: int = 0
    family: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def usual(self) -> bool:
        """Whether the board has 6 rows and 7 columns."""
        return is_usual(self.board)

    @property
    def size(self) -> str:
        """How much is left to search."""
        free = free_cells(self.board)
        return f"{free} free cell{'s' * (free != 1)}"

    def smaller(self) -> Iterator[Position]:
        """Positions that ask for the same, a move and an answer later; right moves come first."""
        others = [column for column in rules.moves(self.board) if column not in self.right]
        for column in (*self.right, *others):
            after = rules.drop(self.board, self.player, column)
            for answer in rules.moves(after):
                later = rules.drop(after, rules.to_move(after), answer)
                if right := right_columns(self.family, later):
                    yield replace(self, board=later, right=right)

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return rules.to_move(self.board)


@dataclass(frozen=True)
class Series:
    """Positions that one case asks about."""

    name: str
    positions: tuple[Position, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def usual(self) -> bool:
        """Whether all boards have 6 rows and 7 columns."""
        return all(each.usual for each in self.positions)


def boards(kind: str, called: str = "") -> list[Boards]:
    """The boards of a kind in ``boards.json``, a case for each size, ``called`` so beside it."""
    by_size: dict[str, list[Board]] = {}
    for rows in _read("boards.json")[kind]:
        by_size.setdefault(size(rows), []).append(tuple(rows))
    return [Boards(f"{name} {called}".rstrip(), tuple(found)) for name, found in by_size.items()]


def usual(found: Iterable[Boards]) -> list[Boards]:
    """Those on the usual board."""
    return [case for case in found if case.usual]


def others(found: Iterable[Boards]) -> list[Boards]:
    """Those on boards of other sizes."""
    return [case for case in found if not case.usual]


def positions(family: str) -> list[Position]:
    """The positions of a family in ``searches.json``."""
    return _positions(family, family, family)


def pool(family: str) -> list[Position]:
    """More positions of a family, on the usual board: x moves in the first half."""
    return _positions(family, f"{family}_pool", f"{family} drawn")


def _positions(family: str, section: str, called: str) -> list[Position]:
    found = []
    for number, entry in enumerate(_read("searches.json")[section], start=1):
        board = tuple(entry["board"])
        facts = {key: entry[key] for key in ("value", "plain", "entered") if key in entry}
        right = tuple(entry.get("right", ()))
        name = f"{called.replace('_', ' ')} {number}: {size(board)}, {rules.to_move(board)}"
        found.append(Position(name, board, right, family=family, **facts))
    return found


def everywhere(found: Sequence[Position]) -> list[Series]:
    """A case with all of the positions, and one with those on the usual board.

    One of them is asked (:func:`suits_alone`).
    """
    usual = tuple(each for each in found if each.usual)
    return [Series("all sizes", tuple(found)), Series("6x7", usual)]


def free_cells(board: Board) -> int:
    """How many discs can be dropped yet."""
    return sum(row.count(" ") for row in board)


def fewer_discs(board: Board) -> Iterator[Board]:
    """Boards without the top discs of two columns, one of each player, and as much won or open.

    None of them is full, so that a full board leads to a small full one, which is always the same.
    """
    state = rules.winner(board), rules.over(board)
    full = SMALL_FULL[state[0]]
    if " " not in board[0] and board != full and len(full) <= len(board):
        yield full
    for crosses in tops(board, "x"):
        for noughts in tops(board, "o"):
            fewer = tuple(
                "".join(
                    " " if (row, column) in {crosses, noughts} else cell
                    for column, cell in enumerate(cells)
                )
                for row, cells in enumerate(board)
            )
            if (rules.winner(fewer), rules.over(fewer)) == state:
                yield fewer


def tops(board: Board, player: Player) -> list[tuple[int, int]]:
    """Row and column of each disc of ``player`` that has no disc on top."""
    found = []
    for column in range(len(board[0])):
        row = next((row for row, cells in enumerate(board) if cells[column] != " "), None)
        if row is not None and board[row][column] == player:
            found.append((row, column))
    return found


def right_columns(family: str, board: Board) -> tuple[int, ...]:
    """The columns that are right where ``board`` asks for what a family does; none elsewhere.

    A forced win may be shorter than those of its family: what is asked for is to keep it.
    """
    # Imported late: only what fails needs smaller positions.
    from reference.connect4.generate import searches

    if family in {"win_in_1", "win_in_3", "win_in_5"}:
        return searches.win(board)
    known = {
        "block": searches.block,
        "draw": searches.draw,
        "seen_win_in_1": searches.seen_win_in(1),
        "seen_win_in_3": searches.seen_win_in(3),
        "seen_block": searches.seen_block,
    }
    return known[family](board) if family in known else ()


def by_size(found: Iterable[Position]) -> list[Series]:
    """The positions, a case for each size."""
    cases: dict[str, list[Position]] = {}
    for position in found:
        cases.setdefault(size(position.board), []).append(position)
    return [Series(name, tuple(each)) for name, each in cases.items()]


def numbered(name: str, found: Iterable[tuple[Board, tuple[int, ...]]]) -> list[Position]:
    """Boards and the columns that are right, each with a number, its size and who moves."""
    return [
        Position(f"{name} {number}: {size(board)}, {rules.to_move(board)}", board, right)
        for number, (board, right) in enumerate(found, start=1)
    ]


def size(board: Sequence[str]) -> str:
    """Rows by columns, in words."""
    return f"{len(board)}x{len(board[0])}"


@functools.cache
def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
    return found


SIZES = "The handout asks for functions that work with boards of different sizes."
"""The hint of tests on other boards than the usual one."""
STARTS = [
    Boards(f"{size(start)} empty", (start,))
    for start in (rules.start(*shape) for shape in (USUAL, (4, 4), (5, 6)))
]
"""Empty boards, each a case."""
