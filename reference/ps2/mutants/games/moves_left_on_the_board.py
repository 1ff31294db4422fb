"""Moves are tried out on the board itself and captured pawns are not put back."""
#: fails = 2.1

import breakthrough


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    tile = "B" if step == 1 else "W"
    moves = []
    for r in range(6):
        for c in range(6):
            if board[r][c] != tile:
                continue
            for dc in (-1, 0, 1):
                breakthrough.make_move(board, (r, c), (r + step, c + dc), current_player)
                if board[r][c] == "_":
                    moves.append(((r, c), (r + step, c + dc)))
                    board[r + step][c + dc] = "_"
                    board[r][c] = tile
    return moves
