"""Nothing is cut off: as many positions are searched as without alpha and beta."""
#: fails = 4.1/pruning_*

import breakthrough


def turned(board):
    swap = {"B": "W", "W": "B"}
    return [[swap.get(cell, cell) for cell in row[::-1]] for row in board[::-1]]


def plain(board, left, moves_of):
    if not left or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best = None
    for move in moves_of(board, breakthrough.Player.BLACK):
        after = breakthrough.make_move(board, *move, breakthrough.Player.BLACK, in_place=False)
        score = -plain(turned(after), left - 1, moves_of)[0]
        if best is None or score > best[0]:
            best = score, move
    return best


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    left = max_depth - depth
    if current_player == breakthrough.Player.BLACK:
        return plain(board, left, generate_valid_moves)
    score, move = plain(turned(board), left, generate_valid_moves)
    if move == breakthrough.MOVE_NONE:
        return -score, move
    return -score, tuple((5 - row, 5 - column) for row, column in move)
# The board is turned so that Black is always to move.
