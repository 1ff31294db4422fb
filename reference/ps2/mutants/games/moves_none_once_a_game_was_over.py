"""A global variable says that a side has lost all pawns and is never reset: later boards have no moves."""
#: fails = 2.1

import breakthrough

game_over = False


def generate_valid_moves(board, current_player):
    global game_over
    own, forward = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    if not any(own in row for row in board):
        game_over = True
    if game_over:
        return []
    moves = []
    for r in range(6):
        for c in range(6):
            for aside in (-1, 0, 1):
                move = (r, c), (r + forward, c + aside)
                if board[r][c] == own and breakthrough.is_valid_move(board, *move, current_player):
                    moves.append(move)
    return moves
