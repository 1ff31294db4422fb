"""MTD(f): narrow windows close in on the score from both sides."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    known = {}

    def bounded(board, left, bound, player):
        """The best score, for sure only on which side of the bound it lies."""
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        key = str(board), left, player, bound
        if key in known:
            return known[key]
        black = player == breakthrough.Player.BLACK
        best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            score, _ = bounded(child, left - 1, bound, player.get_opponent())
            if score > best if black else score < best:
                best, best_move = score, move
            if best >= bound if black else best < bound:
                break
        known[key] = best, best_move
        return known[key]

    guess, move = evaluate(board), breakthrough.MOVE_NONE
    low, high = alpha, beta
    moves = {}
    while low < high:
        bound = guess + 1 if guess == low else guess
        guess, move = bounded(board, max_depth - depth, bound, current_player)
        if guess < bound:
            high = guess
        else:
            low = guess
        moves[guess < bound] = move
    return guess, moves.get(current_player == breakthrough.Player.WHITE, move)
