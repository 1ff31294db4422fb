"""Boards are NumPy arrays inside; only the given functions get lists."""

import breakthrough
import numpy as np


POINTS = np.array([10, 10, 20, 40, 50])


def generate_valid_moves(board, current_player):
    cells = np.array(board)
    own, step = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    moves = []
    for r, c in np.argwhere(cells == own).tolist():
        for to in range(max(c - 1, 0), min(c + 2, 6)):
            if breakthrough.is_valid_move(board, (r, c), (r + step, to), current_player):
                moves.append(((r, c), (r + step, to)))
    return moves


def play(cells, move, player):
    (r, c), (to_r, to_c) = move
    after = cells.copy()
    after[r, c] = "_"
    after[to_r, to_c] = "B" if player == breakthrough.Player.BLACK else "W"
    return after


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    cells = np.array(board)
    if depth == max_depth or breakthrough.is_game_over(cells.tolist()):
        return evaluate(cells.tolist()), breakthrough.MOVE_NONE
    moves = generate_valid_moves(cells.tolist(), current_player)
    opponent = current_player.get_opponent()
    scores = np.array(
        [
            minimax(
                play(cells, move, current_player),
                depth + 1,
                max_depth,
                opponent,
                generate_valid_moves,
            )[0]
            for move in moves
        ]
    )
    black = current_player == breakthrough.Player.BLACK
    choice = int(scores.argmax() if black else scores.argmin())
    return int(scores[choice]), moves[choice]


def improved_evaluate(board):
    cells = np.array(board)
    black = (cells == "B").sum(axis=1)
    white = (cells == "W").sum(axis=1)[::-1]
    if white[5]:
        return -breakthrough.WIN
    if black[5] or not white.any():
        return breakthrough.WIN
    if not black.any():
        return -breakthrough.WIN
    return int((black[:5] * POINTS).sum() - (white[:5] * POINTS).sum())
