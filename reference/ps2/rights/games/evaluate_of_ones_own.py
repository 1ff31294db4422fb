"""An evaluate of one's own that is wrong; the searches are lent the right one."""

import copy

import breakthrough


def evaluate(board):
    return sum(row.count("B") for row in board)


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best = None
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(copy.deepcopy(board), src, dst, current_player)
        score, _ = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        improves = best is None or (
            score > best[0] if current_player is breakthrough.Player.BLACK else score < best[0]
        )
        if improves:
            best = (score, (src, dst))
    return best
