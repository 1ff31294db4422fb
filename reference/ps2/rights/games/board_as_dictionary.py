"""A position is a dictionary of pawns, and a move makes another one."""

import breakthrough

SIGN = {breakthrough.Player.BLACK: 1, breakthrough.Player.WHITE: -1}


def pawns_of(board):
    return {(r, c): cell for r, row in enumerate(board) for c, cell in enumerate(row) if cell != "_"}


def written(pawns):
    return [[pawns.get((r, c), "_") for c in range(6)] for r in range(6)]


def after(pawns, src, dst):
    return {place: pawn for place, pawn in pawns.items() if place != src} | {dst: pawns[src]}


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    def search(pawns, depth, player):
        board = written(pawns)
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        scores = {
            move: search(after(pawns, *move), depth + 1, player.get_opponent())[0]
            for move in generate_valid_moves(board, player)
        }
        move = (max if SIGN[player] > 0 else min)(scores, key=scores.__getitem__)
        return scores[move], move

    return search(pawns_of(board), depth, current_player)


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def search(pawns, depth, player):
        board = written(pawns)
        if depth == max_depth or breakthrough.is_game_over(board):
            return SIGN[player] * evaluate(board), breakthrough.MOVE_NONE
        return max(
            (-search(after(pawns, *move), depth + 1, player.get_opponent())[0], move)
            for move in generate_valid_moves(board, player)
        )

    score, move = search(pawns_of(board), depth, current_player)
    return SIGN[current_player] * score, move
