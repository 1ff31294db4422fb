"""Short functions, reduce and lambda in place of loops."""

from functools import partial, reduce

import breakthrough


def leaf(board):
    return evaluate(board), breakthrough.MOVE_NONE


def minimax(board, depth, max_depth, player, moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return leaf(board)
    after = partial(breakthrough.make_move, board, current_player=player, in_place=False)
    value = lambda move: minimax(after(*move), depth + 1, max_depth, player.get_opponent(), moves)[
        0
    ]
    better = max if player == breakthrough.Player.BLACK else min
    return better(((value(move), move) for move in moves(board, player)), key=lambda pair: pair[0])


def improved_evaluate(board):
    if breakthrough.is_game_over(board):
        return evaluate(board)
    worth = lambda steps: 10 * max(1, steps, 2 * steps - 2) - 10 * (steps == 4)
    cells = ((r, tile) for r, row in enumerate(board) for tile in row if tile != "_")
    return reduce(
        lambda total, cell: total + (worth(cell[0]) if cell[1] == "B" else -worth(5 - cell[0])),
        cells,
        0,
    )
