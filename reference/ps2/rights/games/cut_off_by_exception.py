"""A bound that is met ends the loop by an exception."""

import breakthrough


class CutOff(Exception):
    pass


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    found = []

    def note(score, move):
        nonlocal alpha, beta
        found.append((score, move))
        alpha, beta = (max(alpha, score), beta) if black else (alpha, min(beta, score))
        if alpha >= beta:
            raise CutOff

    try:
        for move in generate_valid_moves(board, current_player):
            child = breakthrough.make_move(board, *move, current_player, in_place=False)
            opponent = current_player.get_opponent()
            score, _ = minimax_alpha_beta(
                child, depth + 1, max_depth, alpha, beta, opponent, generate_valid_moves
            )
            note(score, move)
    except CutOff:
        pass
    return (max if black else min)(found, key=lambda pair: pair[0])
