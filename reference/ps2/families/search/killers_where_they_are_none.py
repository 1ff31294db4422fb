"""A killer move is tried where its pawn is there and its target is not an own pawn, which may be no move."""
#: tasks = 4.1, 4.2
#: accepted = never

import breakthrough

_killers = {}


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == 0:
        _killers.clear()
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    own = "B" if black else "W"
    moves = list(generate_valid_moves(board, current_player))
    if depth in _killers:
        (row, column), (to_row, to_column) = _killers[depth]
        if board[row][column] == own and board[to_row][to_column] != own:
            moves.insert(0, _killers[depth])
    for move in moves:
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            _killers[depth] = move
            break
    return best, best_move


negamax_alpha_beta = minimax_alpha_beta
