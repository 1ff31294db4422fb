"""Full-width searches that keep the last of the best moves, and go on over depth."""

import copy

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth >= max_depth or breakthrough.is_game_over(board):
        return [evaluate(board), breakthrough.MOVE_NONE]
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    best = [-sign * breakthrough.INF, breakthrough.MOVE_NONE]
    for move in generate_valid_moves(board, current_player):
        child = copy.deepcopy(board)
        breakthrough.make_move(child, move[0], move[1], current_player)
        answer = minimax(
            child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves
        )
        if sign * answer[0] >= sign * best[0]:
            best = [answer[0], [list(move[0]), list(move[1])]]
    return best
