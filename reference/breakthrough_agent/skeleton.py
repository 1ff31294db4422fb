"""What a submission starts from: two agents, and a game between them when run as a script."""

# ruff: noqa: F401, T201 -- students use these imports, and the game is printed

from __future__ import annotations

import copy
import random
import time
from typing import Any

import utils

Board = list[list[str]]


class PlayerAI:
    """The agent that is to be written."""

    def make_move(self, board: Board) -> tuple[list[int], list[int]]:
        """The move of Black on ``board``: where from and where to, as ``[row, column]``."""
        raise NotImplementedError


class PlayerNaive:
    """An agent that makes the first legal move."""

    def make_move(self, board: Board) -> tuple[list[int], list[int]]:
        """The move of Black on ``board``: where from and where to, as ``[row, column]``."""
        move: tuple[list[int], list[int]] = utils.generate_rand_move(board)
        return move


PLAYERS: list[Any] = [PlayerAI(), PlayerNaive()]
COLOURS = [BLACK, WHITE] = "Black", "White"
TIMEOUT = 3.0


def _play() -> None:
    """Plays one game. White sees the board inverted; nothing an agent does is caught."""
    print("Initial State")
    board = utils.generate_init_state()
    utils.print_state(board)
    number, colour = 0, BLACK
    while not utils.is_game_over(board):
        player, colour = PLAYERS[number % 2], COLOURS[number % 2]
        if colour == WHITE:
            utils.invert_board(board)
        began = time.time()
        src, dst = player.make_move(board)
        in_time = time.time() - began <= TIMEOUT
        if not utils.is_valid_move(board, src, dst) or not in_time:
            print("executing random move")
            src, dst = utils.generate_rand_move(board)
        utils.state_change(board, src, dst)
        if colour == WHITE:
            utils.invert_board(board)
        print(f"Move No: {number} by {colour}")
        utils.print_state(board)
        number += 1
    print(f"{colour} Won")


if __name__ == "__main__":
    _play()
