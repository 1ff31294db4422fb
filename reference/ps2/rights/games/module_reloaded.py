"""The provided module is reloaded, and imported anew, as in notebooks."""

import importlib
import sys

import breakthrough

importlib.reload(breakthrough)
from breakthrough import Player

del sys.modules["breakthrough"]
import breakthrough
from breakthrough import is_valid_move


def generate_valid_moves(board, current_player):
    if current_player == Player.BLACK:
        own, step = "B", 1
    elif current_player == breakthrough.Player.WHITE:
        own, step = "W", -1
    moves = []
    for r, row in enumerate(board):
        for c, tile in enumerate(row):
            if tile != own:
                continue
            for dc in (-1, 0, 1):
                if is_valid_move(board, (r, c), (r + step, c + dc), current_player):
                    moves.append(((r, c), (r + step, c + dc)))
    return moves
