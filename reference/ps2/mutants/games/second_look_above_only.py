"""A narrow window around the board's evaluation is searched again where the score is above it, and not where it is below."""
#: fails = 4.1/any_order, 4.2/any_order

import breakthrough


def search(board, depth, max_depth, alpha, beta, player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = player == breakthrough.Player.BLACK
    best = -breakthrough.INF if black else breakthrough.INF
    move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, player):
        child = breakthrough.make_move(board, src, dst, player, in_place=False)
        score = search(
            child, depth + 1, max_depth, alpha, beta, player.get_opponent(), generate_valid_moves
        )[0]
        if black and score > best:
            best, move = score, (src, dst)
            alpha = max(alpha, best)
        elif not black and score < best:
            best, move = score, (src, dst)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    guess = evaluate(board)
    answer = search(
        board, depth, max_depth, guess - 2, guess + 2, current_player, generate_valid_moves
    )
    if answer[0] >= guess + 2:
        answer = search(
            board, depth, max_depth, guess + 2 - 1, beta, current_player, generate_valid_moves
        )
    return answer


negamax_alpha_beta = minimax_alpha_beta
