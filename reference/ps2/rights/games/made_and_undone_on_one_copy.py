"""One copy of the board at the start; moves are made and undone on it, cell by cell."""

import breakthrough


class Line:
    def __init__(self, board):
        self.board = [list(row) for row in board]
        self.taken = []

    def push(self, move):
        (r, c), (to_r, to_c) = move
        self.taken.append((move, self.board[to_r][to_c]))
        self.board[to_r][to_c], self.board[r][c] = self.board[r][c], "_"

    def pop(self):
        ((r, c), (to_r, to_c)), taken = self.taken.pop()
        self.board[r][c], self.board[to_r][to_c] = self.board[to_r][to_c], taken


def search(line, left, alpha, beta, player, moves, prune):
    if left == 0 or breakthrough.is_game_over(line.board):
        return evaluate(line.board), breakthrough.MOVE_NONE
    black = player == breakthrough.Player.BLACK
    best, choice = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in list(moves(line.board, player)):
        line.push(move)
        try:
            score, _ = search(line, left - 1, alpha, beta, player.get_opponent(), moves, prune)
        finally:
            line.pop()
        if (score > best) if black else (score < best):
            best, choice = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best, choice


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    return search(
        Line(board), max_depth - depth, -breakthrough.INF, breakthrough.INF, current_player,
        generate_valid_moves, prune=False,
    )


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return search(
        Line(board), max_depth - depth, alpha, beta, current_player, generate_valid_moves,
        prune=True,
    )
