"""MTD(f): null windows close in on the value, with a table of bounds."""

import breakthrough

BLACK = breakthrough.Player.BLACK


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    lower, upper, best_moves = {}, {}, {}

    def with_memory(board, depth, alpha, beta, player):
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board)
        key = "".join(map("".join, board)), depth
        if lower.get(key, -breakthrough.INF) >= beta:
            return lower[key]
        if upper.get(key, breakthrough.INF) <= alpha:
            return upper[key]
        alpha = max(alpha, lower.get(key, -breakthrough.INF))
        beta = min(beta, upper.get(key, breakthrough.INF))
        black = player == BLACK
        best = -breakthrough.INF if black else breakthrough.INF
        low, high = alpha, beta
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            score = with_memory(child, depth + 1, low, high, player.get_opponent())
            if score > best if black else score < best:
                best = score
                best_moves[key] = src, dst
            if black:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        if best <= alpha:
            upper[key] = best
        elif best >= beta:
            lower[key] = best
        else:
            lower[key] = upper[key] = best
        return best

    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    guess = evaluate(board)
    low, high = -breakthrough.INF, breakthrough.INF
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = with_memory(board, depth, beta - 1, beta, current_player)
        if guess < beta:
            high = guess
        else:
            low = guess
    # The moves of the last searches are bounds; the one that holds the value is looked for.
    opponent = current_player.get_opponent()
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        if current_player == BLACK:
            good = with_memory(child, depth + 1, guess - 1, guess, opponent) >= guess
        else:
            good = with_memory(child, depth + 1, guess, guess + 1, opponent) <= guess
        if good:
            return guess, (src, dst)
    raise AssertionError("no move has the value of the position")
