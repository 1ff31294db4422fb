"""Moves are lists beside tuples, from the last one on, and scores are floats."""

import breakthrough


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    cells = [(r, c) for r in range(6) for c in range(6)]
    moves = [((r, c), (r + step, c + d)) for r, c in cells for d in (-1, 0, 1)]
    valid = [m for m in moves if breakthrough.is_valid_move(board, *m, current_player)]
    return [[list(src), dst] for src, dst in reversed(valid)]


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        src, dst = breakthrough.MOVE_NONE
        return float(evaluate(board)), [src, list(dst)]
    results = []
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        opponent = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, opponent, generate_valid_moves)
        results.append((score, [src, list(dst)]))
    black = current_player == breakthrough.Player.BLACK
    return (max if black else min)(results, key=lambda result: result[0])
