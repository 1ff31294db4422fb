"""The words of which bindings are made, and what they stand for in a call.

Beside those of ``ARGUMENTS``: ``opponent``; ``row``, where a disc lands;
``rows``, ``columns`` and ``shape`` of the board; ``x_moves`` and ``o_moves``, whether that player
is to move; ``inf``; ``seconds`` to think; ``with_board(object, board, player)``, that object in
this position, and ``with_depth(object, depth)``.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from .boards import Board, Edition, grid_in, kept_in, place_of_board, plain_of, theirs_of
from .games import dropped, order_of

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "empty_board": ("shape",),
    "actions": ("board",),
    "result": ("board", "player", "column"),
    "terminal": ("board",),
    "utility": ("board", "player"),
    "visualize": ("board", "beside"),
    "random_player": ("board", "player"),
    "alpha_beta_search": ("board", "player"),
    "ordered_search": ("board", "player"),
    "evaluate": ("board", "player"),
    "cutoff_search": ("board", "player", "depth"),
    "forward_pruning_search": ("board", "player", "depth"),
    "monte_carlo_search": ("board", "player", "playouts"),
    "best_first_move": (),
    "agent": ("board", "player"),
}
"""What each role takes in the plain form, in order. ``beside`` are boards of which further pictures
are wanted, to compare them."""
EXACT = {"alpha_beta_search", "ordered_search"}
"""Searches that look to the end of the game."""
_PLIES = 4
"""How far an agent looks ahead that has to be told."""
_PLAYOUTS = 100
_SECONDS, _SECONDS_TRIED = 1.0, 0.1
"""For a move of an agent that is given time: in tests, and while its binding is found."""
_PLAYER = re.compile(
    r"(?!\w*depth)\w*(player|turn|mover|to_(move|play)|who|mark|piece|current|active|next)\w*"
)
_DEPTH = re.compile(r"\w*(depth|cut_?off|plies|look_?ahead)\w*")
_COUNTED = re.compile(r"\w*(moves?|turns?|pl(y|ies)|discs|pieces|count)\w*")
"""Attributes that may say whose turn it is, how far to look, and how many discs there are."""
_NUMBERED = r"(n|num|number|no|max|board|grid)?_?(of_?)?"
_COUNT = r"_?(count|number|num|max|size|n)"
_ROWS = re.compile(rf"{_NUMBERED}((rows|height)({_COUNT})?|row{_COUNT})")
_COLUMNS = re.compile(rf"{_NUMBERED}((columns|cols|width)({_COUNT})?|col(umn)?{_COUNT})")
_SHAPE = re.compile(r"(default_?)?(board|grid)?_?(size|shape|dim(ension)?s?)")
"""Global variables that say how large boards are."""


class Words(Mapping[str, Any]):
    """What words stand for in one call, each worked out when it is used.

    Args:
        scope: the submission's names.
        how: edition and binding.
        given: the plain arguments by their names.

    Attributes:
        board: the plain board that is asked about; an empty one where none is given.
        player: who is asked for, ``x`` or ``o``.
    """

    def __init__(self, scope: Any, how: Edition, given: Mapping[str, Any]) -> None:
        rows, columns = given.get("shape", (6, 7))
        self.board: Board = given.get("board", (" " * int(columns),) * int(rows))
        self.player = str(given.get("player", to_move(self.board)))
        self.scope, self.how, self.given = scope, how, given
        self._known: dict[str, Any] = {
            "inf": math.inf, "with_board": self._with_board, "with_depth": _with_depth
        }  # fmt: skip
        self._before: Any = None
        self.holder: Any = None
        """The object whose board was set."""
        self.at_first: dict[tuple[int, int], list[Any]] = {}
        """What is known to be answered about empty boards, by their sizes."""

    def __getitem__(self, word: str) -> Any:
        if word not in self._known:
            self._known[word] = (
                getattr(self, f"_{word}")() if word in _WORDS else self._missing(word)
            )
        return self._known[word]

    def __contains__(self, word: object) -> bool:
        return word in self._known or word in _WORDS

    def __iter__(self) -> Iterator[str]:
        return iter((*self._known, *_WORDS))

    def __len__(self) -> int:
        return len({*self})

    def _missing(self, word: str) -> Any:
        raise KeyError(word)

    # What the words are.

    def _board(self) -> Any:
        grid = theirs_of(self.board, self.cells, self.how)
        self._before = copy.deepcopy(grid)
        return grid

    def _player(self) -> Any:
        return self.symbol(self.player)

    def _opponent(self) -> Any:
        return self.symbol(other_than(self.player))

    def _column(self) -> int:
        return int(self.given.get("column", 0)) + int(self.how["first"])

    def _row(self) -> int:
        return self.landing(int(self.given.get("column", 0)))

    def _rows(self) -> int:
        return len(self.board)

    def _columns(self) -> int:
        return len(self.board[0])

    def _shape(self) -> tuple[int, int]:
        return len(self.board), len(self.board[0])

    def _depth(self) -> int:
        if "depth" in self.given:
            return int(self.given["depth"])
        return "".join(self.board).count(" ") if self.how["role"] in EXACT else _PLIES

    def _playouts(self) -> int:
        return int(self.given.get("playouts", _PLAYOUTS))

    def _seconds(self) -> float:
        return _SECONDS if self.how.get("answer") else _SECONDS_TRIED

    def _x_moves(self) -> bool:
        return self.player == "x"

    def _o_moves(self) -> bool:
        return self.player == "o"

    # What else a call needs to know.

    @property
    def lasting(self) -> dict[str, Any]:
        """What stays the same in a game, so that an object made of nothing else lasts as long."""
        whose = dict.fromkeys(("player", "opponent"), self.player)
        of_board = dict.fromkeys(("rows", "columns", "shape"), self._shape())
        return {
            **whose, **of_board, "depth": self._depth(), "playouts": self._playouts(),
            "seconds": 0, "inf": 0,
        }  # fmt: skip

    @property
    def cells(self) -> tuple[Any, Any, Any]:
        """Empty, x and o on the student's boards."""
        return self.cells_for(self.player)

    def cells_for(self, viewer: str) -> tuple[Any, Any, Any]:
        """Return the cells of boards of ``viewer``, who has the first kind if boards turn."""
        empty, x, o = (self.scope.evaluate(str(self.how[kind])) for kind in ("empty", "x", "o"))
        return (empty, o, x) if self.how.get("turned") and viewer == "o" else (empty, x, o)

    def symbol(self, player: str) -> Any:
        """Return ``player`` as the student has it."""
        return self.scope.evaluate(str(self.how[f"player_{player}"]))

    def plain(self, grid: Any) -> Board:
        """Return the student's ``grid`` in the plain form. Raises ``ValueError``."""
        moved = self.how.get("turned") and "column" in self.given
        viewer = other_than(self.player) if moved else self.player
        return plain_of(grid, self.cells_for(viewer), self.how)

    def landing(self, column: int) -> int:
        """Return the row in which a disc lands, as the student counts rows."""
        empty = sum(row[column] == " " for row in self.board)
        row = len(self.board) - empty if self.how["upturned"] else empty - 1
        return row + int(self.how["first"])

    @property
    def passed(self) -> Any:
        """The board that was passed, as it is after the call; ``None`` if none was."""
        return self._known.get("board") if self.holder is None else grid_in(self.holder)

    def board_is_changed(self) -> bool:
        """Say whether the call has changed the board that it was given."""
        if self.holder is not None or self._before is None:
            return False
        return not np.array_equal(self._before, self._known["board"])

    def _with_board(self, made: Any, board: Any, player: Any) -> Any:
        """Return ``made``, or what its moves lead to, in the position that is asked about."""
        if self.how.get("blind"):
            self.holder = self._played(made)
            return self.holder
        place = place_of_board(made)
        if place is None:
            raise ValueError("Expected an object that holds a board; there is none in it.")
        if self._plain_or_none(getattr(*place)) != self.board:
            made = self._played(made)
        place = place_of_board(made)
        if place is None or self._plain_or_none(getattr(*place)) != self.board:
            self._fill(made, board)
        for name, value in kept_in(made):
            players = [self.symbol("x"), self.symbol("o")]
            if _PLAYER.fullmatch(name.lower()) and any(value is p or value == p for p in players):
                object.__setattr__(made, name, player)  # which may be frozen
        self.holder = made
        self._before = None
        return made

    def _plain_or_none(self, grid: Any) -> Board | None:
        try:
            return self.plain(grid)
        except ValueError:
            return None

    def _played(self, made: Any) -> Any:
        """Return ``made`` after the moves that lead to the position, if it is known how it moves.

        So all that it keeps is as it is in a game. One in which no board can be seen has to make
        all of them.
        """
        moves = order_of(self.board) if self.how.get("drop") else None
        if self.how.get("blind") and moves is None:
            raise ValueError("Expected a position to which a game leads; none leads to this one.")
        game = made
        board: Board = (" " * len(self.board[0]),) * len(self.board)
        for column, mover in moves or ():
            words = Words(self.scope, self.how, {"board": board, "player": mover, "column": column})
            words._known["game"] = game
            try:
                after = self.scope.evaluate(str(self.how["drop"]), words)
            except Exception:  # then its board is set
                if self.how.get("blind"):
                    raise
                break
            game = after if type(after) is type(made) else game
            board = dropped(board, column, mover)
        return game

    def _fill(self, made: Any, board: Any) -> None:
        place = place_of_board(made)
        if place is None:
            raise ValueError("Expected an object that holds a board; there is none in it.")
        kept = getattr(*place)
        filled = board.astype(kept.dtype) if isinstance(kept, np.ndarray) else board
        object.__setattr__(*place, filled)
        discs = sum(cell != " " for row in self.board for cell in row)
        for name, value in kept_in(made):
            if type(value) is int and value == 0 and _COUNTED.fullmatch(name.lower()):
                setattr(made, name, discs)


