"""Tries first the move that caused the last cut-off at the same depth."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    killers = {}

    def value(board, depth, alpha, beta, black):
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        player = breakthrough.Player.BLACK if black else breakthrough.Player.WHITE
        moves = list(generate_valid_moves(board, player))
        if killers.get(depth) in moves:
            moves.remove(killers[depth])
            moves.insert(0, killers[depth])
        best_move = moves[0]
        best = None
        for move in moves:
            score = value(after(board, move, player), depth + 1, alpha, beta, not black)[0]
            if best is None or (score > best if black else score < best):
                best, best_move = score, move
            if black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                killers[depth] = move
                break
        return best, best_move

    def after(board, move, player):
        return breakthrough.make_move([row.copy() for row in board], *move, player)

    black = current_player == breakthrough.Player.BLACK
    return value(board, depth, alpha, beta, black)
