"""The score is found by bisection, each time with a search that only says yes or no."""

import breakthrough as bt

BLACK = bt.Player.BLACK


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or bt.is_game_over(board):
        return evaluate(board), bt.MOVE_NONE

    def at_least(board, depth, bound, player):
        """Whether Black gets at least bound; and the move."""
        if depth == max_depth or bt.is_game_over(board):
            return evaluate(board) >= bound, bt.MOVE_NONE
        black = player == BLACK
        for move in generate_valid_moves(board, player):
            child = bt.make_move(board, *move, player, in_place=False)
            if at_least(child, depth + 1, bound, player.get_opponent())[0] == black:
                return black, move
        return not black, move

    scores = [-bt.WIN, *range(-12, 13), bt.WIN]
    low, high = 0, len(scores)
    moves = {}
    while high - low > 1:
        middle = (low + high) // 2
        good, moves[middle] = at_least(board, depth, scores[middle], current_player)
        if good:
            low = middle
        else:
            high = middle
    black = current_player == BLACK
    score = scores[low]
    # Black: the move of the proof that low holds. White: that of the proof that low + 1 does not.
    if black:
        move = moves[low] if low in moves else generate_valid_moves(board, current_player)[0]
    else:
        move = moves[high] if high in moves else generate_valid_moves(board, current_player)[0]
    return score, move


negamax_alpha_beta = minimax_alpha_beta
