"""Moves are collected in a list with a method of its own."""

import breakthrough


class Moves(list):
    def add(self, board, move, player):
        if breakthrough.is_valid_move(board, *move, player):
            self.append(move)


def generate_valid_moves(board, current_player):
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    moves = Moves()
    for r in range(breakthrough.ROW):
        for c in range(breakthrough.COL):
            for dc in (-1, 0, 1):
                moves.add(board, ((r, c), (r + step, c + dc)), current_player)
    return moves
