"""Minimax without recursion, on a stack of frames."""

import breakthrough


class Frame:
    def __init__(self, board, depth, player, moves):
        self.board, self.depth, self.player = board, depth, player
        self.moves = iter(moves)
        self.trying = None
        self.best = None
        self.best_move = breakthrough.MOVE_NONE

    def take(self, score):
        black = self.player == breakthrough.Player.BLACK
        if self.best is None or (score > self.best if black else score < self.best):
            self.best, self.best_move = score, self.trying


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    moves = generate_valid_moves(board, current_player)
    stack = [Frame(board, depth, current_player, moves)]
    while True:
        frame = stack[-1]
        move = next(frame.moves, None)
        if move is None:
            stack.pop()
            if not stack:
                return frame.best, frame.best_move
            stack[-1].take(frame.best)
            continue
        frame.trying = move
        child = breakthrough.make_move(frame.board, *move, frame.player, in_place=False)
        if frame.depth + 1 == max_depth or breakthrough.is_game_over(child):
            frame.take(evaluate(child))
        else:
            player = frame.player.get_opponent()
            replies = generate_valid_moves(child, player)
            stack.append(Frame(child, frame.depth + 1, player, replies))