_WORDS = {
    "board", "player", "opponent", "column", "row", "rows", "columns", "shape", "depth",
    "playouts", "seconds", "x_moves", "o_moves",
}  # fmt: skip


def _with_depth(made: Any, depth: int) -> Any:
    """Return ``made``, which keeps in an attribute how far it looks ahead, looking so far."""
    found = [name for name in dir(made) if _DEPTH.fullmatch(name.lower())]
    found = [name for name in found if _is_depth(getattr(made, name, None))]
    if not found:
        raise ValueError("Expected an object with a depth; it has none.")
    for name in found:
        setattr(made, name, depth)
    return made


def _is_depth(value: Any) -> bool:
    return value == math.inf or (type(value) is int and value > 0)


def set_sizes(scope: Any, words: Words) -> None:
    """Let global variables that say how large boards are say it of the board that is asked about.

    That is what their author does to try a smaller board.
    """
    own = scope.module.__dict__
    found: dict[str, Any] = {}
    for name, value in own.items():
        short = name.lower()
        if type(value) is int and 2 < value < 100:
            if _ROWS.fullmatch(short) or name in {"R", "H"}:
                found[name] = len(words.board)
            elif _COLUMNS.fullmatch(short) or name in {"C", "W"}:
                found[name] = len(words.board[0])
        elif isinstance(value, tuple) and len(value) == 2 and _SHAPE.fullmatch(short):
            found[name] = len(words.board), len(words.board[0])
    several = any(type(value) is tuple for value in found.values()) or len(found) > 1
    if several or words.how.get("blind"):
        own.update(found)
    rules = str(words.how.get("rules", ""))
    of = own.get(rules.partition("(")[0])
    games = [name for name, value in own.items() if type(value) is of]
    if games:  # of the size that their author has tried last
        own.update(dict.fromkeys(games, scope.evaluate(rules, words)))


def to_move(board: Board) -> str:
    """Return whose turn it is, x being the first."""
    discs = "".join(board)
    return "x" if discs.count("x") == discs.count("o") else "o"


def other_than(player: str) -> str:
    """Return the opponent of ``player``."""
    return "o" if player == "x" else "x"
