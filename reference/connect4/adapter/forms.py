"""What conventions are made of: roles, arguments, symbols and players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Convention = Mapping[str, "str | int | bool"]

Board = tuple[str, ...]

USUAL = (6, 7)
"""Rows and columns of the usual board."""

OWN = "own"
"""In place of a symbol that the submission names."""

CELLS: dict[str, tuple[Any, Any, Any]] = {
    "characters": (" ", "x", "o"),
    "signs": (0, 1, -1),
    "numbers": (0, 1, 2),
    "capitals": (" ", "X", "O"),
    "underscores": ("_", "x", "o"),
    "dots": (".", "x", "o"),
    "dashes": ("-", "x", "o"),
    "nothing": ("", "x", "o"),
    "none": (None, "x", "o"),
    "colours": (" ", "R", "Y"),
    "colours on dots": (".", "R", "Y"),
    "own": (OWN, OWN, OWN),
    "own spaces": (" ", OWN, OWN),
    "own none": (None, OWN, OWN),
    "own zeros": (0, OWN, OWN),
    "members": (OWN, OWN, OWN),
}
"""Empty, x and o; ``OWN`` for what :mod:`.symbols` finds."""

PLAYERS: dict[str, tuple[Any, Any]] = {
    "letters": ("x", "o"),
    "signs": (1, -1),
    "numbers": (1, 2),
    "capitals": ("X", "O"),
    "colours": ("R", "Y"),
    "booleans": (True, False),
    "x maximizes": (True, False),
    "o maximizes": (False, True),
    "own": (OWN, OWN),
    "members": (OWN, OWN),
}
"""x and o."""

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "empty_board": ("shape",),
    "actions": ("board",),
    "result": ("board", "player", "action"),
    "terminal": ("board",),
    "utility": ("board", "player"),
    "visualize": ("board",),
    "random_player": ("board", "player"),
    "alpha_beta_search": ("board", "player"),
    "ordered_search": ("board", "player"),
    "evaluate": ("board", "player"),
    "cutoff_search": ("board", "player", "cutoff"),
    "forward_pruning_search": ("board", "player", "cutoff"),
    "monte_carlo_search": ("board", "player", "playouts"),
    "best_first_move": (),
    "agent": ("board", "player"),
}
"""What each role takes in the plain form, in order."""

_ANSWERS = {
    "empty_board": "board", "actions": "columns", "result": "board", "terminal": "bool",
    "utility": "number", "visualize": "text", "evaluate": "number",
}  # fmt: skip

EXACT = {"alpha_beta_search", "ordered_search"}

LIMITED = {"cutoff_search", "forward_pruning_search"}

SEARCHES = {*EXACT, *LIMITED}


def template(role: str) -> dict[str, str | int | bool]:
    """The convention of the recommended template."""
    return {
        "role": role, "call": "", "maker": False, "limited": False, "held": False, "holder": "",
        "played": "", "plays": "", "order": " ".join(ARGUMENTS[role]), "more": False, "flag": "",
        "evaluator": "",
        "cells": "characters", "players": "letters", "container": "array", "across": False,
        "action": "column", "upturned": False, "turned": "", "fixed": False, "sized": False,
        "state": "board", "first": 0, "part": 1 if role in SEARCHES else -1,
        "answer": _ANSWERS.get(role, "column"), "view": "player", "scale": 1,
    }  # fmt: skip


def cell_of(board: Board, column: int, how: Convention) -> tuple[int, int]:
    """Where a disc lands in a plain ``column``, as the student writes cells."""
    empty = sum(row[column] == " " for row in board)
    row = len(board) - empty if how["upturned"] else empty - 1
    own = column + int(how["first"])
    return (own, row) if how["across"] else (row, own)


def to_move(board: Board) -> str:
    """Whose turn it is, x being the first."""
    discs = "".join(board)
    return "x" if discs.count("x") == discs.count("o") else "o"


def other_than(player: str) -> str:
    """The opponent of ``player``."""
    return "o" if player == "x" else "x"


def kind_of(value: object) -> str:
    """The name of the type of ``value``, for messages."""
    return type(value).__name__
