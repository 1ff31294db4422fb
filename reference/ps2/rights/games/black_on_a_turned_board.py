"""Black is always to move: for White the board is turned by half a turn, and colours change."""

import breakthrough

OTHER = {"B": "W", "W": "B", "_": "_"}


def seen_from_white(board):
    return [[OTHER[cell] for cell in line[::-1]] for line in board[::-1]]


def there_and_back(move):
    if move == breakthrough.MOVE_NONE:
        return move
    return tuple((5 - row, 5 - column) for row, column in move)


def from_black(board, left, alpha, beta, moves_of):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best, chosen = -breakthrough.INF, breakthrough.MOVE_NONE
    for move in moves_of(board, breakthrough.Player.BLACK):
        after = breakthrough.make_move(board, *move, breakthrough.Player.BLACK, in_place=False)
        reply, _ = from_black(seen_from_white(after), left - 1, -beta, -max(alpha, best), moves_of)
        if -reply > best:
            best, chosen = -reply, move
        if best >= beta:
            break
    return best, chosen


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    left = max_depth - depth
    if current_player == breakthrough.Player.BLACK:
        return from_black(board, left, alpha, beta, generate_valid_moves)
    turned = seen_from_white(board)
    score, move = from_black(turned, left, -beta, -alpha, generate_valid_moves)
    return -score, there_and_back(move)


def negamax_alpha_beta(*arguments):
    return minimax_alpha_beta(*arguments)
