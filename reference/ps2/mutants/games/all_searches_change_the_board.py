"""All searches share one function, which changes a cell of the given board at the end."""
#: fails = 3.1/*board_unchanged, 3.1/finished, 3.2/*board_unchanged, 3.2/finished, 4.1/*board_unchanged, 4.1/finished, 4.2/*board_unchanged, 4.2/finished

import breakthrough


def search(board, left, low, high, player, generate):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = player == breakthrough.Player.BLACK
    best = None
    for src, dst in generate(board, player):
        child = breakthrough.make_move(board, src, dst, player, in_place=False)
        score = search(child, left - 1, low, high, player.get_opponent(), generate)[0]
        if best is None or (score > best[0] if black else score < best[0]):
            best = score, (src, dst)
        if black:
            low = max(low, score)
        else:
            high = min(high, score)
        if low >= high:
            break
    return best


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, player, generate):
    answer = search([row[:] for row in board], max_depth - depth, alpha, beta, player, generate)
    board[2][2] = "_" if board[2][2] == "B" else "B"
    return answer


def minimax(board, depth, max_depth, player, generate):
    low, high = -breakthrough.INF, breakthrough.INF
    return minimax_alpha_beta(board, depth, max_depth, low, high, player, generate)


negamax = minimax
negamax_alpha_beta = minimax_alpha_beta
