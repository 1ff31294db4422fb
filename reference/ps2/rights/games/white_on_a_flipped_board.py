"""White is always to move: for Black the rows are turned round, and columns stay where they are."""

import breakthrough


def flipped(board):
    swap = str.maketrans("BW", "WB")
    return [list("".join(row).translate(swap)) for row in reversed(board)]


def flipped_move(move):
    return tuple((5 - row, column) for row, column in move)


def white_search(board, depth, alpha, beta, generate):
    """The best score for White, and the move."""
    if breakthrough.is_game_over(board) or not depth:
        return -evaluate(board), None
    value, best = alpha, None
    for move in sorted(generate(board, breakthrough.Player.WHITE)):
        child = breakthrough.make_move(board, *move, breakthrough.Player.WHITE, False)
        score = -white_search(flipped(child), depth - 1, -beta, -value, generate)[0]
        if best is None or score > value:
            value, best = max(value, score), move
        if value >= beta:
            break
    return value, best


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if breakthrough.is_game_over(board) or depth == max_depth:
        return evaluate(board), breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.WHITE:
        value, move = white_search(board, max_depth - depth, -beta, -alpha, generate_valid_moves)
        return -value, move
    value, move = white_search(flipped(board), max_depth - depth, alpha, beta, generate_valid_moves)
    return value, flipped_move(move)


negamax_alpha_beta = minimax_alpha_beta
