"""Functions that are no defs: a partial, a lambda, a bound method, an object that can be called."""

import functools
import breakthrough as bt

BLACK = bt.Player.BLACK


class Moves:
    def __init__(self):
        self.step = {"B": 1, "W": -1}

    def __call__(self, board, current_player):
        own = current_player.value[0].upper()
        return [
            ((r, c), (r + self.step[own], c + aside))
            for r in range(bt.ROW)
            for c in range(bt.COL)
            if board[r][c] == own
            for aside in (1, 0, -1)
            if bt.is_valid_move(board, (r, c), (r + self.step[own], c + aside), current_player)
        ]


generate_valid_moves = Moves()


def _search(prune, board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or bt.is_game_over(board):
        return evaluate(board), bt.MOVE_NONE
    black = current_player == BLACK
    best, best_move = (-bt.INF if black else bt.INF), bt.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = bt.make_move(board, *move, current_player, in_place=False)
        score, _ = _search(prune, child, depth + 1, max_depth, alpha, beta, current_player.get_opponent(), generate_valid_moves)
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best, best_move


minimax_alpha_beta = functools.partial(_search, True)
minimax = lambda board, depth, max_depth, current_player, generate_valid_moves: _search(
    False, board, depth, max_depth, -bt.INF, bt.INF, current_player, generate_valid_moves
)


class Nega:
    def plain(self, *args):
        return minimax(*args)

    @staticmethod
    def pruned(*args, **kwargs):
        return minimax_alpha_beta(*args, **kwargs)


negamax = Nega().plain
negamax_alpha_beta = Nega.pruned


def announce(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@announce
def improved_evaluate(board):
    result = evaluate(board)
    if abs(result) == bt.WIN:
        return result
    worth = (10, 10, 20, 40, 50)
    return sum(
        worth[r] if x == "B" else -worth[5 - r] for r, row in enumerate(board) for x in row if x != "_"
    )
