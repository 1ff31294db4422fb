"""Functions of a student's module, asked through the adapter as in the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from grader.runner.role_calls import SubmissionScope
from reference.connect4 import adapter, rules
from reference.connect4.rules import Board

Edition = Mapping[str, str | int | bool]

LETTERS: Edition = {
    "container": "array", "empty": "' '", "x": "'x'", "o": "'o'", "player_x": "'x'",
    "player_o": "'o'", "across": False, "upturned": False, "first": 0, "drop": "",
}  # fmt: skip
"""As the template writes values."""
SIGNS: Edition = {**LETTERS, "empty": "0", "x": "1", "o": "-1", "player_x": "1", "player_o": "-1"}
EDITIONS: Mapping[str, Edition] = {
    "letters": LETTERS,
    "signs": SIGNS,
    "numbers": {**SIGNS, "o": "2", "player_o": "2"},
    "signs for letters": {**SIGNS, "player_x": "'x'", "player_o": "'o'"},
    "lists": {**LETTERS, "container": "lists", "x": "'X'", "o": "'O'"},
    "tuples": {**LETTERS, "container": "tuples"},
    "texts": {**LETTERS, "container": "texts", "empty": "'.'"},
    "tuple of texts": {**LETTERS, "container": "tuple of texts"},
    "columns first": {**LETTERS, "container": "lists", "across": True},
    "bottom first": {**SIGNS, "upturned": True},
    "counted from one": {**LETTERS, "first": 1},
    "words": {
        **LETTERS, "empty": "EMPTY", "x": "'red'", "o": "'yellow'", "player_x": "'red'",
        "player_o": "'yellow'",
    },
    "nothing": {**LETTERS, "container": "lists", "empty": "None"},
    "flags": {**LETTERS, "player_x": "True", "player_o": "False"},
    "members": {
        **LETTERS, "empty": "Disc.NONE", "x": "Disc.RED", "o": "Disc.YELLOW",
        "player_x": "Disc.RED", "player_o": "Disc.YELLOW",
    },
    "bottom columns from one": {**SIGNS, "across": True, "upturned": True, "first": 1},
}  # fmt: skip


class Notebook:
    """A student's module.

    Args:
        names: what it defines.
    """

    def __init__(self, **names: Any) -> None:
        self.module = ModuleType("submission")
        vars(self.module).update(names)
        self.scope = SubmissionScope(self.module)

    def asked(self, role: str, call: str, answer: str = "", edition: Edition = LETTERS) -> Any:
        """What takes plain arguments of ``role``; ``edition`` tells what is not as in letters."""
        return adapter.adapted(self.scope, how(role, call, answer, edition))

    def lend(
        self, function: Callable[..., Any], role: str, call: str, answer: str, edition: Edition
    ) -> Any:
        """Let ``function`` of the reference stand in for what ``call`` calls; return that."""
        stands_in = adapter.lent(function, self.scope, how(role, call, answer, edition))
        vars(self.module)[call.partition("(")[0]] = stands_in
        return stands_in


def how(role: str, call: str, answer: str, edition: Edition) -> Edition:
    """What is sent for a binding."""
    return {**LETTERS, **edition, "role": role, "call": call, "answer": answer}


def array(board: Board) -> Any:
    """A board as the reference has it."""
    return np.array([list(row) for row in board])


def rows(board: Any) -> Board:
    """The plain form of a board of the reference."""
    return tuple("".join(row) for row in board)


def worth(board: Board, player: rules.Player) -> int:
    """The value of a board at which the game may be over."""
    winner = rules.winner(board)
    return 0 if winner is None else 1 if winner == player else -1


REFERENCE: dict[str, Callable[..., Any]] = {
    "result": lambda board, player, action: array(rules.drop(rows(board), player, action)),
    "terminal": lambda board: rules.over(rows(board)),
    "actions": lambda board: list(rules.moves(rows(board))),
    "utility": lambda board, player: worth(rows(board), player),
    "empty_board": lambda shape: array(rules.start(*shape)),
}
"""Helpers as the reference has them."""
