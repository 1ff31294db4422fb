"""A table outlives the search and is keyed by depth below the root, not by plies left; the root itself is not looked up."""

#: fails = 3.1/horizon, 3.2/horizon

import breakthrough

seen = {}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    key = (str(board), depth, black)
    if depth and key in seen:
        return seen[key]
    best = None
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        score = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )[0]
        if best is None or (score > best[0] if black else score < best[0]):
            best = score, (src, dst)
    seen[key] = best
    return best


negamax = minimax
