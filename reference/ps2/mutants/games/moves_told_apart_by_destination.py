"""Scores are stored by target cell, so of two pawns that can reach it one is forgotten."""
#: fails = 3.1

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    scores, sources = {}, {}
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        other = current_player.get_opponent()
        scores[dst], _ = minimax(child, depth + 1, max_depth, other, generate_valid_moves)
        sources[dst] = src
    best = max if current_player == breakthrough.Player.BLACK else min
    dst = best(scores, key=scores.get)
    return scores[dst], (sources[dst], dst)
